package lint

import (
	"bytes"

	"github.com/pct-encoded/percent/inspect"
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
	hyphen                  // a second one may belong to an xn-- label
	host                    // inside a label
	hostHyphen              // the same, after a hyphen
	hostDot                 // a label begins; if with a digit, it may be a number
	fastStates
)

// automata has one for each kind.
var automata = func() (list [kindOpaque][fastStates][256]fastState) {
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
}()

// newAutomaton returns the automaton for texts in which dot segments can follow the
// characters of starts, and colon, if not empty, ends a scheme.
func newAutomaton(starts, colon string) (a [fastStates][256]fastState) {
	const unreserved = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_~.!$'()*,"
	for state := inside; state < fastStates; state++ {
		for _, c := range []byte(unreserved) {
			a[state][c] = inside
		}
		a[state]['-'] = hyphen
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
	for _, state := range []fastState{host, hostHyphen, hostDot, behindSlashes} {
		for _, c := range []byte(unreserved) {
			a[state][c] = host
		}
		a[state]['-'], a[state]['.'] = hostHyphen, hostDot
		// '&' and '=' do not end a host, and what follows a ':' may not be a port.
		a[state]['&'], a[state]['='], a[state][':'] = dirty, dirty, dirty
		// An '@' may follow, as if the host stood after it.
		a[state]['?'], a[state]['#'] = dirty, dirty
	}
	for _, state := range []fastState{hostDot, behindSlashes} {
		for c := '0'; c <= '9'; c++ {
			a[state][c] = dirty
		}
	}
	for _, state := range []fastState{atStart, behindSlash, behindSlashes} {
		a[state]['.'] = dirty
	}
	a[behindSlash]['/'] = dirty
	a[hyphen]['-'], a[hostHyphen]['-'] = dirty, dirty
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

// Clean reports whether a quick look at the bytes shows that Lint finds nothing. It
// does not allocate, and stops at the first byte that needs a closer look: if it
// returns false, there may be findings or not.
func (l Linter) Clean(text []byte) bool {
	if l.place.reads() && bytes.IndexByte(text, '&') >= 0 {
		return false
	}
	a := &automata[l.kind]
	state := atStart
	for _, c := range text {
		state = a[state][c]
		if state == dirty {
			return false
		}
	}
	return state < behindColon || behindSlashes < state
}
