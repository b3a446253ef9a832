"""Recorder of the URL style of fish's string escape and string unescape. The
value is an argument: any octets but NUL."""

import subprocess
import sys

IMPLEMENTATIONS = {
    "fish.string_escape_url": ("encoder", "string escape --style=url -- $argv[1]"),
    "fish.string_unescape_url": ("decoder", "string unescape --style=url -- $argv[1]"),
}


def answer(command, octets):
    if b"\0" in octets:
        return "-"
    p = subprocess.run(["fish", "--no-config", "-c", command, "--", octets],
                       stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    if p.stderr:
        return f"!status {p.returncode}: {p.stderr.decode(errors='replace').splitlines()[0]}"
    if not p.stdout.endswith(b"\n"):
        return f"!status {p.returncode}, nothing printed"
    return p.stdout[:-1].hex()


def main():
    if sys.argv[1:] == ["list"]:
        version = subprocess.run(["fish", "--version"], capture_output=True, text=True,
                                 check=True).stdout.strip()
        for name, (kind, command) in IMPLEMENTATIONS.items():
            print(kind, name, "fish", version, "bytes", command, sep="\t")
    elif sys.argv[1:] == ["run"]:
        for line in sys.stdin:
            name, octets = line.rstrip("\n").split("\t")
            print(answer(IMPLEMENTATIONS[name][1], bytes.fromhex(octets)), flush=True)
    else:
        sys.exit("usage: run list|run")


main()
