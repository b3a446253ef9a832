package text

import (
	"strings"

	"github.com/pct-encoded/percent/internal/lazy"
)

// opaqueSchemes are schemes that are rarely followed by "//": no path of segments
// comes after them, and they alone show that a text is a URI.
var opaqueSchemes = []string{
	"about", "acct", "bitcoin", "blob", "cid", "data", "did", "geo", "im", "jar", "javascript", "magnet", "mailto", "mid",
	"news", "pkg", "pres", "sip", "sips", "sms", "spotify", "tag", "tel", "urn", "view-source", "xmpp",
}

// webSchemes are those after which browsers add a missing "//".
var webSchemes = []string{"http", "https", "ws", "wss", "ftp"}

// IsOpaque reports whether a scheme is one that "//" rarely follows.
func IsOpaque(scheme string) bool { return IsAmong(scheme, opaqueSchemes) }

// IsWeb reports whether a scheme is http, https, ws, wss or ftp.
//
//go:noinline
func IsWeb(scheme string) bool { return IsAmong(scheme, webSchemes) }

// SchemeLength returns the length of the scheme that s begins with, or 0.
//
//go:noinline
func SchemeLength(s string) int {
	for i := range len(s) {
		switch c := s[i]; {
		case IsLetter(c):
		case i > 0 && ('0' <= c && c <= '9' || c == '+' || c == '-' || c == '.'):
		case i > 0 && c == ':':
			return i
		default:
			return 0
		}
	}
	return 0
}

// Unbroken returns s without tabs and line ends, which browsers remove from URLs.
func Unbroken(s string) string {
	if strings.IndexByte(s, '\t') < 0 && !IsBroken(s) {
		return s
	}
	return breaks.Get().Replace(s)
}

// IsBroken reports whether there is a line end in s.
func IsBroken(s string) bool {
	return strings.IndexByte(s, '\n') >= 0 || strings.IndexByte(s, '\r') >= 0
}

var breaks = lazy.Value[*strings.Replacer]{Make: func() *strings.Replacer { return strings.NewReplacer("\t", "", "\r", "", "\n", "") }}
