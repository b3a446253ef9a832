package iri

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/pct"
	"github.com/pct-encoded/percent/uri"
)

// FromURI maps a URI to an IRI (RFC 3987 section 3.2). It decodes the escapes of
// characters of ucschar, of iprivate in the query, and of unreserved ASCII
// characters. Those of '%', of reserved characters, of bytes that are not UTF-8, of
// bidirectional formatting characters and of everything else that an IRI may not
// hold stay; beyond ASCII, their digits become upper case. A host of "xn--" labels
// becomes Unicode if it leads back to the same labels; escapes of characters beyond
// ASCII stay in a host, because ToURI writes such characters as labels. ToURI maps
// the result back to s, but for the escapes of unreserved ASCII characters and the
// case of digits. FromURI does not fail: what is illegal in s stays. Use Readable
// for text that people will see.
func FromURI(s string) string { return fromURI(s, HostIDNA) }

// FromURI maps a URI to an IRI, as the function of that name does. With
// HostPercent the labels of a host stay, and its escapes are decoded.
func (c Converter) FromURI(s string) string { return fromURI(s, c.host) }

func fromURI(s string, host HostMode) string {
	return convert(s, decodesASCII, func(u uri.URI) (string, bool) {
		if host != HostIDNA {
			return "", false
		}
		return toUnicode(u.Host().Raw)
	}, func(_ []byte, r rune, where component) bool {
		if where == inHost && host == HostIDNA {
			return false // ToURI would write "xn--" labels, perhaps of another name
		}
		return pct.IsUcschar(r) && !pct.IsBidiControl(r) || where == inQuery && pct.IsIprivate(r)
	})
}

// Decode is FromURI for a piece of a URI outside its query: steps 1 to 5 of
// section 3.2, without hosts.
func Decode(s string) string { return string(AppendDecode(nil, []byte(s))) }

// AppendDecode appends src, decoded as Decode does, to dst and returns the extended
// buffer. It never fails.
func AppendDecode(dst, src []byte) []byte {
	d := decoder{s: string(src), out: dst, base: len(dst), mode: decodesASCII, shows: func(_ []byte, r rune, _ component) bool {
		return pct.IsUcschar(r) && !pct.IsBidiControl(r)
	}}
	d.text(0, len(src), elsewhere)
	return d.out
}

// Readable returns a URI or IRI for people to look at. Escapes are decoded where
// the character can be seen for what it is. Those of reserved characters, spaces,
// controls, bidirectional and invisible characters, and of characters that look like
// delimiters stay, and all of these but reserved characters become escapes.
// A host is shown in Unicode only if every label is of one script and does not
// consist of letters that look like Latin ones; otherwise it is in ASCII.
//
// It never fails, and leads back: ToURI of a Converter WithIllegal(IllegalEscaped)
// gives the same URI as for s, byte for byte once both are normalized by
// uri.Case and uri.PercentEncoding.
func Readable(s string) string {
	// From the URI, so that all that follows is about escapes.
	ascii, _ := Converter{}.WithIllegal(IllegalEscaped).ToURI(s)
	u := uri.ParseLenient(ascii).Normalize(uri.Case | uri.PercentEncoding)
	return convert(u.String(), keepsASCII, func(u uri.URI) (string, bool) {
		name, ok := toUnicode(u.Host().Raw)
		return name, ok && plain(name)
	}, func(before []byte, r rune, where component) bool {
		if where == inHost || !pct.IsUcschar(r) || !visible(r) || strings.ContainsRune(delimiterLookalikes, r) {
			return false
		}
		// A mark is drawn on the character before it, which must not be a delimiter.
		if unicode.IsMark(r) {
			last, _ := utf8.DecodeLastRune(before)
			return unicode.IsLetter(last) || unicode.IsMark(last)
		}
		return true
	})
}

// delimiterLookalikes could be taken for a delimiter of a URI, or for '%'.
const delimiterLookalikes = "\u2044\u2215\u29F8\u2571\uFF0F" + // /
	"\uFE68\uFF3C\u2216\u29F5" + // \
	"\uFF1F\uFE56\u037E" + // ? ;
	"\uFF03\uFE5F" + // #
	"\uFF20\uFE6B" + // @
	"\uFF1A\uFE55\u02D0\u02F8\u2236\uA789\u0589\u05C3\u0703\u0704\uFE13\uFE30\u205A" + // :
	"\uFF05\uFE6A\u066A\u2030" + // %
	"\uFF06\uFE60" + // &
	"\uFF1D\uFE66\uA78A\u30A0" + // =
	"\uFF0B\uFE62\uFF0E\u2024\uFE52\u0660\u06F0\uFF1B" // + . ;

// visible reports whether r has a shape of its own that is not blank. The marks
// that are never drawn and the letters that are blank are invisible too.
func visible(r rune) bool {
	return unicode.IsGraphic(r) && !unicode.In(r, unicode.Z, unicode.Cf, unicode.Variation_Selector, unicode.Other_Default_Ignorable_Code_Point) && r != 0x2800
}

// component is what the rules for a character depend on.
type component uint8

const (
	elsewhere component = iota
	inHost
	inQuery
)

// convert decodes the characters that shows allows in each component of s, and
// writes the host that host returns, if it returns one.
func convert(s string, mode asciiMode, host func(uri.URI) (string, bool), shows func(before []byte, r rune, where component) bool) string {
	u := uri.ParseLenient(s)
	d := decoder{s: s, mode: mode, shows: shows}
	at := 0
	if h := u.Host(); h.Present {
		d.text(0, h.Offset, elsewhere)
		at = h.Offset + len(h.Raw)
		if name, ok := host(u); ok && u.HostKind() == uri.RegName {
			d.out = append(d.out, name...)
		} else if u.HostKind() == uri.RegName {
			d.text(h.Offset, at, inHost)
		} else {
			d.out = append(d.out, h.Raw...)
		}
	}
	if q := u.Query(); q.Present {
		d.text(at, q.Offset, elsewhere)
		at = q.Offset + len(q.Raw)
		d.text(q.Offset, at, inQuery)
	}
	d.text(at, len(s), elsewhere)
	if string(d.out) == s {
		return s
	}
	return string(d.out)
}

// A decoder appends s to out and decodes the escapes that shows and mode allow.
type decoder struct {
	s     string
	out   []byte
	base  int // where in out the text begins
	mode  asciiMode
	shows func(before []byte, r rune, where component) bool
}

// asciiMode says whether escapes of unreserved ASCII characters are decoded.
type asciiMode uint8

const (
	keepsASCII asciiMode = iota
	decodesASCII
)

func (d *decoder) text(lo, hi int, where component) {
	s := d.s[:hi]
	for lo < hi {
		octet, ok := pct.Octet(s[lo:])
		if !ok {
			d.out = append(d.out, s[lo])
			lo++
			continue
		}
		if octet < utf8.RuneSelf {
			if d.mode == decodesASCII && percent.Unreserved.Contains(octet) && !pct.Completes(d.out[d.base:], octet) {
				d.out = append(d.out, octet)
			} else {
				d.out = append(d.out, s[lo:lo+3]...)
			}
			lo += 3
			continue
		}
		// The escapes of one character.
		var buf [utf8.UTFMax]byte
		n := 0
		for i := lo; n < len(buf); i += 3 {
			o, ok := pct.Octet(s[i:])
			if !ok {
				break
			}
			buf[n] = o
			n++
		}
		r, size := utf8.DecodeRune(buf[:n])
		if r == utf8.RuneError && size == 1 {
			// Not legal UTF-8: this octet stays.
			d.escapes(s[lo : lo+3])
			lo += 3
			continue
		}
		if d.shows(d.out, r, where) {
			d.out = append(d.out, buf[:size]...)
		} else {
			d.escapes(s[lo : lo+3*size])
		}
		lo += 3 * size
	}
}

// escapes appends escapes that stay. Those of Readable are normalized already,
// except in an illegal host, which has no normal form.
func (d *decoder) escapes(s string) {
	if d.mode == decodesASCII {
		s = strings.ToUpper(s)
	}
	d.out = append(d.out, s...)
}
