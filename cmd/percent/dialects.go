package main

import (
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/dialect"
	"github.com/pct-encoded/percent/internal/cli/term"
	"github.com/pct-encoded/percent/internal/views"
)

func init() { register("dialects", newDialects) }

func newDialects(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "dialects",
		Short: "the catalogue of dialects and of the programs that use them",
		Long: `dialects shows what --as takes: every dialect, with its source and its use, and every
function of a real program that was run and recorded, with its dialect.`,
		GroupID: groupKnow,
	}
	cmd.AddCommand(newDialectsList(a), newDialectsShow(a), newDialectsDiff(a))
	return family(cmd)
}

// completeNames completes up to most names.
func completeNames(most int) func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return func(cmd *cobra.Command, args []string, text string) ([]string, cobra.ShellCompDirective) {
		if len(args) >= most {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		return completeDialects(cmd, args, text)
	}
}

// exactNames refuses any other number of arguments than n.
func exactNames(n int, text string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) != n {
			return term.UsageError("`percent dialects list` lists the names", "%s takes %s, not %d", cmd.CommandPath(), text, len(args))
		}
		return nil
	}
}

func newDialectsShow(a *app) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "show [flags] NAME",
		Short: "show one dialect, or one function of a program",
		Long: `show prints all that the catalogue knows about the dialect with that ID or alias:
its use, its source, every choice it makes, the dialects that state the same rule,
and the functions of programs that follow it.

If NAME is a function of a program, show begins with that function, and its dialect
follows.`,
		Example: `  percent dialects show form
  percent dialects show php.rawurlencode`,
		Args: exactNames(1, "one name"),
		RunE: func(cmd *cobra.Command, args []string) error {
			d, name, err := lookup(a.ui, args[0])
			if err != nil {
				return err
			}
			m, _ := dialect.LookupImplementation(name)
			if m != nil {
				d = m.Dialect()
			}
			out := cmd.OutOrStdout()
			if asJSON {
				view := views.Dialects([]*dialect.Dialect{d})[0]
				if m != nil {
					return printJSON(out, views.ImplementationDetail{Implementation: views.NewImplementation(m), Dialect: view})
				}
				return printJSON(out, view)
			}
			text := ""
			if m != nil {
				text = implementationPage(m, a.ui.Style()) + "\n"
			}
			_, err = io.WriteString(out, text+dialectPage(d, a.ui.Style()))
			return err
		},
		ValidArgsFunction: completeNames(1),
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "write one JSON object")
	return cmd
}

// A page is lines of a name and its value.
type page struct {
	strings.Builder
	style term.Style
}

const pageIndent = 13

// line adds a line, unless text is empty.
func (p *page) line(name, text string) {
	if text != "" {
		p.WriteString(strings.TrimRight(term.Pad(name, pageIndent)+p.style.WrapText(text, pageIndent), " ") + "\n")
	}
}

// names adds a line of names.
func (p *page) names(name string, ids []string) {
	if len(ids) > 0 {
		text, _ := p.style.Wrap(ids, strings.Repeat(" ", pageIndent), 0)
		p.WriteString(term.Pad(name, pageIndent) + strings.TrimLeft(text, " "))
	}
}

func implementationPage(m *dialect.Implementation, s term.Style) string {
	p := page{style: s}
	p.line("id", m.ID)
	p.line("kind", "implementation")
	p.line("language", m.Language)
	p.line("version", m.Version)
	p.line("call", m.Call)
	p.line("takes", m.Units.String())
	p.line("encodes as", m.Encodes)
	p.line("decodes as", m.Decodes)
	if m.Decodes != "" {
		p.line("to encode", m.Sibling())
	}
	return p.String()
}

func dialectPage(d *dialect.Dialect, s term.Style) string {
	p := page{style: s}
	p.line("id", d.ID)
	p.line("aliases", strings.Join(d.Aliases, ", "))
	p.line("title", d.Title)
	p.line("use for", d.UseFor)
	p.line("source", d.Spec.String())
	if d.Spec.URL != "" {
		p.WriteString(term.Pad("", pageIndent) + d.Spec.URL + "\n")
	}
	if d.Encodes() {
		p.line("keeps", keptText(d.Base().Kept()))
	}
	name := "choices"
	for _, c := range d.Choices() {
		if !c.Beyond {
			p.line(name, c.String())
			name = ""
		}
	}
	name = "further"
	for _, c := range d.Choices() {
		if c.Beyond {
			p.line(name, c.String())
			name = ""
		}
	}
	if e := d.Encoding(); e != nil {
		p.line("reversible", map[bool]string{true: "yes", false: "no"}[e.Reversible()])
	}
	siblings := slices.Collect(d.Siblings())
	p.names("same rule", views.IDs(siblings))
	encoders, decoders := implementationsOf(d)
	p.names("encoders", encoders)
	p.names("decoders", decoders)
	// An implementation is listed with the first dialect of its rule.
	for _, s := range siblings {
		encoders, decoders := implementationsOf(s)
		if n := len(encoders) + len(decoders); n > 0 {
			p.line("spoken by", term.Count(int64(n), "function")+" of programs, listed with "+s.ID)
		}
	}
	return p.String()
}

// keptText returns the characters of a kept set for people to read.
func keptText(set percent.ByteSet) string {
	var parts []string
	for _, group := range []struct {
		name  string // of all of them, or "" where each is named
		some  string // before the name, where only some are kept and not named
		chars []byte
	}{
		{"A-Z", "", span('A', 'Z')},
		{"a-z", "", span('a', 'z')},
		{"0-9", "", span('0', '9')},
		{"", "", punctuation()},
		{"space", "", []byte{' '}},
		{"control characters", "some ", append(span(0, 0x1F), 0x7F)},
		{"octets from 80 to FF", "some ", span(0x80, 0xFF)},
	} {
		var kept []string
		for _, b := range group.chars {
			if set.Contains(b) {
				kept = append(kept, string(rune(b)))
			}
		}
		switch {
		case len(kept) == len(group.chars) && group.name != "":
			parts = append(parts, group.name)
		case len(kept) > 0 && group.some != "":
			parts = append(parts, group.some+group.name)
		default:
			parts = append(parts, kept...)
		}
	}
	if parts == nil {
		return "nothing"
	}
	return strings.Join(parts, " ")
}

// punctuation returns the characters of ASCII that are printed and neither letters
// nor digits nor the space.
func punctuation() []byte {
	return slices.DeleteFunc(span('!', '~'), func(b byte) bool { return '0' <= b && b <= '9' || 'a' <= b|0x20 && b|0x20 <= 'z' })
}

// implementationsOf returns the IDs of the functions that follow a dialect.
func implementationsOf(d *dialect.Dialect) (encoders, decoders []string) {
	for m := range d.Implementations() {
		if m.Encodes != "" {
			encoders = append(encoders, m.ID)
		} else {
			decoders = append(decoders, m.ID)
		}
	}
	return encoders, decoders
}

// familiesOf returns dialects by family, families in the order in which they
// begin.
func familiesOf(list []*dialect.Dialect) [][]*dialect.Dialect {
	var groups [][]*dialect.Dialect
	index := map[string]int{}
	for _, d := range list {
		i, ok := index[d.Family()]
		if !ok {
			i = len(groups)
			index[d.Family()] = i
			groups = append(groups, nil)
		}
		groups[i] = append(groups[i], d)
	}
	return groups
}

// hasFamily reports whether some dialect or implementation is of that family.
func hasFamily(name string) (known bool, families []string) {
	for d := range dialect.All() {
		families = append(families, d.Family())
	}
	for m := range dialect.Implementations() {
		families = append(families, views.ProgramOf(m.ID))
	}
	slices.Sort(families)
	families = slices.Compact(families)
	return slices.ContainsFunc(families, func(f string) bool { return strings.EqualFold(f, name) }), families
}
