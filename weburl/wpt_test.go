package weburl

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/pct-encoded/percent/charset"
	"github.com/pct-encoded/percent/internal/uts46"
)

// wpt reads a file of web-platform-tests, which a developer may have beside the
// repository, and leaves out what is not an object. Without it, the recordings in
// testdata say the same.
func wpt[T any](t *testing.T, name string) []T {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("../../shared/conformance/wpt", name))
	if err != nil {
		t.Skipf("the recordings only: %v", err)
	}
	var all []json.RawMessage
	if err := json.Unmarshal(data, &all); err != nil {
		t.Fatal(err)
	}
	var cases []T
	for _, raw := range all {
		if raw[0] != '{' {
			continue
		}
		var c T
		if err := json.Unmarshal(raw, &c); err != nil {
			t.Fatal(err)
		}
		cases = append(cases, c)
	}
	if len(cases) == 0 {
		t.Fatalf("%s has no cases", name)
	}
	return cases
}

// getters are JavaScript's getters by their names there.
var getters = map[string]func(URL) string{
	"href": URL.Href, "origin": URL.Origin, "protocol": URL.Protocol, "username": URL.Username,
	"password": URL.Password, "host": URL.Host, "hostname": URL.Hostname, "port": URL.Port,
	"pathname": URL.Pathname, "search": URL.Search, "hash": URL.Hash,
	"searchParams": func(u URL) string { return u.SearchParams().String() },
}

func TestWPTParse(t *testing.T) {
	for _, name := range []string{"urltestdata.json", "urltestdata-javascript-only.json"} {
		t.Run(name, func(t *testing.T) {
			cases := wpt[map[string]any](t, name)
			failures := 0
			for _, c := range cases {
				input := c["input"].(string)
				var p Parser
				baseFails := false
				if base, ok := c["base"].(string); ok {
					var err error
					if p.Base, err = Parse(base); err != nil {
						baseFails = true
					}
				}
				u, err := p.Parse(input)
				checkEntrances(t, p, input, u, err)
				if c["failure"] == true {
					failures++
					if err == nil && !baseFails {
						t.Errorf("%q, %q: %s, want an error", input, p.Base, u)
					}
					if c["base"] == nil && c["relativeTo"] == nil {
						for _, base := range []string{"mailto:a@example.com", "foo://h/x"} {
							if v, err := must(t, base).Parse(input); err == nil {
								t.Errorf("%q, %q: %s, want an error", input, base, v)
							}
						}
					}
					continue
				}
				if err != nil {
					t.Errorf("%q, %q: %v, want %s", input, p.Base, err, c["href"])
					continue
				}
				for name, get := range getters {
					if want, ok := c[name].(string); ok && get(u) != want {
						t.Errorf("%q, %q: %s is %q, want %q", input, p.Base, name, get(u), want)
					}
				}
			}
			t.Logf("%d cases, %d of them failures", len(cases), failures)
		})
	}
}

// checkEntrances checks that every way to parse gives the same, and laws that hold
// of all URLs.
func checkEntrances(t testing.TB, p Parser, input string, u URL, err error) {
	t.Helper()
	if got := p.CanParse(input); got != (err == nil) {
		t.Errorf("CanParse(%q), %q: %v; Parse: %v", input, p.Base, got, err)
	}
	var fatal string
	p.OnError = func(e ValidationError) { fatal = string(e.Name) }
	v, err2 := p.Parse(input)
	if v != u || fmt.Sprint(err2) != fmt.Sprint(err) {
		t.Errorf("%q, %q: with OnError %q, %v, without %q, %v", input, p.Base, v, err2, u, err)
	}
	if err == nil {
		checkURL(t, u)
	} else if fatal == "" {
		t.Errorf("%q, %q: no validation error reported before %v", input, p.Base, err)
	}
}

// checkURL checks what is true of every URL that was parsed.
func checkURL(t testing.TB, u URL) {
	t.Helper()
	v, err := Parse(u.Href())
	if err != nil || v != u {
		t.Errorf("parsing %q again: %q, %v: %+v, not %+v", u, v, err, v, u)
	}
	checkGetters(t, u)
}

// checkGetters checks that the getters fit together.
func checkGetters(t testing.TB, u URL) {
	t.Helper()
	if r := u.record(); true {
		v, _ := r.serialize("")
		if v != u {
			t.Errorf("%q taken apart and put together: %q, %+v, not %+v", u, v, v, u)
		}
	}
	if strings.TrimSuffix(u.Protocol(), ":") != u.Scheme() || u.Host() != u.Hostname() && u.Host() != u.Hostname()+":"+u.Port() {
		t.Errorf("%q: %q, %q; %q, %q, %q", u, u.Protocol(), u.Scheme(), u.Host(), u.Hostname(), u.Port())
	}
	var path strings.Builder
	for s := range u.Segments() {
		path.WriteString("/" + s)
	}
	if !u.OpaquePath() && path.String() != u.Pathname() {
		t.Errorf("%q: segments %q, path %q", u, path.String(), u.Pathname())
	}
	for i := range len(u.Href()) {
		if c := u.Href()[i]; c < ' ' || c > '~' {
			t.Errorf("%q has the byte %#x", u, c)
		}
	}
	if u.Clone() != u || u.Redacted() == "" {
		t.Errorf("%q: clone %q, redacted %q", u, u.Clone(), u.Redacted())
	}
}

func must(t testing.TB, s string) URL {
	t.Helper()
	u, err := Parse(s)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

// setters are JavaScript's setters by their names there.
var setters = map[string]func(URL, string) (URL, error){
	"href": URL.WithHref, "protocol": URL.WithProtocol, "username": URL.WithUsername, "password": URL.WithPassword,
	"host": URL.WithHost, "hostname": URL.WithHostname, "port": URL.WithPort, "pathname": URL.WithPathname,
	"search": URL.WithSearch, "hash": URL.WithHash,
}

func TestWPTSetters(t *testing.T) {
	data, err := os.ReadFile("../../shared/conformance/wpt/setters_tests.json")
	if err != nil {
		t.Skipf("the recordings only: %v", err)
	}
	var all map[string]json.RawMessage
	if err := json.Unmarshal(data, &all); err != nil {
		t.Fatal(err)
	}
	delete(all, "comment")
	count := 0
	for name, raw := range all {
		var cases []struct {
			Href, Comment string
			NewValue      string `json:"new_value"`
			Expected      map[string]string
		}
		if err := json.Unmarshal(raw, &cases); err != nil {
			t.Fatal(err)
		}
		for _, c := range cases {
			count++
			u, _ := setters[name](must(t, c.Href), c.NewValue)
			checkGetters(t, u)
			for getter, want := range c.Expected {
				if got := getters[getter](u); got != want {
					t.Errorf("%s.%s = %q: %s is %q, want %q (%s)", c.Href, name, c.NewValue, getter, got, want, c.Comment)
				}
			}
		}
	}
	if count == 0 {
		t.Error("no cases")
	}
	t.Logf("%d cases of %d setters", count, len(all))
}

// TestWPTHosts runs each host through the parser and through the setters, as the
// script of the tests does.
func TestWPTHosts(t *testing.T) {
	// newCharacter is valid since Unicode 18, as tr46 7.0.0 has it, too.
	const newCharacter = 0x3E8AC
	//percent:ignore escaped-by-hand the script of the tests does
	escape := strings.NewReplacer(":", "%3A", "/", "%2F", "?", "%3F", "#", "%23", `\`, "%5C")
	for _, name := range []string{"toascii.json", "IdnaTestV2.json", "IdnaTestV2-removed.json"} {
		t.Run(name, func(t *testing.T) {
			cases := wpt[struct {
				Comment, Input string
				Output         *string
			}](t, name)
			for _, c := range cases {
				if strings.ContainsRune(c.Input, newCharacter) {
					t.Logf("%q is not compared: these tests are from before Unicode 18, which added U+%X", c.Input, newCharacter)
					continue
				}
				if c.Input == "" {
					// An empty host never gets to the domain parser, as the script notes.
					if got, err := uts46.ToASCII(nil, "", 0); err != nil || string(got) != *c.Output {
						t.Errorf("the empty name: %q, %v", got, err)
					}
					continue
				}
				input := escape.Replace(c.Input)
				u, err := Parse("https://" + input + "/x")
				checkEntrances(t, Parser{}, "https://"+input+"/x", u, err)
				if (err == nil) != (c.Output != nil) || err == nil && (u.Hostname() != *c.Output || u.Href() != "https://"+*c.Output+"/x") {
					t.Errorf("%q: %s, %v; want %v (%s)", c.Input, u, err, c.Output, c.Comment)
				}
				want := "x"
				if c.Output != nil {
					want = *c.Output
				}
				for _, name := range []string{"host", "hostname"} {
					if u, err := setters[name](must(t, "https://x/x"), input); u.Hostname() != want {
						t.Errorf("%s = %q: %s, %v; want %s", name, c.Input, u, err, want)
					}
				}
			}
			t.Logf("%d cases", len(cases))
		})
	}
}

func TestWPTPercentEncoding(t *testing.T) {
	cases := wpt[struct {
		Input  string
		Output map[string]string
	}](t, "percent-encoding.json")
	count := 0
	for _, c := range cases {
		for label, want := range c.Output {
			count++
			cs, err := charset.Lookup(label)
			if err != nil {
				t.Fatal(err)
			}
			u, err := Parser{Charset: cs}.Parse("https://doesnotmatter.invalid/?" + c.Input + "#" + c.Input)
			if err != nil || u.Search() != "?"+want || u.Hash() != "#"+c.Output["utf-8"] {
				t.Errorf("%q in %s: %s, %v; want ?%s#%s", c.Input, label, u, err, want, c.Output["utf-8"])
			}
		}
	}
	t.Logf("%d cases in %d charsets each or fewer", len(cases), count)
}

// TestNoHiddenField fails when a field joins URL that comparing might not be meant
// to see.
func TestNoHiddenField(t *testing.T) {
	for i, typ := 0, reflect.TypeFor[URL](); i < typ.NumField(); i++ {
		switch typ.Field(i).Type.Kind() {
		case reflect.String, reflect.Uint64:
		default:
			t.Errorf("%s is a %s", typ.Field(i).Name, typ.Field(i).Type)
		}
	}
}
