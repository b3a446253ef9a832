package hop

import (
	"context"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/pct-encoded/percent/internal/growth"
	"github.com/pct-encoded/percent/internal/program"
	"github.com/pct-encoded/percent/internal/recordings"
)

// reduced are the octets of the targets that are enumerated: what hops treat in a way of its
// own, and those of escapes.
const reduced = "/a.%2ef;\\?"

// An enumeration is all targets of some octets, and which of them, and of what hops pass on
// of them, each last hop serves. The hops run once for each target, not for each chain.
type enumeration struct {
	prefix  string
	targets []string
	numbers map[string]int32 // of texts that a last hop gets
	texts   []string
	served  map[*Hop][]bool // for each text, as far as it was asked
}

func enumerate(prefix, letters string, octets int) *enumeration {
	e := &enumeration{prefix: prefix, numbers: map[string]int32{}, served: map[*Hop][]bool{}, targets: []string{"/"}}
	for begin, n := 0, 1; n < octets; n++ {
		end := len(e.targets)
		for _, target := range e.targets[begin:end] {
			for i := range len(letters) {
				e.targets = append(e.targets, target+letters[i:i+1])
			}
		}
		begin = end
	}
	return e
}

// A passage is a target, and the number of what is passed on of it.
type passage struct {
	target string
	text   int32
}

// passedOn returns the targets that a rule of the hop does not deny, the first for each text
// that is passed on.
func (e *enumeration) passedOn(h *Hop) (list []passage) {
	seen := map[string]bool{}
	for _, target := range e.targets {
		r := h.Apply(target)
		if !r.Rule.Present || hasPrefix(e.prefix).holds(r.Rule.Text) || !r.Forward.Present || seen[r.Forward.Text] || r.Forward.Text == "" {
			continue
		}
		seen[r.Forward.Text] = true
		id, ok := e.numbers[r.Forward.Text]
		if !ok {
			id = int32(len(e.texts))
			e.numbers[r.Forward.Text], e.texts = id, append(e.texts, r.Forward.Text)
		}
		list = append(list, passage{target, id})
	}
	return list
}

// shortest returns the shortest of the targets that a last hop serves as the search wants it,
// or "".
func (e *enumeration) shortest(list []passage, last *Hop) string {
	known := e.served[last]
	for _, text := range e.texts[len(known):] {
		known = append(known, serves(last, text, e.prefix))
	}
	e.served[last] = known
	for _, p := range list {
		if known[p.text] {
			return p.target
		}
	}
	return ""
}

// twos returns the chains of two recorded hops, by their first hop.
func twos() (firsts, lasts []*Hop) {
	for h := range All() {
		if h.Provenance() == program.Recorded {
			lasts = append(lasts, h)
			if h.Forwards() {
				firsts = append(firsts, h)
			}
		}
	}
	return firsts, lasts
}

// check compares an answer with what enumerating found.
func check(t *testing.T, c Chain, prefix, shortest string, f Finding) {
	t.Helper()
	switch {
	case (f.Verdict == Exists) != (len(f.Targets) > 0), f.Verdict != Exists && (f.Verdict == Undecided) != (len(f.Undecided) > 0):
		t.Errorf("%s: %+v", c, f)
	case f.Verdict == None && shortest != "":
		t.Errorf("%s: none, and %q passes", c, shortest)
	case f.Verdict == Exists && !c.Passes(f.Targets[0], prefix):
		t.Errorf("%s: %q does not pass", c, f.Targets[0])
	case f.Verdict == Exists && shortest != "" && len(f.Targets[0]) > len(shortest):
		t.Errorf("%s: %q, and %q is shorter", c, f.Targets[0], shortest)
	}
}

// TestFindIsExact compares the search with all targets of few octets: no chain of two for
// which it says that there is none lets one of them through, and none is shorter than what
// it finds. It looks at a sample, with PERCENT_LONG at another one each day, to six octets,
// and to eight octets of fewer kinds for chains of one first hop. PERCENT_CHAINS=1 looks at all
// chains, which takes an hour or more, and another number at every so many; PERCENT_OCTETS
// sets how many octets.
func TestFindIsExact(t *testing.T) {
	const prefix = "/a"
	// 97 hops are last ones: every 97th chain would have the same.
	every, octets, day := growth.Number(499, 383, 127), growth.Number(5, 6, 6), 0
	if growth.Long() {
		day = int(growth.Seed(t))
	}
	if n, err := strconv.Atoi(os.Getenv("PERCENT_CHAINS")); err == nil && n > 0 {
		every, octets = n, 6
	}
	if n, err := strconv.Atoi(os.Getenv("PERCENT_OCTETS")); err == nil {
		octets = n
	}
	e := enumerate(prefix, reduced, octets)
	counts := map[Verdict]int{}
	chains := day
	firsts, lasts := twos()
	total := len(firsts) * len(lasts)
	for _, first := range firsts {
		var list []passage
		for _, last := range lasts {
			if chains++; chains%every != 0 {
				continue
			}
			if list == nil {
				list = e.passedOn(first)
			}
			c := Chain{first, last}
			f, err := c.Find(t.Context(), prefix, 1, 100_000)
			if err != nil {
				t.Fatal(err)
			}
			counts[f.Verdict]++
			check(t, c, prefix, e.shortest(list, last), f)
		}
		if testing.Verbose() {
			t.Logf("%s: %d so far have a target, %d have none, %d are undecided", first.Name(), counts[Exists], counts[None], counts[Undecided])
		}
	}
	t.Logf("%d of %d chains to %d octets: %d have a target, %d have none, %d are undecided", counts[Exists]+counts[None]+counts[Undecided], total, octets, counts[Exists], counts[None], counts[Undecided])
	if counts[Exists] < 2 || counts[None] < 2 {
		t.Error("too few of both")
	}
	if !growth.Long() {
		return
	}
	// Eight octets of seven kinds, for chains of one first hop.
	first := firsts[day%len(firsts)]
	e = enumerate(prefix, "/a.%2e;", 8)
	list := e.passedOn(first)
	for k := range 4 {
		c := Chain{first, lasts[(day/len(firsts)+k*len(lasts)/4)%len(lasts)]}
		f, err := c.Find(t.Context(), prefix, 1, 100_000)
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%s: %s, with %d texts", c, f.Verdict, len(list))
		check(t, c, prefix, e.shortest(list, c[1]), f)
	}
}

// TestFindKnowsShapes gives all chains of two the targets that hops were recorded with, which
// have dot segments, slashes, parameters, backslashes and escapes of all of them in every
// place, and those of the published holes: no chain for which a sample of searches says that
// there is none lets one of them through. With PERCENT_LONG=1, it asks for another prefix
// each day.
func TestFindKnowsShapes(t *testing.T) {
	recorded, err := recordings.ReadTargets("../interop/hops/targets.txt.gz")
	if err != nil {
		t.Fatal(err)
	}
	var targets []string
	for _, target := range recorded {
		targets = append(targets, string(target))
	}
	for _, tt := range incidents {
		targets = append(targets, tt.target)
	}
	// The others are none that the answers are about.
	targets = slices.DeleteFunc(targets, func(target string) bool {
		return !strings.HasPrefix(target, "/") || has(target, controls.Add(" "))
	})
	slices.SortStableFunc(targets, func(a, b string) int { return len(a) - len(b) })
	every, day := growth.Number(349, 101, 101), 0
	taken := func(i int) bool { return true }
	if growth.Long() {
		day, taken = int(growth.Seed(t)), growth.Share(t, 3)
	}
	for i, prefix := range []string{"/admin", "/static", "/b"} {
		if !taken(i) {
			continue
		}
		e := &enumeration{prefix: prefix, targets: targets, numbers: map[string]int32{}, served: map[*Hop][]bool{}}
		firsts, lasts := twos()
		pass, searched := day, 0
		for _, first := range firsts {
			list := e.passedOn(first)
			for _, last := range lasts {
				target := e.shortest(list, last)
				if target == "" {
					continue
				}
				if pass++; pass%every != 0 {
					continue
				}
				searched++
				c := Chain{first, last}
				f, err := c.Find(t.Context(), prefix, 1, 100_000)
				if err != nil {
					t.Fatal(err)
				}
				check(t, c, prefix, target, f)
			}
		}
		t.Logf("%s: %d of %d targets pass %d chains, of which %d were searched", prefix, len(targets), len(recorded), pass-day, searched)
		if searched < 2 {
			t.Error("too few")
		}
	}
}

// serves reports whether the last hop serves a path as the search wants it.
func serves(h *Hop, target, prefix string) bool {
	r := h.Apply(target)
	served := r.App
	if !served.Present {
		served = r.Forward
		served.Text, _ = cutAny(served.Text, "?")
	}
	return served.Present && r.Status == 200 && below(prefix).holds(served.Text)
}

// TestFindAgrees runs searches one after the other on one processor, and at once on several:
// neither the machine nor its speed, nor the order of a map, has a part in an answer.
func TestFindAgrees(t *testing.T) {
	firsts, lasts := twos()
	every := growth.Number(401, 307, 149)
	var chains []Chain
	for i := range len(firsts) * len(lasts) {
		if i%every == 7 {
			chains = append(chains, Chain{firsts[i/len(lasts)], lasts[i%len(lasts)]})
		}
	}
	find := func(c Chain) Finding {
		f, err := c.Find(t.Context(), "/d", 2, 20_000)
		if err != nil {
			t.Error(err)
		}
		return f
	}
	before := runtime.GOMAXPROCS(1)
	defer runtime.GOMAXPROCS(before)
	alone := make([]Finding, len(chains))
	for i, c := range chains {
		alone[i] = find(c)
	}
	runtime.GOMAXPROCS(4)
	var wait sync.WaitGroup
	for i, c := range chains {
		wait.Go(func() {
			if f := find(c); !reflect.DeepEqual(f, alone[i]) {
				t.Errorf("%s: %+v, and then %+v", c, alone[i], f)
			}
		})
	}
	wait.Wait()
	t.Logf("%d chains", len(chains))
}

// TestNoClock checks that nothing in the package asks what differs from machine to machine.
func TestNoClock(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil || len(files) < 10 {
		t.Fatal(files, err)
	}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
		if err != nil {
			t.Fatal(err)
		}
		for _, i := range file.Imports {
			if slices.Contains([]string{`"time"`, `"runtime"`, `"math/rand"`, `"math/rand/v2"`, `"os"`}, i.Path.Value) {
				t.Errorf("%s imports %s", name, i.Path.Value)
			}
		}
	}
}

// TestFindProves has answers that a bound of length or of time would miss.
func TestFindProves(t *testing.T) {
	for _, tt := range []struct {
		chain, prefix string
		want          Verdict
		target        string
	}{
		{"nginx:proxy_pass=/ > go:http.FileServer", "/docs", None, ""},
		{"caddy:reverse_proxy > go:http.ServeMux", "/docs", None, ""},
		{"lighttpd:mod_proxy > jetty:getServletPath", "/d", None, ""},
		{"nginx:proxy_pass > gunicorn:WSGI", "/docs", Exists, "/docs/.."},
		{"apache:nocanon > gunicorn:WSGI", "/docs", Exists, "/docs/.."},
		{"nginx:merge_slashes=off > go:http.FileServer", "/docs", Exists, "//docs"},
		{"nginx:proxy_pass=/ > nginx:proxy_pass=/ > go:http.FileServer", "/d", None, ""},
		{"node:http", "/docs", Undecided, ""},
		// The order of parameters decides what stands behind the last question mark.
		{"varnish:std.querysort > lighttpd:mod_proxy", "/a?b/c", Undecided, ""},
	} {
		c, err := ParseChain(tt.chain)
		if err != nil {
			t.Fatal(err)
		}
		f, err := c.Find(t.Context(), tt.prefix, 1, DefaultLimit)
		target := ""
		if len(f.Targets) > 0 {
			target = f.Targets[0]
		}
		if err != nil || f.Verdict != tt.want || target != tt.target {
			t.Errorf("%s: %+v, %v, want %s %q", tt.chain, f, err, tt.want, tt.target)
		}
		again, err := c.Find(t.Context(), tt.prefix, 1, DefaultLimit)
		if err != nil || again.States != f.States || !slices.Equal(again.Targets, f.Targets) {
			t.Errorf("%s: %+v, and then %+v", tt.chain, f, again)
		}
	}
}

func mustLookup(t *testing.T, name string) *Hop {
	t.Helper()
	h, err := Lookup(name)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// TestFindRefuses checks what Find refuses, that it stops at its limit, and that it ends with
// its context.
func TestFindRefuses(t *testing.T) {
	c := Chain{mustLookup(t, "nginx:proxy_pass=/"), mustLookup(t, "go:http.FileServer")}
	for _, prefix := range []string{"/", "admin", "/a b", "", "/\xe9"} {
		if _, err := c.Find(t.Context(), prefix, 1, DefaultLimit); err == nil {
			t.Errorf("%q is taken", prefix)
		}
	}
	if f, err := c.Find(t.Context(), "/docs", 1, 1000); err != nil || f.Verdict != Undecided || !slices.Equal(f.Undecided, []string{"the limit of 1000 states"}) {
		t.Errorf("%+v, %v", f, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := c.Find(ctx, "/docs", 1, DefaultLimit); err == nil {
		t.Error("it goes on")
	}
}
