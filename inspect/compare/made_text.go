package compare

import (
	"iter"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/inspect"
	"github.com/pct-encoded/percent/inspect/internal/text"
	"github.com/pct-encoded/percent/internal/mistake"
	"github.com/pct-encoded/percent/internal/pct"
	"github.com/pct-encoded/percent/iri"
	"github.com/pct-encoded/percent/uri"
)

// The grammars of texts that are not signed: of single mistakes, and of one of several.
var (
	unsigned     = grammar{textChanges, false}
	unsignedStep = grammar{textSteps, false}
)

// anyText adds the mistakes in a text of no known format: a component, a query or a
// URL.
func anyText(right, wrong string, add adder, g grammar, seen sight) {
	everything := lens{
		rank: rankPart,
		seen: seen,
		get:  func(s string) (string, bool) { return s, true },
		put:  func(_, part string) string { return part },
	}
	if host := authority(right); host != "" && strings.HasPrefix(wrong, host) {
		// What is done to data is not done to the host.
		for _, c := range g.changes(right[len(host):], wrong[len(host):], "") {
			where := ""
			if c.apply(host) != host {
				where = "behind the host"
			}
			add(rankAll, c.id, where, c.detail, func(s string) (string, bool) {
				rest, ok := strings.CutPrefix(s, host)
				return host + c.apply(rest), ok
			})
		}
	} else {
		for _, c := range g.changes(right, wrong, "") {
			add(rankAll, c.id, "", c.detail, everything.apply(c.apply))
		}
	}
	editedTexts(right, wrong, add, seen)
	slashes(everything, wrong, add)
	query := lens{
		where: "query",
		rank:  rankPart,
		seen:  seen,
		get: func(s string) (string, bool) {
			s, _, _ = strings.Cut(s, "#")
			if _, query, ok := strings.Cut(s, "?"); ok {
				return query, true
			}
			return s, strings.ContainsAny(s, "=&")
		},
		put: func(s, made string) string {
			rest, fragment, hasFragment := strings.Cut(s, "#")
			if before, _, ok := strings.Cut(rest, "?"); ok {
				made = before + "?" + made
			}
			if hasFragment {
				made += "#" + fragment
			}
			return made
		},
	}
	// A mistake in a part leaves what is around it.
	alone := func(l lens) bool {
		_, ok := l.target(right, wrong)
		return ok
	}
	if alone(query) {
		if inspect.GuessKind(right) != inspect.KindURI || uri.QueryIsForm(right[:text.SchemeLength(right)]) {
			add(rankAll, mistake.PlusAsLiteral, query.where, "written as %2B", query.apply(escapePluses))
		}
		queries(query, right, wrong, add, g)
		add(rankPart, mistake.SemicolonSeparator, query.where, "", query.apply(replacing("&", ";")))
	}
	path := pathIn(everything)
	if alone(path) {
		paths(path, right, wrong, add, g)
		slashes(path, wrong, add)
	}
	fragment := lens{
		where: "fragment",
		rank:  rankPart,
		seen:  seen,
		get: func(s string) (string, bool) {
			_, fragment, ok := strings.Cut(s, "#")
			return fragment, ok
		},
		put: func(s, made string) string {
			before, _, _ := strings.Cut(s, "#")
			return before + "#" + made
		},
	}
	if alone(fragment) {
		part, _ := fragment.get(right)
		for _, c := range g.changes(part, fragment.wrongPart(wrong), "") {
			add(rankPart, c.id, fragment.where, c.detail, fragment.apply(c.apply))
		}
	}
	if authority(right) != "" {
		authorities(right, wrong, add)
	} else if c := cased(right, wrong); c != "" {
		add(rankAll, mistake.HostCase, c, "", func(s string) (string, bool) { return wrong, s == right })
	}
}

// escapePluses escapes each "+", as an encoder does that treats a form as data.
func escapePluses(s string) string { return strings.ReplaceAll(s, "+", "%2B") }

// hasCapitals reports whether a host has upper-case letters. The digits of escapes do
// not count.
func hasCapitals(host string) bool {
	made := text.Decode(host)
	return made != strings.ToLower(made)
}

// cased says which of scheme and host have capitals in wrong, if nothing else
// differs, and "" otherwise.
func cased(right, wrong string) string {
	if !strings.EqualFold(right, wrong) || inspect.GuessKind(right) != inspect.KindURI || inspect.GuessKind(wrong) != inspect.KindURI {
		return ""
	}
	u, v := uri.ParseLenient(right), uri.ParseLenient(wrong)
	scheme, host := u.Get(uri.Scheme).Raw, u.Host()
	if scheme != strings.ToLower(scheme) || hasCapitals(host.Raw) || len(v.Get(uri.Scheme).Raw) != len(scheme) || v.Host().Offset != host.Offset {
		return ""
	}
	made := []byte(wrong)
	copy(made, scheme)
	where := "scheme"
	if wrong[:len(scheme)] == scheme {
		where = "host"
	}
	if host.Present {
		if n := host.Offset + len(host.Raw); n > len(made) {
			return ""
		}
		if copy(made[host.Offset:], host.Raw); where == "scheme" && v.Host().Raw != host.Raw {
			where = "scheme and host"
		}
	}
	if string(made) != right {
		return ""
	}
	return where
}

// slashes adds the mistakes with backslashes.
func slashes(l lens, wrong string, add adder) {
	if !strings.Contains(wrong, `\`) && !strings.Contains(wrong, "%5C") && !strings.Contains(wrong, "%5c") {
		return
	}
	for _, change := range []struct {
		detail string
		pairs  []string
	}{
		{"", []string{"/", `\`}},
		{"escaped", []string{"/", "%5C"}},
		{"", []string{"%2F", "%5C", "%2f", "%5c"}},
		{"", []string{"/", `\`, "%2F", "%5C", "%2f", "%5c"}},
	} {
		replace := strings.NewReplacer(change.pairs...).Replace
		add(l.rank-rankPart, mistake.Backslash, l.where, change.detail, l.apply(replace))
		if l.where == "path" {
			add(l.rank-rankPart, mistake.Backslash, l.where, change.detail, l.apply(func(s string) string {
				return s[:min(1, len(s))] + replace(s[min(1, len(s)):])
			}))
		}
	}
}

// authorities adds the mistakes in scheme, host and port.
func authorities(right, wrong string, add adder) {
	have, found := authority(right), authority(wrong)
	replace := func(id, where, detail, made string) {
		add(rankAll, id, where, detail, func(s string) (string, bool) {
			rest, ok := strings.CutPrefix(s, have)
			return made + rest, ok
		})
	}
	scheme, _, _ := strings.Cut(have, ":")
	if port := uri.DefaultPort(scheme); port != "" {
		replace(mistake.DefaultPort, "port", port, have+":"+port)
	}
	replace(mistake.DefaultPort, "port", "only its colon", have+":")
	u, v := uri.ParseLenient(have), uri.ParseLenient(found)
	if u.Userinfo() == v.Userinfo() && strings.EqualFold(have, found) && have == strings.ToLower(u.Scheme())+have[len(u.Scheme()):] && !hasCapitals(u.Host().Raw) {
		replace(mistake.HostCase, "scheme and host", "", found)
	}
	if host := v.Host(); strings.ContainsFunc(host.Raw, func(r rune) bool { return r >= utf8.RuneSelf }) {
		if made, err := iri.ToURI(found); err == nil && made == have {
			replace(mistake.NonASCIIRaw, "host", "", found)
		}
		// The path may be in Unicode as well.
		if made, err := iri.ToURI(wrong); err == nil && made == right {
			add(rankAll, mistake.NonASCIIRaw, "", "", func(s string) (string, bool) { return wrong, s == right })
		}
	}
}

// editedTexts adds the mistakes that are found by looking at wrong.
func editedTexts(right, wrong string, add adder, seen sight) {
	look := func(id, detail string, match func(right, wrong string) (r, w int)) {
		if list, ok := edits(right, wrong, match); ok {
			add(rankAll, id, "", detail, edited(list))
		}
	}
	look(mistake.InvisibleCharacter, "", func(_, wrong string) (r, w int) {
		return 0, lenRune(wrong, text.IsInvisible)
	})
	look(mistake.NoBreakSpace, "", func(right, wrong string) (r, w int) {
		if w := lenRune(wrong, func(r rune) bool { return r == 0xA0 || r == 0x202F || r == 0x3000 }); w > 0 {
			return lenPrefix(right, " ", "%20", "+"), w
		}
		return 0, 0
	})
	look(mistake.SmartQuotes, "", func(right, wrong string) (r, w int) {
		for _, q := range typographic {
			if w := lenRune(wrong, func(r rune) bool { return strings.ContainsRune(q.typeset, r) }); w > 0 {
				if r := lenPrefix(right, q.plain...); r > 0 {
					return r, w
				}
			}
		}
		return 0, 0
	})
	look(mistake.LeftQuotedPrintable, "with its line breaks", func(_, wrong string) (r, w int) {
		return 0, lenPrefix(wrong, "=\r\n", "=\n", "%3D%0D%0A", "%3D%0A")
	})
	look(mistake.LineEnd, "put in between", func(right, wrong string) (r, w int) {
		if right == "" {
			return 0, 0
		}
		return 0, lenPrefix(wrong, "\r\n", "\n", "%0D%0A", "%0A", "%0d%0a", "%0a")
	})
	look(mistake.LineEnd, "CR LF, escaped", func(right, wrong string) (r, w int) {
		return lenPrefix(right, "%0A", "%0a"), lenPrefix(wrong, "%0D%0A", "%0d%0a")
	})
	for _, mark := range []string{"\uFEFF", "%EF%BB%BF", "%ef%bb%bf", "\u00EF\u00BB\u00BF", "%C3%AF%C2%BB%C2%BF"} {
		if wrong == mark+right || seen == partly && strings.HasPrefix(wrong, mark) && !strings.HasPrefix(right, mark) {
			add(rankAll, mistake.ByteOrderMark, "", "", func(s string) (string, bool) { return mark + s, true })
		}
	}
	cuts(right, wrong, add)
}

// cuts adds the mistakes that leave only a part of right.
func cuts(right, wrong string, add adder) {
	if wrong == "" || len(wrong) >= len(right) {
		return
	}
	// White space alone can be in several places; the first will do.
	if at := strings.Index(right, wrong); at >= 0 {
		front, back := right[:at], right[at+len(wrong):]
		if isSpace(front) && isSpace(back) && (front != "" || back != "\n" && back != "\r\n") {
			id, detail := mistake.WhitespaceTrimmed, ""
			if front == "" && (back == "%0A" || back == "%0D%0A") {
				id, detail = mistake.LineEnd, "none at the end"
			}
			add(rankAll, id, "", detail, func(s string) (string, bool) {
				s, ok1 := strings.CutPrefix(s, front)
				s, ok2 := strings.CutSuffix(s, back)
				return s, ok1 && ok2
			})
		}
	}
	if cut, ok := strings.CutPrefix(right, wrong); ok {
		detail := "after " + strconv.Itoa(len(wrong)) + " bytes"
		switch {
		case cut[0] == '&':
			detail = `at "&", as a shell does without quotation marks`
		case cut[0] == '#':
			detail = `at "#", where a fragment begins`
		case cut[0] == '%' || cut[0] == ' ' || cut[0] == ';' || cut[0] == '?':
			detail = "at " + strconv.Quote(cut[:1])
		}
		for i := max(0, len(wrong)-2); i < len(wrong); i++ {
			if _, n, _ := octetAt(right, i); n > len(wrong)-i {
				detail = "within an escape"
			}
		}
		add(rankLast, mistake.CutOff, "", detail, func(s string) (string, bool) {
			return s[:min(len(s), len(wrong))], len(s) >= len(wrong)
		})
	}
}

// isSpace reports whether s is white space, escaped or not.
func isSpace(s string) bool {
	for i := 0; i < len(s); {
		c, n, escaped := octetAt(s, i)
		if c != ' ' && (c != '+' || escaped) && (c < '\t' || '\r' < c) {
			return false
		}
		i += n
	}
	return true
}

// typographic are characters that word processors replace, and what they write.
var typographic = []struct {
	plain   []string
	typeset string
}{
	{[]string{"'", "%27", "%60"}, "\u2018\u2019\u201A\u2032\u00B4"},
	{[]string{`"`, "%22"}, "\u201C\u201D\u201E\u00AB\u00BB\u2033"},
	{[]string{"--", "-", "%2D"}, "\u2010\u2011\u2012\u2013\u2014\u2212"},
	{[]string{"..."}, "\u2026"},
}

func lenPrefix(s string, prefixes ...string) int {
	for _, p := range prefixes {
		if strings.HasPrefix(s, p) {
			return len(p)
		}
	}
	return 0
}

// lenRune returns the length of the character beyond ASCII that s begins with,
// escaped or not, if is returns true for it, and otherwise 0.
func lenRune(s string, is func(rune) bool) int {
	if s == "" || s[0] < utf8.RuneSelf && s[0] != '%' {
		return 0
	}
	var b [utf8.UTFMax]byte
	i := 0
	for n := 0; n < len(b) && i < len(s); {
		c, size, _ := octetAt(s, i)
		if n == 0 && c < 0xC2 {
			return 0
		}
		b[n] = c
		n, i = n+1, i+size
		if utf8.FullRune(b[:n]) {
			if r, m := utf8.DecodeRune(b[:n]); m == n && m > 1 && is(r) {
				return i
			}
			return 0
		}
	}
	return 0
}

// textChanges returns the ways to write any text wrongly that can have made wrong, as
// far as the first difference shows.
func textChanges(right, wrong, delimiters string) []change {
	t := trial{right: right, wrong: wrong, delimiters: delimiters}
	v := windowOf(right, wrong)
	return slices.DeleteFunc(t.ways(sets), func(c change) bool { return !c.ends && !v.holds(c) })
}

// textSteps returns the ways to write any text wrongly of which each can have made a part
// of wrong.
func textSteps(right, wrong, delimiters string) []change {
	t := trial{right: right, wrong: wrong, delimiters: delimiters}
	list := t.ways(stepSets)
	// What else differs hides the edits of lines, but not what is done to all of them.
	for _, escapes := range [][2]string{{"%0A", "%0D%0A"}, {"%0a", "%0d%0a"}} {
		if strings.Contains(strings.ToUpper(wrong), "%0D%0A") && !strings.Contains(strings.ToUpper(right), "%0D%0A") {
			list = append(list, change{id: mistake.LineEnd, detail: "CR LF, escaped", apply: replacing(escapes[0], escapes[1])})
		}
	}
	return list
}

// A window is pieces of a text around its first difference from another.
type window struct {
	pieces []string
	wrong  []string // the other text from where the piece begins
	whole  bool     // whether the pieces end where a change may end
}

// windowLength is how many bytes a window shows before and after the difference.
const windowLength = 256

// windowOf returns the piece of right from the delimiter before the first difference
// to the one after it, and the same without the first delimiter.
func windowOf(right, wrong string) window {
	const delimiters = "&=/?#"
	at := pct.Differ(right, wrong)
	lo := max(0, strings.LastIndexAny(right[:at], delimiters))
	if at-lo > windowLength {
		lo = max(lo, boundary(right, at-windowLength))
	}
	hi, whole := len(right), true
	if at < len(right) {
		if i := strings.IndexAny(right[at+1:min(len(right), at+windowLength)], delimiters); i >= 0 {
			hi = at + 1 + i
		} else if len(right) > at+windowLength {
			// Marks may reach back from there across the first difference.
			hi, whole = boundary(right, at+windowLength), false
			if hi <= at {
				hi, whole = len(right), true
			}
		}
	}
	v := window{[]string{right[lo:hi]}, []string{wrong[lo:]}, whole}
	if lo < at && strings.IndexByte(delimiters, right[lo]) >= 0 {
		v.pieces, v.wrong = append(v.pieces, right[lo+1:hi]), append(v.wrong, wrong[lo+1:])
	}
	return v
}

// holds reports whether a change can turn right into wrong, as far as the window
// shows. It ignores the case of letters, which may depend on the whole text.
func (v window) holds(c change) bool {
	const slack = 32 // what may depend on what follows
	for i, piece := range v.pieces {
		made := c.apply(piece)
		if !v.whole {
			made = made[:max(0, len(made)-slack)]
		}
		if len(made) <= len(v.wrong[i]) && strings.EqualFold(made, v.wrong[i][:len(made)]) && made != piece {
			return true
		}
	}
	return false
}

// boundary returns the last index up to at where a character begins that is not a
// combining mark.
func boundary(s string, at int) int {
	for ; at > 0; at-- {
		if s[at] == '%' || s[at] < utf8.RuneSelf && !inEscape(s, at) || utf8.RuneStart(s[at]) && s[at] >= utf8.RuneSelf {
			c, _, _ := octetAt(s, at)
			if !utf8.RuneStart(c) || lenRune(s[at:], unicode.IsMark) > 0 {
				continue
			}
			return at
		}
	}
	return 0
}

// inEscape reports whether the byte at an index is a digit of an escape.
func inEscape(s string, at int) bool {
	for i := max(0, at-2); i < at; i++ {
		if _, ok := escapeAt(s, i); ok {
			return true
		}
	}
	return false
}

// sets returns the change of which characters are escaped, if nothing else differs. A text
// without escapes may differ from one that was encoded more than once: its encoder has left
// the characters alone each time, or it was never encoded.
func sets(t *trial) []change {
	var none percent.ByteSet
	right, wrong := t.right, t.wrong
	peel := same
	if t.found.escaped == none {
		right, _ = peeled(right)
		peel = func(s string) string { made, _ := peeled(s); return made }
	}
	again := 0 // how often wrong was encoded after it was encoded
	if t.have.escaped == none {
		wrong, again = peeled(wrong)
	}
	spelling, ok := respelled(right, wrong)
	escaped, left, plus := spelling.escaped, spelling.left, spelling.plus
	if !ok || escaped == none && left == none {
		return nil
	}
	both := escaped.Union(left)
	slash, form := percent.ByteSet{}.Add("/"), percent.Reserved.Add("~")
	detail := ""
	if escaped != none {
		detail = pct.ListSet(escaped) + " escaped"
	}
	if left != none {
		if detail != "" {
			detail += ", "
		}
		detail += pct.ListSet(left) + " left alone"
	}
	set := func(s string) string { return escape(unescape(peel(s), left), escaped) }
	if !spelling.uniform {
		// Only data is escaped, and delimiters are not.
		set = func(s string) string {
			if made, ok := edited(spelling.edits)(s); ok && s == t.right {
				return made
			}
			return s
		}
	}
	if again > 0 {
		if left != none || plus {
			return nil
		}
		return []change{{id: mistake.DoubleEncoding, detail: pct.ListSet(escaped), apply: func(s string) string {
			s = set(s)
			if len(s)+len("25")*again*strings.Count(s, "%") > len(t.right)+len(t.wrong) {
				return s // longer than wrong, which may have few escapes in many layers
			}
			return strings.ReplaceAll(s, "%", "%"+strings.Repeat("25", again))
		}, ends: true}}
	}
	// What is done to "+" and "*" is part of a form, and what else is left alone is not.
	byForm := left.Remove("*") == none && both.Intersect(form) == both
	id := mistake.MissingEncoding
	switch {
	case (plus || escaped != none) && left.Contains('+'):
		return nil // if "+" is a space, a plus sign has to be escaped
	case plus && byForm:
		return []change{{id: mistake.SpaceAsPlus, detail: detail, apply: func(s string) string { return strings.ReplaceAll(set(s), "%20", "+") }, ends: true}}
	case plus:
		return nil // two mistakes
	case escaped != none && left != none:
		if !byForm {
			return nil
		}
		id = mistake.FormEncoding
	case escaped.Intersect(percent.Reserved.Union(percent.Unreserved)) != escaped:
		return nil // these have to be escaped
	case escaped == slash:
		id = mistake.SlashEscaped
	case escaped != none && escaped.Intersect(percent.Unreserved) != none:
		id = mistake.UnreservedEscaped
	case escaped != none:
		id = mistake.ReservedEscaped
	case left == slash:
		id = mistake.SlashUnescaped
	case left.Intersect(percent.Unreserved) != none:
		return nil // then the mistake is in the other text
	case left.Intersect(punctuation.Get()) == left:
		id = mistake.ReservedUnescaped
	case left.Intersect(percent.ByteSet{}.AddRange(0x80, 0xFF)) == left:
		id = mistake.NonASCIIRaw
	case left == percent.ByteSet{}.Add("%"):
		id = mistake.PercentUnescaped
	case t.found.escaped != none && left.Intersect(punctuation.Get().Union(percent.ByteSet{}.AddRange(0x80, 0xFF))) == left:
		return nil // two mistakes: it was encoded, and not all of it
	}
	switch {
	case id == mistake.NonASCIIRaw || id == mistake.PercentUnescaped:
		detail = ""
	case id != mistake.FormEncoding:
		detail = pct.ListSet(both)
	}
	return []change{{id: id, detail: detail, apply: set, ends: true}}
}

func same(s string) string { return s }

// isLayered reports whether one text has no escapes and the other escapes of escapes.
func isLayered(t *trial) bool {
	var none percent.ByteSet
	return t.found.escaped == none && strings.Contains(t.right, "%25") || t.have.escaped == none && strings.Contains(t.wrong, "%25")
}

// peeled returns s as it was before escapes in it were escaped, and how often they were:
// as often as leaves every percent sign in front of two digits.
func peeled(s string) (made string, layers int) {
	most := len(s)
	for _, after := range percentSigns(s) {
		n := escapedTimes(after)
		layers = max(layers, n)
		if text.Hex2(after[len("25")*n:]) < 0 {
			most = min(most, max(0, n-1))
		}
	}
	if layers = min(layers, most); layers == 0 {
		return s, 0
	}
	var b strings.Builder
	from := 0
	for i, after := range percentSigns(s) {
		b.WriteString(s[from : i+1])
		from = i + 1 + len("25")*min(layers, escapedTimes(after))
	}
	b.WriteString(s[from:])
	return b.String(), layers
}

// percentSigns returns where each percent sign is, and the text after it.
func percentSigns(s string) iter.Seq2[int, string] {
	return func(yield func(int, string) bool) {
		for i := range len(s) {
			if s[i] == '%' && !yield(i, s[i+1:]) {
				return
			}
		}
	}
}

// escapedTimes returns how often a percent sign was escaped, from the text after it.
func escapedTimes(after string) (n int) {
	for strings.HasPrefix(after, "25") {
		after, n = after[len("25"):], n+1
	}
	return n
}

// A spelling is how a text differs from another with the same octets.
type spelling struct {
	escaped percent.ByteSet // what is escaped only here
	left    percent.ByteSet // what is left alone only here
	plus    bool            // whether spaces are "+"
	uniform bool            // whether escaped holds everywhere
	edits   []edit
}

// respelled returns how wrong spells the octets of right, and whether it has the same
// octets. It ignores the case of escapes.
func respelled(right, wrong string) (s spelling, ok bool) {
	var escaped, left, keptRaw, keptEscaped [256]bool
	i, j := 0, 0
	for i < len(right) && j < len(wrong) {
		c, n, inRight := octetAt(right, i)
		d, m, inWrong := octetAt(wrong, j)
		switch {
		case c == ' ' && d == '+' && !inWrong:
			s.plus = true
		case c != d:
			return spelling{}, false
		case inWrong && !inRight:
			escaped[c] = true
			s.edits = append(s.edits, edit{i, right[i : i+n], wrong[j : j+m]})
		case inRight && !inWrong:
			left[c] = true
			s.edits = append(s.edits, edit{i, right[i : i+n], wrong[j : j+m]})
		case inRight:
			keptEscaped[c] = true
		default:
			keptRaw[c] = true
		}
		i, j = i+n, j+m
	}
	s.uniform = true
	for c := range 256 {
		b := byte(c)
		if escaped[c] {
			s.escaped = s.escaped.AddRange(b, b)
			s.uniform = s.uniform && (!keptRaw[c] || strings.IndexByte("/?#&=:@;", b) < 0)
		}
		if left[c] {
			s.left = s.left.AddRange(b, b)
			if keptEscaped[c] {
				return spelling{}, false // it depends on the place
			}
		}
	}
	return s, i == len(right) && j == len(wrong)
}

// trimmed returns s without the white space, except line ends, at the ends of its
// pieces.
func trimmed(s string, front, back bool) string {
	var b strings.Builder
	for s != "" {
		n := strings.IndexAny(s, "/?#&=;")
		if n < 0 {
			n = len(s)
		}
		piece := s[:n]
		for front && piece != "" {
			_, n, _ := octetAt(piece, 0)
			if !isBlank(piece[:n]) {
				break
			}
			piece = piece[n:]
		}
		for back && piece != "" {
			n := 1
			if len(piece) >= 3 && piece[len(piece)-3] == '%' {
				n = 3
			}
			if !isBlank(piece[len(piece)-n:]) {
				break
			}
			piece = piece[:len(piece)-n]
		}
		b.WriteString(piece)
		if n < len(s) {
			b.WriteByte(s[n])
			n++
		}
		s = s[n:]
	}
	return b.String()
}

// isBlank reports whether s is white space other than a line end.
func isBlank(s string) bool { return isSpace(s) && s != "\n" && s != "\r" }

// hasStray reports whether there is a '%' that begins no escape.
func hasStray(s string) bool {
	for i := 0; i < len(s); {
		_, n, escaped := octetAt(s, i)
		if s[i] == '%' && !escaped {
			return true
		}
		i += n
	}
	return false
}

// hasSurrogates reports whether there may be surrogates in octets.
func hasSurrogates(s string) bool {
	return strings.Contains(s, "%ED%A") || strings.Contains(s, "%ed%a") || strings.Contains(s, "\xED")
}

// quotedPrintable decodes each =HH.
func quotedPrintable(s string) string {
	var b []byte
	for i := 0; i < len(s); i++ {
		if octet := text.Hex2(s[i+1:]); s[i] == '=' && octet >= 0 {
			b = append(b, byte(octet))
			i += 2
			continue
		}
		b = append(b, s[i])
	}
	return string(b)
}

// pick returns, for each character, the first of its forms that is in text.
func pick(text string, forms map[byte][]string) map[byte]string {
	found := map[byte]string{}
	for c, list := range forms {
		for _, form := range list {
			if strings.Contains(text, form) {
				found[c] = form
				break
			}
		}
	}
	return found
}

// escapedAs adds the changes that write characters in these forms: everywhere, where
// they are unescaped, and where they are escaped.
func escapedAs(forms map[byte]string, add func(detail string, f func(string) string)) {
	if len(forms) == 0 {
		return
	}
	for _, which := range []struct {
		detail       string
		raw, escaped bool
	}{{"", true, true}, {"of what is not escaped", true, false}, {"of what is escaped", false, true}} {
		add(which.detail, func(s string) string {
			return substitute(s, func(c byte, escaped bool) (string, bool) {
				form, ok := forms[c]
				return form, ok && (escaped && which.escaped || !escaped && which.raw)
			})
		})
	}
}

// ill reports whether a text has characters that neither a URL nor an IRI may
// contain, or malformed escapes.
func ill(s string) bool {
	return strings.ContainsFunc(s, func(r rune) bool { return r <= ' ' || r == 0x7F || strings.ContainsRune("\"<>\\^`{|}", r) }) || hasStray(s)
}
