package sigv4

import (
	"strings"
)

// A Header is a field of a request.
type Header struct {
	Name, Value string
}

// A Request is what is signed, as it is sent.
type Request struct {
	Method string
	// URL is the absolute URL, escaped as it is sent.
	URL string
	// Header holds the fields in order. If there is no Host, it is the host of
	// the URL, without the port if that is the default of http or https.
	Header []Header
	// PayloadHash is the SHA-256 of the body in lower-case base 16, as
	// HashPayload returns it, or one of the values below. If it is "", it is that
	// of the field X-Amz-Content-Sha256, and if that is missing too, the hash of
	// an empty body.
	PayloadHash string
}

// The values that take the place of the hash of the body. Only S3 accepts them.
const (
	// UnsignedPayload leaves the body unsigned.
	UnsignedPayload = "UNSIGNED-PAYLOAD"
	// StreamingPayload is for bodies of chunks that are signed one by one: see
	// ChunkSigner.
	StreamingPayload = "STREAMING-AWS4-HMAC-SHA256-PAYLOAD"
	// StreamingPayloadTrailer is StreamingPayload with trailing fields.
	StreamingPayloadTrailer = "STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER"
	// StreamingUnsignedPayloadTrailer is for chunks that are not signed, with
	// trailing fields.
	StreamingUnsignedPayloadTrailer = "STREAMING-UNSIGNED-PAYLOAD-TRAILER"
)

// EmptyPayloadHash is the SHA-256 of an empty body.
const EmptyPayloadHash = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"

// The names of fields, and of parameters of presigned URLs.
const (
	algorithm = "AWS4-HMAC-SHA256"

	hostField    = "host"
	dateField    = "x-amz-date"
	tokenField   = "x-amz-security-token"
	payloadField = "x-amz-content-sha256"

	authorizationField = "authorization"
	lengthField        = "x-amz-decoded-content-length"
	trailerField       = "x-amz-trailer"

	trailerSignatureField = "x-amz-trailer-signature"

	algorithmParam     = "X-Amz-Algorithm"
	credentialParam    = "X-Amz-Credential"
	dateParam          = "X-Amz-Date"
	expiresParam       = "X-Amz-Expires"
	signedHeadersParam = "X-Amz-SignedHeaders"
	tokenParam         = "X-Amz-Security-Token"
	signatureParam     = "X-Amz-Signature"
)

// get returns the first value of the field with that name, which is in lower
// case.
//
//go:noinline
func (r *Request) get(name string) (string, bool) {
	for _, h := range r.Header {
		if strings.EqualFold(h.Name, name) {
			return h.Value, true
		}
	}
	return "", false
}

// count returns how many fields have that name, which is in lower case.
func (r *Request) count(name string) (n int) {
	for _, h := range r.Header {
		if strings.EqualFold(h.Name, name) {
			n++
		}
	}
	return n
}

// set replaces the fields with that name by one with the value.
func (r *Request) set(name, value string) {
	kept := r.Header[:0]
	for _, h := range r.Header {
		if !strings.EqualFold(h.Name, name) {
			kept = append(kept, h)
		}
	}
	r.Header = append(kept, Header{name, value})
}

// target holds the pieces of a URL that are signed.
type target struct {
	scheme, host, path, query string
	origin                    string // what stands before the path
}

// splitURL splits an absolute URL without looking at its escapes.
func splitURL(url string) (target, error) {
	scheme, rest, ok := strings.Cut(url, "://")
	if !ok || scheme == "" || strings.ContainsAny(scheme, "/?#") {
		return target{}, syntaxError("URL", url, NoScheme)
	}
	t := target{scheme: scheme}
	rest, _, _ = strings.Cut(rest, "#")
	rest, t.query, _ = strings.Cut(rest, "?")
	if i := strings.IndexByte(rest, '/'); i >= 0 {
		rest, t.path = rest[:i], rest[i:]
	}
	t.origin = url[:len(scheme)+len("://")+len(rest)]
	t.host = trimPort(scheme, rest[strings.LastIndexByte(rest, '@')+1:])
	if t.host == "" || t.host[0] == ':' {
		return target{}, syntaxError("URL", url, NoHost)
	}
	return t, nil
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

// isSigned reports whether the field with that name, in lower case, is signed. Proxies and
// HTTP libraries change or remove the others, or they hold the signature.
func isSigned(name string) bool {
	switch name {
	case "authorization", "accept-encoding", "connection", "content-length", "expect", "keep-alive", "proxy-authorization",
		"proxy-connection", "te", "trailer", "transfer-encoding", "upgrade", "user-agent", "x-amzn-trace-id":
		return false
	}
	return true
}
