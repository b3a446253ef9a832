package playground

import (
	"bytes"
	"cmp"
	"errors"
	"strconv"
	"strings"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/bulk"
	"github.com/pct-encoded/percent/charset"
	"github.com/pct-encoded/percent/dialect"
)

// A codeRequest is a request to encode, decode or fix.
type codeRequest struct {
	Text    string `json:"text"`
	As      string `json:"as,omitempty"`       // a name of a dialect; rfc3986, or rfc3986.uri to fix
	Space   string `json:"space,omitempty"`    // plus, percent, or as the dialect has it
	Charset string `json:"charset,omitempty"`  // a label, or detect; octets without
	Lines   bool   `json:"lines,omitempty"`    // each line is a text of its own
	OnError string `json:"on_error,omitempty"` // a policy of bulk, or "" for that of the dialect
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

// wholeURI is the dialect of whole URIs. A charset applies only to their query.
const wholeURI = "rfc3986.uri"

func encode(q *codeRequest) (*reply, error) {
	return q.do("encode", "rfc3986", bulk.Encode)
}

func decode(q *codeRequest) (*reply, error) {
	return q.do("decode", "rfc3986", bulk.Decode)
}

func fix(q *codeRequest) (*reply, error) {
	return q.do("fix", wholeURI, bulk.Fix)
}

// do runs op, which the command calls verb, on the text.
func (q *codeRequest) do(verb, standard string, op func(bulk.Options) (*bulk.Operation, error)) (*reply, error) {
	d, e, err := q.encoding(cmp.Or(q.As, standard))
	if err == nil && verb != "decode" && !d.Encodes() {
		err = &dialect.DirectionError{Name: cmp.Or(q.As, standard)}
	}
	if err != nil {
		return nil, err
	}
	policy := bulk.Fail
	if q.OnError != "" {
		if policy, err = bulk.LookupPolicy(q.OnError); err != nil || policy == bulk.Null {
			return nil, refuse("on_error", q.OnError, unknownWord)
		}
		// The policy of the request goes before the leniency of the dialect.
		if e != nil && policy != bulk.Keep {
			e = e.WithMalformed(percent.MalformedRefused)
		}
	}
	o := bulk.Options{Dialect: d, Encoding: e, Tolerated: bulk.Told}
	job := bulk.Job{Policy: policy, Separator: bulk.Whole}
	if q.Lines {
		job.Separator = bulk.Lines
	}
	result := codeResult{ID: d.ID}
	if o.Charset, err = q.charset(verb, &o, job.Separator, &result); err != nil {
		return nil, err
	}
	if job.Operation, err = op(o); err != nil {
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
	if o.Charset != nil {
		result.Charset = o.Charset.Name()
	}
	return &reply{
		Result: result, Command: q.command(verb), Go: q.inGo(verb, d, e, o.Charset),
		Sources: []source{sourceOf(d)}, Guide: guideTo(verb),
	}, nil
}

// encoding returns the dialect with a name, and its encoding as the request changes
// it.
func (q *codeRequest) encoding(name string) (*dialect.Dialect, *percent.Encoding, error) {
	d, err := dialect.Lookup(name)
	if err != nil {
		return nil, nil, err
	}
	e := d.Encoding()
	if err := word("space", &q.Space, "dialect", "plus", "percent"); err != nil {
		return nil, nil, err
	}
	switch {
	case q.Space == "dialect":
		q.Space = ""
	case e == nil:
		return nil, nil, refuse("space", q.Space, wrongTogether)
	case q.Space == "plus":
		e = e.WithSpace(percent.SpacePlus).WithPlus(percent.PlusIsSpace).WithKept(e.Kept().Remove("+"))
	default:
		e = e.WithSpace(percent.SpacePercent20).WithPlus(percent.PlusLiteral).WithKept(e.Kept().Remove(" "))
	}
	return d, e, nil
}

// charset returns the charset of the request, or nil for octets, and sets o.Parts.
func (q *codeRequest) charset(verb string, o *bulk.Options, sep bulk.Separator, result *codeResult) (*charset.Charset, error) {
	if o.Dialect.ID == wholeURI {
		o.Parts = bulk.QueryOnly
	}
	switch {
	case q.Charset == "":
		return nil, nil
	case o.Encoding == nil:
		return nil, refuse("charset", q.Charset, wrongTogether)
	case q.Charset != "detect":
		c, err := charset.Lookup(q.Charset)
		if err == nil && verb != "decode" {
			c = c.Output()
		}
		return c, err
	case verb != "decode":
		return nil, refuse("charset", q.Charset, wrongTogether)
	}
	sample, _, err := bulk.Sample(strings.NewReader(q.Text))
	if err != nil {
		return nil, err
	}
	found, err := bulk.DetectCharset(sample, sep, *o)
	if err != nil {
		return nil, err
	}
	for _, c := range firsts(found, 5) {
		result.Detected = append(result.Detected, candidate{c.Charset.Name(), c.Language, int(c.Confidence*1000 + 0.5)})
	}
	return found[0].Charset, nil
}

// command returns the command that does the same.
func (q *codeRequest) command(verb string) string {
	c := newCommand("percent", verb)
	c.flag("--as", q.As)
	c.flag("--space", q.Space)
	c.flag("--charset", q.Charset)
	c.flag("--on-error", q.OnError)
	if q.Lines {
		return c.lines(q.Text)
	}
	return c.value(q.Text)
}

// inGo returns lines of Go that do the same to a text.
func (q *codeRequest) inGo(verb string, d *dialect.Dialect, e *percent.Encoding, c *charset.Charset) []string {
	text := goText(q.Text)
	method := strings.ToUpper(verb[:1]) + verb[1:]
	changes, removed := "", ""
	switch q.Space {
	case "plus":
		changes, removed = ".WithSpace(percent.SpacePlus).WithPlus(percent.PlusIsSpace)", "+"
	case "percent":
		changes, removed = ".WithSpace(percent.SpacePercent20).WithPlus(percent.PlusLiteral)", " "
	}
	if e != nil && q.OnError != "" && q.OnError != "keep" {
		changes += ".WithMalformed(percent.MalformedRefused)"
	}
	inBulk := c != nil || q.Lines || q.OnError != ""
	if !inBulk && changes == "" && (d.ID == "rfc3986" || d.ID == wholeURI) {
		receiver, results := "percent.RFC3986", "out := "
		if d.ID == wholeURI {
			receiver = "percent.URI"
		}
		if verb == "decode" {
			results = "out, err := "
		}
		return []string{results + receiver + "." + method + "(" + text + ")"}
	}
	lines := []string{"d, err := dialect.Lookup(" + strconv.Quote(d.ID) + ")"}
	options := "Dialect: d"
	if changes != "" {
		lines = append(lines, "e := d.Encoding()"+changes)
		if removed != "" {
			lines = append(lines, "e = e.WithKept(e.Kept().Remove("+strconv.Quote(removed)+"))")
		}
		options += ", Encoding: e"
	}
	switch {
	case inBulk:
	case changes == "":
		return append(lines, "out, err := d."+method+"("+text+")")
	case verb == "decode":
		return append(lines, "out, err := e.Decode("+text+")")
	default:
		return append(lines, "out := e."+method+"("+text+")")
	}
	if c != nil {
		lines = append(lines, "c, err := charset.Lookup("+strconv.Quote(c.Name())+")")
		options += ", Charset: c"
		if d.ID == wholeURI {
			options += ", Parts: bulk.QueryOnly"
		}
	}
	lines = append(lines, "op, err := bulk."+method+"(bulk.Options{"+options+"})")
	if !q.Lines && q.OnError == "" {
		return append(lines, "out, err := (&bulk.Job{Operation: op}).Record(nil, bulk.Record{Text: []byte("+text+")})")
	}
	job := "Operation: op, Separator: bulk.Whole"
	if q.Lines {
		job = "Operation: op, Separator: bulk.Lines"
	}
	if q.OnError != "" {
		job += ", Policy: bulk." + strings.ToUpper(q.OnError[:1]) + q.OnError[1:]
	}
	return append(lines,
		"job := &bulk.Job{"+job+"}",
		`stats, err := job.Run(os.Stdout, bulk.From("", strings.NewReader(`+text+")))",
	)
}
