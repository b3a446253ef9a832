//go:build man

package main

import (
	"os"
	"path/filepath"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"github.com/pct-encoded/percent/internal/cli/stream"
	"github.com/pct-encoded/percent/internal/cli/term"
	"github.com/pct-encoded/percent/internal/cli/verbs"
	"github.com/pct-encoded/percent/internal/excerpt"
	"github.com/pct-encoded/percent/internal/pages/manual"
)

// manualCommand returns the command that makes the manual pages.
func manualCommand() []verbs.Command { return []verbs.Command{verbs.GroupOther.Command("man", newMan)} }

// newMan is a command of the program that makes the manual pages, which is
// this one built with the tag man.
//
//	go run -tags man ./cmd/percent man DIR
//
// The pages bear the date of SOURCE_DATE_EPOCH, in seconds since 1970, or today's.
func newMan(a *stream.Streams) *cobra.Command {
	return &cobra.Command{
		Use:    "man DIR",
		Short:  "write the manual pages to DIR",
		Hidden: true,
		Args:   cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			date := time.Now()
			if text := os.Getenv("SOURCE_DATE_EPOCH"); text != "" {
				seconds, err := strconv.ParseInt(text, 10, 64)
				if err != nil {
					return term.UsageError("it is a number of seconds since 1970", "SOURCE_DATE_EPOCH is %q", text)
				}
				date = time.Unix(seconds, 0)
			}
			// The command that runs has no other than this one below it.
			root := program().Root(a)
			root.InitDefaultHelpCmd()
			for name, text := range manual.Pages(root, date) {
				name = filepath.Join(args[0], name)
				if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
					return term.IOError(excerpt.Name(name), err)
				}
			}
			return nil
		},
	}
}
