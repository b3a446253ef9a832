// Package uri takes URI references apart without losing a byte, and puts them
// together again.
//
//	u, err := uri.Parse("https://example.com/path%2Fto/file?q=Tom%26Jerry#top")
//	u.Path().Raw             // "/path%2Fto/file"
//	u.Segments()[0].Text()   // "path/to": one segment
//	u.String()               // what was parsed, byte for byte
//
// Parse first, then decode each component once: an escape hides a delimiter from
// the parser, and that is its purpose. A [URI] is the text and the places where
// its components begin and end. [Parse] follows the grammar of RFC 3986 (January
// 2005), appendix A, exactly; [ParseLenient] takes any text, as appendix B does.
//
// [URI.With] and its relatives change one component and leave every other byte
// alone, [URI.Resolve] is section 5, [URI.Normalize] section 6, a ladder whose
// rungs can be climbed one by one, and [Compare] says on which rung two
// references meet or where they part. Package uri/urihttp gives the path segments
// of a net/http request exactly as they were sent.
//
// The API of this package is meant for v1.
package uri

import (
	"slices"
	"strings"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/pct"
	"github.com/pct-encoded/percent/internal/words"
)

// A URI is a URI reference: its text, and where its components are. The zero
// value is the empty reference. URIs are values: no method changes its receiver,
// and == tells whether the texts are the same and were parsed alike.
type URI struct {
	s string
	// The scheme ends at schemeLen, where the ':' is; 0 means no scheme. The
	// authority, if there is one, begins after the "//" there and ends at
	// pathStart.
	schemeLen          int
	hostStart, hostEnd int
	pathStart, pathEnd int
	queryEnd           int // the fragment, with its '#', goes from here to the end
	kind               HostKind
}

// A Part names a component, or a piece of one.
type Part uint8

// The components of a reference (RFC 3986 section 3) and their pieces.
const (
	Scheme    Part = iota // "https", without the ':'
	Authority             // userinfo, host and port, without the "//"
	Userinfo              // without the '@'
	User                  // the userinfo before its first ':'
	Password              // the userinfo after its first ':' (deprecated by section 3.2.1)
	Host                  // with the brackets of an IP literal
	Zone                  // of an IPv6 address: after its "%25" (RFC 6874, obsoleted)
	Port                  // without the ':'
	Path
	Query    // without the '?'
	Fragment // without the '#'
)

var partNames = [...]string{"scheme", "authority", "userinfo", "user", "password", "host", "zone", "port", "path", "query", "fragment"}

// String returns the name of the part in lower case, such as "userinfo".
func (p Part) String() string { return words.Of(partNames[:], p) }

// LookupPart returns the part with that name; case does not matter.
func LookupPart(name string) (Part, error) {
	if i := slices.Index(partNames[:], strings.ToLower(name)); i >= 0 {
		return Part(i), nil
	}
	return 0, pct.Format("uri").Unknown("part", name, partNames[:])
}

// Parts returns all parts in the order in which they appear in a reference.
func Parts() []Part {
	return []Part{Scheme, Authority, Userinfo, User, Password, Host, Zone, Port, Path, Query, Fragment}
}

// HostKind is the form of a host (RFC 3986 section 3.2.2).
type HostKind uint8

// The forms of a host.
const (
	NoHost    HostKind = iota // there is no authority
	RegName                   // a registered name, which may be empty
	IPv4                      // four decimal numbers, as in 192.0.2.1
	IPv6                      // an IPv6 address in brackets
	IPvFuture                 // an address of a later version in brackets
)

var hostKindNames = [...]string{"", "reg-name", "IPv4address", "IPv6address", "IPvFuture"}

// String returns the name of the form in the grammar, such as "IPv6address".
func (k HostKind) String() string { return words.Of(hostKindNames[:], k) }

// A Component is a component of a reference as it is written. An empty query is
// not the same as no query: Present tells them apart. The path is always present.
type Component struct {
	Raw     string // as written, with its escapes and without its delimiters
	Present bool
	Offset  int // of Raw in the reference, in bytes
}

var (
	strictDecoding  = percent.RFC3986
	lenientDecoding = percent.RFC3986.WithMalformed(percent.MalformedKept)
)

// Decode returns the component percent-decoded, once. The result is bytes and
// need not be UTF-8. It fails only on malformed escapes, which Parse does not let
// through: with a *percent.SyntaxError whose Offset counts from the start of the
// reference, and what was decoded before it. Decode a path by its Segments and a
// query by package form: decoding turns delimiters and data into the same bytes.
func (c Component) Decode() (string, error) {
	s, err := strictDecoding.Decode(c.Raw)
	if e, ok := err.(*percent.SyntaxError); ok {
		e.Offset += int64(c.Offset)
		if e.Reason == percent.TruncatedEscape {
			e.Reason = percent.InvalidEscape // the reference may go on
		}
	}
	return s, err
}

// Text returns the component percent-decoded, once, with malformed escapes left
// as they are.
func (c Component) Text() string {
	s, _ := lenientDecoding.Decode(c.Raw)
	return s
}

// String returns the text that was parsed or built, byte for byte.
func (u URI) String() string { return u.s }

// IsAbsolute reports whether u has a scheme: it is a URI, not a relative
// reference.
func (u URI) IsAbsolute() bool { return u.schemeLen > 0 }

// Scheme returns the scheme as written, or "". Schemes have no case.
func (u URI) Scheme() string { return u.s[:u.schemeLen] }

// HostKind returns the form of the host. In a reference from ParseLenient a host
// that is not a legal address is a RegName.
func (u URI) HostKind() HostKind { return u.kind }

// Authority returns userinfo, host and port together.
func (u URI) Authority() Component { return u.Get(Authority) }

// Userinfo returns the text before the '@' of the authority.
func (u URI) Userinfo() Component { return u.Get(Userinfo) }

// Host returns the host as written, an IP literal with its brackets.
func (u URI) Host() Component { return u.Get(Host) }

// Port returns the port, which may be present and empty.
func (u URI) Port() Component { return u.Get(Port) }

// Path returns the path, which is always present and may be empty.
func (u URI) Path() Component { return Component{u.s[u.pathStart:u.pathEnd], true, u.pathStart} }

// Query returns the text between '?' and '#'.
func (u URI) Query() Component { return u.Get(Query) }

// Fragment returns the text after '#'.
func (u URI) Fragment() Component { return u.Get(Fragment) }

// hierStart returns where the "//" of the authority or the path begins.
func (u *URI) hierStart() int {
	if u.schemeLen > 0 {
		return u.schemeLen + 1
	}
	return 0
}

func (u *URI) hasAuthority() bool { return u.kind != NoHost }

// span returns where a part begins and ends, and whether it is there.
func (u *URI) span(p Part) (lo, hi int, present bool) {
	authority := u.hierStart() + 2
	switch p {
	case Scheme:
		return 0, u.schemeLen, u.schemeLen > 0
	case Path:
		return u.pathStart, u.pathEnd, true
	case Query:
		if u.pathEnd < u.queryEnd {
			return u.pathEnd + 1, u.queryEnd, true
		}
	case Fragment:
		if u.queryEnd < len(u.s) {
			return u.queryEnd + 1, len(u.s), true
		}
	}
	if !u.hasAuthority() {
		return 0, 0, false
	}
	switch p {
	case Authority:
		return authority, u.pathStart, true
	case Host:
		return u.hostStart, u.hostEnd, true
	case Port:
		if u.hostEnd < u.pathStart {
			return u.hostEnd + 1, u.pathStart, true
		}
	case Zone:
		if u.kind == IPv6 {
			if i := strings.Index(u.s[u.hostStart:u.hostEnd], "%25"); i >= 0 {
				return u.hostStart + i + 3, u.hostEnd - 1, true
			}
		}
	}
	if u.hostStart == authority {
		return 0, 0, false
	}
	lo, hi = authority, u.hostStart-1
	colon := strings.IndexByte(u.s[lo:hi], ':')
	switch {
	case p == Userinfo, p == User && colon < 0:
		return lo, hi, true
	case p == User:
		return lo, lo + colon, true
	case p == Password && colon >= 0:
		return lo + colon + 1, hi, true
	}
	return 0, 0, false
}

// Get returns a part of u.
func (u URI) Get(p Part) Component {
	lo, hi, present := u.span(p)
	if !present {
		return Component{}
	}
	return Component{u.s[lo:hi], true, lo}
}

// MarshalText returns the text of u.
func (u URI) MarshalText() ([]byte, error) { return []byte(u.s), nil }

// UnmarshalText parses text as Parse does.
func (u *URI) UnmarshalText(text []byte) error {
	v, err := Parse(string(text))
	if err == nil {
		*u = v
	}
	return err
}
