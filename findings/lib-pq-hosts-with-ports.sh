#!/usr/bin/env bash
# lib/pq 1.12.3 (Go), which connects to PostgreSQL by a URI, as psql does.
#
# One would guess: postgres://h1:1111,h2:2222/d is the host h1 with the port 1111 and the host h2
# with the port 2222, as for libpq and pgx.
#
# What happens: the names of the hosts are h1:1111 and h2:2222, and both ports are 5432. The two
# are read as meant if they are parameters: /d?host=h1,h2&port=1111,2222.
#
# Output seen:
#
#	host "h1:1111" port 5432, then host "h2:2222" port 5432
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
cat >main.go <<'GO'
package main

import (
	"fmt"

	"github.com/lib/pq"
)

func main() {
	c, err := pq.NewConfig("postgres://u:p@h1:1111,h2:2222/d")
	if err != nil {
		panic(err)
	}
	fmt.Printf("host %q port %d, then", c.Host, c.Port)
	for _, m := range c.Multi {
		fmt.Printf(" host %q port %d", m.Host, m.Port)
	}
	fmt.Println()
}
GO
go mod init finding >/dev/null 2>&1
go get github.com/lib/pq@v1.12.3 >/dev/null 2>&1
go run . | tee got
diff - got <<'END2'
host "h1:1111" port 5432, then host "h2:2222" port 5432
END2
