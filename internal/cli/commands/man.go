//go:build man

package commands

import (
	"os"
	"path/filepath"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"github.com/pct-encoded/percent/internal/cli/help"
	"github.com/pct-encoded/percent/internal/cli/stream"
	"github.com/pct-encoded/percent/internal/cli/term"
	"github.com/pct-encoded/percent/internal/excerpt"
)

// manual returns the command that writes the manual pages.
func (p *Program) manual() []Command { return []Command{GroupOther.Command("man", p.newMan)} }

// newMan returns the command that writes the manual pages, in a program built
// with the tag man.
//
//	go run -tags man ./cmd/percent man DIR
//
// The pages have the date in SOURCE_DATE_EPOCH, in seconds since 1970, or today's. A
// program that shares its commands with percent has one page, which refers to the
// pages of percent.
func (p *Program) newMan(a *stream.Streams) *cobra.Command {
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
			// The running command tree holds only this command.
			root := p.Root(a)
			root.InitDefaultHelpCmd()
			pages := help.ManualPages(root, date)
			if p.OnlyColumns {
				pages = help.OnlyManualPage(root, "percent", date)
			}
			for name, text := range pages {
				name = filepath.Join(args[0], name)
				if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
					return term.IOError(excerpt.Name(name), err)
				}
			}
			return nil
		},
	}
}
