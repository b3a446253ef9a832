"""Starts a server on 127.0.0.1 for a recorder, asks it, and stops it."""

import atexit
import os
import shutil
import socket
import subprocess
import tempfile
import time

from protocol import Inexpressible, not_installed


class Refused(Exception):
    """The server answered with another status than the one of success."""

    def __init__(self, head):
        super().__init__(head.partition(b"\r\n")[0].decode("latin-1"))


def find(program):
    """Return the path of a program; end with status 77 when it is missing."""
    path = shutil.which(program, path=os.environ.get("PATH", "") + ":/usr/sbin:/sbin")
    return path or not_installed(f"{program} is missing")


def output(*command):
    """Return what a command prints on standard output and standard error."""
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=True)
    return done.stdout.decode()


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


class Folder:
    """A temporary folder, removed when the recorder ends."""

    def __init__(self):
        self.path = tempfile.mkdtemp(prefix="interop-")
        os.chmod(self.path, 0o755)
        atexit.register(shutil.rmtree, self.path, ignore_errors=True)

    def write(self, name, text):
        path = os.path.join(self.path, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w") as f:
            f.write(text)
        return path


def start(command, port):
    """Start a server that listens on port; it is stopped when the recorder ends."""
    errors = tempfile.TemporaryFile()
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=errors, stderr=errors)

    def stop():
        process.terminate()
        try:
            process.wait(2)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()

    atexit.register(stop)
    for _ in range(200):
        try:
            socket.create_connection(("127.0.0.1", port)).close()
            return
        except OSError:
            if process.poll() is not None:
                break
            time.sleep(0.05)
    errors.seek(0)
    raise RuntimeError(f"{command[0]} did not start: {errors.read().decode(errors='replace')}")


def ask(port, request):
    """Return all octets that a server answers to a request."""
    with socket.create_connection(("127.0.0.1", port)) as s:
        s.sendall(request)
        out = b""
        while block := s.recv(65536):
            out += block
        return out


def request(target, headers=(), body=None, method=b"GET"):
    """Return the octets of a request."""
    lines = [method + b" " + target + b" HTTP/1.1", b"Host: h", b"Connection: close"]
    lines += [name + b": " + value for name, value in headers]
    if body is not None:
        lines.append(b"Content-Length: %d" % len(body))
    return b"\r\n".join(lines) + b"\r\n\r\n" + (body or b"")


def body_of(answer):
    """Return the body of an answer, which raises Refused unless its status is 200."""
    head, _, body = answer.partition(b"\r\n\r\n")
    if head.split(b" ")[1:2] != [b"200"]:
        raise Refused(head)
    if b"transfer-encoding: chunked" in head.lower():
        chunks, body = body, b""
        while True:
            size, _, chunks = chunks.partition(b"\r\n")
            size = int(size, 16)
            if size == 0:
                return body
            body, chunks = body + chunks[:size], chunks[size + 2 :]
    return body


def escape_all(octets):
    """Return a triplet for every octet."""
    return b"".join(b"%%%02X" % c for c in octets)


def in_path(value):
    """Return x, value and x as triplets, for a request path that a server decodes.

    No path holds NUL, and servers resolve the dot segments of a path.
    """
    value = b"x" + value + b"x"
    if b"\0" in value or any(s in (b".", b"..") for s in value.split(b"/")):
        raise Inexpressible
    return escape_all(value)


def listing(folder, name, page):
    """Return page() while the folder holds only a file of that name."""
    if name in (b"", b".", b"..") or b"/" in name or b"\0" in name or len(name) > 255:
        raise Inexpressible
    path = os.path.join(os.fsencode(folder), name)
    open(path, "xb").close()
    try:
        return page()
    finally:
        os.unlink(path)


def cut(text, head, tail):
    """Return what stands between the first head and the next tail in text."""
    _, found, rest = text.partition(head)
    value, ended, _ = rest.partition(tail)
    if not found or not ended:
        raise LookupError("the file is not listed")
    return value
