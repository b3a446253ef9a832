"""Answers what redis-cli does with a connection URI: redis-cli.py PRELOAD START…, a URI in hexadecimal
on each line of standard input. A server on the loopback interface reads what it sends, and resolve.c,
preloaded, the names that it resolves."""

import os
import socket
import subprocess
import sys
import tempfile
import time

preload, start = sys.argv[1], sys.argv[2:]
version = subprocess.run(start + ["--version"], capture_output=True, text=True).stdout.split()[1]
server = socket.create_server(("127.0.0.1", 0))
server.settimeout(0.2)


def commands(connection):
    """Reads commands up to PING, and answers each."""
    stream = connection.makefile("rb")
    found = []
    while line := stream.readline():
        if not line.startswith(b"*"):
            return [[b"TLS"]]
        args = [stream.read(int(stream.readline()[1:]) + 2)[:-2] for _ in range(int(line[1:]))]
        found.append(args)
        connection.sendall(b"+OK\r\n")
        if args[0] == b"PING":
            break
    return found


def read(uri):
    if b"\0" in uri:
        return b"a NUL, which no argument can hold"
    with tempfile.TemporaryFile() as resolved:
        environment = {"PATH": os.environ["PATH"], "HOME": "/nonexistent", "RESOLVED": str(resolved.fileno()), "RESOLVED_PORT": str(server.getsockname()[1])}
        p = subprocess.Popen([*start[:-1], "env", "LD_PRELOAD=" + preload, start[-1], "-u", uri, "PING"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, pass_fds=[resolved.fileno()], env=environment)
        found = []
        end = time.monotonic() + 10
        while p.poll() is None and not found and time.monotonic() < end:
            try:
                with server.accept()[0] as connection:
                    found = commands(connection)
            except TimeoutError:
                pass
        if not found:
            p.kill()
        elif found == [[b"TLS"]]:
            p.kill()
            p.communicate()
            return b"not recorded: TLS"
        _, error = p.communicate()
        if not found:
            return error.strip() or b"nothing is sent"
        resolved.seek(0)
        host, port = resolved.read().split(b"\n")[:2]
    parts = [None, None, host, port, None]
    for args in found:
        if args[0] == b"AUTH":
            parts[:2] = args[1:] if len(args) == 3 else [None, args[1]]
        if args[0] == b"SELECT":
            parts[4] = args[1]
    return parts


print("#", "redis-cli", version, "redis-cli -u uri: what it resolves and sends", sep="\t")
for line in sys.stdin:
    answer = read(bytes.fromhex(line))
    if isinstance(answer, bytes):
        print("!", answer.hex(), sep="\t")
    else:
        print("=", *("-" if v is None else v.hex() for v in answer), sep="\t")
