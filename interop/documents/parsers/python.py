"""The strings and comments of Python, by tokenize and ast; of ini files, by configparser;
of JSON and HAR, by json. It reads names of files and writes, for each, a line of JSON."""

import ast
import base64
import configparser
import io
import itertools
import json
import sys
import tokenize


def text_of(node):
    """A string as the program sees it; what it fills in stays as it is written."""
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else node.value.decode("latin-1")
    parts = []
    for v in node.values:
        if isinstance(v, ast.Constant):
            parts.append(v.value)
        else:
            parts.append(ast.unparse(ast.JoinedStr([v]))[2:-1])
    return "".join(parts)


def python(name):
    with open(name, "rb") as f:
        source = f.read()
    ast.parse(source)
    values, run = [], []

    def flush():
        # Literals side by side are one string.
        if run:
            node = ast.parse("(" + "\n".join(run) + ")", mode="eval").body
            values.append(text_of(node))
            run.clear()

    for t in tokenize.tokenize(io.BytesIO(source).readline):
        if t.type == tokenize.STRING:
            run.append(t.string)
            continue
        if t.type == tokenize.COMMENT:
            values.append(t.string)
        if t.type not in (tokenize.NL, tokenize.COMMENT):
            flush()
    flush()
    return values


def ini(name):
    p = configparser.ConfigParser(strict=False, allow_no_value=True)
    numbers = itertools.count()
    p.optionxform = lambda key: f"{key} {next(numbers)}"  # systemd gives one key many values
    with open(name, encoding="utf-8") as f:
        lines = f.read()
    p.read_string(lines)
    values = [line for line in lines.splitlines() if line.lstrip()[:1] in ("#", ";")]
    for section in p.sections():
        for key, raw in p.items(section, raw=True):
            if raw:
                # "%%" is a percent sign; a reference to another value stays.
                values.append(raw.replace("%%", "%"))
    return values


def walk(v, key, values):
    if isinstance(v, dict):
        body = v.get("text")
        encoded = v.get("encoding") == "base64" and isinstance(body, str)
        for k, item in v.items():
            values.append(k)
            if encoded and k == "text":
                try:
                    item = base64.b64decode(body, validate=True).decode("utf-8")
                except ValueError:
                    continue
            walk(item, k, values)
    elif isinstance(v, list):
        for item in v:
            walk(item, key, values)
    elif isinstance(v, str):
        values.append(v)


def json_values(name):
    with open(name, encoding="utf-8") as f:
        v = json.load(f)
    values = []
    walk(v, "", values)
    return values


read = {"python": python, "ini": ini, "json": json_values}[sys.argv[1]]
for line in sys.stdin:
    name = line.rstrip("\n")
    answer = {"file": name}
    try:
        answer["values"] = [v.encode("utf-16", "surrogatepass").decode("utf-16", "replace") for v in read(name)]
    except (SyntaxError, ValueError, configparser.Error, RecursionError) as e:
        answer["error"] = type(e).__name__
    print(json.dumps(answer), flush=True)
