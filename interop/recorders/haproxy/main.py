"""Records the percent-encoder and the percent-decoders of HAProxy.

The value comes base64-encoded in a header field and the result goes back in
hexadecimal, so any octets pass.
"""

import base64
import sys

import servers
from protocol import Table

CONVERTERS = {"haproxy.url_enc": "url_enc", "haproxy.url_dec": "url_dec", "haproxy.url_dec.1": "url_dec(1)"}

CONFIG = """
global
    maxconn 100
defaults
    mode http
    timeout client 10s
    timeout server 10s
    timeout connect 10s
frontend f
    bind 127.0.0.1:{port}
"""

class Failed(Exception):
    """The converter failed."""


# A converter that fails leaves no variable.
RULES = """
    acl {name} path /{name}
    http-request set-var(txn.{name}) req.hdr(Value),b64dec,{converter},hex if {name}
    http-request return status 200 content-type text/plain lf-string %[var(txn.{name})] if {name} {{ var(txn.{name}) -m found }}
    http-request return status 422 if {name}
"""


class HAProxy:
    def __init__(self):
        self.program = servers.find("haproxy")
        self.version = " ".join(servers.output(self.program, "-v").split()[:3])

    def start(self):
        self.port = servers.free_port()
        config = CONFIG.format(port=self.port)
        for name, converter in CONVERTERS.items():
            config += RULES.format(name=name, converter=converter)
        path = servers.Folder().write("haproxy.cfg", config)
        servers.start([self.program, "-db", "-f", path], self.port)

    def converter(self, name):
        def call(value):
            headers = [(b"Value", base64.b64encode(value))]
            answer = servers.ask(self.port, servers.request(b"/" + name.encode(), headers))
            if answer.startswith(b"HTTP/1.1 422 "):
                raise Failed("the converter gave no sample")
            return bytes.fromhex(servers.body_of(answer).decode())

        return call


haproxy = HAProxy()
table = Table("HAProxy")
for kind, name, call in (
    ("encoder", "haproxy.url_enc", "req.hdr(x),b64dec,url_enc"),
    ("decoder", "haproxy.url_dec", "req.hdr(x),b64dec,url_dec"),
    ("decoder", "haproxy.url_dec.1", "req.hdr(x),b64dec,url_dec(1) (in_form)"),
):
    table.add(kind, name, haproxy.version, "bytes", call, haproxy.converter(name))

if sys.argv[1:] == ["run"]:
    haproxy.start()
table.main(sys.argv[1:])
