package growth

import (
	"strconv"
	"strings"
)

// A Shape is a family of texts that grow: what stands before, a piece that is
// repeated, in which "{n}" is its number, and what stands after.
type Shape struct {
	Name                 string
	Before, Piece, After string
}

// Of returns a text of the shape, of at least size bytes and hardly more.
func (s Shape) Of(size int) string {
	var b strings.Builder
	b.Grow(size + len(s.Before) + len(s.Piece) + len(s.After) + 8)
	b.WriteString(s.Before)
	for i := 0; b.Len() == len(s.Before) || b.Len()+len(s.After) < size; i++ {
		b.WriteString(strings.ReplaceAll(s.Piece, "{n}", strconv.Itoa(i)))
	}
	b.WriteString(s.After)
	return b.String()
}

// Shapes are what the growth tests double: the pieces of which URLs, forms, header
// fields, templates, rows and documents are made, each so often that whatever looks
// at all earlier pieces, or copies the rest, for each piece, takes time that grows
// with the square.
var Shapes = []Shape{
	{"letters", "", "a", ""},
	{"spaces", "", " ", ""},
	{"bytes that are no text", "", "\xff", ""},
	{"cut-off characters", "", "\xe2\x82", ""},
	{"kanji", "", "漢字", ""},
	{"emoji with joiners", "", "👩‍", "👩"},
	{"combining marks", "a", "\u0301", ""},
	{"combining marks out of order", "a", "\u0301\u0316", ""},
	{"control characters", "", "\x00\x01\x1b", ""},
	{"line ends", "", "a{n}\r\n", ""},

	{"escapes", "", "%41", ""},
	{"escapes of UTF-8", "", "%E2%82%AC", ""},
	{"escapes of Shift_JIS", "", "%83%5C", ""},
	{"escapes of C1 controls", "", "%C3%82%C2%80", ""},
	{"percent signs", "", "%", ""},
	{"malformed escapes", "", "%zz", ""},
	{"escapes that were cut off", "", "%4", ""},
	{"escaped percent signs", "", "%25", ""},
	{"a percent sign in many layers", "%", "25", "41"},
	{"escapes of NUL", "", "%00", ""},
	{"UTF-16 escapes", "", "%u00e9%ud83d%ude00", ""},
	{"escapes of JSON", "\"", "\\u0041\\n", "\""},
	{"character references", "", "&amp;&#x41;", ""},
	{"plus signs", "", "+", ""},

	{"segments", "http://h", "/a{n}", ""},
	{"empty segments", "http://h", "/", ""},
	{"dots", "http://h/", ".", ""},
	{"dot segments", "http://h/", "../", "a"},
	{"deep dot segments", "http://h/", "a{n}/", "../../../.."},
	{"segments that go and come", "http://h", "/a{n}/b/../..", "/"},
	{"escaped dot segments", "http://h", "/a/%2e%2E", "/"},
	{"twice escaped dot segments", "http://h", "/a/%252e%252e%252f", "/"},
	{"backslashes", "http://h", "\\a{n}\\..", ""},
	{"escaped slashes", "http://h/", "a%2f..%2F", "b"},
	{"path parameters", "http://h/a", ";b{n}=c", ""},
	{"path parameters behind dots", "http://h/", "..;a{n}/", ""},
	{"slashes without a scheme", "", "/", "h"},

	{"parameters", "http://h/?", "a{n}=b&", "c=d"},
	{"the same parameter", "http://h/?", "a=b&", "a=b"},
	{"names without values", "http://h/?", "a{n}&", "b"},
	{"ampersands", "a=b", "&", ""},
	{"equals signs", "a", "=", ""},
	{"nested names", "a", "[b{n}]", "=c"},
	{"question marks", "http://h/", "?", ""},
	{"fragments", "http://h/", "#a", ""},
	{"text directives", "http://h/#:~:", "text=a{n}&", "text=b"},

	{"at signs", "http://", "a{n}@", "h/"},
	{"colons", "http://", "a:", "b@h/"},
	{"labels", "http://", "a{n}.", "example/"},
	{"labels of IDN", "http://", "ß{n}.", "example/"},
	{"labels of Punycode", "http://", "xn--4ca{n}.", "example/"},
	{"a long label of IDN", "http://", "äb", ".example/"},
	{"digits of a port", "http://h:", "0", "80/"},
	{"brackets", "http://", "[", "]/"},
	{"groups of an address", "http://[", "1:", ":]/"},
	{"numbers of an address", "http://", "1.", "1/"},
	{"hosts", "postgres://", "h{n},", "h/db"},

	{"URLs in prose", "", "See https://example.com/a{n}?b=c, or (http://h/). ", ""},
	{"quotation marks", "", "\"", ""},
	{"quoted fields", "", "\"a{n}\",", "\"b\""},
	{"links", "", "<a{n}>; rel=\"b\"; title*=UTF-8''c,", "<d>"},
	{"parameters of a header field", "attachment", "; a{n}*0*=UTF-8''%41", ""},
	{"expressions", "http://h/", "{a{n}*,b:3}", ""},
	{"braces", "", "{", "}"},
	{"arrays in arrays", "", "[", ""},
	{"objects in objects", "", "{\"a\":", "1"},
	{"members", "{", "\"a{n}\":\"b\",", "\"c\":1}"},
	{"tags", "<p>", "<a href=\"http://h/{n}?a=b&amp;c\">", "</a>"},
	{"comments that never end", "", "<!-- /* ", ""},
	{"stars", "Disallow: ", "*a", "$"},
	{"rules", "", "Disallow: /a{n}*\n", ""},
	{"commas", "", ",", ""},
	{"semicolons", "", ";", ""},
	{"tabs", "", "\t", ""},
	{"backslashes alone", "", "\\", ""},
	{"tildes", "/", "~0~1/", ""},
	{"statements", "", "x{n} = encodeURIComponent(a[/[/]/]);\n", ""},
}
