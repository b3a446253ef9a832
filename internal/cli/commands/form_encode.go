package commands

import (
	"context"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"github.com/pct-encoded/percent/charset"
	"github.com/pct-encoded/percent/form"
	"github.com/pct-encoded/percent/internal/cli/records"
	"github.com/pct-encoded/percent/internal/cli/stream"
	"github.com/pct-encoded/percent/internal/cli/term"
	"github.com/pct-encoded/percent/internal/operation/flags"
	"github.com/pct-encoded/percent/internal/protocols"
	"github.com/pct-encoded/percent/internal/strictjson"
)

func newFormEncode(a *stream.Streams) *cobra.Command {
	o := &formEncodeOptions{formJob: newFormJob(a, "encode")}
	cmd := &cobra.Command{
		Use:   "encode [flags] [JSON...]",
		Short: "a JSON array of pairs to a query",
		Long: `encode prints a query for each JSON array of pairs. Each argument is an
array or, without arguments, each line of standard input or of the files of -f. With
--nested, the values are JSON objects, written as the named program writes them. A lone
surrogate is refused, because UTF-8 cannot express it.

--data adds one pair, in the forms of curl's --data-urlencode: CONTENT, =CONTENT and
@FILE have no name; NAME=CONTENT and NAME@FILE have one. NAME is written as it is.

--as rfc1866 follows HTML 2.0: only letters and digits stay as they are, line breaks are
written as CR LF, and fields with empty values are left out. A note counts these fields.`,
		Example: `  percent form encode '[["q","café au lait"],["page","2"]]'
  percent form encode --data 'q=café au lait' --data note@note.txt
  percent form encode --nested rails '{"user":{"name":"Zoë"},"tag":["a","b"]}'`,
		RunE: records.Runs(a, o.run),
	}
	o.addTo(cmd)
	cmd.Flags().VarP((*flags.List)(&o.data), "data", "d", "add a pair: `CONTENT`, =CONTENT, NAME=CONTENT, @FILE or NAME@FILE; repeatable")
	return cmd
}

// formEncodeOptions holds the flags of form encode.
type formEncodeOptions struct {
	*formJob
	data []string
}

func (o *formEncodeOptions) run(_ context.Context, s *stream.Streams, l records.Line) error {
	if err := o.prepare(l); err != nil {
		return err
	}
	if len(o.data) > 0 {
		return o.encodeData(s, l)
	}
	return o.start(l, 0, o.encodeOne)
}

func (f *formJob) encodeOne(_ *records.Object, dst []byte, text string) ([]byte, error) {
	if f.convention != nil {
		data, err := protocols.FormData(text)
		if err != nil {
			return dst, err
		}
		return f.convention.AppendBuild(dst, data)
	}
	pairs, err := protocols.FormPairs(text)
	if err != nil {
		return dst, err
	}
	if c := f.job.Do.Plan.Charset; c != nil && c != charset.UTF8 {
		for i, p := range pairs {
			if !utf8.ValidString(p.Name + p.Value) {
				return dst, &term.Failure{Status: term.StatusInput, Text: fmt.Sprintf("pair %d is bytes, and cannot be written in %s", i+1, c), Hint: "leave out --charset"}
			}
		}
	}
	rules := f.inText()
	f.omitted.Add(int64(rules.Omitted(pairs)))
	return rules.AppendSerialize(dst, pairs), nil
}

// encodeData writes one query of pairs in the forms of curl's --data-urlencode.
func (f *formEncodeOptions) encodeData(s *stream.Streams, l records.Line) error {
	switch {
	case f.convention != nil:
		return term.UsageError("leave out one of them", "--data has no nested data")
	case len(l.Args) > 0 || len(f.job.In.Files) > 0:
		return term.UsageError("leave out one of them", "pairs come as JSON or with --data, not both")
	}
	var query []byte
	first := true
	for _, d := range f.data {
		name, content, ok := strings.Cut(d, "=")
		if !ok {
			if name, content, ok = strings.Cut(d, "@"); ok {
				text, err := s.ReadFile(content)
				if err != nil {
					return err
				}
				content = string(text)
			} else {
				name, content = "", d
			}
		}
		if n := f.rules.Omitted([]form.Pair{{Name: name, Value: content}}); n > 0 {
			f.omitted.Add(int64(n))
			continue
		}
		if !first {
			query = append(query, '&')
		}
		first = false
		if name != "" {
			query = append(append(query, name...), '=')
		}
		query = f.inText().AppendEncode(query, []byte(content))
	}
	// The query is the one value.
	f.job.Do.Each = func(dst []byte, _ records.Value) ([]byte, error) {
		if f.job.Tell.JSON {
			return append(dst, strictjson.Append(nil, records.Object{Source: "--data", Number: 1, Output: &query})...), nil
		}
		return append(dst, query...), nil
	}
	err := f.job.Run(records.Line{Command: l.Command, Flags: l.Flags, Args: []string{""}})
	f.noteOmitted()
	return err
}
