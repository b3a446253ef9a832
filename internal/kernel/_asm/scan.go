package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// Where the tables of a Scanner are, in bytes.
const (
	scanOf       = 0
	scanLow      = 256
	scanFirst    = 2432
	scanSecond   = 2560
	scanLooked   = 2688
	scanBeyond   = 2689
	scanHigh     = 2690
	scanNotHigh  = 2696
	scanLookedAt = 2760
	scanBeyondAt = 2768
	scanTens     = 2776
	scanLetters  = 2792
)

// scan512 is classify512 with two more vectors, which begin one and two bytes later: what
// an escape stands for adds bits to the classes of its '%'.
func scan512() {
	TEXT("scanAVX512", NOSPLIT, classifyLike("s"))
	Doc("scanAVX512 is Scan for n bytes, n > 0.")
	Pragma("noescape")
	Comment("SI: next byte of src; CX: how many are left.")
	s, masks := Load(Param("s"), GP64()).(reg.GPVirtual), Load(Param("m"), GP64()).(reg.GPVirtual)
	src, n := Load(Param("src"), reg.RSI), Load(Param("n"), reg.RCX)
	table := func(off int) (low, high reg.VecVirtual) {
		low, high = ZMM(), ZMM()
		VMOVDQU64(at(s, off), low)
		VMOVDQU64(at(s, off+64), high)
		return low, high
	}
	broadcast := func(off int) reg.VecVirtual {
		z := ZMM()
		VPBROADCASTB(at(s, off), z)
		return z
	}
	of0, of1 := table(scanOf)
	first0, first1 := table(scanFirst)
	second0, second1 := table(scanSecond)
	looked, beyond, high := broadcast(scanLooked), broadcast(scanBeyond), broadcast(scanHigh)
	percent, seven := repeated('%'), repeated('7')
	q := newSquare()
	v, a, b := ZMM(), ZMM(), ZMM()
	vector := func(classes func(first, second reg.VecVirtual)) {
		isHigh, isPercent, odd, above := K(), K(), K(), K()
		VPMOVB2M(v, isHigh)
		VPCMPEQB(percent, v, isPercent)
		classes(of0, of1)
		VPCMPUB(Imm(6), seven, a, isPercent, above)
		VPERMI2B(first1, first0, a)
		VPERMI2B(second1, second0, b)
		VPTESTMB(b, a, isPercent, odd)
		VMOVDQU8(high, isHigh, v)
		Comment("The tables give neither class to '%'.")
		VPADDB(looked, v, odd, v)
		VPADDB(beyond, v, above, v)
		q.turn(v)
		VMOVDQU64(v, at(masks, 0))
		ADDQ(Imm(64), src)
		ADDQ(Imm(64), masks)
		SUBQ(Imm(64), n)
	}
	Label("loop")
	CMPQ(n, Imm(66))
	JL(LabelRef("tail"))
	VMOVDQU64(at(src, 0), v)
	VMOVDQU64(at(src, 1), a)
	VMOVDQU64(at(src, 2), b)
	vector(func(first, second reg.VecVirtual) { VPERMI2B(second, first, v) })
	JMP(LabelRef("loop"))
	Label("tail")
	Comment("Of fewer than 66 bytes, those that are there; others are 0, which is no digit.")
	TESTQ(n, n)
	JLE(LabelRef("done"))
	zero, left := GP64(), GP64()
	XORL(zero.As32(), zero.As32())
	load := func(off int, v reg.VecVirtual) reg.OpmaskVirtual {
		in, k := GP64(), K()
		MOVQ(n, left)
		SUBQ(Imm(uint64(off)), left)
		CMOVQLT(zero, left)
		ones(left, in)
		KMOVQ(in, k)
		VMOVDQU8_Z(at(src, off), k, v)
		return k
	}
	in := load(0, v)
	load(1, a)
	load(2, b)
	vector(func(first, second reg.VecVirtual) { VPERMI2B_Z(second, first, in, v) })
	JMP(LabelRef("tail"))
	Label("done")
	VZEROUPPER()
	RET()
}

// scan2 asks for one class after the other, as classify2 does, for whole pieces of 64 bytes
// that two more bytes follow.
func scan2() {
	TEXT("scanAVX2", NOSPLIT, classifyLike("s"))
	Doc("scanAVX2 is Scan for the pieces of 64 bytes that two more bytes follow; n is 66 or more.")
	Pragma("noescape")
	Comment("SI: next byte of src; CX: how many are left; DI: next masks.")
	s := Load(Param("s"), GP64()).(reg.GPVirtual)
	masks, src, n := Load(Param("m"), reg.RDI), Load(Param("src"), reg.RSI), Load(Param("n"), reg.RCX)
	rows := ymm(data("rows", 32, func(i int) byte {
		if i&8 != 0 {
			return 0 // what has no row is in every class
		}
		return 1 << (i & 7)
	}))
	low4, high3 := ymm(all32(0x0F)), ymm(all32(0x70))
	tens, letters := YMM(), YMM()
	VBROADCASTI128(at(s, scanTens), tens)
	VBROADCASTI128(at(s, scanLetters), letters)
	masked := func(m, v reg.VecVirtual) reg.VecVirtual {
		t := YMM()
		VPAND(m, v, t)
		return t
	}
	is := func(b byte, v reg.VecVirtual) reg.VecVirtual {
		t := YMM()
		VPCMPEQB(all32(b), v, t)
		return t
	}
	rowOf := func(v reg.VecVirtual) reg.VecVirtual {
		t := YMM()
		VPSRLW(Imm(4), v, t)
		VPAND(low4, t, t)
		VPSHUFB(t, rows, t)
		return t
	}
	both := func(low, high reg.GPVirtual) reg.GPVirtual {
		SHLQ(Imm(32), high)
		ORQ(low, high)
		return high
	}
	Label("loop")
	v, w := ymm(at(src, 0)), ymm(at(src, 32))
	Comment("What escapes stand for.")
	escapes := func(off int, v reg.VecVirtual) (odd, above reg.GPVirtual) {
		a, b := ymm(at(src, off+1)), ymm(at(src, off+2))
		percent := is('%', v)
		Comment("The row of the first digit, 0 to 7, if it is one.")
		x, t := masked(low4, a), is('0', masked(high3, a))
		VPSHUFB(x, rows, x)
		VPAND(t, x, x)
		Comment("The rows of the second one: digits, and letters of both cases.")
		d := masked(low4, b)
		row := masked(high3, b)
		y, z := YMM(), YMM()
		VPSHUFB(d, tens, y)
		VPAND(is('0', row), y, y)
		VPSHUFB(d, letters, z)
		VPOR(all32(0x20), row, row)
		VPAND(is(0x60, row), z, z)
		VPOR(z, y, y)
		VPAND(y, x, x)
		VPXOR(t, t, t)
		VPCMPEQB(t, x, x)
		VPANDN(percent, x, x)
		Comment("Above '7', without a sign.")
		VPMAXUB(all32('8'), a, t)
		VPCMPEQB(t, a, t)
		VPAND(percent, t, t)
		return gpr32(x), gpr32(t)
	}
	odd, above := escapes(0, v)
	odd2, above2 := escapes(32, w)
	odd, above = both(odd, odd2), both(above, above2)
	Comment("The classes.")
	high := both(gpr32(v), gpr32(w))
	vb, wb := rowOf(v), rowOf(w)
	members := func(bitmap, v, bit reg.VecVirtual) reg.GPVirtual {
		r := YMM()
		VPSHUFB(v, bitmap, r)
		VPAND(bit, r, r)
		VPCMPEQB(bit, r, r)
		return gpr32(r)
	}
	for class := range 8 {
		t := YMM()
		VBROADCASTI128(at(s, scanLow+16*class), t)
		m := both(members(t, v, vb), members(t, w, wb))
		not := GP64()
		MOVQ(at(s, scanNotHigh+8*class), not)
		ANDQ(high, not)
		ANDNQ(m, not, m)
		MOVQ(m, at(masks, 8*class))
	}
	place := GP64()
	MOVQ(at(s, scanLookedAt), place)
	ORQ(odd, Mem{Base: masks, Index: place, Scale: 1})
	MOVQ(at(s, scanBeyondAt), place)
	ORQ(above, Mem{Base: masks, Index: place, Scale: 1})
	ADDQ(Imm(64), src)
	ADDQ(Imm(64), masks)
	SUBQ(Imm(64), n)
	CMPQ(n, Imm(66))
	JGE(LabelRef("loop"))
	VZEROUPPER()
	RET()
}
