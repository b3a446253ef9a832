"""Answers what drivers of Python and C read in connection URIs: run.py FAMILY, a URI in
hexadecimal on each line of standard input. A line "# driver version call" comes before the
answers of each driver."""

import ctypes
import ctypes.util
import getpass
import gzip
import importlib.metadata
import os
import re
import sys

for name in list(os.environ):
    if name.startswith("PG"):
        del os.environ[name]
drivers = []
find_library = ctypes.util.find_library
ctypes.util.find_library = lambda name: {"pq": "libpq.so.5", "c": "libc.so.6"}.get(name) or find_library(name)  # which needs ldconfig


def packaged(name):
    """Returns the version of a package of Debian, where its own metadata have none."""
    v = importlib.metadata.version(name)
    if v != "0.0.0":
        return v
    with gzip.open(f"/usr/share/doc/python3-{name}/changelog.Debian.gz", "rt") as f:
        return re.match(r"\S+ \((?:\d+:)?([0-9.]+)", f.readline())[1]



def driver(family, name, version, call):
    def add(read):
        drivers.append((family, name, version, call, read))
        return read

    return add


def answer(user=None, password=None, host=None, port=None, database=None, **options):
    return (user, password, host, port, database), options


def without(options, *names):
    return {str(k): v for k, v in options.items() if k not in names and v is not None}


def five(options, user="user", password="password", host="host", port="port", database="dbname"):
    names = (user, password, host, port, database)
    return tuple(options.get(n) for n in names), without(options, *names)


class Option(ctypes.Structure):
    _fields_ = [(n, ctypes.c_char_p) for n in ("keyword", "envvar", "compiled", "val", "label", "dispchar")] + [("size", ctypes.c_int)]


def libpq_version():
    v = ctypes.CDLL("libpq.so.5").PQlibVersion()
    return f"{v // 10000}.{v % 10000}"


@driver("postgresql", "libpq", libpq_version, "PQconninfoParse(uri)")
def libpq(uri):
    lib = ctypes.CDLL("libpq.so.5")
    lib.PQconninfoParse.restype = ctypes.POINTER(Option)
    error = ctypes.c_char_p()
    if b"\0" in uri:
        raise ValueError("embedded null byte")
    list_ = lib.PQconninfoParse(uri, ctypes.byref(error))
    if not list_:
        raise ValueError(error.value.decode("utf-8", "replace").strip())
    got = {}
    i = 0
    while list_[i].keyword:
        if list_[i].val is not None:
            got[list_[i].keyword.decode()] = list_[i].val
        i += 1
    return five(got)


def text(uri):
    return uri.decode("utf-8")


@driver("postgresql", "psycopg2", lambda: __import__("psycopg2").__version__.split()[0], "extensions.parse_dsn(uri)")
def psycopg2(uri):
    from psycopg2.extensions import parse_dsn

    return five(parse_dsn(text(uri)))


@driver("postgresql", "psycopg", lambda: __import__("psycopg").__version__, "conninfo.conninfo_to_dict(uri)")
def psycopg(uri):
    from psycopg.conninfo import conninfo_to_dict

    return five(conninfo_to_dict(text(uri)))


@driver("postgresql", "asyncpg", lambda: importlib.metadata.version("asyncpg"), "connect_utils._parse_connect_arguments(dsn=uri)")
def asyncpg(uri):
    import asyncpg.connect_utils as c

    wanted = c._parse_connect_dsn_and_args.__kwdefaults__ or {}
    names = c._parse_connect_dsn_and_args.__code__.co_varnames[: c._parse_connect_dsn_and_args.__code__.co_kwonlyargcount]
    given = {n: None for n in names if n not in wanted} | {"dsn": text(uri), "passfile": "/nonexistent"}
    addrs, params, *_ = c._parse_connect_dsn_and_args(**given)
    hosts = [a if isinstance(a, str) else a[0] for a in addrs]
    ports = ["" if isinstance(a, str) else str(a[1]) for a in addrs]
    p = params._asdict()
    options = dict(p.get("server_settings") or {})
    return (p["user"], p["password"], ",".join(hosts), ",".join(ports), p["database"]), options


def sqlalchemy(dialect):
    def read(uri):
        from sqlalchemy.engine import make_url

        s = text(uri)
        u = make_url(s)
        d = u.get_dialect()()
        args, options = d.create_connect_args(u)
        if "database" in options:
            return five(options, database="database")
        if "db" in options or "passwd" in options:
            return five(options, password="passwd", database="db")
        return five(options)

    return read


for family in ("postgresql", "mysql"):
    driver(family, "sqlalchemy", lambda: __import__("sqlalchemy").__version__, "make_url(uri), dialect.create_connect_args" + (" of mysql+pymysql" if family == "mysql" else ""))(sqlalchemy(family))


def dj(uri):
    import dj_database_url

    c = dj_database_url.parse(text(uri))
    return (c["USER"], c["PASSWORD"], c["HOST"], c["PORT"], c["NAME"]), without(c.get("OPTIONS") or {})


def django_environ(uri):
    import environ

    c = environ.Env.db_url_config(text(uri))
    return (c.get("USER"), c.get("PASSWORD"), c.get("HOST"), c.get("PORT"), c.get("NAME")), without(c.get("OPTIONS") or {})


def peewee(uri):
    from playhouse.db_url import parse

    c = parse(text(uri))
    names = ("user", "passwd" if "passwd" in c else "password", "host", "port", "database")
    return tuple(c.get(n) for n in names), without(c, *names)


for family in ("postgresql", "mysql"):
    driver(family, "dj-database-url", lambda: packaged("dj-database-url"), "parse(uri)")(dj)
    driver(family, "django-environ", lambda: importlib.metadata.version("django-environ"), "Env.db_url_config(uri)")(django_environ)
    driver(family, "peewee", lambda: __import__("peewee").__version__, "playhouse.db_url.parse(uri)")(peewee)


@driver("redis", "redis-py", lambda: __import__("redis").__version__, "connection.parse_url(uri)")
def redis_py(uri):
    from redis.connection import parse_url

    o = parse_url(text(uri))
    if "path" in o:
        return five(o, user="username", host="path", database="db")
    return five(o, user="username", database="db")


@driver("mongodb", "pymongo", lambda: __import__("pymongo").version, "uri_parser.parse_uri(uri)")
def pymongo(uri):
    from pymongo.uri_parser import parse_uri

    o = parse_uri(text(uri))
    hosts = ",".join(h for h, _ in o["nodelist"])
    ports = ",".join("" if p is None else str(p) for _, p in o["nodelist"])
    database = o["database"]
    if o["collection"] is not None:
        database += "." + o["collection"]
    return (o["username"], o["password"], hosts, ports, database), without(dict(o["options"]))


@driver("amqp", "kombu", lambda: __import__("kombu").__version__, "Connection(uri)")
def kombu(uri):
    from kombu import Connection

    c = Connection(text(uri))
    i = c.info()
    return (i["userid"], i["password"], i["hostname"], i["port"], i["virtual_host"]), without(dict(c.transport_options), **{})


@driver("amqp", "pika", lambda: importlib.metadata.version("pika"), "URLParameters(uri)")
def pika(uri):
    from pika import URLParameters

    p = URLParameters(text(uri))
    return (p.credentials.username, p.credentials.password, p.host, p.port, p.virtual_host), without({"heartbeat": p.heartbeat, "channel_max": p.channel_max, "frame_max": p.frame_max})


@driver("clickhouse", "clickhouse-driver", lambda: importlib.metadata.version("clickhouse-driver"), "Client.from_url(uri).connection")
def clickhouse_driver(uri):
    from clickhouse_driver import Client

    c = Client.from_url(text(uri))
    n = c.connection
    hosts = list(n.hosts)
    options = {"secure": n.secure_socket, "client_name": n.client_name, "connect_timeout": n.connect_timeout, "compression": n.compressor_cls is not None}
    return (n.user, n.password, None if hosts[0][0] is None else ",".join(h for h, _ in hosts), ",".join(str(p) for _, p in hosts), n.database), {**{k: v for k, v in c.settings.items()}, **options}


@driver("elasticsearch", "elasticsearch-py", lambda: importlib.metadata.version("elasticsearch"), "Elasticsearch(uri): what it is given for its first node")
def elasticsearch_py(uri):
    import base64

    try:
        from elasticsearch._sync.client.utils import client_node_configs

        n = client_node_configs([text(uri)], cloud_id=None)[0]
        auth = n.headers.get("authorization", "") if n.headers else ""
        user, sep, password = base64.b64decode(auth[6:]).decode().partition(":") if auth.startswith("Basic ") else (None, None, None)
        return (user, password, n.host, n.port, n.path_prefix), {"scheme": n.scheme}
    except ImportError:
        from elasticsearch.client.utils import _normalize_hosts

        h = _normalize_hosts([text(uri)])[0]
        user, sep, password = h["http_auth"].partition(":") if "http_auth" in h else (None, None, None)
        return (user, password, h.get("host"), h.get("port"), h.get("url_prefix")), without(h, "http_auth", "host", "port", "url_prefix")


def octets(v):
    if isinstance(v, bytes):
        return v
    return str(v).encode("utf-8", "surrogatepass")


def main():
    uris = [bytes.fromhex(line) for line in sys.stdin.read().splitlines()]
    out = sys.stdout
    who = getpass.getuser()
    for family, name, version, call, read in drivers:
        if family != sys.argv[1]:
            continue
        try:
            version = version()
        except Exception as e:
            print(name, e, file=sys.stderr)
            continue
        print("#", name, version, call, sep="\t", file=out)
        known = {}
        try:
            known = read(uris[0])[1]
        except Exception as e:
            print(name, repr(e), file=sys.stderr)
        for uri in uris:
            try:
                parts, options = read(uri)
            except BaseException as e:
                print("!", octets(str(e) or type(e).__name__).hex(), sep="\t", file=out)
                continue
            fields = ["-" if v is None or i == 0 and v == who else octets(v).hex() for i, v in enumerate(parts)]
            fields += sorted(f"{octets(k).hex()}={octets(v).hex()}" for k, v in options.items() if k not in known or octets(known[k]) != octets(v))
            print("=", *fields, sep="\t", file=out)


main()
