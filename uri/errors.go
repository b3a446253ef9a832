package uri

import (
	"unicode/utf8"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/pct"
)

// The reasons of a *percent.SyntaxError of this package: the production of RFC
// 3986, appendix A, that the text at Offset does not match. A malformed escape in
// any component is a percent.InvalidEscape, or a percent.TruncatedEscape where the text
// ends in it. Bytes are a character, up to three
// bytes of an escape, or nothing where the text ends too soon.
//
// The components are separated first, as in appendix B, the userinfo by the first
// '@'; then each is checked against its production from left to right.
const (
	InvalidScheme       percent.Reason = "invalid scheme"
	InvalidAuthority    percent.Reason = "invalid authority" // an IP literal is followed by something other than a port
	InvalidUserinfo     percent.Reason = "invalid userinfo"
	InvalidIPLiteral    percent.Reason = "invalid IP-literal" // the ']' is missing
	InvalidIPv6         percent.Reason = "invalid IPv6address"
	InvalidIPvFuture    percent.Reason = "invalid IPvFuture"
	InvalidZone         percent.Reason = "invalid ZoneID" // of RFC 6874
	InvalidRegName      percent.Reason = "invalid reg-name"
	InvalidPort         percent.Reason = "invalid port"
	InvalidPathAbempty  percent.Reason = "invalid path-abempty"  // after an authority
	InvalidPathAbsolute percent.Reason = "invalid path-absolute" // begins with '/'
	InvalidPathNoscheme percent.Reason = "invalid path-noscheme" // of a relative reference
	InvalidPathRootless percent.Reason = "invalid path-rootless" // after a scheme
	InvalidSegment      percent.Reason = "invalid segment"
	InvalidQuery        percent.Reason = "invalid query"
	InvalidFragment     percent.Reason = "invalid fragment"
	InvalidURI          percent.Reason = "invalid URI"          // the scheme is missing
	InvalidAbsoluteURI  percent.Reason = "invalid absolute-URI" // there is a fragment
)

// DotSegment is the reason of a *percent.SyntaxError of JoinSegments, JoinRooted
// and WithSegments. Its Field names the segment, such as "2nd segment".
const DotSegment percent.Reason = "dot segment"

// syntaxError returns the error for the text at s[i].
func syntaxError(r percent.Reason, s string, i int) *percent.SyntaxError {
	e := &percent.SyntaxError{Format: "uri", Offset: int64(i), Reason: r}
	rest := s[i:]
	switch {
	case rest == "":
	case r == percent.InvalidEscape:
		e.Reason, e.Bytes = pct.EscapeReason(rest), rest[:min(3, len(rest))]
	case isEscape(s, i):
		e.Bytes = rest[:3]
	default:
		_, n := utf8.DecodeRuneInString(rest)
		e.Bytes = rest[:n]
	}
	return e
}
