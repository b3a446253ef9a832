package uri

import (
	"net/http"
	"net/url"
	"strings"
)

// FromURL parses what u.String returns: with the path as it was sent, if u has
// its RawPath, and not with the decoded Path, in which "%2F" has become '/'.
func FromURL(u *url.URL) (URI, error) { return Parse(u.String()) }

// URL parses u with net/url, which refuses some legal references, such as those
// with a registered name that has escapes of ASCII characters.
func (u URI) URL() (*url.URL, error) { return url.Parse(u.s) }

// FromRequest returns the effective URI of a request that a server received (RFC
// 9110 section 7.1): scheme and host from the connection and the Host field, path
// and query byte for byte as they were sent. For "CONNECT host:port" it is
// "//host:port" and for "OPTIONS *" it has an empty path. A request that was not
// received, whose RequestURI is empty, gives FromURL of its URL.
func FromRequest(r *http.Request) (URI, error) {
	target := r.RequestURI
	scheme := "http://"
	if r.TLS != nil {
		scheme = "https://"
	}
	switch {
	case target == "":
		return FromURL(r.URL)
	case target == "*":
		return Parse(scheme + r.Host)
	case target[0] == '/':
		// Not to be parsed alone: "//a" would be taken for an authority.
		return Parse(scheme + r.Host + target)
	case r.Method == http.MethodConnect:
		return Parse("//" + target)
	}
	return Parse(target)
}

// RequestPath returns the path of a request, encoded, exactly as it was sent: of
// the request line where a server received it, of the URL otherwise. It is
// RawPath where net/url keeps one and never the decoded Path.
func RequestPath(r *http.Request) string {
	target := r.RequestURI
	switch {
	case target == "" || r.Method == http.MethodConnect:
		return r.URL.EscapedPath()
	case target == "*":
		return ""
	case target[0] != '/':
		return ParseLenient(target).Path().Raw
	}
	path, _, _ := strings.Cut(target, "?")
	path, _, _ = strings.Cut(path, "#")
	return path
}

// RequestSegments returns the path segments of a request exactly as they were
// sent. "/a%2Fb/c" has two.
func RequestSegments(r *http.Request) []Segment { return SplitPath(RequestPath(r)) }

// PathValue returns the segments that the wildcard of that name matched in the
// pattern by which an http.ServeMux chose the handler: one for "{name}", any
// number for "{name...}", none if there is no such wildcard. They are as they
// were sent, where r.PathValue is decoded, so that with
//
//	mux.HandleFunc("GET /files/{path...}", func(w http.ResponseWriter, r *http.Request) {
//		for _, segment := range uri.PathValue(r, "path") {
//
// "/files/a%2Fb/c" gives "a%2Fb" and "c", and not "a/b/c". ServeMux itself matches
// segment by segment before it decodes, so that it needs no help in routing. It
// works behind http.StripPrefix too if the pattern is of the mux behind it.
func PathValue(r *http.Request, name string) []Segment {
	_, pattern, found := strings.Cut(r.Pattern, "/")
	if !found {
		return nil
	}
	segments := SplitPath(r.URL.EscapedPath())
	for i, piece := range strings.Split(pattern, "/") {
		if i > len(segments) {
			return nil
		}
		switch piece {
		case "{" + name + "...}":
			return segments[i:]
		case "{" + name + "}":
			if i < len(segments) {
				return segments[i : i+1]
			}
			return nil
		}
	}
	return nil
}
