"""Records what the program curl puts on the wire."""

import os
import sys

import servers
import wire
from protocol import Inexpressible, Table, after, between

program = servers.find("curl")
version = " ".join(servers.output(program, "--version").split(" ")[:2])
listener = wire.Listener()


def curl(*arguments):
    """Ask with curl; -q and --noproxy keep configuration out of it."""
    return listener.ask([program, "-q", "-sS", "--noproxy", "*", *arguments])


def form_value(value):
    """Return the argument k@file, with the value in the file."""
    path = os.path.join(listener.folder.path, "value")
    with open(path, "wb") as f:
        f.write(value)
    return b"k@" + os.fsencode(path)


def data(value):
    return after(b"k=", curl("--data-urlencode", form_value(value), listener.url)[1])


def get(value):
    return after(b"/?k=", curl("-G", "--data-urlencode", form_value(value), listener.url)[0])


def url_query(value):
    return after(b"/?k=", curl("--url-query", form_value(value), listener.url)[0])


def filename(value):
    if b"\0" in value:
        raise Inexpressible
    quoted = value.replace(b"\\", b"\\\\").replace(b'"', b'\\"')
    path = os.fsencode(listener.folder.write("empty", ""))
    body = curl("-F", b"k=@" + path + b';filename="' + quoted + b'"', listener.url)[1]
    return servers.cut(body, b'filename="', b'"\r\nContent-Type:')


def wire_path(value):
    if b"\0" in value:
        raise Inexpressible
    return between(b"/x", curl("-g", "--path-as-is", listener.url + b"/x" + value + b"x")[0], b"x")


table = Table("C")
table.add("encoder", "curl.data-urlencode", version, "bytes",
          "curl --data-urlencode k@file URL (POST body after k=)", data)
table.add("encoder", "curl.G.data-urlencode", version, "bytes",
          "curl -G --data-urlencode k@file URL (query after k=)", get)
table.add("encoder", "curl.url-query", version, "bytes",
          "curl --url-query k@file URL (query after k=)", url_query)
table.add("encoder", "curl.form_filename", version, "bytes",
          'curl -F \'k=@f;filename="s"\' URL: filename of Content-Disposition (default escaping)', filename)
table.add("encoder", "curl.wire_path", version, "bytes",
          "curl -g --path-as-is URL/x+s+x: request-target on the wire, between", wire_path)
table.main(sys.argv[1:])
