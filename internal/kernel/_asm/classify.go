package main

import (
	. "github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/ir"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// classifyLike is the signature of a kernel that makes masks by the tables called name.
func classifyLike(name string) string {
	return "func(" + name + " *uint8, m *uint64, src *byte, n int)"
}

// classify512 looks all bytes up at once; their classes are 64 rows of eight
// bits, which become eight rows of 64 in two steps: each square of 8 by 8 bits
// is turned around, then the bytes of the squares are sorted by class.
func classify512() {
	masksOf512("classifyAVX512", "Classify64", 0)
	masksOf512("classifyHeadAVX512", "ClassifyHead", headFrom)

	TEXT("classifyAllAVX512", NOSPLIT, classifyLike("c"))
	Doc("classifyAllAVX512 is Classify64 for each 64 bytes of src. n is a multiple of 64 and not 0.")
	Pragma("noescape")
	classes, masks := Load(Param("c"), GP64()).(reg.GPVirtual), Load(Param("m"), GP64()).(reg.GPVirtual)
	src, n := Load(Param("src"), GP64()).(reg.GPVirtual), Load(Param("n"), GP64()).(reg.GPVirtual)
	v := ZMM()
	s := newSquares(classes)
	Label("loop")
	VMOVDQU64(at(src, 0), v)
	s.turn(v, func(first, second reg.VecVirtual) { VPERMI2B(second, first, v) })
	VMOVDQU64(v, at(masks, 0))
	ADDQ(Imm(64), src)
	ADDQ(Imm(64), masks)
	SUBQ(Imm(64), n)
	JNZ(LabelRef("loop"))
	VZEROUPPER()
	RET()
}

// headFrom is the first class that ClassifyHead asks for.
const headFrom = 3

// masksOf512 makes a function for the classes from one on.
func masksOf512(name, of string, from int) {
	TEXT(name, NOSPLIT, classifyLike("c"))
	Doc(name + " is " + of + ".")
	Pragma("noescape")
	classes, masks := Load(Param("c"), GP64()).(reg.GPVirtual), Load(Param("m"), GP64()).(reg.GPVirtual)
	src, n := Load(Param("src"), GP64()).(reg.GPVirtual), Load(Param("n"), GP64()).(reg.GPVirtual)
	in, kin, v := GP64(), K(), ZMM()
	ones(n, in)
	KMOVQ(in, kin)
	VMOVDQU8_Z(at(src, 0), kin, v)
	first, second, all, high := ZMM(), ZMM(), ZMM(), K()
	VMOVDQU64(at(classes, 0), first)
	VMOVDQU64(at(classes, 64), second)
	VPTERNLOGD(Imm(0xFF), all, all, all)
	VPMOVB2M(v, high)
	VPERMI2B_Z(second, first, kin, v)
	VMOVDQU8(all, high, v)
	for class := 7; class >= from; class-- {
		k := K()
		VPMOVB2M(v, k)
		KMOVQ(k, at(masks, 8*class))
		if class > from {
			VPADDB(v, v, v)
		}
	}
	VZEROUPPER()
	RET()
}

// classifyActive leads to the bodies of the active tier.
func classifyActive() {
	active("classify", 64)
	active("classifyHead", 32)
}

// active makes a function that leads to that of the active tier, which takes at most so
// many bytes with AVX2.
func active(name string, most int) {
	TEXT(name+"Active", NOSPLIT, classifyLike("c")+" int")
	Doc(name + "Active leads to the body that the active tier has, and returns how many bytes it takes; 0 if there is none.")
	Pragma("noescape")
	n, active := Load(Param("n"), GP64()).(reg.GPVirtual), NewDataAddr(Symbol{Name: "·active"}, 0)
	CMPB(active, Imm(tierAVX512))
	JNE(LabelRef("other"))
	Store(n, ReturnIndex(0))
	jump(name + "AVX512")
	Label("other")
	CMPB(active, Imm(tierAVX2))
	JNE(LabelRef("none"))
	TESTQ(n, n)
	JZ(LabelRef("none"))
	if most < 64 {
		all := GP64()
		MOVQ(U32(uint32(most)), all)
		CMPQ(n, all)
		CMOVQGT(all, n)
	}
	Store(n, ReturnIndex(0))
	jump(name + "AVX2")
	Label("none")
	XORQ(n, n)
	Store(n, ReturnIndex(0))
	RET()
}

// jump leaves the rest to another function of the same signature.
func jump(function string) {
	Instruction(&ir.Instruction{Opcode: "JMP", Operands: []Op{NewDataAddr(Symbol{Name: "·" + function}, 0)}, IsTerminal: true})
}

// The tiers.
const (
	tierAVX2   = 2
	tierAVX512 = 3
)

// squares are what classify512 works with.
type squares struct {
	first, second, all reg.VecVirtual
	square
}

func newSquares(classes reg.Register) *squares {
	s := &squares{first: ZMM(), second: ZMM(), all: ZMM()}
	VMOVDQU64(at(classes, 0), s.first)
	VMOVDQU64(at(classes, 64), s.second)
	VPTERNLOGD(Imm(0xFF), s.all, s.all, s.all)
	s.square = newSquare()
	return s
}

// turn turns the bytes of v into their masks. look replaces each by its classes.
func (s *squares) turn(v reg.VecVirtual, look func(first, second reg.VecVirtual)) {
	high := K()
	VPMOVB2M(v, high)
	look(s.first, s.second)
	Comment("A byte above 0x7F is in every class.")
	VMOVDQU8(s.all, high, v)
	s.square.turn(v)
}

// A square turns squares of 8 by 8 bits around.
type square struct{ reversed, identity, order reg.VecVirtual }

func newSquare() square {
	Comment("The affine map takes the rows of its matrix last byte first.")
	return square{
		reversed: constant("reversed8", func(i int) byte { return byte(i&8 | 7 - i&7) }),
		identity: constant("identity8", func(i int) byte { return 1 << (i & 7) }),
		order:    constant("transposed8", func(i int) byte { return byte(i&7<<3 | i>>3) }),
	}
}

// turn turns the classes of 64 bytes into the masks of eight classes.
func (s square) turn(v reg.VecVirtual) {
	VPSHUFB(s.reversed, v, v)
	VGF2P8AFFINEQB(Imm(0), v, s.identity, v)
	VPERMB(v, s.order, v)
}

// classify2 asks for one class after the other. A vector that would begin
// outside of src begins earlier, and its mask is shifted. Less than a vector is
// loaded with what comes after it; where a page ends, as halves of 16 bytes, or with
// what comes before it.
func classify2() {
	masksOf2("classifyAVX2", "Classify64 for 1 to 64 bytes", 0)
	masksOf2("classifyHeadAVX2", "ClassifyHead for 1 to 32 bytes", headFrom)
}

// masksOf2 makes a function for the classes from one on. For all classes it takes up to 64
// bytes, and otherwise up to 32.
func masksOf2(name, of string, from int) {
	TEXT(name, NOSPLIT, classifyLike("c"))
	Doc(name + " is " + of + ".")
	Pragma("noescape")
	classes, masks := Load(Param("c"), GP64()).(reg.GPVirtual), Load(Param("m"), GP64()).(reg.GPVirtual)
	src, n := Load(Param("src"), GP64()).(reg.GPVirtual), Load(Param("n"), GP64()).(reg.GPVirtual)
	rows := ymm(data("rows", 32, func(i int) byte {
		if i&8 != 0 {
			return 0 // what has no row is in every class
		}
		return 1 << (i & 7)
	}))
	low4 := ymm(all32(0x0F))
	bitOf := func(v reg.VecVirtual) reg.VecVirtual {
		b := YMM()
		VPSRLW(Imm(4), v, b)
		VPAND(low4, b, b)
		VPSHUFB(b, rows, b)
		return b
	}
	members := func(bitmap, v, bit reg.VecVirtual) reg.GPVirtual {
		r := YMM()
		VPSHUFB(v, bitmap, r)
		VPAND(bit, r, r)
		VPCMPEQB(bit, r, r)
		return gpr32(r)
	}
	bitmap := func(class int) reg.VecVirtual {
		y := YMM()
		VBROADCASTI128(at(classes, 256+16*class), y)
		return y
	}
	if from == 0 {
		CMPQ(n, Imm(32))
		JLE(LabelRef("some"))
		v, w := ymm(at(src, 0)), ymm(Mem{Base: src, Index: n, Scale: 1, Disp: -32})
		vb, wb := bitOf(v), bitOf(w)
		for class := from; class < 8; class++ {
			t := bitmap(class)
			a, b := members(t, v, vb), members(t, w, wb)
			shift := GP64()
			LEAQ(at(n, -32), shift)
			SHLXQ(shift, b, b)
			ORQ(a, b)
			MOVQ(b, at(masks, 8*class))
		}
		VZEROUPPER()
		RET()
	} else {
		CMPQ(n, Imm(32))
		JL(LabelRef("some"))
		x := ymm(at(src, 0))
		bit := bitOf(x)
		for class := from; class < 8; class++ {
			MOVQ(members(bitmap(class), x, bit), at(masks, 8*class))
		}
		VZEROUPPER()
		RET()
	}
	Label("some")
	offset, in := GP64(), GP64()
	MOVQ(src, offset)
	ANDQ(U32(4095), offset)
	CMPQ(offset, U32(4096-32))
	JG(LabelRef("edge"))
	ones(n, in)
	o := ymm(at(src, 0))
	ob := bitOf(o)
	for class := from; class < 8; class++ {
		a := members(bitmap(class), o, ob)
		ANDQ(in, a)
		MOVQ(a, at(masks, 8*class))
	}
	VZEROUPPER()
	RET()

	Label("edge")
	CMPQ(n, Imm(16))
	JL(LabelRef("few"))
	Comment("The first 16 bytes and the last 16 in one vector.")
	x := XMM()
	VMOVDQU(at(src, 0), x)
	y := YMM()
	VINSERTI128(Imm(1), Mem{Base: src, Index: n, Scale: 1, Disp: -16}, x.AsY(), y)
	yb := bitOf(y)
	shift := GP64()
	LEAQ(at(n, -16), shift)
	for class := from; class < 8; class++ {
		a, b := members(bitmap(class), y, yb), GP64()
		MOVWLZX(a.As16(), b.As32())
		SHRL(Imm(16), a.As32())
		SHLXQ(shift, a, a)
		ORQ(b, a)
		MOVQ(a, at(masks, 8*class))
	}
	VZEROUPPER()
	RET()

	Label("few")
	before := GP64()
	XORQ(before, before)
	CMPQ(offset, U32(4096-16))
	JLE(LabelRef("load"))
	MOVQ(U32(16), before)
	SUBQ(n, before)
	SUBQ(before, src)
	Label("load")
	ones(n, in)
	z := YMM()
	VMOVDQU(at(src, 0), z.AsX())
	zb := bitOf(z)
	for class := from; class < 8; class++ {
		a := members(bitmap(class), z, zb)
		SHRXQ(before, a, a)
		ANDQ(in, a)
		MOVQ(a, at(masks, 8*class))
	}
	VZEROUPPER()
	RET()
}
