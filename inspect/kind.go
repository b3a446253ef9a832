package inspect

import (
	"slices"
	"strings"
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
func (k Kind) String() string { return word(kindNames[:], k) }

// word returns the word for i, or "unknown" if there is none.
func word[T ~uint8](words []string, i T) string {
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

// LookupKind returns the kind with that name.
func LookupKind(name string) (Kind, bool) {
	i := slices.Index(kindNames[:], name)
	return Kind(max(i, 0)), i >= 0
}

// opaqueSchemes are schemes that no "//" follows, most of the time: what stands
// behind them is no path of segments, and by them alone a text is known as a URI.
var opaqueSchemes = []string{
	"about", "acct", "bitcoin", "blob", "cid", "data", "did", "geo", "im", "jar", "javascript", "magnet", "mailto", "mid",
	"news", "pkg", "pres", "sip", "sips", "sms", "spotify", "tag", "tel", "urn", "view-source", "xmpp",
}

// webSchemes are those whose "//" browsers add where it is missing. The query of
// all but the last is probably a form.
var webSchemes = []string{"http", "https", "ws", "wss", "ftp"}

func isOpaque(scheme string) bool { return isAmong(scheme, opaqueSchemes) }

func isWeb(scheme string) bool { return isAmong(scheme, webSchemes) }

// mayBeForm reports whether the query of a URI with that scheme is probably read
// as a form.
func mayBeForm(scheme string) bool { return isAmong(scheme, webSchemes[:4]) }

func isAmong(scheme string, list []string) bool {
	return slices.ContainsFunc(list, func(s string) bool { return strings.EqualFold(s, scheme) })
}

// GuessKind says what a text is likely to be. It is a URI if it begins with a
// scheme and "//", with a scheme that is well known, or with "/", "./", "../",
// "?" or "#", if a '/' stands before its first '?', or if name=value follows
// that; a query if it holds '=' and '&'; and otherwise text. A text of several
// lines is text, and so is one with a space before its first "/?#:".
func GuessKind(s string) Kind {
	if strings.ContainsAny(strings.TrimRight(s, "\r\n"), "\r\n") {
		return KindText
	}
	if n := strings.IndexAny(s, " /?#:"); n >= 0 && s[n] == ' ' {
		return KindText
	}
	if n := schemeLength(s); n > 0 {
		scheme := s[:n]
		known := isOpaque(scheme) || isWeb(scheme) || strings.EqualFold(scheme, "file")
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

// schemeLength returns the length of the scheme that s begins with, or 0.
func schemeLength(s string) int {
	for i := range len(s) {
		switch c := s[i]; {
		case 'a' <= c|0x20 && c|0x20 <= 'z':
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

// String returns the name of the component, or "" for PartNone.
func (p Part) String() string { return word(partNames[:], p) }

// place is where in a URI the part is.
func (p Part) place() Places {
	return [...]Places{PartUserinfo: InUserinfo, PartHost: InRegName, PartPath: InPath, PartQuery: InQuery, PartFragment: InFragment}[p]
}

// A Delimiter is what a character delimits where it stands.
type Delimiter uint8

// The delimiters. Pairs, names, values and parameters are no matter of RFC 3986
// but of what nearly all schemes do.
const (
	DelimNone      Delimiter = iota
	DelimScheme              // ':' behind the scheme
	DelimAuthority           // each '/' of "//"
	DelimPassword            // ':' between user and password
	DelimUserinfo            // '@' behind the userinfo
	DelimIPLiteral           // '[' and ']' around an IP address
	DelimGroup               // ':' between the groups of an IPv6 address
	DelimLabel               // '.' between labels of a host
	DelimPort                // ':' before the port
	DelimSegment             // '/' in a path
	DelimParameter           // ';' in a path, before a parameter of a segment
	DelimQuery               // '?' before the query
	DelimPair                // '&' between pairs
	DelimValue               // the first '=' of a pair
	DelimFragment            // '#' before the fragment
)

var delimiterNames = [...]string{"", "scheme-end", "authority-start", "password-start", "userinfo-end", "ip-literal", "ipv6-group", "label", "port-start", "segment", "parameter", "query-start", "pair", "value", "fragment-start"}

var delimiterTexts = [...]string{"", "ends the scheme", "begins the authority", "divides user and password", "ends the userinfo", "encloses an IP address", "divides an IPv6 address", "divides labels", "begins the port", "divides path segments", "begins a parameter", "begins the query", "divides pairs", "divides name and value", "begins the fragment"}

// String returns the delimiter in words, such as "begins the query", and "" for
// DelimNone.
func (d Delimiter) String() string { return word(delimiterTexts[:], d) }

// ID returns the delimiter in one word, such as "query-start".
func (d Delimiter) ID() string { return word(delimiterNames[:], d) }

// A CharacterVerdict is what the decision tree says of a character where it stands. The
// tree is in docs/explain.md.
type CharacterVerdict uint8

// The verdicts.
const (
	VerdictStays      CharacterVerdict = iota // an unreserved character as it is
	VerdictDelimiter                          // a reserved one that delimits, or is the '+' of a form
	VerdictMayStand                           // a reserved one that delimits nothing there and is allowed
	VerdictDepends                            // a reserved one in a text of no known place
	VerdictMustEscape                         // what may not stand there as it is
	VerdictStray                              // a '%' that begins no escape
	VerdictNoEscape                           // %uHHHH, which no standard has
	VerdictNeedless                           // the escape of an unreserved character
	VerdictData                               // the escape of a reserved one
	VerdictEscaped                            // the escape of what must be escaped

	verdicts = int(VerdictEscaped) + 1
)

var verdictNames = [...]string{"stays", "delimiter", "may-stand", "depends", "must-be-escaped", "stray-percent", "no-escape", "needless-escape", "data", "escaped"}

var verdictTexts = [...]string{
	"stays as it is", "stays: a delimiter", "may stand here", "stays as a delimiter, must be escaped as data",
	"must be escaped", "begins no escape; must be %25", "an escape in no standard", "should not be escaped",
	"data, because it is escaped", "rightly escaped",
}

// String returns the verdict in words, such as "must be escaped".
func (v CharacterVerdict) String() string { return word(verdictTexts[:], v) }

// ID returns the verdict in one word, such as "must-be-escaped".
func (v CharacterVerdict) ID() string { return word(verdictNames[:], v) }

// A PlusReading is what an unescaped '+' means by the rules for the place where
// it stands. Whatever the rules say, the server decides.
type PlusReading uint8

// The readings.
const (
	PlusNone          PlusReading = iota // there is no unescaped '+'
	PlusItself                           // a plus sign: any component but the query of the schemes below
	PlusProbablySpace                    // the query of http, https, ws and wss: probably a form
	PlusSpace                            // the body of a form
	PlusUnknown                          // in text: a plus sign, unless it is of a form
)

var plusNames = [...]string{"", "plus", "probably-space", "space", "unknown"}

// String returns "plus", "probably-space", "space" or "unknown", and "" for
// PlusNone.
func (p PlusReading) String() string { return word(plusNames[:], p) }
