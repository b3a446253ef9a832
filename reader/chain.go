package reader

import "strings"

// A kind is one of the choices that all readers make. They are in the order in which
// they take effect.
type kind uint8

const (
	input     kind = iota // what can be given to the program
	trim                  // what is removed first
	octets                // which octets are refused wherever they stand
	scheme                // what is a scheme
	backslash             // whether "\" is a slash
	slashes               // what begins an authority
	ends                  // what ends it
	at                    // which "@" ends the userinfo
	userinfo              // how user and password are read
	colon                 // which ":" begins the port
	port                  // which ports are legal, and how they are read
	brackets              // what may stand in brackets
	host                  // which octets a host has, and which are decoded
	names                 // how names are mapped
	ipv4                  // which spellings of IPv4 addresses are numbers
	path                  // which octets a path has, and how it is given
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

// A step is a value that a choice can have. value is a word or two, text a clause that
// follows the name of the program, do what it does with arg.
type step struct {
	value, text string
	arg         string
	do          func(s *state, arg string)
}

// A chain is what a reader consists of: a step of each kind.
type chain [kinds]*step

// with returns c with other steps.
func (c chain) with(steps map[kind]*step) chain {
	for k, s := range steps {
		c[k] = s
	}
	return c
}

func choiceOf(k kind, s *step) Choice { return Choice{kindNames[k], s.value, s.text} }

// A state is how far a URL is read.
type state struct {
	Reading
	rest string // what is not read yet
	// special: the scheme is one of those that browsers know (#special-scheme).
	special bool
	// slashed: "\" is a slash in this URL. openSlash is what else begins an authority.
	slashed bool
	// authority, and its pieces: hostPort is what is left of it.
	hasAuthority bool
	authority    string
	hostPort     string
	early        int // a port that was found before the authority
	hasEarly     bool
	noPath       bool
	unreadable   bool   // the authority is not that of a server
	simple       bool   // the path is given as it is
	written      string // the scheme as it is written
	opaque       bool   // the path has no structure
	noHost       bool   // there is none, empty or not, though there is an authority
	literal      bool   // the host is in brackets, which it no longer has
}

// read returns what a program with these choices makes of a URL.
func (c *chain) read(url string) Reading {
	s := state{rest: url}
	s.Verdict = Read
	for k := range c {
		if do := c[k].do; do != nil {
			do(&s, c[k].arg)
			if s.Verdict != Read {
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

func (s *state) refuse() { s.Verdict = Refused }

// refuseUnless refuses the URL if ok is false.
func (s *state) refuseUnless(ok bool) {
	if !ok {
		s.Verdict = Refused
	}
}

// cutTail cuts the fragment and the query off what follows the authority.
func (s *state) cutTail() {
	s.rest, s.Fragment.Text, s.Fragment.Present = strings.Cut(s.rest, "#")
	s.rest, s.Query.Text, s.Query.Present = strings.Cut(s.rest, "?")
	s.Path = present(s.rest)
}
