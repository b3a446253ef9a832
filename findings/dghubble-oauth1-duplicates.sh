#!/usr/bin/env bash
# dghubble/oauth1 0.7.3 (Go module github.com/dghubble/oauth1), a client for OAuth 1.0.
#
# One would guess: the text that is signed has every parameter of the query and of a form's
# body (RFC 5849, section 3.4.1.3.1): "a=2&a=1" contributes two, and a body is a form
# whatever follows the media type in Content-Type.
#
# What happens: of a repeated parameter only the first value is signed, and a form whose
# Content-Type has "; charset=utf-8" behind the media type is not signed at all. A server
# that follows the RFC answers 401 to both.
#
# Output seen (parameters that are signed, without those of the protocol):
#
#	GET ?a=2&a=1:                 a=2
#	POST a=1:                     a=1
#	POST a=1, with a charset:     none
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
cat >go.mod <<'END'
module example.com/oauth

go 1.26

require github.com/dghubble/oauth1 v0.7.3
END
cat >main.go <<'END'
package main

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"github.com/dghubble/oauth1"
)

// A shower is a signer that keeps the text that it is given.
type shower struct{ text string }

func (*shower) Name() string { return "SHOW" }

func (s *shower) Sign(_, text string) (string, error) { s.text = text; return "signature", nil }

type stops struct{}

func (stops) RoundTrip(*http.Request) (*http.Response, error) { return nil, errors.New("not sent") }

func main() {
	signer := &shower{}
	config := &oauth1.Config{ConsumerKey: "key", ConsumerSecret: "secret", Signer: signer}
	client := config.Client(oauth1.NoContext, oauth1.NewToken("token", "secret"))
	client.Transport.(*oauth1.Transport).Base = stops{}
	show := func(label string) {
		parts := strings.Split(signer.text, "&")
		parameters, err := url.PathUnescape(parts[len(parts)-1])
		if err != nil {
			panic(err)
		}
		var own []string
		for _, p := range strings.Split(parameters, "&") {
			if !strings.HasPrefix(p, "oauth_") {
				own = append(own, p)
			}
		}
		if own == nil {
			own = []string{"none"}
		}
		fmt.Printf("%-29s %s\n", label, strings.Join(own, " "))
	}
	client.Get("http://h.example/?a=2&a=1")
	show("GET ?a=2&a=1:")
	client.Post("http://h.example/", "application/x-www-form-urlencoded", strings.NewReader("a=1"))
	show("POST a=1:")
	client.Post("http://h.example/", "application/x-www-form-urlencoded; charset=utf-8", strings.NewReader("a=1"))
	show("POST a=1, with a charset:")
}
END
GOFLAGS=-mod=mod go run . >out 2>err || { cat err >&2; exit 1; }
cat out
diff - out <<'END'
GET ?a=2&a=1:                 a=2
POST a=1:                     a=1
POST a=1, with a charset:     none
END
