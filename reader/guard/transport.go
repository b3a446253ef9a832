package guard

import (
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/reader"
	"github.com/pct-encoded/percent/uri"
)

// A Transport refuses requests whose URL readers read differently, and sends the
// others. A net/http.Client also uses it for each redirect. The zero Transport is the
// safest.
//
// It does not check a Host field that was set for a request: that is what the caller
// wants to send, and nothing connects to it.
type Transport struct {
	// Base does the round trip. The default connects by a Dialer, only to addresses
	// on the Internet, and uses no proxy: see [Dialer] about proxies.
	Base http.RoundTripper
	// Readers are those that must agree. The default is Everyone.
	Readers []reader.Reader
}

// RoundTrip sends a request if Check has no error for its URL (net/http.RoundTripper).
// Other errors are those of Base; an error of a Dialer wraps an *AddressError.
func (t *Transport) RoundTrip(r *http.Request) (*http.Response, error) {
	if err := checkURL(r.URL, t.Readers); err != nil {
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

// checkURL checks that the readers agree on the text of the URL, and that net/http
// connects to what they read.
func checkURL(u *url.URL, readers []reader.Reader) error {
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
	return nil
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
