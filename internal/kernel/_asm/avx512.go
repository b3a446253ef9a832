package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// Truth tables for VPTERNLOGD d, a, b: the first operand in Go's order is b.
const (
	ternOr     = 0xFE // d | a | b
	ternAndOr  = 0xEA // (d & a) | b
	ternOrAnd  = 0xF8 // d | (a & b)
	ternOrXor  = 0xF6 // d | (a ^ b)
	ternOrsAnd = 0xA8 // (d | a) & b
	ternSelect = 0xCA // d ? a : b
	ternByMask = 0xE4 // b ? d : a
)

// A classifier finds the members of a Set. Where every byte above 0x7F is a
// member (high) it looks the byte up in the first half of Set.Byte, two cycles
// of the shuffle port for 64 bytes; otherwise it meets the rows of the two
// bitmaps with the bit of the high digit, four cycles.
type classifier struct {
	high             bool
	tabLo, tabHi     reg.VecVirtual
	low, upper, bits reg.VecVirtual
	sign             reg.VecVirtual
}

func newClassifier(high bool, set reg.Register) *classifier {
	c := &classifier{high: high}
	if high {
		c.tabLo, c.tabHi = ZMM(), ZMM()
		VMOVDQU64(at(set, 0), c.tabLo)
		VMOVDQU64(at(set, 64), c.tabHi)
		return c
	}
	c.low, c.upper = ZMM(), ZMM()
	VBROADCASTI32X4(at(set, 256), c.low)
	VBROADCASTI32X4(at(set, 272), c.upper)
	c.bits = constant("bits", func(i int) byte { return 1 << (i & 7) })
	c.sign = repeated(0x80)
	return c
}

// classify returns a vector whose lanes say which lanes of v are members: by
// their highest bit with high, otherwise by not being zero.
func (c *classifier) classify(v reg.VecVirtual) reg.VecVirtual {
	r := ZMM()
	if c.high {
		VMOVDQA64(v, r)
		VPERMI2B(c.tabHi, c.tabLo, r)
		VPORQ(v, r, r)
		return r
	}
	a, b := ZMM(), ZMM()
	Comment("VPSHUFB gives 0 for an index above 0x7F, so each row comes from one bitmap.")
	VPSHUFB(v, c.low, r)
	VPXORQ(v, c.sign, a)
	VPSHUFB(a, c.upper, a)
	Comment("VPERMB reads six bits of the index; the bit table repeats, so that the two strays do not matter.")
	VPSRLW(U8(4), v, b)
	VPERMB(c.bits, b, b)
	VPTERNLOGD(U8(ternOrsAnd), b, a, r)
	return r
}

// any returns a vector that has a member in a lane if one of cs, which are
// classified, has one there.
func (c *classifier) any(cs []reg.VecVirtual) reg.VecVirtual {
	r := ZMM()
	VMOVDQA64(cs[0], r)
	for i := 1; i < len(cs); i += 2 {
		if i+1 < len(cs) {
			VPTERNLOGD(U8(ternOr), cs[i], cs[i+1], r)
		} else {
			VPORQ(cs[i], r, r)
		}
	}
	return r
}

func (c *classifier) mask(v reg.VecVirtual) reg.OpmaskVirtual {
	k := K()
	if c.high {
		VPMOVB2M(v, k)
	} else {
		VPTESTMB(v, v, k)
	}
	return k
}

func (c *classifier) gpr(v reg.VecVirtual) reg.GPVirtual {
	g := GP64()
	KMOVQ(c.mask(v), g)
	return g
}

// hexes finds escapes: a '%' whose two followers are hexadecimal digits.
type hexes struct{ percent, table, wrong, upper reg.VecVirtual }

// newHexes loads the tables. The low six bits of a byte find its row, which
// holds the value of the digit, the sixth bit that the digit has (0x40), and
// bit 0x20 of the index where the row is that of a digit, else its complement:
// row ^ byte has none of 0xE0 exactly for a digit.
func newHexes(values bool) *hexes {
	h := &hexes{
		percent: repeated('%'),
		table: constant("hexRows", func(i int) byte {
			for _, c := range []byte("0123456789ABCDEFabcdef") {
				if int(c&63) != i {
					continue
				}
				if c <= '9' {
					return c - '0' | c&0xE0
				}
				return c&7 + 9 | c&0xE0
			}
			return byte(i)&0x20 ^ 0x20
		}),
		wrong: repeated(0xE0),
	}
	if values {
		h.upper = repeated(0xF0)
	}
	return h
}

// valid returns the lanes among p whose followers, v1 and v2, are digits. With
// values it returns the octets too.
func (h *hexes) valid(p reg.OpmaskVirtual, v1, v2 reg.VecVirtual) (ok reg.OpmaskVirtual, octets reg.VecVirtual) {
	hi, lo, x := ZMM(), ZMM(), ZMM()
	VPERMB(h.table, v1, hi)
	VPERMB(h.table, v2, lo)
	VPXORQ(v1, hi, x)
	VPTERNLOGD(U8(ternOrXor), v2, lo, x)
	ok = K()
	VPTESTNMB(x, h.wrong, p, ok)
	if h.upper == nil {
		return ok, nil
	}
	octets = ZMM()
	VPSLLW(U8(4), hi, hi)
	VMOVDQA64(h.upper, octets)
	VPTERNLOGD(U8(ternSelect), lo, hi, octets)
	return ok, octets
}

type encoding struct {
	high    bool // every byte above 0x7F is escaped
	plus    bool // a space may become a plus sign
	escapes bool // escapes stay
}

// Every 64-bit word of lanes says 21 bytes, three lanes a byte.
const (
	lanes0 = 0x1249249249249249
	group  = 21
	block  = 3 * group
)

type encoder struct {
	encoding
	*classifier
	*hexes
	src, dst, srcEnd, dstEnd reg.GPPhysical
	spread                   reg.GPVirtual
	first                    reg.OpmaskVirtual
	triple                   [3]reg.VecVirtual
	digits, hiLane, mark     reg.VecVirtual
	loLane, space, plusSign  reg.VecVirtual
	hasPlus                  reg.OpmaskVirtual
	carry                    reg.GPVirtual
}

func encode512(name string, o encoding) {
	TEXT(name, NOSPLIT, "func(change *uint8, digits *[16]uint8, plus uint64, dst *byte, dstLen int, src *byte, srcLen int) (consumed, written int)")
	Doc(name+" encodes until src or dst ends, and stops between units.",
		"plus is all ones if a space becomes a plus sign, else 0.")
	Pragma("noescape")
	Comment(
		"SI, DI: next byte of src and dst; R8, R9: their ends.",
		"",
		"while 256 bytes are left:",
		"  members := lanes of change in four vectors",
		"  if none: copy the four vectors",
		"  else for each block of 63 bytes, for each group of 21 bytes in it:",
		"    three lanes a byte: where it is escaped '%', high digit, low digit, else the byte and two lanes unused",
		"    compress the unused lanes away; store 64; DI += 21 + 2 * escaped",
		"while bytes are left: the same with masked loads and, at the end of dst, masked stores")
	e := &encoder{encoding: o, src: reg.RSI, dst: reg.RDI, srcEnd: reg.R8, dstEnd: reg.R9}
	set := Load(Param("change"), GP64())
	e.classifier = newClassifier(o.high, set)
	digits := Load(Param("digits"), GP64())
	Load(Param("src"), e.src)
	Load(Param("srcLen"), e.srcEnd)
	ADDQ(e.src, e.srcEnd)
	Load(Param("dst"), e.dst)
	Load(Param("dstLen"), e.dstEnd)
	ADDQ(e.dst, e.dstEnd)

	e.spread, e.first = GP64(), K()
	MOVQ(U64(lanes0), e.spread)
	KMOVQ(e.spread, e.first)
	e.triple[0] = constant("triple0", func(i int) byte { return byte(i / 3) })
	e.triple[1] = constant("triple1", func(i int) byte { return byte(i/3 + group) })
	e.triple[2] = constant("triple2", func(i int) byte { return byte(i/3+2*group) & 63 })
	lane := func(n int, b byte) func(int) byte {
		return func(i int) byte {
			if i%3 == n {
				return b
			}
			return 0
		}
	}
	e.mark = constant("percentLane", lane(0, 16))
	e.hiLane = constant("highLane", lane(1, 15))
	e.loLane = constant("lowLane", lane(2, 15))
	Comment("Rows 0 to 15 of the digit table are the digits, the others '%'.")
	e.digits = repeated('%')
	k := K()
	g := GP64()
	MOVQ(U32(0xFFFF), g)
	KMOVQ(g, k)
	VMOVDQU8(at(digits, 0), k, e.digits)
	if o.plus {
		e.space, e.plusSign = repeated(' '), repeated('+')
		e.hasPlus = K()
		p := Load(Param("plus"), GP64())
		KMOVQ(p, e.hasPlus)
	}
	if o.escapes {
		e.hexes = newHexes(false)
		e.carry = GP64()
		XORQ(e.carry, e.carry)
	}

	Label("wide")
	room := GP64()
	LEAQ(at(e.src, 256), room)
	CMPQ(room, e.srcEnd)
	JA(LabelRef("narrow"))
	var v, c []reg.VecVirtual
	for i := range 4 {
		x := ZMM()
		VMOVDQU64(at(e.src, 64*i), x)
		v = append(v, x)
	}
	for i := range 4 {
		c = append(c, e.classify(v[i]))
	}
	changed := e.mask(e.any(c))
	KORTESTQ(changed, changed)
	JNZ(LabelRef("dirty"))
	LEAQ(at(e.dst, 256), room)
	CMPQ(room, e.dstEnd)
	JA(LabelRef("narrow"))
	for i := range 4 {
		VMOVDQU64(v[i], at(e.dst, 64*i))
	}
	ADDQ(I32(256), e.src)
	ADDQ(I32(256), e.dst)
	if o.escapes {
		XORQ(e.carry, e.carry)
	}
	JMP(LabelRef("wide"))

	Label("dirty")
	var m [4]reg.GPVirtual
	escaped := GP64()
	for i := range m {
		m[i] = e.gpr(c[i])
	}
	POPCNTQ(m[0], escaped)
	for i := 1; i < 4; i++ {
		n := GP64()
		POPCNTQ(m[i], n)
		ADDQ(n, escaped)
	}
	Comment("Room for 252 bytes, two more for each that is escaped, and the rest of the last vector.")
	LEAQ(Mem{Base: e.dst, Index: escaped, Scale: 2, Disp: 4*block + 64 - group}, room)
	CMPQ(room, e.dstEnd)
	JA(LabelRef("narrow"))
	Comment("The 256 bits of membership, cut anew into words of 63.")
	w0 := GP64()
	MOVQ(m[0], w0)
	SHRQ(U8(63), m[1], m[0])
	SHRQ(U8(62), m[2], m[1])
	SHRQ(U8(61), m[3], m[2])
	for i, w := range []reg.GPVirtual{w0, m[0], m[1], m[2]} {
		x := ZMM()
		VMOVDQU64(at(e.src, block*i), x)
		x = e.spaces(x, w)
		if o.escapes {
			v1, v2, p := ZMM(), ZMM(), K()
			VMOVDQU64(at(e.src, block*i+1), v1)
			VMOVDQU64(at(e.src, block*i+2), v2)
			VPCMPEQB(x, e.percent, p)
			e.keepEscapes(w, e.gprOf(p, v1, v2))
		}
		Comment("The masks of the three groups first: what waits for them would fill the scheduler.")
		var k [3]reg.OpmaskVirtual
		var n [3]reg.GPVirtual
		for j := range 3 {
			u := w
			if j > 0 {
				u = GP64()
				RORXQ(U8(group*j), w, u)
			}
			k[j], n[j] = e.escapes(u)
		}
		for j := range 3 {
			out := e.group(x, e.triple[j], k[j], nil)
			VMOVDQU64(out, at(e.dst, group*(3*i+j)))
			LEAQ(Mem{Base: e.dst, Index: n[j], Scale: 2}, e.dst)
		}
	}
	ADDQ(I32(4*block), e.src)
	ADDQ(I32(4*block), e.dst)
	JMP(LabelRef("wide"))

	Label("narrow")
	left, lanes, in := GP64(), GP64(), GP64()
	MOVQ(e.srcEnd, left)
	SUBQ(e.src, left)
	JZ(LabelRef("done"))
	Comment("left = min(left, 65); at most 63 lanes are coded, two more are looked at.")
	MOVQ(U32(block+2), in)
	CMPQ(left, in)
	CMOVQGT(in, left)
	in = GP64()
	MOVQ(U32(block), lanes)
	CMPQ(left, lanes)
	CMOVQLT(left, lanes)
	kin := K()
	ones(lanes, in)
	KMOVQ(in, kin)
	x := ZMM()
	VMOVDQU8_Z(at(e.src, 0), kin, x)
	w := e.gpr(e.classify(x))
	ANDQ(in, w)
	x = e.spaces(x, w)
	var pending reg.GPVirtual
	if o.escapes {
		n, g, p := GP64(), GP64(), K()
		v1, v2 := ZMM(), ZMM()
		k1, k2 := K(), K()
		LEAQ(at(left, -1), n)
		ones(n, g)
		KMOVQ(g, k1)
		VMOVDQU8_Z(at(e.src, 1), k1, v1)
		Comment("g = lanes with two followers")
		SHRQ(Imm(1), g)
		KMOVQ(g, k2)
		VMOVDQU8_Z(at(e.src, 2), k2, v2)
		VPCMPEQB(x, e.percent, p)
		pm, cut := GP64(), GP64()
		KMOVQ(p, pm)
		ok := e.gprOf(p, v1, v2)
		Comment("A '%' without two followers may be the beginning of an escape: end before it.")
		ANDNQ(pm, g, cut)
		BTSQ(lanes, cut)
		TZCNTQ(cut, lanes)
		CMPQ(lanes, Imm(0))
		JE(LabelRef("done"))
		pending = e.keepEscapes(w, ok)
		ones(lanes, in)
		ANDQ(in, w)
	}
	Comment("lanes: bytes left in the block; w: which of them are escaped.")
	TESTQ(w, w)
	JNZ(LabelRef("groups"))
	Comment("Nothing to escape: a copy.")
	MOVQ(e.dstEnd, room)
	SUBQ(e.dst, room)
	CMPQ(room, lanes)
	JL(LabelRef("back"))
	kout := K()
	KMOVQ(in, kout)
	VMOVDQU8(x, kout, at(e.dst, 0))
	ADDQ(lanes, e.src)
	ADDQ(lanes, e.dst)
	JMP(LabelRef("narrow"))

	Label("groups")
	idx := ZMM()
	VMOVDQA64(e.triple[0], idx)
	step := repeated(group)
	Label("group")
	take, n, cnt := GP64(), GP64(), GP64()
	MOVQ(U32(group), take)
	CMPQ(lanes, take)
	CMOVQLT(lanes, take)
	LEAQ(Mem{Base: take, Index: take, Scale: 2}, n)
	kesc, esc := e.escapes(w)
	out := e.group(x, idx, kesc, n)
	LEAQ(Mem{Base: take, Index: esc, Scale: 2}, cnt)
	MOVQ(e.dstEnd, room)
	SUBQ(e.dst, room)
	CMPQ(room, cnt)
	JL(LabelRef("back"))
	CMPQ(room, Imm(64))
	JL(LabelRef("brim"))
	VMOVDQU64(out, at(e.dst, 0))
	Label("stored")
	ADDQ(take, e.src)
	ADDQ(cnt, e.dst)
	SHRQ(Imm(group), w)
	if pending != nil {
		SHRQ(Imm(group), pending)
	}
	VPADDB(step, idx, idx)
	SUBQ(take, lanes)
	JNZ(LabelRef("group"))
	JMP(LabelRef("narrow"))
	Label("brim")
	Comment("Less than a vector of room.")
	g = GP64()
	kb := K()
	ones(cnt, g)
	KMOVQ(g, kb)
	VMOVDQU8(out, kb, at(e.dst, 0))
	JMP(LabelRef("stored"))

	Label("back")
	if pending != nil {
		Comment("Inside an escape: give back what is written of it, so that it stays whole.")
		one := GP64()
		MOVQ(pending, one)
		BTQ(Imm(0), one)
		JCC(LabelRef("done"))
		ANDQ(Imm(3), one)
		Comment("1 byte missing: 2 are written; 2 missing (mask 3): 1 is.")
		SHRQ(Imm(1), one)
		SUBQ(Imm(2), e.src)
		SUBQ(Imm(2), e.dst)
		ADDQ(one, e.src)
		ADDQ(one, e.dst)
	}
	Label("done")
	finish(e.src, e.dst)
}

// finish stores the results and returns.
func finish(src, dst reg.Register) {
	s, d := GP64(), GP64()
	Load(Param("src"), s)
	Load(Param("dst"), d)
	SUBQ(s, src)
	SUBQ(d, dst)
	Store(src, ReturnIndex(0))
	Store(dst, ReturnIndex(1))
	VZEROUPPER()
	RET()
}

// spaces turns spaces into plus signs and takes them out of w.
func (e *encoder) spaces(v reg.VecVirtual, w reg.GPVirtual) reg.VecVirtual {
	if !e.plus {
		return v
	}
	k, g := K(), GP64()
	VPCMPEQB(v, e.space, e.hasPlus, k)
	VMOVDQU8(e.plusSign, k, v)
	KMOVQ(k, g)
	ANDNQ(w, g, w)
	return v
}

// gprOf returns the valid escapes among the lanes p that begin in the block.
func (e *encoder) gprOf(p reg.OpmaskVirtual, v1, v2 reg.VecVirtual) reg.GPVirtual {
	ok, _ := e.hexes.valid(p, v1, v2)
	g := GP64()
	KMOVQ(ok, g)
	BTRQ(Imm(block), g)
	return g
}

// keepEscapes takes the lanes of the escapes that begin at valid, and of the
// one that the block before began, out of w. It returns the lanes of digits.
func (e *encoder) keepEscapes(w, valid reg.GPVirtual) reg.GPVirtual {
	x, digits := GP64(), GP64()
	LEAQ(Mem{Base: valid, Index: valid, Scale: 2}, x)
	LEAQ(Mem{Base: e.carry, Index: x, Scale: 2}, digits)
	ORQ(digits, valid)
	ANDNQ(w, valid, w)
	Comment("carry = lanes of the next block that hold digits of an escape of this one")
	XORQ(digits, valid)
	SHRQ(Imm(block-2), valid)
	MOVQ(valid, e.carry)
	SHRQ(Imm(1), valid)
	ADDQ(valid, e.carry)
	return digits
}

// escapes returns the lanes, three a byte, of the bytes that the low 21 bits of
// w say are escaped, and their number.
func (e *encoder) escapes(w reg.Register) (lanes reg.OpmaskVirtual, n reg.GPVirtual) {
	pd, y := GP64(), GP64()
	lanes, n = K(), GP64()
	PDEPQ(e.spread, w, pd)
	POPCNTQ(pd, n)
	Comment("Three lanes of each; a multiplication stays off the port of the shuffles.")
	IMUL3Q(Imm(7), pd, y)
	KMOVQ(y, lanes)
	return lanes, n
}

// group returns the code of the 21 bytes of v that idx triples, where the
// lanes kesc are escaped. With n only the first n lanes count.
func (e *encoder) group(v, idx reg.VecVirtual, kesc reg.OpmaskVirtual, n reg.Register) (out reg.VecVirtual) {
	keep := K()
	KORQ(kesc, e.first, keep)
	if n != nil {
		g, k := GP64(), K()
		ones(n, g)
		KMOVQ(g, k)
		KANDQ(k, keep, keep)
	}
	t, s := ZMM(), ZMM()
	out = ZMM()
	VPERMB(v, idx, t)
	VPSRLW(U8(4), t, s)
	VPTERNLOGD(U8(ternAndOr), e.mark, e.hiLane, s)
	VPTERNLOGD(U8(ternOrAnd), e.loLane, t, s)
	VPERMB(e.digits, s, kesc, t)
	VPCOMPRESSB_Z(t, keep, out)
	return out
}

type decoding struct {
	plus bool // a plus sign becomes a space
	sets bool // bytes are refused or octets preserved
}

type decoder struct {
	decoding
	*hexes
	src, dst, srcEnd, dstEnd reg.GPPhysical
	special, preserved       *classifier
	plusSign, space          reg.VecVirtual
	strict, carry            reg.GPVirtual
}

func newDecoder512(o decoding, lengths bool) *decoder {
	d := &decoder{decoding: o, src: reg.RSI, dst: reg.RDI, srcEnd: reg.R8, dstEnd: reg.R9}
	Load(Param("src"), d.src)
	Load(Param("srcLen"), d.srcEnd)
	ADDQ(d.src, d.srcEnd)
	if lengths {
		XORQ(d.dst, d.dst)
	} else {
		Load(Param("dst"), d.dst)
		Load(Param("dstLen"), d.dstEnd)
		ADDQ(d.dst, d.dstEnd)
	}
	d.strict = GP64()
	Load(Param("strict"), d.strict)
	d.hexes = newHexes(!lengths || o.sets)
	if o.sets {
		d.special = newClassifier(false, Load(Param("special"), GP64()).(reg.GPVirtual))
		p := Load(Param("preserved"), GP64())
		d.preserved = &classifier{low: ZMM(), upper: ZMM(), bits: d.special.bits, sign: d.special.sign}
		VBROADCASTI32X4(at(p, 256), d.preserved.low)
		VBROADCASTI32X4(at(p, 272), d.preserved.upper)
	}
	if o.plus || o.sets {
		if o.sets {
			Comment("Without plus the sign to replace, and the replacement, are '%'.")
			g := GP32()
			Load(Param("sign"), g)
			d.plusSign = ZMM()
			VPBROADCASTB(g, d.plusSign)
			if !lengths {
				d.space = ZMM()
				g = GP32()
				Load(Param("space"), g)
				VPBROADCASTB(g, d.space)
			}
		} else if !lengths {
			d.plusSign, d.space = repeated('+'), repeated(' ')
		}
	}
	d.carry = GP64()
	XORQ(d.carry, d.carry)
	return d
}

const decodeArgs = "strict uint64, special, preserved *uint8, sign, space uint32, src *byte, srcLen int) (consumed, written int)"

func decode512(name string, o decoding) {
	TEXT(name, NOSPLIT, "func(dst *byte, dstLen int, "+decodeArgs)
	Doc(name+" decodes until src or dst ends, or strict, special or preserved stop it.",
		"strict is all ones if a malformed escape stops it, else 0. dst may begin below src in the same array.",
		"Only decodeAVX512Any reads special, preserved, and sign and space, the byte to replace and its replacement.")
	Pragma("noescape")
	Comment(
		"SI, DI: next byte of src and dst; R8, R9: their ends; carry: mask of the lanes at SI that hold",
		"digits of an escape that is decoded already.",
		"",
		"while 256 bytes and two more are left (not with sets):",
		"  if no '%' and no carry: copy four vectors",
		"  else for each vector: v, v1, v2 = the 64 bytes at SI, SI+1, SI+2",
		"    valid = '%' in v and digits in v1 and v2; o = valid ? v1<<4|v2 : v",
		"    compress the lanes of digits away; store 64; DI += lanes kept; carry = digits beyond the edge",
		"while bytes are left: the same with masked loads and stores, up to the first lane that stops")
	d := newDecoder512(o, false)
	d.body(false)
}

func decodedLen512(name string, o decoding) {
	TEXT(name, NOSPLIT, "func("+decodeArgs)
	Doc(name + " is the decoder of the same suffix without its stores.")
	Pragma("noescape")
	Comment("SI: next byte of src; R8: its end; DI: escapes to decode so far.")
	d := newDecoder512(o, true)
	d.body(true)
}

func (d *decoder) body(lengths bool) {
	room := GP64()
	if d.sets {
		d.wideSets(lengths)
	} else {
		d.wide(lengths)
	}

	Label("narrow")
	left, n, in, g2, zero := GP64(), GP64(), GP64(), GP64(), GP64()
	MOVQ(d.srcEnd, left)
	SUBQ(d.src, left)
	JZ(LabelRef("done"))
	max := GP64()
	MOVQ(U32(66), max)
	CMPQ(left, max)
	CMOVQGT(max, left)
	k, k1, k2 := K(), K(), K()
	v, v1, v2 := ZMM(), ZMM(), ZMM()
	ones(left, in)
	KMOVQ(in, k)
	VMOVDQU8_Z(at(d.src, 0), k, v)
	LEAQ(at(left, -1), n)
	ones(n, g2)
	KMOVQ(g2, k1)
	VMOVDQU8_Z(at(d.src, 1), k1, v1)
	XORQ(zero, zero)
	SUBQ(Imm(2), left)
	CMOVQLT(zero, left)
	g2 = GP64()
	ones(left, g2)
	KMOVQ(g2, k2)
	VMOVDQU8_Z(at(d.src, 2), k2, v2)
	p := K()
	VPCMPEQB(v, d.percent, p)
	pm, valid, bad := GP64(), GP64(), GP64()
	KMOVQ(p, pm)
	vk, octets := d.valid(p, v1, v2)
	KMOVQ(vk, valid)
	MOVQ(pm, bad)
	XORQ(valid, bad)
	Comment("Stop at a '%' that src cuts off, at any malformed escape where strict, at the end of src.")
	stop := GP64()
	MOVQ(g2, stop)
	NOTQ(stop)
	ORQ(d.strict, stop)
	ANDQ(bad, stop)
	NOTQ(in)
	ORQ(in, stop)
	if d.sets {
		Comment("Stop at refused bytes: members of special but '%', plus signs and the digits of escapes.")
		x, free, s := GP64(), GP64(), d.special.gpr(d.special.classify(v))
		LEAQ(Mem{Base: valid, Index: valid, Scale: 2}, x)
		LEAQ(Mem{Base: d.carry, Index: x, Scale: 2}, free)
		ORQ(pm, free)
		ks, g := K(), GP64()
		VPCMPEQB(v, d.plusSign, ks)
		KMOVQ(ks, g)
		ORQ(g, free)
		ANDNQ(s, free, g)
		ORQ(g, stop)
		if !lengths {
			VMOVDQU8(d.space, ks, v)
		}
		Comment("An escape of a preserved octet is copied; stop before one that crosses the edge.")
		kept := d.preserved.gpr(d.preserved.classify(octets))
		ANDQ(valid, kept)
		XORQ(kept, valid)
		SHRQ(Imm(62), kept)
		SHLQ(Imm(62), kept)
		ORQ(kept, stop)
		KMOVQ(valid, vk)
	} else if d.plus && !lengths {
		ks := K()
		VPCMPEQB(v, d.plusSign, ks)
		VMOVDQU8(d.space, ks, v)
	}
	lanes := GP64()
	TZCNTQ(stop, lanes)
	TESTQ(lanes, lanes)
	JZ(LabelRef("done"))
	before := GP64()
	ones(lanes, before)
	cnt := GP64()
	if lengths {
		g := GP64()
		MOVQ(valid, g)
		ANDQ(before, g)
		POPCNTQ(g, cnt)
	} else {
		x, keep, ko := GP64(), GP64(), K()
		LEAQ(Mem{Base: valid, Index: valid, Scale: 2}, x)
		LEAQ(Mem{Base: d.carry, Index: x, Scale: 2}, keep)
		ANDNQ(before, keep, keep)
		POPCNTQ(keep, cnt)
		MOVQ(d.dstEnd, room)
		SUBQ(d.dst, room)
		CMPQ(room, cnt)
		JL(LabelRef("done"))
		KMOVQ(keep, ko)
		VMOVDQU8(octets, vk, v)
		VPCOMPRESSB_Z(v, ko, v)
		g, ks := GP64(), K()
		ones(cnt, g)
		KMOVQ(g, ks)
		VMOVDQU8(v, ks, at(d.dst, 0))
	}
	ADDQ(cnt, d.dst)
	Comment("The usual step is a constant, so that the next load need not wait for this vector.")
	CMPQ(lanes, Imm(64))
	JNE(LabelRef("part"))
	ADDQ(Imm(64), d.src)
	SHRQ(Imm(62), valid)
	d.setCarry(valid)
	JMP(LabelRef("narrow"))
	Label("part")
	Comment("A stop before the edge leaves no digits behind.")
	ADDQ(lanes, d.src)
	XORQ(d.carry, d.carry)
	JMP(LabelRef("narrow"))

	Label("done")
	Comment("Digits of an escape that is decoded are consumed.")
	c := GP64()
	POPCNTQ(d.carry, c)
	ADDQ(c, d.src)
	if !lengths {
		finish(d.src, d.dst)
		return
	}
	finishLen(d.src, d.dst)
}

// setCarry sets carry to the lanes of digits beyond the edge, where valid
// holds the last two lanes of a vector: 1 to 1, 2 to 3. It changes valid.
func (d *decoder) setCarry(valid reg.GPVirtual) {
	MOVQ(valid, d.carry)
	SHRQ(Imm(1), valid)
	ADDQ(valid, d.carry)
}

// wide is the loop over 256 bytes where '%' alone is special.
func (d *decoder) wide(lengths bool) {
	room := GP64()
	Label("wide")
	LEAQ(at(d.src, 258), room)
	CMPQ(room, d.srcEnd)
	JA(LabelRef("single"))
	if !lengths {
		LEAQ(at(d.dst, 256), room)
		CMPQ(room, d.dstEnd)
		JA(LabelRef("single"))
	}
	var v [4]reg.VecVirtual
	var p [4]reg.OpmaskVirtual
	for i := range 4 {
		v[i], p[i] = ZMM(), K()
		VMOVDQU64(at(d.src, 64*i), v[i])
		VPCMPEQB(v[i], d.percent, p[i])
	}
	if d.plus && !lengths {
		for i := range 4 {
			d.spaces(v[i])
		}
	}
	a, b := K(), K()
	KORQ(p[0], p[1], a)
	KORQ(p[2], p[3], b)
	KORTESTQ(a, b)
	JNZ(LabelRef("dirty"))
	TESTQ(d.carry, d.carry)
	JNZ(LabelRef("dirty"))
	if !lengths {
		for i := range 4 {
			VMOVDQU64(v[i], at(d.dst, 64*i))
		}
		ADDQ(I32(256), d.dst)
	}
	ADDQ(I32(256), d.src)
	JMP(LabelRef("wide"))
	Label("dirty")
	for i := range 4 {
		d.vector(v[i], p[i], lengths)
	}
	JMP(LabelRef("wide"))

	Label("single")
	LEAQ(at(d.src, 66), room)
	CMPQ(room, d.srcEnd)
	JA(LabelRef("narrow"))
	if !lengths {
		LEAQ(at(d.dst, 64), room)
		CMPQ(room, d.dstEnd)
		JA(LabelRef("narrow"))
	}
	x, k := ZMM(), K()
	VMOVDQU64(at(d.src, 0), x)
	VPCMPEQB(x, d.percent, k)
	if d.plus && !lengths {
		d.spaces(x)
	}
	d.vector(x, k, lengths)
	JMP(LabelRef("single"))
}

func (d *decoder) spaces(v reg.VecVirtual) {
	k := K()
	VPCMPEQB(v, d.plusSign, k)
	VMOVDQU8(d.space, k, v)
}

// vector decodes the 64 bytes v at SI, where p holds '%'; it goes to narrow
// before it does anything if one begins a malformed escape where strict.
func (d *decoder) vector(v reg.VecVirtual, p reg.OpmaskVirtual, lengths bool) {
	v1, v2 := ZMM(), ZMM()
	VMOVDQU64(at(d.src, 1), v1)
	VMOVDQU64(at(d.src, 2), v2)
	vk, octets := d.valid(p, v1, v2)
	bad, valid, cnt := GP64(), GP64(), GP64()
	KMOVQ(p, bad)
	KMOVQ(vk, valid)
	XORQ(valid, bad)
	TESTQ(d.strict, bad)
	JNZ(LabelRef("narrow"))
	if lengths {
		POPCNTQ(valid, cnt)
	} else {
		x, keep, ko, o := GP64(), GP64(), K(), ZMM()
		LEAQ(Mem{Base: valid, Index: valid, Scale: 2}, x)
		LEAQ(Mem{Base: d.carry, Index: x, Scale: 2}, keep)
		NOTQ(keep)
		KMOVQ(keep, ko)
		POPCNTQ(keep, cnt)
		VMOVDQU8(octets, vk, v)
		VPCOMPRESSB_Z(v, ko, o)
		VMOVDQU64(o, at(d.dst, 0))
	}
	ADDQ(cnt, d.dst)
	ADDQ(Imm(64), d.src)
	SHRQ(Imm(62), valid)
	d.setCarry(valid)
}

// wideSets copies runs of bytes that are not special.
func (d *decoder) wideSets(lengths bool) {
	room := GP64()
	Label("wide")
	TESTQ(d.carry, d.carry)
	JNZ(LabelRef("narrow"))
	LEAQ(at(d.src, 256), room)
	CMPQ(room, d.srcEnd)
	JA(LabelRef("narrow"))
	if !lengths {
		LEAQ(at(d.dst, 256), room)
		CMPQ(room, d.dstEnd)
		JA(LabelRef("narrow"))
	}
	var v, c []reg.VecVirtual
	for i := range 4 {
		x := ZMM()
		VMOVDQU64(at(d.src, 64*i), x)
		v = append(v, x)
		c = append(c, d.special.classify(x))
	}
	k := d.special.mask(d.special.any(c))
	KORTESTQ(k, k)
	JNZ(LabelRef("narrow"))
	if !lengths {
		for i := range 4 {
			VMOVDQU64(v[i], at(d.dst, 64*i))
		}
		ADDQ(I32(256), d.dst)
	}
	ADDQ(I32(256), d.src)
	JMP(LabelRef("wide"))
}

func index512(name string, high bool) {
	TEXT(name, NOSPLIT, "func(s *uint8, src *byte, srcLen int) int")
	Doc(name + " returns the index of the first member of s in src, or srcLen.")
	Pragma("noescape")
	Comment("SI: next byte of src; R8: its end.")
	src, end := reg.RSI, reg.R8
	c := newClassifier(high, Load(Param("s"), GP64()).(reg.GPVirtual))
	Load(Param("src"), src)
	Load(Param("srcLen"), end)
	ADDQ(src, end)
	room := GP64()
	Label("wide")
	LEAQ(at(src, 256), room)
	CMPQ(room, end)
	JA(LabelRef("narrow"))
	var cs []reg.VecVirtual
	for i := range 4 {
		x := ZMM()
		VMOVDQU64(at(src, 64*i), x)
		cs = append(cs, c.classify(x))
	}
	k := c.mask(c.any(cs))
	KORTESTQ(k, k)
	JNZ(LabelRef("found"))
	ADDQ(I32(256), src)
	JMP(LabelRef("wide"))
	Label("found")
	m := GP64()
	for i := range 4 {
		KMOVQ(c.mask(cs[i]), m)
		TESTQ(m, m)
		JNZ(LabelRef("here"))
		if i < 3 {
			ADDQ(Imm(64), src)
		}
	}
	Label("here")
	TZCNTQ(m, m)
	ADDQ(m, src)
	JMP(LabelRef("done"))

	Label("narrow")
	left, max, in, kin, x := GP64(), GP64(), GP64(), K(), ZMM()
	MOVQ(end, left)
	SUBQ(src, left)
	JZ(LabelRef("done"))
	MOVQ(U32(64), max)
	CMPQ(left, max)
	CMOVQGT(max, left)
	ones(left, in)
	KMOVQ(in, kin)
	VMOVDQU8_Z(at(src, 0), kin, x)
	KMOVQ(c.mask(c.classify(x)), m)
	ANDQ(in, m)
	JNZ(LabelRef("here"))
	ADDQ(left, src)
	JMP(LabelRef("narrow"))

	Label("done")
	s := GP64()
	Load(Param("src"), s)
	SUBQ(s, src)
	Store(src, ReturnIndex(0))
	VZEROUPPER()
	RET()
}

func count512(name string, high bool) {
	TEXT(name, NOSPLIT, "func(s *uint8, src *byte, srcLen int) int")
	Doc(name + " returns how many bytes of src are members of s.")
	Pragma("noescape")
	Comment("SI: next byte of src; R8: its end; AX: members so far.")
	src, end, total := reg.RSI, reg.R8, reg.RAX
	c := newClassifier(high, Load(Param("s"), GP64()).(reg.GPVirtual))
	counting(src, end, total, 0, func(off int) reg.GPVirtual {
		x := ZMM()
		VMOVDQU64(at(src, off), x)
		return c.gpr(c.classify(x))
	}, func(left, in reg.GPVirtual) reg.GPVirtual {
		k, x := K(), ZMM()
		KMOVQ(in, k)
		VMOVDQU8_Z(at(src, 0), k, x)
		m := c.gpr(c.classify(x))
		ANDQ(in, m)
		return m
	})
}

func countEscapes512() {
	TEXT("countEscapesAVX512", NOSPLIT, "func(src *byte, srcLen int) int")
	Doc("countEscapesAVX512 returns how many escapes src holds.")
	Pragma("noescape")
	Comment("SI: next byte of src; R8: its end; AX: escapes so far.")
	src, end, total := reg.RSI, reg.R8, reg.RAX
	h := newHexes(false)
	find := func(v, v1, v2 reg.VecVirtual) reg.GPVirtual {
		p, g := K(), GP64()
		VPCMPEQB(v, h.percent, p)
		ok, _ := h.valid(p, v1, v2)
		KMOVQ(ok, g)
		return g
	}
	counting(src, end, total, 2, func(off int) reg.GPVirtual {
		v, v1, v2 := ZMM(), ZMM(), ZMM()
		VMOVDQU64(at(src, off), v)
		VMOVDQU64(at(src, off+1), v1)
		VMOVDQU64(at(src, off+2), v2)
		return find(v, v1, v2)
	}, func(left, in reg.GPVirtual) reg.GPVirtual {
		Comment("Lanes with two followers; src + 63 and src + 64 may lie in src but are not needed here: 62 lanes.")
		k, k1, k2 := K(), K(), K()
		v, v1, v2 := ZMM(), ZMM(), ZMM()
		KMOVQ(in, k)
		VMOVDQU8_Z(at(src, 0), k, v)
		g := GP64()
		MOVQ(in, g)
		SHRQ(Imm(1), g)
		KMOVQ(g, k1)
		VMOVDQU8_Z(at(src, 1), k1, v1)
		SHRQ(Imm(1), g)
		KMOVQ(g, k2)
		VMOVDQU8_Z(at(src, 2), k2, v2)
		m := find(v, v1, v2)
		Comment("With bytes beyond, go on with the last two lanes.")
		z, two := GP64(), GP64()
		XORQ(z, z)
		MOVQ(U32(2), two)
		CMPQ(left, Imm(64))
		CMOVQLT(z, two)
		SUBQ(two, left)
		return m
	})
}

// counting is the loop of the counters: wide gives the lanes to count of 64
// bytes and may read extra bytes beyond; narrow those of the left bytes, at
// most 64, that in is the mask of, and may lower left.
func counting(src, end, total reg.GPPhysical, extra int, wide func(off int) reg.GPVirtual, narrow func(left, in reg.GPVirtual) reg.GPVirtual) {
	Load(Param("src"), src)
	Load(Param("srcLen"), end)
	ADDQ(src, end)
	XORQ(total, total)
	room := GP64()
	Label("wide")
	LEAQ(at(src, 256+extra), room)
	CMPQ(room, end)
	JA(LabelRef("narrow"))
	for i := range 4 {
		m := wide(64 * i)
		POPCNTQ(m, m)
		ADDQ(m, total)
	}
	ADDQ(I32(256), src)
	JMP(LabelRef("wide"))

	Label("narrow")
	left, max, in := GP64(), GP64(), GP64()
	MOVQ(end, left)
	SUBQ(src, left)
	JZ(LabelRef("done"))
	MOVQ(U32(64), max)
	CMPQ(left, max)
	CMOVQGT(max, left)
	ones(left, in)
	m := narrow(left, in)
	POPCNTQ(m, m)
	ADDQ(m, total)
	ADDQ(left, src)
	JMP(LabelRef("narrow"))

	Label("done")
	Store(total, ReturnIndex(0))
	VZEROUPPER()
	RET()
}
