package lint

import (
	"bytes"
	"math/bits"
	"strings"
	"unsafe"

	"github.com/pct-encoded/percent/inspect"
	"github.com/pct-encoded/percent/inspect/document"
	"github.com/pct-encoded/percent/internal/kernel"
	"github.com/pct-encoded/percent/internal/lazy"
	"github.com/pct-encoded/percent/internal/pct"
)

// Most URLs in a long list are clean, and a small automaton sees that fast. A state
// says what the last byte was; a byte that could belong to a finding leads to dirty,
// and only then does Lint look closely.

type fastState uint8

const (
	dirty         fastState = iota
	inside                  // of a segment or a value
	atStart                 // of the text, a segment or a value: a '.' may begin a dot segment
	behindSlash             // the same, and another '/' would be an empty segment
	behindColon             // of the scheme: "//" has to follow
	colonSlash              // after ":/"
	behindSlashes           // after "://", where a label of a host begins
	host                    // inside a label
	hostDot                 // a label begins; if with a digit, it may be a number
	fastStates
)

// An automaton has the state that follows each state and byte.
type automaton [fastStates][256]fastState

// automata has one for each kind.
var automata = lazy.Value[*[kindOpaque]automaton]{Make: func() *[kindOpaque]automaton {
	list := new([kindOpaque]automaton)
	whole, path, query, part := newAutomaton("/?=&", ":"), newAutomaton("/", ""), newAutomaton("/?=&", ""), newAutomaton("", "")
	for k := range list {
		switch inspect.Kind(k) {
		case inspect.KindAuto, inspect.KindText, inspect.KindURI:
			list[k] = whole
		case inspect.KindPath:
			list[k] = path
		case inspect.KindQuery, inspect.KindForm:
			list[k] = query
		case inspect.KindHost:
			list[k] = part
			list[k][atStart] = part[hostDot]
		default:
			list[k] = part
		}
	}
	return list
}}

// newAutomaton returns the automaton for texts in which dot segments can follow the
// characters of starts, and colon, if not empty, ends a scheme.
func newAutomaton(starts, colon string) (a automaton) {
	const unreserved = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_~.!$'()*,"
	for state := inside; state < fastStates; state++ {
		for _, c := range []byte(unreserved) {
			a[state][c] = inside
		}
		for _, c := range []byte(starts) {
			a[state][c] = atStart
		}
		for _, c := range []byte(colon) {
			a[state][c] = behindColon
		}
		if starts != "" {
			a[state]['/'] = behindSlash
		}
	}
	for _, state := range []fastState{host, hostDot, behindSlashes} {
		for _, c := range []byte(unreserved) {
			a[state][c] = host
		}
		a[state]['.'] = hostDot
		// '&' and '=' do not end a host, and what follows a ':' may not be a port.
		a[state]['&'], a[state]['='], a[state][':'] = dirty, dirty, dirty
		// An '@' may follow, as if the host stood after it.
		a[state]['?'], a[state]['#'] = dirty, dirty
		// Some programs end a host here, and file://~/ has none.
		a[state]['\''], a[state]['~'], a[state]['$'] = dirty, dirty, dirty
	}
	if colon == "" { // hasOddLabel looks at hosts in URIs
		for c := '0'; c <= '9'; c++ {
			a[hostDot][c] = dirty
		}
	}
	// Some clients make one of several full stops in a host.
	for _, state := range []fastState{atStart, behindSlash, behindSlashes, hostDot} {
		a[state]['.'] = dirty
		a[state]['$'] = dirty // a placeholder may begin
	}
	a[behindSlash]['/'] = dirty
	for c := range 256 {
		if c != '/' {
			a[behindColon][c] = dirty
			a[colonSlash][c] = dirty
		}
	}
	a[behindColon]['/'] = colonSlash
	a[colonSlash]['/'] = behindSlashes
	a[behindSlashes]['/'] = dirty
	return a
}

// The classes of bytes that a look at whole blocks needs.
const (
	inNone        = iota // lead to dirty from every state
	startsSegment        // a dot segment can follow
	isSlash
	isColon
	isDot // or '$', which may begin a placeholder where a dot segment may begin
	isHyphen
	isDigit // or '_' or '~', which may begin a placeholder behind a '='
	notInHost
)

var classes = lazy.Value[*kernel.Classes]{Make: func() *kernel.Classes {
	of := &automata.Get()[inspect.KindURI][inside]
	return kernel.NewClasses(func(b byte) (classes uint8) {
		if of[b] == dirty {
			return 1 << inNone
		}
		for class, set := range [...]string{startsSegment: "/?=&", isSlash: "/", isColon: ":", isDot: ".$", isHyphen: "-", isDigit: "0123456789_~", notInHost: "?=&:'~$"} {
			if strings.IndexByte(set, b) >= 0 {
				classes |= 1 << class
			}
		}
		return classes
	})
}}

type cleanliness uint8

const (
	unsure cleanliness = iota // only the automaton can tell
	isClean
	isDirty
)

// lookAtBlocks is what the automaton for URIs says of a text with one scheme, or none, and
// a host that ends within the first 64 bytes.
func lookAtBlocks(text []byte) cleanliness {
	var m kernel.Masks
	classes := classes.Get()
	start, hyphen, slash := uint64(1), uint64(0), uint64(0) // what stands before a block
	equals := uint64(0)                                     // '=', '?' or '&' before a block
	fields, hyphens := uint64(0), uint64(0)                 // not 0 if there is any of these, and "--"
	for at := 0; at < len(text); at += 64 {
		kernel.Classify64(classes, &m, text[at:min(at+64, len(text))])
		twice := m[isSlash] & (m[isSlash]<<1 | slash)
		if m[inNone]|m[isDot]&(m[startsSegment]<<1|start) != 0 {
			return isDirty
		}
		hyphens |= m[isHyphen] & (m[isHyphen]<<1 | hyphen)
		if inQuery := m[startsSegment] &^ m[isSlash]; inQuery|equals != 0 {
			for digits := m[isDigit] & (inQuery<<1 | equals); digits != 0; digits &= digits - 1 {
				if i := at + bits.TrailingZeros64(digits); text[i] == '3' && bytes.HasPrefix(text[i-1:], equalsOfMail) || text[i-1] == '=' && (text[i] > '9' || text[i] <= '1' && mayBeAddress(text[i:])) {
					return isDirty
				}
			}
			equals = inQuery >> 63
			fields |= inQuery
		}
		start, hyphen, slash = m[startsSegment]>>63, m[isHyphen]>>63, m[isSlash]>>63
		colon := m[isColon]
		if colon == 0 {
			if twice != 0 {
				return isDirty
			}
			continue
		}
		host := bits.TrailingZeros64(colon) + len("://")
		if at > 0 || colon&(colon-1) != 0 || host >= min(len(text), 64) {
			return unsure
		}
		hostEnd := m[isSlash] >> host << host
		if hostEnd == 0 && len(text) > 64 {
			return unsure
		}
		in := (hostEnd&-hostEnd - 1) >> host << host
		labels := m[isDot]<<1 | 1<<host
		if twice != colon<<2 || in&(m[notInHost]|m[isDot]&labels) != 0 || in&m[isDigit]&labels != 0 && hasOddLabel(text) {
			return isDirty
		}
	}
	if fields != 0 && hasMisplaced(text) || hyphens != 0 && hasPunycode(text) {
		return isDirty
	}
	return isClean
}

// equalsOfMail is '=' in quoted-printable.
var equalsOfMail = []byte("=3D")

// Clean reports whether a quick look at the bytes shows that Lint finds nothing. It
// does not allocate, and stops at the first byte that needs a closer look: if it
// returns false, there may be findings or not.
func (l *Linter) Clean(text []byte) bool {
	if m, _ := mistyped(unsafe.String(unsafe.SliceData(text), len(text))); m != nil {
		return false
	}
	if l.url.Place != document.Alone && !l.reads(text) {
		return false
	}
	if l.kind <= inspect.KindURI && kernel.Active() != kernel.Portable {
		if how := lookAtBlocks(text); how != unsure {
			return how == isClean
		}
	}
	return automata.Get()[l.kind].clean(text) && !bytes.Contains(text, equalsOfMail) && !hasValue(text) && !hasMisplaced(text) && !hasOddLabel(text) && !hasPunycode(text)
}

// hasPunycode reports whether text has the beginning of a label in Punycode: "xn--".
func hasPunycode(text []byte) bool {
	for {
		i := bytes.Index(text, []byte("--"))
		if i < 0 {
			return false
		}
		if i > 1 && text[i-2]|0x20 == 'x' && text[i-1]|0x20 == 'n' {
			return true
		}
		text = text[i+1:]
	}
}

// hasOddLabel reports whether a label of a host in text begins with a digit, unless the host is
// a name that is read alike everywhere.
func hasOddLabel(text []byte) bool {
	for {
		i := bytes.Index(text, []byte("://"))
		if i < 0 {
			return false
		}
		text = text[i+len("://"):]
		host, _, _ := bytes.Cut(text, []byte("/"))
		for i, c := range host {
			if '0' <= c && c <= '9' && (i == 0 || host[i-1] == '.') {
				if !isPlainName(kernel.String(host)) {
					return true
				}
				break
			}
		}
	}
}

// hasValue reports whether the value of a name in text may be an address or a placeholder.
func hasValue(text []byte) bool {
	for {
		i := bytes.IndexByte(text, '=')
		if i < 0 {
			return false
		}
		if text = text[i+1:]; mayBeAddress(text) || len(text) > 0 && (text[0] == '_' || text[0] == '~') {
			return true
		}
	}
}

// mayBeAddress reports whether text begins as an address in other than four decimal numbers, or
// as one of this machine.
func mayBeAddress(text []byte) bool {
	return beginsNumber(text) || bytes.HasPrefix(text, []byte("127.")) || len(text) > 4 && strings.EqualFold(unsafe.String(&text[0], 4), "0x7f")
}

// beginsNumber reports whether an address may begin with text whose first number is octal or
// hexadecimal: 0177.0.0.1.
func beginsNumber[T []byte | string](text T) bool {
	const most = len("0x7f.")
	if len(text) < most || text[0] != '0' {
		return false
	}
	for _, c := range []byte(text[1:most]) {
		switch {
		case c == '.':
			return text[1] != '.'
		case !pct.IsHex(c) && c|0x20 != 'x':
			return false
		}
	}
	return false
}

// hasMisplaced reports whether a delimiter may stand where another one is meant.
func hasMisplaced(text []byte) bool {
	if i := bytes.IndexByte(text, '?'); i >= 0 {
		return bytes.IndexByte(text[i+1:], '?') >= 0
	}
	return bytes.IndexByte(text, '&') >= 0 && bytes.IndexByte(text, '/') >= 0
}

// reads reports whether a URL that was found in a document stands there as it is.
func (l *Linter) reads(text []byte) bool {
	if l.url.Place.Reads() && bytes.IndexByte(text, '&') >= 0 {
		return false
	}
	return !l.url.Escaped() || l.url.Same(unsafe.String(unsafe.SliceData(text), len(text)))
}

func (a *automaton) clean(text []byte) bool {
	state := atStart
	for _, c := range text {
		state = a[state][c]
		if state == dirty {
			return false
		}
	}
	return state < behindColon || behindSlashes < state
}
