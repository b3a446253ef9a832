package hop

import (
	"cmp"
	"context"
	"fmt"
	"reflect"
	"slices"
	"sort"
	"strings"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/hop/internal/plan"
	"github.com/pct-encoded/percent/internal/pct"
	"github.com/pct-encoded/percent/internal/words"
)

// A Finding is the answer of [Chain.Find].
type Finding struct {
	Verdict Verdict
	// Targets get through, the shortest first: with [Exists] at least one.
	Targets []string
	// Undecided says, with [Undecided], what stands in the way of an answer, in the words of
	// a list, such as "a line feed, which ends the request line".
	Undecided []string
	// States is how many states were examined.
	States int
}

// A Verdict is one of the three answers of a search.
type Verdict uint8

// The verdicts.
const (
	None      Verdict = iota // no target gets through, of any length
	Exists                   // a target gets through
	Undecided                // the search did not find out
)

// String returns "none", "exists" or "undecided".
func (v Verdict) String() string { return words.Of(verdicts, v) }

var verdicts = []string{"none", "exists", "undecided"}

// DefaultLimit is how many states a search examines unless another number is asked for.
// A state takes up to some 600 octets of memory. The stages of all ways through the hops, and
// every 250 steps of theirs, must not be more either.
const DefaultLimit = 500_000

// Find searches for request targets that pass a rule of the first hop that denies all
// paths beginning with prefix, and that the last hop serves as prefix or as a path
// below it, or as what it serves for prefix, such as a file of that name. A first hop that was
// read from a file and refuses prefix by itself has no other rule than those of its file. Fields that a
// request needs are taken into account only if nothing else gets through, and after that clients that
// an address or credentials of the file let in, unless it lets them to prefix. If there is none and the last hop ignores case ([Hop.IgnoresCase]), it searches again
// for prefix in letters of any case. It stops at most targets, none much longer than the first, or
// when it has examined limit states, which takes as long as the machine needs: no clock has a part
// in the answer.
//
// The answer is about the models, and about targets that begin with a slash and have
// neither spaces nor control characters. The steps of the hops are finite transducers over
// classes of octets, and counters of the segments that a later ".." removes. The search goes
// through their states breadth first, so that shorter targets come before longer ones, and
// takes large counters for unknown ones: it follows everything that the models do, and
// perhaps more. [None] is therefore proved for targets of any length. Each of Targets was
// verified with [Chain.Apply], and none that the models describe is shorter than the first,
// unless one of Undecided stands in the way. If the search would have to know more of a
// counter, a hop has a step that it does not follow, or a target that may get through is one
// that a model does not describe, the answer is [Undecided], unless there are Targets.
//
// The error is for a prefix that is not a slash followed by octets 21 to 7E, or that of
// ctx.
func (c Chain) Find(ctx context.Context, prefix string, most, limit int) (Finding, error) {
	if len(prefix) < 2 || prefix[0] != '/' || has(prefix, visible.Complement()) {
		return Finding{}, fmt.Errorf("hop: %q is not a slash followed by visible ASCII characters", prefix)
	}
	groups := []clients{{anyone, nil, c[0].rule(prefix)}}
	if c[0].asks(anyone, nil) {
		groups = slices.Insert(groups, 0, clients{plainly, nil, groups[0].rule})
	}
	let, unknown := c[0].admitted(prefix)
	states, why := 0, []string{}
	for _, of := range append(groups, let...) {
		part := limit - states
		if of.reach == plainly {
			part = limit / 2
		}
		f, err := c.findFor(ctx, of, prefix, most, max(part, 1))
		states += f.States
		if f.States = states; err != nil || f.Verdict == Exists && len(of.without) == 0 {
			return f, err
		}
		if f.Verdict == Exists { // where addresses of both lists are the same, nothing gets past a rule
			f.Undecided = append(f.Undecided, "whether clients that get to "+prefix+" with "+f.Targets[0]+" are let in at "+prefix+", too")
		}
		for _, reason := range f.Undecided {
			if of.reach > plainly && !slices.Contains(why, reason) {
				why = append(why, reason)
			}
		}
	}
	if len(why) == 0 && unknown != "" {
		why = []string{unknown}
	}
	f := Finding{States: states}
	if len(why) > 0 {
		f.Verdict, f.Undecided = Undecided, why
	}
	return f, nil
}

// clients are those for whom a search is.
type clients struct {
	reach   reach     // of the conditions of forks that may hold for them
	without []string  // conditions that do not
	rule    condition // of what is denied to them beside, or nil
}

var everybody = clients{reach: admitted}

// admitted returns the clients that an address or credentials let in and that are to be kept from
// prefix: those that the hop lets to it, and to what is below it, get past nothing. unknown is what is
// not known of the others.
func (h *Hop) admitted(prefix string) (list []clients, unknown string) {
	const most = 16
	supposed := h.rule(prefix)
	var seen []string
	var split func(without []string)
	split = func(without []string) {
		slices.Sort(without)
		key := strings.Join(without, "\x00")
		switch {
		case !h.asks(admitted, without) || slices.Contains(seen, key):
			return
		case len(seen) == most:
			unknown = "more kinds of clients that a file lets in than are searched for"
			return
		}
		seen = append(seen, key)
		of := clients{admitted, without, supposed}
		let, refused := "", false
		if supposed == nil {
			let, refused = h.lets(prefix, without, &unknown)
		}
		if let != "" {
			of.rule = h.denies(prefix)
		}
		if let == "" || refused {
			list = append(list, of)
		}
		for _, condition := range strings.FieldsFunc(let, func(c rune) bool { return c == 0 }) {
			split(append(slices.Clone(without), condition))
		}
	}
	split(nil)
	return list, unknown
}

// lets returns under which conditions the hop lets clients to prefix, or to what is below it, and
// whether it refuses some of that to all.
func (h *Hop) lets(prefix string, without []string, unknown *string) (who string, refused bool) {
	for _, target := range []string{prefix, prefix + "/", prefix + "/x"} {
		r := h.without(without, target)
		refuses := true
		for x := &r; x != nil; x = x.Or {
			lets := x.Unknown != "" || x.Status == 200
			refuses = refuses && !lets && !strings.HasSuffix(x.Location, prefix+"/")
			if lets && x.who != "" {
				who, *unknown = cmp.Or(who, x.who), cmp.Or(*unknown, x.Unknown)
			}
		}
		refused = refused || refuses
	}
	return who, refused
}

// asks reports whether a result may depend on a condition of the reach that is not one of some.
func (h *Hop) asks(of reach, without []string) bool {
	return reaches(h.steps, func(s step) bool {
		f, ok := s.(*fork)
		return ok && f.reach == of && !slices.Contains(without, f.condition)
	})
}

// findFor is Find for clients.
func (c Chain) findFor(ctx context.Context, of clients, prefix string, most, limit int) (Finding, error) {
	last := c[len(c)-1]
	paths, other := c.resources(prefix)
	passes := c.passing(prefix, of)
	tried := slices.DeleteFunc(append(likely(prefix), c[0].around(prefix)...), func(target string) bool { return !passes(target) })
	if len(tried) > 0 {
		limit = max(limit/10, 1) // there is an answer: what remains is whether there are shorter ones
	}
	f, err := c.find(ctx, of, prefix, last.serves(paths, false), most, limit)
	if err == nil && f.Verdict != Exists && last.IgnoresCase() {
		states := f.States
		f, err = c.find(ctx, of, prefix, last.serves(paths, true), most, limit)
		f.States += states
	}
	if err == nil && f.Verdict == None && other != "" {
		f.Verdict, f.Undecided = Undecided, []string{"for " + prefix + " the last hop serves " + shown(other) + ", and what else serves that was not searched for"}
	}
	if err == nil && f.Verdict != Exists && len(tried) > 0 {
		f.Verdict, f.Targets = Exists, tried[:min(len(tried), max(most, 1))]
	}
	return f, err
}

// resources returns the paths that are served for a prefix: itself, and what it, or a path
// beside it, becomes on the way to the last hop or in it, such as the name of a file. other is
// what is served for it that has another name, if nothing else is.
func (c Chain) resources(prefix string) (paths []string, other string) {
	paths = []string{prefix}
	base := strings.TrimRight(prefix, "/")
	i := strings.LastIndexByte(base, '/') + 1
	name, end := base[i:], prefix[len(base):]
	for _, chain := range []Chain{c, c[len(c)-1:]} {
		for _, n := range []string{name, "q7z" + name} { // the file may refuse the name itself
			for _, served := range chain.served(base[:i] + n) {
				before, ok := strings.CutSuffix(served, n)
				switch path := before + name + end; {
				case !ok || !strings.HasSuffix(before, "/"):
					if n == name {
						other = served
					}
				case !slices.Contains(paths, path):
					paths = append(paths, path)
				}
			}
		}
	}
	if len(paths) > 1 {
		other = ""
	}
	return paths, other
}

// served returns the paths that the last hop serves for a target, in all outcomes.
func (c Chain) served(target string) (paths []string) {
	r := c[0].Apply(target)
	for x := &r; x != nil; x = x.Or {
		switch {
		case x.Split || x.Unknown != "":
		case len(c) > 1:
			if x.Forward.Present {
				paths = append(paths, c[1:].served(x.Forward.Text)...)
			}
		default:
			if served := x.served(); served.Present && x.Status == 200 {
				paths = append(paths, served.Text)
			}
		}
	}
	return paths
}

// around returns targets that reach a prefix through the first beginnings of paths that a hop
// distinguishes.
func (h *Hop) around(prefix string) (list []string) {
	const most = 16
	seen := map[step]bool{}
	var look func(steps []step)
	look = func(steps []step) {
		for _, s := range steps {
			lists := within(s)
			if lists == nil || seen[s] || len(list) >= 3*most {
				continue
			}
			seen[s] = true
			if b, ok := s.(*branch); ok {
				for _, a := range b.arms {
					if p, ok := a.condition.(hasPrefix); ok && len(p) > 1 {
						p := strings.TrimSuffix(string(p), "/")
						list = append(list, p+"/..;"+prefix, p+"/.."+prefix, p+"/..%2F"+prefix[1:])
					}
				}
			}
			for _, inner := range lists {
				look(inner)
			}
		}
	}
	look(h.steps)
	return list
}

// likely returns targets that get past rules for a prefix at many servers, the shortest first.
func likely(prefix string) (list []string) {
	i := strings.LastIndexByte(prefix, '/') + 1
	before, name := prefix[:i], prefix[i:]
	for _, s := range strings.Fields("/ ; \\ %2F %2f %5C ./ ;/ %2e/ %252F x/../ x/..%2F x%2F..%2F x/%2e%2e/ x/..;/ x/..\\ x/..%5C x/%252e%252e/") {
		list = append(list, before+s+name)
	}
	for _, s := range strings.Fields(". / ; %2F %20 %00 %3B %23 %3F %09 /x ;x /. %2Fx") {
		list = append(list, prefix+s)
	}
	if name != "" {
		list = append(list, fmt.Sprintf("%s%%%02X%s", before, name[0], name[1:]), fmt.Sprintf("%s%%25%02X%s", before, name[0], name[1:]), before+strings.ToUpper(name[:1])+name[1:])
	}
	sort.SliceStable(list, func(i, j int) bool { return len(list[i]) < len(list[j]) })
	return list
}

// find searches for targets for which the last hop serves what the goal holds for.
func (c Chain) find(ctx context.Context, of clients, prefix string, goal condition, most, limit int) (Finding, error) {
	s := newSearch(c, of, prefix, goal, most, limit)
	for s.gaps = 1; s.gaps <= maxGap; s.gaps++ {
		if again, err := s.round(ctx); err != nil || !again {
			return s.finding(), err
		}
	}
	s.undecided(fmt.Sprintf("more than %d segments that a later \"..\" removes", maxGap))
	return s.finding(), nil
}

// Passes reports whether a target gets through as described at [Chain.Find].
func (c Chain) Passes(target, prefix string) bool {
	let, _ := c[0].admitted(prefix)
	return slices.ContainsFunc(append(let, clients{anyone, nil, c[0].rule(prefix)}), func(of clients) bool { return len(of.without) == 0 && c.passing(prefix, of)(target) })
}

// passing returns what reports that for a prefix, whose resources are found once, and clients.
func (c Chain) passing(prefix string, of clients) func(target string) bool {
	last := c[len(c)-1]
	paths, _ := c.resources(prefix)
	goal := last.serves(paths, last.IgnoresCase())
	return func(target string) bool { return c.passes(of, target, goal) }
}

func (c Chain) passes(of clients, target string, goal condition) bool {
	r := c[0].without(of.without, target)
	for x := &r; x != nil; x = x.Or {
		if x.reach > of.reach || of.rule != nil && (!x.Rule.Present || of.rule.holds(x.Rule.Text)) {
			continue
		}
		if x.Split {
			continue // what gets through is not known
		}
		if len(c) > 1 {
			if x.Forward.Present && c[1:].passes(everybody, x.Forward.Text, goal) {
				return true
			}
			continue
		}
		served := x.served()
		if served.Present && x.Status == 200 && goal.holds(served.Text) {
			return true
		}
	}
	return false
}

// served returns the path that an outcome serves or, of a hop that is no program's, passes on.
func (x *Result) served() Part {
	if x.App.Present {
		return x.App
	}
	path := x.Forward
	path.Text, _, _ = strings.Cut(path.Text, "?")
	return path
}

// unknownOf returns what the models do not describe of a target of clients, or "".
func (c Chain) unknownOf(target string, of clients) string {
	r := c[0].without(of.without, target)
	for x := &r; x != nil; x = x.Or {
		if x.reach > of.reach {
			continue
		}
		if x.Unknown != "" {
			return x.Unknown
		}
		if x.Split {
			return lineEndWritten
		}
		if x.Forward.Present && len(c) > 1 {
			if class := c[1:].unknownOf(x.Forward.Text, everybody); class != "" {
				return class
			}
		}
	}
	return ""
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
	ended              bool     // the steps ended, and the result stands
	origin             int      // the stage that raw restores
	unknown            string   // the step that ends it: what follows is not known
	more               []string // what its machines do more than the steps

	overridden []*overridden // around the steps
	matched    *matchedAt    // the last regular expression that matched
	variables  map[string][]part
	internal   bool // the request is
	changed    bool // the path was, within
	moved      bool // the location may be of another path
	jumps      int
	paged      bool            // a page stands in for an answer
	known      map[string]bool // conditions of forks that hold
	fixed      *fixedPath
	clients    clients
	left       *int // steps that all ways through the hop may take yet
}

// A fixedPath is the path that a stage gives of all targets.
type fixedPath struct {
	at   int
	path string
}

const none = -2

// maxTaken limits the steps of all ways through a hop: each of many conditions in a row may
// double them.
const maxTaken = 100_000

// variants returns the ways through steps that neither refuse nor redirect clients.
func variants(steps []step, of clients) []*variant {
	if !encodesNoted(steps) {
		steps = slices.DeleteFunc(slices.Clone(steps), func(s step) bool { _, notes := s.(*noteEscapes); return notes })
	}
	left := maxTaken
	return grow([]*variant{{at: -1, origin: -1, rule: none, forward: none, app: none, clients: of, left: &left}}, steps)
}

// encodesNoted reports whether one of steps, or of those that they may take, needs what
// noteEscapes notes.
func encodesNoted(steps []step) bool {
	return reaches(steps, func(s step) bool {
		switch s := s.(type) {
		case encodeNoted, *nginxPass, *nginxURL:
			return true
		case *put:
			return slices.ContainsFunc(s.Text, func(p plan.Piece) bool { return p.Only })
		}
		return false
	})
}

func grow(variants []*variant, steps []step) []*variant {
	for _, s := range steps {
		var next []*variant
		for _, v := range variants {
			if v.ended || v.unknown != "" {
				next = append(next, v)
				continue
			}
			next = append(next, v.take(s)...)
		}
		variants = next
	}
	return variants
}

// copied returns a copy of v that can be changed.
//
//go:noinline
func (v *variant) copied() *variant {
	c := *v
	c.stages = slices.Clone(v.stages)
	return &c
}

// with returns v with one more stage for each machine. A stage that v has already is not
// added again, and one that only checks its input is not read by those after it.
func (v *variant) with(machines ...machine) *variant {
	c := v.copied()
	for _, m := range machines {
		if in, ok := m.(inPath); ok {
			if d, ok := in.machine.(decoder); ok && !d.keep && !d.asItIs {
				// The check is a stage of its own, so that others can share the decoder.
				c = c.with(inPath{decoder{asItIs: true}})
				d.keep = true
				m = inPath{d}
			}
		}
		if from, ok := c.undone(m); ok {
			c.at = from
			continue
		}
		s := stage{c.at, m}
		k := slices.IndexFunc(c.stages, func(t stage) bool { return t.from == s.from && reflect.DeepEqual(t.machine, m) })
		if k < 0 {
			k = len(c.stages)
			c.stages = append(c.stages, s)
		}
		if !checks(m) {
			c.at = k
		}
	}
	return c
}

// checks reports whether a machine gives its input, or stops.
func checks(m machine) bool {
	switch m := m.(type) {
	case inPath:
		return checks(m.machine)
	case unmarked:
		return checks(m.machine)
	case acceptor, refuser, tailRefuser, queryChecker:
		return true
	case decoder:
		return m.asItIs
	}
	return false
}

// undone returns the stage whose output m makes again of the output of the stage that v
// is at: what was encoded with every % is decoded.
func (v *variant) undone(m machine) (from int, ok bool) {
	in, decodes := m.(inPath)
	if !decodes || v.at < 0 {
		return 0, false
	}
	before, encodes := v.stages[v.at].machine.(inPath)
	if !encodes {
		return 0, false
	}
	e, encodes := before.machine.(encoder)
	d, decodes := in.machine.(decoder)
	if !encodes || !decodes || e.kept.Contains('%') || d.asItIs || d.underscore || d.kept.Len() > 0 {
		return 0, false
	}
	return v.stages[v.at].from, true
}

// take returns the ways in which a step continues v.
func (v *variant) take(s step) []*variant {
	if *v.left--; *v.left < 0 {
		return []*variant{v.lost("more ways through a server than are followed")}
	}
	switch s := s.(type) {
	case see:
		c := v.copied()
		*[]*int{&c.rule, &c.forward, &c.app}[s] = v.at
		return []*variant{c}
	case raw:
		return s.followed(v)
	case answer:
		var list []*variant
		for _, o := range v.overridden {
			list = append(list, o.followed(v, s.status)...)
		}
		return list
	case follower:
		return s.follow(v)
	}
	return v.lacks(s)
}

// lost returns v as a way that ends where the model, or the search, does not know what
// follows.
//
//go:noinline
func (v *variant) lost(class string) *variant {
	c := v.copied()
	c.unknown = class
	return c
}

// mores returns v, whose machines do more than the steps, as text says.
//
//go:noinline
func (v *variant) mores(text string) *variant {
	c := v.copied()
	c.more = append(slices.Clip(c.more), text)
	return c
}

// lacks returns v as the only way, which ends at a step that is not a machine.
func (v *variant) lacks(s step) []*variant {
	return []*variant{v.lost("a step that the search cannot follow: " + s.words().Text)}
}

// A follower is a step that the search follows: it returns the ways in which it
// continues v.
type follower interface{ follow(v *variant) []*variant }

// on returns the one way that continues with machines that read path and tail.
//
//go:noinline
func (v *variant) on(machines ...machine) []*variant { return []*variant{v.with(machines...)} }

// onPath returns the one way that continues with machines that read only the
// path.
//
//go:noinline
func (v *variant) onPath(machines ...machine) []*variant {
	for _, m := range machines {
		v = v.with(inPath{m})
	}
	return []*variant{v}
}

// as returns the ways in which v continues through other steps.
//
//go:noinline
func (v *variant) as(steps ...step) []*variant { return grow([]*variant{v}, steps) }

// where returns the ways in which a condition holds or, if holds is false, does
// not.
func (v *variant) where(c condition, holds bool) []*variant {
	if v.fixed != nil && v.fixed.at == v.at {
		if c.holds(v.fixed.path) != holds {
			return nil
		}
		return []*variant{v.copied()}
	}
	if r, ok := recognized(c); ok {
		return []*variant{v.with(inPath{acceptor{r, !holds}})}
	}
	return []*variant{v.lost("a condition that the search cannot follow: " + c.text())}
}

// A classifier is a machine that distinguishes more octets than every alphabet does. A
// set of one octet is for an octet that a machine handles by itself.
type classifier interface{ classes() []percent.ByteSet }

// each returns a set for each octet of a text, and for each octet that an escape in it
// stands for.
func each(text string) (list []percent.ByteSet) {
	for i := range len(text) {
		list = append(list, percent.ByteSet{}.Add(text[i:i+1]))
		if c, ok := escape(text[i:]); ok && text[i] == '%' {
			list = append(list, percent.ByteSet{}.Add(string([]byte{c})))
		}
	}
	return list
}

// alphabet returns one octet of each class that machines distinguish, of those that a target
// may have. Octets of one class are members of the same sets and, as digits of an escape,
// give octets of one class wherever the other digit is the same. What people write comes
// first.
func alphabet(machines []machine, prefix string) []symbol {
	sets := append(each("%./\\;?#"+prefix), digits, percent.ByteSet{}.AddRange('a', 'f'), percent.ByteSet{}.AddRange('A', 'F'))
	for _, m := range machines {
		if c, ok := m.(classifier); ok {
			sets = append(sets, c.classes()...)
		}
	}
	var class [256]int
	count := 0
	// number numbers the classes by what key returns for octets.
	number := func(key func(c byte) string) {
		numbers := map[string]int{}
		var next [256]int
		for c := range next {
			k := key(byte(c))
			if _, ok := numbers[k]; !ok {
				numbers[k] = len(numbers)
			}
			next[c] = numbers[k]
		}
		class, count = next, len(numbers)
	}
	number(func(c byte) string {
		key := make([]byte, len(sets))
		for i, s := range sets {
			if s.Contains(c) {
				key[i] = 1
			}
		}
		return string(key)
	})
	for before := 0; before < count; {
		before = count
		number(func(c byte) string {
			key := []byte{byte(class[c])}
			if digit := pct.Hex(c); digit < 16 {
				for other := range byte(16) {
					key = append(key, byte(class[digit<<4|other]), byte(class[other<<4|digit]))
				}
			}
			return string(key)
		})
	}
	var list []symbol
	seen := map[int]bool{}
	for _, c := range append([]byte("x/."), slices.Collect(visible.Union(percent.ASCII.Complement()).All())...) {
		if !seen[class[c]] {
			seen[class[c]] = true
			list = append(list, symbol(c))
		}
	}
	return list
}
