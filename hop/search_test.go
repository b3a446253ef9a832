package hop

import (
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/pct-encoded/percent/internal/recordings"
)

// A ways is the ways through a hop, which remember what their machines do.
type ways struct {
	variants []*variant
	units    map[[2]int]*unit
}

func waysOf(h *Hop) ways { return ways{variants(h.steps), map[[2]int]*unit{}} }

// run gives a target to the stages of a way and returns what the stage at gives: nothing where
// no way leads to the end.
func (w ways) run(i int, target string, at int) []string {
	u := w.units[[2]int{i, at}]
	if u == nil {
		// A mark is not passed on, so it is written.
		stages := append(slices.Clone(w.variants[i].stages), stage{at, markWriter{}})
		u = newUnit(stages, len(stages)-1, 0, newOpLists())
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
				for _, c := range m.out {
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
// do more than the steps.
func (w ways) machines(target string) (list []threeParts, more bool) {
	for k, v := range w.variants {
		if v.unknown != "" {
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
	return list, more
}

// threeParts are the path for rules, what is passed on and what is served.
type threeParts [3]Part

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
				if strings.HasPrefix(v.unknown, "a step that is no") {
					if !slices.Contains(unsearched, h.name) {
						t.Fatalf("no search: %s", v.unknown)
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
				if r.Unknown != "" {
					continue
				}
				list, more := w.machines(target)
				want := []threeParts{{r.Rule, r.Forward, r.App}}
				if !r.Forward.Present && !r.App.Present {
					want = nil
				}
				if !more && slices.Equal(list, want) || more && (want == nil || slices.Contains(list, want[0])) {
					continue
				}
				if differ++; differ < 5 {
					t.Errorf("%q: steps give %+v, machines %+v", target, r, list)
				}
			}
		})
	}
}
