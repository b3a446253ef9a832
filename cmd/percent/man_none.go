//go:build !man

package main

// manualCommand returns no command: only a build with the tag man makes the manual pages.
func manualCommand() []command { return nil }
