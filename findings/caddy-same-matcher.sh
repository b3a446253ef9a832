#!/usr/bin/env bash
# Caddy 2.11.9, directives in a row with the same matcher in a Caddyfile.
#
# One would guess: each directive with a matcher asks it of the path as it is by then, so
# that behind "uri /a/* strip_prefix /a" a directive for /a/* no longer applies to /a/b.
#
# What happens: of directives that follow one another in Caddy's order and have the same
# matcher the adapter makes one route, whose matcher is asked once: the second still applies.
# With any directive of another matcher between them, it does not. ("rewrite" is excepted.)
#
# Output seen:
#
#	in a row:         201
#	with one between: 404
set -euo pipefail
dir=$(mktemp -d)
pids=()
trap 'kill "${pids[@]}" 2>/dev/null || true; chmod -R u+w "$dir"; rm -rf "$dir"' EXIT
cd "$dir"
GOFLAGS="-mod=mod -trimpath" GOBIN=$dir go install github.com/caddyserver/caddy/v2/cmd/caddy@v2.11.9

said() { # DIRECTIVE between: the status of /a/b
	local port
	port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
	cat >Caddyfile <<END
{
	admin off
	auto_https off
}
http://h.test:$port {
	bind 127.0.0.1
	uri /a/* strip_prefix /a
	$1
	respond /a/* 201
	respond 404
}
END
	HOME=$dir ./caddy run --adapter caddyfile --config Caddyfile >/dev/null 2>&1 &
	pids+=($!)
	python3 - "$port" <<'END'
import socket, sys, time
for _ in range(100):
    try:
        c = socket.create_connection(("127.0.0.1", int(sys.argv[1])))
        break
    except OSError:
        time.sleep(0.1)
c.sendall(b"GET /a/b HTTP/1.1\r\nHost: h.test\r\nConnection: close\r\n\r\n")
print(c.recv(12).decode()[9:])
END
	kill "${pids[-1]}"
	wait "${pids[-1]}" 2>/dev/null || true
	unset 'pids[-1]'
}

out=$(
	echo "in a row:         $(said '')"
	echo "with one between: $(said 'request_header /b A b')"
)
echo "$out"
[ "$out" = "in a row:         201
with one between: 404" ]
