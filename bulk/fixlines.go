package bulk

import (
	"bytes"
	"math/bits"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/kernel"
	"github.com/pct-encoded/percent/internal/lazy"
)

// The classes of bytes that say which lines are fixed together. Bytes above 0x7F are in all.
const (
	notScheme = iota
	notHost
	notPort
	notLetter
	afterHead // ends a scheme or an authority: what plainAfter is, and the end of a line
	lineEnd
	colon
	aboveASCII
)

// More of them, for which one table has no room.
const (
	signSlash = iota
	signNumber
	signPercent
)

// headClasses returns the classes for lines that end at end. A CR may belong to that.
func headClasses(plain *[256]uint8, sep Separator, end byte) *kernel.Classes {
	return kernel.NewClasses(func(b byte) (of uint8) {
		for class, in := range [...]bool{
			notScheme:  plain[b]&plainInScheme == 0,
			notHost:    plain[b]&plainInHost == 0,
			notPort:    plain[b]&plainInPort == 0,
			notLetter:  b|0x20 < 'a' || b|0x20 > 'z',
			afterHead:  plain[b]&plainAfter != 0 || b == end || b == '\r' && sep == Lines,
			lineEnd:    b == end,
			colon:      b == ':',
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
	classes      *kernel.Classes
	masks, signs [blockWords]kernel.Masks
	odd          [blockSize / 64]uint64
}

var signClasses = lazy.Value[*kernel.Classes]{Make: func() *kernel.Classes {
	return kernel.NewClasses(func(b byte) uint8 {
		switch b {
		case '/':
			return 1 << signSlash
		case '#':
			return 1 << signNumber
		case '%':
			return 1 << signPercent
		}
		return 0
	})
}}

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
func fixingLines(sep Separator, behind *percent.Encoding, plain *[256]uint8, quick func(dst, text []byte) ([]byte, bool)) batch {
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
// the next other byte set.
func (f *oddHeads) find(src []byte) {
	words := (len(src) + 63) / 64
	var scheme, digits, segment, host, port, line uint64 // carries of sums
	var behindColon, behindSlash, inSlashes, inPorts, inPercent uint64
	begins, signs := uint64(1), signClasses.Get()
	for i := range words {
		if i%blockWords == 0 {
			piece := src[64*i : min(len(src), 64*(i+blockWords))]
			kernel.ClassifyAll(f.classes, f.masks[:(len(piece)+63)/64], piece)
			kernel.ClassifyAll(signs, f.signs[:(len(piece)+63)/64], piece)
		}
		m, sign := &f.masks[i%blockWords], &f.signs[i%blockWords]
		ascii := ^m[aboveASCII]
		end, after, colons := m[lineEnd]&ascii, m[afterHead]&ascii, m[colon]&ascii
		slashes, numbers, percents := sign[signSlash]&ascii, sign[signNumber]&ascii, sign[signPercent]&ascii
		start := end<<1 | begins
		begins = end >> 63

		var sum uint64
		inScheme := ^m[notScheme]
		sum, scheme = bits.Add64(start, inScheme, scheme)
		schemes := sum &^ inScheme &^ start & colons
		// A digit or a sign begins no scheme.
		sum, digits = bits.Add64(start&m[notLetter], inScheme, digits)
		odd := sum &^ inScheme & colons
		inSegment := ^(after | colons)
		sum, segment = bits.Add64(start, inSegment, segment)
		odd |= sum &^ inSegment & colons &^ schemes

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

		ports := ends&colons<<1 | inPorts
		inPorts = ends & colons >> 63
		inPort := ^m[notPort]
		sum, port = bits.Add64(ports, inPort, port)
		odd |= sum &^ inPort &^ after

		odd |= percents & (percents<<1 | inPercent)
		inPercent = percents >> 63
		sum, line = bits.Add64(start, ^(numbers | end), line)
		f.odd[i] = odd | numbers&^sum
	}
}
