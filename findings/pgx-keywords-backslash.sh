#!/usr/bin/env bash
# pgx 5.10.0 and 5.13.0 (Go), which connect to PostgreSQL by keywords and values as psql does.
#
# One would guess: a backslash in a value stands before a character that means itself, as the
# manual of PostgreSQL says of libpq, so password=\a% is the password a%.
#
# What happens: up to 5.10 only \\ and \' are escapes, and another backslash is part of the
# password. From 5.11 on pgx reads what libpq reads.
#
# Output seen:
#
#	5.10.0 password "\\a%"
#	5.13.0 password "a%"
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
cat >main.go <<'GO'
package main

import (
	"fmt"

	"github.com/jackc/pgx/v5"
)

func main() {
	c, err := pgx.ParseConfig(`host=h user=u password=\a%`)
	if err != nil {
		panic(err)
	}
	fmt.Printf("password %q\n", c.Password)
}
GO
go mod init finding >/dev/null 2>&1
for version in 5.10.0 5.13.0; do
	go get "github.com/jackc/pgx/v5@v$version" >/dev/null 2>&1
	go mod tidy >/dev/null 2>&1
	echo "$version $(go run .)"
done | tee got
diff - got <<'END2'
5.10.0 password "\\a%"
5.13.0 password "a%"
END2
