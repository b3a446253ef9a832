package oauth1

import "strings"

// BaseURI returns the base string URI of an absolute URL (RFC 5849, section
// 3.4.1.2): scheme and host in lower case, the port unless it is the default of
// http or https, the path as it is sent, or "/" if there is none; user
// information, query and fragment are left out. An error is a
// *percent.SyntaxError.
func BaseURI(url string) (string, error) {
	u, err := splitURL(url)
	if err != nil {
		return "", err
	}
	return string(u.appendBase(nil)), nil
}

// parts are the pieces of a URL that a signature covers.
type parts struct {
	scheme, host, port, path, query string
}

// splitURL splits an absolute URL without looking at its escapes.
func splitURL(url string) (parts, error) {
	scheme, rest, ok := strings.Cut(url, "://")
	if !ok || !isScheme(scheme) {
		return parts{}, urlError(0, url, NoScheme)
	}
	u := parts{scheme: scheme}
	rest, _, _ = strings.Cut(rest, "#")
	rest, u.query, _ = strings.Cut(rest, "?")
	if i := strings.IndexByte(rest, '/'); i >= 0 {
		rest, u.path = rest[:i], rest[i:]
	}
	at := strings.LastIndexByte(rest, '@') + 1
	u.host, u.port = splitHost(rest[at:])
	if u.host == "" {
		return parts{}, urlError(0, url, NoHost)
	}
	for i := range len(u.port) {
		if u.port[i] < '0' || '9' < u.port[i] {
			return parts{}, urlError(len(scheme)+len("://")+len(rest)-len(u.port)+i, u.port[i:i+1], BadPort)
		}
	}
	return u, nil
}

// splitHost splits host:port; a colon inside brackets belongs to the host.
func splitHost(s string) (host, port string) {
	i := strings.LastIndexByte(s, ':')
	if i < 0 || strings.IndexByte(s[i:], ']') >= 0 {
		return s, ""
	}
	return s[:i], s[i+1:]
}

func isScheme(s string) bool {
	for i := range len(s) {
		c := s[i] | 0x20
		if ('a' > c || c > 'z') && (i == 0 || ('0' > s[i] || s[i] > '9') && strings.IndexByte("+-.", s[i]) < 0) {
			return false
		}
	}
	return s != ""
}

func (u parts) appendBase(dst []byte) []byte {
	start := len(dst)
	dst = append(dst, u.scheme...)
	dst = append(dst, "://"...)
	dst = append(dst, u.host...)
	for i := start; i < len(dst); i++ {
		if c := dst[i]; 'A' <= c && c <= 'Z' {
			dst[i] = c + 'a' - 'A'
		}
	}
	if u.port != "" && !defaultPort(u.scheme, u.port) {
		dst = append(append(dst, ':'), u.port...)
	}
	if u.path == "" {
		return append(dst, '/')
	}
	return append(dst, u.path...)
}

func defaultPort(scheme, port string) bool {
	return port == "80" && strings.EqualFold(scheme, "http") || port == "443" && strings.EqualFold(scheme, "https")
}
