"""Records what the program wget puts on the wire."""

import sys

import servers
import wire
from protocol import Inexpressible, Table, between

program = servers.find("wget")
version = " ".join(servers.output(program, "--version").split(" ")[:3])
listener = wire.Listener()


def wire_path(value):
    if b"\0" in value:
        raise Inexpressible
    target, _ = listener.ask([program, "-nv", "--no-config", "--no-hsts", "--no-proxy", "--tries=1",
                              "-O", "/dev/null", listener.url + b"/x" + value + b"x"])
    return between(b"/x", target, b"x")


table = Table("C")
table.add("encoder", "wget.wire_path", version, "bytes",
          "wget URL/x+s+x: request-target on the wire, between (UTF-8 locale)", wire_path)
table.main(sys.argv[1:])
