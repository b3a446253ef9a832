package document

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/inspect/internal/text"
	"github.com/pct-encoded/percent/internal/kernel"
	"github.com/pct-encoded/percent/internal/lazy"
	"github.com/pct-encoded/percent/internal/placeholders"
)

const (
	// longestScheme is longer than any that is registered.
	longestScheme = 64
	// longestTarget is how far a request line is followed: servers take no more.
	longestTarget = 8 << 10
	// longestUserinfo is how far an '@' is looked for behind what may be the end of a host.
	longestUserinfo = 256
)

// prose finds the URLs in s[lo:hi], which is text for people.
func (w *walker) prose(s string, lo, hi int, place Place) {
	www, colon := -1, -1 // the next "www." and the next ':', or hi
	if !w.www {
		www = hi
	}
	for i := lo; i < hi && !w.done; {
		if colon < i {
			if colon = strings.IndexByte(s[i:hi], ':'); colon < 0 {
				colon = hi
			} else {
				colon += i
			}
		}
		if www < i {
			if www = strings.Index(s[i:hi], "www."); www < 0 {
				www = hi
			} else {
				www += i
			}
		}
		switch {
		case www < colon:
			begin, end := www, www
			// A name of two labels follows. Without a second dot, the next "www." is behind end.
			www = -1
			dot := begin + len("www.")
			if n := strings.IndexAny(s[dot:hi], `.:/?#@\`); n > 0 && s[dot+n] == '.' && (begin == lo || !text.IsAlphanumeric(s[begin-1]) && strings.IndexByte("_/@.-:=", s[begin-1]) < 0) {
				dot += n
				end = findEnd(s, lo, hi, begin, begin-len("//"), place)
			}
			if dot < end {
				w.found(s, begin, end, place, !endsSurely(s, lo, hi, begin, end))
				i = end
			} else {
				i = begin + len("www.")
			}
		case colon == hi:
			return
		default:
			begin := schemeBegin(s, i, colon)
			if begin < 0 {
				i = w.slashed(s, i, colon, hi)
				continue
			}
			end := findEnd(s, lo, hi, begin, colon+1, place)
			if strings.TrimLeft(s[colon+1:max(end, colon+1)], "/") == "" {
				i = colon + 1
				continue
			}
			if w.ascii {
				end = begin + asciiLen(s[begin:end])
			}
			if end < hi && s[end] == ',' && text.HasPrefix(s[begin:end], "data:") && strings.IndexByte(s[begin:end], ',') < 0 {
				end++ // the data are what cannot stand in a URL
			}
			w.found(s, begin, end, place, !endsSurely(s, lo, hi, begin, end))
			i = end
		}
	}
}

// slashed finds the URL around s[colon] if it has "\/" for '/', as PHP writes JSON, though no
// quotation marks are around it, and returns where to go on.
func (w *walker) slashed(s string, lo, colon, hi int) int {
	const slashes = `\/\/`
	next := colon + 1
	if w.template || !strings.HasPrefix(s[next:hi], slashes) || next+len(slashes) == hi {
		return next // in a program, it is a regular expression
	}
	begin := colon
	for begin > max(lo, colon-longestScheme) && text.IsLetter(s[begin-1]) {
		begin--
	}
	end := next
	for ; end < hi && !endsURL(s[end]); end++ {
		if s[end] == '\\' {
			if end++; end == hi || strings.IndexByte(`/unrt"'`, s[end]) < 0 {
				return next // a regular expression
			}
		}
	}
	if !isCommon(s[begin:colon]) {
		return next
	}
	w.within(backslash, s, begin, end, readProse)
	return end
}

// value finds the URLs in s[lo:hi], a value of its own: if it is a URL as a whole, that is
// it, with whatever punctuation it ends in.
func (w *walker) value(s string, lo, hi int, place Place) {
	for lo < hi && isSpace(s[lo]) {
		lo++
	}
	for lo < hi && isSpace(s[hi-1]) {
		hi--
	}
	if colon := strings.IndexByte(s[lo:min(hi, lo+longestScheme)], ':'); colon > 0 {
		colon += lo
		if schemeBegin(s, lo, colon) == lo && strings.TrimLeft(s[colon+1:hi], "/") != "" && isWhole(s[colon:hi], place) {
			w.found(s, lo, hi, place, false)
			return
		}
		w.prose(s, lo, hi, place)
		return
	}
	if w.www || strings.IndexByte(s[lo:hi], ':') >= 0 {
		w.prose(s, lo, hi, place)
	}
}

// named finds the URLs in s[lo:hi], the value of a name: one that says so is a URL as a whole,
// with its spaces.
func (w *walker) named(name, s string, lo, hi int) {
	if namesURL(name) {
		if w.entire(s, lo, hi, Plain) {
			return
		}
		defer w.withHosts()()
	}
	w.value(s, lo, hi, Plain)
}

// entire finds the URL s[lo:hi], which may have spaces in it, and reports whether it is one.
func (w *walker) entire(s string, lo, hi int, place Place) bool {
	lo, hi = trimmed(s, lo, hi)
	colon := strings.IndexByte(s[lo:min(hi, lo+longestScheme)], ':')
	if colon <= 0 || !strings.HasPrefix(s[lo+colon:hi], "://") || schemeBegin(s, lo, lo+colon) != lo {
		return false
	}
	spaces, marks := false, false
	for i := lo; i < hi; i++ {
		switch c := s[i]; {
		case kinds[c] != ends:
		case c == ' ':
			if s[i-1] == ',' || s[i-1] == ':' || s[i+1] == '#' || s[i+1] == ';' {
				return false // a list, another name, or a comment
			}
			spaces = true
		case w.depth == 0 || strings.IndexByte("\"<>`", c) < 0:
			return false
		default:
			marks = true
		}
	}
	if w.depth == 0 && strings.IndexByte("]}", s[hi-1]) >= 0 {
		return false // of a list
	}
	if spaces {
		if last := strings.LastIndex(s[lo:hi], ":/"); last > colon && strings.IndexByte(s[lo:lo+last], ' ') >= 0 {
			return false // of several
		}
	}
	// Without its spaces and backslashes, what holds a quotation mark is a text.
	w.found(s, lo, hi, place, marks)
	return true
}

// quotes finds the URL s[lo:hi] that has quotation marks or the like in its query or fragment, and
// no spaces or markup, and reports whether it is one.
func (w *walker) quotes(s string, lo, hi int) bool {
	lo, hi = trimmed(s, lo, hi)
	at := lo
	for at < hi && kinds[s[at]] != ends {
		at++
	}
	if at == hi || s[at] == ' ' || !strings.ContainsAny(s[lo:at], "?#") {
		return false
	}
	return strings.IndexByte(s[at:hi], ' ') < 0 && !hasTag(s[at:hi]) && w.entire(s, lo, hi, Plain)
}

// urlNames are what the names of values end in that are URLs.
var urlNames = []string{"url", "uri", "href", "src", "link", "referer", "referrer", "location"}

func namesURL(name string) bool { return endsIn(name, urlNames) }

// endsIn reports whether s ends in one of words, in upper or lower case.
func endsIn(s string, words []string) bool {
	for _, end := range words {
		if n := len(s) - len(end); n >= 0 && strings.EqualFold(s[n:], end) {
			return true
		}
	}
	return false
}

// isWhole reports whether nothing in s ends a URL, and no other one follows.
func isWhole(s string, place Place) bool {
	for i := range len(s) {
		switch kinds[s[i]] {
		case ends:
			return false
		case beyondASCII:
			if r, _ := utf8.DecodeRuneInString(s[i:]); unicode.IsSpace(r) {
				return false
			}
		}
		if s[i] == '&' && place.Reads() {
			if r, _ := utf8.DecodeRuneInString(readReference(s[i:], false).Means); r != utf8.RuneError && (r < utf8.RuneSelf && endsURL(byte(r)) || unicode.IsSpace(r)) {
				return false
			}
		}
	}
	return true
}

// opaque are schemes that need no "//".
var opaque = []string{"data", "mailto", "javascript"}

// schemeBegin returns where the scheme begins whose ':' is s[colon], no earlier than lo, or
// -1 if there is none with "//" behind it that needs it.
func schemeBegin(s string, lo, colon int) int {
	begin := colon
	for begin > max(lo, colon-longestScheme) && isScheme(s[begin-1]) {
		begin--
	}
	if !strings.HasPrefix(s[colon+1:], "//") {
		if begin == colon {
			return -1
		}
		switch s[colon-1] | 0x20 {
		case 'a', 'o', 't':
			for _, scheme := range opaque {
				at := colon - len(scheme)
				if at >= begin && strings.EqualFold(s[at:colon], scheme) && (at == begin || !text.IsAlphanumeric(s[at-1])) {
					if scheme == "data" && !hasMediaType(s[colon+1:]) {
						return -1
					}
					return at
				}
			}
		}
		return -1
	}
	// What stands before may end in the characters of a scheme: "2.http://", "see.http://".
	if cut := strings.LastIndexAny(s[begin:colon], ".-"); cut >= 0 && isCommon(s[begin+cut+1:colon]) {
		begin += cut + 1
	}
	for begin < colon && !text.IsLetter(s[begin]) {
		begin++
	}
	if begin > lo && s[begin-1] == '%' && text.Hex2(s[begin:colon]) >= 0 {
		begin += 2 // an escape stands before it
	}
	if begin-lo > 1 && s[begin-2] == 0x1B || isColoured(s[lo:begin]) {
		begin++ // the end of a sequence that switches the charset (ISO-2022-JP) or the colour
	}
	if begin >= colon {
		return -1
	}
	return begin
}

// isColoured reports whether s ends as a sequence that a terminal takes for a colour does, but for
// its last letter (ECMA-48, section 8.3.117).
func isColoured(s string) bool {
	if s == "" || strings.IndexByte("0123456789;[", s[len(s)-1]) < 0 {
		return false // as nearly all do
	}
	return strings.HasSuffix(strings.TrimRight(s, "0123456789;"), "\x1B[")
}

// asciiLen returns how many octets of ASCII s begins with.
func asciiLen(s string) int {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return i
		}
	}
	return len(s)
}

// hasMediaType reports whether what stands behind "data:" begins as RFC 2397 says, so that it is
// no name of a member, as in {data:t,size:n}.
func hasMediaType(s string) bool {
	const longest = 64
	for i := range min(len(s), longest) {
		switch c := s[i]; {
		case c == ',' || c == ';':
			return i == 0
		case c == '/':
			return i > 0 && i+1 < len(s) && text.IsLetter(s[i+1])
		case !isScheme(c):
			return false
		}
	}
	return false
}

// isCommon reports whether a scheme is one that people write.
func isCommon(scheme string) bool {
	return text.IsAmong(scheme, []string{"http", "https", "ftp"})
}

// isScheme reports whether c may be part of a scheme (RFC 3986, section 3.1).
func isScheme(c byte) bool {
	return text.IsAlphanumeric(c) || c == '+' || c == '-' || c == '.'
}

// findEnd returns where a URL ends that begins at s[begin:], whose scheme ends before i, in
// the text s[lo:hi].
func findEnd(s string, lo, hi, begin, i int, place Place) int {
	var before byte
	if begin > lo {
		before = s[begin-1]
	}
	references := place.Reads()
	inHost := i < begin || strings.HasPrefix(s[i:hi], "//")
	if inHost {
		i += len("//")
	}
	open := [3]int{}
	sure := i // the end without punctuation
scan:
	for ; i < hi; i++ {
		c := s[i]
		kind := kinds[c]
		if kind == ordinary {
			for i++; i < hi && kinds[s[i]] == ordinary; i++ {
			}
			sure = i
			i--
			continue
		}
		if (c == ',' || c == '|' || c == ';') && beginsAnother(s[i+1:hi]) && strings.IndexByte(s[begin:i], '?') < 0 {
			break // a list
		}
		if n := filledIn(s[:hi], i); n > 0 {
			i += n - 1
			sure = i + 1
			continue
		}
		switch kind {
		case ends:
			break scan
		case punctuation:
			if c == '|' && before != 0 && (before == '<' && place != Nested || before == '[' || before == '|') {
				break scan // a link of Slack or of a wiki, or a field: <http://h/|text>
			}
			if c == '|' && inHost {
				break scan // an alternative, as in GOPROXY=https://h|direct
			}
			continue
		case beyondASCII:
			r, n := utf8.DecodeRuneInString(s[i:hi])
			if n > 1 && (unicode.IsSpace(r) || unicode.IsPunct(r)) || n == 1 && !isLatin1Letter(s[i:hi]) || beginsAnother(s[i+n:hi]) {
				break scan
			}
			i += n - 1
			if unicode.Is(unicode.Bidi_Control, r) || strings.ContainsRune("\u200B\u2060\uFEFF", r) {
				continue // around the URL, not in it
			}
		case inHostOnly:
			if !inHost {
				break
			}
			if strings.IndexByte("/?#@\\", c) >= 0 {
				inHost = false
				break
			}
			if !hasUserinfo(s[i:hi]) {
				break scan
			}
			inHost = false
		case opens:
			if strings.HasPrefix(s[i:hi], "[/") {
				break scan // a tag of BBCode
			}
			open[bracket(c)]++
			if inHost && c == '(' && !hasUserinfo(s[i:hi]) {
				break scan
			}
		case closes:
			if open[bracket(c)]--; open[bracket(c)] < 0 {
				break scan
			}
		case apostrophe:
			if before == '\'' {
				break scan
			}
			continue
		case emphasis:
			if before == c {
				continue
			}
		case ampersand:
			if !references {
				if quoteLen(s[i:hi]) > 0 {
					break scan
				}
				break
			}
			ref := readReference(s[i:hi], false)
			if ref.Len == 0 {
				break
			}
			if r, _ := utf8.DecodeRuneInString(ref.Means); r != utf8.RuneError && (unicode.IsSpace(r) || r < utf8.RuneSelf && kinds[r] == ends) {
				break scan
			}
			i += ref.Len - 1
			c = ref.Means[0]
		case percentSign:
			// A fix escapes some brackets of a pair, which must not move the end.
			switch h := text.Hex2(s[i+1 : hi]); h {
			case '[', '{':
				open[bracket(byte(h))]++
			case ']', '}':
				open[bracket(byte(h))]--
			}
		}
		if strings.IndexByte(notLast, c) < 0 {
			sure = i + 1
		}
	}
	return min(sure, hi)
}

// quoteLen returns the length of the reference to a quotation mark or an angle bracket that s begins
// with, if nothing follows that can be of a URL, or 0.
func quoteLen(s string) int {
	for _, ref := range []string{"&quot;", "&gt;", "&lt;", "&#34;", "&#39;"} {
		if strings.HasPrefix(s, ref) && (len(s) == len(ref) || kinds[s[len(ref)]] == ends) {
			return len(ref)
		}
	}
	return 0
}

// filledIn returns the length of the placeholder at s[i:] that has what is no part of a URL in it
// or at its end, or 0: {{ a.b }}, <%= a %>, *|A|*.
func filledIn(s string, i int) int {
	if s[i] != '{' && s[i] != '<' && s[i] != '*' {
		return 0
	}
	for _, begins := range []string{"{{ ", "<%=", "*|"} {
		if strings.HasPrefix(s[i:], begins) {
			if n := placeholders.Len(s, i); strings.IndexByte(s[i:i+n], '"') < 0 {
				return n
			}
		}
	}
	return 0
}

// isLatin1Letter reports whether s, which does not begin in UTF-8, begins with a letter of ISO
// 8859-1 or its like, and not with punctuation or with a character of Shift_JIS, GBK or the like.
func isLatin1Letter(s string) bool { return s[0] >= 0xC0 && (len(s) == 1 || s[1] < utf8.RuneSelf) }

// beginsAnother reports whether s begins with a URL that people write.
func beginsAnother(s string) bool {
	return text.HasPrefix(s, "http") && (strings.HasPrefix(s[len("http"):], "://") || text.HasPrefix(s[len("http"):], "s://"))
}

// notLast are not at the end of a URL in prose.
const notLast = ".,;:!?'*|\\"

// The kinds of bytes in a URL.
const (
	ordinary = iota
	ends
	beyondASCII
	inHostOnly // ends a host, or part of one
	opens
	closes
	apostrophe
	emphasis // of Markdown
	ampersand
	percentSign
	punctuation // of those of notLast that are nothing else
)

var kinds = [256]uint8{
	'"': ends, '<': ends, '>': ends, '`': ends, 0x7F: ends,
	'/': inHostOnly, '?': inHostOnly, '#': inHostOnly, '@': inHostOnly, '\\': inHostOnly, ';': inHostOnly, ',': inHostOnly,
	'(': opens, '[': opens, '{': opens, ')': closes, ']': closes, '}': closes,
	'\'': apostrophe, '_': emphasis, '~': emphasis, '&': ampersand, '%': percentSign,
	'.': punctuation, ':': punctuation, '!': punctuation, '*': punctuation, '|': punctuation,
	0: ends, 1: ends, 2: ends, 3: ends, 4: ends, 5: ends, 6: ends, 7: ends, 8: ends, 9: ends, 10: ends, 11: ends, 12: ends, 13: ends, 14: ends, 15: ends,
	16: ends, 17: ends, 18: ends, 19: ends, 20: ends, 21: ends, 22: ends, 23: ends, 24: ends, 25: ends, 26: ends, 27: ends, 28: ends, 29: ends, 30: ends, 31: ends, ' ': ends,
	0x80: beyondASCII, 0x81: beyondASCII, 0x82: beyondASCII, 0x83: beyondASCII, 0x84: beyondASCII, 0x85: beyondASCII, 0x86: beyondASCII, 0x87: beyondASCII, 0x88: beyondASCII, 0x89: beyondASCII, 0x8A: beyondASCII, 0x8B: beyondASCII, 0x8C: beyondASCII, 0x8D: beyondASCII, 0x8E: beyondASCII, 0x8F: beyondASCII,
	0x90: beyondASCII, 0x91: beyondASCII, 0x92: beyondASCII, 0x93: beyondASCII, 0x94: beyondASCII, 0x95: beyondASCII, 0x96: beyondASCII, 0x97: beyondASCII, 0x98: beyondASCII, 0x99: beyondASCII, 0x9A: beyondASCII, 0x9B: beyondASCII, 0x9C: beyondASCII, 0x9D: beyondASCII, 0x9E: beyondASCII, 0x9F: beyondASCII,
	0xA0: beyondASCII, 0xA1: beyondASCII, 0xA2: beyondASCII, 0xA3: beyondASCII, 0xA4: beyondASCII, 0xA5: beyondASCII, 0xA6: beyondASCII, 0xA7: beyondASCII, 0xA8: beyondASCII, 0xA9: beyondASCII, 0xAA: beyondASCII, 0xAB: beyondASCII, 0xAC: beyondASCII, 0xAD: beyondASCII, 0xAE: beyondASCII, 0xAF: beyondASCII,
	0xB0: beyondASCII, 0xB1: beyondASCII, 0xB2: beyondASCII, 0xB3: beyondASCII, 0xB4: beyondASCII, 0xB5: beyondASCII, 0xB6: beyondASCII, 0xB7: beyondASCII, 0xB8: beyondASCII, 0xB9: beyondASCII, 0xBA: beyondASCII, 0xBB: beyondASCII, 0xBC: beyondASCII, 0xBD: beyondASCII, 0xBE: beyondASCII, 0xBF: beyondASCII,
	0xC0: beyondASCII, 0xC1: beyondASCII, 0xC2: beyondASCII, 0xC3: beyondASCII, 0xC4: beyondASCII, 0xC5: beyondASCII, 0xC6: beyondASCII, 0xC7: beyondASCII, 0xC8: beyondASCII, 0xC9: beyondASCII, 0xCA: beyondASCII, 0xCB: beyondASCII, 0xCC: beyondASCII, 0xCD: beyondASCII, 0xCE: beyondASCII, 0xCF: beyondASCII,
	0xD0: beyondASCII, 0xD1: beyondASCII, 0xD2: beyondASCII, 0xD3: beyondASCII, 0xD4: beyondASCII, 0xD5: beyondASCII, 0xD6: beyondASCII, 0xD7: beyondASCII, 0xD8: beyondASCII, 0xD9: beyondASCII, 0xDA: beyondASCII, 0xDB: beyondASCII, 0xDC: beyondASCII, 0xDD: beyondASCII, 0xDE: beyondASCII, 0xDF: beyondASCII,
	0xE0: beyondASCII, 0xE1: beyondASCII, 0xE2: beyondASCII, 0xE3: beyondASCII, 0xE4: beyondASCII, 0xE5: beyondASCII, 0xE6: beyondASCII, 0xE7: beyondASCII, 0xE8: beyondASCII, 0xE9: beyondASCII, 0xEA: beyondASCII, 0xEB: beyondASCII, 0xEC: beyondASCII, 0xED: beyondASCII, 0xEE: beyondASCII, 0xEF: beyondASCII,
	0xF0: beyondASCII, 0xF1: beyondASCII, 0xF2: beyondASCII, 0xF3: beyondASCII, 0xF4: beyondASCII, 0xF5: beyondASCII, 0xF6: beyondASCII, 0xF7: beyondASCII, 0xF8: beyondASCII, 0xF9: beyondASCII, 0xFA: beyondASCII, 0xFB: beyondASCII, 0xFC: beyondASCII, 0xFD: beyondASCII, 0xFE: beyondASCII, 0xFF: beyondASCII,
}

func bracket(c byte) int {
	switch c {
	case '(', ')':
		return 0
	case '[', ']':
		return 1
	}
	return 2
}

// hasUserinfo reports whether an '@' follows before an authority ends.
func hasUserinfo(s string) bool {
	s = s[:min(len(s), longestUserinfo)]
	for i := range len(s) {
		if endsURL(s[i]) || strings.IndexByte("/?#@", s[i]) >= 0 {
			return s[i] == '@'
		}
	}
	return false
}

// endsSurely reports whether nothing but the URL can be in s[begin:end]: it has only
// characters that a URI may hold, or quotation marks or brackets are around it.
func endsSurely(s string, lo, hi, begin, end int) bool {
	if begin > lo && end < hi {
		switch before, behind := s[begin-1], s[end]; before {
		case '"', '\'', '`':
			if before == behind {
				return true
			}
		case '<':
			if behind == '>' {
				return true
			}
		}
	}
	return kernel.Index(unsure.Get(), kernel.Bytes(s[begin:end])) == end-begin
}

// unsure are the bytes that may not stand in a URI everywhere.
var unsure = lazy.Value[*kernel.Set]{Make: func() *kernel.Set {
	return kernel.SetOf(slices.Collect(percent.URISet.Remove("[]").Add("%").Complement().All())...)
}}

// endsURL reports whether c is no part of a URL in a text.
func endsURL(c byte) bool { return kinds[c] == ends }

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' }

func isWord(c byte) bool { return text.IsAlphanumeric(c) || c == '_' || c >= utf8.RuneSelf }
