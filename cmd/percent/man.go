//go:build man

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/pct-encoded/percent/internal/cli/stream"
	"github.com/pct-encoded/percent/internal/cli/term"
	"github.com/pct-encoded/percent/internal/excerpt"
)

func init() { register("man", newMan) }

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
			root := newRoot(a, commands...)
			root.InitDefaultHelpCmd()
			return writePages(root, args[0], date.UTC().Format(time.DateOnly))
		},
	}
}

// writePages writes the page of a command, and those of the commands below it.
func writePages(cmd *cobra.Command, dir, date string) error {
	name := filepath.Join(dir, dashed(cmd)+".1")
	if err := os.WriteFile(name, []byte(manPage(cmd, date)), 0o644); err != nil {
		return term.IOError(excerpt.Name(name), err)
	}
	for _, c := range listed(cmd) {
		if err := writePages(c, dir, date); err != nil {
			return err
		}
	}
	return nil
}

// listed returns the commands below cmd that have pages.
func listed(cmd *cobra.Command) []*cobra.Command {
	var list []*cobra.Command
	for _, c := range cmd.Commands() {
		// Nobody reads the manual of the command that prints completions.
		if c.IsAvailableCommand() && c.Name() != "help" && c.Name() != "completion" {
			list = append(list, c)
		}
	}
	return list
}

// manNames are other names of the program, whose pages are links to these.
var manNames = map[string]string{"percent-encode": "urlencode", "percent-decode": "urldecode"}

func dashed(cmd *cobra.Command) string { return strings.ReplaceAll(cmd.CommandPath(), " ", "-") }

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

// manPage returns the page of a command, for the macros of man(7).
func manPage(cmd *cobra.Command, date string) string {
	var b strings.Builder
	fmt.Fprintf(&b, ".TH %q 1 %q percent percent\n.nh\n.ad l\n", strings.ToUpper(dashed(cmd)), date)
	names := dashed(cmd)
	if other := manNames[names]; other != "" {
		names += ", " + other
	}
	fmt.Fprintf(&b, ".SH NAME\n%s \\- %s\n", roff(names), roff(cmd.Short))
	use := cmd.UseLine()
	if len(listed(cmd)) > 0 {
		use += " COMMAND"
	}
	fmt.Fprintf(&b, ".SH SYNOPSIS\n.B %s\n.SH DESCRIPTION\n", roff(use))
	for i, paragraph := range strings.Split(strings.TrimSpace(cmd.Long), "\n\n") {
		if i > 0 {
			b.WriteString(".PP\n")
		}
		if strings.Contains(paragraph, "\n ") {
			verbatim(&b, paragraph)
		} else {
			b.WriteString(roff(paragraph) + "\n")
		}
	}
	cmd.InitDefaultHelpFlag()
	manFlags(&b, "OPTIONS", cmd.NonInheritedFlags())
	manFlags(&b, "GLOBAL OPTIONS", cmd.InheritedFlags())
	if cmd.Example != "" {
		b.WriteString(".SH EXAMPLES\n")
		verbatim(&b, cmd.Example)
	}
	b.WriteString(exitStatus)
	var also []string
	if cmd.HasParent() {
		also = append(also, dashed(cmd.Parent()))
	}
	for _, c := range listed(cmd) {
		also = append(also, dashed(c))
	}
	if len(also) > 0 {
		b.WriteString(".SH SEE ALSO\n")
		for i, name := range also {
			end := ","
			if i == len(also)-1 {
				end = ""
			}
			fmt.Fprintf(&b, ".BR %s (1)%s\n", roff(name), end)
		}
	}
	return b.String()
}

// manFlags writes flags under a heading, as help has them.
func manFlags(b *strings.Builder, heading string, flags *pflag.FlagSet) {
	if !flags.HasAvailableFlags() {
		return
	}
	fmt.Fprintf(b, ".SH %s\n", heading)
	flags.VisitAll(func(f *pflag.Flag) {
		if f.Hidden {
			return
		}
		value, usage := pflag.UnquoteUsage(f)
		b.WriteString(".TP\n\\fB")
		if f.Shorthand != "" {
			b.WriteString(roff("-"+f.Shorthand) + "\\fR, \\fB")
		}
		b.WriteString(roff("--"+f.Name) + "\\fR")
		if value != "" {
			b.WriteString(" \\fI" + roff(value) + "\\fR")
		}
		b.WriteString("\n" + roff(usage))
		if d := f.DefValue; d != "" && d != "false" && d != "0" && d != "[]" && d != "0s" && !strings.Contains(usage, "(default ") {
			b.WriteString(roff(" (default " + d + ")"))
		}
		b.WriteString("\n")
	})
}

// verbatim writes lines as they are.
func verbatim(b *strings.Builder, lines string) {
	b.WriteString(".nf\n" + roff(lines) + "\n.fi\n")
}

// roff returns text for troff, which reads backslashes, hyphens, quotation marks,
// and a dot at the beginning of a line otherwise.
func roff(text string) string {
	text = strings.NewReplacer(`\`, `\e`, "-", `\-`, "'", `\(aq`, "`", `\(ga`, "^", `\(ha`, "~", `\(ti`, "\n.", "\n\\&.").Replace(text)
	if strings.HasPrefix(text, ".") {
		text = `\&` + text
	}
	return text
}
