"""Records how lighttpd percent-encodes a file name in a directory listing."""

import os
import re
import sys

import servers
from protocol import Table

CONFIG = """
server.modules = ("mod_dirlisting")
server.bind = "127.0.0.1"
server.port = {port}
server.document-root = "{listed}"
server.errorlog = "{folder}/error.log"
server.stat-cache-engine = "disable"
dir-listing.activate = "enable"
dir-listing.hide-dotfiles = "disable"
"""


class Lighttpd:
    def __init__(self):
        self.program = servers.find("lighttpd")
        self.version = re.match(r"lighttpd/\S+", servers.output(self.program, "-v"))[0]

    def start(self):
        folder = servers.Folder().path
        self.listed = os.path.join(folder, "listed")
        os.mkdir(self.listed)
        self.port = servers.free_port()
        config = os.path.join(folder, "lighttpd.conf")
        with open(config, "w") as f:
            f.write(CONFIG.format(folder=folder, listed=self.listed, port=self.port))
        servers.start([self.program, "-D", "-f", config], self.port)

    def dirlisting(self, name):
        page = servers.listing(self.listed, name,
                               lambda: servers.body_of(servers.ask(self.port, servers.request(b"/"))))
        return servers.cut(page.partition(b"<tbody>")[2], b'<a href="', b'">')


lighttpd = Lighttpd()
table = Table("lighttpd")
table.add("encoder", "lighttpd.dirlisting", lighttpd.version, "bytes",
          "mod_dirlisting href (ENCODING_REL_URI_PART)", lighttpd.dirlisting)

if sys.argv[1:] == ["run"]:
    lighttpd.start()
table.main(sys.argv[1:])
