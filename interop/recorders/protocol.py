"""The recorder protocol, for the recorders that are written in Python.

A recorder makes a Table, adds what it records and calls main(). A function
that is recorded takes the input and returns str or bytes; it raises
Inexpressible when it cannot be given that input.
"""

import os
import sys

STATUS_NOT_INSTALLED = 77


def not_installed(what):
    print(what, file=sys.stderr, flush=True)
    os._exit(STATUS_NOT_INSTALLED)


def _hook(kind, error, trace):
    if isinstance(error, ImportError):
        not_installed(error)
    sys.__excepthook__(kind, error, trace)


sys.excepthook = _hook


class Inexpressible(Exception):
    """The input cannot be given to this implementation."""


class Lost(Exception):
    """What was put around the value is not around it in the output."""


def between(head, out, tail):
    """Return what stands between head and tail in out."""
    if len(out) < len(head) + len(tail) or not out.startswith(head) or not out.endswith(tail):
        raise Lost(f"no {head!r} .. {tail!r} in {out!r}")
    return out[len(head) : len(out) - len(tail)]


def after(head, out):
    """Return what follows head in out."""
    return between(head, out, out[:0])


def message(error):
    text = f"{type(error).__name__}: {error}"
    return "".join(c if " " <= c <= "~" else c.encode("unicode_escape").decode("ascii") for c in text)


class Table:
    def __init__(self, language):
        self.language = language
        self.entries = {}
        self.lines = []

    def add(self, kind, name, version, units, call, function, language=None):
        assert name not in self.entries
        self.lines.append("\t".join([kind, name, language or self.language, version, units, call]))
        self.entries[name] = (units, function)

    def answer(self, line):
        name, _, digits = line.rstrip("\n").partition("\t")
        units, function = self.entries[name]
        value = bytes.fromhex(digits)
        if units != "bytes":
            value = value.decode("utf-8", "surrogatepass")
        try:
            out = function(value)
            if isinstance(out, str):
                out = str(out).encode("utf-8", "surrogatepass")
            return out.hex()
        except Inexpressible:
            return "-"
        except Exception as error:
            return "!" + message(error)

    def main(self, arguments):
        if arguments == ["list"]:
            print("\n".join(self.lines))
        elif arguments == ["run"]:
            for line in sys.stdin:
                print(self.answer(line), flush=True)
        else:
            sys.exit("usage: run list | run run")
