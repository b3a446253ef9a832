//go:build !man

package commands

// manual returns no command: only a build with the tag man can write manual pages.
func (p *Program) manual() []Command { return nil }
