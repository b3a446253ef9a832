package reader

import "strings"

// A kind is one of the choices that all readers make. The kinds are in the order in
// which they take effect.
type kind uint8

const (
	input     kind = iota // which input the program accepts
	trim                  // what is removed first
	octets                // which octets are refused anywhere
	scheme                // what is a scheme
	backslash             // whether "\" is a slash
	slashes               // what begins an authority
	ends                  // what ends an authority
	at                    // which "@" ends the userinfo
	userinfo              // how user and password are read
	colon                 // which ":" begins the port
	port                  // which ports are legal, and how they are read
	brackets              // what may stand in brackets
	host                  // which octets a host may have, and which are decoded
	names                 // how names are mapped
	ipv4                  // which spellings of IPv4 addresses are numbers
	path                  // which octets a path may have, and how it is returned
	dots                  // whether dot segments are removed
	query                 // how a query is read
	fragment              // how a fragment is read
	demands               // what a URL must have
	kinds     = iota
)

var kindNames = [kinds]string{
	"input", "trim", "octets", "scheme", "backslash", "slashes", "end of authority", "at", "userinfo", "colon", "port",
	"brackets", "host", "names", "ipv4", "path", "dot segments", "query", "fragment", "demands",
}

// A step is a possible value of a choice. value is a word or two, text a clause that
// follows the name of the program, and do carries it out with arg.
type step struct {
	value, text string
	arg         string
	do          func(s *state, arg string)
}

// A chain is the definition of a reader: a step of each kind.
type chain [kinds]*step

// with returns c with the steps of another that are not nil.
//
//go:noinline
func (c *chain) with(steps *chain) *chain {
	list := *c
	for k, s := range steps {
		if s != nil {
			list[k] = s
		}
	}
	return &list
}

func choiceOf(k kind, s *step) Choice { return Choice{kindNames[k], s.value, s.text} }

// A state is the state of reading a URL.
type state struct {
	Reading
	rest string // the unread rest
	// special: the scheme is one of those that browsers know (#special-scheme).
	special bool
	// slashed: "\" is a slash in this URL. openSlash is another text that begins an
	// authority.
	slashed bool
	// authority, and its pieces: hostPort is the unread rest of it.
	hasAuthority bool
	authority    string
	hostPort     string
	early        int // a port that was found before the authority
	hasEarly     bool
	noPath       bool
	unreadable   bool   // the authority is not host and port
	simple       bool   // the path is given as it is
	written      string // the scheme as written
	opaque       bool   // the path has no structure
	noHost       bool   // there is an authority but no host, not even an empty one
	literal      bool   // the host was in brackets
	octets       bool   // characters are octets
	several      bool   // the text stands for several URLs, of which the rest is the first
}

// read returns the reading of a URL by a program with these choices.
func (c *chain) read(url string) Reading {
	s := state{rest: url}
	s.Verdict = Read
	for k := range c {
		if do := c[k].do; do != nil {
			do(&s, c[k].arg)
			switch {
			case s.Verdict == Read:
			case s.several:
				return Reading{Verdict: Unknown} // it may accept another of them
			default:
				return Reading{Verdict: s.Verdict}
			}
		}
		switch kind(k) {
		case ends:
			s.cutTail()
		case brackets:
			s.Host = Part{s.hostPort, s.hasAuthority && !s.noHost}
		}
	}
	return s.Reading
}

// refuse refuses the URL, unless it is not known what stands in it.
//
//go:noinline
func (s *state) refuse() {
	if s.Verdict == Read {
		s.Verdict = Refused
	}
}

// refuseUnless refuses the URL if ok is false.
//
//go:noinline
func (s *state) refuseUnless(ok bool) {
	if !ok {
		s.refuse()
	}
}

// cutTail cuts the fragment and the query off the text after the authority.
func (s *state) cutTail() {
	s.rest, s.Fragment.Text, s.Fragment.Present = strings.Cut(s.rest, "#")
	s.rest, s.Query.Text, s.Query.Present = strings.Cut(s.rest, "?")
	s.Path = present(s.rest)
}
