package hop

import (
	"slices"
	"strings"

	"github.com/pct-encoded/percent"
)

// varnishHops returns the hops of Varnish, which forwards targets unchanged.
func varnishHops() []*Hop {
	return slices.Concat(
		varnishOf("7.1.1", form{`remove what precedes the path of a target that begins with "http://" and has a slash after the host`, varnishOldForm}),
		varnishOf(varnishVersions, form{`remove what precedes the path or the query of a target that begins with "http://" or "https://", and write a slash if that leaves no path; answer 400 to an empty host`, varnishForm}))
}

// varnishVersions are those of Debian 13 and the newest, which is called Vinyl Cache.
const varnishVersions = "7.7.0, 9.0.1"

func varnishOf(version string, absolute form) []*Hop {
	hop := func(name, config string, steps ...step) *Hop {
		return model("varnish:"+name, version, config, []step{
			trimEnd{" "},
			refuse{status: 400, octets: controls.Add(" "), tail: true},
			absolute,
		}, steps, []step{rule, forward})
	}
	return []*Hop{
		hop("req.url", "sub vcl_recv {\n\treturn (pass);\n}"),
		hop("std.querysort", "import std;\nsub vcl_recv {\n\tset req.url = std.querysort(req.url);\n\treturn (pass);\n}", &querySort{}),
	}
}

// querySort sorts the parameters of the query by their octets, compared as signed
// numbers, and drops empty ones.
type querySort struct{}

func (*querySort) words() Step {
	return Step{"query", "sort the parts of the query between &, octets beyond ASCII first, and drop empty parameters"}
}

func (*querySort) do(r *request) {
	path, query, ok := strings.Cut(r.path, "?")
	if !ok || !strings.Contains(query, "&") {
		return
	}
	parameters := slices.DeleteFunc(strings.Split(query, "&"), func(p string) bool { return p == "" })
	mergeSort(parameters)
	r.path = path + "?" + strings.Join(parameters, "&")
}

// mergeSort is qsort of the C library. A parameter that begins with another compares
// equal to it, so the result depends on which pairs are compared.
func mergeSort(list []string) {
	if len(list) < 2 {
		return
	}
	a, b := slices.Clone(list[:len(list)/2]), slices.Clone(list[len(list)/2:])
	mergeSort(a)
	mergeSort(b)
	for i := range list {
		if len(b) == 0 || len(a) > 0 && !signedLess(b[0], a[0]) {
			list[i], a = a[0], a[1:]
		} else {
			list[i], b = b[0], b[1:]
		}
	}
}

// signedLess reports whether a sorts before b, with octets compared as signed
// numbers.
func signedLess(a, b string) bool {
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return int8(a[i]) < int8(b[i])
		}
	}
	return false
}

// Sorting is no finite automaton. Without an & there is nothing to sort.
func (*querySort) follow(v *variant) []*variant {
	return append(v.where(&querySorted{}, false), v.where(&querySorted{}, true)[0].lost("the order in which std.querysort puts parameters"))
}

// querySorted holds for targets with an & after the first ?.
type querySorted struct{}

func (*querySorted) text() string { return "has an & after the first ?" }

func (*querySorted) holds(path string) bool {
	_, query, _ := strings.Cut(path, "?")
	return strings.Contains(query, "&")
}

func (*querySorted) step(s uint32, in byte) uint32 {
	switch {
	case s == 0 && in == '?':
		return 1
	case s == 1 && in == '&':
		return always
	}
	return s
}

func (*querySorted) holdsAt(uint32) bool        { return false }
func (*querySorted) classes() []percent.ByteSet { return each("?&") }

func varnishOldForm(r *request) {
	const scheme = "http://"
	if len(r.path) < len(scheme) || !strings.EqualFold(r.path[:len(scheme)], scheme) {
		return
	}
	if i := strings.IndexByte(r.path[len(scheme):], '/'); i >= 0 {
		r.path = r.path[len(scheme)+i:]
		r.origin = r.path
	}
}

func varnishForm(r *request) {
	scheme, rest, ok := strings.Cut(r.path, "://")
	if !ok || !strings.EqualFold(scheme, "http") && !strings.EqualFold(scheme, "https") {
		return
	}
	authority, path := cutAny(rest, "/?")
	if authority == "" {
		r.end(400)
		return
	}
	if !strings.HasPrefix(path, "/") {
		path = "/" + path
	}
	r.path, r.origin = path, path
}
