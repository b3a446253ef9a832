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
// SetPath, RefuseEscape, StripPrefix or Unknown, or one of several ways in a *Branch, a
// *Shared or an *Override.
type Step interface{ step() }

// An Op is a step without an argument.
type Op uint8

// The ops that all servers share.
const (
	Rule         Op = iota // show the path to rules
	Forward                // pass on the path and the query
	App                    // give the path to the application
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

	ApacheTarget   // read the target, up to a path in which unreserved characters are decoded
	ApacheTLS      // ApacheTarget of a server of https
	ApacheDecode   // decode the path, and refuse escaped slashes
	ApacheDecodeOn // decode the path, also escaped slashes
	ApacheNoDecode // decode the path, but for escaped slashes
	ApacheEncode   // escape the path
	ApacheKeep     // escape the path, but for escaped slashes
	ApacheOriginal // take the original target, to be tested

	HAProxyTarget    // read the target
	HAProxyDots      // split off the query, and resolve dot segments but those at the root
	HAProxyNormalize // apply all of normalize-uri, and split off the query
	HAProxyAuthority // put the scheme and the host of the target before the path

	CaddyTarget  // read the target, and show the decoded path to rules
	CaddyMatched // decode, fold and clean the path, as patterns match it
	CaddyForward // pass on the path as RequestURI gives it

	TraefikTarget    // read the target, and split off the query
	TraefikNormalize // decode unreserved characters, merge slashes, resolve dot segments
)

// The octets that nginx and Apache do not escape in a path that they pass on.
var (
	NginxKept  = percent.ByteSet{}.AddRange(0x21, 0x7e).Remove("\"#%<>?\\^`{|}")
	ApacheKept = percent.ByteSet{}.AddRange('a', 'z').AddRange('A', 'Z').AddRange('0', '9').Add("/~$-_.+!*'(),;:@&=")
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

// StripPrefix removes a prefix as Caddy does: the rest gets a leading slash, and its dot
// segments are resolved.
type StripPrefix string

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

// An Override makes answers of steps unknown that something else may replace.
type Override struct {
	Steps    []Step
	Statuses map[int]bool
	Class    string // what replaces them
}

func (Op) step()           {}
func (Answer) step()       {}
func (Redirect) step()     {}
func (Replace) step()      {}
func (SetPath) step()      {}
func (RefuseEscape) step() {}
func (StripPrefix) step()  {}
func (Unknown) step()      {}
func (*Branch) step()      {}
func (*Shared) step()      {}
func (*Override) step()    {}

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
	IsLine                   // it has no line feed before its last octet
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
}

// The conditions that always hold and never.
var (
	Any  = &Condition{Kind: IsPrefix}
	None = &Condition{Kind: IsNot, A: Any}
)

// Prefix holds for paths that begin with text.
func Prefix(text string) *Condition {
	if text == "" {
		return Any
	}
	return &Condition{Kind: IsPrefix, Text: text}
}

// Suffix holds for paths that end with text.
func Suffix(text string) *Condition { return &Condition{Kind: IsSuffix, Text: text} }

// Path holds for one path.
func Path(text string) *Condition { return &Condition{Kind: IsPath, Text: text} }

// Below holds for a path and the paths below it.
func Below(text string) *Condition { return &Condition{Kind: IsBelow, Text: text} }

// Part holds for paths that contain text.
func Part(text string) *Condition { return &Condition{Kind: IsPart, Text: text} }

// Not holds where a does not.
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
func And(a, b *Condition) *Condition {
	switch {
	case a == Any || b == None:
		return b
	case b == Any || a == None:
		return a
	}
	return &Condition{Kind: IsAnd, A: a, B: b}
}

// Or holds where a or b does.
func Or(a, b *Condition) *Condition {
	switch {
	case a == None || b == Any:
		return b
	case b == None || a == Any:
		return a
	}
	return &Condition{Kind: IsOr, A: a, B: b}
}
