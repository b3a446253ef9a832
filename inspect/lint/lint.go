package lint

import (
	"cmp"
	"slices"
	"sort"
	"strconv"
	"strings"
	"sync"
	"unsafe"

	"github.com/pct-encoded/percent/inspect"
	"github.com/pct-encoded/percent/inspect/document"
	"github.com/pct-encoded/percent/inspect/internal/browser"
	"github.com/pct-encoded/percent/inspect/internal/text"
	"github.com/pct-encoded/percent/internal/excerpt"
	"github.com/pct-encoded/percent/reader"
	"github.com/pct-encoded/percent/uri"
)

// A Finding is what a rule says of a part of a text.
type Finding struct {
	Rule     string // ID of the rule
	Severity Severity
	Offset   int // of the first byte in the text
	Len      int // in bytes
	// Layer is how many times the text must be decoded before the part appears in it:
	// 0 for the text itself, with its escapes.
	Layer   int
	Message string // what is wrong, in one sentence without a full stop
	Fix     string // what to do about it, likewise
	// Replacement is what to write instead, if Mechanical. It is right unless the
	// text is meant to be as it is.
	Replacement string
	Mechanical  bool
	// Browser says what a browser, which follows the URL Standard, makes of the whole
	// text if RFC 3986 reads it differently: another host, another path, or no URL at
	// all. It is the same in all findings that can be the cause, and "" in others.
	Browser string
	// Readers says, in a finding of host-confusion, which host each reader of package
	// reader reads, one host a line: "b.example: node.legacy@20.20.2, php.parse_url".
	Readers string
}

// MaxFindings is how many findings of one rule Lint tells apart in a text: 1,000. The
// last one covers all further ones, and says so.
const MaxFindings = 1000

// A Linter is a choice of rules and of the kind of text. The zero value has all
// rules and KindAuto. Linters are values: methods return changed copies, which share
// nothing that changes, and are safe for concurrent use.
type Linter struct {
	kind    inspect.Kind
	least   Severity
	spared  uint8 // of MaxDepth
	without ruleSet
	url     document.URL     // as which the text was found
	readers *[]reader.Reader // that host-confusion asks, or nil for all
}

// In returns a linter that takes texts to be of kind k. The rules for a component
// depend on it: "%2F" is data in a query and a surprise in a path. For KindForm
// they are those of KindQuery.
func (l Linter) In(k inspect.Kind) Linter {
	l.kind = inspect.KindAuto
	if k < kindOpaque {
		l.kind = k
	}
	return l
}

// For returns a linter for a URL that was found in a document, and that gets the part of it
// where the URL stands. Rules look at the URL that its escapes and references stand for. A
// Replacement is what to write in the document: with "&amp;" for '&' in markup, for
// instance. What could change the document itself is not Mechanical, and nothing is if it
// is not sure where u ends.
func (l Linter) For(u document.URL) Linter { l.url = u; return l }

// From returns a linter that finds nothing below severity s.
func (l Linter) From(s Severity) Linter { l.least = s; return l }

// Past returns a linter whose rule host-confusion asks readers as they were in the past.
// The error is that of [reader.In].
func (l Linter) Past(past reader.Past) (Linter, error) {
	list, _, err := reader.In(past, reader.All())
	if err != nil {
		return Linter{}, err
	}
	l.readers = &list
	return l, nil
}

// Only returns a linter with the rules of these IDs alone, or an
// *UnknownRuleError.
func (l Linter) Only(ids ...string) (Linter, error) {
	l.without = allRules
	return l.mark(ids, false)
}

// Except returns a linter without the rules of these IDs, or an
// *UnknownRuleError.
func (l Linter) Except(ids ...string) (Linter, error) { return l.mark(ids, true) }

func (l Linter) mark(ids []string, without bool) (Linter, error) {
	for _, id := range ids {
		r, ok := lookupRule(id)
		if !ok {
			return Linter{}, &UnknownRuleError{id}
		}
		if l.without &^= 1 << r; without {
			l.without |= 1 << r
		}
	}
	return l, nil
}

// Has reports whether l has the rule of that ID, at the severity it begins with.
func (l Linter) Has(id string) bool {
	r, ok := lookupRule(id)
	return ok && !l.without.has(r) && rules[r].Severity >= l.least
}

// Lint returns what all rules find in s, whose kind it guesses: see Linter.Lint.
func Lint(s string) ([]Finding, error) { return Linter{}.Lint(s) }

// Lint returns what the rules find in s, in the order of their offsets. It takes any
// text and fails only with a *LimitError, for more than MaxInput bytes. It looks
// through up to [layers.Max] layers of encoding. Adjacent findings of the same rule
// are one, and so are those beyond MaxFindings. A finding of severity Info inside a
// worse one is left out, because fixing the latter changes it.
func (l Linter) Lint(s string) ([]Finding, error) {
	if len(s) > inspect.MaxInput {
		return nil, &inspect.LimitError{What: "lint", Of: "bytes", Length: len(s), Limit: inspect.MaxInput}
	}
	if l.Clean(unsafe.Slice(unsafe.StringData(s), len(s))) {
		return nil, nil
	}
	return l.look(s), nil
}

// look is Lint without the quick check.
func (l Linter) look(s string) []Finding {
	switch {
	case l.url.Escaped():
		return l.lookThrough(s)
	case l.url.Place == document.Alone:
		return newPass(l, s).results((*pass).all)
	}
	return l.lookAt(s)
}

// passes are those that are done, and whose memory the next ones take.
var passes = sync.Pool{New: func() any { return new(pass) }}

// newPass returns a pass for s, which ends with results.
func newPass(l Linter, s string) *pass {
	x := passes.Get().(*pass)
	*x = pass{Linter: l, s: s, found: x.found[:0], marks: x.marks[:0], shown: x.shown[:0], nested: x.nested[:0]}
	for i := range x.last {
		x.last[i] = -1
	}
	return x
}

// end gives the memory of x back, unless that is much.
func (x *pass) end() {
	const most = 64
	clear(x.found)
	if x.s = ""; max(cap(x.found), cap(x.marks), cap(x.shown), cap(x.nested)) <= most {
		passes.Put(x)
	}
}

// A pass is one run of a Linter over a text.
type pass struct {
	Linter
	s string

	found []found
	last  [ruleCount]int32 // index in found of the last finding of each rule
	count [ruleCount]int32 // of findings

	marks []mark // in the text itself, in the order of their offsets
	upper bool   // there is an escape with an upper-case digit

	once     bool      // '%' is ordinary data below the scheme: %25 is not a second encoding
	hostEnd  int       // where an authority ends that a backslash may end before, or 0 if it was not looked for
	colon    int       // the end of what would be a scheme without its escapes, or 0
	values   valueScan // of the query that is being looked at
	field    mark      // of the mailto URI that is being looked at
	shown    []mark    // dot segments that have been found in layers above
	nested   []mark    // escapes that appear when another one is decoded, in the piece that is being looked at
	japanese mark      // the value that was last tried as ISO-2022-JP; lo is -1 if it is not
}

// found is a finding in the making.
type found struct {
	Finding
	rule        rule
	replacement []byte // of Finding, if it grows
	many        bool   // it stands for further ones
	inner       bool   // it is of a URL in a value
}

// A mark is a part of the text that needs no other finding.
type mark struct{ lo, hi int }

// kindOpaque is the kind of an opaque path: one without segments, after a scheme.
const kindOpaque = inspect.KindValue + 1

// wants reports whether findings of r are to be noted, which results leaves out where
// they are for other rules alone: there are two pairs of which only results decides which
// one applies, and octets that are no text change what is to be done about others.
func (x *pass) wants(r rule) bool {
	switch r {
	case lowerHexCase, mixedHexCase:
		return !x.without.has(lowerHexCase) || !x.without.has(mixedHexCase)
	case invalidUTF8, charsetNotUTF8:
		return !x.without.has(invalidUTF8) || !x.without.has(charsetNotUTF8) || !x.without.has(escapedAlphanumeric) || slices.ContainsFunc(perhapsData, func(r rule) bool { return !x.without.has(r) })
	}
	return !x.without.has(r)
}

// add notes that m is to be said of s[lo:hi] in a layer, with args.
func (x *pass) add(m *message, lo, hi, layer int, args ...any) {
	if x.wants(m.rule) {
		x.note(m, m.with(args...), lo, hi, layer, nil)
	}
}

// replace notes that m is to be said of s[lo:hi], with args, and what to write
// instead.
func (x *pass) replace(m *message, lo, hi int, replacement string, args ...any) {
	if x.wants(m.rule) {
		x.note(m, m.with(args...), lo, hi, 0, &replacement)
	}
}

// note notes a finding, or extends the last one of its rule, if that is adjacent and
// says the same.
func (x *pass) note(m *message, message string, lo, hi, layer int, replacement *string) {
	r := m.rule
	var f *found
	if i := x.last[r]; i >= 0 {
		f = &x.found[i]
	}
	switch {
	case f != nil && f.Offset+f.Len == lo && f.Layer == layer && f.Message == message && f.Mechanical == (replacement != nil):
		f.Len = hi - f.Offset
		if replacement != nil {
			if f.replacement == nil {
				f.replacement = []byte(f.Replacement)
			}
			f.replacement = append(f.replacement, *replacement...)
		}
	case x.count[r] == MaxFindings:
		f.Offset, f.Len = min(f.Offset, lo), max(f.Offset+f.Len, hi)-min(f.Offset, lo)
		f.Message = "this and all further findings of the rule: there are more than " + strconv.Itoa(MaxFindings)
		f.Mechanical, f.Replacement, f.replacement, f.many = false, "", nil, true
		return
	default:
		x.count[r]++
		x.last[r] = int32(len(x.found))
		x.found = append(x.found, found{rule: r, Finding: Finding{
			Offset: lo, Len: hi - lo, Layer: layer, Message: message, Fix: m.toDo(), Mechanical: replacement != nil,
		}})
		if replacement != nil {
			x.found[len(x.found)-1].Replacement = *replacement
		}
	}
}

// sort puts the findings into the order of their offsets.
func (x *pass) sort() {
	inOrder := func(a, b *found) int {
		return cmp.Or(cmp.Compare(a.Offset, b.Offset), cmp.Compare(b.Len, a.Len), cmp.Compare(a.rule, b.rule))
	}
	const few = 12
	for i := 1; i < len(x.found); i++ {
		if inOrder(&x.found[i-1], &x.found[i]) <= 0 {
			continue
		}
		if len(x.found) > few {
			sort.SliceStable(x.found, func(i, j int) bool { return inOrder(&x.found[i], &x.found[j]) < 0 })
			return
		}
		f, j := x.found[i], i
		for ; j > 0 && inOrder(&x.found[j-1], &f) > 0; j-- {
			x.found[j] = x.found[j-1]
		}
		x.found[j] = f
	}
}

// results returns the findings of look that are wanted, and ends the pass.
func (x *pass) results(look func(*pass)) []Finding {
	defer x.end()
	look(x)
	x.hexCase()
	x.charset()
	x.sort()
	var out []Finding
	worse, dots, overlong, twice := 0, 0, 0, 0 // ends of findings
	reading, isRead := "", false               // what a browser makes of the text
	for i := range x.found {
		f := &x.found[i]
		severity := rules[f.rule].Severity
		end := f.Offset + f.Len
		if severity < x.least || x.without.has(f.rule) {
			continue
		}
		if severity == Info && end <= worse {
			continue
		}
		switch {
		case f.many:
			// What lies inside it need not belong to it.
		case f.rule == dotSegmentEncoded:
			dots = max(dots, end)
		case f.rule == overlongUTF8:
			overlong = max(overlong, end)
		case f.rule == doubleUTF8:
			twice = max(twice, end)
		case f.rule == controlCharacter && end <= max(overlong, twice):
			continue // it is the second octet of that one, or of a letter
		case end <= dots && (f.rule == encodedSlash || f.rule == encodedBackslash || f.rule == backslash):
			continue
		}
		if severity > Info && !f.many {
			worse = max(worse, end)
		}
		f.Rule, f.Severity = rules[f.rule].ID, severity
		if f.replacement != nil {
			f.Replacement = string(f.replacement)
		}
		if f.Mechanical && (f.rule == escapedUnreserved && spellsReference(x.s, f.Offset) || completesEscape(x.s[:f.Offset], f.Replacement)) {
			// It would make HTML, or an escape, of what is not.
			f.Mechanical, f.Replacement = false, ""
		}
		if !f.inner && x.readOtherwise(f) {
			if !isRead {
				reading, isRead = x.browser(), true
			}
			f.Browser = reading
		}
		if out == nil {
			out = make([]Finding, 0, len(x.found)-i)
		}
		out = append(out, f.Finding)
	}
	return out
}

// readOtherwise reports whether a finding can be why a browser reads the text
// differently from RFC 3986.
func (x *pass) readOtherwise(f *found) bool {
	switch f.rule {
	case dotSegmentEncoded, ambiguousAuthority, hiddenScheme, crlfInjection, backslash, escapedHost, confusableHost, controlCharacter, rawSpace:
		return true
	}
	return f.Offset+f.Len <= x.colon // a scheme with escapes
}

// browser returns what a browser makes of the text, or "" if RFC 3986 reads it the
// same way.
func (x *pass) browser() string {
	if x.kind != inspect.KindURI && x.kind != inspect.KindText {
		return "" // a component
	}
	return browser.Difference(x.s, "the URL")
}

// hexCase decides between the two rules about lower-case digits.
func (x *pass) hexCase() {
	if !x.upper || x.last[lowerHexCase] < 0 {
		return
	}
	for i := range x.found {
		if f := &x.found[i]; f.rule == lowerHexCase {
			f.rule, f.Message = mixedHexCase, isMixedCase.text
		}
	}
}

// all looks at the whole text.
func (x *pass) all() {
	x.markUp()
	if x.kind == inspect.KindAuto || x.kind == inspect.KindURI {
		// Also of a text that is not taken for a URI: its scheme may be hidden. In
		// markup, lookAt looks for what its references hide.
		if !x.url.Place.Reads() {
			x.scheme()
		}
		if m, n := mistyped(x.s); m != nil && x.kind == inspect.KindAuto {
			x.add(m, 0, n, 0)
		}
		x.colon = browser.EscapedScheme(x.s)
	}
	if x.kind == inspect.KindAuto {
		// Browsers remove tabs and line ends, so these must not hide what it is.
		x.kind = inspect.GuessKind(text.Unbroken(x.s))
	}
	switch x.kind {
	case inspect.KindURI:
		x.uri(uri.ParseLenient(x.s))
	case inspect.KindHost:
		x.hostAlone()
	case inspect.KindForm:
		x.piece(inspect.KindQuery, 0, len(x.s))
		x.normalForm(0)
		x.inValues(uri.Component{Raw: x.s})
	default:
		x.piece(x.kind, 0, len(x.s))
		x.normalForm(0)
		if x.kind == inspect.KindQuery || x.kind == inspect.KindFragment {
			x.inValues(uri.Component{Raw: x.s})
		}
	}
	if hasQuery(x.kind) {
		x.printable()
	}
}

// uri looks at a reference component by component.
func (x *pass) uri(u uri.URI) {
	if strings.HasPrefix(x.s, "///") && strings.Trim(u.Path().Raw, "/") != "" {
		x.add(hasThreeSlashes, 0, len(x.s)-len(strings.TrimLeft(x.s, "/")), 0)
	}
	a, web := u.Authority(), text.IsWeb(u.Scheme())
	plain := isPlainName(a.Raw)
	if !plain || !strings.HasPrefix(u.Path().Raw, "/") {
		x.confusion(u)
	}
	if a.Present {
		if plain && !strings.Contains(a.Raw, "--") {
			x.cutShort(u) // there is nothing to find in the name
		} else {
			x.authority(u)
		}
	} else if web {
		x.add(hasNoSlashes, 0, len(u.Scheme())+1, 0)
	}
	// A '%' in a message-ID is written %25 (RFC 2392, section 2).
	x.once = !web && (strings.EqualFold(u.Scheme(), "mid") || strings.EqualFold(u.Scheme(), "cid"))
	path, query := inspect.KindPath, inspect.KindQuery
	if u.IsAbsolute() && !a.Present && !strings.HasPrefix(u.Path().Raw, "/") {
		path = kindOpaque
	}
	if u.IsAbsolute() && !web && text.IsOpaque(u.Scheme()) {
		query = kindOpaque
	}
	x.component(path, u.Path())
	x.component(query, u.Query())
	x.component(inspect.KindFragment, u.Fragment())
	x.byScheme(u)
	x.misplaced(u)
	if !plain {
		x.grammar(u) // there are rules for the bytes of all other parts
	}
	x.normalForm(u.Path().Offset) // IDNA brings names into its form
	if web || !u.IsAbsolute() {
		x.inValues(u.Query())
		x.inValues(u.Fragment())
	}
}

// component looks at a component, which is of kind k.
//
//go:noinline
func (x *pass) component(k inspect.Kind, c uri.Component) { x.piece(k, c.Offset, c.Offset+len(c.Raw)) }

// quoted returns s between quotation marks, shortened if it is long.
//
//go:noinline
func quoted(s string) string { return excerpt.Quoted(s, 40) }
