package vet

import (
	"go/constant"
	"go/token"
	"go/types"
	"slices"
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

	cut       bool // there is more to know, which was not looked at
	spaceless bool // base64 and hexadecimal digits, which have no space
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

// Bounds of what is looked at, so that generated code takes no time.
const (
	maxDepth   = 40   // values behind a value
	maxInlined = 4    // calls within calls of the module's own functions
	maxSteps   = 2000 // values in all that are looked at for one
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
		for i, p := range e.fn.Params {
			if p != v {
				continue
			}
			if e.args != nil {
				if i < len(e.args) {
					return e.args[i]
				}
				return e.other(v)
			}
			return &term{kind: param, param: i}
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
			return &term{kind: concat, parts: sum}
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
			return &term{kind: piece, parts: []*term{e.eval(v.X)}}
		}
	case *ssa.Extract:
		if c, ok := v.Tuple.(*ssa.Call); ok && v.Index == 0 {
			return e.call(c)
		}
		if l, ok := v.Tuple.(*ssa.Lookup); ok && v.Index == 0 {
			return e.lookup(l)
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

// lookup is for m["k"], which gives all values of a name.
func (e *evaluator) lookup(l *ssa.Lookup) *term {
	if values := e.eval(l.X); values.kind == view && values.fn.gives == decodedValues {
		return values
	}
	return e.other(l)
}

// load is for what an address holds: a field, an element, or a variable.
func (e *evaluator) load(v *ssa.UnOp) *term {
	switch a := v.X.(type) {
	case *ssa.FieldAddr:
		return e.field(v, a.X, a.Field)
	case *ssa.IndexAddr:
		if values := e.eval(a.X); values.kind == view && values.fn.gives == decodedValues {
			return values
		}
	case *ssa.Alloc:
		// A variable that is set once is what it is set to.
		var set *ssa.Store
		for _, r := range *a.Referrers() {
			switch r := r.(type) {
			case *ssa.Store:
				if set != nil || r.Addr != a {
					return e.other(v)
				}
				set = r
			case *ssa.UnOp, *ssa.DebugRef:
			default:
				return e.other(v)
			}
		}
		if set != nil {
			return e.eval(set.Val)
		}
	}
	return e.other(v)
}

// field is for a field of a struct, such as the path of a URL.
func (e *evaluator) field(v, base ssa.Value, index int) *term {
	s := structOf(base.Type())
	if s == nil {
		return e.other(v)
	}
	name := typeName(base.Type()) + "." + s.Field(index).Name()
	f := accessors[name]
	if f == nil || e.p.stored(e.fn, name) {
		return e.other(v)
	}
	return &term{kind: view, fn: f, parts: []*term{{kind: unknown, value: base}}}
}

// call is for the result of a call.
func (e *evaluator) call(c *ssa.Call) *term {
	t := e.callee(c)
	if t.call == nil && (t.kind == encoded || t.kind == decoded || t.kind == replaced) {
		t.call = c
	}
	return t
}

func (e *evaluator) callee(c *ssa.Call) *term {
	name, args := callOf(&c.Call)
	if f := functions[name]; f != nil {
		switch {
		case f.receiver != nil:
			// The result depends on where the receiver comes from.
			from := e.eval(args[0])
			if from.kind == view && from.fn.gives == f.receiver.gives {
				return &term{kind: view, fn: f, parts: []*term{from}}
			}
			if from.kind == param {
				// Whoever made it: url.Values holds decoded text, as Encode expects.
				return &term{kind: view, fn: f, parts: []*term{from}}
			}
			return e.other(c)
		case f.encodes:
			return &term{kind: encoded, fn: f, parts: []*term{e.eval(args[f.argument])}}
		case f.decodes:
			return &term{kind: decoded, fn: f, parts: []*term{e.eval(args[f.argument])}}
		default:
			return &term{kind: view, fn: f, parts: []*term{{kind: unknown}}}
		}
	}
	switch name {
	case "fmt.Sprintf":
		return e.format(c, args)
	case "fmt.Sprint":
		if all, ok := elements(args[0]); ok && len(all) == 1 {
			return e.eval(all[0])
		}
	case "strings.Join":
		if all, ok := elements(args[0]); ok {
			t := &term{kind: concat}
			for i, a := range all {
				if i > 0 {
					t.parts = append(t.parts, e.eval(args[1]))
				}
				t.parts = append(t.parts, e.eval(a))
			}
			return t
		}
	case "strings.ReplaceAll", "strings.Replace":
		old, new := e.eval(args[1]), e.eval(args[2])
		if old.kind != literal || new.kind != literal {
			return e.other(c)
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
	case "strings.TrimPrefix", "strings.TrimSuffix", "strings.TrimLeft", "strings.TrimRight", "strings.Trim":
		return &term{kind: piece, parts: []*term{e.eval(args[0])}}
	case "strings.TrimSpace", "strings.Clone", "bytes.Clone":
		return e.eval(args[0])
	case "(*encoding/base64.Encoding).EncodeToString", "encoding/hex.EncodeToString":
		return &term{kind: unknown, value: c, spaceless: true}
	case "strconv.Itoa", "strconv.FormatInt", "strconv.FormatUint", "strconv.FormatBool":
		return &term{kind: number}
	}
	return e.inline(c, args)
}

// inline is for a function of the module itself: its result in terms of the arguments.
func (e *evaluator) inline(c *ssa.Call, args []ssa.Value) *term {
	callee := c.Call.StaticCallee()
	if callee == nil || e.level >= maxInlined {
		return e.other(c)
	}
	if callee.Blocks == nil {
		return e.imported(c, callee, args)
	}
	terms := make([]*term, len(args))
	for i, a := range args {
		if isText(a.Type()) {
			terms[i] = e.eval(a)
		} else {
			terms[i] = e.other(a)
		}
	}
	in := &evaluator{p: e.p, fn: callee, args: terms, level: e.level + 1, seen: map[ssa.Value]bool{}, steps: e.steps}
	result := in.result()
	if result == nil {
		return e.other(c)
	}
	return e.through(result, c, callee)
}

// through marks what was encoded or decoded inside a function of the module.
func (e *evaluator) through(t *term, c *ssa.Call, callee *ssa.Function) *term {
	if t.kind == encoded || t.kind == decoded {
		mark := *t
		mark.call, mark.user, mark.value = c, funcOf(callee), nil
		return &mark
	}
	return t
}

// result returns the one term that all returns of the function share, or nil.
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
		case t.kind == literal && found != nil: // a constant for a special case
		case found == nil || found.kind == literal:
			found = t
		default:
			return nil
		}
	}
	return found
}

// imported is for a function of another package of the same module, of which a fact
// tells what it does to a parameter.
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

// format is for fmt.Sprintf with a constant format.
func (e *evaluator) format(c *ssa.Call, args []ssa.Value) *term {
	format := e.eval(args[0])
	all, ok := elements(args[1])
	if format.kind != literal || !ok {
		return e.other(c)
	}
	t := &term{kind: concat}
	add := func(text string) {
		if text != "" {
			t.parts = append(t.parts, &term{kind: literal, text: text, value: args[0]})
		}
	}
	rest := format.text
	for {
		before, after, found := strings.Cut(rest, "%")
		add(before)
		if !found {
			return t
		}
		if after == "" {
			return e.other(c)
		}
		verb := after[0]
		rest = after[1:]
		if verb == '%' {
			add("%")
			continue
		}
		if len(all) == 0 {
			return e.other(c)
		}
		arg := all[0]
		all = all[1:]
		switch verb {
		case 's', 'v':
			t.parts = append(t.parts, e.eval(arg))
		case 'd', 'x', 'X', 't':
			t.parts = append(t.parts, &term{kind: number})
		default:
			return e.other(c)
		}
	}
}

// elements returns what a slice holds that was made of its elements, as the
// arguments of a variadic function are.
func elements(v ssa.Value) ([]ssa.Value, bool) {
	if c, ok := v.(*ssa.Const); ok && c.Value == nil {
		return nil, true
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
