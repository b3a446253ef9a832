"""Functions of CPython and, through ctypes, of C libraries: functions.py ID."""

import base64
import ctypes
import email.utils
import json
import os
import pathlib
import sys
import urllib.parse
import urllib.request

quote, quote_plus, urlencode = urllib.parse.quote, urllib.parse.quote_plus, urllib.parse.urlencode


class Skip(Exception):
    pass


def between(head, out, tail):
    if not (out.startswith(head) and out.endswith(tail) and len(out) >= len(head) + len(tail)):
        raise Skip("what was put around it is lost")
    return out[len(head) : len(out) - len(tail)]


TEXT = {
    "py.quote": quote,
    "py.quote_latin1": lambda s: quote(s, encoding="latin-1"),
    "py.quote_latin1_xmlcharref": lambda s: quote(s, encoding="latin-1", errors="xmlcharrefreplace"),
    "py.quote_plus": quote_plus,
    "py.urlencode": lambda s: urlencode({"k": s})[2:],
    "py.urlencode_quote": lambda s: urlencode({"k": s}, quote_via=quote)[2:],
    "py.pathname2url": urllib.request.pathname2url,
    "py.pathlib.as_uri": lambda s: between("file:///x", pathlib.PurePosixPath("/x" + s + "x").as_uri(), "x"),
    "py.email.encode_rfc2231": lambda s: email.utils.encode_rfc2231(s, "utf-8")[7:],
    "py.unquote": urllib.parse.unquote,
    "py.unquote_plus": urllib.parse.unquote_plus,
    "py.unquote_strict": lambda s: urllib.parse.unquote(s, errors="strict"),
    "py.unquote_surrogateescape": lambda s: urllib.parse.unquote(s, errors="surrogateescape"),
    "py.parse_qsl": lambda s: urllib.parse.parse_qsl("k=" + s, keep_blank_values=True)[0][1],
}
BYTES = {
    "py.quote_bytes": quote,
    "py.quote_from_bytes": urllib.parse.quote_from_bytes,
    "py.quote_plus_bytes": quote_plus,
    "py.quote_safe_empty_bytes": lambda b: quote(b, safe=""),
    "py.quote_surrogateescape": lambda b: quote(os.fsdecode(b), errors="surrogateescape"),
    "py.unquote_to_bytes": urllib.parse.unquote_to_bytes,
}


def library(name):
    try:
        return ctypes.CDLL(name)
    except OSError:
        sys.exit(77)


def c_string(function, *more):
    function.restype = ctypes.c_char_p

    def call(b):
        if b"\0" in b:
            raise Skip("a C string cannot hold NUL")
        out = function(ctypes.c_char_p(b), *more)
        if out is None:
            raise ValueError("NULL")
        return out

    return call


def curl(name):
    lib = library("libcurl.so.4")
    lib.curl_easy_init.restype = ctypes.c_void_p
    handle = ctypes.c_void_p(lib.curl_easy_init())
    if name == "curl.easy_unescape":
        lib.curl_easy_unescape.restype = ctypes.c_void_p

        def unescape(b):
            size = ctypes.c_int()
            out = lib.curl_easy_unescape(handle, b, len(b), ctypes.byref(size))
            if not b:  # a length of 0 is taken for that of a C string
                return b""
            return ctypes.string_at(out, size.value)

        return unescape
    lib.curl_easy_escape.restype = ctypes.c_char_p
    return lambda b: lib.curl_easy_escape(handle, b, len(b)) if b else b""


def glib(name):
    lib = library("libglib-2.0.so.0")
    kept = {"glib.g_uri_escape_string": None, "glib.escape.path": b"!$&'()*+,;=:@/", "glib.escape.path_element": b"!$&'()*+,;=:@"}
    if name == "glib.g_uri_unescape_string":
        return c_string(lib.g_uri_unescape_string, None)
    if name == "glib.g_uri_escape_string.utf8":
        return c_string(lib.g_uri_escape_string, None, 1)
    return c_string(lib.g_uri_escape_string, kept[name], 0)


def function(name):
    if name in BYTES:
        return BYTES[name], True
    if name.startswith("curl."):
        return curl(name), True
    if name.startswith("glib."):
        return glib(name), True
    if name.startswith("libxml2."):
        lib = library("libxml2.so.2")
        if name == "libxml2.xmlURIEscapeStr":
            return c_string(lib.xmlURIEscapeStr, None), True
        if name == "libxml2.xmlURIUnescapeString":
            return c_string(lib.xmlURIUnescapeString, 0, None), True
    return TEXT[name], False


call, takes_bytes = function(sys.argv[1])
for line in sys.stdin:
    question = json.loads(line)
    value = question.get("input")
    if value is None:
        value = base64.b64decode(question["input_base64"])
    elif takes_bytes:
        value = value.encode("utf-8", "surrogatepass")
    try:
        out = call(value)
        if isinstance(out, str) and any("\ud800" <= c <= "\udfff" for c in out):
            out = out.encode("utf-8", "surrogatepass")  # two halves would become a pair in JSON
        if isinstance(out, bytes):
            answer = {"output_base64": base64.b64encode(out).decode()}
        else:
            answer = {"output": out}
    except Skip as error:
        answer = {"skip": str(error)}
    except Exception as error:
        answer = {"error": type(error).__name__ + ": " + ascii(str(error))}
    print(json.dumps(answer))
