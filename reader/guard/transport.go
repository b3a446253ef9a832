package guard

import (
	"net"
	"net/http"
	"net/netip"
	"strings"
	"sync"
	"time"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/reader"
	"github.com/pct-encoded/percent/uri"
)

// A Transport refuses requests whose URL readers read differently, and requests of which
// net/http writes another request line or Host field than the URL says. It sends the
// others. A net/http.Client also uses it for each redirect. The zero Transport is the
// safest.
//
// The second kind are requests whose fields were not set by a parser: a Path without its
// slash, an Opaque for another target, a RawQuery with a space or a "#", a Host or a
// field "Host" in Header for another host or port than the URL's, which is where a proxy
// would connect to. A request line with octets beyond ASCII is refused as well: escape
// them, or send [Target.URL].
type Transport struct {
	// Base does the round trip. The default connects by a Dialer, only to addresses
	// on the Internet, and uses no proxy: see [Dialer] about proxies.
	Base http.RoundTripper
	// Readers are those that must agree. The default is Everyone.
	Readers []reader.Reader
}

// RoundTrip sends a request if Check has no error for its URL, and if that is what
// net/http writes (net/http.RoundTripper). The error is a *Disagreement, a
// *percent.SyntaxError or that of Base; an error of a Dialer wraps an *AddressError.
func (t *Transport) RoundTrip(r *http.Request) (*http.Response, error) {
	if err := checkSent(r, t.Readers); err != nil {
		if r.Body != nil {
			r.Body.Close()
		}
		return nil, err
	}
	base := t.Base
	if base == nil {
		base = defaultBase()
	}
	return base.RoundTrip(r)
}

// checkSent checks that the readers agree on the URL of a request, and that net/http
// connects to what they read and writes it.
func checkSent(r *http.Request, readers []reader.Reader) error {
	u := r.URL
	if u == nil {
		return &percent.SyntaxError{Format: format, Reason: NoHost}
	}
	text := u.String()
	t, err := Check(text, readers...)
	if err != nil {
		return err
	}
	host, port := strings.ToLower(u.Hostname()), u.Port()
	if a, err := netip.ParseAddr(host); err == nil {
		host = a.String()
	}
	if port == "" {
		port = uri.DefaultPort(t.Scheme)
	}
	if host != t.Host || port != t.Port {
		// The URL was not made by a parser: Opaque names another host than Host.
		return &percent.SyntaxError{Format: format, Bytes: u.Host, Reason: DifferentHosts}
	}
	if u.User != nil {
		// It goes into a field, and readers that refuse it may read the rest otherwise.
		bare := *u
		bare.User = nil
		sent, err := Check(bare.String(), readers...)
		if err != nil {
			return err
		}
		if sent.URL = t.URL; sent != t {
			return &percent.SyntaxError{Format: format, Bytes: text, Reason: DifferentTarget}
		}
	}
	field, err := sentHost(r, t, readers)
	if err != nil {
		return err
	}
	sent, _, _ := strings.Cut(text, "#")
	return checkLine(r, field, sent, t)
}

// sentHost returns the Host field that net/http writes, which must be the host of the
// URL and the only one. Case and the number of the default port may differ.
func sentHost(r *http.Request, t Target, readers []reader.Reader) (string, error) {
	host := r.Host
	if host == "" {
		host = r.URL.Host
	}
	named, err := checkHost(t.Scheme, host, readers)
	if err != nil {
		return "", err
	}
	without := func(host string) string { return strings.TrimSuffix(host, ":"+t.Port) }
	if named.Host != t.Host || named.Port != t.Port || !strings.EqualFold(without(host), without(r.URL.Host)) {
		return "", &percent.SyntaxError{Format: format, Field: "Host", Bytes: host, Reason: DifferentHosts}
	}
	for name, values := range r.Header {
		if !strings.EqualFold(name, "Host") {
			continue
		}
		for _, value := range values {
			// In any other case, net/http writes it as a second field.
			if name != "Host" || value != host {
				return "", &percent.SyntaxError{Format: format, Field: "Host", Bytes: value, Reason: DifferentHosts}
			}
		}
	}
	return host, nil
}

// checkLine checks the request line that net/http writes for a request
// (net/http.Request.Write). text is the URL that was checked, without its fragment, and
// host the Host field.
func checkLine(r *http.Request, host, text string, t Target) error {
	for i := range len(r.Method) {
		if !methodSet.Contains(r.Method[i]) {
			return invalidByte("method", r.Method, i)
		}
	}
	scheme, rest, _ := strings.Cut(text, "://")
	end := strings.IndexAny(rest, "/?")
	if end < 0 {
		end = len(rest)
	}
	authority, origin := rest[:end], rest[end:]
	if origin == "" || origin[0] == '?' {
		origin = "/" + origin
	}
	u, written := r.URL, r.URL.RequestURI()
	for i := range len(written) {
		if c := written[i]; c <= ' ' || c > '~' {
			return invalidByte("target", written, i)
		}
	}
	path, _, _ := strings.Cut(origin, "?")
	compared, _ := reader.Reading{Verdict: reader.Read, Host: reader.Part{Text: t.Host}, Path: reader.Part{Text: path}}.Compared(uri.Path)
	same := written == origin
	switch {
	case r.Method == http.MethodConnect && u.Path == "":
		// Only the Host field is written, or Opaque.
		same = u.Opaque == "" && origin == "/"
	case u.Opaque != "":
		// In absolute form, where a userinfo would be sent.
		same = written == text && strings.EqualFold(authority, host)
	}
	if !same || compared != t.Path || !strings.EqualFold(scheme, t.Scheme) {
		return &percent.SyntaxError{Format: format, Field: "target", Bytes: written, Reason: DifferentTarget}
	}
	return nil
}

// methodSet is tchar (RFC 9110, section 5.6.2).
var methodSet = percent.Unreserved.Add("!#$%&'*+^`|")

// invalidByte returns the error for an octet of a field.
func invalidByte(field, s string, i int) error {
	return &percent.SyntaxError{Format: format, Field: field, Offset: int64(i), Bytes: s[i : i+1], Reason: percent.InvalidByte}
}

// dialTimeout and keepAlive are those of net/http.DefaultTransport.
const dialTimeout, keepAlive = 30 * time.Second, 30 * time.Second

var defaultBase = sync.OnceValue(func() *http.Transport {
	t := &http.Transport{}
	if d, ok := http.DefaultTransport.(*http.Transport); ok {
		t = d.Clone()
	}
	d := &Dialer{Dialer: net.Dialer{Timeout: dialTimeout, KeepAlive: keepAlive}}
	t.Proxy, t.DialContext = nil, d.DialContext
	// These would connect without the Dialer.
	t.DialTLSContext = nil
	//lint:ignore SA1019 a copy may have them
	t.Dial, t.DialTLS = nil, nil
	return t
})
