package vet

import (
	"slices"

	"golang.org/x/tools/go/ssa"
)

// A flow is where a parameter of a function goes: its values are those that an instruction
// takes there.
type flow struct {
	values func(i ssa.Instruction) []ssa.Value
}

var (
	divided   = &flow{divides}  // it is taken apart at slashes
	paired    = &flow{pairs}    // it is taken apart at ampersands
	signed    = &flow{signs}    // a signature is made of it
	requested = &flow{requests} // a URL is made of it
)

// flows returns the indexes of the parameters that a function takes somewhere, also
// through others that it calls.
func (p *pass) flows(f *ssa.Function, to *flow) []int {
	key := flowing{f, to}
	if known, ok := p.flowing[key]; ok {
		return known
	}
	p.flowing[key] = nil // for functions that call themselves
	e := p.evaluate(f)
	var all []int
	for i := range instructions(f) {
		values := slices.Clip(to.values(i))
		if c, ok := i.(*ssa.Call); ok && c.Call.StaticCallee() != nil {
			for n, v := range c.Call.Args {
				if p.takes(&c.Call, n, to) {
					values = append(values, v)
				}
			}
		}
		for _, v := range values {
			for _, from := range e.eval(v).origins() {
				if from.kind == param && from.param >= 0 && isText(v.Type()) && !slices.Contains(all, from.param) {
					all = append(all, from.param)
				}
			}
		}
	}
	p.flowing[key] = all
	return all
}

type flowing struct {
	f  *ssa.Function
	to *flow
}

// takes says whether a function of the module takes an argument somewhere.
func (p *pass) takes(c *ssa.CallCommon, argument int, to *flow) bool {
	f := c.StaticCallee()
	if f == nil || f.Blocks != nil {
		return f != nil && slices.Contains(p.flows(f, to), argument)
	}
	var fact requestsFact
	o := funcOf(f)
	return to == requested && o != nil && p.ImportObjectFact(o, &fact) && slices.Contains(fact.Parameters, argument)
}

func divides(i ssa.Instruction) []ssa.Value {
	switch i := i.(type) {
	case *ssa.Call:
		switch name, args := callOf(&i.Call); name {
		case "strings.Split", "strings.SplitN", "strings.SplitSeq", "strings.Cut":
			if text(args[1]) == "/" && !compared(i) {
				return args[:1]
			}
		}
	case *ssa.Slice:
		if isString(i.X.Type()) && separator(i) == "/" && !compared(i) {
			return []ssa.Value{i.X}
		}
	}
	return nil
}

func pairs(i ssa.Instruction) []ssa.Value {
	if name, args := called(i); name == "net/url.ParseQuery" || inPackages(name, "strings") && len(args) > 1 && text(args[1]) == "&" {
		return args[:1]
	}
	return nil
}

func signs(i ssa.Instruction) []ssa.Value {
	if name, args := called(i); (name == "(io.Writer).Write" || name == "io.WriteString") && isHash(args[0]) {
		return args[1:2]
	}
	return nil
}

func requests(i ssa.Instruction) []ssa.Value {
	if c, ok := i.(*ssa.Call); ok {
		name, args := callOf(&c.Call)
		if n := takers[name]; n > 0 && n <= len(args) {
			return args[n-1 : n]
		}
	}
	return nil
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
