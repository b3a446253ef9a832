// Package iri maps between IRIs, which may hold characters beyond ASCII, and
// URIs, which may not.
//
//	iri.ToURI("http://例え.jp/引き出し")   // "http://xn--r8jz45g.jp/%E5%BC%95%E3%81%8D%E5%87%BA%E3%81%97"
//	iri.FromURI("http://xn--r8jz45g.jp/%E5%BC%95%E3%81%8D%E5%87%BA%E3%81%97")
//	iri.Readable(s)   // for people to look at
//
// [ToURI] is RFC 3987 (January 2005) section 3.1, [FromURI] section 3.2, both
// followed exactly; the characters are those of section 2.2. Hosts are mapped by
// UTS #46 (see UnicodeVersion), or percent-encoded, as a [Converter] says.
// [Readable] is for display: it decodes only what cannot mislead, and always maps
// back to the same URI, normalized. [Parse] takes an IRI reference apart; [XMLSystemID],
// [XLink], [XMLDSig] and [FromLEIRI] are the relatives of the XML world.
//
// The API of this package is meant for v1.
package iri

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/pct"
	"github.com/pct-encoded/percent/internal/words"
	"github.com/pct-encoded/percent/uri"
)

// HostMode says how a registered name with characters beyond ASCII is written.
type HostMode uint8

// The ways to write a host.
const (
	HostIDNA    HostMode = iota // by UTS #46, as "xn--" labels: what the DNS needs
	HostPercent                 // in escapes, as any other component (RFC 3987 section 3.1, step 2)
)

var hostModeWords = []string{"idna", "percent"}

// String returns "idna" or "percent".
func (h HostMode) String() string { return words.Of(hostModeWords, h) }

// IllegalMode says how bytes that an IRI may not hold are treated.
type IllegalMode uint8

// The ways to treat illegal bytes.
const (
	// IllegalRefused: they are an error.
	IllegalRefused IllegalMode = iota
	// IllegalEscaped: they are escaped, except '%' and delimiters, and a host that
	// IDNA refuses is percent-encoded.
	IllegalEscaped
)

var illegalModeWords = []string{"fail", "escape"}

// String returns "fail" or "escape".
func (i IllegalMode) String() string { return words.Of(illegalModeWords, i) }

// NormalForm is the normalization of the text before it is converted.
type NormalForm uint8

// The normal forms.
const (
	// AsIs changes nothing, as variant c of section 3.1 demands for text that is
	// Unicode already.
	AsIs NormalForm = iota
	// NFC normalizes, as variants a and b do for text from paper or from another
	// character encoding.
	NFC
)

var normalFormWords = []string{"as is", "NFC"}

// String returns "as is" or "NFC".
func (n NormalForm) String() string { return words.Of(normalFormWords, n) }

// A Converter makes URIs of IRIs. Converters are immutable and safe for
// concurrent use; a With… method returns a changed copy. The zero value is that of
// the function ToURI.
type Converter struct {
	host    HostMode
	illegal IllegalMode
	form    NormalForm
}

// WithHost returns a copy of c that writes hosts as m says. The default is HostIDNA.
func (c Converter) WithHost(m HostMode) Converter { c.host = m; return c }

// WithIllegal returns a copy of c that treats illegal bytes as m says. The default
// is IllegalRefused.
func (c Converter) WithIllegal(m IllegalMode) Converter { c.illegal = m; return c }

// WithForm returns a copy of c that normalizes as f says. The default is AsIs. With
// NFC, offsets of errors count in the normalized text.
func (c Converter) WithForm(f NormalForm) Converter { c.form = f; return c }

// ToURI maps an IRI or IRI reference to a URI (RFC 3987 section 3.1, variant c):
// characters of ucschar, and those of iprivate in the query, become the escapes
// of their UTF-8, the host becomes ASCII by IDNA, and everything else stays as it
// is, escapes too. A URI is returned unchanged. Text that is not an IRI reference is
// a *percent.SyntaxError.
func ToURI(s string) (string, error) { return Converter{}.ToURI(s) }

// ToURI maps an IRI or IRI reference to a URI, as the function of that name does,
// with the choices of c.
func (c Converter) ToURI(s string) (string, error) {
	if c.form == NFC {
		s = norm.NFC.String(s)
	}
	u := uri.ParseLenient(s)
	if c.illegal == IllegalRefused {
		i, err := Parse(s)
		if err != nil {
			return "", err
		}
		u = i.u
	}
	host := u.Host()
	if c.host == HostIDNA && host.Present && u.HostKind() == uri.RegName && !pct.ASCII(host.Raw) && strings.IndexByte(host.Raw, '%') < 0 {
		name, err := toASCII(host.Raw)
		if err == nil {
			before := encode(s[:host.Offset])
			return before + name + encode(s[host.Offset+len(host.Raw):]), nil
		}
		if c.illegal == IllegalRefused {
			return "", fmt.Errorf("%w: %w", syntaxError(InvalidHost, host.Offset, host.Raw), err)
		}
	}
	return encode(s), nil
}

func encode(s string) string { return Encoding.Encode(s) }

// AppendEncode appends src, a piece of an IRI without its host, encoded by step 2 of
// RFC 3987 section 3.1, to dst: characters of ucschar and iprivate become escapes;
// '%' and ASCII characters that a URI may hold stay. Any other character is a
// *percent.SyntaxError, returned with what was encoded before it. Encoding refuses
// nothing.
func AppendEncode(dst, src []byte) ([]byte, error) {
	for i := 0; i < len(src); {
		r, n := utf8.DecodeRune(src[i:])
		var reason percent.Reason
		switch {
		case r < utf8.RuneSelf && legacySet.Contains(byte(r)):
			dst = append(dst, byte(r))
		case r == utf8.RuneError && n == 1:
			reason = percent.InvalidUTF8
		case pct.IsBidiControl(r):
			reason = BidiControl
		case pct.IsUcschar(r) || pct.IsIprivate(r):
			dst = Encoding.AppendEncode(dst, src[i:i+n])
		default:
			reason = NotAllowed
		}
		if reason != "" {
			return dst, syntaxError(reason, i, string(src[i:i+n]))
		}
		i += n
	}
	return dst, nil
}

// Encoding is step 2 of RFC 3987 section 3.1 with its optional leniency: what is not
// ASCII, and ASCII characters that no IRI may hold, are escaped; '%', delimiters and
// all else stay. It checks nothing and percent-encodes hosts as well.
var Encoding = percent.New(legacySet)

// legacySet is 21 to 7E without < > " { } | \ ^ and the grave accent: what RFC
// 2396 section 2.4.3 excludes, but for # % [ ].
var legacySet = percent.ByteSet{}.AddRange(0x21, 0x7E).Remove("<>\"{}|\\^`")

// Three specifications of XML define an encoding for attribute values that are
// meant as URI references. They are one and the same rule.

// XMLSystemID is for system identifiers: XML 1.0, fifth edition, section
// 4.2.2. Apply it as late as possible, when the text is about to be used, and
// not when references are resolved.
var XMLSystemID = Encoding

// XLink is for xlink:href: XLink 1.0 section 5.4, and with the same words XML
// Base section 3.1. In XLink 1.1 the value is a LEIRI.
var XLink = Encoding

// XMLDSig is for the URI attributes of XML signatures: RFC 3275 section
// 4.3.3.1.
var XMLDSig = Encoding

// FromLEIRI maps a legacy extended IRI (W3C Working Group Note of November 2008;
// in draft-ietf-iri-3987bis section 7.1) to an IRI. It escapes spaces, controls,
// < > " { } | \ ^ and the grave accent, private-use and bidirectional formatting
// characters, specials, tags, noncharacters and bytes that are not UTF-8. Other
// characters of ucschar stay.
func FromLEIRI(s string) string {
	var b []byte
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		switch {
		case r < utf8.RuneSelf && legacySet.Contains(byte(r)),
			pct.IsUcschar(r) && !pct.IsBidiControl(r):
			b = append(b, s[i:i+n]...)
		default:
			b = percent.RFC3986.AppendEncode(b, []byte(s[i:i+n]))
		}
		i += n
	}
	if string(b) == s {
		return s
	}
	return string(b)
}

// FromXRI maps an Extensible Resource Identifier in its normal form to an IRI (XRI
// Syntax V2.0, section 2.3): every '%' becomes %25, and '#', '?' and '/' are escaped
// in cross-references, which are in parentheses and may hold others. Apply it once
// only: it is not idempotent. Characters that no URI may hold stay; [Encoding]
// escapes them. The authority of an XRI need not be that of a URI.
func FromXRI(s string) string {
	// within[i] is how many cross-references begin at i, minus those that end there.
	within := make([]int, len(s)+1)
	var open []int
	for i := range len(s) {
		switch s[i] {
		case '(':
			open = append(open, i)
		case ')':
			if n := len(open); n > 0 {
				within[open[n-1]]++
				within[i]--
				open = open[:n-1]
			}
		}
	}
	var b []byte
	depth := 0
	for i := range len(s) {
		depth += within[i]
		switch c := s[i]; {
		case c == '%', depth > 0 && (c == '#' || c == '?' || c == '/'):
			b = percent.RFC3986.AppendEncode(b, []byte{c})
		default:
			b = append(b, c)
		}
	}
	if string(b) == s {
		return s
	}
	return string(b)
}

// An IRI is an IRI reference: its text, and where its components are. The zero
// value is the empty reference.
type IRI struct{ u uri.URI }

// Parse parses an IRI reference by the grammar of RFC 3987 section 2.2: that of
// URI references, with ucschar for unreserved characters and iprivate in the
// query besides. Bidirectional formatting characters are refused, as section 4.1
// demands. The error is a *percent.SyntaxError.
func Parse(s string) (IRI, error) {
	if pct.ASCII(s) {
		u, err := uri.Parse(s)
		if e, ok := err.(*percent.SyntaxError); ok {
			err = unmask(e, s)
		}
		return IRI{u}, err
	}
	// With '~' in place of each of its bytes, a character is unreserved and
	// nothing else, and every offset stays.
	masked := []byte(s)
	var private []int
	var first *percent.SyntaxError
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		var reason percent.Reason
		switch {
		case r < utf8.RuneSelf:
		case r == utf8.RuneError && n == 1:
			reason = percent.InvalidUTF8
		case pct.IsBidiControl(r):
			reason = BidiControl
		case pct.IsIprivate(r):
			private = append(private, i)
		case !pct.IsUcschar(r):
			reason = NotAllowed
		}
		if r >= utf8.RuneSelf {
			for j := range n {
				masked[i+j] = '~'
			}
		}
		if reason != "" && first == nil {
			first = syntaxError(reason, i, s[i:i+n])
		}
		i += n
	}
	u, err := uri.Parse(string(masked))
	if e, ok := err.(*percent.SyntaxError); ok && (first == nil || e.Offset < first.Offset) {
		first = unmask(e, s)
	}
	if err == nil {
		host, query := u.Host(), u.Query()
		if u.HostKind() == uri.IPvFuture && !pct.ASCII(s[host.Offset:host.Offset+len(host.Raw)]) {
			at := host.Offset
			for s[at] < utf8.RuneSelf {
				at++
			}
			_, n := utf8.DecodeRuneInString(s[at:])
			if first == nil || int64(at) < first.Offset {
				first = syntaxError(uri.InvalidIPvFuture, at, s[at:at+n])
			}
		}
		for _, i := range private {
			if i < query.Offset || i >= query.Offset+len(query.Raw) {
				_, n := utf8.DecodeRuneInString(s[i:])
				if first == nil || int64(i) < first.Offset {
					first = syntaxError(PrivateUse, i, s[i:i+n])
				}
				break
			}
		}
	}
	if first != nil {
		return IRI{}, first
	}
	return IRI{uri.ParseLenient(s)}, nil
}

// unmask returns an error of package uri as one of this package about s, whose
// characters may have been masked.
func unmask(e *percent.SyntaxError, s string) *percent.SyntaxError {
	out := syntaxError(e.Reason, int(e.Offset), e.Bytes)
	if rest := s[e.Offset:]; !strings.HasPrefix(rest, e.Bytes) {
		_, n := utf8.DecodeRuneInString(rest)
		out.Bytes = rest[:max(n, min(len(e.Bytes), len(rest)))]
	}
	return out
}

// String returns the text that was parsed, byte for byte.
func (i IRI) String() string { return i.u.String() }

// Get returns a part as it is written in the IRI.
func (i IRI) Get(p uri.Part) uri.Component { return i.u.Get(p) }

// Segments returns the segments of the path.
func (i IRI) Segments() []uri.Segment { return i.u.Segments() }

// Resolve resolves ref against the base i, as uri.URI.Resolve does (RFC 3987
// section 6.5). Nothing is converted.
func (i IRI) Resolve(ref IRI) IRI { return IRI{i.u.Resolve(ref.u)} }

// ToURI maps i to a URI, as the function of that name does.
func (i IRI) ToURI() (uri.URI, error) {
	s, err := ToURI(i.String())
	if err != nil {
		return uri.URI{}, err
	}
	return uri.Parse(s)
}
