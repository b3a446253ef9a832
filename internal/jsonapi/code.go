package jsonapi

import (
	"bytes"
	"errors"
	"strings"

	"github.com/pct-encoded/percent/bulk"
	"github.com/pct-encoded/percent/internal/operation"
)

// A codeRequest is a request to encode, decode or fix.
type codeRequest struct {
	Text string `json:"text"`
	choices
	Lines bool `json:"lines,omitempty"` // each line is a text of its own
	// Most is how many bytes of the output to return; 0 stands for all of it.
	Most int `json:"most,omitempty"`
}

// A codeResult is the result of encoding, decoding or fixing.
type codeResult struct {
	ID      string `json:"id"`
	Charset string `json:"charset,omitempty"`
	Output  string `json:"output"`
	Length  int    `json:"length"` // of the whole output, in bytes
	Records int64  `json:"records"`
	// Ended is the flaw at which the output ends, if the policy stops there.
	Ended    *flaw       `json:"ended,omitempty"`
	Flaws    []flaw      `json:"flaws,omitempty"` // the first MaxItems
	Flawed   int         `json:"flawed"`          // how many flaws there are
	Detected []candidate `json:"detected,omitempty"`
}

type flaw struct {
	Kind   string `json:"kind"`
	Line   int64  `json:"line,omitempty"`
	Offset int64  `json:"offset"` // in the whole text, in bytes
	Length int    `json:"length"`
	Reason string `json:"reason"`
	Text   string `json:"text"`
}

type candidate struct {
	Charset    string `json:"charset"`
	Language   string `json:"language,omitempty"`
	Confidence int    `json:"confidence"` // in thousandths
}

var flawKinds = [...]string{
	bulk.Malformed: "malformed", bulk.Refused: "refused", bulk.NotText: "not-text",
	bulk.Tolerated: "tolerated", bulk.Unencodable: "unencodable", bulk.Unescaped: "unescaped",
}

func newFlaw(f *bulk.Flaw) flaw {
	return flaw{
		Kind: flawKinds[f.Kind], Line: f.Record, Offset: f.StreamOffset, Length: len(f.Bytes),
		Reason: string(f.Reason), Text: beginning(f.Bytes, MaxExcerpt),
	}
}

// code encodes, decodes or fixes the text.
func code(q *codeRequest) (*reply, error) {
	row, plan, err := q.planned()
	if err != nil {
		return nil, err
	}
	if longest(len(q.Text), q, plan) > MaxOutput {
		return nil, refuse("times", "", tooLong)
	}
	plan.Tolerated = bulk.Told
	job := bulk.Job{Policy: plan.Policy, Separator: bulk.Whole}
	if row.CopiesMark() {
		job.Mark = bulk.MarkCopied
	}
	if q.Lines {
		job.Separator = bulk.Lines
	}
	result := codeResult{ID: plan.Dialect.ID}
	if plan.Detect {
		if result.Detected, err = detect(plan, q.Text, job.Separator); err != nil {
			return nil, err
		}
	}
	if job.Operation, err = plan.Operation(); err != nil {
		return nil, err
	}
	job.OnFlaw = func(f bulk.Flaw) {
		result.Flawed++
		if len(result.Flaws) < MaxItems {
			result.Flaws = append(result.Flaws, newFlaw(&f))
		}
	}
	var out bytes.Buffer
	stats, err := job.Run(&out, bulk.From("", strings.NewReader(q.Text)))
	var end *bulk.Flaw
	switch {
	case errors.As(err, &end):
		f := newFlaw(end)
		result.Ended = &f
	case err != nil:
		return nil, err
	}
	result.Records = stats.Records
	result.Output, result.Length = out.String(), out.Len()
	if q.Most > 0 {
		result.Output = beginning(result.Output, q.Most)
	}
	if plan.Charset != nil {
		result.Charset = plan.Charset.Name()
	}
	c := commandOf(&q.Request)
	line := c.value
	if q.Lines {
		line = c.lines
	}
	return &reply{
		Result: result, Command: line(q.Text), Go: row.Go(&q.Request, plan, goText(q.Text), q.Lines),
		Sources: []source{sourceOf(plan.Dialect)}, Guide: guideTo(row.Name),
	}, nil
}

// MaxOutput is the longest output, in bytes, that encoding several times may come to:
// 64 MiB, twice what encoding the longest request once comes to. Each time can triple the
// length.
const MaxOutput = 64 << 20

// planned returns the row of a request, and what the request comes to.
func (q *codeRequest) planned() (*operation.Operation, *operation.Plan, error) {
	if q.Space == "dialect" { // as the page and npm said it before
		q.Space = ""
	}
	row, plan, err := planned(&q.Request)
	if err == nil && plan.Policy == bulk.Null { // which is for fields of tables
		err = refuse("on_error", q.OnError, operation.UnknownWord)
	}
	return row, plan, err
}

// longest returns a length that the output of a request for n bytes does not exceed, in
// bytes, if it encodes more than once, and 0 otherwise.
func longest(n int, q *codeRequest, plan *operation.Plan) int {
	if plan.Layers <= 1 || q.Operation != "encode" {
		return 0
	}
	for range plan.Layers {
		if n *= 3; n > MaxOutput {
			return n
		}
	}
	return n
}

// planned returns the row of a request, and what the request comes to.
func planned(r *operation.Request) (*operation.Operation, *operation.Plan, error) {
	row, err := operation.Lookup(r.Operation)
	if err != nil {
		return nil, nil, err
	}
	plan, err := row.Plan(r, operation.Page)
	return row, plan, err
}

// checked returns the row of a request that has no plan.
func checked(r *operation.Request) (*operation.Operation, error) {
	row, err := operation.Lookup(r.Operation)
	if err != nil {
		return nil, err
	}
	return row, row.Check(r, operation.Page)
}

// detect sets the charset of plan to the one that a text is likely to be in, and
// returns the candidates.
func detect(plan *operation.Plan, text string, sep bulk.Separator) ([]candidate, error) {
	sample, _, err := bulk.Sample(strings.NewReader(text))
	if err != nil {
		return nil, err
	}
	found, err := bulk.DetectCharset(sample, sep, plan.Options())
	if err != nil {
		return nil, err
	}
	var list []candidate
	for _, c := range firsts(found, 5) {
		list = append(list, candidate{c.Charset.Name(), c.Language, int(c.Confidence*1000 + 0.5)})
	}
	plan.Charset = found[0].Charset
	return list, nil
}
