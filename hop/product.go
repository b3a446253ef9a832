package hop

import (
	"context"
	"encoding/binary"
	"fmt"
	"hash/maphash"
	"reflect"
	"slices"
)

// An automaton is what the hops of a chain do, from one of them on, with numbered states.
// It makes its states and moves as they are needed.
type automaton interface {
	// moves returns the moves of a state with a symbol, or with atEnd.
	moves(state int32, in symbol) []move
}

// A move is a possible next state, the output, and how counters change. A search holds
// millions of moves, so all three are numbers.
type move struct {
	state, ops, out int32
}

// An op is the ops of one machine in a move.
type op struct {
	counter uint8
	ops     uint32
}

// atEnd represents the end of the input.
const atEnd = mark + 1

// numbered gives lists numbers, and joins them by their numbers. The empty list is 0.
type numbered[E any] struct {
	lists   [][]E
	numbers map[string]int32
	joined  map[uint64]int32
	key     func(key []byte, e E) []byte // appends what tells e from others
	scratch []byte                       // for a key
}

func newNumbered[E any](key func(key []byte, e E) []byte) numbered[E] {
	return numbered[E]{lists: [][]E{nil}, numbers: map[string]int32{"": 0}, joined: map[uint64]int32{}, key: key}
}

func (l *numbered[E]) number(list []E) int32 {
	key := l.scratch[:0]
	for _, e := range list {
		key = l.key(key, e)
	}
	l.scratch = key
	id, ok := l.numbers[string(key)]
	if !ok {
		id = int32(len(l.lists))
		l.numbers[string(key)], l.lists = id, append(l.lists, slices.Clone(list))
	}
	return id
}

// join returns the number of one list after the other.
func (l *numbered[E]) join(a, b int32) int32 {
	if a == 0 || b == 0 {
		return a | b
	}
	key := uint64(a)<<32 | uint64(b)
	id, ok := l.joined[key]
	if !ok {
		id = l.number(slices.Concat(l.lists[a], l.lists[b]))
		l.joined[key] = id
	}
	return id
}

// outputs are numbered outputs, most of which are of one symbol.
type outputs struct {
	numbered[symbol]
	single [atEnd]int32 // the numbers of outputs of one symbol, or 0
}

func (o *outputs) number(out []symbol) int32 {
	if len(out) != 1 {
		return o.numbered.number(out)
	}
	if o.single[out[0]] == 0 {
		o.single[out[0]] = o.numbered.number(out)
	}
	return o.single[out[0]]
}

// A span is a part of a list, or of none yet.
type span struct{ from, to int32 }

var notMade = span{-1, -1}

// A pool is what the units of a search share: its numbers, and what machines do. The ways
// through a hop have most of their machines in common.
type pool struct {
	ops      *numbered[op]
	out      *outputs
	machines []*driven
	known    map[machine]*driven // by the machine itself
	steps    int                 // how often a machine was given a symbol
}

func newPool() *pool {
	ops := newNumbered(func(key []byte, o op) []byte { return append(key, o.counter, byte(o.ops>>24)) })
	out := outputs{numbered: newNumbered(func(key []byte, c symbol) []byte { return binary.LittleEndian.AppendUint16(key, uint16(c)) })}
	return &pool{ops: &ops, out: &out, known: map[machine]*driven{}}
}

// driven is a machine that remembers what it does.
type driven struct {
	machine machine
	counts  bool            // it has a counter
	known   map[uint64]span // of moves
	moves   []machineMove
}

func (p *pool) driven(m machine) *driven {
	hashable := reflect.ValueOf(m).Comparable()
	if hashable && p.known[m] != nil {
		return p.known[m]
	}
	k := -1
	if !alone(m) {
		k = slices.IndexFunc(p.machines, func(d *driven) bool { return !alone(d.machine) && reflect.DeepEqual(d.machine, m) })
	}
	if k < 0 {
		k = len(p.machines)
		p.machines = append(p.machines, &driven{machine: m, counts: counts(m), known: map[uint64]span{}})
	}
	if hashable {
		p.known[m] = p.machines[k]
	}
	return p.machines[k]
}

// alone reports whether a machine is equal only to itself: a formula holds functions.
func alone(m machine) bool {
	if in, ok := m.(inPath); ok {
		m = in.machine
	}
	a, ok := m.(acceptor)
	if ok {
		_, ok = a.recognizer.(*formula)
	}
	return ok
}

// A table numbers keys in the order in which they come. It takes half the memory of a map.
type table[K comparable] struct {
	keys  []K
	slots []int32 // a power of two of them, each the number of a key and one more, or 0
	seed  maphash.Seed
}

// number returns the number of a key, and whether it is new.
func (t *table[K]) number(k K) (id int32, fresh bool) {
	if len(t.keys)*4 >= len(t.slots)*3 {
		if t.slots == nil {
			t.seed = maphash.MakeSeed()
		}
		t.slots = make([]int32, max(16, 2*len(t.slots)))
		for i, k := range t.keys {
			*t.slot(k) = int32(i) + 1
		}
	}
	slot := t.slot(k)
	if *slot > 0 {
		return *slot - 1, false
	}
	t.keys = append(t.keys, k)
	*slot = int32(len(t.keys))
	return *slot - 1, true
}

func (t *table[K]) slot(k K) *int32 {
	for i := maphash.Comparable(t.seed, k); ; i++ {
		slot := &t.slots[i&uint64(len(t.slots)-1)]
		if *slot == 0 || t.keys[*slot-1] == k {
			return slot
		}
	}
}

// interner numbers the vectors that are states.
type interner struct {
	numbers map[string]int32
	vectors [][]uint32
}

func (n *interner) number(vector []uint32) int32 {
	key := make([]byte, 0, 64)
	for _, v := range vector {
		key = binary.AppendUvarint(key, uint64(v))
	}
	if id, ok := n.numbers[string(key)]; ok {
		return id
	}
	if n.numbers == nil {
		n.numbers = map[string]int32{}
	}
	id := int32(len(n.vectors))
	n.numbers[string(key)], n.vectors = id, append(n.vectors, slices.Clone(vector))
	return id
}

// A unit is one way through one hop: the stages feed each other, and a state is the states
// of all of them.
type unit struct {
	stages   []stage
	shown    int   // the stage whose output is passed on, or none
	counters []int // for each stage its counter, or -1
	unknown  string
	more     []string

	*pool
	driven  []*driven // for each stage
	states  interner
	columns [atEnd + 1]uint16 // of symbols in known, and 0 for one that has none yet
	used    int               // how many have one
	known   [][]span          // for each state
	list    []move
	// while moves are made:
	now  []uint32
	outs []int32
	done []op
	from int // where the moves begin
}

type machineMove struct {
	state, ops uint32
	out        int32
}

func newUnit(stages []stage, shown, firstCounter int, p *pool) *unit {
	u := &unit{stages: stages, shown: shown, pool: p, outs: make([]int32, len(stages))}
	for _, s := range stages {
		u.driven = append(u.driven, p.driven(s.machine))
		c := -1
		if counts(s.machine) {
			c, firstCounter = firstCounter, firstCounter+1
		}
		u.counters = append(u.counters, c)
	}
	u.states.number(make([]uint32, len(stages)))
	return u
}

func (u *unit) moves(state int32, in symbol) []move {
	if u.columns[in] == 0 {
		u.used++
		u.columns[in] = uint16(u.used)
	}
	column := int(u.columns[in]) - 1
	for int(state) >= len(u.known) {
		u.known = append(u.known, nil)
	}
	if column >= len(u.known[state]) {
		list := slices.Grow(u.known[state], max(u.used, column+1)-len(u.known[state]))
		for len(list) <= column {
			list = append(list, notMade)
		}
		u.known[state] = list
	}
	if s := u.known[state][column]; s != notMade {
		return u.list[s.from:s.to:s.to]
	}
	u.now, u.done, u.from = append(u.now[:0], u.states.vectors[state]...), u.done[:0], len(u.list)
	u.stage(0, in)
	s := span{int32(u.from), int32(len(u.list))}
	u.known[state][column] = s
	return u.list[s.from:s.to:s.to]
}

// stage gives stage k its input, and then the stages after it.
func (u *unit) stage(k int, in symbol) {
	if k == len(u.stages) {
		m := move{ops: u.ops.number(u.done)}
		if in != atEnd {
			m.state = u.states.number(u.now)
		}
		if u.shown >= 0 {
			m.out = u.outs[u.shown]
			if text := u.out.lists[m.out]; slices.Contains(text, mark) {
				m.out = u.out.number(slices.DeleteFunc(slices.Clone(text), func(s symbol) bool { return s == mark }))
			}
		} else if u.shown == -1 && in != atEnd {
			m.out = u.out.number([]symbol{in})
		}
		if !slices.Contains(u.list[u.from:], m) {
			u.list = append(u.list, m)
		}
		return
	}
	list := []symbol{in}
	if from := u.stages[k].from; from >= 0 {
		list = u.out.lists[u.outs[from]]
		if in == atEnd {
			list = append(list[:len(list):len(list)], atEnd)
		}
	}
	u.symbols(k, in, list, 0)
}

// symbols gives stage k the rest of its input. out is its output so far.
func (u *unit) symbols(k int, in symbol, list []symbol, out int32) {
	if len(list) == 0 {
		u.outs[k] = out
		u.stage(k+1, in)
		return
	}
	u.pool.steps++
	before, done := u.now[k], len(u.done)
	for _, m := range u.driven[k].does(before, list[0], u.out) {
		u.now[k] = m.state
		if m.ops != 0 {
			u.done = append(u.done[:done], op{uint8(u.counters[k]), m.ops})
		}
		u.symbols(k, in, list[1:], u.out.join(out, m.out))
		u.done = u.done[:done]
	}
	u.now[k] = before
}

// does returns what the machine does in a state.
func (d *driven) does(s uint32, in symbol, outs *outputs) []machineMove {
	key := uint64(s)<<16 | uint64(in)
	if list, ok := d.known[key]; ok {
		return d.moves[list.from:list.to]
	}
	from := len(d.moves)
	add := func(state, ops uint32, out []symbol) {
		d.moves = append(d.moves, machineMove{state, ops, outs.number(out)})
	}
	counter, counts := d.machine.(counting)
	counts = counts && d.counts
	switch {
	case in == atEnd && counts:
		counter.ends(s, func(o uint32, out ...symbol) { add(s, o&ops, out) })
	case in == atEnd:
		d.machine.end(s, func(out ...symbol) { add(s, 0, out) })
	case counts:
		d.machine.next(s, in, func(s uint32, out ...symbol) { add(s&^ops, s&ops, out) })
	default:
		d.machine.next(s, in, func(s uint32, out ...symbol) { add(s, 0, out) })
	}
	d.known[key] = span{int32(from), int32(len(d.moves))}
	return d.moves[from:]
}

// A tandem is a unit that passes on to an automaton.
type tandem struct {
	first *unit
	rest  automaton
	pairs table[[2]int32]     // the states
	made  []map[symbol][]move // for each state, unless it is nil
}

func newTandem(first *unit, rest automaton) *tandem {
	t := &tandem{first: first, rest: rest}
	t.pairs.number([2]int32{})
	return t
}

func (t *tandem) moves(state int32, in symbol) []move {
	for int(state) >= len(t.made) {
		t.made = append(t.made, map[symbol][]move{})
	}
	if list, ok := t.made[state][in]; ok {
		return list
	}
	list := t.make(state, in)
	t.made[state][in] = list
	return list
}

// make returns the moves of a state, and does not remember them.
func (t *tandem) make(state int32, in symbol) []move {
	pair := t.pairs.keys[state]
	var list []move
	for _, m := range t.first.moves(pair[0], in) {
		symbols := t.first.out.lists[m.out]
		if in == atEnd {
			symbols = append(symbols[:len(symbols):len(symbols)], atEnd)
		}
		t.through(pair[1], symbols, 0, m.ops, func(second, out, ops int32) {
			n := move{out: out, ops: ops}
			if in != atEnd {
				n.state, _ = t.pairs.number([2]int32{m.state, second})
			}
			list = append(list, n)
		})
	}
	return list
}

// through gives the rest symbols, and calls done for each way.
func (t *tandem) through(state int32, in []symbol, out, ops int32, done func(state, out, ops int32)) {
	if len(in) == 0 {
		done(state, out, ops)
		return
	}
	for _, m := range t.rest.moves(state, in[0]) {
		t.through(m.state, in[1:], t.first.out.join(out, m.out), t.first.ops.join(ops, m.ops), done)
	}
}

// letterMoves returns the moves of a state of an automaton that is asked once for each.
func letterMoves(a automaton, state int32, in symbol) []move {
	if t, ok := a.(*tandem); ok {
		return t.make(state, in)
	}
	return a.moves(state, in)
}

// A route is one way through all hops of a chain, or up to a step that ends it.
type route struct {
	automaton automaton
	unknown   string
	more      []string
	met       bool // its end was found to be reached
	wrong     bool // it lets through what the models do not

	edges  []edge
	ends   []int32 // ops
	leaves []span  // of each state seen, in edges
	stops  []span  // the same, in ends
}

// An edge is a move of a route with a letter. Of letters that do the same, it has the first.
type edge struct {
	state  int32
	ops    int32
	letter byte
}

// A search goes through the states of routes in the order of the length of their
// targets.
type search struct {
	chain       Chain
	clients     clients // of the first hop
	prefix      string
	passes      func(target string) bool
	goal        condition // of the path that the last hop serves
	most, limit int
	alphabet    []symbol
	routes      []*route

	gaps    int
	pool    *pool
	depths  [][]uint8
	depthOf map[string]int32
	changes map[uint64][]changed

	states  int
	targets []string
	why     []string
}

// changed are counters after ops.
type changed struct {
	depths int32
	guess  bool // of what they were
}

// maxGap is how far apart counters may be before the search takes their distance for an
// unknown one.
const maxGap = 6

// muchLonger is how much longer than the first the other targets may be.
const muchLonger = 4

// stepsOfState is how many steps of machines a state may take, on average over the limit: those
// of a way with a hundred stages are worth several others.
const stepsOfState = 250

func newSearch(c Chain, of clients, prefix string, goal condition, most, limit int) *search {
	s := &search{chain: c, clients: of, prefix: prefix, passes: c.passing(prefix, of), goal: goal, most: most, limit: limit, pool: newPool(), depthOf: map[string]int32{}}
	s.follow()
	return s
}

// undecided notes what stands in the way of an answer.
//
//go:noinline
func (s *search) undecided(why string) {
	if !slices.Contains(s.why, why) {
		s.why = append(s.why, why)
	}
}

// tooMany notes that the search ended at its limit.
func (s *search) tooMany() { s.undecided(fmt.Sprintf("the limit of %d states", s.limit)) }

func (s *search) finding() Finding {
	f := Finding{Targets: s.targets, Undecided: s.why, States: s.states}
	switch {
	case len(s.targets) > 0:
		f.Verdict = Exists
	case len(s.why) > 0:
		f.Verdict = Undecided
	}
	return f
}

// follow makes the routes and the alphabet.
func (s *search) follow() {
	last := len(s.chain) - 1
	type part struct {
		units []*unit
		end   bool // the way ends in the last of units
	}
	parts := []part{{}}
	counter, built := 0, 0
	for i, h := range s.chain {
		var units []*unit
		most := 0
		of := everybody // a proxy may be a client that is let in
		if i == 0 {
			of = s.clients
		}
		ways := variants(h.steps, of)
		for _, v := range ways {
			built += len(v.stages) // each is a state to make
		}
		if built > s.limit {
			s.tooMany()
			return
		}
		for _, v := range ways {
			u := s.unit(i, v, counter)
			if u == nil {
				continue
			}
			units = append(units, u)
			used := 0
			for _, c := range u.counters {
				if c >= 0 {
					used++
				}
			}
			most = max(most, used)
		}
		counter += most
		var next []part
		for _, p := range parts {
			if p.end {
				next = append(next, p)
				continue
			}
			if len(next)+len(units) > s.limit {
				s.undecided(fmt.Sprintf("more than %d ways through the hops", s.limit))
				return
			}
			for _, u := range units {
				next = append(next, part{append(slices.Clip(p.units), u), u.unknown != "" || i == last})
			}
		}
		parts = next
	}
	var machines []machine
	for _, d := range s.pool.machines {
		machines = append(machines, d.machine)
	}
	s.alphabet = alphabet(machines, s.prefix)
	for _, p := range parts {
		if !p.end {
			continue
		}
		n := len(p.units) - 1
		r := &route{automaton: p.units[n], unknown: p.units[n].unknown}
		for k := n - 1; k >= 0; k-- {
			r.automaton = newTandem(p.units[k], r.automaton)
		}
		for _, u := range p.units {
			r.more = append(r.more, u.more...)
		}
		s.routes = append(s.routes, r)
	}
	s.depths, s.depthOf[string(make([]byte, counter))] = [][]uint8{make([]uint8, counter)}, 0
}

// unit returns the unit of a way through hop i of the chain, with the rule and the goal of
// the search, or nil for one that neither passes nor serves anything.
func (s *search) unit(i int, v *variant, counter int) *unit {
	stages := slices.Clone(v.stages)
	check := func(at int, c condition, not bool) {
		r, _ := recognized(c)
		stages = append(stages, stage{at, inPath{acceptor{r, not}}})
	}
	unknown := v.unknown
	if i == 0 && s.clients.rule != nil {
		switch {
		case v.rule != none:
			check(v.rule, s.clients.rule, true)
		case unknown == "":
			unknown = s.chain[0].Name() + " shows no path to rules"
		}
	}
	out := v.forward
	if i == len(s.chain)-1 {
		if v.app != none {
			out = v.app
		}
		switch {
		case unknown != "":
		case out == none:
			return nil
		default:
			check(out, s.goal, false)
		}
		out = none
	}
	if out == none && i < len(s.chain)-1 && unknown == "" {
		return nil
	}
	u := newUnit(stages, out, counter, s.pool)
	u.unknown, u.more = unknown, v.more
	return u
}

// A configuration is a state of a route with counters.
type configuration struct{ route, state, depths int32 }

// A node is how a configuration was reached first: the node before it, and how.
type node struct {
	parent int32
	length int32
	letter byte
	guess  bool
}

// round goes through all states. It reports whether another round, with larger gaps, may
// find out more.
func (s *search) round(ctx context.Context) (again bool, err error) {
	s.targets, s.changes = nil, map[uint64][]changed{}
	var seen table[configuration]
	var nodes []node // of the configurations
	push := func(p configuration, n node) {
		if _, fresh := seen.number(p); fresh {
			nodes = append(nodes, n)
		}
	}
	for i, r := range s.routes {
		// A target begins with a slash, whatever other letters do the same.
		for _, m := range letterMoves(r.automaton, 0, '/') {
			for _, c := range s.change(0, m.ops) {
				push(configuration{int32(i), m.state, c.depths}, node{-1, 1, '/', c.guess})
			}
		}
	}
	guessed := false
	for id := 0; id < len(nodes); id++ {
		if s.states++; s.states > s.limit || s.pool.steps/stepsOfState > s.limit {
			s.tooMany()
			return false, nil
		}
		if s.states%4096 == 0 && ctx.Err() != nil {
			return false, ctx.Err()
		}
		n, p := nodes[id], seen.keys[id]
		r := s.routes[p.route]
		if len(s.targets) > 0 && int(n.length) > len(s.targets[0])+muchLonger {
			return false, nil
		}
		if r.met {
			continue
		}
		for _, ops := range s.ends(r, p.state) {
			list := s.change(p.depths, ops)
			if len(list) == 0 {
				continue
			}
			t := target(nodes, id)
			guess := n.guess || !slices.ContainsFunc(list, func(c changed) bool { return !c.guess })
			switch {
			case slices.Contains(s.targets, t):
			case r.unknown != "":
				if s.meets(t) || !guess {
					r.met = true
					s.undecided(r.unknown)
				} else {
					guessed = true
				}
			case s.passes(t):
				if s.targets = append(s.targets, t); len(s.targets) == s.most {
					return false, nil
				}
			case guess:
				guessed = true
			default:
				s.notFollowed(r, t)
			}
			break
		}
		if r.met {
			continue
		}
		for _, e := range s.edges(r, p.state) {
			for _, c := range s.change(p.depths, e.ops) {
				push(configuration{p.route, e.state, c.depths}, node{int32(id), n.length + 1, e.letter, n.guess || c.guess})
			}
		}
	}
	return guessed && len(s.targets) == 0, nil
}

// notFollowed notes why a target that the machines let through is none that the models
// do.
func (s *search) notFollowed(r *route, t string) {
	if class := s.chain.unknownOf(t, s.clients); class != "" {
		s.undecided(class)
		return
	}
	for _, more := range r.more {
		s.undecided(more)
	}
	if len(r.more) == 0 && !r.wrong {
		r.wrong = true
		s.undecided(fmt.Sprintf("a step that is not followed for %q", t))
	}
}

// meets reports whether a target comes to what a model does not describe.
func (s *search) meets(target string) bool {
	return s.chain.unknownOf(target, s.clients) != ""
}

// target returns the target that leads to a node.
func target(nodes []node, id int) string {
	var b []byte
	for ; id >= 0; id = int(nodes[id].parent) {
		b = append(b, nodes[id].letter)
	}
	slices.Reverse(b)
	return string(b)
}

// edges returns the moves of a state.
func (s *search) edges(r *route, state int32) []edge {
	for int(state) >= len(r.leaves) {
		r.leaves = append(r.leaves, notMade)
	}
	if p := r.leaves[state]; p != notMade {
		return r.edges[p.from:p.to:p.to]
	}
	from := len(r.edges)
	for _, in := range s.alphabet {
		for _, m := range letterMoves(r.automaton, state, in) {
			if !slices.ContainsFunc(r.edges[from:], func(e edge) bool { return e.state == m.state && e.ops == m.ops }) {
				r.edges = append(r.edges, edge{m.state, m.ops, byte(in)})
			}
		}
	}
	r.leaves[state] = span{int32(from), int32(len(r.edges))}
	return r.edges[from:]
}

// ends returns the ops of the ways to end in a state.
func (s *search) ends(r *route, state int32) []int32 {
	for int(state) >= len(r.stops) {
		r.stops = append(r.stops, notMade)
	}
	if p := r.stops[state]; p != notMade {
		return r.ends[p.from:p.to:p.to]
	}
	from := len(r.ends)
	for _, m := range letterMoves(r.automaton, state, atEnd) {
		r.ends = append(r.ends, m.ops)
	}
	r.stops[state] = span{int32(from), int32(len(r.ends))}
	return r.ends[from:]
}

// change returns what ops make of counters, or nothing where they are not possible.
//
// Counters are small numbers or large ones, of which only the differences are known: if
// those that are next to each other in size, or the smallest and 0, are as far apart as
// gaps, they may be further apart. What ops do depends only on which counters are 0, and
// changes a distance by at most as many as they are. So it is enough to look at as many
// distances.
func (s *search) change(depths, ops int32) []changed {
	if ops == 0 {
		return []changed{{depths, false}}
	}
	k := uint64(depths)<<32 | uint64(ops)
	if list, ok := s.changes[k]; ok {
		return list
	}
	before := s.depths[depths]
	levels := append([]uint8{0}, before...)
	slices.Sort(levels)
	levels = slices.Compact(levels)
	more := 2 * len(s.pool.ops.lists[ops])
	list := []changed{}
	now := make([]uint8, len(before))
	add := make([]int, len(levels)) // for each level how much further it is from the one below
	for {
		guess := false
		for i, d := range before {
			now[i] = d
			for l := 1; l < len(levels) && levels[l] <= d; l++ {
				now[i] += uint8(add[l])
				guess = guess || levels[l]-levels[l-1] >= uint8(s.gaps)
			}
		}
		if applied(now, s.pool.ops.lists[ops]) {
			c := changed{s.folded(now), guess}
			if !slices.Contains(list, c) {
				list = append(list, c)
			}
		}
		l := 1
		for ; l < len(levels); l++ {
			if levels[l]-levels[l-1] >= uint8(s.gaps) && add[l] < more {
				add[l]++
				break
			}
			add[l] = 0
		}
		if l == len(levels) {
			break
		}
	}
	s.changes[k] = list
	return list
}

// applied applies ops to counters, and reports whether they are possible.
func applied(depths []uint8, list []op) bool {
	for _, o := range list {
		d := &depths[o.counter]
		if o.ops&pop != 0 {
			if *d == 0 {
				return false
			}
			*d--
		}
		if o.ops&atRoot != 0 && *d > 0 {
			return false
		}
		if o.ops&push != 0 {
			*d++
		}
	}
	return true
}

// folded returns the number of counters, with none further from the next than gaps.
func (s *search) folded(depths []uint8) int32 {
	levels := append([]uint8{0}, depths...)
	slices.Sort(levels)
	levels = slices.Compact(levels)
	folded := make([]uint8, len(depths))
	for i, d := range depths {
		for l := 1; l < len(levels) && levels[l] <= d; l++ {
			folded[i] += min(levels[l]-levels[l-1], uint8(s.gaps))
		}
	}
	id, ok := s.depthOf[string(folded)]
	if !ok {
		id = int32(len(s.depths))
		s.depthOf[string(folded)], s.depths = id, append(s.depths, folded)
	}
	return id
}
