package oauth1http_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"time"

	"github.com/pct-encoded/percent/sign/oauth1"
	"github.com/pct-encoded/percent/sign/oauth1/oauth1http"
)

// everyNonce accepts each nonce. A server keeps those it has seen, and refuses them.
type everyNonce struct{}

func (everyNonce) Use(context.Context, string, string, string, time.Time) (bool, error) {
	return true, nil
}

// A client that signs every request, and a server that verifies it.
func ExampleTransport() {
	consumer := oauth1.Credentials{Key: "dpf43f3p2l4k3l03", Secret: "kd94hf93k423kf44"}
	verifier := &oauth1http.Verifier{Verifier: oauth1.Verifier{
		Secrets: func(_ context.Context, key, _ string) (oauth1.Secrets, error) {
			if key != consumer.Key {
				return oauth1.Secrets{}, oauth1.ErrUnknown
			}
			return oauth1.Secrets{Consumer: consumer.Secret}, nil
		},
		Nonces: everyNonce{},
	}}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		verified, err := verifier.Verify(r)
		if err != nil {
			http.Error(w, err.Error(), http.StatusUnauthorized)
			return
		}
		body, _ := io.ReadAll(r.Body)
		fmt.Fprintf(w, "%s sent %q to %s", verified.Consumer, body, r.RequestURI)
	}))
	defer server.Close()

	client := &http.Client{Transport: &oauth1http.Transport{Signer: &oauth1.Signer{Consumer: consumer}}}
	resp, err := client.Post(server.URL+"/request?b5=%3D%253D", oauth1.FormContentType, strings.NewReader("c2&a3=2+q"))
	if err != nil {
		fmt.Println(err)
		return
	}
	defer resp.Body.Close()
	answer, err := io.ReadAll(resp.Body)
	fmt.Println(resp.StatusCode, string(answer), err)
	// Output: 200 dpf43f3p2l4k3l03 sent "c2&a3=2+q" to /request?b5=%3D%253D <nil>
}

// The base string of a request, before it is sent.
func ExampleFromRequest() {
	r, err := http.NewRequest("POST", "http://EXAMPLE.com:80/request?b5=%3D%253D", strings.NewReader("c2&a3=2+q"))
	if err != nil {
		fmt.Println(err)
		return
	}
	r.Header.Set("Content-Type", oauth1.FormContentType)
	req, err := oauth1http.FromRequest(r)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(oauth1.BaseString(req))
	// Output: POST&http%3A%2F%2Fexample.com%2Frequest&a3%3D2%2520q%26b5%3D%253D%25253D%26c2%3D <nil>
}
