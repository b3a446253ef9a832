package oauth1http

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
	"github.com/pct-encoded/percent/sign/oauth1"
)

// TestReadAsSigned sends random requests, signed in a way that net/http may read
// otherwise, through net/http. The form that the handler reads of an accepted request is
// what was signed. PERCENT_REQUESTS=1000000 sends that many.
func TestReadAsSigned(t *testing.T) {
	n := growth.Requests(4000)
	secrets := oauth1.Secrets{Consumer: "c"}
	v := &Verifier{Verifier: oauth1.Verifier{
		Nonces: oauth1.NoncesUnchecked, Window: 1<<63 - 1, Methods: []oauth1.SignatureMethod{oauth1.HMACSHA1},
		Secrets: func(context.Context, string, string) (oauth1.Secrets, error) { return secrets, nil },
	}}
	type reading struct {
		form url.Values
		err  error
	}
	read := make(chan reading, 1)
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		got := reading{}
		if _, got.err = v.Verify(r); got.err == nil {
			got.err = r.ParseForm()
			got.form = r.Form
		}
		read <- got
	}))
	defer server.Close()
	host := server.Listener.Addr().String()
	r := rand.New(rand.NewPCG(25, 40))
	pick := func(list ...string) string { return list[r.IntN(len(list))] }
	list := func() (s string) {
		for i := range r.IntN(4) {
			if i > 0 {
				s += pick("&", "&", "&", "&&", ";")
			}
			s += pick("a", "b", "%41", "é") + pick("=", "=", "") + pick("1", "+", "%2B", "%20", "%zz", "%", "%26", "%FF", "x=y")
		}
		return s
	}
	conn, err := net.Dial("tcp", host)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { conn.Close() }()
	answers := bufio.NewReader(conn)
	accepted := 0
	for range n {
		method := pick("GET", "POST", "POST", "PUT", "PATCH", "DELETE", "PoST", "post", "OPTIONS")
		contentType := pick("", oauth1.FormContentType, oauth1.FormContentType, "Application/x-WWW-form-urlencoded; charset=utf-8",
			"application/x-www-form-urlencoded; =", "application/x-www-form-urlencoded;a", "application/x-www-form-urlencoded, text/plain", "text/plain", "multipart/form-data")
		query, body := list(), list()
		target := "/p?" + query
		req := &oauth1.Request{Method: method, URL: "http://" + host + target}
		if isFormType(contentType) {
			req.Form = body
		}
		signed, err := oauth1.Collect(req)
		if err != nil {
			continue
		}
		s := &oauth1.Signer{Consumer: oauth1.Credentials{Key: "k", Secret: secrets.Consumer}}
		header, err := s.AuthorizationHeader(req)
		if err != nil {
			continue
		}
		fmt.Fprintf(conn, "%s %s HTTP/1.1\r\nHost: %s\r\nAuthorization: %s\r\nContent-Length: %d\r\n", method, target, host, header, len(body))
		if contentType != "" {
			fmt.Fprintf(conn, "Content-Type: %s\r\n", contentType)
		}
		fmt.Fprintf(conn, "\r\n%s", body)
		resp, err := http.ReadResponse(answers, nil)
		if err != nil {
			t.Fatalf("%s %s: %v", method, target, err)
		}
		_, _ = io.Copy(io.Discard, resp.Body)
		if resp.StatusCode == http.StatusBadRequest {
			conn.Close()
			if conn, err = net.Dial("tcp", host); err != nil {
				t.Fatal(err)
			}
			answers = bufio.NewReader(conn)
			continue
		}
		got := <-read
		if got.err != nil {
			continue
		}
		accepted++
		want := map[string]int{}
		for _, p := range signed {
			want[p.Name+"="+p.Value]++
		}
		for name, values := range got.form {
			for _, value := range values {
				want[name+"="+value]--
			}
		}
		for pair, left := range want {
			if left != 0 {
				t.Fatalf("%s %s, %q, %q: %q was signed and read %+d times", method, target, contentType, body, pair, -left)
			}
		}
	}
	if accepted < n/20 {
		t.Errorf("only %d of %d requests accepted", accepted, n)
	}
	t.Logf("%d of %d accepted", accepted, n)
}
