package results

import (
	"slices"
	"strconv"
	"strings"

	"github.com/pct-encoded/percent/inspect/compare"
	"github.com/pct-encoded/percent/uri"
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
func Explained(c *compare.Comparison, write func(compare.Mistake), b *strings.Builder) {
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
	A         *string  `json:"a,omitempty"`
	OffsetA   *int     `json:"offset_a,omitempty"`
	B         *string  `json:"b,omitempty"`
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
