package lint

import (
	"sort"
	"strings"
	"unicode/utf8"

	"github.com/pct-encoded/percent/inspect"
	"github.com/pct-encoded/percent/inspect/internal/text"
	"github.com/pct-encoded/percent/internal/lazy"
)

// Dot segments are looked for as the laxest of servers would read them: escapes, %u,
// overlong forms and look-alikes are decoded, '\' is '/', control characters are
// dropped, and what follows a ';' is a parameter.

// A lax is what a lax reader makes of a character.
type lax struct {
	text   string // "" for nothing, "x" for anything that is not a delimiter
	n      int    // length of the character in the view
	hidden bool   // it is not written as itself
	cut    bool   // only software that cuts code points to eight bits reads it so
}

// single returns what a lax reader makes of an ASCII character.
func single(c byte) string {
	switch c {
	case '.':
		return "."
	case '/':
		return "/"
	case '\\':
		return `\`
	case ';':
		return ";"
	case '=':
		return "="
	case '&':
		return "&"
	case '?':
		return "?"
	}
	if c < ' ' || c == 0x7F {
		return ""
	}
	return "x"
}

// laxly returns what a lax reader makes of the character at v.text[i:].
func (v *view) laxly(i int) lax {
	if b := v.text[i]; b < utf8.RuneSelf && b != '%' {
		return lax{text: single(b), n: 1, hidden: single(b) == ""}
	}
	c := inspect.CharacterAt(v.text, i)
	r, n := c.Rune, c.Len
	switch {
	case c.Form == inspect.StrayPercent:
		return lax{text: "x", n: n}
	case c.Fault == inspect.Truncated:
		if r, n = laxAt(v.text, c); n == 0 {
			return lax{text: "x", n: c.Len}
		}
	case c.Fault != inspect.NoFault && c.Fault != inspect.Overlong:
		return lax{text: "x", n: n}
	}
	if r >= 0 && r < utf8.RuneSelf {
		return lax{text: single(byte(r)), n: n, hidden: true}
	}
	if to := folded(r); to != "" && strings.Trim(to, `./\;`) == "" {
		return lax{text: to, n: n, hidden: true}
	}
	if low := r & 0xFF; c.Fault == inspect.NoFault && (low == '.' || low == '/') {
		return lax{text: single(byte(low)), n: n, hidden: true, cut: true}
	}
	return lax{text: "x", n: n}
}

// What a byte can be to a dot segment.
const (
	endsBefore   = 1 << iota // what stands before it, as a boundary may
	mayBeDot                 // to everybody; twice endsBefore
	mayBeEscape              // '%'
	mayBeDropped             // or a look-alike
)

var forDots = lazy.Value[*[256]uint8]{Make: func() *[256]uint8 {
	var list [256]uint8
	for b := range list {
		switch {
		case b < ' ' || b >= 0x7F:
			list[b] = mayBeDropped
		case strings.IndexByte(`/\=&?`, byte(b)) >= 0:
			list[b] = endsBefore
		}
	}
	list['.'], list['%'] = mayBeDot, mayBeEscape
	return &list
}}

// mayHaveDots reports whether a lax reader may find a segment in s that begins with a dot.
func mayHaveDots(s string) bool {
	table := forDots.Get()
	before, all := uint8(endsBefore), uint8(0)
	for i := range len(s) {
		is := table[s[i]]
		all |= is&^(endsBefore|mayBeDot) | before<<1&is&mayBeDot
		before = is
	}
	if all != mayBeEscape {
		return all != 0
	}
	for i := strings.IndexByte(s, '%'); i < len(s); {
		_, quiet := quietLetter(s[i:])
		switch u := inspect.UnitAt(s, i); {
		case quiet > 0:
			i += quiet - 1
		case u.Form == inspect.Literal || u.Form == inspect.StrayPercent:
		case u.Form == inspect.UnicodeEscape || u.Value >= utf8.RuneSelf || single(byte(u.Value)) != "x":
			return true
		default:
			i += 2
		}
		n := strings.IndexByte(s[i+1:], '%')
		if n < 0 {
			return false
		}
		i += 1 + n
	}
	return false
}

// A segment is what has been read of one.
type segment struct {
	lo, end   int  // in the view; end is where it ends or its parameter begins
	dots      int  // -1 if it is not a dot segment
	hidden    bool // some of it is not written as itself
	cut       bool // it is so only to software that cuts code points to eight bits
	spaces    int  // after the dots, which Windows drops
	parameter bool
	first     bool // nothing stands before it
	slash     bool // a slash stands before it
	before    int  // where the slash before it begins, if that is hidden; else lo
	// left is how many dots the segment before is, if it is nothing else, and ends in a
	// slash, and leftAt where it begins.
	left, leftAt int
}

// dots looks for dot segments.
func (x *pass) dots(v *view) {
	if v.kind == kindOpaque || v.kind == inspect.KindHost || v.kind == inspect.KindUserinfo || !mayHaveDots(v.text) {
		return
	}
	way := way{named: strings.HasPrefix(v.text, "/")}
	x.shown = x.shown[:0]
	if v.layer > 0 {
		for _, f := range x.found {
			if f.rule == dotSegmentEncoded && f.Offset >= v.base {
				x.shown = append(x.shown, mark{f.Offset, f.Offset + f.Len})
			}
		}
		sort.Slice(x.shown, func(i, j int) bool { return x.shown[i].lo < x.shown[j].lo })
	}
	unreserved := unreservedBytes.Get()
	s := segment{first: true}
	for i := 0; i <= len(v.text); {
		if s.parameter || s.dots < 0 {
			// Only a delimiter matters.
			for i < len(v.text) && unreserved[v.text[i]] {
				i++
			}
		}
		c := lax{text: "/"} // the end
		if i < len(v.text) {
			c = v.laxly(i)
		}
		if c.cut && c.text == "/" && (s.dots != 2 || s.parameter) {
			c = lax{text: "x", n: c.n} // only after ".." is it likely to be a slash
		}
		if s.dots == 2 && !s.parameter && i < len(v.text) && c.text == "x" && isDroppedSpace(v.text[i:i+c.n]) {
			s.spaces++
			s.hidden = true
			i += c.n
			continue
		}
		boundary := c.text == "/" || c.text == `\`
		slash := boundary && i < len(v.text)
		if isValue(v.kind) && (c.text == "=" || c.text == "&" || c.text == "?") || v.kind == inspect.KindText && c.text == "=" {
			boundary = true
		}
		switch {
		case boundary:
			if s.lo == i && s.first {
				// The slash of the root.
			} else {
				if !s.parameter {
					s.end = i
				}
				x.segment(v, s, i, i+c.n, slash, c.hidden, &way)
			}
			left := 0
			if slash && !s.parameter && s.spaces == 0 {
				left = s.dots
				if s.left == 4 && s.lo == i || s.left == 3 && s.dots == 1 {
					x.leftOver(v, s.leftAt, i+c.n)
				}
			}
			s = segment{lo: i + c.n, before: i + c.n, slash: slash, left: left, leftAt: s.lo}
			if c.hidden {
				s.before = i
			}
			if c.n == 0 {
				return
			}
		case s.parameter || s.dots < 0:
		case c.text == ";":
			s.parameter, s.end = true, i
			s.hidden = s.hidden || c.hidden
		case strings.Trim(c.text, ".") == "":
			if s.spaces > 0 {
				s.dots = -1
				break
			}
			s.dots += len(c.text)
			s.hidden, s.cut = s.hidden || c.hidden, s.cut || c.cut
		default:
			s.dots = -1
		}
		i += c.n
	}
}

// isDroppedSpace reports whether s is a space, escaped or not.
func isDroppedSpace(s string) bool { return s == " " || s == "%20" }

// isValue reports whether a piece of that kind may hold names and values.
func isValue(k inspect.Kind) bool { return k == inspect.KindQuery || k == inspect.KindFragment }

// A way is where the segments so far lead.
type way struct {
	depth int  // below the start
	named bool // it begins at a root or with a name, so it should not lead above the start
}

// leftOver notes "....//" or "..././" at v.text[lo:hi]: "../" remains of it when "../"
// is removed once.
func (x *pass) leftOver(v *view, lo, hi int) {
	if v.kind != inspect.KindFragment && (v.layer == 0 || v.isNew(lo, hi)) {
		x.add(isDotSegmentLeft, v.origin(lo), v.origin(hi), v.layer)
	}
}

// step takes a segment, and reports whether it leads above the start as no normalized
// reference does.
func (w *way) step(s segment) bool {
	switch {
	case s.parameter || s.dots != 1 && s.dots != 2:
		w.depth, w.named = w.depth+1, true
	case s.dots == 2 && w.depth > 0:
		w.depth--
	case s.dots == 2:
		return w.named
	}
	return false
}

// segment looks at a segment that ends at end, where a delimiter ends at next.
func (x *pass) segment(v *view, s segment, end, next int, slash, hiddenSlash bool, w *way) {
	if s.cut && (s.dots != 2 || v.kind != inspect.KindPath && !s.slash && !slash) {
		s.dots = -1 // a name
	}
	above := w.step(s) && v.layer == 0
	if s.dots != 1 && s.dots != 2 {
		return
	}
	hidden := s.hidden || s.before < s.lo || slash && hiddenSlash
	lo, hi := s.before, end
	if slash {
		hi = next
	}
	if v.kind != inspect.KindPath {
		// A dot alone is nothing in a value.
		if !s.slash && !slash && (s.dots == 1 || v.kind != inspect.KindText || !hidden) {
			return
		}
	}
	if v.layer > 0 && !v.isNew(lo, hi) {
		return
	}
	switch {
	case (s.hidden || v.layer > 0) || hidden && (v.kind == inspect.KindPath || v.kind == inspect.KindText):
		a, b := v.origin(lo), v.origin(hi)
		a = min(x.behindLast(dotSegmentEncoded, v.layer, a), b)
		if i := sort.Search(len(x.shown), func(i int) bool { return x.shown[i].hi >= b }); a == b || i < len(x.shown) && x.shown[i].lo <= a {
			return
		}
		switch {
		case s.cut:
			x.add(isDotSegmentCut, a, b, v.layer)
		case s.spaces > 0:
			x.add(isDotSegmentTrimmed, a, b, v.layer)
		case v.layer > 0:
			x.add(isDotSegmentDeeper, a, b, v.layer, v.layer+1)
		default:
			x.add(isDotSegment, a, b, v.layer)
		}
	case s.parameter:
		x.add(isDotSegmentStripped, v.origin(lo), v.origin(hi), v.layer)
	case v.kind == inspect.KindFragment:
		// No server gets to see it.
	case v.kind == inspect.KindQuery || v.kind == inspect.KindValue:
		if a, b := x.behindLast(dotSegmentInValue, v.layer, v.origin(lo)), v.origin(hi); s.dots == 2 && a < b {
			x.add(leadsOut, a, b, v.layer)
		}
	case above && strings.HasPrefix(v.text, "/"):
		m := leadsAboveRoot
		if strings.HasPrefix(v.text[hi:], "/") && text.SchemeLength(x.s) == 0 {
			m = leadsToHost
		}
		x.add(m, v.origin(lo), v.origin(hi), v.layer)
	case above:
		x.add(leadsAboveStart, v.origin(lo), v.origin(hi), v.layer)
	default:
		x.add(isRemovedByClients, v.origin(lo), v.origin(hi), v.layer)
	}
}

// behindLast returns lo, or the end of the last finding of a rule in that layer if it
// lies behind lo: the slash before a segment may end the segment before.
func (x *pass) behindLast(r rule, layer, lo int) int {
	if i := x.last[r]; i >= 0 && x.found[i].Layer == layer && x.found[i].Offset <= lo {
		return max(lo, x.found[i].Offset+x.found[i].Len)
	}
	return lo
}

// emptySegments looks for "//" in a path.
func (x *pass) emptySegments(v *view) {
	for i := 0; ; {
		n := strings.Index(v.text[i:], "//")
		if n < 0 {
			return
		}
		i += n
		end := i + 1
		for end < len(v.text) && v.text[end] == '/' {
			end++
		}
		// A URL in a path has its own.
		if i == 0 || v.text[i-1] != ':' {
			x.add(isEmptySegment, v.base+i, v.base+end, 0)
		}
		i = end
	}
}
