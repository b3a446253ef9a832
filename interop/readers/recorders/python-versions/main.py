# urlsplit of Python 2.7 and later.
try:
    from urllib.parse import urlsplit
except ImportError:
    from urlparse import urlsplit
import platform


def parts(s):
    u = urlsplit(s)
    return u.scheme, u.username, u.password, u.hostname, u.port, u.path, u.query, u.fragment


ROWS = [("python.urlsplit", platform.python_version(), "Python urllib.parse.urlsplit",
         "urlsplit(s): scheme, username, password, hostname, port, path, query, fragment; refused when one of them raises", parts)]
