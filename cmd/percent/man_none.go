//go:build !man

package main

import "github.com/pct-encoded/percent/internal/cli/verbs"

// manualCommand returns no command: only a build with the tag man makes the manual pages.
func manualCommand() []verbs.Command { return nil }
