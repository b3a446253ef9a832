package operation

import (
	"errors"
	"strings"
	"testing"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/results"
)

// conversions has a value for each row that converts, with its argument, and what becomes
// of it.
var conversions = map[string][3]string{
	"mailto parse":                {"", "mailto:a@b?subject=c%20d", `{"to":["a@b"],"headers":[{"name":"subject","value":"c d"}]}`},
	"fileurl parse":               {"", "file:///a%20b", `{"system":"posix","path":"/a b"}`},
	"purl parse":                  {"", "pkg:npm/%40a/b@1", `{"type":"npm","namespace":"@a","name":"b","version":"1"}`},
	"dsn parse":                   {"", "redis://u:p%40@h", `{"scheme":"redis","user":"u","password":"p@","hosts":[{"name":"h"}]}`},
	"did parse":                   {"", "did:web:a%3A1", `{"method":"web","parts":["a:1"],"url":"https://a:1/.well-known/did.json"}`},
	"coap parse":                  {"", "coap://h/a%2Fb", `{"scheme":"coap","host":"h","port":"5683","path":["a/b"]}`},
	"cpe parse":                   {"", "cpe:/a:foo:big%7emoney", `{"part":"a","vendor":"foo","product":"big\\~money"}`},
	"header ext-value parse":      {"", "UTF-8''%C3%BC", `{"charset":"UTF-8","value":"ü"}`},
	"header disposition parse":    {"", `attachment; filename="a"`, `{"type":"attachment","filename":"a","fallback":"a"}`},
	"header display-string parse": {"", `%"f%c3%bc"`, `{"value":"fü"}`},
	"header alpn parse":           {"", "h2, http%2F1.1", `{"protocols":["h2","http/1.1"]}`},
	"header alt-svc parse":        {"", `h3=":443"`, `{"alternatives":[{"protocol":"h3","authority":":443"}]}`},
	"header baggage parse":        {"", "k=%C3%BC", `{"members":[{"key":"k","value":"ü"}]}`},
	"header otel-resource parse":  {"", "a=b%2C", `{"attributes":[{"key":"a","value":"b,"}]}`},
	"fragment media parse":        {"", "track=%26", `{"pairs":[{"name":"track","value":"&"}]}`},
	"fragment text parse":         {"", ":~:text=a%2Db", `{"directives":[{"start":"a-b"}]}`},
	"fragment pointer parse":      {"", "/a~1b", `{"tokens":["a/b"]}`},
	"uri build":                   {"", `{"scheme":"http","host":"h","path":"/a%2Fb"}`, "http://h/a%2Fb"},
	"uri parse":                   {"", "a%2Fb", "path       a%2Fb  a/b\n"},
	"uri segments":                {"", "a%2Fb/", "a/b\n\n"},
	"dataurl encode":              {"", "a b", "data:,a%20b"},
	"dataurl decode":              {"", "data:,a%20b", "a b"},
	"template variables":          {"", "{a}{?b}", "a\nb\n"},
	"oauth1 header":               {"", `OAuth a="%20"`, "a  \" \"\n"},

	"robots match":                {"/*.gif$", "/a/b.gif", "true"},
	"robots normalize":            {"", "/%62", "/b"},
	"csp match":                   {"/a/", "/a/b", "true"},
	"safebrowsing canonical":      {"", "http://%31%36%38%2e1/a//b", "http://168.0.0.1/a/b"},
	"handler expand":              {"https://h/?u=%s", "a b", "https://h/?u=a%20b"},
	"cgi variables":               {"/x.cgi", "/x.cgi/a%20b?c+d", `{"script_name":"/x.cgi","path_info":"/a b","query_string":"c+d","arguments":["c","d"]}`},
	"formmail headers":            {"mailto:a@b", "subject=a+b", "mailto:a@b?subject=a%20b"},
	"formmail body":               {"mailto:a@b", "q=a+b", "mailto:a@b?body=q=a+b"},
	"formmail text":               {"mailto:a@b", "q=a", "mailto:a@b?body=q=a%0D%0A"},
	"xpath encode-for-uri":        {"", "a b/", "a%20b%2F"},
	"xpath decode-from-uri":       {"", "a+b%2F", "a+b/"},
	"xpath iri-to-uri":            {"", "/é b", "/%C3%A9%20b"},
	"xpath escape-html-uri":       {"", "/é b", "/%C3%A9 b"},
	"xpath escape-uri-attributes": {"", "/é b", "/%C3%A9 b"},
	"xpath iri-safe":              {"", "é/", "é%2F"},
	"did-web to-url":              {"", "did:web:a%3A1:b", "https://a:1/b/did.json"},
	"did-web from-url":            {"", "https://a:1/b/did.json", "did:web:a%3A1:b"},
	"xri to-iri":                  {"", "xri://@a*(b?c)", "xri://@a*(b%3Fc)"},
	"xri to-uri":                  {"", "xri://@é", "xri://@%C3%A9"},
	"leiri to-iri":                {"", "http://h/a b<é>", "http://h/a%20b%3Cé%3E"},
	"leiri to-uri":                {"", "http://h/a b<é>", "http://h/a%20b%3C%C3%A9%3E"},
}

// convert runs a row on a value, with an argument unless it is "".
func convert(t *testing.T, name string, r *Request, argument, value string) (results.Result, error) {
	t.Helper()
	o, err := Lookup(name)
	if err != nil {
		t.Fatal(err)
	}
	if argument != "" {
		r.Arguments = []string{argument}
	}
	if err := o.Check(r, Page); err != nil {
		return nil, err
	}
	return o.Run(&Call{Request: r, Values: []string{value}})
}

// TestConversions: every row that converts does what its name says, and a row that builds
// makes again what the one beside it parses.
func TestConversions(t *testing.T) {
	built := map[string]string{}
	for _, o := range All() {
		if !o.Converts {
			continue
		}
		t.Run(o.Name, func(t *testing.T) {
			c, ok := conversions[o.Name]
			if parsed, build := built[o.Name]; build {
				c, ok = [3]string{"", parsed, conversions[o.Name[:len(o.Name)-len("build")]+"parse"][1]}, true
			}
			if !ok {
				t.Fatal("there is no value to try it on")
			}
			r, err := convert(t, o.Name, &Request{}, c[0], c[1])
			if err != nil || r.Page(results.Style{}) != c[2] {
				t.Fatalf("%s, %v, want %s", r.Page(results.Style{}), err, c[2])
			}
			if name, parses := strings.CutSuffix(o.Name, "parse"); parses && name != "uri " {
				built[name+"build"] = c[2]
			}
		})
	}
}

// TestConversionsRefused: a malformed value has an error with its place and, with the
// policy keep, a result besides if it can be read any further.
func TestConversionsRefused(t *testing.T) {
	var syntax *percent.SyntaxError
	var bad *UsageError
	if r, err := convert(t, "mailto parse", &Request{}, "", "x"); r != nil || !errors.As(err, &syntax) {
		t.Errorf("%v, %v", r, err)
	}
	if r, err := convert(t, "fragment media parse", &Request{OnError: "keep"}, "", "a=%zz&b=c"); !errors.As(err, &syntax) || r.Page(results.Style{}) != `{"pairs":[{"name":"b","value":"c"}]}` {
		t.Errorf("%v, %v", r, err)
	}
	if r, err := convert(t, "header disposition parse", &Request{OnError: "keep"}, "", ""); r != nil || !errors.As(err, &syntax) {
		t.Errorf("%v, %v", r, err)
	}
	if _, err := convert(t, "purl parse", &Request{OnError: "keep"}, "", "x"); !errors.As(err, &bad) || bad.Choice != "on-error" {
		t.Errorf("%v", err)
	}
	if _, err := convert(t, "fileurl parse", &Request{System: "vms"}, "", "file:///a"); !errors.As(err, &bad) || bad.Choice != "system" {
		t.Errorf("%v", err)
	}
	if r, err := convert(t, "fileurl parse", &Request{System: "windows"}, "", "file:///C:/a"); err != nil || r.Page(results.Style{}) != `{"system":"windows","path":"C:\\a"}` {
		t.Errorf("%v, %v", r, err)
	}
	if _, err := convert(t, "robots match", &Request{}, "Disallow: /a", "/a"); !errors.As(err, &bad) || bad.Hint != "write the value alone: /a" {
		t.Errorf("%v", err)
	}
	if _, err := convert(t, "robots match", &Request{}, "User-agent: *", "/a"); !errors.As(err, &bad) {
		t.Errorf("%v", err)
	}
	for pattern, path := range map[string]string{"a": "/a", "/a": "http://h/a", "/a b": "/a"} {
		if r, err := convert(t, "robots match", &Request{}, pattern, path); err != nil || r.(results.Value).Hint == "" {
			t.Errorf("%q, %q: %v, %v", pattern, path, r, err)
		}
	}
	if _, err := convert(t, "robots match", &Request{}, "", "/a"); !errors.As(err, &bad) {
		t.Errorf("%v", err)
	}
}
