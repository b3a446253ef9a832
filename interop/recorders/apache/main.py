"""Records the percent-encoders and the percent-decoder of Apache httpd.

mod_rewrite leaves its result in an environment variable, which a page of
mod_include prints. Values that no request path carries come base64-encoded in
a header field.
"""

import base64
import os
import re
import sys

import servers
from protocol import Inexpressible, Table, between

MODULES = ("mpm_event authz_core rewrite setenvif alias autoindex dir include env").split()

CONFIG = """
ServerRoot {folder}
ServerName h
Listen 127.0.0.1:{port}
PidFile {folder}/pid
ErrorLog {folder}/error.log
DefaultRuntimeDir {folder}
{modules}
LimitRequestLine 65536
LimitRequestFieldSize 65536
MergeSlashes Off
AllowEncodedSlashes On
DocumentRoot {folder}/docs
<Directory {folder}/docs>
    Require all granted
    Options +Includes
    SetOutputFilter INCLUDES
</Directory>
<Directory {folder}/docs/autoindex>
    Options +Indexes
    SetOutputFilter none
    IndexOptions Charset=UTF-8
    IndexIgnoreReset On
    DirectoryIndex disabled
</Directory>

SetEnvIfExpr "unbase64(req('Value')) =~ /(?s)^(.*)$/" IN=$1
RewriteEngine On
RewriteMap esc int:escape
RewriteMap unesc int:unescape
RewriteRule ^/escape$ /out [E=OUT:x${{esc:%{{ENV:IN}}}}x,PT]
RewriteRule ^/unescape$ /out [E=OUT:x${{unesc:%{{ENV:IN}}}}x,PT]
RewriteRule (?s)^/B/(.*)$ /out?k=$1 [B,E=QUERY:1,PT]
RewriteRule (?s)^/BNP/(.*)$ /out?k=$1 [B,BNP,E=QUERY:1,PT]
RewriteCond %{{ENV:IN}} (?s)^(.*)$
RewriteRule ^/R$ http://h/k%1k [R]
"""

OUT = '<!--#if expr="v(\'QUERY\') == \'1\'" --><!--#echo encoding="none" var="QUERY_STRING" -->' \
      '<!--#else --><!--#echo encoding="none" var="OUT" --><!--#endif -->'


class Apache:
    def __init__(self):
        self.program = servers.find("apache2")
        self.version = "httpd " + re.search(r"Apache/(\S+)", servers.output(self.program, "-v"))[1]
        self.modules = "/usr/lib/apache2/modules"
        if not os.path.isdir(self.modules):
            servers.not_installed(f"{self.modules} is missing")

    def start(self):
        folder = servers.Folder()
        self.listed = os.path.join(folder.path, "docs", "autoindex")
        os.makedirs(self.listed)
        folder.write("docs/out", OUT)
        self.port = servers.free_port()
        modules = "\n".join(f"LoadModule {m}_module {self.modules}/mod_{m}.so" for m in MODULES)
        if os.geteuid() == 0:
            modules += "\nUser nobody\nGroup nogroup"
        config = folder.write("apache.conf", CONFIG.format(folder=folder.path, port=self.port, modules=modules))
        servers.start([self.program, "-d", folder.path, "-f", config, "-DFOREGROUND"], self.port)

    def header(self, target, value):
        if b"\0" in value:
            raise Inexpressible
        return servers.ask(self.port, servers.request(target, [(b"Value", base64.b64encode(value))]))

    def map(self, target):
        return lambda value: between(b"x", servers.body_of(self.header(target, value)), b"x")

    def backreference(self, location):
        def call(value):
            answer = servers.ask(self.port, servers.request(location + servers.in_path(value)))
            return between(b"k=x", servers.body_of(answer), b"x")

        return call

    def redirect(self, value):
        answer = self.header(b"/R", value)
        if not answer.startswith(b"HTTP/1.1 302 "):
            raise servers.Refused(answer)
        location = re.search(rb"\r\nLocation: (.*?)\r\n", answer, re.S)[1]
        return between(b"http://h/k", location, b"k")

    def autoindex(self, name):
        page = servers.listing(self.listed, name,
                               lambda: servers.body_of(servers.ask(self.port, servers.request(b"/autoindex/"))))
        return servers.cut(servers.cut(page, b"Parent Directory</a>", b"</ul>"), b'<a href="', b'">')


apache = Apache()
table = Table("Apache httpd")


def add(kind, name, call, function):
    table.add(kind, name, apache.version, "bytes", call, function)


SENT = "input sent %XX-encoded in the request path, between the x"
add("encoder", "apache.rewritemap_escape", "RewriteMap int:escape", apache.map(b"/escape"))
add("decoder", "apache.rewritemap_unescape", "RewriteMap int:unescape", apache.map(b"/unescape"))
add("encoder", "apache.rewrite_B", f"RewriteRule backreference with [B]; {SENT}", apache.backreference(b"/B/"))
add("encoder", "apache.rewrite_B_BNP", f"RewriteRule backreference with [B,BNP]; {SENT}",
    apache.backreference(b"/BNP/"))
add("encoder", "apache.rewrite_R", "RewriteRule http://h/k%1k [R] (ap_escape_uri on the Location), between the k",
    apache.redirect)
add("encoder", "apache.autoindex", "mod_autoindex href (ap_os_escape_path then ap_escape_html)", apache.autoindex)

if sys.argv[1:] == ["run"]:
    apache.start()
table.main(sys.argv[1:])
