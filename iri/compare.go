package iri

import (
	"strings"
	"unicode/utf8"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/pct"
	"github.com/pct-encoded/percent/uri"
)

// Spell returns an IRI in a spelling that all IRIs share which the ladder makes the
// same. It is the field IRI of a [uri.Comparer].
//
//	uri.Comparer{IRI: iri.Spell}.Compare(uri.ParseLenient("http://é.com"), uri.ParseLenient("http://xn--9ca.com"))
func Spell(s string, l uri.Ladder) string {
	if u := uri.ParseLenient(s); u.HostKind() == uri.RegName {
		h := u.Host()
		s = s[:h.Offset] + spellHost(h.Raw, l) + s[h.Offset+len(h.Raw):]
	}
	if l.IRI {
		s = Encoding.Encode(s) // illegal characters too, in both texts
	}
	return s
}

// spellHost returns a registered name in Unicode as IDNA maps it, or with its labels
// in Punycode, whether it is written in characters or in the escapes of their
// UTF-8 (RFC 3986 section 3.2.2). What IDNA refuses stays.
func spellHost(s string, l uri.Ladder) string {
	name := s
	if l.IRI {
		if name = unescaped(s, l); !utf8.ValidString(name) {
			return s
		}
	}
	if pct.ASCII(name) || strings.IndexByte(name, '%') >= 0 {
		return s
	}
	const start = "//"
	made, err := ToURI(start + name)
	if err != nil {
		return s
	}
	shown := strings.TrimPrefix(FromURI(made), start)
	cased := name
	if l.Rungs&uri.Case != 0 {
		cased = pct.Lower(name)
	}
	switch {
	case !l.UTS46 && shown != cased:
		return s
	case l.IRI:
		return strings.TrimPrefix(made, start)
	}
	return shown
}

// unescaped decodes escapes beyond ASCII and, with the rung PercentEncoding, those
// of unreserved characters.
func unescaped(s string, l uri.Ladder) string {
	var out []byte
	for i := 0; i < len(s); {
		if c, ok := pct.Octet(s[i:]); ok && (c >= utf8.RuneSelf || l.Rungs&uri.PercentEncoding != 0 && percent.Unreserved.Contains(c)) {
			out = append(out, c)
			i += 3
			continue
		}
		out = append(out, s[i])
		i++
	}
	return string(out)
}
