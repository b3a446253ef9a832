"""Records small JavaScript engines: writes a script that holds the questions
and asks them all. python3 es5.py duktape|rhino list|run"""

import json
import shutil
import subprocess
import sys
import tempfile

ENGINES = {  # program, package, name
    "duktape": ("duk", "duktape", "Duktape"),
    "rhino": ("rhino", "rhino", "Rhino"),
}
FUNCTIONS = [
    ("encoder", "encodeURIComponent"),
    ("encoder", "encodeURI"),
    ("encoder", "escape"),
    ("decoder", "decodeURIComponent"),
    ("decoder", "decodeURI"),
    ("decoder", "unescape"),
]
# Prints the code units of every result in hexadecimal, or ! and the exception.
SCRIPT = """
function units(s) {
  var out = '';
  for (var i = 0; i < s.length; i++) out += ('000' + s.charCodeAt(i).toString(16)).slice(-4);
  return out;
}
for (var i = 0; i < questions.length; i++) {
  var line;
  try {
    line = units(questions[i][0](questions[i][1]));
  } catch (e) {
    line = '!' + e.name + ': ' + e.message;
  }
  print(line);
}
"""


def main(name, verb):
    program, package, title = ENGINES[name]
    if not shutil.which(program):
        print(f"{program} is missing", file=sys.stderr)
        sys.exit(77)
    if verb == "list":
        # Neither prints its version.
        out = subprocess.run(["dpkg-query", "-W", "-f", "${Version}", package], check=True, capture_output=True, text=True)
        version = out.stdout.split("-")[0]
        for kind, function in FUNCTIONS:
            print(kind, f"{name}.{function}", "JavaScript", f"{title} {version}", "utf16", f"{function}(s)", sep="\t")
        return
    questions = []
    for line in sys.stdin:
        ident, octets = line.rstrip("\n").split("\t")
        text = bytes.fromhex(octets).decode("utf-8", "surrogatepass")
        questions.append(f"[{ident.removeprefix(name + '.')}, {json.dumps(text)}]")
    for i in range(0, len(questions), 500):  # a longer literal is too large for Rhino
        ask(program, questions[i : i + 500])


def ask(program, questions):
    with tempfile.NamedTemporaryFile("w", suffix=".js") as script:
        script.write("var questions = [\n" + ",\n".join(questions) + "\n];\n" + SCRIPT)
        script.flush()
        out = subprocess.run([program, script.name], check=True, capture_output=True, text=True).stdout
    for answer in out.splitlines():
        if answer.startswith("!"):
            print(answer)
        else:
            text = bytes.fromhex(answer).decode("utf-16-be", "surrogatepass")
            print(text.encode("utf-8", "surrogatepass").hex())


main(*sys.argv[1:])
