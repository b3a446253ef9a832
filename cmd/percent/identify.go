package main

import (
	"context"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/dialect"
	"github.com/pct-encoded/percent/inspect/identify"
	"github.com/pct-encoded/percent/internal/cli/records"
	"github.com/pct-encoded/percent/internal/cli/stream"
	"github.com/pct-encoded/percent/internal/cli/term"
	"github.com/pct-encoded/percent/internal/operation/flags"
	"github.com/pct-encoded/percent/internal/results"
	"github.com/pct-encoded/percent/internal/strictjson"
)

func newIdentify(a *stream.Streams) *cobra.Command {
	o := &identifyOptions{}
	cmd := &cobra.Command{
		Use:   "identify [flags] ENCODED...",
		Short: "which dialects can have written a text",
		Long: `identify lists the dialects that can have written every ENCODED, whatever
the original texts were. If you know the original text of an ENCODED, add --of RAW; the
first --of belongs to the first ENCODED, and so on. --refuses adds a text that the
unknown encoder refused with an error.

Dialects that make the same choices share one rule. The rule that most recorded
functions of programs follow comes first; rules under which nothing in ENCODED was
escaped come last.

The last line suggests a text to encode next: the result shows which of the remaining
rules applies. --all lists the result under each rule. The status is 1 if no dialect
remains.`,
		Example: `  percent identify 'a+b%7E'
  percent identify --of 'a b~' 'a+b%7E'
  percent identify 'a%20b' '%7E' --of 'a b' --of '~'
  percent identify --only php,java 'a%20b'
  percent identify --ruled-out '%c3%a9'`,
		Args: cobra.ArbitraryArgs,
		RunE: records.Runs(a, o.run),
	}
	f := cmd.Flags()
	f.Var((*flags.List)(&o.of), "of", "ENCODED was made from `RAW`; repeatable, in order")
	f.Var((*flags.List)(&o.refused), "refuses", "the encoder refused `RAW`; repeatable")
	f.StringVar(&o.file, "samples", "", "read samples from `FILE`, one JSON object per line, as encode --json writes them")
	f.StringSliceVar(&o.only, "only", nil, "use only functions of these `PROGRAMS`: languages or beginnings of IDs, separated by commas")
	f.BoolVar(&o.ruledOut, "ruled-out", false, "show what rules out the other dialects")
	f.BoolVar(&o.all, "all", false, "print all rules and names, not only the first ones")
	f.BoolVar(&o.json, "json", false, "write one JSON object")
	return cmd
}

func (o *identifyOptions) run(_ context.Context, s *stream.Streams, l records.Line) error {
	switch {
	case len(o.of) > len(l.Args):
		return term.UsageError("each --of is the original of one ENCODED; put a text with spaces between quotation marks",
			"--of is given %s, for %s", term.Count(int64(len(o.of)), "time"), term.Count(int64(len(l.Args)), "encoded text"))
	case o.file == "" && len(l.Args)+len(o.refused) == 0:
		return term.UsageError("put the text between quotation marks", "%s takes an encoded text", l.Command)
	}
	if len(o.only) > 0 {
		filter, err := newProgramFilter("--only", o.only)
		if err != nil {
			return err
		}
		o.keep = filter.holds
	}
	if err := o.read(s); err != nil {
		return err
	}
	for i, encoded := range l.Args {
		if i < len(o.of) {
			o.samples = append(o.samples, identify.Pair(o.of[i], encoded))
		} else {
			o.samples = append(o.samples, identify.Output(encoded))
		}
	}
	for _, raw := range o.refused {
		o.samples = append(o.samples, identify.Refusal(raw))
	}
	if len(o.of) == 0 {
		for _, text := range l.Args {
			if hint := oneValue(text); hint != "" {
				s.UI.Hint(hint)
				break
			}
		}
	}
	return o.identify(s.Text, records.Style(s.UI, records.DetailOf(o.all)))
}

// oneValue returns a hint for a text that is a whole URL, whose parts are encoded one
// by one, or "".
func oneValue(text string) string {
	_, rest, ok := strings.Cut(text, "://")
	if !ok {
		return ""
	}
	value := ""
	for part := range strings.FieldsFuncSeq(rest, func(r rune) bool { return strings.ContainsRune("/?&=#;:@", r) }) {
		if records.FindEscape([]byte(part), true) != "" && len(part) > len(value) {
			value = part
		}
	}
	if value == "" || len(value) > term.MaxShort {
		return "the values in a URL are encoded one by one: identify one of them, not the whole URL"
	}
	return "the values in a URL are encoded one by one: identify one of them, such as " + term.Typed(value)
}

// identifyOptions holds the flags of identify, and the samples.
type identifyOptions struct {
	of                  []string
	refused             []string
	only                []string
	file                string // file of samples
	ruledOut, all, json bool

	samples []identify.Sample
	keep    func(*dialect.Implementation) bool
}

// maxNearest is how many near dialects are shown when none remains.
const maxNearest = 5

func (s *identifyOptions) identify(out io.Writer, p results.Style) error {
	id, err := identify.Among(s.keep, s.samples...)
	if err != nil {
		return term.UsageError("", "%s", strings.Replace(err.Error(), ":", "", 1))
	}
	page := results.Identification{Identification: id, Samples: s.samples, RuledOut: s.ruledOut}
	if len(id.Matches) == 0 {
		page.Nearest = id.Nearest(maxNearest, s.samples...)
	}
	return records.Show(out, s.json, &page, p)
}

const sampleHint = `write lines such as {"input":"a b","output":"a+b"}, or with "reason" instead of "output" if the text was refused`

// read reads the samples of a file.
func (s *identifyOptions) read(a *stream.Streams) error {
	if s.file == "" {
		return nil
	}
	text, err := a.ReadFile(s.file)
	if err != nil {
		return err
	}
	from := stream.ShownName(s.file)
	number := int64(0)
	for line := range strings.Lines(string(text)) {
		number++
		if strings.TrimSpace(line) == "" {
			continue
		}
		sample, err := readSample(line)
		if err != nil {
			bad := records.SyntaxError(err)
			bad.Hint = sampleHint
			return bad.Failure(stream.At(from, number))
		}
		s.samples = append(s.samples, sample)
	}
	if len(s.samples) == 0 {
		return &term.Failure{Status: term.StatusInput, Text: from + ": no sample"}
	}
	return nil
}

// readSample reads a line of encode --json.
func readSample(line string) (sample identify.Sample, err error) {
	var o results.Sample
	if err := (strictjson.Reader{Ignored: results.NotOfSamples()}).Read(line, &o); err != nil {
		return sample, err
	}
	switch {
	case o.Input != nil && o.Reason != "":
		return identify.Refusal(*o.Input), nil
	case o.Output == nil:
		return sample, &percent.SyntaxError{Format: "json", Bytes: "output", Reason: strictjson.MissingKey}
	case o.Input != nil:
		return identify.Pair(*o.Input, *o.Output), nil
	}
	return identify.Output(*o.Output), nil
}
