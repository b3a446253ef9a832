#!/usr/bin/env bash
# purell 1.2.1 (Go module github.com/PuerkitoBio/purell), a normalizer of URLs that crawlers use.
#
# One would guess: FlagsSafe keeps what a URL means. Of escapes it takes off those of
# unreserved characters (RFC 3986, section 6.2.2.2), as its documentation says by "safe".
#
# What happens: in the path an escaped slash becomes a slash and %2B a plus sign, so that two
# URLs that a server tells apart become one. The query keeps its escapes.
#
# Output seen:
#
#	http://h.example/%7Ea     http://h.example/~a
#	http://h.example/a%2Fb    http://h.example/a/b
#	http://h.example/a%2Bb    http://h.example/a+b
#	http://h.example/?a%2Fb   http://h.example/?a%2Fb
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
cat >go.mod <<'END'
module example.com/purell

go 1.26

require github.com/PuerkitoBio/purell v1.2.1
END
cat >main.go <<'END'
package main

import (
	"fmt"

	"github.com/PuerkitoBio/purell"
)

func main() {
	for _, url := range []string{"http://h.example/%7Ea", "http://h.example/a%2Fb", "http://h.example/a%2Bb", "http://h.example/?a%2Fb"} {
		fmt.Printf("%-25s %s\n", url, purell.MustNormalizeURLString(url, purell.FlagsSafe))
	}
}
END
GOFLAGS=-mod=mod go run . >out 2>err || { cat err >&2; exit 1; }
cat out
diff - out <<'END'
http://h.example/%7Ea     http://h.example/~a
http://h.example/a%2Fb    http://h.example/a/b
http://h.example/a%2Bb    http://h.example/a+b
http://h.example/?a%2Fb   http://h.example/?a%2Fb
END
