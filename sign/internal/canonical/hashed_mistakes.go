package canonical

import (
	"slices"
	"strings"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/sign/internal/params"
)

// candidates adds what may have been signed in place of the right canonical request.
func (r *Request) candidates(add func(id, text, fix, signed string)) {
	change := func(id, text, fix string, h how) { add(id, text, fix, r.text(h)) }
	path := params.Decode(r.Sent)
	const encodePath = "encode the path once, all but letters, digits, -._~ and /"
	const encodeQuery = "encode names and values of the query, all but letters, digits and -._~"
	spaces := "sign the spaces within a value as they are sent"
	if r.scheme.Folds {
		spaces = "sign one space for several within a value"
	}
	// Before the path may stand the bucket of the host.
	before := params.TrimSuffix(r.Path, EncodedPath(path))
	if before == r.Path {
		before = ""
	}
	bucket, object, _ := params.Cut(params.TrimPrefix(path, "/"), "/")
	for _, e := range params.Encoders() {
		change("path-"+e.ID, "the path behind its first segment, with its slashes: "+e.Text, encodePath, how{path: "/" + bucket + "/" + e.Encode(object)})
		change("path-"+e.ID, "the path: "+e.Text, encodePath, how{path: before + slashed(e.Encode(path))})
		change("path-"+e.ID, "the path: "+e.Text+", between its slashes", encodePath, how{path: before + params.Segments(path, e.Encode)})
		change("query-"+e.ID, "the query: "+e.Text, encodeQuery, how{name: e.Encode, value: e.Encode})
		change("query-"+e.ID, "values of the query: "+e.Text, encodeQuery, how{name: percent.RFC3986.Encode, value: e.Encode})
	}
	for _, c := range []struct {
		id, text, fix string
		h             how
	}{
		{"path-as-sent", "the path was signed as it was sent", encodePath, how{path: r.Sent}},
		{"path-plus-as-space", "a + in the path was a space when it was signed", "write a space of the path as %20, and a + as %2B", how{path: before + EncodedPath(params.DecodeForm(r.Sent))}},
		{"path-slash-at-end", "a slash was signed at the end of the path", encodePath, how{path: r.Path + "/"}},
		{"path-is-url", "the URL was signed in place of the path", encodePath, how{path: "https://" + r.Host + EncodedPath(path)}},
		{"query-as-sent", "the query was signed as it was sent", encodeQuery, how{raw: true}},
		{"query-as-sent", "the query was signed as it was sent, unsorted", encodeQuery, how{raw: true, unsorted: true}},
		{"query-unsorted", "the query was not sorted", "sort the parameters by their encoded names", how{unsorted: true}},
		{"query-empty-values", "= was left out after names without a value, or written there", "write = after every name, unless the service wants none where the value is empty", how{bare: true}},
		{"query-left-out", "only the parameters of the signature were signed", "sign all parameters", how{query: slices.DeleteFunc(slices.Clone(r.Query), func(p params.Param) bool {
			return !r.own(strings.ToLower(p.Name))
		})}},
		{"field-spaces", "several spaces in a value of a field were signed otherwise", spaces, how{folds: true}},
		{"field-values-empty", "values of fields were signed empty", "sign the values that are sent", how{empty: true}},
		{"blank-line-left-out", "the blank line after the fields was left out", "sign a blank line after the fields", how{end: "\x00"}},
	} {
		change(c.id, c.text, c.fix, c.h)
	}
	label, _, _ := params.Cut(r.Host, ".")
	change("bucket-left-out", "the bucket was left out of the path", "sign the path with the bucket, as the service does", how{path: "/" + EncodedPath(object)})
	change("bucket-left-out", "the bucket of the host was left out of the path", "sign the path with the bucket, as the service does", how{path: EncodedPath(path)})
	change("bucket-added", "the bucket of the host was signed in the path", "sign the path of the URL that is sent", how{path: "/" + label + EncodedPath(path)})
	for _, host := range append([]string{r.Host + ":443", strings.Split(r.Host, ":")[0]}, r.scheme.Hosts...) {
		host = strings.Replace(host, "*", bucket, 1)
		change("other-host", "the host "+params.Shown(host)+" was signed", "sign the host that is sent", how{host: host})
		change("other-host", "the host "+params.Shown(host)+" and the path with the bucket were signed", "sign the host and the path that are sent", how{host: host, path: "/" + label + EncodedPath(path)})
	}
	for _, p := range [][2]string{
		{"the hash of an empty payload was signed", HashOf(nil)},
		{"the hash of the body was signed", HashOf(r.Request.Body)},
		{Unsigned + " was signed, and a hash is sent", Unsigned},
	} {
		change("payload-hash", p[0], "sign "+Unsigned+", or send the hash that is signed", how{payload: p[1]})
	}
	for i, name := range r.Names[:min(len(r.Names), mostFields)] {
		change("field-left-out", "the field "+params.Shown(name)+" was not signed", "sign all fields that are named or that the service signs", how{names: Missing(r.Names, i)})
	}
	for i, p := range r.Query[:min(len(r.Query), mostFields)] {
		change("parameter-left-out", "the parameter "+params.Shown(p.Name)+" was not signed", "sign all parameters but the signature", how{query: Missing(r.Query, i)})
	}
}

// mostFields is up to how many fields and parameters each is tried to be missing.
const mostFields = 50

// Missing returns a list, which is not nil, without the element at i.
//
//go:noinline
func Missing[T any](list []T, i int) []T { return slices.Delete(slices.Clone(list), i, i+1) }

// slashed returns an encoded path with the slash before it.
//
//go:noinline
func slashed(path string) string {
	return "/" + params.TrimPrefix(params.TrimPrefix(path, "%2F"), "/")
}
