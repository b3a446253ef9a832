package jsonapi

import (
	"cmp"
	"slices"
	"strings"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/charset"
	"github.com/pct-encoded/percent/dialect"
	"github.com/pct-encoded/percent/inspect"
	"github.com/pct-encoded/percent/inspect/compare"
	"github.com/pct-encoded/percent/inspect/explain"
	"github.com/pct-encoded/percent/inspect/identify"
	"github.com/pct-encoded/percent/inspect/layers"
	"github.com/pct-encoded/percent/internal/results"
	"github.com/pct-encoded/percent/weburl"
)

var rfc3986 = source{"RFC 3986", "https://www.rfc-editor.org/rfc/rfc3986.html"}

// A lintRequest is a request to look for mistakes in a text.
type lintRequest struct {
	Text string `json:"text"`
	choices
	Kind string `json:"kind,omitempty"` // what "in" was called before
}

// A lintResult is what lint finds, with chips.
type lintResult struct {
	Findings []finding `json:"findings"`
	Found    int       `json:"found"`
	Chips    []chip    `json:"chips"`
}

type finding struct {
	Rule        string  `json:"rule"`
	Severity    string  `json:"severity"`
	Offset      int     `json:"offset"`
	Length      int     `json:"length"`
	Text        string  `json:"text"`
	Layer       int     `json:"layer"`
	Message     string  `json:"message"`
	Readers     string  `json:"readers,omitempty"`
	Fix         string  `json:"fix"`
	Replacement *string `json:"replacement,omitempty"`
}

// A chip is a short remark about a text. On the page it leads to where there is more.
type chip struct {
	// ID is what it says: encoded, not-utf8, plus, malformed, url or lookalike.
	ID      string `json:"id"`
	Count   int    `json:"count,omitempty"`
	Charset string `json:"charset,omitempty"`
	Text    string `json:"text,omitempty"`
}

func look(q *lintRequest) (*reply, error) {
	q.In = cmp.Or(q.In, q.Kind)
	row, plan, err := planned(&q.Request)
	if err != nil {
		return nil, err
	}
	d, err := dialect.Lookup(cmp.Or(q.As, "rfc3986"))
	if err != nil {
		return nil, err
	}
	var l results.Linting
	plan.Linting(&l)
	found, err := l.Linter.Lint(q.Text)
	if err != nil {
		return nil, err
	}
	result := lintResult{Findings: []finding{}, Found: len(found), Chips: []chip{}}
	for _, f := range firsts(found, MaxItems) {
		x := finding{
			Rule: f.Rule, Severity: f.Severity.String(), Offset: f.Offset, Length: f.Len,
			Text: beginning(q.Text[f.Offset:f.Offset+f.Len], MaxExcerpt), Layer: f.Layer, Message: f.Message, Readers: f.Readers, Fix: f.Fix,
		}
		// The beginning of a longer one would be wrong.
		if f.Mechanical && len(f.Replacement) <= MaxText {
			x.Replacement = &f.Replacement
		}
		result.Findings = append(result.Findings, x)
	}
	if result.Chips, err = chipsOf(q.Text, d.Base().Plus() == percent.PlusIsSpace); err != nil {
		return nil, err
	}
	return &reply{
		Result: result, Command: commandOf(&q.Request).value(q.Text), Go: row.Go(&q.Request, plan, goText(q.Text), false),
		Sources: []source{rfc3986}, Guide: guideTo("lint"),
	}, nil
}

// chipsOf returns the chips for an encoded text. form says that '+' is read as a
// space.
func chipsOf(text string, form bool) ([]chip, error) {
	list := []chip{}
	stack, err := layers.Of(text)
	if err != nil {
		return nil, err
	}
	if n := stack.Depth(); n > 1 {
		list = append(list, chip{ID: "encoded", Count: n})
	}
	first := &stack.Layers[0]
	if len(stack.Layers) > 1 && first.NotUTF8 < 0 && stack.Layers[1].NotUTF8 >= 0 {
		octets := stack.Layers[1].Text
		c := chip{ID: "not-utf8"}
		if best := charset.Detect([]byte(octets))[0].Charset; best != charset.UTF8 {
			if read, err := best.Decode(octets); err == nil {
				c.Charset, c.Text = best.Name(), beginning(read, 60)
			}
		}
		list = append(list, c)
	}
	if r := explain.PlusIn(text); r > explain.PlusItself && !form {
		list = append(list, chip{ID: "plus", Count: first.Plus})
	}
	if first.Stray > 0 {
		list = append(list, chip{ID: "malformed", Count: first.Stray})
	}
	if strings.Contains(text, "://") && weburl.CanParse(text) {
		list = append(list, chip{ID: "url"})
	}
	for l := range layers.Lookalikes(text) {
		list = append(list, chip{ID: "lookalike", Text: l.Kind.String()})
		break
	}
	return list, nil
}

// An explainRequest is a request to take a text apart.
type explainRequest struct {
	Text string `json:"text"`
	choices
	Kind string `json:"kind,omitempty"` // what "in" was called before
	// From is the index of the first character to return, and Count how many to return:
	// at most MaxCharacters, which 0 stands for.
	From  int `json:"from,omitempty"`
	Count int `json:"count,omitempty"`
}

type explainResult struct {
	results.ExplanationJSON
	From  int `json:"from"`
	Total int `json:"total"` // characters
}

func explainText(q *explainRequest) (*reply, error) {
	q.In = cmp.Or(q.In, q.Kind)
	row, err := checked(&q.Request)
	if err != nil {
		return nil, err
	}
	kind, err := inspect.LookupKind(cmp.Or(q.In, "auto"))
	if err != nil {
		return nil, err
	}
	e, err := explain.With(q.Text, explain.Options{Kind: kind})
	if err != nil {
		return nil, err
	}
	result := explainResult{ExplanationJSON: results.NewExplanation(e), Total: len(e.Characters)}
	v := &result.ExplanationJSON
	v.Input = beginning(v.Input, MaxText)
	// The view writes the characters that e has by then.
	result.From = min(max(q.From, 0), len(e.Characters))
	count := q.Count
	if count <= 0 || count > MaxCharacters {
		count = MaxCharacters
	}
	e.Characters = firsts(e.Characters[result.From:], count)
	v.Components = firsts(v.Components, MaxItems)
	for i := range v.Components {
		c := &v.Components[i]
		c.Text = beginning(c.Text, MaxText)
		if c.Decoded != nil {
			*c.Decoded = beginning(*c.Decoded, MaxText)
		}
		c.Pieces = firsts(c.Pieces, MaxItems)
	}
	for i := range v.Layers {
		v.Layers[i].Text = beginning(v.Layers[i].Text, MaxExcerpt)
	}
	v.Charsets = firsts(v.Charsets, MaxItems)
	for i := range v.Charsets {
		for j := range v.Charsets[i].Candidates {
			c := &v.Charsets[i].Candidates[j]
			c.Text = beginning(c.Text, MaxExcerpt)
		}
		v.Charsets[i].Doubled = beginning(v.Charsets[i].Doubled, MaxExcerpt)
	}
	return &reply{
		Result: result, Command: commandOf(&q.Request).value(q.Text), Go: row.Go(&q.Request, nil, goText(q.Text), false),
		Sources: []source{rfc3986}, Guide: guideTo("explain"),
	}, nil
}

// A layersRequest is a request to take layers off.
type layersRequest struct {
	Text string `json:"text"`
	choices
}

type layersResult struct {
	results.LayersJSON
	Cut bool `json:"cut"`
}

func takeLayers(q *layersRequest) (*reply, error) {
	if q.Plus == "kept" { // what "keep" was called before
		q.Plus = "keep"
	}
	row, err := checked(&q.Request)
	if err != nil {
		return nil, err
	}
	stack, err := layers.With(q.Text, layers.Options{Plus: q.PlusMode()})
	if err != nil {
		return nil, err
	}
	result := layersResult{LayersJSON: results.NewLayers(stack)}
	shorten := func(text *string) {
		if short := beginning(*text, MaxText); short != *text {
			*text, result.Cut = short, true
		}
	}
	shorten(&result.Input)
	for i := range result.LayersJSON.Layers {
		l := &result.LayersJSON.Layers[i]
		shorten(&l.Text)
		result.Cut = result.Cut || len(l.Changes) > MaxItems || len(l.Nested) > MaxItems || len(l.Lookalikes) > MaxItems
		l.Changes, l.Nested, l.Lookalikes = firsts(l.Changes, MaxItems), firsts(l.Nested, MaxItems), firsts(l.Lookalikes, MaxItems)
	}
	return &reply{
		Result: result, Command: commandOf(&q.Request).value(q.Text), Go: row.Go(&q.Request, nil, goText(q.Text), false),
		Sources: []source{{"RFC 3986, section 2.4", rfc3986.URL + "#section-2.4"}}, Guide: guideTo("layers"),
	}, nil
}

// A compareRequest is a request to compare two texts.
type compareRequest struct {
	A string `json:"a"`
	B string `json:"b"`
	choices
}

type compareResult struct {
	results.ComparisonJSON
	// Repaired has a repair for each mistake that explains the difference alone.
	Repaired []repair `json:"repaired"`
}

// A repair is what a text that was made with a mistake is without it.
type repair struct {
	Mistake string `json:"mistake"`
	Side    string `json:"side"`
	cutText
}

func compareTexts(q *compareRequest) (*reply, error) {
	row, err := checked(&q.Request)
	if err != nil {
		return nil, err
	}
	format, err := compare.LookupFormat(cmp.Or(q.Format, "text"))
	if err != nil {
		return nil, err
	}
	return &reply{
		Result: newCompareResult(compare.Compare(q.A, q.B, format), q.A, q.B), Command: commandOf(&q.Request).texts(q.A, q.B),
		Go:      row.Go(&q.Request, nil, goText(q.A)+", "+goText(q.B), false),
		Sources: []source{{"RFC 3986, section 6", rfc3986.URL + "#section-6"}}, Guide: guideTo("compare"),
	}, nil
}

func newCompareResult(c *compare.Comparison, a, b string) compareResult {
	result := compareResult{ComparisonJSON: results.NewComparison(c), Repaired: []repair{}}
	for i := range result.Differences {
		d := &result.Differences[i]
		for _, text := range []*string{d.A, d.B} {
			if text != nil {
				*text = beginning(*text, MaxExcerpt)
			}
		}
	}
	for _, m := range firsts(c.Mistakes, MaxItems) {
		// A single mistake makes all the difference, so without it a text is the other.
		side, text := "b", a
		if m.Side == compare.First {
			side, text = "a", b
		}
		result.Repaired = append(result.Repaired, repair{m.ID, side, cut(text, MaxRepair)})
	}
	return result
}

// MaxRepair is the longest text, in bytes, that a repair of compare holds: 128 KiB,
// which is the longest for which compare finds mistakes.
const MaxRepair = 128 << 10

// An identifyRequest is a request to say which dialects can have made samples.
type identifyRequest struct {
	Samples []sample `json:"samples"`
}

// A sample is what an encoder was seen to do. It has either Output or Refused.
type sample struct {
	Input   *string `json:"input,omitempty"`
	Output  *string `json:"output,omitempty"`
	Refused bool    `json:"refused,omitempty"`
}

type identifyResult struct {
	results.IdentificationJSON
	Remaining int `json:"remaining"` // how many rules; Matches has the first ones
}

func identifySamples(q *identifyRequest) (*reply, error) {
	if len(q.Samples) == 0 || len(q.Samples) > identify.MaxSamples {
		return nil, refuse("samples", "", isMissing)
	}
	var samples []identify.Sample
	// The command takes the outputs of each --of first.
	c := newCommand("percent", "identify")
	var paired, alone []string
	var in []string
	for _, s := range q.Samples {
		switch {
		case s.Refused && s.Input != nil && s.Output == nil:
			samples = append(samples, identify.Refusal(*s.Input))
			c.add("--refuses", c.word(*s.Input))
			in = append(in, "identify.Refusal("+goText(*s.Input)+")")
		case s.Output == nil || s.Refused:
			return nil, refuse("samples", "", isMissing)
		case s.Input != nil:
			samples = append(samples, identify.Pair(*s.Input, *s.Output))
			c.add("--of", c.word(*s.Input))
			paired = append(paired, *s.Output)
			in = append(in, "identify.Pair("+goText(*s.Input)+", "+goText(*s.Output)+")")
		default:
			samples = append(samples, identify.Output(*s.Output))
			alone = append(alone, *s.Output)
			in = append(in, "identify.Output("+goText(*s.Output)+")")
		}
	}
	id, err := identify.Identify(samples...)
	if err != nil {
		return nil, err
	}
	const nearest = 5
	var near []identify.Near
	if len(id.Matches) == 0 {
		near = id.Nearest(nearest, samples...)
	}
	result := identifyResult{*results.NewIdentification(id, near), len(id.Matches)}
	v := &result.IdentificationJSON
	// All dialects are named, so that one can look for any; there are not many.
	v.Matches, v.Outcomes = firsts(v.Matches, 50), firsts(v.Outcomes, 50)
	for i := range v.Matches {
		m := &v.Matches[i]
		m.Encoders, m.Inputs = firsts(m.Encoders, 50), firsts(m.Inputs, 1)
	}
	for i := range v.Outcomes {
		v.Outcomes[i].Dialects = firsts(v.Outcomes[i].Dialects, 50)
	}
	outputs := slices.Concat(paired, alone)
	c.cannot = c.cannot || len(outputs) == 0 // there is no command for refusals alone
	return &reply{
		Result: result, Command: c.texts(outputs...), Go: []string{"id, err := identify.Identify(" + strings.Join(in, ", ") + ")"}, Guide: guideTo("identify"),
	}, nil
}
