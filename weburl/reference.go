package weburl

import (
	"math"
	"math/bits"
	"strings"
	"unicode/utf8"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/kernel"
)

// parseOther is parse for texts without one of the schemes of cutScheme.
func (p *Parser) parseOther(s string) (URL, error) {
	if s != "" && s[len(s)-1] > ' ' && p.OnError == nil && !tooLong(s) {
		i := 0
		if s[0] != '/' {
			i = cutAnyScheme(s)
		}
		switch {
		case i > 0 && isOpaque(s, i):
			return p.parseOpaque(s, i)
		case i == 0 && p.resolves(s):
			return p.resolve(s)
		}
	}
	return p.parseAny(s)
}

// cutAnyScheme returns where the scheme of a URL ends if it is in lower case, -1 if it
// is not, and 0 if there is none.
func cutAnyScheme(s string) int {
	upper := uint8(0)
	for i := range len(s) {
		switch c := s[i]; {
		case isSchemeByte(c):
			upper |= ^c & 0x20
		case c == ':' && i > 0 && isAlpha(s[0]):
			if upper != 0 {
				return -1
			}
			return i
		default:
			return 0
		}
	}
	return 0
}

// isOpaque reports whether s is certain to be a URL with an opaque path behind its
// scheme, which ends at i.
func isOpaque(s string, i int) bool {
	return kindOfScheme(s[:i]) == notSpecial && i+1 < len(s) && s[i+1] != '/' && !isTab(s[i+1])
}

// parseOpaque is parse for such URLs.
func (p *Parser) parseOpaque(s string, i int) (URL, error) {
	i++
	var m kernel.Masks
	if b := head(s[i:]); !kernel.ClassifyVector(classes, &m, b) {
		kernel.ClassifyPortable(classes, &m, b)
	}
	var o parts
	o.measure(s[i:], &m, true)
	l := layout{start: i}
	t := o.text
	if o.badPath|o.badQuery|o.badFragment == 0 {
		return URL{s, o.ends(i), l.rest()}, nil
	}
	path, query := t[:o.pathEnd], t[o.pathEnd:o.queryEnd]
	if len(s) > maxRewritten || o.odd != 0 || o.high != 0 && !utf8.ValidString(t) || o.pathEnd < len(t) && strings.HasSuffix(path, " ") {
		return p.parseAny(s)
	}
	n := i + percent.WHATWGC0Control.EncodedLen(octets(path)) + percent.WHATWGQuery.EncodedLen(octets(query)) + len(t) - o.queryEnd
	if o.badFragment != 0 {
		// Its '#' stays.
		n += percent.WHATWGFragment.EncodedLen(octets(t[o.queryEnd+1:])) - len(t[o.queryEnd+1:])
	}
	if n == len(s) {
		return URL{s, o.ends(i), l.rest()}, nil
	}
	b := append(make([]byte, 0, n), s[:i]...)
	b = percent.WHATWGC0Control.AppendEncode(b, octets(path))
	b, ends := o.appendEnds(b, percent.WHATWGQuery)
	return URL{unsafeString(b), ends, l.rest()}, nil
}

// resolves reports whether s, which has no scheme, is certain to be a reference to a
// path, a query or a fragment that the base can resolve.
func (p *Parser) resolves(s string) bool {
	if kind := p.Base.scheme(); kind == notSpecial || kind == schemeFile {
		return false
	}
	if s[0] == '/' {
		return len(s) == 1 || s[1] != '/' && s[1] != '\\' && !isTab(s[1])
	}
	return s[0] > ' ' && s[0] != '\\'
}

// resolve is parse for such references.
func (p *Parser) resolve(s string) (URL, error) {
	u := p.Base
	if len(s) > maxRewritten || len(u.href) > maxRewritten {
		return p.parseAny(s)
	}
	var m kernel.Masks
	if b := head(s); !kernel.ClassifyVector(classes, &m, b) {
		kernel.ClassifyPortable(classes, &m, b)
	}
	// What of the base stays.
	from := u.pathStart()
	keep := from
	switch s[0] {
	case '/':
	case '#':
		if keep = u.fragStart(); keep == 0 {
			keep = len(u.href)
		}
	case '?':
		keep = u.pathEnd()
	default:
		keep += strings.LastIndexByte(u.href[from:u.pathEnd()], '/') + 1
	}
	kept := uint64(0)
	if s[0] == '#' {
		kept = u.ends & math.MaxUint32
	}
	if len(s) <= 64 {
		hash := m[delims] & m[badQuery]
		before := below(hash)
		question := m[delims] & before
		path := below(question) & before
		if m[badPath]&path|m[badQuery]&before&^path|m[badFragment]&^before|((m[slashes]&path)<<1|1)&m[dots]&path == 0 {
			b := make([]byte, keep+len(s))
			copy(b, u.href[:keep])
			copy(b[keep:], s)
			ends := kept
			if question != 0 {
				ends = uint64(keep + bits.TrailingZeros64(question))
			}
			if hash != 0 {
				ends |= uint64(keep+bits.TrailingZeros64(hash)) << 32
			}
			return URL{unsafeString(b), ends, u.rest}, nil
		}
	}
	var o parts
	o.measure(s, &m, true)
	if !o.certain(p) {
		return p.parseAny(s)
	}
	o.checkDots(0)
	b := append(make([]byte, 0, keep+len(s)+2*o.escapes), u.href[:keep]...)
	b, ends := o.append(b, from, 0)
	return URL{trimmed(b), ends | kept, u.rest}, nil
}
