package lint

import (
	"go/ast"
	"go/constant"
	"go/parser"
	"go/token"
	"regexp"
	"strings"
	"testing"

	"github.com/pct-encoded/percent/inspect"
	"github.com/pct-encoded/percent/inspect/document"
	"github.com/pct-encoded/percent/internal/pct"
)

// messageExamples are texts for the messages that nothing in ruleExamples and
// attacks gets.
var messageExamples = []struct {
	kind inspect.Kind
	text string
}{
	{inspect.KindAuto, "redis://h:99999/"},
	{inspect.KindAuto, "http://good.example .evil.example/"},
	{inspect.KindAuto, "mid:abc%xyz@example.com"},
	{inspect.KindAuto, "https://h/%s/x"},
	{inspect.KindAuto, "http://h/a\tb"},
	{inspect.KindAuto, `C:\a\b`},
	{inspect.KindAuto, "/..//a.example/b"},
	{inspect.KindAuto, `http://h/?a\b`},
	{inspect.KindAuto, `http://h/?a=1\u0026b=2`},
	{inspect.KindAuto, "http://h/a\x01b"},
	{inspect.KindAuto, "mysql://u:p%x@h/"},
	{inspect.KindAuto, "http://h/%83%5C"},
	{inspect.KindAuto, "http://h/?info_hash=%a2%a1U7T%91%00%ff%fe%80%c1%01%02"},
	{inspect.KindAuto, "http://h/%25FF"},
	{inspect.KindAuto, "http://h/a%E"},
	{inspect.KindAuto, "http://h/a%"},
	{inspect.KindAuto, `http://192.0.2.1\@198.51.100.1/`},
	{inspect.KindAuto, "%" + strings.Repeat("25", 40)},
	{inspect.KindAuto, "http://h/%C2%85"},
	{inspect.KindAuto, "http://h/a%E3%81"},
	{inspect.KindValue, "a#b"},
	{inspect.KindValue, "a?b"},
	{inspect.KindAuto, "http://h/?q=a+b%20c"},
	{inspect.KindAuto, "http://h/<a>"},
	{inspect.KindAuto, "%68ttp://x/"},
	{inspect.KindAuto, "http://h/?a=%26lt%3B"},
	{inspect.KindAuto, "http://[fe80::1%25eth0]/"},
	{inspect.KindAuto, "http://h/?next=%2F%5Cevil.example"},
	{inspect.KindAuto, "data:image/svg+xml,<svg fill='#fff'/>"},
	{inspect.KindAuto, "data:text/plain"},
	{inspect.KindAuto, "data:png;base64,YQ=="},
	{inspect.KindAuto, "data:image/svg+xml;utf8,a"},
	{inspect.KindAuto, "data:text/plain;base64;charset=utf-8,YQ=="},
	{inspect.KindAuto, "file:///C#/a"},
	{inspect.KindAuto, "file://~/a"},
	{inspect.KindAuto, "http://xn--a.é/"},
	{inspect.KindAuto, "http://https://h/"},
	{inspect.KindAuto, "mailto://me@example.com"},
	{inspect.KindAuto, "mailto:a@example.com;b@example.com?body=a%0Ab"},
	{inspect.KindAuto, "mailto:a@example.com&subject=b"},
	{inspect.KindAuto, "mailto:a@example.com?subject=Order+status"},
	{inspect.KindAuto, "http://h/?model=3D60"},
	{inspect.KindAuto, "https//h/a"},
	{inspect.KindAuto, "redis://h:80a/"},
	{inspect.KindAuto, "htp://h/a"},
	{inspect.KindAuto, "http://h/?next=//evil.example"},
	{inspect.KindAuto, "http://h/?u=javascript:alert(1)"},
	{inspect.KindAuto, "mailto:a@example.com?subject=a&b"},
	{inspect.KindAuto, "tel:+1 555 0100"},
	{inspect.KindAuto, "ssh://git@h:org/repo.git"},
	{inspect.KindAuto, "http://h/?a=1?b=2"},
	{inspect.KindAuto, "http://h/a&b=2"},
	{inspect.KindAuto, "http://h/#a?utm_source=b"},
}

// verbs are those of package fmt that messages have.
var verbs = regexp.MustCompile(`%[sqdv]`)

// TestEveryMessage: each message is said of some text.
func TestEveryMessage(t *testing.T) {
	said := map[rule][]string{}
	look := func(kind inspect.Kind, text string) {
		found, err := Linter{}.In(kind).Lint(text)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range found {
			r, _ := lookupRule(f.Rule)
			said[r] = append(said[r], f.Message+"; "+f.Fix)
		}
	}
	for _, e := range ruleExamples {
		look(e.in, e.bad)
	}
	for _, a := range attacks {
		look(inspect.KindAuto, a.text)
	}
	for _, e := range messageExamples {
		look(e.kind, e.text)
	}
	for _, f := range (Linter{}).For(document.URL{Place: document.Attribute}).look("?a=1&copy") {
		said[htmlEntity] = append(said[htmlEntity], f.Message+"; "+f.Fix)
	}
	for _, f := range (Linter{}).For(document.URL{Place: document.Content, XML: true}).look("http://h/?a=1&b=2") {
		said[reservedUnescaped] = append(said[reservedUnescaped], f.Message+"; "+f.Fix)
	}
	// The command and explain say the same of such an end.
	if isMalformedEnd.text != "the text "+pct.CutOff("%") || isCutOff.text != "the text "+pct.CutOff("%2") {
		t.Errorf("%q, %q", isMalformedEnd.text, isCutOff.text)
	}
	for _, m := range messages(t) {
		form := regexp.MustCompile("^" + verbs.ReplaceAllString(regexp.QuoteMeta(m.text+"; "+m.toDo()), ".+") + "$")
		ok := false
		for _, text := range said[m.rule] {
			ok = ok || form.MatchString(text)
		}
		if !ok {
			t.Errorf("%s: %q is never said", rules[m.rule].ID, m.text)
		}
	}
}

// messages returns all messages, as the source has them.
func messages(t *testing.T) (list []*message) {
	literals := func(file string, of func(ast.Node) bool) {
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(f, of)
	}
	text := func(e ast.Expr) string {
		if name, ok := e.(*ast.Ident); ok && name.Name == "mappedText" {
			return mappedText
		}
		l := e.(*ast.BasicLit)
		return constant.StringVal(constant.MakeFromLiteral(l.Value, l.Kind, 0))
	}
	ids := map[string]string{}
	literals("rules.go", func(n ast.Node) bool {
		if row, ok := n.(*ast.KeyValueExpr); ok {
			name, named := row.Key.(*ast.Ident)
			value, valued := row.Value.(*ast.CompositeLit)
			if named && valued && len(value.Elts) > 0 {
				if id, ok := value.Elts[0].(*ast.BasicLit); ok {
					ids[name.Name] = text(id)
				}
			}
		}
		return true
	})
	literals("messages.go", func(n ast.Node) bool {
		l, ok := n.(*ast.CompositeLit)
		if !ok || l.Type.(*ast.Ident).Name != "message" {
			return true
		}
		r, ok := lookupRule(ids[l.Elts[0].(*ast.Ident).Name])
		if !ok {
			t.Fatalf("no rule %v", l.Elts[0])
		}
		list = append(list, &message{r, text(l.Elts[1]), text(l.Elts[2])})
		return true
	})
	if len(list) == 0 {
		t.Fatal("no messages")
	}
	return list
}
