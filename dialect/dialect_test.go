package dialect_test

import (
	"bufio"
	"errors"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/dialect"
)

func TestLookup(t *testing.T) {
	for _, tt := range []struct{ name, id string }{
		{"rfc3986", "rfc3986"},
		{"unreserved", "rfc3986"},
		{"RFC3986.Unreserved", "rfc3986"},
		{"PCHAR", "rfc3986.segment"},
		{"uri", "rfc3986.uri"},
		{"twitter", "oauth1"},
		{"S3", "aws.path"},
		{"form", "whatwg.form"},
		{"alpn", "http.alpn"},
		{"decodeURIComponent", "js.encodeURIComponent"},
		{"fn:encode-for-uri", "xpath.encode-for-uri"},
		{"java.net.URLEncoder.encode", "java.URLEncoder"},
		{"application/x-www-form-urlencoded", "whatwg.form"},
	} {
		d, err := dialect.Lookup(tt.name)
		if err != nil || d.ID != tt.id {
			t.Errorf("Lookup(%q) = %v, %v, want %s", tt.name, d, err, tt.id)
		}
	}
}

func TestLookupUnknown(t *testing.T) {
	for _, tt := range []struct {
		name string
		want []string
	}{
		{"rfc3896", []string{"rfc3986", "rfc2396"}},
		{"oath1", []string{"oauth1", "oauth"}},
		{"whatwg.pth", []string{"whatwg.path"}},
		{"path-segmnt", []string{"path-segment"}},
		{"", nil},
		{"nothing like it at all", nil},
		{strings.Repeat("rfc3986", 1000), nil},
	} {
		_, err := dialect.Lookup(tt.name)
		var unknown *dialect.UnknownError
		if !errors.As(err, &unknown) {
			t.Errorf("Lookup(%.40q): %v", tt.name, err)
			continue
		}
		for _, want := range tt.want {
			if !slices.Contains(unknown.Suggestions, want) {
				t.Errorf("Lookup(%.40q) suggests %q, want %q among them", tt.name, unknown.Suggestions, want)
			}
		}
		if tt.want == nil && unknown.Suggestions != nil {
			t.Errorf("Lookup(%.40q) suggests %q", tt.name, unknown.Suggestions)
		}
	}
	_, err := dialect.Lookup("rfc398")
	if want := `dialect: unknown dialect "rfc398"; did you mean rfc3986`; !strings.HasPrefix(err.Error(), want) {
		t.Errorf("error %q, want it to begin with %q", err, want)
	}
}

func TestEntries(t *testing.T) {
	id := regexp.MustCompile(`^[a-z0-9]+([.-][A-Za-z0-9]+)*$`)
	for d := range dialect.All() {
		if d.Specified() && !id.MatchString(d.ID) {
			t.Errorf("%s: not a dialect's name", d.ID)
		}
		if d.Title == "" || d.UseFor == "" || d.Spec.Title == "" || d.Specified() && !strings.HasPrefix(d.Spec.URL, "https://") {
			t.Errorf("%s: incomplete", d.ID)
		}
		if strings.HasSuffix(d.UseFor, ".") {
			t.Errorf("%s: UseFor ends in a full stop", d.ID)
		}
		if m, err := dialect.LookupImplementation(d.ID); !d.Specified() && (err != nil || m.Dialect() != d) {
			t.Errorf("%s is not the implementation that speaks it: %v", d.ID, err)
		}
		if d.Encoding() == nil {
			continue
		}
		out, err := d.AppendEncode([]byte("x"), []byte("a b"))
		if want := "x" + d.Encoding().Encode("a b"); string(out) != want || err != nil {
			t.Errorf("%s: AppendEncode = %q, %v, want %q", d.ID, out, err, want)
		}
		out, err = d.AppendDecode([]byte("x"), []byte("a%41"))
		if d.Encoding().Preserved() == (percent.ByteSet{}) && (string(out) != "xaA" || err != nil) {
			t.Errorf("%s: AppendDecode = %q, %v", d.ID, out, err)
		}
	}
	d, _ := dialect.Lookup("rfc3986.segment")
	if got, want := d.Spec.String(), "RFC 3986, section 3.3 (2005-01)"; got != want {
		t.Errorf("citation %q, want %q", got, want)
	}
	if got := d.Family(); got != "rfc3986" {
		t.Errorf("family %q", got)
	}
}

func TestSiblings(t *testing.T) {
	d, _ := dialect.Lookup("rfc3986")
	var got []string
	for s := range d.Siblings() {
		got = append(got, s.ID)
	}
	if diff := cmp.Diff([]string{"oauth1", "aws", "rfc6570", "webfinger", "restconf.key", "sieve.encodeurl", "spf.macro", "bittorrent", "otpauth", "xmpp.query", "sms", "gemini.query"}, got); diff != "" {
		t.Error(diff)
	}
}

// contextPolicies are the decoder policies of formats, in all of which '+' is
// itself, and whether a malformed escape is an error.
var contextPolicies = map[string]bool{
	"D-ext-value": true, "D-2231": true, "D-slug": true, "D-cpe": true, "D-dbus": true,
	"D-jsonpointer, without the ~ step": true, "D-grpc": false, "D-baggage": false, "D-vcf": false,
}

// beyondTable are the dialects of specifications that the table does not have.
// Each of them has a vector, as all have.
var beyondTable = []string{
	"otel.resource", "sqlite.path", "html.javascript", "html.id", "media-fragment", "openapi.allow-reserved", "swhid.path", "swhid.origin",
	"doi", "trash", "bitcoin", "otpauth", "sms", "gemini.query", "ldap.extension", "xmpp.query", "gff3.seqid",
	"ni.query", "gopher", "xsd.anyURI", "leiri", "hrri", "xri.xref",
}

// TestAgainstTable compares the catalogue with testdata/names.tsv, the names that
// are promised to stay: every row is in the catalogue with its aliases and decoder
// policy, and what is beyond the rows is listed.
func TestAgainstTable(t *testing.T) {
	f, err := os.Open("testdata/names.tsv")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	known := map[string]bool{}
	rows := 0
	for s := bufio.NewScanner(f); s.Scan(); {
		row := strings.Split(s.Text(), "\t")
		if len(row) != 3 || row[0] == "id" {
			continue
		}
		rows++
		d, err := dialect.Lookup(row[0])
		if err != nil {
			t.Error(err)
			continue
		}
		known[d.ID] = true
		if diff := cmp.Diff(strings.Fields(row[1]), d.Aliases); diff != "" && len(d.Aliases)+len(strings.Fields(row[1])) > 0 {
			t.Errorf("%s: aliases differ (-table +catalogue):\n%s", d.ID, diff)
		}
		_, malformed := d.AppendDecode(nil, []byte("%zz"))
		plus, _ := d.AppendDecode(nil, []byte("a+b"))
		raw, rawErr := d.AppendDecode(nil, []byte("é \xFF"))
		switch policy := row[2]; {
		case policy == "" && (d.ID == "hive" || d.ID == "http.multipart-name"):
			// Hive keeps malformed escapes, and browsers write '%' as it is.
			if malformed != nil || string(plus) != "a+b" {
				t.Errorf("%s: not lenient", d.ID)
			}
		case policy == "":
			if malformed == nil || string(plus) != "a+b" || string(raw) != "é \xFF" {
				t.Errorf("%s: not the default policy", d.ID)
			}
		case policy == "D-whatwg":
			if malformed != nil || string(plus) != "a+b" || string(raw) != "é \xFF" {
				t.Errorf("%s: not %s", d.ID, policy)
			}
		case policy == "D-ecma", policy == "D-ecma-keep":
			var e *percent.SyntaxError
			slash, _ := d.AppendDecode(nil, []byte("%2f"))
			if malformed == nil || string(plus) != "a+b" || !errors.As(rawErr, &e) || e.Reason != percent.InvalidUTF8 ||
				(string(slash) == "%2f") != (policy == "D-ecma-keep") {
				t.Errorf("%s: not %s", d.ID, policy)
			}
		case policy == "D-unescape":
			text, err := d.AppendDecode(nil, []byte("%u20AC%E9%u000g"))
			if malformed != nil || string(plus) != "a+b" || string(text) != "€é%u000g" || err != nil {
				t.Errorf("%s: not %s", d.ID, policy)
			}
		case policy == "D-form (U+FFFD)":
			if malformed != nil || string(plus) != "a b" || string(raw) != "é \uFFFD" {
				t.Errorf("%s: not %s", d.ID, policy)
			}
		case strings.HasPrefix(policy, "D-form"):
			if malformed != nil || string(plus) != "a b" || string(raw) != "é \xFF" {
				t.Errorf("%s: not %s", d.ID, policy)
			}
		case policy == "D-alpn":
			var e *percent.SyntaxError
			if malformed == nil || string(plus) != "a+b" || !errors.As(rawErr, &e) || e.Reason != percent.RawByte {
				t.Errorf("%s: not %s", d.ID, policy)
			}
		case policy == "D-display-string":
			_, upper := d.AppendDecode(nil, []byte("%C3%A9"))
			text, err := d.AppendDecode(nil, []byte("%c3%a9"))
			_, quote := d.AppendDecode(nil, []byte(`"`))
			if malformed == nil || upper == nil || quote == nil || rawErr == nil || string(text) != "é" || err != nil {
				t.Errorf("%s: not %s", d.ID, policy)
			}
		case policy == "D-safe-browsing":
			text, err := d.AppendDecode(nil, []byte("%25%32%35%zz"))
			if string(text) != "%%zz" || err != nil || string(plus) != "a+b" {
				t.Errorf("%s: not %s", d.ID, policy)
			}
		case policy == "D-iri":
			text, _ := d.AppendDecode(nil, []byte("%C3%A9%41%2f%ff%e2%80%ae"))
			if malformed != nil || string(plus) != "a+b" || string(raw) != "é \xFF" || string(text) != "éA%2f%FF%E2%80%AE" {
				t.Errorf("%s: not %s", d.ID, policy)
			}
		case policy == "D-xpath4":
			text, err := d.AppendDecode(nil, []byte("%XX!%00"))
			if malformed != nil || string(plus) != "a+b" || string(raw) != "é \uFFFD" || string(text) != "\uFFFD!\uFFFD" || err != nil {
				t.Errorf("%s: not %s", d.ID, policy)
			}
		default:
			strict, known := contextPolicies[policy]
			if !known {
				t.Errorf("%s: unknown policy %s", d.ID, policy)
			} else if (malformed != nil) != strict || rawErr == nil && string(plus) != "a+b" {
				t.Errorf("%s: not %s", d.ID, policy)
			}
		}
	}
	if rows == 0 {
		t.Error("the table has no row marked codec")
	}
	dated := regexp.MustCompile(`\.20\d\d$`)
	for d := range dialect.All() {
		if beyond := slices.Contains(beyondTable, d.ID); d.Specified() && known[d.ID] == beyond && !dated.MatchString(d.ID) {
			t.Errorf("%s: in the table: %v, listed as beyond it: %v", d.ID, known[d.ID], beyond)
		}
	}
	for _, id := range beyondTable {
		if _, err := dialect.Lookup(id); err != nil {
			t.Error(err)
		}
	}
}
