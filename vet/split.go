package vet

import (
	"slices"

	"golang.org/x/tools/go/ssa"
)

// checkSplit checks paths and queries that are split by hand.
func (p *pass) checkSplit(e *evaluator, c *ssa.Call, args []ssa.Value) {
	separator, ok := args[1].(*ssa.Const)
	if !ok {
		return
	}
	for _, from := range e.eval(args[0]).sources() {
		switch by := text(separator); {
		case from.kind != view:
		case by == "/" && from.fn.gives == decodedPath && p.ofServer(from):
			p.report("split-decoded-path", c.Pos(), "a \"/\" that was written as %2F splits, too: split URL.EscapedPath(), then decode each part; \"a%2Fb\" is read as two segments")
		case by == "&" && from.fn == rawQueryOf && !p.decodes(e.fn):
			p.report("split-raw-query", c.Pos(), "names and values are still encoded: use URL.Query(); \" \" arrives as \"+\"")
		}
	}
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
		for _, b := range f.Blocks {
			for _, i := range b.Instrs {
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
		}
		return slices.ContainsFunc(f.AnonFuncs, visit)
	}
	return visit(f)
}
