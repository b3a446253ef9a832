package hop

import (
	"context"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/pct-encoded/percent/internal/recordings"
)

// A ways is the ways through a hop, which remember what their machines do.
type ways struct {
	variants []*variant
	feeders  []*feeder
}

func waysOf(h *Hop) (w ways) {
	w.variants = variants(h.steps)
	for _, v := range w.variants {
		w.feeders = append(w.feeders, newFeeder(v.stages))
	}
	return w
}

// run gives a target to the stages of a way and returns what the stage at gives, up to the
// mark, or reports false where no way leads to the end.
func (w ways) run(i int, target string, at int) (string, bool) {
	out, found := "", 0
	// The stages see the whole target at once, and then its end.
	f := w.feeders[i]
	f.feed(make([]uint32, len(w.variants[i].stages)), text(target), true, func([]uint32) {
		found++
		var b strings.Builder
		list := f.in
		if at >= 0 {
			list = f.outs[at]
		}
		for _, s := range list {
			if s == mark {
				b.WriteString("\x00mark")
				continue
			}
			b.WriteByte(byte(s))
		}
		out = b.String()
	})
	return out, found > 0
}

// machines returns what the ways through a hop give together.
func (w ways) machines(target string) (rule, forward, app Part) {
	for k, v := range w.variants {
		for i, at := range []int{v.rule, v.forward, v.app} {
			part := []*Part{&rule, &forward, &app}[i]
			if at == none {
				continue
			}
			if s, ok := w.run(k, target, at); ok {
				path, tail, marked := strings.Cut(s, "\x00mark")
				if marked && part == &forward {
					path += tail
				}
				if part.Present && part.Text != path {
					path = "two ways: " + part.Text + " and " + path
				}
				*part = Part{path, true}
			}
		}
	}
	return rule, forward, app
}

// unsearched are the hops with a step that is no automaton, which Find names.
var unsearched = []string{"h2o:proxy.reverse.url=/v2/", "h2o:mruby.handler", "caddy2.6:handle_path", "caddy2.6:uri=strip_prefix", "envoy1.39.1:normalize_path"}

// TestMachines checks that the steps of every hop and their machines give the same, for
// what is recorded and for random targets that the search looks at.
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
	random := rand.New(rand.NewPCG(30, 1))
	for range 2000 {
		target := "/"
		for range random.IntN(8) {
			target += pieces[random.IntN(len(pieces))]
		}
		targets = append(targets, target)
	}
	for h := range All() {
		t.Run(h.Name(), func(t *testing.T) {
			w := waysOf(h)
			for _, v := range w.variants {
				if v.missing != nil {
					if !slices.Contains(unsearched, h.name) {
						t.Fatalf("no search: %q is no automaton", v.missing.words().Text)
					}
					return
				}
			}
			// One in seven with PERCENT_LONG, others for each hop. Without it one in 28, and
			// fewer where many ways are to be followed.
			every := 28 * (1 + len(w.variants)/8)
			if os.Getenv("PERCENT_LONG") == "1" {
				every = 7
			}
			t.Logf("%d ways, one target in %d", len(w.variants), every)
			differ := 0
			for i := len(h.Name()) % every; i < len(targets); i += every {
				target := targets[i]
				if target == "" || target[0] != '/' || has(target, visible.Add("\xe9").Complement()) {
					continue
				}
				r := h.Apply(target)
				if r.Unknown != "" || asksURLParse(h, target) || wideEscape(target) && slices.Contains(h.steps, step(jettySplit{})) || !(wellFormed{}).holds(target) && slices.Contains(h.steps, step(honoPath)) {
					continue
				}
				rule, forward, app := w.machines(target)
				served := r.Forward.Present || r.App.Present
				if served != (forward.Present || app.Present) || served && (rule != r.Rule || forward != r.Forward || app != r.App) {
					if overDeep(target) || h.Name() == "node:URL" && strings.ContainsAny(hostOf(target), ".%@:") || h.Name() == "go:http.ServeMux" && r.Status == 307 {
						continue
					}
					if differ++; differ < 5 {
						t.Errorf("%q: steps give %+v, machines %+v %+v %+v", target, r, rule, forward, app)
					}
				}
			}
		})
	}
}

// asksURLParse reports whether a hop gives a target with a host after two slashes to
// url.parse of Node.js, which no machine follows.
func asksURLParse(h *Hop, target string) bool {
	return urlParseHost{}.holds(strings.ReplaceAll(target, `\`, "/")) && slices.ContainsFunc(h.steps, func(s step) bool {
		_, express := s.(parseURL)
		return express || s == urlParse{}
	})
}

// wideEscape reports whether a target has an escape such as %u0100 and beyond, which no
// machine follows.
func wideEscape(target string) bool {
	return strings.Contains(strings.ReplaceAll(target, "%u00", ""), "%u")
}

// overDeep reports whether a target may have more than maxDepth segments to take back.
func overDeep(target string) bool {
	return strings.Count(target, "..")+strings.Count(strings.ToLower(target), "%2e%2e") > maxDepth
}

// hostOf returns what stands after two slashes or more, where a machine takes names only.
func hostOf(target string) string {
	target = strings.ReplaceAll(target, `\`, "/")
	if !strings.HasPrefix(target, "//") {
		return ""
	}
	host, _, _ := strings.Cut(strings.TrimLeft(target, "/"), "/")
	return host
}

// TestFindIsExact compares the search with all targets of a small alphabet.
func TestFindIsExact(t *testing.T) {
	for _, chain := range []string{"nginx:proxy_pass > go:http.FileServer", "nginx:proxy_pass=$uri > node:URL", "nginx:merge_slashes=off > go:http.FileServer"} {
		c, err := ParseChain(chain)
		if err != nil {
			t.Fatal(err)
		}
		// "/a" is denied. All targets of up to seven of these octets.
		shortest := ""
		const letters = "/a.x%25ef\\"
		var look func(string, int)
		look = func(target string, left int) {
			if shortest == "" && c.Passes(target, "/a") {
				shortest = target
			}
			if left > 0 && shortest == "" {
				for _, l := range []byte(letters) {
					look(target+string([]byte{l}), left-1)
				}
			}
		}
		for n := 0; n < 6 && shortest == ""; n++ {
			look("/", n)
		}
		ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
		f, err := c.Find(ctx, "/a", 1)
		cancel()
		if err != nil {
			t.Fatal(err)
		}
		switch {
		case len(f.Targets) == 0 && shortest != "":
			t.Errorf("%s: nothing found up to %d octets, and %q passes", chain, f.Octets, shortest)
		case len(f.Targets) > 0 && shortest != "" && len(f.Targets[0]) != len(shortest):
			t.Errorf("%s: found %q, and %q is the shortest", chain, f.Targets[0], shortest)
		case shortest == "" && len(f.Targets) > 0 && len(f.Targets[0]) < 7 && strings.Trim(f.Targets[0], letters) == "":
			t.Errorf("%s: found %q, which is none", chain, f.Targets)
		}
		t.Logf("%s: %q up to %d octets; %q", chain, f.Targets, f.Octets, shortest)
	}
}

// TestFindRefuses checks what Find refuses, and that it stops with its context.
func TestFindRefuses(t *testing.T) {
	chain := func(text string) Chain {
		c, err := ParseChain(text)
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	for _, tt := range []struct{ chain, prefix, want string }{
		{"node:http", "/admin", "hop: node:http shows no path to rules"},
		{"nginx:proxy_pass", "/", `hop: "/" is not a path of visible ASCII that begins with a slash and goes on`},
		{"nginx:proxy_pass", "admin", `hop: "admin" is not a path of visible ASCII that begins with a slash and goes on`},
		{"nginx:proxy_pass", "/a b", `hop: "/a b" is not a path of visible ASCII that begins with a slash and goes on`},
	} {
		if _, err := chain(tt.chain).Find(t.Context(), tt.prefix, 1); err == nil || !strings.HasPrefix(err.Error(), tt.want) {
			t.Errorf("%s, %s: %v", tt.chain, tt.prefix, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if f, err := chain("nginx:proxy_pass=/ > go:http.FileServer").Find(ctx, "/admin", 1); err != nil || len(f.Targets) > 0 || f.Octets > 10 {
		t.Errorf("%+v, %v", f, err)
	}
}
