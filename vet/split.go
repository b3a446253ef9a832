package vet

import (
	"slices"

	"golang.org/x/tools/go/ssa"
)

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
