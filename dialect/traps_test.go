package dialect_test

import (
	"strings"
	"testing"

	"github.com/pct-encoded/percent/dialect"
)

func lookup(t *testing.T, name string) *dialect.Dialect {
	t.Helper()
	d, err := dialect.Lookup(name)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// A row is what a dialect encodes a text to, or decodes it to.
type row struct {
	name string
	how  direction
	in   string
	want string // "" for an error
}

type direction byte

const (
	encodes direction = 'e'
	decodes direction = 'd'
)

func check(t *testing.T, rows []row) {
	t.Helper()
	for _, r := range rows {
		d := lookup(t, r.name)
		do := d.AppendEncode
		if r.how == decodes {
			do = d.AppendDecode
		}
		got, err := do(nil, []byte(r.in))
		if (err != nil) != (r.want == "") || err == nil && string(got) != r.want {
			t.Errorf("%s, %c: %q is %q, %v, want %q", r.name, r.how, r.in, got, err, r.want)
		}
	}
}

// TestSpecErrors holds what dialects do where the text of a specification
// contradicts itself or is mistaken.
func TestSpecErrors(t *testing.T) {
	check(t, []row{
		// RFC 7252 section 6.5: step 8, and not the example.
		{"coap.query", encodes, "//", "//"},
		{"coap.query", encodes, "?&", "?%26"},
		{"coap.query", decodes, "%2F%2F", "//"},
		{"coap.query", decodes, "?%26", "?&"},
		// RFC 7033: examples, and words.
		{"webfinger", encodes, "acct:bob@example.com", "acct%3Abob%40example.com"},
		{"webfinger", encodes, "http://webfinger.example/rel/profile-page", "http%3A%2F%2Fwebfinger.example%2Frel%2Fprofile-page"},
		{"webfinger.strict", encodes, "http://webfinger.example/rel/profile-page", "http://webfinger.example/rel/profile-page"},
		{"webfinger.strict", decodes, "acct%3Abob%40example.com", "acct:bob@example.com"},
		// RFC 9421 section 2.2.8: examples, and the algorithm.
		{"form.percent20", encodes, "with plus whitespace", "with%20plus%20whitespace"},
		{"form.percent20", encodes, "façade\": ", "fa%C3%A7ade%22%3A%20"},
		{"form.percent20", encodes, "a\n~!*", "a%0A%7E%21*"},
		{"form.percent20", decodes, "with+plus%20whitespace", "with plus whitespace"},
		{"whatwg.form", encodes, "with plus whitespace", "with+plus+whitespace"},
		// VCF: ',' and '%' are two.
		{"vcf", encodes, "%", "%25"},
		{"vcf", encodes, ",", "%2C"},
		{"vcf", decodes, "%2C%25", ",%"},
		// GFF3: '>' is not escaped, and would be %3E.
		{"gff3", encodes, ">", ">"},
		{"gff3.column", encodes, ">", ">"},
		{"gff3", decodes, "%3E%E3", ">\xE3"},
		// IIIF: the scheme stays.
		{"iiif", encodes, "http://example.com/?54#a", "http:%2F%2Fexample.com%2F%3F54%23a"},
		{"iiif", encodes, "https://example.com/?54#a", "https:%2F%2Fexample.com%2F%3F54%23a"},
		{"iiif", decodes, "http:%2F%2Fexample.com%2F%3F54%23a", "http://example.com/?54#a"},
		{"iiif", encodes, "urn:sici:1046-8188(199501)13:1%3C69:FTTHBI%3E2.0.TX;2-4", "urn:sici:1046-8188(199501)13:1%253C69:FTTHBI%253E2.0.TX;2-4"},
	})
}

// TestTraps holds what implementations of percent-encoding get wrong again and
// again, one subtest a trap. Traps of parsers and of signatures are in the tests of
// their packages.
func TestTraps(t *testing.T) {
	specified := func(visit func(d *dialect.Dialect)) {
		n := 0
		for d := range dialect.All() {
			if d.Specified() {
				visit(d)
				n++
			}
		}
		if n < 50 {
			t.Errorf("only %d dialects", n)
		}
	}
	t.Run("trap=encodeURIComponent keeps five too many", func(t *testing.T) {
		check(t, []row{
			{"js.encodeURIComponent", encodes, "!'()*~", "!'()*~"},
			{"js.encodeURI", encodes, "!'()*~", "!'()*~"},
			{"oauth1", encodes, "!'()*~", "%21%27%28%29%2A~"},
			{"aws", encodes, "!'()*~", "%21%27%28%29%2A~"},
			{"rfc3986", encodes, "!'()*~", "%21%27%28%29%2A~"},
		})
	})
	t.Run("trap=four forms", func(t *testing.T) {
		check(t, []row{
			{"java.URLEncoder", encodes, "a b~*!", "a+b%7E*%21"},
			{"php.urlencode", encodes, "a b~*!", "a+b%7E%2A%21"},
			{"py.quote_plus", encodes, "a b~*!", "a+b~%2A%21"},
			{"node.querystring.escape", encodes, "a b~*!", "a%20b~*!"},
		})
	})
	t.Run("trap=plus is a space in forms only", func(t *testing.T) {
		forms := map[string]bool{
			"whatwg.form": true, "form.percent20": true, "rfc1866": true, "oauth2.form": true, "js.URLSearchParams": true, "chrome.search": true,
		}
		specified(func(d *dialect.Dialect) {
			want := "a+b"
			if forms[d.ID] {
				want = "a b"
			}
			if got, err := d.AppendDecode(nil, []byte("a+b")); err == nil && string(got) != want {
				t.Errorf("%s: %q, want %q", d.ID, got, want)
			}
		})
	})
	t.Run("trap=percent sign kept", func(t *testing.T) {
		for id, want := range map[string]string{
			"whatwg.c0-control": "%41%", "whatwg.fragment": "%41%", "whatwg.query": "%41%", "whatwg.special-query": "%41%", "whatwg.path": "%41%",
			"whatwg.userinfo": "%41%", "whatwg.component": "%2541%25", "whatwg.form": "%2541%25",
		} {
			check(t, []row{{id, encodes, "%41%", want}})
			if e := lookup(t, id).Encoding(); e.Reversible() != (want != "%41%") {
				t.Errorf("%s: reversible: %t", id, e.Reversible())
			}
		}
	})
	t.Run("trap=not invertible", func(t *testing.T) {
		for _, id := range []string{"http.multipart-name", "xpath.escape-html-uri", "xpath.iri-to-uri"} {
			d := lookup(t, id)
			plain, _ := d.AppendEncode(nil, []byte("%22\u007F"))
			escaped, _ := d.AppendEncode(nil, []byte("%22%7F"))
			if string(plain[:3]) != "%22" || string(escaped) != "%22%7F" {
				t.Errorf("%s: %q and %q", id, plain, escaped)
			}
		}
		check(t, []row{
			{"js.encodeURI", decodes, "%2523", "%23"},
			{"js.encodeURI", decodes, "%23", "%23"},
		})
	})
	t.Run("trap=digits in lower case", func(t *testing.T) {
		check(t, []row{
			{"http.display-string", decodes, "%c3%bc", "ü"},
			{"http.display-string", decodes, "%C3%BC", ""},
			{"http.display-string", encodes, "ü", "%c3%bc"},
			{"oauth1", encodes, "ü", "%C3%BC"},
			{"http.alpn", encodes, "/", "%2F"},
			{"coap.path", encodes, "/", "%2F"},
			{"cpe", encodes, "*", "%2a"},
		})
	})
	t.Run("trap=surrogates", func(t *testing.T) {
		const high = "\xED\xA0\x80"
		check(t, []row{
			{"js.encodeURIComponent", encodes, "😀", "%F0%9F%98%80"},
			{"js.URLSearchParams", encodes, "😀", "%F0%9F%98%80"},
			{"java.URLEncoder", encodes, "😀", "%F0%9F%98%80"},
			{"js.escape", encodes, "😀", "%uD83D%uDE00"},
			{"js.encodeURIComponent", encodes, high, ""},
			{"js.URLSearchParams", encodes, high, "%EF%BF%BD"},
			{"js.escape", encodes, high, "%uD800"},
			{"java.URLEncoder", encodes, high, "%3F"},
		})
	})
	t.Run("trap=two digits", func(t *testing.T) {
		specified(func(d *dialect.Dialect) {
			for c := range byte(16) {
				got, err := d.AppendEncode(nil, []byte{c})
				if s := string(got); err == nil && strings.HasPrefix(s, "%") && len(s) != 3 && s != "%0D%0A" {
					t.Errorf("%s: %02X is %q", d.ID, c, s)
				}
			}
		})
	})
	t.Run("trap=characters half escaped", func(t *testing.T) {
		for _, id := range []string{"rfc3986", "json-pointer", "grpc.message", "w3c.baggage", "js.URLSearchParams"} {
			check(t, []row{{id, decodes, "%E3\x81%82", "あ"}, {id, decodes, "\xE3%81\x82", "あ"}})
		}
	})
	t.Run("trap=kept escapes keep their case", func(t *testing.T) {
		check(t, []row{{"js.encodeURI", decodes, "%2f%2F%3b%41", "%2f%2F%3bA"}})
	})
	t.Run("trap=circumflex in a path", func(t *testing.T) {
		check(t, []row{{"whatwg.path", encodes, "^", "%5E"}, {"whatwg.path.2024", encodes, "^", "^"}, {"whatwg.userinfo", encodes, "^", "%5E"}})
	})
	t.Run("trap=braces and quotes in parameters", func(t *testing.T) {
		check(t, []row{
			{"http.ext-value", encodes, `{}'"*`, "%7B%7D%27%22%2A"},
			{"mime.parameter", encodes, `{}'"*`, "{}%27%22%2A"},
		})
	})
	t.Run("trap=mail", func(t *testing.T) {
		check(t, []row{{"mailto", encodes, "a b+c", "a%20b+c"}, {"mailto", decodes, "a+b", "a+b"}, {"whatwg.form", encodes, "a b+c", "a+b%2Bc"}})
	})
	t.Run("trap=literal space", func(t *testing.T) {
		for _, id := range []string{"http.slug", "grpc.message", "http.display-string", "http.multipart-name", "hive", "vcf"} {
			check(t, []row{{id, encodes, "a b", "a b"}, {id, decodes, "a b", "a b"}})
		}
	})
	t.Run("trap=DEL", func(t *testing.T) {
		for _, id := range []string{
			"whatwg.c0-control", "whatwg.fragment", "whatwg.query", "whatwg.special-query", "whatwg.path", "whatwg.userinfo", "whatwg.component",
			"whatwg.form", "http.slug", "grpc.message", "http.display-string", "w3c.baggage", "xpath.escape-html-uri", "gff3",
		} {
			got, err := lookup(t, id).AppendEncode(nil, []byte("\x7F\t"))
			if s := strings.ToUpper(string(got)); err != nil || s != "%7F%09" {
				t.Errorf("%s: %q, %v", id, got, err)
			}
		}
	})
	t.Run("trap=what is no escape", func(t *testing.T) {
		specified(func(d *dialect.Dialect) {
			for _, in := range []string{"%", "%4", "%+f", "%-1", "% f", "%f ", "%0x", "%1G", "%１２", "%\u0664\u0661"} {
				got, err := d.AppendDecode(nil, []byte(in))
				same := string(got) == in || string(got) == strings.ReplaceAll(in, "+", " ")
				// fn:decode-from-uri replaces what is no escape.
				replaced := strings.HasPrefix(d.ID, "xpath.") && strings.HasPrefix(string(got), "\uFFFD")
				if err == nil && !same && !replaced {
					t.Errorf("%s: %q is %q", d.ID, in, got)
				}
			}
		})
	})
	t.Run("trap=tilde", func(t *testing.T) {
		check(t, []row{
			{"rfc1738", encodes, "~", "%7E"},
			{"whatwg.form", encodes, "~", "%7E"},
			{"rfc2396", encodes, "~", "~"},
			{"rfc3986", encodes, "~", "~"},
			{"perl.URI::Escape.uri_escape", encodes, "~!'()*", "~%21%27%28%29%2A"},
			{"perl.URI::Escape.uri_escape.legacy_unsafe", encodes, "~!'()*", "~!'()*"},
			{"jq.@uri", encodes, "~!'()*", "~!'()*"},
			{"gojq.@uri", encodes, "~!'()*", "~%21%27%28%29%2A"},
		})
	})
}
