package compare

import "github.com/pct-encoded/percent/inspect/internal/text"

// A Part is a component of a URI.
type Part = text.Part

// The parts.
const (
	PartNone     = text.PartNone // none, or the whole text
	PartScheme   = text.PartScheme
	PartUserinfo = text.PartUserinfo
	PartHost     = text.PartHost
	PartPort     = text.PartPort
	PartPath     = text.PartPath
	PartQuery    = text.PartQuery
	PartFragment = text.PartFragment
)
