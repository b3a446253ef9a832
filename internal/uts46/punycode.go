package uts46

import (
	"math"
	"math/bits"
	"slices"
	"unicode/utf8"
)

// The parameters of RFC 3492 section 5.
const (
	base        = 36
	tMin        = 1
	tMax        = 26
	skew        = 38
	damp        = 700
	initialBias = 72
	initialN    = 0x80
)

// shortLabel is the length in characters up to which labels are coded as in RFC
// 3492, which takes quadratic time. Longer ones are coded with a counting tree.
const shortLabel = 128

// adapt is RFC 3492 section 6.1.
func adapt(delta, points int, first bool) int {
	if first {
		delta /= damp
	} else {
		delta /= 2
	}
	delta += delta / points
	k := 0
	for delta > (base-tMin)*tMax/2 {
		delta /= base - tMin
		k += base
	}
	return k + (base-tMin+1)*delta/(delta+skew)
}

func threshold(k, bias int) int { return min(max(k-bias, tMin), tMax) }

func digit(r rune) int {
	switch {
	case 'a' <= r && r <= 'z':
		return int(r - 'a')
	case 'A' <= r && r <= 'Z':
		return int(r - 'A')
	case '0' <= r && r <= '9':
		return int(r-'0') + 26
	}
	return base
}

// decode decodes Punycode (RFC 3492 section 6.2), which is ASCII, to scratch or
// to memory of its own. It reports whether it is valid: a text that ends inside a
// number, a number that overflows, and what is not a scalar value are not.
func decode(scratch, encoded []rune) ([]rune, bool) {
	out := scratch[:0]
	rest := encoded
	for i := len(encoded) - 1; i > 0; i-- {
		if encoded[i] == '-' { // the first character is not a delimiter
			out, rest = append(out, encoded[:i]...), encoded[i+1:]
			break
		}
	}
	basic := len(out)
	n, at, bias := rune(initialN), 0, initialBias
	// Characters of a long text are put in their places at the end.
	long := len(encoded) > shortLabel
	var places []int
	for len(rest) > 0 {
		old, weight := at, 1
		for k := base; ; k += base {
			if len(rest) == 0 {
				return nil, false
			}
			d := digit(rest[0])
			rest = rest[1:]
			if d == base || d > (math.MaxInt32-at)/weight {
				return nil, false
			}
			at += d * weight
			t := threshold(k, bias)
			if d < t {
				break
			}
			if weight > math.MaxInt32/(base-t) {
				return nil, false
			}
			weight *= base - t
		}
		length := len(out) + 1
		bias = adapt(at-old, length, old == 0)
		if at/length > utf8.MaxRune-int(n) {
			return nil, false
		}
		n += rune(at / length)
		at %= length
		if !utf8.ValidRune(n) {
			return nil, false
		}
		if long {
			out = append(out, n)
			places = append(places, at)
		} else {
			out = slices.Insert(out, at, n)
		}
		at++
	}
	if long {
		out = place(out, basic, places)
	}
	return out, true
}

// place returns what inserting the characters after the first basic ones, one after
// the other at their places, would have given. It goes from the last to the first:
// the last stays where it was inserted, and each one before it goes to the free slot
// of that number.
func place(inserted []rune, basic int, places []int) []rune {
	out := make([]rune, len(inserted))
	free := newCounter(len(out))
	for i := range out {
		free.add(i, 1)
	}
	taken := make([]bool, len(out))
	for i := len(places) - 1; i >= 0; i-- {
		at := free.find(places[i])
		out[at], taken[at] = inserted[basic+i], true
		free.add(at, -1)
	}
	next := 0
	for i := range out {
		if !taken[i] {
			out[i] = inserted[next]
			next++
		}
	}
	return out
}

// Encode returns a label in Punycode (RFC 3492), without "xn--". It does not map the
// label.
func Encode(label string) ([]byte, error) { return encode(nil, []rune(label)) }

// encode appends label as Punycode (RFC 3492 section 6.3) to dst. Labels too long
// to be written in 32 bits are an error.
func encode(dst []byte, label []rune) ([]byte, error) {
	start := len(dst)
	for _, r := range label {
		if r < utf8.RuneSelf {
			dst = append(dst, byte(r))
		}
	}
	handled := len(dst) - start
	basic := handled
	if basic > 0 {
		dst = append(dst, '-')
	}
	n, delta, bias := rune(initialN), 0, initialBias
	put := func() {
		q := delta
		for k := base; ; k += base {
			t := threshold(k, bias)
			if q < t {
				break
			}
			dst = append(dst, letter(t+(q-t)%(base-t)))
			q = (q - t) / (base - t)
		}
		dst = append(dst, letter(q))
		bias = adapt(delta, handled+1, handled == basic)
		delta = 0
		handled++
	}
	if len(label) > shortLabel {
		for _, c := range steps(label) {
			d := int64(c.r-n)*int64(handled+1) + int64(c.ahead)
			if d > math.MaxInt32 {
				return dst[:start], &Error{Label: string(label), Rule: WrongLength}
			}
			delta, n = int(d), c.r
			put()
		}
		return dst, nil
	}
	for handled < len(label) {
		next := rune(math.MaxInt32)
		for _, r := range label {
			if n <= r && r < next {
				next = r
			}
		}
		delta += int(next-n) * (handled + 1)
		n = next
		for _, r := range label {
			if r < n {
				delta++
			} else if r == n {
				put()
			}
		}
		delta++
		n++
	}
	return dst, nil
}

func letter(d int) byte {
	if d < 26 {
		return byte('a' + d)
	}
	return byte('0' + d - 26)
}

// A step is a character that encode writes. ahead is how many characters that are
// written already stand between the one before it and this one; it is negative if
// this one stands further to the left.
type step struct {
	r     rune
	ahead int
}

// steps returns the characters of a label beyond ASCII in the order in which
// Punycode inserts them.
func steps(label []rune) []step {
	var order []int
	written := newCounter(len(label))
	for i, r := range label {
		if r < utf8.RuneSelf {
			written.add(i, 1)
		} else {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return int(label[a] - label[b]) })
	out := make([]step, len(order))
	behind := 0
	for i, at := range order {
		place := written.before(at)
		out[i] = step{label[at], place - behind}
		behind = place + 1
		written.add(at, 1)
	}
	return out
}

// A counter counts at places in a row, with sums in logarithmic time (a Fenwick
// tree).
type counter []int

func newCounter(n int) counter { return make(counter, n+1) }

func (c counter) add(at, n int) {
	for i := at + 1; i < len(c); i += i & -i {
		c[i] += n
	}
}

// before returns the sum of the counts before at.
func (c counter) before(at int) int {
	sum := 0
	for i := at; i > 0; i -= i & -i {
		sum += c[i]
	}
	return sum
}

// find returns the place of count n, from 0, where each place counts 0 or 1.
func (c counter) find(n int) int {
	at := 0
	for step := 1 << (bits.Len(uint(len(c)-1)) - 1); step > 0; step /= 2 {
		if at+step < len(c) && c[at+step] <= n {
			at += step
			n -= c[at]
		}
	}
	return at
}

// Decode returns the label that is text in Punycode, without "xn--"; ok is false for what
// is not Punycode.
func Decode(text string) (label []rune, ok bool) { return decode(nil, []rune(text)) }
