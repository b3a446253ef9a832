package lint

import (
	"slices"
	"sort"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/inspect"
	"github.com/pct-encoded/percent/inspect/internal/text"
	"github.com/pct-encoded/percent/inspect/layers"
	"github.com/pct-encoded/percent/internal/lazy"
	"github.com/pct-encoded/percent/internal/pct"
	"github.com/pct-encoded/percent/internal/wtf8"
	"github.com/pct-encoded/percent/uri"
)

// A view is a piece of the text, decoded layer times.
type view struct {
	kind  inspect.Kind
	text  string
	base  int // where the piece stands in the text
	layer int
	l     *layers.Stack // of the piece; nil for layer 0
}

// origin returns the offset in the whole text of what stands at i in the view.
//
//go:noinline
func (v *view) origin(i int) int {
	if v.layer == 0 {
		return v.base + i
	}
	return v.base + v.l.Origin(v.layer, i)
}

// isNew reports whether text[i:j] holds an octet that was an escape in the layer
// before.
func (v *view) isNew(i, j int) bool { return v.l.Layers[v.layer].HasDecoded(i, j) }

// piece looks at s[lo:hi], of kind k, and at what decoding makes of it.
func (x *pass) piece(k inspect.Kind, lo, hi int) {
	s := x.s[lo:hi]
	if s == "" {
		return
	}
	v := &view{kind: k, text: s, base: lo}
	x.nested = x.nested[:0]
	x.text(v)
	x.dots(v)
	if k == inspect.KindPath && !x.ownSlashes() {
		x.emptySegments(v)
	}
	if x.once || !decodesTwice(s) {
		return
	}
	// It is not too long: Lint has looked.
	l, _ := layers.Of(s)
	var doubles []doubled
	x.values = valueScan{begin: lo, at: lo, start: lo}
	for layer := 1; layer < len(l.Layers); layer++ {
		v := &view{kind: k, text: l.Layers[layer].Text, base: lo, layer: layer, l: l}
		if strings.IndexByte(v.text, '%') < 0 {
			break
		}
		doubles = x.decoded(v, doubles)
		x.dots(v)
	}
	x.double(l, doubles)
}

// decodesTwice reports whether decoding text may make another escape.
func decodesTwice(s string) bool {
	stray, escape := false, false
	for i := 0; i < len(s); {
		n := strings.IndexByte(s[i:], '%')
		if n < 0 {
			break
		}
		i += n
		if octet, ok := pct.Octet(s[i:]); ok && octet != '%' && !stray {
			escape = true
			i += len("%HH")
			continue
		}
		u := inspect.UnitAt(s, i)
		stray, escape = stray || u.Form == inspect.StrayPercent, escape || u.Form.IsEscape()
		if stray && escape || u.Form.IsEscape() && u.Value == '%' {
			return true
		}
		i += u.Len
	}
	return false
}

// text looks at each character of the piece itself.
func (x *pass) text(v *view) {
	var run run
	plus, semi := -1, -1
	m := sort.Search(len(x.marks), func(m int) bool { return x.marks[m].hi > v.base })
	quiet := &quietBytes.Get()[v.kind]
	for i := 0; i < len(v.text); {
		at := v.base + i
		for m < len(x.marks) && x.marks[m].hi <= at {
			m++
		}
		end := len(v.text)
		if m < len(x.marks) {
			if x.marks[m].lo <= at {
				i = x.marks[m].hi - v.base
				continue
			}
			end = min(end, x.marks[m].lo-v.base)
		}
		if quiet[v.text[i]] {
			x.mojibake(&run)
			for i++; i < end && quiet[v.text[i]]; i++ {
			}
			continue
		}
		b := v.text[i]
		if b == '%' {
			if r, n := quietLetter(v.text[i:]); n > 0 {
				x.upper = true
				i += n
				run.add(r, at, v.base+i)
				continue
			}
		}
		if b == '%' || b >= utf8.RuneSelf {
			c := inspect.CharacterAt(v.text, i)
			if c.Form == inspect.StrayPercent {
				i += x.stray(v, i)
			} else {
				x.character(v, c)
				i += c.Len
			}
			if c.Fault == inspect.NoFault && c.Rune >= utf8.RuneSelf {
				run.add(c.Rune, at, v.base+i)
			} else {
				x.mojibake(&run)
			}
			continue
		}
		x.mojibake(&run)
		i++
		switch b {
		case '+':
			if plus < 0 && v.kind == inspect.KindQuery {
				plus = at
			}
		case ';':
			if semi < 0 && (v.kind == inspect.KindQuery || v.kind == inspect.KindPath) {
				semi = at
			}
		}
		x.literal(v, at, b)
	}
	x.mojibake(&run)
	if plus >= 0 && x.plusMatters() {
		m := isPlus
		if strings.Contains(v.text, "%20") {
			m = isPlusBesideSpace
		}
		x.add(m, plus, plus+1, 0)
	}
	if semi >= 0 {
		m := isSemicolon
		if v.kind == inspect.KindPath {
			m = isPathParameter
		}
		x.add(m, semi, semi+1, 0)
	}
}

// unreservedBytes are those of percent.Unreserved.
var unreservedBytes = lazy.Value[*[256]bool]{Make: func() *[256]bool {
	var list [256]bool
	for b := range percent.Unreserved.All() {
		list[b] = true
	}
	return &list
}}

// quietBytes are, for each kind of a piece, the bytes that text has nothing to say of
// when they stand for themselves.
var quietBytes = lazy.Value[*[kindOpaque + 1][256]bool]{Make: func() *[kindOpaque + 1][256]bool {
	var list [kindOpaque + 1][256]bool
	for kind := range inspect.Kind(len(list)) {
		quiet := &list[kind]
		*quiet = *unreservedBytes.Get()
		loud := ""
		switch kind {
		case inspect.KindHost, inspect.KindUserinfo:
			loud = "/?@:"
		case inspect.KindValue:
			loud = "/?&=+;"
		case inspect.KindPath:
			loud = "?;"
		case inspect.KindQuery:
			loud = "+;"
		}
		for _, b := range []byte("!$'()*,/?@:&=+;") {
			quiet[b] = strings.IndexByte(loud, b) < 0
		}
	}
	return &list
}}

// plusMatters reports whether the query can be a form.
func (x *pass) plusMatters() bool {
	if x.kind == inspect.KindQuery || x.kind == inspect.KindForm {
		return true
	}
	return uri.QueryIsForm(x.s[:text.SchemeLength(x.s)])
}

// mayEndHost reports whether the '\' at x.s[at] stands where it decides what is the host: in
// front of an authority, or in one. "%5C" there would be another host to some than to others.
func (x *pass) mayEndHost(at int) bool {
	switch x.kind {
	case inspect.KindURI, inspect.KindPath, inspect.KindText: // of a reference
	default:
		return x.kind == inspect.KindHost
	}
	begin := len(x.s) - len(strings.TrimLeft(x.s, " \t\r\n"))
	scheme := text.SchemeLength(x.s[begin:])
	isWeb := scheme > 0 && text.IsWeb(x.s[begin:begin+scheme])
	if begin += scheme; scheme > 0 {
		begin++
	}
	i := begin
	for i < len(x.s) && (x.s[i] == '/' || x.s[i] == '\\') {
		i++
	}
	if i-begin < len("//") && !isWeb {
		return false // no authority
	}
	if x.hostEnd == 0 {
		if x.hostEnd = len(x.s); i < len(x.s) {
			if n := strings.IndexAny(x.s[i:], "/?#"); n >= 0 {
				x.hostEnd = i + n
			}
		}
	}
	return at < x.hostEnd
}

// ownSlashes reports whether the text has a scheme in whose paths "//" and "%2F" say what
// the program that it is for wants: a key of S3, the virtual host of AMQP, the root of a
// server of FTP (RFC 1738 section 3.2.2).
func (x *pass) ownSlashes() bool {
	if x.kind != inspect.KindURI && x.kind != inspect.KindText {
		return false
	}
	scheme := x.s[:text.SchemeLength(x.s)]
	return scheme != "" && !text.IsAmong(scheme, serverSchemes)
}

// serverSchemes are those whose paths servers, or systems of files, take apart.
var serverSchemes = []string{"http", "https", "ws", "wss", "file"}

// writesSlashes reports whether every '/' of a URL is written as JSON's encoders of PHP
// do, `https:\/\/h`.
func writesSlashes(s string) bool { return strings.HasPrefix(s[text.SchemeLength(s):], `:\/\/`) }

// hasDrive reports whether s begins with a drive of Windows and a backslash.
func hasDrive(s string) bool { return len(s) > 2 && text.IsLetter(s[0]) && s[1:3] == `:\` }

// leftEscape returns the character whose escape of JSON or of a string literal s begins
// with, which is no backslash, and the length of the escape, or 0.
func leftEscape(s string) (r rune, length int) {
	switch {
	case strings.HasPrefix(s, `\/`):
		return '/', 2
	case strings.HasPrefix(s, `\u`):
		if r, length = hexDigits(s, 6), 6; utf16.IsSurrogate(r) {
			r, length = utf16.DecodeRune(r, hexDigits(s[min(6, len(s)):], 6)), 12
		}
	case strings.HasPrefix(s, `\x`):
		r, length = hexDigits(s, 4), 4
		if r > unicode.MaxASCII {
			return 0, 0 // an octet of some charset
		}
	}
	if r <= ' ' || r == '\\' || r == unicode.ReplacementChar {
		return 0, 0
	}
	return r, length
}

// hexDigits reads the digits of `\u` or `\x` at the start of s, up to end, or returns 0.
func hexDigits(s string, end int) rune {
	if len(s) < end || s[0] != '\\' {
		return 0
	}
	n, _ := strconv.ParseUint(s[2:end], 16, 16)
	return rune(n)
}

// literal looks at an ASCII byte that is not unreserved and stands for itself.
func (x *pass) literal(v *view, at int, b byte) {
	drive := hasDrive(x.s) && x.kind != inspect.KindHost
	switch b {
	case ' ':
		if drive {
			return // it is no URL yet
		}
		if v.kind == kindOpaque && text.IsAmong(x.s[:text.SchemeLength(x.s)], []string{"tel", "sms"}) {
			// A "-" may only stand within a number (RFC 3966 section 3).
			if at+1 < len(x.s) && strings.IndexByte("+.-()0123456789", x.s[at+1]) > 0 && strings.IndexByte("+.-()0123456789", x.s[at-1]) > 0 {
				x.replace(isSpaceInNumber, at, at+1, "-")
			} else {
				x.add(isSpaceInNumber, at, at+1, 0)
			}
			return
		}
		x.replace(isSpace, at, at+1, "%20")
	case '\\':
		switch r, n := leftEscape(x.s[at:]); {
		case drive:
			if at == len("C:") {
				x.add(isDrivePath, 0, len(x.s), 0)
			}
		case r == '/' && writesSlashes(x.s), n > 2 && !x.mayEndHost(at):
			replacement := string(r)
			if r > unicode.MaxASCII {
				replacement = escapeAll(replacement)
			}
			x.replace(isLeftEscape, at, at+n, replacement, x.s[at:at+n], text.Display(r))
		case n > 2:
			x.add(isLeftEscape, at, at+n, 0, x.s[at:at+n], text.Display(r))
		case x.mayEndHost(at):
			x.add(isBackslash, at, at+1, 0)
		case v.kind == inspect.KindQuery || v.kind == inspect.KindFragment: // browsers leave it
			x.replace(isLeftBackslash, at, at+1, "%5C")
		default:
			x.replace(isBackslash, at, at+1, "%5C")
		}
	case '"', '<', '>', '^', '`', '{', '|', '}':
		x.replace(isIllegal, at, at+1, upperEscape(b))
	case '[', ']':
		if v.kind != inspect.KindHost {
			x.replace(isBracket, at, at+1, upperEscape(b))
		}
	case '#':
		if v.kind != inspect.KindText {
			x.replace(beginsFragment, at, at+1, "%23")
		}
	case '?':
		if v.kind == inspect.KindValue || v.kind == inspect.KindPath || v.kind == inspect.KindHost || v.kind == inspect.KindUserinfo {
			x.replace(beginsQuery, at, at+1, "%3F")
		}
	case '/', '&', '=', '+', ';':
		if v.kind == inspect.KindValue || b == '/' && (v.kind == inspect.KindHost || v.kind == inspect.KindUserinfo) {
			x.replace(isDelimiter, at, at+1, upperEscape(b), b)
		}
	case '@', ':':
		// In a URI, authority looks at these.
		if x.kind == inspect.KindHost && x.s[0] != '[' || x.kind == inspect.KindUserinfo && b == '@' {
			x.replace(isDelimiter, at, at+1, upperEscape(b), b)
		}
	default:
		if b < ' ' || b == 0x7F {
			x.control(v, at-v.base, at-v.base+1, rune(b), true)
		}
	}
}

// stray looks at a '%' that begins no escape, and returns the length of what it has
// dealt with.
func (x *pass) stray(v *view, i int) int {
	if n := nestedAt(v.text, i); n > 0 {
		m := mark{v.origin(i), v.origin(i + n)}
		x.nested = append(x.nested, m)
		x.add(becomesEscape, m.lo, m.hi, v.layer, text.Decode(v.text[i:i+n]))
		return n
	}
	if v.layer > 0 {
		return 1
	}
	if strings.HasPrefix(v.text[i:], "%%") {
		x.add(isDoubledPercent, v.base+i, v.base+i+2, 0)
		return 2
	}
	end := i + 1
	for end < len(v.text) && end < i+3 && text.IsAlphanumeric(v.text[end]) {
		end++
	}
	lo, hi := v.base+i, v.base+end
	bad := v.text[i:end]
	isLast := hi == len(x.s)
	if isLast && end == i+2 && pct.IsHex(v.text[i+1]) || isLast && end == i+1 && endsInside(v.text[:i]) {
		x.add(isCutOff, lo, hi, 0)
		return 1
	}
	if n := conversionLen(v.text[i:]); n > 0 && (v.kind != inspect.KindUserinfo || n > 2) {
		x.add(isMalformedPlaceholder, lo, v.base+i+n, 0)
		return 1
	}
	m := isMalformed
	switch {
	case isLast && end == i+1:
		m = isMalformedEnd
	case x.once:
		m = isMalformedMessageID
	case v.kind == inspect.KindUserinfo:
		m = isMalformedPassword
	}
	x.replace(m, lo, hi, "%25"+bad[1:])
	return 1
}

// conversionLen returns the length of what s begins with and printf, strftime, systemd or
// ConfigParser replace by a value, or 0: %s, %Y, %1$s, %(name)s, %{name}.
func conversionLen(s string) int {
	if len(s) < 2 {
		return 0
	}
	if closing := strings.IndexByte("({", s[1]); closing >= 0 {
		if n := 2 + nameLen(s[2:], "_-."); n > 2 && n < len(s) && s[n] == ")}"[closing] {
			return n + 1
		}
		return 0
	}
	i := 1
	for i < len(s) && i < maxPosition && pct.IsHex(s[i]) && s[i] <= '9' {
		i++
	}
	if i > 1 {
		if i >= len(s) || s[i] != '$' {
			return 0
		}
		i++
	}
	// A letter before others is none: 50%sale.
	if i >= len(s) || !text.IsLetter(s[i]) || i+1 < len(s) && text.IsAlphanumeric(s[i+1]) {
		return 0
	}
	return i + 1
}

// nameLen returns how many octets at the beginning of s are letters, digits or in more.
func nameLen(s, more string) int {
	for i := range len(s) {
		if !text.IsAlphanumeric(s[i]) && strings.IndexByte(more, s[i]) < 0 {
			return i
		}
	}
	return len(s)
}

// maxPosition is where the digits of a conversion such as %1$s end at the latest.
const maxPosition = 4

// endsInside reports whether s ends in escapes that begin a character of UTF-8.
func endsInside(s string) bool {
	for i := max(0, len(s)-3*(utf8.UTFMax-1)); i < len(s); i++ {
		if s[i] == '%' {
			if c := inspect.CharacterAt(s, i); c.Fault == inspect.Truncated && c.Offset+c.Len == len(s) {
				return true
			}
		}
	}
	return false
}

// nestedAt returns the length of what becomes an escape when it is decoded once,
// or 0.
func nestedAt(s string, i int) int {
	at := i + 1
	escaped := false
	for range 2 {
		if at >= len(s) {
			return 0
		}
		u := inspect.UnitAt(s, at)
		if u.Form == inspect.UnicodeEscape || u.Value > 0x7F || !pct.IsHex(byte(u.Value)) {
			return 0
		}
		escaped = escaped || u.Form.IsEscape()
		at += u.Len
	}
	if !escaped {
		return 0
	}
	return at - i
}

// character looks at a character that is not a plain ASCII one.
func (x *pass) character(v *view, c inspect.Character) {
	lo, hi := v.origin(c.Offset), v.origin(c.Offset+c.Len)
	i, j := c.Offset, c.Offset+c.Len
	if v.layer == 0 {
		x.spelling(v, c)
	}
	if c.Form == inspect.UnicodeEscape {
		x.unicodeEscape(v, c, lo, hi)
	}
	switch c.Fault {
	case inspect.NoFault:
		x.meaning(v, i, j, c.Rune, c.Form == inspect.Literal)
	case inspect.Overlong:
		x.add(isOverlong, lo, hi, v.layer, text.Display(c.Rune))
	case inspect.LoneSurrogate:
		x.surrogate(v, c, lo, hi)
	default:
		if lax, n := laxAt(v.text, c); n > 0 {
			x.add(isLax, lo, v.origin(c.Offset+n), v.layer, text.Display(lax))
			return
		}
		if c.Fault == inspect.Truncated && v.layer == 0 && len(x.s)-hi < 3 && hi < len(x.s) && x.s[hi] == '%' {
			return // stray reports the escape that is cut off
		}
		m := isNotUTF8
		last := x.last[invalidUTF8]
		alone := last < 0 || x.found[last].Offset+x.found[last].Len < lo
		if c.Fault == inspect.Truncated && v.layer == 0 && hi == len(x.s) && alone {
			m = isCutCharacter
		}
		x.add(m, lo, hi, v.layer)
	}
}

// laxAt returns what a decoder reads that accepts C0 or C1 as a first octet and does
// not check the second, and how long that is; 0, 0 for other characters.
func laxAt(s string, c inspect.Character) (rune, int) {
	lead := c.Lead()
	if c.Fault != inspect.Truncated || lead != 0xC0 && lead != 0xC1 {
		return 0, 0
	}
	at := c.Offset + c.Len
	if at >= len(s) {
		return rune(lead&1) << 6, c.Len
	}
	u := inspect.UnitAt(s, at)
	if !u.Form.IsEscape() {
		return rune(lead&1)<<6 | rune(u.Value)&0x3F, c.Len
	}
	return rune(lead&1)<<6 | rune(u.Value)&0x3F, c.Len + u.Len
}

// spelling looks at how a character of the text itself is written.
func (x *pass) spelling(v *view, c inspect.Character) {
	lo, hi := v.base+c.Offset, v.base+c.Offset+c.Len
	s := x.s[lo:hi]
	if c.Form == inspect.Literal && c.Fault == inspect.NoFault && c.Uniform && v.kind != inspect.KindHost {
		x.replace(isNotASCII, lo, hi, escapeAll(s))
	}
	for i := 0; i < len(s); {
		u := inspect.UnitAt(s, i)
		switch u.Form {
		case inspect.UpperEscape:
			x.upper = true
		case inspect.MixedEscape:
			x.upper = true
			fallthrough
		case inspect.LowerEscape:
			x.replace(isLowerCase, lo+i, lo+i+3, upperEscape(byte(u.Value)))
		}
		i += u.Len
	}
	if c.Form.IsEscape() && c.Fault == inspect.NoFault && c.Rune < utf8.RuneSelf && percent.Unreserved.Contains(byte(c.Rune)) {
		if lo < x.colon {
			x.add(wouldMakeScheme, lo, hi, 0)
			return
		}
		m := needsNoEscape
		if v.kind == inspect.KindPath && text.IsAlphanumeric(byte(c.Rune)) && !endsLegacy(v.text[:c.Offset]) {
			m = isHiddenWord
		}
		x.replace(m, lo, hi, string(c.Rune))
	}
}

// upperEscapes are the escapes of all octets.
var upperEscapes = lazy.Value[string]{Make: func() string {
	var all [256]byte
	for i := range all {
		all[i] = byte(i)
	}
	return escapeAll(string(all[:]))
}}

// upperEscape returns the escape of an octet.
func upperEscape(octet byte) string { return upperEscapes.Get()[3*int(octet):][:3] }

// endsLegacy reports whether the octet before may be the first one of a character in a
// legacy charset, whose second one can be a letter or a digit: 83 65 in Shift_JIS.
func endsLegacy(s string) bool {
	octet, ok := pct.Octet(s[max(0, len(s)-3):])
	if !ok || octet < utf8.RuneSelf {
		return false
	}
	return before(s, len(s)) < utf8.RuneSelf // it ends no character of UTF-8
}

// escapeAll escapes every octet.
func escapeAll(s string) string { return everyOctet.Get().Encode(s) }

var everyOctet = lazy.Value[*percent.Encoding]{Make: func() *percent.Encoding { return percent.RFC3986.WithKept(percent.ByteSet{}) }}

func (x *pass) unicodeEscape(v *view, c inspect.Character, lo, hi int) {
	if v.layer > 0 || c.Fault != inspect.NoFault {
		x.add(isUnicodeEscape, lo, hi, v.layer)
		return
	}
	x.replace(isUnicodeEscape, lo, hi, escapeAll(string(c.Rune)))
}

// surrogate looks at a surrogate in octets or in %u.
func (x *pass) surrogate(v *view, c inspect.Character, lo, hi int) {
	next := c.Offset + c.Len
	if v.layer == 0 && c.Form != inspect.UnicodeEscape && wtf8.IsHigh(c.Rune) && next < len(v.text) {
		if low := inspect.CharacterAt(v.text, next); low.Fault == inspect.LoneSurrogate && low.Form != inspect.UnicodeEscape && wtf8.IsLow(low.Rune) {
			r := wtf8.Join(c.Rune, low.Rune)
			x.replace(isSurrogatePair, lo, v.origin(next+low.Len), escapeAll(string(r)), text.Display(r))
			return
		}
	}
	if i := x.last[surrogateUTF8]; i >= 0 && x.found[i].Offset+x.found[i].Len >= hi && x.found[i].Layer == v.layer {
		return // the second of a pair
	}
	x.add(isSurrogate, lo, hi, v.layer)
}

// meaning looks at what a character is, regardless of how it is written.
func (x *pass) meaning(v *view, i, j int, r rune, literal bool) {
	lo, hi := v.origin(i), v.origin(j)
	if r < utf8.RuneSelf {
		switch r {
		case '/':
			if v.kind == inspect.KindPath && !x.ownSlashes() {
				x.add(isEncodedSlash, lo, hi, v.layer)
			}
		case '\\':
			switch {
			case v.kind != inspect.KindPath:
			case v.layer == 0 && endsLegacy(v.text[:i]):
				x.add(isBackOrTrail, lo, hi, v.layer)
			default:
				x.add(isEncodedBack, lo, hi, v.layer)
			}
		default:
			if r < ' ' || r == 0x7F {
				x.control(v, i, j, r, literal)
			}
		}
		return
	}
	switch {
	case r < 0xA0:
		x.add(isC1Control, lo, hi, v.layer)
	case text.IsBidiControl(r):
		x.add(changesDirection, lo, hi, v.layer, text.Display(r))
	case r == utf8.RuneError:
		x.add(isReplacement, lo, hi, v.layer)
	case (unseen(r) || unicode.Is(unicode.Variation_Selector, r)) && !joins(v.text, i, r):
		x.add(isInvisible, lo, hi, v.layer, text.Display(r))
	case v.kind == inspect.KindHost:
		// host looks at its characters.
	case hidesDelimiter(r) && !amongForeign(v.text, i, j):
		x.add(becomesDelimiter, lo, hi, v.layer, text.Display(r), folded(r))
	case isCutCRLF(v.text, j, r):
		next := inspect.CharacterAt(v.text, j)
		x.add(isLineEndOfEightBit, lo, v.origin(j+next.Len), v.layer)
	}
}

// unseen reports whether r is invisible, a space that looks like the one of ASCII, or
// not a character at all. A variation selector shows in the character before it.
func unseen(r rune) bool {
	switch {
	case r == 0x2800, 0xFFF9 <= r && r <= 0xFFFB, 0xFDD0 <= r && r <= 0xFDEF, r&0xFFFE == 0xFFFE:
		return true
	}
	return text.IsInvisible(r) && !unicode.Is(unicode.Variation_Selector, r) || unicode.Is(unicode.Zs, r) && r != '\u3000'
}

// joins reports whether r, at s[i:], stands where it belongs: a joiner, or a tag of a
// flag, after something beyond ASCII, as in scripts and emoji that need it; or a
// variation selector after a character with variants, which is an ideograph for some
// selectors and anything beyond ASCII, or a key of a keypad, for the others.
func joins(s string, i int, r rune) bool {
	switch {
	case r == 0x200C || r == 0x200D || r >= 0xE0020 && r <= 0xE007F:
		return isForeign(s, i)
	case r >= 0xE0100 && r <= 0xE01EF:
		return unicode.Is(unicode.Han, before(s, i))
	case unicode.Is(unicode.Variation_Selector, r):
		b := before(s, i)
		return b >= utf8.RuneSelf && !unicode.Is(unicode.Variation_Selector, b) || b > 0 && strings.ContainsRune("0123456789#*", b)
	}
	return false
}

// before returns the character that ends where s[i:] begins, or -1. It looks at the
// last four octets, escaped or not.
func before(s string, i int) rune {
	for k := max(0, i-12); k < i; k++ {
		if c := inspect.CharacterAt(s, k); k+c.Len == i && c.Fault == inspect.NoFault && (c.Rune >= utf8.RuneSelf || c.Form.IsEscape() || k == i-1) {
			return c.Rune
		}
	}
	return -1
}

// isForeign reports whether the octet before s[i:] is beyond ASCII.
func isForeign(s string, i int) bool {
	if i > 0 && s[i-1] >= utf8.RuneSelf {
		return true
	}
	octet, ok := pct.Octet(s[max(0, i-3):i])
	return ok && octet >= utf8.RuneSelf
}

// amongForeign reports whether a letter beyond ASCII stands before i or after j: then
// the character between is punctuation of the same text.
func amongForeign(s string, i, j int) bool {
	if j < len(s) {
		if c := inspect.CharacterAt(s, j); c.Fault == inspect.NoFault && c.Rune >= utf8.RuneSelf && unicode.IsLetter(c.Rune) {
			return true
		}
	}
	b := before(s, i)
	return b >= utf8.RuneSelf && unicode.IsLetter(b)
}

// isCutCRLF reports whether r and what follows are CR and LF with the same high
// octet, in either order.
func isCutCRLF(s string, j int, r rune) bool {
	if low := r & 0xFF; r < 0x100 || low != '\r' && low != '\n' || j >= len(s) {
		return false
	}
	next := inspect.CharacterAt(s, j)
	return next.Fault == inspect.NoFault && next.Rune == r^('\r'^'\n')
}

// control looks at a control character of ASCII.
func (x *pass) control(v *view, i, j int, r rune, literal bool) {
	lo, hi := v.origin(i), v.origin(j)
	switch r {
	case 0:
		x.add(isNUL, lo, hi, v.layer)
	case '\r', '\n':
		switch {
		case literal:
			x.add(isRawLineEnd, lo, hi, v.layer)
		case v.layer > 0 && v.kind != kindOpaque:
			x.add(isHiddenLineEnd, lo, hi, v.layer)
		case x.fieldMatters(v, i, j, lo):
			x.add(isLineEndBefore, lo, hi, v.layer)
		case v.kind == inspect.KindPath || v.kind == inspect.KindHost || v.kind == inspect.KindUserinfo:
			x.add(isLineEndIn, lo, hi, v.layer, v.kind)
		case v.kind != kindOpaque:
			x.add(isLineBreak, lo, hi, v.layer)
		}
	default:
		switch {
		case r == '\t' && literal:
			x.add(isTab, lo, hi, v.layer)
		case literal:
			x.add(isControl, lo, hi, v.layer)
		case r != 0x1B || v.layer > 0 || !x.isISO2022JP(lo):
			x.add(isEscapedControl, lo, hi, v.layer)
		}
	}
}

// fieldMatters reports whether what looks like a header field follows the line end
// at v.text[i:j], in a place where it can become one. Share links have single LFs in
// their queries, so there the name must be that of a well-known field. Of URLs with
// an opaque path only mailto has fields, and its body is not one.
func (x *pass) fieldMatters(v *view, i, j, at int) bool {
	name, ok := fieldFollows(v.text, j)
	if !ok {
		return false
	}
	if v.kind == kindOpaque {
		return text.HasPrefix(x.s, "mailto:") && !x.inBody(at)
	}
	isPair := strings.HasSuffix(v.text[:i], "\r") || i > 2 && text.HasPrefix(v.text[i-3:i], "%0D") || !isLF(v.text[i:j])
	return isPair || v.kind != inspect.KindQuery && v.kind != inspect.KindFragment && v.kind != inspect.KindValue && v.kind != inspect.KindText || slices.Contains(knownFields, name) || strings.HasPrefix(name, "x-")
}

// isLF reports whether a line end is LF.
func isLF(s string) bool { return s == "\n" || text.HasPrefix(s, "%0A") }

// inBody reports whether s[at:] is in the body of a mailto URI.
func (x *pass) inBody(at int) bool {
	if m := x.field; at < m.lo || at >= m.hi {
		lo, hi := strings.LastIndexAny(x.s[:at], "?&")+1, strings.IndexAny(x.s[at:], "?&#")
		if hi < 0 {
			hi = len(x.s) - at
		}
		x.field = mark{lo, at + hi + 1}
	}
	return text.HasPrefix(x.s[x.field.lo:], "body=")
}

// knownFields are fields of HTTP and of mail that are worth injecting, in lower case.
var knownFields = []string{
	"location", "set-cookie", "cookie", "host", "refresh", "link", "connection", "transfer-encoding", "content-length",
	"content-type", "content-disposition", "content-encoding", "content-security-policy", "access-control-allow-origin",
	"authorization", "cache-control", "referer", "origin", "upgrade", "range", "status",
	"bcc", "cc", "to", "from", "subject", "reply-to", "sender", "mime-version",
}

// fieldFollows returns the name, in lower case, of the header field that begins at
// s[i:], perhaps after further line ends, if there is one. A URL is not one.
func fieldFollows(s string, i int) (name string, ok bool) {
	var letters []byte
	for range 48 {
		if i >= len(s) {
			return "", false
		}
		u := inspect.UnitAt(s, i)
		i += u.Len
		switch b := byte(u.Value); {
		case u.Value > 0x7F:
			return "", false
		case b == '\r' || b == '\n':
			if len(letters) > 0 {
				return "", false
			}
		case text.IsAlphanumeric(b) || b == '-':
			letters = append(letters, b)
		case b == ':' && len(letters) > 1:
			url := text.Decode(s[i:min(len(s), i+len("%2F%2F"))])
			return strings.ToLower(string(letters)), !strings.HasPrefix(url, "//")
		default:
			return "", false
		}
	}
	return "", false
}

// decoded looks at what is new in a layer of a piece.
func (x *pass) decoded(v *view, doubles []doubled) []doubled {
	for i := 0; i < len(v.text); {
		n := strings.IndexByte(v.text[i:], '%')
		if n < 0 {
			break
		}
		i += n
		c := inspect.CharacterAt(v.text, i)
		switch {
		case c.Form == inspect.StrayPercent:
			if n := nestedAt(v.text, i); n > 0 && v.isNew(i, i+n) {
				x.stray(v, i)
			}
			i++
			continue
		case v.isNew(i, i+c.Len):
			x.character(v, c)
			if c.Form.IsEscape() {
				doubles = x.doubles(doubles, v, i, c.Len)
			}
		}
		i += c.Len
	}
	return doubles
}

// A doubled is an escape that is made of escapes.
type doubled struct {
	lo, hi int // in the text
	layer  int // in which it is an escape
	text   string
	urls   int // how many URLs, one in a value of the other, it is in a value of
}

// doubles appends the new escapes among those of the character at v.text[i:i+n].
func (x *pass) doubles(list []doubled, v *view, i, n int) []doubled {
	for end := i + n; i < end; i += 3 {
		if v.text[i] != '%' {
			return list
		}
		// A '%' that was not an escape before was a stray one.
		if v.isNew(i, i+1) {
			d := doubled{lo: v.origin(i), hi: v.origin(i + 3), layer: v.layer, text: v.text[i : i+3]}
			if v.kind == inspect.KindQuery {
				d.urls = x.values.urls(x.s, d.lo)
			}
			list = append(list, d)
		}
	}
	return list
}

// A valueScan walks through a query, and knows whether the value that it has reached
// is itself a URL, and how many others stand inside each other in that.
type valueScan struct {
	begin, at, start int // in the text; begin is of the query, start of the value
	in               int
}

// urls returns in how many URLs, of which each is a value of the one before, s[at:] is: in
// each of them a value is encoded once more.
func (w *valueScan) urls(s string, at int) int {
	if at < w.at { // in the next layer
		*w = valueScan{begin: w.begin, at: w.begin, start: w.begin}
	}
	for ; w.at < at; w.at++ {
		switch s[w.at] {
		case '&', '=', '?', ';':
			w.start, w.in = w.at+1, 0
		case '/', '%':
			// A URL in no other that is encoded twice is one that is encoded twice.
			if n := urlBegins(s[w.at:], w.at == w.start); n == w.in+1 {
				w.in = n
			}
		}
	}
	return w.in
}

// urlBegins returns in how many URLs one is that begins with the slashes at the start of s, by
// how often they are encoded, or 0 if none begins: http%3A%2F%2F and // are in one, and
// http%253A%252F%252F in two. One slash is enough at the start of a value.
func urlBegins(s string, first bool) int {
	n, slash := 1, "/"
	if s[0] == '%' {
		for slash = "%"; n < layers.Max && strings.HasPrefix(s[len(slash):], "25"); n++ {
			slash = s[:len(slash)+len("25")]
		}
		slash += "2F"
	}
	if text.HasPrefix(s, slash) && (first && n == 1 || text.HasPrefix(s[len(slash):], slash)) {
		return n
	}
	return 0
}

// double notes what is encoded more than once; where escapes overlap, the one of the
// deepest layer. One that is part of a nested escape has no replacement: the next
// layer would join that to what stands before it, in another way than the text does.
func (x *pass) double(l *layers.Stack, list []doubled) {
	sort.SliceStable(list, func(i, j int) bool {
		return list[i].lo < list[j].lo || list[i].lo == list[j].lo && list[i].layer > list[j].layer
	})
	sort.Slice(x.nested, func(i, j int) bool { return x.nested[i].lo < x.nested[j].lo })
	end, nested, nestedEnd := -1, 0, -1
	for _, d := range list {
		if d.hi <= end {
			continue
		}
		end = d.hi
		if d.layer <= d.urls {
			continue
		}
		for ; nested < len(x.nested) && x.nested[nested].lo < d.hi; nested++ {
			nestedEnd = max(nestedEnd, x.nested[nested].hi)
		}
		var args []any
		m := isEncodedTwice
		switch {
		case l.Stop == layers.StopLimit && d.layer == layers.Max:
			m, args = isEncodedBeyond, []any{layers.Max}
		case d.layer > 1:
			m, args = isEncodedTimes, []any{d.layer + 1}
		}
		if nestedEnd > d.lo {
			x.add(m, d.lo, d.hi, 0, args...)
		} else {
			// In each URL the escape is encoded once, rightly.
			x.replace(m, d.lo, d.hi, "%"+strings.Repeat("25", d.urls)+d.text[1:], args...)
		}
	}
}
