package jsonapi

import (
	"cmp"
	"fmt"
	"slices"
	"sort"
	"strings"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/charset"
	"github.com/pct-encoded/percent/dialect"
	"github.com/pct-encoded/percent/dialect/sets"
	"github.com/pct-encoded/percent/inspect"
	"github.com/pct-encoded/percent/internal/find"
	"github.com/pct-encoded/percent/internal/results"
)

type emptyRequest struct{}

// An introduction is what the page needs to start.
type introduction struct {
	Dialects []dialectName `json:"dialects"` // the common ones
	Charsets []string      `json:"charsets"`
	Kinds    []string      `json:"kinds"`
}

// A dialectName is a dialect by name.
type dialectName struct {
	ID      string   `json:"id"`
	Aliases []string `json:"aliases,omitempty"`
	Title   string   `json:"title"`
	UseFor  string   `json:"use_for"`
	Encodes bool     `json:"encodes"`
}

func newDialectName(d *dialect.Dialect) dialectName {
	return dialectName{d.ID, d.Aliases, d.Title, d.UseFor, d.Encodes()}
}

func about(*emptyRequest) (*reply, error) {
	var v introduction
	for d := range dialect.Common() {
		v.Dialects = append(v.Dialects, newDialectName(d))
	}
	for _, c := range charset.All() {
		if c != charset.Replacement {
			v.Charsets = append(v.Charsets, c.Name())
		}
	}
	for _, k := range inspect.Kinds() {
		v.Kinds = append(v.Kinds, k.String())
	}
	return &reply{Result: v}, nil
}

// A finder is a request to search the catalogue.
type finder struct {
	Text string `json:"text"`
}

type foundNames struct {
	Dialects  []dialectName                `json:"dialects"`
	Functions []results.ImplementationJSON `json:"functions"`
	// Order has the IDs of both, the likeliest to be meant first.
	Order []string `json:"order"`
	Found int      `json:"found"`
}

func findNames(q *finder) (*reply, error) {
	if len(q.Text) > MaxExcerpt {
		return nil, refuse("text", q.Text, tooLong)
	}
	words := strings.Fields(q.Text)
	result := foundNames{Dialects: []dialectName{}, Functions: []results.ImplementationJSON{}, Order: []string{}}
	const most = 40
	entries := find.Find(words...)
	// A version of a function, as in php@5.2.rawurlencode.
	if d, err := dialect.Lookup(strings.TrimSpace(q.Text)); err == nil && !slices.ContainsFunc(entries, func(e find.Entry) bool { return e.Dialect == d }) {
		entries = append(entries, find.Entry{Dialect: d})
	}
	result.Found = len(entries)
	for _, e := range entries {
		switch {
		case e.Dialect != nil && len(result.Dialects) < most:
			result.Dialects = append(result.Dialects, newDialectName(e.Dialect))
		case e.Function != nil && len(result.Functions) < most:
			result.Functions = append(result.Functions, results.NewImplementation(e.Function))
		default:
			continue
		}
		if !slices.Contains(result.Order, e.ID()) {
			result.Order = append(result.Order, e.ID())
		}
	}
	c := newCommand("percent", "dialects", "list", "--all")
	return &reply{Result: result, Command: c.texts(words...), Guide: guideTo("dialect")}, nil
}

type catalogueResult struct {
	Dialects  []dialectName                `json:"dialects"`
	Functions []results.ImplementationJSON `json:"functions"`
}

// catalogue returns all dialects and functions.
func catalogue(*emptyRequest) (*reply, error) {
	var v catalogueResult
	for d := range dialect.All() {
		v.Dialects = append(v.Dialects, newDialectName(d))
	}
	for m := range dialect.Implementations() {
		v.Functions = append(v.Functions, results.NewImplementation(m))
	}
	return &reply{Result: v, Command: "percent dialects list --all", Guide: guideTo("dialect")}, nil
}

type showRequest struct {
	Name string `json:"name"`
}

func show(q *showRequest) (*reply, error) {
	d, err := dialect.Lookup(q.Name)
	if err != nil {
		return nil, err
	}
	v, _ := shortened(results.Shown{Dialect: d})
	c := newCommand("percent", "dialects", "show")
	return &reply{
		Result: v, Command: c.texts(q.Name), Go: []string{"d, err := dialect.Lookup(" + goText(d.ID) + ")"},
		Sources: []source{sourceOf(d)}, Guide: guideTo("dialect"),
	}, nil
}

// A seeRequest is a request to see what every program makes of a text.
type seeRequest struct {
	Text   string   `json:"text"`
	Decode bool     `json:"decode,omitempty"`
	Only   []string `json:"only,omitempty"` // languages
}

type seeResult struct {
	Groups    []seenGroup `json:"groups"`
	Languages []language  `json:"languages"` // of all functions that encode, or decode
}

type seenGroup struct {
	Output    *cutText       `json:"output,omitempty"`
	Reason    string         `json:"reason,omitempty"`
	Odd       bool           `json:"odd"`
	Functions []seenFunction `json:"functions"`
}

type seenFunction struct {
	ID       string `json:"id"`
	Language string `json:"language"`
	Call     string `json:"call"`
}

type language struct {
	Name  string `json:"name"`
	Count int    `json:"count"`
}

// maxSeen is the longest text, in bytes, that see takes: 16 KiB. There are more than a
// hundred rules, each with a result.
const maxSeen = 16 << 10

func see(q *seeRequest) (*reply, error) {
	if len(q.Text) > maxSeen {
		return nil, refuse("text", q.Text, tooLong)
	}
	var functions []*dialect.Implementation
	result := seeResult{Groups: []seenGroup{}}
	for m := range dialect.Implementations() {
		if (m.Decodes != "") != q.Decode {
			continue
		}
		i := slices.IndexFunc(result.Languages, func(l language) bool { return l.Name == m.Language })
		if i < 0 {
			i = len(result.Languages)
			result.Languages = append(result.Languages, language{Name: m.Language})
		}
		result.Languages[i].Count++
		if len(q.Only) == 0 || slices.ContainsFunc(q.Only, func(l string) bool { return strings.EqualFold(l, m.Language) }) {
			functions = append(functions, m)
		}
	}
	sort.Slice(result.Languages, func(i, j int) bool {
		a, b := &result.Languages[i], &result.Languages[j]
		return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Name, b.Name)) < 0
	})
	byID := map[string]*dialect.Implementation{}
	for _, m := range functions {
		byID[m.ID] = m
	}
	for _, g := range results.See(q.Text, q.Decode, functions) {
		x := seenGroup{Odd: g.Odd}
		if g.Err != nil {
			x.Reason = newFailure(g.Err).Reason
		} else {
			output := cut(g.Output, MaxExcerpt)
			x.Output = &output
		}
		for _, id := range g.Functions {
			x.Functions = append(x.Functions, seenFunction{id, byID[id].Language, byID[id].Call})
		}
		result.Groups = append(result.Groups, x)
	}
	c := newCommand("percent", "see")
	if q.Decode {
		c.add("--decode")
	}
	c.flag("--only", strings.ToLower(strings.Join(q.Only, ",")))
	return &reply{Result: result, Command: c.texts(q.Text), Guide: guideTo("see")}, nil
}

// A chartRequest is a request for a text in every charset, encoded by the common
// dialects.
type chartRequest struct {
	Text string `json:"text"`
	// Decode says to percent-decode the text instead, and to read the octets in every
	// charset.
	Decode bool `json:"decode,omitempty"`
}

type chart struct {
	Text cutText    `json:"text"` // the part that the chart is of
	Sets []string   `json:"sets"` // IDs of dialects
	Rows []chartRow `json:"rows"`
}

type chartRow struct {
	Charset string   `json:"charset"`
	Octets  string   `json:"octets,omitempty"` // in hexadecimal digits
	Cells   []string `json:"cells,omitempty"`  // one for each of Sets
	Read    *string  `json:"read,omitempty"`
	Offset  *int64   `json:"offset,omitempty"`
	Reason  string   `json:"reason,omitempty"`
}

// maxCharted is the longest text, in bytes, that a chart is of: 48. It has 39 rows of
// 16 cells.
const maxCharted = 48

func inCharsets(q *chartRequest) (*reply, error) {
	text := beginning(q.Text, maxCharted)
	octets, err := percent.RFC3986.WithMalformed(percent.MalformedKept).Decode(text)
	if err != nil {
		return nil, err
	}
	result := chart{Text: cut(q.Text, maxCharted), Sets: []string{}, Rows: []chartRow{}}
	var encodings []*percent.Encoding
	for d := range dialect.Common() {
		if e := d.Encoding(); e != nil && !q.Decode {
			result.Sets = append(result.Sets, d.ID)
			encodings = append(encodings, e)
		}
	}
	fail := func(row *chartRow, err error) {
		f := newFailure(err)
		row.Reason, row.Offset = f.Reason, f.Offset
	}
	for _, c := range charset.All() {
		row := chartRow{Charset: c.Name()}
		switch {
		case c == charset.Replacement, !q.Decode && c.Output() != c:
			continue
		case q.Decode:
			read, err := c.AppendDecode(nil, []byte(octets), charset.Replace)
			if err == nil {
				s := string(read)
				row.Read = &s
			}
			if _, err := c.Decode(octets); err != nil {
				fail(&row, err)
			}
		default:
			written, err := c.Encode(text)
			if err != nil {
				fail(&row, err)
				break
			}
			row.Octets = strings.TrimSpace(fmt.Sprintf("% X", written))
			for _, e := range encodings {
				row.Cells = append(row.Cells, string(c.AppendPercentEncode(nil, []byte(text), e)))
			}
		}
		result.Rows = append(result.Rows, row)
	}
	verb := "encode"
	if q.Decode {
		verb = "decode"
	}
	c := newCommand("percent", verb, "--charset", "windows-1252")
	goLine := "out, err := charset.Windows1252.Encode(" + goText(text) + ")"
	if q.Decode {
		goLine = "out, err := charset.Windows1252.Decode(" + goText(octets) + ")"
	}
	return &reply{
		Result: result, Command: c.value(text), Go: []string{goLine},
		Sources: []source{{"Encoding Standard", "https://encoding.spec.whatwg.org/"}}, Guide: guideTo("charsets"),
	}, nil
}

// A tableRequest is a request for what dialects write for each octet.
type tableRequest struct {
	Names []string `json:"names,omitempty"` // of dialects; if empty, the common ones
	Text  string   `json:"text,omitempty"`  // whose octets are marked
}

type tableResult struct {
	Dialects []tableRow `json:"dialects"`
	// Marked says with 1 for each of the 256 octets that the text holds it.
	Marked string `json:"marked"`
}

// A tableRow has a letter for each of the 256 octets: k for kept, e for escaped, p for
// written as '+', r for refused, and o for something else, which is in Others.
type tableRow struct {
	ID     string      `json:"id"`
	Marks  string      `json:"marks"`
	Others []tableCell `json:"others,omitempty"`
}

type tableCell struct {
	Octet  int    `json:"octet"`
	Output string `json:"output"`
}

// maxTable is how many dialects a table has at most: 40.
const maxTable = 40

func table(q *tableRequest) (*reply, error) {
	if len(q.Names) > maxTable {
		return nil, refuse("names", "", tooLong)
	}
	names := q.Names
	if len(names) == 0 {
		for d := range dialect.Common() {
			names = append(names, d.ID)
		}
	}
	result := tableResult{Dialects: []tableRow{}}
	c := newCommand("percent", "table", "--all")
	var sources []source
	for _, name := range names {
		d, err := dialect.Lookup(name)
		if err == nil && !d.Encodes() {
			err = &dialect.DirectionError{Name: name}
		}
		if err != nil {
			return nil, err
		}
		result.Dialects = append(result.Dialects, newTableRow(d))
		if s := sourceOf(d); !slices.Contains(sources, s) {
			sources = append(sources, s)
		}
		c.add(shellWord(d.ID))
	}
	marked := [256]byte{}
	for i := range marked {
		marked[i] = '0'
	}
	for i := range len(q.Text) {
		marked[q.Text[i]] = '1'
	}
	result.Marked = string(marked[:])
	return &reply{
		Result: result, Command: c.String(), Go: []string{"d, err := dialect.Lookup(" + goText(result.Dialects[0].ID) + ")", "table := d.Table()"},
		Sources: sources, Guide: guideTo("table"),
	}, nil
}

func newTableRow(d *dialect.Dialect) tableRow {
	row := tableRow{ID: d.ID}
	var marks [256]byte
	for i, cell := range d.Table() {
		switch {
		case cell.Err != nil:
			marks[i] = 'r'
		case cell.Output == string([]byte{byte(i)}):
			marks[i] = 'k'
		case strings.EqualFold(cell.Output, fmt.Sprintf("%%%02X", i)):
			marks[i] = 'e'
		case cell.Output == "+":
			marks[i] = 'p'
		default:
			marks[i] = 'o'
			row.Others = append(row.Others, tableCell{i, beginning(cell.Output, MaxExcerpt)})
		}
	}
	row.Marks = string(marks[:])
	return row
}

// A setRequest is a request for the octets that an expression stands for.
type setRequest struct {
	Expression string `json:"expression"`
}

type setResult struct {
	Expression string `json:"expression"`
	Count      int    `json:"count"`
	Set        string `json:"set"`
	// Octets says with 1 for each of the 256 octets that the set holds it.
	Octets string `json:"octets"`
}

// A setFailure adds names that may be meant to the error of an expression.
type setFailure struct{ *sets.NameError }

func (f setFailure) meant() []string { return firsts(f.Names, 8) }

func (f setFailure) Unwrap() error { return f.NameError }

func set(q *setRequest) (*reply, error) {
	s, err := sets.Parse(q.Expression)
	if named, ok := err.(*sets.NameError); ok {
		return nil, setFailure{named}
	}
	if err != nil {
		return nil, err
	}
	octets := make([]byte, 256)
	for i := range octets {
		octets[i] = '0'
		if s.Contains(byte(i)) {
			octets[i] = '1'
		}
	}
	return &reply{
		Result:  setResult{beginning(q.Expression, MaxText), s.Len(), s.String(), string(octets)},
		Command: newCommand("percent", "set").texts(q.Expression), Go: []string{"s, err := sets.Parse(" + goText(q.Expression) + ")"},
		Guide: guideTo("set"),
	}, nil
}

type class struct {
	Name   string `json:"name"`
	Title  string `json:"title"`
	Source string `json:"source"`
	Count  int    `json:"count"`
}

type classList struct {
	Classes []class `json:"classes"`
}

func classes(*emptyRequest) (*reply, error) {
	var v classList
	for c := range sets.Classes() {
		v.Classes = append(v.Classes, class{c.Name, c.Title, c.Source, c.Set.Len()})
	}
	return &reply{Result: v, Command: "percent set --list", Guide: guideTo("set")}, nil
}
