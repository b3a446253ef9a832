package vet

import (
	"cmp"
	"go/token"
	"go/types"
	"iter"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// What a variable, a field, an element or a strings.Builder of the function holds is
// known only where it cannot be anything else: all that sets it is alike, and nothing
// outside of the function and its closures has its address.

// instructions returns all instructions of a function.
func instructions(f *ssa.Function) iter.Seq[ssa.Instruction] {
	return func(yield func(ssa.Instruction) bool) {
		for _, b := range f.Blocks {
			for _, i := range b.Instrs {
				if !yield(i) {
					return
				}
			}
		}
	}
}

// uses returns the instructions of a kind that use a value.
func uses[T ssa.Instruction](v ssa.Value) iter.Seq[T] {
	return func(yield func(T) bool) {
		for _, r := range *referrers(v) {
			if i, ok := r.(T); ok && !yield(i) {
				return
			}
		}
	}
}

// bound returns the variable of the enclosing function that a closure uses, or nil.
func bound(v *ssa.FreeVar) ssa.Value {
	f := v.Parent()
	var made *ssa.MakeClosure
	for _, r := range *f.Referrers() {
		m, ok := r.(*ssa.MakeClosure)
		if !ok || made != nil {
			return nil
		}
		made = m
	}
	if made == nil {
		return nil
	}
	return made.Bindings[slices.Index(f.FreeVars, v)]
}

// variable returns the values that a variable is set to. Constants count only where
// there is nothing else. There are none if anything else may set it.
func variable(addr ssa.Value) []ssa.Value {
	for {
		free, ok := addr.(*ssa.FreeVar)
		if !ok {
			break
		}
		if addr = bound(free); addr == nil {
			return nil
		}
	}
	if _, ok := addr.(*ssa.Alloc); !ok {
		return nil
	}
	if len(*referrers(addr)) > maxUses {
		return nil
	}
	var all, constants []ssa.Value
	var visit func(addr ssa.Value) bool
	visit = func(addr ssa.Value) bool {
		for _, r := range *referrers(addr) {
			switch r := r.(type) {
			case *ssa.Store:
				switch {
				case r.Addr != addr:
					return false
				case isConst(r.Val):
					constants = append(constants, r.Val)
				default:
					all = append(all, r.Val)
				}
			case *ssa.MakeClosure:
				for i, b := range r.Bindings {
					if b == addr && !visit(r.Fn.(*ssa.Function).FreeVars[i]) {
						return false
					}
				}
			case *ssa.UnOp, *ssa.DebugRef:
			default:
				return false
			}
		}
		return true
	}
	switch {
	case !visit(addr):
		return nil
	case all == nil:
		return constants
	default:
		return all
	}
}

// lastSet returns what a variable was set to last before it is read, if control has come
// there in one way only. Unless the variable is known as a whole, a call between may set it.
func lastSet(load *ssa.UnOp, known bool) ssa.Value {
	_, closed := load.X.(*ssa.FreeVar)
	if closed || slices.ContainsFunc(*referrers(load.X), func(i ssa.Instruction) bool { _, ok := i.(*ssa.MakeClosure); return ok }) {
		return nil
	}
	var last ssa.Value
	b := load.Block()
	for range maxDepth {
		for _, i := range b.Instrs {
			if i == load {
				break
			}
			switch i := i.(type) {
			case *ssa.Store:
				if i.Addr == load.X {
					last = i.Val
				}
			case *ssa.Call:
				if !known {
					last = nil
				}
			}
		}
		if last != nil || len(b.Preds) != 1 || !known {
			return last
		}
		b = b.Preds[0]
	}
	return nil
}

// member returns the one value of a field or an element of a struct or array that only
// this function has, or nil. Its address is an instruction of the function.
func member(addr ssa.Value) ssa.Value {
	of, index := part(addr)
	return memberOf(of, index)
}

// part returns of what an address is a part, and which.
func part(addr ssa.Value) (of ssa.Value, index int64) {
	switch a := addr.(type) {
	case *ssa.FieldAddr:
		return a.X, int64(a.Field)
	case *ssa.IndexAddr:
		if c, ok := a.Index.(*ssa.Const); ok {
			return a.X, c.Int64()
		}
	}
	return nil, -1
}

func memberOf(of ssa.Value, index int64) ssa.Value {
	if _, ok := of.(*ssa.Alloc); !ok || len(*referrers(of)) > maxUses {
		return nil
	}
	var only, whole ssa.Value
	for _, r := range *referrers(of) {
		switch r := r.(type) {
		case *ssa.FieldAddr, *ssa.IndexAddr:
			here := r.(ssa.Value)
			other, at := part(here)
			if other == nil {
				return nil
			}
			for _, use := range *referrers(here) {
				switch use := use.(type) {
				case *ssa.Store:
					if use.Addr != here {
						return nil
					}
					if at != index {
						continue
					}
					if only != nil {
						return nil
					}
					only = use.Val
				case *ssa.UnOp, *ssa.DebugRef:
				default:
					if at == index {
						return nil
					}
				}
			}
		case *ssa.Store: // a copy of another
			load, ok := r.Val.(*ssa.UnOp)
			if !ok || r.Addr != of || whole != nil {
				return nil
			}
			whole = load.X
		case *ssa.UnOp, *ssa.DebugRef:
		default:
			return nil // a method, or whoever is given the address
		}
	}
	switch {
	case whole == nil:
		return only
	case only == nil && whole != of:
		return memberOf(whole, index)
	default:
		return nil
	}
}

// entry returns the one value of a constant key of a map that only this function has,
// or nil.
func entry(l *ssa.Lookup) ssa.Value {
	key := text(l.Index)
	if _, ok := l.X.(*ssa.MakeMap); !ok || !isConst(l.Index) || len(*referrers(l.X)) > maxUses {
		return nil
	}
	var only ssa.Value
	for _, r := range *referrers(l.X) {
		switch r := r.(type) {
		case *ssa.MapUpdate:
			if r.Map != l.X || !isConst(r.Key) {
				return nil
			}
			if text(r.Key) == key {
				if only != nil {
					return nil
				}
				only = r.Value
			}
		case *ssa.Lookup, *ssa.DebugRef:
		default:
			return nil
		}
	}
	return only
}

// function returns the function that a value of a function type is, or nil.
func (e *evaluator) function(v ssa.Value) *ssa.Function {
	for range maxDepth {
		switch x := v.(type) {
		case *ssa.Function:
			return x
		case *ssa.MakeClosure:
			return x.Fn.(*ssa.Function)
		case *ssa.ChangeType:
			v = x.X
		case *ssa.Parameter:
			i := slices.Index(e.fn.Params, x)
			if e.args == nil || i < 0 || i >= len(e.args) || e.args[i].value == v {
				return nil
			}
			v = e.args[i].value
		case *ssa.UnOp:
			if x.Op != token.MUL {
				return nil
			}
			if g, ok := x.X.(*ssa.Global); ok {
				v = e.p.global(g)
			} else {
				all := variable(x.X)
				if len(all) != 1 {
					return nil
				}
				v = all[0]
			}
		default:
			return nil
		}
	}
	return nil
}

// global returns what a variable of the package is set to, if that is once, and no other
// package can set it.
func (p *pass) global(g *ssa.Global) ssa.Value {
	if set := p.setTo(g); len(set) == 1 && !token.IsExported(g.Name()) {
		return set[0]
	}
	return nil
}

// setTo returns the values that the package sets a variable of its own to. One of them
// is nil if it gives away the address.
func (p *pass) setTo(g *ssa.Global) []ssa.Value {
	if g.Pkg.Pkg != p.Pkg {
		return nil
	}
	if p.globals == nil {
		p.globals = map[*ssa.Global][]ssa.Value{}
		for _, f := range p.functions {
			for i := range instructions(f) {
				p.addSet(i)
			}
		}
	}
	return p.globals[g]
}

func (p *pass) addSet(i ssa.Instruction) {
	for _, o := range i.Operands(nil) {
		g, ok := (*o).(*ssa.Global)
		if !ok {
			continue
		}
		switch i := i.(type) {
		case *ssa.Store:
			if i.Addr == g {
				p.globals[g] = append(p.globals[g], i.Val)
				continue
			}
		case *ssa.UnOp, *ssa.DebugRef:
			continue
		}
		p.globals[g] = append(p.globals[g], nil)
	}
}

// built returns the text of a strings.Builder or bytes.Buffer whose String is called, if
// all that was written to it was written once and without conditions.
func (e *evaluator) built(c *ssa.Call, builder ssa.Value) *term {
	all, ok := writes(c, builder)
	if !ok {
		return e.other(c)
	}
	var parts []*term
	for _, w := range all {
		name, args := callOf(&w.Call)
		switch name {
		case "(*strings.Builder).WriteString", "(*bytes.Buffer).WriteString", "(*strings.Builder).Write", "(*bytes.Buffer).Write", "io.WriteString":
			parts = append(parts, e.eval(args[1]))
		case "fmt.Fprintf", "fmt.Fprint":
			parts = append(parts, e.eval(w))
		default: // WriteByte and WriteRune
			char, ok := args[1].(*ssa.Const)
			if !ok {
				return e.other(c)
			}
			parts = append(parts, &term{kind: literal, text: string(rune(char.Int64()))})
		}
	}
	return joined(parts...)
}

// writes returns the calls that write to a builder before c, in their order. Those of a loop
// are there once.
func writes(c *ssa.Call, builder ssa.Value) ([]*ssa.Call, bool) {
	if _, ok := builder.(*ssa.Alloc); !ok || len(*referrers(builder)) > maxUses {
		return nil, false
	}
	var all []*ssa.Call
	add := func(w *ssa.Call) bool {
		loops := inLoop(w.Block())
		if !before(w, c) && !loops {
			return !reaches(w.Block(), c.Block())
		}
		all = append(all, w)
		return !inLoop(c.Block())
	}
	for _, r := range *referrers(builder) {
		switch r := r.(type) {
		case *ssa.DebugRef:
		case *ssa.MakeInterface:
			for _, use := range *referrers(r) {
				w, ok := use.(*ssa.Call)
				if !ok {
					return nil, false
				}
				switch name, args := callOf(&w.Call); {
				case (name == "fmt.Fprintf" || name == "fmt.Fprint" || name == "io.WriteString") && args[0] == r:
				default:
					return nil, false
				}
				if !add(w) {
					return nil, false
				}
			}
		case *ssa.Call:
			switch name, args := callOf(&r.Call); name {
			case "(*strings.Builder).String", "(*bytes.Buffer).String", "(*bytes.Buffer).Bytes", "(*strings.Builder).Len", "(*bytes.Buffer).Len", "(*strings.Builder).Grow", "(*bytes.Buffer).Grow":
			case "(*strings.Builder).WriteString", "(*bytes.Buffer).WriteString", "(*strings.Builder).Write", "(*bytes.Buffer).Write",
				"(*strings.Builder).WriteByte", "(*bytes.Buffer).WriteByte", "(*strings.Builder).WriteRune", "(*bytes.Buffer).WriteRune":
				if args[0] != builder || !add(r) {
					return nil, false
				}
			default:
				return nil, false
			}
		default:
			return nil, false
		}
	}
	slices.SortFunc(all, func(a, b *ssa.Call) int {
		switch {
		case a == b:
			return 0
		case before(a, b):
			return -1
		case before(b, a):
			return 1
		default: // in a loop
			return cmp.Compare(a.Pos(), b.Pos())
		}
	})
	return all, true
}

// before says whether control that comes to b has come through a.
func before(a, b ssa.Instruction) bool {
	if a.Block() != b.Block() {
		return a.Block().Dominates(b.Block())
	}
	for _, i := range a.Block().Instrs {
		switch i {
		case a:
			return true
		case b:
			return false
		}
	}
	return false
}

// inLoop says whether control can come to a block again.
func inLoop(b *ssa.BasicBlock) bool {
	return slices.ContainsFunc(b.Succs, func(next *ssa.BasicBlock) bool { return reaches(next, b) })
}

// reaches says whether control can go from one block to another, or is there.
func reaches(from, to *ssa.BasicBlock) bool {
	seen := map[*ssa.BasicBlock]bool{}
	var visit func(b *ssa.BasicBlock) bool
	visit = func(b *ssa.BasicBlock) bool {
		if b == to {
			return true
		}
		if seen[b] {
			return false
		}
		seen[b] = true
		return slices.ContainsFunc(b.Succs, visit)
	}
	return visit(from)
}

// outside says whether a value comes from outside of the program, or from a part of it
// that holds what does: a field of a configuration, an entry of a map, the environment.
// A value of which nothing is known, such as what a function returns, is none.
func (p *pass) outside(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.MakeInterface:
		return p.outside(v.X)
	case *ssa.ChangeType:
		return p.outside(v.X)
	case *ssa.Convert:
		return p.outside(v.X)
	case *ssa.Parameter:
		return true
	case *ssa.Field:
		return p.outside(v.X)
	case *ssa.Lookup:
		return p.outside(v.X)
	case *ssa.Extract:
		if l, ok := v.Tuple.(*ssa.Lookup); ok {
			return v.Index == 0 && p.outside(l)
		}
		if c, ok := v.Tuple.(*ssa.Call); ok {
			name, _ := callOf(&c.Call)
			return name == "os.LookupEnv" && v.Index == 0
		}
	case *ssa.Call:
		name, _ := callOf(&v.Call)
		return inPackages(name, "os")
	case *ssa.UnOp:
		return v.Op == token.MUL && p.outsideAt(v.X)
	}
	return false
}

// outsideAt reports whether what an address holds is from outside.
func (p *pass) outsideAt(addr ssa.Value) bool {
	switch a := addr.(type) {
	case *ssa.FieldAddr:
		if _, ok := a.X.(*ssa.Alloc); ok {
			return member(a) == nil && !storedAt(a)
		}
		return !storedAt(a)
	case *ssa.IndexAddr:
		return p.outside(a.X)
	case *ssa.Global:
		// Flags have their address given away.
		return !slices.ContainsFunc(p.setTo(a), func(v ssa.Value) bool { return v != nil && !isConst(v) && !p.outside(v) })
	case *ssa.Call:
		return true // flag.String
	case *ssa.Parameter:
		return true
	case *ssa.UnOp:
		return p.outside(a)
	case *ssa.Alloc:
		all := variable(a)
		return len(all) > 0 && !slices.ContainsFunc(all, func(v ssa.Value) bool { return !p.outside(v) })
	}
	return false
}

// storedAt says whether the function sets the same field of the same type.
func storedAt(a *ssa.FieldAddr) bool {
	return has(a.Parent(), func(i ssa.Instruction) bool {
		s, ok := i.(*ssa.Store)
		if !ok {
			return false
		}
		f, ok := s.Addr.(*ssa.FieldAddr)
		return ok && f.Field == a.Field && types.Identical(f.X.Type(), a.X.Type())
	})
}
