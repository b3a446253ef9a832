//go:build man

package verbs

import (
	"os"
	"path/filepath"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"github.com/pct-encoded/percent/internal/cli/stream"
	"github.com/pct-encoded/percent/internal/cli/term"
	"github.com/pct-encoded/percent/internal/excerpt"
	"github.com/pct-encoded/percent/internal/pages/manual"
)

// manual returns the command that makes the manual pages.
func (p *Program) manual() []Command { return []Command{GroupOther.Command("man", p.newMan)} }

// newMan is a command of the programs that make the manual pages, which are these
// built with the tag man.
//
//	go run -tags man ./cmd/percent man DIR
//
// The pages bear the date of SOURCE_DATE_EPOCH, in seconds since 1970, or today's. A
// program that has commands of percent has one page, which names the pages of those.
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
			// The command that runs has no other than this one below it.
			root := p.Root(a)
			root.InitDefaultHelpCmd()
			pages := manual.Pages(root, date)
			if p.OnlyColumns {
				pages = manual.OnePage(root, "percent", date)
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
