#!/usr/bin/env bash
# yosida95/uritemplate 3.0.2 (Go module github.com/yosida95/uritemplate/v3).
#
# One would guess: {var} of "é" is %C3%A9, and so is {var:1}. Characters are written as the
# octets of UTF-8 (RFC 6570, section 3.2.1), and a prefix counts characters (section 2.4.1).
#
# What happens: a character beyond ASCII is written as the hexadecimal digits of its code
# point, "日" (U+65E5) as %65%E5; and the prefix counts octets, so that it can end inside a
# character, which is an error. The examples of the RFC hold no such character.
#
# Output seen:
#
#	{var} of "é" %E9
#	{var} of "日本" %65%E5%67%2C
#	{var:2} of "é" %E9
#	{var:1} of "é" an error
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
cat >go.mod <<'END'
module example.com/template

go 1.26

require github.com/yosida95/uritemplate/v3 v3.0.2
END
cat >main.go <<'END'
package main

import (
	"fmt"

	"github.com/yosida95/uritemplate/v3"
)

func main() {
	for _, c := range [][2]string{{"{var}", "é"}, {"{var}", "日本"}, {"{var:2}", "é"}, {"{var:1}", "é"}} {
		text, err := uritemplate.MustNew(c[0]).Expand(uritemplate.Values{"var": uritemplate.String(c[1])})
		if err != nil {
			text = "an error"
		}
		fmt.Printf("%s of %q %s\n", c[0], c[1], text)
	}
}
END
GOFLAGS=-mod=mod go run . >out 2>err || { cat err >&2; exit 1; }
cat out
diff - out <<'END'
{var} of "é" %E9
{var} of "日本" %65%E5%67%2C
{var:2} of "é" %E9
{var:1} of "é" an error
END
