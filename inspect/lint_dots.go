package inspect

import (
	"cmp"
	"fmt"
	"slices"
	"sort"
	"strings"
	"unicode/utf8"
)

// Dot segments are looked for as the laxest of servers read: escapes, %u,
// overlong forms and look-alikes are what they stand for, '\' is '/', control
// characters are nothing, and what follows a ';' is a parameter.

// A lax is what a lax reader makes of a character.
type lax struct {
	text   string // "" for nothing, "x" for anything that is no delimiter
	n      int    // length of the character in the view
	hidden bool   // it is not written as what it is
}

// single are the strings of single ASCII characters, which matter here.
var single = func() (list [utf8.RuneSelf]string) {
	for i := range list {
		list[i] = "x"
		if strings.ContainsRune(`./\;=&?`, rune(i)) {
			list[i] = string(rune(i))
		} else if i < ' ' || i == 0x7F {
			list[i] = ""
		}
	}
	return list
}()

// laxly returns what a lax reader makes of the character at v.text[i:].
func (v *view) laxly(i int) lax {
	if b := v.text[i]; b < utf8.RuneSelf && b != '%' {
		return lax{text: single[b], n: 1, hidden: single[b] == ""}
	}
	c := characterAt(v.text, i)
	r, n := c.Rune, c.Len
	switch {
	case c.Form == StrayPercent:
		return lax{text: "x", n: n}
	case c.Fault == Truncated:
		if r, n = laxAt(v.text, c); n == 0 {
			return lax{text: "x", n: c.Len}
		}
	case c.Fault != NoFault && c.Fault != Overlong:
		return lax{text: "x", n: n}
	}
	if r >= 0 && r < utf8.RuneSelf {
		return lax{text: single[r], n: n, hidden: true}
	}
	if to := folded(r); to != "" && strings.Trim(to, `./\;`) == "" {
		return lax{text: to, n: n, hidden: true}
	}
	return lax{text: "x", n: n}
}

// A segment is what has been read of one.
type segment struct {
	lo, end   int  // in the view; end is where a parameter begins or it ends
	dots      int  // -1 if it is no dot segment
	hidden    bool // some of it is not written as what it is
	parameter bool
	first     bool // nothing stands before it
	slash     bool // a slash stands before it
	before    int  // where the slash before it begins, if that is hidden; else lo
}

// dots looks for dot segments.
func (x *linting) dots(v *view) {
	if v.kind == KindFragment || v.kind == kindOpaque || v.kind == KindHost || v.kind == KindUserinfo {
		return
	}
	depth := -1 // unknown
	if v.kind == KindPath && v.layer == 0 && strings.HasPrefix(v.text, "/") && v.base+len(v.text) > 0 {
		depth = 0
	}
	x.shown = x.shown[:0]
	if v.layer > 0 {
		for _, f := range x.found {
			if f.rule == dotSegmentEncoded && f.Offset >= v.base {
				x.shown = append(x.shown, mark{f.Offset, f.Offset + f.Len})
			}
		}
		slices.SortFunc(x.shown, func(a, b mark) int { return cmp.Compare(a.lo, b.lo) })
	}
	s := segment{first: true}
	for i := 0; i <= len(v.text); {
		c := lax{text: "/"} // the end
		if i < len(v.text) {
			c = v.laxly(i)
		}
		boundary := c.text == "/" || c.text == `\`
		slash := boundary && i < len(v.text)
		if v.kind == KindQuery && (c.text == "=" || c.text == "&" || c.text == "?") || v.kind == KindText && c.text == "=" {
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
				x.segment(v, s, i, i+c.n, slash, c.hidden, &depth)
			}
			s = segment{lo: i + c.n, before: i + c.n, slash: slash}
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
			s.dots += len(c.text)
			s.hidden = s.hidden || c.hidden
		default:
			s.dots = -1
		}
		i += c.n
	}
}

// segment looks at a segment that ends at end, where a delimiter ends at next.
func (x *linting) segment(v *view, s segment, end, next int, slash, hiddenSlash bool, depth *int) {
	isDots := s.dots == 1 || s.dots == 2
	if *depth >= 0 {
		switch {
		case s.dots == 2 && !s.parameter:
			*depth--
		case s.dots == 1 && !s.parameter:
		default:
			*depth++
		}
	}
	if !isDots {
		return
	}
	hidden := s.hidden || s.before < s.lo || slash && hiddenSlash
	lo, hi := s.before, end
	if slash {
		hi = next
	}
	above := *depth < 0 && v.kind == KindPath && v.layer == 0 && strings.HasPrefix(v.text, "/") && s.dots == 2
	if above {
		*depth = 0
	}
	if v.kind != KindPath {
		// A dot alone is nothing in a value.
		if !s.slash && !slash && (s.dots == 1 || v.kind != KindText || !hidden) {
			return
		}
	}
	if v.layer > 0 && !v.isNew(lo, hi) {
		return
	}
	switch {
	case (s.hidden || v.layer > 0) || hidden && (v.kind == KindPath || v.kind == KindText):
		a, b := v.origin(lo), v.origin(hi)
		// The slash before it may be the end of the one before.
		if i := x.last[dotSegmentEncoded]; i >= 0 && x.found[i].Layer == v.layer && x.found[i].Offset <= a {
			a = min(max(a, x.found[i].Offset+x.found[i].Len), b)
		}
		if i := sort.Search(len(x.shown), func(i int) bool { return x.shown[i].hi >= b }); a == b || i < len(x.shown) && x.shown[i].lo <= a {
			return
		}
		message := `".." or "." to what decodes it, and something else to what does not`
		if v.layer > 0 {
			message = fmt.Sprintf(`".." or "." to what decodes %d times`, v.layer+1)
		}
		x.add(dotSegmentEncoded, a, b, v.layer, message)
	case s.parameter:
		x.add(dotSegmentParameter, v.origin(lo), v.origin(hi), v.layer, "a dot segment to servers that cut off path parameters, and to others a name")
	case v.kind == KindQuery || v.kind == KindValue:
		if s.dots == 2 {
			x.add(dotSegmentInValue, v.origin(lo), v.origin(hi), v.layer, `a value with ".." leads out of its directory if it is used as a file name`)
		}
	case above:
		x.add(dotSegmentAboveRoot, v.origin(lo), v.origin(hi), v.layer, `".." leads above the root`)
	default:
		x.add(dotSegment, v.origin(lo), v.origin(hi), v.layer, "a dot segment, which clients remove before they send the path")
	}
}

// emptySegments looks for "//" in a path.
func (x *linting) emptySegments(v *view) {
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
			x.replace(emptySegment, v.base+i, v.base+end, "an empty segment: some servers remove it, others do not", "/")
		}
		i = end
	}
}
