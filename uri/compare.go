package uri

import (
	"fmt"
	"iter"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/pct"
	"github.com/pct-encoded/percent/internal/words"
)

// A Rule is one by which two references that differ are equivalent.
type Rule uint8

// The rules, from the most general to the most special: where it takes several to
// make two references equivalent, the last one says most.
const (
	RuleCase Rule = iota
	RuleUnreserved
	RuleDotSegments
	RuleScheme
	RuleMailto
	RuleFile
	RuleURN
	RuleIRI
	RuleUTS46
	RuleForm
)

var rules = [...]struct{ id, spec, text string }{
	RuleCase:        {"rfc3986.6.2.2.1", "RFC 3986, section 6.2.2.1", "the digits of escapes, the scheme and the host have no case"},
	RuleUnreserved:  {"rfc3986.6.2.2.2", "RFC 3986, section 6.2.2.2", "an unreserved character is the same escaped and unescaped"},
	RuleDotSegments: {"rfc3986.6.2.2.3", "RFC 3986, section 6.2.2.3", `"." and ".." in a path are steps, not names`},
	RuleScheme:      {"rfc3986.6.2.3", "RFC 3986, section 6.2.3", `an empty port is the same as no port; in http, https, ws, wss and ftp so is the default port, and an empty path is the same as "/"`},
	RuleMailto:      {"rfc6068.2", "RFC 6068, section 2, by RFC 3986, section 6.2.3", "domains and names of header fields in mailto have no case"},
	RuleFile:        {"rfc8089.2", "RFC 8089, section 2, by RFC 3986, section 6.2.3", `in file no host, an empty one and "localhost" are the same`},
	RuleURN:         {"rfc8141.3.1", "RFC 8141, section 3.1", `in a URN the namespace and the digits of escapes have no case, and what begins with "?+", "?=" or "#" does not count`},
	RuleIRI:         {"rfc3987.3.1", "RFC 3987, section 3.1", "a character beyond ASCII is the same as the escapes of its UTF-8, and a label of a host in Unicode as that in Punycode"},
	RuleUTS46:       {"uts46", "Unicode Technical Standard #46, section 4 (IDNA mapping)", "in a host, characters that IDNA maps to others are the same as those: capitals, wide and circled characters, the ideographic full stop"},
	RuleForm:        {"form", "URL Standard, section 5.1 (application/x-www-form-urlencoded parsing)", "read as a form, the query has the same parameters in the same order"},
}

// Rules yields all rules, in the order of the list.
func Rules() iter.Seq[Rule] {
	return func(yield func(Rule) bool) {
		for r := range rules {
			if !yield(Rule(r)) {
				return
			}
		}
	}
}

// String returns the ID of the rule, such as "rfc3986.6.2.2.1", which never changes.
func (r Rule) String() string {
	if int(r) < len(rules) {
		return rules[r].id
	}
	return words.Unknown
}

// Spec returns where the rule comes from, with the section.
func (r Rule) Spec() string { return rules[r].spec }

// Text returns what the rule says, such as "an unreserved character is the same
// escaped and unescaped".
func (r Rule) Text() string { return rules[r].text }

// A Verdict is the outcome of a comparison.
type Verdict uint8

// The verdicts.
const (
	Identical  Verdict = iota // the same bytes
	Equivalent                // different bytes, the same by some rules
	Different
)

var verdictWords = [...]string{"identical", "equivalent", "different"}

// String returns "identical", "equivalent" or "different".
func (v Verdict) String() string { return words.Of(verdictWords[:], v) }

// A Difference is what keeps two references apart.
type Difference uint8

// The kinds of differences.
const (
	NoDifference  Difference = iota
	DifferentText            // the components hold different text
	DifferentCase            // letters differ in case where case counts
	OneAbsent                // only one reference has the component, even if it is empty
	DataDelimiter            // a reserved character is a delimiter in one, and escaped in the other, which makes it data
	NotEscaped               // in one, a character is not escaped that the component can only hold escaped
	EscapeInURN              // only one escapes a character: URNs are compared undecoded (RFC 8141 section 3.1)
)

var differenceTexts = [...]string{
	"",
	"different text",
	"letters differ in case, and case counts here",
	"one has this component and the other has not",
	"a reserved character in one is escaped in the other, which is not equivalent (RFC 3986, section 2.2)",
	"a character that must be escaped is not, in one of the two",
	"an escape in a URN is not equivalent to its character",
}

// String returns the difference in words.
func (d Difference) String() string { return words.Of(differenceTexts[:], d) }

// A Comparison is how two references relate.
type Comparison struct {
	Verdict Verdict
	// Rules are all the rules that it takes to make the references the same, in the
	// order of [Rules], where the verdict is Equivalent.
	Rules []Rule
	// Part is the first component that differs, where the verdict is Different. So
	// it is with the fields below.
	Part Part
	// OffsetA and OffsetB are the first difference of the normalized references, as
	// byte offsets in the original texts.
	OffsetA, OffsetB int
	// TextA and TextB are the escape or byte at these offsets, empty at the end of
	// a text.
	TextA, TextB string
	// Difference is the kind of the difference.
	Difference Difference
}

// String returns the comparison in words, such as
//
//	different: path at byte 13 and 13, "?" and "%3F": a reserved character …
func (c Comparison) String() string {
	switch c.Verdict {
	case Identical:
		return c.Verdict.String()
	case Equivalent:
		ids := make([]string, len(c.Rules))
		for i, r := range c.Rules {
			ids[i] = r.String()
		}
		return c.Verdict.String() + " by " + strings.Join(ids, ", ")
	}
	return c.Verdict.String() + ": " + c.Where()
}

// Where returns in words where and why the references differ, such as
//
//	path at byte 13 and 13, "?" and "%3F": a reserved character …
func (c Comparison) Where() string {
	return fmt.Sprintf("%v at byte %d and %d, %q and %q: %v", c.Part, c.OffsetA, c.OffsetB, c.TextA, c.TextB, c.Difference)
}

// A Comparer compares references. The zero value compares URIs, by RFC 3986
// section 6.2 and what the schemes of [SchemeBased] add.
type Comparer struct {
	// Rungs are the rungs to climb; 0 means all.
	Rungs Rungs
	// Form reads queries as forms, in which "+" and "%20" are the same.
	Form bool
	// IRI, if it is not nil, makes it compare IRIs, by RuleIRI and RuleUTS46 as well:
	// it returns s as l changes it. Use [iri.Spell].
	//
	// [iri.Spell]: https://pkg.go.dev/github.com/pct-encoded/percent/iri#Spell
	IRI func(s string, l Ladder) string
}

// A Ladder is what is done to a reference before it is compared.
type Ladder struct {
	Rungs Rungs
	IRI   bool // characters beyond ASCII are escaped, and labels of hosts written in Punycode
	UTS46 bool // hosts are mapped as in IDNA
	form  bool // queries are read as forms
}

// Compare says whether two references are identical, equivalent or different, by
// which rules or where and why, as the zero Comparer does. Both are compared as
// they stand: resolve relative references first if they have different bases. In
// URNs the r-, q- and f-components ("?+", "?=" and "#") do not count (RFC 8141
// section 3.1).
func Compare(a, b URI) Comparison { return Comparer{}.Compare(a, b) }

// Compare returns how two references relate.
func (c Comparer) Compare(a, b URI) Comparison {
	if a.s == b.s {
		return Comparison{}
	}
	if ids, ok := c.Rules(a, b, components[:]...); ok {
		return Comparison{Verdict: Equivalent, Rules: ids}
	}
	return c.locate(a, b)
}

// components are the parts that lie in no other part.
var components = [...]Part{Scheme, Userinfo, Host, Port, Path, Query, Fragment}

// top returns the highest ladder for two references.
func (c Comparer) top(a, b URI) Ladder {
	l := Ladder{Rungs: c.Rungs, form: c.Form}
	if l.Rungs == 0 {
		l.Rungs = AllRungs
	}
	if c.IRI != nil && utf8.ValidString(a.s) && utf8.ValidString(b.s) {
		l.UTS46 = a.hasWideHost() || b.hasWideHost()
		l.IRI = l.UTS46 || !pct.ASCII(a.s) || !pct.ASCII(b.s)
	}
	return l
}

// at returns u as the ladder changes it.
func (c Comparer) at(u URI, l Ladder) URI {
	if l.IRI || l.UTS46 {
		u = ParseLenient(c.IRI(u.s, l))
	}
	return u.Normalize(l.Rungs)
}

// Rules reports whether these components of two references are the same, and by
// which rules: as few as will do.
func (c Comparer) Rules(a, b URI, parts ...Part) ([]Rule, bool) {
	meet := func(l Ladder) bool {
		u, v := c.at(a, l), c.at(b, l)
		return !slices.ContainsFunc(parts, func(p Part) bool { return !l.same(u, v, p) })
	}
	l := c.top(a, b)
	if !meet(l) {
		return nil, false
	}
	// Leave out what is not needed, from the top.
	without := func(change func(*Ladder)) {
		less := l
		if change(&less); less != l && meet(less) {
			l = less
		}
	}
	without(func(l *Ladder) { l.form = false })
	without(func(l *Ladder) { l.UTS46 = false })
	without(func(l *Ladder) { l.IRI = false })
	for rung := SchemeBased; rung > 0; rung >>= 1 {
		without(func(l *Ladder) { l.Rungs &^= rung })
	}
	return l.rules(a, b, parts), true
}

// rules returns the rules that the ladder applies.
func (l Ladder) rules(a, b URI, parts []Part) []Rule {
	var list []Rule
	add := func(need bool, r Rule) {
		if need {
			list = append(list, r)
		}
	}
	rule := ruleOf(a.Scheme())
	if rule.urn && ruleOf(b.Scheme()).urn {
		add(l.Rungs != 0, RuleURN)
	} else {
		add(l.Rungs&Case != 0, RuleCase)
		add(l.Rungs&PercentEncoding != 0, RuleUnreserved)
		add(l.Rungs&DotSegments != 0, RuleDotSegments)
		based := l.Rungs&SchemeBased != 0
		emptyPort := slices.Contains(parts, Port) && a.Get(Port).Present != b.Get(Port).Present
		x, y := a.Host(), b.Host()
		host := slices.Contains(parts, Host) && (x.Present != y.Present || !strings.EqualFold(x.Raw, y.Raw))
		add(based && !rule.mail && (!rule.local || emptyPort), RuleScheme)
		add(based && rule.mail, RuleMailto)
		add(based && rule.local && (host || !emptyPort), RuleFile)
	}
	add(l.IRI, RuleIRI)
	add(l.UTS46, RuleUTS46)
	add(l.form, RuleForm)
	return list
}

// same reports whether a component is the same in both.
func (l Ladder) same(u, v URI, p Part) bool {
	x, y := u.Get(p), v.Get(p)
	if x.Raw == y.Raw && x.Present == y.Present {
		return true
	}
	if l.Rungs&SchemeBased != 0 && (p == Query || p == Fragment) && ruleOf(u.Scheme()).urn && ruleOf(v.Scheme()).urn {
		u, v := u.assignedName().Get(p), v.assignedName().Get(p)
		return u.Raw == v.Raw && u.Present == v.Present
	}
	return l.form && p == Query && x.Present && y.Present && slices.Equal(formPairs(x.Raw), formPairs(y.Raw))
}

// hasWideHost reports whether the host is a name with characters beyond ASCII,
// escaped or not.
func (u URI) hasWideHost() bool {
	host := u.s[u.hostStart:u.hostEnd]
	if u.kind != RegName {
		return false
	}
	for i := range len(host) {
		if c, _ := pct.Octet(host[i:]); c >= utf8.RuneSelf {
			return true
		}
	}
	return !pct.ASCII(host)
}

// formPairs returns the names and values of a form in turn, as octets. As text, with
// U+FFFD for what is not UTF-8, %FF and %FE would be the same.
func formPairs(query string) []string {
	var list []string
	for piece := range strings.SplitSeq(query, "&") {
		if piece == "" {
			continue
		}
		name, value, _ := strings.Cut(piece, "=")
		for _, s := range [...]string{name, value} {
			s, _ = formOctets.Decode(s) // keeps what is malformed
			list = append(list, s)
		}
	}
	return list
}

var formOctets = percent.Form.WithMalformed(percent.MalformedKept).WithInvalidUTF8(percent.InvalidUTF8Kept)

// locate returns where and why two references differ.
func (c Comparer) locate(a, b URI) Comparison {
	l := c.top(a, b)
	if l.Rungs&SchemeBased != 0 && ruleOf(a.Scheme()).urn && ruleOf(b.Scheme()).urn {
		a, b = a.assignedName(), b.assignedName()
	}
	trace := func(u URI) normalizer {
		n := normalizer{s: u.s, rungs: l.Rungs, trace: tracing}
		n.uri(&u)
		return n
	}
	x, y := trace(a), trace(b)
	d := Comparison{Verdict: Different, Difference: DifferentText}
	// Skip what differs in spelling only.
	i, j := 0, 0
	outX, outY := string(x.out), string(y.out)
	u, v := ParseLenient(outX), ParseLenient(outY)
	w, z := c.at(a, l), c.at(b, l)
	for _, p := range components {
		one, other := u.Get(p), v.Get(p)
		if !l.same(w, z, p) {
			if d.Part = p; one.Present != other.Present {
				d.Difference = OneAbsent
			}
			break
		}
		if one.Raw != other.Raw && one.Present && other.Present {
			i, j = one.Offset+len(one.Raw), other.Offset+len(other.Raw)
		}
	}
	var unitX, unitY string
	for {
		unitX, unitY = unit(outX, i), unit(outY, j)
		same := unitX == unitY || l.IRI && unitX != "" && unitY != "" && octetOf(unitX) >= utf8.RuneSelf && octetOf(unitX) == octetOf(unitY)
		if unitX == "" || !same {
			break
		}
		i, j = i+len(unitX), j+len(unitY)
	}
	d.OffsetA, d.TextA = x.source(i)
	d.OffsetB, d.TextB = y.source(j)
	charX, charY := octetOf(unitX), octetOf(unitY)
	switch {
	case unitX == "" || unitY == "":
	case len(unitX) != len(unitY) && charX == charY:
		reserved := percent.Reserved.Contains(charX)
		raw, at := a, d.OffsetA
		if len(unitX) == 3 {
			raw, at = b, d.OffsetB
		}
		switch {
		case x.rule.urn && (d.Part == Path || !reserved):
			d.Difference = EscapeInURN
		case reserved && raw.mayHold(at):
			d.Difference = DataDelimiter
		case !percent.Unreserved.Contains(charX):
			d.Difference = NotEscaped
		}
	case len(unitX) == 1 && len(unitY) == 1 && charX != charY && lower(charX) == lower(charY) && d.Difference == DifferentText:
		d.Difference = DifferentCase
	}
	return d
}

// mayHold reports whether the byte at i may stand there, as a delimiter or as data.
func (u URI) mayHold(i int) bool {
	p := u.productionAt(i)
	return p.name == "" || p.holds.Contains(u.s[i])
}

// assignedName returns a URN without what does not count in comparisons (RFC 8141
// sections 2.3 and 3.1): the fragment, and r- and q-components, which are "?+" and
// "?=" with something after them. Any other query, which no URN has, stays.
func (u URI) assignedName() URI {
	query := u.Get(Query)
	end := u.pathEnd
	if q := query.Raw; query.Present && !(len(q) > 1 && (q[0] == '+' || q[0] == '=')) {
		end += 1 + len(query.Raw)
	}
	return ParseLenient(u.s[:end])
}

// source returns where in s the byte out[i] comes from, and what is there.
func (n *normalizer) source(i int) (int, string) {
	if i == len(n.out) {
		return len(n.s), ""
	}
	at := n.at[i]
	return at, unit(n.s, at)
}

// unit returns the escape or byte at s[i], or "" at the end.
func unit(s string, i int) string {
	switch {
	case i >= len(s):
		return ""
	case isEscape(s, i):
		return s[i : i+3]
	}
	return s[i : i+1]
}

// octetOf returns the octet that a unit stands for, or 0 for none.
func octetOf(unit string) byte {
	if len(unit) == 1 {
		return unit[0]
	}
	c, _ := pct.Octet(unit)
	return c
}
