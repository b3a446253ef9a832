package guard

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"strings"
	"testing"

	"github.com/pct-encoded/percent"
)

// A body reports whether it was closed.
type body struct {
	io.Reader
	closed bool
}

func (b *body) Close() error {
	b.closed = true
	return nil
}

// TestTransport: a request whose URL readers part on is not sent, the first or after a
// redirect.
func TestTransport(t *testing.T) {
	asked := 0
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked++
		if to := r.URL.Query().Get("to"); to != "" {
			w.Header().Set("Location", to)
			w.WriteHeader(http.StatusFound)
		}
	}))
	defer server.Close()
	client := &http.Client{Transport: &Transport{Base: server.Client().Transport}}

	for _, test := range []struct {
		name, url     string
		asked         int
		parts, passes bool
	}{
		{"canonical", server.URL + "/", 1, false, true},
		{"redirect", server.URL + "/?to=/x", 2, false, true},
		{"octal address", "http://0300.0.2.1:1/", 0, true, false},
		{"redirect to an octal address", server.URL + "/?to=http://0300.0.2.1:1/", 1, true, false},
		{"second redirect to an octal address", server.URL + "/?to=/%3fto%3dhttp://0300.0.2.1:1/", 2, true, false},
	} {
		t.Run("name="+test.name, func(t *testing.T) {
			asked = 0
			resp, err := client.Get(test.url)
			if err == nil {
				resp.Body.Close()
			}
			var disagreement *Disagreement
			if asked != test.asked || (err == nil) != test.passes || errors.As(err, &disagreement) != test.parts {
				t.Errorf("asked %d times, %v", asked, err)
			}
		})
	}

	sent := &body{Reader: strings.NewReader("x")}
	if _, err := client.Post("http://0300.0.2.1:1/", "text/plain", sent); err == nil || !sent.closed {
		t.Errorf("body of a refused request: closed %v, %v", sent.closed, err)
	}
}

// TestZeroTransport connects to addresses of the Internet only, and by no proxy.
func TestZeroTransport(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { t.Error("connected") }))
	defer server.Close()
	t.Setenv("HTTP_PROXY", server.URL)
	for _, u := range []string{server.URL, "http://localhost:" + server.URL[strings.LastIndexByte(server.URL, ':')+1:]} {
		_, err := (&http.Client{Transport: &Transport{}}).Get(u)
		var refused *AddressError
		if !errors.As(err, &refused) || refused.Class != Loopback {
			t.Errorf("%s: %v", u, err)
		}
	}
	if defaultBase().Proxy != nil {
		t.Error("the default uses a proxy")
	}
	// By a Dialer that is asked to, the same connects.
	d := &Dialer{Accept: func(a netip.AddrPort) bool { return Classify(a.Addr()) == Loopback }}
	ok := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	defer ok.Close()
	resp, err := (&http.Client{Transport: &Transport{Base: &http.Transport{DialContext: d.DialContext}}}).Get(ok.URL)
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
}

// TestRedirectToAddress: the addresses of redirects are refused, too.
func TestRedirectToAddress(t *testing.T) {
	server := httptest.NewServer(http.RedirectHandler("http://169.254.0.1/a", http.StatusFound))
	defer server.Close()
	own := netip.MustParseAddrPort(strings.TrimPrefix(server.URL, "http://"))
	d := &Dialer{Accept: func(a netip.AddrPort) bool { return a == own || Classify(a.Addr()) == Global }}
	_, err := (&http.Client{Transport: &Transport{Base: &http.Transport{DialContext: d.DialContext}}}).Get(server.URL)
	var refused *AddressError
	if !errors.As(err, &refused) || refused.Class != LinkLocal {
		t.Error(err)
	}
}

// TestMadeURL: a URL whose Opaque is for another host than Host is not sent.
func TestMadeURL(t *testing.T) {
	r := &http.Request{Method: "GET", URL: &url.URL{Scheme: "http", Host: "127.0.0.1:1", Opaque: "//example.com/"}}
	_, err := (&Transport{}).RoundTrip(r)
	if !errors.Is(err, DifferentHosts) {
		t.Error(err)
	}
	var syntax *percent.SyntaxError
	if !errors.As(err, &syntax) || syntax.Bytes != "127.0.0.1:1" {
		t.Error(err)
	}
}

// TestUserinfoLeftOut: net/http sends a userinfo in a field, and readers that refuse the URL
// for it may part on what is sent.
func TestUserinfoLeftOut(t *testing.T) {
	sent := 0
	tr := &Transport{Base: roundTripper(func(*http.Request) { sent++ })}
	for _, test := range []struct {
		url string
		err bool
	}{
		{"http://:u@a.test/;", true},
		{"http://:%C3%A9@a.test/b;?q", true},
		{"http://a.test/;", true},
		{"http://:u@a.test/b", false},
		{"http://u:p@a.test/b?q", false},
	} {
		sent = 0
		req, err := http.NewRequest(http.MethodGet, test.url, http.NoBody)
		if err != nil {
			t.Fatal(err)
		}
		_, err = tr.RoundTrip(req)
		if (err != nil) != test.err || (sent == 0) != test.err {
			t.Errorf("%s: sent %d times, %v", test.url, sent, err)
		}
	}
}

type roundTripper func(*http.Request)

func (f roundTripper) RoundTrip(r *http.Request) (*http.Response, error) {
	f(r)
	return &http.Response{StatusCode: http.StatusOK, Body: http.NoBody}, nil
}
