package charset

import (
	"sync"
	"sync/atomic"
	"unicode/utf8"
)

// Most text is regular: ASCII, and characters of one or two bytes that stand
// for one code point below U+10000 whatever surrounds them. The loops in this
// file convert such text from tables and stop before anything else, which the
// decoders and encoders of the Standard then decide. The tables are filled by
// asking those, so they cannot disagree.

// fastTables are the tables of a stateless charset with an index or of
// x-user-defined, filled once there has been enough text to make them worth it.
type fastTables struct {
	decoded, encoded atomic.Int64 // bytes converted without the tables

	decodeOnce sync.Once
	single     [128]uint16 // by byte minus 0x80; 0: not regular
	pairs      []uint16    // by (lead minus 0x80)<<8 | trail

	encodeOnce sync.Once
	bytes      reverse // by code point: a byte, or two bytes, minus 1
}

// hasFast reports whether fast tables serve c.
func (c *Charset) hasFast() bool {
	return c.kind != utf8Kind && c.asciiTransparent()
}

// worthFast is how many bytes are converted one character at a time before the
// tables are filled, which takes as long as 10 to 60 KiB of text do.
const worthFast = 16 << 10

// enough reports whether n more bytes make it worth filling the tables.
func enough(sum *atomic.Int64, n int) bool {
	return sum.Load() >= worthFast || sum.Add(int64(n)) >= worthFast
}

// fastDecode returns the tables to decode n bytes beyond ASCII with, or nil
// where they are not worth it yet.
func (c *Charset) fastDecode(n int) *fastTables {
	if !enough(&c.fast.decoded, n) {
		return nil
	}
	c.fast.decodeOnce.Do(func() {
		d := newDecoder(c)
		regular := func(b []byte) uint16 {
			r, n := d.step(b, true)
			if n != len(b) || r < 0x80 || r > 0xFFFF {
				return 0
			}
			return uint16(r)
		}
		multi := c.kind != singleByte && c.kind != xuserdefinedKind
		if multi {
			c.fast.pairs = make([]uint16, 128<<8)
		}
		for lead := 0x80; lead <= 0xFF; lead++ {
			c.fast.single[lead-0x80] = regular([]byte{byte(lead)})
			if multi && c.fast.single[lead-0x80] == 0 {
				for trail := range 256 {
					c.fast.pairs[(lead-0x80)<<8|trail] = regular([]byte{byte(lead), byte(trail)})
				}
			}
		}
	})
	return &c.fast
}

// decodeRegular appends the text of the regular characters at the front of src and
// returns how many bytes of src they take.
func (t *fastTables) decodeRegular(dst, src []byte) ([]byte, int) {
	i := 0
	for i < len(src) {
		b := src[i]
		if b < 0x80 {
			// A run is worth looking for when it is not one letter.
			if i+1 < len(src) && src[i+1] < 0x80 {
				n := asciiPrefix(src[i:])
				dst = append(dst, src[i:i+n]...)
				i += n
				continue
			}
			dst = append(dst, b)
			i++
			continue
		}
		n := 1
		r := t.single[b&0x7F]
		if r == 0 {
			if t.pairs == nil || i+1 >= len(src) {
				break
			}
			if r = t.pairs[int(b&0x7F)<<8|int(src[i+1])]; r == 0 {
				break
			}
			n = 2
		}
		i += n
		if r < 0x800 {
			dst = append(dst, 0xC0|byte(r>>6), 0x80|byte(r)&0x3F)
		} else {
			dst = append(dst, 0xE0|byte(r>>12), 0x80|byte(r>>6)&0x3F, 0x80|byte(r)&0x3F)
		}
	}
	return dst, i
}

// fastEncode returns the table to encode n bytes beyond ASCII with, or nil
// where it is not worth it yet.
func (c *Charset) fastEncode(n int) *reverse {
	if !enough(&c.fast.encoded, n) {
		return nil
	}
	c.fast.encodeOnce.Do(func() {
		e, err := newEncoder(c)
		if err != nil {
			panic(err)
		}
		c.fast.bytes = newReverse()
		var buf []byte
		for r := rune(0x80); r <= 0xFFFF; r++ {
			if r >= 0xD800 && r <= 0xDFFF {
				continue
			}
			var bad rune
			buf, bad = e.put(buf[:0], r)
			switch {
			case bad >= 0:
			case len(buf) == 1:
				c.fast.bytes.set(r, int(buf[0])-1)
			case len(buf) == 2:
				c.fast.bytes.set(r, int(buf[0])<<8+int(buf[1])-1)
			}
		}
	})
	return &c.fast.bytes
}

// encodeRegular appends the regular characters at the front of src, encoded, and
// returns how many bytes of src they take.
func encodeRegular(dst, src []byte, table *reverse) ([]byte, int) {
	page, cells := table.page, table.cells
	i := 0
	for i < len(src) {
		b := src[i]
		var r rune
		n := 0
		switch {
		case b < 0x80:
			if i+1 < len(src) && src[i+1] < 0x80 {
				n := asciiPrefix(src[i:])
				dst = append(dst, src[i:i+n]...)
				i += n
				continue
			}
			dst = append(dst, b)
			i++
			continue
		case b >= 0xE1 && b <= 0xEF && b != 0xED && i+2 < len(src) && src[i+1]&0xC0 == 0x80 && src[i+2]&0xC0 == 0x80:
			r = rune(b&0xF)<<12 | rune(src[i+1]&0x3F)<<6 | rune(src[i+2]&0x3F)
			n = 3
		case b >= 0xC2 && b <= 0xDF && i+1 < len(src) && src[i+1]&0xC0 == 0x80:
			r = rune(b&0x1F)<<6 | rune(src[i+1]&0x3F)
			n = 2
		default:
			r, n = utf8.DecodeRune(src[i:])
			if r == utf8.RuneError || r > 0xFFFF {
				return dst, i
			}
		}
		v := cells[int(page[r>>8])<<8|int(r&0xFF)]
		switch {
		case v == 0:
			return dst, i
		case v < 0x100:
			dst = append(dst, byte(v))
		default:
			dst = append(dst, byte(v>>8), byte(v))
		}
		i += n
	}
	return dst, i
}
