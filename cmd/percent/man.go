//go:build man

package main

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
)

func init() { register("man", newMan) }

// newMan is a command of the program that makes the manual pages, which is
// this one built with the tag man: what it needs for that is not part of the
// command.
//
//	go run -tags man ./cmd/percent man DIR
//
// The pages bear the date of SOURCE_DATE_EPOCH, in seconds since 1970, or today's.
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
			if err := doc.GenManTree(root, header, args[0]); err != nil {
				return ioError(printable(args[0]), err)
			}
			pages, err := filepath.Glob(filepath.Join(args[0], "*.1"))
			if err != nil {
				return ioError(printable(args[0]), err)
			}
			for _, page := range pages {
				if err := addExitStatus(page); err != nil {
					return ioError(printable(page), err)
				}
			}
			return nil
		},
	}
}

// exitStatus is a section of every page.
const exitStatus = `.SH EXIT STATUS
.TP
0
All is well.
.TP
1
A comparison found a difference, or a check found something.
.TP
2
The command line is wrong.
.TP
3
The input is malformed.
.TP
4
Reading or writing failed.
`

// addExitStatus puts the section where manual pages have it, before SEE ALSO.
func addExitStatus(page string) error {
	text, err := os.ReadFile(page)
	if err != nil {
		return err
	}
	const next = ".SH SEE ALSO\n"
	before, after, found := strings.Cut(string(text), next)
	if found {
		after = next + after
	} else {
		before = strings.TrimSuffix(before, "\n") + "\n"
	}
	return os.WriteFile(page, []byte(before+exitStatus+after), 0o644)
}
