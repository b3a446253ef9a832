package vet

import (
	"slices"

	"golang.org/x/tools/go/ssa"
)

// divided returns the indexes of the parameters that a function takes apart at slashes.
func (p *pass) divided(f *ssa.Function) []int {
	if known, ok := p.dividers[f]; ok {
		return known
	}
	p.dividers[f] = nil // for functions that call themselves
	e := p.evaluate(f)
	var all []int
	add := func(v ssa.Value) {
		for _, of := range e.eval(v).sources() {
			for _, from := range of.leaves() {
				if from.kind == param && from.param >= 0 && !slices.Contains(all, from.param) {
					all = append(all, from.param)
				}
			}
		}
	}
	for i := range instructions(f) {
		switch i := i.(type) {
		case *ssa.Call:
			name, args := callOf(&i.Call)
			switch name {
			case "strings.Split", "strings.SplitN", "strings.SplitSeq", "strings.Cut":
				if text(args[1]) == "/" && !compared(i) {
					add(args[0])
				}
			default:
				if g := i.Call.StaticCallee(); g != nil && g.Blocks != nil {
					for _, n := range p.divided(g) {
						add(args[n])
					}
				}
			}
		case *ssa.Slice:
			if isString(i.X.Type()) && separator(i) == "/" && !compared(i) {
				add(i.X)
			}
		}
	}
	p.dividers[f] = all
	return all
}

// decodes says whether a function calls a decoder, or a function of the module that does.
func (p *pass) decodes(f *ssa.Function) bool {
	seen := map[*ssa.Function]bool{}
	var visit func(f *ssa.Function) bool
	visit = func(f *ssa.Function) bool {
		if seen[f] {
			return false
		}
		seen[f] = true
		for i := range instructions(f) {
			c, ok := i.(ssa.CallInstruction)
			if !ok {
				continue
			}
			if name, _ := callOf(c.Common()); functions[name] != nil && functions[name].decodes {
				return true
			}
			callee := c.Common().StaticCallee()
			if callee == nil {
				continue
			}
			var fact codes
			if o := funcOf(callee); o != nil && callee.Blocks == nil && p.ImportObjectFact(o, &fact) && functions[fact.Function].decodes || visit(callee) {
				return true
			}
		}
		return slices.ContainsFunc(f.AnonFuncs, visit)
	}
	return visit(f)
}
