package form

import (
	"errors"
	"iter"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/charset"
	"github.com/pct-encoded/percent/internal/kernel"
	"github.com/pct-encoded/percent/internal/pct"
)

// Parse returns the pairs of s (URL Standard, section 5.1): s is split at '&',
// empty pieces are skipped, a piece is split at its first '=', '+' is a space,
// malformed escapes stay, a byte order mark stays, and invalid UTF-8 becomes
// U+FFFD. The only error is a *LimitError. Remove the '?' of a query first. Names
// and values may share the memory of s.
func Parse(s string) (Pairs, error) { return Standard.Parse(s) }

// Serialize returns the pairs as name=value, joined by '&' (URL Standard, section
// 5.2): letters, digits and *-._ stay, a space becomes '+', every other octet of
// the UTF-8 becomes an escape, and invalid UTF-8 becomes U+FFFD.
func Serialize(pairs []Pair) string { return Standard.Serialize(pairs) }

// Parse returns the pairs of s. An error is a *LimitError or, if the encoding
// refuses something, a *percent.SyntaxError whose Field is the number of the
// pair, such as "pair 3" (empty pieces do not count), and whose Offset counts in
// s; the pairs before it are returned as well. If the charset is UTF-8, there are
// at most two allocations: one for the pairs and one for all decoded text (and a
// third if s holds unescaped bytes that are not UTF-8). Names and values may share
// the memory of s.
func (r *Rules) Parse(s string) (Pairs, error) { return r.AppendParse(nil, s) }

// AppendParse appends the pairs of s to dst and returns the extended slice.
// Limits and the number of a pair in an error count from the first pair of s.
func (r *Rules) AppendParse(dst Pairs, s string) (Pairs, error) {
	if len(s) > r.bytes {
		return dst, &LimitError{ByteLimit, r.bytes, int64(r.bytes)}
	}
	if r.field == CharsetFieldUsed {
		r = r.forForm(s)
	}
	d := decoder{rules: r}
	first := len(dst)
	for at := 0; at < len(s); {
		p, next := r.next(s, at)
		at = next
		if p.end == p.start {
			continue
		}
		if len(dst)-first == r.pairs {
			return dst, &LimitError{PairLimit, r.pairs, int64(p.start)}
		}
		if len(dst) == cap(dst) {
			// The first pair; or the caller's memory was too small.
			switch {
			case dst == nil && p.end == len(s):
				dst = make(Pairs, 0, 1)
			case dst == nil:
				dst = make(Pairs, 0, min(1+r.count(s[p.end:]), r.pairs))
			default:
				dst = slices.Grow(dst, min(1+r.count(s[p.end:]), r.pairs))
			}
		}
		pair := Pair{Name: s[p.start:p.eq]}
		var err error
		if p.nameClass() != 0 {
			if pair.Name, err = d.decode(s, p.start, p.eq, p.nameClass()); err != nil {
				return dst, inPair(err, len(dst)-first+1)
			}
		}
		if p.eq < p.end {
			pair.Value = s[p.eq+1 : p.end]
			if p.valueClass() != 0 {
				if pair.Value, err = d.decode(s, p.eq+1, p.end, p.valueClass()); err != nil {
					return dst, inPair(err, len(dst)-first+1)
				}
			}
		}
		dst = append(dst, pair)
	}
	return dst, nil
}

// All iterates over the pairs of s, decoding one at a time. After the first error,
// which is one of Parse's and comes with an empty pair, it ends.
func (r *Rules) All(s string) iter.Seq2[Pair, error] {
	return func(yield func(Pair, error) bool) {
		if len(s) > r.bytes {
			yield(Pair{}, &LimitError{ByteLimit, r.bytes, int64(r.bytes)})
			return
		}
		r := r.forForm(s)
		number := 0
		for at := 0; at < len(s); {
			var p piece
			p, at = r.next(s, at)
			if p.end == p.start {
				continue
			}
			if number++; number > r.pairs {
				yield(Pair{}, &LimitError{PairLimit, r.pairs, int64(p.start)})
				return
			}
			pair, err := r.pair(s, p, number)
			if !yield(pair, err) || err != nil {
				return
			}
		}
	}
}

// pair decodes the piece p of s into memory of its own.
func (r *Rules) pair(s string, p piece, number int) (Pair, error) {
	d := decoder{rules: r}
	name, err := d.decode(s[:p.eq], p.start, p.eq, p.nameClass())
	if err == nil && p.eq < p.end {
		d.buf = nil
		var value string
		value, err = d.decode(s[:p.end], p.eq+1, p.end, p.valueClass())
		if err == nil {
			return Pair{name, value}, nil
		}
	}
	if err != nil {
		return Pair{}, inPair(shiftError(err, s, 0), number) // of all of s
	}
	return Pair{Name: name}, nil
}

// A piece is the text between two separators, as indices: the name from start to
// eq and, unless eq is end, the value from eq+1 to end. It has four fields
// because the compiler keeps as many in registers.
type piece struct {
	start, eq, end int
	found          uint16 // the classes of the bytes of the name, and in the high byte those of the value
}

func (p piece) nameClass() class  { return class(p.found) & (special | high) }
func (p piece) valueClass() class { return class(p.found>>8) & (special | high) }

// next returns the piece of s that begins at that index and the index after its
// separator.
func (r *Rules) next(s string, at int) (piece, int) {
	var name, value class
	i := at
	for ; i < len(s); i++ {
		if c := r.class[s[i]]; c != 0 {
			if c&(separates|equals) != 0 {
				break
			}
			name |= c
		}
	}
	eq := i
	if i < len(s) && s[i] == '=' {
		for i++; i < len(s); i++ {
			if c := r.class[s[i]]; c != 0 {
				if c&separates != 0 {
					break
				}
				value |= c
			}
		}
	}
	return piece{at, eq, i, uint16(name) | uint16(value)<<8}, i + 1
}

// fewPairs is the number of pairs for which memory is reserved without counting
// them exactly.
const fewPairs = 32

// count returns at least the number of pairs in s, which is empty or begins with
// a separator, and hardly more.
func (r *Rules) count(s string) int {
	if len(s) < 2 {
		return 0
	}
	n := strings.Count(s, "&")
	if r.separators == AmpersandOrSemicolon {
		n += strings.Count(s, ";")
	}
	if n <= fewPairs {
		return n
	}
	n = 0
	separated := false
	for i := range len(s) {
		is := r.class[s[i]]&separates != 0
		if separated && !is {
			n++
		}
		separated = is
	}
	return n
}

// A decoder decodes the parts of one form into shared memory.
type decoder struct {
	rules *Rules
	buf   []byte // up to its length it is in use
}

// decode returns s[start:end], which holds bytes of those classes, decoded.
func (d *decoder) decode(s string, start, end int, found class) (string, error) {
	r, part := d.rules, s[start:end]
	if found == 0 {
		return part, nil
	}
	if r.charset != charset.UTF8 {
		return r.decodeCharset(s, start, end)
	}
	valid := found&high == 0 || kernel.ValidUTF8(kernel.Bytes(part))
	if found&special == 0 && valid {
		return part, nil
	}
	// An escape never gets longer, and a byte never longer than U+FFFD.
	need, all := len(part), len(s)-start
	if !valid {
		need, all = len("\uFFFD")*need, len("\uFFFD")*all
	}
	if cap(d.buf)-len(d.buf) < need {
		d.buf = make([]byte, 0, all)
	}
	from := len(d.buf)
	if r.lenient && len(part) <= shortPart {
		if n := r.decodeShort(d.buf[from:from+len(part)], part); n >= 0 {
			d.buf = d.buf[:from+n]
			return kernel.String(d.buf[from:]), nil
		}
	}
	out, err := r.encoding.AppendDecode(d.buf, kernel.Bytes(part))
	if err != nil {
		return "", shiftError(err, s, start)
	}
	d.buf = out
	return kernel.String(out[from:]), nil
}

// shortPart is the size up to which names and values are decoded byte by byte,
// which takes less time than preparing for more.
const shortPart = 64

// decodeShort decodes s to dst, which is as long, and returns the size of the
// result, or -1 where it needs replacements.
func (r *Rules) decodeShort(dst []byte, s string) int {
	n := 0
	var all byte
	for i := 0; i < len(s); i++ {
		b := s[i]
		if b == '%' {
			if i+2 < len(s) {
				if h, l := hexValues[s[i+1]], hexValues[s[i+2]]; h|l < 16 {
					b = h<<4 | l
					i += 2
				}
			}
		} else if b == '+' {
			b = r.plus
		}
		dst[n] = b
		n++
		all |= b
	}
	if all >= utf8.RuneSelf && r.encoding.InvalidUTF8() != percent.InvalidUTF8Kept && !kernel.ValidUTF8(dst[:n]) {
		return -1
	}
	return n
}

// hexValues holds the value of a hexadecimal digit, and 16 for other bytes.
var hexValues = func() (values [256]byte) {
	for i := range values {
		values[i] = 16
	}
	for i := range byte(16) {
		values["0123456789ABCDEF"[i]], values["0123456789abcdef"[i]] = i, i
	}
	return values
}()

// decodeCharset decodes s[offset:end].
func (r *Rules) decodeCharset(s string, offset, end int) (string, error) {
	part := s[offset:end]
	octets, err := r.octets.Decode(part)
	if err != nil {
		return "", shiftError(err, s, offset)
	}
	on := charset.Replace
	switch r.encoding.InvalidUTF8() {
	case percent.InvalidUTF8Kept:
		on = charset.Keep
	case percent.InvalidUTF8Refused:
		on = charset.Fail
	}
	text, err := r.charset.AppendDecode(nil, kernel.Bytes(octets), on)
	if err != nil {
		if malformed, ok := err.(*percent.SyntaxError); ok {
			malformed.Offset = int64(offset + r.sourceIndex(part, int(malformed.Offset)))
		}
		return "", err
	}
	return string(text), nil
}

// sourceIndex returns the index in part of the byte or escape that decodes to the
// octet with that index.
func (r *Rules) sourceIndex(part string, octet int) int {
	i := 0
	for ; octet > 0; octet-- {
		if part[i] == '%' && i+3 <= len(part) {
			if one, err := r.octets.Decode(part[i : i+3]); err == nil && len(one) == 1 {
				i += 2
			}
		}
		i++
	}
	return i
}

// shiftError turns an error about a part of s that begins at by into one about s.
func shiftError(err error, s string, by int) error {
	var syntax *percent.SyntaxError
	if errors.As(err, &syntax) {
		pct.ShiftOffset(syntax, s, by)
	}
	return err
}

// charsetField is the name to which HTML gives a meaning.
//
// Spec divergence (a misprint): the note in section 5 of the URL Standard calls
// it "_charset".
const charsetField = "_charset_"

// forForm returns r with the charset that s declares, if r follows it.
func (r *Rules) forForm(s string) *Rules {
	if r.field != CharsetFieldUsed {
		return r
	}
	for at := 0; at < len(s); {
		var p piece
		p, at = r.next(s, at)
		if p.eq == p.end || p.eq-p.start < len(charsetField) {
			continue
		}
		name, err := r.octets.Decode(s[p.start:p.eq])
		if err != nil || !isCharsetField(name) {
			continue
		}
		label, err := r.octets.Decode(s[p.eq+1 : p.end])
		if err != nil {
			return r
		}
		c, err := charset.Lookup(label)
		if err != nil {
			return r
		}
		// A form is written in the output encoding of its charset (URL Standard, section
		// 5.2): of UTF-16 that is UTF-8.
		if c = c.Output(); c == r.charset {
			return r
		}
		return r.WithCharset(c)
	}
	return r
}

// isCharsetField reports whether name is _charset_, ASCII letters in any case.
func isCharsetField(name string) bool {
	// The length excludes U+017F, which EqualFold takes for an 's'.
	return len(name) == len(charsetField) && strings.EqualFold(name, charsetField)
}
