package hop

import (
	"context"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"

	"github.com/pct-encoded/percent"
)

// A Finding is the result of [Chain.Find].
type Finding struct {
	// Targets get through, the shortest first.
	Targets []string
	// Octets is the length up to which all targets were examined. Up to that length,
	// only Targets get through, unless there are as many Targets as were asked for.
	Octets int
}

// Find searches for request targets that pass a rule of the first hop that denies all
// paths beginning with prefix, and that the last hop serves as prefix or as a path
// below it. It stops at most targets, when ctx ends, or when it has examined all
// targets that the models distinguish.
//
// The search is exact for the models: they are finite transducers over classes of
// octets, and it goes through their states breadth first, so that shorter targets come
// before longer ones. It examines targets that begin with a slash and consist of the
// octets 21 to 7E and one beyond ASCII, with up to three segments at a time that a
// later ".." removes: a target with more of them has at least 16 octets in addition to
// those of prefix. Targets with a # that Express or Koa passes to url.parse are not
// followed. Each returned target was verified with [Chain.Apply].
//
// The error is for a first hop that matches no rules, a last hop that serves nothing, a
// step that is not a finite automaton, or a prefix that is not a slash followed by
// octets 21 to 7E.
func (c Chain) Find(ctx context.Context, prefix string, most int) (Finding, error) {
	if len(prefix) < 2 || prefix[0] != '/' || has(prefix, visible.Complement()) {
		return Finding{}, fmt.Errorf("hop: %q is not a path of visible ASCII that begins with a slash and goes on", prefix)
	}
	networks, err := c.networks(prefix)
	if err != nil {
		return Finding{}, err
	}
	s := search{chain: c, prefix: prefix, most: most, networks: networks, alphabet: alphabet(networks, prefix)}
	return s.run(ctx), nil
}

// Passes reports whether a target gets through as described at [Chain.Find].
func (c Chain) Passes(target, prefix string) bool {
	results := c.Apply(target)
	if len(results) < len(c) {
		return false
	}
	first, last := results[0], results[len(results)-1]
	served := last.App
	if !served.Present {
		served = last.Forward
		served.Text, _, _ = strings.Cut(served.Text, "?")
	}
	return first.Rule.Present && !strings.HasPrefix(first.Rule.Text, prefix) &&
		served.Present && last.Status == 200 && below(prefix).holds(served.Text)
}

var visible = percent.ByteSet{}.AddRange(0x21, 0x7e)

// A stage is a machine and the stage whose output it reads: -1 is the target itself.
type stage struct {
	from    int
	machine machine
}

// A variant is one way through the steps of a hop, without branches.
type variant struct {
	stages             []stage
	at                 int // the stage that gives the path at this step
	rule, forward, app int // the stages whose output is shown, or none
	noted              bool
	ended              bool // the steps ended, and the result stands
	missing            step // a step that is not a machine
	skipped            []string
}

const none = -2

// variants returns the ways through steps that neither refuse nor redirect.
func variants(steps []step) []*variant {
	if !slices.ContainsFunc(steps, func(s step) bool { _, ok := s.(encodeNoted); return ok }) {
		steps = slices.DeleteFunc(slices.Clone(steps), func(s step) bool { return s == noteEscapes{} })
	}
	return grow([]*variant{{at: -1, rule: none, forward: none, app: none}}, steps)
}

func grow(ways []*variant, steps []step) []*variant {
	for _, s := range steps {
		var next []*variant
		for _, v := range ways {
			if v.ended {
				next = append(next, v)
				continue
			}
			next = append(next, v.take(s)...)
		}
		ways = next
	}
	return ways
}

// copied returns a copy of v that can be changed.
func (v *variant) copied() *variant {
	c := *v
	c.stages = slices.Clone(v.stages)
	return &c
}

// with returns v with one more stage for each machine.
func (v *variant) with(machines ...machine) *variant {
	c := v.copied()
	for _, m := range machines {
		c.stages = append(c.stages, stage{c.at, m})
		c.at = len(c.stages) - 1
	}
	return c
}

// take returns the ways in which a step continues v.
func (v *variant) take(s step) []*variant {
	switch s := s.(type) {
	case see:
		c := v.copied()
		*[]*int{&c.rule, &c.forward, &c.app}[s] = v.at
		return []*variant{c}
	case raw:
		c := v.copied()
		c.at = -1
		return []*variant{c}
	case answer:
		return nil
	case when:
		var list []*variant
		for _, w := range v.where(s.condition, true) {
			list = append(list, w.as(s.then...)...)
		}
		for _, w := range v.where(s.condition, false) {
			list = append(list, w.as(s.otherwise...)...)
		}
		return list
	case follower:
		return s.follow(v)
	}
	return v.lacks(s)
}

// skipping returns v, with a class of targets that it does not follow.
func (v *variant) skipping(class string) *variant {
	c := v.copied()
	c.skipped = append(slices.Clip(v.skipped), class)
	return c
}

// lacks returns v as the only way, which ends at a step that is not a machine.
func (v *variant) lacks(s step) []*variant {
	c := v.copied()
	c.missing = s
	return []*variant{c}
}

// A follower is a step that the search follows: it returns the ways in which it
// continues v.
type follower interface{ follow(v *variant) []*variant }

// on returns the one way that continues with machines that read path and tail.
func (v *variant) on(machines ...machine) []*variant { return []*variant{v.with(machines...)} }

// onPath returns the one way that continues with machines that read only the
// path.
func (v *variant) onPath(machines ...machine) []*variant {
	for _, m := range machines {
		v = v.with(inPath{m})
	}
	return []*variant{v}
}

// as returns the ways in which v continues through other steps.
func (v *variant) as(steps ...step) []*variant { return grow([]*variant{v}, steps) }

// where returns the ways in which a condition holds or, if holds is false, does
// not.
func (v *variant) where(c condition, holds bool) []*variant {
	switch c := c.(type) {
	case not:
		return v.where(c.condition, !holds)
	case both:
		var list []*variant
		for _, w := range v.where(c.a, true) {
			list = append(list, w.where(c.b, holds)...)
		}
		if !holds {
			list = append(list, v.where(c.a, false)...)
		}
		return list
	case either:
		return v.where(both{not{c.a}, not{c.b}}, !holds)
	case recognizer:
		return []*variant{v.with(inPath{acceptor{c, !holds}})}
	}
	return v.lacks(when{condition: c})
}

// A network is one way through all hops of a chain.
type network []stage

// networks returns all ways through the chain, with the goal of the search at the end.
func (c Chain) networks(prefix string) ([]network, error) {
	type way struct {
		stages   network
		at, rule int
	}
	ways := []way{{at: -1, rule: none}}
	for i, h := range c {
		var next []way
		serves := false
		for _, v := range variants(h.steps) {
			if v.missing != nil {
				return nil, fmt.Errorf("hop: there is no search through %s, which has a step that is no finite automaton: %s", h.name, v.missing.words().Text)
			}
			out := v.forward
			if i == len(c)-1 && v.app != none {
				out = v.app
			}
			if out == none {
				continue
			}
			serves = true
			for _, w := range ways {
				n := way{stages: slices.Clone(w.stages), at: w.at, rule: w.rule}
				base := len(n.stages)
				place := func(k int) int { // of a stage of the variant
					if k < 0 {
						return w.at
					}
					return base + k
				}
				for _, s := range v.stages {
					n.stages = append(n.stages, stage{place(s.from), s.machine})
				}
				if i == 0 {
					if v.rule == none {
						return nil, fmt.Errorf("hop: %s shows no path to rules", h.name)
					}
					n.rule = place(v.rule)
				}
				n.at = place(out)
				if i < len(c)-1 {
					n.stages = append(n.stages, stage{n.at, unmarker{}})
					n.at = len(n.stages) - 1
				}
				next = append(next, n)
			}
		}
		if !serves {
			return nil, fmt.Errorf("hop: %s serves nothing and passes nothing on", h.name)
		}
		ways = next
	}
	networks := make([]network, len(ways))
	for i, w := range ways {
		networks[i] = append(w.stages,
			stage{w.rule, inPath{acceptor{hasPrefix(prefix), true}}},
			stage{w.at, inPath{acceptor{below(prefix), false}}})
	}
	return networks, nil
}

// A classifier is a machine that distinguishes more octets than every alphabet does. A
// set of one octet is for an octet that a machine handles by itself.
type classifier interface{ classes() []percent.ByteSet }

// each returns a set for each octet of a text.
func each(text string) (list []percent.ByteSet) {
	for i := range len(text) {
		list = append(list, percent.ByteSet{}.Add(text[i:i+1]))
	}
	return list
}

// alphabet returns one octet of each class that the machines distinguish, and each
// octet that occurs in a text of theirs. The digits of escapes are those of one octet
// of each class.
func alphabet(networks []network, prefix string) []symbol {
	alone := percent.ByteSet{}.Add(`%./\;?#` + prefix)
	var sets []percent.ByteSet
	for _, n := range networks {
		for _, s := range n {
			if c, ok := s.machine.(classifier); ok {
				for _, set := range c.classes() {
					sets = append(sets, set)
					if set.Len() == 1 {
						alone = alone.Union(set)
					}
				}
			}
		}
	}
	// one returns an octet of each class, of those in list.
	one := func(list []byte) percent.ByteSet {
		var found percent.ByteSet
		classes := map[string]bool{}
		for _, c := range list {
			class := make([]byte, 0, len(sets)+2)
			for _, s := range sets {
				class = append(class, map[bool]byte{true: 1}[s.Contains(c)])
			}
			if alone.Contains(c) {
				class = append(class, 2, c)
			}
			if !classes[string(class)] {
				classes[string(class)] = true
				found = found.Add(string([]byte{c}))
			}
		}
		return found
	}
	// The first octets represent their class: prefer a letter, and escapes whose digits
	// others use, too.
	for c := range one(append([]byte("\x20\x22\x00\x0a\xe2"), slices.Collect(percent.AllBytes.All())...)).All() {
		if !percent.Unreserved.Contains(c) || alone.Contains(c) {
			alone = alone.Add(fmt.Sprintf("%02x", c))
		}
	}
	var list []symbol
	for c := range one(append([]byte("x"), slices.Collect(visible.Add("\xe9").All())...)).All() {
		list = append(list, symbol(c))
	}
	return list
}

// A search goes through the states of networks in the order of the least length
// of their targets.
type search struct {
	chain    Chain
	prefix   string
	alphabet []symbol
	most     int
	networks []network
	feeders  []*feeder
	held     []int
	nodes    []node
	best     map[string]int32 // for a network and states, the length at which they were reached
	queue    [][]int32        // the nodes by the least length of their targets
}

// maxStates is how many states a search keeps: each takes some hundred octets of memory.
const maxStates = 3_000_000

// A node is a network with the states of its stages, and the node before it.
type node struct {
	key     string
	network int32
	parent  int32
	length  int32
	letter  byte
}

func (s *search) run(ctx context.Context) Finding {
	s.best = map[string]int32{}
	for i, n := range s.networks {
		s.feeders = append(s.feeders, newFeeder(n))
		s.held = append(s.held, n.held())
		s.push(i, make([]uint32, len(n)), -1, 0, 0)
	}
	f := Finding{}
	states := []uint32{}
	for length, count := 0, 0; length < len(s.queue); length++ {
		f.Octets = length - 1
		for k := 0; k < len(s.queue[length]); k++ {
			if count++; count%256 == 0 && ctx.Err() != nil || len(s.nodes) > maxStates {
				return f
			}
			id := s.queue[length][k]
			n := s.nodes[id]
			if s.best[n.key] < n.length {
				continue // reached by a shorter target later
			}
			i := int(n.network)
			states = statesOf(states[:0], n.key)
			accepts := false
			s.feeders[i].feed(states, nil, true, func([]uint32) { accepts = true })
			if accepts {
				if t := s.target(id); !slices.Contains(f.Targets, t) && s.chain.Passes(t, s.prefix) {
					if f.Targets = append(f.Targets, t); len(f.Targets) == s.most {
						f.Octets = length
						return f
					}
				}
			}
			for _, in := range s.alphabet {
				s.feeders[i].feed(states, []symbol{in}, false, func(next []uint32) { s.push(i, next, id, n.length+1, byte(in)) })
			}
		}
		s.queue[length] = nil
	}
	f.Octets = 4*(maxDepth+1) + len(s.prefix) - 1
	return f
}

// A holder is a machine that may hold octets back, and then output that many more than
// it reads at once.
type holder interface{ holds() int }

// held returns how many octets of a path of letters and slashes the machines up to the
// served path may hold back and then output at once.
func (n network) held() int {
	octets := 0
	for k := len(n) - 1; k >= 0; k = n[k].from {
		m := n[k].machine
		if p, ok := m.(inPath); ok {
			m = p.machine
		}
		if h, ok := m.(holder); ok {
			octets += h.holds()
		}
	}
	return octets
}

// push queues the states of a network, unless an equally short target has reached
// them.
func (s *search) push(i int, states []uint32, parent, length int32, letter byte) {
	key := keyOf(i, states)
	if best, ok := s.best[key]; ok && best <= length {
		return
	}
	s.best[key] = length
	// The state of the last stage is how much of the prefix was served.
	left := 0
	if served := states[len(states)-1]; served < uint32(len(s.prefix)) {
		left = max(0, len(s.prefix)-int(served)-s.held[i])
	}
	least := int(length) + left
	for len(s.queue) <= least {
		s.queue = append(s.queue, nil)
	}
	s.nodes = append(s.nodes, node{key, int32(i), parent, length, letter})
	s.queue[least] = append(s.queue[least], int32(len(s.nodes)-1))
}

func keyOf(network int, states []uint32) string {
	b := append(make([]byte, 0, 2*len(states)), byte(network))
	for _, v := range states {
		b = binary.AppendUvarint(b, uint64(v))
	}
	return string(b)
}

func statesOf(dst []uint32, key string) []uint32 {
	for b := []byte(key[1:]); len(b) > 0; {
		v, n := binary.Uvarint(b)
		dst, b = append(dst, uint32(v)), b[n:]
	}
	return dst
}

// target returns the target that leads to a node.
func (s *search) target(id int32) string {
	var b []byte
	for ; s.nodes[id].parent >= 0; id = s.nodes[id].parent {
		b = append(b, s.nodes[id].letter)
	}
	slices.Reverse(b)
	return string(b)
}

// A feeder gives symbols to one stage after the other. It caches what each machine
// does in each state.
type feeder struct {
	network network
	states  []uint32
	outs    [][]symbol // outputs of the stages for the current input
	in      []symbol
	ends    bool
	memory  []map[uint64][]move
}

// A move is a possible next state of a machine, and its output.
type move struct {
	state uint32
	out   []symbol
}

// atEnd represents the end of the input in the cache of a feeder.
const atEnd = mark + 1

func newFeeder(n network) *feeder {
	f := &feeder{network: n, outs: make([][]symbol, len(n)), memory: make([]map[uint64][]move, len(n))}
	for k := range f.memory {
		f.memory[k] = map[uint64][]move{}
	}
	return f
}

// feed calls done with the states reached from states by in and, if ends is set, the
// end of the input. They belong to the feeder and are valid until done returns.
func (f *feeder) feed(states []uint32, in []symbol, ends bool, done func(states []uint32)) {
	f.states, f.in, f.ends = append(f.states[:0], states...), in, ends
	f.stage(0, done)
}

func (f *feeder) moves(k int, in symbol) []move {
	key := uint64(f.states[k])<<16 | uint64(in)
	list, ok := f.memory[k][key]
	if !ok {
		m := f.network[k].machine
		if in == atEnd {
			m.end(f.states[k], func(out ...symbol) { list = append(list, move{f.states[k], slices.Clone(out)}) })
		} else {
			m.next(f.states[k], in, func(s uint32, out ...symbol) { list = append(list, move{s, slices.Clone(out)}) })
		}
		f.memory[k][key] = list
	}
	return list
}

// stage gives stage k its input, then the stages after it.
func (f *feeder) stage(k int, done func([]uint32)) {
	if k == len(f.network) {
		done(f.states)
		return
	}
	in := f.in
	if from := f.network[k].from; from >= 0 {
		in = f.outs[from]
	}
	f.symbols(k, in, nil, done)
}

// symbols gives stage k the rest of its input. out is its output so far.
func (f *feeder) symbols(k int, in, out []symbol, done func([]uint32)) {
	var letter symbol
	switch {
	case len(in) > 0:
		letter, in = in[0], in[1:]
	case f.ends && letter != atEnd:
		letter = atEnd
	default:
		f.outs[k] = out
		f.stage(k+1, done)
		return
	}
	before := f.states[k]
	for _, m := range f.moves(k, letter) {
		f.states[k] = m.state
		all := m.out
		if len(out) > 0 {
			all = slices.Concat(out, m.out)
		}
		if letter == atEnd || len(in) == 0 && !f.ends {
			f.outs[k] = all
			f.stage(k+1, done)
		} else {
			f.symbols(k, in, all, done)
		}
	}
	f.states[k] = before
}
