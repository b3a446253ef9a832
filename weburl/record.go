package weburl

import (
	"math"
	"unsafe"
)

// A record is a URL record (#concept-url) while it is being made or changed, a
// string for each component. The strings may share the memory of the input, of the
// base URL and of the machine.
type record struct {
	scheme             string
	kind               schemeKind
	username, password string
	host               string // serialized
	hostKind           HostKind
	port               uint32 // plus one; 0 is null
	portText           string
	// path is the path, serialized: a list of segments is empty or begins with '/'.
	path        string
	opaque      bool
	query       string
	hasQuery    bool
	fragment    string
	hasFragment bool
}

// record takes u apart.
func (u URL) record() record {
	r := record{
		scheme: u.Scheme(), kind: u.scheme(),
		username: u.Username(), password: u.Password(),
		host: u.Hostname(), hostKind: u.hostKind(),
		port: u.port(), portText: u.Port(),
		path: u.Pathname(), opaque: u.OpaquePath(),
	}
	r.query, r.hasQuery = u.Query()
	r.fragment, r.hasFragment = u.Fragment()
	return r
}

// includesCredentials is #include-credentials.
func (r *record) includesCredentials() bool { return r.username != "" || r.password != "" }

// cannotHaveCredentials is #cannot-have-a-username-password-port.
func (r *record) cannotHaveCredentials() bool {
	return r.hostKind == NoHost || r.hostKind == EmptyHost || r.kind == schemeFile
}

func (r *record) special() bool { return r.kind != notSpecial }

// shortenPath is #pop-a-urls-path.
func (r *record) shortenPath() { r.path = r.path[:shortened(r.path, r.kind)] }

// shortened returns the length of a path without its last segment.
func shortened[T string | []byte](path T, kind schemeKind) int {
	if kind == schemeFile && len(path) == 3 && isNormalizedDriveLetter(path[1:]) {
		return len(path)
	}
	for i := len(path) - 1; i > 0; i-- {
		if path[i] == '/' {
			return i
		}
	}
	return 0
}

// serialize is the URL serializer (#concept-url-serializer). If same is the result,
// its memory is used. It reports whether the URL is short enough for its offsets.
func (r *record) serialize(same string) (URL, bool) {
	l := layout{scheme: r.kind, kind: r.hostKind, number: r.port}
	var pieces [16]string
	n, length := 0, uint64(0)
	add := func(s string) int {
		pieces[n] = s
		n++
		length += uint64(len(s))
		return int(length)
	}
	add(r.scheme)
	l.start = add(":")
	if r.hostKind != NoHost {
		l.start = add("//")
		if r.includesCredentials() {
			l.user = add(r.username) - l.start
			if r.password != "" {
				add(":")
				add(r.password)
			}
			l.password = add("@") - l.start - l.user
		}
	}
	hostStart := int(length)
	hostEnd := add(r.host)
	l.host = hostEnd - hostStart
	if r.port != 0 {
		add(":")
		add(r.portText)
	}
	if r.hostKind == NoHost && len(r.path) > 1 && r.path[:2] == "//" {
		add("/.")
	}
	l.port = int(length) - hostEnd
	ends := uint64(add(r.path))
	if r.hasQuery {
		add("?")
		add(r.query)
	} else {
		ends = 0
	}
	if r.hasFragment {
		ends |= length << 32
		add("#")
		add(r.fragment)
	}
	if length > math.MaxUint32 {
		return URL{}, false
	}
	href := same
	if !consistsOf(same, pieces[:n]) {
		buf := make([]byte, 0, length)
		for _, piece := range pieces[:n] {
			buf = append(buf, piece...)
		}
		href = unsafe.String(unsafe.SliceData(buf), len(buf))
	}
	return URL{href, ends, l.rest()}, true
}

// consistsOf reports whether s is the pieces put together.
func consistsOf(s string, pieces []string) bool {
	for _, piece := range pieces {
		if len(s) < len(piece) || s[:len(piece)] != piece {
			return false
		}
		s = s[len(piece):]
	}
	return s == ""
}
