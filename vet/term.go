package vet

import (
	"go/constant"
	"go/token"
	"go/types"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// A kind says what a term is.
type kind uint8

const (
	unknown  kind = iota // any text
	literal              // a constant
	number               // a number or boolean: nothing in it needs an escape
	encoded              // what an encoder returns for the first part
	decoded              // what a decoder returns for the first part
	view                 // a part of a URL or request, as the accessor named by function returns it
	concat               // the parts, one after the other
	choice               // one of the parts
	replaced             // the first part, with old replaced by new
	piece                // a substring of the first part
	param                // a parameter of the function that is looked at
)

// A term is what is known of how a string was made.
type term struct {
	kind  kind
	text  string    // of a literal
	fn    *function // of what is encoded, decoded, or a view
	parts []*term
	old   string // of what is replaced
	new   string
	count int         // how often at most; negative is always
	value ssa.Value   // the value itself
	call  ssa.Value   // the call that made it, if one did
	param int         // the index of the parameter
	user  *types.Func // the module's own function in which fn is called, if any

	cut       bool   // there is more to know, which was not looked at
	spaceless bool   // base64 and hexadecimal digits, which have no space
	syntax    string // what it is that has delimiters: "base64" with "+" and "/", or "JSON"
}

// alternatives returns what t can be: itself, or the parts of a choice.
func (t *term) alternatives() []*term {
	if t.kind != choice {
		return []*term{t}
	}
	var all []*term
	for _, p := range t.parts {
		all = append(all, p.alternatives()...)
	}
	return all
}

// sources returns what t can be a part of, or all of.
func (t *term) sources() []*term {
	var all []*term
	for _, a := range t.alternatives() {
		if a.kind == piece {
			all = append(all, a.parts[0].sources()...)
		} else {
			all = append(all, a)
		}
	}
	return all
}

// replacedIn returns what is encoded if t is a replacement in that, and t otherwise.
func (t *term) replacedIn() *term {
	in := t
	for in.kind == replaced {
		in = in.parts[0]
	}
	if in.kind == encoded {
		return in
	}
	return t
}

// maxVariants bounds the texts that one can be.
const maxVariants = 16

// variants returns the texts that t can be, where parts of it are one of several texts
// that are put together themselves. If there are too many, those parts are as they are.
func (t *term) variants() []*term {
	all := t.expand()
	if len(all) > maxVariants {
		return []*term{t}
	}
	return all
}

func (t *term) expand() []*term {
	switch t.kind {
	case choice:
		if !slices.ContainsFunc(t.parts, func(p *term) bool { return p.kind == concat || p.kind == literal || p.kind == choice }) {
			return []*term{t}
		}
		var all []*term
		for _, p := range t.parts {
			all = append(all, p.expand()...)
			if len(all) > maxVariants {
				break
			}
		}
		return all
	case concat:
		all := []*term{{kind: concat}}
		for _, p := range t.parts {
			var longer []*term
			for _, tail := range p.expand() {
				for _, head := range all {
					longer = append(longer, &term{kind: concat, parts: slices.Concat(head.parts, []*term{tail})})
				}
			}
			if all = longer; len(all) > maxVariants {
				break
			}
		}
		return all
	default:
		return []*term{t}
	}
}

// atoms returns the parts that t is joined from, in order.
func (t *term) atoms() []*term {
	if t.kind != concat {
		return []*term{t}
	}
	var all []*term
	for _, p := range t.parts {
		all = append(all, p.atoms()...)
	}
	return all
}

// joined returns the sum of texts.
func joined(parts ...*term) *term {
	parts = slices.DeleteFunc(parts, func(t *term) bool { return t.kind == literal && t.text == "" })
	switch len(parts) {
	case 0:
		return &term{kind: literal}
	case 1:
		same := *parts[0]
		return &same
	default:
		return &term{kind: concat, parts: parts}
	}
}

// leaves returns what the parts of a text can be, in order.
func (t *term) leaves() []*term {
	var all []*term
	for _, a := range t.atoms() {
		all = append(all, a.alternatives()...)
	}
	return all
}

// origins returns what all parts of a text can be a part of.
func (t *term) origins() []*term {
	var all []*term
	for _, a := range t.leaves() {
		for _, from := range a.sources() {
			if from.kind == concat {
				all = append(all, from.origins()...)
			} else {
				all = append(all, from)
			}
		}
	}
	return all
}

// Bounds of what is looked at, so that generated code takes no time.
const (
	maxDepth   = 40  // values behind a value
	maxInlined = 4   // calls within calls of the module's own functions
	maxSteps   = 500 // values in all that are looked at for one
	maxUses    = 200 // instructions that use a variable of which all are looked at
)

// An evaluator finds out how strings of one function were made.
type evaluator struct {
	p     *pass
	fn    *ssa.Function
	args  []*term // of an inlined call; nil where parameters stay parameters
	level int     // of inlining
	seen  map[ssa.Value]bool
	depth int
	steps *int // what is left of maxSteps
}

func (p *pass) evaluate(f *ssa.Function) *evaluator {
	return &evaluator{p: p, fn: f, seen: map[ssa.Value]bool{}, steps: new(int)}
}

func (e *evaluator) other(v ssa.Value) *term { return &term{kind: unknown, value: v} }

// eval returns the term of v.
func (e *evaluator) eval(v ssa.Value) *term {
	if e.depth == 0 && e.level == 0 {
		*e.steps = maxSteps
	}
	if e.depth > maxDepth || *e.steps == 0 {
		return &term{kind: unknown, value: v, cut: true}
	}
	if e.seen[v] {
		return e.other(v)
	}
	*e.steps--
	e.depth++
	e.seen[v] = true
	t := e.find(v)
	delete(e.seen, v)
	e.depth--
	if t.value == nil {
		t.value = v
	}
	return t
}

func (e *evaluator) find(v ssa.Value) *term {
	switch v := v.(type) {
	case *ssa.Const:
		if v.Value == nil {
			return &term{kind: literal}
		}
		if v.Value.Kind() == constant.String {
			return &term{kind: literal, text: constant.StringVal(v.Value)}
		}
		return &term{kind: number}
	case *ssa.Parameter:
		i := slices.Index(e.fn.Params, v)
		switch {
		case i < 0 || e.args == nil:
			return &term{kind: param, param: i} // a closure has parameters of the function around it
		case i < len(e.args):
			return e.args[i]
		}
	case *ssa.BinOp:
		if v.Op == token.ADD && isString(v.Type()) {
			// A sum of many is no deeper than one of two.
			var sum []*term
			for {
				sum = append(sum, e.eval(v.Y))
				x, ok := v.X.(*ssa.BinOp)
				if !ok || x.Op != token.ADD {
					break
				}
				v = x
			}
			sum = append(sum, e.eval(v.X))
			slices.Reverse(sum)
			return joined(sum...)
		}
	case *ssa.Phi:
		t := &term{kind: choice}
		for _, edge := range v.Edges {
			t.parts = append(t.parts, e.eval(edge))
		}
		return t
	case *ssa.ChangeType:
		return e.eval(v.X)
	case *ssa.Convert:
		if isText(v.X.Type()) && isText(v.Type()) {
			return e.eval(v.X)
		}
	case *ssa.MakeInterface:
		if isText(v.X.Type()) {
			return e.eval(v.X)
		}
		if isNumber(v.X.Type()) {
			return &term{kind: number}
		}
		return e.other(v.X)
	case *ssa.Slice:
		if isString(v.X.Type()) {
			return &term{kind: piece, parts: []*term{e.eval(v.X)}, text: separator(v)}
		}
	case *ssa.Extract:
		if c, ok := v.Tuple.(*ssa.Call); ok && v.Index == 0 {
			return e.call(c)
		}
		if c, ok := v.Tuple.(*ssa.Call); ok && v.Index == 1 {
			if name, args := callOf(&c.Call); name == "strings.Cut" || name == "path.Split" {
				return &term{kind: piece, parts: []*term{e.eval(args[0])}, text: text(args[len(args)-1])}
			}
		}
		if n, ok := v.Tuple.(*ssa.Next); ok && v.Index > 0 {
			if r, ok := n.Iter.(*ssa.Range); ok && !isString(r.X.Type()) {
				if values := e.eval(r.X); gives(values, decodedValues) {
					return &term{kind: view, fn: values.fn, parts: values.parts}
				}
			}
		}
		if l, ok := v.Tuple.(*ssa.Lookup); ok && v.Index == 0 {
			return e.lookup(l)
		}
		if a, ok := v.Tuple.(*ssa.TypeAssert); ok && v.Index == 0 {
			return e.eval(a)
		}
	case *ssa.TypeAssert:
		if m, ok := v.X.(*ssa.MakeInterface); ok && types.Identical(m.X.Type(), v.AssertedType) {
			return e.eval(m.X)
		}
	case *ssa.Lookup:
		return e.lookup(v)
	case *ssa.Field:
		return e.field(v, v.X, v.Field)
	case *ssa.UnOp:
		if v.Op == token.MUL {
			return e.load(v)
		}
	case *ssa.Call:
		return e.call(v)
	}
	return e.other(v)
}

// lookup returns m["k"], all values of a name.
func (e *evaluator) lookup(l *ssa.Lookup) *term {
	switch values := e.eval(l.X); {
	case gives(values, decodedValues, escapedSegment):
		one := *values
		one.value = l
		return &one
	case values.kind == param && typeName(l.X.Type()) == "net/url.Values":
		// Whoever made it: url.Values holds decoded text, as Encode expects.
		return &term{kind: view, fn: queryOf, parts: []*term{values}}
	}
	if v := entry(l); v != nil {
		return e.eval(v)
	}
	return e.other(l)
}

// load returns what an address holds: a field, an element, or a variable.
func (e *evaluator) load(v *ssa.UnOp) *term {
	switch a := v.X.(type) {
	case *ssa.FieldAddr:
		return e.field(v, a.X, a.Field)
	case *ssa.IndexAddr:
		if values := e.eval(a.X); gives(values, decodedValues) {
			return &term{kind: view, fn: values.fn, parts: values.parts}
		}
		return e.element(v, a)
	case *ssa.Alloc, *ssa.FreeVar:
		if last := lastSet(v, variable(a) != nil); last != nil {
			return e.eval(last)
		}
		var set *term
		for _, x := range variable(a) {
			switch t := e.eval(x); {
			case set == nil:
				set = t
			case !t.alike(set):
				return e.other(v)
			}
		}
		if set != nil {
			return set
		}
	}
	return e.other(v)
}

// element returns an element of a slice or an array: the one of a constant index, or any.
func (e *evaluator) element(v ssa.Value, a *ssa.IndexAddr) *term {
	if set := member(a); set != nil {
		return e.eval(set)
	}
	of := e.given(a.X)
	switch name, args := called(of); name {
	case "strings.Split", "strings.SplitN", "strings.SplitAfter", "strings.SplitAfterN", "strings.Fields":
		return &term{kind: piece, parts: []*term{e.eval(args[0])}, text: text(args[len(args)-1])}
	}
	all, ok := elements(of)
	if !ok || len(all) == 0 {
		return e.other(v)
	}
	if i, ok := a.Index.(*ssa.Const); ok && i.Int64() < int64(len(all)) {
		return e.eval(all[i.Int64()])
	}
	t := &term{kind: choice}
	for _, x := range all {
		t.parts = append(t.parts, e.eval(x))
	}
	return t
}

// field returns a field of a struct, such as the path of a URL.
func (e *evaluator) field(v, base ssa.Value, index int) *term {
	s := structOf(base.Type())
	if s == nil {
		return e.other(v)
	}
	name := typeName(base.Type()) + "." + s.Field(index).Name()
	f := accessors[name]
	if load, ok := v.(*ssa.UnOp); ok && f == nil {
		if set := member(load.X); set != nil {
			return e.eval(set)
		}
	}
	if f == nil || e.p.stored(e.fn, name, base, v) {
		return e.other(v)
	}
	return &term{kind: view, fn: f, parts: []*term{{kind: unknown, value: base}}}
}

// call returns the result of a call.
func (e *evaluator) call(c *ssa.Call) *term {
	t := e.callee(c)
	if t.call == nil && (t.kind == encoded || t.kind == decoded || t.kind == replaced) {
		t.call = c
	}
	return t
}

func (e *evaluator) callee(c *ssa.Call) *term {
	name, args := callOf(&c.Call)
	if name == "" && !c.Call.IsInvoke() {
		if f := e.function(c.Call.Value); f != nil && funcOf(f) != nil {
			name = funcOf(f).FullName()
		}
	}
	if f := e.p.known(functions[name], e.fn); f != nil {
		switch {
		case f.receiver != nil:
			// The result depends on where the receiver comes from.
			from := e.eval(args[0])
			if from.kind == view && from.fn.gives == f.receiver.gives {
				return &term{kind: view, fn: f, parts: []*term{from}}
			}
			if from.kind == param { // as above
				return &term{kind: view, fn: f, parts: []*term{from}}
			}
			return e.other(c)
		case f.encodes:
			return &term{kind: encoded, fn: f, parts: []*term{e.eval(args[f.argument])}}
		case f.decodes:
			return &term{kind: decoded, fn: f, parts: []*term{e.eval(args[f.argument])}}
		default:
			return &term{kind: view, fn: f, parts: []*term{{kind: unknown, value: args[0]}}}
		}
	}
	if i, ok := formats[name]; ok {
		return e.format(c, args[i:])
	}
	switch name {
	case "fmt.Sprint", "fmt.Fprint":
		return e.list(c, args[len(args)-1], &term{kind: literal})
	case "strings.Join":
		by := text(args[1])
		list, of := e.given(args[0]), args[0]
		if split, ok := list.(*ssa.Call); ok && (by == "+" || by == "%20") {
			if name, args := callOf(&split.Call); name == "strings.Fields" || name == "strings.Split" && text(args[1]) == " " {
				if slices.ContainsFunc(e.members(list), func(t *term) bool { return t.kind == encoded }) {
					return &term{kind: encoded, fn: map[string]*function{"+": queryEscape, "%20": spacesEscape}[by], parts: []*term{e.eval(args[0])}, call: c}
				}
				return &term{kind: replaced, parts: []*term{e.eval(args[0])}, old: " ", new: by, count: -1, call: c}
			}
		} else if _, ok := elements(list); !ok && (by == "+" || by == "%20") && len(e.members(list)) == 0 {
			return &term{kind: replaced, parts: []*term{e.other(list)}, old: " ", new: by, count: -1, call: c}
		}
		return e.list(c, of, e.eval(args[1]))
	case "(*regexp.Regexp).ReplaceAllString", "(*regexp.Regexp).ReplaceAllLiteralString":
		if old := spaces[e.p.pattern(args[0])]; old != "" && isConst(args[2]) {
			return &term{kind: replaced, parts: []*term{e.eval(args[1])}, old: old, new: text(args[2]), count: -1, call: c}
		}
		// Groups of a text: "https://example.com/$1".
		if all := group.FindAllStringIndex(text(args[2]), -1); all != nil && name == "(*regexp.Regexp).ReplaceAllString" {
			of := &term{kind: piece, parts: []*term{e.eval(args[1])}}
			var parts []*term
			end := 0
			for _, at := range all {
				parts = append(parts, &term{kind: literal, text: text(args[2])[end:at[0]]}, of)
				end = at[1]
			}
			return joined(append(parts, &term{kind: literal, text: text(args[2])[end:]})...)
		}
	case "path.Join":
		return e.list(c, args[0], &term{kind: literal, text: "/"})
	case "(net/http.Header).Get":
		if name := text(args[1]); strings.EqualFold(name, "Origin") || strings.EqualFold(name, "Referer") {
			return &term{kind: view, fn: originOf, parts: []*term{{kind: unknown, value: args[0]}}}
		}
	case "strings.ReplaceAll", "strings.Replace":
		old, new := e.eval(args[1]), e.eval(args[2])
		if old.kind != literal && isConst(args[2]) && new.text == "" { // a prefix, as a rule
			return &term{kind: piece, parts: []*term{e.eval(args[0])}}
		}
		if old.kind != literal || new.kind != literal {
			return e.other(c)
		}
		if inner := e.eval(args[0]); len(args) == 3 && inner.kind == encoded && inner.fn == queryEscape && old.text == "+" && new.text == "%20" {
			return &term{kind: encoded, fn: spacesEscape, parts: inner.parts, call: c}
		}
		count := -1
		if len(args) == 4 {
			n, ok := args[3].(*ssa.Const)
			if !ok || n.Value == nil {
				return e.other(c)
			}
			i, _ := constant.Int64Val(n.Value)
			count = int(i)
		}
		return &term{kind: replaced, parts: []*term{e.eval(args[0])}, old: old.text, new: new.text, count: count, call: c}
	case "strings.TrimPrefix", "strings.TrimSuffix", "strings.TrimLeft", "strings.TrimRight", "strings.Trim", "strings.Cut", "strings.CutPrefix", "strings.CutSuffix":
		return &term{kind: piece, parts: []*term{e.eval(args[0])}, text: text(args[len(args)-1])}
	case "path.Clean":
		return &term{kind: piece, parts: []*term{e.eval(args[0])}}
	case "path.Split", "path.Base", "path.Dir":
		return &term{kind: piece, parts: []*term{e.eval(args[0])}, text: "/"}
	case "strings.TrimSpace", "html.EscapeString", "html/template.HTMLEscapeString", "strings.Clone", "bytes.Clone", "strings.ToLower", "strings.ToUpper":
		return e.eval(args[0])
	case "(*strings.Builder).String", "(*bytes.Buffer).String", "(*bytes.Buffer).Bytes":
		return e.built(c, args[0])
	case "html/template.URLQueryEscaper", "text/template.URLQueryEscaper":
		if all, ok := elements(args[0]); ok && len(all) == 1 {
			return &term{kind: encoded, fn: queryEscape, parts: []*term{e.eval(all[0])}}
		}
	case "(*github.com/pct-encoded/percent.Encoding).Encode":
		if load, ok := args[0].(*ssa.UnOp); ok {
			if g, ok := load.X.(*ssa.Global); ok && functions[g.String()] != nil {
				return &term{kind: encoded, fn: functions[g.String()], parts: []*term{e.eval(args[1])}}
			}
		}
	case "(*encoding/base64.Encoding).EncodeToString", "encoding/hex.EncodeToString":
		load, ok := args[0].(*ssa.UnOp)
		return &term{kind: unknown, value: c, spaceless: true, syntax: map[bool]string{true: "base64"}[ok && standard64[load.X.String()]]}
	case "encoding/json.Marshal", "encoding/json.MarshalIndent":
		return &term{kind: unknown, value: c, syntax: "JSON"}
	case "(net.IP).String", "(net/netip.Addr).String":
		return e.other(args[0])
	case "strconv.Itoa", "strconv.FormatInt", "strconv.FormatUint", "strconv.FormatBool":
		return &term{kind: number}
	}
	return e.inline(c, args)
}

// group is what a replacement has for a group of a regular expression.
var group = regexp.MustCompile(`\$(\d+|\{\w+\})`)

// standard64 are the variables of the encodings with "+" and "/".
var standard64 = map[string]bool{"encoding/base64.StdEncoding": true, "encoding/base64.RawStdEncoding": true}

// inline returns the result of a function of the module itself, in terms of the arguments.
func (e *evaluator) inline(c *ssa.Call, args []ssa.Value) *term {
	if isAppend(c) {
		return joined(e.eval(args[0]), e.eval(args[1]))
	}
	in, callee := e.enter(c)
	if in == nil {
		if callee != nil && callee.Blocks == nil {
			return e.imported(c, callee, args)
		}
		return e.other(c)
	}
	if result := in.result(); result != nil {
		return e.through(result, c, callee)
	}
	return e.other(c)
}

// enter returns an evaluator in a function of the module that is called, or nil, and the
// function.
func (e *evaluator) enter(c *ssa.Call) (*evaluator, *ssa.Function) {
	if c.Call.IsInvoke() {
		return nil, nil
	}
	callee := e.function(c.Call.Value)
	if callee == nil || e.level >= maxInlined || callee.Blocks == nil {
		return nil, callee
	}
	args := c.Call.Args
	terms := make([]*term, len(args))
	for i, a := range args {
		if _, ok := a.(*ssa.Parameter); ok || isText(a.Type()) {
			terms[i] = e.eval(a)
			continue
		}
		terms[i] = e.other(a)
		if f := e.function(a); f != nil {
			terms[i] = e.other(f)
		}
	}
	return &evaluator{p: e.p, fn: callee, args: terms, level: e.level + 1, seen: map[ssa.Value]bool{}, steps: e.steps}, callee
}

// through marks what was encoded or decoded inside a function of the module. What it was
// given that way, and returns, was so before.
func (e *evaluator) through(t *term, c *ssa.Call, callee *ssa.Function) *term {
	if (t.kind == encoded || t.kind == decoded) && t.call != nil && t.call.Parent() == callee {
		mark := *t
		mark.call, mark.user, mark.value = c, funcOf(callee), nil
		return &mark
	}
	return t
}

// result returns the one term that all returns of the function share, or nil. Returns of
// a constant, for a special case, and of what is encoded or decoded elsewhere, as it is,
// do not count.
func (e *evaluator) result() *term {
	var found *term
	for _, b := range e.fn.Blocks {
		ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if !ok || len(ret.Results) == 0 {
			continue
		}
		if !isText(ret.Results[0].Type()) {
			return nil
		}
		t := e.eval(ret.Results[0])
		switch {
		case found == nil || found.kind == literal || found.isArgumentOf(t):
			found = t
		case t.kind == literal || t.isArgumentOf(found):
		case t.same(found) || t.alike(found) && t.parts[0].same(found.parts[0]):
		default:
			return nil
		}
	}
	return found
}

// isArgumentOf says whether a term is what another encodes or decodes.
func (t *term) isArgumentOf(other *term) bool {
	return (other.kind == encoded || other.kind == decoded) && t.same(other.parts[0])
}

// alike says whether two terms are of the same value, or encoded or decoded alike.
func (t *term) alike(other *term) bool {
	return t.same(other) || t.kind == other.kind && t.fn == other.fn && (t.kind == encoded || t.kind == decoded)
}

// same says whether two terms are of the same value.
func (t *term) same(other *term) bool { return t.value != nil && t.value == other.value }

// imported returns the result of a function of another package of the same module, of
// which a fact says what it does to a parameter.
func (e *evaluator) imported(c *ssa.Call, callee *ssa.Function, args []ssa.Value) *term {
	var fact codes
	object := funcOf(callee)
	if object == nil || !e.p.ImportObjectFact(object, &fact) || fact.Parameter >= len(args) {
		return e.other(c)
	}
	f := functions[fact.Function]
	k := encoded
	if f.decodes {
		k = decoded
	}
	return &term{kind: k, fn: f, parts: []*term{e.eval(args[fact.Parameter])}, call: c, user: object}
}

// format returns what fmt.Sprintf makes with a constant format.
func (e *evaluator) format(c *ssa.Call, args []ssa.Value) *term {
	format := e.eval(args[0])
	list := e.given(args[1])
	if _, ok := list.(*ssa.Parameter); ok && format.kind == param {
		return &term{kind: param, param: format.param, value: format.value} // of a wrapper
	}
	all, ok := elements(list)
	if format.kind != literal || !ok {
		return e.other(c)
	}
	next := 0
	var parts []*term
	add := func(text string) { parts = append(parts, &term{kind: literal, text: text, value: args[0]}) }
	rest := format.text
	for {
		before, after, found := strings.Cut(rest, "%")
		add(before)
		if !found {
			return joined(parts...)
		}
		m := directive.FindStringSubmatch(after)
		if m == nil {
			return e.other(c)
		}
		rest = after[len(m[0]):]
		if m[2] == "%" {
			add("%")
			continue
		}
		if i, err := strconv.Atoi(m[1]); err == nil {
			next = i - 1
		}
		if next < 0 || next >= len(all) {
			return e.other(c)
		}
		arg := all[next]
		next++
		switch m[2][0] {
		case 's', 'v', 'q':
			parts = append(parts, e.eval(arg))
		case 'd', 'x', 'X', 't':
			parts = append(parts, &term{kind: number})
		default:
			return e.other(c)
		}
	}
}

// formats are the functions that write a format, with the index of its argument.
var formats = map[string]int{"fmt.Sprintf": 0, "fmt.Fprintf": 1, "fmt.Errorf": 0}

// directive is what follows a percent sign in a format.
var directive = regexp.MustCompile(`^[-+# 0]*(?:[0-9]+)?(?:\.[0-9]+)?(?:\[([0-9]+)\])?([%a-zA-Z])`)

// given returns what the caller gives for a parameter of an inlined call, or v.
func (e *evaluator) given(v ssa.Value) ssa.Value {
	if parameter, ok := v.(*ssa.Parameter); ok && e.args != nil {
		if i := slices.Index(e.fn.Params, parameter); i >= 0 && i < len(e.args) && e.args[i].value != nil {
			return e.args[i].value
		}
	}
	return v
}

// list returns the texts of a slice with a separator between them. Of a slice that a loop
// fills, it is two of them, each of which can be any.
func (e *evaluator) list(c *ssa.Call, of ssa.Value, separator *term) *term {
	of = e.given(of)
	all, ok := elements(of)
	var parts []*term
	for i, a := range all {
		if i > 0 {
			parts = append(parts, separator)
		}
		parts = append(parts, e.eval(a))
	}
	if !ok {
		any := &term{kind: choice}
		any.parts = e.members(of)
		if values := e.eval(of); gives(values, decodedValues) {
			any.parts = append(any.parts, values)
		}
		if len(any.parts) == 0 {
			return e.other(c)
		}
		parts = []*term{any, separator, any}
	}
	return joined(parts...)
}

// members returns the texts that are appended to a slice or set in it, also in a function
// of the module that returns it.
func (e *evaluator) members(of ssa.Value) []*term {
	if c, ok := of.(*ssa.Call); ok && !isAppend(c) {
		if in, _ := e.enter(c); in != nil {
			var all []*term
			for _, r := range returns(in.fn, func(v ssa.Value, at *ssa.BasicBlock) []sent { return []sent{{v, nil, at}} }) {
				all = append(all, in.members(r.text)...)
			}
			for i, t := range all {
				all[i] = e.through(t, c, in.fn)
			}
			return all
		}
	}
	var all []*term
	for _, v := range members(of, map[ssa.Value]bool{}) {
		all = append(all, e.eval(v))
	}
	return all
}

// members returns the values that are appended to a slice or set in it.
func members(v ssa.Value, seen map[ssa.Value]bool) []ssa.Value {
	if seen[v] || len(seen) > maxUses {
		return nil
	}
	seen[v] = true
	var all []ssa.Value
	switch v := v.(type) {
	case *ssa.Phi:
		for _, edge := range v.Edges {
			all = append(all, members(edge, seen)...)
		}
	case *ssa.Slice:
		all = members(v.X, seen)
	case *ssa.Call:
		if b, ok := v.Call.Value.(*ssa.Builtin); ok && b.Name() == "append" {
			more, _ := elements(v.Call.Args[1])
			all = append(members(v.Call.Args[0], seen), more...)
		}
	}
	for _, r := range *referrers(v) {
		if a, ok := r.(*ssa.IndexAddr); ok && a.X == v {
			for _, w := range *referrers(a) {
				if s, ok := w.(*ssa.Store); ok && s.Addr == a {
					all = append(all, s.Val)
				}
			}
		}
	}
	return all
}

// separator returns the constant text that is looked for to cut a text, or "".
func separator(s *ssa.Slice) string {
	for _, bound := range []ssa.Value{s.Low, s.High} {
		if b, ok := bound.(*ssa.BinOp); ok {
			bound = b.X
		}
		switch name, args := called(bound); name {
		case "strings.Index", "strings.LastIndex":
			return text(args[1])
		case "strings.IndexByte", "strings.LastIndexByte":
			if b, ok := args[1].(*ssa.Const); ok {
				return string(rune(b.Int64()))
			}
		}
	}
	return ""
}

// elements returns what a slice holds that was made of its elements, as the
// arguments of a variadic function are.
func elements(v ssa.Value) ([]ssa.Value, bool) {
	if c, ok := v.(*ssa.Const); ok && c.Value == nil {
		return nil, true
	}
	if c, ok := v.(*ssa.Call); ok {
		if b, ok := c.Call.Value.(*ssa.Builtin); ok && b.Name() == "append" {
			x, known := elements(c.Call.Args[0])
			y, ok := elements(c.Call.Args[1])
			return slices.Concat(x, y), ok && known
		}
	}
	s, ok := v.(*ssa.Slice)
	if !ok || s.Low != nil || s.High != nil {
		return nil, false
	}
	array, ok := s.X.(*ssa.Alloc)
	if !ok {
		return nil, false
	}
	length := int(array.Type().Underlying().(*types.Pointer).Elem().Underlying().(*types.Array).Len())
	all := make([]ssa.Value, length)
	for _, r := range *array.Referrers() {
		at, ok := r.(*ssa.IndexAddr)
		if !ok {
			continue
		}
		index, ok := at.Index.(*ssa.Const)
		if !ok {
			return nil, false
		}
		for _, w := range *at.Referrers() {
			if set, ok := w.(*ssa.Store); ok && set.Addr == at {
				all[index.Int64()] = set.Val
			}
		}
	}
	for _, v := range all {
		if v == nil {
			return nil, false
		}
	}
	return all, true
}
