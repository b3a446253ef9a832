package dsn

import (
	"math"
	"sort"
	"strconv"
	"strings"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/lazy"
	"github.com/pct-encoded/percent/internal/pct"
	"github.com/pct-encoded/percent/internal/program"
	"github.com/pct-encoded/percent/reader"
)

// A Driver is a driver of a database or a broker, in the versions that read connection URIs
// alike, and a model of how it reads them. Its Name is such as "pgx"; Versions are those that
// read alike, the oldest first; Subject is the function that was called. Each was recorded:
// its model has the answer of the driver to every recorded URI, or none. Drivers are handles
// and can be compared with ==. The zero Driver is not valid. Drivers may be used by several
// goroutines.
type Driver struct {
	*program.Program
	row *row
}

// A Reading is what a driver reads in a connection URI. The parts are set only if the verdict
// is [reader.Read]. A part that is not present is one that the driver leaves to its defaults.
// Several hosts are joined by commas, and so are their ports.
type Reading struct {
	Verdict  reader.Verdict
	User     reader.Part
	Password reader.Part
	Host     reader.Part
	Port     reader.Part
	Database reader.Part
	Options  []Param // that differ from the defaults of the driver, sorted by name
	// Error is the beginning of what the driver says if it refuses the URI, without what it
	// quotes of it, or "" if that is not known.
	Error string
}

// Parts returns user, password, host, port and database.
//
//go:noinline
func (r *Reading) Parts() [5]*reader.Part {
	return [5]*reader.Part{&r.User, &r.Password, &r.Host, &r.Port, &r.Database}
}

// At returns the driver in one of its Versions.
func (d Driver) At(version string) Driver {
	p := d.Program.At(version)
	return Driver{&p, d.row}
}

// Family returns what the recordings call the servers that the driver is for, such as
// "postgresql".
func (d Driver) Family() string { return d.row.family.name }

// Read returns what the driver reads in a URI. Any text is allowed.
func (d Driver) Read(uri string) Reading {
	s := state{uri: uri}
	s.Verdict = reader.Read
	if d.row.text && pct.InvalidUTF8(uri) >= 0 {
		return Reading{} // the program cannot be given it
	}
	for _, step := range d.row.steps {
		if step(&s); s.Verdict != reader.Read {
			return Reading{Verdict: s.Verdict, Error: s.Error}
		}
	}
	s.Options = s.options
	sort.Slice(s.Options, func(i, j int) bool { return s.Options[i].Name < s.Options[j].Name })
	return s.Reading
}

// A family is the drivers of one kind of server.
type family struct {
	name    string
	schemes string // of URIs, separated by spaces; the first is that of the recordings
	port    string // the default
	params  string // the parameters that may hold the five parts, or "-"; sets are separated by commas
	drivers program.List[Driver]
}

// A row is a driver.
type row struct {
	program.Program
	family *family
	text   bool // it takes Unicode, not octets
	// portInHost is set if it has the ports with the hosts, and databasePrefix if it has a
	// slash before the database.
	portInHost     bool
	databasePrefix string
	steps          []step
}

// A step is a part of what a driver does with a URI.
type step func(*state)

// state is a URI that a driver takes apart.
type state struct {
	Reading
	uri                                         string
	scheme, authority, hostPort, path, fragment string // path with its first slash
	query                                       string
	hasAuthority, hasQuery                      bool
	options                                     []Param
	index                                       map[string]int // of options by name
	lists                                       map[string][]string
}

// refuse ends the reading with what the driver says.
//
//go:noinline
func (s *state) refuse(message string) {
	if s.Verdict == reader.Read {
		s.Verdict, s.Error = reader.Refused, message
	}
}

// refuseQuoting is refuse for a message that may quote the URI: it ends there.
func (s *state) refuseQuoting(err error) {
	message := err.Error()
	if i := strings.IndexAny(message, "\"'`"); i >= 0 {
		message = message[:i]
	}
	s.refuse(strings.TrimRight(message, " :"))
}

// unknown ends the reading, because the model does not know what the driver does.
//
//go:noinline
func (s *state) unknown() {
	if s.Verdict == reader.Read {
		s.Verdict = reader.Unknown
	}
}

// set sets an option, the last of its name.
//
//go:noinline
func (s *state) set(name, value string) {
	if i, ok := s.index[name]; ok {
		s.options[i].Value = value
		return
	}
	if s.index == nil {
		s.index = map[string]int{}
	}
	s.index[name] = len(s.options)
	s.options = append(s.options, Param{name, value})
}

// setFirst sets an option that is not set.
//
//go:noinline
func (s *state) setFirst(name, value string) {
	if _, ok := s.index[name]; !ok {
		s.set(name, value)
	}
}

//go:noinline
func (s *state) option(name string) (value string, ok bool) {
	if i, ok := s.index[name]; ok {
		return s.options[i].Value, true
	}
	return "", false
}

// take returns an option and removes it.
//
//go:noinline
func (s *state) take(name string) (value string, ok bool) {
	if value, ok = s.option(name); ok {
		s.keep(func(o Param) bool { return o.Name != name })
	}
	return value, ok
}

// keep removes the options that are not kept.
//
//go:noinline
func (s *state) keep(kept func(Param) bool) {
	options := s.options
	s.options, s.index = nil, nil
	for _, o := range options {
		if kept(o) {
			s.set(o.Name, o.Value)
		}
	}
}

// drop removes options that the driver does not show.
//
//go:noinline
func drop(names string) step {
	return func(s *state) { s.keep(func(o Param) bool { return o.Name == "" || !oneOf(o.Name, names) }) }
}

// only removes all options but some.
//
//go:noinline
func only(names string) step {
	return func(s *state) { s.keep(func(o Param) bool { return o.Name != "" && oneOf(o.Name, names) }) }
}

// oneOf refuses an option that is there and is none of some words.
//
//go:noinline
func (s *state) oneOf(name, words, message string) {
	if v, ok := s.option(name); ok && !oneOf(v, words) {
		s.refuse(message)
	}
}

// since returns the version in a list behind which a word stands, or one that is never reached.
func since(word, list string) int {
	version := 0
	for w := range strings.FieldsSeq(list) {
		if n, err := strconv.Atoi(w); err == nil {
			version = n
		} else if w == word {
			return version
		}
	}
	return math.MaxInt
}

// move makes the options with five names parts, if they are there. "-" is no name.
func (s *state) move(five string) {
	names := strings.Fields(five)
	for i, part := range s.Parts() {
		if names[i] == "-" {
			continue
		}
		if v, ok := s.take(names[i]); ok {
			put(part, v)
		}
	}
}

// A decoder is how a driver decodes escapes, or how a part is written.
type decoder uint8

// The decoders. Those that replace or refuse want UTF-8.
const (
	goDecoder      decoder = iota // strict, octets
	libpqDecoder                  // the same
	jsDecoder                     // decodeURIComponent
	jsWhole                       // decodeURI
	pythonDecoder                 // unquote: keeps malformed escapes, and replaces what is no UTF-8
	formDecoder                   // the same, and a "+" is a space
	lenientOctets                 // keeps malformed escapes
	plusOctets                    // the same, and a "+" is a space
	jsEncoder                     // encodeURI
	beyondEncoder                 // keeps what is beyond ASCII
	slashedEncoder                // keeps slashes
	addressEncoder                // keeps colons
	queryEncoder                  // keeps slashes and commas
	environEncoder                // quote(…, safe=":/?&=@")
	decoders                      // how many there are
)

// malformedEscape is what drivers say of an escape that is none.
var malformedEscape = [decoders]string{"invalid URL escape", "invalid percent-encoded token", "URI malformed", "URI malformed"}

var encodings = lazy.Value[[decoders]*percent.Encoding]{Make: func() [decoders]*percent.Encoding {
	octets := percent.RFC3986
	js := octets.WithInvalidUTF8(percent.InvalidUTF8Refused)
	python := octets.WithMalformed(percent.MalformedKept).WithInvalidUTF8(percent.InvalidUTF8Replaced)
	kept := func(more string) *percent.Encoding { return octets.WithKept(percent.Unreserved.Add(more)) }
	return [decoders]*percent.Encoding{
		octets, octets, js, js.WithPreserved(percent.ByteSet{}.Add(";/?:@&=+$,#")), python, python.WithPlus(percent.PlusIsSpace), octets.WithMalformed(percent.MalformedKept), octets.WithMalformed(percent.MalformedKept).WithPlus(percent.PlusIsSpace),
		kept(";,/?:@&=+$!*'()#"), octets.WithKept(percent.ASCII.Complement().Union(percent.Unreserved)), kept("/"), kept(":"), kept("/,"), kept(":/?&=@"),
	}
}}

// Decode decodes a text.
func (d decoder) Decode(text string) (string, error) { return encodings.Get()[d].Decode(text) }

// Encode writes a text.
func (d decoder) Encode(text string) string { return encodings.Get()[d].Encode(text) }

// decode decodes a text.
//
//go:noinline
func (s *state) decode(text string, d decoder) string {
	text, err := d.Decode(text)
	if err != nil {
		s.refuse(malformedEscape[d])
	}
	return text
}

//go:noinline
func credentials(s *state) []*reader.Part { return []*reader.Part{&s.User, &s.Password} }

// absentIfEmpty removes the parts that are empty.
//
//go:noinline
func absentIfEmpty(parts func(*state) []*reader.Part) step {
	return func(s *state) {
		for _, p := range parts(s) {
			p.Present = p.Text != ""
		}
	}
}

// defaults sets the parts that are absent or empty, unless the default is "-".
//
//go:noinline
func defaults(texts ...string) step {
	return func(s *state) {
		for i, p := range s.Parts() {
			if p.Text == "" && texts[i] != "-" {
				*p = present(texts[i])
			}
		}
	}
}

//go:noinline
func present(text string) reader.Part { return reader.Part{Text: text, Present: true} }

// put sets a part, which then is present. Calls are smaller than assignments.
//
//go:noinline
func put(p *reader.Part, text string) { *p = reader.Part{Text: text, Present: true} }

//go:noinline
func all(s *state) []*reader.Part {
	p := s.Parts()
	return p[:]
}
