package oauth1

import (
	"strings"

	"github.com/pct-encoded/percent"
)

// A Header is an Authorization header of scheme OAuth (RFC 5849, section 3.5.1).
type Header struct {
	// Realm is the realm, unquoted and not percent-decoded, and HasRealm says
	// whether there is one.
	Realm    string
	HasRealm bool
	// Params are the other parameters in order, decoded.
	Params []Param
}

// Get returns the first value with that name and whether there is one.
func (h *Header) Get(name string) (value string, ok bool) {
	for _, p := range h.Params {
		if p.Name == name {
			return p.Value, true
		}
	}
	return "", false
}

const scheme = "OAuth"

// isOAuth reports whether the value of an Authorization header has the scheme
// OAuth, in any case of letters.
func isOAuth(value string) bool {
	value = strings.TrimLeft(value, whitespace)
	return len(value) >= len(scheme) && strings.EqualFold(value[:len(scheme)], scheme) &&
		(len(value) == len(scheme) || strings.IndexByte(whitespace, value[len(scheme)]) >= 0)
}

// Whitespace is allowed around everything, line folding included.
const whitespace = " \t\r\n"

// ParseHeader reads the value of an Authorization header: the scheme OAuth, and
// name="value" parameters separated by commas, with whitespace around them. Names
// and values are only percent-decoded: '+' and every other byte but a quote stay
// as they are. The realm is a quoted string with backslashes (RFC 9110, section
// 5.6.4). Order and repetition are kept. An error is a
// *percent.SyntaxError; the parameters before it are returned as well.
func ParseHeader(value string) (*Header, error) {
	h := &Header{}
	if !isOAuth(value) {
		return h, headerError(0, NotOAuth)
	}
	i := skip(value, 0)
	i = skip(value, i+len(scheme))
	for i < len(value) {
		if value[i] == ',' {
			// Empty elements of a list are allowed (RFC 9110, section 5.6.1).
			i = skip(value, i+1)
			continue
		}
		start := i
		for i < len(value) && strings.IndexByte("=,\""+whitespace, value[i]) < 0 {
			i++
		}
		end := i
		if start == end {
			return h, headerError(start, NoName)
		}
		if i = skip(value, i); i == len(value) || value[i] != '=' {
			return h, headerError(i, NoEquals)
		}
		if i = skip(value, i+1); i == len(value) || value[i] != '"' {
			return h, headerError(i, NoQuote)
		}
		quote := i
		i++
		var err error
		if strings.EqualFold(value[start:end], realmName) {
			if h.Realm, i, err = unquote(value, quote); err != nil {
				return h, err
			}
			h.HasRealm = true
		} else {
			n := strings.IndexByte(value[i:], '"')
			if n < 0 {
				return h, headerError(quote, OpenQuote)
			}
			var p Param
			if p.Name, err = decodeAt(value, start, end); err != nil {
				return h, err
			}
			if p.Value, err = decodeAt(value, i, i+n); err != nil {
				return h, err
			}
			h.Params = append(h.Params, p)
			i += n + 1
		}
		if i = skip(value, i); i < len(value) && value[i] != ',' {
			return h, headerError(i, NoComma)
		}
	}
	return h, nil
}

// skip returns the index of the first byte of s from i on that is not whitespace.
func skip(s string, i int) int {
	for i < len(s) && strings.IndexByte(whitespace, s[i]) >= 0 {
		i++
	}
	return i
}

func decodeAt(s string, start, end int) (string, error) {
	decoded, err := percent.OAuth1.Decode(s[start:end])
	if syntax, ok := err.(*percent.SyntaxError); ok {
		return "", headerError(start+int(syntax.Offset), BadEscape)
	}
	return decoded, nil
}

// unquote returns what the quoted string that begins at that index of s holds, and
// the index after it.
func unquote(s string, quote int) (string, int, error) {
	i := quote + 1
	for i < len(s) && s[i] != '"' && s[i] != '\\' {
		i++
	}
	if i < len(s) && s[i] == '"' {
		return s[quote+1 : i], i + 1, nil
	}
	b := []byte(s[quote+1 : i])
	for ; i < len(s); i++ {
		switch s[i] {
		case '"':
			return string(b), i + 1, nil
		case '\\':
			if i++; i == len(s) {
				return "", i, headerError(quote, OpenQuote)
			}
		}
		b = append(b, s[i])
	}
	return "", i, headerError(quote, OpenQuote)
}

// String returns the value of an Authorization header: the realm, if there is
// one, and the parameters in order, encoded and quoted. ParseHeader reads it back
// as h, whatever the octets are. A realm must not hold control characters, which
// are written as they are.
func (h *Header) String() string { return string(h.append(nil)) }

func (h *Header) append(dst []byte) []byte {
	dst = append(dst, scheme...)
	first := true
	if h.HasRealm || h.Realm != "" {
		dst = appendRealm(append(dst, ' '), h.Realm)
		first = false
	}
	for _, p := range h.Params {
		dst = appendParam(dst, first, p.Name, p.Value)
		first = false
	}
	return dst
}

func appendRealm(dst []byte, realm string) []byte {
	dst = append(dst, realmName+`="`...)
	for i := range len(realm) {
		if realm[i] == '"' || realm[i] == '\\' {
			dst = append(dst, '\\')
		}
		dst = append(dst, realm[i])
	}
	return append(dst, '"')
}

// appendParam appends a parameter and, before it, what separates it from the
// scheme or from another parameter.
func appendParam(dst []byte, first bool, name, value string) []byte {
	if !first {
		dst = append(dst, ',')
	}
	dst = append(dst, ' ')
	dst = percent.OAuth1.AppendEncode(dst, octets(name))
	dst = append(dst, `="`...)
	dst = percent.OAuth1.AppendEncode(dst, octets(value))
	return append(dst, '"')
}
