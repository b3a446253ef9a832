"""The strings and comments of Python, by tokenize and ast; of ini files, by configparser;
of JSON and HAR, by json; of HTML, by html.parser; of XML, by expat; of mail, by email; of
tables, by csv; of TOML, by tomllib; of YAML, by PyYAML. It reads names of files and writes,
for each, a line of JSON."""

import ast
import base64
import configparser
import csv
import email
import email.policy
import html.parser
import io
import itertools
import json
import sys
import tokenize
import xml.parsers.expat


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


class Markup(html.parser.HTMLParser):
    """Values of attributes, texts, comments, declarations. Scripts lose their escapes of '/'."""

    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.values, self.raw = [], False

    def handle_starttag(self, tag, attrs):
        self.raw = tag in ("script", "style")
        self.values += [v for k, v in attrs if v and not k.startswith("xmlns")]

    def handle_endtag(self, tag):
        self.raw = False

    def handle_data(self, data):
        if self.raw:
            data = data.replace("\\/", "/").replace("\\u0026", "&")
        self.values.append(data)

    def handle_comment(self, data):
        self.values.append(data)

    handle_decl = handle_pi = unknown_decl = handle_comment


def markup(text):
    p = Markup()
    p.feed(text)
    p.close()
    return p.values


def whole(name):
    with open(name, encoding="utf-8-sig", newline="") as f:
        return f.read()


def xml_values(name):
    p = xml.parsers.expat.ParserCreate()
    p.buffer_text = True
    values = []
    p.StartElementHandler = lambda _, attrs: values.extend(v for k, v in attrs.items() if not k.startswith("xmlns"))
    p.CharacterDataHandler = p.CommentHandler = values.append
    p.ProcessingInstructionHandler = lambda _, data: values.append(data)
    p.StartDoctypeDeclHandler = lambda _, system, public, __: values.extend(v for v in (system, public) if v)
    with open(name, "rb") as f:
        p.ParseFile(f)
    return values


def mail_values(name):
    with open(name, "rb") as f:
        m = email.message_from_binary_file(f, policy=email.policy.default)
    values = []
    for part in m.walk():
        values += [str(v) for v in part.values()]
        if part.get_content_maintype() == "text":
            text = part.get_content()
            values += markup(text) if part.get_content_subtype() == "html" else [text]
    return values


def table(name):
    text = whole(name)
    head = text.split("\n", 1)[0]
    delimiter = max(",;\t|", key=head.count)
    csv.field_size_limit(1 << 30)
    return [v for row in csv.reader(io.StringIO(text), delimiter=delimiter) for v in row]


def toml_values(name):
    import tomllib

    text = whole(name)
    values = [line for line in text.splitlines() if line.lstrip().startswith("#")]
    walk(tomllib.loads(text), "", values)
    return values


def yaml_values(name):
    import yaml

    text, values, end = whole(name), [], 0
    try:
        for t in yaml.scan(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader)):
            values.append(text[end : t.start_mark.index])  # comments
            end = t.end_mark.index
            if isinstance(t, yaml.ScalarToken):
                values.append(t.value)
    except yaml.YAMLError as e:
        raise ValueError from e
    return values


read = {
    "python": python, "ini": ini, "json": json_values, "html": lambda name: markup(whole(name)),
    "xml": xml_values, "mail": mail_values, "csv": table, "toml": toml_values, "yaml": yaml_values,
}[sys.argv[1]]
for line in sys.stdin:
    name = line.rstrip("\n")
    answer = {"file": name}
    try:
        answer["values"] = [v.encode("utf-16", "surrogatepass").decode("utf-16", "replace") for v in read(name)]
    except (SyntaxError, ValueError, LookupError, configparser.Error, csv.Error, xml.parsers.expat.ExpatError, RecursionError) as e:
        answer["error"] = type(e).__name__
    print(json.dumps(answer), flush=True)
