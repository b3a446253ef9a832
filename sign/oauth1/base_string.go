package oauth1

import (
	"slices"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/words"
)

// The names of protocol parameters (RFC 5849, section 3.1).
const (
	consumerKeyName = "oauth_consumer_key"
	tokenName       = "oauth_token"
	methodName      = "oauth_signature_method"
	timestampName   = "oauth_timestamp"
	nonceName       = "oauth_nonce"
	versionName     = "oauth_version"
	signatureName   = "oauth_signature"
	bodyHashName    = "oauth_body_hash"
	realmName       = "realm"
)

// A Request is what is signed, as it is sent.
type Request struct {
	// Method is the method, in any case.
	Method string
	// URL is the absolute URL, escaped as it is sent; its host is that of the
	// Host field.
	URL string
	// Form is the body if it is application/x-www-form-urlencoded, and ""
	// otherwise: no signature covers any other body, except by oauth_body_hash.
	Form string
	// Authorization is the value of that field, "" if there is none or none yet.
	Authorization string
	// Params are parameters that will be sent and are not in the request yet,
	// such as oauth_callback. A Signer writes them to the header.
	Params []Param
}

// A Source is the part of a request that a parameter comes from.
type Source uint8

// The sources of parameters (RFC 5849, section 3.4.1.3.1).
const (
	FromQuery Source = iota
	FromHeader
	FromBody
	FromParams // Request.Params
)

// String returns the source in words, such as "form body".
func (s Source) String() string {
	return words.Of([]string{"query", "Authorization header", "form body", "protocol parameters"}, s)
}

// A Collected is a parameter and where it comes from. The base string leaves out
// oauth_signature, and realm in the header.
type Collected struct {
	Param
	Source Source
}

// Collect returns the parameters that the signature covers, in the order query,
// Authorization header, form body, Params (RFC 5849, section 3.4.1.3.1). An
// error is a *percent.SyntaxError.
func Collect(r *Request) ([]Collected, error) {
	all, err := collect(r)
	return slices.DeleteFunc(all, func(c Collected) bool { return c.Name == signatureName }), err
}

// collect is Collect with oauth_signature.
func collect(r *Request) ([]Collected, error) {
	u, err := splitURL(r.URL)
	if err != nil {
		return nil, err
	}
	var all []Collected
	add := func(from Source, params []Param) {
		for _, p := range params {
			all = append(all, Collected{p, from})
		}
	}
	add(FromQuery, ParseForm(u.query))
	if isOAuth(r.Authorization) {
		h, err := ParseHeader(r.Authorization)
		if err != nil {
			return nil, err
		}
		add(FromHeader, h.Params)
	}
	add(FromBody, ParseForm(r.Form))
	add(FromParams, r.Params)
	return all, nil
}

// BaseString returns the signature base string (RFC 5849, section 3.4.1): the
// method, the base string URI and the normalized parameters, each encoded once
// more, joined by '&'. An error is a *percent.SyntaxError.
func BaseString(r *Request) (string, error) {
	b := newBuffer()
	defer b.free()
	if err := b.baseString(r); err != nil {
		return "", err
	}
	return string(b.base), nil
}

// baseString writes the base string of r to b.base, including the parameters that
// b already holds.
func (b *buffer) baseString(r *Request) error {
	u, err := splitURL(r.URL)
	if err != nil {
		return err
	}
	b.addForm(u.query)
	if isOAuth(r.Authorization) {
		h, err := ParseHeader(r.Authorization)
		if err != nil {
			return err
		}
		b.addParams(h.Params)
	}
	b.addForm(r.Form)
	b.addParams(r.Params)
	b.finish(r.Method, u)
	return nil
}

// finish writes the base string of the parameters that b holds.
func (b *buffer) finish(method string, u parts) {
	b.normalize()
	b.base = appendUpper(b.base[:0], method)
	b.base = append(b.base, '&')
	b.out = u.appendBase(b.out[:0])
	b.base = percent.OAuth1.AppendEncode(b.base, b.out)
	b.base = append(b.base, '&')
	b.base = percent.OAuth1.AppendEncode(b.base, b.inner)
}

// appendUpper appends the method in upper case, encoded.
func appendUpper(dst []byte, method string) []byte {
	for i := range len(method) {
		c := method[i]
		if 'a' <= c && c <= 'z' {
			c -= 'a' - 'A'
		}
		dst = percent.OAuth1.AppendEncode(dst, []byte{c})
	}
	return dst
}

// Steps are the steps to a base string, in order.
type Steps struct {
	Collected  []Collected // decoded, in the order of Collect
	Encoded    []Param     // names and values encoded, in the same order
	Sorted     []Param     // encoded, and sorted
	Normalized string      // joined
	BaseURI    string
	BaseString string
}

// Explain returns the base string of r with all steps that lead to it. An error
// is a *percent.SyntaxError.
func Explain(r *Request) (*Steps, error) {
	collected, err := Collect(r)
	if err != nil {
		return nil, err
	}
	s := &Steps{Collected: collected}
	b := newBuffer()
	defer b.free()
	for _, c := range collected {
		b.params.Add(c.Name, c.Value)
	}
	encoded := func() (list []Param) {
		for name, value := range b.params.All() {
			list = append(list, Param{name, value})
		}
		return list
	}
	s.Encoded = encoded()
	s.Normalized = string(b.normalize())
	s.Sorted = encoded()
	if s.BaseURI, err = BaseURI(r.URL); err != nil {
		return nil, err
	}
	s.BaseString, err = BaseString(r)
	return s, err
}
