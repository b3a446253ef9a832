package conform

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/pct-encoded/percent/dialect"
	"github.com/pct-encoded/percent/internal/lazy"
	"github.com/pct-encoded/percent/internal/preimage"
	"github.com/pct-encoded/percent/internal/wtf8"
)

// A probe is an input that suites choose from, with its ID.
type probe struct{ id, input string }

// A pool holds all probes of an operation. Probes keep their order and their IDs, and
// new ones go to the end, so that a suite only grows from release to release.
type pool struct {
	probes []probe
	seen   map[string]bool
	ids    map[string]bool
}

// longID is the length in bytes from which an ID holds a hash of the input instead of
// the input.
const longID = 6

// add adds inputs to a group, except for those already in the pool.
func (p *pool) add(group string, inputs ...string) {
	if p.seen == nil {
		p.seen, p.ids = map[string]bool{}, map[string]bool{}
	}
	for _, input := range inputs {
		if p.seen[input] {
			continue
		}
		p.seen[input] = true
		id := group + "-" + idOf(input)
		if p.ids[id] {
			panic("conform: two inputs have the ID " + id)
		}
		p.ids[id] = true
		p.probes = append(p.probes, probe{id, input})
	}
}

// idOf returns the part of an ID that identifies the input: its bytes in hexadecimal,
// "empty" or, if it is long, four bytes of its SHA-256.
func idOf(input string) string {
	switch {
	case input == "":
		return "empty"
	case len(input) > longID:
		sum := sha256.Sum256([]byte(input))
		return "x" + hex.EncodeToString(sum[:4])
	}
	return hex.EncodeToString([]byte(input))
}

// unitsOf returns the narrowest units that can express an input.
func unitsOf(input string) dialect.Units {
	if utf8.ValidString(input) {
		return dialect.UnitsText
	}
	if wtf8.LoneSurrogates(input) {
		return dialect.UnitsUTF16
	}
	return dialect.UnitsBytes
}

// takes reports whether a function of the units accepts an input.
func takes(units dialect.Units, input string) bool {
	switch unitsOf(input) {
	case dialect.UnitsText:
		return true
	case dialect.UnitsUTF16:
		return units != dialect.UnitsText
	}
	return units == dialect.UnitsBytes
}

// punctuation is the printable part of ASCII without letters and digits, the space
// first.
const punctuation = " !\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"

// points are boundaries and special cases among the code points from U+0100 on: lengths
// of UTF-8 and UTF-16, planes, noncharacters, private use, marks, spaces, controls,
// letters of several scripts, case mappings, compatibility characters.
var points = []rune{
	0x100, 0x130, 0x131, 0x149, 0x17F, 0x192, 0x300, 0x301, 0x308, 0x34F, 0x378, 0x3A9, 0x3B1, 0x410, 0x5D0, 0x600, 0x627, 0x61C, 0x660,
	0x7FF, 0x800, 0x915, 0xE01, 0x1100, 0x115F, 0x1680, 0x17B4, 0x180E, 0x1E9E, 0x1F71, 0x2000, 0x2003, 0x2007, 0x200B, 0x200C, 0x200D, 0x200E, 0x200F,
	0x2010, 0x2013, 0x2018, 0x2019, 0x201C, 0x2026, 0x2028, 0x2029, 0x202A, 0x202E, 0x202F, 0x203E, 0x2044, 0x205F, 0x2060, 0x2066, 0x2069, 0x206A,
	0x20AC, 0x20DD, 0x2122, 0x2126, 0x212A, 0x212B, 0x2212, 0x221E, 0x2260, 0x2603, 0x2764, 0x3000, 0x3001, 0x3042, 0x304C, 0x3099, 0x30A2, 0x30BD, 0x3164,
	0x4E00, 0x65E5, 0x9FFF, 0xAC00, 0xD55C, 0xD7FF, 0xE000, 0xE5E5, 0xF8FF, 0xF900, 0xFA0E, 0xFB01, 0xFDCF, 0xFDD0, 0xFDEF, 0xFDF0, 0xFE00, 0xFE0F,
	0xFEFF, 0xFF01, 0xFF05, 0xFF0E, 0xFF0F, 0xFF10, 0xFF20, 0xFF21, 0xFF41, 0xFF5E, 0xFF61, 0xFF71, 0xFFEF, 0xFFF0, 0xFFF9, 0xFFFC, 0xFFFD, 0xFFFE, 0xFFFF,
	0x10000, 0x10308, 0x1D11E, 0x1D400, 0x1F1E6, 0x1F512, 0x1F600, 0x1FFFD, 0x1FFFE, 0x1FFFF, 0x20000, 0x20BB7, 0x2F800, 0x2FFFE, 0x3FFFD,
	0xE0000, 0xE0001, 0xE0041, 0xE0100, 0xE0FFF, 0xE1000, 0xEFFFD, 0xF0000, 0xFFFFD, 0x100000, 0x10FFFD, 0x10FFFE, 0x10FFFF,
}

// texts are ordinary inputs: words, lines, paths, URLs, queries, other syntaxes and
// scripts.
var texts = []string{
	"hello", "Hello World!", "Ladies + Gentlemen", "An encoded string!", "Dogs, Cats & Mice", "100% of 50%%", "100% organic", "1+1=2", "a+b c", "a b", "a   b", " a ", "   ",
	"a\tb", "one\ntwo", "one\rtwo", "one\r\ntwo", "a\r\n\r\n\n\r\rb", "\na\n", "a\x00b", "a\x00", "\x00a", "\x00\x00", "a\x00b\x00c d", " \t\n\x0B\x0C\r\u0085\u00A0\u2003\u2028\u3000 ",
	"say \"it's\" `now`", `C:\Program Files\a.txt`, "/photos/2026/a sample.jpg", "a/./b/../c//d/", "%2e%2E/.%2e/%2e.", "a;p=1/b;q=2,3", "*/a:b@c", "../../etc/passwd",
	"http://user:pa%20ss@example.com:8080/a%20b/c d?q=1&r=a+b#frag ment", "http://example.com/~b\u00E9b\u00E9", "http://[2001:db8::42%25en1]:80/", "https://example.com/?q=a%2Bb&r=%C3%A9#x",
	"a=1&b=2;c=3&&d&=e", "a[b][]=c&d.e=f", "b5=%3D%253D&a3=a&c%40=&a2=r%20b", "gorby%kremvax:p@ss/w?rd#1", "caf\u00E9 & cr\u00E8me = 100%?",
	"\u65E5\u672C\u8A9E \u6771\u4EAC", "\u1112\u1161\u11AB\uAE00", "\u0939\u093F\u0928\u094D\u0926\u0940", "\u200F\u0645\u0631\u062D\u0628\u0627\u200E abc", "\u05E9\u05DC\u05D5\u05DD", "\u0E2A\u0E27\u0E31\u0E2A\u0E14\u0E35",
	"\u03A9\u03BC\u03AD\u03B3\u03B1", "sm\u00F6rg\u00E5sbord", "\u00A3 and \u20AC rates", "{\"k\": [1, \"\u00FC\"]}", "a&amp;b&#8253;<&lt;", "a+/b==", "\u00E9 \u00C5 \u304C \uAC01",
	"e\u0301 A\u030A \u304B\u3099 \u1100\u1161\u11A8", "\uFB01 \u212B \u212A \u2460 \uFF21 \u00B2", "\U0001F469\u200D\U0001F469\u200D\U0001F467 \U0001F3F3\uFE0F\u200D\U0001F308 \U0001F1EF\U0001F1F5",
	"\U0001D11Estave \U0001D306", "\uFEFFabc\uFEFF", "\u00DF\u0130\u0131\u017F\u212A", "a\u00E9\u65E5\U0001F600 &%41+", "\u20AC\u201A\u0192\u201E\u2026\u2020\u02C6\u2030\u0160\u2039\u0152\u017D\u2018\u201C\u2022\u2013\u02DC\u2122",
	"<svg xmlns='http://www.w3.org/2000/svg'><path d=\"M0 0h1v1z\"/></svg>", "acct:bob@example.com", "@scope/name", "c%d e^f g|h i\\j k\"l m~n", "12:00/a=b'c'",
	"%u20AC", "%U20AC", "a%2Fb%20c%C3%A9", "a%2fb%20c%c3%a9", "%41%7e%2D", "a%252Fb%2520c", "%20%%20%2", "a%00b", "a%2Bb+c", "%%%", "%%41", "%4%41", "%zz%41", "a%", "a%4", "%E9", "%C3", "%C3%A9%zz",
}

// surrogates are texts with lone surrogates, each written as the three bytes that UTF-8
// would give it.
var surrogates = []string{
	"\xED\xA0\x80", "\xED\xAF\xBF", "\xED\xB0\x80", "\xED\xBF\xBF", "a\xED\xA0\x80b", "a\xED\xAF\xBFb", "a\xED\xB0\x80b", "a\xED\xBF\xBFb", "x\xED\xB8\x80\xED\xA0\xBDx", "\u00E9 %\xED\xA0\x80",
	"\xED\xA0\x80\U0001F600\xED\xBF\xBF", " \xED\xA0\x80", "\xED\xB0\x80 ", "\xED\xA0\x80\xED\xA0\x80", "\xED\xA0\x80%", "~\xED\xA0\x80", "\xED\xA0\x80/", "a%2Fb\xED\xA0\x80", "\xED\xB0\x80\u00E9",
}

// octets are inputs of two or more octets that are not UTF-8.
var octets = []string{
	"caf\xE9", "a\x80b", "a\xFFb", "a\xC3", "a\xE2\x82z", "\xF0\x9F\x98 z", "a\xC0\xAFb\xE0\x80\xAF", "\xC0\xAF", "\xF4\x90\x80\x80\xF5\xFE\xFF", "\xF5\x80\x80\x80", "\x83\\\x81\xDF\x83A",
	"\xED\xA0\xBD\xED\xB8\x80", "\xE3\x81", "\xF0\x9F", "\xE2\x28\xA1", "\xFF\xFE\xFF", "%\xFF", "\xC3(", "\xA9\xC3", "\xC3\xA9\xE9", "/\xFF/", " \xFF", "\xF8\x88\x80\x80\x80",
}

// lengths are near common sizes of buffers.
var lengths = []int{63, 64, 65, 127, 128, 129, 255, 256, 257, 511, 512, 513, 1023, 1024, 1025, 2047, 2048, 2049, 4095, 4096, 4097, 8191, 8192, 8193}

// tiled returns s repeated up to n bytes, cut at the end of a character.
func tiled(s string, n int) string {
	t := strings.Repeat(s, n/len(s)+1)
	for n > 0 && !utf8.RuneStart(t[n]) {
		n--
	}
	return t[:n]
}

// all returns f(i) for each octet i.
func all(f func(i int) string) []string {
	list := make([]string, 256)
	for i := range list {
		list[i] = f(i)
	}
	return list
}

// encodePool holds the probes for encoders.
var encodePool = lazy.Value[*pool]{Make: func() *pool {
	p := &pool{}
	p.add("text", "")
	p.add("char", all(func(i int) string { return string(rune(i)) })...)
	p.add("probe", preimage.Probes()...)
	for _, r := range points {
		p.add("char", string(r))
	}
	p.add("text", texts...)
	p.add("escape", all(func(i int) string { return fmt.Sprintf("%%%02X", i) })...)
	p.add("escape", all(func(i int) string { return fmt.Sprintf("%%%02x", i) })...)
	for _, c := range punctuation {
		p.add("between", "a"+string(c)+"b")
		p.add("run", string(c)+string(c)+string(c))
	}
	for _, first := range punctuation {
		for _, second := range punctuation {
			p.add("pair", string(first)+string(second))
		}
	}
	for _, c := range punctuation {
		p.add("mixed", "\u00E9"+string(c)+"\u65E5", "%41"+string(c), string(c)+"%41", string(c)+"zz")
	}
	p.add("surrogate", surrogates...)
	p.add("octet", all(func(i int) string { return string([]byte{byte(i)}) })...)
	p.add("octets", octets...)
	for _, n := range lengths {
		p.add("long", tiled("abcdefghijklmnopqrstuvwxyz-0123456789_.", n), tiled("a b/", n), tiled("\u00E9\u65E5\U0001F600 &+", n))
	}
	return p
}}

// decodePool holds the probes for decoders.
var decodePool = lazy.Value[*pool]{Make: func() *pool {
	p := &pool{}
	p.add("text", "")
	p.add("char", all(func(i int) string { return string(rune(i)) })...)
	p.add("escape", all(func(i int) string { return fmt.Sprintf("%%%02X", i) })...)
	p.add("escape", all(func(i int) string { return fmt.Sprintf("%%%02x", i) })...)
	p.add("text", texts...)
	p.add("escaped", all(func(i int) string { return fmt.Sprintf("a%%%02Xb", i) })...)
	for _, r := range points {
		p.add("points", escaped(string(r)), string(r))
	}
	p.add("malformed",
		"%", "%4", "a%", "a%4", "%zz", "%4g", "%g4", "%%", "%%41", "%41%", "%4%31", "% 4", "%4 ", "%+4", "%4+", "%-4", "%x4", "%0x41", "%u", "%u2", "%u20A", "%u20AC", "%U20AC", "%u20ac",
		"%u0041", "%uD83D%uDE00", "%uD83D", "%uDE00%uD83D", "%uZZZZ", "%u00E9", "%\u00E94", "%\uFF14\uFF11", "%4\uFF11", "%\x00\x00", "%4\x00", "%zz%41", "%41%zz", "100%", "100%!", "a%zzb%20c", "%%%", "%25%", "%2541", "%252541", "%25zz",
		"%2", "%2F%", "%/F", "%:0", "%@0", "%G0", "%`0", "%0`", "%0:", "%0@", "%0G", "%0g", "%1%", "%C3%", "%C3%A", "%C3%A9%", "%C3%zz", "%C3a%A9", "%C3+%A9", "%C3%u00A9")
	p.add("plus", "+", "++", "a+b", "%2B", "%2b", "a%2Bb+c", "+%20", "?a+b", "a?b+c", "a+b?c+d", "#a+b", "+\u00E9", "%20+%2B", "+%", "+%zz", "\u00E9+%41", "+\xED\xA0\x80")
	p.add("utf8",
		"%C3%A9", "%c3%a9", "%E9", "%C3", "%A9", "%C3%C3%A9", "%E3%81%82", "%E3%81", "%E3", "%E3%81a", "%E3a", "%F0%9F%98%80", "%F0%9F%98", "%F0%9F", "%F0", "%F0%9F%98a", "%C0%AF", "%C1%81", "%C0%80", "%E0%80%AF", "%E0%9F%BF", "%F0%80%80%AF", "%F0%8F%BF%BF",
		"%ED%A0%80", "%ED%BF%BF", "%ED%A0%BD%ED%B8%80", "%ED%B8%80%ED%A0%BD", "%F4%8F%BF%BF", "%F4%90%80%80", "%F5%80%80%80", "%F7%BF%BF%BF", "%F8%88%80%80%80", "%FC%84%80%80%80%80", "%FE", "%FF", "%80", "%BF", "%80%80", "%E9a", "a%E9", "a%FFb", "%FF%FF", "%C3%A9%FF",
		"%EF%BB%BF", "%EF%BB%BFa", "a%EF%BB%BF", "%EF%BF%BD", "%EF%BF%BE", "%EF%BF%BF", "%F0%9F%BF%BE", "%EF%B7%90", "%C2%80", "%C2%A0", "%E2%80%A8", "%E2%80%AE", "%E2%80%8E", "caf%E9", "\u00E9%E9", "%C3\u00A9", "\u00C3%A9", "\u00E9%C3%A9", "%C3%A9\u65E5", "\u65E5%FF", "%93hi%94", "%80%20", "%E2%82%AC", "%82%A0", "%A4%A2",
		"%2F%C3%A9", "%C3%2F", "%E3%2F%81", "%C0%AE%C0%AE%C0%AF", "%00%C3%A9", "%C3%A9%00")
	p.add("part", "a/b", "a%2Fb", "a%2fb", "a?b", "a#b", "a&b", "a;b", "a=b", "a b", "a%26b", "a%3Db", "a%3Bb", "a%23b", "a%3Fb", "%2e%2e", "..", "a%5Cb", "a\\b", "[a]", "%5Ba%5D", "%5b", "\"a\"", "\"a", "%22a%22", "'a'", "a,b", "a%2Cb", "a:b", "a%3Ab", "@", "%40",
		" a", "a ", "  a  ", "\ta\n", "%20a%20", "\na", "a\n", "a\r\nb", "a\nb", "a\rb", "a%0D%0Ab", "a%0Ab", "a%0Db", "%0a", "a\x00b", "a%00b", "%00", "%00a", "a%00", "\x00", "a\x00%41", "%09", "\x7F", "%7F", "\x01%41", "%01", "~", "%7E", "%7e", "!", "%21", "a  b", "a   %20b", "%20%20",
		"http://example.com/a%20b?c%3Dd=e+f#g%20h", "http://a%2Fb@h%6Fst/", "a%20b+c%2Bd", "%68%65%6C%6C%6F", "%48%65%6c%6C%6f", "q=%C3%A9+%E9", "%E4%BD%A0+%E5%A5%BD", "%25", "%2525", "%252F", "%25%32%46", "%2%35%32F")
	for _, first := range punctuation {
		p.add("pair", string(first)+"%41", "%41"+string(first), escaped("a"+string(first)+"b"), "%"+string(first)+"1", "%1"+string(first), "%C3"+string(first))
	}
	for _, first := range "%+/09AFafGgzZ u-: " {
		for _, second := range "%+/09AFafGgzZ u-: " {
			p.add("digits", "%"+string(first)+string(second), "x%"+string(first)+string(second)+"%41y")
		}
	}
	p.add("surrogate", surrogates...)
	p.add("surrogate", "%41\xED\xA0\x80", "\xED\xA0\xBD%ED%B8%80", "%ED%A0%BD\xED\xB8\x80", "\xED\xA0\x80+", "%\xED\xA0\x80", "\xED\xA0\x80%zz", "\xED\xB0\x80%", "%FF\xED\xA0\x80")
	p.add("octet", all(func(i int) string { return string([]byte{byte(i)}) })...)
	p.add("octet", all(func(i int) string { return "%41" + string([]byte{byte(i)}) })...)
	p.add("octets", octets...)
	for _, n := range lengths {
		p.add("long", tiled("abcdefghijklmnopqrstuvwxyz-0123456789_.", n), escaped(tiled("a b/", n/3)), escaped(tiled("\u00E9\u65E5\U0001F600 &+", n/3)))
	}
	return p
}}

// escaped returns s with every byte escaped.
func escaped(s string) string {
	var b strings.Builder
	for i := range len(s) {
		fmt.Fprintf(&b, "%%%02X", s[i])
	}
	return b.String()
}
