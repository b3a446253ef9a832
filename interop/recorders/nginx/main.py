"""Records the percent-encoders and percent-decoders of nginx and its modules."""

import base64
import os
import re
import socketserver
import sys
import threading

import servers
from protocol import Lost, Table, between

CONFIG = """
daemon off;
master_process off;
worker_processes 1;
pid {folder}/pid;
error_log stderr crit;
load_module {modules}/ndk_http_module.so;
load_module {modules}/ngx_http_lua_module.so;
load_module {modules}/ngx_http_set_misc_module.so;
events {{ }}
http {{
    access_log off;
    absolute_redirect off;
    default_type text/plain;
    client_body_buffer_size 1m;
    large_client_header_buffers 4 64k;
    client_body_temp_path {folder}/1;
    proxy_temp_path {folder}/2;
    fastcgi_temp_path {folder}/3;
    uwsgi_temp_path {folder}/4;
    scgi_temp_path {folder}/5;

    init_by_lua_block {{
        functions = {{
            ["nginx.lua.escape_uri"] = function(s) return ngx.escape_uri(s) end,
            ["nginx.lua.escape_uri.type0"] = function(s) return ngx.escape_uri(s, 0) end,
            ["nginx.lua.escape_uri.type1"] = function(s) return ngx.escape_uri(s, 1) end,
            ["nginx.lua.escape_uri.type2"] = function(s) return ngx.escape_uri(s, 2) end,
            ["nginx.lua.escape_uri.type3"] = function(s) return ngx.escape_uri(s, 3) end,
            ["nginx.lua.encode_args"] = function(s) return ngx.encode_args({{k = s}}) end,
            ["nginx.lua.unescape_uri"] = function(s) return ngx.unescape_uri(s) end,
            ["nginx.lua.decode_args"] = function(s) return ngx.decode_args("k=" .. s).k end,
        }}
    }}

    server {{
        listen 127.0.0.1:{port};
        merge_slashes off;

        location = /lua {{
            content_by_lua_block {{
                ngx.req.read_body()
                local ok, out = pcall(functions[ngx.var.http_function], ngx.req.get_body_data() or "")
                if ok and type(out) ~= "string" then
                    ok, out = false, "returned " .. type(out)
                end
                ngx.header["X-Failed"] = not ok and out:gsub("^[^ ]*: ", "") or nil
                ngx.print(out)
            }}
        }}
        location = /set_escape_uri {{
            set_decode_base64 $d $http_value;
            set_escape_uri $e $d;
            set_encode_base64 $r $e;
            return 200 $r;
        }}
        location = /set_unescape_uri {{
            set_decode_base64 $d $http_value;
            set_unescape_uri $e $d;
            set_encode_base64 $r $e;
            return 200 $r;
        }}
        location /proxy/ {{
            rewrite "(?s)^/proxy/(.*)$" /$1 break;
            proxy_pass http://127.0.0.1:{upstream};
        }}
        location /args/ {{
            rewrite "(?s)^/args/(.*)$" /?k=$1 redirect;
        }}
        location /named/ {{
            rewrite "(?s)^/named/(?<cc>.*)$" /?k=$cc redirect;
        }}
        location /path/ {{
            rewrite "(?s)^/path/(.*)$" /$1 redirect;
        }}
        location /autoindex/ {{
            alias {folder}/autoindex/;
            autoindex on;
        }}
    }}
    server {{
        listen 127.0.0.1:{plain_port};
        location /cap/ {{
            return 200 $uri;
        }}
    }}
}}
"""


class Upstream(socketserver.StreamRequestHandler):
    """Answers a request with its request target."""

    def handle(self):
        target = self.rfile.readline().split(b" ")[1]
        while self.rfile.readline() not in (b"\r\n", b""):
            pass
        self.wfile.write(b"HTTP/1.0 200 OK\r\nContent-Length: %d\r\n\r\n" % len(target) + target)


class Nginx:
    def __init__(self):
        self.program = servers.find("nginx")
        about = servers.output(self.program, "-V")
        self.version = "nginx " + re.search(r"nginx/(\S+)", about)[1]
        self.modules = re.search(r"--modules-path=(\S+)", about)[1]
        for name in ("ndk_http_module", "ngx_http_lua_module", "ngx_http_set_misc_module"):
            if not os.path.exists(f"{self.modules}/{name}.so"):
                servers.not_installed(f"{name} is missing")

    def start(self):
        upstream = socketserver.ThreadingTCPServer(("127.0.0.1", 0), Upstream)
        upstream.daemon_threads = True
        threading.Thread(target=upstream.serve_forever, daemon=True).start()
        folder = servers.Folder()
        self.listed = os.path.join(folder.path, "autoindex")
        os.mkdir(self.listed)
        self.port, self.plain_port = servers.free_port(), servers.free_port()
        config = folder.write("nginx.conf", CONFIG.format(
            folder=folder.path, modules=self.modules, port=self.port, plain_port=self.plain_port,
            upstream=upstream.server_address[1]))
        servers.start([self.program, "-p", folder.path, "-e", "stderr", "-c", config], self.port)

    def lua(self, name, head=b""):
        def call(value):
            answer = servers.ask(self.port, servers.request(b"/lua", [(b"Function", name.encode())], value, b"POST"))
            out = servers.body_of(answer)
            if b"\r\nX-Failed: " in answer.partition(b"\r\n\r\n")[0]:
                raise ValueError(out.decode("ascii", "backslashreplace"))
            return between(head, out, b"")

        return call

    def set_misc(self, directive):
        def call(value):
            headers = [(b"Value", base64.b64encode(value))]
            return base64.b64decode(servers.body_of(servers.ask(self.port, servers.request(directive, headers))))

        return call

    def proxy(self, value):
        answer = servers.ask(self.port, servers.request(b"/proxy/" + servers.in_path(value)))
        return between(b"/x", servers.body_of(answer), b"x")

    def redirect(self, location, head):
        def call(value):
            answer = servers.ask(self.port, servers.request(location + servers.in_path(value)))
            if not answer.startswith(b"HTTP/1.1 302 "):
                raise servers.Refused(answer)
            # The value may hold CR and LF, so the ends of the header field are
            # looked for, not the ends of lines.
            start = answer.index(b"\r\nLocation: ") + len(b"\r\nLocation: ")
            end = answer.rindex(b"\r\n\r\n<html>")
            return between(head + b"x", answer[start:end], b"x")

        return call

    def autoindex(self, name):
        page = servers.listing(self.listed, name,
                               lambda: servers.body_of(servers.ask(self.port, servers.request(b"/autoindex/"))))
        return servers.cut(page, b'<a href="../">../</a>\r\n<a href="', b'">')

    def path_decode(self, value):
        answer = servers.ask(self.plain_port, servers.request(b"/cap/x" + value + b"x"))
        if not answer.startswith(b"HTTP/"):
            raise Lost("the line ended in the value and was answered as HTTP/0.9")
        return between(b"/cap/x", servers.body_of(answer), b"x")


nginx = Nginx()
table = Table("nginx")


def add(kind, name, call, function, language=None):
    table.add(kind, name, nginx.version, "bytes", call, function, language)


OPENRESTY = "Lua (OpenResty)"
add("encoder", "nginx.lua.escape_uri", "ngx.escape_uri(s)", nginx.lua("nginx.lua.escape_uri"), OPENRESTY)
for i in range(4):
    name = f"nginx.lua.escape_uri.type{i}"
    add("encoder", name, f"ngx.escape_uri(s,{i})", nginx.lua(name), OPENRESTY)
add("encoder", "nginx.lua.encode_args", "ngx.encode_args{k=s} after k=", nginx.lua("nginx.lua.encode_args", b"k="),
    OPENRESTY)
add("decoder", "nginx.lua.unescape_uri", "ngx.unescape_uri(s)", nginx.lua("nginx.lua.unescape_uri"), OPENRESTY)
add("decoder", "nginx.lua.decode_args", "ngx.decode_args('k='..s).k", nginx.lua("nginx.lua.decode_args"), OPENRESTY)

SENT = "input sent %XX-encoded in the request path, between the x"
add("encoder", "nginx.set_escape_uri", "set_escape_uri $e $d (ngx_set_misc)", nginx.set_misc(b"/set_escape_uri"))
add("decoder", "nginx.set_unescape_uri", "set_unescape_uri $e $d (ngx_set_misc)", nginx.set_misc(b"/set_unescape_uri"))
add("encoder", "nginx.proxy_pass_rewritten_uri",
    f"proxy_pass with rewritten $uri: request-target upstream (NGX_ESCAPE_URI); {SENT}", nginx.proxy)
add("encoder", "nginx.rewrite.redirect_args",
    f"rewrite capture -> Location ($1 after ? in rewrite replacement); {SENT}", nginx.redirect(b"/args/", b"/?k="))
add("encoder", "nginx.rewrite.redirect_args_named",
    f"rewrite capture -> Location (named capture $cc after ? in rewrite replacement: not escaped); {SENT}",
    nginx.redirect(b"/named/", b"/?k="))
add("encoder", "nginx.rewrite.redirect_path",
    f"rewrite capture -> Location (capture in path of rewrite replacement, Location header); {SENT}",
    nginx.redirect(b"/path/", b"/"))
add("encoder", "nginx.autoindex", "autoindex href (NGX_ESCAPE_URI_COMPONENT)", nginx.autoindex)
add("decoder", "nginx.request_path_decode", "$uri of request /cap/x+s+x, between", nginx.path_decode)

if sys.argv[1:] == ["run"]:
    nginx.start()
table.main(sys.argv[1:])
