//go:build man

package main

import (
	"os"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
)

func init() { register("man", newMan) }

// newMan is a command of the program that makes the manual pages, which is
// this one built with the tag man: what it needs for that is no part of the
// command.
//
//	go run -tags man ./cmd/percent man DIR
func newMan(a *app) *cobra.Command {
	return &cobra.Command{
		Use:    "man DIR",
		Short:  "write the manual pages to DIR",
		Hidden: true,
		Args:   cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			// The command that runs has no other than this one below it.
			root := newRoot(a, commands...)
			root.DisableAutoGenTag = true
			header := &doc.GenManHeader{Section: "1", Source: "percent", Manual: "percent"}
			if os.Getenv("SOURCE_DATE_EPOCH") == "" {
				// Without a date to go by, the pages are to be the same every time.
				date := time.Unix(0, 0).UTC()
				header.Date = &date
			}
			if err := doc.GenManTree(root, header, args[0]); err != nil {
				return ioError(printable(args[0]), err)
			}
			return nil
		},
	}
}
