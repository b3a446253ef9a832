// Package oauth1http signs and verifies requests of net/http by package oauth1.
//
//	signer := &oauth1.Signer{
//		Consumer: oauth1.Credentials{Key: "dpf43f3p2l4k3l03", Secret: consumerSecret},
//		Token:    oauth1.Credentials{Key: "nnch734d00sl2jdk", Secret: tokenSecret},
//	}
//	client := &http.Client{Transport: &oauth1http.Transport{Signer: signer}}
//
// The functions to reach for first are [Sign] and, for servers,
// [Verifier.Verify]; [FromRequest] gives what package oauth1 explains. The
// specification is RFC 5849 (April 2010), as package oauth1 follows it.
//
// The API of this package is meant for v1.
package oauth1http

import (
	"cmp"
	"errors"
	"mime"
	"net/http"
	"strings"
	"unsafe"

	"github.com/pct-encoded/percent/internal/httptarget"
	"github.com/pct-encoded/percent/sign/internal/httpmsg"
	"github.com/pct-encoded/percent/sign/oauth1"
)

const format = "oauth1"

// Sign sets the Authorization header of r, replacing what was there. The
// parameters, such as oauth_callback or oauth_verifier, are sent and signed too.
//
// A form body is read and replaced, and so is any other where s.BodyHash asks for
// its hash. What the signature covers must not change afterwards: method, URL,
// Host, form body and its Content-Type. An error is one of reading the body or of
// [oauth1.Signer.AuthorizationHeader].
func Sign(s *oauth1.Signer, r *http.Request, params ...oauth1.Param) error {
	req := oauth1.Request{Method: httpmsg.Method(r), URL: sentURL(r), Params: params}
	isForm := isFormType(r.Header.Get("Content-Type"))
	if isForm || s.BodyHash != oauth1.BodyHashOmitted {
		body, err := httpmsg.ReadBody(r, -1)
		if err != nil {
			return err
		}
		switch {
		case isForm:
			req.Form = text(body)
		case len(body) > 0 || s.BodyHash == oauth1.BodyHashAlways:
			hash := oauth1.Param{Name: "oauth_body_hash", Value: oauth1.BodyHash(body, s.Method)}
			req.Params = append([]oauth1.Param{hash}, params...)
		}
	}
	header, err := s.AuthorizationHeader(&req)
	if err != nil {
		return err
	}
	if r.Header == nil {
		r.Header = http.Header{}
	}
	r.Header["Authorization"] = []string{header}
	return nil
}

// FromRequest returns what package oauth1 signs or verifies of r, a request to be
// sent or one that a server received. The scheme is that of the URL or of the
// connection, the host that of the Host field. A form body is read, whatever its
// size, and replaced. An error is one of reading it, an *oauth1.VerifyError for a
// second Authorization or Content-Type, or a *percent.SyntaxError for a request
// target or a host that cannot be part of a URL (RFC 9112, section 3.2).
func FromRequest(r *http.Request) (*oauth1.Request, error) {
	if err := checkFields(r); err != nil {
		return nil, err
	}
	req := &oauth1.Request{Method: httpmsg.Method(r), URL: sentURL(r), Authorization: r.Header.Get("Authorization")}
	if r.RequestURI != "" {
		scheme, host := connection(r)
		var err error
		if req.URL, err = receivedURL(r, scheme, host); err != nil {
			return nil, err
		}
	}
	if isFormType(r.Header.Get("Content-Type")) {
		body, err := httpmsg.ReadBody(r, -1)
		if err != nil {
			return nil, err
		}
		req.Form = string(body)
	}
	return req, nil
}

// sentURL returns the URL of a request to be sent, with the host that the Host
// field will have.
func sentURL(r *http.Request) string {
	host := r.Host
	if host == "" {
		host = r.URL.Host
	}
	return r.URL.Scheme + "://" + host + r.URL.RequestURI()
}

// receivedURL returns the URL of a request that a server received. The host is
// that of the Host field, even if the target has the absolute form (RFC 9112,
// section 3.2.2).
func receivedURL(r *http.Request, scheme, host string) (string, error) {
	if err := httptarget.CheckHost(host, format); err != nil {
		return "", err
	}
	target, err := httpmsg.Target(r, format)
	return scheme + "://" + host + target, err
}

// connection returns scheme and host as the server itself sees them.
func connection(r *http.Request) (scheme, host string) {
	if r.TLS != nil {
		return "https", r.Host
	}
	return "http", r.Host
}

func isFormType(contentType string) bool {
	if contentType == oauth1.FormContentType {
		return true
	}
	if contentType == "" {
		return false
	}
	if media, _, err := mime.ParseMediaType(contentType); err == nil {
		return media == oauth1.FormContentType
	}
	// A malformed parameter does not make it another type.
	media, _, _ := strings.Cut(contentType, ";")
	return strings.EqualFold(strings.TrimSpace(media), oauth1.FormContentType)
}

// text returns b as a string that shares its memory.
func text(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

// A Transport signs each request that an http.Client sends, and hands it on. It is
// safe for concurrent use if Base is. After a redirect, the new request is signed too
// if its scheme, host and port are those of every request before it. Otherwise it is
// sent unsigned, so that no other host gets a signature or, with PLAINTEXT, the
// secrets.
type Transport struct {
	Signer *oauth1.Signer
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
	// Verifier says what is accepted. Its Secrets and Nonces are required.
	oauth1.Verifier
	// BaseURL returns the scheme and the host that the client sees. The default
	// is https or http, as the connection is, and the Host field. A server behind
	// a proxy that terminates TLS or changes Host needs a BaseURL.
	BaseURL func(*http.Request) (scheme, host string)
	// MaxBody is the largest form body, or other body with an oauth_body_hash, in
	// bytes. The default is DefaultMaxBody; below 0 there is no limit.
	MaxBody int64
}

// Verify verifies a request that a server received (RFC 5849, section 3.2). The
// protocol parameters may come in the Authorization header, in a form body or in the
// query; there may be only one Authorization field and one Content-Type, which says
// whether the body is a form. A form body is read and replaced, and
// so is any other body with an oauth_body_hash. An error is an
// *oauth1.VerifyError: Malformed, too, where net/http reads other parameters than were
// signed, as with a method in lower case, a form in a request that is not a POST, PUT or
// PATCH, and a ';' or a malformed escape in the query or the form. The fields of
// multipart/form-data are never signed. Verify panics without Secrets or Nonces.
//
// What is verified is the request line, so that Verify belongs in front of handlers that
// rewrite r, such as http.StripPrefix, or read its form: a request whose URL is no longer
// the one of its request line, or whose form has been read, is Malformed, too.
func (v *Verifier) Verify(r *http.Request) (*oauth1.Verified, error) {
	baseURL := connection
	if v.BaseURL != nil {
		baseURL = v.BaseURL
	}
	scheme, host := baseURL(r)
	url, err := receivedURL(r, scheme, host)
	if err != nil {
		return nil, &oauth1.VerifyError{Reason: oauth1.Malformed, Err: err}
	}
	if err := checkFields(r); err != nil {
		return nil, err
	}
	if field, err := httpmsg.CheckUnchanged(r, host); err != nil {
		return nil, &oauth1.VerifyError{Reason: oauth1.Malformed, Param: field, Err: err}
	}
	if _, query, _ := strings.Cut(url, "?"); r.Method != strings.ToUpper(r.Method) {
		// It is signed in upper case, and net/http tells the cases apart.
		return nil, &oauth1.VerifyError{Reason: oauth1.Malformed, Param: "method"}
	} else if err := httpmsg.CheckQuery(query); err != nil {
		return nil, &oauth1.VerifyError{Reason: oauth1.Malformed, Param: "query", Err: err}
	}
	req := &oauth1.Request{Method: r.Method, URL: url, Authorization: r.Header.Get("Authorization")}
	if !isFormType(r.Header.Get("Content-Type")) {
		return v.VerifyRequest(r.Context(), req, func() ([]byte, error) { return v.read(r) })
	}
	body, err := v.read(r)
	if err != nil {
		return nil, err
	}
	req.Form = text(body)
	if err := httpmsg.CheckForm(r, req.Form); err != nil {
		return nil, &oauth1.VerifyError{Reason: oauth1.Malformed, Param: "form body", Err: err}
	}
	return v.VerifyRequest(r.Context(), req, func() ([]byte, error) { return body, nil })
}

// checkFields refuses a second field of those that say which parameters a request
// has: other software may read either.
func checkFields(r *http.Request) error {
	for _, name := range []string{"Authorization", "Content-Type"} {
		if len(r.Header[name]) > 1 {
			return &oauth1.VerifyError{Reason: oauth1.RepeatedParameter, Param: name}
		}
	}
	return nil
}

func (v *Verifier) read(r *http.Request) ([]byte, error) {
	body, err := httpmsg.ReadBody(r, cmp.Or(v.MaxBody, DefaultMaxBody))
	switch {
	case errors.Is(err, httpmsg.ErrBodyTooLarge):
		return nil, &oauth1.VerifyError{Reason: oauth1.BodyTooLarge}
	case err != nil:
		return nil, &oauth1.VerifyError{Reason: oauth1.Malformed, Err: err}
	}
	return body, nil
}
