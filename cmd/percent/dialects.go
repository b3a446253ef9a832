package main

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/dialect"
)

func init() { register(newDialects) }

func newDialects(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "dialects",
		Short:   "the catalogue of dialects",
		Long:    "dialects shows what --as knows: every dialect with its source and what it is for.",
		GroupID: groupKnow,
	}
	cmd.AddCommand(newDialectsList(a), newDialectsShow(a))
	return family(cmd)
}

func newDialectsList(*app) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:     "list",
		Short:   "list all dialects",
		Long:    "list prints a line for each dialect, with its ID and what it is.",
		Example: "  percent dialects list\n  percent dialects list --json",
		Args:    noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			out := cmd.OutOrStdout()
			if asJSON {
				list := []dialectObject{}
				for d := range dialect.All() {
					list = append(list, newDialectObject(d))
				}
				_, err := out.Write(marshalJSON(list))
				return err
			}
			w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
			for d := range dialect.All() {
				fmt.Fprintf(w, "%s\t%s\n", d.ID, d.Title)
			}
			return w.Flush()
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "write one JSON array")
	return cmd
}

func newDialectsShow(*app) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:     "show NAME",
		Short:   "show one dialect",
		Long:    "show prints all that the catalogue knows about the dialect with that ID or alias.",
		Example: "  percent dialects show encodeURIComponent",
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) != 1 {
				return usageError("`percent dialects list` lists the names", "%s takes one name, not %d", cmd.CommandPath(), len(args))
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			d, err := lookup(args[0])
			if err != nil {
				return err
			}
			if asJSON {
				_, err = cmd.OutOrStdout().Write(marshalJSON(newDialectObject(d)))
				return err
			}
			return showDialect(cmd.OutOrStdout(), d)
		},
		ValidArgsFunction: func(cmd *cobra.Command, args []string, text string) ([]string, cobra.ShellCompDirective) {
			if len(args) > 0 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			return completeDialects(cmd, args, text)
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "write one JSON object")
	return cmd
}

func showDialect(out io.Writer, d *dialect.Dialect) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	line := func(name, text string) {
		if text != "" {
			fmt.Fprintf(w, "%s\t%s\n", name, text)
		}
	}
	o := newDialectObject(d)
	line("id", o.ID)
	line("aliases", strings.Join(o.Aliases, ", "))
	line("title", o.Title)
	line("use for", o.UseFor)
	line("source", d.Spec.String())
	line("", o.Source.URL)
	line("keeps", o.Kept)
	line("space", o.Space)
	line("digits", o.Hex+" case")
	line("decoding", decodingText(d.Encoding()))
	line("reversible", map[bool]string{true: "yes", false: "no"}[o.Reversible])
	line("same rule", strings.Join(o.Siblings, ", "))
	return w.Flush()
}

// decodingText says in words what the decoder of e does.
func decodingText(e *percent.Encoding) string {
	var parts []string
	if e.Malformed() == percent.MalformedKept {
		parts = append(parts, "malformed escapes are kept")
	} else {
		parts = append(parts, "malformed escapes are errors")
	}
	if e.Plus() == percent.PlusIsSpace {
		parts = append(parts, "'+' is a space")
	} else {
		parts = append(parts, "'+' is itself")
	}
	if raw := e.Raw(); raw != percent.AllBytes {
		parts = append(parts, "accepts unescaped only "+raw.String())
	}
	switch e.InvalidUTF8() {
	case percent.InvalidUTF8Replaced:
		parts = append(parts, "invalid UTF-8 becomes U+FFFD")
	case percent.InvalidUTF8Refused:
		parts = append(parts, "invalid UTF-8 is an error")
	}
	if p := e.Preserved(); p != (percent.ByteSet{}) {
		parts = append(parts, "escapes of "+p.String()+" stay")
	}
	return strings.Join(parts, "; ")
}

// A dialectObject is a dialect in JSON. docs/command.md has the schema.
type dialectObject struct {
	ID         string       `json:"id"`
	Kind       string       `json:"kind"`
	Aliases    []string     `json:"aliases"`
	Title      string       `json:"title"`
	UseFor     string       `json:"use_for"`
	Source     sourceObject `json:"source"`
	Kept       string       `json:"kept"`
	Space      string       `json:"space"`
	Hex        string       `json:"hex"`
	Malformed  string       `json:"malformed"`
	Plus       string       `json:"plus"`
	Raw        string       `json:"raw"`
	UTF8       string       `json:"invalid_utf8"`
	Preserved  string       `json:"preserved"`
	Reversible bool         `json:"reversible"`
	Siblings   []string     `json:"siblings"`
}

type sourceObject struct {
	Title   string `json:"title"`
	Section string `json:"section"`
	URL     string `json:"url"`
	Date    string `json:"date"`
}

func newDialectObject(d *dialect.Dialect) dialectObject {
	e := d.Encoding()
	o := dialectObject{
		ID:         d.ID,
		Kind:       "dialect",
		Aliases:    append([]string{}, d.Aliases...),
		Title:      d.Title,
		UseFor:     d.UseFor,
		Source:     sourceObject{d.Spec.Title, d.Spec.Section, d.Spec.URL, d.Spec.Date},
		Kept:       e.Kept().String(),
		Space:      "%20",
		Hex:        "upper",
		Malformed:  "error",
		Plus:       "+",
		Raw:        e.Raw().String(),
		UTF8:       "kept",
		Preserved:  e.Preserved().String(),
		Reversible: e.Reversible(),
		Siblings:   []string{},
	}
	switch {
	case e.Space() == percent.SpacePlus:
		o.Space = "+"
	case e.Kept().Contains(' '):
		o.Space = " "
	}
	if e.Hex() == percent.HexLower {
		o.Hex = "lower"
	}
	if e.Malformed() == percent.MalformedKept {
		o.Malformed = "kept"
	}
	if e.Plus() == percent.PlusIsSpace {
		o.Plus = " "
	}
	switch e.InvalidUTF8() {
	case percent.InvalidUTF8Replaced:
		o.UTF8 = "replaced"
	case percent.InvalidUTF8Refused:
		o.UTF8 = "error"
	}
	for s := range d.Siblings() {
		o.Siblings = append(o.Siblings, s.ID)
	}
	return o
}
