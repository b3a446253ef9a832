"""Starts the server that the first argument names, on 127.0.0.1 and the port of the second.

Paths are answered in hexadecimal, in fields that end with HOPS_TAG. The functions wsgi and
asgi, and the application flask and django, are also loaded by servers that start themselves.
"""

import os
import sys

TAG = os.environ["HOPS_TAG"]
RULE, APP = f"X-Rule-{TAG}-Hex", f"X-App-{TAG}-Hex"


def octets(text):
    """Return the octets of decoded text, where what was not UTF-8 may be a surrogate."""
    return text.encode("utf-8", "surrogateescape").hex()


def wsgi(environ, start_response):
    # A string of WSGI has one octet a character.
    start_response("200 OK", [(APP, environ["PATH_INFO"].encode("latin-1").hex()), ("Content-Length", "0")])
    return [b""]


async def asgi(scope, receive, send):
    if scope["type"] == "lifespan":
        while True:
            message = await receive()
            await send({"type": message["type"] + ".complete"})
            if message["type"] == "lifespan.shutdown":
                return
    fields = [(APP.lower().encode(), octets(scope["path"]).encode()), (b"content-length", b"0")]
    await send({"type": "http.response.start", "status": 200, "headers": fields})
    await send({"type": "http.response.body", "body": b""})


def starlette():
    from starlette.applications import Starlette
    from starlette.responses import Response
    from starlette.routing import Route

    async def show(request):
        path = "/" + request.path_params["path"]
        return Response(headers={RULE: octets(request.url.path), APP: octets(path)})

    return Starlette(routes=[Route("/{path:path}", show)])


def flask():
    from flask import Flask, Response, request

    app = Flask(__name__, static_folder=None)

    @app.route("/", defaults={"path": ""})
    @app.route("/<path:path>")
    def show(path):
        return Response("", headers={RULE: octets(request.path), APP: octets("/" + path)})

    return app


def django():
    from django.conf import settings
    from django.core.wsgi import get_wsgi_application
    from django.http import HttpResponse
    from django.urls import re_path

    def show(request, path):
        answer = HttpResponse()
        answer[RULE], answer[APP] = octets(request.path_info), octets("/" + path)
        return answer

    class Urls:
        urlpatterns = [re_path(r"(?s)^(.*)$", show)]

    settings.configure(ROOT_URLCONF=Urls, ALLOWED_HOSTS=["*"], SECRET_KEY="x", LOGGING_CONFIG=None)
    return get_wsgi_application()


def werkzeug(port):
    from werkzeug.serving import run_simple

    run_simple("127.0.0.1", port, wsgi, threaded=True)


def flask_werkzeug(port):
    from werkzeug.serving import run_simple

    run_simple("127.0.0.1", port, flask(), threaded=True)


def waitress(port):
    from waitress import serve

    serve(wsgi, host="127.0.0.1", port=port)


def aiohttp(port):
    from aiohttp import web

    async def show(request):
        return web.Response(headers={RULE: octets(request.path), APP: octets("/" + request.match_info["path"])})

    app = web.Application()
    app.router.add_get("/{path:.*}", show)
    web.run_app(app, host="127.0.0.1", port=port, print=None)


def tornado(port):
    from tornado import ioloop, web

    class Show(web.RequestHandler):
        def get(self, path):
            self.set_header(RULE, self.request.path.encode("latin-1").hex())
            # Decoded groups are octets, or text of UTF-8.
            self.set_header(APP, octets("/" + path))

    web.Application([(r"(?s)/(.*)", Show)], log_function=lambda handler: None).listen(port, "127.0.0.1")
    ioloop.IOLoop.current().start()


def twisted(port):
    from twisted.internet import reactor
    from twisted.web import resource, server

    class Show(resource.Resource):
        isLeaf = True

        def render_GET(self, request):
            request.setHeader(RULE, request.path.hex())
            request.setHeader(APP, (b"/" + b"/".join(request.postpath)).hex())
            return b""

    reactor.listenTCP(port, server.Site(Show()), interface="127.0.0.1")
    reactor.run()


def http_server(port):
    from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

    class Show(SimpleHTTPRequestHandler):
        def end_headers(self):
            if getattr(self, "file", None):
                self.send_header(RULE, self.path.encode("latin-1").hex())
                self.send_header(APP, os.fsencode(self.file).hex())
            super().end_headers()

        def translate_path(self, path):
            self.file = super().translate_path(path)
            return self.file

        def log_message(self, *args):
            pass

    os.chdir(sys.argv[3])
    ThreadingHTTPServer(("127.0.0.1", port), Show).serve_forever()


if __name__ == "__main__":
    globals()[sys.argv[1]](int(sys.argv[2]))
