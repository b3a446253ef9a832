package lint

import (
	"fmt"
	"slices"
	"sort"
	"strings"
	"unicode/utf8"

	"github.com/pct-encoded/percent/charset"
	"github.com/pct-encoded/percent/inspect"
	"github.com/pct-encoded/percent/inspect/document"
	"github.com/pct-encoded/percent/inspect/internal/text"
	"github.com/pct-encoded/percent/inspect/layers"
	"github.com/pct-encoded/percent/internal/lazy"
	"github.com/pct-encoded/percent/internal/uts46"
	"github.com/pct-encoded/percent/uri"
	"github.com/pct-encoded/percent/weburl"
)

// codeSchemes are the beginnings of URLs that run code.
var codeSchemes = []string{"javascript:", "vbscript:", "data:text/html"}

// scheme looks for a scheme that runs code at the beginning of the text, if only
// software sees it that decodes the text or removes control characters.
func (x *pass) scheme() {
	if x.s == "" || x.s[0] > ' ' && strings.IndexByte("%&jJvVdD", x.s[0]) < 0 {
		return // no escape and no control character hides the first letter
	}
	if slices.ContainsFunc(codeSchemes, func(scheme string) bool { return text.HasPrefix(x.s, scheme) }) {
		return
	}
	const far = 128
	l, _ := layers.Of(x.s[:min(len(x.s), far)])
	for layer, text := range l.Layers {
		html := read(text.Text, document.Content)
		clean, end := removeControls(html.text)
		for _, scheme := range codeSchemes {
			if strings.HasPrefix(clean, scheme) {
				x.add(hidesScheme, 0, l.Origin(layer, html.from[end[len(scheme)]]), layer, scheme)
				return
			}
		}
	}
}

// removeControls returns s in lower case as browsers begin to parse it: without
// spaces and controls at the front, and without tabs and line ends. end is where
// each byte begins in s, and where the last one ends.
func removeControls(s string) (clean string, end []int) {
	var b strings.Builder
	for i := range len(s) {
		c := s[i]
		if c == '\t' || c == '\r' || c == '\n' || b.Len() == 0 && c <= ' ' {
			continue
		}
		end = append(end, i)
		if 'A' <= c && c <= 'Z' {
			c |= 0x20
		}
		b.WriteByte(c)
	}
	return b.String(), append(end, len(s))
}

// authority looks at userinfo, host and port.
func (x *pass) authority(u uri.URI) {
	a := u.Authority()
	if text.IsWeb(u.Scheme()) && a.Raw == "" {
		m := hasEmptyAuthority
		if strings.Trim(u.Path().Raw, "/") == "" {
			m = hasNoHost
		}
		x.add(m, 0, a.Offset, 0)
	}
	x.splitters(a)
	web := text.IsWeb(u.Scheme()) || !u.IsAbsolute()
	if web && a.Raw != "" {
		x.hostAndPort(a)
	}
	x.cutShort(u)
	if i := u.Userinfo(); i.Present {
		x.component(inspect.KindUserinfo, i)
		if at := strings.IndexByte(i.Raw, '@'); at >= 0 {
			x.add(hasSecondAt, i.Offset+at, i.Offset+at+1, 0)
		} else if web {
			x.userinfo(i)
		}
	}
	h := u.Host()
	x.component(inspect.KindHost, h)
	if isSocket(u.Scheme(), h.Raw) {
		return
	}
	if u.HostKind() == uri.RegName {
		x.host(h)
		if web && isNumeric(h.Raw) {
			x.numeric(h)
		}
		if web {
			x.refused("https", h)
		} else if strings.EqualFold(u.Scheme(), "file") {
			x.refused("file", a)
		}
	}
}

// refused notes a host of the web with letters beyond ASCII or in Punycode, or any authority
// of a file URL, that the URL Standard refuses, unless another finding of the rule says why.
func (x *pass) refused(scheme string, h uri.Component) {
	if len(h.Raw) > longestName || isOrdinary(h.Raw) && !isNumeric(h.Raw) {
		return
	}
	foreign := strings.IndexFunc(h.Raw, func(r rune) bool { return r >= utf8.RuneSelf }) >= 0
	if scheme != "file" && !foreign && !strings.Contains(strings.ToLower(h.Raw), "xn--") {
		return
	}
	end := h.Offset + len(h.Raw)
	if slices.ContainsFunc(x.found, func(f found) bool {
		return f.rule == ambiguousAuthority && f.Layer == 0 && f.Offset < end && h.Offset < f.Offset+f.Len
	}) {
		return
	}
	if _, err := weburl.Parse(scheme + "://" + h.Raw + "/"); err != nil {
		x.ambiguous(isRefusedName, h.Offset, end)
	}
}

// longestName is the length of the longest text that is looked at as a name, in bytes: a
// name has at most 253 octets, each of at most 12 bytes here.
const longestName = 12 * 253

// cutShort looks for a '?' or '#' that ends the authority in front of what some
// parsers take for the host: http://good.example?@evil.example/.
func (x *pass) cutShort(u uri.URI) {
	if u.Path().Raw != "" || u.IsAbsolute() && !text.IsWeb(u.Scheme()) {
		return
	}
	rest := u.Query()
	if !rest.Present {
		rest = u.Fragment()
	}
	front, behind, ok := strings.Cut(rest.Raw, "@")
	if !ok || strings.ContainsAny(front, "/=&") {
		return
	}
	end := strings.IndexAny(behind, `/?#\`)
	if end >= 0 {
		behind = behind[:end]
	}
	host := text.Decode(behind)
	// Somebody's name in a fragment begins with an '@', too, and ends there.
	isName := behind != "" && !strings.ContainsAny(behind, "&=+;, ") && (end >= 0 || u.Query().Present || hasPort(host) || isAddress(host))
	if isName || looksLikeHost(host, false) {
		lo := rest.Offset - 1
		x.ambiguous(hasAtBehindEnd, lo, lo+1+len(front)+1, x.s[lo:lo+1], quoted(behind))
	}
}

// hostAlone looks at a text that is a host and nothing more.
func (x *pass) hostAlone() {
	h := uri.Component{Raw: x.s, Present: true}
	x.splitters(h)
	x.component(inspect.KindHost, h)
	if strings.HasPrefix(h.Raw, "[") {
		return
	}
	x.host(h)
	if u := uri.ParseLenient("//" + h.Raw); isNumeric(h.Raw) && u.HostKind() == uri.RegName {
		x.numeric(h)
	}
	x.refused("https", h)
}

// numeric notes a host that some parsers read as an address.
func (x *pass) numeric(h uri.Component) {
	x.ambiguous(isNumber, h.Offset, h.Offset+len(h.Raw))
}

// splitters looks for what ends a host for only some parsers.
func (x *pass) splitters(a uri.Component) {
	for i := 0; i < len(a.Raw); i++ {
		at := a.Offset + i
		switch b := a.Raw[i]; {
		case b == '\\':
			x.add(endsAtBackslash, at, at+1, 0)
		case b <= ' ' || b == 0x7F:
			x.add(endsAtSpace, at, at+1, 0)
		case b == '%' || b >= utf8.RuneSelf:
			c := inspect.CharacterAt(a.Raw, i)
			if c.Fault == inspect.NoFault && c.Rune >= utf8.RuneSelf && splitsHost(c.Rune) {
				x.add(endsAtNormalized, at, at+c.Len, 0, text.Display(c.Rune), folded(c.Rune))
			}
			i += c.Len - 1
		}
	}
}

// userinfo looks for userinfo that can be mistaken for the host.
func (x *pass) userinfo(i uri.Component) {
	all := i.Text()
	user, password, _ := strings.Cut(i.Raw, ":")
	looks := looksLikeHost(text.Decode(user), false) || looksLikeHost(text.Decode(password), true) || looksLikeHost(all, true)
	if looks || strings.ContainsAny(all, `/\?#`) {
		m := isNotHost
		if front, _, cut := strings.Cut(i.Raw, `\`); cut && weburl.CanParse("http://"+front) {
			m = isHostOfBrowsers
		}
		x.add(m, i.Offset, i.Offset+len(i.Raw)+1, 0)
	}
}

// host looks at a registered name.
func (x *pass) host(h uri.Component) {
	if isOrdinary(h.Raw) {
		return
	}
	escapes := strings.IndexByte(h.Raw, '%') >= 0
	foreign := false
	// Browsers end a host at a backslash.
	front, _, _ := strings.Cut(h.Raw, `\`)
	literal, _ := strings.CutPrefix(front, "[")
	literal, bracketed := strings.CutSuffix(literal, "]")
	bracketed = bracketed && isLiteral(literal)
	for c := range inspect.Characters(h.Raw) {
		lo, hi := h.Offset+c.Offset, h.Offset+c.Offset+c.Len
		foreign = foreign || c.Rune >= utf8.RuneSelf
		if c.Fault != inspect.NoFault || c.Form == inspect.StrayPercent {
			continue
		}
		switch {
		case c.Rune >= utf8.RuneSelf && splitsHost(c.Rune):
			// splitters has found it.
		case c.Form != inspect.Literal && strings.ContainsRune("/\\?#@:%.[]&;=<> ", c.Rune):
			x.add(endsAtDecoded, lo, hi, 0, text.Display(c.Rune))
		case c.Form == inspect.Literal && strings.ContainsRune("<>^|[]", c.Rune):
			if c.Offset < len(front) && !bracketed {
				x.ambiguous(hasBadCharacter, lo, hi)
			}
		case c.Form != inspect.Literal:
			x.add(isEscapedHost, lo, hi, 0)
		}
	}
	if len(h.Raw) > longestName || !foreign && !strings.Contains(strings.ToLower(h.Raw), "xn--") {
		return
	}
	raw := h.Raw
	if escapes {
		raw = h.Text()
		if strings.ContainsAny(raw, "/\\?#@:%[] ") {
			return
		}
	}
	octets, err := uts46.ToASCII(nil, raw, 0)
	ascii := string(octets)
	if err != nil || ascii == "" || strings.ContainsAny(ascii, "/\\?#@:%[]<>^| ") {
		return
	}
	shown, err := uts46.ToUnicode(ascii, 0)
	if err != nil {
		return
	}
	if foreign {
		x.mapped(h, raw, ascii, shown)
	}
	if shown != ascii && confuses(ascii, shown) {
		x.add(looksLikeOther, h.Offset, h.Offset+len(h.Raw), 0, ascii, quoted(shown))
	}
}

// isOrdinary reports whether a name has only letters, digits, '.' and '-' of ASCII, and
// no two '-' as before a label in Punycode.
func isOrdinary(name string) bool {
	for i := range len(name) {
		b := name[i]
		if !text.IsAlphanumeric(b) && b != '.' && (b != '-' || i > 0 && name[i-1] == '-') {
			return false
		}
	}
	return true
}

// A run is characters beyond ASCII next to each other.
type run struct {
	lo, hi int
	octets []byte // of them in windows-1252
	broken bool   // windows-1252 lacks one
}

func (r *run) add(c rune, lo, hi int) {
	if len(r.octets) == 0 && !r.broken {
		r.lo = lo
	}
	r.hi = hi
	if b, ok := text.Windows1252(c); ok {
		r.octets = append(r.octets, b)
	} else {
		r.broken = true
	}
}

// mojibake looks at a run that has ended, and begins the next one.
func (x *pass) mojibake(r *run) {
	if len(r.octets) > 1 && !r.broken && utf8.Valid(r.octets) {
		meant := string(r.octets)
		x.replace(isDoubleUTF8, r.lo, r.hi, escapeAll(meant), quoted(meant))
	}
	r.octets, r.broken = r.octets[:0], false
}

// A legacyValue is a value with octets that are not UTF-8.
type legacyValue struct {
	mark         // in the text
	found  []int // findings of invalidUTF8
	octets string
}

// charset guesses the charset of values whose octets beyond ASCII are not UTF-8, and
// makes one finding of those in each. It is called when all else is found.
func (x *pass) charset() {
	if x.last[invalidUTF8] < 0 {
		return
	}
	var values []legacyValue
	var sample strings.Builder
	for i, f := range x.found {
		if f.rule != invalidUTF8 || f.Layer != 0 {
			continue
		}
		if n := len(values); n > 0 && f.Offset < values[n-1].hi {
			values[n-1].found = append(values[n-1].found, i)
			continue
		}
		v := legacyValue{mark: x.valueAround(f.Offset), found: []int{i}}
		v.octets = text.Decode(x.s[v.lo:v.hi])
		values = append(values, v)
		const most = 8192
		if sample.Len() < most {
			sample.WriteString(v.octets + " ")
		}
	}
	if len(values) == 0 {
		return
	}
	likely := likelyCharsets(sample.String())
	named := namedCharset(x.s)
	surplus := map[int]bool{}
	for i, f := range x.found {
		// What looks like a hidden word may be the second octet of a character.
		if f.rule == escapedAlphanumeric && f.Len == 3 && isForeign(x.s, f.Offset) {
			n := sort.Search(len(values), func(n int) bool { return values[n].hi > f.Offset })
			surplus[i] = n < len(values) && values[n].lo <= f.Offset
		}
	}
	for _, v := range values {
		if named != nil && x.isIn(v, named) || x.isIn(v, likely...) {
			for _, i := range v.found[1:] {
				surplus[i] = true
			}
			for i, f := range x.found {
				if f.rule == overlongUTF8 && f.Layer == 0 && v.lo <= f.Offset && f.Offset < v.hi && !x.standsForDelimiter(f.Offset) {
					surplus[i] = true
				}
			}
			continue
		}
		x.notText(v)
	}
	if len(surplus) > 0 {
		kept := x.found[:0]
		for i, f := range x.found {
			if !surplus[i] {
				kept = append(kept, f)
			}
		}
		x.found = kept
	}
}

// likelyCharsets returns the charset that s is probably in, or, where that is not sure, those
// of several octets that it may be in, if it is probably in one of these.
func likelyCharsets(s string) (several []*charset.Charset) {
	const sure, possible = 0.5, 0.1
	guesses := charset.Detect([]byte(s))
	if best := guesses[0]; best.Confidence >= sure && best.Charset != charset.UTF8 && !strings.HasPrefix(best.Charset.Name(), "UTF-16") {
		return []*charset.Charset{best.Charset}
	}
	sum := 0.0
	for _, g := range guesses {
		if g.Confidence >= possible && slices.Contains(multibyte.Get(), g.Charset) {
			sum += g.Confidence
			several = append(several, g.Charset)
		}
	}
	if sum < sure {
		return nil
	}
	return several
}

// charsetNames are the parameters by which searches and forms name the charset of the others.
var charsetNames = []string{"ie", "ei", "charset", "encoding", "enc", "inputenc", "_charset_"}

// namedCharset returns the charset other than UTF-8 that a parameter of a query names, or nil.
func namedCharset(s string) *charset.Charset {
	_, query, _ := strings.Cut(s, "?")
	query, _, _ = strings.Cut(query, "#")
	tries := 0 // each looks a label up
	for field := range strings.SplitSeq(query, "&") {
		name, label, _ := strings.Cut(field, "=")
		if !text.IsAmong(name, charsetNames) {
			continue
		}
		const most = 8
		if tries++; tries > most {
			break
		}
		if c, err := charset.Lookup(label); err == nil && c != charset.UTF8 {
			return c
		}
	}
	return nil
}

// notText says of a value that is no text in a charset that can be recognized that it may
// be data, such as a hash, which nothing should be removed from.
func (x *pass) notText(v legacyValue) {
	for _, i := range v.found {
		f := &x.found[i]
		if len(v.found) == 1 && f.Message == isCutCharacter.text {
			return
		}
		f.Message, f.Fix = isNotText.text, isNotText.toDo()
	}
	x.leaveData(v.mark)
}

// perhapsData are the rules of octets that may be right in what is no text.
var perhapsData = []rule{nulCharacter, controlCharacter, overlongUTF8, surrogateUTF8, crlfInjection, invisibleCharacter, bidiControl}

// leaveData adds to what is to be done in m that data is to be left as it is.
func (x *pass) leaveData(m mark) {
	for i := range x.found {
		f := &x.found[i]
		if f.Offset < m.lo || f.Offset >= m.hi || f.many {
			continue
		}
		if slices.Contains(perhapsData, f.rule) {
			f.Fix = "leave it if the value is data and no text, such as a hash; otherwise " + rules[f.rule].Fix
		}
	}
}

// standsForDelimiter reports whether lax decoders of UTF-8 read a character at
// s[at:] as one that is worth hiding, and not as a letter, say.
func (x *pass) standsForDelimiter(at int) bool {
	c := inspect.CharacterAt(x.s, at)
	r := c.Rune
	if lax, n := laxAt(x.s, c); n > 0 {
		r = lax
	}
	return strings.ContainsRune("./\\%<>\"'\r\n\x00", r)
}

// valueAround returns where the value stands that s[at:] is in: what the delimiters of
// a URI leave.
func (x *pass) valueAround(at int) mark {
	const delimiters = "/?#&=;"
	hi := strings.IndexAny(x.s[at:], delimiters)
	if hi < 0 {
		hi = len(x.s) - at
	}
	return mark{strings.LastIndexAny(x.s[:at], delimiters) + 1, at + hi}
}

// isIn makes the first finding of a value one of charsetNotUTF8, from the first to the
// last character beyond ASCII, if the value is text in one of charsets. Where there are
// several, one character is too little.
func (x *pass) isIn(v legacyValue, charsets ...*charset.Charset) bool {
	var c *charset.Charset // the first one
	var meant, in, names string
	for _, other := range charsets {
		decoded, ok := x.textIn(v, other)
		switch {
		case !ok || len(charsets) > 1 && len(v.octets) < 4:
		case c == nil:
			c, meant, in, names = other, quoted(decoded), other.Name(), other.Name()
		default:
			in += " or " + quoted(decoded) + " in " + other.Name()
			names += " or " + other.Name()
		}
	}
	if c == nil {
		return false
	}
	lo, hi, n := -1, v.hi, 0 // n is of octets
	last := len(v.octets) - 1
	for v.octets[last] < utf8.RuneSelf {
		last--
	}
	for u := range inspect.Units(x.s[v.lo:v.hi]) {
		if lo < 0 && u.Value >= utf8.RuneSelf {
			lo = v.lo + u.Offset
		}
		n++
		if n <= last {
			continue
		}
		if _, err := c.Decode(v.octets[:n]); err == nil {
			hi = v.lo + u.Offset + u.Len
			break
		}
	}
	f := &x.found[v.found[0]]
	f.rule, f.Message, f.Fix = charsetNotUTF8, isInCharset.with(meant, in), fmt.Sprintf(isInCharset.toDo(), names)
	f.Offset, f.Len = lo, hi-lo
	return true
}

// textIn returns what a value is in c, if that is text.
func (x *pass) textIn(v legacyValue, c *charset.Charset) (string, bool) {
	// Two octets of a charset with many characters often look like UTF-8, a letter or
	// two of another one hardly ever.
	for ch := range inspect.Characters(x.s[v.lo:v.hi]) {
		chance := ch.Fault == inspect.NoFault && ch.Rune >= utf8.RuneSelf || ch.Fault == inspect.Overlong || ch.Fault == inspect.LoneSurrogate
		if chance && !slices.Contains(multibyte.Get(), c) || ch.Form == inspect.UnicodeEscape {
			return "", false
		}
	}
	decoded, err := c.Decode(v.octets)
	return decoded, err == nil && !strings.ContainsFunc(decoded, isNoText)
}

// isISO2022JP reports whether the escape at s[at:] is that of ISO-2022-JP in a value that is
// text in it, of which it notes that.
func (x *pass) isISO2022JP(at int) bool {
	if at < x.japanese.hi {
		return x.japanese.lo >= 0
	}
	m := x.valueAround(at)
	decoded, err := charset.ISO2022JP.Decode(text.Decode(x.s[m.lo:m.hi]))
	x.japanese = mark{-1, m.hi}
	if err != nil || strings.IndexFunc(decoded, func(r rune) bool { return r >= utf8.RuneSelf }) < 0 || strings.ContainsFunc(decoded, isNoText) {
		return false
	}
	x.japanese.lo = m.lo
	x.add(isInCharset, m.lo, m.hi, 0, quoted(decoded), charset.ISO2022JP.Name())
	if i := x.last[charsetNotUTF8]; i >= 0 {
		x.found[i].Fix = fmt.Sprintf(isInCharset.toDo(), charset.ISO2022JP.Name())
	}
	return true
}

// isNoText reports whether r is a control character that text does not have: octets with it
// are data in any charset.
func isNoText(r rune) bool {
	return r < ' ' && r != '\t' && r != '\r' && r != '\n' && r != 0x1B || 0x7F <= r && r < 0xA0
}

// multibyte are the charsets that have characters of more than one octet.
var multibyte = lazy.Value[[]*charset.Charset]{Make: func() []*charset.Charset {
	return []*charset.Charset{charset.ShiftJIS, charset.EUCJP, charset.GB18030, charset.GBK, charset.Big5, charset.EUCKR}
}}
