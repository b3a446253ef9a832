package main

import (
	"math/bits"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// all32 is a read-only vector of 32 times b, for instructions that take memory.
func all32(b byte) Mem {
	names := "0123456789abcdef"
	return data("all"+string(names[b>>4])+string(names[b&15]), 32, func(int) byte { return b })
}

func ymm(m Op) reg.VecVirtual {
	y := YMM()
	VMOVDQU(m, y)
	return y
}

// A classifier2 finds the members of a Set by its bitmaps.
type classifier2 struct{ low, upper, bits Op }

// newClassifier2 keeps the bitmaps in registers.
func newClassifier2(set reg.Register) *classifier2 {
	low, upper := YMM(), YMM()
	VBROADCASTI128(at(set, 256), low)
	VBROADCASTI128(at(set, 272), upper)
	return &classifier2{low, upper, ymm(bits2())}
}

// inMemory moves the bitmaps to the frame, where registers are short.
func (c *classifier2) inMemory() *classifier2 {
	m := AllocLocal(64)
	VMOVDQU(c.low, m)
	VMOVDQU(c.upper, m.Offset(32))
	return &classifier2{m, m.Offset(32), bits2()}
}

func bits2() Mem { return data("bits", 64, func(i int) byte { return 1 << (i & 7) }) }

// classify returns a vector that is not zero in the lanes that are members.
func (c *classifier2) classify(v reg.VecVirtual) reg.VecVirtual {
	r, a, b, t := YMM(), YMM(), YMM(), YMM()
	shuffle := func(table Op, index, to reg.VecVirtual) {
		if m, ok := table.(Mem); ok {
			VMOVDQU(m, t)
			VPSHUFB(index, t, to)
			return
		}
		VPSHUFB(index, table, to)
	}
	VPXOR(all32(0x80), v, a)
	shuffle(c.low, v, r)
	shuffle(c.upper, a, a)
	VPOR(a, r, r)
	VPSRLW(Imm(4), v, b)
	VPAND(all32(0x0F), b, b)
	shuffle(c.bits, b, b)
	VPAND(b, r, r)
	return r
}

// outside returns a vector of ones in the lanes of c that are zero.
func outside(c reg.VecVirtual) reg.VecVirtual {
	z, r := YMM(), YMM()
	VPXOR(z, z, z)
	VPCMPEQB(c, z, r)
	return r
}

func gpr32(y reg.VecVirtual) reg.GPVirtual {
	g := GP64()
	VPMOVMSKB(y, g.As32())
	return g
}

// encodeRows holds for each of 256 masks the shuffle that turns the low digits
// or bytes of 8 bytes (0 to 7) and their high digits (8 to 15) into their
// code. 0x80 leaves a zero, which is the '%' once 0x25 is added without carry.
func encodeRows() Mem {
	return data("encodeRows", 256*32, func(i int) byte {
		m, n := i/32, i%32
		for b := range 8 {
			if m>>b&1 == 0 {
				if n == 0 {
					return byte(b)
				}
				n--
				continue
			}
			if n < 3 {
				return [3]byte{0x80, byte(8 + b), byte(b)}[n]
			}
			n -= 3
		}
		return 0x80
	})
}

// keepRows holds for each of 256 masks the shuffle that moves the lanes of the
// mask to the front, behind these rows the same for the upper eight, and behind
// them the number of lanes.
func keepRows() Mem {
	return data("keepRows", 2*256*8+256, func(i int) byte {
		if i >= 2*256*8 {
			return byte(bits.OnesCount8(uint8(i)))
		}
		m, n := i/8%256, i%8
		for b := range 8 {
			if m>>b&1 != 0 {
				if n == 0 {
					return byte(b + i/2048*8)
				}
				n--
			}
		}
		return 0x80
	})
}

func encode2(name string, o encoding) {
	TEXT(name, NOSPLIT, "func(change *uint8, digits *[16]uint8, plus uint64, dst *byte, dstLen int, src *byte, srcLen int) (consumed, written int)")
	Doc(name+" encodes whole vectors until src or dst ends, and stops between units.",
		"plus is all ones if a space becomes a plus sign, else 0.")
	Pragma("noescape")
	Comment(
		"SI, DI: next byte of src and dst; R8, R9: their ends.",
		"",
		"while 128 bytes are left:",
		"  if none is a member of change: copy four vectors",
		"  else for each vector, for each 8 bytes in it:",
		"    row = encodeRows[mask of the members]",
		"    shuffle high digits, and low digits or bytes, by row; store 32; DI += 8 + 2 * members",
		"while 32 bytes are left: the same for one vector")
	src, dst, srcEnd, dstEnd := reg.RSI, reg.RDI, reg.R8, reg.R9
	c := newClassifier2(Load(Param("change"), GP64()).(reg.GPVirtual))
	if o.escapes {
		c = c.inMemory()
	}
	digits := YMM()
	VBROADCASTI128(Mem{Base: Load(Param("digits"), GP64())}, digits)
	pct := ymm(all32('%'))
	Comment("'%' is taken from all bytes before they are shuffled and added after, so that 0 becomes '%'.")
	VPXOR(pct, digits, digits)
	Load(Param("src"), src)
	Load(Param("srcLen"), srcEnd)
	ADDQ(src, srcEnd)
	Load(Param("dst"), dst)
	Load(Param("dstLen"), dstEnd)
	ADDQ(dst, dstEnd)
	var space Mem
	if o.plus {
		Comment("the bits to change in a space, and the mask of plus")
		space = AllocLocal(64)
		g, x, y, d := GP64(), XMM(), YMM(), YMM()
		Load(Param("plus"), g)
		VMOVQ(g, x)
		VPBROADCASTQ(x, y)
		VPAND(all32(' '^'+'), y, d)
		VMOVDQU(d, space)
		VMOVDQU(y, space.Offset(32))
	}
	rows := GP64()
	LEAQ(encodeRows(), rows)
	var carry reg.GPVirtual
	if o.escapes {
		carry = GP64()
		XORQ(carry, carry)
	}
	room := GP64()

	one := func(off int) {
		v := ymm(at(src, off))
		kept := outside(c.classify(v))
		if o.plus {
			k := YMM()
			VPCMPEQB(all32(' '), v, k)
			VPAND(space.Offset(32), k, k)
			VPOR(k, kept, kept)
			VPAND(space, k, k)
			VPXOR(k, v, v)
		}
		var stay reg.GPVirtual
		m := gpr32(kept)
		NOTL(m.As32())
		if o.escapes {
			p := YMM()
			VPCMPEQB(all32('%'), v, p)
			_, bad1 := hex2(ymm(at(src, off+1)))
			_, bad2 := hex2(ymm(at(src, off+2)))
			VPOR(bad1, bad2, bad1)
			bad, ok := gpr32(bad1), gpr32(p)
			ANDNQ(ok, bad, ok)
			stay = GP64()
			LEAQ(Mem{Base: ok, Index: ok, Scale: 2}, stay)
			LEAQ(Mem{Base: carry, Index: stay, Scale: 2}, stay)
			x := GP64()
			MOVQ(ok, x)
			ORQ(stay, x)
			ANDNL(m.As32(), x.As32(), m.As32())
			kept = lanesOf(m)
		}
		count := GP64()
		POPCNTL(m.As32(), count.As32())
		Comment("The last 32 bytes stored begin 8 or more before the end.")
		LEAQ(Mem{Base: dst, Index: count, Scale: 2, Disp: 32 + 24}, room)
		CMPQ(room, dstEnd)
		JA(LabelRef("done"))
		if o.escapes {
			Comment("carry = lanes of the next vector that hold digits of an escape of this one")
			MOVQ(stay, carry)
			SHRQ(Imm(32), carry)
		}
		lo, hi := YMM(), YMM()
		VPAND(all32(0x0F), v, lo)
		VPSHUFB(lo, digits, lo)
		VPSRLW(Imm(4), v, hi)
		VPAND(all32(0x0F), hi, hi)
		VPSHUFB(hi, digits, hi)
		VPXOR(pct, v, v)
		VPBLENDVB(kept, v, lo, lo)
		a, b := YMM(), YMM()
		VPUNPCKLQDQ(hi, lo, a)
		VPUNPCKHQDQ(hi, lo, b)
		for i, half := range []reg.VecVirtual{a, b, a, b} {
			s, row, n := YMM(), GP64(), GP64()
			VPERMQ(Imm([]uint64{0x44, 0x44, 0xEE, 0xEE}[i]), half, s)
			MOVBLZX(m.As8(), row.As32())
			POPCNTL(row.As32(), n.As32())
			SHLQ(Imm(5), row)
			r := ymm(Mem{Base: rows, Index: row, Scale: 1})
			VPSHUFB(r, s, s)
			VPXOR(pct, s, s)
			VMOVDQU(s, at(dst, 0))
			LEAQ(Mem{Base: dst, Index: n, Scale: 2, Disp: 8}, dst)
			if i < 3 {
				SHRL(Imm(8), m.As32())
			}
		}
	}
	extra := 0
	if o.escapes {
		extra = 2
	}

	Label("wide")
	LEAQ(at(src, 128+extra), room)
	CMPQ(room, srcEnd)
	JA(LabelRef("single"))
	LEAQ(at(dst, 128), room)
	CMPQ(room, dstEnd)
	JA(LabelRef("single"))
	acc := YMM()
	for i := range 4 {
		x := c.classify(ymm(at(src, 32*i)))
		if i == 0 {
			VMOVDQA(x, acc)
		} else {
			VPOR(x, acc, acc)
		}
	}
	VPTEST(acc, acc)
	JNZ(LabelRef("dirty"))
	for i := range 4 {
		VMOVDQU(ymm(at(src, 32*i)), at(dst, 32*i))
	}
	ADDQ(I32(128), src)
	ADDQ(I32(128), dst)
	if o.escapes {
		XORQ(carry, carry)
	}
	JMP(LabelRef("wide"))
	Label("dirty")
	four := GP64()
	MOVQ(U32(4), four)
	Label("vector")
	one(0)
	ADDQ(Imm(32), src)
	DECQ(four)
	JNZ(LabelRef("vector"))
	JMP(LabelRef("wide"))

	Label("single")
	LEAQ(at(src, 32+extra), room)
	CMPQ(room, srcEnd)
	JA(LabelRef("done"))
	MOVQ(U32(1), four)
	JMP(LabelRef("vector"))

	Label("done")
	if o.escapes {
		Comment("Inside an escape: give back what is written of it, so that it stays whole.")
		BTQ(Imm(0), carry)
		JCC(LabelRef("out"))
		SHRQ(Imm(1), carry)
		SUBQ(Imm(2), src)
		SUBQ(Imm(2), dst)
		ADDQ(carry, src)
		ADDQ(carry, dst)
		Label("out")
	}
	finish(src, dst)
}

// lanesOf turns a mask of 32 bits into a vector of ones where a bit is 0.
func lanesOf(m reg.GPVirtual) reg.VecVirtual {
	x, y := XMM(), YMM()
	VMOVD(m.As32(), x)
	VPBROADCASTD(x, y)
	VPSHUFB(data("byteOf", 32, func(i int) byte { return byte(i / 8) }), y, y)
	b := ymm(data("bitOf", 32, func(i int) byte { return 1 << (i % 8) }))
	VPAND(b, y, y)
	VPXOR(b, y, y)
	VPCMPEQB(b, y, y)
	return y
}

// hex2 returns the values of the digits v and a vector whose lanes are
// negative where v has none. It moves '0' to '9' to 0xF0 and up and the
// letters to 10 and up; what is neither is large in both.
func hex2(v reg.VecVirtual) (value, bad reg.VecVirtual) {
	t, u := YMM(), YMM()
	VPADDB(all32(0xFF-'9'), v, t)
	VPSUBUSB(all32(6), t, t)
	VPSUBB(all32(0xF0), t, t)
	VPAND(all32(0xDF), v, u)
	VPSUBB(all32('A'), u, u)
	VPADDUSB(all32(10), u, u)
	VPMINUB(u, t, t)
	VPADDUSB(all32(127-15), t, u)
	return t, u
}

func decode2(name string, o decoding) {
	TEXT(name, NOSPLIT, "func(dst *byte, dstLen int, "+decodeArgs)
	Doc(name+" decodes whole vectors until src or dst ends, or strict, special or preserved stop it.",
		"strict is all ones if a malformed escape stops it, else 0. dst may begin below src in the same array.",
		"Only decodeAVX2Any reads special, preserved, and sign and space, the byte to replace and its replacement.")
	Pragma("noescape")
	Comment(
		"SI, DI: next byte of src and dst; R8, R9: their ends; carry: mask of the lanes at SI that hold",
		"digits of an escape that is decoded already.",
		"",
		"while 128 bytes and two more are left: if nothing is special and no carry: copy four vectors",
		"else for 32 bytes and two more: v, v1, v2 = the 32 bytes at SI, SI+1, SI+2",
		"  valid = '%' in v and digits in v1 and v2; o = valid ? v1<<4|v2 : v",
		"  for each 8 bytes: move the lanes that are kept to the front by keepRows[their mask]; store 8; DI += kept")
	decoder2(o, false)
}

func decodedLen2(name string, o decoding) {
	TEXT(name, NOSPLIT, "func("+decodeArgs)
	Doc(name + " is the decoder of the same suffix without its stores.")
	Pragma("noescape")
	Comment("SI: next byte of src; R8: its end; DI: escapes to decode so far.")
	decoder2(o, true)
}

func decoder2(o decoding, lengths bool) {
	src, dst, srcEnd, dstEnd := reg.RSI, reg.RDI, reg.R8, reg.R9
	Load(Param("src"), src)
	Load(Param("srcLen"), srcEnd)
	ADDQ(src, srcEnd)
	if lengths {
		XORQ(dst, dst)
	} else {
		Load(Param("dst"), dst)
		Load(Param("dstLen"), dstEnd)
		ADDQ(dst, dstEnd)
	}
	strict, carry, room := GP64(), GP64(), GP64()
	Load(Param("strict"), strict)
	XORQ(carry, carry)
	var special, preserved *classifier2
	var sign, space Op
	if o.sets {
		special = newClassifier2(Load(Param("special"), GP64()).(reg.GPVirtual)).inMemory()
		preserved = newClassifier2(Load(Param("preserved"), GP64()).(reg.GPVirtual)).inMemory()
		m := AllocLocal(64)
		sign, space = m, m.Offset(32)
		for i, p := range []string{"sign", "space"} {
			g, x, y := GP32(), XMM(), YMM()
			Load(Param(p), g)
			VMOVD(g, x)
			VPBROADCASTB(x, y)
			VMOVDQU(y, m.Offset(32*i))
		}
	} else if o.plus {
		sign, space = all32('+'), all32(' ')
	}
	rows := GP64()
	if !lengths {
		LEAQ(keepRows(), rows)
	}
	var h *hexes2
	if !o.sets {
		h = newHexes2()
	}

	Label("wide")
	LEAQ(at(src, 130), room)
	CMPQ(room, srcEnd)
	JA(LabelRef("single"))
	if !lengths {
		LEAQ(at(dst, 128), room)
		CMPQ(room, dstEnd)
		JA(LabelRef("single"))
	}
	TESTQ(carry, carry)
	JNZ(LabelRef("dirty"))
	acc := YMM()
	for i := range 4 {
		var x reg.VecVirtual
		switch {
		case o.sets:
			x = special.classify(ymm(at(src, 32*i)))
		default:
			x = YMM()
			VMOVDQU(all32('%'), x)
			VPCMPEQB(at(src, 32*i), x, x)
			if o.plus && !lengths {
				y := YMM()
				VMOVDQU(all32('+'), y)
				VPCMPEQB(at(src, 32*i), y, y)
				VPOR(y, x, x)
			}
		}
		if i == 0 {
			acc = x
		} else {
			VPOR(x, acc, acc)
		}
	}
	VPTEST(acc, acc)
	JNZ(LabelRef("dirty"))
	if !lengths {
		for i := range 4 {
			VMOVDQU(ymm(at(src, 32*i)), at(dst, 32*i))
		}
		ADDQ(I32(128), dst)
	}
	ADDQ(I32(128), src)
	JMP(LabelRef("wide"))

	if !o.sets {
		h.plainVectors(o, lengths, strict, carry, rows, sign, space)
		return
	}
	Label("dirty")
	four := GP64()
	MOVQ(U32(4), four)
	Label("vector")
	{
		Comment("The vectors may end early.")
		LEAQ(at(src, 34), room)
		CMPQ(room, srcEnd)
		JA(LabelRef("done"))
	}
	if !lengths {
		LEAQ(at(dst, 40), room)
		CMPQ(room, dstEnd)
		JA(LabelRef("done"))
	}
	v := ymm(at(src, 0))
	hi, bad := hex2(ymm(at(src, 1)))
	lo, bad2 := hex2(ymm(at(src, 2)))
	VPOR(bad2, bad, bad)
	p := YMM()
	VPCMPEQB(all32('%'), v, p)
	Comment("valid = p and bad not negative")
	z, is := YMM(), YMM()
	VPXOR(z, z, z)
	VPCMPGTB(bad, z, is)
	VPANDN(p, is, is)
	valid, wrong := gpr32(is), gpr32(p)
	XORQ(valid, wrong)
	VPSLLW(Imm(4), hi, hi)
	VPAND(all32(0xF0), hi, hi)
	VPOR(lo, hi, hi)
	lanes := GP64()
	{
		stop, free := GP64(), GP64()
		MOVQ(wrong, stop)
		ANDQ(strict, stop)
		Comment("Stop at refused bytes: members of special but '%', plus signs and the digits of escapes.")
		LEAQ(Mem{Base: valid, Index: valid, Scale: 2}, free)
		LEAQ(Mem{Base: carry, Index: free, Scale: 2}, free)
		ORQ(valid, free)
		ORQ(wrong, free)
		k := outside(special.classify(v))
		pl := YMM()
		VPCMPEQB(sign, v, pl)
		VPOR(pl, k, k)
		kept := gpr32(k)
		ORQ(kept, free)
		NOTL(free.As32())
		ORQ(free, stop)
		if !lengths {
			replace(v, sign, space)
		}
		Comment("An escape of a preserved octet is copied; stop before one that crosses the edge.")
		o2 := outside(preserved.classify(hi))
		q := gpr32(o2)
		VPAND(o2, is, is)
		kept = GP64()
		ANDNQ(valid, q, kept)
		ANDQ(q, valid)
		SHRQ(Imm(30), kept)
		SHLQ(Imm(30), kept)
		ORQ(kept, stop)
		BTSQ(Imm(32), stop)
		TZCNTQ(stop, lanes)
		TESTQ(lanes, lanes)
		JZ(LabelRef("done"))
		BZHIQ(lanes, valid, valid)
	}
	if !lengths {
		VPBLENDVB(is, hi, v, v)
	}
	keep := GP64()
	LEAQ(Mem{Base: valid, Index: valid, Scale: 2}, keep)
	LEAQ(Mem{Base: carry, Index: keep, Scale: 2}, keep)
	MOVQ(keep, carry)
	SHRXQ(lanes, carry, carry)
	var packPart func()
	if lengths {
		n := GP64()
		POPCNTQ(valid, n)
		ADDQ(n, dst)
	} else {
		NOTQ(keep)
		BZHIQ(lanes, keep, keep)
		pack := func(part bool) {
			half := v.AsX()
			for i := range 2 {
				if i == 1 {
					x := XMM()
					VEXTRACTI128(Imm(1), v, x)
					half = x
				}
				a, b, na, nb := GP64(), GP64(), GP64(), GP64()
				t := XMM()
				MOVBLZX(keep.As8(), a.As32())
				SHRQ(Imm(8), keep)
				MOVBLZX(keep.As8(), b.As32())
				SHRQ(Imm(8), keep)
				POPCNTL(a.As32(), na.As32())
				POPCNTL(b.As32(), nb.As32())
				VMOVQ(Mem{Base: rows, Index: a, Scale: 8}, t)
				VMOVHPS(Mem{Base: rows, Index: b, Scale: 8, Disp: 2048}, t, t)
				VPSHUFB(t, half, t)
				if !part {
					VMOVQ(t, at(dst, 0))
					ADDQ(na, dst)
					VMOVHPS(t, at(dst, 0))
					ADDQ(nb, dst)
					continue
				}
				Comment("What lies behind the lanes kept may be bytes of src after the stop: leave it.")
				for j, n := range []reg.GPVirtual{na, nb} {
					x, m, old := GP64(), GP64(), GP64()
					if j == 0 {
						VMOVQ(t, x)
					} else {
						VPEXTRQ(Imm(1), t, x)
					}
					MOVQ(n, m)
					SHLQ(Imm(3), m)
					BZHIQ(m, x, x)
					MOVQ(at(dst, 0), old)
					g := GP64()
					BZHIQ(m, old, g)
					XORQ(g, old)
					ORQ(x, old)
					MOVQ(old, at(dst, 0))
					ADDQ(n, dst)
				}
			}
		}
		CMPQ(lanes, Imm(32))
		JNE(LabelRef("part"))
		packPart = func() { pack(true) }
		pack(false)
	}
	if lengths {
		CMPQ(lanes, Imm(32))
		JNE(LabelRef("rest"))
	}
	Comment("The usual step is a constant, so that the next load need not wait for this vector.")
	ADDQ(Imm(32), src)
	DECQ(four)
	JNZ(LabelRef("vector"))
	JMP(LabelRef("wide"))
	if !lengths {
		Label("part")
		packPart()
	}
	Label("rest")
	ADDQ(lanes, src)
	DECQ(four)
	JNZ(LabelRef("vector"))
	JMP(LabelRef("wide"))

	Label("single")
	LEAQ(at(src, 34), room)
	CMPQ(room, srcEnd)
	JA(LabelRef("done"))
	MOVQ(U32(1), four)
	JMP(LabelRef("vector"))

	decoded2(src, dst, carry, lengths)
}

func decoded2(src, dst reg.Register, carry reg.GPVirtual, lengths bool) {
	Label("done")
	Comment("Digits of an escape that is decoded are consumed.")
	n := GP64()
	POPCNTQ(carry, n)
	ADDQ(n, src)
	if !lengths {
		finish(src, dst)
		return
	}
	finishLen(src, dst)
}

// hexes2 finds the digits of escapes.
type hexes2 struct{ classes, digits, percent, low, zero reg.VecVirtual }

func newHexes2() *hexes2 {
	classes := data("hexClass", 32, func(i int) byte { return map[int]byte{3: 0x10, 4: 0x29, 6: 0x29}[i&15] })
	digits := data("hexRow", 32, func(i int) byte {
		r := byte(0)
		if i &= 15; i < 10 {
			r |= 0x10
		}
		if 1 <= i && i <= 6 {
			r |= 0x20
		}
		return r
	})
	zero := YMM()
	VPXOR(zero, zero, zero)
	return &hexes2{ymm(classes), ymm(digits), ymm(all32('%')), ymm(all32(0x0F)), zero}
}

// plainVectors decodes vectors where '%' alone is special, and plus signs. The
// values of digits are found once for each byte, a vector ahead, and moved by
// one and two lanes.
func (h *hexes2) plainVectors(o decoding, lengths bool, strict, carry, rows reg.GPVirtual, sign, space Op) {
	src, dst, srcEnd, dstEnd := reg.RSI, reg.RDI, reg.R8, reg.R9
	room, count := GP64(), GP64()
	// look finds the digits of the 32 bytes at off: their values in the low
	// halves of sums, and the mask of the bytes that are none.
	look := func(off int, sums reg.VecVirtual, bad reg.GPVirtual) {
		x, c := ymm(at(src, off)), YMM()
		VPSRLW(Imm(4), x, c)
		VPAND(h.low, c, c)
		VPSHUFB(c, h.classes, c)
		if !lengths {
			VPADDB(c, x, sums)
			VPAND(h.low, sums, sums)
		}
		VPSHUFB(x, h.digits, x)
		VPAND(c, x, x)
		VPCMPEQB(h.zero, x, x)
		VPMOVMSKB(x, bad.As32())
	}
	sums, bad := YMM(), GP64()

	Label("dirty")
	MOVQ(U32(1), count)
	LEAQ(at(src, 8*32+32), room)
	CMPQ(room, srcEnd)
	JA(LabelRef("enter"))
	if !lengths {
		LEAQ(at(dst, 8*32+8), room)
		CMPQ(room, dstEnd)
		JA(LabelRef("enter"))
	}
	MOVQ(U32(8), count)
	Label("enter")
	if !lengths {
		LEAQ(at(dst, 40), room)
		CMPQ(room, dstEnd)
		JA(LabelRef("done"))
	}
	look(0, sums, bad)
	Label("vector")
	next, nextBad := YMM(), GP64()
	look(32, next, nextBad)
	v, p := ymm(at(src, 0)), YMM()
	VPCMPEQB(h.percent, v, p)
	pm, valid, b := gpr32(p), GP64(), GP64()
	Comment("valid = '%' with digits in the two lanes above")
	MOVQ(nextBad, b)
	SHLQ(Imm(32), b)
	ORQ(bad, b)
	SHRQ(Imm(1), b)
	MOVQ(b, valid)
	SHRQ(Imm(1), valid)
	ORQ(b, valid)
	ANDNQ(pm, valid, valid)
	XORQ(valid, pm)
	JZ(LabelRef("good"))
	TESTQ(strict, pm)
	JNZ(LabelRef("done"))
	if !lengths {
		m := GP64()
		MOVQ(valid, m)
		NOTQ(m)
		VMOVDQA(lanesOf(m), p)
	}
	Label("good")
	keep := GP64()
	LEAQ(Mem{Base: valid, Index: valid, Scale: 2}, keep)
	LEAQ(Mem{Base: carry, Index: keep, Scale: 2}, keep)
	MOVQ(keep, carry)
	SHRQ(Imm(32), carry)
	if lengths {
		n := GP64()
		POPCNTQ(valid, n)
		ADDQ(n, dst)
	} else {
		if o.plus {
			replace(v, sign, space)
		}
		x, hi, lo := YMM(), YMM(), YMM()
		VPERM2I128(Imm(0x21), next, sums, x)
		VPALIGNR(Imm(1), sums, x, hi)
		VPALIGNR(Imm(2), sums, x, lo)
		VPSLLW(Imm(4), hi, hi)
		VPOR(hi, lo, lo)
		VPXOR(v, lo, lo)
		VPAND(p, lo, lo)
		VPXOR(lo, v, v)
		NOTQ(keep)
		half := v.AsX()
		for i := range 2 {
			if i == 1 {
				x := XMM()
				VEXTRACTI128(Imm(1), v, x)
				half = x
			}
			a, b, na, nb := GP64(), GP64(), GP64(), GP64()
			t := XMM()
			MOVBLZX(keep.As8(), a.As32())
			SHRQ(Imm(8), keep)
			MOVBLZX(keep.As8(), b.As32())
			if i == 0 {
				SHRQ(Imm(8), keep)
			}
			MOVBLZX(Mem{Base: rows, Index: a, Scale: 1, Disp: 4096}, na.As32())
			MOVBLZX(Mem{Base: rows, Index: b, Scale: 1, Disp: 4096}, nb.As32())
			VMOVQ(Mem{Base: rows, Index: a, Scale: 8}, t)
			u := XMM()
			VPBROADCASTQ(Mem{Base: rows, Index: b, Scale: 8, Disp: 2048}, u)
			VPBLENDD(Imm(0x0C), u, t, t)
			VPSHUFB(t, half, t)
			VMOVQ(t, at(dst, 0))
			ADDQ(na, dst)
			VMOVHPS(t, at(dst, 0))
			ADDQ(nb, dst)
		}
		VMOVDQA(next, sums)
	}
	MOVQ(nextBad, bad)
	ADDQ(Imm(32), src)
	DECQ(count)
	JNZ(LabelRef("vector"))
	JMP(LabelRef("wide"))

	Label("single")
	MOVQ(U32(1), count)
	LEAQ(at(src, 64), room)
	CMPQ(room, srcEnd)
	JBE(LabelRef("enter"))
	decoded2(src, dst, carry, lengths)
}

// replace turns the bytes of v that are a into b.
func replace(v reg.VecVirtual, a, b Op) {
	k, y := YMM(), YMM()
	VPCMPEQB(a, v, k)
	VMOVDQU(b, y)
	VPBLENDVB(k, y, v, v)
}

// finishLen stores the results of a decoder without stores: dst holds the
// number of escapes.
func finishLen(src, dst reg.Register) {
	s := GP64()
	Load(Param("src"), s)
	SUBQ(s, src)
	Store(src, ReturnIndex(0))
	ADDQ(dst, dst)
	SUBQ(dst, src)
	Store(src, ReturnIndex(1))
	VZEROUPPER()
	RET()
}

func find2() {
	TEXT("indexAVX2", NOSPLIT, "func(s *uint8, src *byte, srcLen int) int")
	Doc("indexAVX2 returns the index of the first member of s in src, or srcLen. srcLen is 32 or more.")
	Pragma("noescape")
	Comment("SI: next byte of src; R8: its end.")
	src, end, room := reg.RSI, reg.R8, GP64()
	c := newClassifier2(Load(Param("s"), GP64()).(reg.GPVirtual))
	Load(Param("src"), src)
	Load(Param("srcLen"), end)
	ADDQ(src, end)
	m := GP64()
	Label("loop")
	LEAQ(at(src, 64), room)
	CMPQ(room, end)
	JA(LabelRef("last"))
	a, b, either := c.classify(ymm(at(src, 0))), c.classify(ymm(at(src, 32))), YMM()
	VPOR(a, b, either)
	VPTEST(either, either)
	JNZ(LabelRef("found"))
	ADDQ(Imm(64), src)
	JMP(LabelRef("loop"))
	Label("found")
	low := GP64()
	MOVQ(gpr32(outside(a)), low)
	MOVQ(gpr32(outside(b)), m)
	SHLQ(Imm(32), m)
	ORQ(low, m)
	NOTQ(m)
	TZCNTQ(m, m)
	ADDQ(m, src)
	JMP(LabelRef("done"))

	Label("last")
	Comment("Fewer than 64 bytes: one vector, and the last 32 bytes again.")
	LEAQ(at(src, 32), room)
	CMPQ(room, end)
	JA(LabelRef("overlap"))
	m = gpr32(outside(c.classify(ymm(at(src, 0)))))
	NOTL(m.As32())
	TESTL(m.As32(), m.As32())
	JNZ(LabelRef("here"))
	ADDQ(Imm(32), src)
	Label("overlap")
	LEAQ(at(end, -32), src)
	x := gpr32(outside(c.classify(ymm(at(src, 0)))))
	MOVQ(x, m)
	NOTL(m.As32())
	BTSQ(Imm(32), m)
	Label("here")
	TZCNTQ(m, m)
	ADDQ(m, src)
	Label("done")
	s := GP64()
	Load(Param("src"), s)
	SUBQ(s, src)
	Store(src, ReturnIndex(0))
	VZEROUPPER()
	RET()

	TEXT("countAVX2", NOSPLIT, "func(s *uint8, src *byte, srcLen int) int")
	Doc("countAVX2 returns how many bytes of src are members of s. srcLen is 32 or more.")
	Pragma("noescape")
	Comment("SI: next byte of src; R8: its end; AX: bytes so far that are no members.")
	total := reg.RAX
	c = newClassifier2(Load(Param("s"), GP64()).(reg.GPVirtual))
	Load(Param("src"), src)
	Load(Param("srcLen"), end)
	ADDQ(src, end)
	XORQ(total, total)
	Label("loop")
	LEAQ(at(src, 32), room)
	CMPQ(room, end)
	JA(LabelRef("last"))
	n := gpr32(outside(c.classify(ymm(at(src, 0)))))
	POPCNTL(n.As32(), n.As32())
	ADDQ(n, total)
	ADDQ(Imm(32), src)
	JMP(LabelRef("loop"))
	Label("last")
	Comment("The last 32 bytes without the lanes that are counted.")
	SUBQ(end, src)
	JZ(LabelRef("done"))
	n = gpr32(outside(c.classify(ymm(at(end, -32)))))
	ADDQ(Imm(32), src)
	SHRXQ(src, n, n)
	POPCNTL(n.As32(), n.As32())
	ADDQ(n, total)
	Label("done")
	l := GP64()
	Load(Param("srcLen"), l)
	SUBQ(total, l)
	Store(l, ReturnIndex(0))
	VZEROUPPER()
	RET()

	TEXT("countEscapesAVX2", NOSPLIT, "func(src *byte, srcLen int) (consumed, n int)")
	Doc("countEscapesAVX2 counts the escapes that begin in the first consumed bytes of src.")
	Pragma("noescape")
	Comment("SI: next byte of src; R8: its end; AX: escapes so far.")
	Load(Param("src"), src)
	Load(Param("srcLen"), end)
	ADDQ(src, end)
	XORQ(total, total)
	Label("loop")
	LEAQ(at(src, 34), room)
	CMPQ(room, end)
	JA(LabelRef("done"))
	v := ymm(at(src, 0))
	VPCMPEQB(all32('%'), v, v)
	_, b1 := hex2(ymm(at(src, 1)))
	_, b2 := hex2(ymm(at(src, 2)))
	VPOR(b1, b2, b1)
	bad, p := gpr32(b1), gpr32(v)
	ANDNQ(p, bad, p)
	POPCNTL(p.As32(), p.As32())
	ADDQ(p, total)
	ADDQ(Imm(32), src)
	JMP(LabelRef("loop"))
	Label("done")
	s = GP64()
	Load(Param("src"), s)
	SUBQ(s, src)
	Store(src, ReturnIndex(0))
	Store(total, ReturnIndex(1))
	VZEROUPPER()
	RET()
}
