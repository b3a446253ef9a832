package main

import (
	"bytes"
	"fmt"
	"net/url"
	"os/exec"
	"strings"
	"testing"
)

// harmless are functions, right in what they send, of which a fix must not change that. In
// each, an encoder is for another place, or for a value that is encoded already or that is
// a query, a path or a URL as a whole.
const harmless = `package main

import (
	"net/http"
	"net/url"
	"strings"
)

type record struct{ value, other string }

type builder struct{}

func asQuery(s string) string { return url.QueryEscape(s) }

func link(v string) string { return "https://h.example/?q=" + url.PathEscape(v) }

func Exported(v string) string { return "https://h.example/?q=" + url.PathEscape(v) }

func (builder) link(v string) string { return "https://h.example/?q=" + url.PathEscape(v) }

func indirect(v string) string { return link2(v) }

func link2(v string) string { return "https://h.example/?q=" + url.PathEscape(v) }

func generic[T ~string](v T) string { return "https://h.example/?q=" + url.PathEscape(string(v)) }

func byValue(v string) string { return "https://h.example/?q=" + url.PathEscape(v) }

var called = byValue

func ofValues(v url.Values) string { return "https://h.example/?q=" + url.PathEscape(v.Get("q")) }

func assigned(r *http.Request) string { return "=" + url.PathEscape(r.FormValue("plus")) }

var all = map[string]func(s string, r *http.Request) string{
	// A space that is written as "+" before stays one.
	"slice": func(s string, r *http.Request) string {
		all := make([]string, 1)
		all[0] = asQuery(s)
		return "https://h.example/?q=" + url.PathEscape(all[len(all)-1])
	},
	"map": func(s string, r *http.Request) string {
		m := map[string]string{}
		m[s] = asQuery(s)
		return "https://h.example/?q=" + url.PathEscape(m[s])
	},
	"field": func(s string, r *http.Request) string {
		x := []record{{asQuery(s), ""}}
		return "https://h.example/?q=" + url.PathEscape(x[len(x)-1].value)
	},
	"closure": func(s string, r *http.Request) string {
		f := func(v string) string { return "https://h.example/?q=" + url.PathEscape(v) }
		return f(asQuery(s))
	},
	"channel": func(s string, r *http.Request) string {
		c := make(chan string, 1)
		c <- asQuery(s)
		return "https://h.example/?q=" + url.PathEscape(<-c)
	},
	"range": func(s string, r *http.Request) string {
		out := ""
		for _, v := range strings.Split(asQuery(s), "&") {
			out = "https://h.example/?q=" + url.PathEscape(v)
		}
		return out
	},
	"helper":           func(s string, r *http.Request) string { return link(asQuery(s)) },
	"exported helper":  func(s string, r *http.Request) string { return Exported(asQuery(s)) },
	"method":           func(s string, r *http.Request) string { return builder{}.link(asQuery(s)) },
	"helper of helper": func(s string, r *http.Request) string { return indirect(asQuery(s)) },
	"generic helper":   func(s string, r *http.Request) string { return generic(asQuery(s)) },
	"function value":   func(s string, r *http.Request) string { return called(asQuery(s)) },
	"header": func(s string, r *http.Request) string {
		r.Header.Set("X", asQuery(s))
		return "https://h.example/?q=" + url.PathEscape(r.Header.Get("X"))
	},
	"replaced": func(s string, r *http.Request) string {
		m := map[string]string{s: asQuery(s)}
		return "https://h.example/?q=" + strings.ReplaceAll(url.PathEscape(m[s]), "%20", "+")
	},

	"values that are changed": func(s string, r *http.Request) string {
		q := r.URL.Query()
		q.Set("q", asQuery(s))
		return "https://h.example/?q=" + url.PathEscape(q.Get("q"))
	},
	"form that is changed": func(s string, r *http.Request) string {
		r.ParseForm()
		r.Form.Set("q", asQuery(s))
		return "https://h.example/?q=" + r.Form.Get("q")
	},
	"entry that is changed": func(s string, r *http.Request) string {
		q := r.URL.Query()
		q["q"] = []string{asQuery(s)}
		return "https://h.example/?q=" + url.PathEscape(q["q"][0])
	},
	"value of a path that is changed": func(s string, r *http.Request) string {
		r.SetPathValue("q", asQuery(s))
		return "https://h.example/?q=" + url.PathEscape(r.PathValue("q"))
	},
	"values in a parameter": func(s string, r *http.Request) string { return ofValues(url.Values{"q": {asQuery(s)}}) },
	"spaces afterwards": func(s string, r *http.Request) string {
		link := "https://h.example/x/" + url.QueryEscape(s+"+")
		return strings.ReplaceAll(link, "+", "%20")
	},
	"helper in two places": func(s string, r *http.Request) string {
		return "https://h.example/x?q" + assigned(r) + " https://h.example/x;q" + assigned(r)
	},
	"closure in two places": func(s string, r *http.Request) string {
		f := func() string { return "=" + url.PathEscape(r.FormValue("plus")) }
		return "https://h.example/x;q" + f() + " https://h.example/x?q" + f()
	},

	"raw query":           func(s string, r *http.Request) string { return "https://h.example/?" + url.PathEscape(r.URL.RawQuery) },
	"raw query in a name": func(s string, r *http.Request) string { q := r.URL.RawQuery; return "/?" + url.PathEscape(q) },
	"raw query, replaced": func(s string, r *http.Request) string { return "/?" + strings.ReplaceAll(url.PathEscape(r.URL.RawQuery), "%20", "+") },
	"raw query behind a pair": func(s string, r *http.Request) string { return "https://h.example/?a=b&" + url.PathEscape(r.URL.RawQuery) },
	"values":              func(s string, r *http.Request) string { return "https://h.example/?" + url.PathEscape(url.Values{"q": {"x"}, "r": {"y"}}.Encode()) },
	"form":                func(s string, r *http.Request) string { r.ParseForm(); return "https://h.example/?" + url.PathEscape(r.Form.Encode()) },
	"query from a value":  func(s string, r *http.Request) string { return "https://h.example/?" + url.PathEscape(r.FormValue("whole")) },
	"query from a field":  func(s string, r *http.Request) string { x := record{other: "a=b&c=d"}; return "https://h.example/?" + url.PathEscape(x.other) },
	"a query of pairs":    func(s string, r *http.Request) string { return "https://h.example/?" + url.PathEscape("a=b&c=d") },
	"path":                func(s string, r *http.Request) string { return "https://h.example" + r.URL.EscapedPath() },
	"rest of a path":      func(s string, r *http.Request) string { return "https://h.example/x/" + r.PathValue("rest") },
	"path as a query":     func(s string, r *http.Request) string { return "https://h.example/?" + r.URL.Path },
}
`

const harmDriver = `package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"maps"
)

func main() {
	for _, name := range slices.Sorted(maps.Keys(all)) {
		r := httptest.NewRequest(http.MethodGet, "/a/b?q=x&whole=c%3Dd%26e%3Df&z=~&plus=1%2B1", nil)
		r.SetPathValue("rest", "a/b")
		fmt.Printf("%s: %q\n", name, all[name]("a b", r))
	}
}
`

// TestHarm runs functions before and after all fixes: what was right is as it was.
func TestHarm(t *testing.T) {
	module(t, map[string]string{"p.go": harmless, "driver.go": harmDriver})
	sent := func() string {
		cmd := exec.Command("go", "run", ".")
		var errs bytes.Buffer
		cmd.Stderr = &errs
		text, err := cmd.Output()
		if err != nil {
			t.Fatalf("%v\n%s", err, &errs)
		}
		return string(text)
	}
	before := sent()
	var out, errs bytes.Buffer
	if status := run([]string{"--fix", "--rules", "all"}, &out, &errs); status != statusFindings {
		t.Fatalf("status %d\n%s%s", status, &out, &errs)
	}
	after := strings.Split(sent(), "\n")
	for i, line := range strings.Split(before, "\n") {
		if after[i] != line {
			t.Errorf("%s\nis now\n%s", line, after[i])
		}
	}
	// They are reported, each where it is.
	for _, want := range []string{"escapes URL.RawQuery", "escapes url.Values.Encode", "url.PathEscape is not for a query"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no report has %q:\n%s", want, &out)
		}
	}
}

// TestPlain: a value that is known to be plain is fixed.
func TestPlain(t *testing.T) {
	const head = "package main\n\nimport (\n\t\"net/http\"\n\t\"net/url\"\n)\n\nvar _ = []any{http.Get, url.Parse}\n\nfunc main() { send(nil) }\n\n"
	for _, test := range []struct{ name, code, want string }{
		{"value of a request", `func send(r *http.Request) string { return "/?q=" + url.PathEscape(r.FormValue("q")) }`, "QueryEscape"},
		{"name in a query", `func send(r *http.Request) string { return "/?" + url.PathEscape(r.FormValue("q")) + "=1" }`, "QueryEscape"},
		{"constant", "func send(r *http.Request) string { return link(\"a&b\") }\n\nfunc link(s string) string { return \"/?q=\" + url.PathEscape(s) }", "QueryEscape"},
		{"parameter whose callers are known", "func send(r *http.Request) string { return link(r.FormValue(\"q\")) + link(\"x\") }\n\nfunc link(s string) string { return \"/?q=\" + url.PathEscape(s) }", "QueryEscape"},
		{"parameter of parameter", "func send(r *http.Request) string { return one(r.FormValue(\"q\")) }\n\nfunc one(s string) string { return two(s, 1) }\n\nfunc two(s string, n int) string {\n\tif n == 0 {\n\t\treturn two(s, n+1)\n\t}\n\treturn \"/?q=\" + url.PathEscape(s)\n}", "QueryEscape"},
		{"a segment, decoded", "func send(r *http.Request) string {\n\ts, _ := url.PathUnescape(r.URL.EscapedPath()[1:])\n\treturn \"/?q=\" + url.PathEscape(s)\n}", "QueryEscape"},
		{"parameter that may be anything, in a path", "func send(r *http.Request) string { return Link(\"x\") }\n\nfunc Link(s string) string { return \"/x/\" + url.QueryEscape(s) }", "PathEscape"},

		{"one caller of two", "func send(r *http.Request) string { return link(r.FormValue(\"q\")) + link(r.Host) }\n\nfunc link(s string) string { return \"/?q=\" + url.PathEscape(s) }", ""},
		{"no caller", "func send(r *http.Request) string { return \"\" }\n\nfunc link(s string) string { return \"/?q=\" + url.PathEscape(s) }", ""},
		{"decoded twice", "func send(r *http.Request) string {\n\ts, _ := url.QueryUnescape(r.Host)\n\treturn \"/x/\" + url.QueryEscape(s)\n}", ""},
		{"unknown, in a path", `func send(r *http.Request) string { return "/x/" + url.QueryEscape(r.Host) }`, ""},
		{"whole path in a field", "func send(r *http.Request) string {\n\tu := &url.URL{}\n\tu.Path = \"/users/\" + url.PathEscape(r.FormValue(\"q\"))\n\treturn u.String()\n}", ""},
		{"another encoder in a field", "func send(r *http.Request) string {\n\tu := *r.URL\n\tu.Path += \"/\" + url.QueryEscape(r.FormValue(\"q\"))\n\treturn u.String()\n}", ""},
		{"whole query in a field", "func send(r *http.Request) string {\n\tu := *r.URL\n\tu.RawQuery = url.QueryEscape(r.URL.RawQuery)\n\treturn u.String()\n}", ""},
		{"value of a query in a field", "func send(r *http.Request) string {\n\tu := *r.URL\n\tu.RawQuery = \"q=\" + url.PathEscape(r.FormValue(\"q\"))\n\treturn u.String()\n}", "QueryEscape"},
		{"whole URL as a value", `func send(r *http.Request) string { return "/?to=" + url.PathEscape(r.URL.String()) }`, ""},
		{"header as a value", `func send(r *http.Request) string { return "/?to=" + url.PathEscape(r.Referer()) }`, ""},
		{"part of a path in a field", "func send(r *http.Request) string { return (&url.URL{Path: url.PathEscape(r.FormValue(\"q\"))}).String() }", ""},
	} {
		t.Run("name="+test.name, func(t *testing.T) {
			module(t, map[string]string{"p.go": head + test.code + "\n"})
			var out, errs bytes.Buffer
			run([]string{"--json"}, &out, &errs)
			found := out.String()
			if !strings.Contains(found, `"rule":`) || strings.Contains(found, `"fix":`) != (test.want != "") || !strings.Contains(found, fmt.Sprintf("%q:%q", "text", test.want)) && test.want != "" {
				t.Errorf("%s\n%s%s", test.code, found, &errs)
			}
		})
	}
}

// TestJoinPath: what the guide says of JoinPath with escapes.
func TestJoinPath(t *testing.T) {
	for name, want := range map[string]string{
		"../x":    "https://h.example/users/..%2Fx",
		"a/b":     "https://h.example/users/a%2Fb",
		"%2e%2e":  "https://h.example/users/%252e%252e",
		"a b":     "https://h.example/users/a%20b",
		"..":      "https://h.example/",
		"...":     "https://h.example/users/...",
		"a/../..": "https://h.example/users/a%2F..%2F..",
	} {
		u := &url.URL{Scheme: "https", Host: "h.example", Path: "/"}
		if got := u.JoinPath("users", url.PathEscape(name)).String(); got != want {
			t.Errorf("%q: %s, want %s", name, got, want)
		}
	}
}
