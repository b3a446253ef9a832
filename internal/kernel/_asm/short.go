package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// Offsets in Encoder and Decoder; a test holds them to the types.
const (
	encoderChange = 288
	encoderRows   = 1600
	encoderPlus   = 1680
	encoderHigh   = 1681
	decoderPlus   = 576
	decoderStrict = 577
)

// The kernels for values of at most 128 bytes use the vectors from Z16 on, which need
// no VZEROUPPER, and take their constants from memory: each is used once or twice.

// every is 64 read-only bytes b.
func every(b byte) Mem {
	names := "0123456789abcdef"
	return data("every"+string(names[b>>4])+string(names[b&15]), 64, func(int) byte { return b })
}

// onesMask returns the mask of the low n bits.
func onesMask(n reg.Register) (g reg.GPVirtual, k reg.OpmaskVirtual) {
	g, k = GP64(), K()
	ones(n, g)
	KMOVQ(g, k)
	return g, k
}

// A shortEncoder classifies a vector of the left bytes at src.
type shortEncoder struct {
	e, src                reg.GPPhysical
	left, in, w           reg.GPVirtual
	kin                   reg.OpmaskVirtual
	v, x, a, b, idx, l, u reg.VecPhysical
}

// classify loads the bytes and sets w to the lanes that become escapes. Its rare parts
// follow with rest, after the code that uses w.
func (s *shortEncoder) classify() {
	ones(s.left, s.in)
	KMOVQ(s.in, s.kin)
	k := K()
	VMOVDQU8_Z(at(s.src, 0), s.kin, s.v)
	CMPB(at(s.e, encoderHigh), Imm(0))
	JE(LabelRef("any"))
	VMOVDQA64(s.v, s.x)
	VMOVDQU64(at(s.e, encoderChange), s.a)
	VPERMI2B(at(s.e, encoderChange+64), s.a, s.x)
	VPORQ(s.v, s.x, s.x)
	VPMOVB2M(s.x, k)
	KMOVQ(k, s.w)
	Label("classified")
	CMPB(at(s.e, encoderPlus), Imm(0))
	JNE(LabelRef("spaces"))
	Label("spaced")
	Comment("Sets the flag of zero.")
	ANDQ(s.in, s.w)
}

func (s *shortEncoder) rest(spaces func(lanes reg.GPVirtual)) {
	Label("spaces")
	ks, lanes := K(), GP64()
	VPCMPEQB(every(' '), s.v, ks)
	VMOVDQU8(every('+'), ks, s.v)
	KMOVQ(ks, lanes)
	spaces(lanes)
	ANDNQ(s.w, lanes, s.w)
	JMP(LabelRef("spaced"))

	Label("any")
	k := K()
	VBROADCASTI32X4(at(s.e, encoderChange+256), s.l)
	VBROADCASTI32X4(at(s.e, encoderChange+272), s.u)
	VPSHUFB(s.v, s.l, s.x)
	VPXORQ(every(0x80), s.v, s.a)
	VPSHUFB(s.a, s.u, s.a)
	VPSRLW(U8(4), s.v, s.b)
	VMOVDQU64(constants("bits"), s.idx)
	VPERMB(s.idx, s.b, s.b)
	VPTERNLOGD(U8(ternOrsAnd), s.b, s.a, s.x)
	VPTESTMB(s.x, s.x, k)
	KMOVQ(k, s.w)
	JMP(LabelRef("classified"))
}

func newShortEncoder() *shortEncoder {
	s := &shortEncoder{
		e: reg.RAX, src: reg.RSI, left: GP64(), in: GP64(), w: GP64(), kin: K(),
		v: reg.Z16, x: reg.Z17, a: reg.Z18, b: reg.Z19, idx: reg.Z20, l: reg.Z21, u: reg.Z22,
	}
	Load(Param("e"), s.e)
	Load(Param("src"), s.src)
	Load(Param("n"), s.left)
	return s
}

func encodeShort512() {
	TEXT("encodeShortAVX512", NOSPLIT, "func(e *uint8, dst *byte, src *byte, n int) int")
	Doc("encodeShortAVX512 encodes 1 to 128 bytes, for which dst has room, and returns how many it wrote.")
	Pragma("noescape")
	Comment(
		"for each 64 bytes:",
		"  w := lanes of change",
		"  if none: copy",
		"  else for each 21 bytes:",
		"    three lanes a byte: where it is escaped '%', high digit, low digit, else the byte and two lanes unused",
		"    compress the unused lanes away; store; DI += bytes + 2 * escaped")
	s := newShortEncoder()
	dst, from := reg.RDI, GP64()
	Load(Param("dst"), dst)
	MOVQ(dst, from)
	Label("vector")
	s.classify()
	JZ(LabelRef("clean"))
	n, spread := GP64(), GP64()
	MOVQ(U32(64), n)
	CMPQ(s.left, n)
	CMOVQLT(s.left, n)
	MOVQ(U64(lanes0), spread)
	VMOVDQU64(constants("triple0"), s.idx)
	Label("group")
	take, lanes, first, esc, all, cnt := GP64(), GP64(), GP64(), GP64(), GP64(), GP64()
	MOVQ(U32(group), take)
	CMPQ(n, take)
	CMOVQLT(n, take)
	LEAQ(Mem{Base: take, Index: take, Scale: 2}, lanes)
	BZHIQ(lanes, spread, first)
	PDEPQ(spread, s.w, esc)
	IMUL3Q(Imm(7), esc, all)
	POPCNTQ(esc, cnt)
	LEAQ(Mem{Base: take, Index: cnt, Scale: 2}, cnt)
	kall, keep := K(), K()
	KMOVQ(all, kall)
	ORQ(all, first)
	KMOVQ(first, keep)
	_, kout := onesMask(cnt)
	VPERMB(s.v, s.idx, s.x)
	VPSRLW(U8(4), s.x, s.a)
	VMOVDQU64(constants("highLane"), s.b)
	VPTERNLOGD(U8(ternAndOr), constants("percentLane"), s.b, s.a)
	VPTERNLOGD(U8(ternOrAnd), constants("lowLane"), s.x, s.a)
	VPERMB(at(s.e, encoderRows), s.a, kall, s.x)
	VPCOMPRESSB_Z(s.x, keep, s.x)
	VMOVDQU8(s.x, kout, at(dst, 0))
	ADDQ(cnt, dst)
	SUBQ(take, n)
	JZ(LabelRef("coded"))
	SHRQ(Imm(group), s.w)
	VPADDB(every(group), s.idx, s.idx)
	JMP(LabelRef("group"))
	Label("coded")
	CMPQ(s.left, Imm(64))
	JG(LabelRef("next"))
	Label("done")
	SUBQ(from, dst)
	Store(dst, ReturnIndex(0))
	RET()
	Label("clean")
	VMOVDQU8(s.v, s.kin, at(dst, 0))
	CMPQ(s.left, Imm(64))
	JG(LabelRef("copied"))
	ADDQ(s.left, dst)
	SUBQ(from, dst)
	Store(dst, ReturnIndex(0))
	RET()
	Label("copied")
	ADDQ(Imm(64), dst)
	Label("next")
	ADDQ(Imm(64), s.src)
	SUBQ(Imm(64), s.left)
	JMP(LabelRef("vector"))
	s.rest(func(reg.GPVirtual) {})
}

func encodedLenShort512() {
	TEXT("encodedLenShortAVX512", NOSPLIT, "func(e *uint8, src *byte, n int) int")
	Doc("encodedLenShortAVX512 returns the size of 1 to 128 bytes once encoded, or 0 if that changes none.")
	Pragma("noescape")
	Comment("w := lanes of change")
	s := newShortEncoder()
	changed, length, escaped := GP64(), GP64(), GP64()
	XORQ(changed, changed)
	Load(Param("n"), length)
	Label("vector")
	s.classify()
	POPCNTQ(s.w, escaped)
	LEAQ(Mem{Base: length, Index: escaped, Scale: 2}, length)
	ORQ(s.w, changed)
	SUBQ(Imm(64), s.left)
	JLE(LabelRef("done"))
	ADDQ(Imm(64), s.src)
	JMP(LabelRef("vector"))
	Label("done")
	TESTQ(changed, changed)
	CMOVQEQ(changed, length)
	Store(length, ReturnIndex(0))
	RET()
	s.rest(func(lanes reg.GPVirtual) { ORQ(lanes, changed) })
}

// constants returns a vector that another kernel declared.
func constants(name string) Mem { return declared[name] }

func decodeShort512(name string, lengths bool) {
	if lengths {
		TEXT(name, NOSPLIT, "func(d *uint8, src *byte, n int) int")
		Doc(name+" returns how many bytes decodeShortAVX512 writes for 1 to 128 bytes, or -1 for a malformed",
			"escape where those are refused, or 0 if decoding changes nothing.")
		Comment("As decodeShortAVX512, without the octets.")
	} else {
		TEXT(name, NOSPLIT, "func(d *uint8, dst *byte, src *byte, n int) int")
		Doc(name+" decodes 1 to 128 bytes, which are a text of their own and for which dst has room, and",
			"returns how many it wrote, or -1 for a malformed escape where those are refused.")
		Comment(
			"for each 64 bytes:",
			"  v, v1, v2 = the bytes at SI, SI+1, SI+2",
			"  valid = '%' in v and digits in v1 and v2; o = valid ? v1<<4|v2 : v",
			"  compress the lanes of digits away; store")
	}
	Pragma("noescape")
	d, dst, src, left := reg.RAX, reg.RDI, reg.RSI, GP64()
	length, changed, from, carry := GP64(), GP64(), GP64(), GP64()
	Load(Param("d"), d)
	Load(Param("src"), src)
	Load(Param("n"), left)
	if lengths {
		XORQ(changed, changed)
		MOVQ(left, length)
	} else {
		Load(Param("dst"), dst)
		MOVQ(dst, from)
		Comment("carry: lanes of digits of an escape that began in the vector before")
		XORQ(carry, carry)
	}
	Label("vector")
	in, kin := onesMask(left)
	v, v1, v2, x, table := reg.Z16, reg.Z17, reg.Z18, reg.Z19, reg.Z20
	p, k1, k2 := K(), K(), K()
	VMOVDQU8_Z(at(src, 0), kin, v)
	VPCMPEQB(every('%'), v, p)
	CMPB(at(d, decoderPlus), Imm(0))
	JNE(LabelRef("signs"))
	Label("signed")
	KORTESTQ(p, p)
	JZ(LabelRef("clean"))
	Label("dirty")
	Comment("The masks of one and of two followers: for one byte left the first is 0, and so is the second.")
	m, one, two := GP64(), GP64(), GP64()
	LEAQ(at(left, -1), m)
	ones(m, one)
	KMOVQ(one, k1)
	VMOVDQU8_Z(at(src, 1), k1, v1)
	LEAQ(at(left, -2), m)
	BZHIQ(m, one, two)
	KMOVQ(two, k2)
	VMOVDQU8_Z(at(src, 2), k2, v2)
	VMOVDQU64(constants("hexRows"), table)
	hi, lo := reg.Z21, reg.Z22
	VPERMB(table, v1, hi)
	VPERMB(table, v2, lo)
	VPXORQ(v1, hi, x)
	VPTERNLOGD(U8(ternOrXor), v2, lo, x)
	ok := K()
	VPTESTNMB(every(0xE0), x, p, ok)
	valid, bad, cnt := GP64(), GP64(), GP64()
	KMOVQ(ok, valid)
	KMOVQ(p, bad)
	XORQ(valid, bad)
	JNZ(LabelRef("malformed"))
	Label("tolerated")
	if lengths {
		ORQ(valid, changed)
		POPCNTQ(valid, cnt)
		ADDQ(cnt, cnt)
		SUBQ(cnt, length)
		Label("clean")
		SUBQ(Imm(64), left)
		JG(LabelRef("next"))
		TESTQ(changed, changed)
		CMOVQEQ(changed, length)
		Store(length, ReturnIndex(0))
		RET()
		Label("next")
		ADDQ(Imm(64), src)
		JMP(LabelRef("vector"))
	} else {
		digits := GP64()
		LEAQ(Mem{Base: valid, Index: valid, Scale: 2}, digits)
		LEAQ(Mem{Base: carry, Index: digits, Scale: 2}, digits)
		ANDNQ(in, digits, in)
		POPCNTQ(in, cnt)
		keep := K()
		KMOVQ(in, keep)
		_, kout := onesMask(cnt)
		VPSLLW(U8(4), hi, hi)
		VPTERNLOGD(U8(ternByMask), every(0xF0), lo, hi)
		VMOVDQU8(hi, ok, v)
		VPCOMPRESSB_Z(v, keep, v)
		VMOVDQU8(v, kout, at(dst, 0))
		ADDQ(cnt, dst)
		CMPQ(left, Imm(64))
		JG(LabelRef("more"))
		SUBQ(from, dst)
		Store(dst, ReturnIndex(0))
		RET()
		Label("more")
		Comment("The last two lanes: 1 leaves one digit behind, 2 leaves two.")
		SHRQ(Imm(62), valid)
		MOVQ(valid, carry)
		SHRQ(Imm(1), valid)
		ADDQ(valid, carry)
		JMP(LabelRef("next"))
		Label("clean")
		TESTQ(carry, carry)
		JNZ(LabelRef("dirty"))
		VMOVDQU8(v, kin, at(dst, 0))
		CMPQ(left, Imm(64))
		JG(LabelRef("copied"))
		ADDQ(left, dst)
		SUBQ(from, dst)
		Store(dst, ReturnIndex(0))
		RET()
		Label("copied")
		ADDQ(Imm(64), dst)
		Label("next")
		ADDQ(Imm(64), src)
		SUBQ(Imm(64), left)
		JMP(LabelRef("vector"))
	}
	Label("signs")
	ks := K()
	VPCMPEQB(every('+'), v, ks)
	if lengths {
		g := GP64()
		KMOVQ(ks, g)
		ORQ(g, changed)
	} else {
		VMOVDQU8(every(' '), ks, v)
	}
	JMP(LabelRef("signed"))
	Label("malformed")
	CMPB(at(d, decoderStrict), Imm(0))
	JE(LabelRef("tolerated"))
	none := GP64()
	MOVQ(I32(-1), none)
	Store(none, ReturnIndex(0))
	RET()
}
