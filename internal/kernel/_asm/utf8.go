package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// A utf8Fault is two bytes that do not follow each other in UTF-8: the digits of the
// first, and the high digits of the second. Eight of them find all that is wrong with
// the two bytes; see J. Keiser and D. Lemire, "Validating UTF-8 in less than one
// instruction per byte", 2021.
type utf8Fault struct{ high, low, next string }

var utf8Faults = [8]utf8Fault{
	{"CDEF", "0123456789ABCDEF", "01234567CDEF"}, // the character is cut off
	{"01234567", "0123456789ABCDEF", "89AB"},     // nothing is to be continued
	{"C", "01", "89AB"},                          // overlong, two bytes
	{"E", "0", "89"},                             // overlong, three bytes
	{"E", "D", "AB"},                             // a surrogate
	{"F", "456789ABCDEF", "9AB"},                 // above U+10FFFF
	{"F", "056789ABCDEF", "8"},                   // the same, or overlong, four bytes
	{"89AB", "0123456789ABCDEF", "89AB"},         // a third byte, unless a longer character needs it
}

// thirdByte is the fault that a character of three or four bytes has to have.
const thirdByte = 0x80

// utf8Row makes a table that says for each digit which faults it may be part of.
func utf8Row(digits func(f utf8Fault) string) func(i int) byte {
	var row [16]byte
	for n, f := range utf8Faults {
		for _, d := range digits(f) {
			if d >= 'A' {
				d -= 'A' - 10
			}
			row[d&15] |= 1 << n
		}
	}
	return func(i int) byte { return row[i&15] }
}

const utf8Signature = "func(src *byte, srcLen int) int"

func utf8512() {
	TEXT("invalidUTF8AVX512", NOSPLIT, utf8Signature)
	Doc("invalidUTF8AVX512 returns 0 if all of src is UTF-8.")
	Pragma("noescape")
	Comment("SI: next byte of src; CX: how many are left.")
	src, n := Load(Param("src"), reg.RSI), Load(Param("srcLen"), reg.RCX)
	u := newUTF8(64, ZMM, constant)
	u.joined = func(v, before reg.VecVirtual) reg.VecVirtual {
		t := ZMM()
		VALIGNQ(Imm(6), before, v, t)
		return t
	}
	high := func(vs ...reg.VecVirtual) {
		k, m := K(), GP64()
		t := ZMM()
		VPORQ(vs[0], vs[1], t)
		for _, v := range vs[2:] {
			VPORQ(v, t, t)
		}
		VPMOVB2M(t, k)
		KMOVQ(k, m)
		TESTQ(m, m)
	}
	Comment("Four vectors at once: where there is one character beyond ASCII there are more, and a")
	Comment("branch for each vector would be guessed wrong.")
	vs := []reg.VecVirtual{ZMM(), ZMM(), ZMM(), ZMM()}
	JMP(LabelRef("more"))
	Label("four")
	for i, v := range vs {
		VMOVDQU64(at(src, 64*i), v)
	}
	high(append(vs, u.before)...)
	JZ(LabelRef("ascii"))
	for i, v := range vs {
		before := u.before
		if i > 0 {
			before = vs[i-1]
		}
		u.check(v, before)
	}
	Label("ascii")
	VMOVDQA64(vs[3], u.before)
	ADDQ(U32(256), src)
	SUBQ(U32(256), n)
	Label("more")
	CMPQ(n, U32(256))
	JGE(LabelRef("four"))
	Comment("Then one at a time; the last one, which may be empty, ends with NUL.")
	Label("loop")
	v := vs[0]
	in, k := GP64(), K()
	ones(n, in)
	KMOVQ(in, k)
	VMOVDQU8_Z(at(src, 0), k, v)
	high(v, u.before)
	JZ(LabelRef("next"))
	u.check(v, u.before)
	Label("next")
	VMOVDQA64(v, u.before)
	ADDQ(Imm(64), src)
	SUBQ(Imm(64), n)
	JGE(LabelRef("loop"))
	bad, m := K(), GP64()
	VPTESTMB(u.err, u.err, bad)
	KMOVQ(bad, m)
	Store(m, ReturnIndex(0))
	VZEROUPPER()
	RET()
}

func utf82() {
	TEXT("invalidUTF8AVX2", NOSPLIT, utf8Signature)
	Doc("invalidUTF8AVX2 returns 0 if whole vectors at the start of src hold UTF-8 as far as they go.")
	Pragma("noescape")
	Comment("SI: next byte of src; R8: its end.")
	src, end, room := reg.RSI, reg.R8, GP64()
	Load(Param("src"), src)
	Load(Param("srcLen"), end)
	ADDQ(src, end)
	u := newUTF8(32, YMM, func(name string, f func(i int) byte) reg.VecVirtual { return ymm(data(name, 64, f)) })
	u.joined = func(v, before reg.VecVirtual) reg.VecVirtual {
		t := YMM()
		VPERM2I128(Imm(0x21), v, before, t)
		return t
	}
	v := YMM()
	Label("loop")
	LEAQ(at(src, 32), room)
	CMPQ(room, end)
	JA(LabelRef("done"))
	VMOVDQU(at(src, 0), v)
	t, m := YMM(), GP32()
	VPOR(v, u.before, t)
	VPMOVMSKB(t, m)
	TESTL(m, m)
	JZ(LabelRef("next"))
	u.check(v, u.before)
	Label("next")
	VMOVDQA(v, u.before)
	ADDQ(Imm(32), src)
	JMP(LabelRef("loop"))
	Label("done")
	good, bad := YMM(), GP64()
	VPXOR(good, good, good)
	VPCMPEQB(good, u.err, good)
	VPMOVMSKB(good, bad.As32())
	NOTL(bad.As32())
	Store(bad, ReturnIndex(0))
	VZEROUPPER()
	RET()
}

// A utf8 checks vectors of a size, before which others come.
type utf8 struct {
	vector                                                                func() reg.VecVirtual
	firstHigh, firstLow, nextHigh, nibble, three, four, must, before, err reg.VecVirtual
	and, xor, or                                                          func(a, b, to Op)
	// joined returns a vector whose lanes of 16 bytes are those before the lanes of v.
	joined func(v, before reg.VecVirtual) reg.VecVirtual
}

func newUTF8(size int, vector func() reg.VecVirtual, load func(string, func(i int) byte) reg.VecVirtual) *utf8 {
	u := &utf8{
		vector:    vector,
		firstHigh: load("utf8High", utf8Row(func(f utf8Fault) string { return f.high })),
		firstLow:  load("utf8Low", utf8Row(func(f utf8Fault) string { return f.low })),
		nextHigh:  load("utf8Next", utf8Row(func(f utf8Fault) string { return f.next })),
		nibble:    load("utf8Nibble", func(int) byte { return 0x0F }),
		three:     load("utf8Three", func(int) byte { return 0xE0 - thirdByte }),
		four:      load("utf8Four", func(int) byte { return 0xF0 - thirdByte }),
		must:      load("utf8Must", func(int) byte { return thirdByte }),
		before:    vector(), err: vector(),
	}
	of := func(wide func(...Op), narrow func(a, b, to Op)) func(a, b, to Op) {
		if size == 64 {
			return func(a, b, to Op) { wide(a, b, to) }
		}
		return narrow
	}
	u.and, u.xor, u.or = of(VPANDQ, VPAND), of(VPXORQ, VPXOR), of(VPORQ, VPOR)
	u.xor(u.before, u.before, u.before)
	u.xor(u.err, u.err, u.err)
	return u
}

// check adds the faults of v to err.
func (u *utf8) check(v, before reg.VecVirtual) {
	Comment("The faults that the byte before and the byte may have.")
	back := u.joined(v, before)
	one, two, three, a, b := u.vector(), u.vector(), u.vector(), u.vector(), u.vector()
	VPALIGNR(Imm(15), back, v, one)
	VPALIGNR(Imm(14), back, v, two)
	VPALIGNR(Imm(13), back, v, three)
	VPSRLW(Imm(4), one, a)
	u.and(u.nibble, a, a)
	VPSHUFB(a, u.firstHigh, a)
	u.and(u.nibble, one, b)
	VPSHUFB(b, u.firstLow, b)
	u.and(b, a, a)
	VPSRLW(Imm(4), v, b)
	u.and(u.nibble, b, b)
	VPSHUFB(b, u.nextHigh, b)
	u.and(b, a, a)
	Comment("A third or fourth byte must look like a continuation too many, and no other may.")
	VPSUBUSB(u.three, two, two)
	VPSUBUSB(u.four, three, three)
	u.or(three, two, two)
	u.and(u.must, two, two)
	u.xor(two, a, a)
	u.or(a, u.err, u.err)
}
