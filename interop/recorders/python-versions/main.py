# The percent-encoders and percent-decoders of Python's standard library, for Python 2.7
# and later.
import binascii
import email.utils
import platform
import sys

TWO = sys.version_info[0] == 2
if TWO:
    import urllib
    import urlparse

    chr_ = unichr  # noqa: F821
else:
    import os
    import pathlib
    import urllib.parse
    import urllib.request
    from email.message import Message

    chr_ = chr

ROWS = []


def add(kind, name, call, units, function):
    ROWS.append((kind, name, call, units, function))


class Lost(Exception):
    """What was put around the value is not around it in the output."""


def between(head, out, tail):
    if len(out) < len(head) + len(tail) or not out.startswith(head) or not out.endswith(tail):
        raise Lost("no %s .. %s in the result" % (head, tail))
    return out[len(head) : len(out) - len(tail)]


if TWO:
    # Its functions take octets and have no encoding.
    def parse_qsl(b):
        return urlparse.parse_qsl(b"k=" + b, keep_blank_values=True)[0][1]

    add("encoder", "py.quote_bytes", "urllib.quote(b)", "bytes", urllib.quote)
    add("encoder", "py.quote_safe_empty_bytes", "urllib.quote(b,'')", "bytes", lambda b: urllib.quote(b, ""))
    add("encoder", "py.quote_plus_bytes", "urllib.quote_plus(b)", "bytes", urllib.quote_plus)
    add("decoder", "py.unquote_to_bytes", "urllib.unquote(b)", "bytes", urllib.unquote)
else:
    quote, quote_plus, urlencode = urllib.parse.quote, urllib.parse.quote_plus, urllib.parse.urlencode

    def add_header(s):
        message = Message()
        message.add_header("X", "y", filename=("utf-8", "", s))
        return between("y; filename*=utf-8''", message["X"], "")

    add("encoder", "py.quote_bytes", "urllib.parse.quote(b)", "bytes", quote)
    add("encoder", "py.quote", "urllib.parse.quote(s)", "text", quote)
    add("encoder", "py.quote_safe_empty_bytes", "urllib.parse.quote(b,safe='')", "bytes", lambda b: quote(b, safe=""))
    add("encoder", "py.quote_plus_bytes", "urllib.parse.quote_plus(b)", "bytes", quote_plus)
    add("encoder", "py.quote_plus", "urllib.parse.quote_plus(s)", "text", quote_plus)
    add("encoder", "py.quote_from_bytes", "urllib.parse.quote_from_bytes(b)", "bytes", urllib.parse.quote_from_bytes)
    add("encoder", "py.quote_surrogateescape", "urllib.parse.quote(os.fsdecode(b),errors='surrogateescape')", "bytes",
        lambda b: quote(b.decode("utf-8", "surrogateescape"), errors="surrogateescape"))
    add("encoder", "py.quote_latin1", "urllib.parse.quote(s,encoding='latin-1')", "text",
        lambda s: quote(s, encoding="latin-1"))
    add("encoder", "py.quote_latin1_xmlcharref", "urllib.parse.quote(s,encoding='latin-1',errors='xmlcharrefreplace')",
        "utf16", lambda s: quote(s, encoding="latin-1", errors="xmlcharrefreplace"))
    add("encoder", "py.urlencode", "urllib.parse.urlencode({'k':s})[2:]", "text", lambda s: urlencode({"k": s})[2:])
    add("encoder", "py.urlencode_quote", "urllib.parse.urlencode({'k':s},quote_via=urllib.parse.quote)[2:]", "text",
        lambda s: urlencode({"k": s}, quote_via=quote)[2:])
    add("encoder", "py.pathname2url", "urllib.request.pathname2url(s)", "text", urllib.request.pathname2url)
    add("encoder", "py.pathlib.as_uri", "PurePosixPath('/x'+s+'x').as_uri(), between the x", "text",
        lambda s: between("file:///x", pathlib.PurePosixPath("/x" + s + "x").as_uri(), "x"))
    add("encoder", "py.email.encode_rfc2231", "email.utils.encode_rfc2231(s,'utf-8')[7:]", "text",
        lambda s: email.utils.encode_rfc2231(s, "utf-8")[7:])
    add("encoder", "py.email.add_header", "Message.add_header('X','y',filename=('utf-8','',s)) value after utf-8''",
        "text", add_header)
    add("decoder", "py.unquote", "urllib.parse.unquote(s)", "utf16", urllib.parse.unquote)
    add("decoder", "py.unquote_plus", "urllib.parse.unquote_plus(s)", "utf16", urllib.parse.unquote_plus)
    add("decoder", "py.unquote_to_bytes", "urllib.parse.unquote_to_bytes(b)", "bytes", urllib.parse.unquote_to_bytes)
    add("decoder", "py.unquote_strict", "urllib.parse.unquote(s,errors='strict')", "utf16",
        lambda s: urllib.parse.unquote(s, errors="strict"))
    add("decoder", "py.unquote_surrogateescape", "urllib.parse.unquote(s,errors='surrogateescape')", "utf16",
        lambda s: urllib.parse.unquote(s, errors="surrogateescape"))
    add("decoder", "py.parse_qsl", "urllib.parse.parse_qsl('k='+s,keep_blank_values=True)[0][1]", "utf16",
        lambda s: urllib.parse.parse_qsl("k=" + s, keep_blank_values=True)[0][1])
    add("decoder", "py.url2pathname", "urllib.request.url2pathname(s)", "utf16", urllib.request.url2pathname)


def message(error):
    text = "%s: %s" % (type(error).__name__, error)
    return "".join(c if " " <= c <= "~" else " " for c in text)[:300]


def answers(verb, questions):
    """Return the lines of `run list` or `run run`."""
    if verb == "list":
        version = "CPython " + platform.python_version()
        return "".join("\t".join((kind, name, "Python", version, units, call)) + "\n" for kind, name, call, units, _ in ROWS)
    table = {row[1]: (row[3], row[4]) for row in ROWS}
    out = []
    for line in questions.split("\n"):
        if not line:
            continue
        name, _, digits = line.partition("\t")
        units, function = table[name]
        value = binascii.unhexlify(digits.strip().encode())
        if units != "bytes":
            value = value.decode("utf-8", "surrogatepass")
        try:
            result = function(value)
            if not isinstance(result, bytes):
                result = str(result).encode("utf-8", "surrogatepass")
            out.append(binascii.hexlify(result).decode())
        except Exception as error:
            out.append("!" + message(error))
    return "\n".join(out) + "\n"


if __name__ == "__main__" and len(sys.argv) > 1:
    sys.stdout.write(answers(sys.argv[1], sys.stdin.read() if sys.argv[1] == "run" else ""))
