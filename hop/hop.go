// Package hop says what servers and proxies make of the path of a request: which path
// their rules match, what they pass on, and what the application is given.
//
//	c, err := hop.ParseChain("nginx:proxy_pass=/ > go:http.FileServer")
//	for i, r := range c.Apply("/static/..%2fadmin") {
//		fmt.Println(c[i].Name(), r.Rule.Text, r.Forward.Text, r.App.Text, r.Status)
//	}
//
// A [Hop] is one server in one configuration: a chain of named steps, such as "split off
// the query", "decode escapes" and "resolve dot segments", in the order in which that
// server takes them. [Lookup] finds a hop by its name, [All] lists them, and [Hop.Apply]
// takes one request target through the steps. In a [Chain] each hop is given what the hop
// before it has passed on.
//
// A hop whose [Hop.Provenance] is [Recorded] was run, and gives what was recorded for
// every recorded target. Where the steps do not describe a class of targets, the result
// says so in [Result.Unknown], and nothing else of it counts. A [Cited] hop is written
// from a document, which [Hop.Source] names.
//
// A target is the second word of a request line, octet for octet: "/a%20b?c", in absolute
// form "http://host/a", or anything else that a client may send there. Every hop takes any
// octets, of any length; the time is in proportion to the length.
//
// The API of this package may still change.
package hop

import (
	"iter"

	"github.com/pct-encoded/percent/internal/words"
)

// A Hop is a server or a proxy in one configuration. Hops are shared and are not changed;
// their methods may be called at the same time.
type Hop struct {
	name, version, config, source string
	provenance                    Provenance

	steps []step
}

// Name returns the name: the server and, after a colon, the setting that matters, as in
// "nginx:proxy_pass=/".
func (h *Hop) Name() string { return h.name }

// Version returns the version of the server, as it prints it.
func (h *Hop) Version() string { return h.version }

// Config returns the lines of configuration that matter, or the call.
func (h *Hop) Config() string { return h.config }

// Source returns the address of the document that a cited hop is written from, or "".
func (h *Hop) Source() string { return h.source }

// Provenance returns whether the hop was recorded or is written from a document.
func (h *Hop) Provenance() Provenance { return h.provenance }

// Provenance says what a hop is known from.
type Provenance uint8

// The provenances.
const (
	Recorded Provenance = iota // the server was run, and the model equals the recording
	Cited                      // written from a document, and never run
	Composed                   // of steps of other hops, for a configuration file
)

// String returns "recorded", "cited" or "composed".
func (p Provenance) String() string { return words.Of(provenances, p) }

var provenances = []string{"recorded", "cited", "composed"}

// A Step is one thing that a hop does to a request, in words.
type Step struct {
	Name string // such as "decode"
	Text string // what it does, in a sentence without a full stop
}

// Steps returns what the hop does, in order.
func (h *Hop) Steps() []Step {
	list := make([]Step, len(h.steps))
	for i, s := range h.steps {
		list[i] = s.words()
	}
	return list
}

// A Part is a path or a target that a hop shows, or none.
type Part struct {
	Text    string // the octets
	Present bool   // false where the hop shows none
}

// A Result is what a hop makes of one request target.
type Result struct {
	// Rule is the path that rules for locations and for access match.
	Rule Part
	// Forward is the request target that is passed on, as it is written to the wire.
	Forward Part
	// App is the path that the application, the handler or the file system is given.
	App Part
	// Status is the status with which the hop refuses or redirects. It is 200 where the
	// request is passed on or served, and 0 where the connection is closed without an
	// answer.
	Status int
	// Location is where a redirect leads, without a scheme and a host.
	Location string
	// Unknown is not empty where the steps do not describe the target: it names the
	// class. The other fields then say nothing.
	Unknown string
}

// Apply returns what the hop makes of a request target.
func (h *Hop) Apply(target string) Result {
	r := request{target: target, origin: target, path: target, result: Result{Status: 200}}
	for _, s := range h.steps {
		if s.do(&r); r.done {
			break
		}
	}
	if r.result.Unknown != "" {
		return Result{Unknown: r.result.Unknown}
	}
	return r.result
}

// All iterates over all hops, those of a server together.
func All() iter.Seq[*Hop] {
	return func(yield func(*Hop) bool) {
		for _, h := range hops.Get() {
			if !yield(h) {
				return
			}
		}
	}
}
