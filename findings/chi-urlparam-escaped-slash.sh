#!/usr/bin/env bash
# chi 5.5.0 (Go module github.com/go-chi/chi/v5).
#
# One would guess: URLParam gives a part of the path either decoded or as it was sent, always
# the same way.
#
# What happens: chi matches URL.RawPath where net/http has set it, and URL.Path elsewhere.
# net/http sets RawPath only where the path is not what it would write itself: with an
# escaped slash, or with an apostrophe. So the space of one segment arrives as a space or as %20,
# depending on a character elsewhere in the path. Whoever decodes the value decodes the first
# kind twice, and whoever does not leaves the second kind encoded.
#
# Output seen:
#
#	/f/a%20b/x     name="a b" rest="x"
#	/f/a%20b/x%2Fy name="a%20b" rest="x%2Fy"
#	/f/a%20b/x%21  name="a b" rest="x!"
#	/f/a%20b/x'    name="a%20b" rest="x'"
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
cat >go.mod <<'END'
module example.com/chi

go 1.26

require github.com/go-chi/chi/v5 v5.5.0
END
cat >main.go <<'END'
package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"

	"github.com/go-chi/chi/v5"
)

func main() {
	router := chi.NewRouter()
	router.Get("/f/{name}/{rest}", func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprintf(w, "name=%q rest=%q", chi.URLParam(r, "name"), chi.URLParam(r, "rest"))
	})
	for _, path := range []string{"/f/a%20b/x", "/f/a%20b/x%2Fy", "/f/a%20b/x%21", "/f/a%20b/x'"} {
		w := httptest.NewRecorder()
		router.ServeHTTP(w, httptest.NewRequest("GET", path, nil))
		fmt.Printf("%-14s %s\n", path, w.Body)
	}
}
END
GOFLAGS=-mod=mod go run . >out 2>err || { cat err >&2; exit 1; }
cat out
diff - out <<'END'
/f/a%20b/x     name="a b" rest="x"
/f/a%20b/x%2Fy name="a%20b" rest="x%2Fy"
/f/a%20b/x%21  name="a b" rest="x!"
/f/a%20b/x'    name="a%20b" rest="x'"
END
