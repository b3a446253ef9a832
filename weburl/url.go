package weburl

import (
	"iter"
	"strings"

	"github.com/pct-encoded/percent/internal/words"
	"github.com/pct-encoded/percent/iri"
)

// A URL is a URL record of the Standard (#concept-url). It is immutable and
// comparable: == is the Standard's equivalence (#concept-url-equals). The zero
// URL is no URL; its components are empty. All URLs are made by [Parse], by a
// [Parser], and from other URLs.
//
// If the text that a URL was parsed from was its serialization already, the URL
// shares its memory and keeps it alive; see [URL.Clone].
type URL struct {
	// href is the serialization; everything else is a function of it.
	//
	//	https://user:password@example.com:8080/path?query#fragment
	//	     ^      ^         ^          ^    ^    ^     ^
	//	schemeEnd userEnd hostStart hostEnd pathStart queryStart fragStart
	//
	// Without a password, userEnd is at '@'; without credentials userEnd and
	// hostStart are after "//". Without a host userEnd, hostStart and hostEnd are
	// schemeEnd+1, and pathStart is after "/." where that hides an empty first
	// segment. queryStart and fragStart are at '?' and '#'; 0 means none.
	href string
	// ends has queryStart and, 32 bits further up, fragStart.
	ends uint64
	// rest has the other offsets as lengths, the port and the kinds. With that a URL is
	// small enough for the compiler to keep it in registers.
	rest uint64
}

// What rest has, from the lowest bit on: where the authority begins, or the path if
// there is none, the length of the username, that of what is between it and the host,
// that of the host, and of what is between it and the path, the port plus one, the kind
// of the scheme, that of the host, and whether the lengths are not there because one of
// them does not fit.
const (
	startBits, userBits, passwordBits, hostBits, portBits = 6, 10, 11, 10, 3

	userShift     = startBits
	passwordShift = userShift + userBits
	hostShift     = passwordShift + passwordBits
	portShift     = hostShift + hostBits
	numberShift   = portShift + portBits
	schemeShift   = numberShift + 17
	kindShift     = schemeShift + 3
	wide          = 1 << 63
)

// A layout is what rest is made of.
type layout struct {
	start, user, password, host, port int    // lengths, but for start
	number                            uint32 // the port plus one; 0 means none
	scheme                            schemeKind
	kind                              HostKind
}

func (l *layout) rest() uint64 {
	rest := uint64(l.port)<<portShift | uint64(l.number)<<numberShift | uint64(l.scheme)<<schemeShift | uint64(l.kind)<<kindShift
	if l.start>>startBits|l.user>>userBits|l.password>>passwordBits|l.host>>hostBits != 0 {
		return rest | wide
	}
	return rest | uint64(l.start) | uint64(l.user)<<userShift | uint64(l.password)<<passwordShift | uint64(l.host)<<hostShift
}

// field returns a field of rest.
func (u URL) field(shift, size int) int { return int(u.rest >> shift & (1<<size - 1)) }

// start returns where the authority begins, or the path if there is none.
func (u URL) start() int {
	if u.rest&wide == 0 {
		return u.field(0, startBits)
	}
	i := strings.IndexByte(u.href, ':') + 1
	if u.hostKind() != NoHost {
		i += 2
	}
	return i
}

func (u URL) schemeEnd() int {
	switch i := u.start(); {
	case i == 0:
		return 0
	case u.hostKind() == NoHost:
		return i - 1
	default:
		return i - 3
	}
}

func (u URL) userEnd() int {
	i := u.start()
	if u.rest&wide == 0 {
		return i + u.field(userShift, userBits)
	}
	credentials := u.href[i:max(i, u.hostStart()-1)]
	if n := strings.IndexByte(credentials, ':'); n >= 0 {
		return i + n
	}
	return i + len(credentials)
}

func (u URL) hostStart() int {
	i := u.start()
	if u.rest&wide == 0 {
		return i + u.field(userShift, userBits) + u.field(passwordShift, passwordBits)
	}
	// No '@' is in a host.
	return i + 1 + strings.LastIndexByte(u.href[i:u.pathStart()], '@')
}

func (u URL) hostEnd() int { return u.pathStart() - u.field(portShift, portBits) }

func (u URL) pathStart() int {
	i := u.start()
	switch {
	case u.rest&wide == 0:
		return i + u.field(userShift, userBits) + u.field(passwordShift, passwordBits) + u.field(hostShift, hostBits) + u.field(portShift, portBits)
	case u.hostKind() == NoHost:
		return i + u.field(portShift, portBits)
	}
	if n := strings.IndexAny(u.href[i:], "/?#"); n >= 0 {
		return i + n
	}
	return len(u.href)
}

func (u URL) queryStart() int { return int(uint32(u.ends)) }
func (u URL) fragStart() int  { return int(u.ends >> 32) }

// port returns the port plus one; 0 means none.
func (u URL) port() uint32       { return uint32(u.field(numberShift, 17)) }
func (u URL) scheme() schemeKind { return schemeKind(u.field(schemeShift, 3)) }
func (u URL) hostKind() HostKind { return HostKind(u.field(kindShift, 3)) }

// schemeKind is which special scheme (#special-scheme) a scheme is, if it is one.
type schemeKind uint8

const (
	notSpecial schemeKind = iota
	schemeHTTP
	schemeHTTPS
	schemeWS
	schemeWSS
	schemeFTP
	schemeFile
)

// kindOfScheme returns the kind of a scheme in lower case.
func kindOfScheme(scheme string) schemeKind {
	switch scheme {
	case "http":
		return schemeHTTP
	case "https":
		return schemeHTTPS
	case "ws":
		return schemeWS
	case "wss":
		return schemeWSS
	case "ftp":
		return schemeFTP
	case "file":
		return schemeFile
	}
	return notSpecial
}

// defaultPort returns the default port (#default-port) plus one, or 0.
func (k schemeKind) defaultPort() uint32 {
	switch k {
	case schemeHTTP, schemeWS:
		return 80 + 1
	case schemeHTTPS, schemeWSS:
		return 443 + 1
	case schemeFTP:
		return 21 + 1
	}
	return 0
}

// HostKind is the kind of a host (#concept-host).
type HostKind uint8

// The kinds of hosts.
const (
	NoHost     HostKind = iota // null: there is no "//" in the URL
	DomainHost                 // a domain, in ASCII: of special schemes only
	IPv4Host                   // four decimal numbers: of special schemes only
	IPv6Host                   // an address in brackets
	OpaqueHost                 // any text: of schemes that are not special
	EmptyHost                  // "": of file, and of schemes that are not special
)

var hostKindNames = [...]string{"none", "domain", "IPv4 address", "IPv6 address", "opaque host", "empty host"}

// String returns the Standard's word for the kind of host, or "none".
func (k HostKind) String() string { return words.Of(hostKindNames[:], k) }

// Href returns the URL: its serialization (#concept-url-serializer), which is
// ASCII.
func (u URL) Href() string { return u.href }

// String returns the URL, as Href does.
func (u URL) String() string { return u.href }

// AppendHref appends the URL to dst.
func (u URL) AppendHref(dst []byte) []byte { return append(dst, u.href...) }

// IsZero reports whether u is the zero URL, which is no URL.
func (u URL) IsZero() bool { return u.href == "" }

// Clone returns u in memory of its own, so that a larger text that u was cut from
// can be freed.
func (u URL) Clone() URL {
	u.href = strings.Clone(u.href)
	return u
}

// Scheme returns the scheme, in lower case, without the ':'.
func (u URL) Scheme() string { return u.href[:u.schemeEnd()] }

// Protocol returns the scheme with the ':' (#dom-url-protocol).
func (u URL) Protocol() string {
	if u.schemeEnd() == 0 {
		return ""
	}
	return u.href[:u.schemeEnd()+1]
}

// IsSpecial reports whether the scheme is special (#is-special): http, https, ws,
// wss, ftp or file.
func (u URL) IsSpecial() bool { return u.scheme() != notSpecial }

// Username returns the username, percent-encoded, or "" (#dom-url-username).
func (u URL) Username() string {
	if u.userEnd() == u.hostStart() {
		return ""
	}
	return u.href[u.start():u.userEnd()]
}

// Password returns the password, percent-encoded, or "" (#dom-url-password).
func (u URL) Password() string {
	if u.hostStart() <= u.userEnd()+1 {
		return ""
	}
	return u.href[u.userEnd()+1 : u.hostStart()-1]
}

// Host returns the host with the port, if there is one (#dom-url-host). The default
// port of the scheme counts as no port.
func (u URL) Host() string {
	end := u.hostEnd()
	if u.port() != 0 {
		end = u.pathStart()
	}
	return u.href[u.hostStart():end]
}

// Hostname returns the host without the port, with the brackets of an IPv6
// address (#dom-url-hostname). A domain is in ASCII.
func (u URL) Hostname() string { return u.href[u.hostStart():u.hostEnd()] }

// HostKind returns the kind of the host.
func (u URL) HostKind() HostKind { return u.hostKind() }

// Port returns the port, or "" where there is none or it is the default of the
// scheme (#dom-url-port).
func (u URL) Port() string {
	if u.port() == 0 {
		return ""
	}
	return u.href[u.hostEnd()+1 : u.pathStart()]
}

// PortNumber returns the port to connect to: that of the URL or the default of
// the scheme. It is false where there is neither.
func (u URL) PortNumber() (port uint16, ok bool) {
	n := u.port()
	if n == 0 {
		n = u.scheme().defaultPort()
	}
	if n == 0 {
		return 0, false
	}
	return uint16(n - 1), true
}

// Pathname returns the path (#dom-url-pathname).
func (u URL) Pathname() string { return u.href[u.pathStart():u.pathEnd()] }

func (u URL) pathEnd() int {
	switch {
	case u.queryStart() != 0:
		return u.queryStart()
	case u.fragStart() != 0:
		return u.fragStart()
	}
	return len(u.href)
}

// OpaquePath reports whether the path is opaque (#url-opaque-path): a text
// without structure, as in mailto:a@example.com. References cannot be resolved
// against such a URL, but for fragments.
func (u URL) OpaquePath() bool {
	return u.hostKind() == NoHost && !strings.HasPrefix(u.href[u.pathStart():], "/")
}

// Segments iterates over the segments of the path, percent-encoded; there are
// none where the path is opaque or empty.
func (u URL) Segments() iter.Seq[string] {
	return func(yield func(string) bool) {
		path := u.Pathname()
		if u.OpaquePath() {
			return
		}
		for path != "" {
			segment, rest := path[1:], ""
			if i := strings.IndexByte(segment, '/'); i >= 0 {
				segment, rest = segment[:i], segment[i:]
			}
			if !yield(segment) {
				return
			}
			path = rest
		}
	}
}

// Search returns the query with its '?', or "" where there is none or it is empty
// (#dom-url-search). Query tells these apart.
func (u URL) Search() string {
	if q, ok := u.Query(); ok && q != "" {
		return u.href[u.queryStart() : u.queryStart()+1+len(q)]
	}
	return ""
}

// Query returns the query without the '?', and whether there is one.
func (u URL) Query() (query string, ok bool) {
	if u.queryStart() == 0 {
		return "", false
	}
	end := len(u.href)
	if u.fragStart() != 0 {
		end = u.fragStart()
	}
	return u.href[u.queryStart()+1 : end], true
}

// Hash returns the fragment with its '#', or "" where there is none or it is
// empty (#dom-url-hash). Fragment tells these apart.
func (u URL) Hash() string {
	if f, ok := u.Fragment(); ok && f != "" {
		return u.href[u.fragStart():]
	}
	return ""
}

// Fragment returns the fragment without the '#', and whether there is one.
func (u URL) Fragment() (fragment string, ok bool) {
	if u.fragStart() == 0 {
		return "", false
	}
	return u.href[u.fragStart()+1:], true
}

// Origin returns the serialized origin (#concept-url-origin): scheme, host and
// port, or "null" where it is opaque. That of a blob URL is that of the URL in
// its path; that of a file is opaque.
func (u URL) Origin() string {
	switch u.scheme() {
	case schemeHTTP, schemeHTTPS, schemeWS, schemeWSS, schemeFTP:
		if u.userEnd() == u.hostStart() {
			return u.href[:u.pathStart()]
		}
		return u.href[:u.start()] + u.Host()
	}
	if u.Scheme() == "blob" {
		if inner, err := Parse(u.Pathname()); err == nil && (inner.scheme() == schemeHTTP || inner.scheme() == schemeHTTPS) {
			return inner.Origin()
		}
	}
	return "null"
}

// Redacted returns the URL with "xxxxx" for its password, if it has one. It is
// for logs; [URL.Readable] is for people.
func (u URL) Redacted() string {
	if u.Password() == "" {
		return u.href
	}
	return u.href[:u.userEnd()+1] + "xxxxx" + u.href[u.hostStart()-1:]
}

// Readable returns the URL for people to look at, as the Standard advises
// (#url-rendering): without credentials, the host in Unicode where it cannot be
// taken for another, and escapes decoded where the character can be seen for what
// it is, as [iri.Readable] does. Text that runs from right to left should be shown
// in a left-to-right embedding. Do not use it as a URL: credentials are missing.
func (u URL) Readable() string {
	if u.userEnd() == u.hostStart() {
		return iri.Readable(u.href)
	}
	return iri.Readable(u.href[:u.start()] + u.href[u.hostStart():])
}
