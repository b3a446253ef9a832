package uri

// A schemeRule is what normalization knows of a scheme.
type schemeRule struct {
	port  string // default
	root  bool   // an empty path after an authority is "/"
	local bool   // no host, an empty one and "localhost" are the same
	mail  bool   // the path is addresses, the query header fields
	urn   bool   // nothing is decoded; the path begins with a namespace
	form  bool   // the query is probably a form
}

// DefaultPort returns the default port of a scheme, or "" if normalization knows
// none.
func DefaultPort(scheme string) string { return ruleOf(scheme).port }

// QueryIsForm reports whether the query of a reference with that scheme is probably
// read as a form, in which a '+' is a space. It is with http, https, ws, wss and
// without a scheme (""), since such a reference usually stands on a page of http:
// HTML forms send their data there (HTML, section 4.10.21.3, "mutate action URL").
// With any other scheme a '+' is a plus sign, as RFC 3986 has it; ftp and file have
// no query at all (RFC 1738, section 3.2, and RFC 8089, section 2). Case does not
// matter.
func QueryIsForm(scheme string) bool { return scheme == "" || ruleOf(scheme).form }

func ruleOf(scheme string) schemeRule {
	if scheme == "" {
		return schemeRule{}
	}
	var name [6]byte
	if len(scheme) > len(name) {
		return schemeRule{}
	}
	for i := range len(scheme) {
		name[i] = lower(scheme[i])
	}
	switch string(name[:len(scheme)]) {
	case "http", "ws": // RFC 9110 section 4.2.3, RFC 6455 section 3
		return schemeRule{port: "80", root: true, form: true}
	case "https", "wss":
		return schemeRule{port: "443", root: true, form: true}
	case "ftp": // RFC 1738 section 3.2
		return schemeRule{port: "21", root: true}
	case "file": // RFC 8089 section 2
		return schemeRule{root: true, local: true}
	case "mailto": // RFC 6068 section 2
		return schemeRule{mail: true}
	case "urn": // RFC 8141 section 3.1
		return schemeRule{urn: true}
	}
	return schemeRule{}
}
