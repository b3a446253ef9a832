#!/usr/bin/env bash
# Apache httpd 2.4.71 (Debian 12), mod_proxy with AllowEncodedSlashes NoDecode.
#
# One would guess: with AllowEncodedSlashes NoDecode, ProxyPass hands an encoded slash on as
# it came, whatever a section <Location> beside it does: the section here only sets a
# response header.
#
# What happens: as soon as a section applies to the request, mod_proxy no longer sees the
# NoDecode of the server, and encodes the '%' of the escape again.
#
# Output seen:
#
#	without a section: GET /a%2Fb HTTP/1.1
#	with a section:    GET /a%252Fb HTTP/1.1
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

section='<Location />
Header always set X-Seen yes
</Location>'

said() { # SECTION: what the upstream gets for /a%2Fb
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
LoadModule headers_module $modules/mod_headers.so
LoadModule proxy_module $modules/mod_proxy.so
LoadModule proxy_http_module $modules/mod_proxy_http.so
AllowEncodedSlashes NoDecode
ProxyPass / http://127.0.0.1:$(cat port)/
$1
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
c.sendall(b"GET /a%2Fb HTTP/1.1\r\nHost: h.test\r\nConnection: close\r\n\r\n")
answer = b""
while part := c.recv(65536):
    answer += part
print(answer.partition(b"\r\n\r\n")[2].decode())
END
	kill "${pids[-1]}"
	wait "${pids[-1]}" 2>/dev/null || true
	unset 'pids[-1]'
}

out=$(
	echo "without a section: $(said '')"
	echo "with a section:    $(said "$section")"
)
echo "$out"
[ "$out" = "without a section: GET /a%2Fb HTTP/1.1
with a section:    GET /a%252Fb HTTP/1.1" ]
