package sigv4http_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"time"

	"github.com/pct-encoded/percent/sign/sigv4"
	"github.com/pct-encoded/percent/sign/sigv4/sigv4http"
)

var credentials = sigv4.Credentials{
	AccessKeyID:     "AKIAIOSFODNN7EXAMPLE",
	SecretAccessKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
}

// A client that signs every request, and a server that verifies it.
func ExampleTransport() {
	verifier := &sigv4http.Verifier{Verifier: sigv4.Verifier{
		Credentials: func(_ context.Context, id string) (sigv4.Credentials, error) {
			if id != credentials.AccessKeyID {
				return sigv4.Credentials{}, sigv4.ErrUnknown
			}
			return credentials, nil
		},
	}}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		verified, err := verifier.Verify(r)
		if err != nil {
			http.Error(w, err.Error(), http.StatusForbidden)
			return
		}
		body, _ := io.ReadAll(r.Body)
		fmt.Fprintf(w, "%s sent %q to %s", verified.AccessKeyID, body, r.RequestURI)
	}))
	defer server.Close()

	client := &http.Client{Transport: &sigv4http.Transport{Signer: &sigv4.Signer{
		Credentials: credentials,
		Region:      "us-east-1",
		Service:     "execute-api",
	}}}
	resp, err := client.Post(server.URL+"/a%2Fb?q=1%202", "text/plain", strings.NewReader("hello"))
	if err != nil {
		fmt.Println(err)
		return
	}
	defer resp.Body.Close()
	answer, err := io.ReadAll(resp.Body)
	fmt.Println(resp.StatusCode, string(answer), err)
	// Output: 200 AKIAIOSFODNN7EXAMPLE sent "hello" to /a%2Fb?q=1%202 <nil>
}

// What is signed of a request, step by step, before it is sent.
func ExampleFromRequest() {
	r, err := http.NewRequest("GET", "https://example.com:443/a%20b?z&a=1", nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	req, err := sigv4http.FromRequest(r)
	if err != nil {
		fmt.Println(err)
		return
	}
	signer := &sigv4.Signer{
		Credentials: credentials,
		Region:      "us-east-1",
		Service:     "execute-api",
		// Only to have the same output every time: leave it out.
		Now: func() time.Time { return time.Date(2013, 5, 24, 0, 0, 0, 0, time.UTC) },
	}
	steps, err := signer.Explain(req)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(steps.CanonicalRequest)
	fmt.Println(steps.Signature)
	// Output:
	// GET
	// /a%2520b
	// a=1&z=
	// host:example.com
	// x-amz-date:20130524T000000Z
	//
	// host;x-amz-date
	// e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855
	// 8e500ed5f1cca0e8fe2171c5bac2375cba8c0715f19fccd506acc60db4d220fe
}
