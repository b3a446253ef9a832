// Package httpmsg reads what signing and verifying need of an *http.Request.
package httpmsg

import (
	"bytes"
	"cmp"
	"errors"
	"io"
	"maps"
	"math"
	"mime"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/pct-encoded/percent/internal/httptarget"
)

// Target returns the path and the query of a request exactly as they were sent:
// from the request line if a server received it, otherwise from the URL. It
// refuses a target that names no resource of the host in the Host field (RFC
// 9112, section 3.2), and one with a fragment, which is not part of a target: the
// handler would see something else than was verified. An error is a
// *percent.SyntaxError of that format.
func Target(r *http.Request, format string) (string, error) {
	target := r.RequestURI
	if target == "" {
		target = r.URL.RequestURI()
	}
	return httptarget.Resource(target, format)
}

// CheckUnchanged returns an error, and the field of an http.Request that it is about, if
// r has no longer the URL that net/http made of the request line, or has a form already:
// a handler in front of the verifier has changed what was sent, and the next one would
// read something else than is verified. Host is the name that is verified; the URL may
// have it although the request line had none.
func CheckUnchanged(r *http.Request, host string) (field string, err error) {
	var sent *url.URL
	// Where no server received r, its URL is what is verified.
	if sent, err = url.ParseRequestURI(cmp.Or(r.RequestURI, r.URL.RequestURI())); err != nil {
		return "request target", err
	}
	if r.RequestURI == "" && r.URL.Path == "" {
		sent.Path = "" // which is sent as a slash
	}
	switch u := r.URL; {
	case u.Path != sent.Path:
		return "URL.Path", errChanged
	case r.RequestURI != "" && cmp.Or(u.RawPath, u.EscapedPath()) != cmp.Or(sent.RawPath, sent.EscapedPath()):
		return "URL.RawPath", errChanged
	case u.RawQuery != sent.RawQuery:
		return "URL.RawQuery", errChanged
	case u.Opaque != sent.Opaque:
		return "URL.Opaque", errChanged
	case u.User != nil:
		return "URL.User", errors.New("a user, which is not signed")
	case u.Host != sent.Host && !strings.EqualFold(u.Host, host):
		return "URL.Host", errChanged
	case len(r.PostForm) > 0 || r.MultipartForm != nil:
		return "PostForm", errRead
	case r.Form != nil:
		if form, err := url.ParseQuery(sent.RawQuery); err != nil || !maps.EqualFunc(r.Form, form, slices.Equal[[]string]) {
			return "Form", errRead
		}
	}
	return "", nil
}

var (
	errChanged = errors.New("changed since the request line was read: verify in front of http.StripPrefix and of whatever else rewrites a request")
	errRead    = errors.New("read before it was verified: verify in front of whatever reads the form")
)

// CheckQuery returns an error if net/http does not read all parameters of a query: net/url
// leaves out a pair with a malformed escape or a ';', and all of more than a number of
// pairs.
func CheckQuery(query string) error {
	_, err := url.ParseQuery(query)
	return err
}

// CheckForm returns an error if net/http does not read the form that is the body of r.
func CheckForm(r *http.Request, body string) error {
	switch r.Method {
	case http.MethodPost, http.MethodPut, http.MethodPatch:
	default:
		if body == "" {
			return nil
		}
		return errors.New("net/http reads no form with this method")
	}
	if _, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil {
		return err
	}
	_, err := url.ParseQuery(body)
	return err
}

// DefaultMaxBody is how many bytes of a body are read to verify a request, unless
// the server says otherwise: 10 MiB, as net/http reads of a form.
const DefaultMaxBody = 10 << 20

// ErrBodyTooLarge is what ReadBody returns for more than limit bytes.
var ErrBodyTooLarge = errors.New("the body is larger than allowed")

// ReadBody returns the whole body of r and replaces r.Body by a reader of the same
// bytes. A limit below 0 means no limit.
func ReadBody(r *http.Request, limit int64) ([]byte, error) {
	if r.Body == nil || r.Body == http.NoBody {
		return nil, nil
	}
	var from io.Reader = r.Body
	if limit >= 0 && limit < math.MaxInt64 {
		from = io.LimitReader(r.Body, limit+1)
	}
	body, err := io.ReadAll(from)
	if err == nil && limit >= 0 && int64(len(body)) > limit {
		// The handler can still read all of it.
		r.Body = readCloser{io.MultiReader(bytes.NewReader(body), r.Body), r.Body}
		return nil, ErrBodyTooLarge
	}
	if closed := r.Body.Close(); err == nil {
		err = closed
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	return body, err
}

type readCloser struct {
	io.Reader
	io.Closer
}

// RoundTrip has a copy of r signed by sign and sends it through base, or through
// http.DefaultTransport if base is nil. A request that a redirect has led to another
// origin is sent unsigned. An error is one of signing or of sending.
func RoundTrip(r *http.Request, base http.RoundTripper, sign func(*http.Request) error) (*http.Response, error) {
	if base == nil {
		base = http.DefaultTransport
	}
	if redirectedAway(r) {
		return base.RoundTrip(r)
	}
	signed := r.Clone(r.Context())
	if err := sign(signed); err != nil {
		if r.Body != nil {
			_ = r.Body.Close() // a RoundTripper closes it, after an error too
		}
		return nil, err
	}
	return base.RoundTrip(signed)
}

// redirectedAway reports whether r follows a redirect, and any request before it went
// to another origin. A client that was sent back does not sign again either: what
// another origin says is no reason to. A response that does not say which request it
// answers counts as one from another origin.
func redirectedAway(r *http.Request) bool {
	to := origin(r.URL)
	for response := r.Response; response != nil; {
		before := response.Request
		if before == nil || before.URL == nil || origin(before.URL) != to {
			return true
		}
		response = before.Response
	}
	return false
}

// origin returns the scheme, host and port of a URL, as one compares them.
func origin(u *url.URL) string {
	scheme, port := strings.ToLower(u.Scheme), u.Port()
	if port == "" {
		port = map[string]string{"http": "80", "https": "443"}[scheme]
	}
	return scheme + "://" + strings.ToLower(u.Hostname()) + ":" + port
}

// Method returns the method of r; "" stands for GET.
func Method(r *http.Request) string {
	if r.Method == "" {
		return http.MethodGet
	}
	return r.Method
}
