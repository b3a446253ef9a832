package weburl

import (
	"encoding/binary"
	"math"
	"sort"
	"strings"
	"sync"
	"unicode/utf8"
	"unsafe"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/charset"
	"github.com/pct-encoded/percent/internal/wtf8"
)

// A state is one of the basic URL parser (#concept-basic-url-parser).
type state uint8

const (
	done state = iota
	failed
	schemeStart
	noScheme
	specialRelativeOrAuthority
	pathOrAuthority
	relative
	relativeSlash
	specialAuthoritySlashes
	specialAuthorityIgnoreSlashes
	authority
	host
	hostname
	port
	file
	fileSlash
	fileHost
	pathStart
	path
	opaquePath
	query
	fragment
)

// A machine is the basic URL parser (#concept-basic-url-parser), a method for
// each state. Where a state of the Standard takes code point after code point, its
// method takes all that stays in the state at once, so that what the Standard
// collects in its buffer is a piece of the input. It takes linear time where the
// Standard's steps, word for word, would take quadratic time: credentials are read
// once, up to their last '@', and not again at each '@'.
type machine struct {
	// in is the input without what preprocessing removes, p the pointer.
	in string
	p  int
	// base is the base URL; its scheme is empty if there is none.
	base     record
	charset  *charset.Charset
	override state // done if there is none
	rec      record
	// buf holds the rewritten parts of rec, and in if it had to be rewritten.
	buf []byte
	// userinfo is where credentials may begin: with the authority.
	userinfo int
	// driveLetter says that the segment at p is a Windows drive letter that was read
	// as a host first.
	driveLetter bool

	// What it takes to say where an error is: the original text, the part of it that
	// in was made from, and where the offsets of in and of that part differ.
	text     string
	stripped int
	trimmed  string
	shifts   []shift
	report   func(ValidationError)
	failure  failure // with places in in
}

// machines are machines that are not in use. Their memory is used again, so that
// parsing allocates no more than the URL.
var machines = sync.Pool{New: func() any { return &machine{buf: make([]byte, 0, 1024)} }}

// maxKept is the capacity up to which memory of a machine is kept.
const maxKept = 1 << 16

func newMachine() *machine { return machines.Get().(*machine) }

// free gives m back. The next user overwrites the text of its record.
func (m *machine) free() {
	if cap(m.buf) <= maxKept && cap(m.shifts) <= maxKept {
		*m = machine{buf: m.buf[:0], shifts: m.shifts[:0]}
		machines.Put(m)
	}
}

// A shift says that what follows index in of the input was made from what follows
// index text of the trimmed text.
type shift struct{ in, text int }

// eof is what c returns at the end of the input (#eof-code-point).
const eof = -1

// c returns the byte at the pointer.
func (m *machine) c() int { return m.at(m.p) }

func (m *machine) at(i int) int {
	if i < len(m.in) {
		return int(m.in[i])
	}
	return eof
}

// isSlash reports whether c separates segments: '/', and '\' in special URLs.
func (m *machine) isSlash(c int) bool { return c == '/' || c == '\\' && m.rec.special() }

// takeSlash moves the pointer past a slash.
func (m *machine) takeSlash() {
	if m.in[m.p] == '\\' {
		m.invalid(invalidReverseSolidus, m.p, m.p+1)
	}
	m.p++
}

// endsAuthority reports whether c ends the authority.
func (m *machine) endsAuthority(c int) bool {
	return c == eof || c == '?' || c == '#' || m.isSlash(c)
}

// parse parses text as a URL, from step 1 of the basic URL parser on.
func (m *machine) parse(text string) bool {
	m.text, m.trimmed = text, text
	for m.trimmed != "" && m.trimmed[len(m.trimmed)-1] <= ' ' {
		m.trimmed = m.trimmed[:len(m.trimmed)-1]
	}
	for m.trimmed != "" && m.trimmed[0] <= ' ' {
		m.trimmed = m.trimmed[1:]
		m.stripped++
	}
	if m.report != nil && len(m.trimmed) < len(text) {
		if m.stripped > 0 {
			m.reportAt(invalidURLUnit, 0, m.stripped)
		} else {
			m.reportAt(invalidURLUnit, len(m.trimmed), len(text))
		}
	}
	m.removeTabs()
	return m.run(schemeStart)
}

// removeTabs is step 2: no ASCII tab or newline is part of the input.
func (m *machine) removeTabs() {
	m.in = m.trimmed
	first := indexTab(m.in)
	if first == len(m.in) {
		return
	}
	if m.report != nil {
		m.reportAt(invalidURLUnit, m.stripped+first, m.stripped+first+1)
	}
	// What is not UTF-8 becomes U+FFFD first: such bytes must not become a character
	// when a tab between them is removed.
	valid := utf8.ValidString(m.in)
	from := len(m.buf)
	m.buf = append(m.buf, m.in[:first]...)
	for i := first; i < len(m.in); {
		switch c := m.in[i]; {
		case isTab(c):
			i++
			m.shifts = append(m.shifts, shift{len(m.buf) - from, i})
		case valid || c < utf8.RuneSelf:
			m.buf = append(m.buf, c)
			i++
		default:
			n, ok, _ := wtf8.Subsequence(m.in[i:])
			if ok {
				m.buf = append(m.buf, m.in[i:i+n]...)
			} else {
				m.buf = append(m.buf, "\uFFFD"...)
				m.shifts = append(m.shifts, shift{len(m.buf) - from, i + n})
			}
			i += n
		}
	}
	m.in = m.view(from)
}

func isTab(c byte) bool { return c == '\t' || c == '\n' || c == '\r' }

// indexTab returns the index of the first tab or newline, or len(s).
func indexTab(s string) int {
	for i := range len(s) {
		if isTab(s[i]) {
			return i
		}
	}
	return len(s)
}

// view returns m.buf[from:], which must not change any more, as a string.
func (m *machine) view(from int) string {
	b := m.buf[from:]
	return unsafe.String(unsafe.SliceData(b), len(b))
}

func (m *machine) run(s state) bool {
	for {
		switch s {
		case done:
			return true
		case failed:
			return false
		case schemeStart:
			s = m.schemeState()
		case noScheme:
			s = m.noScheme()
		case specialRelativeOrAuthority:
			s = m.specialRelativeOrAuthority()
		case pathOrAuthority:
			s = m.pathOrAuthority()
		case relative:
			s = m.relative()
		case relativeSlash:
			s = m.relativeSlash()
		case specialAuthoritySlashes:
			s = m.specialAuthoritySlashes()
		case specialAuthorityIgnoreSlashes:
			s = m.specialAuthorityIgnoreSlashes()
		case authority:
			s = m.authority()
		case host, hostname:
			s = m.hostState()
		case port:
			s = m.portState()
		case file:
			s = m.file()
		case fileSlash:
			s = m.fileSlash()
		case fileHost:
			s = m.fileHost()
		case pathStart:
			s = m.pathStart()
		case path:
			s = m.path()
		case opaquePath:
			s = m.opaquePath()
		case query:
			s = m.query()
		case fragment:
			s = m.fragment()
		}
	}
}

// invalid reports a validation error about m.in[i:j].
func (m *machine) invalid(name percent.Reason, i, j int) {
	if m.report != nil {
		m.reportAt(name, m.offset(i), m.end(i, j))
	}
}

func (m *machine) reportAt(name percent.Reason, i, j int) {
	m.report(ValidationError{name, int64(i), m.text[i:j]})
}

// fail reports a validation error and returns failure.
func (m *machine) fail(name percent.Reason, i, j int) state {
	m.invalid(name, i, j)
	return m.refuse(name, i, j)
}

// refuse returns failure without a report: the Standard has none there, or it has
// been made.
func (m *machine) refuse(reason percent.Reason, i, j int) state {
	m.failure = failure{reason, i, j}
	return failed
}

// why returns the failure with places in the text. Its end is its start where the
// bytes may be part of a password, which no message may show.
func (m *machine) why() failure {
	f := m.failure
	if m.override == done && f.start >= m.userinfo && strings.Contains(m.in[m.userinfo:f.end], ":") && strings.Contains(m.in[f.end:], "@") {
		f.end = f.start
	}
	return failure{f.reason, m.offset(f.start), m.end(f.start, f.end)}
}

// offset returns where in the text the byte m.in[i] is.
func (m *machine) offset(i int) int {
	k := sort.Search(len(m.shifts), func(k int) bool { return m.shifts[k].in > i })
	var s shift
	if k > 0 {
		s = m.shifts[k-1]
	}
	at := s.text + i - s.in
	if k < len(m.shifts) {
		at = min(at, m.shifts[k].text-1) // in U+FFFD for fewer bytes
	}
	return m.stripped + at
}

// end returns where in the text m.in[i:j] ends.
func (m *machine) end(i, j int) int {
	if i == j {
		return m.offset(i)
	}
	return m.offset(j-1) + 1
}

// behind returns where in in[:end] the code point ends that begins at i; i is end
// where there is none. Bytes that are not UTF-8 are one code point, U+FFFD, for each
// maximal subpart.
func behind(in string, i, end int) int {
	if i == end {
		return end
	}
	n, _, _ := wtf8.Subsequence(in[i:end])
	return i + n
}

// checkUnits reports the code points of m.in[i:j] that are neither URL code points
// nor part of percent-encoded bytes.
func (m *machine) checkUnits(i, j int) {
	if m.report == nil {
		return
	}
	for i < j {
		r, n := utf8.DecodeRuneInString(m.in[i:j])
		switch {
		case r == '%':
			if !isEscape(m.in[i:]) {
				end := i + 1
				for end < min(i+3, j) && m.in[end] < utf8.RuneSelf {
					end++
				}
				m.invalid(invalidURLUnit, i, end)
			}
		case !isURLCodePoint(r):
			m.invalid(invalidURLUnit, i, i+n)
		}
		i += n
	}
}

// encode returns s percent-encoded: UTF-8 percent-encode
// (#string-utf-8-percent-encode).
func (m *machine) encode(s string, e *percent.Encoding) string {
	from := len(m.buf)
	m.buf = appendText(m.buf, s, e)
	return m.view(from)
}

// appendText appends s percent-encoded to dst.
func appendText(dst []byte, s string, e *percent.Encoding) []byte {
	b := octets(s)
	if !utf8.ValidString(s) {
		b, _ = charset.UTF8.AppendDecode(nil, b, charset.Replace)
	}
	return e.AppendEncode(dst, b)
}

// schemeState is the scheme start state and the scheme state
// (#scheme-start-state, #scheme-state).
func (m *machine) schemeState() state {
	i := m.p
	for i < len(m.in) && isSchemeByte(m.in[i]) {
		i++
	}
	// The setter of protocol appends a ':' to the value.
	colon := m.at(i) == ':' || m.override != done && i == len(m.in)
	if i == m.p || !isAlpha(m.in[m.p]) || !colon {
		if m.override == done {
			return noScheme
		}
		return m.refuse(InvalidScheme, m.p, behind(m.in, i, len(m.in)))
	}
	scheme := m.lower(m.in[m.p:i])
	kind := kindOfScheme(scheme)
	r := &m.rec
	if m.override != done {
		if r.special() != (kind != notSpecial) ||
			kind == schemeFile && (r.includesCredentials() || r.port != 0) ||
			r.kind == schemeFile && r.hostKind == EmptyHost {
			return m.refuse(IncompatibleScheme, m.p, i)
		}
	}
	r.scheme, r.kind = scheme, kind
	m.p = min(i+1, len(m.in))
	if m.override != done {
		if r.port != 0 && r.port == kind.defaultPort() {
			r.port, r.portText = 0, ""
		}
		return done
	}
	rest := m.in[m.p:]
	switch {
	case kind == schemeFile:
		if !strings.HasPrefix(rest, "//") {
			m.invalid(specialSchemeMissingSolidus, m.p, m.p)
		}
		return file
	case r.special() && m.base.scheme == scheme:
		return specialRelativeOrAuthority
	case r.special():
		return specialAuthoritySlashes
	case strings.HasPrefix(rest, "/"):
		m.p++
		return pathOrAuthority
	}
	r.opaque = true
	return opaquePath
}

// lower returns s in ASCII lower case.
func (m *machine) lower(s string) string {
	if marksOf(s)&upperCase == 0 {
		return s
	}
	from := len(m.buf)
	m.buf = appendLower(m.buf, s)
	return m.view(from)
}

// appendLower appends s to b in ASCII lower case, eight bytes at a time.
func appendLower(b []byte, s string) []byte {
	const each = 0x0101010101010101
	for ; len(s) >= 8; s = s[8:] {
		w := binary.LittleEndian.Uint64(octets(s[:8]))
		low := w &^ (0x80 * each)
		upper := (low + (0x80-'A')*each) &^ (low + (0x7F-'Z')*each) &^ w & (0x80 * each)
		b = binary.LittleEndian.AppendUint64(b, w|upper>>2)
	}
	for i := range len(s) {
		b = append(b, s[i]|hostBytes[s[i]]&upperCase<<3)
	}
	return b
}

// noScheme is #no-scheme-state.
func (m *machine) noScheme() state {
	b := &m.base
	switch {
	case b.scheme == "", b.opaque && m.c() != '#':
		return m.fail(MissingSchemeNonRelativeURL, m.p, m.p)
	case b.opaque:
		m.rec = *b
		m.p++
		return fragment
	case b.kind != schemeFile:
		return relative
	}
	return file
}

// specialRelativeOrAuthority is #special-relative-or-authority-state.
func (m *machine) specialRelativeOrAuthority() state {
	if strings.HasPrefix(m.in[m.p:], "//") {
		m.p += 2
		return specialAuthorityIgnoreSlashes
	}
	m.invalid(specialSchemeMissingSolidus, m.p, m.p)
	return relative
}

// pathOrAuthority is #path-or-authority-state.
func (m *machine) pathOrAuthority() state {
	if m.c() == '/' {
		m.p++
		return authority
	}
	// The path state begins after a '/', as the segment does.
	return path
}

// relative is #relative-state.
func (m *machine) relative() state {
	r, b := &m.rec, &m.base
	r.scheme, r.kind = b.scheme, b.kind
	if m.isSlash(m.c()) {
		m.takeSlash()
		return relativeSlash
	}
	*r = *b
	r.fragment, r.hasFragment = "", false
	return m.behindBase()
}

// behindBase is what the relative state and the file state do once they have the
// path and the query of the base URL.
func (m *machine) behindBase() state {
	if c := m.c(); c == '?' || c == '#' || c == eof {
		return m.behindPath()
	}
	r := &m.rec
	r.query, r.hasQuery = "", false
	if r.kind == schemeFile && startsWithDriveLetter(m.in[m.p:]) {
		m.invalid(fileInvalidWindowsDriveLetter, m.p, m.p+2)
		r.path = ""
	} else {
		r.shortenPath()
	}
	return path
}

// relativeSlash is #relative-slash-state.
func (m *machine) relativeSlash() state {
	r, b := &m.rec, &m.base
	c := m.c()
	switch {
	case r.special() && m.isSlash(c):
		m.takeSlash()
		return specialAuthorityIgnoreSlashes
	case c == '/':
		m.p++
		return authority
	}
	r.username, r.password, r.host, r.hostKind, r.port, r.portText = b.username, b.password, b.host, b.hostKind, b.port, b.portText
	return path
}

// specialAuthoritySlashes is #special-authority-slashes-state.
func (m *machine) specialAuthoritySlashes() state {
	if strings.HasPrefix(m.in[m.p:], "//") {
		m.p += 2
	} else {
		m.invalid(specialSchemeMissingSolidus, m.p, m.p)
	}
	return specialAuthorityIgnoreSlashes
}

// specialAuthorityIgnoreSlashes is #special-authority-ignore-slashes-state.
func (m *machine) specialAuthorityIgnoreSlashes() state {
	for c := m.c(); c == '/' || c == '\\'; c = m.c() {
		m.invalid(specialSchemeMissingSolidus, m.p, m.p+1)
		m.p++
	}
	return authority
}

// authority is #authority-state. The credentials end with the last '@'; those
// before it become %40, which is what encoding makes of them.
func (m *machine) authority() state {
	m.userinfo = m.p
	at, end := -1, m.p
	for ; !m.endsAuthority(m.at(end)); end++ {
		if m.in[end] == '@' {
			m.invalid(invalidCredentials, end, end+1)
			at = end
		}
	}
	if at < 0 {
		return host
	}
	if credentials := m.in[m.p:at]; credentials != "" {
		username, password, _ := strings.Cut(credentials, ":")
		m.rec.username = m.encode(username, percent.WHATWGUserinfo)
		m.rec.password = m.encode(password, percent.WHATWGUserinfo)
	}
	if at+1 == end {
		return m.fail(HostMissing, end, end)
	}
	m.p = at + 1
	return host
}

// hostState is the host state and the hostname state (#host-state,
// #hostname-state).
func (m *machine) hostState() state {
	if m.override != done && m.rec.kind == schemeFile {
		return fileHost
	}
	start, insideBrackets := m.p, false
	for ; ; m.p++ {
		c := m.c()
		switch {
		case c == ':' && !insideBrackets:
			if m.p == start {
				return m.fail(HostMissing, start, start)
			}
			if m.override == hostname {
				return m.refuse(PortNotAllowed, m.p, len(m.in))
			}
			if !m.parseHost(start, m.p) {
				return failed
			}
			m.p++
			return port
		case m.endsAuthority(c):
			empty := m.p == start
			if empty && m.rec.special() {
				return m.fail(HostMissing, start, start)
			}
			if empty && m.override != done && (m.rec.includesCredentials() || m.rec.port != 0) {
				return m.refuse(HostMissing, start, start)
			}
			if !m.parseHost(start, m.p) {
				return failed
			}
			if m.override != done {
				return done
			}
			return pathStart
		case c == '[':
			insideBrackets = true
		case c == ']':
			insideBrackets = false
		}
	}
}

// parseHost parses the host m.in[i:j]. It reports whether there is one.
func (m *machine) parseHost(i, j int) bool {
	var report reporter
	if m.report != nil {
		report = m.invalid
	}
	from := len(m.buf)
	b, kind, why := parseHost(m.buf, m.in, i, j, m.rec.kind, report)
	if kind == NoHost {
		m.failure = why
		return false
	}
	m.buf = b
	m.rec.host, m.rec.hostKind = m.view(from), kind
	return true
}

// portState is #port-state.
func (m *machine) portState() state {
	start := m.p
	number := 0
	for ; m.p < len(m.in) && isDigit(m.in[m.p]); m.p++ {
		number = min(number*10+int(m.in[m.p]-'0'), math.MaxUint16+1)
	}
	if c := m.c(); !m.endsAuthority(c) && m.override == done {
		return m.fail(PortInvalid, m.p, behind(m.in, m.p, len(m.in)))
	}
	if m.p > start {
		if number > math.MaxUint16 {
			end := m.p
			if m.override != done {
				end = len(m.in) // what a setter leaves out
			}
			return m.fail(PortOutOfRange, start, end)
		}
		r := &m.rec
		r.port = uint32(number) + 1
		r.portText = strings.TrimLeft(m.in[start:m.p], "0")
		if number == 0 {
			r.portText = "0"
		}
		if r.port == r.kind.defaultPort() {
			r.port, r.portText = 0, ""
		}
		if m.override != done {
			return done
		}
	}
	if m.override != done {
		return m.refuse(PortInvalid, m.p, len(m.in))
	}
	return pathStart
}

// file is #file-state.
func (m *machine) file() state {
	r, b := &m.rec, &m.base
	r.scheme, r.kind = "file", schemeFile
	r.host, r.hostKind = "", EmptyHost
	switch {
	case m.isSlash(m.c()):
		m.takeSlash()
		return fileSlash
	case b.kind == schemeFile:
		r.host, r.hostKind, r.path, r.query, r.hasQuery = b.host, b.hostKind, b.path, b.query, b.hasQuery
		return m.behindBase()
	}
	return path
}

// fileSlash is #file-slash-state.
func (m *machine) fileSlash() state {
	r, b := &m.rec, &m.base
	if m.isSlash(m.c()) {
		m.takeSlash()
		return fileHost
	}
	if b.kind == schemeFile {
		r.host, r.hostKind = b.host, b.hostKind
		if first, _, _ := strings.Cut(b.path[min(1, len(b.path)):], "/"); !startsWithDriveLetter(m.in[m.p:]) && isNormalizedDriveLetter(first) {
			r.path = b.path[:1+len(first)]
		}
	}
	return path
}

// fileHost is #file-host-state.
func (m *machine) fileHost() state {
	start := m.p
	m.userinfo = start
	for !m.endsAuthority(m.c()) {
		m.p++
	}
	r := &m.rec
	switch {
	case m.override == done && isDriveLetter(m.in[start:m.p]):
		m.invalid(fileInvalidWindowsDriveLetterInHost, start, m.p)
		m.p = start
		m.driveLetter = true
		return path
	case start == m.p:
		r.host, r.hostKind = "", EmptyHost
	default:
		if !m.parseHost(start, m.p) {
			return failed
		}
		if r.host == "localhost" {
			r.host, r.hostKind = "", EmptyHost
		}
	}
	if m.override != done {
		return done
	}
	return pathStart
}

// pathStart is #path-start-state.
func (m *machine) pathStart() state {
	r := &m.rec
	c := m.c()
	switch {
	case r.special():
		if m.isSlash(c) {
			m.takeSlash()
		}
		return path
	case m.override == done && (c == '?' || c == '#'):
		return m.behindPath()
	case c == '/':
		m.p++
		return path
	case c != eof:
		return path
	case m.override != done && r.hostKind == NoHost:
		r.path = "/"
	}
	return done
}

// path is #path-state. The pointer is at the first segment.
func (m *machine) path() state {
	from := len(m.buf)
	m.buf = append(m.buf, m.rec.path...)
	for {
		start := m.p
		for m.p < len(m.in) && !m.isSlash(m.c()) && (m.override != done || m.in[m.p] != '?' && m.in[m.p] != '#') {
			m.p++
		}
		segment := m.in[start:m.p]
		if !m.driveLetter {
			m.checkUnits(start, m.p)
		}
		m.driveLetter = false
		slash := m.isSlash(m.c())
		if slash {
			m.takeSlash()
		}
		switch {
		case isDoubleDot(segment):
			m.buf = m.buf[:from+shortened(m.buf[from:], m.rec.kind)]
			if !slash {
				m.buf = append(m.buf, '/')
			}
		case isSingleDot(segment):
			if !slash {
				m.buf = append(m.buf, '/')
			}
		case m.rec.kind == schemeFile && len(m.buf) == from && isDriveLetter(segment):
			m.buf = append(m.buf, '/', segment[0], ':')
		default:
			m.buf = append(m.buf, '/')
			m.buf = appendText(m.buf, segment, percent.WHATWGPath)
		}
		if !slash {
			break
		}
	}
	m.rec.path = m.view(from)
	return m.behindPath()
}

// behindPath is what follows a path: a query, a fragment, or nothing.
func (m *machine) behindPath() state {
	switch m.c() {
	case '?':
		m.p++
		return query
	case '#':
		m.p++
		return fragment
	}
	return done
}

// opaquePath is #cannot-be-a-base-url-path-state.
func (m *machine) opaquePath() state {
	start := m.p
	for c := m.c(); c != eof && c != '?' && c != '#'; c = m.c() {
		m.p++
	}
	m.checkUnits(start, m.p)
	text := m.in[start:m.p]
	from := len(m.buf)
	m.buf = appendText(m.buf, text, percent.WHATWGC0Control)
	if m.p < len(m.in) && strings.HasSuffix(text, " ") {
		m.buf = append(m.buf[:len(m.buf)-1], "%20"...)
	}
	m.rec.path = m.view(from)
	return m.behindPath()
}

// query is #query-state.
func (m *machine) query() state {
	start := m.p
	m.p = len(m.in)
	if i := strings.IndexByte(m.in[start:], '#'); i >= 0 && m.override == done {
		m.p = start + i
	}
	m.checkUnits(start, m.p)
	r := &m.rec
	set := percent.WHATWGQuery
	if r.special() {
		set = percent.WHATWGSpecialQuery
	}
	text := m.in[start:m.p]
	r.hasQuery = true
	if m.charset == nil || m.charset == charset.UTF8 || !r.special() || r.kind == schemeWS || r.kind == schemeWSS {
		r.query = m.encode(text, set)
	} else {
		from := len(m.buf)
		m.buf = m.charset.AppendPercentEncode(m.buf, octets(text), set)
		r.query = m.view(from)
	}
	return m.behindPath()
}

// fragment is #fragment-state.
func (m *machine) fragment() state {
	m.checkUnits(m.p, len(m.in))
	m.rec.hasFragment = true
	m.rec.fragment = m.encode(m.in[m.p:], percent.WHATWGFragment)
	m.p = len(m.in)
	return done
}
