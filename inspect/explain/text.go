package explain

import (
	"iter"

	"github.com/pct-encoded/percent/inspect/internal/text"
)

type (
	// A Kind is what a text is.
	Kind = text.Kind
	// A Part is a component of a URI.
	Part = text.Part
)

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

// Kinds returns all kinds.
func Kinds() []Kind { return text.Kinds() }

// LookupKind returns the kind with that name.
func LookupKind(name string) (Kind, error) { return text.LookupKind("explain", name) }

// The parts.
const (
	PartNone     = text.PartNone // a delimiter between components, or text of no known place
	PartScheme   = text.PartScheme
	PartUserinfo = text.PartUserinfo
	PartHost     = text.PartHost
	PartPort     = text.PartPort
	PartPath     = text.PartPath
	PartQuery    = text.PartQuery
	PartFragment = text.PartFragment
)

type (
	// A Class is what a character is by the grammars of RFC 3986 and RFC 2396.
	Class = text.Class
	// Places are the components in which a character may stand unescaped.
	Places = text.Places
)

// The classes.
const (
	ClassUnreserved = text.ClassUnreserved
	ClassGenDelim   = text.ClassGenDelim
	ClassSubDelim   = text.ClassSubDelim
	ClassPercent    = text.ClassPercent
	ClassSpace      = text.ClassSpace
	ClassControl    = text.ClassControl
	ClassDelims     = text.ClassDelims
	ClassUnwise     = text.ClassUnwise
	ClassNonASCII   = text.ClassNonASCII
)

// ClassOf returns the class of a character.
func ClassOf(r rune) Class { return text.ClassOf(r) }

// The places.
const (
	InUserinfo = text.InUserinfo
	InRegName  = text.InRegName
	InSegment  = text.InSegment
	InPath     = text.InPath
	InQuery    = text.InQuery
	InFragment = text.InFragment
	Everywhere = text.Everywhere
)

// PlacesOf returns where in a URI a character may stand unescaped.
func PlacesOf(r rune) Places { return text.PlacesOf(r) }

type (
	// A Unit is a piece of encoded text that stands for one octet or UTF-16 code unit.
	Unit = text.Unit
	// A Form is how a unit is written.
	Form = text.Form
	// A Fault is why octets are not UTF-8.
	Fault = text.Fault
)

// The forms.
const (
	Literal       = text.Literal       // a byte that stands for itself
	StrayPercent  = text.StrayPercent  // a '%' that begins no escape
	Escape        = text.Escape        // %HH of two decimal digits, which have no case
	UpperEscape   = text.UpperEscape   // %HH with A to F
	LowerEscape   = text.LowerEscape   // %HH with a to f
	MixedEscape   = text.MixedEscape   // %HH with one letter of each case
	UnicodeEscape = text.UnicodeEscape // %uHHHH of ECMAScript's escape, a UTF-16 code unit
)

// The faults.
const (
	NoFault       = text.NoFault
	Overlong      = text.Overlong      // a longer form than the character has: C0 AF for '/'
	LoneSurrogate = text.LoneSurrogate // ED A0 80 to ED BF BF, or %uD800 without the other half
	TooLarge      = text.TooLarge      // beyond U+10FFFF
	Truncated     = text.Truncated     // the beginning of a character, without the rest
	Unexpected    = text.Unexpected    // a continuation octet that continues nothing
	NeverUTF8     = text.NeverUTF8     // C0, C1 or F5 to FF, alone (RFC 3629, section 1)
)

// LimitError says that a text is too long.
type LimitError = text.LimitError

// Units yields the units of s from left to right, which cover all of it without gaps.
func Units(s string) iter.Seq[Unit] { return text.Units(s) }
