package uri

// A schemeRule is what normalization knows of a scheme.
type schemeRule struct {
	port  string // default
	root  bool   // an empty path after an authority is "/"
	local bool   // no host, an empty one and "localhost" are the same
	mail  bool   // the path is addresses, the query header fields
	urn   bool   // nothing is decoded; the path begins with a namespace
}

var schemeRules = map[string]schemeRule{
	"http":   {port: "80", root: true},  // RFC 9110 section 4.2.3
	"https":  {port: "443", root: true}, // RFC 9110 section 4.2.3
	"ws":     {port: "80", root: true},  // RFC 6455 section 3
	"wss":    {port: "443", root: true}, // RFC 6455 section 3
	"ftp":    {port: "21", root: true},  // RFC 1738 section 3.2
	"file":   {root: true, local: true}, // RFC 8089 section 2
	"mailto": {mail: true},              // RFC 6068 section 2
	"urn":    {urn: true},               // RFC 8141 section 3.1
}

// DefaultPort returns the default port of a scheme, or "" if normalization knows
// none.
func DefaultPort(scheme string) string { return ruleOf(scheme).port }

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
	return schemeRules[string(name[:len(scheme)])]
}
