package hop

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/growth"
	"github.com/pct-encoded/percent/internal/recordings"
)

// A ways is the ways through a hop, which remember what their machines do.
type ways struct {
	variants []*variant
	units    map[[2]int]*unit
}

func waysOf(h *Hop) ways { return ways{variants(h.steps, everybody), map[[2]int]*unit{}} }

// run gives a target to the stages of a way and returns what the stage at gives: nothing where
// no way leads to the end.
func (w ways) run(i int, target string, at int) []string {
	u := w.units[[2]int{i, at}]
	if u == nil {
		// A mark is not passed on, so it is written.
		stages := append(slices.Clone(w.variants[i].stages), stage{at, markWriter{}})
		u = newUnit(stages, len(stages)-1, 0, newPool())
		w.units[[2]int{i, at}] = u
	}
	type run struct {
		state  int32
		depths string
		out    string
	}
	runs := []run{{0, string(make([]byte, 8)), ""}}
	for k := range len(target) + 1 {
		in := atEnd
		if k < len(target) {
			in = symbol(target[k])
		}
		var next []run
		for _, r := range runs {
			for _, m := range u.moves(r.state, in) {
				depths := []byte(r.depths)
				if !applied(depths, u.ops.lists[m.ops]) {
					continue
				}
				out := []byte(r.out)
				for _, c := range u.out.lists[m.out] {
					out = append(out, byte(c))
				}
				if n := (run{m.state, string(depths), string(out)}); !slices.Contains(next, n) {
					next = append(next, n)
				}
			}
		}
		runs = next
	}
	outs := make([]string, len(runs))
	for i, r := range runs {
		outs[i] = r.out
	}
	return outs
}

// markWriter writes a mark as text.
type markWriter struct{}

func (markWriter) next(s uint32, in symbol, emit func(uint32, ...symbol)) {
	if in == mark {
		emit(s, text("\x00mark")...)
		return
	}
	emit(s, in)
}

func (markWriter) end(_ uint32, emit func(...symbol)) { emit() }

// machines returns what the ways through a hop give: one result, or several where machines
// do more than the steps. It reports whether a way that ends at what is not known takes the
// target.
func (w ways) machines(target string) (list []threeParts, more, lost bool) {
	for k, v := range w.variants {
		if v.unknown != "" {
			lost = lost || len(w.run(k, target, v.at)) > 0
			continue
		}
		all := []threeParts{{}}
		for i, at := range []int{v.rule, v.forward, v.app} {
			if at == none {
				continue
			}
			var next []threeParts
			for _, s := range w.run(k, target, at) {
				path, tail, marked := strings.Cut(s, "\x00mark")
				if marked && i == 1 {
					path += tail
				}
				for _, parts := range all {
					parts[i] = Part{path, true}
					next = append(next, parts)
				}
			}
			all = next
		}
		for _, parts := range all {
			if !slices.Contains(list, parts) {
				list, more = append(list, parts), more || len(v.more) > 0
			}
		}
	}
	return list, more, lost
}

// threeParts are the path for rules, what is passed on and what is served.
type threeParts [3]Part

// unsearched are the hops with a step that is no automaton, which Find names.
var unsearched = []string{"h2o:proxy.reverse.url=/v2/", "h2o:mruby.handler", "envoy1.39.1:normalize_path"}

// refusedAnyway are classes of targets that are not described, and that the last steps of a
// hop refuse or redirect nonetheless.
var refusedAnyway = map[string]string{
	"spring:UrlPathHelper":                "an escape such as %ud800",
	"spring:removeSemicolonContent=false": "an escape such as %ud800",
	"starlette:uvicorn":                   "a line feed before a slash, which may be redirected",
}

// wideAsOne writes the characters from U+0100 on as jettyDecoder does: all as that one.
func wideAsOne(parts threeParts) threeParts {
	for i := range parts {
		parts[i].Text = strings.Map(func(c rune) rune {
			if c == utf8.RuneError {
				return -1
			}
			return min(c, 0x100)
		}, strings.ToValidUTF8(parts[i].Text, ""))
	}
	return parts
}

// TestMachines checks that the steps of every hop and their machines give the same, for
// what is recorded and for random targets that the search looks at: a target whose result is
// unknown is not refused by the machines, and what they give is checked wherever none of their
// ways ends before.
func TestMachines(t *testing.T) {
	recorded, err := recordings.ReadTargets("../interop/hops/targets.txt.gz")
	if err != nil {
		t.Fatal(err)
	}
	var targets []string
	for _, target := range recorded {
		if len(target) < 60 {
			targets = append(targets, string(target))
		}
	}
	pieces := strings.Fields(`/ / / . .. %2e %2E%2e %2f %5c \ ; ;x ? # % %25 %252e %2 a admin static api/v1 // %00 %zz %41 %3f %23 : @ ~ index.html`)
	// What no piece has is drawn less often.
	others := strings.Fields(`& = + ! $ ' ( ) * , " < > [ ] ^ | { } _ - 0 9 ADMIN Static %3b %26 %20 %0a %0D %7f %80 %c3%a9 %e9 %ff é K ?b&a ?a=1&A=2&a #x? ;jsessionid=1 %u002e %u0041 %uff0e %u00e9 %ud800 http:/ http:// %3A%2f%2F www ftp:`)
	others = append(others, "\xe9", "\xc3", "\x80", "\xff")
	random := rand.New(rand.NewPCG(30, 1))
	for i := range 6000 {
		target := "/"
		for range random.IntN(8) {
			if list := pieces; i%3 > 0 && random.IntN(3) == 0 {
				target += others[random.IntN(len(others))]
			} else {
				target += list[random.IntN(len(list))]
			}
		}
		targets = append(targets, target)
	}
	for h := range All() {
		t.Run(h.Name(), func(t *testing.T) {
			w := waysOf(h)
			for _, v := range w.variants {
				if strings.HasPrefix(v.unknown, "a step that is no") && !slices.Contains(unsearched, h.Name()) {
					t.Fatalf("no search: %s", v.unknown)
				}
			}
			// One in seven with PERCENT_LONG=whole, others for each hop, and a third of that
			// every day. Otherwise one in 56, and fewer where many ways are to be followed.
			every := growth.Number(56*(1+len(w.variants)/8), 21, 7)
			compared, unknown, ended, differ := 0, 0, 0, 0
			for i := len(h.Name()) % every; i < len(targets); i += every {
				target := targets[i]
				if target == "" || target[0] != '/' || has(target, visible.Union(percent.ASCII.Complement()).Complement()) {
					continue
				}
				r := h.Apply(target)
				list, more, lost := w.machines(target)
				want := []threeParts{{r.Rule, r.Forward, r.App}}
				if !r.Forward.Present && !r.App.Present {
					want = nil
				}
				if strings.HasPrefix(h.Name(), "jetty") {
					for i := range want {
						want[i] = wideAsOne(want[i])
					}
					for i := range list {
						list[i] = wideAsOne(list[i])
					}
				}
				var same bool
				switch {
				case r.Unknown != "":
					unknown++
					same = lost || len(list) > 0 || refusedAnyway[h.Name()] == r.Unknown
				case lost:
					ended++
					same = true
				case more:
					compared++
					same = want == nil || slices.Contains(list, want[0])
				default:
					compared++
					same = slices.Equal(list, want)
				}
				if !same {
					if differ++; differ < 5 {
						t.Errorf("%q: steps give %+v, machines %+v", target, r, list)
					}
				}
			}
			t.Logf("%d ways, %d targets, and %d unknown, %d where a way ends", len(w.variants), compared, unknown, ended)
			if compared < 10 && !slices.Contains(unsearched, h.Name()) {
				t.Error("too few are compared")
			}
		})
	}
}

// TestIgnoresCase: a rule that compares letters does not hold in front of routes that do not.
func TestIgnoresCase(t *testing.T) {
	for _, last := range ignoreCase {
		c, err := ParseChain("haproxy:normalize-uri=percent-decode-unreserved > " + last)
		if err != nil {
			t.Fatal(err)
		}
		f, err := c.Find(t.Context(), "/admin", 1, DefaultLimit)
		if err != nil || f.Verdict != Exists || !strings.EqualFold(f.Targets[0], "/admin") {
			t.Errorf("%s: %+v, %v", last, f, err)
		}
	}
	// Fastify 5.12.8, hono, gin, echo, chi and gorilla compare letters; a matcher of Caddy does not.
	for chain, want := range map[string]bool{
		"haproxy:path > fastify:app.get": false, "nginx:proxy_pass > hono:app.get": false, "nginx:proxy_pass > gin:GET": false,
		"caddy:reverse_proxy > koa-router:router.get": false, "express4:app.get": false, "nginx:proxy_pass > fiber:Get": true,
	} {
		c, err := ParseChain(chain)
		if err != nil {
			t.Fatal(err)
		}
		if got := c.Passes("/ADMIN", "/admin"); got != want {
			t.Errorf("%s: /ADMIN passes %t", chain, got)
		}
		if f, err := c.Find(t.Context(), "/admin", 1, DefaultLimit); err != nil || f.Verdict == Exists && !c.Passes(f.Targets[0], "/admin") {
			t.Errorf("%s: %+v, %v", chain, f, err)
		}
	}
	if h, err := Lookup("go:http.ServeMux"); err != nil || h.IgnoresCase() {
		t.Errorf("go:http.ServeMux ignores case, %v", err)
	}
}

// TestLineEndPassedOn: what follows a line end that a hop writes is not known, and nothing is
// proved behind it.
func TestLineEndPassedOn(t *testing.T) {
	c, err := ParseChain("nginx:proxy_pass=$uri > haproxy:path")
	if err != nil {
		t.Fatal(err)
	}
	for target, split := range map[string]bool{"/a": false, "/a%0db": false, "/a%0ab": true, "/a%0d%0ab": true, "/a%250ab": false} {
		if r := c[0].Apply(target); r.Split != split {
			t.Errorf("%s: split %t", target, r.Split)
		}
		if c.Passes(target, "/b") {
			t.Errorf("%s passes", target)
		}
	}
	if f, err := c.Find(t.Context(), "/b", 1, DefaultLimit); err != nil || f.Verdict != Undecided || !slices.Contains(f.Undecided, lineEndWritten) {
		t.Errorf("%+v, %v", f, err)
	}
}

// TestFindFiles: what a server of files serves has the name of a file, and a file that refuses
// the path by itself has its own rule. No verdict is None where a target of a list gets through.
func TestFindFiles(t *testing.T) {
	for _, tt := range []struct {
		chain, prefix string
		want          Verdict
	}{
		{"haproxy:path > python:http.server", "/a", Exists},
		{"haproxy:path > nginx:alias", "/a", Exists},
		{"haproxy:path > apache:Alias", "/a", Exists},
		{"haproxy:path > lighttpd:alias.url", "/a", Exists},
		{"nginx:alias", "/a", None},
	} {
		c, err := ParseChain(tt.chain)
		if err != nil {
			t.Fatal(err)
		}
		f, err := c.Find(t.Context(), tt.prefix, 1, 50_000)
		if err != nil || f.Verdict != tt.want {
			t.Errorf("%s: %v %v %v, want %v", tt.chain, f.Verdict, f.Undecided, err, tt.want)
		}
		paths, other := c.resources(tt.prefix)
		if want := "/srv/www" + tt.prefix; other != "" || !slices.Contains(paths, want) {
			t.Errorf("%s: %q %q, want %s", tt.chain, paths, other, want)
		}
	}
}
