package xpath

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/pct-encoded/percent"
)

func TestVectors(t *testing.T) {
	for _, v := range []struct {
		name     string
		f        func(string) string
		in, want string
	}{
		// Functions and Operators section 6.2.2 and the QT3 suite.
		{"encode-for-uri, whole URI", EncodeForURI, "http://www.example.com/00/Weather/CA/Los%20Angeles#ocean", "http%3A%2F%2Fwww.example.com%2F00%2FWeather%2FCA%2FLos%2520Angeles%23ocean"},
		{"encode-for-uri, accents", EncodeForURI, "~bébé", "~b%C3%A9b%C3%A9"},
		{"encode-for-uri, percent sign", EncodeForURI, "100% organic", "100%25%20organic"},
		{"SPARQL 1.1 section 17.4.3.11", EncodeForURI, "Los Angeles", "Los%20Angeles"},
		{"iri-to-uri, escapes stay", IRIToURI, "http://www.example.com/00/Weather/CA/Los%20Angeles#ocean", "http://www.example.com/00/Weather/CA/Los%20Angeles#ocean"},
		{"iri-to-uri, accents", IRIToURI, "http://www.example.com/~bébé", "http://www.example.com/~b%C3%A9b%C3%A9"},
		{"iri-to-uri, not in an IRI", IRIToURI, "<> \"{}|\\^`", "%3C%3E%20%22%7B%7D%7C%5C%5E%60"},
		{"iri-to-uri, line feed", IRIToURI, "\n", "%0A"},
		{"iri-to-uri, percent sign", IRIToURI, "example%example", "example%example"},
		{"escape-html-uri, space stays", EscapeHTMLURI, "http://www.example.com/00/Weather/CA/Los Angeles#ocean", "http://www.example.com/00/Weather/CA/Los Angeles#ocean"},
		{"escape-html-uri, script", EscapeHTMLURI, "javascript:if (navigator.browserLanguage == 'fr') window.open('http://www.example.com/~bébé');", "javascript:if (navigator.browserLanguage == 'fr') window.open('http://www.example.com/~b%C3%A9b%C3%A9');"},
		{"escape-html-uri, euro", EscapeHTMLURI, "example€example", "example%E2%82%ACexample"},
		{"escape-html-uri, tab and C1", EscapeHTMLURI, "\tA\u0080", "%09A%C2%80"},
		{"escape-html-uri, delete", EscapeHTMLURI, "\x7F~", "%7F~"},
		{"escape-uri-attributes", EscapeURIAttribute, "file:///c:/My Documents/temp/bébé.xml", "file:///c:/My Documents/temp/b%C3%A9b%C3%A9.xml"},
		{"escape-uri-attributes, decomposed", EscapeURIAttribute, "be\u0301be\u0301", "b%C3%A9b%C3%A9"},
		{"escape-uri-attributes, escapes stay", EscapeURIAttribute, "e%CC%81", "e%CC%81"},
		// R2RML section 7.3.
		{"IRI-safe, 42", IRISafe, "42", "42"},
		{"IRI-safe, space", IRISafe, "Hello World!", "Hello%20World%21"},
		{"IRI-safe, time", IRISafe, "2011-08-23T22:17:00Z", "2011-08-23T22%3A17%3A00Z"},
		{"IRI-safe, unreserved", IRISafe, "~A_17.1-2", "~A_17.1-2"},
		{"IRI-safe, Han", IRISafe, "葉篤義", "葉篤義"},
		{"IRI-safe, percent sign", IRISafe, "100%25", "100%2525"},
		{"IRI-safe, tab", IRISafe, "a\tb", "a%09b"},
		{"IRI-safe, C1 and private use", IRISafe, "\u0080\uE000\u00A0", "%C2%80%EE%80%80\u00A0"},
		{"IRI-safe, not UTF-8", IRISafe, "é\xFF\uFFFD", "é%FF%EF%BF%BD"},
		// The draft of version 4.0, and the QT4 suite.
		{"decode-from-uri-1", DecodeFromURI, "", ""},
		{"decode-from-uri-2", DecodeFromURI, "A", "A"},
		{"decode-from-uri-3", DecodeFromURI, "+", "+"},
		{"decode-from-uri-4", DecodeFromURI, "%41", "A"},
		{"decode-from-uri-5", DecodeFromURI, "A%42+C", "AB+C"},
		{"decode-from-uri-6", DecodeFromURI, "%F0%9F%92%A1", "💡"},
		{"decode-from-uri-7", DecodeFromURI, "%", "\uFFFD"},
		{"decode-from-uri-8", DecodeFromURI, "%X", "\uFFFD"},
		{"decode-from-uri-9", DecodeFromURI, "%XX", "\uFFFD"},
		{"decode-from-uri-10", DecodeFromURI, "%XX!", "\uFFFD!"},
		{"decode-from-uri-11", DecodeFromURI, "%4", "\uFFFD"},
		{"decode-from-uri-12", DecodeFromURI, "%4X", "\uFFFD"},
		{"decode-from-uri-13", DecodeFromURI, "%ü", "\uFFFD"},
		{"decode-from-uri-14", DecodeFromURI, "%ü!", "\uFFFD!"},
		{"decode-from-uri-15", DecodeFromURI, "%üü", "\uFFFDü"},
		{"decode-from-uri-16", DecodeFromURI, "%F0%9F%92%41", "\uFFFDA"},
		{"decode-from-uri-17", DecodeFromURI, "%F0%F0%9F%92%A1", "\uFFFD💡"},
		{"decode-from-uri-18", DecodeFromURI, "%00", "\uFFFD"},
		{"decode-from-uri-19", DecodeFromURI, "%01", "\uFFFD"},
		{"decode-from-uri-20", DecodeFromURI, "%09", "\t"},
		{"decode-from-uri-21", DecodeFromURI, "%21", "!"},
		{"decode-from-uri-22", DecodeFromURI, "%25", "%"},
		{"decode-from-uri-23", DecodeFromURI, "%F0", "\uFFFD"},
		{"decode-from-uri-24", DecodeFromURI, "%F0%F0", "\uFFFD\uFFFD"},
		{"decode-from-uri-26", DecodeFromURI, "%F0%F0%F0%F0", "\uFFFD\uFFFD\uFFFD\uFFFD"},
		{"decode-from-uri-27", DecodeFromURI, "A%42%20C", "AB C"},
		{"decode-from-uri-28", DecodeFromURI, "~b%C3%A9b%C3%A9?a=b+c", "~bébé?a=b+c"},
		{"decode-from-uri, specification", DecodeFromURI, "%00-%XX-%F0%9F%92%41-%F0%F0%9F%92%A1", "\uFFFD-\uFFFD-\uFFFDA-\uFFFD💡"},
		{"decode-from-uri, %1X!", DecodeFromURI, "%1X!", "\uFFFD!"},
		{"decode-from-uri, noncharacters", DecodeFromURI, "%EF%BF%BE%EF%BF%BF%EF%B7%90", "\uFFFD\uFFFD\uFDD0"},
		{"decode-from-uri, once", DecodeFromURI, "%2541", "%41"},
		{"decode-from-uri of 2023", DecodeFromURI2023, "hello+world", "hello world"},
		{"decode-from-uri of 2023, escaped plus", DecodeFromURI2023, "a%2Fb%2B+c", "a/b+ c"},
		{"decode-from-uri of 2023, specification", DecodeFromURI2023, "~b%C3%A9b%C3%A9?a=b+c", "~bébé?a=b c"},
	} {
		t.Run("case="+v.name, func(t *testing.T) {
			if got := v.f(v.in); got != v.want {
				t.Errorf("%q gives %q, want %q", v.in, got, v.want)
			}
		})
	}
}

// Every character of U+0020 to U+0126, and every other code point, by the words
// of the specification.
func TestEveryCharacter(t *testing.T) {
	for r := rune(0); r <= utf8.MaxRune; r++ {
		if !utf8.ValidRune(r) {
			continue
		}
		c := string(r)
		escaped := ""
		for i := range len(c) {
			escaped += fmt.Sprintf("%%%02X", c[i])
		}
		letter := r < 0x80 && strings.ContainsRune("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789", r)
		printable := r >= 32 && r <= 126
		for _, v := range []struct {
			name string
			f    func(string) string
			kept bool
		}{
			{"encode-for-uri", EncodeForURI, letter || strings.ContainsRune("-_.~", r)},
			{"iri-to-uri", IRIToURI, printable && !strings.ContainsRune("<>\" {}|\\^`", r)},
			{"escape-html-uri", EscapeHTMLURI, printable},
		} {
			want := escaped
			if v.kept {
				want = c
			}
			if got := v.f(c); got != want {
				t.Fatalf("%s of %U is %q, want %q", v.name, r, got, want)
			}
		}
		if got := IRISafe(c); got != c && got != escaped {
			t.Fatalf("IRISafe of %U is %q", r, got)
		}
	}
}

func FuzzLaws(f *testing.F) {
	seeds := []string{"", "100% organic", "%zz%4", "bébé\xFF", "%F0%9F%92%41", "\x00+a/b", "葉\uE000"}
	for _, s := range seeds {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		for _, idempotent := range []func(string) string{IRIToURI, EscapeHTMLURI, EscapeURIAttribute} {
			if once := idempotent(s); idempotent(once) != once {
				t.Errorf("%q becomes %q and then %q", s, once, idempotent(once))
			}
		}
		if got, err := percent.RFC3986.Decode(IRISafe(s)); got != s || err != nil {
			t.Errorf("IRISafe(%q) decodes to %q, %v", s, got, err)
		}
		text := strings.Map(func(r rune) rune {
			if !isXMLChar(r) {
				return -1
			}
			return r
		}, strings.ToValidUTF8(s, ""))
		if got := DecodeFromURI(EncodeForURI(text)); got != text {
			t.Errorf("%q comes back as %q", text, got)
		}
		if got := DecodeFromURI(s); !utf8.ValidString(got) {
			t.Errorf("DecodeFromURI(%q) = %q", s, got)
		}
	})
}

func BenchmarkDecodeFromURI(b *testing.B) {
	in := strings.Repeat("caf%C3%A9-", 100)
	b.SetBytes(int64(len(in)))
	b.ReportAllocs()
	for b.Loop() {
		DecodeFromURI(in)
	}
}

func BenchmarkIRISafe(b *testing.B) {
	in := strings.Repeat("葉 a/b-", 100)
	b.SetBytes(int64(len(in)))
	b.ReportAllocs()
	for b.Loop() {
		IRISafe(in)
	}
}
