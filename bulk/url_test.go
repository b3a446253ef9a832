package bulk_test

import (
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/bulk"
	"github.com/pct-encoded/percent/charset"
	"github.com/pct-encoded/percent/dialect"
	"github.com/pct-encoded/percent/uri"
)

// TestURLQueries: whatever the octets of a URL are, its parts are those of package
// uri, a '+' is a space where uri.QueryIsForm says so, and the charset is that of the
// query where section 4.4 of the URL Standard ("query state") has it.
func TestURLQueries(t *testing.T) {
	d, err := dialect.Lookup("rfc3986.uri")
	if err != nil {
		t.Fatal(err)
	}
	var jobs [2]bulk.Job // without a charset, and with one
	for i, c := range []*charset.Charset{nil, charset.Windows1252} {
		op, err := bulk.Decode(bulk.Options{Dialect: d, Charset: c, Parts: bulk.FormQuery})
		if err != nil {
			t.Fatal(err)
		}
		jobs[i] = bulk.Job{Operation: op, Policy: bulk.Keep}
	}
	lenient := percent.URI.WithMalformed(percent.MalformedKept).WithInvalidUTF8(percent.InvalidUTF8Kept).WithRaw(percent.AllBytes)
	rng := rand.New(rand.NewPCG(7, 7))
	schemes := []string{"http:", "HTTPS:", "ws:", "wss:", "ftp:", "file:", "mailto:", "httpx:", "h+t-t.p:", "", "1a:", ":", "/", "a/b:", "?", "#", "\xff:"}
	data := []string{"+", "?", "#", "a", "/", "%2B", "%20", "%", "%zz", "\x00", "\xe9", "%E9", "é", ":", "http:", "\t", "%00"}
	var lines, decoded strings.Builder
	for range 200_000 {
		var b strings.Builder
		b.WriteString(schemes[rng.IntN(len(schemes))])
		for range rng.IntN(8) {
			b.WriteString(data[rng.IntN(len(data))])
		}
		text := b.String()
		u := uri.ParseLenient(text)
		q, scheme := u.Query(), strings.ToLower(u.Scheme())
		query := lenient
		if uri.QueryIsForm(scheme) {
			query = lenient.WithPlus(percent.PlusIsSpace)
		}
		decode := func(e *percent.Encoding, s string) string {
			out, err := e.Decode(s)
			if err != nil {
				t.Fatal(err)
			}
			return out
		}
		parts := []string{decode(lenient, text)}
		if q.Present {
			end := q.Offset + len(q.Raw)
			parts = []string{decode(lenient, text[:q.Offset]), decode(query, q.Raw), decode(lenient, text[end:])}
		}
		got, _ := jobs[0].Record(nil, bulk.Record{Text: []byte(text)})
		if want := strings.Join(parts, ""); string(got) != want {
			t.Fatalf("%q: %q, want %q", text, got, want)
		}
		lines.WriteString(text + "\n")
		decoded.Write(append(got, '\n'))
		// Elsewhere the text is UTF-8; what is not stays, and is tested with policies.
		if !q.Present || parts[0] != strings.ToValidUTF8(parts[0], "") || parts[2] != strings.ToValidUTF8(parts[2], "") {
			continue
		}
		switch scheme {
		case "", "http", "https", "ftp", "file":
			if parts[1], err = charset.Windows1252.Decode(parts[1]); err != nil {
				t.Fatal(err)
			}
		default:
			if parts[1] != strings.ToValidUTF8(parts[1], "") {
				continue
			}
		}
		got, _ = jobs[1].Record(nil, bulk.Record{Text: []byte(text)})
		if want := strings.Join(parts, ""); string(got) != want {
			t.Fatalf("%q in windows-1252: %q, want %q", text, got, want)
		}
	}
	// Many at once give the same.
	var out strings.Builder
	in := bulk.Source{Name: "in", Open: func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(lines.String())), nil }}
	if _, err := jobs[0].Run(&out, in); err != nil || out.String() != decoded.String() {
		t.Errorf("%v: results differ between many records and one", err)
	}
}
