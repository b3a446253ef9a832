// Package plan has the words in which the readers of configuration files (package
// hop/config) say what a server does with a path. Package hop makes a hop of them: what a
// word does at a server, hop/compose.go says.
package plan

import (
	"regexp"
	"regexp/syntax"

	"github.com/pct-encoded/percent"
)

// A Step is one thing that a server does with a path: an Op, Answer, Redirect, Replace,
// SetPath, *Put, *Make, *Sub, *NginxPass, *NginxURL, RefuseEscape, StripPrefix, TakePrefix, StripSuffix, ReplaceAll or Unknown, or one of several ways in
// a *Branch, a *Shared, a *Loop, a *Jump, a *Fork, an *Internal, a *Same or an *Override.
type Step interface{ step() }

// An Op is a step without an argument.
type Op uint8

// The ops that all servers share.
const (
	Rule         Op = iota // show the path to rules
	Forward                // pass on the path and the query
	App                    // give the path to the application
	File                   // serve the file of that name
	Raw                    // take the original target
	End                    // take no more steps
	SplitQuery             // split off the query
	MergeSlashes           // merge consecutive slashes

	NginxTarget    // read the target, up to the decoded path
	NginxDots      // resolve dot segments
	NginxEncode    // escape the path again, if it had escapes
	NginxEscape    // escape the path
	NginxEndOfLine // end the target where a line ends in the path, as $uri does
	NginxFirstLine // cut the path at its first line feed
	NginxTrimLine  // drop a line feed at the end of the path
	NginxInternal  // note that the request is internal
	NginxChanged   // note that the path was changed within, too
	NginxSplit     // split off the query of a path that was made
	NginxMoved     // note that the path may be of another location
	NginxEntered   // note that the path is of its location again
	NginxRedirect  // decode what a redirect of rewrite decodes in a path
	URLPath        // take the path of the URL that the path is
	URLHost        // set the scheme and the host of that URL aside, for a redirect

	ApacheTarget      // read the target, up to a path in which unreserved characters are decoded
	ApacheTLS         // ApacheTarget of a server of https
	ApacheDecode      // decode the path, and refuse escaped slashes
	ApacheDecodeOn    // decode the path, also escaped slashes
	ApacheNoDecode    // decode the path, but for escaped slashes
	ApacheEncode      // escape the path
	ApacheKeep        // escape the path, but for escaped slashes
	ApacheOriginal    // take the original target, to be tested
	ApacheEscape      // escape the path of a redirect
	ApacheEscapeQuery // escape the query of a redirect
	ApacheQuery       // drop an & at the end of the query, and an empty query
	ApacheSearch      // refuse spaces and control characters in a query that is passed on
	ApacheSent        // refuse them in a path that is passed on as it is
	ApacheControls    // answer 500 to control characters in a redirect
	ApacheSegment     // cut the path behind its first segment
	ApacheWithin      // read a target that was made within, up to a path as that of ApacheTarget

	HAProxyTarget      // read the target
	HAProxyTarget30    // read the target as before 3.2
	HAProxyTarget26    // read the target as before 3.0
	HAProxySlashes     // merge slashes of the path
	HAProxyDot         // drop segments that are a dot
	HAProxyDotDot      // drop segments that are two dots, with the one before, but at the root
	HAProxyFull        // drop them at the root, too
	HAProxyDecode      // decode unreserved characters
	HAProxyUpper       // write the digits of escapes in upper case
	HAProxyStrict      // refuse malformed escapes
	HAProxyWhole       // put the query back behind the path
	HAProxyAlone       // forget the scheme and the host of the target
	HAProxyLower       // write letters in lower case
	HAProxyUpperCase   // write letters in upper case
	HAProxyURLDecode   // decode escapes
	HAProxyURLDecode30 // decode them as before 3.2
	HAProxyAuthority   // put the scheme and the host of the target before the path

	CaddyTarget   // read the target, and show the decoded path to rules
	CaddyMatched  // decode, fold and clean the path, as patterns match it
	CaddyDecode   // decode the path
	CaddyEncode   // escape it again
	CaddyCleaned  // clean the decoded path
	CaddyControls // leave control characters in a redirect undescribed
	CaddyForward  // pass on the path as RequestURI gives it

	EnvoyFragment  // drop what begins at the first #
	EnvoyTarget    // read the target, and split off the query
	EnvoyUnescape  // decode escapes of slashes and backslashes
	EnvoyNormalize // refuse NUL, read backslashes as slashes, decode unreserved characters, resolve dot segments

	TraefikTarget    // read the target, and split off the query, whose semicolons become &
	TraefikHash      // refuse a # in the path
	TraefikNormalize // escape the path, decode unreserved characters, write escapes in upper case
	TraefikClean     // merge slashes, resolve dot segments
	TraefikUnescape  // answer 500 to malformed escapes, which a replacement made
	TraefikRule      // show the path that rules match
	TraefikRouting   // make the path that rules match
	TraefikForward   // pass on the path, and the query
	URLEscape        // escape the path of a URL as Go does, if it is not escaped
)

// The octets that nginx and Apache do not escape in a path that they pass on, and nginx in a
// capture that it puts into a query.
var (
	NginxArgument = percent.ByteSet{}.AddRange(0x21, 0x7e).Remove("\"#%&+;<>?\\^`{|}")
	NginxKept     = percent.ByteSet{}.AddRange(0x21, 0x7e).Remove("\"#%<>?\\^`{|}")
	ApacheKept    = percent.ByteSet{}.AddRange('a', 'z').AddRange('A', 'Z').AddRange('0', '9').Add("/~$-_.+!*'(),;:@&=")
)

// Answer ends with a status, or closes the connection if it is 0.
type Answer int

// Redirect ends with a status, and redirects to the path.
type Redirect int

// Replace replaces the prefix Old of the path by By, if the path has it.
type Replace struct{ Old, By string }

// SetPath replaces the path.
type SetPath string

// RefuseEscape answers 400 to a path with the escape, in either case.
type RefuseEscape string

// Put writes a text where To says.
type Put struct {
	To   Place
	Name string // of a variable
	Text Text
}

// A Place is where Put writes.
type Place uint8

// The places.
const (
	ToPath     Place = iota // the path; the query stays
	ToQuery                 // the query, without its question mark
	ToTarget                // the path, and there is no query
	ToVariable              // the variable Name
)

// A Text is made of pieces when a step needs it.
type Text []Piece

// A Piece of a text is a literal text or a part of the request.
type Piece struct {
	Kind PieceKind
	Text string // a literal, or the name of an argument or a variable
	N    int    // of a capture
	// Kept are the octets that are not escaped, or nil to escape none. Only says that they
	// are escaped only where the path had an escape or a plus sign, Lower that escapes have
	// digits of lower case, and Plus that a space becomes a plus sign.
	Kept        *percent.ByteSet
	Only        bool
	Lower, Plus bool
}

// A PieceKind is what a piece is.
type PieceKind uint8

// The kinds of pieces.
const (
	Literal  PieceKind = iota
	ThePath            // the path at this step
	Original           // the target as it was sent, without what precedes its path
	Tail               // the query with its question mark, also where that is all
	Sent               // the target as it was sent
	Query              // the query, without its question mark
	AndQuery           // & and the query, or nothing if that is empty
	IsArgs             // a question mark, or nothing if there is no query
	Argument           // the value of an argument of the query, not decoded
	Capture            // what a group of the last regular expression matched
	Variable           // the value of a variable
	Foreign            // something else than a part of the target
)

// NginxPass makes the path that proxy_pass passes on, of a location with the prefix. URI is
// what follows the host in its URL.
type NginxPass struct{ Prefix, URI string }

// NginxURL passes on to a URL with variables.
type NginxURL struct{ Text Text }

// Make gives a variable what steps make of a text. The path stays.
type Make struct {
	Name  string
	Of    Text
	Steps []Step
}

// Sub replaces what an expression matches by a text: the first time, or everywhere.
type Sub struct {
	Source  string
	Pattern *Pattern
	By      string
	All     bool
}

// A Loop is steps that a Jump within them can take again. Text describes them.
type Loop struct {
	Text  string
	Steps []Step
}

// Jump takes the steps of a loop again.
type Jump struct{ To *Loop }

// Fork goes on, but under the condition in words it takes other steps, which end.
type Fork struct {
	If    string // such as "there is a file"
	Of    Text   // what follows that, or nil
	Who   bool   // it holds for no client but those that an address or credentials let in
	Steps []Step
}

// Conditions of a Fork on a file, whose name follows.
const (
	ThereIsFile      = "there is a file"
	ThereIsNoFile    = "there is no file"
	ThereIsFolder    = "there is a folder"
	ThereIsNoFolder  = "there is no folder"
	ThereIsEither    = "there is a file or folder"
	ThereIsNoIndex   = "there is no index file in"
	ThereIsFileAbove = "there is a file above" // one whose name is that of a folder in it
)

// Internal takes steps if the request is internal, and others if not.
type Internal struct{ Steps, Otherwise []Step }

// Same takes steps if two texts are the same, and others if not.
type Same struct {
	A, B             Text
	Steps, Otherwise []Step
}

// StripPrefix removes a prefix as Caddy does: the rest gets a leading slash, and its dot
// segments are resolved.
type StripPrefix string

// TakePrefix removes a prefix of the decoded path from the escaped one, which has it.
type TakePrefix string

// StripSuffix removes a suffix as Caddy does.
type StripSuffix string

// ReplaceAll replaces a text in the path and the query as Caddy does.
type ReplaceAll struct{ Old, By string }

// Unknown ends the steps with a result that is not known. The text names the directive.
type Unknown string

// A Branch takes the steps of the first case that holds, or else those of Otherwise.
type Branch struct {
	Cases     []Case
	Otherwise []Step
}

// A Case is a condition and the steps that are taken if it holds.
type Case struct {
	On    []Step // what is done first to the path that If is about, and to no other
	If    *Condition
	Steps []Step
}

// A Shared is steps that several branches have in common. Text describes them.
type Shared struct {
	Text  string
	Steps []Step
}

// An Override makes answers of steps unknown that something else may replace, or takes the
// steps of Pages instead of an answer, once.
type Override struct {
	Steps    []Step
	Statuses map[int]bool
	Class    string // what replaces them
	Pages    map[int]Page
}

// A Page is what is taken instead of an answer. If Status is not 0, what it serves has that
// status.
type Page struct {
	Status int
	Steps  []Step
}

func (Op) step()           {}
func (Answer) step()       {}
func (Redirect) step()     {}
func (Replace) step()      {}
func (SetPath) step()      {}
func (RefuseEscape) step() {}
func (StripPrefix) step()  {}
func (TakePrefix) step()   {}
func (StripSuffix) step()  {}
func (ReplaceAll) step()   {}
func (Unknown) step()      {}
func (*Branch) step()      {}
func (*Shared) step()      {}
func (*Override) step()    {}
func (*Put) step()         {}
func (*Make) step()        {}
func (*Sub) step()         {}
func (*NginxPass) step()   {}
func (*NginxURL) step()    {}
func (*Loop) step()        {}
func (*Jump) step()        {}
func (*Fork) step()        {}
func (*Internal) step()    {}
func (*Same) step()        {}

// A Kind is what a condition says of a path.
type Kind uint8

// The kinds of conditions.
const (
	IsPrefix     Kind = iota // it begins with Text
	IsSuffix                 // it ends with Text
	IsPath                   // it is Text
	IsBelow                  // it is Text or a path below it
	IsPart                   // it contains Text
	IsFoldedPart             // it contains Text, in either case
	IsMatch                  // Pattern matches it
	IsDecoded                // A holds for what url_dec of HAProxy makes of it; with Text also of NUL
	IsLine                   // it has no line feed before its last octet
	IsClean                  // it has no empty segment and no dot segment
	IsNot                    // A does not hold
	IsAnd                    // A and B hold
	IsOr                     // A or B holds
)

// A Condition holds for a path or does not. Conditions are shared and not changed, and the
// two that are always decided are Any and None.
type Condition struct {
	Kind    Kind
	Text    string
	A, B    *Condition
	Pattern *Pattern
}

// A Pattern is a regular expression whose runes are octets.
type Pattern struct {
	Regexp  *regexp.Regexp
	Program *syntax.Prog
	Tree    *syntax.Regexp
	// Captures is whether texts may refer to what its groups match, until another such
	// expression matches.
	Captures bool
	// Ordered is whether its groups follow one another, outside of repetitions, so that an
	// automaton can write them in this order.
	Ordered bool
}

// The conditions that always hold and never.
var (
	Any  = &Condition{Kind: IsPrefix}
	None = &Condition{Kind: IsNot, A: Any}
)

// Prefix holds for paths that begin with text.
//
//go:noinline
func Prefix(text string) *Condition {
	if text == "" {
		return Any
	}
	return &Condition{Kind: IsPrefix, Text: text}
}

// Suffix holds for paths that end with text.
//
//go:noinline
func Suffix(text string) *Condition { return &Condition{Kind: IsSuffix, Text: text} }

// Path holds for one path.
//
//go:noinline
func Path(text string) *Condition { return &Condition{Kind: IsPath, Text: text} }

// Below holds for a path and the paths below it.
func Below(text string) *Condition { return &Condition{Kind: IsBelow, Text: text} }

// Part holds for paths that contain text.
//
//go:noinline
func Part(text string) *Condition { return &Condition{Kind: IsPart, Text: text} }

// Not holds where a does not.
//
//go:noinline
func Not(a *Condition) *Condition {
	if a.Kind == IsNot {
		return a.A
	}
	if a == Any {
		return None
	}
	return &Condition{Kind: IsNot, A: a}
}

// And holds where a and b do.
//
//go:noinline
func And(a, b *Condition) *Condition {
	switch {
	case a == Any || b == None || a == b:
		return b
	case b == Any || a == None:
		return a
	}
	return &Condition{Kind: IsAnd, A: a, B: b}
}

// Or holds where a or b does.
//
//go:noinline
func Or(a, b *Condition) *Condition {
	switch {
	case a == None || b == Any || a == b:
		return b
	case b == None || a == Any:
		return a
	}
	return &Condition{Kind: IsOr, A: a, B: b}
}
