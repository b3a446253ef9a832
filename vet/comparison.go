package vet

import (
	"fmt"

	"golang.org/x/tools/go/ssa"
)

// checkComparison checks texts that are compared: two that are encoded differently, and
// one that is decoded with one that is not.
func (p *pass) checkComparison(e *evaluator, a, b ssa.Value, at ssa.Instruction) {
	for _, x := range e.eval(a).variants() {
		for _, y := range e.eval(b).variants() {
			p.compare(x, y, at)
			p.compareDecoded(x, y, at)
			p.compareDecoded(y, x, at)
		}
	}
}

// compare compares two texts with encoded parts in the same places.
func (p *pass) compare(x, y *term, at ssa.Instruction) {
	xs, ys := x.atoms(), y.atoms()
	if len(xs) != len(ys) {
		return
	}
	for i := range xs {
		if (xs[i].kind == literal || ys[i].kind == literal) && xs[i].text != ys[i].text {
			return
		}
	}
	for i := range xs {
		for _, x := range xs[i].alternatives() {
			for _, y := range ys[i].alternatives() {
				if x.kind != encoded || y.kind != encoded {
					continue
				}
				if v, one, other := differ(x.fn, y.fn); one != other {
					p.report("compared-encodings", at.Pos(), fmt.Sprintf("%s and %s write the same text differently; %q becomes %q and %q", x.calls(), y.calls(), v, one, other))
				}
			}
		}
	}
}

// compareDecoded compares a part of a request and a text with an encoded part.
func (p *pass) compareDecoded(x, y *term, at ssa.Instruction) {
	for _, from := range x.sources() {
		if from.kind != view || !from.fn.isDecoded() {
			continue
		}
		for _, a := range y.leaves() {
			if a.kind == encoded {
				p.report("compared-encodings", at.Pos(), fmt.Sprintf("%s is decoded, and what %s returns is encoded; %s", from.fn.name, a.calls(), witness(by(a.fn))), p.unwrap(a, at)...)
			}
		}
	}
}
