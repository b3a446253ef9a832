package weburl

import (
	"bytes"
	"math"
	"strings"
	"sync"
	"unicode/utf8"
)

// A front is what a URL begins with, before what a walk takes apart.
type front struct {
	// src is what is read, and what is behind the front begins at src[start]. The URL
	// shares its memory if nothing changes; with changed, the front has changed.
	src   string
	start int
	// prefix is what the URL begins with: the scheme and what is behind it, or what stays
	// of the base. With missing, a slash is missing behind it.
	prefix string
	// The path begins at prefix[from] if the URL has no authority behind the front. Then
	// rest is that of the URL, and query is where the query of the base begins, if it stays.
	from             int
	rest, query      uint64
	why              failure // of what is refused, with places in src
	changed, missing bool
	shape            shape
	scheme           schemeKind
	kind             HostKind // of the host in the prefix, or behind it
}

// A shape says what a walk finds behind the prefix.
type shape uint8

const (
	withAuthority shape = iota
	withPath
	withOpaquePath
	ofReference
)

// A verdict says what is certain of a text.
type verdict uint8

const (
	unclear verdict = iota
	certain
	odd // but may become so once it is cleaned
	refused
)

// prefixes are those of URLs with a special scheme.
var prefixes = [...]string{schemeHTTP: "http://", schemeHTTPS: "https://", schemeWS: "ws://", schemeWSS: "wss://", schemeFTP: "ftp://", schemeFile: "file://"}

// foldedScheme is kindOfScheme for a scheme in any case.
func foldedScheme(scheme string) schemeKind {
	for kind, prefix := range prefixes {
		if len(prefix) == len(scheme)+3 && strings.EqualFold(prefix[:len(scheme)], scheme) {
			return schemeKind(kind)
		}
	}
	return notSpecial
}

// begin finds what the URL of s begins with.
func (f *front) begin(p *Parser, s string) verdict {
	t := trimmed(s)
	f.src, f.changed = t, len(t) != len(s)
	i, upper := 0, uint8(0)
	if t != "" && t[0] >= 'A' {
		i, upper = cutAnyScheme(t)
	}
	switch {
	case i == 0 && p.Base.hostKind() == NoHost && (p.Base.IsZero() || p.Base.OpaquePath() && (t == "" || t[0] != '#')):
		f.why.reason = MissingSchemeNonRelativeURL
		return refused
	case i > 0 && f.beginScheme(p, t, i, upper), i == 0 && t != "" && f.refer(p, t, 0):
		return certain
	}
	if i < 0 || strings.IndexByte(t, '\\') >= 0 {
		return odd
	}
	return unclear
}

// beginScheme is begin for a text with a scheme, which ends at i and has letters in upper
// case if upper is not 0.
func (f *front) beginScheme(p *Parser, t string, i int, upper uint8) bool {
	rest := t[i+1:]
	if f.scheme = kindOfScheme(t[:i]); upper != 0 {
		f.scheme, f.changed = foldedScheme(t[:i]), true
	}
	slashes, turned := 0, false // some of them are '\'
	for slashes < len(rest) && (rest[slashes] == '/' || f.scheme != notSpecial && rest[slashes] == '\\') {
		turned = turned || rest[slashes] == '\\'
		slashes++
	}
	f.shape = withAuthority
	switch {
	case turned && (f.scheme == schemeFile || slashes < 2):
		return false
	case f.scheme == notSpecial && slashes < 2:
		if rest == "" {
			return false
		}
		f.shape = withPath
		if slashes == 0 {
			f.shape = withOpaquePath
		}
		f.start, f.prefix = i+1, t[:i+1]
		f.rest = (&layout{start: i + 1}).rest()
	case f.scheme == notSpecial:
		f.start, f.prefix = i+3, t[:i+3]
	case f.scheme == schemeFile && slashes < 2:
		if p.Base.scheme() == schemeFile || rest == "" {
			return false
		}
		f.start = i + 1
		f.fileWithoutHost()
	case slashes < 2 && p.Base.scheme() == f.scheme:
		return rest != "" && f.refer(p, t, i+1)
	default:
		if f.scheme == schemeFile {
			slashes = 2
		}
		f.start, f.prefix = i+1+slashes, prefixes[f.scheme]
		f.changed = f.changed || slashes != 2 || turned
	}
	return true
}

// fileWithoutHost notes that what follows is the path of a file, without a host.
func (f *front) fileWithoutHost() {
	f.prefix, f.shape, f.changed, f.kind = prefixes[schemeFile], withPath, true, EmptyHost
	f.rest = (&layout{start: len(f.prefix), scheme: schemeFile, kind: EmptyHost}).rest()
	if f.src[f.start] != '/' {
		f.missing = true
	}
}

// refer is begin for a reference, src[i:], to the base.
func (f *front) refer(p *Parser, t string, i int) bool {
	u := &p.Base
	f.start, f.scheme, f.changed = i, u.scheme(), true
	ref := t[i:]
	if strings.HasPrefix(ref, "//") {
		if u.hostKind() == NoHost {
			return false
		}
		f.prefix, f.shape = u.href[:u.start()], withAuthority
		f.start += 2
		for f.scheme != notSpecial && f.scheme != schemeFile && f.start < len(t) && t[f.start] == '/' {
			f.start++
		}
		return true
	}
	from := u.pathStart()
	keep := from
	switch c := ref[0]; {
	case c == '#':
		if keep = u.fragStart(); keep == 0 {
			keep = len(u.href)
		}
		f.query = u.ends & math.MaxUint32
	case u.hostKind() == NoHost && (u.OpaquePath() || u.field(portShift, portBits) != 0):
		return false
	case c == '?':
		keep = u.pathEnd()
	case c == '/' && f.scheme != schemeFile:
	default:
		path := u.href[from:u.pathEnd()]
		if f.scheme == schemeFile {
			drive := startsWithDriveLetter(path[min(1, len(path)):])
			if startsWithDriveLetter(strings.TrimPrefix(ref, "/")) || drive && len(path) == 3 && c != '/' {
				return false
			}
			if drive && c == '/' {
				keep += 3
			}
		}
		if c != '/' {
			keep += strings.LastIndexByte(path, '/') + 1
			f.missing = path == ""
		}
	}
	f.prefix, f.from, f.shape, f.rest, f.kind = u.href[:keep], from, ofReference, u.rest, u.hostKind()
	return true
}

// error returns why s is refused. It has no bytes where they may be part of a password.
func (f *front) error(s string) error {
	why := f.why
	if t := f.src[f.start:]; why.start >= f.start && why.end > f.start && strings.Contains(t[:why.end-f.start], ":") && strings.Contains(f.src[why.end:], "@") {
		why.end = why.start
	}
	if f.src != "" {
		at := strings.Index(s, f.src)
		why.start, why.end = why.start+at, why.end+at
	}
	return why.error("", s)
}

// hidesAuthority reports whether what follows the prefix could have an authority once it
// is cleaned.
func (f *front) hidesAuthority() bool {
	t := strings.TrimPrefix(f.src[f.start:], "/")
	return t != "" && (t[0] == '\\' || isTab(t[0]))
}

// clean is begin for s without tabs and line ends, and with '/' in place of '\' if its
// scheme is special. room has the text. It reports whether it is certain.
func (f *front) clean(p *Parser, s string, room *[]byte) bool {
	if !utf8.ValidString(s) {
		return false
	}
	b := append((*room)[:0], s...)
	if cap(b) <= maxKept {
		*room = b
	}
	for _, c := range []byte("\t\n\r") {
		b = without(b, c)
	}
	t := trimmed(unsafeString(b))
	*f = front{}
	kind := p.Base.scheme()
	if i, upper := cutAnyScheme(t); i > 0 {
		if kind = kindOfScheme(t[:i]); upper != 0 {
			kind = foldedScheme(t[:i])
		}
	}
	if b = octets(t); kind != notSpecial && bytes.IndexByte(b, '\\') >= 0 {
		if i := bytes.IndexAny(b, "?#"); i >= 0 {
			b = b[:i]
		}
		for i := bytes.IndexByte(b, '\\'); i >= 0; i = bytes.IndexByte(b, '\\') {
			b[i] = '/'
			b = b[i+1:]
		}
	}
	ok := f.begin(p, t) == certain
	f.changed = true // it may not share the memory of the text
	return ok
}

// without returns b without c. It is made in place.
func without(b []byte, c byte) []byte {
	n := bytes.IndexByte(b, c)
	if n < 0 {
		return b
	}
	for rest := b[n+1:]; ; {
		part, more, found := bytes.Cut(rest, []byte{c})
		if n += copy(b[n:], part); !found {
			return b[:n]
		}
		rest = more
	}
}

// scratch has memory for texts that are cleaned.
var scratch = sync.Pool{New: func() any { return new(make([]byte, 0, 1024)) }}

// trimmed returns s without the C0 controls and spaces around it.
func trimmed(s string) string {
	for s != "" && s[len(s)-1] <= ' ' {
		s = s[:len(s)-1]
	}
	for s != "" && s[0] <= ' ' {
		s = s[1:]
	}
	return s
}

// cutAnyScheme returns where the scheme of a URL ends, 0 if there is none, -1 if there are
// tabs or line ends in it, and a bit that is set if some of its letters are in upper case.
func cutAnyScheme(s string) (end int, upper uint8) {
	for i := range len(s) {
		switch c := s[i]; {
		case isAlpha(c):
			upper |= ^c & 0x20
		case i > 0 && isSchemeByte(c):
		case c == ':' && i > 0:
			return i, upper
		case isTab(c):
			return -1, 0
		default:
			return 0, 0
		}
	}
	return 0, 0
}
