package form

import (
	"encoding/binary"
	"strings"
	"unicode/utf8"
	"unsafe"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/charset"
	"github.com/pct-encoded/percent/internal/pct"
	"github.com/pct-encoded/percent/internal/wtf8"
)

// shortForm is the size up to which forms are written to the stack and then
// copied, which takes less time than finding the exact size first. Most forms are
// small: they need less of the stack, which has to be cleared.
const shortForm, smallForm = 768, 192

// Serialize returns the pairs, joined. It allocates once if both the charset and
// the text are UTF-8.
func (r *Rules) Serialize(pairs []Pair) string {
	if r.simple {
		switch size := mostSize(pairs); {
		case size <= smallForm:
			var buf [smallForm]byte
			if done, n := r.writeShort(buf[:], pairs); done == len(pairs) {
				return string(buf[:n])
			}
		case size <= shortForm:
			if s, ok := r.serializeShort(pairs); ok {
				return s
			}
		}
	}
	size, plain := r.plainSize(pairs)
	if size == 0 {
		return ""
	}
	if plain {
		buf := make([]byte, 0, size)
		for i := range pairs {
			if i > 0 {
				buf = append(buf, '&')
			}
			buf = append(append(append(buf, pairs[i].Name...), '='), pairs[i].Value...)
		}
		return unsafe.String(unsafe.SliceData(buf), len(buf))
	}
	buf := r.AppendSerialize(make([]byte, 0, r.size(pairs)), pairs)
	return unsafe.String(unsafe.SliceData(buf), len(buf))
}

// serializeShort is Serialize for pairs that take shortForm bytes at most. It is not ok
// if one of them is not simple.
func (r *Rules) serializeShort(pairs []Pair) (s string, ok bool) {
	var buf [shortForm]byte
	done, n := r.writeShort(buf[:], pairs)
	if done < len(pairs) {
		return "", false
	}
	return string(buf[:n]), true
}

// mostSize returns how many bytes writeShort needs for pairs: every one of their bytes may
// be escaped.
func mostSize(pairs []Pair) int {
	size := len(pairs)
	for i := range pairs {
		size += len(pairs[i].Name) + len(pairs[i].Value)
	}
	return 3 * size
}

// plainSize returns the size of the pairs, joined, if nothing is escaped, and
// whether nothing is.
func (r *Rules) plainSize(pairs []Pair) (size int, plain bool) {
	size, plain = max(0, len(pairs)-1), r.simple
	for i := range pairs {
		p := &pairs[i]
		size += len(p.Name) + len("=") + len(p.Value)
		plain = plain && r.isPlain(p.Name) && r.isPlain(p.Value)
	}
	return size, plain
}

// isPlain reports whether s is written as it is. Letters and digits are checked
// by the word: most names and values are a few of them, and words that overlap
// cover any length from four bytes on.
func (r *Rules) isPlain(s string) bool {
	if n := len(s); r.plainWords && 4 <= n && n <= 16 {
		src := bytesOf(s)
		if n <= 8 {
			head, tail := binary.LittleEndian.Uint32(src), binary.LittleEndian.Uint32(src[n-4:])
			if lettersAndDigits(uint64(head) | uint64(tail)<<32) {
				return true
			}
		} else if lettersAndDigits(binary.LittleEndian.Uint64(src)) && lettersAndDigits(binary.LittleEndian.Uint64(src[n-8:])) {
			return true
		}
	}
	return r.indexRest(s) == len(s)
}

// lettersAndDigits reports whether each of the eight bytes of w is an ASCII
// letter or digit.
func lettersAndDigits(w uint64) bool { return otherBytes(w) == 0 }

// otherBytes returns the top bits of those bytes of w that are not ASCII letters
// or digits.
func otherBytes(w uint64) uint64 {
	const (
		ones = 0x0101010101010101
		tops = 0x80 * ones
	)
	// Without carries, the top bit of b + 0x80 - c tells whether b >= c.
	b := w &^ tops
	lower := b | 0x20*ones
	digit := (b + (0x80-'0')*ones) &^ (b + (0x80-'9'-1)*ones)
	letter := (lower + (0x80-'a')*ones) &^ (lower + (0x80-'z'-1)*ones)
	return (^(digit | letter) | w) & tops
}

// writeShort writes pairs to dst, which has room for mostSize, up to the first that is
// not simple. It returns how many it wrote and
// their size.
func (r *Rules) writeShort(dst []byte, pairs []Pair) (done, n int) {
	if !r.simple {
		return 0, 0
	}
	u := r.units.Load()
	if u == nil {
		u = r.makeUnits()
		r.units.Store(u)
	}
	at := 0
	for i := range pairs {
		p := &pairs[i]
		if i > 0 {
			dst[at] = '&'
			at++
		}
		size := r.writeText(u, dst[at:], p.Name)
		if size < 0 {
			return i, n
		}
		at += size
		dst[at] = '='
		at++
		size = r.writeText(u, dst[at:], p.Value)
		if size < 0 {
			return i, n
		}
		at += size
		n = at
	}
	return len(pairs), n
}

// writeText writes s to dst as units say, and returns its size, or -1 where s needs
// replacements. dst has room for three bytes for each of s and for one more.
func (r *Rules) writeText(units *units, dst []byte, s string) int {
	if n := len(s); r.plainWords && 4 <= n && n <= 16 {
		src := bytesOf(s)
		if n <= 8 {
			head, tail := binary.LittleEndian.Uint32(src), binary.LittleEndian.Uint32(src[n-4:])
			if lettersAndDigits(uint64(head) | uint64(tail)<<32) {
				binary.LittleEndian.PutUint32(dst, head)
				binary.LittleEndian.PutUint32(dst[n-4:], tail)
				return n
			}
		} else if head, tail := binary.LittleEndian.Uint64(src), binary.LittleEndian.Uint64(src[n-8:]); lettersAndDigits(head) && lettersAndDigits(tail) {
			binary.LittleEndian.PutUint64(dst, head)
			binary.LittleEndian.PutUint64(dst[n-8:], tail)
			return n
		}
	}
	p := unsafe.Pointer(unsafe.SliceData(dst))
	n := 0
	var all byte
	for i := range len(s) {
		b := s[i]
		all |= b
		u := units[b]
		binary.LittleEndian.PutUint32((*[4]byte)(unsafe.Add(p, n))[:], u)
		n += int(u >> 24)
	}
	if all >= utf8.RuneSelf && r.encoding.InvalidUTF8() != percent.InvalidUTF8Kept && !utf8.ValidString(s) {
		return -1
	}
	return n
}

// size returns the size of the pairs once they are joined. It is exact for
// UTF-8 that is written with its line breaks and empty values.
func (r *Rules) size(pairs []Pair) int {
	size, _ := r.plainSize(pairs)
	for i := range pairs {
		for _, s := range [2]string{pairs[i].Name, pairs[i].Value} {
			s = s[r.indexRest(s):]
			size += r.encoding.EncodedLen(bytesOf(s)) - len(s)
		}
	}
	return size
}

// indexRest returns the index of the first byte of s that is not plain, or
// len(s).
func (r *Rules) indexRest(s string) int {
	for i := range len(s) {
		if !r.plain[s[i]] {
			return i
		}
	}
	return len(s)
}

// AppendSerialize appends the pairs, joined, to dst and returns the extended
// buffer. It allocates only if dst has no room, or if the charset or the text is
// not UTF-8.
func (r *Rules) AppendSerialize(dst []byte, pairs []Pair) []byte {
	first := true
	if r.simple && len(pairs) > 0 {
		if room, size := dst[len(dst):cap(dst)], mostSize(pairs); size <= shortForm && size <= len(room) {
			done, n := r.writeShort(room, pairs)
			dst, pairs, first = dst[:len(dst)+n], pairs[done:], done == 0
		}
	}
	for i := range pairs {
		p := &pairs[i]
		if r.omits(p.Name, p.Value) {
			continue
		}
		if !first {
			dst = append(dst, '&')
		}
		first = false
		dst = r.appendPair(dst, p.Name, p.Value)
	}
	return dst
}

// Omitted returns how many of the pairs Serialize leaves out because their values are
// empty. It is 0 unless r was derived WithEmpty(EmptyOmitted), as RFC1866 is.
func (r *Rules) Omitted(pairs []Pair) int {
	n := 0
	for i := range pairs {
		if r.omits(pairs[i].Name, pairs[i].Value) {
			n++
		}
	}
	return n
}

// omits reports whether a pair is left out. The field _charset_ gets a value.
func (r *Rules) omits(name, value string) bool {
	return value == "" && r.empty == EmptyOmitted && (r.field != CharsetFieldUsed || !isCharsetField(name))
}

func (r *Rules) appendPair(dst []byte, name, value string) []byte {
	dst = r.appendText(dst, name)
	if r.field == CharsetFieldUsed && isCharsetField(name) {
		value = r.charset.Output().Name()
	}
	if value == "" && r.empty == EmptyBare && name != "" {
		return dst
	}
	return r.appendText(append(dst, '='), value)
}

// appendText appends a name or a value.
func (r *Rules) appendText(dst []byte, s string) []byte {
	i := r.indexRest(s)
	dst = append(dst, s[:i]...)
	if i == len(s) {
		return dst
	}
	return r.appendRest(dst, s[i:])
}

// appendRest appends text that does not begin with a plain byte.
func (r *Rules) appendRest(dst []byte, s string) []byte {
	if r.encoding.InvalidUTF8() != percent.InvalidUTF8Kept && !utf8.ValidString(s) {
		s = scalarValues(s)
	}
	if r.newlines == NewlinesCRLF {
		s = pct.CRLF(s)
	}
	if r.charset != charset.UTF8 {
		return r.charset.AppendPercentEncode(dst, bytesOf(s), r.encoding)
	}
	return r.encoding.AppendEncode(dst, bytesOf(s))
}

// scalarValues returns s with one U+FFFD for each lone surrogate and for each
// other ill-formed subsequence.
func scalarValues(s string) string {
	var b strings.Builder
	b.Grow(len(s) + 2*len("\uFFFD"))
	for len(s) > 0 {
		r, n, _ := wtf8.Decode(s)
		s = s[n:]
		if wtf8.IsHigh(r) && s != "" {
			if low, m, _ := wtf8.Decode(s); wtf8.IsLow(low) {
				r, s = wtf8.Join(r, low), s[m:]
			}
		}
		// WriteRune writes U+FFFD for a surrogate.
		b.WriteRune(r)
	}
	return b.String()
}

func bytesOf(s string) []byte { return unsafe.Slice(unsafe.StringData(s), len(s)) }
