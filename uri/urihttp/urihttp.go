// Package urihttp gives the URI and the path segments of a request of net/http
// exactly as they were sent.
//
//	r, _ := http.NewRequest("GET", "http://example.com/files/a%2Fb/c", nil)
//	r.URL.Path                  // "/files/a/b/c"
//	urihttp.RequestSegments(r)  // "files", "a%2Fb", "c"
//
// The functions to reach for first are [RequestSegments] and [PathValue];
// [FromRequest] is the whole URI, by RFC 9110 (June 2022) section 7.1. It is a
// package of its own so that programs that only import package uri do not link
// net/http.
//
// The API of this package may still change.
package urihttp

import (
	"net/http"
	"net/url"
	"strings"

	"github.com/pct-encoded/percent/internal/httptarget"
	"github.com/pct-encoded/percent/uri"
)

const format = "uri"

// FromURL parses what u.String returns: with the path as it was sent, if u has
// its RawPath, and not with the decoded Path, in which "%2F" has become '/'.
// The errors are those of [uri.Parse].
func FromURL(u *url.URL) (uri.URI, error) { return uri.Parse(u.String()) }

// URL parses u with net/url, which refuses some legal references, such as those
// with a registered name that has escapes of ASCII characters. The error is a
// *url.Error.
func URL(u uri.URI) (*url.URL, error) { return url.Parse(u.String()) }

// FromRequest returns the effective URI of a request that a server received (RFC
// 9110 section 7.1): scheme and host from the connection and the Host field, path
// and query byte for byte as they were sent. For "CONNECT host:port" it is
// "//host:port" and for "OPTIONS *" it has an empty path. A request that was not
// received, whose RequestURI is empty, gives FromURL of its URL. Any other target
// that is neither a path nor an absolute URI is refused, and so is a Host that is
// not a host with or without a port (RFC 9112 section 3.2): its bytes could
// become another part of the URI. The error is a *percent.SyntaxError.
func FromRequest(r *http.Request) (uri.URI, error) {
	target := r.RequestURI
	scheme := "http://"
	if r.TLS != nil {
		scheme = "https://"
	}
	if target == "" {
		return FromURL(r.URL)
	}
	if r.Method == http.MethodConnect && target[0] != '/' {
		if err := httptarget.CheckHost(target, format); err != nil {
			return uri.URI{}, err
		}
		return uri.Parse("//" + target)
	}
	if err := httptarget.CheckHost(r.Host, format); err != nil {
		return uri.URI{}, err
	}
	if target == "*" && r.Method == http.MethodOptions {
		return uri.Parse(scheme + r.Host)
	}
	if _, err := httptarget.Resource(target, format); err != nil {
		return uri.URI{}, err
	}
	if target[0] == '/' {
		// Not to be parsed alone: "//a" would be taken for an authority.
		return uri.Parse(scheme + r.Host + target)
	}
	return uri.ParseAbsolute(target)
}

// RequestPath returns the path of a request, encoded, exactly as it was sent: that
// of the request line where a server received the request, and otherwise that of
// its URL, RawPath if net/url has it. It is never the decoded Path.
func RequestPath(r *http.Request) string {
	target := r.RequestURI
	switch {
	case target == "" || r.Method == http.MethodConnect:
		return r.URL.EscapedPath()
	case target == "*":
		return ""
	case target[0] != '/':
		return uri.ParseLenient(target).Path().Raw
	}
	path, _, _ := strings.Cut(target, "?")
	path, _, _ = strings.Cut(path, "#")
	return path
}

// RequestSegments returns the path segments of a request exactly as they were
// sent. "/a%2Fb/c" has two.
func RequestSegments(r *http.Request) []uri.Segment { return uri.SplitPath(RequestPath(r)) }

// PathValue returns the segments that the wildcard of that name matched in the
// pattern by which an http.ServeMux chose the handler: one for "{name}", any
// number for "{name...}", none if there is no such wildcard. They are as they
// were sent, whereas r.PathValue is decoded, so that with
//
//	mux.HandleFunc("GET /files/{path...}", func(w http.ResponseWriter, r *http.Request) {
//		for _, segment := range urihttp.PathValue(r, "path") {
//
// "/files/a%2Fb/c" gives "a%2Fb" and "c", and not "a/b/c". ServeMux itself
// matches segment by segment before it decodes, so that it needs no help in
// routing. PathValue works after http.StripPrefix too if the pattern is that of the
// mux behind it.
func PathValue(r *http.Request, name string) []uri.Segment {
	_, pattern, found := strings.Cut(r.Pattern, "/")
	if !found {
		return nil
	}
	segments := uri.SplitPath(r.URL.EscapedPath())
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
