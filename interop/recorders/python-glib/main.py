"""Records the file URI encoder of GLib as Python calls it."""

import sys

from gi.repository import GLib

from protocol import Inexpressible, Table, between


def filename_to_uri(value):
    if b"\0" in value:
        raise Inexpressible
    return between("file:///x", GLib.filename_to_uri(b"/x" + value + b"x", None), "x")


table = Table("C")
table.add("encoder", "glib.filename_to_uri.py", f"GLib {GLib.MAJOR_VERSION}.{GLib.MINOR_VERSION}.{GLib.MICRO_VERSION}",
          "bytes", "GLib.filename_to_uri(b'/x'+s+b'x',None) (PyGObject), between the x", filename_to_uri)
table.main(sys.argv[1:])
