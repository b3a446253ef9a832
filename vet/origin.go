package vet

import (
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// An origin is what is known of where a value comes from. A fix that escapes a value in
// another way does harm to one that is escaped already, and to one that is no single
// value: a query, a path or a URL as a whole has delimiters that must stay.
type origin uint8

const (
	anywhere origin = iota // not known, escaped, decoded too often, or whole
	passed                 // a parameter whose callers are not all known
	plain                  // one value, known to be as it is meant
)

// origin returns what is known of all that a term can be.
func (p *pass) origin(t *term) origin { return p.originIn(t, map[*ssa.Parameter]bool{}) }

func (p *pass) originIn(t *term, seen map[*ssa.Parameter]bool) origin {
	least := func(all []*term) origin {
		o := plain
		for _, t := range all {
			o = min(o, p.originIn(t, seen))
		}
		return o
	}
	switch {
	case t.cut:
		return anywhere
	case t.kind == literal, t.kind == number, t.spaceless:
		return plain
	case t.kind == choice, t.kind == concat:
		return least(t.parts)
	case t.kind == piece:
		o := plain
		for _, from := range t.sources() {
			if from.kind != view || from.fn.gives != decodedPath {
				o = min(o, p.originIn(from, seen))
			}
		}
		return o
	case t.kind == view && (t.fn.gives == decodedText || t.fn.gives == decodedValues):
		if v, ok := t.value.(ssa.Instruction); ok && p.changesValues(v.Parent()) {
			return anywhere
		}
		if len(t.parts) > 0 && t.parts[0].kind == param {
			return passed // a url.Values that somebody has made
		}
		return plain
	case t.kind == decoded:
		// A part of what was sent, as its decoder returns it.
		for _, from := range t.parts[0].alternatives() {
			if from.kind != piece {
				return anywhere
			}
			for _, from := range from.sources() {
				if from.kind != view || !(t.fn == pathUnescape && from.fn.gives == escapedPath || t.fn == queryUnescape && from.fn.gives == rawQuery) {
					return anywhere
				}
			}
		}
		return plain
	case t.kind == param:
		if v, ok := t.value.(*ssa.Parameter); ok {
			return p.originOf(v, seen)
		}
	}
	return anywhere
}

// changesValues says whether a function changes what a request or URL has as values.
func (p *pass) changesValues(f *ssa.Function) bool {
	e := p.evaluate(f)
	isView := func(v ssa.Value) bool { return e.eval(v).kind == view }
	for i := range instructions(f) {
		switch i := i.(type) {
		case *ssa.MapUpdate:
			if typeName(i.Map.Type()) == "net/url.Values" && isView(i.Map) {
				return true
			}
		case *ssa.Call:
			switch name, args := callOf(&i.Call); name {
			case "(net/url.Values).Set", "(net/url.Values).Add":
				if isView(args[0]) {
					return true
				}
			case "(*net/http.Request).SetPathValue":
				return true
			}
		}
	}
	return false
}

// originOf returns what is known of the arguments that a function is called with.
func (p *pass) originOf(v *ssa.Parameter, seen map[*ssa.Parameter]bool) origin {
	if seen[v] {
		return plain // a function that calls itself adds nothing
	}
	seen[v] = true
	o, all := plain, p.argumentsFor(v)
	if len(all) == 0 || p.callsOf(v.Parent()).open {
		o = passed
	}
	for _, a := range all {
		if a.v == nil {
			return anywhere
		}
		o = min(o, p.originIn(p.evaluate(a.of).eval(a.v), seen))
	}
	return o
}

// An argument is what a call gives for a parameter: nil where it is one of several results.
type argument struct {
	of *ssa.Function
	v  ssa.Value
}

// argumentsFor returns what the calls in the package give for a parameter.
func (p *pass) argumentsFor(v ssa.Value) []argument {
	parameter, ok := v.(*ssa.Parameter)
	if !ok {
		return nil
	}
	i := slices.Index(parameter.Parent().Params, parameter)
	var all []argument
	for _, c := range p.callsOf(parameter.Parent()).all {
		a := argument{of: c.Parent()}
		if args := c.Common().Args; i < len(args) {
			a.v = args[i]
		}
		all = append(all, a)
	}
	return all
}

// gives says whether some call gives a text for a parameter for which holds is true.
func (p *pass) gives(v ssa.Value, holds func(*term) bool) bool {
	return slices.ContainsFunc(p.argumentsFor(v), func(a argument) bool { return a.v != nil && holds(p.evaluate(a.of).eval(a.v)) })
}

// callers are the calls of a function that the package has. open says that there may be
// others: of another package, through an interface, or by a value of a function type.
type callers struct {
	all  []ssa.CallInstruction
	open bool
}

func (p *pass) callsOf(f *ssa.Function) callers {
	if p.called == nil {
		p.called = map[*ssa.Function]callers{}
		for _, in := range p.functions {
			for i := range instructions(in) {
				p.addCalls(i)
			}
		}
	}
	calls := p.called[generic(f)]
	o := funcOf(f)
	calls.open = calls.open || o != nil && (o.Signature().Recv() != nil || o.Exported() && p.Pkg.Name() != "main")
	return calls
}

func (p *pass) addCalls(i ssa.Instruction) {
	c, _ := i.(ssa.CallInstruction)
	for n, operand := range i.Operands(nil) {
		f, ok := (*operand).(*ssa.Function)
		if !ok {
			continue
		}
		calls := p.called[generic(f)]
		if c != nil && n == 0 && c.Common().StaticCallee() == f {
			calls.all = append(calls.all, c)
		} else {
			calls.open = true
		}
		p.called[generic(f)] = calls
	}
}

// generic returns the function of which f is an instance, or f.
func generic(f *ssa.Function) *ssa.Function {
	if f.Origin() != nil {
		return f.Origin()
	}
	return f
}

// single says whether an atom of a text is alone as a name or a value of a query, so that
// delimiters in it are data.
func single(atoms []*term, i int) bool {
	before := outline(atoms[:i])
	for n := len(before) - 1; n >= 0; n-- {
		switch before[n] {
		case '=':
			return true
		case '?', '&':
			return n == len(before)-1 && i+1 < len(atoms) && atoms[i+1].kind == literal && strings.HasPrefix(atoms[i+1].text, "=")
		case 0:
			return false
		}
	}
	return false
}
