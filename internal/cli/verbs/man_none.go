//go:build !man

package verbs

// manual returns no command: only a build with the tag man can write the manual
// pages.
func (p *Program) manual() []Command { return nil }
