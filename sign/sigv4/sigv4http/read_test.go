package sigv4http

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"testing"

	"github.com/pct-encoded/percent/internal/growth"
	"github.com/pct-encoded/percent/sign/sigv4"
)

// TestReadAsSigned sends random requests through net/http whose targets are re-spelled
// after they were signed. What the handler reads of an accepted request, path and form, is
// what was signed. PERCENT_REQUESTS=1000000 sends that many.
func TestReadAsSigned(t *testing.T) {
	n := growth.Requests(4000)
	v := &Verifier{Verifier: sigv4.Verifier{
		Payload: sigv4.PayloadUnsigned, Window: -1,
		Credentials: func(context.Context, string) (sigv4.Credentials, error) { return docs, nil },
	}}
	type reading struct {
		path string
		form url.Values
		err  error
	}
	read := make(chan reading, 1)
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		got := reading{}
		if _, got.err = v.Verify(r); got.err == nil {
			got.err = r.ParseForm()
			got.path, got.form = r.URL.Path, r.Form
		}
		read <- got
	}))
	defer server.Close()
	host := server.Listener.Addr().String()
	conn, err := net.Dial("tcp", host)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	answers := bufio.NewReader(conn)
	r := rand.New(rand.NewPCG(25, 39))
	pick := func(list ...string) string { return list[r.IntN(len(list))] }
	word := func(pieces ...string) (s string) {
		for range r.IntN(4) {
			s += pick(pieces...)
		}
		return s
	}
	accepted := 0
	for range n {
		service := pick("s3", "execute-api")
		pieces := []string{"a", "b", "%2B", "%20", "%2F", "%3B", "%25", "%7E", "%2E", "c", "%C3%A9", "%FF"}
		path := "/" + word(append(pieces, "/")...)
		query := "p" + word(pieces...) + "=" + word(pieces...) + "&q" + word(pieces...) + "=" + word(pieces...)
		// What may stand in the place of each escape, so that the signature may hold.
		respell := func(s string) string {
			out := ""
			for i := 0; i < len(s); i++ {
				switch {
				case s[i] == '%' && r.IntN(3) == 0:
					c, _ := url.PathUnescape(s[i : i+3])
					switch {
					case c > " " && c < "\x7f" && c != "/":
						out += c
					case c == " ":
						out += "+"
					default:
						out += s[i : i+3]
					}
					i += 2
				case s[i] == '/' && r.IntN(8) == 0:
					out += pick("//", "/./", "/x/../", "%2F")
				case s[i] == '&' && r.IntN(8) == 0:
					out += pick(";", "&&", "&%zz&")
				case s[i] == 'a' && r.IntN(4) == 0:
					out += "%61"
				default:
					out += s[i : i+1]
				}
			}
			return out
		}
		signer := &sigv4.Signer{Credentials: docs, Region: "r", Service: service}
		req := &sigv4.Request{Method: "GET", URL: "http://" + host + path + "?" + query}
		if err := signer.Sign(req); err != nil {
			t.Fatal(err)
		}
		target := path + "?" + query
		if r.IntN(4) > 0 {
			target = respell(path) + "?" + respell(query)
		}
		fmt.Fprintf(conn, "GET %s HTTP/1.1\r\nHost: %s\r\n", target, host)
		for _, h := range req.Header {
			fmt.Fprintf(conn, "%s: %s\r\n", h.Name, h.Value)
		}
		fmt.Fprint(conn, "\r\n")
		resp, err := http.ReadResponse(answers, nil)
		if err != nil {
			t.Fatalf("%s: %v", target, err)
		}
		_, _ = io.Copy(io.Discard, resp.Body)
		if resp.StatusCode == http.StatusBadRequest {
			// By net/http, which closes the connection.
			conn.Close()
			if conn, err = net.Dial("tcp", host); err != nil {
				t.Fatal(err)
			}
			answers = bufio.NewReader(conn)
			continue
		}
		got := <-read
		if got.err != nil {
			if target == path+"?"+query && service == "s3" {
				t.Fatalf("%s as it was signed: %v", target, got.err)
			}
			continue
		}
		accepted++
		wantPath, _ := url.PathUnescape(path)
		wantForm, _ := url.ParseQuery(query)
		if got.path != wantPath || got.form.Encode() != wantForm.Encode() {
			t.Fatalf("%s: %s was signed\nread %q %v\nwant %q %v", service, target, got.path, got.form, wantPath, wantForm)
		}
	}
	if accepted < n/6 {
		t.Errorf("only %d of %d requests accepted", accepted, n)
	}
	t.Logf("%d of %d accepted", accepted, n)
}
