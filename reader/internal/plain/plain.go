// Package plain recognizes URLs that all readers read alike, and finds where their
// parts end. Packages reader and guard share it.
package plain

// A Cut holds where the parts of a URL end, as indices in octets. The scheme begins the
// URL. Without a port, Port is Host, and without a query, Query is Path.
type Cut struct{ Scheme, Host, Port, Path, Query int }

// The classes of octets.
const (
	inLabel uint8 = 1 << iota
	inPath
	slash
	// slashOrDot is slash shifted by one: octets that need a closer look after a slash.
	slashOrDot
)

// A path has what stands for itself there (RFC 3986, section 3.3), but for "'", which some
// readers escape.
var classes = [256]uint8{
	'0': both, '1': both, '2': both, '3': both, '4': both, '5': both, '6': both, '7': both, '8': both, '9': both,
	'a': both, 'b': both, 'c': both, 'd': both, 'e': both, 'f': both, 'g': both, 'h': both, 'i': both,
	'j': both, 'k': both, 'l': both, 'm': both, 'n': both, 'o': both, 'p': both, 'q': both, 'r': both,
	's': both, 't': both, 'u': both, 'v': both, 'w': both, 'x': both, 'y': both, 'z': both,
	'A': inPath, 'B': inPath, 'C': inPath, 'D': inPath, 'E': inPath, 'F': inPath, 'G': inPath, 'H': inPath, 'I': inPath,
	'J': inPath, 'K': inPath, 'L': inPath, 'M': inPath, 'N': inPath, 'O': inPath, 'P': inPath, 'Q': inPath, 'R': inPath,
	'S': inPath, 'T': inPath, 'U': inPath, 'V': inPath, 'W': inPath, 'X': inPath, 'Y': inPath, 'Z': inPath,
	'-': both,
	'_': inPath, '~': inPath, '!': inPath, '$': inPath, '&': inPath, '(': inPath, ')': inPath,
	'*': inPath, '+': inPath, ',': inPath, ';': inPath, '=': inPath, ':': inPath, '@': inPath,
	'/': inPath | slash | slashOrDot,
	'.': inPath | slashOrDot,
}

const both = inLabel | inPath

// The limits of a name in the Domain Name System (RFC 1035, section 2.3.4), in octets.
const (
	MaxName  = 253
	MaxLabel = 63
)

// Parse returns where the parts of a URL end, and whether the function Canonical of
// package reader holds for it. It reads each octet once.
func Parse(url string) (c Cut, ok bool) {
	var standard string
	switch {
	case len(url) > 8 && url[:8] == "https://":
		c.Scheme, standard = 5, "443"
	case len(url) > 7 && url[:7] == "http://":
		c.Scheme, standard = 4, "80"
	default:
		return Cut{}, false
	}
	start := c.Scheme + 3
	i, label := start, start
	for {
		for i < len(url) && classes[url[i]]&inLabel != 0 {
			i++
		}
		if i == len(url) || !isLabel(url[label:i]) {
			return Cut{}, false
		}
		if url[i] != '.' {
			break
		}
		i++
		label = i
	}
	if i-start > MaxName || isDigit(url[label]) || isDigit(url[start]) && IPv4Prefix(url[start:i]) > 0 {
		return Cut{}, false
	}
	if label > start && url[label:i] == "localhost" {
		return Cut{}, false // curl takes such a name for localhost
	}
	c.Host = i
	if url[i] == ':' {
		i++
		first, port := i, 0
		for ; i < len(url) && isDigit(url[i]) && i-first <= 5; i++ {
			port = port*10 + int(url[i]-'0')
		}
		if i == len(url) || i == first || url[first] == '0' || port > 65535 || url[first:i] == standard {
			return Cut{}, false
		}
	}
	c.Port = i
	if url[i] != '/' {
		return Cut{}, false
	}
	end, dots := path(url, i)
	if url[end-1] == ';' || dots && !isPath(url[i:end]) {
		return Cut{}, false // Twisted leaves out a semicolon at the end
	}
	c.Path, c.Query = end, end
	if end < len(url) {
		if url[end] != '?' || end+1 == len(url) || !isQuery(url[end+1:]) {
			return Cut{}, false
		}
		c.Query = len(url)
	}
	return c, true
}

// path returns where a path ends that begins at a slash, and whether a slash in it is
// followed by a slash or a dot.
func path(url string, at int) (end int, dots bool) {
	var before, seen uint8
	for end = at; end < len(url); end++ {
		of := classes[url[end]]
		if of&inPath == 0 {
			break
		}
		seen |= before << 1 & of
		before = of
	}
	return end, seen&slashOrDot != 0
}

// isPath reports whether a path has no dot segments, and no empty segments except at
// the end.
func isPath(s string) bool {
	for i := range len(s) {
		if s[i] == '/' && i+1 < len(s) && (s[i+1] == '/' || s[i+1] == '.' && isDots(s[i+1:])) {
			return false
		}
	}
	return true
}

// isDots reports whether a segment that begins with a dot is a dot segment.
func isDots(s string) bool {
	n := 1
	if len(s) > 1 && s[1] == '.' {
		n = 2
	}
	return n == len(s) || s[n] == '/'
}

// isQuery checks eight octets at a time, which halves the time.
func isQuery(s string) bool {
	for len(s) >= 8 {
		b := s[:8]
		if classes[b[0]]&classes[b[1]]&classes[b[2]]&classes[b[3]]&classes[b[4]]&classes[b[5]]&classes[b[6]]&classes[b[7]]&inPath == 0 {
			return false
		}
		s = s[8:]
	}
	for i := range len(s) {
		if classes[s[i]]&inPath == 0 {
			return false
		}
	}
	return true
}

// isLabel reports whether no reader objects to a label or maps it, given that it
// consists of lower-case letters, digits and hyphens.
func isLabel(s string) bool {
	n := len(s)
	return n > 0 && n <= MaxLabel && s[0] != '-' && s[n-1] != '-' && (n < 4 || s[2] != '-' || s[3] != '-')
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// IPv4Prefix returns the length of an IPv4 address of four decimal numbers without leading
// zeros that s begins with, or 0.
func IPv4Prefix(s string) int {
	i := 0
	for k := range 4 {
		if k > 0 {
			if i >= len(s) || s[i] != '.' {
				return 0
			}
			i++
		}
		from, n := i, 0
		for ; i < len(s) && isDigit(s[i]) && n <= 255; i++ {
			n = n*10 + int(s[i]-'0')
		}
		if i == from || n > 255 || i-from > 1 && s[from] == '0' {
			return 0
		}
	}
	return i
}
