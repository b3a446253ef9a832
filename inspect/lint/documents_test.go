package lint

import (
	"bufio"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"go/parser"
	"go/token"
	"math/rand/v2"
	"net/http"
	"net/mail"
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
		{"a.yml", "on: push\njobs:\n  a: curl https://h/${{ b.c }}/d\n", nil},
		{"a.tsx", "import x from 'y'\nconst a = <a href={b} title={`https://h/${c}`}/>", nil},
		{"Dockerfile", "RUN curl https://h/${A}/b\n", nil},
		{"a.service", "[Service]\nExecStart=a https://h/%i?%%zz", []string{"malformed-escape"}},
		{"a.ini", "[a]\nb=https://h/%(c)s", nil},
		{"a.bib", "@misc{a,\n url = {https://h/a{\\_}b},\n}\n", nil},
		{"a.yaml", "a: http://h/a|b # http://h/%zz\n- http://h/a|b # c\n", []string{"illegal-character", "malformed-escape", "illegal-character"}},
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

// TestNamesStay: RDF compares the names of resources as they are written, and no other.
func TestNamesStay(t *testing.T) {
	text := "@prefix a: <http://h/> .\n<http://h/日本> a:b <http://h/%c3%a9> . # http://h/%c3%a9\n"
	var places []bool
	for u := range document.Detect("", text).URLs(text) {
		list, err := Linter{}.For(u).Lint(text[u.Offset : u.Offset+u.Len])
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range list {
			places = append(places, f.Mechanical)
		}
	}
	if !slices.Equal(places, []bool{false, false, true}) {
		t.Errorf("mechanical: %v", places)
	}
}

// piecesOf are what documents of a grammar have, beside the pieces of all.
var piecesOf = map[string][]string{
	"json":       {`{"url":"`, `","`, `":"`, `{"request":"GET `, ` HTTP\/1.1"`, `\"`, `\\`, `\ud83d\ude00`, `\ud83d`, "//", "/*"},
	"html":       {`<a href="`, `<a href='`, `<img srcset="`, ` 1x, `, `<p style="`, ` onclick="`, `<style>`, "</style>", "<?", "?>", "<!", "[", "]>", `<loc>`, "</loc>", "<script>", "&quot;", "&#x2f;", "&ltx", "/>", ` data-x="`, `<meta content="0;url=`},
	"w3c":        {"#Fields: cs-uri-stem x cs-uri-query cs(Referer)\n", "#Fields: cs-uri-query cs-uri-stem\n", "/a x b ", " - ", "-\t"},
	"http":       {"* a\n", "> GET /", "< Location: ", "\n< \n", "GET /", " HTTP/1.1\r\n", "Location: ", "Cookie: a=", "http%3A%2F%2Fh", "; ", "Link: <", ">; rel=", "\r\n\r\n", "a=b&c="},
	"log":        {`"GET /`, ` HTTP/1.1" 200 1 "`, `" "`, "\\x", "\\t", "- - [", "] ", "TCP_MISS/200 1 GET "},
	"mail":       {"List-Unsubscribe: <", ">,\r\n <mailto:", "From: a\n", "Subject: =?utf-8?q?", "?=", " =?", "\n\n", "\r\n\r\n", "Content-Type: text/html\n", "Content-Type: message/rfc822\n\n", "Content-Transfer-Encoding: base64\n\n", "--x--\n", "=\r\n", "=\n", "PGEgaHJlZj0i", "aHR0cDovL2gvP2EmYW1w", "\x1b$B", "\x1b(B"},
	"markdown":   {"[a](", "](<", ">)", "![", "]: ", "[a]: ", "```\n", "~~~", "**", "_", "\\(", "\\)", "<http://h/", "[^1]: "},
	"yaml":       {"a: ", "url: ", `: "`, ": '", "- ", "\n  ", "|\n  ", ">-\n    ", " #", "{", "}", "[", "\\\n  ", "\n\n", "? ", "&a ", "*a", "---\n", "!!str ", "|2+\n"},
	"toml":       {"a = ", `url = "`, " = '", `"""`, "'''", "\\\n  ", "[a]\n", "[[b]]\n", " # ", "{ a = ", "\\U0001F600", `\"`},
	"list":       {"#EXTM3U\n", `#EXT-X-KEY:URI="`, `",`, "#EXTINF:1,", "\na/b.ts\n"},
	"link":       {"[InternetShortcut]\n", "URL=", "Exec=a ", "%u", "Icon="},
	"calendar":   {"BEGIN:VCALENDAR\r\n", "URL:", "URL;X=y:", "DESCRIPTION:", "\r\n ", "\n\t", "\\,", "\\;", "\\n", "\\\\"},
	"ini":        {" ;", "url = http://h/", "[a]\n", "a = ", "a: ", "; ", " ; ", "%(a)s", "%n", "ExecStart="},
	"properties": {"a=", "a: ", "a\\ b ", "\\\n  ", "\\:", "\\=", "# ", "! ", "\\u00"},
	"csv":        {"a,", `,"`, `",`, `""`, ";", "\t", "|"},
	"css":        {"url( ", `url("`, "url('", "\")", "')", "@import ", "/*", "*/", "\\000026", "\\\n", "a{b:", "}"},
	"env":        {"A=", `A="`, "A='", "export ", " # ", "${B}", "$B", "\\$", "URL="},
	"cmd":        {`curl ^"`, `^"`, `^\^"`, "^&", "^\n", "^^", `"`, "%A%", "%%"},
	"powershell": {"Invoke-WebRequest -Uri ", "`\"", "``", "`&", "`n", "`\n", "@{", "@\"\n", "\n\"@", "$a"},
	"shell":      {"curl ", "$'", "$(", "${", "<<EOF\n", "EOF\n", "\\\n", `\"`, "\\'", " # ", "A=", "&&", ";"},
	"source":     {"package a\n", `r"`, `f"`, "b'", `@"`, "\"\"\"", "'''", "// ", "/*", "*/", `" + "`, `" "`, "\"\n\"", "${", "\\\n", "\\x", "a = "},
	"sql":        {"'''", "''", "\\", "INSERT INTO a VALUES ('", "', '", "\\'", "E'", "-- ", "/*"},
	"cdx":        {" CDX N b a\n", "h)/ 20200101000000 ", " text/html 200 ", ` {"url": "`, "dns:h"},
	"bibtex":     {"@misc{a,\n", "url = {", "},\n", `\url{`, `\href{`, "\\%", "\\_", "~", "$"},
	"turtle":     {"@prefix a: <", "> .\n", "<a#", `"\"\"`, "^^<", "\\u00e9", "a:b "},
	"text":       {"see ", "(", "www.", "https://", "[url]", "<http://h|", "mailto:", "\u00a0", "\u3000", "»"},
}

// A documentTest counts what random documents go through.
type documentTest struct {
	*testing.T
	found, changed map[string]int
}

// fix fixes the URLs in a document, and checks where they and their octets stand.
func (t *documentTest) fix(g *document.Grammar, s string) string {
	var b strings.Builder
	at := 0
	for u := range g.URLs(s) {
		lo, hi := u.Offset, u.Offset+u.Len
		if lo < at && (!u.Unsure || hi < at) || hi <= lo || hi > len(s) {
			t.Fatalf("%s: %q: %d to %d behind %d", g.Name(), s, lo, hi, at)
		}
		t.found[g.Name()]++
		text := u.Text(s[lo:hi])
		for i := range len(text.Text()) {
			begin, end := text.Start(i), text.End(i+1)
			if begin < 0 || end <= begin || end > hi-lo {
				t.Fatalf("%s: %q: byte %d of %q is at %d to %d", g.Name(), s, i, text.Text(), begin, end)
			}
			if its := s[lo:][begin:end]; u.Same(s[lo:hi]) && its != text.Text()[i:i+1] {
				t.Fatalf("%s: %q: byte %d of %q is %q", g.Name(), s, i, text.Text(), its)
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
		if lo < at && fixed != s[lo:hi] {
			t.Fatalf("%s: %q: %q is fixed, and stands in the URL before it", g.Name(), s, s[lo:hi])
		}
		b.WriteString(s[at:max(lo, at)] + fixed[max(at-lo, 0):])
		at = hi
	}
	return b.String() + s[at:]
}

// check checks a fix of a document, and reports whether there is one and another parser reads it.
func (t *documentTest) check(g *document.Grammar, s string) bool {
	// As results.Linting.Fix, which looks again at what it has made.
	fixed := t.fix(g.For(s), s)
	for passes := 1; ; passes++ {
		again := t.fix(g.For(fixed), fixed)
		if again == fixed {
			break
		}
		if passes == 8 {
			t.Fatalf("%s: %q becomes %q and that %q", g.Name(), s, fixed, again)
		}
		fixed = again
	}
	if fixed == s {
		return false
	}
	t.changed[g.Name()]++
	shape := shapes[g.Name()]
	if shape == nil {
		return false
	}
	before, err := shape(s)
	if err != nil {
		return false
	}
	if after, err := shape(fixed); err != nil || !reflect.DeepEqual(before, after) {
		t.Fatalf("%s: %q becomes %q: %v, %v, not %v", g.Name(), s, fixed, err, after, before)
	}
	return true
}

// shapes read a document with a parser that is not ours, and return what a fix must not change.
var shapes = map[string]func(s string) (any, error){
	"json": func(s string) (any, error) {
		var v any
		d := json.NewDecoder(strings.NewReader(s))
		d.UseNumber()
		err := d.Decode(&v)
		return shapeOf(v), err
	},
	"csv": func(s string) (any, error) {
		r := csv.NewReader(strings.NewReader(s))
		r.FieldsPerRecord = -1
		rows, err := r.ReadAll()
		var list []int
		for _, row := range rows {
			list = append(list, len(row))
		}
		return list, err
	},
	"yaml": func(s string) (any, error) {
		var v any
		err := yaml.Unmarshal([]byte(s), &v)
		return shapeOf(v), err
	},
	"toml": func(s string) (any, error) {
		var v map[string]any
		err := toml.Unmarshal([]byte(s), &v)
		return shapeOf(v), err
	},
	"http": func(s string) (any, error) {
		r, err := http.ReadRequest(bufio.NewReader(strings.NewReader(s)))
		if err != nil {
			return nil, err
		}
		var names []string
		for name, values := range r.Header {
			names = append(names, fmt.Sprint(name, len(values)))
		}
		slices.Sort(names)
		return append(names, r.Method), nil
	},
	"mail": func(s string) (any, error) {
		m, err := mail.ReadMessage(strings.NewReader(s))
		if err != nil {
			return nil, err
		}
		var names []string
		for name, values := range m.Header {
			names = append(names, fmt.Sprint(name, len(values)))
		}
		slices.Sort(names)
		return names, nil
	},
	"source": func(s string) (any, error) {
		f, err := parser.ParseFile(token.NewFileSet(), "", s, parser.ParseComments)
		if err != nil {
			return nil, err
		}
		return []int{len(f.Decls), len(f.Comments)}, nil
	},
}

// shapeOf returns v with its texts left out.
func shapeOf(v any) any {
	switch v := v.(type) {
	case string:
		return ""
	case []any:
		for i := range v {
			v[i] = shapeOf(v[i])
		}
	case map[any]any:
		return len(v)
	case map[string]any:
		var list []any
		for _, member := range v {
			list = append(list, fmt.Sprint(shapeOf(member)))
		}
		slices.SortFunc(list, func(a, b any) int { return strings.Compare(a.(string), b.(string)) })
		return list
	}
	return v
}

// framed puts a text where documents of a grammar that are well-formed have one.
func framed(r *rand.Rand, name, s string) string {
	frames := map[string][]string{
		"json":   {`{"a":"`, `"}`, `["b","`, `"]`, `{"url":"`, `"}`},
		"yaml":   {"a: ", "\n", `a: "`, "\"\n", "a: '", "'\n", "a: |\n  ", "\n", "- ", "\n", "url: ", "\nb: c\n", "[a, ", "]\n"},
		"toml":   {`a = "`, "\"\n", "a = '", "'\n", `a = """`, "\"\"\"\n", "a = '''", "'''\n", "# ", "\n"},
		"http":   {"GET /", " HTTP/1.1\r\nHost: h\r\n\r\n", "GET / HTTP/1.1\r\nLocation: ", "\r\n\r\n", "GET / HTTP/1.1\r\nCookie: a=", "\r\n\r\n"},
		"mail":   {"From: a\nSubject: ", "\n\n", "From: a\n\n", "\n"},
		"source": {"package a\n\nvar a = \"", "\"\n", "package a\n\nvar a = `", "`\n", "package a\n\n// ", "\n"},
	}[name]
	if frames == nil {
		return s
	}
	i := 2 * r.IntN(len(frames)/2)
	return frames[i] + s + frames[i+1]
}

// TestRandomDocuments: in documents of all grammars, made of what they have and what they do
// not, a URL stands where its offset says, a second fix changes nothing, and what another parser
// reads stays as it was but for URLs. Every night that is a million documents of each.
func TestRandomDocuments(t *testing.T) {
	n := growth.Number(300, 20_000, 1_000_000)
	common := []string{
		"http://h/", "https:\\/\\/h", "//", "\\/", "www.a.b", "mailto:a@b", "data:,a", "a", "b=c", "é", "日本", "。", " ", "\n", "\r\n", "\t", "\"", "'", "`", "<", ">", "<a href=", "</a>", "<!--", "-->", "<script>", "</script>",
		"<![CDATA[", "]]>", "&amp;", "&lt;", "&#34;", "&", "%", "%%", "%2e", "%zz", "%41", "|", "\\", "\\u0026", "\\u00e9", "\\x22", "\\n", "^", "=3D", "=\n", "=?utf-8?Q?a=3F?=", "=?utf-8?B?aHR0cDovL2g=?=", "aHR0cDovL2gv", "{", "}", "[", "]", "(", ")", "](", ",", ";", ":", ": ",
		"GET ", " HTTP/1.1", "#", "#Fields: cs-uri-stem cs-uri-query\n", "url(", "\\26 ", "\\_", "\"\"", "''", "Content-Type: multipart/mixed; boundary=x\n\n", "--x\n", "Content-Transfer-Encoding: base64\n\n", "Content-Transfer-Encoding: quoted-printable\n\n", "\x00", "\xff", "$", "uri\":\"/", "@", "..", "/",
		"\ufeff", "\u200b", "\x81B", "\xe9", "\\\\u0026", "\\\\/", "&amp;amp;", "%2526", "%5Cu0026", "[[http://h|", "*|A|*", "<%= a %>", "{{a}}", "?a=\\\"", "?a=\"\"", "POST \"/", "'''", "<<EOF\n", "\r\n ", "\r\n\t",
	}
	urls := []string{"http://h/a|b", "http://h/%zz", "http://h/a b", "http://h/?a=1&b=2", "http://h/%2e%2e/", "https:\\/\\/h\\/a|b", "http://u:p#w@h/", "http://h/é|"}
	d := &documentTest{t, map[string]int{}, map[string]int{}}
	for _, tt := range []struct{ file, text string }{ // found by longer runs, and the like
		{"", "..%41GET ]]><a href= HTTP/1.1<script>\\26 日本"},
		{"", `{"url":"http://h/<a https://h/a//"}`},
		{"", `{"url":"http://h/<a \/é|}"}`},
		{"a.yaml", "[a, GET >-\n    <a href=%%]\n"},
		{"a.yaml", "[a, b |\n    <a href=http://h/%zz]\n"},
		{"a.yaml", "url: http://h/%zz:GET |\n  http://h/%zz'|2+\n|\n  http://h/?a=1&b=2*a---\n\nb: c\n"},
		{"a.yaml", "- \"a: |\n   b\"\n- [c,\n  <a href=http://h/%zz]\n"},
		{"a.go", "package a\n\nvar a = \"/<a href=\" + \"<!http://u:p#w@h/\"\n"},
		{"a.py", "\"http://h/?a=1\"\n\"|http://u:p#w@h/\"\n"},
		{"a.go", "package a\n\n// \"http://h/%zz\\\n// \" \"b\n"},
		{"a.json", `{"url": "http://h/a|>http://u:p#w@h/ {"}`},
		{"a.go", "package a\n\nvar a = \"http://h/\" + \"%2ehttp://u:p#w@h/\"\n"},
		{"a.go", "package a\n\n// a\n/*\"\n\"https:\\/\\/h\\/a|,*/// \" + \"\n"},
		{"a.css", "url( %2e')<http://h/a|b#http://h/%zzurl('"},
		{"a.yaml", "a: b\":\"http://u:p#w@h/\\\n   #: \"c\n"},
		{"a.yaml", "a: b\":\"http://u:p#w@h/ #: \"c\n"},
		{"a.yaml", "[a, b - |\n  <a href=http://h/%zz]\n"},
		{"a.toml", "a = \"\"\"GET a\r\nhttp://h/%zz HTTP/1.1\"\"\"\n"},
		{"a.toml", `a = '''url = "http://u:p#w@h/\/""""http://u:p#w@h/http://h/%zz'''` + "\n"},
		{"a.toml", `a = """"\u0022http://h/a\u007cb" "http://h/%zz"""` + "\n"},
		{"a.txt", `"http://h/a\u007cb" "http://h/%zz`},
		{"a.csv", `"http://h/é|",http://h/%zz[http://h/é|`},
		{"a.txt", "www.%2ehttp://u:p#w@h/%2ea\n"},
		{"a.txt", `"http://h/a\u007cb" http://h/%zz"`},
		{"a.txt", `"http://h/a\x7cb" "www.h.i/a\u007cb" "http://h/%zz`},
	} {
		d.check(document.Detect(tt.file, tt.text), tt.text)
	}
	for _, name := range document.Names() {
		t.Run(name, func(t *testing.T) {
			d := &documentTest{t, d.found, d.changed}
			r := rand.New(rand.NewPCG(growth.Seed(t), 44))
			g, _ := document.Lookup(name)
			wellFormed := 0
			for range n {
				var b strings.Builder
				for range r.IntN(12) {
					from := [][]string{common, piecesOf[name], urls}[min(r.IntN(5)/2, 2)]
					b.WriteString(from[r.IntN(len(from))])
				}
				s := b.String()
				if r.IntN(2) == 0 {
					s = framed(r, name, s)
				}
				if d.check(g, s) {
					wellFormed++
				}
			}
			t.Logf("%d documents, %d URLs, %d documents fixed, %d of them well-formed", n, d.found[name], d.changed[name], wellFormed)
			if d.found[name] == 0 {
				t.Error("no URL was found")
			}
		})
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
