#!/usr/bin/env bash
# go-git 5.19.3 (Go module github.com/go-git/go-git/v5), which Go programs use instead of
# git.
#
# One would guess: the path of a remote's URL is sent as it stands. git does so.
#
# What happens: the path is decoded, and put back together without being encoded. An escaped
# slash arrives as a slash, an escaped '?' begins the query and an escaped '%' is lost one
# layer, so that another repository is asked for. Spaces and letters beyond ASCII arrive as
# they were meant; so does a password with escapes.
#
# Output seen:
#
#	/a%20b.git   asked for /a%20b.git/info/refs
#	/a%2Fb.git   asked for /a/b.git/info/refs
#	/a%3Fb.git   asked for /a?b.git/info/refs
#	/a%2520b.git asked for /a%20b.git/info/refs
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
cat >go.mod <<'END'
module example.com/remote

go 1.26

require github.com/go-git/go-git/v5 v5.19.3
END
cat >main.go <<'END'
package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"

	"github.com/go-git/go-git/v5"
	"github.com/go-git/go-git/v5/config"
	"github.com/go-git/go-git/v5/storage/memory"
)

func main() {
	asked := ""
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if asked == "" {
			asked = r.RequestURI
		}
		http.NotFound(w, r)
	}))
	defer server.Close()
	for _, path := range []string{"/a%20b.git", "/a%2Fb.git", "/a%3Fb.git", "/a%2520b.git"} {
		asked = ""
		remote := git.NewRemote(memory.NewStorage(), &config.RemoteConfig{Name: "origin", URLs: []string{server.URL + path}})
		remote.List(&git.ListOptions{})
		asked, _, _ = strings.Cut(asked, "?service")
		fmt.Printf("%-12s asked for %s\n", path, asked)
	}
}
END
GOFLAGS=-mod=mod go run . >out 2>err || { cat err >&2; exit 1; }
cat out
diff - out <<'END'
/a%20b.git   asked for /a%20b.git/info/refs
/a%2Fb.git   asked for /a/b.git/info/refs
/a%3Fb.git   asked for /a?b.git/info/refs
/a%2520b.git asked for /a%20b.git/info/refs
END
