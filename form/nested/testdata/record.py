# Records urlencode and parse_qs of Python: python3 record.py < inputs.json
import json
import sys
from urllib.parse import parse_qs, urlencode


def data(v):
    if not isinstance(v, dict):
        return v
    if "list" in v:
        return [data(x) for x in v["list"]]
    return {k: data(x) for k, x in v["map"]}


def flat(v):
    # What is nested deeper is written as repr() and is no convention.
    return all(not isinstance(x, list) or not any(isinstance(y, (list, dict)) for y in x) for x in v.values())


inputs = json.load(sys.stdin)
json.dump(
    {
        "version": "Python " + sys.version.split()[0],
        "build": {
            "Python": [
                urlencode(d, doseq=True) if flat(d) else {"error": "nested"} for d in map(data, inputs["build"])
            ]
        },
        "parse": {
            "Python": [
                {"map": [[k, {"list": v}] for k, v in parse_qs(q).items()]} for q in inputs["parse"]
            ]
        },
    },
    sys.stdout,
    ensure_ascii=False,
    indent=1,
)
print()
