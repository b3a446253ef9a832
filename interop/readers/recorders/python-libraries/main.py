# URL classes of libraries for Python 3. A library that is not installed is left out.
import importlib.metadata

from protocol import serve

ROWS = []


def add(package, name, program, call, function):
    ROWS.append((name, importlib.metadata.version(package), program, call, function))


def urllib3_parts(u):
    return u.scheme, u.auth, None, u.host, u.port, u.path, u.query, u.fragment


try:
    from urllib3.util import parse_url

    add("urllib3", "urllib3.parse_url", "urllib3.util.parse_url",
        "parse_url(s): scheme, auth (the user and the password), host, port, path, query, fragment", lambda s: urllib3_parts(parse_url(s)))
except ImportError:
    pass

try:
    import requests

    def prepared(s):
        p = requests.PreparedRequest()
        p.prepare_url(s, None)
        return urllib3_parts(parse_url(p.url))

    add("requests", "requests.prepare", "requests PreparedRequest",
        "p.prepare_url(s, None), and of p.url what parse_url of urllib3 gives: scheme, auth (the user and the password), host, port, path, query, fragment", prepared)
except ImportError:
    pass

try:
    import httpx

    def httpx_parts(s):
        u = httpx.URL(s)
        path, mark, _ = u.raw_path.partition(b"?")
        return u.scheme, u.username, u.password, u.raw_host, u.port, path, u.query if mark else None, u.fragment

    add("httpx", "httpx.url", "httpx.URL",
        "URL(s): scheme, username, password, raw_host, port, raw_path before its '?', query unless raw_path has no '?', fragment", httpx_parts)
except ImportError:
    pass

try:
    import yarl

    def yarl_parts(s):
        u = yarl.URL(s)
        return u.scheme, u.raw_user, u.raw_password, u.raw_host, u.explicit_port, u.raw_path, u.raw_query_string, u.raw_fragment

    add("yarl", "yarl.url", "yarl.URL",
        "URL(s): scheme, raw_user, raw_password, raw_host, explicit_port, raw_path, raw_query_string, raw_fragment", yarl_parts)
except ImportError:
    pass

try:
    import furl

    def furl_parts(s):
        u = furl.furl(s)
        return u.scheme, u.username, u.password, u.host, u.port, str(u.path), str(u.query), str(u.fragment)

    add("furl", "furl.furl", "furl",
        "furl(s): scheme, username, password, host, port, str(path), str(query), str(fragment)", furl_parts)
except ImportError:
    pass

try:
    import hyperlink

    def hyperlink_parts(s):
        u = hyperlink.URL.from_text(s)
        query = "&".join(k if v is None else k + "=" + v for k, v in u.query)
        return u.scheme, u.userinfo, None, u.host, u.port, ("/" if u.rooted else "") + "/".join(u.path), query, u.fragment

    add("hyperlink", "hyperlink.url", "hyperlink.URL",
        "URL.from_text(s): scheme, userinfo, host, port, path joined, query joined, fragment", hyperlink_parts)
except ImportError:
    pass

try:
    import rfc3986

    def rfc3986_parts(s):
        u = rfc3986.uri_reference(s)
        if u.authority is not None:
            u.authority_info()  # raises where host would be None
        return u.scheme, u.userinfo, None, u.host, u.port, u.path, u.query, u.fragment

    add("rfc3986", "rfc3986.uri_reference", "Python rfc3986",
        "uri_reference(s): scheme, userinfo, host, port, path, query, fragment; refused when authority_info() raises", rfc3986_parts)
except ImportError:
    pass

try:
    from werkzeug.urls import url_parse

    def werkzeug_parts(s):
        u = url_parse(s)
        return u.scheme, u.raw_username, u.raw_password, u.ascii_host, u.port, u.path, u.query, u.fragment

    add("werkzeug", "werkzeug.url_parse", "werkzeug.urls.url_parse",
        "url_parse(s): scheme, raw_username, raw_password, ascii_host, port, path, query, fragment", werkzeug_parts)
except ImportError:
    pass

try:
    from twisted.web.client import URI

    def twisted_parts(s):
        u = URI.fromBytes(s.encode())
        path = u.path + b";" + u.params if u.params else u.path
        return u.scheme, None, None, u.host, u.port, path, u.query, u.fragment

    add("twisted", "twisted.uri", "twisted.web.client.URI",
        "URI.fromBytes(b): scheme, host, port, path and params, query, fragment", twisted_parts)
except ImportError:
    pass

serve(ROWS)
