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
// A hop that is recorded was run, and agrees with the recording for
// every recorded target. If the steps do not describe a class of targets,
// [Result.Unknown] is set, and the rest of the result is meaningless. A hop that is
// cited was written from a document, which its Source names.
//
// A target is the second word of a request line, octet for octet: "/a%20b?c", in
// absolute form "http://host/a", or anything else that a client may send there. Every
// hop takes any octets, of any length; the time is proportional to the length.
//
// [Chain.Find] searches for targets that get past a rule. To it a step is a finite
// automaton (machine.go, machine_java.go, machine_text.go, or next to the step), a
// condition recognizes texts (recognize.go), and so does a regular expression (regexp.go);
// search.go makes the ways through the steps of a hop, and product.go goes through the
// states of all hops of a chain. A hop of a configuration file is made of what package
// hop/config says of the file (compose.go).
//
// The API of this package may still change.
package hop

import (
	"iter"
	"slices"
	"strings"

	"github.com/pct-encoded/percent/hop/internal/plan"
	"github.com/pct-encoded/percent/internal/program"
)

// A Hop is a server or a proxy in one configuration. Its Name is the server and, after a
// colon, the setting that matters, as in "nginx:proxy_pass=/"; Version is that of the
// server, as the server prints it: the one that [Lookup], In or At chose, or else the latest
// of Versions; Subject the relevant lines of configuration, or the
// call; Provenance whether the hop was recorded, cited from the document at Source, or
// composed of steps of other hops for a configuration file. Hops are shared and are not
// changed; their methods may be called at the same time.
type Hop struct {
	program.Program
	steps []step
	folds bool // rules of its file ignore the case of letters
}

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
	// Location is the target of a redirect, as the configuration makes it: some servers put
	// the scheme and the host of the request before a path. In a host, "{host}" and other
	// names in braces stand for what is no part of the target.
	Location string
	// Split says that the hop writes a line end into what it passes on or where it redirects.
	// Forward or Location ends at a CR and LF. What follows reaches the next program as lines, or
	// as requests, of their own, which no hop describes.
	Split bool
	// Unknown names the class of the target if the steps do not describe it. The
	// other fields but Or are then meaningless.
	Unknown string
	// Or is what comes of the target if more than the target is given, such as a file of
	// that name: a list of results, each with the condition in If. The result itself is
	// that of a GET without credentials, where there is no such file.
	Or *Result
	// If is the condition of a result of such a list, in words.
	If string

	reach reach  // of If
	who   string // of If, what an address or credentials decide, with a NUL behind each
}

// Apply returns the result of the hop for a request target.
func (h *Hop) Apply(target string) Result { return h.without(nil, target) }

// without is Apply where some conditions of forks do not hold.
func (h *Hop) without(conditions []string, target string) Result {
	known := map[string]bool{}
	for _, c := range conditions {
		known[c] = false
	}
	r := request{target: target, origin: target, path: target, result: Result{Status: 200}, forks: new(int), known: known}
	r.take(h.steps)
	return r.result.withoutNoFiles().told()
}

// withoutNoFiles returns a result without what else comes of the target where there is no
// file, if that is the same.
func (r Result) withoutNoFiles() Result {
	for p := &r.Or; *p != nil; {
		x := **p
		x.Or, x.If, x.reach, x.who = r.Or, r.If, r.reach, r.who
		if x == r && strings.HasPrefix((*p).If, plan.ThereIsNoFile+" ") {
			*p = (*p).Or
		} else {
			p = &(*p).Or
		}
	}
	return r
}

// told returns a result without what is meaningless in it.
func (r Result) told() Result {
	if r.Unknown != "" {
		r = Result{Unknown: r.Unknown, Or: r.Or, If: r.If, reach: r.reach, who: r.who}
	}
	if r.Or != nil {
		or := r.Or.told()
		r.Or = &or
	}
	return r
}

// All iterates over all hops, grouped by server.
func All() iter.Seq[*Hop] { return slices.Values(hops.All()) }
