"""Recorder of libxslt through lxml: EXSLT str:encode-uri and str:decode-uri, and
the HTML output method. A value must consist of characters that XML allows."""

import re
import sys

from lxml import etree

STYLESHEET = """<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"
    xmlns:str="http://exslt.org/strings" exclude-result-prefixes="str">
<xsl:output method="{method}" encoding="UTF-8"/>
<xsl:param name="s"/>
<xsl:template match="/">{body}</xsl:template>
</xsl:stylesheet>"""

DOCUMENT = etree.XML("<r/>")


def transformation(method, body):
    transform = etree.XSLT(etree.XML(STYLESHEET.format(method=method, body=body)))
    return lambda s: bytes(transform(DOCUMENT, s=s))


def text(call):
    return transformation("text", f'<xsl:value-of select="{call}"/>')


def href():
    transform = transformation("html", '<a href="{$s}"></a>')

    def run(s):
        m = re.fullmatch(rb'<a href="(.*)"></a>\n?', transform(s), re.DOTALL)
        if m is None:
            raise ValueError("no href in the output")
        return m[1]

    return run


IMPLEMENTATIONS = [
    ("encoder", "xslt.exslt.encode_uri.true", "EXSLT str:encode-uri($s,true())",
     text("str:encode-uri($s,true())")),
    ("encoder", "xslt.exslt.encode_uri.false", "EXSLT str:encode-uri($s,false())",
     text("str:encode-uri($s,false())")),
    ("encoder", "xslt.html_output_href",
     "XSLT method=html serialising href (HTML-escaped too)", href()),
    ("decoder", "xslt.exslt.decode_uri", "EXSLT str:decode-uri($s)",
     text("str:decode-uri($s)")),
]


def answer(run, octets):
    try:
        value = etree.XSLT.strparam(octets.decode())
    except ValueError:  # not the characters that XML allows
        return "-"
    try:
        return run(value).hex()
    except Exception as e:
        return "!" + re.sub(r"[\x00-\x1f\x7f]+", " ", f"{type(e).__name__}: {e}")


def main():
    def dotted(version):
        return ".".join(map(str, version))

    version = (f"lxml {dotted(etree.LXML_VERSION)} libxml2 {dotted(etree.LIBXML_VERSION)}"
               f" libxslt {dotted(etree.LIBXSLT_VERSION)}")
    if sys.argv[1:] == ["list"]:
        for kind, name, call, _ in IMPLEMENTATIONS:
            print(kind, name, "XSLT", version, "text", call, sep="\t")
    elif sys.argv[1:] == ["run"]:
        runs = {name: run for _, name, _, run in IMPLEMENTATIONS}
        for line in sys.stdin:
            name, octets = line.rstrip("\n").split("\t")
            print(answer(runs[name], bytes.fromhex(octets)), flush=True)
    else:
        sys.exit("usage: run list|run")


main()
