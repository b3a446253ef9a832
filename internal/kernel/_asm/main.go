// Command asm writes the amd64 kernels of package kernel.
package main

import (
	"github.com/mmcloughlin/avo/attr"
	. "github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

func main() {
	ConstraintExpr("!purego")

	encode512("encodeAVX512High", encoding{high: true})
	encode512("encodeAVX512HighPlus", encoding{high: true, plus: true})
	encode512("encodeAVX512Any", encoding{plus: true})
	encode512("encodeAVX512KeepEscapes", encoding{plus: true, escapes: true})
	decode512("decodeAVX512", decoding{})
	decode512("decodeAVX512Plus", decoding{plus: true})
	decode512("decodeAVX512Any", decoding{plus: true, sets: true})
	decodedLen512("decodedLenAVX512", decoding{})
	decodedLen512("decodedLenAVX512Any", decoding{sets: true})
	index512("indexAVX512High", true)
	index512("indexAVX512Any", false)
	count512("countAVX512High", true)
	count512("countAVX512Any", false)
	countEscapes512()
	classifyActive()
	classify512()
	scan512()
	utf8512()
	encodeShort512()
	encodedLenShort512()
	decodeShort512("decodeShortAVX512", false)
	decodeShort512("decodedLenShortAVX512", true)

	encode2("encodeAVX2", encoding{plus: true})
	encode2("encodeAVX2KeepEscapes", encoding{plus: true, escapes: true})
	decode2("decodeAVX2", decoding{})
	decode2("decodeAVX2Plus", decoding{plus: true})
	decode2("decodeAVX2Any", decoding{plus: true, sets: true})
	decodedLen2("decodedLenAVX2", decoding{})
	decodedLen2("decodedLenAVX2Any", decoding{sets: true})
	find2()
	classify2()
	scan2()
	findAll2()
	utf82()

	Generate()
}

// constant declares 64 read-only bytes, made by f, and loads them.
func constant(name string, f func(i int) byte) reg.VecVirtual {
	z := ZMM()
	VMOVDQU64(data(name, 64, f), z)
	return z
}

var declared = map[string]operand.Mem{}

func data(name string, size int, f func(i int) byte) operand.Mem {
	if m, ok := declared[name]; ok {
		return m
	}
	m := GLOBL(name, attr.RODATA|attr.NOPTR)
	for i := 0; i < size; i += 8 {
		var w uint64
		for j := range 8 {
			w |= uint64(f(i+j)) << (8 * j)
		}
		DATA(i, operand.U64(w))
	}
	declared[name] = m
	return m
}

// repeated is a vector of one byte.
func repeated(b byte) reg.VecVirtual {
	r, z := GP32(), ZMM()
	MOVL(operand.U32(b), r)
	VPBROADCASTB(r, z)
	return z
}

// at addresses the bytes at p + off.
func at(p reg.Register, off int) operand.Mem { return operand.Mem{Base: p, Disp: off} }

// ones sets m to the low n bits, or to all of them if n is 64 or more. n must be
// below 256.
func ones(n reg.Register, m reg.Register) {
	MOVQ(operand.I32(-1), m)
	BZHIQ(n, m, m)
}
