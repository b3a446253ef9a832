package lint

import (
	"sort"
	"strings"
	"unsafe"

	"github.com/pct-encoded/percent/inspect"
	"github.com/pct-encoded/percent/inspect/document"
	"github.com/pct-encoded/percent/inspect/internal/text"
	"github.com/pct-encoded/percent/internal/pct"
	"github.com/pct-encoded/percent/internal/placeholders"
)

// A reading is a text as it is once its references are read.
type reading struct {
	source string
	text   string
	// from is where each byte of text begins in source, and where the last one ends.
	from []int
	refs []mark // in source, of doubtful references
	bare []bareReference
	amps []int // in source, where a '&' begins no reference
}

// A bareReference is one without a ';'.
type bareReference struct {
	mark
	means string
}

// read reads the references in s.
func read(s string, p document.Place) reading {
	r := reading{source: s}
	var b strings.Builder
	for i := 0; i < len(s); {
		means, n := s[i:i+1], 1
		if s[i] == '&' {
			if ref := p.Reference(s[i:]); ref.Len > 0 {
				means, n = ref.Means, ref.Len
				if ref.Doubtful {
					r.refs = append(r.refs, mark{i, i + n})
				}
				if ref.Bare {
					r.bare = append(r.bare, bareReference{mark{i, i + n}, means})
				}
			} else {
				r.amps = append(r.amps, i)
			}
		}
		for range len(means) {
			r.from = append(r.from, i)
		}
		b.WriteString(means)
		i += n
	}
	r.text, r.from = b.String(), append(r.from, len(s))
	return r
}

// lookThrough is look for a text that is written in escapes.
func (l Linter) lookThrough(s string) []Finding {
	r := l.url.Text(s)
	inner := l
	inner.url = l.url.Inner()
	if text := r.Text(); inner.Clean(unsafe.Slice(unsafe.StringData(text), len(text))) {
		return nil
	}
	found := inner.look(r.Text())
	for i := range found {
		f := &found[i]
		lo, hi := f.Offset, f.Offset+f.Len
		f.Offset = r.Start(lo)
		f.Len = r.End(hi) - f.Offset
		if f.Mechanical {
			written, ok := l.url.Write(f.Replacement)
			f.Mechanical = ok && r.Divides(lo) && r.Divides(hi)
			f.Replacement = written
		}
		if !f.Mechanical {
			f.Replacement = ""
		}
	}
	return found
}

// lookAt is look for a text that stands somewhere.
func (l Linter) lookAt(s string) []Finding {
	place := l.url.Place
	r := reading{source: s, text: s}
	if place.Reads() {
		r = read(s, place)
	}
	list := newPass(l, r.text).results((*pass).all)
	var out []Finding
	for _, f := range list {
		if f.Rule == rules[htmlEntity].ID && (place == document.Nested || place == document.Verbatim) {
			continue // it belongs to other markup
		}
		if f.Rule == rules[unescapedNonASCII].ID && place != document.Attribute && strings.HasPrefix(r.text, "www.") && !strings.ContainsAny(r.text[:f.Offset], "/?#") {
			continue // of a host without its scheme, whose letters are never escaped
		}
		if l.url.Template && fillsIn(f, r.text) {
			continue
		}
		out = append(out, r.inSource(f, place))
	}
	if l.url.Unsure {
		for i := range out {
			if f := &out[i]; f.Mechanical {
				f.Mechanical, f.Replacement = false, ""
				f.Fix = "no automatic fix, because it is not certain where the URL ends; " + f.Fix
			}
		}
	}
	if place.Reads() {
		// What is written in plain letters hides nothing, and references are no plain
		// letters to a check of the markup.
		out = append(out, newPass(l, s).results((*pass).hidden)...)
		x := newPass(l, s)
		out = append(out, x.results(func(x *pass) {
			for _, b := range r.bare {
				x.add(isBareReference, b.lo, b.hi, 0, quoted(b.means))
			}
			for _, i := range r.amps {
				if l.url.XML {
					x.replace(isBareAmpersand, i, i+1, "&amp;")
				}
			}
		})...)
		sort.SliceStable(out, func(i, j int) bool { return out[i].Offset < out[j].Offset })
	}
	return out
}

// fillsIn reports whether a finding in s is about what a program fills in.
func fillsIn(f Finding, s string) bool {
	switch f.Rule {
	case rules[placeholder].ID:
		return true
	case rules[illegalCharacter].ID:
		return strings.Trim(s[f.Offset:f.Offset+f.Len], "{}[]") == ""
	case rules[malformedEscape].ID, rules[truncatedEscape].ID:
		return conversionLen(s[f.Offset:]) > 0 || placeholders.Len(s, f.Offset) > 0
	}
	return false
}

// hidden looks for a hidden scheme alone.
func (x *pass) hidden() {
	if x.kind == inspect.KindAuto || x.kind == inspect.KindURI {
		x.scheme()
	}
}

// inSource returns a finding in the text as one in the source.
func (r *reading) inSource(f Finding, p document.Place) Finding {
	lo, hi := f.Offset, f.Offset+f.Len
	if r.from != nil {
		f.Mechanical = f.Mechanical && (lo == 0 || r.from[lo-1] != r.from[lo]) && r.from[hi-1] != r.from[hi]
		for hi < len(r.text) && r.from[hi] == r.from[hi-1] {
			hi++
		}
		lo, hi = r.from[lo], r.from[hi]
		f.Offset, f.Len = lo, hi-lo
	}
	switch {
	case !f.Mechanical:
	case p == document.Verbatim, f.Rule == rules[backslash].ID, lo > 0 && r.source[lo-1] == '\\':
		// A backslash may be an escape of a string literal.
		f.Mechanical = false
	case hi == len(r.source) && strings.HasSuffix(f.Replacement, "."):
		f.Mechanical = false // what looks for URLs in text leaves a full stop at the end out
	case (p == document.Plain || p == document.Nested) && strings.IndexByte(r.source[lo:hi], '&') >= 0:
		// It is not known what reads the reference.
		f.Mechanical = false
	case r.isDoubtful(lo, hi), completesReference(r.source[:lo], f.Replacement, p):
		f.Mechanical = false
	case p.Reads():
		f.Replacement = strings.ReplaceAll(f.Replacement, "&", "&amp;")
	}
	if !f.Mechanical {
		f.Replacement = ""
	}
	return f
}

// isDoubtful reports whether there is a doubtful reference in source[lo:hi].
func (r *reading) isDoubtful(lo, hi int) bool {
	i := sort.Search(len(r.refs), func(i int) bool { return r.refs[i].hi > lo })
	return i < len(r.refs) && r.refs[i].lo < hi
}

// completesEscape reports whether the hexadecimal digits that a replacement behind s
// begins with may become part of an escape that s breaks off.
func completesEscape(s, replacement string) bool {
	if replacement == "" || !pct.IsHex(replacement[0]) {
		return false
	}
	if n := len(s); n > 1 && s[n-2] == '%' && pct.IsHex(s[n-1]) {
		return true
	}
	return strings.HasSuffix(s, "%") && (len(replacement) == 1 || pct.IsHex(replacement[1]))
}

// spellsReference reports whether s[at:], a replacement of an escape, may be part of a
// character reference that a '&' before and a ';' behind make complete, together with
// other replacements.
func spellsReference(s string, at int) bool {
	isPart := func(c byte) bool { return text.IsAlphanumeric(c) || c == '%' || c == '#' }
	const most = 3 * text.MaxEntityName // with all letters escaped
	lo, hi := at, at
	for lo > 0 && at-lo < most && isPart(s[lo-1]) {
		lo--
	}
	for hi < len(s) && hi-at < most && isPart(s[hi]) {
		hi++
	}
	if lo == 0 || hi == len(s) || s[hi] != ';' {
		return false
	}
	// A ';' may end a reference that stands for the '&'.
	return s[lo-1] == '&' || s[lo-1] == ';' && strings.IndexByte(s[max(0, lo-most):lo], '&') >= 0
}

// completesReference reports whether a replacement behind s may complete or break a
// character reference whose '&' is in s, or, in markup inside markup, what stands for
// the '&'.
func completesReference(s, replacement string, p document.Place) bool {
	if strings.HasSuffix(s, "&") || p == document.Nested && strings.HasSuffix(s, ";") {
		return true
	}
	if replacement == "" || !text.IsAlphanumeric(replacement[0]) {
		return false
	}
	n := len(s)
	for n > 0 && len(s)-n <= text.MaxEntityName && (text.IsAlphanumeric(s[n-1]) || s[n-1] == '#') {
		n--
	}
	return strings.HasSuffix(s[:n], "&") || p == document.Nested && strings.HasSuffix(s[:n], ";")
}
