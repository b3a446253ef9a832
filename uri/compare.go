package uri

import (
	"fmt"

	"github.com/pct-encoded/percent"
)

// Why says what kind of difference keeps two references apart.
type Why uint8

// The kinds of differences.
const (
	NoDifference  Why = iota
	DifferentText     // the components hold different text
	DifferentCase     // letters differ in case where case counts
	OneAbsent         // one reference has the component, be it empty, and the other has not
	DataDelimiter     // a reserved character is a delimiter in one and escaped, so data, in the other
	EscapeInURN       // a character is escaped in one: a URN is compared undecoded (RFC 8141 section 3.1)
)

var whyTexts = [...]string{
	"",
	"different text",
	"letters differ in case, and case counts here",
	"one has this component and the other has not",
	"a reserved character is a delimiter in one and escaped data in the other",
	"an escape in a URN is not equivalent to its character",
}

// String returns the difference in words.
func (w Why) String() string {
	if int(w) < len(whyTexts) {
		return whyTexts[w]
	}
	return fmt.Sprintf("Why(%d)", uint8(w))
}

// A Comparison is how two references relate.
type Comparison struct {
	// Equivalent says that the references are the same text or become the same
	// by the ladder.
	Equivalent bool
	// Rung is the highest rung that had to be climbed for that; 0 if the texts are
	// identical, or if they differ.
	Rung Rungs
	// Part is the first component that differs.
	Part Part
	// OffsetA and OffsetB are where the references first differ once both are
	// normalized: the byte in each text from which that comes.
	OffsetA, OffsetB int
	// TextA and TextB are the character or escape that stands there; empty at the
	// end of a text.
	TextA, TextB string
	// Why is the kind of difference.
	Why Why
}

// String returns the comparison in words, such as
//
//	different: path at byte 13 and 13, "?" and "%3F": a reserved character …
func (c Comparison) String() string {
	switch {
	case c.Equivalent && c.Rung == 0:
		return "identical"
	case c.Equivalent:
		return "equivalent by " + c.Rung.String()
	}
	return fmt.Sprintf("different: %v at byte %d and %d, %q and %q: %v", c.Part, c.OffsetA, c.OffsetB, c.TextA, c.TextB, c.Why)
}

// Compare climbs the ladder of RFC 3986 section 6.2 with both references, rung
// by rung, until they meet: they are identical, equivalent, or different, and
// then it says where and why. Both are compared as they stand: resolve relative
// references first if they have different bases. In URNs the r-, q- and
// f-components ("?+", "?=" and "#") do not count (RFC 8141 section 3.1), on the
// rung SchemeBased.
func Compare(a, b URI) Comparison {
	if a.s == b.s {
		return Comparison{Equivalent: true}
	}
	for rungs := Case; rungs <= SchemeBased; rungs <<= 1 {
		below := rungs<<1 - 1
		if a.Normalize(below).s == b.Normalize(below).s {
			return Comparison{Equivalent: true, Rung: rungs}
		}
	}
	if ruleOf(a.Scheme()).urn && ruleOf(b.Scheme()).urn {
		a, b = a.assignedName(), b.assignedName()
	}
	x := normalizer{s: a.s, rungs: AllRungs, trace: tracing}
	x.uri(a)
	y := normalizer{s: b.s, rungs: AllRungs, trace: tracing}
	y.uri(b)
	i := 0
	for i < len(x.out) && i < len(y.out) && x.out[i] == y.out[i] {
		i++
	}
	if i == len(x.out) && i == len(y.out) {
		return Comparison{Equivalent: true, Rung: SchemeBased}
	}
	// The start of the escape that the difference lies in.
	for back := 1; back <= 2 && back <= i; back++ {
		if isTriplet(string(x.out), i-back) || isTriplet(string(y.out), i-back) {
			i -= back
			break
		}
	}
	c := Comparison{Why: DifferentText}
	c.OffsetA, c.TextA = x.source(i)
	c.OffsetB, c.TextB = y.source(i)
	u, v := ParseLenient(string(x.out)), ParseLenient(string(y.out))
	for _, p := range [...]Part{Scheme, Userinfo, Host, Port, Path, Query, Fragment} {
		one, other := u.Get(p), v.Get(p)
		if one.Raw != other.Raw || one.Present != other.Present {
			c.Part = p
			if one.Present != other.Present {
				c.Why = OneAbsent
			}
			break
		}
	}
	unitX, unitY := unit(x.out, i), unit(y.out, i)
	charX, charY := octetOf(unitX), octetOf(unitY)
	switch {
	case unitX == "" || unitY == "":
	case len(unitX) != len(unitY) && charX == charY:
		if c.Why = DataDelimiter; x.rule.urn && !percent.Reserved.Contains(charX) {
			c.Why = EscapeInURN
		}
		if x.rule.urn && c.Part == Path {
			c.Why = EscapeInURN
		}
	case len(unitX) == 1 && len(unitY) == 1 && charX != charY && lower(charX) == lower(charY) && c.Why == DifferentText:
		c.Why = DifferentCase
	}
	return c
}

// assignedName returns a URN without what does not count when it is compared
// (RFC 8141 sections 2.3 and 3.1): the fragment, and a query that is r- and
// q-components, "?+" and "?=" with something behind them. No other query is one of
// a URN, and it is kept.
func (u URI) assignedName() URI {
	query := u.Get(Query)
	end := u.pathEnd
	if q := query.Raw; query.Present && !(len(q) > 1 && (q[0] == '+' || q[0] == '=')) {
		end += 1 + len(query.Raw)
	}
	return ParseLenient(u.s[:end])
}

// source returns where the byte at out[i] comes from and what stands there.
func (n *normalizer) source(i int) (int, string) {
	if i == len(n.out) {
		return len(n.s), ""
	}
	at := n.at[i]
	return at, unit([]byte(n.s), at)
}

// unit returns the escape or byte at b[i], or "" at the end.
func unit(b []byte, i int) string {
	switch {
	case i >= len(b):
		return ""
	case isTriplet(string(b), i):
		return string(b[i : i+3])
	}
	return string(b[i : i+1])
}

func octetOf(unit string) byte {
	if len(unit) == 3 {
		return unhex(unit[1])<<4 | unhex(unit[2])
	}
	if unit == "" {
		return 0
	}
	return unit[0]
}
