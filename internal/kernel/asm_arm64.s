//go:build !purego

#include "textflag.h"

// Offsets in Set and neonTables; a test holds them to the types.
#define setLow 256
#define tabKeep 8192
#define tabBit 12288
#define tabRow 12304
#define tabClass 12320

// CLASSIFY sets V6 to ones in the lanes of V0 that are members.
// V16, V17: the two bitmaps of the set; V18: bits; V19: 0x0F in every lane.
#define CLASSIFY \
	VAND   V19.B16, V0.B16, V6.B16;          \
	VUSHR  $7, V0.B16, V7.B16;               \
	VSHL   $4, V7.B16, V7.B16;               \
	VORR   V7.B16, V6.B16, V6.B16;           \
	VTBL   V6.B16, [V16.B16, V17.B16], V6.B16; \
	VUSHR  $4, V0.B16, V7.B16;               \
	VTBL   V7.B16, [V18.B16], V7.B16;        \
	VCMTST V7.B16, V6.B16, V6.B16

// LOADSET loads what CLASSIFY reads; R0: set, R1: tables.
#define LOADSET \
	ADD  $setLow, R0, R2;            \
	VLD1 (R2), [V16.B16, V17.B16];   \
	MOVD $tabBit, R2;                \
	ADD  R1, R2, R2;                 \
	VLD1 (R2), [V18.B16];            \
	VMOVI $0x0F, V19.B16

// func indexNEON(s *Set, t *neonTables, src *byte, n int) int
// R3: next byte, R4: bytes left, R5: bytes passed.
TEXT ·indexNEON(SB), NOSPLIT, $0-40
	MOVD s+0(FP), R0
	MOVD t+8(FP), R1
	MOVD src+16(FP), R3
	MOVD n+24(FP), R4
	LOADSET
	MOVD ZR, R5

loop:
	CMP  $16, R4
	BLT  done
	VLD1.P 16(R3), [V0.B16]
	CLASSIFY
	VMOV V6.D[0], R6
	VMOV V6.D[1], R7
	ORR  R6, R7
	CBNZ R7, done
	ADD  $16, R5
	SUB  $16, R4
	B    loop

done:
	MOVD R5, ret+32(FP)
	RET

// func countNEON(s *Set, t *neonTables, src *byte, n int) int
// R3: next byte, R4: bytes left, R5: members.
TEXT ·countNEON(SB), NOSPLIT, $0-40
	MOVD s+0(FP), R0
	MOVD t+8(FP), R1
	MOVD src+16(FP), R3
	MOVD n+24(FP), R4
	LOADSET
	VMOVI $1, V20.B16
	MOVD ZR, R5

loop:
	CMP  $16, R4
	BLT  done
	VLD1.P 16(R3), [V0.B16]
	CLASSIFY
	VAND V20.B16, V6.B16, V6.B16
	VUADDLV V6.B16, V7
	VMOV V7.H[0], R6
	ADD  R6, R5
	SUB  $16, R4
	B    loop

done:
	MOVD R5, ret+32(FP)
	RET

// func encodeNEON(s *Set, t *neonTables, digits *[16]uint8, plus uint64, dst *byte, dstLen int, src *byte, srcLen int) (consumed, written int)
// R3: next byte of src, R4: bytes left; R8: next byte of dst, R9: its end.
//
// for 16 bytes of src and 56 of room are left:
//   if none is a member: copy
//   else for each 8: row = encode[mask of members]; shuffle high digits, and
//   low digits or bytes, by row; store 32; advance by 8 + 2 * members
TEXT ·encodeNEON(SB), NOSPLIT, $0-80
	MOVD s+0(FP), R0
	MOVD t+8(FP), R1
	MOVD digits+16(FP), R2
	VLD1 (R2), [V21.B16]
	MOVD plus+24(FP), R2
	VDUP R2, V22.B16
	MOVD dst+32(FP), R8
	MOVD dstLen+40(FP), R9
	ADD  R8, R9
	MOVD src+48(FP), R3
	MOVD srcLen+56(FP), R4
	LOADSET
	VMOVI $0x25, V23.B16
	VEOR V23.B16, V21.B16, V21.B16 // '%' is taken from all bytes and added again, so that 0 becomes '%'
	VMOVI $0x20, V24.B16
	VMOVI $0x0B, V25.B16           // ' ' ^ '+'
	VMOVI $1, V26.B16

loop:
	CMP  $16, R4
	BLT  done
	SUB  R8, R9, R6
	CMP  $56, R6
	BLT  done
	VLD1.P 16(R3), [V0.B16]
	SUB  $16, R4
	CLASSIFY
	VMOV V6.D[0], R6
	VMOV V6.D[1], R7
	ORR  R6, R7
	CBNZ R7, dirty
	VST1.P [V0.B16], 16(R8)
	B    loop

dirty:
	VCMEQ V24.B16, V0.B16, V1.B16
	VAND V22.B16, V1.B16, V1.B16
	VAND V25.B16, V1.B16, V2.B16
	VEOR V2.B16, V0.B16, V0.B16   // spaces to plus signs
	VEOR V1.B16, V6.B16, V6.B16   // which are no members any more: with plus a space is one
	VAND V19.B16, V0.B16, V2.B16
	VTBL V2.B16, [V21.B16], V2.B16 // low digits
	VUSHR $4, V0.B16, V3.B16
	VTBL V3.B16, [V21.B16], V3.B16 // high digits
	VEOR V23.B16, V0.B16, V0.B16
	VBIF V6.B16, V0.B16, V2.B16    // V2 = member ? low digit : byte
	VAND V18.B16, V6.B16, V4.B16   // bits of the members
	VAND V26.B16, V6.B16, V5.B16   // ones

	VZIP1 V3.D2, V2.D2, V27.D2     // low digits or bytes, high digits of the first eight
	VZIP2 V3.D2, V2.D2, V28.D2
	VUADDLV V4.B8, V29
	VMOV V29.H[0], R6
	VUADDLV V5.B8, V29
	VMOV V29.H[0], R7
	ADD  R6<<5, R1, R6
	VLD1 (R6), [V30.B16, V31.B16]
	VTBL V30.B16, [V27.B16], V30.B16
	VTBL V31.B16, [V27.B16], V31.B16
	VEOR V23.B16, V30.B16, V30.B16
	VEOR V23.B16, V31.B16, V31.B16
	VST1 [V30.B16, V31.B16], (R8)
	ADD  R7<<1, R8
	ADD  $8, R8

	VEXT $8, V4.B16, V4.B16, V4.B16
	VEXT $8, V5.B16, V5.B16, V5.B16
	VUADDLV V4.B8, V29
	VMOV V29.H[0], R6
	VUADDLV V5.B8, V29
	VMOV V29.H[0], R7
	ADD  R6<<5, R1, R6
	VLD1 (R6), [V30.B16, V31.B16]
	VTBL V30.B16, [V28.B16], V30.B16
	VTBL V31.B16, [V28.B16], V31.B16
	VEOR V23.B16, V30.B16, V30.B16
	VEOR V23.B16, V31.B16, V31.B16
	VST1 [V30.B16, V31.B16], (R8)
	ADD  R7<<1, R8
	ADD  $8, R8
	B    loop

done:
	MOVD src+48(FP), R6
	SUB  R6, R3, R3
	MOVD R3, consumed+64(FP)
	MOVD dst+32(FP), R6
	SUB  R6, R8, R8
	MOVD R8, written+72(FP)
	RET

// DIGIT turns the digits V1 into their values, with more in the high digit,
// and sets V5 to ones where V1 has none. V20: row, V21: class, V22: zeros.
#define DIGIT \
	VAND  V19.B16, V1.B16, V5.B16;    \
	VTBL  V5.B16, [V20.B16], V5.B16;  \
	VUSHR $4, V1.B16, V7.B16;         \
	VTBL  V7.B16, [V21.B16], V7.B16;  \
	VADD  V7.B16, V1.B16, V1.B16;     \
	VAND  V7.B16, V5.B16, V5.B16;     \
	VCMEQ V22.B16, V5.B16, V5.B16

// func decodeNEON(t *neonTables, strict, plus uint64, dst *byte, dstLen int, src *byte, srcLen int) (consumed, written int)
// R3: next byte of src, R4: bytes left; R8: next byte of dst, R9: its end;
// R10: mask of the lanes at R3 that hold digits of an escape that is decoded.
//
// for 18 bytes of src and 16 of room are left:
//   v, v1, v2 = the 16 bytes at R3, R3+1, R3+2
//   valid = '%' in v and digits in v1 and v2; o = valid ? v1<<4|v2 : v
//   for each 8: move the lanes that are kept to the front; store 8
TEXT ·decodeNEON(SB), NOSPLIT, $0-72
	MOVD t+0(FP), R1
	MOVD strict+8(FP), R2
	MOVD plus+16(FP), R6
	MOVD $0x0B, R7                // '+' ^ ' '
	AND  R7, R6
	VDUP R6, V25.B16
	VMOVI $0x2B, V23.B16
	MOVD dst+24(FP), R8
	MOVD dstLen+32(FP), R9
	ADD  R8, R9
	MOVD src+40(FP), R3
	MOVD srcLen+48(FP), R4
	MOVD $tabBit, R6
	ADD  R1, R6
	VLD1 (R6), [V18.B16]
	MOVD $tabRow, R6
	ADD  R1, R6
	VLD1 (R6), [V20.B16, V21.B16]
	MOVD $tabKeep, R6
	ADD  R6, R1
	VMOVI $0x0F, V19.B16
	VMOVI $0, V22.B16
	VMOVI $0x25, V24.B16
	MOVD ZR, R10

loop:
	CMP  $18, R4
	BLT  done
	SUB  R8, R9, R6
	CMP  $16, R6
	BLT  done
	VLD1 (R3), [V0.B16]
	VCMEQ V24.B16, V0.B16, V2.B16 // percent signs
	VCMEQ V23.B16, V0.B16, V3.B16 // plus signs
	VMOV V2.D[0], R6
	VMOV V2.D[1], R7
	ORR  R6, R7
	ORR  R10, R7
	CBNZ R7, dirty
	VAND V25.B16, V3.B16, V3.B16
	VEOR V3.B16, V0.B16, V0.B16
	VST1.P [V0.B16], 16(R8)
	ADD  $16, R3
	SUB  $16, R4
	B    loop

dirty:
	ADD  $1, R3, R6
	VLD1 (R6), [V1.B16]
	DIGIT
	VSHL $4, V1.B16, V4.B16
	VORR V5.B16, V5.B16, V6.B16
	ADD  $2, R3, R6
	VLD1 (R6), [V1.B16]
	DIGIT
	VAND V19.B16, V1.B16, V1.B16
	VORR V1.B16, V4.B16, V4.B16  // octets
	VORR V5.B16, V6.B16, V6.B16  // no escape
	VAND V6.B16, V2.B16, V5.B16  // malformed
	VMOV V5.D[0], R6
	VMOV V5.D[1], R7
	ORR  R6, R7
	AND  R2, R7
	CBNZ R7, done
	VEOR V5.B16, V2.B16, V2.B16  // valid
	VAND V25.B16, V3.B16, V3.B16
	VEOR V3.B16, V0.B16, V0.B16
	VBIT V2.B16, V4.B16, V0.B16  // o
	VAND V18.B16, V2.B16, V2.B16
	VADDP V2.B16, V2.B16, V2.B16
	VADDP V2.B16, V2.B16, V2.B16
	VADDP V2.B16, V2.B16, V2.B16
	VMOV V2.H[0], R6
	ADD  R6<<1, R6, R6
	ADD  R6<<1, R10, R6          // digits
	LSR  $16, R6, R10
	MVN  R6, R6

	AND  $0xFF, R6, R7
	ADD  R7<<4, R1, R7
	VLD1 (R7), [V5.B16]
	MOVBU 8(R7), R7
	VTBL V5.B16, [V0.B16], V5.B16
	VST1 [V5.B8], (R8)
	ADD  R7, R8

	VEXT $8, V0.B16, V0.B16, V0.B16
	UBFX $8, R6, $8, R7
	ADD  R7<<4, R1, R7
	VLD1 (R7), [V5.B16]
	MOVBU 8(R7), R7
	VTBL V5.B16, [V0.B16], V5.B16
	VST1 [V5.B8], (R8)
	ADD  R7, R8
	ADD  $16, R3
	SUB  $16, R4
	B    loop

done:
	// Digits of an escape that is decoded are consumed: mask 1 is one, 3 two.
	ADD  $1, R10, R10
	LSR  $1, R10, R10
	ADD  R10, R3, R3
	MOVD src+40(FP), R6
	SUB  R6, R3, R3
	MOVD R3, consumed+56(FP)
	MOVD dst+24(FP), R6
	SUB  R6, R8, R8
	MOVD R8, written+64(FP)
	RET

// LOOKUP sets C to the classes of the bytes of V, and turns both squares of 8
// by 8 bits around.
// V16 to V23: the classes of ASCII; V24, V25, V26: what each step swaps; V27:
// 0x40 and V28: 0x80 in every lane. V8 and V9 are lost.
#define LOOKUP(V, C) \
	VTBL V.B16, [V16.B16, V17.B16, V18.B16, V19.B16], C.B16; \
	VEOR V27.B16, V.B16, V8.B16;                             \
	VTBX V8.B16, [V20.B16, V21.B16, V22.B16, V23.B16], C.B16; \
	VCMTST V28.B16, V.B16, V8.B16;                           \
	VORR V8.B16, C.B16, C.B16;                               \
	SWAP($7, V24, C);                                        \
	SWAP($14, V25, C);                                       \
	SWAP($28, V26, C)

#define SWAP(n, M, C) \
	VUSHR n, C.D2, V8.D2;         \
	VEOR C.B16, V8.B16, V8.B16;   \
	VAND M.B16, V8.B16, V8.B16;   \
	VSHL n, V8.D2, V9.D2;         \
	VEOR V8.B16, C.B16, C.B16;    \
	VEOR V9.B16, C.B16, C.B16

// func classifyNEON(c *Classes, turn *[64]uint8, m *Masks, src *byte)
TEXT ·classifyNEON(SB), NOSPLIT, $0-32
	MOVD c+0(FP), R0
	MOVD turn+8(FP), R1
	MOVD m+16(FP), R2
	MOVD src+24(FP), R3
	VLD1.P 64(R0), [V16.B16, V17.B16, V18.B16, V19.B16]
	VLD1 (R0), [V20.B16, V21.B16, V22.B16, V23.B16]
	VLD1 (R1), [V10.B16, V11.B16, V12.B16, V13.B16]
	VLD1 (R3), [V0.B16, V1.B16, V2.B16, V3.B16]
	MOVD $0x00AA00AA00AA00AA, R4
	VDUP R4, V24.D2
	MOVD $0x0000CCCC0000CCCC, R4
	VDUP R4, V25.D2
	MOVD $0x00000000F0F0F0F0, R4
	VDUP R4, V26.D2
	VMOVI $0x40, V27.B16
	VMOVI $0x80, V28.B16
	LOOKUP(V0, V4)
	LOOKUP(V1, V5)
	LOOKUP(V2, V6)
	LOOKUP(V3, V7)
	VTBL V10.B16, [V4.B16, V5.B16, V6.B16, V7.B16], V16.B16
	VTBL V11.B16, [V4.B16, V5.B16, V6.B16, V7.B16], V17.B16
	VTBL V12.B16, [V4.B16, V5.B16, V6.B16, V7.B16], V18.B16
	VTBL V13.B16, [V4.B16, V5.B16, V6.B16, V7.B16], V19.B16
	VST1 [V16.B16, V17.B16, V18.B16, V19.B16], (R2)
	RET
