package inspect

import "github.com/pct-encoded/percent/internal/words"

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
func (p Part) String() string { return words.Of(partNames[:], p) }

// Place is where in a URI the part is.
func (p Part) Place() Places {
	return [...]Places{PartUserinfo: InUserinfo, PartHost: InRegName, PartPath: InPath, PartQuery: InQuery, PartFragment: InFragment}[p]
}
