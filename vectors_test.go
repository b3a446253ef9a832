package percent

import (
	"testing"
)

// The published examples, each with the text that it comes from.
var vectors = []struct {
	name, source     string
	encoding         *Encoding
	decoded, encoded string
}{
	{"ladies", "X API, Percent encoding parameters", OAuth1, "Ladies + Gentlemen", "Ladies%20%2B%20Gentlemen"},
	{"an encoded string", "X API, Percent encoding parameters", OAuth1, "An encoded string!", "An%20encoded%20string%21"},
	{"dogs", "X API, Percent encoding parameters", OAuth1, "Dogs, Cats & Mice", "Dogs%2C%20Cats%20%26%20Mice"},
	{"snowman", "X API, Percent encoding parameters", OAuth1, "☃", "%E2%98%83"},

	{"the byte E6", "RFC 3986 section 2.5", RFC3986, "\xE6", "%E6"},
	{"ae as UTF-8", "RFC 3986 section 2.5", RFC3986, "æ", "%C3%A6"},
	{"space", "RFC 3986 section 2.1", RFC3986, " ", "%20"},
	{"A with grave", "RFC 3986 section 2.5", RFC3986, "À", "%C3%80"},
	{"katakana a", "RFC 3986 section 2.5", RFC3986, "ア", "%E3%82%A2"},
	{"Laguna Beach in EBCDIC", "RFC 3986 section 2.5", PathSegment, "\xD3\x81\x87\xA4\x95\x81@\xC2\x85\x81\x83\x88", "%D3%81%87%A4%95%81@%C2%85%81%83%88"},
	{"Laguna Beach", "RFC 3986 section 2.5", RFC3986, "Laguna Beach", "Laguna%20Beach"},
	{"slash in a segment", "RFC 3986 section 3.3", PathSegment, "a/b;c=1:@", "a%2Fb;c=1:@"},
	{"colon in a first segment", "RFC 3986 section 4.2", PathSegmentNZNC, "this:that", "this%3Athat"},
	{"path", "RFC 3986 section 3.3", Path, "/a b/?#[]%41", "/a%20b/%3F%23%5B%5D%2541"},
	{"query", "RFC 3986 section 3.4", Query, "a=b&c=d/?#", "a=b&c=d/?%23"},
	{"userinfo", "RFC 3986 section 3.2.1", Userinfo, "user:p@ss/word", "user:p%40ss%2Fword"},
	{"reg-name", "RFC 3986 section 3.2.2", RegName, "a:b c", "a%3Ab%20c"},

	{"userinfo", "URL Standard section 1.3", WHATWGUserinfo, "Say what‽", "Say%20what%E2%80%BD"},
	{"circumflex in a path", "URL Standard section 1.3, path percent-encode set", WHATWGPath, "a^b", "a%5Eb"},
	{"apostrophe in a query", "URL Standard section 1.3, query percent-encode set", WHATWGQuery, "it's", "it's"},
	{"apostrophe in a special query", "URL Standard section 1.3, special-query percent-encode set", WHATWGSpecialQuery, "it's", "it%27s"},
	{"grave accent in a fragment", "URL Standard section 1.3, fragment percent-encode set", WHATWGFragment, "`#", "%60#"},
	{"space in an opaque path", "URL Standard section 1.3, C0 control percent-encode set", WHATWGC0Control, "a \x7Fé", "a %7F%C3%A9"},
	{"component", "URL Standard section 1.3, component percent-encode set", WHATWGComponent, "a+b&c=d!'()*", "a%2Bb%26c%3Dd!'()*"},
	{"form", "URL Standard section 5.2", Form, "1+1 ≡ 2%20‽", "1%2B1+%E2%89%A1+2%2520%E2%80%BD"},
	{"tilde in a form", "URL Standard section 6.1, example of sort", Form, "b ~", "b+%7E"},
	{"OAuth 2.0 appendix B", "RFC 6749 appendix B", Form, " %&+£€", "+%25%26%2B%C2%A3%E2%82%AC"},

	{"parameter", "RFC 5849 section 3.4.1.3.1", OAuth1, "=%3D", "%3D%253D"},
	{"at sign", "RFC 5849 section 3.4.1.3.1", OAuth1, "c@", "c%40"},
	{"object key", "AWS Signature Version 4, UriEncode", AWSPath, "photos/Jan/sample.jpg", "photos/Jan/sample.jpg"},
	{"slash in a query", "AWS Signature Version 4, UriEncode", AWS, "photos/Jan/sample.jpg", "photos%2FJan%2Fsample.jpg"},

	{"http/1.1", "RFC 7639 section 2.2", ALPN, "http/1.1", "http%2F1.1"},
	{"delimiters", "RFC 7838 section 3", ALPN, "w=x:y#z", "w%3Dx%3Ay#z"},
	{"percent sign", "RFC 7838 section 3", ALPN, "x%y", "x%25y"},
}

func TestVectors(t *testing.T) {
	for _, v := range vectors {
		t.Run("case="+v.name, func(t *testing.T) {
			if got := v.encoding.Encode(v.decoded); got != v.encoded {
				t.Errorf("%s: Encode(%q) = %q, want %q", v.source, v.decoded, got, v.encoded)
			}
			if got, err := v.encoding.Decode(v.encoded); got != v.decoded || err != nil {
				t.Errorf("%s: Decode(%q) = %q, %v, want %q", v.source, v.encoded, got, err, v.decoded)
			}
			check(t, v.name, v.encoding, v.decoded, 1, 2, 3)
			check(t, v.name, v.encoding, v.encoded, 1, 2, 3)
		})
	}
}

// Inputs that only decode, with what the sources say of them.
func TestDecodeVectors(t *testing.T) {
	replace := Form.WithInvalidUTF8(InvalidUTF8Replaced)
	reserved := RFC3986.WithPreserved(ByteSet{}.Add(";/?:@&=+$,#"))
	for _, v := range []struct {
		name     string
		encoding *Encoding
		in, want string
	}{
		{"URL Standard, percent-decode", WHATWGPath, "%25%s%1G", "%%s%1G"},
		{"URL Standard, percent-decode of a string", WHATWGPath, "‽%25%2E", "\xE2\x80\xBD\x25\x2E"},
		{"URL Standard, form", Form, "a+b%2Bc%zz", "a b+c%zz"},
		{"URL Standard, form to text", replace, "%FF+%E3%81", "\uFFFD \uFFFD"},
		{"once only", RFC3986, "100%2525", "100%25"},
		{"escape beside an escape", RFC3986, "%2541", "%41"},
		{"plus is itself", RFC3986, "a+b", "a+b"},
		{"raw and escaped octets of one character", RFC3986, "%E3\x81%82", "あ"},
		{"NUL", RFC3986, "%00", "\x00"},
		{"byte order mark stays", RFC3986, "%EF%BB%BFa", "\uFEFFa"},
		{"overlong is bytes", RFC3986, "%C0%AF", "\xC0\xAF"},
		{"preserved, digits in their case", reserved, "%3b%2F%41", "%3b%2FA"},
		{"preserved number sign", reserved, "%2523%23", "%23%23"},
		{"either case", RFC3986, "%c3%A9%C3%a9", "éé"},
	} {
		t.Run("case="+v.name, func(t *testing.T) {
			if got, err := v.encoding.Decode(v.in); got != v.want || err != nil {
				t.Errorf("Decode(%q) = %q, %v, want %q", v.in, got, err, v.want)
			}
		})
	}
}

func TestFixVectors(t *testing.T) {
	for _, v := range []struct {
		name     string
		encoding *Encoding
		in, want string
	}{
		{"legal", URI, "http://[::1]/a%2fb?c=%41#d", "http://[::1]/a%2fb?c=%41#d"},
		{"stray at the end", URI, "100%", "100%25"},
		{"stray before a digit at the end", URI, "100%4", "100%254"},
		{"stray before an escape", URI, "%%41", "%25%41"},
		{"not an escape", URI, "%zz", "%25zz"},
		{"space and non-ASCII", URI, "http://h/a b/é", "http://h/a%20b/%C3%A9"},
		{"stray although kept", WHATWGPath, "100% ^", "100%25%20%5E"},
		{"plus in a form is a space already", Form, "a b+c%", "a+b+c%25"},
		{"lower-case escapes", URI.WithHex(HexLower), "%C3%A9é", "%C3%A9%c3%a9"},
		{"digits not kept", New(ByteSet{}), "%41A", "%41%41"},
	} {
		t.Run("case="+v.name, func(t *testing.T) {
			if got := v.encoding.Fix(v.in); got != v.want {
				t.Errorf("Fix(%q) = %q, want %q", v.in, got, v.want)
			}
		})
	}
}

func TestSyntaxErrors(t *testing.T) {
	refuse := RFC3986.WithInvalidUTF8(InvalidUTF8Refused)
	for _, v := range []struct {
		name     string
		encoding *Encoding
		in, out  string
		err      SyntaxError
		text     string
	}{
		{"not hexadecimal", RFC3986, "0123456789abcdef%41%zz!", "0123456789abcdefA", SyntaxError{Offset: 19, Bytes: "%zz", Reason: InvalidEscape}, `percent: invalid escape "%zz" at byte 19`},
		{"cut after the percent sign", RFC3986, "100%", "100", SyntaxError{Offset: 3, Bytes: "%", Reason: TruncatedEscape}, `percent: truncated escape "%" at byte 3`},
		{"cut after one digit", RFC3986, "%41%4", "A", SyntaxError{Offset: 3, Bytes: "%4", Reason: TruncatedEscape}, `percent: truncated escape "%4" at byte 3`},
		{"wrong and short", RFC3986, "%g", "", SyntaxError{Offset: 0, Bytes: "%g", Reason: InvalidEscape}, `percent: invalid escape "%g" at byte 0`},
		{"sign", RFC3986, "%+f", "", SyntaxError{Offset: 0, Bytes: "%+f", Reason: InvalidEscape}, `percent: invalid escape "%+f" at byte 0`},
		{"full-width digits", RFC3986, "%４１", "", SyntaxError{Offset: 0, Bytes: "%\xEF\xBC", Reason: InvalidEscape}, `percent: invalid escape "%\xef\xbc" at byte 0`},
		{"%u", RFC3986, "a%u0041", "a", SyntaxError{Offset: 1, Bytes: "%u0", Reason: InvalidEscape}, `percent: invalid escape "%u0" at byte 1`},
		{"raw non-ASCII", RFC3986.WithRaw(ASCII), "a%C3%A9é", "aé", SyntaxError{Offset: 7, Bytes: "\xC3", Reason: RawByte}, `percent: raw byte "\xc3" at byte 7`},
		{"space in an ALPN identifier", ALPN, "h 2", "h", SyntaxError{Offset: 1, Bytes: " ", Reason: RawByte}, `percent: raw byte " " at byte 1`},
		{"invalid UTF-8", refuse, "%41%E3%81.", "A", SyntaxError{Offset: 3, Bytes: "%E3%81", Reason: InvalidUTF8}, `percent: invalid UTF-8 "%E3%81" at byte 3`},
		{"surrogate", refuse, "%ED%A0%80", "", SyntaxError{Offset: 0, Bytes: "%ED", Reason: InvalidUTF8}, `percent: invalid UTF-8 "%ED" at byte 0`},
		{"invalid UTF-8 before a malformed escape", refuse, "%E3%zz", "", SyntaxError{Offset: 0, Bytes: "%E3", Reason: InvalidUTF8}, `percent: invalid UTF-8 "%E3" at byte 0`},
	} {
		t.Run("case="+v.name, func(t *testing.T) {
			out, err := v.encoding.Decode(v.in)
			if out != v.out || !sameError(err, &v.err) || err.Error() != v.text {
				t.Errorf("Decode(%q) = %q, %v, want %q, %v", v.in, out, err, v.out, v.text)
			}
			check(t, v.name, v.encoding, v.in, 1, 2, 5)
		})
	}
	for want, e := range map[string]*SyntaxError{
		`percent: truncated at byte 4`:                     {Offset: 4, Reason: "truncated"},
		`mailto: To, 2nd address: line end "\n" at byte 1`: {Format: "mailto", Field: "To, 2nd address", Offset: 1, Bytes: "\n", Reason: "line end"},
	} {
		if got := e.Error(); got != want {
			t.Errorf("Error() = %s, want %s", got, want)
		}
	}
}
