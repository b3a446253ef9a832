"""Records the percent-encoders and percent-decoders of Python packages."""

import email.utils
import functools
import http.server
import importlib.metadata
import os
import pathlib
import platform
import sys
import threading
import urllib.parse
import urllib.request
from email.message import EmailMessage, Message
from email.policy import default as default_policy

import aiohttp.helpers
import bottle
import botocore.auth
import botocore.awsrequest
import botocore.credentials
import botocore.utils
import django
import django.conf
import django.template
import django.utils.encoding
import django.utils.http
import furl
import httpx
import hyperlink._url
import jinja2
import mako
import mako.template
import mdurl
import mistune
import oauthlib.common
import oauthlib.oauth1.rfc5849.utils
import pyramid.encode
import pyramid.traversal
import rdflib
import rdflib.plugins.sparql
import requests
import rfc3986.normalizers
import S3.BaseUtils
import S3.PkgInfo
import S3.Utils
import tornado.escape
import twisted
import twisted.python.url
import uritemplate
import urllib3.fields
import urllib3.util.url
import w3lib.url
import werkzeug.urls
import yarl

import servers
from protocol import Table, after, between

table = Table("Python")


def distribution(name):
    return f"{name} {importlib.metadata.version(name)}"


# These take a str that holds lone surrogates; the others raise UnicodeEncodeError.
TAKES_SURROGATES = set("""
    py.botocore.s3sigv4_path
    py.hyperlink.fragment.min
    py.hyperlink.path.min
    py.hyperlink.query_key.min
    py.hyperlink.query_value.min
    py.hyperlink.userinfo.min
    py.mdurl.encode
    py.mdurl.encode_component
    py.quote_cp932
    py.quote_latin1_xmlcharref
    py.requests.path
    py.requests.query
    py.urllib3.fragment_chars
    py.urllib3.multipart_html5
    py.urllib3.path_chars
    py.urllib3.query_chars
    py.urllib3.userinfo_chars
    py.yarl.div
    py.yarl.path
    py.yarl.with_fragment
    py.yarl.with_query
    py.yarl.with_query_string
    py.yarl.with_user
    s3cmd.s3_quote
    s3cmd.s3_quote_nobs
    s3cmd.urlencode_string
    py.bottle.cookie_or_path
    py.mdurl.decode
    py.mdurl.decode_component
    py.oauthlib.unescape
    py.parse_qsl
    py.requests.unquote_unreserved
    py.tornado.url_unescape
    py.unquote
    py.unquote_plus
    py.unquote_strict
    py.unquote_surrogateescape
    py.yarl.path_decoded
    py.yarl.query_decoded
""".split())


def group(version):
    """Return the functions that add an encoder and a decoder of that version."""

    def add(kind, name, call, function, units=None):
        if units is None:
            units = "utf16" if name in TAKES_SURROGATES else "text"
        table.add(kind, name, version, units, call, function)

    return functools.partial(add, "encoder"), functools.partial(add, "decoder")


# The standard library.

quote, quote_plus, urlencode = urllib.parse.quote, urllib.parse.quote_plus, urllib.parse.urlencode


def policy_filename(s):
    message = EmailMessage()
    message.add_attachment(b"", maintype="a", subtype="b", filename=s)
    (part,) = message.iter_attachments()
    wide = default_policy.clone(max_line_length=100_000)
    head = part.as_bytes(policy=wide).partition(b"\n\n")[0].decode("ascii", "surrogateescape")
    (line,) = [l for l in head.split("\n") if l.startswith("Content-Disposition:")]
    value = after("Content-Disposition: attachment; filename", line)
    if value.startswith("*"):
        return after("*=utf-8''", value)
    return between('="', value, '"')


def add_header(s):
    message = Message()
    message.add_header("X", "y", filename=("utf-8", "", s))
    return after("y; filename*=utf-8''", message["X"])


class Listing:
    """Asks http.server for the listing of a folder with one file."""

    def __init__(self):
        self.folder = None

    def start(self):
        self.folder = servers.Folder().path

        class Handler(http.server.SimpleHTTPRequestHandler):
            def log_message(self, *_):
                pass

        handler = functools.partial(Handler, directory=self.folder)
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self.port = server.server_port
        threading.Thread(target=server.serve_forever, daemon=True).start()

    def page(self):
        return servers.body_of(servers.ask(self.port, servers.request(b"/")))

    def href(self, name):
        if self.folder is None:
            self.start()
        return servers.cut(servers.listing(self.folder, name, self.page), b'<li><a href="', b'">')


enc, dec = group(f"CPython {platform.python_version()}")
enc("py.quote_bytes", "urllib.parse.quote(b)", quote, "bytes")
enc("py.quote", "urllib.parse.quote(s)", quote)
enc("py.quote_safe_empty_bytes", "urllib.parse.quote(b,safe='')", lambda b: quote(b, safe=""), "bytes")
enc("py.quote_plus_bytes", "urllib.parse.quote_plus(b)", quote_plus, "bytes")
enc("py.quote_plus", "urllib.parse.quote_plus(s)", quote_plus)
enc("py.quote_from_bytes", "urllib.parse.quote_from_bytes(b)", urllib.parse.quote_from_bytes, "bytes")
enc("py.quote_surrogateescape", "urllib.parse.quote(os.fsdecode(b),errors='surrogateescape')",
    lambda b: quote(os.fsdecode(b), errors="surrogateescape"), "bytes")
enc("py.quote_latin1", "urllib.parse.quote(s,encoding='latin-1')", lambda s: quote(s, encoding="latin-1"))
enc("py.quote_latin1_xmlcharref", "urllib.parse.quote(s,encoding='latin-1',errors='xmlcharrefreplace')",
    lambda s: quote(s, encoding="latin-1", errors="xmlcharrefreplace"))
enc("py.quote_cp932", "urllib.parse.quote(s,encoding='cp932',errors='replace')",
    lambda s: quote(s, encoding="cp932", errors="replace"))
enc("py.urlencode", "urllib.parse.urlencode({'k':s})[2:]", lambda s: urlencode({"k": s})[2:])
enc("py.urlencode_quote", "urllib.parse.urlencode({'k':s},quote_via=urllib.parse.quote)[2:]",
    lambda s: urlencode({"k": s}, quote_via=quote)[2:])
enc("py.pathname2url", "urllib.request.pathname2url(s)", urllib.request.pathname2url)
enc("py.pathlib.as_uri", "PurePosixPath('/x'+s+'x').as_uri(), between the x",
    lambda s: between("file:///x", pathlib.PurePosixPath("/x" + s + "x").as_uri(), "x"))
enc("py.email.encode_rfc2231", "email.utils.encode_rfc2231(s,'utf-8')[7:]",
    lambda s: email.utils.encode_rfc2231(s, "utf-8")[7:])
enc("py.email.add_header", "Message.add_header('X','y',filename=('utf-8','',s)) value after utf-8''", add_header)
enc("py.email.policy_filename",
    "EmailMessage.add_attachment(filename=s) serialised: inside filename=\"\" or after filename*=utf-8''",
    policy_filename)
enc("py.http.server.listing", "http.server directory listing href", Listing().href, "bytes")
dec("py.unquote", "urllib.parse.unquote(s)", urllib.parse.unquote)
dec("py.unquote_plus", "urllib.parse.unquote_plus(s)", urllib.parse.unquote_plus)
dec("py.unquote_to_bytes", "urllib.parse.unquote_to_bytes(b)", urllib.parse.unquote_to_bytes, "bytes")
dec("py.unquote_strict", "urllib.parse.unquote(s,errors='strict')",
    lambda s: urllib.parse.unquote(s, errors="strict"))
dec("py.unquote_surrogateescape", "urllib.parse.unquote(s,errors='surrogateescape')",
    lambda s: urllib.parse.unquote(s, errors="surrogateescape"))
dec("py.parse_qsl", "urllib.parse.parse_qsl('k='+s,keep_blank_values=True)[0][1]",
    lambda s: urllib.parse.parse_qsl("k=" + s, keep_blank_values=True)[0][1])

# HTTP clients.

enc, dec = group(distribution("requests"))


def prepared(url, **more):
    return requests.Request("GET", url, **more).prepare().url


enc("py.requests.requote_uri", "requests.utils.requote_uri(s)", requests.utils.requote_uri)
enc("py.requests.path", "Request('GET','http://h/x'+s+'x').prepare().url, between",
    lambda s: between("http://h/x", prepared("http://h/x" + s + "x"), "x"))
enc("py.requests.query", "Request('GET','http://h/?x'+s+'x').prepare().url, between",
    lambda s: between("http://h/?x", prepared("http://h/?x" + s + "x"), "x"))
enc("py.requests.params", "Request('GET','http://h/',params={'k':s}).prepare().url, after k=",
    lambda s: after("http://h/?k=", prepared("http://h/", params={"k": s})))
dec("py.requests.unquote_unreserved", "requests.utils.unquote_unreserved(s)", requests.utils.unquote_unreserved)

enc, dec = group(distribution("urllib3"))
for part in ("USERINFO", "PATH", "QUERY", "FRAGMENT"):
    kept = getattr(urllib3.util.url, part + "_CHARS")
    enc(f"py.urllib3.{part.lower()}_chars", f"urllib3.util.url._encode_invalid_chars(s,{part}_CHARS)",
        lambda s, kept=kept: urllib3.util.url._encode_invalid_chars(s, kept))


def multipart_rfc2231(s):
    out = urllib3.fields.format_header_param_rfc2231("filename", s)
    if out.startswith("filename*"):
        return after("filename*=utf-8''", out)
    return between('filename="', out, '"')


enc("py.urllib3.multipart_html5", "urllib3.fields.format_header_param_html5('filename',s), inside filename=\"\"",
    lambda s: between('filename="', urllib3.fields.format_header_param_html5("filename", s), '"'))
enc("py.urllib3.multipart_rfc2231",
    "urllib3.fields.format_header_param_rfc2231('filename',s), inside filename=\"\" or after filename*=utf-8''",
    multipart_rfc2231)

enc, dec = group(distribution("httpx"))
enc("py.httpx.path", "httpx.URL('http://h/x'+s+'x').raw_path, between",
    lambda s: between(b"/x", httpx.URL("http://h/x" + s + "x").raw_path, b"x"))
enc("py.httpx.params", "str(httpx.QueryParams({'k':s})), after k=",
    lambda s: after("k=", str(httpx.QueryParams({"k": s}))))
enc("py.httpx.query", "httpx.URL('http://h/?x'+s+'x').query, between",
    lambda s: between(b"x", httpx.URL("http://h/?x" + s + "x").query, b"x"))

enc, dec = group(distribution("aiohttp"))
enc("py.aiohttp.content_disposition", "content_disposition_header('attachment',filename=s), inside filename=\"\"",
    lambda s: between('attachment; filename="',
                      aiohttp.helpers.content_disposition_header("attachment", filename=s), '"'))

# Frameworks and template engines.

enc, dec = group(distribution("werkzeug"))
enc("py.werkzeug.url_quote", "werkzeug.urls.url_quote(s)", werkzeug.urls.url_quote)
enc("py.werkzeug.url_quote_bytes", "werkzeug.urls.url_quote(b)", werkzeug.urls.url_quote, "bytes")
enc("py.werkzeug.url_quote_plus", "werkzeug.urls.url_quote_plus(s)", werkzeug.urls.url_quote_plus)
enc("py.werkzeug.url_fix", "werkzeug.urls.url_fix('http://h/x'+s+'x'), between",
    lambda s: between("http://h/x", werkzeug.urls.url_fix("http://h/x" + s + "x"), "x"))
enc("py.werkzeug.iri_to_uri", "werkzeug.urls.iri_to_uri('http://h/x'+s+'x'), between",
    lambda s: between("http://h/x", werkzeug.urls.iri_to_uri("http://h/x" + s + "x"), "x"))
dec("py.werkzeug.url_unquote", "werkzeug.urls.url_unquote(s)", werkzeug.urls.url_unquote)
dec("py.werkzeug.url_unquote_plus", "werkzeug.urls.url_unquote_plus(s)", werkzeug.urls.url_unquote_plus)
dec("py.werkzeug.uri_to_iri", "werkzeug.urls.uri_to_iri('http://h/'+s), after http://h/",
    lambda s: after("http://h/", werkzeug.urls.uri_to_iri("http://h/" + s)))

django.conf.settings.configure()
django.setup()
engine = django.template.Engine()


def django_template(source):
    compiled = engine.from_string(source)
    return lambda s: compiled.render(django.template.Context({"s": s}))


enc, dec = group(f"Django {django.get_version()}")
enc("py.django.iri_to_uri", "django.utils.encoding.iri_to_uri(s)", django.utils.encoding.iri_to_uri)
enc("py.django.filepath_to_uri", "django.utils.encoding.filepath_to_uri(s)", django.utils.encoding.filepath_to_uri)
enc("py.django.escape_uri_path", "django.utils.encoding.escape_uri_path(s)", django.utils.encoding.escape_uri_path)
enc("py.django.repercent_broken_unicode", "repercent_broken_unicode(bytes)",
    django.utils.encoding.repercent_broken_unicode, "bytes")
enc("py.django.tpl_urlencode", "{{ s|urlencode }}", django_template("{{ s|urlencode }}"))
enc("py.django.tpl_urlencode_empty", '{{ s|urlencode:"" }}', django_template('{{ s|urlencode:"" }}'))
enc("py.django.tpl_iriencode", "{{ s|iriencode }}", django_template("{{ s|iriencode }}"))
enc("py.django.http.urlencode", "django.utils.http.urlencode({'k':s}), after k=",
    lambda s: after("k=", django.utils.http.urlencode({"k": s})))
dec("py.django.uri_to_iri", "django.utils.encoding.uri_to_iri(s)", django.utils.encoding.uri_to_iri)

enc, dec = group(distribution("jinja2"))
jinja_value = jinja2.Environment().from_string("{{ s|urlencode }}")
jinja_dict = jinja2.Environment().from_string("{{ {'k':s}|urlencode }}")
enc("py.jinja2.urlencode", "{{ s|urlencode }}", lambda s: jinja_value.render(s=s))
enc("py.jinja2.urlencode_dict", "{{ {'k':s}|urlencode }}, after k=", lambda s: after("k=", jinja_dict.render(s=s)))

enc, dec = group(f"mako {mako.__version__}")
mako_u = mako.template.Template("${s | u}")
enc("py.mako.u", "${s | u}", lambda s: mako_u.render(s=s))

enc, dec = group(distribution("tornado"))
enc("py.tornado.url_escape", "tornado.escape.url_escape(s)", tornado.escape.url_escape)
enc("py.tornado.url_escape_path", "tornado.escape.url_escape(s,plus=False)",
    lambda s: tornado.escape.url_escape(s, plus=False))
dec("py.tornado.url_unescape", "tornado.escape.url_unescape(s)", tornado.escape.url_unescape)

enc, dec = group(distribution("pyramid"))
enc("py.pyramid.quote_path_segment", "pyramid.traversal.quote_path_segment(s)", pyramid.traversal.quote_path_segment)
enc("py.pyramid.urlencode", "pyramid.encode.urlencode({'k':s}), after k=",
    lambda s: after("k=", pyramid.encode.urlencode({"k": s})))

enc, dec = group(distribution("bottle"))
dec("py.bottle.cookie_or_path", "bottle.urlunquote (latin1)", bottle.urlunquote)

enc, dec = group(f"twisted {twisted.__version__}")
enc("py.twisted.URL.child", "URL.fromText('http://h/').child(s).to_uri().asText(), after http://h/",
    lambda s: after("http://h/", twisted.python.url.URL.fromText("http://h/").child(s).to_uri().asText()))

# URL libraries.

enc, dec = group(distribution("yarl"))
YarlURL = yarl.URL
enc("py.yarl.path", "str(URL.build(scheme='http',host='h',path='/x'+s+'x')), between",
    lambda s: between("http://h/x", str(YarlURL.build(scheme="http", host="h", path="/x" + s + "x")), "x"))
enc("py.yarl.div", "str(URL('http://h')/s), after http://h/",
    lambda s: after("http://h/", str(YarlURL("http://h") / s)))
enc("py.yarl.with_query", "URL('http://h/').with_query({'k':s}).raw_query_string, after k=",
    lambda s: after("k=", YarlURL("http://h/").with_query({"k": s}).raw_query_string))
enc("py.yarl.with_query_string", "URL('http://h/').with_query(s).raw_query_string",
    lambda s: YarlURL("http://h/").with_query(s).raw_query_string)
enc("py.yarl.with_fragment", "URL('http://h/').with_fragment(s).raw_fragment",
    lambda s: YarlURL("http://h/").with_fragment(s).raw_fragment)
enc("py.yarl.with_user", "URL('http://h/').with_user('x'+s+'x').raw_user, between",
    lambda s: between("x", YarlURL("http://h/").with_user("x" + s + "x").raw_user, "x"))
dec("py.yarl.path_decoded", "URL('http://h/'+s,encoded=True).path, after /",
    lambda s: after("/", YarlURL("http://h/" + s, encoded=True).path))
dec("py.yarl.query_decoded", "URL('http://h/?k='+s,encoded=True).query['k']",
    lambda s: YarlURL("http://h/?k=" + s, encoded=True).query["k"])

enc, dec = group(distribution("furl"))


def furl_segment(s):
    f = furl.furl("http://h")
    f.path.segments = [s]
    return after("http://h/", f.url)


def furl_args(s):
    f = furl.furl("http://h")
    f.args["k"] = s
    return after("k=", str(f.query))


enc("py.furl.segment", "f.path.segments=[s]; f.url, after http://h/", furl_segment)
enc("py.furl.args", "f.args['k']=s; str(f.query), after k=", furl_args)

enc, dec = group(distribution("hyperlink"))
enc("py.hyperlink.path", "URL(path=(s,)).to_uri().path[0]", lambda s: hyperlink.URL(path=(s,)).to_uri().path[0])
for part, name in (("path", "path_part"), ("query_key", "query_key"), ("query_value", "query_value"),
                   ("fragment", "fragment_part"), ("userinfo", "userinfo_part")):
    encode = getattr(hyperlink._url, "_encode_" + name)
    for suffix, maximal in (("max", True), ("min", False)):
        enc(f"py.hyperlink.{part}.{suffix}", f"hyperlink._url._encode_{name}(s,maximal={maximal})",
            functools.partial(encode, maximal=maximal))

enc, dec = group(distribution("rfc3986"))
enc("py.rfc3986.encode_component", "rfc3986.normalizers.encode_component(s,'utf-8')",
    lambda s: rfc3986.normalizers.encode_component(s, "utf-8"))

enc, dec = group(distribution("uritemplate"))
for name, template, head in (("simple", "{k}", ""), ("reserved", "{+k}", ""), ("fragment", "{#k}", "#"),
                             ("label", "{.k}", "."), ("path", "{/k}", "/"), ("query", "{?k}", "?k=")):
    enc(f"py.uritemplate.{name}", f"uritemplate.expand('{template}',k=s)" + (f", after {head}" if head else ""),
        lambda s, template=template, head=head: after(head, uritemplate.expand(template, k=s)))

enc, dec = group(distribution("w3lib"))
enc("py.w3lib.safe_url_string", "w3lib.url.safe_url_string('http://h/x'+s+'x'), between",
    lambda s: between("http://h/x", w3lib.url.safe_url_string("http://h/x" + s + "x"), "x"))
enc("py.w3lib.safe_url_string.query", "w3lib.url.safe_url_string('http://h/?x'+s+'x'), between",
    lambda s: between("http://h/?x", w3lib.url.safe_url_string("http://h/?x" + s + "x"), "x"))
enc("py.w3lib.canonicalize_url.path", "w3lib.url.canonicalize_url('http://h/x'+s+'x'), between",
    lambda s: between("http://h/x", w3lib.url.canonicalize_url("http://h/x" + s + "x"), "x"))
enc("py.w3lib.path_to_file_uri", "w3lib.url.path_to_file_uri('/x'+s+'x'), between",
    lambda s: between("file:///x", w3lib.url.path_to_file_uri("/x" + s + "x"), "x"))

# Signatures.

enc, dec = group(distribution("oauthlib"))
enc("py.oauthlib.escape", "oauthlib.oauth1.rfc5849.utils.escape(s)", oauthlib.oauth1.rfc5849.utils.escape)
enc("py.oauthlib.quote", "oauthlib.common.quote(s)", oauthlib.common.quote)
enc("py.oauthlib.urlencode", "oauthlib.common.urlencode([('k',s)]), after k=",
    lambda s: after("k=", oauthlib.common.urlencode([("k", s)])))
dec("py.oauthlib.unescape", "oauthlib.oauth1.rfc5849.utils.unescape(s)", oauthlib.oauth1.rfc5849.utils.unescape)
dec("py.oauthlib.urldecode", "oauthlib.common.urldecode('k='+s)[0][1]",
    lambda s: oauthlib.common.urldecode("k=" + s)[0][1])

enc, dec = group(distribution("botocore"))
credentials = botocore.credentials.Credentials("a", "b")
sigv4 = botocore.auth.SigV4Auth(credentials, "s", "r")
s3sigv4 = botocore.auth.S3SigV4Auth(credentials, "s3", "r")


def sigv4_query(s):
    request = botocore.awsrequest.AWSRequest("GET", "http://h/", params={"k": s})
    return after("k=", sigv4.canonical_query_string(request))


enc("py.botocore.percent_encode", "botocore.utils.percent_encode(s)", botocore.utils.percent_encode)
enc("py.botocore.percent_encode_path", "botocore.utils.percent_encode(s,safe=SAFE_CHARS+'/')",
    lambda s: botocore.utils.percent_encode(s, safe=botocore.utils.SAFE_CHARS + "/"))
enc("py.botocore.percent_encode_sequence", "botocore.utils.percent_encode_sequence({'k':s}), after k=",
    lambda s: after("k=", botocore.utils.percent_encode_sequence({"k": s})))
enc("py.botocore.sigv4_query", "SigV4Auth.canonical_query_string(params={'k':s}), after k=", sigv4_query)
enc("py.botocore.sigv4_path", "SigV4Auth._normalize_url_path('/x'+s+'x'), between",
    lambda s: between("/x", sigv4._normalize_url_path("/x" + s + "x"), "x"))
enc("py.botocore.s3sigv4_path", "S3SigV4Auth._normalize_url_path('/x'+s+'x'), between (identity)",
    lambda s: between("/x", s3sigv4._normalize_url_path("/x" + s + "x"), "x"))

enc, dec = group(f"s3cmd {S3.PkgInfo.version}")
enc("s3cmd.urlencode_string", "S3.Utils.urlencode_string(s,urlencoding_mode='normal')",
    lambda s: S3.Utils.urlencode_string(s, urlencoding_mode="normal"))
enc("s3cmd.s3_quote", "S3.BaseUtils.s3_quote(s,quote_backslashes=True)",
    lambda s: S3.BaseUtils.s3_quote(s, quote_backslashes=True))
enc("s3cmd.s3_quote_nobs", "S3.BaseUtils.s3_quote(s,quote_backslashes=False)",
    lambda s: S3.BaseUtils.s3_quote(s, quote_backslashes=False))

# Markdown and RDF.

enc, dec = group("mdurl(py) " + importlib.metadata.version("mdurl"))
enc("py.mdurl.encode", "mdurl.encode(s)", mdurl.encode)
enc("py.mdurl.encode_component", "mdurl.encode(s,ENCODE_COMPONENT_CHARS,keep_escaped=False)",
    lambda s: mdurl.encode(s, mdurl.ENCODE_COMPONENT_CHARS, keep_escaped=False))
dec("py.mdurl.decode", "mdurl.decode(s)", mdurl.decode)
dec("py.mdurl.decode_component", "mdurl.decode(s,DECODE_COMPONENT_CHARS)",
    lambda s: mdurl.decode(s, mdurl.DECODE_COMPONENT_CHARS))

enc, dec = group(distribution("mistune"))
enc("py.mistune.escape_url", "mistune.escape_url(s)", mistune.escape_url)

enc, dec = group(distribution("rdflib"))
encode_for_uri = rdflib.plugins.sparql.prepareQuery("SELECT (ENCODE_FOR_URI(?s) AS ?r) WHERE {}")


def sparql_encode_for_uri(s):
    ((result,),) = rdflib.Graph().query(encode_for_uri, initBindings={"s": rdflib.Literal(s)})
    if result is None:
        raise ValueError("no binding")
    return str(result)


enc("py.rdflib.encode_for_uri", "SPARQL ENCODE_FOR_URI(?s)", sparql_encode_for_uri)

table.main(sys.argv[1:])
