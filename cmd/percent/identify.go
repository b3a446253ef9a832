package main

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/inspect/identify"
	"github.com/pct-encoded/percent/internal/cli/commands"
	"github.com/pct-encoded/percent/internal/cli/records"
	"github.com/pct-encoded/percent/internal/cli/stream"
	"github.com/pct-encoded/percent/internal/cli/term"
	"github.com/pct-encoded/percent/internal/operation"
	"github.com/pct-encoded/percent/internal/results"
	"github.com/pct-encoded/percent/internal/strictjson"
)

func identifying() commands.Question {
	return commands.Question{
		Row: "identify", All: "print all rules and names, not only the first ones",
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
		Takes: &commands.Takes{}, Args: cobra.ArbitraryArgs, Read: identifySamples,
	}
}

// identifySamples reads the samples of a file, and hints at what the texts are.
func identifySamples(cmd *cobra.Command) commands.Reading {
	file := cmd.Flags().String("samples", "", "read samples from `FILE`, one JSON object per line, as encode --json writes them")
	return func(s *stream.Streams, l records.Line, c *operation.Call) (instead results.Result, err error) {
		switch n := len(l.Args); {
		case len(c.Of) > n:
			return nil, term.UsageError("each --of is the original of one ENCODED; put a text with spaces between quotation marks",
				"--of is given %s, for %s", term.Count(int64(len(c.Of)), "time"), term.Count(int64(n), "encoded text"))
		case *file == "" && n+len(c.Refuses) == 0:
			return nil, term.UsageError("put the text between quotation marks", "%s takes an encoded text", l.Command)
		}
		if _, err := operation.NewProgramFilter("--only", c.Only); err != nil {
			return nil, records.BadRequest(err)
		}
		if *file != "" {
			if c.Samples, err = readSamples(s, *file); err != nil {
				return nil, err
			}
		}
		if len(c.Of) == 0 {
			for _, text := range l.Args {
				if hint := oneValue(text); hint != "" {
					s.UI.Hint(hint)
					break
				}
			}
		}
		return nil, nil
	}
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

const sampleHint = `write lines such as {"input":"a b","output":"a+b"}, or with "reason" instead of "output" if the text was refused`

// readSamples reads the samples of a file.
func readSamples(s *stream.Streams, file string) (samples []identify.Sample, err error) {
	text, err := s.ReadFile(file)
	if err != nil {
		return nil, err
	}
	from := stream.ShownName(file)
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
			return nil, bad.Failure(stream.At(from, number))
		}
		samples = append(samples, sample)
	}
	if len(samples) == 0 {
		return nil, &term.Failure{Status: term.StatusInput, Text: from + ": no sample"}
	}
	return samples, nil
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
