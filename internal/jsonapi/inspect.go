package jsonapi

import (
	"cmp"
	"errors"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/charset"
	"github.com/pct-encoded/percent/dialect"
	"github.com/pct-encoded/percent/inspect/compare"
	"github.com/pct-encoded/percent/inspect/explain"
	"github.com/pct-encoded/percent/inspect/identify"
	"github.com/pct-encoded/percent/inspect/layers"
	"github.com/pct-encoded/percent/internal/operation"
	"github.com/pct-encoded/percent/internal/results"
	"github.com/pct-encoded/percent/weburl"
)

var rfc3986 = source{"RFC 3986", "https://www.rfc-editor.org/rfc/rfc3986.html"}

// An inspection is an operation that replies what a row of the registry with its name finds
// out, shortened.
type inspection struct {
	name   string
	hidden []string // members of an inspectRequest that it does not have
	values func(*inspectRequest) []string
	source source
	// more returns what the reply says beside that. It is called when the view has been
	// made; cut says that something was shortened.
	more func(q *inspectRequest, r results.Result, cut bool) (any, error)
}

func inspections() []call {
	var list []call
	for _, i := range []inspection{
		{"lint", []string{"a", "b", "from", "count"}, oneText, rfc3986, withChips},
		{"explain", []string{"a", "b"}, oneText, rfc3986, someCharacters},
		{"layers", []string{"a", "b", "kind", "from", "count"}, oneText, source{"RFC 3986, section 2.4", rfc3986.URL + "#section-2.4"}, whetherCut},
		{"compare", []string{"text", "kind", "from", "count"}, twoTexts, source{"RFC 3986, section 6", rfc3986.URL + "#section-6"}, withRepairs},
	} {
		list = append(list, row(i.name, i.name, i.do, i.hidden...))
	}
	return list
}

// An inspectRequest is a request to say what texts are.
type inspectRequest struct {
	Text string `json:"text"`
	A    string `json:"a"`
	B    string `json:"b"`
	choices
	Kind string `json:"kind,omitempty"` // what "in" was called before
	// From is the index of the first character to return, and Count how many to return:
	// at most MaxCharacters, which 0 stands for.
	From  int `json:"from,omitempty"`
	Count int `json:"count,omitempty"`
}

func oneText(q *inspectRequest) []string  { return []string{q.Text} }
func twoTexts(q *inspectRequest) []string { return []string{q.A, q.B} }

// inspected is a result, shortened, and what is said beside it.
type inspected struct {
	Result any `json:",inline"`
	More   any `json:",inline"`
}

func (i *inspection) do(q *inspectRequest) (*reply, error) {
	q.In = cmp.Or(q.In, q.Kind)
	if q.Plus == "kept" { // what "keep" was called before
		q.Plus = "keep"
	}
	row, err := checked(&q.Request)
	if err != nil {
		return nil, err
	}
	values := i.values(q)
	found, err := row.Run(&operation.Call{Request: &q.Request, Values: values})
	if err != nil {
		return nil, err
	}
	view, cut := shortened(found)
	more, err := i.more(q, found, cut)
	if err != nil {
		return nil, err
	}
	command, inGo := commandOf(&q.Request), make([]string, len(values))
	for i, text := range values {
		inGo[i] = goText(text)
	}
	line := command.texts
	if len(values) == 1 {
		line = func(list ...string) string { return command.value(list[0]) }
	}
	return &reply{
		Result: inspected{view, more}, Command: line(values...), Go: row.Go(&q.Request, nil, strings.Join(inGo, ", "), false),
		Sources: []source{i.source}, Guide: guideTo(i.name),
	}, nil
}

// shortened returns the view of a result, whose texts and lists are no longer than the tags
// "most" of package results allow, and whether any was.
func shortened(r results.Result) (view any, cut bool) {
	from := reflect.ValueOf(r.JSON())
	v := reflect.New(from.Type())
	v.Elem().Set(from)
	cut = shorten(v)
	return v.Interface(), cut
}

// shorten shortens what is in v, and reports whether there was anything to shorten.
func shorten(v reflect.Value) (cut bool) {
	switch v.Kind() {
	case reflect.Pointer:
		return !v.IsNil() && shorten(v.Elem())
	case reflect.Slice:
		for i := range v.Len() {
			cut = shorten(v.Index(i)) || cut
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if f := v.Type().Field(i); f.IsExported() {
				if most, err := strconv.Atoi(f.Tag.Get("most")); err == nil {
					cut = shortenTo(v.Field(i), most) || cut
				}
				cut = shorten(v.Field(i)) || cut
			}
		}
	}
	return cut
}

// shortenTo shortens a text or a list.
func shortenTo(v reflect.Value, most int) bool {
	switch v.Kind() {
	case reflect.Pointer:
		return !v.IsNil() && shortenTo(v.Elem(), most)
	case reflect.String:
		whole := v.String()
		v.SetString(beginning(whole, most))
		return v.Len() < len(whole)
	}
	n := v.Len()
	v.Set(v.Slice(0, min(n, most)))
	return n > most
}

// whetherCut says whether anything was cut.
func whetherCut(_ *inspectRequest, _ results.Result, cut bool) (any, error) {
	return struct {
		Cut bool `json:"cut"`
	}{cut}, nil
}

// someCharacters leaves the characters that are asked for to an explanation, whose view
// writes them later, and says which they are of how many.
func someCharacters(q *inspectRequest, r results.Result, _ bool) (any, error) {
	e := r.(results.Explanation)
	total := len(e.Characters)
	from, count := min(max(q.From, 0), total), q.Count
	if count <= 0 || count > MaxCharacters {
		count = MaxCharacters
	}
	e.Characters = firsts(e.Characters[from:], count)
	return struct {
		From  int `json:"from"`
		Total int `json:"total"`
	}{from, total}, nil
}

// withRepairs adds a repair for each mistake that explains the difference alone.
func withRepairs(_ *inspectRequest, r results.Result, _ bool) (any, error) {
	c := r.(*results.Comparison)
	repaired := []repair{}
	for _, m := range firsts(c.Mistakes, MaxItems) {
		// A single mistake makes all the difference, so without it a text is the other.
		side, text := "b", c.Texts[0]
		if m.Side == compare.First {
			side, text = "a", c.Texts[1]
		}
		repaired = append(repaired, repair{m.ID, side, cut(text, MaxRepair)})
	}
	return struct {
		Repaired []repair `json:"repaired"`
	}{repaired}, nil
}

// A repair is what a text that was made with a mistake is without it.
type repair struct {
	Mistake string `json:"mistake"`
	Side    string `json:"side"`
	cutText
}

// A chip is a short remark about a text. On the page it leads to where there is more.
type chip struct {
	// ID is what it says: encoded, not-utf8, plus, malformed, url or lookalike.
	ID      string `json:"id"`
	Count   int    `json:"count,omitempty"`
	Charset string `json:"charset,omitempty"`
	Text    string `json:"text,omitempty"`
}

// withChips adds the chips for the text. In a dialect in which '+' is a space there is none
// about that.
func withChips(q *inspectRequest, _ results.Result, _ bool) (any, error) {
	d, err := dialect.Lookup(cmp.Or(q.As, "rfc3986"))
	if err != nil {
		return nil, err
	}
	chips, err := chipsOf(q.Text, d.Base().Plus() == percent.PlusIsSpace)
	return struct {
		Chips []chip `json:"chips"`
	}{chips}, err
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
	row, err := operation.Lookup("identify")
	if err != nil {
		return nil, err
	}
	found, err := row.Run(&operation.Call{Request: &operation.Request{Operation: row.Name}, Samples: samples})
	if err != nil {
		return nil, errors.Unwrap(err) // there is no choice to be wrong
	}
	// All dialects are named, so that one can look for any; there are not many.
	view, _ := shortened(found)
	remaining := struct {
		Remaining int `json:"remaining"` // how many rules; matches has the first ones
	}{len(found.(*results.Identification).Matches)}
	outputs := slices.Concat(paired, alone)
	c.cannot = c.cannot || len(outputs) == 0 // there is no command for refusals alone
	return &reply{
		Result: inspected{view, remaining}, Command: c.texts(outputs...), Go: []string{"id, err := identify.Identify(" + strings.Join(in, ", ") + ")"}, Guide: guideTo("identify"),
	}, nil
}
