package gcs

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/sign/internal/params"
)

// candidates adds what may have been signed in place of the right canonical request.
func (s *signed) candidates(add func(id, text, fix, signed string)) {
	change := func(id, text, fix string, h how) { add(id, text, fix, s.text(h)) }
	path := params.Decode(s.path)
	const encodePath = "encode the path once, all but letters, digits, -._~ and /"
	const encodeQuery = "encode names and values of the query, all but letters, digits and -._~"
	for _, e := range params.Encoders() {
		change("path-"+e.ID, "the path: "+e.Text, encodePath, how{path: slashed(e.Encode(path))})
		change("path-"+e.ID, "the path: "+e.Text+", between its slashes", encodePath, how{path: inSegments(path, e.Encode)})
		change("query-"+e.ID, "the query: "+e.Text, encodeQuery, how{name: e.Encode, value: e.Encode})
		change("query-"+e.ID, "values of the query: "+e.Text, encodeQuery, how{name: percent.RFC3986.Encode, value: e.Encode})
	}
	change("path-as-sent", "the path was signed as it was sent", encodePath, how{path: s.path})
	change("path-slash-at-end", "a slash was signed at the end of the path", encodePath, how{path: encodedPath(path) + "/"})
	change("path-is-url", "the URL was signed in place of the path", encodePath, how{path: "https://" + s.host + encodedPath(path)})
	change("query-as-sent", "the query was signed as it was sent", encodeQuery, how{raw: true})
	change("query-as-sent", "the query was signed as it was sent, unsorted", encodeQuery, how{raw: true, unsorted: true})
	change("query-unsorted", "the query was not sorted", "sort the parameters by their encoded names", how{unsorted: true})
	change("query-left-out", "only the parameters of the signature were signed", "sign all parameters", how{query: slices.DeleteFunc(slices.Clone(s.query), func(p params.Param) bool {
		return !strings.HasPrefix(strings.ToLower(p.Name), "x-goog-")
	})})
	bucket, rest, _ := strings.Cut(strings.TrimPrefix(path, "/"), "/")
	change("bucket-left-out", "the bucket was left out of the path", "sign the path of the URL that is sent", how{path: "/" + encodedPath(rest)})
	label, _, _ := strings.Cut(s.host, ".")
	change("bucket-added", "the bucket of the host was signed in the path", "sign the path of the URL that is sent", how{path: "/" + label + encodedPath(path)})
	for _, host := range []string{"storage.googleapis.com", "storage.cloud.google.com", bucket + ".storage.googleapis.com", "www.googleapis.com", s.host + ":443", strings.Split(s.host, ":")[0]} {
		change("other-host", "the host "+shown(host)+" was signed", "sign the host that is sent", how{host: host})
		change("other-host", "the host "+shown(host)+" and the path with the bucket were signed", "sign the host and the path that are sent", how{host: host, path: "/" + label + encodedPath(path)})
	}
	empty := sha256.Sum256(nil)
	body := sha256.Sum256(s.Body)
	for _, p := range []struct{ text, payload string }{
		{"the hash of an empty payload was signed", hex.EncodeToString(empty[:])},
		{"the hash of the body was signed", hex.EncodeToString(body[:])},
		{unsigned + " was signed, and a hash is sent", unsigned},
	} {
		change("payload-hash", p.text, "sign "+unsigned+", or send the hash in X-Goog-Content-SHA256", how{payload: p.payload})
	}
	for _, method := range []string{"GET", "PUT", "POST", "HEAD", "DELETE", "RESUMABLE"} {
		change("other-method", "the request was signed as "+method, "sign the method that is sent; a resumable upload begins with POST", how{method: method})
	}
	change("field-not-trimmed", "white space in values of fields was kept", "trim values, and write one space for several", how{field: func(v string) string { return v }})
	change("field-values-empty", "values of fields were signed empty", "sign the values that are sent", how{field: func(string) string { return "" }})
	change("blank-line-left-out", "the blank line after the fields was left out", "sign a blank line after the fields", how{end: "\x00"})
	for i, name := range s.names[:min(len(s.names), mostFields)] {
		change("field-left-out", "the field "+shown(name)+" was not signed", "sign all fields that X-Goog-SignedHeaders names", how{names: slices.Concat(s.names[:i], s.names[i+1:])})
	}
	for i, p := range s.query[:min(len(s.query), mostFields)] {
		change("parameter-left-out", "the parameter "+shown(p.Name)+" was not signed", "sign all parameters but "+signatureKey, how{query: slices.Concat(s.query[:i], s.query[i+1:])})
	}
}

// mostFields is up to how many fields and parameters each is tried to be missing.
const mostFields = 50

// slashed returns an encoded path with the slash before it.
func slashed(path string) string {
	return "/" + strings.TrimPrefix(strings.TrimPrefix(path, "%2F"), "/")
}

func inSegments(path string, encode func(string) string) string {
	parts := strings.Split(path, "/")
	for i, p := range parts {
		parts[i] = encode(p)
	}
	return strings.Join(parts, "/")
}

func shown(name string) string {
	if len(name) > 60 || strings.ContainsFunc(name, func(r rune) bool { return r < ' ' || r == 0x7F }) {
		return "with a long name"
	}
	return name
}
