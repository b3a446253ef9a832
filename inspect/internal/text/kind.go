package text

import (
	"slices"
	"strings"

	"github.com/pct-encoded/percent/internal/pct"
)

// A Kind is what a text is, which decides what the characters in it delimit and
// which of them may stand there.
type Kind uint8

// The kinds.
const (
	KindAuto     Kind = iota // GuessKind decides
	KindText                 // text of which nothing more is known
	KindURI                  // a URI, or a relative reference
	KindUserinfo             // a component of one, without its delimiters
	KindHost
	KindPath
	KindQuery
	KindFragment
	KindForm  // the body of a form, application/x-www-form-urlencoded
	KindValue // one value that goes into a component: delimiters are data and escaped
)

var kindNames = [...]string{"auto", "text", "uri", "userinfo", "host", "path", "query", "fragment", "form", "value"}

// KindCount is how many kinds there are.
const KindCount = len(kindNames)

// String returns the kind in one word, such as "query".
func (k Kind) String() string { return Word(kindNames[:], k) }

// Word returns the word for i, or "unknown" if there is none.
func Word[T ~uint8](words []string, i T) string {
	if int(i) < len(words) {
		return words[i]
	}
	return "unknown"
}

// Kinds returns all kinds.
func Kinds() []Kind {
	kinds := make([]Kind, len(kindNames))
	for i := range kinds {
		kinds[i] = Kind(i)
	}
	return kinds
}

// LookupKind returns the kind with that name, or an error in the name of package
// of.
func LookupKind(of pct.Format, name string) (Kind, error) {
	if i := slices.Index(kindNames[:], name); i >= 0 {
		return Kind(i), nil
	}
	return 0, of.Unknown("kind", name, kindNames[:])
}

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
func IsWeb(scheme string) bool { return IsAmong(scheme, webSchemes) }

// IsAmong reports whether a word is in a list, in any case.
func IsAmong(word string, list []string) bool {
	return slices.ContainsFunc(list, func(s string) bool { return strings.EqualFold(s, word) })
}

// HasPrefix reports whether s begins with prefix, in any case.
func HasPrefix(s, prefix string) bool {
	return len(s) >= len(prefix) && strings.EqualFold(s[:len(prefix)], prefix)
}

// Unbroken returns s without tabs and line ends, which browsers remove from URLs.
func Unbroken(s string) string { return breaks.Replace(s) }

var breaks = strings.NewReplacer("\t", "", "\r", "", "\n", "")

// GuessKind guesses what a text is. It is a URI if it begins with a scheme and
// "//", with a well-known scheme, or with "/", "./", "../", "?" or "#", if a '/'
// stands before its first '?', or if name=value follows that; a query if it holds
// '=' and '&'; and otherwise text. Several lines are text, and so is anything with
// a space before the first of "/?#:".
func GuessKind(s string) Kind {
	if strings.ContainsAny(strings.TrimRight(s, "\r\n"), "\r\n") {
		return KindText
	}
	if n := strings.IndexAny(s, " /?#:"); n >= 0 && s[n] == ' ' {
		return KindText
	}
	if n := SchemeLength(s); n > 0 {
		scheme := s[:n]
		known := IsOpaque(scheme) || IsWeb(scheme) || strings.EqualFold(scheme, "file")
		if strings.HasPrefix(s[n+1:], "//") || known && len(s) > n+1 {
			return KindURI
		}
	}
	for _, start := range []string{"/", "./", "../", "?", "#"} {
		if strings.HasPrefix(s, start) {
			return KindURI
		}
	}
	if path, query, ok := strings.Cut(s, "?"); ok {
		named := strings.Contains(query, "=") && !strings.HasPrefix(query, " ") && !strings.ContainsAny(path, "=& ")
		if named || strings.Contains(path, "/") {
			return KindURI
		}
	}
	if strings.Contains(s, "=") && strings.Contains(s, "&") && !strings.ContainsAny(s, " <>") {
		return KindQuery
	}
	return KindText
}

// SchemeLength returns the length of the scheme that s begins with, or 0.
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

// A Part is a component of a URI.
type Part uint8

// The parts.
const (
	PartNone Part = iota // a delimiter between components, or text of no known place
	PartScheme
	PartUserinfo
	PartHost
	PartPort
	PartPath
	PartQuery
	PartFragment
)

var partNames = [...]string{"", "scheme", "userinfo", "host", "port", "path", "query", "fragment"}

// PartCount is how many parts there are, with PartNone.
const PartCount = len(partNames)

// String returns the name of the component, or "" for PartNone.
func (p Part) String() string { return Word(partNames[:], p) }

// Place is where in a URI the part is.
func (p Part) Place() Places {
	return [...]Places{PartUserinfo: InUserinfo, PartHost: InRegName, PartPath: InPath, PartQuery: InQuery, PartFragment: InFragment}[p]
}
