package weburl

import (
	"math"
	"math/bits"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/kernel"
)

// A walk takes a text apart, which is a URL or a reference to the base of a parser, and
// writes the URL: its prefix, the authority, and path, query and fragment. It takes texts
// of every kind that hold nothing which is to be removed, and no '\' in place of '/';
// clean makes such texts of others.
type walk struct {
	parts
	// src is what is read, and the parts begin at src[start]. The URL shares its memory if
	// nothing changes; with changed, something has changed before the parts.
	src     string
	start   int
	changed bool
	// prefix is what the URL begins with: the scheme and what is behind it, or what stays
	// of the base. The path begins at prefix[from] if the URL has no authority.
	prefix string
	from   int
	shape  shape
	scheme schemeKind
	rest   uint64 // of the base
	query  uint64 // where that of the base begins, if it stays
	slash  string // what is missing in front of the path

	// The authority: where the host begins and ends in the text, its kind, letters of it
	// that become lower case, the port plus one, and how long the address is that room
	// has, or the domain; 0 if the host stays.
	hostStart, nameEnd int
	kind               HostKind
	upper              uint64
	number             uint32
	size               int
	room               [maxAddress]byte
}

// A shape says what a walk finds behind the prefix.
type shape uint8

const (
	withAuthority shape = iota
	withPath
	withOpaquePath
	ofReference
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

// parseOther is parse for texts that are not canonical in one of the schemes of cutScheme.
func (p *Parser) parseOther(s string) (URL, error) {
	if p.OnError != nil || len(s) > maxRewritten || len(p.Base.href) > maxRewritten {
		return p.parseAny(s)
	}
	var w walk
	switch w.begin(p, s) {
	case certain:
		if u, ok := w.finish(p); ok {
			return u, nil
		}
	case withoutScheme:
		return URL{}, w.noScheme(s).error("", s)
	}
	return p.parseCleaned(s, &w)
}

// parseCleaned is parseOther for what w has not taken.
func (p *Parser) parseCleaned(s string, w *walk) (URL, error) {
	if w.mayBeOdd() {
		room := scratch.Get().(*[]byte)
		defer scratch.Put(room)
		if w.clean(p, s, room) {
			if u, ok := w.finish(p); ok {
				return u, nil
			}
		}
	}
	return p.parseAny(s)
}

// canParseOther is canParse for such texts. Nothing is wrong with paths, queries and
// fragments.
func (p *Parser) canParseOther(s string) bool {
	if len(s) > maxRewritten || len(p.Base.href) > maxRewritten {
		return p.canParseAny(s)
	}
	var w walk
	switch w.begin(p, s) {
	case certain:
		if w.shape != withAuthority && !w.hidesAuthority() || w.measured(p) {
			return true
		}
	case withoutScheme:
		return false
	}
	if w.mayBeOdd() {
		room := scratch.Get().(*[]byte)
		defer scratch.Put(room)
		if w.clean(p, s, room) && (w.shape != withAuthority || w.measured(p)) {
			return true
		}
	}
	return p.canParseAny(s)
}

// hidesAuthority reports whether what follows the prefix could have an authority once it
// is cleaned.
func (w *walk) hidesAuthority() bool {
	t := strings.TrimPrefix(w.src[w.start:], "/")
	return t != "" && (t[0] == '\\' || isTab(t[0]))
}

// mayBeOdd reports whether there may be something to clean in what w has not taken.
func (w *walk) mayBeOdd() bool { return w.text == "" || w.odd != 0 }

// rewrite is parse for URLs of the given kind that may be other than canonical
// everywhere. m has the masks of the first 64 bytes of the authority, which begins at
// start, and what follows.
func (p *Parser) rewrite(s string, kind schemeKind, start int, m *kernel.Masks) (URL, error) {
	if s[len(s)-1] > ' ' && len(s) <= maxRewritten {
		var w walk
		w.src, w.start, w.prefix, w.scheme = s, start, s[:start], kind
		if w.measuredAs(p, m) {
			return w.url(), nil
		}
		if w.hostEnd > 0 {
			return p.parseCleaned(s, &w)
		}
	}
	return p.parseOther(s)
}

// noScheme is why s is refused that has no scheme.
func (w *walk) noScheme(s string) failure {
	at := 0
	if w.src != "" {
		at = strings.Index(s, w.src)
	}
	return failure{MissingSchemeNonRelativeURL, at, at}
}

// A verdict says what is certain of a text.
type verdict uint8

const (
	unclear verdict = iota
	certain
	withoutScheme // and without a base that would serve
)

// scratch has memory for texts that are cleaned.
var scratch = sync.Pool{New: func() any { return new(make([]byte, 0, 1024)) }}

// begin finds what the URL of s begins with.
func (w *walk) begin(p *Parser, s string) verdict {
	t := trimmed(s)
	w.src, w.changed = t, len(t) != len(s)
	i, upper := cutAnyScheme(t)
	switch {
	case i == 0 && (p.Base.IsZero() || p.Base.OpaquePath() && (t == "" || t[0] != '#')):
		return withoutScheme
	case i > 0 && w.beginScheme(p, t, i, upper), i == 0 && t != "" && w.refer(p, t, 0):
		return certain
	}
	return unclear
}

// beginScheme is begin for a text with a scheme, which ends at i and has letters in upper
// case if upper is not 0.
func (w *walk) beginScheme(p *Parser, t string, i int, upper uint8) bool {
	rest := t[i+1:]
	if w.scheme = kindOfScheme(t[:i]); upper != 0 {
		w.scheme, w.changed = foldedScheme(t[:i]), true
	}
	slashes := 0
	for slashes < len(rest) && rest[slashes] == '/' {
		slashes++
	}
	w.shape = withAuthority
	switch {
	case w.scheme == notSpecial && slashes < 2:
		if rest == "" {
			return false
		}
		w.shape = withPath
		if slashes == 0 {
			w.shape = withOpaquePath
		}
		w.start, w.prefix = i+1, t[:i+1]
		w.rest = (&layout{start: i + 1}).rest()
	case w.scheme == notSpecial:
		w.start, w.prefix = i+3, t[:i+3]
	case w.scheme == schemeFile && slashes < 2:
		if p.Base.scheme() == schemeFile || rest == "" {
			return false
		}
		w.start = i + 1
		w.fileWithoutHost()
	case slashes < 2 && p.Base.scheme() == w.scheme:
		return rest != "" && w.refer(p, t, i+1)
	default:
		if w.scheme == schemeFile {
			slashes = 2
		}
		w.start, w.prefix = i+1+slashes, prefixes[w.scheme]
		w.changed = w.changed || slashes != 2
	}
	return true
}

// fileWithoutHost notes that what follows is the path of a file, without a host.
func (w *walk) fileWithoutHost() {
	w.prefix, w.shape, w.changed, w.kind = prefixes[schemeFile], withPath, true, EmptyHost
	w.rest = (&layout{start: len(w.prefix), scheme: schemeFile, kind: EmptyHost}).rest()
	if w.src[w.start] != '/' {
		w.slash = "/"
	}
}

// refer is begin for a reference, src[i:], to the base.
func (w *walk) refer(p *Parser, t string, i int) bool {
	u := &p.Base
	w.start, w.scheme, w.changed = i, u.scheme(), true
	ref := t[i:]
	if strings.HasPrefix(ref, "//") {
		if u.hostKind() == NoHost {
			return false
		}
		w.prefix, w.shape = u.href[:u.start()], withAuthority
		w.start += 2
		for w.scheme != notSpecial && w.scheme != schemeFile && w.start < len(t) && t[w.start] == '/' {
			w.start++
		}
		return true
	}
	from := u.pathStart()
	path := u.href[from:u.pathEnd()]
	drive := w.scheme == schemeFile && startsWithDriveLetter(path[min(1, len(path)):])
	keep := from
	switch c := ref[0]; {
	case c == '#':
		if keep = u.fragStart(); keep == 0 {
			keep = len(u.href)
		}
		w.query = u.ends & math.MaxUint32
	case u.IsZero(), u.OpaquePath(), u.hostKind() == NoHost && u.field(portShift, portBits) != 0:
		return false
	case c == '?':
		keep = u.pathEnd()
	case c == '/':
		if w.scheme == schemeFile && startsWithDriveLetter(ref[1:]) {
			return false
		}
		if drive {
			keep += 3
		}
	default:
		if w.scheme == schemeFile && startsWithDriveLetter(ref) || drive && len(path) == 3 {
			return false
		}
		keep += strings.LastIndexByte(path, '/') + 1
		if path == "" {
			w.slash = "/"
		}
	}
	w.prefix, w.from, w.shape, w.rest, w.kind = u.href[:keep], from, ofReference, u.rest, u.hostKind()
	return !u.IsZero()
}

// finish reads what is behind the prefix, and writes the URL if it is certain.
func (w *walk) finish(p *Parser) (u URL, ok bool) {
	var m kernel.Masks
	t := w.src[w.start:]
	if b := head(t); !kernel.ClassifyVector(classes, &m, b) {
		kernel.ClassifyPortable(classes, &m, b)
	}
	if len(t) <= 64 && (w.shape == ofReference || w.shape == withOpaquePath && !w.changed) && w.slash == "" {
		hash := m[delims] & m[badQuery]
		before := below(hash)
		question := m[delims] & before
		path := below(question) & before
		if m[badPath]&path|m[badQuery]&before&^path|m[badFragment]&^before|(m[slashes]&path<<1|1)&m[dots]&path == 0 {
			// Nothing in it is to be changed.
			u.href, u.ends, u.rest = w.src, w.query, w.rest
			if w.changed {
				b := make([]byte, len(w.prefix)+len(t))
				copy(b, w.prefix)
				copy(b[len(w.prefix):], t)
				u.href = unsafeString(b)
			}
			if question != 0 {
				u.ends = uint64(len(w.prefix) + bits.TrailingZeros64(question))
			}
			if hash != 0 {
				u.ends |= uint64(len(w.prefix)+bits.TrailingZeros64(hash)) << 32
			}
			return u, true
		}
	}
	if !w.measuredAs(p, &m) {
		return URL{}, false
	}
	return w.url(), true
}

// measured reads what is behind the prefix.
func (w *walk) measured(p *Parser) bool {
	var m kernel.Masks
	kernel.Classify64(classes, &m, head(w.src[w.start:]))
	return w.measuredAs(p, &m)
}

// measuredAs is measured for a text whose first 64 bytes have the masks m.
func (w *walk) measuredAs(p *Parser, m *kernel.Masks) bool {
	t := w.src[w.start:]
	w.measure(t, m, w.shape != withAuthority)
	if w.odd != 0 && w.badPath|w.badQuery|w.badFragment != 0 || w.high != 0 && !utf8.ValidString(t) {
		return false
	}
	special := w.scheme != notSpecial
	if w.badQuery != 0 && (p.Charset != nil && special || !special && encoded(percent.WHATWGQuery, t[w.pathEnd:w.queryEnd]) == 0) {
		// Charsets are left to the machine. What is left of other queries has a "'".
		if special {
			return false
		}
		w.badQuery = 0
	}
	if w.shape == withOpaquePath {
		w.dotted = 0
		path := t[:w.pathEnd]
		if w.badPath != 0 && encoded(percent.WHATWGC0Control, path) == 0 {
			w.badPath = 0
		}
		return w.pathEnd == len(t) || !strings.HasSuffix(path, " ")
	}
	if w.dotted != 0 {
		w.checkDots(w.hostEnd)
		if w.dotted != 0 && w.kind == NoHost && w.shape != withAuthority {
			return false // dot segments may leave what looks like an authority
		}
	}
	if w.shape == withAuthority {
		if !w.readAuthority(m) {
			return false
		}
		if special && w.hostEnd == w.pathEnd {
			w.slash = "/"
		}
	}
	if w.scheme == schemeFile {
		if path := strings.TrimPrefix(t[w.hostEnd:w.pathEnd], "/"); len(path) > 1 && path[1] == '|' && startsWithDriveLetter(path) {
			w.dotted |= 1 // it is rewritten as if there were dot segments
		}
	}
	return true
}

// encoded returns how much longer text becomes.
func encoded(e *percent.Encoding, text string) int { return e.EncodedLen(octets(text)) - len(text) }

// readAuthority reads the authority, whose first 64 bytes have the masks m. It reports
// whether it is certain that there is a host.
func (w *walk) readAuthority(m *kernel.Masks) bool {
	t, special := w.text, w.scheme != notSpecial
	w.nameEnd, w.kind = w.hostEnd, DomainHost
	switch {
	case !special:
		w.kind = OpaqueHost
		if w.hostEnd == 0 {
			w.kind = EmptyHost
			return true
		}
	case w.scheme == schemeFile:
		if w.hostEnd == 0 {
			w.kind = EmptyHost
			return true
		}
		if isDriveLetter(t[:w.hostEnd]) {
			w.hostEnd = 0
			w.fileWithoutHost()
			return true
		}
	case w.hostEnd == 0:
		return false
	}
	if w.hostEnd > 63 {
		return w.readLong()
	}
	return w.readHost(m, 0, w.hostEnd)
}

// readLong is readAuthority for more than 63 bytes.
func (w *walk) readLong() bool {
	t := w.text
	if w.badHost == 0 && (w.scheme == notSpecial || w.label < w.hostEnd && !isDigit(t[w.label])) {
		return true
	}
	start := 1 + strings.LastIndexByte(t[:w.hostEnd], '@')
	if start == w.hostEnd || w.scheme == schemeFile && start > 0 {
		return false
	}
	if w.hostEnd-start < 64 {
		var m kernel.Masks
		kernel.Classify64(classes, &m, head(t[start:]))
		return w.readHost(&m, start, w.hostEnd)
	}
	w.hostStart = start
	name, port, ok := strings.Cut(t[start:w.hostEnd], ":")
	if ok {
		number, end := cutPort(port, 0)
		if number == 0 || end != len(port) || w.scheme == schemeFile {
			return false
		}
		w.number = number
	}
	w.nameEnd = start + len(name)
	label := 1 + strings.LastIndexByte(name, '.')
	marks := marksOf(name)
	if marks&upperCase != 0 && w.scheme != notSpecial {
		w.upper = math.MaxUint64
	}
	return marks&(forbiddenDomain|beyondASCII) == 0 && (w.scheme == notSpecial || label < len(name) && !isDigit(name[label]))
}

// readHost reads the authority, text[start:][:end] with end < 64, whose bytes have the
// masks m. start is behind the credentials, or 0.
func (w *walk) readHost(m *kernel.Masks, start, end int) bool {
	end -= start
	t, authority := w.text[start:], uint64(1)<<(end&63)-1
	high := m[uppers] & m[dots] & authority
	host := authority &^ high
	upper, dotted := m[badHost]&m[uppers]&host, m[dots]&host
	escapes := m[badHost] & dotted
	bad, label := m[badHost]&host&^upper&^escapes, bits.Len64(dotted)
	if w.scheme == notSpecial {
		label = -1
	}
	if bad|high|escapes == 0 && (label < 0 || upper == 0 && label < end && !isDigit(t[label])) {
		w.hostStart = start
		return !w.isLocal(t[:end]) || start == 0 && w.dropHost()
	}
	hostStart, hostEnd, port, kind, size := readHost(&w.room, w.src, w.start+start, bad, m[uppers]&^m[badHost], upper, end, label)
	if kind == NoHost {
		return false
	}
	inHost := (uint64(1)<<(hostEnd&63) - 1) &^ (1<<(hostStart&63) - 1)
	if (high|escapes)&inHost != 0 {
		if label < 0 {
			return false
		}
		var made []byte
		if made, kind = mapHost(w.room[:0], t[hostStart:hostEnd]); kind == NoHost || len(made) > len(w.room) {
			return false
		}
		size = copy(w.room[:], made)
	}
	switch {
	case kind == DomainHost && w.scheme == notSpecial:
		kind = OpaqueHost
	case size == 0 && kind == DomainHost:
		w.upper = upper & inHost >> (hostStart & 63)
	}
	w.hostStart, w.nameEnd, w.kind, w.number, w.size = start+hostStart, start+hostEnd, kind, port, size
	if w.scheme == schemeFile {
		if hostEnd-hostStart < end || start > 0 || size != 0 && w.isLocal(unsafeString(w.room[:size])) {
			return false
		}
		return !w.isLocal(t[:end]) || w.dropHost()
	}
	return true
}

// isLocal reports whether a host is that of files without a host.
func (w *walk) isLocal(host string) bool {
	return w.scheme == schemeFile && strings.EqualFold(host, "localhost")
}

// dropHost leaves the host out.
func (w *walk) dropHost() bool {
	w.hostStart, w.nameEnd, w.kind, w.upper = 0, 0, EmptyHost, 0
	return true
}

// url writes the URL.
func (w *walk) url() URL {
	t, i := w.text, w.hostEnd
	changed := w.changed || w.slash != "" || w.badPath|w.badQuery|w.badFragment|w.dotted != 0
	if w.shape != withAuthority {
		if !changed {
			return URL{w.src, w.ends(w.start), w.rest}
		}
		if w.shape == withOpaquePath {
			return w.urlOpaque()
		}
		b := append(make([]byte, 0, len(w.prefix)+len(t)+2*w.escapes+1), w.prefix...)
		from := len(b)
		if w.shape == ofReference {
			from = w.from
		}
		return w.urlFrom(b, from, w.rest)
	}
	l := layout{start: len(w.prefix), scheme: w.scheme, kind: w.kind, number: w.number}
	if l.number == w.scheme.defaultPort() {
		l.number = 0
	}
	name, port := t[w.hostStart:w.nameEnd], ""
	if l.number != 0 {
		port = t[w.nameEnd:i]
	}
	l.user, l.host, l.port = w.hostStart, len(name), len(port)
	same := w.upper == 0 && len(port) == i-w.nameEnd && (w.size == 0 || name == unsafeString(w.room[:w.size]))
	size := len(w.prefix) + len(t) + 2*w.escapes + 1
	var username, password string
	if w.hostStart > 0 {
		var colon bool
		username, password, colon = strings.Cut(t[:w.hostStart-1], ":")
		l.user, l.password = len(username), w.hostStart-len(username)
		same = same && colon == (password != "") && (colon || username != "") && isUserinfo(username) && isUserinfo(password)
	}
	if same {
		if !changed {
			return URL{w.src, w.ends(w.start), l.rest()}
		}
		b := append(append(make([]byte, 0, size), w.prefix...), t[:i]...)
		return w.urlFrom(b, len(b), l.rest())
	}
	if w.size != 0 {
		name = unsafeString(w.room[:w.size])
		l.host = w.size
		size += w.size
	}
	if w.hostStart > 0 {
		size += encoded(percent.WHATWGUserinfo, username) + encoded(percent.WHATWGUserinfo, password)
	}
	b := append(make([]byte, 0, size), w.prefix...)
	if w.hostStart > 0 {
		b = percent.WHATWGUserinfo.AppendEncode(b, octets(username))
		l.user = len(b) - l.start
		if password != "" {
			b = percent.WHATWGUserinfo.AppendEncode(append(b, ':'), octets(password))
		}
		if len(b) > l.start {
			b = append(b, '@')
		}
		l.password = len(b) - l.start - l.user
	}
	at := len(b)
	b = append(b, name...)
	if len(name) > 63 && w.upper != 0 {
		b = appendLower(b[:at], name)
	} else {
		toLower(unsafeString(b[at:]), w.upper)
	}
	b = append(b, port...)
	return w.urlFrom(b, len(b), l.rest())
}

// urlFrom is the end of url: b has what precedes path, query and fragment, and the path
// begins at from.
func (w *walk) urlFrom(b []byte, from int, rest uint64) URL {
	if w.scheme == notSpecial && w.shape != ofReference {
		b = appendLower(b[:0], unsafeString(b[:len(w.prefix)]))[:len(b)]
	}
	b = append(b, w.slash...)
	b, ends := w.append(b, from, w.hostEnd, w.scheme)
	return URL{shrunk(b), ends | w.query, rest}
}

// urlOpaque is url for opaque paths.
func (w *walk) urlOpaque() URL {
	t := w.text
	size := len(w.prefix) + len(t) + encoded(percent.WHATWGC0Control, t[:w.pathEnd]) + 2*w.escapes
	b := appendLower(make([]byte, 0, size), w.prefix)
	b = percent.WHATWGC0Control.AppendEncode(b, octets(t[:w.pathEnd]))
	b, ends := w.appendEnds(b, percent.WHATWGQuery)
	return URL{shrunk(b), ends, w.rest}
}

// clean is begin for s without tabs and line ends, and with '/' in place of '\' if its
// scheme is special. room has the text. It reports whether it is certain.
func (w *walk) clean(p *Parser, s string, room *[]byte) bool {
	if !utf8.ValidString(s) {
		return false
	}
	b := (*room)[:0]
	for i := range len(s) {
		if !isTab(s[i]) {
			b = append(b, s[i])
		}
	}
	if cap(b) <= maxKept {
		*room = b
	}
	t := trimmed(unsafeString(b))
	*w = walk{}
	kind := p.Base.scheme()
	if i, _ := cutAnyScheme(t); i > 0 {
		kind = foldedScheme(t[:i])
	}
	if kind != notSpecial {
		for i, c := range octets(t) {
			if c == '?' || c == '#' {
				break
			}
			if c == '\\' {
				octets(t)[i] = '/'
			}
		}
	}
	ok := w.begin(p, t) == certain
	w.changed = true // it may not share the memory of the text
	return ok
}

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
