package bulk

import (
	"bytes"
	"math/bits"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/kernel"
)

// The classes of bytes that say which lines are fixed together. Bytes above 0x7F are in all.
// What a byte separates is a number of three of them, so that one table has room for all.
const (
	notScheme = iota
	notHost
	notPort
	notLetter
	afterHead // ends a scheme or an authority: what plainAfter is, and the end of a line
	signHigh  // a '/', a ':' or the end of a line
	signLow   // a '#', a '%' or the end of a line
	aboveASCII
)

// headClasses returns the classes for lines that end at end. A CR may belong to that.
func headClasses(plain *plainOctets, sep Separator, end byte) *kernel.Classes {
	return kernel.NewClasses(func(b byte) (of uint8) {
		for class, in := range [...]bool{
			notScheme:  plain.in[b]&plainInScheme == 0,
			notHost:    plain.in[b]&plainInHost == 0,
			notPort:    plain.in[b]&plainInPort == 0,
			notLetter:  b|0x20 < 'a' || b|0x20 > 'z',
			afterHead:  plain.in[b]&plainAfter != 0 || b == end || b == '\r' && sep == Lines,
			signHigh:   b == '/' || b == ':' || b == end,
			signLow:    b == '#' || b == '%' || b == end,
			aboveASCII: false,
		} {
			if in {
				of |= 1 << class
			}
		}
		return of
	})
}

// oddHeads finds in a block of whole lines the places for which a line has to be fixed by
// itself: all whose scheme or authority may change, as plainHead says, and those with "%%" or
// a second '#'.
type oddHeads struct {
	classes *kernel.Classes
	masks   [blockWords]kernel.Masks
	odd     [blockSize / 64]uint64
}

// blockFixer fixes the lines of a block together where no line needs more than that what its
// parts have in common is kept.
type blockFixer struct {
	oddHeads
	sep   Separator
	end   byte
	all   batch // for lines that are not odd
	each  batch
	quick func(dst, text []byte) ([]byte, bool)
}

// fixingLines returns a batch that fixes lines by quick, and together by behind, which keeps
// what may stand behind the authority.
func fixingLines(sep Separator, behind *percent.Encoding, plain *plainOctets, quick func(dst, text []byte) ([]byte, bool)) batch {
	all := manyEncoded(behind.WithKept(behind.Kept().Add("#")))(sep)
	if all == nil {
		return nil
	}
	f := &blockFixer{sep: sep, end: '\n', all: all, each: quickBatch(quick, sep, false), quick: quick}
	if sep == NULs {
		f.end = 0
	}
	f.classes = headClasses(plain, sep, f.end)
	return f.fix
}

func (f *blockFixer) fix(dst, src []byte) (out []byte, done, alone int) {
	src = src[:min(len(src), blockSize)]
	f.find(src)
	for word := 0; done < len(src); {
		at := len(src)
		for ; word < (len(src)+63)/64; word++ {
			// Those of a line that is done are passed.
			w := f.odd[word]
			if skip := done - 64*word; skip > 0 {
				w = w >> min(skip, 64) << min(skip, 64)
			}
			if w != 0 {
				at = 64*word + bits.TrailingZeros64(w)
				break
			}
		}
		together := len(src)
		if at < len(src) {
			together = done + bytes.LastIndexByte(src[done:at], f.end) + 1
		}
		if done < together {
			n := 0
			if dst, n, _ = f.all(dst, src[done:together]); n == 0 {
				dst, n, alone = f.each(dst, src[done:together])
			}
			if done += n; done < together {
				return dst, done, alone
			}
		}
		if done < len(src) {
			text, end, _ := f.sep.cut(src[done:])
			out, ok := f.quick(dst, text)
			if !ok {
				return dst, done, len(text) + len(end)
			}
			dst = append(out, end...)
			done += len(text) + len(end)
		}
		if len(dst) >= fullOut {
			break
		}
	}
	return dst, done, 0
}

// find sets the odd places of src.
//
// Bytes of a kind that follow on a place are passed by adding it to their mask: the sum has
// the next other byte set, and lacks those that were passed.
func (f *oddHeads) find(src []byte) {
	words := (len(src) + 63) / 64
	var scheme, digits, segment, host, port, line uint64 // carries of sums
	var behindColon, behindSlash, inSlashes, inPorts, inPercent uint64
	begins := uint64(1)
	for i := range words {
		if i%blockWords == 0 {
			piece := src[64*i : min(len(src), 64*(i+blockWords))]
			kernel.ClassifyAll(f.classes, f.masks[:(len(piece)+63)/64], piece)
		}
		m := &f.masks[i%blockWords]
		after, high, low := m[afterHead], m[signHigh], m[signLow]
		slashes, numbers, percents, colons := after&high&^low, after&low&^high, low&^after, high&^after
		after &^= m[aboveASCII]
		end := after & high & low
		start := end<<1 | begins
		begins = end >> 63

		odd := percents & (percents<<1 | inPercent)
		inPercent = percents >> 63
		var sum uint64
		if numbers != 0 {
			sum, line = bits.Add64(start, ^(numbers | end), line)
			odd |= numbers &^ sum
		} else {
			if start != 0 {
				line = 1
			}
			line &^= begins
		}

		before := segment
		inSegment := ^(after | colons)
		sum, segment = bits.Add64(start, inSegment, segment)
		schemes := sum &^ inSegment & colons // or what is no scheme
		odd |= schemes & start
		schemes &^= start
		// A digit or a sign begins no scheme.
		if (m[notScheme]|start&m[notLetter])&inSegment&^sum == 0 && scheme == before && digits == 0 {
			scheme = segment
		} else {
			inScheme := ^m[notScheme]
			first := schemes
			sum, scheme = bits.Add64(start, inScheme, scheme)
			schemes &= sum
			sum, digits = bits.Add64(start&m[notLetter], inScheme, digits)
			odd |= first&^schemes | sum&^inScheme&colons
		}

		one := (schemes<<1 | behindColon | start) & slashes
		behindColon = schemes >> 63
		two := (one<<1 | behindSlash) & slashes
		behindSlash = one >> 63
		hosts := two<<1 | inSlashes
		inSlashes = two >> 63
		inHost := ^m[notHost]
		sum, host = bits.Add64(hosts, inHost, host)
		ends := sum &^ inHost
		odd |= ends &^ (after | colons)

		if ports := ends&colons<<1 | inPorts; ports|port != 0 {
			inPort := ^m[notPort]
			sum, port = bits.Add64(ports, inPort, port)
			odd |= sum &^ inPort &^ after
		}
		inPorts = ends & colons >> 63
		f.odd[i] = odd
	}
}
