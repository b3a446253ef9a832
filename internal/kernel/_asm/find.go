package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// findAll2 compares all bytes with each byte of a short pattern.
func findAll2() {
	TEXT("findAVX2", NOSPLIT, "func(m *uint64, pattern *byte, size int, src *byte, n int)")
	Doc("findAVX2 is Find for n words, n > 0, where src has size-1 bytes more than these.")
	Pragma("noescape")
	masks, pattern := Load(Param("m"), GP64()).(reg.GPVirtual), Load(Param("pattern"), GP64()).(reg.GPVirtual)
	size, src := Load(Param("size"), GP64()).(reg.GPVirtual), Load(Param("src"), GP64()).(reg.GPVirtual)
	n := Load(Param("n"), GP64()).(reg.GPVirtual)
	Label("loop")
	a, b, at1, first := YMM(), YMM(), GP64(), YMM()
	VPBROADCASTB(at(pattern, 0), first)
	VPCMPEQB(at(src, 0), first, a)
	VPCMPEQB(at(src, 32), first, b)
	MOVQ(I32(1), at1)
	Label("byte")
	CMPQ(at1, size)
	JGE(LabelRef("next"))
	p, x, y := YMM(), YMM(), YMM()
	VPBROADCASTB(Mem{Base: pattern, Index: at1, Scale: 1}, p)
	VPCMPEQB(Mem{Base: src, Index: at1, Scale: 1}, p, x)
	VPCMPEQB(Mem{Base: src, Index: at1, Scale: 1, Disp: 32}, p, y)
	VPAND(x, a, a)
	VPAND(y, b, b)
	INCQ(at1)
	JMP(LabelRef("byte"))
	Label("next")
	low, high := gpr32(a), gpr32(b)
	SHLQ(Imm(32), high)
	ORQ(low, high)
	MOVQ(high, at(masks, 0))
	ADDQ(Imm(8), masks)
	ADDQ(Imm(64), src)
	DECQ(n)
	JNZ(LabelRef("loop"))
	VZEROUPPER()
	RET()
}
