#!/usr/bin/env bash
# gin 1.12.0 (Go module github.com/gin-gonic/gin), with UseRawPath.
#
# One would guess: UseRawPath makes a parameter one segment of the path as it was sent, and
# UnescapePathValues, which is on, decodes it as a path: '+' is a plus sign.
#
# What happens: it is decoded as a form's value, by url.QueryUnescape, so that '+' becomes a
# space; but only where net/http keeps the raw path, as it does for a path with %2F in any
# segment. Elsewhere the '+' stays.
#
# Output seen:
#
#	/f/a+b     "a+b"
#	/f/a+b%2Fc "a b/c"
#	/f/a%2Bb   "a+b"
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
cat >go.mod <<'END'
module example.com/gin

go 1.26

require github.com/gin-gonic/gin v1.12.0
END
cat >main.go <<'END'
package main

import (
	"fmt"
	"net/http/httptest"

	"github.com/gin-gonic/gin"
)

func main() {
	gin.SetMode(gin.ReleaseMode)
	engine := gin.New()
	engine.UseRawPath = true
	engine.GET("/f/:id", func(c *gin.Context) { c.String(200, "%q", c.Param("id")) })
	for _, path := range []string{"/f/a+b", "/f/a+b%2Fc", "/f/a%2Bb"} {
		w := httptest.NewRecorder()
		engine.ServeHTTP(w, httptest.NewRequest("GET", path, nil))
		fmt.Printf("%-10s %s\n", path, w.Body)
	}
}
END
GOFLAGS=-mod=mod go run . >out 2>err || { cat err >&2; exit 1; }
cat out
diff - out <<'END'
/f/a+b     "a+b"
/f/a+b%2Fc "a b/c"
/f/a%2Bb   "a+b"
END
