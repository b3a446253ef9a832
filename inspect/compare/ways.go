package compare

import (
	"html"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/charset"
	"github.com/pct-encoded/percent/inspect/internal/text"
	"github.com/pct-encoded/percent/internal/lazy"
	"github.com/pct-encoded/percent/internal/pct"
)

// The ways to make the mistakes that any text can have. Rows of the catalogue name
// these functions.

// respelt adds the changes of which characters are escaped.
func respelt(t *trial) {
	for _, c := range t.reset {
		if c.id == t.id {
			t.list = append(t.list, c)
		}
	}
}

func spacesAsPluses(t *trial) {
	t.byEncoder("", replacing("%20", "+"))
	if !t.signed {
		t.add("", replacing(" ", "+"))
		respelt(t)
	}
}

func hexCases(t *trial) { t.byEncoder("", lowerHex) }

var formReplacer = lazy.Value[*strings.Replacer]{Make: func() *strings.Replacer { return strings.NewReplacer("%", "%25", "+", "%2B") }}

// doubleEncodings explain no text without an escape of an escape.
func doubleEncodings(t *trial) {
	if !t.signed && !hasEscapedEscape(t.wrong) {
		return
	}
	t.add("", percent.RFC3986.Encode)
	t.add("", replacing("%", "%25"))
	if !t.signed {
		t.add("", formReplacer.Get().Replace)
	}
	respelt(t)
}

// hasEscapedEscape reports whether the '%' of an escape is escaped: "%2541".
func hasEscapedEscape(s string) bool {
	for {
		_, rest, ok := strings.Cut(s, "%25")
		if !ok {
			return false
		}
		if len(rest) > 1 && pct.IsHex(rest[0]) && pct.IsHex(rest[1]) {
			return true
		}
		s = rest
	}
}

func missingEncodings(t *trial) {
	if set := t.have.escaped; set.Intersect(percent.Unreserved) != set {
		t.add("", text.Decode)
	}
	respelt(t)
}

func plusesAsLiterals(t *trial) { t.add("", replacing("%20", "%2B")) }
func plusesAsSpaces(t *trial)   { t.add("", replacing("%2B", "%20")) }

func percentsUnescaped(t *trial) {
	if !t.signed && len(t.wrong) < len(t.right) {
		t.atEnds("", func(s string) string {
			// If only escapes come of it, a layer of encoding is missing instead.
			if made := unescape(s, percent.ByteSet{}.Add("%")); hasStray(made) {
				return made
			}
			return s
		})
	}
	respelt(t)
}

func percentsRemoved(t *trial) {
	if !t.signed && len(t.wrong) < len(t.right) {
		t.add("", func(s string) string {
			return rewritten(s, func(dst []byte, _ byte, written string) []byte {
				return append(dst, written[len(written)/3:]...) // without the '%' of an escape
			})
		})
	}
}

func replacedOctets(t *trial) {
	valid := func(s string) string { return strings.ToValidUTF8(s, "\uFFFD") }
	switch {
	case t.signed:
		t.add("", byRuns(valid))
		t.add("one for each octet", byRuns(replacedEach))
	case strings.Contains(t.wrong, "%EF%BF%BD") || strings.Contains(t.wrong, "%ef%bf%bd") || strings.Contains(t.wrong, "\uFFFD"):
		t.add("", func(s string) string { return recode(s, always(valid)) })
		t.add("one for each octet", func(s string) string { return recode(s, always(replacedEach)) })
	}
}

// always returns f for every run.
func always(f func(string) string) func(string) (string, bool) {
	return func(run string) (string, bool) { return f(run), true }
}

func latin1s(t *trial) {
	if t.signed {
		t.add("", byRuns(toLatin1))
	}
}

// addRecoded adds a change of runs beyond ASCII, if wrong holds what it makes of the
// first run that differs.
func (t *trial) addRecoded(detail string, f func(string) (string, bool)) {
	run := t.run()
	if run == "" {
		return
	}
	if made, ok := f(run); ok && made != run && strings.Contains(t.octets, made) {
		t.atEnds(detail, func(s string) string { return recode(s, f) })
	}
}

// run returns the first run beyond ASCII that differs.
func (t *trial) run() string {
	if !t.hasRun {
		t.first, t.hasRun = runAt(t.right, pct.Differ(t.right, t.wrong)), true
	}
	return t.first
}

// charsets are those in which text is encoded by mistake, the likeliest first.
var charsets = lazy.Value[[]*charset.Charset]{Make: func() []*charset.Charset {
	first := []*charset.Charset{
		charset.Windows1252, charset.ShiftJIS, charset.GBK, charset.Big5, charset.EUCKR, charset.Windows1251,
		charset.EUCJP, charset.ISO8859_2, charset.Windows1250, charset.KOI8R, charset.Macintosh, charset.ISO8859_15,
	}
	for _, c := range charset.All() {
		if c.Output() == c && c != charset.UTF8 && !slices.Contains(first, c) {
			first = append(first, c)
		}
	}
	return first
}}

// isLarge reports whether a charset uses more than one octet for some characters.
func isLarge(c *charset.Charset) bool {
	switch c {
	case charset.ShiftJIS, charset.GBK, charset.GB18030, charset.Big5, charset.EUCKR, charset.EUCJP, charset.ISO2022JP:
		return true
	}
	return false
}

func wrongCharsets(t *trial) {
	if t.signed || t.run() == "" {
		return
	}
	if utf8.ValidString(t.run()) {
		// Unpacking the tables of large charsets takes time.
		unlikely := utf8.ValidString(t.octets)
		for i, c := range charsets.Get() {
			if i == 1 {
				t.addRecoded("ISO-8859-1", func(s string) (string, bool) { made := toLatin1(s); return made, made != s })
			}
			if unlikely && isLarge(c) && (c != charset.ISO2022JP || !strings.Contains(t.octets, "\x1b")) {
				continue
			}
			t.addRecoded(c.Name(), func(s string) (string, bool) {
				made, err := c.Encode(s)
				return made, err == nil
			})
			for _, lacking := range []struct {
				mark, detail string
				policy       charset.OnUnencodable
			}{{"?", `, "?" for what it lacks`, charset.QuestionMark}, {"&#", ", references for what it lacks", charset.Reference}} {
				if unlikely || !strings.Contains(t.octets, lacking.mark) {
					continue
				}
				t.addRecoded(c.Name()+lacking.detail, func(s string) (string, bool) {
					made, err := c.AppendEncode(nil, []byte(s), lacking.policy)
					return string(made), err == nil
				})
			}
		}
	}
	if strings.Contains(t.wrong, "%00") {
		t.atEnds("UTF-16BE", func(s string) string {
			return utf16Text(s, func(b []byte, u uint16) []byte { return append(b, byte(u>>8), byte(u)) })
		})
		t.atEnds("UTF-16LE", func(s string) string {
			return utf16Text(s, func(b []byte, u uint16) []byte { return append(b, byte(u), byte(u>>8)) })
		})
	}
}

func doubleUTF8s(t *trial) {
	if t.signed {
		t.add("", byRuns(fromLatin1))
		return
	}
	if t.run() == "" || !utf8.ValidString(t.run()) {
		return
	}
	if utf8.ValidString(t.octets) {
		for _, c := range charsets.Get() {
			if isLarge(c) && !strings.ContainsFunc(t.octets, func(r rune) bool { return r >= 0x2E80 }) {
				continue
			}
			t.addRecoded(c.Name(), func(s string) (string, bool) {
				made, err := c.Decode(s)
				return made, err == nil
			})
		}
	}
	t.addRecoded("ISO-8859-1", always(fromLatin1))
}

func questionMarks(t *trial) {
	if t.signed {
		return
	}
	before := len(t.list)
	mark := func(detail string, count func(r rune) int) {
		t.addRecoded(detail, valid(eachRune(func(dst []byte, r rune) []byte { return append(dst, strings.Repeat("?", count(r))...) })))
	}
	mark("", func(rune) int { return 1 })
	mark("one for each octet", utf8.RuneLen)
	mark("one for each UTF-16 code unit", func(r rune) int {
		if r > 0xFFFF {
			return 2
		}
		return 1
	})
	if strings.Contains(t.wrong, "?") {
		for _, c := range slices.Clone(t.list[before:]) {
			t.atEnds(strings.TrimPrefix(c.detail+", not escaped", ", "), func(s string) string {
				return strings.ReplaceAll(c.apply(s), "%3F", "?")
			})
		}
	}
}

func cesu8s(t *trial) {
	if !t.signed && hasSurrogates(t.wrong) {
		t.add("", func(s string) string { return recode(s, valid(eachRune(cesu8))) })
	}
}

func normalForms(t *trial) {
	t.form("NFC", norm.NFC)
	t.form("NFD", norm.NFD)
}

func compatibilityForms(t *trial) {
	t.form("NFKC", norm.NFKC)
	t.form("NFKD", norm.NFKD)
}

func (t *trial) form(detail string, f norm.Form) {
	if !t.signed {
		t.add(detail, func(s string) string { return recode(s, valid(f.String)) })
	}
}

func caseFoldings(t *trial) {
	if t.signed {
		return
	}
	letters := func(f func(string) string) func(string) string {
		return func(s string) string {
			return rewritten(recode(s, valid(f)), func(dst []byte, c byte, written string) []byte {
				if len(written) == 1 && c < utf8.RuneSelf {
					written = f(written)
				}
				return append(dst, written...)
			})
		}
	}
	ascii := func(from byte) func(string) string {
		return func(s string) string {
			return rewritten(s, func(dst []byte, c byte, written string) []byte {
				if len(written) == 1 && from <= c && c < from+26 {
					return append(dst, c^0x20)
				}
				return append(dst, written...)
			})
		}
	}
	lower, upper := letters(strings.ToLower), letters(strings.ToUpper)
	t.add("lower case, escapes too", strings.ToLower)
	t.add("lower case", lower)
	t.add("lower case in ASCII", ascii('A'))
	t.add("lower case, escapes too", func(s string) string { return strings.ToLower(lower(s)) })
	t.add("upper case", upper)
	t.add("upper case in ASCII", ascii('a'))
}

// What JavaScript's escape (ECMA-262, section B.2.1.1) keeps or escapes, unlike other
// encoders.
var (
	jsEscapeKeeps   = lazy.Value[percent.ByteSet]{Make: func() percent.ByteSet { return percent.ByteSet{}.Add("@*+/") }}
	jsEscapeEscapes = lazy.Value[percent.ByteSet]{Make: func() percent.ByteSet { return percent.ByteSet{}.Add("~!'()") }}
)

// beyondASCII escapes what is beyond ASCII, and nothing else.
var beyondASCII = lazy.Value[*percent.Encoding]{Make: func() *percent.Encoding { return percent.RFC3986.WithKept(percent.ByteSet{}.AddRange(0, 0x7F)) }}

func jsEscapes(t *trial) {
	if t.signed || !strings.Contains(t.wrong, "%u") {
		return
	}
	for _, digits := range []string{pct.UpperHex, pct.LowerHex} {
		t.add("", func(s string) string { return percentU(s, digits, utf8.RuneSelf, "%20") })
		t.add("%HH below U+0100", func(s string) string { return percentU(s, digits, 0x100, "%20") })
		t.add("with the kept set of escape", func(s string) string {
			return escape(unescape(percentU(s, digits, 0x100, "%20"), jsEscapeKeeps.Get()), jsEscapeEscapes.Get())
		})
		t.add("spaces too", func(s string) string { return percentU(s, digits, utf8.RuneSelf, "%u0020") })
	}
}

func htmlEntities(t *trial) {
	if t.signed {
		return
	}
	if strings.Contains(t.octets, "&#") {
		reference := func(detail, prefix string, base int) {
			t.addRecoded(detail, valid(eachRune(func(dst []byte, r rune) []byte {
				return append(strconv.AppendInt(append(dst, prefix...), int64(r), base), ';')
			})))
		}
		reference("decimal references", "&#", 10)
		reference("hexadecimal references", "&#x", 16)
	}
	escapedAs(pick(t.octets, map[byte][]string{
		'&': {"&amp;", "&#38;", "&#038;", "&#x26;"}, '<': {"&lt;", "&#60;", "&#x3C;", "&#x3c;"},
		'>': {"&gt;", "&#62;", "&#x3E;", "&#x3e;"}, '"': {"&quot;", "&#34;", "&#034;", "&#x22;"},
		'\'': {"&#39;", "&#039;", "&apos;", "&#x27;"},
	}), t.add)
	if strings.Contains(t.wrong, "&amp%3B") {
		t.add(`and its ";" is escaped`, replacing("&", "&amp%3B"))
	}
	if t.delimiters == "" {
		unescaped := func(s string) string {
			if strings.Contains(s, ";") {
				return s // then the mistake was to escape it
			}
			return html.UnescapeString(s)
		}
		t.add("unescaped", unescaped)
		t.add("unescaped", func(s string) string {
			if made := unescaped(s); made != s {
				return beyondASCII.Get().Encode(made)
			}
			return s
		})
	}
}

func jsonEscapes(t *trial) {
	if t.signed || !strings.Contains(t.octets, `\`) {
		return
	}
	quote := map[byte][]string{'/': {`\/`, `\u002f`, `\u002F`}, '"': {`\"`, `\u0022`}, '\\': {`\\`, `\u005c`, `\u005C`}}
	for _, c := range []byte("&<>'=+") {
		digits := strconv.FormatInt(int64(c), 16)
		quote[c] = []string{`\u00` + digits, `\u00` + strings.ToUpper(digits)}
	}
	forms := pick(t.octets, quote)
	escapedAs(forms, t.add)
	for _, digits := range []string{pct.LowerHex, pct.UpperHex} {
		unicode := func(s string) string {
			return recode(s, valid(eachRune(func(dst []byte, r rune) []byte {
				return appendUnits(dst, r, func(dst []byte, u uint16) []byte { return appendHex(dst, `\u`, digits, u) })
			})))
		}
		t.add("", unicode)
		escapedAs(forms, func(detail string, f func(string) string) {
			t.add(detail, func(s string) string { return unicode(f(s)) })
		})
	}
}

func quotedPrintables(t *trial) {
	if t.signed {
		return
	}
	if strings.Contains(t.octets, "=3D") {
		equals := func(c byte, escaped bool) (string, bool) { return "=3D", c == '=' && !escaped }
		t.add("", func(s string) string { return substitute(s, equals) })
		t.add("", func(s string) string {
			return substitute(s, func(c byte, escaped bool) (string, bool) {
				if c >= utf8.RuneSelf && !escaped {
					return "=" + strings.ToUpper(strconv.FormatInt(int64(c), 16)), true
				}
				return equals(c, escaped)
			})
		})
	}
	t.add("taken for it", quotedPrintable)
}

func trimmings(t *trial) {
	if !t.signed && len(t.wrong) < len(t.right) {
		t.atEnds("", func(s string) string { return trimmed(s, true, true) })
		t.atEnds("at the end", func(s string) string { return trimmed(s, false, true) })
		t.atEnds("in front", func(s string) string { return trimmed(s, true, false) })
	}
}
