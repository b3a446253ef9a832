package records

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/bulk"
	"github.com/pct-encoded/percent/charset"
	"github.com/pct-encoded/percent/internal/cli/stream"
	"github.com/pct-encoded/percent/internal/cli/term"
)

// reliable is the confidence from which --dry-run proposes a charset. It is the
// one from which lint reports a charset.
const reliable = 0.5

// errSampled ends a job that has read its sample.
var errSampled = errors.New("sampled")

// A drySource keeps what was read from a source, so that it can be read again.
type drySource struct {
	name string
	text bytes.Buffer
}

// dryFields counts kinds of fields, independently of what the command does with
// them.
type dryFields struct{ encoded, twice, pluses, octets int64 }

// dryRun examines the beginning of the sources and prints a report, which ends with the
// command to run.
func (r *run) dryRun(op *bulk.Operation) error {
	j := r.job
	if r.in.table.Format == bulk.Foreign {
		return term.UsageError("without it, try a file with the first rows only", "--dry-run does not support Parquet")
	}
	p := &j.Do.Policy
	asked := p.Value
	if p.OnError() == "fail" {
		p.Value = "skip"
		if slices.Contains(p.Words, "keep") {
			p.Value = "keep"
		}
		j.Do.Plan.Policy = p.rule()
	}
	var kept []*drySource
	var sources, again []bulk.Source
	for _, s := range r.in.from {
		k := &drySource{name: s.Name}
		kept = append(kept, k)
		sources = append(sources, bulk.Source{Name: s.Name, Open: func() (io.ReadCloser, error) {
			in, err := j.In.Open(s, j.Tell.UI, nil, nil)
			if err != nil {
				return nil, err
			}
			return stream.Closing(io.TeeReader(in, &k.text), in), nil
		}})
	}
	work := &bulk.Job{
		Operation: op, Table: r.in.table, Policy: p.rule(), OnFlaw: r.flaw, MaxRecord: j.app.Limit, Chunk: j.app.Chunk,
		Every: j.app.Sample, OnCheckpoint: func(bulk.Checkpoint) error { return errSampled },
	}
	if j.Do.Plan.Detect {
		work.OnOpen = r.detect
	}
	if err := r.in.checkColumns(work, &j.In); err != nil {
		return err
	}
	stats, err := work.Run(io.Discard, sources...)
	whole := err == nil
	if err != nil && err != errSampled {
		return err
	}

	for _, k := range kept {
		if k.text.Len() > 0 {
			again = append(again, bulk.From(k.name, &k.text))
		}
	}
	var fields dryFields
	var text bytes.Buffer
	table := *r.in.table
	table.Into = nil // the dry run prints fields, not a table
	work.Table = &table
	work.Operation, work.OnFlaw, work.OnOpen, work.Policy = fields.operation(), nil, nil, bulk.Keep
	if _, err := work.Run(&text, again...); err != nil && err != errSampled {
		return err
	}

	t := &stats.Table
	what := "rows"
	if r.in.table.Format == bulk.WholeLines {
		what = "lines"
	}
	rows := [][]string{{what, strconv.FormatInt(stats.Records-t.Header, 10) + r.in.part(whole, j.app.Sample)}}
	add := func(name string, n int64, notes ...string) {
		rows = append(rows, []string{name, strings.Join(append([]string{strconv.FormatInt(n, 10)}, notes...), ", ")})
	}
	if what == "rows" {
		add("fields", t.Fields)
	}
	add("with escapes", fields.encoded)
	add("encoded twice", fields.twice)
	add("with a '+'", fields.pluses)
	if n := j.Do.counters["found"]; n != nil {
		add("findings", n.Load())
	} else {
		add("changed", t.Changed)
	}
	if t.Malformed > 0 {
		add("malformed", t.Malformed, "the first at "+j.Tell.Malformed.where())
	} else {
		add("malformed", 0)
	}
	add("not UTF-8", t.NotUTF8)
	var found *charset.Candidate
	if j.Do.decodes() && j.Do.Plan.Encoding != nil && text.Len() > 0 {
		list, err := bulk.DetectCharset(text.Bytes(), stream.Lines, j.Do.Plan.Options())
		if err != nil {
			return err
		}
		found = &list[0]
		rows = append(rows, []string{"charset", fmt.Sprintf("%s, confidence %.2f", found.Charset, found.Confidence)})
	}
	for _, more := range []struct {
		name string
		n    int64
	}{{"missing", t.Missing}, {"not strings", t.NotText}, {"of another length", t.Ragged}, {"with line ends or tabs", t.Newlines}} {
		if more.n > 0 {
			add(more.name, more.n)
		}
	}

	// Malformed fields and other charsets need a flag.
	var flags []string
	if t.Malformed > 0 && asked == "" && j.In.columns.errors == "" && p.Value == "keep" {
		flags = append(flags, "--errors", "errors.jsonl")
	}
	hint := ""
	switch {
	case t.NotUTF8 == 0 || j.Do.Plan.Detect:
	case !j.Do.decodes():
		// The form commands keep octets by default.
		if asked == "" && slices.Contains(p.Words, "replace") {
			flags = append(flags, "--on-error", "replace")
		}
	case j.Do.Plan.Charset != nil:
	case j.Do.decodes() && j.Do.Plan.Layers > 1:
		hint = "databases reject invalid UTF-8, and --charset is for one layer: decode the last layer on its own, with --charset utf-8"
	case found != nil && found.Confidence >= reliable && found.Charset != charset.UTF8:
		flags = append(flags, "--charset", found.Charset.Name())
	case found != nil:
		flags = append(flags, "--charset", "utf-8")
		if asked == "" {
			flags = append(flags, "--on-error", "keep")
		}
		if fields.octets > 0 && (asked == "" || asked == "keep") {
			hint = term.Count(fields.octets, "field") + " not UTF-8 even without decoding: --on-error keep leaves such fields as they are, and databases reject them; --on-error replace writes U+FFFD"
		}
	}
	if _, err := io.WriteString(j.app.Text, term.Columns(rows)+"\n"+commandLine(j.app.Line, flags)+"\n"); err != nil {
		return err
	}
	if fields.twice > 0 && j.Do.decodes() && j.Do.Plan.Layers <= 1 {
		j.Tell.UI.Hint("--layers 2 decodes text that is encoded twice, and --layers all decodes while all escapes are valid; how often text was meant to be encoded cannot be known")
	}
	if hint != "" {
		j.Tell.UI.Hint(hint)
	}
	// The report covers the findings, so none of them may fail the command.
	j.Tell.Malformed.Count = 0
	for _, n := range j.Do.counters {
		n.Store(0)
	}
	return nil
}

// part describes which part of the sources was examined: all, or a sample of so many
// bytes.
func (in *reading) part(whole bool, sample int64) string {
	if whole {
		return ", all there are"
	}
	part, unit := stream.InUnits(sample, sample)
	text := ", the first " + part + " " + unit + " of text"
	if total := stream.TotalSize(in.from); total >= 0 {
		size, unit := stream.InUnits(total, total)
		text += "; the input has " + size + " " + unit
	}
	return text
}

// operation returns an operation that counts fields and writes each on a line.
func (f *dryFields) operation() *bulk.Operation {
	lenient := percent.RFC3986.WithMalformed(percent.MalformedKept)
	return bulk.Func(func(dst []byte, r bulk.Record) ([]byte, error) {
		if bytes.IndexByte(r.Text, '+') >= 0 {
			f.pluses++
		}
		if !utf8.Valid(r.Text) {
			f.octets++
		}
		if FindEscape(r.Text, false) != "" {
			f.encoded++
			begin := len(dst)
			dst, _ = lenient.AppendDecode(dst, r.Text) // cannot fail: lenient accepts everything
			if FindEscape(dst[begin:], false) != "" {
				f.twice++
			}
			dst = dst[:begin]
		}
		return append(append(dst, r.Text...), '\n'), nil
	}).Framed().InOrder()
}

// plainArgument holds the characters that are special to no shell.
const plainArgument = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_./,:=%+@"

// commandLine returns a command line, quoted for a shell, without --dry-run and with
// more flags.
func commandLine(line, more []string) string {
	args := []string{"percent"}
	behind := []string{}
	for i, arg := range line {
		if arg == "--" {
			behind = line[i:]
			break
		}
		if name, _, _ := strings.Cut(arg, "="); name != "--dry-run" {
			args = append(args, arg)
		}
	}
	args = slices.Concat(args, more, behind)
	for i, arg := range args {
		if strings.Trim(arg, plainArgument) != "" || arg == "" {
			args[i] = term.Typed(arg)
		}
	}
	return strings.Join(args, " ")
}
