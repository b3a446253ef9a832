package dialect_test

import (
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
