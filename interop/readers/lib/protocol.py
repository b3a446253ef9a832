# The protocol of recorders of readers, for Python 2.7 and later.
import binascii
import sys

TWO = sys.version_info[0] == 2


def text(octets):
    """The string of octets; of Python 2, whose str is octets, the octets themselves."""
    return octets if TWO else octets.decode("utf-8")


def field(value):
    if value is None:
        return "-"
    if isinstance(value, bool):
        raise TypeError(value)
    if isinstance(value, int):
        value = "%d" % value
    if not isinstance(value, bytes):
        value = value.encode("utf-8", *(() if TWO else ("surrogatepass",)))
    return binascii.hexlify(value).decode("ascii")


def answer(function, octets):
    try:
        s = text(octets)
    except UnicodeDecodeError:
        return "?"
    try:
        parts = function(s)
    except Exception:
        return "!"
    return "\t".join(["="] + [field(p) for p in parts])


def answers(rows, verb, questions):
    """rows are (name, version, program, call, function); a function returns the parts, None for those that are absent."""
    if verb == "list":
        return "".join("%s\t%s\taccessors\t%s\t%s\n" % row[:4] for row in rows)
    functions = dict((row[0], row[4]) for row in rows)
    out = []
    for line in questions.splitlines():
        name, digits = line.split("\t")
        out.append(answer(functions[name], binascii.unhexlify(digits)) + "\n")
    return "".join(out)


def serve(rows):
    sys.stdout.write(answers(rows, sys.argv[1], sys.stdin.read() if sys.argv[1] == "run" else ""))
