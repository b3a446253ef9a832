package proof

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/pct-encoded/percent/dialect"
	"github.com/pct-encoded/percent/form"
	"github.com/pct-encoded/percent/internal/recordings"
	"github.com/pct-encoded/percent/internal/wtf8"
	"github.com/pct-encoded/percent/weburl"
)

// A Claim is a recorded function that names a specification, or is defined by one, and
// what came of it.
type Claim struct {
	Function *recordings.Implementation // the newest that was recorded
	Spec     dialect.Citation
	// Failing is how many inputs it answers otherwise than the specification demands, of
	// Tried; Input is a shortest of them, Got and Want are quoted as in Go, or empty for
	// a failure.
	Failing, Tried   int
	Input, Got, Want string
}

// claimsFile is the file of folder interop that says which dialect of a specification
// functions name, a line each: ID and dialect, separated by a tab.
const claimsFile = "claims.txt"

// urlStandard is what [weburl] follows.
var urlStandard = dialect.Citation{Title: "URL Standard", Section: "4.4 and 6.1", URL: "https://url.spec.whatwg.org/#url-parsing", Date: "2026-10"}

// valueOfForm stands in claims.txt for the parser of forms on one value, which may hold
// an "&".
const valueOfForm = "form.value"

var formParser = dialect.Citation{Title: "URL Standard", Section: "5.1", URL: "https://url.spec.whatwg.org/#urlencoded-parsing", Date: "2026-10"}

// errRefused is the failure of an oracle.
var errRefused = errors.New("refused")

// inURL are the calls of the URL Standard's API that were recorded, and what the Standard
// answers.
var inURL = map[string]func(s string) (string, error){
	"u.pathname='/x'+s+'x' (http), between":                set("http://h/", weburl.URL.WithPathname, weburl.URL.Pathname, "/x", "x"),
	"u.search='?x'+s+'x' (http, special-query), between":   set("http://h/", weburl.URL.WithSearch, weburl.URL.Search, "?x", "x"),
	"u.search='?x'+s+'x' (http), between":                  set("http://h/", weburl.URL.WithSearch, weburl.URL.Search, "?x", "x"),
	"u.search='?x'+s+'x' (foo:, query), between":           set("foo://h/", weburl.URL.WithSearch, weburl.URL.Search, "?x", "x"),
	"u.search='?x'+s+'x' (foo:), between":                  set("foo://h/", weburl.URL.WithSearch, weburl.URL.Search, "?x", "x"),
	"u.hash='#x'+s+'x', between":                           set("http://h/", weburl.URL.WithHash, weburl.URL.Hash, "#x", "x"),
	"u.username=s":                                         set("http://h/", weburl.URL.WithUsername, weburl.URL.Username, "", ""),
	"u.password=s":                                         set("http://h/", weburl.URL.WithPassword, weburl.URL.Password, "", ""),
	"new URL('foo:x'+s+'x').pathname, between":             parsed("foo:x", "x", weburl.URL.Pathname, "x", "x"),
	"new URL('foo://x'+s+'x').host, between":               parsed("foo://x", "x", weburl.URL.Host, "x", "x"),
	"new URL('foo://h/x'+s+'x').pathname, between":         parsed("foo://h/x", "x", weburl.URL.Pathname, "/x", "x"),
	"new URL('http://h/x'+s+'x').href after host, between": parsed("http://h/x", "x", weburl.URL.Href, "http://h/x", "x"),
	"new URL('http://h/x'+s+'x').pathname, between":        parsed("http://h/x", "x", weburl.URL.Pathname, "/x", "x"),
	"new URL('http://h/?x'+s+'x').search, between":         parsed("http://h/?x", "x", weburl.URL.Search, "?x", "x"),
	"new URL('http://h/#x'+s+'x').hash, between":           parsed("http://h/#x", "x", weburl.URL.Hash, "#x", "x"),
	"new URL('http://x'+s+'x@h/').username, between":       parsed("http://x", "x@h/", weburl.URL.Username, "x", "x"),

	"new URLSearchParams([['k',s]]).toString().slice(2)": func(s string) (string, error) {
		return form.Serialize([]form.Pair{{Name: "k", Value: s}})[2:], nil
	},
	"new URLSearchParams('k='+s).get('k')": formValue,
}

// formValue answers for the parser of forms.
func formValue(s string) (string, error) {
	pairs, err := form.Parse("k=" + s)
	value, _ := pairs.Get("k")
	return value, err
}

// set answers for a setter on a URL.
func set(base string, setter func(weburl.URL, string) (weburl.URL, error), getter func(weburl.URL) string, head, tail string) func(string) (string, error) {
	return func(s string) (string, error) {
		u, err := weburl.Parse(base)
		if err != nil {
			return "", err
		}
		if changed, err := setter(u, head+s+tail); err == nil || weburl.TookPart(err) {
			u = changed
		}
		return between(getter(u), head, tail)
	}
}

// parsed answers for a part of a parsed URL.
func parsed(before, after string, getter func(weburl.URL) string, head, tail string) func(string) (string, error) {
	return func(s string) (string, error) {
		u, err := weburl.Parse(before + s + after)
		if err != nil {
			return "", err
		}
		return between(getter(u), head, tail)
	}
}

// between is what the recorders' between does.
func between(s, head, tail string) (string, error) {
	if len(s) < len(head)+len(tail) || !strings.HasPrefix(s, head) || !strings.HasSuffix(s, tail) {
		return "", errRefused
	}
	return s[len(head) : len(s)-len(tail)], nil
}

// scalars replaces lone surrogates, as the API does with every text.
func scalars(s string) string {
	if !wtf8.LoneSurrogates(s) {
		return s
	}
	var b strings.Builder
	for len(s) > 0 {
		r, n, ok := wtf8.Decode(s)
		if !ok {
			r, n = rune(0xFFFD), max(1, n)
		} else if wtf8.IsSurrogate(r) {
			r = 0xFFFD
		}
		b.WriteRune(r)
		s = s[n:]
	}
	return b.String()
}

// Claims judges every function that names a specification, by the recordings of folder
// interop, sorted by specification and ID.
func Claims(folder string, r *Result) ([]Claim, error) {
	named, err := readClaims(filepath.Join(folder, claimsFile))
	if err != nil {
		return nil, err
	}
	newest := map[string]*recordings.Implementation{}
	for _, m := range r.Implementations {
		newest[m.ID] = m
	}
	series, err := recordings.ReadHistories(folder)
	if err != nil {
		return nil, err
	}
	for _, s := range series {
		m := *s.Versions[len(s.Versions)-1].Implementation
		m.Language = s.Language
		newest[s.ID] = &m
	}
	var claims []Claim
	for id, m := range newest {
		if oracle := inURL[m.Call]; oracle != nil {
			claims = append(claims, judge(m, urlStandard, func(src []byte) ([]byte, error) {
				out, err := oracle(scalars(string(src)))
				return []byte(out), err
			}))
		}
		if named[id] == valueOfForm {
			claims = append(claims, judge(m, formParser, func(src []byte) ([]byte, error) {
				out, err := formValue(strings.ReplaceAll(scalars(string(src)), "&", "%26"))
				return []byte(out), err
			}))
			delete(named, id)
		}
		if name := named[id]; name != "" {
			d, err := dialect.Lookup(name)
			if err != nil || !d.Specified() {
				return nil, fmt.Errorf("%s: %s is no dialect of a specification: %w", claimsFile, name, err)
			}
			answer := func(src []byte) ([]byte, error) { return d.AppendDecode(nil, src) }
			if m.Encoder() {
				answer = func(src []byte) ([]byte, error) { return d.AppendEncode(nil, src) }
			}
			if !strings.HasPrefix(d.ID, "js.") { // ECMAScript says what becomes of surrogates
				m = withoutSurrogates(m)
			}
			claims = append(claims, judge(m, d.Spec, answer))
			delete(named, id)
		}
	}
	for id := range named {
		return nil, fmt.Errorf("%s: %s is not recorded", claimsFile, id)
	}
	slices.SortFunc(claims, func(a, b Claim) int {
		return cmp.Or(cmp.Compare(a.Spec.Title, b.Spec.Title), cmp.Compare(a.Spec.Section, b.Spec.Section), cmp.Compare(a.Spec.URL, b.Spec.URL), cmp.Compare(a.Function.ID, b.Function.ID))
	})
	return claims, nil
}

func judge(m *recordings.Implementation, spec dialect.Citation, answer func([]byte) ([]byte, error)) Claim {
	c := Claim{Function: m, Spec: spec, Tried: len(m.Cases)}
	best, rank := -1, 0
	for i, k := range m.Cases {
		want, err := answer(k.Input)
		if k.Failed == (err != nil) && (k.Failed || bytes.Equal(want, k.Output)) {
			continue
		}
		c.Failing++
		// Two outputs that differ say more than a failure.
		worth := len(k.Input)
		if k.Failed || err != nil {
			worth += 1 << 20
		}
		if best < 0 || worth < rank {
			best, rank = i, worth
			c.Input, c.Got, c.Want = fmt.Sprintf("%q", k.Input), answerOf(k), ""
			if err == nil {
				c.Want = fmt.Sprintf("%q", want)
			}
		}
	}
	return c
}

// withoutSurrogates returns m without the inputs that hold lone surrogates, of which
// rules over octets say nothing.
func withoutSurrogates(m *recordings.Implementation) *recordings.Implementation {
	if m.Units != recordings.UTF16 {
		return m
	}
	w := *m
	w.Cases = nil
	for _, k := range m.Cases {
		if !wtf8.LoneSurrogates(string(k.Input)) {
			w.Cases = append(w.Cases, k)
		}
	}
	return &w
}

// BoardSource returns the file board_generated.go of package internal/board.
func BoardSource(claims []Claim) []byte {
	var b bytes.Buffer
	b.WriteString("// Code generated by internal/prove from the recordings of folder interop. DO NOT EDIT.\n\npackage board\n\n" +
		"// table is what Rows reads: a line for each specification, = and its title, section and\n" +
		"// URL; below it a line for each function: ID, language, version, how many inputs fail, of how\n" +
		"// many, and the input, the output and what is demanded, quoted.\n" +
		"const table = \"\"")
	line := func(fields ...string) { b.WriteString(" +\n\t" + strconv.Quote(strings.Join(fields, "\t")+"\n")) }
	var spec dialect.Citation
	for _, c := range claims {
		if c.Spec != spec {
			spec = c.Spec
			line("="+spec.Title, spec.Section, spec.URL)
		}
		line(c.Function.ID, c.Function.Language, c.Function.Version, strconv.Itoa(c.Failing), strconv.Itoa(c.Tried), c.Input, c.Got, c.Want)
	}
	b.WriteString("\n")
	return b.Bytes()
}

func readClaims(path string) (map[string]string, error) {
	b, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	named := map[string]string{}
	for line := range strings.Lines(string(b)) {
		line = strings.TrimSuffix(line, "\n")
		if line == "" || line[0] == '#' {
			continue
		}
		id, name, ok := strings.Cut(line, "\t")
		if !ok || named[id] != "" {
			return nil, fmt.Errorf("%s: %q is not an ID and a dialect, or the ID is there twice", claimsFile, line)
		}
		named[id] = name
	}
	return named, nil
}
