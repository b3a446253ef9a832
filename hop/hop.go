// Package hop models what servers and proxies do with the path of a request: which
// path their rules match, what they forward, and what the application gets.
//
//	c, err := hop.ParseChain("nginx:proxy_pass=/ > go:http.FileServer")
//	for i, r := range c.Apply("/a/..%2fb") {
//		fmt.Println(c[i].Name(), r.Rule.Text, r.Forward.Text, r.App.Text, r.Status)
//	}
//
// A [Hop] is one server in one configuration: a chain of named steps, such as "split
// off the query", "decode escapes" and "resolve dot segments", in the order in which
// that server takes them. [Lookup] finds a hop by its name, [All] lists them, and
// [Hop.Apply] takes one request target through the steps. In a [Chain] each hop gets
// what the hop before it forwards.
//
// A hop whose [Hop.Provenance] is [Recorded] was run, and agrees with the recording for
// every recorded target. If the steps do not describe a class of targets,
// [Result.Unknown] is set, and the rest of the result is meaningless. A [Cited] hop was
// written from a document, which [Hop.Source] names.
//
// A target is the second word of a request line, octet for octet: "/a%20b?c", in
// absolute form "http://host/a", or anything else that a client may send there. Every
// hop takes any octets, of any length; the time is proportional to the length.
//
// [Chain.Find] searches for targets that get past a rule. To it a step is a finite
// automaton (machine.go, machine_java.go, machine_text.go, or next to the step), a
// condition recognizes texts (recognize.go), and so does a regular expression (regexp.go);
// search.go makes the ways through the steps of a hop, and product.go goes through the
// states of all hops of a chain.
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

// Version returns the version of the server, as the server prints it.
func (h *Hop) Version() string { return h.version }

// Config returns the relevant lines of configuration, or the call.
func (h *Hop) Config() string { return h.config }

// Source returns the address of the document that a cited hop was written from, or
// "".
func (h *Hop) Source() string { return h.source }

// Provenance returns whether the hop was recorded or written from a document.
func (h *Hop) Provenance() Provenance { return h.provenance }

// Provenance is the origin of a hop.
type Provenance uint8

// The provenances.
const (
	Recorded Provenance = iota // the server was run, and the model agrees with the recording
	Cited                      // written from a document, and never run
	Composed                   // composed of steps of other hops, for a configuration file
)

// String returns "recorded", "cited" or "composed".
func (p Provenance) String() string { return words.Of(provenances, p) }

var provenances = []string{"recorded", "cited", "composed"}

// A Step describes one thing that a hop does to a request.
type Step struct {
	Name string // such as "decode"
	Text string // what it does, in a sentence without a full stop
}

// Steps returns the steps of the hop, in order.
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
	Present bool   // false if the hop shows none
}

// A Result is the result of a hop for one request target.
type Result struct {
	// Rule is the path that location and access rules are matched against.
	Rule Part
	// Forward is the request target that is forwarded, as written to the wire.
	Forward Part
	// App is the path that the application, the handler or the file system gets.
	App Part
	// Status is the status with which the hop refuses or redirects. It is 200 if the
	// request is forwarded or served, and 0 if the connection is closed without an
	// answer.
	Status int
	// Location is the target of a redirect, without scheme and host.
	Location string
	// Unknown names the class of the target if the steps do not describe it. The
	// other fields are then meaningless.
	Unknown string
}

// Apply returns the result of the hop for a request target.
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

// All iterates over all hops, grouped by server.
func All() iter.Seq[*Hop] {
	return func(yield func(*Hop) bool) {
		for _, h := range hops.Get() {
			if !yield(h) {
				return
			}
		}
	}
}
