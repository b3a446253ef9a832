package results

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"unicode/utf16"
	"unicode/utf8"
	"unsafe"

	"github.com/pct-encoded/percent/inspect"
	"github.com/pct-encoded/percent/inspect/document"
	"github.com/pct-encoded/percent/inspect/lint"
	"github.com/pct-encoded/percent/internal/strictjson"
)

// A Linting looks for findings in values, and counts them. It is safe for
// concurrent use.
type Linting struct {
	Linter lint.Linter
	// Extract says to look only at the URLs in each value.
	Extract bool
	// Grammar is that of values without their own, or nil to guess it of each.
	Grammar *document.Grammar
	// Least is the lowest severity of findings that count as Failed.
	Least lint.Severity

	Found, Failed atomic.Int64
	// URLs counts those that Extract has found.
	URLs atomic.Int64
}

// An UnknownRuleError says that a flag of the command names no rule.
type UnknownRuleError struct {
	Flag string // with its hyphens
	ID   string
}

// Error returns a message without the name of a package.
func (e *UnknownRuleError) Error() string {
	return fmt.Sprintf("%s: no rule is called %q", e.Flag, e.ID)
}

// Select chooses the rules of l.Linter: only those with the IDs of only, if there
// are any, and none of except. For an unknown ID the error is an *UnknownRuleError;
// another error says that no rule is left.
func (l *Linting) Select(only, except []string) (err error) {
	flag := "--only"
	if len(only) > 0 {
		l.Linter, err = l.Linter.Only(only...)
	}
	if err == nil {
		flag = "--except"
		l.Linter, err = l.Linter.Except(except...)
	}
	var unknown *lint.UnknownRuleError
	if errors.As(err, &unknown) {
		return &UnknownRuleError{flag, unknown.ID}
	}
	if !slices.ContainsFunc(lint.Rules(), func(r lint.Rule) bool { return l.Linter.Has(r.ID) }) {
		return errors.New("--only, --except and --severity leave no rule")
	}
	return nil
}

// each calls each with each finding in v, which may share the memory of its text, in an order in which those of a URL follow each
// other. The error is a *inspect.LimitError.
func (l *Linting) each(v *Linted, each func(lint.Finding)) error {
	g := l.grammar(v.Grammar, v.Text)
	v.Read(g)
	if !l.Extract {
		return l.part(v, l.Linter, 0, len(v.Text), each)
	}
	urls, err := l.parts(v.Text, g, func(linter lint.Linter, lo, hi int) error { return l.part(v, linter, lo, hi, each) })
	l.URLs.Add(urls)
	return err
}

// part is each for a part of v.
func (l *Linting) part(v *Linted, linter lint.Linter, lo, hi int, each func(lint.Finding)) error {
	part := v.Text[lo:hi]
	v.input, v.inputAt, v.repeats = part, lo, false
	// Nothing that is found outlives the call of each, and nobody writes to part meanwhile.
	found, err := linter.Lint(unsafe.String(unsafe.SliceData(part), len(part)))
	for _, f := range toldOnce(found) {
		f.Offset += lo
		l.count(f)
		each(f)
	}
	return err
}

// Append appends to dst what write makes of each finding in v, those of a URL one after the
// other. The error is a *inspect.LimitError.
func (l *Linting) Append(dst []byte, v Linted, write func(dst []byte, v *Linted, f lint.Finding) []byte) ([]byte, error) {
	t := tellers.Get().(*teller)
	defer tellers.Put(t)
	t.dst, t.v, t.write = dst, v, write
	err := l.each(&t.v, t.tell)
	dst = t.dst
	t.dst, t.v, t.write = nil, Linted{}, nil
	return dst, err
}

// A teller is what Append needs in memory.
type teller struct {
	dst   []byte
	v     Linted
	write func(dst []byte, v *Linted, f lint.Finding) []byte
	tell  func(lint.Finding)
}

var tellers = sync.Pool{New: func() any {
	t := new(teller)
	t.tell = func(f lint.Finding) { t.dst = t.write(t.dst, &t.v, f) }
	return t
}}

// Clean reports whether a quick look at the URLs in text shows that there are no findings, and
// counts them if so. g is the grammar of text, or nil.
func (l *Linting) Clean(text []byte, g *document.Grammar) bool {
	c := looks.Get().(*look)
	defer looks.Put(c)
	if c.pass > 0 {
		c.pass--
		return false
	}
	c.linter, c.text, c.urls, c.clean = l.Linter, text, 0, true
	l.grammar(g, text).URLs(unsafe.String(unsafe.SliceData(text), len(text)))(c.at)
	if c.text = nil; !c.clean {
		c.vain = min(2*c.vain+1, mostVain)
		c.pass = c.vain
		return false
	}
	c.vain = 0
	l.URLs.Add(c.urls)
	return true
}

// A look looks at the URLs of a text until one may have findings. Where texts before had some,
// it passes the next ones.
type look struct {
	linter     lint.Linter
	text       []byte
	urls       int64
	clean      bool
	pass, vain int
	at         func(document.URL) bool
}

// mostVain is for how many texts behind one with findings no look is quick.
const mostVain = 31

var looks = sync.Pool{New: func() any {
	c := new(look)
	c.at = func(u document.URL) bool {
		c.urls++
		c.linter = c.linter.For(u)
		c.clean = u.Len <= inspect.MaxInput && c.linter.Clean(c.text[u.Offset:u.Offset+u.Len])
		return c.clean
	}
	return c
}}

// mostPasses is how many times Fix looks at what it has made of a document: another URL can
// begin or end where one was changed.
const mostPasses = 8

// Fix appends a value to dst with its Mechanical findings fixed, and returns the
// findings that are left in what it has appended. g is its grammar, or nil, as in Linted.
// The error is a *inspect.LimitError.
func (l *Linting) Fix(dst, text []byte, g *document.Grammar) (out []byte, left []lint.Finding, err error) {
	g = l.grammar(g, text)
	begin := len(dst)
	urls := int64(0)
	for range mostPasses {
		dst, left, urls, err = l.pass(dst[:begin], text, g)
		if !l.Extract || bytes.Equal(dst[begin:], text) {
			break
		}
		text = slices.Clone(dst[begin:])
	}
	l.URLs.Add(urls)
	for _, f := range left {
		l.count(f)
	}
	return dst, left, err
}

// pass does once what Fix does, and says how many URLs there were.
func (l *Linting) pass(dst, text []byte, g *document.Grammar) (out []byte, left []lint.Finding, urls int64, err error) {
	begin, at := len(dst), 0
	urls, err = l.parts(text, g, func(linter lint.Linter, lo, hi int) error {
		// An escape may hold octets of two URLs, which Fix then leaves as they are.
		shared := max(at-lo, 0)
		fixed, found, err := linter.Fix(string(text[lo:hi]))
		if err != nil {
			return err
		}
		dst = append(dst, text[at:lo+shared]...)
		for _, f := range toldOnce(found) {
			f.Offset += len(dst) - shared - begin
			left = append(left, f)
		}
		if hi > at {
			dst, at = append(dst, fixed[shared:]...), hi
		}
		return nil
	})
	return append(dst, text[at:]...), left, urls, err
}

// grammar returns by which grammar URLs are looked for in a text, g unless that is nil.
func (l *Linting) grammar(g *document.Grammar, text []byte) *document.Grammar {
	if g = cmp.Or(g, l.Grammar); g == nil && l.Extract {
		g = document.Detect("", unsafe.String(unsafe.SliceData(text), len(text))) // nobody writes to text meanwhile
	}
	return g
}

// parts calls each with the parts of a value to look at, all of it or the URLs in it,
// and a linter for each. It returns how many URLs there were.
func (l *Linting) parts(text []byte, g *document.Grammar, each func(linter lint.Linter, lo, hi int) error) (urls int64, err error) {
	if !l.Extract {
		return 0, each(l.Linter, 0, len(text))
	}
	s := unsafe.String(unsafe.SliceData(text), len(text)) // nobody writes to text meanwhile
	for u := range g.URLs(s) {
		urls++
		if e := each(l.Linter.For(u), u.Offset, u.Offset+u.Len); err == nil {
			err = e // of one that is too long, such as an image in a data URL: the others are looked at
		}
	}
	return urls, err
}

func (l *Linting) count(f lint.Finding) {
	l.Found.Add(1)
	if f.Severity >= l.Least {
		l.Failed.Add(1)
	}
}

// toldOnce removes Browser from all findings but the first that has it.
func toldOnce(found []lint.Finding) []lint.Finding {
	told := false
	for i := range found {
		if told {
			found[i].Browser = ""
		}
		told = told || found[i].Browser != ""
	}
	return found
}

// A Linted is a value that findings are about, and where it comes from.
type Linted struct {
	Source string
	// Number is that of the value in its source, from 1; 0 if the source is one value.
	Number int64
	// Column is the column of a table, or "".
	Column string
	// Offset is that of the value in its source, in bytes, or -1 if it is not known.
	Offset int64
	// Argument says that the source is an argument of the command; then the line is
	// shown only if it is not the first.
	Argument bool
	Text     []byte
	// Grammar is that of the source, or nil.
	Grammar *document.Grammar

	input   []byte // what the next finding is in: the URL that Extract found, or nil for Text
	inputAt int    // its offset in Text
	repeats bool   // a finding in it was written
	last    position
	order   binary.ByteOrder // that of UTF-16, or nil
}

// Read notes that a grammar, or nil, reads Text: it may be in UTF-16.
func (v *Linted) Read(g *document.Grammar) {
	switch {
	case g == nil || len(v.Text) == 0 || !strings.HasSuffix(g.String(), "UTF-16"):
		v.order = nil
	case v.Text[0] == 0xFE || v.Text[0] == 0:
		v.order = binary.BigEndian
	default:
		v.order = binary.LittleEndian
	}
}

// shown returns the characters of Text[lo:hi] in UTF-8.
func (v *Linted) shown(lo, hi int) []byte {
	if v.order == nil {
		return v.Text[lo:hi]
	}
	var units []uint16
	for ; lo < hi && lo+1 < len(v.Text); lo += 2 {
		if unit := v.order.Uint16(v.Text[lo:]); lo > 0 || unit != '\uFEFF' {
			units = append(units, unit)
		}
	}
	return []byte(string(utf16.Decode(units)))
}

// A position is the start of a character in a text, at or shortly before what Position was
// called with last: how many line ends stand before it, and how many characters between the
// last of them and it.
type position struct {
	offset, lines, characters int
}

// Position returns where a finding is as editors count: the line, from 1, and the column,
// from 1, in characters. For findings in the order of their offsets, it reads the value
// once for all of them.
func (v *Linted) Position(f lint.Finding) (line int64, column int) {
	if f.Offset < v.last.offset {
		v.last = position{}
	}
	p := v.last
	start := f.Offset
	if v.order == nil {
		start = startOf(v.Text, start)
	}
	between := v.shown(p.offset, start)
	if i := bytes.LastIndexByte(between, '\n'); i >= 0 && v.Number == 0 { // a value of any number of lines
		p.lines += bytes.Count(between, []byte("\n"))
		p.characters, between = 0, between[i+1:]
	}
	p.characters += utf8.RuneCount(between)
	p.offset = start
	v.last = p
	// The octets of a part of a character count one by one.
	return max(v.Number, 1) + int64(p.lines), p.characters + utf8.RuneCount(v.Text[start:f.Offset]) + 1
}

// startOf returns the start of the character that offset is inside of, or offset.
func startOf(text []byte, offset int) int {
	for at := offset - 1; at >= max(offset-utf8.UTFMax+1, 0); at-- {
		if utf8.RuneStart(text[at]) {
			if _, n := utf8.DecodeRune(text[at:]); at+n > offset {
				return at
			}
			break
		}
	}
	return offset
}

// The output would grow with the square of a value that stood beside each of its findings.
const (
	longestOnce     = 4096 // bytes: a longer value or URL stands beside no finding
	longestRepeated = 256  // and a longer one than this beside its first finding only
)

// AppendJSON appends a finding as a JSON object on a line. `percent schema lint` describes
// it. There may be as many findings as bytes, so that they are written without reflection.
func (v *Linted) AppendJSON(dst []byte, f lint.Finding) []byte {
	text := func(key, s string) { dst = strictjson.AppendMember(dst, key, s) }
	number := func(key string, n int64) {
		dst = strconv.AppendInt(append(append(append(dst, `,"`...), key...), `":`...), n, 10)
	}
	dst = append(dst, '{')
	text("rule", f.Rule)
	text("severity", f.Severity.String())
	text("source", v.Source)
	number("number", v.Number)
	if v.Column != "" {
		text("column", v.Column)
	}
	number("offset", int64(f.Offset))
	number("length", int64(f.Len))
	if v.Offset >= 0 { // not of Parquet
		number("stream_offset", v.Offset+int64(f.Offset))
	}
	text("text", string(v.Text[f.Offset:f.Offset+f.Len]))
	number("layer", int64(f.Layer))
	text("message", f.Message)
	if f.Browser != "" {
		text("browser", f.Browser)
	}
	if f.Readers != "" {
		text("readers", f.Readers)
	}
	text("fix", f.Fix)
	if f.Mechanical {
		text("replacement", f.Replacement)
	}
	input := v.input
	if input == nil {
		input = v.Text
	}
	if n := len(input); n <= longestRepeated || n <= longestOnce && !v.repeats {
		text("input", string(input))
		if n < len(v.Text) {
			number("input_offset", int64(v.inputAt))
		}
	}
	v.repeats = true
	return append(dst, '}', '\n')
}

// Findings are what lint finds in a text.
type Findings struct {
	about  *Linted
	found  []lint.Finding
	failed Verdict
}

// Findings returns what is found in a text. The error is a *inspect.LimitError.
func (l *Linting) Findings(text string) (Findings, error) {
	v := Findings{about: &Linted{Source: "text", Argument: true, Text: []byte(text)}}
	err := l.each(v.about, func(f lint.Finding) { v.found = append(v.found, f) })
	v.failed = foundIf(l.Failed.Load() > 0)
	return v, err
}

// mostFindings is how many findings stand beside how many there are: there may be as many
// as bytes.
const mostFindings = 200

type findingsJSON struct {
	Findings []finding `json:"findings"`
	Found    int       `json:"found"`
}

type finding struct {
	Rule        string  `json:"rule"`
	Severity    string  `json:"severity"`
	Offset      int     `json:"offset"`
	Length      int     `json:"length"`
	Text        string  `json:"text" most:"300"`
	Layer       int     `json:"layer"`
	Message     string  `json:"message"`
	Readers     string  `json:"readers,omitempty"`
	Fix         string  `json:"fix"`
	Replacement *string `json:"replacement,omitempty"` // nil if it is long
}

// JSON returns the first findings, and how many there are.
func (v Findings) JSON() any {
	view := findingsJSON{Findings: []finding{}, Found: len(v.found)}
	for _, f := range v.found[:min(len(v.found), mostFindings)] {
		x := finding{f.Rule, f.Severity.String(), f.Offset, f.Len, string(v.about.Text[f.Offset : f.Offset+f.Len]), f.Layer, f.Message, f.Readers, f.Fix, nil}
		if f.Mechanical && len(f.Replacement) <= longestRepeated {
			x.Replacement = &f.Replacement
		}
		view.Findings = append(view.Findings, x)
	}
	return view
}

// Judge reports whether there are findings that count.
func (v Findings) Judge() Verdict { return v.failed }

// Page returns a line for each finding.
func (v Findings) Page(s Style) string {
	var page []byte
	for _, f := range v.found {
		page = AppendFinding(page, v.about, f, Severity(s.Pen))
	}
	return string(page)
}

// LintRule is a rule of lint.
type LintRule struct {
	Rule     string   `json:"rule"`
	Severity string   `json:"severity"`
	Title    string   `json:"title"`
	Fix      string   `json:"fix"`
	CVE      []string `json:"cve,omitempty"`
}

// LintRules is a list of rules.
type LintRules []LintRule

// NewLintRules returns the rules that l has.
func NewLintRules(l lint.Linter) LintRules {
	return RulesOf(slices.DeleteFunc(lint.Rules(), func(r lint.Rule) bool { return !l.Has(r.ID) }))
}

// RulesOf returns the views of rules.
func RulesOf(rules []lint.Rule) LintRules {
	var list LintRules
	for _, r := range rules {
		list = append(list, LintRule{r.ID, r.Severity.String(), r.Title, r.Fix, r.CVE})
	}
	return list
}
