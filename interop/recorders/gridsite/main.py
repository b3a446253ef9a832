"""Records the program urlencode of GridSite."""

import os
import sys

import servers
import wire
from protocol import Inexpressible, Table, between

program = servers.find("urlencode")
# The program does not tell its version.
version = servers.output("dpkg-query", "-W", "gridsite-clients").strip().replace("\t", " ")


def urlencode(*options):
    def call(value):
        if b"\0" in value:
            raise Inexpressible
        # It prints a line feed after the result.
        return between(b"", wire.run([program, *options, value], os.environ), b"\n")

    return call


table = Table("C")
table.add("encoder", "gridsite.urlencode", version, "bytes", "urlencode s", urlencode())
table.add("encoder", "gridsite.urlencode.m", version, "bytes", "urlencode -m s", urlencode("-m"))
table.add("decoder", "gridsite.urlencode.d", version, "bytes", "urlencode -d s", urlencode("-d"))
table.main(sys.argv[1:])
