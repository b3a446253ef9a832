package lint

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/pelletier/go-toml/v2"
	"go.yaml.in/yaml/v3"

	"github.com/pct-encoded/percent/inspect/document"
	"github.com/pct-encoded/percent/internal/growth"
)

// TestTemplates: what a program fills in is no mistake in its source, and is one in what it has
// written.
func TestTemplates(t *testing.T) {
	for _, tt := range []struct {
		file, text string
		want       []string // rules
	}{
		{"a.go", `fmt.Sprintf("https://h/%s/%d?x=%v", a)`, nil},
		{"a.py", `f"https://h/{a}/x?y={q!r}"`, nil},
		{"a.sh", `curl "https://h/${a}/x"`, nil},
		{"a.yaml", "openapi: 3.0.0\nservers:\n  - url: https://{a}.h/{b}\n", nil},
		{"a.yaml", "servers:\n  - url: https://h/{b}\n", []string{"placeholder"}},
		{"a.json", `{"openapi":"3.1.0","servers":[{"url":"https://h/{b}"}]}`, nil},
		{"a.json", `{"servers":[{"url":"https://h/{b}"}]}`, []string{"placeholder"}},
		{"a.go", `a := "https://h/a%zz|b"`, []string{"malformed-escape", "illegal-character"}},
	} {
		var got []string
		g := document.Detect(tt.file, tt.text)
		for u := range g.URLs(tt.text) {
			list, err := Linter{}.For(u).Lint(tt.text[u.Offset : u.Offset+u.Len])
			if err != nil {
				t.Fatal(err)
			}
			for _, f := range list {
				got = append(got, f.Rule)
			}
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("%s: %s: %q, want %q", tt.file, tt.text, got, tt.want)
		}
	}
}

// TestBareAmpersand: a parser of XML rejects what one of HTML reads.
func TestBareAmpersand(t *testing.T) {
	for text, want := range map[string]string{
		`<?xml version="1.0"?><a href="http://h/?a=1&b=2">http://h/?c=1&amp;d&e</a>`:   `<?xml version="1.0"?><a href="http://h/?a=1&amp;b=2">http://h/?c=1&amp;d&amp;e</a>`,
		`<urlset><loc>http://h/?a=1&b=2</loc><loc><![CDATA[http://h/?a=1&b=2]]></loc>`: `<urlset><loc>http://h/?a=1&amp;b=2</loc><loc><![CDATA[http://h/?a=1&b=2]]></loc>`,
		`<!doctype html><a href="http://h/?a=1&b=2">http://h/?a=1&b=2`:                 `<!doctype html><a href="http://h/?a=1&b=2">http://h/?a=1&b=2`,
	} {
		var b strings.Builder
		at := 0
		for u := range document.Detect("", text).URLs(text) {
			fixed, left, err := Linter{}.For(u).Fix(text[u.Offset : u.Offset+u.Len])
			if err != nil || len(left) > 0 {
				t.Errorf("%s: %v, %v", text, left, err)
			}
			b.WriteString(text[at:u.Offset] + fixed)
			at = u.Offset + u.Len
		}
		if got := b.String() + text[at:]; got != want {
			t.Errorf("%s becomes %s, want %s", text, got, want)
		}
	}
}

// TestRandomDocuments: in documents of all grammars, made of what they have and what they do
// not, a URL stands where its offset says, a second fix changes nothing, and JSON and CSV
// stay as they were but for URLs.
func TestRandomDocuments(t *testing.T) {
	n := 2_000
	if growth.Long() {
		n = 1_000_000
	}
	r := rand.New(rand.NewPCG(44, 1))
	parts := []string{
		"http://h/", "https:\\/\\/h", "//", "\\/", "www.a.b", "mailto:a@b", "data:,a", "a", "b=c", "é", "日本", "。", " ", "\n", "\r\n", "\t", "\"", "'", "`", "<", ">", "<a href=", "</a>", "<!--", "-->", "<script>", "</script>",
		"<![CDATA[", "]]>", "&amp;", "&lt;", "&#34;", "&", "%", "%%", "%2e", "%zz", "%41", "|", "\\", "\\u0026", "\\u00e9", "\\x22", "\\n", "^", "=3D", "=\n", "=?utf-8?Q?a=3F?=", "=?utf-8?B?aHR0cDovL2g=?=", "aHR0cDovL2gv", "{", "}", "[", "]", "(", ")", "](", ",", ";", ":", ": ",
		"GET ", " HTTP/1.1", "#", "#Fields: cs-uri-stem cs-uri-query\n", "url(", "\\26 ", "\\_", "\"\"", "''", "Content-Type: multipart/mixed; boundary=x\n\n", "--x\n", "Content-Transfer-Encoding: base64\n\n", "Content-Transfer-Encoding: quoted-printable\n\n", "\x00", "\xff", "$", "uri\":\"/", "@", "..", "/",
	}
	grammars := document.Names()
	found, changed := map[string]int{}, 0
	fix := func(g *document.Grammar, s string) string {
		var b strings.Builder
		at := 0
		for u := range g.URLs(s) {
			lo, hi := u.Offset, u.Offset+u.Len
			if lo < at || hi <= lo || hi > len(s) {
				t.Fatalf("%s: %q: %d to %d behind %d", g.Name(), s, lo, hi, at)
			}
			found[g.Name()]++
			text := u.Text(s[lo:hi])
			for i := range len(text.Text()) {
				if begin, end := text.Start(i), text.End(i+1); begin < 0 || end <= begin || end > hi-lo {
					t.Fatalf("%s: %q: byte %d of %q is at %d to %d", g.Name(), s, i, text.Text(), begin, end)
				}
			}
			fixed, left, err := Linter{}.For(u).Fix(s[lo:hi])
			if err != nil {
				t.Fatal(err)
			}
			for _, f := range left {
				if f.Offset < 0 || f.Len < 0 || f.Offset+f.Len > len(fixed) {
					t.Fatalf("%s: %q: %+v", g.Name(), s, f)
				}
			}
			b.WriteString(s[at:lo] + fixed)
			at = hi
		}
		return b.String() + s[at:]
	}
	for _, s := range []string{"..%41GET ]]><a href= HTTP/1.1<script>\\26 日本"} { // found by longer runs
		g, _ := document.Lookup("text")
		fixed := fix(g, s)
		if again := fix(g, fixed); again != fixed {
			t.Errorf("%q becomes %q and that %q", s, fixed, again)
		}
	}
	for i := range n {
		name := grammars[i%len(grammars)]
		var b strings.Builder
		for range r.IntN(14) {
			b.WriteString(parts[r.IntN(len(parts))])
		}
		s := b.String()
		var want, got any
		switch name {
		case "json":
			list := []string{s, parts[r.IntN(len(parts))]}
			octets, _ := json.Marshal(list)
			if s = string(octets); r.IntN(2) == 0 {
				s = strings.ReplaceAll(s, "/", `\/`)
			}
		case "csv":
			var out bytes.Buffer
			w := csv.NewWriter(&out)
			_ = w.Write([]string{"a", s, "b"})
			w.Flush()
			s = out.String()
		}
		g, _ := document.Lookup(name)
		fixed := fix(g.For(s), s)
		if fixed != s {
			changed++
		}
		if again := fix(g.For(fixed), fixed); again != fixed {
			t.Fatalf("%s: %q becomes %q and that %q", name, s, fixed, again)
		}
		var err error
		switch name {
		case "json":
			var before, after []string
			_ = json.Unmarshal([]byte(s), &before)
			err = json.Unmarshal([]byte(fixed), &after)
			want, got = len(before), len(after)
		case "csv":
			before, _ := csv.NewReader(strings.NewReader(s)).ReadAll()
			var after [][]string
			after, err = csv.NewReader(strings.NewReader(fixed)).ReadAll()
			shape := func(rows [][]string) (list []int) {
				for _, row := range rows {
					list = append(list, len(row))
				}
				return list
			}
			want, got = shape(before), shape(after)
		}
		if err != nil || !reflect.DeepEqual(want, got) {
			t.Fatalf("%s: %q becomes %q: %v", name, s, fixed, err)
		}
	}
	for _, name := range grammars {
		if found[name] == 0 {
			t.Errorf("no URL in %s", name)
		}
	}
	if changed < n/50 || slices.Contains(grammars, "") {
		t.Errorf("only %d of %d documents were fixed", changed, n)
	}
}

// TestWellFormedStays: what a parser of YAML or TOML reads, it reads after a fix, too, as the
// same number of values; TestFixMarkup has HTML and XML. Writers that are not ours made the
// documents, in every style that they have.
func TestWellFormedStays(t *testing.T) {
	n := 1_000
	if growth.Long() {
		n = 50_000
	}
	r := rand.New(rand.NewPCG(44, 2))
	parts := []string{
		"http://h/", "https://h/a|b", "//h/x y", "?a=1&b=2", "#", " # ", ": ", "- ", "'", "\"", "\\", "%zz", "%", "%2e%2e/", "<", ">", "&", "&amp;", "]]>", "é", "日本",
		"{", "}", "[", "]", ",", " ", "\t", "\n", "\n\n", "a", "b=c", "|", "^", "`", `"""`, "'''", `http:\\h\`, "!", "*x", "&y", "@", "--", "?>", "mailto:a b@c", "data:,a b",
	}
	text := func() string {
		var b strings.Builder
		if r.IntN(3) > 0 {
			b.WriteString("http://h/a|b")
		}
		for range r.IntN(9) {
			b.WriteString(parts[r.IntN(len(parts))])
		}
		return b.String()
	}
	kinds := []struct {
		grammar string
		write   func(values []string) string
		read    func(document string) ([]string, error)
	}{
		{"yaml", func(values []string) string {
			list := &yaml.Node{Kind: yaml.SequenceNode}
			for _, v := range values {
				styles := []yaml.Style{0, yaml.DoubleQuotedStyle, yaml.SingleQuotedStyle, yaml.LiteralStyle, yaml.FoldedStyle}
				list.Content = append(list.Content, &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: v, Style: styles[r.IntN(len(styles))]})
			}
			octets, err := yaml.Marshal(list)
			if err != nil {
				t.Fatal(err)
			}
			return string(octets)
		}, func(document string) (values []string, err error) {
			err = yaml.Unmarshal([]byte(document), &values)
			return values, err
		}},
		{"toml", func(values []string) string {
			var b strings.Builder
			e := toml.NewEncoder(&b).SetArraysMultiline(r.IntN(2) == 0)
			if err := e.Encode(map[string]any{"urls": values}); err != nil {
				t.Fatal(err)
			}
			return b.String()
		}, func(document string) ([]string, error) {
			var v struct{ Urls []string }
			err := toml.Unmarshal([]byte(document), &v)
			return v.Urls, err
		}},
	}
	for _, kind := range kinds {
		t.Run(kind.grammar, func(t *testing.T) {
			g, _ := document.Lookup(kind.grammar)
			changed := 0
			for range n {
				values := make([]string, 1+r.IntN(3))
				for i := range values {
					values[i] = text()
				}
				s := kind.write(values)
				before, err := kind.read(s)
				if err != nil {
					continue // a fault of the writer
				}
				var b strings.Builder
				at := 0
				for u := range g.For(s).URLs(s) {
					fixed, _, err := Linter{}.For(u).Fix(s[u.Offset : u.Offset+u.Len])
					if err != nil {
						t.Fatal(err)
					}
					b.WriteString(s[at:u.Offset] + fixed)
					at = u.Offset + u.Len
				}
				fixed := b.String() + s[at:]
				if fixed != s {
					changed++
				}
				after, err := kind.read(fixed)
				if err != nil || len(after) != len(before) {
					t.Fatalf("%q becomes %q: %q, %v, not %q", s, fixed, after, err, before)
				}
			}
			if changed < n/20 {
				t.Errorf("only %d of %d documents were fixed", changed, n)
			}
		})
	}
}
