package compare

import (
	"bytes"
	"encoding/json"
	"fmt"
	"html"
	"math/rand/v2"
	"mime/quotedprintable"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/pct-encoded/percent/internal/mistake"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
	"golang.org/x/text/unicode/norm"
)

// The generator of texts with one mistake. It shares no code with what it tests:
// a writer makes a component, a query or a URL from data, a step at a time, and
// a mistake is a step done otherwise.

// A site is the data of a URL.
type site struct {
	scheme, host string
	segments     []string
	params       []param
	fragment     string
}

// A writer writes data. Its zero value is filled in by newWriter.
type writer struct {
	text      func(string) string // done to data before it is encoded
	encode    func(string) string // of data
	whole     func(string) string // done to all that was written
	params    func([]param) []param
	slash     string
	ampersand string
	equals    func(value string) string
	scheme    func(string) string
	host      func(string) string
	port      string
	dots      bool // the path has a dot segment and what it undoes
	fragment  func(string) string
}

func newWriter() *writer {
	same := func(s string) string { return s }
	return &writer{
		text: same, encode: strict, whole: same, scheme: same, host: same, fragment: same,
		params: func(p []param) []param { return p }, slash: "/", ampersand: "&",
		equals: func(string) string { return "=" },
	}
}

func (w *writer) component(s string) string { return w.whole(w.encode(w.text(s))) }

func (w *writer) rawQuery(s site) string {
	var pieces []string
	for _, p := range w.params(s.params) {
		piece := w.encode(w.text(p.name))
		if eq := w.equals(p.value); eq != "" {
			piece += eq + w.encode(w.text(p.value))
		}
		pieces = append(pieces, piece)
	}
	return strings.Join(pieces, w.ampersand)
}

func (w *writer) query(s site) string { return w.whole(w.rawQuery(s)) }

func (w *writer) url(s site) string {
	u := w.scheme(s.scheme) + "://" + w.host(s.host) + w.port
	path := ""
	for i, segment := range s.segments {
		if i > 0 || w.slash == "/" {
			path += w.slash
		}
		if w.dots && i == 1 {
			path += "x/../"
		}
		path += w.encode(w.text(segment))
	}
	if w.slash != "/" {
		path = "/" + path
	}
	return w.whole(u + path + "?" + w.rawQuery(s) + w.fragment("#"+w.encode(w.text(s.fragment))))
}

// The shapes in which a mistake can be made.
const (
	inComponent = 1 << iota
	inQuery
	inURL
	everywhere = inComponent | inQuery | inURL
)

// A slip is a mistake: what is written, and how it goes wrong.
type slip struct {
	id     string
	name   string
	shapes int
	pieces []string                                    // what the data is made of, and all of it has one of must
	must   []string                                    // "" for any
	right  func(*writer)                               // nil for a writer of RFC 3986
	wrong  func(w *writer, rnd *rand.Rand, seed int64) // what it does otherwise
}

var ordinary = []string{"a", "Z", "0", "q", "Hm", "-", ".", "_", "x y", "é", "☃", "/", "%", "ß", "&", "=", "日本", "it's", "(", "*", "~", "+", "!", ":", "\"", "<b>"}

// letters are pieces that few mistakes have anything to do with.
var letters = []string{"a", "Z", "0", "q", "Hm", "-", "_", "xY"}

func with(list []string, more ...string) []string { return append(slices.Clone(list), more...) }

func onText(f func(string) string) func(*writer, *rand.Rand, int64) {
	return func(w *writer, _ *rand.Rand, _ int64) { w.text = f }
}

func encode(f func(string) string) func(*writer, *rand.Rand, int64) {
	return func(w *writer, _ *rand.Rand, _ int64) { w.encode = f }
}

func whole(f func(string) string) func(*writer, *rand.Rand, int64) {
	return func(w *writer, _ *rand.Rand, _ int64) { w.whole = f }
}

// in writes text in a charset, and fails on what it lacks.
func in(e encoding.Encoding) func(string) string {
	return func(s string) string {
		made, err := e.NewEncoder().String(s)
		if err != nil {
			panic(fmt.Sprintf("%v: %q: %v", e, s, err))
		}
		return made
	}
}

// out reads text in a charset.
func out(e encoding.Encoding) func(string) string {
	return func(s string) string {
		made, err := e.NewDecoder().String(s)
		if err != nil {
			panic(err)
		}
		return made
	}
}

func escaped(s string, f func(r rune, b *strings.Builder) bool) string {
	var b strings.Builder
	for _, r := range s {
		if !f(r, &b) {
			b.WriteString(strict(string(r)))
		}
	}
	return b.String()
}

func percentUAll(s string) string {
	return escaped(s, func(r rune, b *strings.Builder) bool {
		if r < 0x80 {
			return false
		}
		for _, u := range utf16.Encode([]rune{r}) {
			fmt.Fprintf(b, "%%u%04X", u)
		}
		return true
	})
}

func jsEscape(s string) string {
	return escaped(s, func(r rune, b *strings.Builder) bool {
		switch {
		case r < 0x80:
			return false
		case r < 0x100:
			fmt.Fprintf(b, "%%%02X", r)
			return true
		}
		for _, u := range utf16.Encode([]rune{r}) {
			fmt.Fprintf(b, "%%u%04X", u)
		}
		return true
	})
}

// fullEscape is escape of JavaScript.
func fullEscape(s string) string {
	var b strings.Builder
	for _, u := range utf16.Encode([]rune(s)) {
		switch {
		case u < 0x80 && strings.ContainsRune("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789@*_+-./", rune(u)):
			b.WriteByte(byte(u))
		case u < 0x100:
			fmt.Fprintf(&b, "%%%02X", u)
		default:
			fmt.Fprintf(&b, "%%u%04X", u)
		}
	}
	return b.String()
}

func asJSON(s string) string {
	made, err := json.Marshal(s)
	if err != nil {
		panic(err)
	}
	return string(made[1 : len(made)-1])
}

func asASCIIJSON(s string) string {
	var b strings.Builder
	for _, r := range s {
		if r < 0x80 {
			b.WriteRune(r)
			continue
		}
		for _, u := range utf16.Encode([]rune{r}) {
			fmt.Fprintf(&b, `\u%04x`, u)
		}
	}
	return b.String()
}

func cesu(s string) string {
	var b []byte
	for _, r := range s {
		if r < 0x10000 {
			b = utf8.AppendRune(b, r)
			continue
		}
		for _, u := range utf16.Encode([]rune{r}) {
			b = append(b, 0xE0|byte(u>>12), 0x80|byte(u>>6)&0xBF, 0x80|byte(u)&0xBF)
		}
	}
	return string(b)
}

func questions(s string) string {
	return strings.Map(func(r rune) rune {
		if r >= 0x80 {
			return '?'
		}
		return r
	}, s)
}

func curly(s string) string {
	return strings.NewReplacer("'", "’", "\"", "”").Replace(s)
}

func formEncode(s string) string { return strings.ReplaceAll(encodeWith(s, "*-._ "), " ", "+") }
func phpEncode(s string) string  { return strings.ReplaceAll(encodeWith(s, "-._ "), " ", "+") }

func iriEncode(s string) string {
	return escaped(s, func(r rune, b *strings.Builder) bool {
		if r < 0x80 {
			return false
		}
		b.WriteRune(r)
		return true
	})
}

func qp(s string) string {
	var b bytes.Buffer
	w := quotedprintable.NewWriter(&b)
	w.Write([]byte(s))
	w.Close()
	return b.String()
}

// charsetsByName are what texts are written in by mistake, with words that each
// can write.
var charsetsByName = []struct {
	name   string
	coding encoding.Encoding
	pieces []string
}{
	{"windows-1252", charmap.Windows1252, []string{"é", "ß", "€", "œ", "ñ", "“"}},
	{"ISO-8859-1", charmap.ISO8859_1, []string{"é", "ß", "ñ", "ü", "Å"}},
	{"ISO-8859-2", charmap.ISO8859_2, []string{"ł", "ő", "ž", "č", "ř"}},
	{"ISO-8859-5", charmap.ISO8859_5, []string{"привет", "да", "Ж"}},
	{"ISO-8859-7", charmap.ISO8859_7, []string{"αβγ", "Ω", "ή"}},
	{"ISO-8859-15", charmap.ISO8859_15, []string{"€", "œ", "é", "Ž"}},
	{"windows-1250", charmap.Windows1250, []string{"ł", "š", "ž", "„"}},
	{"windows-1251", charmap.Windows1251, []string{"привет", "мир", "Ж", "ё"}},
	{"windows-1253", charmap.Windows1253, []string{"αβγ", "Ω", "λόγος"}},
	{"windows-1254", charmap.Windows1254, []string{"ğ", "ı", "Ş", "ç"}},
	{"windows-1255", charmap.Windows1255, []string{"שלום", "א"}},
	{"windows-1256", charmap.Windows1256, []string{"سلام", "ب"}},
	{"windows-1257", charmap.Windows1257, []string{"ā", "š", "ž", "ņ"}},
	{"windows-1258", charmap.Windows1258, []string{"đ", "ư", "ơ", "₫"}},
	{"windows-874", charmap.Windows874, []string{"ไทย", "ก"}},
	{"KOI8-R", charmap.KOI8R, []string{"привет", "мир", "Ж"}},
	{"KOI8-U", charmap.KOI8U, []string{"привіт", "ї", "Ж"}},
	{"IBM866", charmap.CodePage866, []string{"привет", "Ж", "мир"}},
	{"macintosh", charmap.Macintosh, []string{"é", "ß", "Ω", "œ"}},
	{"Shift_JIS", japanese.ShiftJIS, []string{"日本", "ア", "ソ", "ひら", "表"}},
	{"EUC-JP", japanese.EUCJP, []string{"日本", "ア", "ひら"}},
	{"ISO-2022-JP", japanese.ISO2022JP, []string{"日本", "ひら", "表"}},
	{"GBK", simplifiedchinese.GBK, []string{"中文", "你好", "汉"}},
	{"gb18030", simplifiedchinese.GB18030, []string{"中文", "ü", "汉", "ż"}},
	{"Big5", traditionalchinese.Big5, []string{"中文", "漢", "許功蓋"}},
	{"EUC-KR", korean.EUCKR, []string{"한글", "안녕", "가"}},
}

func slips() []slip {
	accents := with(letters, "é", "É", "ü", "Ñ", "한", "ガ", " ", "/")
	list := []slip{
		{mistake.SpaceAsPlus, "url.QueryEscape", everywhere, ordinary, []string{" "}, nil, encode(url.QueryEscape)},
		{mistake.SpaceAsPlus, "a form against a component", everywhere, ordinary, []string{" "}, nil, encode(formEncode)},
		{mistake.SpaceAsPlus, "PHP's urlencode against rawurlencode", everywhere, ordinary, []string{" "}, nil, encode(phpEncode)},
		{mistake.SpaceAsPlus, "URLSearchParams against encodeURIComponent", everywhere, ordinary, []string{" "}, func(w *writer) { w.encode = encodeURIComponent }, encode(formEncode)},
		{mistake.SpaceAsPlus, "url.QueryEscape against url.PathEscape", inComponent | inURL, ordinary, []string{" "}, func(w *writer) { w.encode = url.PathEscape }, encode(url.QueryEscape)},
		{mistake.FormEncoding, "", everywhere, with(letters, "é", "*", "~"), []string{"*~", "~-*"}, nil, encode(formEncode)},
		{mistake.UnreservedEscaped, "~", everywhere, ordinary, []string{"~"}, nil, encode(func(s string) string { return encodeWith(s, "-._") })},
		{mistake.UnreservedEscaped, "all but letters and digits", everywhere, ordinary, []string{"~", "-", "."}, nil, encode(func(s string) string { return encodeWith(s, "") })},
		{mistake.ReservedUnescaped, "encodeURIComponent", everywhere, ordinary, []string{"!", "'", "(", "*"}, nil, encode(encodeURIComponent)},
		{mistake.ReservedUnescaped, "encodeURI", everywhere, ordinary, []string{"&!", "=:", "a&b("}, nil, encode(func(s string) string { return encodeWith(s, "-._~!'()*;,/?:@&=+$#") })},
		{mistake.ReservedUnescaped, "+ left alone", everywhere, ordinary, []string{"+"}, nil, encode(func(s string) string { return encodeWith(s, "-._~+") })},
		{mistake.ReservedEscaped, "", everywhere, ordinary, []string{"!", "'", "(", "*"}, func(w *writer) { w.encode = encodeURIComponent }, encode(strict)},
		{mistake.HexCase, "", everywhere, ordinary, []string{"é", "/", "日"}, nil, encode(lowerDigits)},
		{mistake.NonASCIIRaw, "", everywhere, ordinary, []string{"é", "日"}, nil, encode(iriEncode)},
		{mistake.SlashEscaped, "path", inURL, ordinary, []string{""}, nil, func(w *writer, _ *rand.Rand, _ int64) { w.slash = "%2F" }},
		{mistake.SlashUnescaped, "", everywhere, ordinary, []string{"/"}, nil, encode(func(s string) string { return encodeWith(s, "-._~/") })},
		{mistake.DefaultPort, "", inURL, ordinary, []string{""}, nil, func(w *writer, _ *rand.Rand, _ int64) { w.port = ":443" }},
		{mistake.HostCase, "host", inURL, ordinary, []string{""}, nil, func(w *writer, _ *rand.Rand, _ int64) { w.host = strings.ToUpper }},
		{mistake.HostCase, "scheme", inURL, ordinary, []string{""}, nil, func(w *writer, _ *rand.Rand, _ int64) { w.scheme = strings.ToUpper }},
		{mistake.PathNormalized, "", inURL, ordinary, []string{""}, func(w *writer) { w.dots = true }, func(w *writer, _ *rand.Rand, _ int64) { w.dots = false }},
		{mistake.TrailingSlash, "", inURL, ordinary, []string{""}, nil, whole(func(s string) string { return s })},
		{mistake.MissingEquals, "", inQuery | inURL, ordinary, []string{""}, nil, func(w *writer, _ *rand.Rand, _ int64) {
			w.equals = func(value string) string { return map[bool]string{false: "=", true: ""}[value == ""] }
		}},
		{mistake.MissingParameter, "", inQuery | inURL, ordinary, []string{""}, nil, func(w *writer, _ *rand.Rand, seed int64) {
			w.params = func(p []param) []param {
				i := int(seed % int64(len(p)))
				return append(slices.Clone(p[:i]), p[i+1:]...)
			}
		}},
		{mistake.WrongOrder, "", inQuery | inURL, ordinary, []string{""}, nil, func(w *writer, _ *rand.Rand, seed int64) {
			w.params = func(p []param) []param {
				p = slices.Clone(p)
				rand.New(rand.NewPCG(uint64(seed), 1)).Shuffle(len(p), func(i, j int) { p[i], p[j] = p[j], p[i] })
				return p
			}
		}},
		{mistake.SemicolonSeparator, "", inQuery | inURL, ordinary, []string{""}, nil, func(w *writer, _ *rand.Rand, _ int64) { w.ampersand = ";" }},
		{mistake.DoubleEncoding, "of data", everywhere, ordinary, []string{"é", " ", "/"}, nil, encode(func(s string) string { return strict(strict(s)) })},
		//percent:ignore encoded-twice this is the mistake that is tested
		{mistake.DoubleEncoding, "of a form", everywhere, with(letters, " ", "é"), []string{" é"}, func(w *writer) { w.encode = url.QueryEscape }, encode(func(s string) string { return url.QueryEscape(url.QueryEscape(s)) })},
		{mistake.DoubleEncoding, "of all", everywhere, ordinary, []string{"é", " ", "/"}, nil, whole(strict)},
		{mistake.DoubleEncoding, "% alone", everywhere, ordinary, []string{"é", " ", "/"}, nil, whole(func(s string) string { return strings.ReplaceAll(s, "%", "%25") })},
		{mistake.MissingEncoding, "", everywhere, ordinary, []string{"é \"", "ß <", "日 ☃"}, nil, encode(func(s string) string { return s })},
		{mistake.PercentUnescaped, "", everywhere, ordinary, []string{"% ", "100%", "%-"}, nil, encode(func(s string) string { return encodeWith(s, "-._~%") })},
		{mistake.PercentRemoved, "", everywhere, ordinary, []string{"é", " ", "/"}, nil, encode(func(s string) string { return strings.ReplaceAll(strict(s), "%", "") })},
		{mistake.PlusAsLiteral, "", everywhere, ordinary, []string{" "}, nil, onText(func(s string) string { return strings.ReplaceAll(s, " ", "+") })},
		{mistake.PlusAsSpace, "", everywhere, ordinary, []string{"+"}, nil, onText(func(s string) string { return strings.ReplaceAll(s, "+", " ") })},

		{mistake.ReplacedOctets, "", everywhere, with(letters, "é", "ü "), []string{"é"}, func(w *writer) { w.text = in(charmap.Windows1252) }, onText(func(s string) string {
			return strings.ToValidUTF8(in(charmap.Windows1252)(s), "\uFFFD")
		})},
		{mistake.DoubleUTF8, "ISO 8859-1", everywhere, ordinary, []string{"é", "日"}, nil, onText(out(charmap.ISO8859_1))},
		{mistake.DoubleUTF8, "windows-1252", everywhere, with(letters, "é", "ü ", "€", "ß"), []string{"€"}, nil, onText(out(charmap.Windows1252))},
		{mistake.DoubleUTF8, "windows-1251", everywhere, with(letters, "привет ", "д"), []string{"мир"}, nil, onText(out(charmap.Windows1251))},
		{mistake.QuestionMarks, "", everywhere, ordinary, []string{"é", "日"}, nil, onText(questions)},
		{mistake.CESU8, "", everywhere, with(ordinary, "😀", "🇮🇹"), []string{"😀"}, nil, onText(cesu)},
		{mistake.JSEscape, "all", everywhere, ordinary, []string{"é", "☃"}, nil, encode(percentUAll)},
		{mistake.JSEscape, "escape of JavaScript", everywhere, ordinary, []string{"☃", "日"}, nil, encode(jsEscape)},
		{mistake.JSEscape, "escape of JavaScript, all of it", everywhere, ordinary, []string{"☃", "日"}, func(w *writer) { w.encode = encodeURIComponent }, encode(fullEscape)},
		{mistake.NFCNFD, "NFD for NFC", everywhere, accents, []string{"é", "ガ"}, nil, onText(norm.NFD.String)},
		{mistake.NFCNFD, "NFC for NFD", everywhere, accents, []string{"é", "ガ"}, func(w *writer) { w.text = norm.NFD.String }, onText(norm.NFC.String)},
		{mistake.NFKC, "NFKC", everywhere, with(accents, "ﬁ", "Ａ"), []string{"ﬁ", "Ａ", "㌀"}, nil, onText(norm.NFKC.String)},
		{mistake.CaseFolded, "lower, before it is encoded", everywhere, ordinary, []string{"Z", "Hm"}, nil, onText(strings.ToLower)},
		{mistake.CaseFolded, "lower, all of it", everywhere, ordinary, []string{"Z", "Hm"}, nil, whole(strings.ToLower)},
		{mistake.CaseFolded, "upper, before it is encoded", everywhere, letters, []string{"a", "q"}, nil, onText(strings.ToUpper)},
		{mistake.CaseFolded, "upper, all of it", inComponent | inQuery | inURL, ordinary, []string{"a", "q"}, nil, whole(strings.ToUpper)},
		{mistake.HTMLEntity, "of data", everywhere, ordinary, []string{"<b>", "&", "\""}, nil, onText(html.EscapeString)},
		{mistake.HTMLEntity, "of all", inQuery | inURL, ordinary, []string{""}, nil, whole(html.EscapeString)},
		{mistake.HTMLEntity, "of all, and the ; escaped", inQuery | inURL, ordinary, []string{""}, nil, whole(func(s string) string { return strings.ReplaceAll(s, "&", "&amp%3B") })},
		{mistake.HTMLEntity, "references", everywhere, ordinary, []string{"é", "☃"}, nil, onText(func(s string) string {
			var b strings.Builder
			for _, r := range s {
				if r < 0x80 {
					b.WriteRune(r)
				} else {
					fmt.Fprintf(&b, "&#%d;", r)
				}
			}
			return b.String()
		})},
		{mistake.JSONEscape, "of data", everywhere, ordinary, []string{"<b>", "\"", "&"}, nil, onText(asJSON)},
		{mistake.JSONEscape, "of data, in ASCII", everywhere, ordinary, []string{"é", "☃"}, nil, onText(asASCIIJSON)},
		{mistake.JSONEscape, "of all", inQuery | inURL, ordinary, []string{""}, nil, whole(asJSON)},
		{mistake.JSONEscape, "slashes", inURL, ordinary, []string{""}, nil, whole(func(s string) string { return strings.ReplaceAll(s, "/", `\/`) })},
		{mistake.LeftQuotedPrintable, "left", inQuery, ordinary, []string{""}, nil, whole(func(s string) string { return strings.ReplaceAll(s, "=", "=3D") })},
		{mistake.LeftQuotedPrintable, "with line breaks", inURL | inQuery, ordinary, []string{"something longer than usual, so that a line is broken"}, func(w *writer) { w.equals = func(string) string { return "," } }, func(w *writer, _ *rand.Rand, _ int64) {
			w.equals = func(string) string { return "," }
			w.whole = qp
		}},
		{mistake.Backslash, "", inURL, ordinary, []string{""}, nil, func(w *writer, _ *rand.Rand, _ int64) {
			w.whole = func(s string) string { return strings.ReplaceAll(s, "/", `\`) }
		}},
		{mistake.Backslash, "in the path", inURL, ordinary, []string{""}, nil, func(w *writer, _ *rand.Rand, _ int64) { w.slash = `\` }},
		{mistake.SmartQuotes, "", everywhere, ordinary, []string{"it's", "\"a\""}, nil, onText(curly)},
		{mistake.NoBreakSpace, "", everywhere, ordinary, []string{" "}, nil, onText(func(s string) string { return strings.ReplaceAll(s, " ", "\u00A0") })},
		{mistake.ByteOrderMark, "escaped", everywhere, ordinary, []string{""}, nil, whole(func(s string) string { return "%EF%BB%BF" + s })},
		{mistake.ByteOrderMark, "raw", everywhere, ordinary, []string{""}, nil, whole(func(s string) string { return "\uFEFF" + s })},
		{mistake.InvisibleCharacter, "at the end", everywhere, ordinary, []string{""}, nil, whole(func(s string) string { return s + "%E2%80%8B" })},
		{mistake.InvisibleCharacter, "within", everywhere, ordinary, []string{"Hm"}, nil, onText(func(s string) string { return strings.ReplaceAll(s, "H", "H\u00AD") })},
		{mistake.LineEnd, "one more", everywhere, ordinary, []string{""}, nil, whole(func(s string) string { return s + "\n" })},
		{mistake.LineEnd, "CR LF", everywhere, with(ordinary, "\n"), []string{"a\nb"}, nil, onText(func(s string) string { return strings.ReplaceAll(s, "\n", "\r\n") })},
		{mistake.LineEnd, "lines broken", everywhere, ordinary, []string{"something long"}, nil, whole(func(s string) string {
			n := len(s) / 2
			return s[:n] + "\r\n" + s[n:]
		})},
		{mistake.WhitespaceTrimmed, "", everywhere, ordinary, []string{"a ", "b  "}, nil, onText(func(s string) string { return strings.Trim(s, " ") })},
		{mistake.CutOff, "", everywhere, ordinary, []string{"something long"}, nil, func(w *writer, _ *rand.Rand, seed int64) {
			w.whole = func(s string) string { return s[:1+int(seed%int64(len(s)-1))] }
		}},
	}
	for _, c := range charsetsByName {
		list = append(list, slip{mistake.WrongCharset, c.name, everywhere, with(letters, append(c.pieces, " ", "/", "=")...), c.pieces, nil, onText(in(c.coding))})
	}
	return list
}

// random returns data that has what the mistake takes.
func (f *slip) random(rnd *rand.Rand) site {
	word := func() string {
		var b strings.Builder
		for range 1 + rnd.IntN(5) {
			b.WriteString(f.pieces[rnd.IntN(len(f.pieces))])
		}
		return b.String()
	}
	must := func() string { return word() + f.must[rnd.IntN(len(f.must))] + word() }
	if f.id == mistake.WhitespaceTrimmed {
		must = func() string { return word() + f.must[rnd.IntN(len(f.must))] }
	}
	s := site{scheme: "https", host: "example." + []string{"com", "org"}[rnd.IntN(2)]}
	s.segments = []string{word(), must(), word()}
	if f.id == mistake.TrailingSlash {
		s.segments = append(s.segments, "")
	}
	for i := range 1 + rnd.IntN(4) {
		s.params = append(s.params, param{fmt.Sprintf("%c%s", 'q'-byte(i), word()), must()})
	}
	s.params = append(s.params, param{"empty", ""}, param{"z", word()})
	s.fragment = must()
	return s
}

// make returns a text and the same with the mistake in it.
func (f *slip) pair(rnd *rand.Rand, shape int) (right, wrong string) {
	seed := rnd.Int64N(1 << 40)
	r, w := newWriter(), newWriter()
	if f.right != nil {
		f.right(r)
		f.right(w)
	}
	f.wrong(w, rnd, seed)
	s := f.random(rnd)
	right, wrong = r.write(s, shape), w.write(s, shape)
	if f.id == mistake.TrailingSlash {
		without := s
		without.segments = s.segments[:len(s.segments)-1]
		wrong = w.url(without)
	}
	return right, wrong
}

func (w *writer) write(s site, shape int) string {
	switch shape {
	case inComponent:
		return w.component(s.params[0].value)
	case inQuery:
		return w.query(s)
	}
	return w.url(s)
}

// opposites are pairs of mistakes of which one undoes the other, so that nothing
// in two texts says which was made; docs/compare.md lists them.
var opposites = map[string]string{
	mistake.DoubleEncoding: mistake.MissingEncoding, mistake.MissingEncoding: mistake.DoubleEncoding,
	mistake.SlashEscaped: mistake.SlashUnescaped, mistake.SlashUnescaped: mistake.SlashEscaped,
	mistake.ReservedEscaped: mistake.ReservedUnescaped, mistake.ReservedUnescaped: mistake.ReservedEscaped,
	mistake.PlusAsLiteral: mistake.PlusAsSpace, mistake.PlusAsSpace: mistake.PlusAsLiteral,
	mistake.WrongCharset: mistake.DoubleUTF8, mistake.DoubleUTF8: mistake.WrongCharset,
}

// TestEverySlipIsNamed makes each mistake in random texts and compares in
// both directions. At least 99 of 100 times it has to be named, and first.
func TestEverySlipIsNamed(t *testing.T) {
	t.Parallel()
	type result struct{ tried, named, found, reversed, opposite int }
	var mu sync.Mutex
	results := map[string]*result{}
	t.Run("slips", func(t *testing.T) {
		for i, f := range slips() {
			t.Run(f.id+"/"+f.name, func(t *testing.T) {
				t.Parallel()
				rnd := rand.New(rand.NewPCG(uint64(i), 9))
				var r result
				examples, enough := 0, perFault()
				if f.id == mistake.WrongCharset {
					enough /= 5 // there are many of them
				}
				for tries := 0; r.tried < enough; tries++ {
					if tries > 50*enough {
						t.Fatalf("only %d texts in which it matters", r.tried)
					}
					shape := 1 << rnd.IntN(3)
					if shape&f.shapes == 0 {
						continue
					}
					right, wrong := f.pair(rnd, shape)
					// A segment that is "." goes as well where dot segments do.
					if right == wrong || f.id == mistake.PathNormalized && (strings.Contains(wrong, "/./") || strings.Contains(wrong, "/../")) {
						continue
					}
					r.tried++
					c := Compare(right, wrong, Text)
					proved(t, c, right, wrong)
					named := len(c.Mistakes) > 0 && c.Mistakes[0].ID == f.id
					if named {
						r.named++
					}
					if slices.ContainsFunc(c.Mistakes, func(m Mistake) bool { return m.ID == f.id && m.Side == Second }) {
						r.found++
					}
					if examples < 3 && !named {
						examples++
						t.Logf("%q\n%q\n%v", right, wrong, c.Mistakes)
					}
					c = Compare(wrong, right, Text)
					proved(t, c, wrong, right)
					switch {
					case len(c.Mistakes) == 0:
					case c.Mistakes[0].ID == f.id:
						r.reversed++
					case c.Mistakes[0].ID == opposites[f.id]:
						r.opposite++
					case f.id == mistake.ReservedUnescaped && c.Mistakes[0].ID == mistake.PlusAsLiteral && strings.ReplaceAll(wrong, "+", "%2B") == right:
						r.opposite++ // a "+" for %2B, or %2B for a "+"
					default:
						if examples < 3 {
							examples++
							t.Logf("reversed: %q\n%q\n%v", wrong, right, c.Mistakes)
						}
					}
				}
				if r.tried-r.named > max(1, r.tried/100) {
					t.Errorf("named first %d times of %d, found %d times", r.named, r.tried, r.found)
				}
				if r.tried-r.reversed-r.opposite > max(1, r.tried/100) {
					t.Errorf("reversed: named first %d times of %d, its opposite %d times", r.reversed, r.tried, r.opposite)
				}
				mu.Lock()
				defer mu.Unlock()
				sum := results[f.id]
				if sum == nil {
					sum = &result{}
					results[f.id] = sum
				}
				sum.tried += r.tried
				sum.named += r.named
				sum.found += r.found
				sum.reversed += r.reversed
				sum.opposite += r.opposite
			})
		}
	})
	if testing.Verbose() {
		for _, id := range MistakeIDs() {
			if r := results[id]; r != nil {
				t.Logf("%-20s named first %d, found %d of %d; reversed %d, and its opposite %d", id, r.named, r.found, r.tried, r.reversed, r.opposite)
			}
		}
	}
}

// proved fails unless every mistake of a comparison makes one text of the other.
func proved(t *testing.T, c *Comparison, a, b string) {
	t.Helper()
	for _, m := range c.Mistakes {
		right, wrong := a, b
		if m.Side == First {
			right, wrong = b, a
		}
		if m.Apply(right) != wrong {
			t.Fatalf("%v does not make\n%q of\n%q", m, wrong, right)
		}
	}
}

// families are mistakes that are one when they come together.
var families = [][]string{
	// Another kept set.
	{
		mistake.SpaceAsPlus, mistake.FormEncoding, mistake.UnreservedEscaped, mistake.ReservedUnescaped, mistake.ReservedEscaped, mistake.SlashUnescaped, mistake.SlashEscaped,
		mistake.NonASCIIRaw, mistake.PercentUnescaped, mistake.MissingEncoding,
	},
	// A byte order mark is one of the characters that cannot be seen.
	{mistake.ByteOrderMark, mistake.InvisibleCharacter},
	{mistake.HexCase, mistake.HostCase, mistake.CaseFolded},
	// What is not encoded and then has its "%" escaped is left alone but for that.
	{mistake.MissingEncoding, mistake.DoubleEncoding},
}

// TestTwoSlips makes two mistakes at once. A single one is claimed only where it
// is proved, and it is none of the two.
func TestTwoSlips(t *testing.T) {
	t.Parallel()
	rnd := rand.New(rand.NewPCG(8, 8))
	list := slips()
	combinations := map[string]bool{}
	total, explained := 0, map[string]int{}
	for range 40 * perFault() {
		x, y := &list[rnd.IntN(len(list))], &list[rnd.IntN(len(list))]
		if x.id == y.id || x.right != nil || y.right != nil || x.id == mistake.TrailingSlash || y.id == mistake.TrailingSlash {
			continue
		}
		shape := 1 << rnd.IntN(3)
		if shape&x.shapes&y.shapes == 0 {
			continue
		}
		if slices.ContainsFunc(families, func(f []string) bool { return slices.Contains(f, x.id) && slices.Contains(f, y.id) }) {
			continue
		}
		s := x.random(rnd)
		if rnd.IntN(2) == 0 {
			s = y.random(rnd)
		}
		seed := rnd.Int64N(1 << 40)
		onlyX, onlyY, both := newWriter(), newWriter(), newWriter()
		if !writable(func() {
			x.wrong(onlyX, rnd, seed)
			y.wrong(onlyY, rnd, seed)
			x.wrong(both, rnd, seed)
			y.wrong(both, rnd, seed)
			onlyX.write(s, shape)
			onlyY.write(s, shape)
		}) {
			continue
		}
		right, a, b, ab := newWriter().write(s, shape), onlyX.write(s, shape), onlyY.write(s, shape), both.write(s, shape)
		if ab == right || ab == a || ab == b || a == right || b == right {
			continue
		}
		// What was cut off before the other mistake shows is cut off, and no more.
		if strings.HasPrefix(right, ab) {
			continue
		}
		total++
		combinations[x.id+" and "+y.id] = true
		c := Compare(right, ab, Text)
		proved(t, c, right, ab)
		for _, m := range c.Mistakes {
			if m.Side == Second && (m.ID == x.id || m.ID == y.id) {
				explained[m.ID+" for "+x.id+" and "+y.id]++
				if explained[m.ID+" for "+x.id+" and "+y.id] == 1 {
					t.Logf("%v\n%q\n%q", m, right, ab)
				}
			}
		}
	}
	t.Logf("%d texts, %d combinations", total, len(combinations))
	for what, n := range explained {
		t.Errorf("%d times %s", n, what)
	}
	if len(combinations) < 300 && perFault() == 1000 {
		t.Errorf("only %d combinations", len(combinations))
	}
}

// writable reports whether f can write its text: not every charset has every
// character.
func writable(f func()) (ok bool) {
	defer func() { ok = recover() == nil }()
	f()
	return true
}

// TestPeeled compares peeled with what it stands for: one layer at a time.
func TestPeeled(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	words := []string{"%", "25", "25", "25", "2525", "2", "5", "%25", "41", "a", "%41", "%2541", "G"}
	for range 20_000 {
		s := ""
		for range random.IntN(9) {
			s += words[random.IntN(len(words))]
		}
		want, wantLayers := s, 0
		for strings.Contains(want, "%25") {
			next := strings.ReplaceAll(want, "%25", "%")
			if hasStray(next) {
				break
			}
			want, wantLayers = next, wantLayers+1
		}
		if made, layers := peeled(s); made != want || layers != wantLayers {
			t.Fatalf("%q: %q, %d layers, want %q, %d", s, made, layers, want, wantLayers)
		}
	}
}
