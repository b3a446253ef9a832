"""Records the links in the folder listings of Caddy."""

import os
import sys

import servers
from protocol import Table, after

program = servers.find("caddy")
version = "caddy " + servers.output(program, "version").split()[0]
folder = servers.Folder()


def start():
    port = servers.free_port()
    os.environ.update(HOME=folder.path, XDG_DATA_HOME=folder.path, XDG_CONFIG_HOME=folder.path)
    listed = os.path.join(folder.path, "listed")
    os.mkdir(listed)
    servers.start([program, "file-server", "--browse", "--listen", f"127.0.0.1:{port}", "--root", listed], port)
    return listed, port


def browse(name):
    page = servers.listing(listed, name, lambda: servers.body_of(servers.ask(port, servers.request(b"/"))))
    return after(b"./", servers.cut(servers.cut(page, b'<tr class="file">', b"</tr>"), b'<a href="', b'"'))


if sys.argv[1:] == ["run"]:
    listed, port = start()
table = Table("Go")
table.add("encoder", "caddy.file_server_browse", version, "bytes",
          "file-server --browse: href as written, after ./ (after URL escaping, & is &amp;)", browse)
table.main(sys.argv[1:])
