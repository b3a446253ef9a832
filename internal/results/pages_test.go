package results_test

import (
	"bytes"
	"regexp"
	"strings"
	"testing"

	"github.com/pct-encoded/percent/internal/cli/term"
	"github.com/pct-encoded/percent/internal/operation"
	"github.com/pct-encoded/percent/internal/results"
	"github.com/pct-encoded/percent/internal/strictjson"
)

func init() { operation.AddFurther() }

// pages are calls, with pieces of their full pages: what a reader of the specification, or of
// the recording, expects to find there.
var pages = []struct {
	call, values string // a request, and values separated by spaces
	pieces       []string
}{
	{`{"operation":"compare"}`, "a%2Fb a/b", []string{"different\nfirst difference at byte 1\n  A  a%2Fb\n  B  a/b\n      ^\n", "B has slash-unescaped", "what to do: escape"}},
	{`{"operation":"compare"}`, "a+b a%20b", []string{"A has space-as-plus"}},
	{`{"operation":"compare"}`, "a%2fb a%2Fb", []string{"equivalent by rfc3986.6.2.2.1\n", "A has hex-case"}},
	{`{"operation":"compare"}`, "%C3%A9 %E9", []string{"B has wrong-charset", "windows-1252"}},
	{`{"operation":"compare"}`, "a a", []string{"identical\n"}},
	{`{"operation":"compare"}`, "a%2541 aA", []string{"A has double-encoding"}},
	{`{"operation":"compare"}`, "b=1&a=%C3%a9&c b=1&a=%c3%A9&c=", []string{`first difference at byte 7, parameter "a"`}},
	{`{"operation":"compare","format":"base-string"}`, "GET&http%3A%2F%2Fa.example%2F&a%3D1%2520 GET&http%3A%2F%2Fa.example%2F&a%3D1%2B", []string{`parameter "a"`, "B has space-as-plus"}},
	{`{"operation":"compare","list":true}`, "", []string{"rfc3986.6.2.2.3  ", "\nhex-case  "}},
	{`{"operation":"uri compare"}`, "HTTP://a.example:80/%7Ea http://a.example/~a", []string{"scheme      HTTP   http  equivalent by rfc3986.6.2.2.1\n", "port        80     none  equivalent by rfc3986.6.2.3\n", "path        /%7Ea  /~a   equivalent by rfc3986.6.2.2.2\n"}},
	{`{"operation":"uri compare"}`, "http://a.example/a http://a.example/b", []string{"first difference at byte 17, path\n"}},
	{`{"operation":"identify"}`, "a%20b", []string{"rules remain", "php.rawurlencode"}},
	{`{"operation":"identify","ruled_out":true}`, "a+b", []string{"whatwg.form"}},
	{`{"operation":"readers"}`, `http://a.example\@b.example/`, []string{"! host a.example  port 80  path /@b.example/\n", "  host b.example  port 80  path /\n", `reads "\" as`}},
	{`{"operation":"readers","of":["node.url"]}`, `http://A.example:80/../b`, []string{"host a.example  port 80  path /b\n"}},
	{`{"operation":"readers show"}`, `curl`, []string{"choices, in the order in which they take effect\n"}},
	{`{"operation":"readers split"}`, "curl node.url", []string{"curl@", "node.url@"}},
	{`{"operation":"readers list"}`, "", []string{"go.url@", "curl@"}},
	{`{"operation":"hops","arguments":["nginx:proxy_pass=/ > node:URL"]}`, "/a%2Fb", []string{"/a/b"}},
	{`{"operation":"hops","arguments":["nginx:proxy_pass=/ > node:URL"],"deny":"/admin"}`, "", []string{"/admin\n"}},
	{`{"operation":"hops show"}`, "nginx:proxy_pass=/", []string{"proxy_pass http://UPSTREAM/;", "steps, in order\n"}},
	{`{"operation":"hops diff","arguments":["go:http.ServeMux","nginx:proxy_pass=/"]}`, "//a", []string{"//a"}},
	{`{"operation":"readers diff"}`, "curl node.url", []string{"backslash"}},
	{`{"operation":"hops list"}`, "", []string{"nginx:proxy_pass"}},
	{`{"operation":"table"}`, "rfc3986 whatwg.form", []string{"rfc3986      %%%%%%%%%%%%%··% %%%%%%% %%%%·% %%%· ···\n", "whatwg.form  +%%%%%%%%%·%%··% %%%%%%% %%%%·% %%%% ···\n"}},
	{`{"operation":"table","all":true}`, "rfc3986", []string{"\n20     %20\n", "\nFF     %FF"}},
	{`{"operation":"table","csv":true}`, "whatwg.form", []string{"character,whatwg.form\n\" \",+\n!,%21\n\"\"\"\",%22\n"}},
	{`{"operation":"table","markdown":true}`, "whatwg.form", []string{"| `+` |\n", "| `\\|` | `%7C` |\n"}},
	{`{"operation":"dialects diff"}`, "rfc3986 whatwg.form", []string{"A  is written as %20\n", "B  is written as '+'\n", "B  [*\\-.0-9A-Z_a-z]\n"}},
	{`{"operation":"dialects show"}`, "whatwg.form", []string{"whatwg.form\n"}},
	{`{"operation":"dialects show"}`, "php.rawurlencode", []string{"rawurlencode($s)"}},
	{`{"operation":"dialects history"}`, "php.rawurlencode", []string{"released   5.3.0 on 2009-06-30\n", `"~" gives "~", before "%7E"`}},
	{`{"operation":"dialects list"}`, "", []string{"rfc3986", "whatwg.form"}},
	{`{"operation":"dialects list","implementations":true,"language":["Go"]}`, "", []string{"go.url.QueryEscape"}},
	{`{"operation":"set"}`, "unreserved|'/'", []string{"[\\-./0-9A-Z_a-z~]"}},
	{`{"operation":"set","list":true}`, "", []string{"unreserved"}},
	{`{"operation":"template variables"}`, "http://a.example{/x}{?q,r*}", []string{"x", "q", "r"}},
	{`{"operation":"extract"}`, "see-http://a.example/b.", []string{"http://a.example/b\n"}},
	{`{"operation":"uri parse"}`, "http://u@a.example:8080/b?c#d", []string{"userinfo   u\n", "port       8080\n", "query      c\n", "fragment   d\n"}},
	{`{"operation":"uri segments"}`, "http://a.example/a%2Fb/c;d", []string{"a/b\nc;d\n"}},
	{`{"operation":"url parse"}`, "http://a.example:80/../b?c", []string{"href      http://a.example/b?c\n", "origin    http://a.example\n", "search    ?c\n"}},
	{`{"operation":"url check"}`, "http://a.example:080/a|b", []string{"|"}},
	{`{"operation":"dataurl decode"}`, "data:text/plain;charset=utf-8,a%20b", []string{"a b"}},
	{`{"operation":"see"}`, "a~b", []string{"a~b\n", "a%7Eb\n"}},
	{`{"operation":"layers"}`, "a%252541", []string{"a%2541", "aA"}},
	{`{"operation":"explain"}`, "http://a.example/%2e%2e/?q=%zz", []string{"%2e", "%zz"}},
	{`{"operation":"lint"}`, "http://a.example/%2e%2e/b", []string{"dot-segment"}},
	{`{"operation":"lint","list":true}`, "", []string{"double-encoding"}},
	{`{"operation":"dsn check"}`, "postgres://u:p%zz@a.example/d", []string{"byte 14, in the password: % begins no escape"}},
	{`{"operation":"dsn see"}`, "postgres://u:p@a.example:5432/d", []string{"a.example", "5432"}},
}

var paint = regexp.MustCompile("\x1b\\[[0-9;]*m")

// run runs a request on values separated by spaces.
func run(t *testing.T, call, values string) results.Result {
	t.Helper()
	var r operation.Request
	if err := r.UnmarshalJSON([]byte(call)); err != nil {
		t.Fatal(err)
	}
	o, err := operation.Lookup(r.Operation)
	if err != nil {
		t.Fatal(err)
	}
	made, err := o.Run(&operation.Call{Request: &r, Values: strings.Fields(values)})
	if err != nil {
		t.Fatal(err)
	}
	return made
}

// TestPages: a page depends on nothing but the request, has what it should have, breaks its
// lines where it does without colours, and is not longer if it is brief.
func TestPages(t *testing.T) {
	for _, tt := range pages {
		t.Run(tt.call+" "+tt.values, func(t *testing.T) {
			made := [2]results.Result{run(t, tt.call, tt.values), run(t, tt.call, tt.values)}
			style := results.Style{Style: term.Style{Columns: 80}, Detail: results.Full}
			full := made[0].Page(style)
			if again := made[1].Page(style); again != full {
				t.Errorf("another page:\n%s", again)
			}
			if a, b := strictjson.Append(nil, made[0].JSON()), strictjson.Append(nil, made[1].JSON()); !bytes.Equal(a, b) {
				t.Errorf("other JSON:\n%s\n%s", a, b)
			}
			coloured := style
			coloured.Pen = true
			if plain := paint.ReplaceAllString(made[0].Page(coloured), ""); plain != full {
				t.Errorf("without its colours:\n%s", plain)
			}
			brief := style
			brief.Detail = results.Brief
			if b := made[0].Page(brief); strings.Count(b, "\n") > strings.Count(full, "\n") {
				t.Errorf("the brief page is longer:\n%s", b)
			}
			for _, piece := range tt.pieces {
				if !strings.Contains(full, piece) {
					t.Errorf("there is no %q in\n%.2000s", piece, full)
				}
			}
		})
	}
}

// TestVerdicts: what the exit status of a command says.
func TestVerdicts(t *testing.T) {
	for _, tt := range []struct {
		call, values string
		want         results.Verdict
	}{
		{`{"operation":"compare"}`, "a a", results.None},
		{`{"operation":"compare"}`, "a%2f a%2F", results.None},
		{`{"operation":"compare"}`, "a b", results.Found},
		{`{"operation":"dialects diff"}`, "rfc3986 rfc3986", results.None},
		{`{"operation":"dialects diff"}`, "rfc3986 whatwg.form", results.Found},
		{`{"operation":"identify"}`, "a%20b", results.None},
		{`{"operation":"lint"}`, "http://a.example/b", results.None},
		{`{"operation":"lint"}`, "http://a.example/%2e%2e/b", results.Found},
		{`{"operation":"readers diff"}`, "curl node.url", results.Found},
		{`{"operation":"readers"}`, `http://a.example\@b.example/`, results.Found},
		{`{"operation":"readers","of":["curl","go.url"]}`, "http://a.example/", results.None},
		{`{"operation":"dsn check"}`, "postgres://u:p%zz@a.example/d", results.Found},
		{`{"operation":"dsn check"}`, "postgres://u:p@a.example/d", results.None},
		{`{"operation":"hops","arguments":["nginx:proxy_pass=/ > node:URL"],"deny":"/admin"}`, "", results.Found},
	} {
		if got := run(t, tt.call, tt.values).(results.Judged).Judge(); got != tt.want {
			t.Errorf("%s %s: %d, not %d", tt.call, tt.values, got, tt.want)
		}
	}
}
