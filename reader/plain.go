package reader

// A cut holds where the parts of a plain URL end.
type cut struct{ scheme, host, port, path, query int }

// The classes of octets of plain URLs. A dot in a host or path is in none, nor is a slash
// in a path.
const (
	inLabel uint8 = 1 << iota
	inPath
	inQuery
)

var plain = func() (of [256]uint8) {
	for i := range of {
		c := byte(i)
		if 'a' <= c && c <= 'z' || isDigit(c) || c == '-' {
			of[i] |= inLabel
		}
		if isPathOctet(c) && c != '\'' {
			of[i] |= inQuery
			if c != '.' && c != '/' {
				of[i] |= inPath
			}
		}
	}
	return of
}()

// The limits of a name in the Domain Name System (RFC 1035, section 2.3.4), in octets.
const (
	maxName  = 253
	maxLabel = 63
)

// Canonical reports whether a URL is written so that all readers agree on its host,
// port and path: http or https in lower case, a domain in lower-case ASCII that does not
// begin with an IPv4 address and whose last label begins with a letter, a port only if it
// is not the default one, and a path that begins with a slash, without escapes, dot
// segments, empty segments and a semicolon at its end. A client may refuse it for its
// port. It looks at each octet once and does not allocate. Most URLs are canonical; the
// others need [Reader.Read].
func Canonical(url string) bool {
	_, ok := cutPlain(url)
	return ok
}

// cutPlain returns where the parts of a canonical URL end.
func cutPlain(url string) (c cut, ok bool) {
	var standard string
	switch {
	case len(url) > 8 && url[:8] == "https://":
		c.scheme, standard = 5, "443"
	case len(url) > 7 && url[:7] == "http://":
		c.scheme, standard = 4, "80"
	default:
		return c, false
	}
	start := c.scheme + 3
	i, label := start, start
	for {
		for i < len(url) && plain[url[i]]&inLabel != 0 {
			i++
		}
		if !isLabel(url[label:i]) || i == len(url) {
			return c, false
		}
		if url[i] != '.' {
			break
		}
		i++
		label = i
	}
	if i-start > maxName || isDigit(url[label]) || isDigit(url[start]) && ipv4Prefix(url[start:i]) > 0 {
		return c, false
	}
	c.host = i
	if url[i] == ':' {
		i++
		first, port := i, 0
		for ; i < len(url) && isDigit(url[i]) && i-first <= 5; i++ {
			port = port*10 + int(url[i]-'0')
		}
		if i == len(url) || i == first || url[first] == '0' || port > 65535 || url[first:i] == standard {
			return c, false
		}
	}
	c.port = i
	if url[i] != '/' {
		return c, false
	}
	for i++; ; i++ {
		for i < len(url) && plain[url[i]]&inPath != 0 {
			i++
		}
		if i == len(url) || url[i] != '.' && url[i] != '/' {
			break
		}
		if url[i-1] == '/' && (url[i] == '/' || isDots(url[i:])) {
			return c, false
		}
	}
	if url[i-1] == ';' {
		return c, false // Twisted leaves it out
	}
	c.path, c.query = i, i
	if i == len(url) {
		return c, true
	}
	if url[i] != '?' {
		return c, false
	}
	for i++; i < len(url) && plain[url[i]]&inQuery != 0; i++ {
	}
	c.query = i
	return c, i == len(url) && i > c.path+1
}

// isLabel reports whether no reader objects to a label or maps it, given that it
// consists of lower-case letters, digits and hyphens.
func isLabel(s string) bool {
	n := len(s)
	return n > 0 && n <= maxLabel && s[0] != '-' && s[n-1] != '-' && (n < 4 || s[2] != '-' || s[3] != '-')
}

// isDots reports whether a segment that begins with a dot is a dot segment.
func isDots(s string) bool {
	n := 1
	if len(s) > 1 && s[1] == '.' {
		n = 2
	}
	return n == len(s) || s[n] == '/' || s[n] == '?'
}
