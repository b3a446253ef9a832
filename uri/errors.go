package uri

import (
	"fmt"
	"unicode/utf8"
)

// A Production is the name of a rule of the grammar in RFC 3986, appendix A.
type Production string

// The productions that a SyntaxError names.
const (
	ProdScheme       Production = "scheme"
	ProdAuthority    Production = "authority" // something behind an IP literal that is no port
	ProdUserinfo     Production = "userinfo"
	ProdIPLiteral    Production = "IP-literal" // the ']' is missing
	ProdIPv6         Production = "IPv6address"
	ProdIPvFuture    Production = "IPvFuture"
	ProdZone         Production = "ZoneID" // of RFC 6874
	ProdRegName      Production = "reg-name"
	ProdPort         Production = "port"
	ProdPathAbempty  Production = "path-abempty"  // behind an authority
	ProdPathAbsolute Production = "path-absolute" // begins with '/'
	ProdPathNoscheme Production = "path-noscheme" // of a relative reference
	ProdPathRootless Production = "path-rootless" // behind a scheme
	ProdSegment      Production = "segment"
	ProdQuery        Production = "query"
	ProdFragment     Production = "fragment"
	ProdPctEncoded   Production = "pct-encoded"  // a malformed escape, in any component
	ProdURI          Production = "URI"          // a scheme was asked for
	ProdAbsoluteURI  Production = "absolute-URI" // no fragment was asked for
)

// A SyntaxError tells where a text stops being a URI reference. Components are
// told apart first, as appendix B of RFC 3986 does, the userinfo by the first
// '@'; then each is held against its production from left to right.
type SyntaxError struct {
	// Offset is the index, in bytes from 0, of the first byte that does not fit,
	// in what the caller passed. It is the length of that text where its end came
	// too soon.
	Offset int64
	// Bytes are what stands there: a character, the up to three bytes of an
	// escape, or nothing at the end.
	Bytes string
	// Production is the rule that failed.
	Production Production
}

// Error returns a text such as
//
//	uri: invalid port: "a" at byte 14
func (e *SyntaxError) Error() string {
	if e.Bytes == "" {
		return fmt.Sprintf("uri: invalid %s: end of text at byte %d", e.Production, e.Offset)
	}
	return fmt.Sprintf("uri: invalid %s: %q at byte %d", e.Production, e.Bytes, e.Offset)
}

// syntaxError returns the error for what stands at s[i].
func syntaxError(p Production, s string, i int) *SyntaxError {
	e := &SyntaxError{Offset: int64(i), Production: p}
	rest := s[i:]
	switch {
	case rest == "":
	case rest[0] == '%' && (isTriplet(s, i) || p == ProdPctEncoded):
		e.Bytes = rest[:min(3, len(rest))]
	default:
		_, n := utf8.DecodeRuneInString(rest)
		e.Bytes = rest[:n]
	}
	return e
}
