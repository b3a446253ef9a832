package oauth1

import (
	"strings"

	"github.com/pct-encoded/percent"
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
	// Method is the method; its letters are taken in upper case.
	Method string
	// URL is the absolute URL, escaped as it is sent; its host is that of the
	// Host field.
	URL string
	// Form is the body if it is one part of application/x-www-form-urlencoded,
	// and "" otherwise: any other body is not covered by a signature, unless by
	// oauth_body_hash.
	Form string
	// Authorization is the value of that field, "" where there is none or
	// where it is still to be made.
	Authorization string
	// Params are parameters that will be sent and stand nowhere yet, such as
	// oauth_callback. A Signer writes them to the header.
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
	return [...]string{"query", "Authorization header", "form body", "protocol parameters"}[s&3]
}

// A Collected is a parameter and where it comes from. Left out of the base
// string are oauth_signature, and realm from the header.
type Collected struct {
	Param
	Source Source
}

// Collect returns the parameters that the signature covers, in the order query,
// Authorization header, form body, Params (RFC 5849, section 3.4.1.3.1). An
// error is a *URLError or a *HeaderError.
func Collect(r *Request) ([]Collected, error) {
	u, err := splitURL(r.URL)
	if err != nil {
		return nil, err
	}
	var all []Collected
	add := func(from Source, params []Param) {
		for _, p := range params {
			if p.Name != signatureName {
				all = append(all, Collected{p, from})
			}
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
// more, joined by '&'. An error is a *URLError or a *HeaderError.
func BaseString(r *Request) (string, error) {
	b := newBuffer()
	defer b.free()
	if err := b.baseString(r); err != nil {
		return "", err
	}
	return string(b.base), nil
}

// baseString writes the base string of r to b.base. Parameters that b holds
// already are part of it.
func (b *buffer) baseString(r *Request) error {
	u, err := splitURL(r.URL)
	if err != nil {
		return err
	}
	b.addForm(u.query)
	if r.Authorization != "" && isOAuth(r.Authorization) {
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

func (b *buffer) addParams(params []Param) {
	for _, p := range params {
		if p.Name != signatureName {
			b.add(p.Name, p.Value)
		}
	}
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

// appendUpper appends the method, encoded as any part of the base string.
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

// Steps are what a base string comes about by, in order.
type Steps struct {
	Collected  []Collected // as they stand in the request, decoded
	Encoded    []Param     // names and values encoded, in the same order
	Sorted     []Param     // encoded, and sorted
	Normalized string      // joined
	BaseURI    string
	BaseString string
}

// Explain returns the base string of r with all that it comes about by. An error
// is a *URLError or a *HeaderError.
func Explain(r *Request) (*Steps, error) {
	collected, err := Collect(r)
	if err != nil {
		return nil, err
	}
	s := &Steps{Collected: collected}
	b := newBuffer()
	defer b.free()
	for _, c := range collected {
		b.add(c.Name, c.Value)
	}
	encoded := func() (list []Param) {
		for _, e := range b.entries {
			list = append(list, Param{string(b.nameOf(e)), string(b.valueOf(e))})
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

// BaseURI returns the base string URI of an absolute URL (RFC 5849, section
// 3.4.1.2): scheme and host in lower case, the port unless it is the default of
// http or https, the path as it is sent, "/" where there is none; user
// information, query and fragment are left out. An error is a *URLError.
func BaseURI(url string) (string, error) {
	u, err := splitURL(url)
	if err != nil {
		return "", err
	}
	return string(u.appendBase(nil)), nil
}

// parts are the pieces of a URL that count.
type parts struct {
	scheme, host, port, path, query string
}

// splitURL takes an absolute URL apart without looking at its escapes.
func splitURL(url string) (parts, error) {
	scheme, rest, ok := strings.Cut(url, "://")
	if !ok || !isScheme(scheme) {
		return parts{}, &URLError{URL: url, Reason: NoScheme}
	}
	u := parts{scheme: scheme}
	rest, _, _ = strings.Cut(rest, "#")
	rest, u.query, _ = strings.Cut(rest, "?")
	if i := strings.IndexByte(rest, '/'); i >= 0 {
		rest, u.path = rest[:i], rest[i:]
	}
	u.host, u.port = splitHost(rest[strings.LastIndexByte(rest, '@')+1:])
	if u.host == "" {
		return parts{}, &URLError{URL: url, Reason: NoHost}
	}
	for i := range len(u.port) {
		if u.port[i] < '0' || '9' < u.port[i] {
			return parts{}, &URLError{URL: url, Reason: BadPort}
		}
	}
	return u, nil
}

// splitHost splits host:port; a colon inside of brackets belongs to the host.
func splitHost(s string) (host, port string) {
	i := strings.LastIndexByte(s, ':')
	if i < 0 || strings.IndexByte(s[i:], ']') >= 0 {
		return s, ""
	}
	return s[:i], s[i+1:]
}

func isScheme(s string) bool {
	for i := range len(s) {
		c := s[i] | 0x20
		if ('a' > c || c > 'z') && (i == 0 || ('0' > s[i] || s[i] > '9') && strings.IndexByte("+-.", s[i]) < 0) {
			return false
		}
	}
	return s != ""
}

func (u parts) appendBase(dst []byte) []byte {
	start := len(dst)
	dst = append(dst, u.scheme...)
	dst = append(dst, "://"...)
	dst = append(dst, u.host...)
	for i := start; i < len(dst); i++ {
		if c := dst[i]; 'A' <= c && c <= 'Z' {
			dst[i] = c + 'a' - 'A'
		}
	}
	if u.port != "" && !defaultPort(u.scheme, u.port) {
		dst = append(append(dst, ':'), u.port...)
	}
	if u.path == "" {
		return append(dst, '/')
	}
	return append(dst, u.path...)
}

func defaultPort(scheme, port string) bool {
	return port == "80" && strings.EqualFold(scheme, "http") || port == "443" && strings.EqualFold(scheme, "https")
}
