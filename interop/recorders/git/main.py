"""Records how git writes and reads URLs with credentials."""

import os
import sys

import servers
import wire
from protocol import Inexpressible, Table, between

program = servers.find("git")
version = servers.output(program, "--version").strip()
folder = servers.Folder()
# No configuration, no helper and no prompt.
environment = {"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8", "HOME": folder.path, "GIT_CONFIG_NOSYSTEM": "1",
               "GIT_TERMINAL_PROMPT": "0", "GIT_ASKPASS": "", "GIT_DIR": os.path.join(folder.path, "none")}


class NothingStored(Exception):
    pass


def attributes(**fields):
    """Return the lines that git reads; no value can hold NUL or a line feed."""
    if any(b"\0" in v or b"\n" in v for v in fields.values()):
        raise Inexpressible
    return b"".join(k.encode() + b"=" + v + b"\n" for k, v in fields.items()) + b"\n"


def stored(head, tail, field):
    """Return a function that stores x, the value and x in a field and returns it from the file."""
    def call(value):
        fields = {"protocol": b"https", "host": b"h", "username": b"u", "password": b"p"}
        fields[field] = b"x" + value + b"x"
        path = os.path.join(folder.path, "credentials")
        command = [program, "credential-store", "--file", path, "store"]
        wire.run(command, environment, attributes(**fields))
        if not os.path.exists(path):
            raise NothingStored("no file was written")
        with open(path, "rb") as f:
            line = f.read()
        os.unlink(path)
        return between(head + b"x", line, b"x" + tail + b"\n")

    return call


def url_decode(value):
    out = wire.run([program, "credential", "fill"], environment, attributes(url=b"https://u:" + value + b"@h"))
    return servers.cut(out, b"\npassword=", b"\n")


table = Table("C")
for field, head, tail in (("username", b"https://", b":p@h"), ("password", b"https://u:", b"@h"),
                          ("host", b"https://u:p@", b""), ("path", b"https://u:p@h/", b"")):
    table.add("encoder", f"git.credential-store.{field}", version, "bytes",
              f"git credential-store store, {field}=x+s+x: {field} in the URL written, between",
              stored(head, tail, field))
table.add("decoder", "git.credential.url_decode", version, "bytes",
          "git credential fill with url=https://u:s@h (password decoded)", url_decode)
table.main(sys.argv[1:])
