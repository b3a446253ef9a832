#!/usr/bin/env bash
# Go 1.26.8, net/url and net/http.
#
# One would guess: u.JoinPath("api", "x") of a URL without a path, such as
# http://h.example, is a URL with the path /api/x. Its String says so.
#
# What happens: the field Path is "api/x", without the slash. String adds one, and the
# request line does not: net/http sends "GET api/x HTTP/1.1", which servers refuse, that
# of net/http with status 400. A ReverseProxy whose SetURL is given such a URL sends the
# same. Parsing the String again repairs it. (golang/go issue 58605 is open.)
#
# Output seen:
#
#	String: http://h.example/api/x
#	Path: "api/x"
#	sent: GET api/x HTTP/1.1
#	sent by a proxy: GET api/y HTTP/1.1
#	sent after parsing String: GET /api/x HTTP/1.1
#	a server of net/http: 400 Bad Request
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
cat >go.mod <<'END'
module example.com/joinpath

go 1.26.8
END
cat >main.go <<'END'
package main

import (
	"bytes"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
)

func line(u *url.URL) string {
	var b bytes.Buffer
	(&http.Request{Method: "GET", URL: u, Header: http.Header{}}).Write(&b)
	first, _, _ := strings.Cut(b.String(), "\r\n")
	return first
}

type shows struct{}

func (shows) RoundTrip(r *http.Request) (*http.Response, error) {
	fmt.Println("sent by a proxy:", line(r.URL))
	return &http.Response{StatusCode: 200, Body: http.NoBody}, nil
}

func main() {
	base, _ := url.Parse("http://h.example")
	u := base.JoinPath("api", "x")
	fmt.Println("String:", u)
	fmt.Printf("Path: %q\n", u.Path)
	fmt.Println("sent:", line(u))
	proxy := &httputil.ReverseProxy{Transport: shows{}, Rewrite: func(r *httputil.ProxyRequest) { r.SetURL(base.JoinPath("api")) }}
	proxy.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("GET", "/y", nil))
	again, _ := url.Parse(u.String())
	fmt.Println("sent after parsing String:", line(again))
	server := httptest.NewServer(http.NotFoundHandler())
	defer server.Close()
	at, _ := url.Parse(server.URL)
	resp, err := http.DefaultClient.Do(&http.Request{URL: at.JoinPath("api", "x"), Header: http.Header{}})
	if err != nil {
		panic(err)
	}
	fmt.Println("a server of net/http:", resp.Status)
}
END
GOTOOLCHAIN=go1.26.8 GOFLAGS=-mod=mod go run . >out 2>err || { cat err >&2; exit 1; }
cat out
diff - out <<'END'
String: http://h.example/api/x
Path: "api/x"
sent: GET api/x HTTP/1.1
sent by a proxy: GET api/y HTTP/1.1
sent after parsing String: GET /api/x HTTP/1.1
a server of net/http: 400 Bad Request
END
