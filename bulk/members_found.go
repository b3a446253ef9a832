package bulk

import (
	"math/bits"

	"github.com/pct-encoded/percent/internal/kernel"
)

// A memberFinder finds the members that are columns in rows of JSON, without a loop
// over rows, members or strings. Bits mark the tokens outside strings, and each must be
// followed by one that JSON allows: '{' and ',' by a key, a key by ':', ':' by a value,
// and so on. A row that breaks these rules, or is unusual in another way, is processed
// by itself. So are rows in which a column is not a string, or occurs twice.
type memberFinder struct {
	names [][]byte // of the columns, in quotation marks

	tokens *kernel.Classes
	masks  block // of tokens
	// The places of the names.
	named [][blockWords]uint64
	memberState
}

// memberState is the state between two words.
type memberState struct {
	line    uint64 // 1: a row starts with the word
	escaped uint64 // 1: the first byte of the word comes after a backslash
	str     uint64 // all ones: the word begins in a string
	// The brackets that are open in a value, the innermost in the lowest bit: 1
	// for '['.
	depth int
	open  uint64
	// 1: such a token ended with the last byte, or continues in the word.
	key, keyEnd, begun, colon, value, word, rowEnd uint64
	// Carries of the sums that skip spaces after them, and find the ends of strings.
	afterBegun, afterColon, afterValue, afterRow uint64
	// The same for columns.
	column, column1, column2, afterColumn, body, first uint64
	again, inRow                                       []uint64 // for each
}

// The classes of tokens. Quotation marks and line ends are in none of them, and bytes
// above 0x7F, which occur only in strings, are in all.
const (
	colons = iota
	commas
	opens    // '{' and '['
	closes   // '}' and ']'
	squares  // '[' and ']'
	literals // bytes of numbers and words
	spaces
	others
)

// slash is '/' as PHP writes it.
var slash = []byte(`\/`)

// maxNamed is the number of columns beyond which processing rows one by one is faster.
const maxNamed = 8

// newMemberFinder returns nil if rows must be processed one by one.
func newMemberFinder(p *plan) *memberFinder {
	if len(p.columns) > maxNamed {
		return nil
	}
	f := new(memberFinder)
	for _, n := range p.tree.children {
		switch {
		case len(n.children) > 0:
			return nil
		case n.column != nil:
			f.names = append(f.names, append(append([]byte{'"'}, n.name...), '"'))
		}
	}
	if len(f.names) < len(p.columns) {
		return nil
	}
	f.tokens = kernel.NewClasses(func(b byte) uint8 {
		switch {
		case b == ':':
			return 1 << colons
		case b == ',':
			return 1 << commas
		case b == '{':
			return 1 << opens
		case b == '}':
			return 1 << closes
		case b == '[':
			return 1<<opens | 1<<squares
		case b == ']':
			return 1<<closes | 1<<squares
		case b == ' ', b == '\t', b == '\r':
			return 1 << spaces
		case jsonWord.Byte[b] != 0:
			return 1 << literals
		case b == '"', b == '\n':
			return 0
		}
		return 1 << others
	})
	f.named = make([][blockWords]uint64, len(f.names))
	f.again, f.inRow = make([]uint64, len(f.names)), make([]uint64, len(f.names))
	return f
}

func (f *memberFinder) begin() {
	clear(f.again)
	clear(f.inRow)
	f.memberState = memberState{line: 1, again: f.again, inRow: f.inRow}
}

func (f *memberFinder) find(text []byte, i int, all []kernel.Masks, out *[blockWords]found) {
	words, at := (*block)(all[i:]), 64*i
	rest := text[at:]
	piece := rest[:min(len(rest), 64*blockWords)]
	clear(f.masks[(len(piece)+63)/64:])
	kernel.ClassifyAll(f.tokens, f.masks[:], piece)
	for k, name := range f.names {
		kernel.Find(f.named[k][:], name, rest[:min(len(rest), 64*blockWords+len(name)-1)])
	}
	// Most escapes of JSON that stay as they are written.
	var stay [blockWords]uint64
	slashed := uint64(0)
	for i := range words {
		slashed |= words[i][slashes]
	}
	if slashed != 0 {
		kernel.Find(stay[:], slash, rest[:min(len(rest), 64*blockWords+len(slash)-1)])
	}
	s := &f.memberState
	for i := range words {
		w, m, o := &words[i], &f.masks[i], &out[i]
		lines := w[ends]
		start := lines<<1 | s.line
		s.line = lines >> 63

		// Strings: from the quotation mark that opens one up to the one that closes it.
		marks, odd := w[quotes], w[looked]
		if w[slashes]|s.escaped != 0 {
			escaped := s.escapes(w[slashes])
			marks &^= escaped
			may := odd & w[slashes] &^ escaped
			odd &^= may & stay[i]
			for more := may &^ stay[i]; more != 0; more &= more - 1 {
				if isWritten(text[at+64*i+bits.TrailingZeros64(more):]) {
					odd &^= more & -more
				}
			}
		}
		str := marks ^ marks<<1
		str ^= str << 2
		str ^= str << 4
		str ^= str << 8
		str ^= str << 16
		str ^= str<<32 ^ s.str
		apart := lines & str
		if apart != 0 {
			str, apart = closed(str, lines)
		}
		s.str = -(str &^ lines >> 63)
		opening, closing := marks&str, marks&^str

		// Values in brackets are skipped, whatever is in them.
		brackets, outside := m[opens]&^str, ^str
		var nested, nestedEnd uint64
		if s.depth > 0 || brackets&^start != 0 {
			var inside, bad uint64
			inside, nested, nestedEnd, bad = s.brackets(brackets, m[closes]&^str, m[squares], start, lines)
			apart |= bad
			brackets &^= inside
			outside &^= inside
			str &^= inside
			opening, closing = opening&^inside, closing&^inside
		}
		end := m[closes] & outside
		comma, colon, literal, space := m[commas]&outside, m[colons]&outside, m[literals]&outside, m[spaces]&outside
		apart |= start&^brackets | (brackets|end)&m[squares] | m[others]&outside

		// Keys come after '{' and ','.
		x := brackets | comma
		next := x<<1 | s.begun
		s.begun = x >> 63
		next, s.afterBegun = after(next, space, s.afterBegun)
		keys := next & opening
		apart |= next &^ opening
		starts := next // where strings may start
		sum, carry := bits.Add64(keys, str, s.key)
		s.key = carry
		keyEnd := sum & closing
		apart |= str &^ sum & w[slashes]
		// Colons come after keys.
		apart |= (keyEnd<<1 | s.keyEnd) ^ colon
		s.keyEnd = keyEnd >> 63
		// Values come after colons.
		next, s.afterColon = after(colon<<1|s.colon, space, s.afterColon)
		s.colon = colon >> 63
		early := literal<<1 | s.word
		s.word = literal >> 63
		apart |= next&^(opening|literal|nested) | opening&^(starts|next) | (literal&^early|nested)&^next
		// After values comes ',' or '}'.
		x = closing&^keyEnd | nestedEnd
		next = x<<1 | s.value | early&^literal
		s.value = x >> 63
		next, s.afterValue = after(next, space, s.afterValue)
		apart |= next ^ (comma | end)
		// After '}' comes the end of the row.
		next, s.afterRow = after(end<<1|s.rowEnd, space, s.afterRow)
		s.rowEnd = end >> 63
		apart |= next ^ lines

		// The columns.
		var column uint64
		for k := range f.named {
			is := f.named[k][i] & keys
			column |= is
			var again uint64
			again, s.again[k] = after(is<<1|s.inRow[k], ^(is | lines), s.again[k])
			s.inRow[k] = is >> 63
			apart |= again & is
		}
		sum, s.column = bits.Add64(column, str, s.column)
		sum &= keyEnd
		next = sum<<2 | s.column2<<1 | s.column1
		s.column1, s.column2 = sum>>62&1, sum>>63
		next, s.afterColumn = after(next, space, s.afterColumn)
		apart |= next &^ opening
		next &= opening
		*o = found{apart: apart, fields: next}
		sum, s.body = bits.Add64(next, str, s.body)
		body := str &^ sum
		percent := w[percents] & body
		sum, s.first = bits.Add64(next, body&^percent, s.first)
		o.changed = sum & percent
		o.visit = w[percents]&^body | odd&body&^next
	}
}

// after moves the places x behind the spaces that begin there, and returns the carry
// for the next word. At most one bit of x is in each sequence of spaces.
func after(x, spaces, carry uint64) (next, carryOut uint64) {
	sum, carryOut := bits.Add64(x&spaces, spaces, carry)
	return (sum | x) &^ spaces, carryOut
}

// escapes returns the bytes that come after a backslash that is not escaped itself: adding
// the odd starts of sequences of backslashes tells which sequences begin there.
func (s *memberState) escapes(slashes uint64) uint64 {
	const even = 0x5555555555555555
	slashes &^= s.escaped
	follows := slashes<<1 | s.escaped
	sum, carry := bits.Add64(slashes&^even&^follows, slashes, 0)
	s.escaped = carry
	return (even ^ sum<<1) & follows
}

// closed ends each string at the first line end in it, and also returns these line
// ends.
func closed(str, lines uint64) (out, unclosed uint64) {
	done := uint64(0)
	for bad := lines & str; bad != 0; bad = lines & str &^ done {
		line := bad & -bad
		unclosed |= line
		done = line | (line - 1)
		str ^= ^done
	}
	return str, unclosed
}

// brackets follows the brackets of values, which are all but the outermost of a row.
// It returns the bytes of these values, including brackets, their first and last
// bytes, and misplaced brackets and line ends.
func (s *memberState) brackets(opens, closes, squares, start, lines uint64) (inside, first, last, bad uint64) {
	from := uint64(1)
	for all := opens | closes | lines; all != 0; all &= all - 1 {
		b := all & -all
		square := uint64(0)
		if squares&b != 0 {
			square = 1
		}
		switch {
		case lines&b != 0:
			if s.depth > 0 {
				bad |= b
				inside |= (b - 1) &^ (from - 1)
				s.depth = 0
			}
		case opens&b != 0 && start&b != 0:
		case opens&b != 0:
			if s.depth == 0 {
				from = b
				first |= b
			}
			if s.depth == 64 {
				bad |= b
			}
			s.depth++
			s.open = s.open<<1 | square
		case s.depth > 0:
			if s.open&1 != square {
				bad |= b
			}
			s.open >>= 1
			if s.depth--; s.depth == 0 {
				last |= b
				inside |= (b | (b - 1)) &^ (from - 1)
			}
		}
	}
	if s.depth > 0 {
		inside |= -from
	}
	return inside, first, last, bad
}
