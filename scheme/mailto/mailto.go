// Package mailto reads and writes mailto: URIs (RFC 6068, October 2010).
//
//	mailto.URL{To: []string{"gorby%kremvax@example.com"}, Headers: []mailto.Header{
//		{Name: "subject", Value: "50% off"}, {Name: "body", Value: "line 1\nline 2"},
//	}}.Build()
//	// mailto:gorby%25kremvax@example.com?subject=50%25%20off&body=line%201%0D%0Aline%202
//
// A space is %20 and never '+', which is itself. [URL.Build] and [Parse] are the
// two to reach for.
//
// Spec divergence (header injection): line ends and NUL are refused everywhere
// but in the body, where line ends belong, because a mail program that composes
// a message would write a header line of the sender's choice.
//
// The API of this package may still change.
package mailto

import (
	"strings"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/pct"
)

// A URL is the content of a mailto: URI, decoded.
type URL struct {
	// To holds the addresses before the question mark. Each is an addr-spec
	// (RFC 5322 section 3.4.1), such as gorby%kremvax@example.com; a domain may
	// be in Unicode.
	To []string
	// Headers are the header fields in their order; a name may come more than
	// once.
	Headers []Header
	// Fragment is what follows a '#', not decoded. It has no meaning (section 2,
	// item 7), and Build does not write it.
	Fragment string
}

// A Header is a header field of the message, or its body.
type Header struct {
	Name  string // as it was spelled; case does not matter
	Value string // a body has CR LF at the end of its lines when it was parsed
}

// HeaderEncoding is for names and values of header fields: qchar of section
// 2, which includes '+'. Build escapes '+', too, as section 5 advises, for
// readers who take it for a space.
var HeaderEncoding = percent.New(Qchar)

// LocalPartEncoding is for either side of the '@' of an address (section 2,
// item 1): what a URI holds, without / ? # [ ] & ; = % @ and ','.
var LocalPartEncoding = percent.New(percent.URISet.Remove("/?#[]&;=@,"))

// Qchar is section 2, qchar: unreserved and ! $ ' ( ) * + , ; : @
var Qchar = percent.Unreserved.Add("!$'()*+,;:@")

var (
	written = HeaderEncoding.WithKept(Qchar.Remove("+"))
	reader  = percent.New(percent.URISet).WithRaw(percent.URISet.Remove("#[]"))
)

const syntax pct.Format = "mailto"

// The reasons of a percent.SyntaxError, beside percent.InvalidEscape and
// percent.InvalidByte.
const (
	NotMailto     percent.Reason = "no mailto: scheme"   // at the beginning
	EmptyAddress  percent.Reason = "empty address"       // of several, or of one to be written
	EmptyName     percent.Reason = "empty header name"   // before '='
	MissingEquals percent.Reason = "missing '='"         // after a header name
	InvalidName   percent.Reason = "invalid header name" // not printable ASCII, or with a colon
	Control       percent.Reason = "control character"   // CR, LF or NUL where it would begin a line
)

// Recipients returns the addresses before the question mark and those of the
// header fields named to, which section 2 makes the same. A comma in a quoted
// local part divides nothing (RFC 5322 section 3.4.1).
func (u URL) Recipients() []string {
	list := u.To[:len(u.To):len(u.To)]
	for _, h := range u.Headers {
		if strings.EqualFold(h.Name, "to") {
			for rest := h.Value; rest != ""; {
				n := unquotedComma(rest)
				if address := strings.TrimSpace(rest[:n]); address != "" {
					list = append(list, address)
				}
				rest = rest[min(n+1, len(rest)):]
			}
		}
	}
	return list
}

// unquotedComma returns the index of the first comma of s that is not in a
// quoted-string, or the length of s.
func unquotedComma(s string) int {
	quoted := false
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '"':
			quoted = !quoted
		case s[i] == '\\' && quoted:
			i++
		case s[i] == ',' && !quoted:
			return i
		}
	}
	return len(s)
}

// Parse returns the content of a mailto: URI. It splits before it decodes, so that
// an escaped comma or ampersand divides nothing; '+' is itself. The error is a
// *percent.SyntaxError.
func Parse(s string) (URL, error) {
	var u URL
	const scheme = "mailto:"
	if len(s) < len(scheme) || !strings.EqualFold(s[:len(scheme)], scheme) {
		return u, syntax.Error(s, 0, len(scheme), NotMailto)
	}
	end := len(s)
	if i := strings.IndexByte(s, '#'); i >= 0 {
		u.Fragment, end = s[i+1:], i
	}
	to, question := end, strings.IndexByte(s[:end], '?')
	if question >= 0 {
		to = question
	}
	if to > len(scheme) {
		for i := len(scheme); i <= to; {
			n := pct.Until(s[i:to], ',')
			if n == 0 {
				return u, syntax.Error(s, i, min(i+1, to), EmptyAddress)
			}
			address, err := decode(s, i, i+n, "\r\n\x00")
			if err != nil {
				return u, err
			}
			u.To = append(u.To, address)
			i += n + 1
		}
	}
	if question < 0 {
		return u, nil
	}
	for i := question + 1; i <= end; {
		n := pct.Until(s[i:end], '&')
		if n == 0 && end == question+1 {
			break
		}
		h, err := parseHeader(s, i, i+n)
		if err != nil {
			return u, err
		}
		u.Headers = append(u.Headers, h)
		i += n + 1
	}
	return u, nil
}

func parseHeader(s string, i, end int) (h Header, _ error) {
	n := strings.IndexByte(s[i:end], '=')
	switch {
	case n < 0:
		return h, syntax.Error(s, end, end+1, MissingEquals)
	case n == 0:
		return h, syntax.Error(s, i, i+1, EmptyName)
	}
	name, err := decode(s, i, i+n, "\r\n\x00")
	if err != nil {
		return h, err
	}
	if at := badName(name); at >= 0 {
		return h, syntax.Error(s, i, i+n, InvalidName)
	}
	forbidden := "\r\n\x00"
	if strings.EqualFold(name, "body") {
		forbidden = "\x00"
	}
	value, err := decode(s, i+n+1, end, forbidden)
	if err != nil {
		return h, err
	}
	return Header{name, value}, nil
}

// badName returns the index of the first byte that the name of a header field
// cannot hold (RFC 5322 section 3.6.8), or -1.
func badName(name string) int {
	for i := range len(name) {
		if name[i] <= ' ' || name[i] > '~' || name[i] == ':' {
			return i
		}
	}
	return -1
}

// decode decodes s[i:end] and refuses the octets of forbidden.
func decode(s string, i, end int, forbidden string) (string, error) {
	text, err := syntax.Decode(reader, s, i, end)
	if err != nil {
		return "", err
	}
	if n := strings.IndexAny(text, forbidden); n >= 0 {
		at := pct.Index(s, i, n)
		return "", syntax.Error(s, at, at+3, Control)
	}
	return text, nil
}

// Build returns u as a mailto: URI. Line ends of a body become CR LF. The
// error, a *percent.SyntaxError, reports an empty address, the name of a header field
// that is not printable ASCII, CR or LF outside a body, and NUL. Its Field tells which
// value Offset counts in, such as "To, 2nd address" or "2nd header, name".
func (u URL) Build() (string, error) {
	b := []byte("mailto:")
	for i, address := range u.To {
		if address == "" {
			return "", syntax.Missing(recipient(i), EmptyAddress)
		}
		if err := refuse(address, "\r\n\x00"); err != nil {
			return "", pct.In(recipient(i), err)
		}
		if i > 0 {
			b = append(b, ',')
		}
		at := strings.LastIndexByte(address, '@')
		if at >= 0 {
			b = LocalPartEncoding.AppendEncode(b, []byte(address[:at]))
			b = append(b, '@')
		}
		b = LocalPartEncoding.AppendEncode(b, []byte(address[at+1:]))
	}
	separator := byte('?')
	for i, h := range u.Headers {
		if h.Name == "" {
			return "", syntax.Missing(pct.Nth(i)+" header, name", EmptyName)
		}
		if at := badName(h.Name); at >= 0 {
			return "", pct.In(pct.Nth(i)+" header, name", syntax.Error(h.Name, at, at+1, InvalidName))
		}
		value, forbidden := h.Value, "\r\n\x00"
		if strings.EqualFold(h.Name, "body") {
			value, forbidden = pct.CRLF(value), "\x00"
		}
		if err := refuse(h.Value, forbidden); err != nil {
			return "", pct.In(h.Name, err)
		}
		b = append(b, separator)
		separator = '&'
		b = written.AppendEncode(b, []byte(h.Name))
		b = append(b, '=')
		b = written.AppendEncode(b, []byte(value))
	}
	return string(b), nil
}

// recipient is what errors call the address with index i.
func recipient(i int) string { return "To, " + pct.Nth(i) + " address" }

func refuse(s, forbidden string) error {
	if i := strings.IndexAny(s, forbidden); i >= 0 {
		return syntax.Error(s, i, i+1, Control)
	}
	return nil
}
