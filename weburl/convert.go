package weburl

import (
	"database/sql/driver"
	"fmt"
	"net/url"
	"strings"

	"github.com/pct-encoded/percent/uri"
)

// MarshalText returns the URL; that of the zero URL is empty.
func (u URL) MarshalText() ([]byte, error) { return []byte(u.href), nil }

// AppendText appends the URL to dst.
func (u URL) AppendText(dst []byte) ([]byte, error) { return append(dst, u.href...), nil }

// UnmarshalText parses an absolute URL, as [Parse] does. Empty text is the zero
// URL.
func (u *URL) UnmarshalText(text []byte) error {
	if len(text) == 0 {
		*u = URL{}
		return nil
	}
	v, err := Parse(string(text))
	if err == nil {
		*u = v
	}
	return err
}

// Value returns the URL for a database: a string, or nil for the zero URL. With it
// a URL is a [driver.Valuer].
func (u URL) Value() (driver.Value, error) {
	if u.IsZero() {
		return nil, nil
	}
	return u.href, nil
}

// Scan parses a string or bytes from a database. NULL and empty text are the zero
// URL. With it *URL is a sql.Scanner.
func (u *URL) Scan(src any) error {
	switch src := src.(type) {
	case nil:
		*u = URL{}
		return nil
	case string:
		return u.UnmarshalText([]byte(src))
	case []byte:
		return u.UnmarshalText(src)
	}
	return fmt.Errorf("weburl: cannot scan a %T", src)
}

// URI returns u as a URI of RFC 3986. The error, of package uri, says where that
// grammar does not allow what u holds, such as '|' in a query.
func (u URL) URI() (uri.URI, error) { return uri.Parse(u.href) }

// FromURI returns what a browser makes of an absolute URI. The error is a
// *percent.SyntaxError, with the reason NotPortable where RFC 3986 means another
// resource: by that, 0x7f.1 is a name and not an address, and "https:a/b" has a path
// and no host.
func FromURI(r uri.URI) (URL, error) { return fromOther(r.String()) }

// NetURL returns u as a URL of package net/url. The error is a
// *percent.SyntaxError, with the reason NotPortable where that package would write
// it differently.
func (u URL) NetURL() (*url.URL, error) {
	v, err := url.Parse(u.href)
	if err != nil || v.String() != u.href {
		return nil, failure{NotPortable, 0, len(u.href)}.error("", u.href)
	}
	return v, nil
}

// FromNetURL returns what a browser makes of an absolute URL of package net/url.
// The errors are those of FromURI; their offsets count in v.String().
func FromNetURL(v *url.URL) (URL, error) { return fromOther(v.String()) }

// fromOther parses a URL of another grammar. The repairs of the parser show where
// the grammars differ.
func fromOther(s string) (URL, error) {
	var why failure
	p := Parser{OnError: func(e ValidationError) {
		if why.reason == "" && movesParts(e, s) {
			why = failure{NotPortable, int(e.Offset), int(e.Offset) + len(e.Bytes)}
		}
	}}
	u, err := p.Parse(s)
	if err == nil && why.reason != "" {
		err = why.error("", s)
	}
	if err != nil {
		return URL{}, err
	}
	return u, nil
}

// movesParts reports whether a validation error in s means that RFC 3986 finds
// other components in it.
func movesParts(e ValidationError, s string) bool {
	switch e.Name {
	case specialSchemeMissingSolidus:
		// file:/path is file:///path by RFC 8089, too.
		return !(strings.HasPrefix(s[e.Offset:], "/") && strings.EqualFold(s[:e.Offset], "file:"))
	case invalidReverseSolidus, fileInvalidWindowsDriveLetter, fileInvalidWindowsDriveLetterInHost,
		ipv4NonASCIIInput, ipv4EmptyPart, ipv4TooFewParts, ipv4NonDecimalPart:
		return true
	case invalidURLUnit:
		return strings.ContainsFunc(e.Bytes, func(r rune) bool { return r <= ' ' })
	}
	return false
}
