package lint

import (
	"encoding/xml"
	"errors"
	"html"
	"io"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	nethtml "golang.org/x/net/html"

	"github.com/pct-encoded/percent/inspect/document"
	"github.com/pct-encoded/percent/inspect/internal/text"
	"github.com/pct-encoded/percent/internal/growth"
)

// fixAll makes the fixes in the URLs of s.
func fixAll(t testing.TB, s string) string {
	var b strings.Builder
	at := 0
	for u := range document.Detect("", s).URLs(s) {
		fixed, left, err := Linter{}.For(u).Fix(s[u.Offset : u.Offset+u.Len])
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range left {
			if f.Offset < 0 || f.Len <= 0 || f.Offset+f.Len > len(fixed) || f.Mechanical && fixed[f.Offset:f.Offset+f.Len] != f.Replacement {
				t.Fatalf("%q in %d: %+v in %q", s, u.Place, f, fixed)
			}
		}
		b.WriteString(s[at:u.Offset] + fixed)
		at = u.Offset + u.Len
	}
	return b.String() + s[at:]
}

// TestMarkup: what a parser of HTML or XML reads is what is linted, and what a fix
// writes there is read as what was meant.
func TestMarkup(t *testing.T) {
	for _, tt := range []struct {
		name, in, fixed string
		rules           []string
	}{
		{"attribute", `<a href="http://h/?x=1&amp;copy">`, `<a href="http://h/?x=1&amp;copy">`, nil},
		{"sitemap", `<loc>http://h/?a=1&amp;b=2</loc>`, `<loc>http://h/?a=1&amp;b=2</loc>`, nil},
		{"text before an end tag", `http://h/?a=1&amp;b=2</p>`, `http://h/?a=1&amp;b=2</p>`, nil},
		{"attribute alone on its line", ` href="http://h/?a=1&amp;b=2"`, ` href="http://h/?a=1&amp;b=2"`, nil},
		{"escaped twice", `<a href="http://h/?x=1&amp;amp;copy">`, `<a href="http://h/?x=1&amp;copy">`, []string{"html-entity"}},
		{"other fixes", `<loc>http://h/a|b?x=1&amp;y=é</loc>`, `<loc>http://h/a%7Cb?x=1&amp;y=%C3%A9</loc>`, []string{"illegal-character", "unescaped-non-ascii"}},
		{"a character by its name", `<a href="/caf&eacute;">`, `<a href="/caf%C3%A9">`, []string{"unescaped-non-ascii"}},
		{"no semicolon", `<a href="/?a=1&copy">`, `<a href="/?a=1&copy">`, []string{"unescaped-non-ascii", "html-entity"}},
		{"no semicolon before =", `<a href="/?a=1&copy=2">`, `<a href="/?a=1&copy=2">`, nil},
		{"a fix would make a reference", `<a href="/?a=1&%63opy">`, `<a href="/?a=1&%63opy">`, []string{"escaped-unreserved"}},
		{"hidden by a reference", `<a href="java&Tab;script:alert(1)">`, `<a href="java&Tab;script:alert(1)">`, []string{"hidden-scheme", "control-character"}},
		{"letters by reference", `<a href="&#106;avascript:alert(1)">`, `<a href="&#106;avascript:alert(1)">`, []string{"hidden-scheme"}},
		{"quotation mark by reference", `<b onclick="f(&quot;http://h/?a&amp;b&quot;)">`, `<b onclick="f(&quot;http://h/?a&amp;b&quot;)">`, nil},
		{"space around it", `<a href=" http://h/ ">`, `<a href=" http://h/ ">`, nil},
		{"a list", `<a ping="http://h/a http://h/b">`, `<a ping="http://h/a http://h/b">`, nil},
		{"no attribute of that element", `<x data="hello world" action="a b"/>`, `<x data="hello world" action="a b"/>`, nil},
		{"namespace", `<x xmlns="http://h/%7Eme"/>`, `<x xmlns="http://h/%7Eme"/>`, nil},
		{"comment", `<!-- http://h/a%2D-> -->`, `<!-- http://h/a%2D-> -->`, []string{"escaped-unreserved"}},
		{"comment that ends at once", `<!--><a href="/%7E?a&amp;b"></a><!---><loc>http://h/%7E</loc>`, `<!--><a href="/~?a&amp;b"></a><!---><loc>http://h/~</loc>`, []string{"escaped-unreserved", "escaped-unreserved"}},
		{"comment that ends in --!>", `<!-- a --!><a href="/%7E">`, `<!-- a --!><a href="/~">`, []string{"escaped-unreserved"}},
		{"comment that ends behind a URL", `<!--http://h/%7E--><a href="/%7E">`, `<!--http://h/%7E--><a href="/~">`, []string{"escaped-unreserved", "escaped-unreserved"}},
		{"backslash at the end of a value", `<p title="http://h/a\">`, `<p title="http://h/a\">`, []string{"backslash"}},
		{
			"template", `<a href="<?= url() ?>"><a href="{% x 'y' %}">`, `<a href="<?= url() ?>"><a href="{% x 'y' %}">`,
			[]string{"placeholder", "placeholder"},
		},
		{"feed", `<d>&lt;a href="http://h/?x=1&amp;amp;copy"&gt;</d>`, `<d>&lt;a href="http://h/?x=1&amp;amp;copy"&gt;</d>`, nil},
		{"script", `<script>u = "http://h/?a=1&amp;b"</script>`, `<script>u = "http://h/?a=1&amp;b"</script>`, []string{"html-entity"}},
		{"behind a script", `<script>u</script> http://h/?a=1&amp;b`, `<script>u</script> http://h/?a=1&amp;b`, nil},
		{"element of KML", `<Style><href>http://h/?a=1&amp;b</href></Style>`, `<Style><href>http://h/?a=1&amp;b</href></Style>`, nil},
		{"log", `"GET /?a=1&amp;b HTTP/1.1" 200`, `"GET /?a=1&amp;b HTTP/1.1" 200`, []string{"html-entity"}},
		{"address in angle brackets", `<http://h/?a=1&amp;b> <me@h>`, `<http://h/?a=1&amp;b> <me@h>`, []string{"html-entity"}},
		{"JSON", `{"u":"http://h/?a=1\u0026b"}`, `{"u":"http://h/?a=1\u0026b"}`, nil},
		{"HTML in JSON", `{"u":"<a href='/a?\"b\"c|d'>"}`, `{"u":"<a href='/a?%22b%22c%7Cd'>"}`, []string{"illegal-character", "illegal-character", "illegal-character"}},
		{"markup behind what looks like an attribute", `src="%7E<script>x</script>"`, `src="%7E<script>x</script>"`, []string{"escaped-unreserved", "illegal-character", "illegal-character", "illegal-character", "illegal-character"}},
		{"markup in a request line", `<p>GET /%7E<br/> HTTP/1.1</p>`, `<p>GET /%7E<br/> HTTP/1.1</p>`, nil},
		{"request line", `GET /%7E<br/> HTTP/1.1`, `GET /~%3Cbr/%3E HTTP/1.1`, []string{"escaped-unreserved", "illegal-character", "illegal-character"}},
		{"full stop at the end", `http://h/%41%2E`, `http://h/A%2E`, []string{"escaped-alphanumeric", "escaped-unreserved"}},
		{"quoted", `f('http://h/a'|'b')`, `f('http://h/a'|'b')`, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := fixAll(t, tt.in); got != tt.fixed {
				t.Errorf("fixed: %s, want %s", got, tt.fixed)
			}
			var got []string
			for u := range document.Detect("", tt.in).URLs(tt.in) {
				found, err := Linter{}.For(u).Lint(tt.in[u.Offset : u.Offset+u.Len])
				if err != nil {
					t.Fatal(err)
				}
				got = append(got, ids(found)...)
			}
			if !slices.Equal(got, tt.rules) {
				t.Errorf("found %v, want %v", got, tt.rules)
			}
		})
	}
	// A URL alone keeps the rule.
	if fixed, _, _ := (Linter{}).Fix("http://h/?x=1&amp;b"); fixed != "http://h/?x=1&b" {
		t.Error(fixed)
	}
	// But no fix makes a reference, which the next one would remove.
	if fixed, _, _ := (Linter{}).Fix("http://h/?x=1&%63o%70y;"); strings.Contains(fixed, "%C2") {
		t.Error(fixed)
	}
}

// TestReferences compares Place.Reference with the parser of HTML that the Go team
// maintains, in text and in attributes.
func TestReferences(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	parts := []string{"&", "&", "amp", "copy", "lt", "not", "in", "notin", "eacute", "sup", "2", ";", ";", "=", "#", "x", "41", "150", "0", "000000000000", "a", " ", "é", "frac34", "GT"}
	for range 100_000 {
		var b strings.Builder
		for range 1 + r.IntN(7) {
			b.WriteString(parts[r.IntN(len(parts))])
		}
		s := b.String()
		z := nethtml.NewTokenizer(strings.NewReader(`<a b="` + s + `">` + s))
		z.Next()
		tag := z.Token()
		z.Next()
		content := z.Token()
		if got := read(s, document.Attribute).text; got != tag.Attr[0].Val {
			t.Fatalf("%q in an attribute: %q, not %q", s, got, tag.Attr[0].Val)
		}
		if got := read(s, document.Content).text; got != content.Data {
			t.Fatalf("%q in text: %q, not %q", s, got, content.Data)
		}
	}
}

// meaning decodes all that a fix may write in another way, so that texts which it may
// make of each other are the same.
func meaning(s string) string {
	if strings.HasPrefix(s, "onclick=") { // JavaScript
		s = strings.ReplaceAll(s, `\/`, "/")
	}
	for range 3 {
		s = named.ReplaceAllStringFunc(s, html.UnescapeString)
		s = unicodes.ReplaceAllString(s, "%$1")
		s = text.Decode(s)
	}
	return slashes.ReplaceAllString(strings.ToValidUTF8(s, "?"), "/")
}

var (
	named    = regexp.MustCompile(`&(#[0-9]+|#x[0-9a-fA-F]+|[A-Za-z0-9]+);`)
	unicodes = regexp.MustCompile(`%u00([0-9A-Fa-f]{2})`)
	slashes  = regexp.MustCompile(`//+`)
)

// readHTML returns what a parser of HTML makes of s: tags, attributes and texts.
func readHTML(s string) (list []string) {
	for z := nethtml.NewTokenizer(strings.NewReader(s)); z.Next() != nethtml.ErrorToken; {
		token := z.Token()
		list = append(list, token.Type.String()+" "+token.Data)
		for _, a := range token.Attr {
			list = append(list, a.Key+"="+a.Val)
		}
	}
	return list
}

// readXML does the same for XML.
func readXML(s string) (list []string, err error) {
	for d := xml.NewDecoder(strings.NewReader(s)); ; {
		token, err := d.RawToken()
		if errors.Is(err, io.EOF) {
			return list, nil
		}
		if err != nil {
			return list, err
		}
		switch token := token.(type) {
		case xml.StartElement:
			list = append(list, "tag "+token.Name.Local)
			for _, a := range token.Attr {
				list = append(list, a.Name.Local+"="+a.Value)
			}
		case xml.CharData:
			list = append(list, "text "+string(token))
		case xml.Comment:
			list = append(list, "comment "+string(token))
		}
	}
}

// documents makes documents for TestFixMarkup.
type documents struct {
	*rand.Rand
	xml bool
}

func (r documents) pick(list ...string) string { return list[r.IntN(len(list))] }

// url returns a URL that can stand between quote, or outside of them.
func (r documents) url(quote string) string {
	parts := []string{
		"a", "b=1", "&amp;", "&amp;", "&amp;amp;", "copy", "lt", "%63", "%6F", "%70", "%79", "/", "//", "?", "=", "&quot;", "&#39;", "&#x26;", "%41", "%2e", "..",
		"ü", "%c3%bc", "%", "%zz", "not", "%3B", ";", ")", "(", ",", "&amp;copy;", "&lt;", "&gt;", "-", "%2D", "]", "[", "{", "}", "|", "\\", "%26", "%2526", "%u0063",
		"#", "'", ".", "&#0000000000000106;", "&amp;lt;", "&#150;",
	}
	if !r.xml {
		parts = append(parts, "&uuml;", "&nbsp;", "&notit;", "&ampx", "&", "&copy", "&lt", "&copy=", "&%63opy", "&c%6fpy", "&#99", "&%6et;", "&g%74", "&not", "\"", "`")
	}
	var b strings.Builder
	b.WriteString(r.pick("http://h/?", "https://h/", "http://h/a?x=1&amp;", "/p?", "mailto:a@b?", "//h/", "http://&#104;/"))
	for range r.IntN(9) {
		if part := r.pick(parts...); quote == "" || !strings.Contains(part, quote) {
			b.WriteString(part)
		}
	}
	return b.String()
}

// part returns an element with URLs, or something else that has some.
func (r documents) part() string {
	q := r.pick(`"`, "'")
	u, v, w := r.url(q), r.url(q), r.url("")
	parts := []string{
		"<a" + r.pick(" ", "\n") + "href" + r.pick("=", " = ") + q + r.pick("", " ") + u + q + ">" + w + "</a>",
		"<loc>" + r.pick("", "\n") + w + r.pick("", "\n") + "</loc>",
		"<img src=" + q + u + q + " srcset=" + q + v + " 2x" + q + "/>",
		"<p title=" + q + "see " + u + ", or " + v + q + ">text " + w + "</p>",
		"<d>&lt;a href=" + q + strings.ReplaceAll(w, "&", "&amp;") + q + "&gt;</d>",
		"<d>&lt;a href=&quot;" + w + "&quot;&gt; &lt;" + w + "&gt;</d>",
		"<b onclick=" + q + "f(&quot;" + u + "&quot;)" + q + "/>",
		"GET " + w + " HTTP/1.1",
		"<a ping=" + q + u + " " + v + q + "/>",
		"<!-- " + strings.ReplaceAll(w, "--", "-") + " -->",
		"<style>a{b:url(" + strings.ReplaceAll(w, `\`, "") + ")}</style>",
		"<x data=" + q + "hello world" + q + "/>",
	}
	if r.xml {
		parts = append(parts, "<![CDATA["+strings.ReplaceAll(w, "]]", "")+" <a href=\"x\">]]>")
	} else {
		parts = append(parts, "<script>"+strings.ReplaceAll("u = "+q+u+q+"; if (a<b && c>d) f('<a href=\""+r.url(`"`)+"\">')", `\`, "")+"</script>")
	}
	return r.pick(parts...)
}

// TestFixMarkup fixes random documents, whole and line by line: a parser must read the
// same elements, attributes and texts, but for what was fixed in URLs.
func TestFixMarkup(t *testing.T) {
	n := 3_000
	if growth.Long() {
		n *= 20
	}
	source, changed, wellFormed := rand.New(rand.NewPCG(1, 2)), 0, 0
	for range n {
		r := documents{source, source.IntN(2) == 0}
		s := "<r>"
		for range 1 + r.IntN(6) {
			s += r.part() + r.pick("", " ", "\n", "\n\t")
		}
		s += "</r>"
		read := func(s string) ([]string, error) { return readHTML(s), nil }
		if r.xml {
			read = readXML
		}
		before, err := read(s)
		if err != nil {
			continue
		}
		wellFormed++
		lines := strings.SplitAfter(s, "\n")
		for i := range lines {
			lines[i] = fixAll(t, lines[i])
		}
		for _, fixed := range []string{fixAll(t, s), strings.Join(lines, "")} {
			if fixed != s {
				changed++
			}
			after, err := read(fixed)
			if err != nil || len(after) != len(before) {
				t.Fatalf("%s\nbecomes\n%s\n%v", s, fixed, err)
			}
			for i := range before {
				same := meaning(before[i]) == meaning(after[i])
				if strings.HasPrefix(before[i], "comment ") || strings.HasPrefix(before[i], "data=") {
					same = before[i] == after[i]
				}
				if !same {
					t.Fatalf("%s\nbecomes\n%s\n%q\n%q", s, fixed, before[i], after[i])
				}
			}
		}
	}
	if wellFormed < n*9/10 || changed < n {
		t.Errorf("only %d of %d documents are well-formed, %d fixes", wellFormed, n, changed)
	}
}

// TestHostInText: nobody escapes the letters of a host, also where its scheme is left out.
func TestHostInText(t *testing.T) {
	for text, want := range map[string]string{"see www.例え.jp": "", "see www.a.jp/é": "é", "[a](www.例え.jp)": "", `<a href="www.例え.jp">`: "例え"} {
		got := ""
		for u := range document.Detect("a.md", text).URLs(text) {
			found, err := (Linter{}).For(u).Lint(text[u.Offset : u.Offset+u.Len])
			if err != nil {
				t.Fatal(err)
			}
			for _, f := range found {
				got += text[u.Offset+f.Offset:][:f.Len]
			}
		}
		if got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}
