package reader

import "github.com/pct-encoded/percent/reader/internal/plain"

// The limits of a name in the Domain Name System.
const (
	maxName  = plain.MaxName
	maxLabel = plain.MaxLabel
)

// Canonical reports whether a URL is written so that all readers agree on its host,
// port and path: http or https in lower case, a domain in lower-case ASCII that does
// not begin with an IPv4 address, whose last label begins with a letter, and which is in no
// domain localhost, a port only
// if it is not the default one, and a path that begins with a slash, without escapes,
// dot segments, empty segments and a semicolon at its end. A client may refuse such a
// URL for its port. Canonical reads each octet once and does not allocate. Most URLs
// are canonical; the others need [Reader.Read].
func Canonical(url string) bool {
	_, ok := plain.Parse(url)
	return ok
}
