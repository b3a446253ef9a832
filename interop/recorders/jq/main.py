"""Records the format @uri of the program jq.

One process is asked all inputs, as JSON strings: jq takes a tenth of a second
to start.
"""

import json
import subprocess
import sys

import servers
from protocol import Table

program = servers.find("jq")
version = servers.output(program, "--version").strip()


def uri(value):
    jq.stdin.write(json.dumps(value) + "\n")
    jq.stdin.flush()
    return json.loads(jq.stdout.readline())


if sys.argv[1:] == ["run"]:
    jq = subprocess.Popen([program, "--unbuffered", "-c", "@uri"], text=True, encoding="utf-8",
                          stdin=subprocess.PIPE, stdout=subprocess.PIPE)
table = Table("jq")
table.add("encoder", "jq.@uri", version, "text", "jq @uri, from a JSON string to a JSON string", uri)
table.main(sys.argv[1:])
