// Package sigv4http signs and verifies requests of net/http by package sigv4.
//
//	signer := &sigv4.Signer{
//		Credentials: sigv4.Credentials{AccessKeyID: id, SecretAccessKey: secret},
//		Region:      "eu-central-1",
//		Service:     "s3",
//	}
//	err := sigv4http.Sign(signer, req)                           // sets Authorization
//	url, err := sigv4http.Presign(signer, req, 15*time.Minute)
//
// The functions to reach for first are [Sign] and, for servers,
// [Verifier.Verify]; [Transport] signs whatever an http.Client sends. The
// sources are those that package sigv4 names.
//
// The API of this package is meant for v1.
package sigv4http

import (
	"cmp"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"
	"unsafe"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/httptarget"
	"github.com/pct-encoded/percent/sign/internal/httpmsg"
	"github.com/pct-encoded/percent/sign/sigv4"
)

const format = "sigv4"

// Sign signs r by header: it sets X-Amz-Date, X-Amz-Security-Token for temporary
// credentials, X-Amz-Content-Sha256 for S3, and Authorization. The body is hashed
// and replaced by one that starts anew, unless X-Amz-Content-Sha256 or s.Payload
// say otherwise. If the host has a port that is the default, r.Host is set to it
// without that port, since that is what is signed.
//
// Method, URL, signed fields and body must not change afterwards. An error is one
// from reading the body or a *percent.SyntaxError.
func Sign(s *sigv4.Signer, r *http.Request) error {
	b := buffers.Get().(*buffer)
	req := &b.req
	if err := fill(req, r); err != nil {
		return err
	}
	b.url = appendSentURL(b.url[:0], r.URL)
	req.URL = unsafe.String(unsafe.SliceData(b.url), len(b.url))
	var err error
	if req.PayloadHash, err = payload(s, r); err != nil {
		return err
	}
	if err := s.Sign(req); err != nil {
		return err // which may hold the URL: b is not used again
	}
	if r.Header == nil {
		r.Header = http.Header{}
	}
	values := make([]string, 0, 4)
	for _, h := range req.Header {
		switch h.Name {
		case "X-Amz-Date", "X-Amz-Security-Token", "X-Amz-Content-Sha256", "Authorization":
			if !slices.Contains(r.Header[h.Name], h.Value) {
				n := len(values)
				values = append(values, h.Value)
				r.Header[h.Name] = values[n : n+1 : n+1]
			}
		}
	}
	if cap(b.url) <= pooledCapacity {
		clear(req.Header)
		*req = sigv4.Request{Header: req.Header[:0]}
		buffers.Put(b)
	}
	return nil
}

// A buffer holds the list of fields and the URL, the largest things that signing
// would allocate. It does not go back to the pool with a URL longer than
// pooledCapacity.
type buffer struct {
	req sigv4.Request
	url []byte
}

const pooledCapacity = 64 << 10

var buffers = sync.Pool{New: func() any { return new(buffer) }}

// Presign returns a URL with which anyone can send r until it expires (after seven
// days at most; AWS checks it). All signed fields of r must be sent with it, too;
// if r has no fields, only Host is signed. The body is not signed, and for
// services other than S3 it must be empty, unless r has X-Amz-Content-Sha256. r itself
// stays as it is, but for a default port of its Host, as in [Sign]. An error is a
// *percent.SyntaxError.
func Presign(s *sigv4.Signer, r *http.Request, expires time.Duration) (string, error) {
	req := sigv4.Request{}
	if err := fill(&req, r); err != nil {
		return "", err
	}
	req.URL = r.URL.String()
	req.PayloadHash = r.Header.Get("X-Amz-Content-Sha256")
	return s.Presign(&req, expires)
}

// Chunks returns a ChunkSigner for a request that Sign has signed with the
// payload hash sigv4.StreamingPayload in X-Amz-Content-Sha256. It is nil if r is
// not signed.
func Chunks(s *sigv4.Signer, r *http.Request) *sigv4.ChunkSigner {
	return s.Chunks(&sigv4.Request{Header: []sigv4.Header{
		{Name: "Authorization", Value: r.Header.Get("Authorization")},
		{Name: "X-Amz-Date", Value: r.Header.Get("X-Amz-Date")},
	}})
}

// FromRequest returns what package sigv4 signs or explains of r, a request to be
// sent: all but the hash of the body. If the host has a port that is the default,
// r.Host is set to it without that port. An error is a *percent.SyntaxError.
func FromRequest(r *http.Request) (*sigv4.Request, error) {
	req := &sigv4.Request{URL: string(appendSentURL(nil, r.URL))}
	return req, fill(req, r)
}

// fill fills req from r, all but the URL.
func fill(req *sigv4.Request, r *http.Request) error {
	host := r.Host
	if host == "" {
		host = r.URL.Host
	}
	trimmed := trimPort(r.URL.Scheme, host)
	if trimmed == "" {
		return &percent.SyntaxError{Format: format, Field: "URL", Bytes: r.URL.Redacted(), Reason: sigv4.NoHost}
	}
	if trimmed != host {
		r.Host = trimmed
	}
	req.Method = httpmsg.Method(r)
	appendFields(req, r, trimmed)
	return nil
}

// appendFields adds the Host field and all others of r to req.
func appendFields(req *sigv4.Request, r *http.Request, host string) {
	req.Header = append(req.Header, sigv4.Header{Name: "Host", Value: host})
	for name, values := range r.Header {
		if name == "Host" {
			continue // net/http has it in r.Host
		}
		for _, value := range values {
			req.Header = append(req.Header, sigv4.Header{Name: name, Value: value})
		}
	}
}

// appendSentURL appends a URL with the path and the query of u as they are sent.
// What is signed of the host is the Host field.
func appendSentURL(dst []byte, u *url.URL) []byte {
	path := u.EscapedPath()
	if u.Opaque != "" {
		path, _, _ = strings.Cut(u.RequestURI(), "?")
		if strings.HasPrefix(u.Opaque, "//") {
			// RequestURI is absolute.
			_, path, _ = strings.Cut(u.Opaque[len("//"):], "/")
			path = "/" + path
		}
	}
	dst = append(append(dst, "https://host"...), path...)
	if u.RawQuery != "" {
		dst = append(append(dst, '?'), u.RawQuery...)
	}
	return dst
}

// trimPort returns host without the port that is the default of the scheme.
func trimPort(scheme, host string) string {
	switch {
	case strings.EqualFold(scheme, "https"):
		host = strings.TrimSuffix(host, ":443")
	case strings.EqualFold(scheme, "http"):
		host = strings.TrimSuffix(host, ":80")
	}
	return strings.TrimSuffix(host, ":")
}

// payload returns the hash of the body of r, or the value that takes its place.
func payload(s *sigv4.Signer, r *http.Request) (string, error) {
	if given := r.Header["X-Amz-Content-Sha256"]; len(given) > 0 {
		return given[0], nil
	}
	if s.Payload == sigv4.PayloadUnsigned {
		return sigv4.UnsignedPayload, nil
	}
	if r.Body == nil || r.Body == http.NoBody {
		return sigv4.EmptyPayloadHash, nil
	}
	body, err := httpmsg.ReadBody(r, -1)
	if err != nil {
		return "", err
	}
	return sigv4.HashPayload(body), nil
}

// A Transport signs each request that an http.Client sends, and hands it on. It is
// safe for concurrent use if Base is. After a redirect, the new request is signed too
// if its scheme, host and port are those of every request before it. Otherwise it is
// sent unsigned, so that no other host gets a signature or the session token.
type Transport struct {
	Signer *sigv4.Signer
	// Base does the round trip. The default is http.DefaultTransport.
	Base http.RoundTripper
}

// RoundTrip sends a signed copy of r, or r itself after a redirect to another origin
// (net/http.RoundTripper). The errors are those of [Sign] and of Base.
func (t *Transport) RoundTrip(r *http.Request) (*http.Response, error) {
	return httpmsg.RoundTrip(r, t.Base, func(r *http.Request) error { return Sign(t.Signer, r) })
}

// DefaultMaxBody is how many bytes of a body a Verifier reads.
const DefaultMaxBody = httpmsg.DefaultMaxBody

// A Verifier verifies requests for a server.
type Verifier struct {
	// Verifier says what is accepted. Its Credentials is required.
	sigv4.Verifier
	// MaxBody is the largest body that is checked, in bytes, with the signatures of
	// its chunks. The default is DefaultMaxBody; below 0 there is no limit.
	MaxBody int64
}

// Verify verifies a request that a server received, signed by header or
// presigned. A body whose hash or whose chunks were signed is read and replaced; one
// in chunks is left as it was sent, with their signatures, and Data of the result has
// what they hold. A body that no signature covers is accepted as v.Payload says. An
// error is a
// *sigv4.VerifyError: Malformed, too, for a request target that names no resource
// and for a Host field that is not a host (RFC 9112, section 3.2), and where net/http
// reads another path or other parameters than were signed: a '+' with another meaning, a
// ';' or a malformed escape in the query, and segments that are normalized away. Verify panics
// without Credentials.
//
// What is verified is the request line, so that Verify belongs in front of handlers that
// rewrite r, such as http.StripPrefix, or read its form: a request whose URL is no longer
// the one of its request line, or whose form has been read, is Malformed, too.
//
// Fields that the sender did not sign, such as Content-Type, may have been
// changed on the way: see [sigv4.Verified].
func (v *Verifier) Verify(r *http.Request) (*sigv4.Verified, error) {
	target, err := httpmsg.Target(r, format)
	if err != nil {
		return nil, &sigv4.VerifyError{Reason: sigv4.Malformed, Field: "request target", Err: err}
	}
	if err := httptarget.CheckHost(r.Host, format); err != nil {
		return nil, &sigv4.VerifyError{Reason: sigv4.Malformed, Field: "Host", Err: err}
	}
	if field, err := httpmsg.CheckUnchanged(r, r.Host); err != nil {
		return nil, &sigv4.VerifyError{Reason: sigv4.Malformed, Field: field, Err: err}
	}
	req := &sigv4.Request{Method: r.Method, URL: "https://host" + target}
	appendFields(req, r, r.Host)
	verified, err := v.VerifyRequest(r.Context(), req, func() ([]byte, error) {
		body, err := httpmsg.ReadBody(r, cmp.Or(v.MaxBody, DefaultMaxBody))
		switch {
		case errors.Is(err, httpmsg.ErrBodyTooLarge):
			return nil, &sigv4.VerifyError{Reason: sigv4.BodyTooLarge}
		case err != nil:
			return nil, &sigv4.VerifyError{Reason: sigv4.Malformed, Field: "body", Err: err}
		}
		return body, nil
	})
	if err != nil {
		return nil, err
	}
	if field, err := readOtherwise(r, target, verified); err != nil {
		return nil, &sigv4.VerifyError{Reason: sigv4.Malformed, Field: field, Err: err}
	}
	return verified, nil
}

var (
	errPlus       = errors.New("a '+' that was signed with another meaning than net/http reads")
	errNormalized = errors.New("dot segments or empty segments, which are not signed")
)

// readOtherwise returns an error if a handler reads something else of a request than was
// signed, and which part of the request it is. Spellings that are signed alike are not
// always read alike: whoever re-spells a request must not change what it asks for.
func readOtherwise(r *http.Request, target string, verified *sigv4.Verified) (field string, err error) {
	path, query, _ := strings.Cut(target, "?")
	switch {
	case verified.Path == sigv4.PathS3 && strings.Contains(path, "+"):
		return "path", errPlus
	case verified.Path == sigv4.PathEncodedTwice && normalizes(path):
		return "path", errNormalized
	case verified.Plus == sigv4.PlusLiteral && strings.Contains(query, "+"):
		return "query", errPlus
	}
	return "query", httpmsg.CheckQuery(query)
}

// normalizes reports whether a path has segments that are left out of what is signed.
func normalizes(path string) bool {
	for i, segment := range strings.Split(strings.TrimSuffix(path, "/"), "/") {
		if segment == "." || segment == ".." || segment == "" && i > 0 {
			return true
		}
	}
	return false
}
