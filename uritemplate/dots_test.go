package uritemplate

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/uri"
)

// TestDots: what makes a dot segment is refused where it stands, and nothing else is.
func TestDots(t *testing.T) {
	values := Values{
		"dots": String(".."), "dot": String("."), "three": String("..."), "up": String("a/../b"), "end": String("/x/.."),
		"escaped": String("%2E%2e"), "mixed": String(".%2e"), "empty": String(""), "a": String("a"),
		"list": List("a", "..", "b"), "last": List("a", "."), "pairs": Pairs(Pair{"k", ".."}), "keys": Pairs(Pair{"..", ""}),
		"query": String("a?b/.."), "host": String("http://h/.."),
	}
	for _, tt := range []struct {
		template string
		want     string // the variable, the offset of which is at its last place in the template, or ""
		segment  string
		before   string // what comes with the error
	}{
		{"/users/{dots}/keys", "dots", "..", "/users/"},
		{"/users/{dot}", "dot", ".", "/users/"},
		{"{dots}", "dots", "..", ""},
		{"{dots}/x", "dots", "..", ""},
		{"http://h/{a}{/dots}{?a}", "dots", "..", "http://h/a"},
		{"/{dot}{dot}/", "dot", "..", "/"},
		{"/{a,dots}", "", "", ""},
		{"/{undefined,dots}", "dots", "..", "/"},
		{"/{a}/.{dot}", "dot", "..", "/a/."},
		{"/{a}/.{empty}", "empty", ".", "/a/."},
		{"/{empty}../x", "empty", "..", "/"},
		{"/{undefined}../x", "undefined", "..", "/"},
		{"{/list*}", "list", "..", ""},
		{"{/list}", "", "", ""},
		{"/{last}", "", "", ""},
		{"/x{/last*}", "last", ".", "/x"},
		{"/x{/a,dots}", "dots", "..", "/x"},
		{"/x{.dots}", "", "", ""},
		{"/{.dot}", "dot", "..", "/"},
		{"/{.empty}", "empty", ".", "/"},
		{"/{+up}", "up", "..", "/"},
		{"/{up}", "", "", ""},
		{"{+end}", "end", "..", ""},
		{"{+host}", "host", "..", ""},
		{"/{+escaped}/", "escaped", "%2E%2e", "/"},
		{"/{escaped}/", "", "", ""},
		{"/{+mixed}/", "mixed", ".%2e", "/"},
		{"/{+query}", "", "", ""},
		{"/{three}/a{dots}/{dots}b", "", "", ""},
		{"/?{dots}", "", "", ""},
		{"/x{?dots,dot}{&list*}", "", "", ""},
		{"/x?y/{dots}/", "", "", ""},
		{"/x#{dots}/", "", "", ""},
		{"/x{#dots}", "", "", ""},
		{"/x{;dots}", "", "", ""},
		{"/x{/pairs*}", "", "", ""},
		{"/x{/pairs}", "", "", ""},
		{"/{keys}", "", "", ""},
		{"//{dots}/x", "", "", ""},
		{"http://{dots}/x", "", "", ""},
		{"/../a/./{a}/..", "", "", ""},
		{"/..{/a}", "", "", ""},
		{"/..{?undefined}", "", "", ""},
		{"/{undefined}", "", "", ""},
	} {
		tmpl := MustParse(tt.template)
		free, err := tmpl.Expand(values)
		if err != nil {
			t.Fatalf("%s: %v", tt.template, err)
		}
		prefix := []byte("/./")
		got, err := tmpl.WithDots(DotsRefused).AppendExpand(prefix, values)
		rest, ok := strings.CutPrefix(string(got), "/./")
		if tt.want == "" {
			if err != nil || !ok || rest != free {
				t.Errorf("%s: %q and %v, want %q", tt.template, got, err, free)
			}
			continue
		}
		var e *percent.SyntaxError
		if !errors.As(err, &e) || e.Reason != uri.DotSegment || e.Field != tt.want || e.Bytes != tt.segment || !ok || rest != tt.before {
			t.Errorf("%s: %q and %v, want %q and %q of %q", tt.template, got, err, tt.before, tt.segment, tt.want)
			continue
		}
		if !strings.HasPrefix(tt.template[e.Offset:], tt.want) {
			t.Errorf("%s: the error is at byte %d: %v", tt.template, e.Offset, err)
		}
	}
	if _, err := MustParse("/{x}").WithDots(DotsRefused).WithDots(DotsKept).Expand(Values{"x": String("..")}); err != nil {
		t.Error(err)
	}
}

// TestDotsAtRandom: where a template itself has no dots, an expansion is refused if
// package uri finds a dot segment in what it would be, and else it is that.
func TestDotsAtRandom(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	pick := func(of []string, most int) string {
		var b strings.Builder
		for range rng.IntN(most) {
			b.WriteString(of[rng.IntN(len(of))])
		}
		return b.String()
	}
	literals := []string{"/", "a", "http://h", "?", "#", "{x}", "{+x}", "{/x}", "{x,y}", "{+y}", "{/y*}", "{;x}", "{?x}", "{#x}", "{/y}", "{+y*}", "{&x}", "{x:2}"}
	data := []string{".", "..", "/", "a", "%2e", "%2E", "%", "?", "#", ":", "\xff", "é", "\x00"}
	refused := 0
	for range 100_000 {
		tmpl := MustParse(pick(literals, 6))
		values := Values{"x": String(pick(data, 4))}
		if rng.IntN(2) == 0 {
			values["y"] = List(pick(data, 3), pick(data, 3))
		}
		free, err := tmpl.Expand(values)
		got, errDots := tmpl.WithDots(DotsRefused).Expand(values)
		dots := slices.ContainsFunc(uri.ParseLenient(free).Segments(), func(s uri.Segment) bool { return s.Dots() != uri.NoDots })
		switch {
		case err != nil:
			t.Fatalf("%s: %v", tmpl, err)
		case dots != (errDots != nil), errDots == nil && got != free, errDots != nil && !strings.HasPrefix(free, got):
			t.Fatalf("%s of %v: %q, without dots %q, %v", tmpl, values, free, got, errDots)
		}
		if dots {
			refused++
		}
	}
	if refused < 1000 {
		t.Errorf("only %d were refused", refused)
	}
}
