#!/usr/bin/env bash
# Apache httpd 2.4.71 (Debian 12), mod_proxy with ProxyPass in a <LocationMatch>.
#
# One would guess: ProxyPass in <LocationMatch "^/a/"> passes on every path that the expression
# matches, as it does in <Location "/a/">, or never does.
#
# What happens: it depends on whether the expression has wildcards of a shell in it. With *, ?
# or [...] the ProxyPass is read as a ProxyPassMatch, with $1. Without them the expression is
# taken for a plain prefix of paths, so that nothing is passed on, and the server says nothing
# about it.
#
# Output seen:
#
#	^/a/:     404
#	^/a/.*:   GET /b/a/x HTTP/1.1
#	^/a/(.*): GET /b/x HTTP/1.1
set -euo pipefail
dir=$(mktemp -d)
pids=()
trap 'kill "${pids[@]}" 2>/dev/null || true; rm -rf "$dir"' EXIT
cd "$dir"
apt-get -qq download apache2-bin=2.4.71-1~deb12u1 libapr1=1.7.2-3+deb12u1 libaprutil1=1.6.3-1+deb12u1 2>/dev/null
for f in ./*.deb; do dpkg -x "$f" root; done
# Where the packages have them depends on the processor.
LD_LIBRARY_PATH=$(dirname "$(find "$dir/root" -name libapr-1.so.0)")
export LD_LIBRARY_PATH
modules=$(dirname "$(find "$dir/root" -name mod_proxy.so)")
httpd=$(find "$dir/root" -name apache2 -type f -path '*/sbin/*')

# The upstream prints the request line that it got.
cat >upstream.py <<'END'
import socket, sys
s = socket.socket()
s.bind(("127.0.0.1", 0))
s.listen()
open("port.tmp", "w").write(str(s.getsockname()[1]))
import os
os.rename("port.tmp", "port")
while True:
    c, _ = s.accept()
    line = b""
    while not line.endswith(b"\r\n"):
        line += c.recv(1)
    c.sendall(b"HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: %d\r\n\r\n" % (len(line) - 2) + line[:-2])
    c.close()
END
python3 upstream.py & pids+=($!)
while [ ! -e port ]; do sleep 0.1; done

said() { # EXPRESSION URL: what the upstream gets for /a/x, or the status
	local port
	port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
	cat >httpd.conf <<END
ServerRoot $dir
ServerName h.test
PidFile $dir/pid
ErrorLog $dir/error.log
Mutex posixsem
Listen 127.0.0.1:$port
LoadModule mpm_event_module $modules/mod_mpm_event.so
LoadModule authz_core_module $modules/mod_authz_core.so
LoadModule proxy_module $modules/mod_proxy.so
LoadModule proxy_http_module $modules/mod_proxy_http.so
<LocationMatch "$1">
ProxyPass http://127.0.0.1:$(cat port)/$2
</LocationMatch>
END
	"$httpd" -d "$dir" -f httpd.conf -DFOREGROUND >/dev/null 2>&1 &
	pids+=($!)
	python3 - "$port" <<'END'
import socket, sys, time
for _ in range(100):
    try:
        c = socket.create_connection(("127.0.0.1", int(sys.argv[1])))
        break
    except OSError:
        time.sleep(0.1)
c.sendall(b"GET /a/x HTTP/1.1\r\nHost: h.test\r\nConnection: close\r\n\r\n")
answer = b""
while part := c.recv(65536):
    answer += part
print(answer.partition(b"\r\n\r\n")[2].decode() if b" 200 " in answer[:20] else answer[9:12].decode())
END
	kill "${pids[-1]}"
	wait "${pids[-1]}" 2>/dev/null || true
	unset 'pids[-1]'
}

out=$(
	echo "^/a/:     $(said '^/a/' b)"
	echo "^/a/.*:   $(said '^/a/.*' b)"
	echo "^/a/(.*): $(said '^/a/(.*)' "b/\$1")"
)
echo "$out"
[ "$out" = "^/a/:     404
^/a/.*:   GET /b/a/x HTTP/1.1
^/a/(.*): GET /b/x HTTP/1.1" ]
