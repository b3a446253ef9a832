package results

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/pct-encoded/percent/dialect"
	"github.com/pct-encoded/percent/inspect/compare"
	"github.com/pct-encoded/percent/internal/cli/term"
	"github.com/pct-encoded/percent/internal/excerpt"
	"github.com/pct-encoded/percent/uri"
	"golang.org/x/text/unicode/norm"
)

// A Mistake turns one text into another.
type Mistake struct {
	Mistake string `json:"mistake"`
	Side    string `json:"side"` // the text that was made with it: a or b
	Where   string `json:"where,omitempty"`
	Detail  string `json:"detail,omitempty"`
	Text    string `json:"text"`
	Fix     string `json:"fix"`
}

// Mistakes returns the mistakes of c, first those that explain the difference only together.
func Mistakes(c *compare.Comparison) []Mistake {
	var list []Mistake
	for _, m := range slices.Concat(c.Together, c.Mistakes) {
		list = append(list, Mistake{m.ID, side(m.Side), m.Where, m.Detail, m.Text(), m.Fix()})
	}
	return list
}

// Explained writes the mistakes of a comparison, of which write writes a line: first those
// that explain the difference only together.
func Explained(c *compare.Comparison, write func(compare.Mistake), b *term.Builder) {
	for _, m := range c.Together {
		write(m)
	}
	if len(c.Together) > 0 {
		b.WriteString("these " + strconv.Itoa(len(c.Together)) + " together explain the difference")
		if len(c.Mistakes) > 0 {
			b.WriteString("; so does this alone:")
		}
		b.WriteByte('\n')
	}
	for _, m := range c.Mistakes {
		write(m)
	}
}

// Fixes says what to do about all mistakes that explain a difference together, and about
// the likeliest one that explains it alone.
func Fixes(c *compare.Comparison) []string {
	var texts []string
	for _, m := range slices.Concat(c.Together, c.Mistakes[:min(1, len(c.Mistakes))]) {
		if fix := m.Fix(); !slices.Contains(texts, fix) {
			texts = append(texts, fix)
		}
	}
	return texts
}

func side(s compare.Side) string {
	if s == compare.First {
		return "a"
	}
	return "b"
}

// RuleIDs returns the IDs of rules.
func RuleIDs(rules []uri.Rule) []string {
	var ids []string
	for _, r := range rules {
		ids = append(ids, r.String())
	}
	return ids
}

// ComparisonJSON is what compare says of two texts.
type ComparisonJSON struct {
	Verdict   string   `json:"verdict"`
	Offset    *int     `json:"offset,omitempty"`
	Mistake   string   `json:"mistake,omitempty"`
	Rule      string   `json:"rule,omitempty"`
	Rules     []string `json:"rules,omitempty"`
	Component string   `json:"component,omitempty"`
	Pair      *string  `json:"pair,omitempty"`
	Part      string   `json:"part,omitempty"`
	Side      string   `json:"side,omitempty"`
	Where     string   `json:"where,omitempty"`
	Detail    string   `json:"detail,omitempty"`
	// Where and why two URIs differ, apart from what is equivalent.
	OffsetA *int    `json:"offset_a,omitempty"`
	OffsetB *int    `json:"offset_b,omitempty"`
	TextA   *string `json:"text_a,omitempty"`
	TextB   *string `json:"text_b,omitempty"`
	Reason  string  `json:"reason,omitempty"`

	Browser     *browser     `json:"browser,omitempty"`
	Mistakes    *[]Mistake   `json:"mistakes,omitempty"` // nil: not looked for
	Together    int          `json:"together,omitempty"` // how many of Mistakes explain only together
	Versions    []versions   `json:"versions,omitempty"`
	Differences []difference `json:"differences"`
}

// versions says that a function changed from one text to the other.
type versions struct {
	Function string `json:"function"`
	Side     string `json:"side"` // the text that older versions write: a or b
	Older    string `json:"older"`
	Newer    string `json:"newer"`
}

// browser is what browsers make of the two texts.
type browser struct {
	Same  bool     `json:"same"`
	A     *string  `json:"a,omitempty"` // missing if it is refused
	B     *string  `json:"b,omitempty"`
	Texts []string `json:"texts"`
}

type difference struct {
	Kind      string   `json:"kind"`
	Component string   `json:"component,omitempty"`
	Pair      *string  `json:"pair,omitempty"`
	A         *string  `json:"a,omitempty" most:"300"`
	OffsetA   *int     `json:"offset_a,omitempty"`
	B         *string  `json:"b,omitempty" most:"300"`
	OffsetB   *int     `json:"offset_b,omitempty"`
	Rules     []string `json:"rules,omitempty"`
}

// NewComparison returns the view of c.
func NewComparison(c *compare.Comparison) ComparisonJSON {
	v := ComparisonJSON{Verdict: c.Verdict.String(), Rule: c.Rule(), Rules: RuleIDs(c.Rules), Part: c.Part, Mistakes: &[]Mistake{}, Together: len(c.Together)}
	*v.Mistakes = append(*v.Mistakes, Mistakes(c)...)
	for _, x := range c.Versions {
		v.Versions = append(v.Versions, versions{x.Function.ID, side(x.Side), x.Older.String(), x.Newer.String()})
	}
	if c.Verdict != compare.Identical {
		v.Offset = &c.Offset
	}
	if d := c.First(); d != nil {
		v.Component = d.Part.String()
		if d.IsPair {
			v.Pair = &d.Pair
		}
	}
	if at := c.Apart; at != nil {
		v.OffsetA, v.OffsetB, v.TextA, v.TextB, v.Reason = &at.OffsetA, &at.OffsetB, &at.TextA, &at.TextB, at.Difference.String()
	}
	if b := c.Browser; b != nil {
		v.Browser = &browser{Same: b.Same, Texts: b.Texts("a", "b")}
		if b.First != "" {
			v.Browser.A = &b.First
		}
		if b.Second != "" {
			v.Browser.B = &b.Second
		}
	}
	if len(*v.Mistakes) > 0 {
		m := (*v.Mistakes)[0]
		v.Mistake, v.Side, v.Where, v.Detail = m.Mistake, m.Side, m.Where, m.Detail
	}
	for _, d := range c.Differences {
		x := difference{Kind: d.Kind.String(), Component: d.Part.String(), Rules: RuleIDs(d.Rules)}
		if d.IsPair {
			x.Pair = &d.Pair
		}
		if d.FirstOffset >= 0 {
			x.A, x.OffsetA = &d.First, &d.FirstOffset
		}
		if d.SecondOffset >= 0 {
			x.B, x.OffsetB = &d.Second, &d.SecondOffset
		}
		v.Differences = append(v.Differences, x)
	}
	return v
}

// CompareTerm is a rule or a mistake that a comparison can name.
type CompareTerm struct {
	Kind string `json:"kind"` // "rule" or "mistake"
	ID   string `json:"id"`
	Text string `json:"text"`
}

// CompareTerms are all rules, and after them all mistakes.
type CompareTerms []CompareTerm

// NewCompareTerms returns all of them.
func NewCompareTerms() CompareTerms {
	var list CompareTerms
	for r := range uri.Rules() {
		list = append(list, CompareTerm{"rule", r.String(), r.Text()})
	}
	for _, id := range compare.MistakeIDs() {
		list = append(list, CompareTerm{"mistake", id, compare.Describe(id)})
	}
	return list
}

// A Comparison is two texts and how they differ.
type Comparison struct {
	*compare.Comparison
	Texts [2]string
	// References says that both are known to be references, and that no mistakes were
	// looked for.
	References bool
}

// JSON returns the differences.
func (c *Comparison) JSON() any {
	v := NewComparison(c.Comparison)
	if c.References {
		v.Mistakes = nil
	}
	return v
}

// Judge reports whether the texts are different.
func (c *Comparison) Judge() Verdict { return foundIf(c.Verdict == compare.Different) }

func ruleIDs(rules []uri.Rule) string { return strings.Join(RuleIDs(rules), ", ") }

// Page returns the comparison as text.
func (c *Comparison) Page(p Style) string {
	var b term.Builder
	switch c.Verdict {
	case compare.Identical:
		return p.Paint("32", "identical") + "\n"
	case compare.Equivalent:
		b.WriteString(p.Warning("equivalent") + " by " + ruleIDs(c.Rules) + "\n")
		for _, r := range c.Rules {
			b.WriteString("  " + p.WrapText(r.Text()+" ("+r.Spec()+")", 2) + "\n")
		}
	default:
		b.WriteString(p.Paint("31", "different") + "\n")
	}
	b.WriteString("first difference at byte " + strconv.Itoa(c.Offset))
	if part := c.partAt(); part != "" {
		b.WriteString(", " + part)
	}
	b.WriteByte('\n')
	first, second, column := aligned(c.Texts[0], c.Texts[1], c.Offset, p.Columns)
	b.WriteString("  A  " + first + "\n  B  " + second + "\n" + strings.Repeat(" ", 5+column) + p.Bold("^") + "\n")
	b.WriteString(c.table())
	if at := c.Apart; at != nil && at.Difference != uri.DifferentText {
		b.WriteString(p.WrapText(at.Where(), 2) + "\n")
	}
	if c.Browser != nil {
		for _, text := range c.Browser.Texts("A", "B") {
			b.WriteString(p.WrapText(text, 2) + "\n")
		}
	}
	Explained(c.Comparison, func(m compare.Mistake) {
		line := p.WrapText(sideLetter(m.Side)+" has "+m.String(), 2)
		b.WriteString(strings.Replace(line, m.ID, p.Bold(m.ID), 1) + "\n")
	}, &b)
	for _, text := range c.versions() {
		b.WriteString(p.WrapText(text, 2) + "\n")
	}
	fixed := Fixes(c.Comparison)
	for _, fix := range fixed {
		b.WriteString(p.WrapText("what to do: "+fix, 2) + "\n")
	}
	if len(fixed) == 0 && c.Verdict == compare.Different && !c.References {
		b.WriteString("no single mistake explains the difference\n")
	}
	return b.String()
}

// maxPrograms is how many programs are named whose versions explain a difference.
const maxPrograms = 3

// versions says which programs write the one text in older versions and the other in
// newer ones, a line each: those of which most functions do first, and then familiar ones.
func (c *Comparison) versions() []string {
	type change struct {
		text      string
		functions []*dialect.Implementation
	}
	best := map[string]*change{} // by program
	changes := map[string]*change{}
	for _, v := range c.Versions {
		program := v.Function.Program()
		older, newer := sideLetter(v.Side), sideLetter(compare.First+compare.Second-v.Side)
		text := program + " " + v.Older.String() + " writes " + older + ", " + program + " " + v.Newer.String() + " " + newer
		x := changes[text]
		if x == nil {
			x = &change{text: text}
			changes[text] = x
		}
		x.functions = append(x.functions, &dialect.Implementation{ID: v.Function.ID})
		if b := best[program]; b == nil || len(x.functions) > len(b.functions) {
			best[program] = x
		}
	}
	list := slices.Collect(maps.Values(best))
	for _, x := range list {
		slices.SortStableFunc(x.functions, func(a, b *dialect.Implementation) int { return len(a.ID) - len(b.ID) })
	}
	slices.SortFunc(list, func(a, b *change) int {
		return cmp.Or(len(b.functions)-len(a.functions), ByFamiliarity(a.functions[0], b.functions[0]), cmp.Compare(a.text, b.text))
	})
	var lines []string
	for i, x := range list {
		if i == maxPrograms {
			lines = append(lines, "and "+term.Count(int64(len(list)-i), "more program"))
			break
		}
		line := x.text + ": " + x.functions[0].ID
		if more := len(x.functions) - 1; more > 0 {
			line += " and " + term.Count(int64(more), "more function")
		}
		lines = append(lines, line)
	}
	return lines
}

func sideLetter(s compare.Side) string {
	if s == compare.First {
		return "A"
	}
	return "B"
}

// partAt names the component or parameter that holds the first byte that differs.
func (c *Comparison) partAt() string {
	for _, d := range c.Differences {
		for i, at := range []int{d.FirstOffset, d.SecondOffset} {
			if text := []string{d.First, d.Second}[i]; at >= 0 && at <= c.Offset && c.Offset <= at+len(text) {
				return d.String()
			}
		}
	}
	return c.Part
}

// table returns what differs, where it is more than the first difference says.
func (c *Comparison) table() string {
	const most, room = 8, 28
	if len(c.Differences) < 2 {
		return ""
	}
	cell := func(text string, at int) string {
		if at < 0 {
			return "none"
		}
		return term.Fit(term.Shown(text), room)
	}
	rows := [][]string{{"  differs in", "A", "B", ""}}
	for i, d := range c.Differences {
		if i == most {
			rows = append(rows, []string{"  and " + strconv.Itoa(len(c.Differences)-most) + " more", "", "", ""})
			break
		}
		how := ""
		switch {
		case d.Equivalent():
			how = "equivalent by " + ruleIDs(d.Rules)
		case d.Kind == compare.Moved:
			how = "moved"
		}
		rows = append(rows, []string{"  " + d.String(), cell(d.First, d.FirstOffset), cell(d.Second, d.SecondOffset), how})
	}
	return term.Columns(rows)
}

// aligned returns two texts around an index where they differ, to be written one
// below the other, and the column in which the difference begins. Characters that
// cannot be seen are escaped.
func aligned(a, b string, at, columns int) (first, second string, column int) {
	before, all := 30, columns-5
	// near returns more of the beginning of a text than fits a line.
	near := func(s string) string { return excerpt.Beginning(s, 4*columns) }
	// A character that differs is shown whole.
	for range utf8.UTFMax - 1 {
		if at > 0 && (at < len(a) && !utf8.RuneStart(a[at]) || at < len(b) && !utf8.RuneStart(b[at])) {
			at--
		}
	}
	show := visibility{quote: !excerpt.Printable(a) || !excerpt.Printable(b)}
	// Marks that make the difference have to be seen apart from their letters.
	show.marks = norm.NFC.String(near(a[at:])) == norm.NFC.String(near(b[at:]))
	from := max(0, at-4*columns)
	for from > 0 && from < at && !utf8.RuneStart(a[from]) {
		from++
	}
	head := show.visible(a[from:at])
	if longest := max(term.Width(show.visible(near(a[at:]))), term.Width(show.visible(near(b[at:])))); term.Width(head)+longest > all && term.Width(head) > before || from > 0 {
		for term.Width(head) > before-1 {
			_, n := utf8.DecodeRuneInString(head)
			head = head[n:]
		}
		head = "…" + head
	}
	column = term.Width(head)
	tail := func(s string) string {
		text := show.visible(near(s[at:]))
		if len(s) > at+len(near(s[at:])) {
			return head + term.Within(text, all-column-1) + "…"
		}
		return head + term.Fit(text, all-column)
	}
	return tail(a), tail(b), column
}

// A visibility says what is escaped besides what cannot be seen: backslashes, so
// that those that are left begin escapes, and marks.
type visibility struct{ quote, marks bool }

// visible returns text with what cannot be seen escaped as in Go.
func (v visibility) visible(s string) string {
	if !v.quote && !v.marks && !unicode.IsMark(firstRune(s)) {
		return s
	}
	var b term.Builder
	for i, r := range s {
		switch {
		case r == utf8.RuneError && !strings.HasPrefix(s[i:], "\uFFFD"):
			b.WriteString(`\x` + strconv.FormatUint(uint64(s[i])|0x100, 16)[1:])
		case !unicode.IsPrint(r) || v.quote && r == '\\' || unicode.IsMark(r) && (v.marks || i == 0):
			b.WriteString(term.Escaped(r))
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

func firstRune(s string) rune {
	r, _ := utf8.DecodeRuneInString(s)
	return r
}
