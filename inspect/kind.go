package inspect

import (
	"strings"

	"github.com/pct-encoded/percent/inspect/internal/text"
	"github.com/pct-encoded/percent/internal/words"
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

// String returns the kind in one word, such as "query".
func (k Kind) String() string { return words.Of(kindNames[:], k) }

// LookupKind returns the kind with that name.
func LookupKind(name string) (Kind, error) {
	return words.Lookup[Kind]("inspect", "kind", kindNames[:], name)
}

// Kinds returns all kinds.
func Kinds() []Kind {
	kinds := make([]Kind, len(kindNames))
	for i := range kinds {
		kinds[i] = Kind(i)
	}
	return kinds
}

// GuessKind guesses what a text is. It is a URI if it begins with a scheme and
// "//", with a well-known scheme, or with "/", "./", "../", "?" or "#", if a '/'
// stands before its first '?', or if name=value follows that; a query if it holds
// '=' and '&'; and otherwise text. Several lines are text, and so is anything with
// a space before the first of "/?#:".
func GuessKind(s string) Kind {
	if text.IsBroken(s) && text.IsBroken(strings.TrimRight(s, "\r\n")) {
		return KindText
	}
	if n := text.SchemeLength(s); n > 0 {
		scheme := s[:n]
		if strings.HasPrefix(s[n+1:], "//") || len(s) > n+1 && (text.IsOpaque(scheme) || text.IsWeb(scheme) || strings.EqualFold(scheme, "file")) {
			return KindURI
		}
	}
	if n := strings.IndexAny(s, " /?#:"); n >= 0 && s[n] == ' ' {
		return KindText
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
