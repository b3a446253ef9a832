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

// The kernels for values of at most 64 bytes use the vectors from Z16 on, which need
// no VZEROUPPER, and take their constants from memory: each is used once.

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

// A shortEncoder classifies n bytes.
type shortEncoder struct {
	e, src                reg.GPPhysical
	n, in, w              reg.GPVirtual
	kin                   reg.OpmaskVirtual
	v, x, a, b, idx, l, u reg.VecPhysical
}

// classify loads the bytes and sets w to the lanes that become escapes. Its rare parts
// follow with rest, after the code that uses w.
func (s *shortEncoder) classify() {
	ones(s.n, s.in)
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
	ANDQ(s.in, s.w)
	CMPB(at(s.e, encoderPlus), Imm(0))
	JNE(LabelRef("spaces"))
	Label("spaced")
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
		e: reg.RAX, src: reg.RSI, n: GP64(), in: GP64(), w: GP64(), kin: K(),
		v: reg.Z16, x: reg.Z17, a: reg.Z18, b: reg.Z19, idx: reg.Z20, l: reg.Z21, u: reg.Z22,
	}
	Load(Param("e"), s.e)
	Load(Param("src"), s.src)
	return s
}

func encodeShort512() {
	TEXT("encodeShortAVX512", NOSPLIT, "func(e *uint8, dst *byte, room int, src *byte, n int) int")
	Doc("encodeShortAVX512 encodes 1 to 64 bytes and returns how many it wrote, or -1 without room for all.")
	Pragma("noescape")
	Comment(
		"w := lanes of change",
		"if none: copy",
		"else for each 21 bytes:",
		"  three lanes a byte: where it is escaped '%', high digit, low digit, else the byte and two lanes unused",
		"  compress the unused lanes away; store; DI += bytes + 2 * escaped")
	s := newShortEncoder()
	dst, room, written := reg.RDI, GP64(), GP64()
	Load(Param("dst"), dst)
	Load(Param("room"), room)
	Load(Param("n"), s.n)
	s.classify()
	POPCNTQ(s.w, written)
	LEAQ(Mem{Base: s.n, Index: written, Scale: 2}, written)
	CMPQ(written, room)
	JG(LabelRef("full"))
	TESTQ(s.w, s.w)
	JZ(LabelRef("clean"))

	spread := GP64()
	MOVQ(U64(lanes0), spread)
	VMOVDQU64(constants("triple0"), s.idx)
	Label("group")
	take, lanes, first, esc, all, cnt := GP64(), GP64(), GP64(), GP64(), GP64(), GP64()
	MOVQ(U32(group), take)
	CMPQ(s.n, take)
	CMOVQLT(s.n, take)
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
	SUBQ(take, s.n)
	JZ(LabelRef("done"))
	SHRQ(Imm(group), s.w)
	VPADDB(every(group), s.idx, s.idx)
	JMP(LabelRef("group"))
	Label("clean")
	VMOVDQU8(s.v, s.kin, at(dst, 0))
	Label("done")
	Store(written, ReturnIndex(0))
	RET()
	Label("full")
	none := GP64()
	MOVQ(I32(-1), none)
	Store(none, ReturnIndex(0))
	RET()
	s.rest(func(reg.GPVirtual) {})
}

func encodedLenShort512() {
	TEXT("encodedLenShortAVX512", NOSPLIT, "func(e *uint8, src *byte, n int) int")
	Doc("encodedLenShortAVX512 returns the size of 1 to 64 bytes once encoded, or 0 if that changes none.")
	Pragma("noescape")
	Comment("w := lanes of change")
	s := newShortEncoder()
	changed, length := GP64(), GP64()
	Load(Param("n"), s.n)
	XORQ(changed, changed)
	s.classify()
	POPCNTQ(s.w, length)
	LEAQ(Mem{Base: s.n, Index: length, Scale: 2}, length)
	ORQ(s.w, changed)
	CMOVQEQ(changed, length)
	Store(length, ReturnIndex(0))
	RET()
	s.rest(func(lanes reg.GPVirtual) { MOVQ(lanes, changed) })
}

// constants returns a vector that another kernel declared.
func constants(name string) Mem { return declared[name] }

func decodeShort512(name string, lengths bool) {
	if lengths {
		TEXT(name, NOSPLIT, "func(d *uint8, src *byte, n int) int")
		Doc(name+" returns how many bytes decodeShortAVX512 writes for 1 to 64 bytes, or -1 for a malformed",
			"escape where those are refused, or 0 if decoding changes nothing.")
		Comment("As decodeShortAVX512, without the octets.")
	} else {
		TEXT(name, NOSPLIT, "func(d *uint8, dst *byte, room int, src *byte, n int) int")
		Doc(name+" decodes 1 to 64 bytes, which are a text of their own, and returns how many it wrote,",
			"or -1 without room for all or, where malformed escapes are refused, with one.")
		Comment(
			"v, v1, v2 = the bytes at SI, SI+1, SI+2",
			"valid = '%' in v and digits in v1 and v2; o = valid ? v1<<4|v2 : v",
			"compress the lanes of digits away; store")
	}
	Pragma("noescape")
	d, dst, room, src, n := reg.RAX, reg.RDI, GP64(), reg.RSI, GP64()
	Load(Param("d"), d)
	Load(Param("src"), src)
	Load(Param("n"), n)
	if !lengths {
		Load(Param("dst"), dst)
		Load(Param("room"), room)
	}
	changed := GP64()
	if lengths {
		XORQ(changed, changed)
	}
	in, kin := onesMask(n)
	v, v1, v2, x, table := reg.Z16, reg.Z17, reg.Z18, reg.Z19, reg.Z20
	p, k1, k2 := K(), K(), K()
	VMOVDQU8_Z(at(src, 0), kin, v)
	VPCMPEQB(every('%'), v, p)
	CMPB(at(d, decoderPlus), Imm(0))
	JNE(LabelRef("signs"))
	Label("signed")
	KORTESTQ(p, p)
	JZ(LabelRef("clean"))
	next := GP64()
	MOVQ(in, next)
	SHRQ(Imm(1), next)
	KMOVQ(next, k1)
	VMOVDQU8_Z(at(src, 1), k1, v1)
	SHRQ(Imm(1), next)
	KMOVQ(next, k2)
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
		SUBQ(cnt, n)
		Label("clean")
		TESTQ(changed, changed)
		CMOVQEQ(changed, n)
		Store(n, ReturnIndex(0))
		RET()
	} else {
		LEAQ(Mem{Base: valid, Index: valid, Scale: 2}, valid)
		ADDQ(valid, valid)
		ANDNQ(in, valid, in)
		POPCNTQ(in, cnt)
		CMPQ(cnt, room)
		JG(LabelRef("stop"))
		keep := K()
		KMOVQ(in, keep)
		_, kout := onesMask(cnt)
		VPSLLW(U8(4), hi, hi)
		VPTERNLOGD(U8(ternByMask), every(0xF0), lo, hi)
		VMOVDQU8(hi, ok, v)
		VPCOMPRESSB_Z(v, keep, v)
		VMOVDQU8(v, kout, at(dst, 0))
		Store(cnt, ReturnIndex(0))
		RET()
		Label("clean")
		CMPQ(n, room)
		JG(LabelRef("stop"))
		VMOVDQU8(v, kin, at(dst, 0))
		Store(n, ReturnIndex(0))
		RET()
	}
	Label("signs")
	ks := K()
	VPCMPEQB(every('+'), v, ks)
	if lengths {
		KMOVQ(ks, changed)
	} else {
		VMOVDQU8(every(' '), ks, v)
	}
	JMP(LabelRef("signed"))
	Label("malformed")
	CMPB(at(d, decoderStrict), Imm(0))
	JE(LabelRef("tolerated"))
	Label("stop")
	none := GP64()
	MOVQ(I32(-1), none)
	Store(none, ReturnIndex(0))
	RET()
}
