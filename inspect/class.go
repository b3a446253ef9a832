package inspect

import (
	"strings"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/historic"
	"github.com/pct-encoded/percent/internal/words"
)

// A Class is what RFC 3986 takes a character of a URI for.
type Class uint8

// The classes. Those after ClassPercent are not allowed in a URI; their names, and
// the reasons, are from RFC 2396, section 2.4.3.
const (
	ClassUnreserved Class = iota // section 2.3: means the same escaped and unescaped
	ClassGenDelim                // section 2.2: delimits components
	ClassSubDelim                // section 2.2: may delimit inside a component
	ClassPercent                 // section 2.1: begins an escape
	ClassSpace                   // gets lost where text is set or wrapped
	ClassControl                 // cannot be printed
	ClassDelims                  // < > " enclose URIs in text
	ClassUnwise                  // { } | \ ^ and the grave accent: gateways changed them
	ClassNonASCII                // not ASCII: allowed in IRIs only
)

var classTexts = [...]string{"unreserved", "gen-delim", "sub-delim", "percent", "space", "control", "delims", "unwise", "non-ascii"}

// String returns the class in one word, such as "gen-delim".
func (c Class) String() string { return words.Of(classTexts[:], c) }

// Reserved reports whether the class is one of those of reserved characters.
func (c Class) Reserved() bool { return c == ClassGenDelim || c == ClassSubDelim }

// Excluded reports whether no URI may hold a character of the class unescaped.
func (c Class) Excluded() bool { return c >= ClassSpace }

// ClassOf returns the class of a character: ClassNonASCII for a value that is not a
// character, such as -1.
func ClassOf(r rune) Class {
	if r < 0 || r >= 0x80 {
		return ClassNonASCII
	}
	return classes[r]
}

var classes = func() (table [128]Class) {
	for i := range table {
		c := byte(i)
		switch {
		case percent.Unreserved.Contains(c):
			table[i] = ClassUnreserved
		case percent.GenDelims.Contains(c):
			table[i] = ClassGenDelim
		case percent.SubDelims.Contains(c):
			table[i] = ClassSubDelim
		case c == '%':
			table[i] = ClassPercent
		case c == ' ':
			table[i] = ClassSpace
		case historic.RFC2396ControlSet.Contains(c):
			table[i] = ClassControl
		case historic.RFC2396DelimsSet.Contains(c):
			table[i] = ClassDelims
		default:
			table[i] = ClassUnwise
		}
	}
	return table
}()

// Places is a set of parts of a URI in which a character may stand.
type Places uint8

// The places, by the productions of RFC 3986, appendix A. Path is pchar and
// '/', and Segment, one part of it, pchar.
const (
	InUserinfo Places = 1 << iota
	InRegName
	InSegment
	InPath
	InQuery
	InFragment

	Everywhere = InUserinfo | InRegName | InSegment | InPath | InQuery | InFragment
)

// String returns the names of the places, such as "query, fragment".
func (p Places) String() string { return strings.Join(p.Names(), ", ") }

// PlacesOf returns where in a URI a character may stand unescaped. Schemes, ports
// and the brackets of IP literals do not count; '%', which only begins an escape,
// has no place.
func PlacesOf(r rune) Places {
	if r < 0 || r >= 0x80 {
		return 0
	}
	return places[r]
}

var placeSets = [...]percent.ByteSet{percent.UserinfoSet, percent.RegNameSet, percent.PcharSet, percent.PathSet, percent.QuerySet, percent.FragmentSet}

var placeNames = [...]string{"userinfo", "reg-name", "segment", "path", "query", "fragment"}

// Names returns the names of the places in the order in which they stand in a
// URI: userinfo, reg-name, segment, path, query, fragment.
func (p Places) Names() []string {
	var names []string
	for i, name := range placeNames {
		if p&(1<<i) != 0 {
			names = append(names, name)
		}
	}
	return names
}

var places = func() (table [128]Places) {
	for i := range table {
		for bit, set := range placeSets {
			if set.Contains(byte(i)) {
				table[i] |= 1 << bit
			}
		}
	}
	return table
}()
