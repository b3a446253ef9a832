package explain

import "github.com/pct-encoded/percent/internal/words"

// A Delimiter is what a character delimits where it stands.
type Delimiter uint8

// The delimiters. Pairs, names, values and parameters are not in RFC 3986, but nearly
// all schemes have them.
const (
	DelimNone      Delimiter = iota
	delimScheme              // ':' after the scheme
	delimAuthority           // each '/' of "//"
	delimPassword            // ':' between user and password
	delimUserinfo            // '@' after the userinfo
	delimIPLiteral           // '[' and ']' around an IP address
	delimGroup               // ':' between the groups of an IPv6 address
	delimLabel               // '.' between labels of a host
	delimPort                // ':' before the port
	delimSegment             // '/' in a path
	delimParameter           // ';' in a path, before a parameter of a segment
	delimQuery               // '?' before the query
	delimPair                // '&' between pairs
	delimValue               // the first '=' of a pair
	delimFragment            // '#' before the fragment
)

var delimiterNames = [...]string{"", "scheme-end", "authority-start", "password-start", "userinfo-end", "ip-literal", "ipv6-group", "label", "port-start", "segment", "parameter", "query-start", "pair", "value", "fragment-start"}

var delimiterTexts = [...]string{"", "ends the scheme", "begins the authority", "divides user and password", "ends the userinfo", "encloses an IP address", "divides an IPv6 address", "divides labels", "begins the port", "divides path segments", "begins a parameter", "begins the query", "divides pairs", "divides name and value", "begins the fragment"}

// String returns the delimiter in words, such as "begins the query", and "" for
// DelimNone.
func (d Delimiter) String() string { return words.Of(delimiterTexts[:], d) }

// ID returns the delimiter in one word, such as "query-start".
func (d Delimiter) ID() string { return words.Of(delimiterNames[:], d) }

// A Verdict is what the decision tree says of a character where it stands. The
// tree is in docs/explain.md.
type Verdict uint8

// The verdicts.
const (
	VerdictStays      Verdict = iota // an unreserved character, not escaped
	VerdictDelimiter                 // a reserved one that delimits, or is the '+' of a form
	VerdictMayStand                  // a reserved one that delimits nothing there and is allowed
	VerdictDepends                   // a reserved one in a text of no known place
	VerdictMustEscape                // a character that is not allowed there unescaped
	VerdictStray                     // a '%' that begins no escape
	VerdictNoEscape                  // %uHHHH, which no standard has
	VerdictNeedless                  // the escape of an unreserved character
	VerdictData                      // the escape of a reserved one
	VerdictEscaped                   // the escape of what must be escaped

	verdicts = int(VerdictEscaped) + 1
)

var verdictNames = [...]string{"stays", "delimiter", "may-stand", "depends", "must-be-escaped", "stray-percent", "no-escape", "needless-escape", "data", "escaped"}

var verdictTexts = [...]string{
	"stays as it is", "stays: a delimiter", "allowed here", "stays as a delimiter, must be escaped as data",
	"must be escaped", "begins no escape; a percent sign is %25", "an escape in no standard", "should not be escaped",
	"data, because it is escaped", "rightly escaped",
}

// String returns the verdict in words, such as "must be escaped".
func (v Verdict) String() string { return words.Of(verdictTexts[:], v) }

// ID returns the verdict in one word, such as "must-be-escaped".
func (v Verdict) ID() string { return words.Of(verdictNames[:], v) }

// A PlusReading is what an unescaped '+' means by the rules for its place.
type PlusReading uint8

// The readings.
const (
	PlusNone          PlusReading = iota // there is no unescaped '+'
	PlusItself                           // a plus sign, except in the queries below
	PlusProbablySpace                    // in a query for which uri.QueryIsForm is true: the server decides
	PlusSpace                            // a space: in the body of a form
	PlusUnknown                          // in text: a plus sign, unless the text is from a form
)

var plusNames = [...]string{"", "plus", "probably-space", "space", "unknown"}

// String returns "plus", "probably-space", "space" or "unknown", and "" for
// PlusNone.
func (p PlusReading) String() string { return words.Of(plusNames[:], p) }
