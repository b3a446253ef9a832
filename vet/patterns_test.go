package vet

import (
	"html/template"
	"net/url"
	"strings"
	"testing"
)

// TestPatterns checks that each pattern that was wrong in nearly all of its public uses
// has a rule that finds it, and whether that rule is on.
func TestPatterns(t *testing.T) {
	for _, test := range []struct {
		code, rule string
		on         bool
	}{
		// In ten of ten.
		{`u.Path += url.PathEscape(name)`, "encoded-twice", true},
		{`q.Set("q", url.QueryEscape(name))`, "encoded-twice", true},
		{`u.User = url.UserPassword(url.QueryEscape(name), base)`, "encoded-twice", true},
		{`s, _ := url.QueryUnescape(r.URL.Query().Get("q"))`, "decoded-twice", true},
		{`s, _ := url.PathUnescape(r.PathValue("name"))`, "decoded-twice", true},
		{`s := "https://" + url.PathEscape(name)`, "wrong-encoder", true},
		{`http.Redirect(w, r, "/login?next=" + r.URL.Path, 302)`, "unescaped-request", true},
		{`mac.Write([]byte(r.URL.Path))`, "signed-decoded", false},
		// In eight to ten.
		{`s := base + "/" + url.QueryEscape(name)`, "wrong-encoder", true},
		{`s := base + "/search?q=" + url.PathEscape(name)`, "wrong-encoder", true},
		{`s := fmt.Sprintf("postgres://%s:%s@localhost/db", name, base)`, "unescaped-userinfo", true},
		{`r.URL.Path = strings.TrimPrefix(r.URL.Path, "/api")`, "stale-raw-path", false},
		// Views of a request.
		{`all := strings.Split(r.URL.Path, "/")`, "split-decoded-path", true},
		{`all := strings.Split(r.URL.RawQuery, "&")`, "split-raw-query", true},
		{`s := r.URL.Host`, "server-url-host", false},
		{`r.URL.Path = "/v2" + r.URL.Path`, "stale-raw-path", false},
		{`if strings.HasPrefix(r.URL.Path, "/public/") { http.Get("https://h.example" + r.RequestURI) }`, "forwarded-path", true},
		{`if strings.HasPrefix(r.URL.Path, "/public/") { http.Get("https://h.example" + r.URL.EscapedPath()) }`, "forwarded-path", true},
		{`http.Redirect(w, r, "/login?next=" + r.RequestURI, 302)`, "unescaped-request", true},
		{`http.Redirect(w, r, "/login?next=" + r.URL.String(), 302)`, "unescaped-request", true},
		// Re-aimed by a value of a request.
		{`http.Get(base + "/users/" + r.PathValue("id"))`, "unescaped-request", true},
		{`u = u.JoinPath("users", r.PathValue("id"))`, "unescaped-request", true},
		{`http.Get("https://h.example" + path.Join("/users", r.FormValue("id")))`, "unescaped-request", true},
		{`http.Get(fmt.Sprintf("https://h.example/users/%s", name))`, "unescaped-parameter", false},
		// Compared.
		{`ok := r.URL.Path == "/users/" + url.PathEscape(name)`, "compared-encodings", true},
		{`ok := strings.HasPrefix(r.FormValue("next"), url.QueryEscape(name))`, "compared-encodings", true},
		{`ok := "/a/" + url.PathEscape(name) == "/a/" + url.QueryEscape(base)`, "compared-encodings", true},
		// Signed, or read by another program.
		{`mac.Write([]byte("oauth_consumer_key" + q.Encode()))`, "signature-encoder", true},
		{`if u, err := url.Parse(name); err == nil && u.Hostname() != "127.0.0.1" { exec.Command("curl", "-s", name).Run() }`, "checked-elsewhere", false},
		// The router decides whether this is decoded; and what is right.
		{`s, _ := url.PathUnescape(vars(r)["id"])`, "", false},
		{`u = u.JoinPath("users", url.PathEscape(name))`, "dot-segment", true},
		{`s := base + "/?" + r.URL.RawQuery`, "", false},
		{`s := base + "/users/" + strings.ReplaceAll(url.QueryEscape(name), "+", "%20")`, "", false},
		{`template.Must(template.New("").Parse("<a href='/?q={{. | urlquery}}'>"))`, "", false},
		{`if u, err := url.Parse(name); err == nil && u.Hostname() != "127.0.0.1" { http.Get(name) }`, "", false},
		{`ok := url.PathEscape(name) == url.PathEscape(base)`, "", false},
		{`r.URL.Path, r.URL.RawPath = "/x", ""`, "", false},
	} {
		got := analyze(t, test.code)
		if test.rule == "" {
			for line := range strings.Lines(got) {
				if !strings.HasPrefix(line, "unescaped-parameter") {
					t.Errorf("%s: %s", test.code, line)
				}
			}
			continue
		}
		if !strings.Contains(got, test.rule+": ") {
			t.Errorf("%s: %s is missing:\n%s", test.code, test.rule, got)
		}
		on, err := choose("")
		if err != nil {
			t.Fatal(err)
		}
		if (on[test.rule] == enabled) != test.on {
			t.Errorf("%s is on: %v", test.rule, on[test.rule])
		}
	}
}

// TestNotTwice checks two uses that look as if they encoded twice, and do not: JoinPath
// takes text that is encoded, and html/template knows urlquery in a query.
func TestNotTwice(t *testing.T) {
	for _, name := range []string{"a b", "a/b", "100%", "%41", "%2F", "a?b", "a+b", "a;b", "é"} {
		u, err := url.Parse("https://h.example/base")
		if err != nil {
			t.Fatal(err)
		}
		escaped := strings.TrimPrefix(u.JoinPath("users", url.PathEscape(name)).String(), "https://h.example/base/users/")
		if got, err := url.PathUnescape(escaped); err != nil || got != name || strings.Contains(escaped, "/") {
			t.Errorf("JoinPath(PathEscape(%q)) is %s", name, escaped)
		}
		var page strings.Builder
		if err := template.Must(template.New("").Parse(`{{with .}}<a href="/?q={{. | urlquery}}">{{end}}`)).Execute(&page, name); err != nil {
			t.Fatal(err)
		}
		query := strings.TrimSuffix(strings.TrimPrefix(strings.ReplaceAll(page.String(), "&#43;", "+"), `<a href="/?q=`), `">`)
		if got, err := url.QueryUnescape(query); err != nil || got != name {
			t.Errorf("urlquery of %q is %s", name, query)
		}
	}
}

// TestChoose checks that each rule can be turned on and off by its name.
func TestChoose(t *testing.T) {
	for _, r := range Rules() {
		for name, want := range map[string]state{r.ID: enabled, "-" + r.ID: disabled, "all": enabled, "-all": disabled} {
			if on, err := choose(name); err != nil || on[r.ID] != want {
				t.Errorf("%s: %v, %v", name, on[r.ID], err)
			}
		}
	}
	if _, err := choose("no-such-rule"); err == nil {
		t.Error("no-such-rule is accepted")
	}
}
