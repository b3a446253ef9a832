package vet

import (
	"go/constant"
	"go/token"
	"go/types"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/pct-encoded/percent/weburl"
)

// checkTarget checks where a browser is sent: a target that was checked as net/url reads
// it, or a decoded path, because browsers read a "\" as a slash. cleans says that the
// path is cleaned first, as http.Redirect does.
func (p *pass) checkTarget(e *evaluator, v ssa.Value, c *ssa.Call, cleans bool) {
	for _, u := range usesAt(v, c.Block()) {
		how := p.acceptsLocal(e.fn, u, p.ofRequest(e.fn, u.text))
		if how == byHost && secondOf(u.text) == bySecond {
			how = bySecond // and by the host
		}
		if how == unguarded {
			continue
		}
		if leads := redirected(how, cleans); leads != "" {
			fault := "the check is for a local path, and browsers read \"\\\" as \"/\": refuse every \"\\\", or redirect to the String of what url.Parse returns; "
			if how == bySlash {
				fault = "the check is for a slash in front, and browsers read a host behind two, or behind \"/\\\": refuse every \"\\\", and a text of which url.Parse returns a Host; "
			}
			p.report("redirect-backslash", c.Pos(), fault+leads)
			return
		}
	}
	for _, t := range e.eval(v).alternatives() {
		atoms := t.atoms()
		if atoms[0].kind == literal && atoms[0].text == "/" && len(atoms) > 1 {
			atoms = atoms[1:]
		}
		first := atoms[0].sources()[0]
		if first.fn == rawPathOf && len(t.atoms()) == len(atoms) && first.parts[0].value != nil && requestOf(first.parts[0].value) == nil && isNew(first.parts[0].value) && !mindsSlashes(first.parts[0].value.Parent()) {
			p.report("redirect-backslash", c.Pos(), "the path of a URL can begin with two slashes, and browsers read a host behind them: redirect to the String of the URL, or refuse such a path; \"https://h.example//evil.example\" leads to evil.example")
			return
		}
		if first.kind == view && first.fn.gives == decodedPath && !configured(first.parts[0].value) && !p.routed(c.Parent()) {
			p.report("redirect-backslash", p.posIn(c, first), "URL.Path is decoded, and browsers read \"\\\" as \"/\": use EscapedPath; \"/%5Cevil.example\" leads to evil.example", p.escapedPath(first, c)...)
			return
		}
	}
}

// configured says whether a URL is a field of what is no request, such as the settings of a server.
func configured(u ssa.Value) bool {
	if load, ok := u.(*ssa.UnOp); ok {
		u = load.X
	}
	a, ok := u.(*ssa.FieldAddr)
	return ok && typeName(a.X.Type()) != "net/http.Request"
}

// routed says whether a handler is given together with the one path for which it is called.
func (p *pass) routed(f *ssa.Function) bool {
	return f.Parent() != nil && has(f.Parent(), func(i ssa.Instruction) bool {
		c, ok := i.(*ssa.Call)
		return ok && slices.ContainsFunc(c.Call.Args, func(v ssa.Value) bool { return route.MatchString(text(v)) }) &&
			slices.ContainsFunc(c.Call.Args, func(v ssa.Value) bool { return p.evaluate(f.Parent()).function(v) == f })
	})
}

var route = regexp.MustCompile(`^([A-Z]+ )?(/[\w.~-]+)+$`)

// mindsSlashes says whether a function has a text that begins with two slashes.
func mindsSlashes(f *ssa.Function) bool {
	return hasConstant(f, func(text string) bool { return strings.HasPrefix(text, "//") }) || has(f, func(i ssa.Instruction) bool {
		x, ok := i.(*ssa.Index)
		return ok && index(x) == 1
	})
}

// A guard is how a function makes sure that a target is a local path.
type guard uint8

const (
	unguarded guard = iota
	byHost          // url.Parse finds no host
	bySlash         // it begins with a slash
	bySecond        // it begins with one slash, and no backslash follows
)

// redirected returns a target that a check accepts and that leads to another host, in
// words, or "" if there is none.
func redirected(how guard, cleans bool) string {
	here, err := weburl.Parse("https://here.example/")
	if err != nil {
		return ""
	}
	for _, target := range []string{"/a", "//evil.example", `/\evil.example`, `/a/../\evil.example`} {
		u, err := url.Parse(target)
		if err != nil {
			continue
		}
		cleans := cleans && u.Host == "" // as http.Redirect does
		switch {
		case how != bySlash && u.Host != "":
			continue
		case how == bySecond && (target[1] == '/' || target[1] == '\\'):
			continue
		}
		sent := target
		if cleans {
			sent = path.Clean(target)
		}
		if b, err := here.Parse(sent); err == nil && b.Hostname() != here.Hostname() {
			return "`" + target + "` leads to " + b.Hostname()
		}
	}
	return ""
}

// A sent is a text where it is used: in block at, or, if from is not nil, on the edge
// from there to at.
type sent struct {
	text     ssa.Value
	from, at *ssa.BasicBlock
}

// usesAt returns the texts that v can be at the end of a block, without constants.
func usesAt(v ssa.Value, at *ssa.BasicBlock) []sent {
	var all []sent
	seen := map[ssa.Value]bool{}
	var add func(v ssa.Value, from, at *ssa.BasicBlock)
	add = func(v ssa.Value, from, at *ssa.BasicBlock) {
		switch v := v.(type) {
		case *ssa.Const:
		case *ssa.Phi:
			if seen[v] {
				return
			}
			seen[v] = true
			for i, edge := range v.Edges {
				add(edge, v.Block().Preds[i], v.Block())
			}
		default:
			all = append(all, sent{v, from, at})
		}
	}
	add(v, nil, at)
	return all
}

// reaches says whether a text is used after control goes from one block to another.
func (u sent) reaches(from, to *ssa.BasicBlock) bool {
	goal := u.at
	if u.from != nil {
		if u.from == from && u.at == to {
			return true
		}
		goal = u.from
	}
	type step struct{ from, to *ssa.BasicBlock }
	seen := map[step]bool{}
	var visit func(from, b *ssa.BasicBlock) bool
	visit = func(from, b *ssa.BasicBlock) bool {
		if b == goal {
			return true
		}
		if seen[step{from, b}] {
			return false
		}
		seen[step{from, b}] = true
		return slices.ContainsFunc(after(from, b), func(next *ssa.BasicBlock) bool { return visit(b, next) })
	}
	return visit(from, to)
}

// after returns where control goes behind a block to which it came from another: where
// ok := a && b is tested, a that is false decides.
func after(from, b *ssa.BasicBlock) []*ssa.BasicBlock {
	test, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
	if !ok {
		return b.Succs
	}
	condition, value := test.Cond, true
	if not, ok := condition.(*ssa.UnOp); ok && not.Op == token.NOT {
		condition, value = not.X, false
	}
	phi, ok := condition.(*ssa.Phi)
	if !ok || phi.Block() != b {
		return b.Succs
	}
	known, ok := phi.Edges[slices.Index(b.Preds, from)].(*ssa.Const)
	switch {
	case !ok:
		return b.Succs
	case constant.BoolVal(known.Value) == value:
		return b.Succs[:1]
	default:
		return b.Succs[1:]
	}
}

// A localTest is a condition that is value if a text is a path without a host, as far as
// it looks.
type localTest struct {
	condition ssa.Value
	value     bool
	how       guard
}

// localTests returns the conditions that a function has of a text. asked says that it comes
// from a request.
func localTests(v ssa.Value, asked bool) []localTest {
	var all []localTest
	for _, r := range alike(v) {
		switch r := r.(type) {
		case *ssa.Index: // text[0] == '/'
			for _, test := range *referrers(r) {
				if b, ok := test.(*ssa.BinOp); ok && asked && index(r) == 0 && isByte(b.Y, '/') {
					all = append(all, localTest{b, b.Op == token.EQL, secondOf(v)})
				}
			}
		case *ssa.Call:
			switch name, args := callOf(&r.Call); {
			case isParse(name):
				all = append(all, hostTests(r)...)
			case asked && name == "strings.Index" && text(args[1]) == "/":
				for _, test := range *referrers(r) {
					if b, ok := test.(*ssa.BinOp); ok && isByte(b.Y, 0) && (b.Op == token.EQL || b.Op == token.NEQ) {
						all = append(all, localTest{b, b.Op == token.EQL, secondOf(v)})
					}
				}
			case asked && name == "strings.HasPrefix" && text(args[1]) == "/":
				all = append(all, localTest{r, true, secondOf(v)})
			}
		}
	}
	return all
}

// alike returns what uses a value, or the result of another call that gives the same:
// r.FormValue("next"), called once more.
func alike(v ssa.Value) []ssa.Instruction {
	all := *referrers(v)
	if load, ok := v.(*ssa.UnOp); ok {
		if a, ok := load.X.(*ssa.FieldAddr); ok && a.X.Referrers() != nil && !storedAt(a) {
			all = slices.Clone(all)
			for _, r := range *a.X.Referrers() {
				if b, ok := r.(*ssa.FieldAddr); ok && b != a && b.Field == a.Field {
					for other := range uses[*ssa.UnOp](b) {
						all = append(all, *referrers(other)...)
					}
				}
			}
		}
	}
	c, ok := v.(*ssa.Call)
	if !ok {
		return all
	}
	name, args := callOf(&c.Call)
	if f := functions[name]; f == nil || f.gives != decodedText {
		return all
	}
	all = slices.Clone(all)
	for i := range instructions(c.Parent()) {
		if other, ok := i.(*ssa.Call); ok && other != c {
			n, others := callOf(&other.Call)
			if n == name && slices.EqualFunc(args, others, func(a, b ssa.Value) bool { return a == b || text(a) != "" && text(a) == text(b) }) {
				all = append(all, *referrers(other)...)
			}
		}
	}
	return all
}

// acceptsLocal returns how a function makes sure that a text is a path without a host
// where it is used.
func (p *pass) acceptsLocal(f *ssa.Function, u sent, asked bool) guard {
	backslash := looksForBackslash(f)
	for _, test := range localTests(u.text, asked) {
		// Without a backslash, two slashes are left.
		if guards(test.condition, test.value, u) && (!backslash || test.how == bySlash && !mindsSlashes(f) && !calls(f, "net/url.Parse", "net/url.ParseRequestURI")) {
			return test.how
		}
	}
	if backslash {
		return unguarded
	}
	for c := range uses[*ssa.Call](u.text) {
		if g := c.Call.StaticCallee(); g != nil && g.Blocks != nil && passesWhere(g, c, u) {
			if how := p.acceptsCall(g, c, u.text); how != unguarded {
				return how
			}
		}
	}
	// A function of the module that returns the text if it is local.
	made := u.text
	if x, ok := made.(*ssa.Extract); ok && x.Index == 0 { // beside an error, or whether it is
		made = x.Tuple
	}
	c, ok := made.(*ssa.Call)
	if !ok {
		return unguarded
	}
	if g := c.Call.StaticCallee(); g != nil && g.Blocks != nil && g != f {
		for _, in := range returns(g, usesAt) {
			asked := p.ofRequest(g, in.text)
			if i := slices.IndexFunc(g.Params, func(v *ssa.Parameter) bool { return v == in.text }); i >= 0 && i < len(c.Call.Args) {
				asked = p.ofRequest(f, c.Call.Args[i])
			}
			if how := p.acceptsLocal(g, in, asked); how != unguarded {
				return how
			}
		}
	}
	return unguarded
}

// passesWhere says whether a text is used where a function has returned true, or no error.
func passesWhere(g *ssa.Function, c *ssa.Call, u sent) bool {
	if returnsBool(g) {
		return guards(c, true, u)
	}
	results := g.Signature.Results()
	return results.Len() == 1 && isError(results.At(0).Type()) && slices.ContainsFunc(*referrers(c), func(i ssa.Instruction) bool {
		b, ok := i.(*ssa.BinOp)
		return ok && (b.Op == token.EQL || b.Op == token.NEQ) && guards(b, b.Op == token.EQL, u)
	})
}

func isError(t types.Type) bool { return types.Identical(t, types.Universe.Lookup("error").Type()) }

// returns returns the ways in which a function comes to its first result.
func returns(g *ssa.Function, ways func(v ssa.Value, at *ssa.BasicBlock) []sent) []sent {
	var all []sent
	for _, b := range g.Blocks {
		if ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok {
			all = append(all, ways(ret.Results[0], b)...)
		}
	}
	return all
}

// acceptsCall reads if isLocal(text), with a function of the module that returns true
// for a path without a host.
func (p *pass) acceptsCall(g *ssa.Function, c *ssa.Call, v ssa.Value) guard {
	if looksForBackslash(g) {
		return unguarded
	}
	ways := returns(g, waysTo)
	for i, a := range c.Call.Args {
		if a != v || i >= len(g.Params) {
			continue
		}
		for _, test := range localTests(g.Params[i], true) {
			if test.value && returned(test.condition) || slices.ContainsFunc(ways, func(way sent) bool { return guards(test.condition, test.value, way) }) {
				return test.how
			}
		}
	}
	return unguarded
}

func isParse(name string) bool {
	return name == "net/url.Parse" || name == "net/url.ParseRequestURI"
}

// secondOf returns how a text is checked that begins with a slash.
func secondOf(v ssa.Value) guard {
	for _, r := range *referrers(v) {
		switch r := r.(type) {
		case *ssa.Index:
			for _, test := range *referrers(r) {
				if b, ok := test.(*ssa.BinOp); ok && index(r) == 1 && isByte(b.Y, '\\') {
					return bySecond
				}
			}
		case *ssa.Call:
			if name, args := callOf(&r.Call); name == "strings.HasPrefix" && text(args[1]) == `/\` {
				return bySecond
			}
		}
	}
	return bySlash
}

// index returns the constant index of a byte of a text, or -1.
func index(l *ssa.Index) int64 {
	if c, ok := l.Index.(*ssa.Const); ok && c.Value != nil {
		return c.Int64()
	}
	return -1
}

func isByte(v ssa.Value, b int64) bool {
	c, ok := v.(*ssa.Const)
	return ok && c.Value != nil && c.Value.Kind() == constant.Int && c.Int64() == b
}

// accepts says whether a constant is true, or no error.
func accepts(c *ssa.Const) bool {
	return c.Value == nil || c.Value.Kind() == constant.Bool && constant.BoolVal(c.Value)
}

// waysTo returns where a boolean becomes true, or what the program computes, and where an
// error becomes nil.
func waysTo(v ssa.Value, at *ssa.BasicBlock) []sent {
	if c, ok := v.(*ssa.Const); ok {
		if accepts(c) {
			return []sent{{v, nil, at}}
		}
		return nil
	}
	if isError(v.Type()) {
		return nil
	}
	phi, ok := v.(*ssa.Phi)
	if !ok {
		return []sent{{v, nil, at}}
	}
	var all []sent
	for i, edge := range phi.Edges {
		if c, ok := edge.(*ssa.Const); !ok || accepts(c) {
			all = append(all, sent{edge, phi.Block().Preds[i], phi.Block()})
		}
	}
	return all
}

// returned says whether a boolean is what a function returns.
func returned(v ssa.Value) bool {
	for _, r := range *referrers(v) {
		switch r := r.(type) {
		case *ssa.Return:
			return true
		case *ssa.Phi:
			for range uses[*ssa.Return](r) {
				return true
			}
		}
	}
	return false
}

// guards says whether a text is used where a condition has a value, and not where it has
// the other.
func guards(condition ssa.Value, value bool, u sent) bool {
	for _, r := range *referrers(condition) {
		switch r := r.(type) {
		case *ssa.If:
			yes, no := r.Block().Succs[0], r.Block().Succs[1]
			if !value {
				yes, no = no, yes
			}
			if u.reaches(r.Block(), yes) && !u.reaches(r.Block(), no) {
				return true
			}
		case *ssa.UnOp:
			if r.Op == token.NOT && guards(r, !value, u) {
				return true
			}
		case *ssa.Phi: // ok := a && condition
			others := slices.ContainsFunc(r.Edges, func(edge ssa.Value) bool {
				c, ok := edge.(*ssa.Const)
				return edge != condition && !(ok && c.Value != nil && constant.BoolVal(c.Value) != value)
			})
			if !others && guards(r, value, u) {
				return true
			}
		}
	}
	return false
}

// parsed returns the uses of the URL that url.Parse returns.
func parsed(parse *ssa.Call) []ssa.Instruction {
	for _, r := range *referrers(parse) {
		if u, ok := r.(*ssa.Extract); ok && u.Index == 0 {
			return *referrers(u)
		}
	}
	return nil
}

// hostsIn returns the hosts that are read in uses of a URL.
func hostsIn(uses []ssa.Instruction) []ssa.Value {
	var all []ssa.Value
	for _, r := range uses {
		switch r := r.(type) {
		case *ssa.FieldAddr:
			if fieldOf(r.X, r.Field) == "net/url.URL.Host" {
				all = append(all, loads(r)...)
			}
		case *ssa.Call:
			if name, _ := callOf(&r.Call); name == "(*net/url.URL).Hostname" {
				all = append(all, r)
			}
		}
	}
	return all
}

// hostTests returns the comparisons of the host of what url.Parse returns with "".
func hostTests(parse *ssa.Call) []localTest {
	var all []localTest
	uses := parsed(parse)
	for _, host := range hostsIn(uses) {
		for _, r := range *referrers(host) {
			if b, ok := r.(*ssa.BinOp); ok && (b.Op == token.EQL || b.Op == token.NEQ) && (text(b.X) == "" && isConst(b.X) || text(b.Y) == "" && isConst(b.Y)) {
				all = append(all, localTest{b, b.Op == token.EQL, byHost})
			}
		}
	}
	for _, r := range uses {
		if c, ok := r.(*ssa.Call); ok {
			if name, _ := callOf(&c.Call); name == "(*net/url.URL).IsAbs" {
				all = append(all, localTest{c, false, byHost})
			}
		}
	}
	return all
}

// ofRequest says whether a text comes from a request.
func (p *pass) ofRequest(f *ssa.Function, v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.Phi:
		return slices.ContainsFunc(v.Edges, func(edge ssa.Value) bool { return edge != v && !isConst(edge) && p.ofRequest(f, edge) })
	case *ssa.UnOp:
		if a, ok := v.X.(*ssa.FieldAddr); ok && typeName(a.X.Type()) == "net/http.Cookie" {
			return true
		}
	}
	t := p.evaluate(f).eval(v)
	return t.kind == view && t.fn.gives == decodedText
}

func returnsBool(f *ssa.Function) bool {
	all := f.Signature.Results()
	return all.Len() == 1 && types.Identical(all.At(0).Type().Underlying(), types.Typ[types.Bool])
}

// looksForBackslash says whether a function looks for a backslash anywhere in a text,
// not only at its beginning.
func looksForBackslash(f *ssa.Function) bool {
	return has(f, func(i ssa.Instruction) bool {
		switch i := i.(type) {
		case *ssa.BinOp:
			l, ok := i.X.(*ssa.Index)
			return isByte(i.Y, '\\') && !(ok && index(l) >= 0)
		case *ssa.Call:
			name, _ := callOf(&i.Call)
			return name != "strings.HasPrefix" && slices.ContainsFunc(i.Call.Args, func(a ssa.Value) bool { return strings.Contains(text(a), `\`) || isByte(a, '\\') })
		}
		return false
	})
}

// referrers returns the instructions that use a value; constants have none.
func referrers(v ssa.Value) *[]ssa.Instruction {
	if r := v.Referrers(); r != nil {
		return r
	}
	return new([]ssa.Instruction)
}

func isConst(v ssa.Value) bool { _, ok := v.(*ssa.Const); return ok }

// text returns the text of a constant, or "".
func text(v ssa.Value) string {
	if c, ok := v.(*ssa.Const); ok && c.Value != nil && c.Value.Kind() == constant.String {
		return constant.StringVal(c.Value)
	}
	return ""
}
