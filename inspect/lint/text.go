package lint

import "github.com/pct-encoded/percent/inspect/internal/text"

// MaxInput is the longest text, in bytes, that Lint takes: 1 MiB, a hundred times
// what servers accept as a URL.
const MaxInput = text.MaxInput

// LimitError says that a text is too long.
type LimitError = text.LimitError

// A Kind is what a text is.
type Kind = text.Kind

// The kinds.
const (
	KindAuto     = text.KindAuto // it is guessed
	KindText     = text.KindText // text of which nothing more is known
	KindURI      = text.KindURI  // a URI, or a relative reference
	KindUserinfo = text.KindUserinfo
	KindHost     = text.KindHost
	KindPath     = text.KindPath
	KindQuery    = text.KindQuery
	KindFragment = text.KindFragment
	KindForm     = text.KindForm  // the body of a form, application/x-www-form-urlencoded
	KindValue    = text.KindValue // one value that goes into a component: delimiters are data and escaped
)

// LookupKind returns the kind with that name.
func LookupKind(name string) (Kind, error) { return text.LookupKind("lint", name) }
