//go:build man

package help

import (
	"fmt"
	"iter"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// ManualPages yields the name of a file and the page in it, for a command and for each below
// it. The pages bear a date, in UTC.
func ManualPages(cmd *cobra.Command, date time.Time) iter.Seq2[string, string] {
	day := date.UTC().Format(time.DateOnly)
	return func(yield func(string, string) bool) { each(cmd, day, yield) }
}

// OnlyManualPage yields the page of a program whose commands are also commands of another, which
// have pages.
func OnlyManualPage(cmd *cobra.Command, other string, date time.Time) iter.Seq2[string, string] {
	also := []string{other}
	for _, c := range listed(cmd) {
		also = append(also, other+"-"+c.Name())
	}
	return func(yield func(string, string) bool) {
		yield(dashed(cmd)+".1", page(cmd, also, date.UTC().Format(time.DateOnly)))
	}
}

// each yields the pages of a command and of those below it, while yield wants more.
func each(cmd *cobra.Command, date string, yield func(name, page string) bool) bool {
	if !yield(dashed(cmd)+".1", page(cmd, around(cmd), date)) {
		return false
	}
	for _, c := range listed(cmd) {
		if !each(c, date, yield) {
			return false
		}
	}
	return true
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

// linked are other names of the program, whose pages are links to these.
var linked = map[string]string{"percent-encode": "urlencode", "percent-decode": "urldecode"}

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

// around returns the names of the pages of the commands around cmd.
func around(cmd *cobra.Command) []string {
	var names []string
	if cmd.HasParent() {
		names = append(names, dashed(cmd.Parent()))
	}
	for _, c := range listed(cmd) {
		names = append(names, dashed(c))
	}
	return names
}

// page returns the page of a command, for the macros of man(7), with the names of others.
func page(cmd *cobra.Command, also []string, date string) string {
	var b strings.Builder
	fmt.Fprintf(&b, ".TH %q 1 %q percent percent\n.nh\n.ad l\n", strings.ToUpper(dashed(cmd)), date)
	names := dashed(cmd)
	if other := linked[names]; other != "" {
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
	flagList(&b, "OPTIONS", cmd.NonInheritedFlags())
	flagList(&b, "GLOBAL OPTIONS", cmd.InheritedFlags())
	if cmd.Example != "" {
		b.WriteString(".SH EXAMPLES\n")
		verbatim(&b, cmd.Example)
	}
	b.WriteString(exitStatus)
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

// flagList writes flags under a heading, as help has them.
func flagList(b *strings.Builder, heading string, flags *pflag.FlagSet) {
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
