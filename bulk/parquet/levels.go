package parquet

import (
	"encoding/binary"
	"errors"
	"math/bits"
)

// Levels and indices of a dictionary are runs of RLE and of packed bits (Encodings.md of
// Parquet: "RLE / Bit-Packing Hybrid").

var errRuns = errors.New("damaged runs of RLE")

// maxWidth is the largest number of bits of an index.
const maxWidth = 32

// eachRun calls f for the n values of width bits at the start of src, runs of equal ones
// together. It returns the number of bytes read.
func eachRun(src []byte, width, n int, f func(value uint32, times int)) (int, error) {
	if width > maxWidth {
		return 0, errRuns
	}
	at := 0
	for n > 0 {
		head, size := binary.Uvarint(src[at:])
		if size <= 0 || head>>1 == 0 {
			return 0, errRuns
		}
		at += size
		if head&1 == 0 {
			value, bytes := uint32(0), (width+7)/8
			if len(src)-at < bytes {
				return 0, errRuns
			}
			for i := range bytes {
				value |= uint32(src[at+i]) << (8 * i)
			}
			at += bytes
			times := n
			if head>>1 < uint64(n) {
				times = int(head >> 1)
			}
			f(value, times)
			n -= times
			continue
		}
		groups := min(head>>1, uint64(n+7)/8)
		times := min(n, int(groups)*8)
		// The last group may be cut off behind the values.
		end := min(uint64(len(src)), uint64(at)+groups*uint64(width))
		if uint64(times)*uint64(width) > (end-uint64(at))*8 {
			return 0, errRuns
		}
		unpack(src[at:end], width, times, f)
		at, n = int(end), n-times
	}
	return at, nil
}

// unpack calls f for n values of width bits, the lowest bits first.
func unpack(src []byte, width, n int, f func(value uint32, times int)) {
	var word uint64
	have, at := 0, 0
	mask := uint64(1)<<width - 1
	for range n {
		for have < width {
			if len(src)-at >= 4 {
				word |= uint64(binary.LittleEndian.Uint32(src[at:])) << have
				have, at = have+32, at+4
				continue
			}
			word |= uint64(src[at]) << have
			have, at = have+8, at+1
		}
		f(uint32(word&mask), 1)
		word >>= width
		have -= width
	}
}

// widthOf returns the number of bits of levels up to most.
func widthOf(most int) int { return bits.Len(uint(most)) }
