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

const utf8Doc = " returns 0 if whole vectors at the start of src hold UTF-8 as far as they go."

func utf8512() {
	TEXT("invalidUTF8AVX512", NOSPLIT, utf8Signature)
	Doc("invalidUTF8AVX512" + utf8Doc)
	Pragma("noescape")
	utf8Loop(64, ZMM, constant,
		func(v, before reg.VecVirtual) {
			t, k, m := ZMM(), K(), GP64()
			VPORQ(v, before, t)
			VPMOVB2M(t, k)
			KMOVQ(k, m)
			TESTQ(m, m)
		},
		func(v, before reg.VecVirtual) reg.VecVirtual {
			t := ZMM()
			VALIGNQ(Imm(6), before, v, t)
			return t
		},
		func(err reg.VecVirtual) {
			k, m := K(), GP64()
			VPTESTMB(err, err, k)
			KMOVQ(k, m)
			Store(m, ReturnIndex(0))
		})
}

func utf82() {
	TEXT("invalidUTF8AVX2", NOSPLIT, utf8Signature)
	Doc("invalidUTF8AVX2" + utf8Doc)
	Pragma("noescape")
	utf8Loop(32, YMM, func(name string, f func(i int) byte) reg.VecVirtual { return ymm(data(name, 64, f)) },
		func(v, before reg.VecVirtual) {
			t, m := YMM(), GP32()
			VPOR(v, before, t)
			VPMOVMSKB(t, m)
			TESTL(m, m)
		},
		func(v, before reg.VecVirtual) reg.VecVirtual {
			t := YMM()
			VPERM2I128(Imm(0x21), v, before, t)
			return t
		},
		func(err reg.VecVirtual) {
			k, m := YMM(), GP64()
			VPXOR(k, k, k)
			VPCMPEQB(k, err, k)
			VPMOVMSKB(k, m.As32())
			NOTL(m.As32())
			Store(m, ReturnIndex(0))
		})
}

// utf8Loop walks over whole vectors. high sets the flags by whether one of two vectors
// has a byte above 0x7F, and joined returns a vector whose lanes of 16 bytes are those
// before the lanes of v.
func utf8Loop(size int, vector func() reg.VecVirtual, load func(string, func(i int) byte) reg.VecVirtual,
	high func(v, before reg.VecVirtual), joined func(v, before reg.VecVirtual) reg.VecVirtual, result func(err reg.VecVirtual),
) {
	Comment("SI: next byte of src; R8: its end.")
	src, end, room := reg.RSI, reg.R8, GP64()
	Load(Param("src"), src)
	Load(Param("srcLen"), end)
	ADDQ(src, end)
	firstHigh := load("utf8High", utf8Row(func(f utf8Fault) string { return f.high }))
	firstLow := load("utf8Low", utf8Row(func(f utf8Fault) string { return f.low }))
	nextHigh := load("utf8Next", utf8Row(func(f utf8Fault) string { return f.next }))
	nibble := load("utf8Nibble", func(int) byte { return 0x0F })
	three := load("utf8Three", func(int) byte { return 0xE0 - thirdByte })
	four := load("utf8Four", func(int) byte { return 0xF0 - thirdByte })
	must := load("utf8Must", func(int) byte { return thirdByte })
	before, err, v := vector(), vector(), vector()
	of := func(wide func(...Op), narrow func(a, b, to Op)) func(a, b, to Op) {
		if size == 64 {
			return func(a, b, to Op) { wide(a, b, to) }
		}
		return narrow
	}
	and, xor, or := of(VPANDQ, VPAND), of(VPXORQ, VPXOR), of(VPORQ, VPOR)
	xor(before, before, before)
	xor(err, err, err)
	Label("loop")
	LEAQ(at(src, size), room)
	CMPQ(room, end)
	JA(LabelRef("done"))
	if size == 64 {
		VMOVDQU64(at(src, 0), v)
	} else {
		VMOVDQU(at(src, 0), v)
	}
	high(v, before)
	JZ(LabelRef("next"))
	Comment("The faults that the byte before and the byte may have.")
	back := joined(v, before)
	one, two, three1, a, b := vector(), vector(), vector(), vector(), vector()
	VPALIGNR(Imm(15), back, v, one)
	VPALIGNR(Imm(14), back, v, two)
	VPALIGNR(Imm(13), back, v, three1)
	VPSRLW(Imm(4), one, a)
	and(nibble, a, a)
	VPSHUFB(a, firstHigh, a)
	and(nibble, one, b)
	VPSHUFB(b, firstLow, b)
	and(b, a, a)
	VPSRLW(Imm(4), v, b)
	and(nibble, b, b)
	VPSHUFB(b, nextHigh, b)
	and(b, a, a)
	Comment("A third or fourth byte must look like a continuation too many, and no other may.")
	VPSUBUSB(three, two, two)
	VPSUBUSB(four, three1, three1)
	or(three1, two, two)
	and(must, two, two)
	xor(two, a, a)
	or(a, err, err)
	Label("next")
	if size == 64 {
		VMOVDQA64(v, before)
	} else {
		VMOVDQA(v, before)
	}
	ADDQ(Imm(uint64(size)), src)
	JMP(LabelRef("loop"))
	Label("done")
	result(err)
	VZEROUPPER()
	RET()
}
