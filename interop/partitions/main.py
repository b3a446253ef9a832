# PyArrow: reads {write, read} as JSON, and answers {version, write, read}.
import json
import os
import sys
import tempfile

import pyarrow as pa
import pyarrow.dataset as ds
import pyarrow.parquet as pq

asked = json.load(sys.stdin)
hive = ds.partitioning(pa.schema([("k", pa.string())]), flavor="hive")
top = tempfile.mkdtemp()
out = {"version": pa.__version__, "write": [], "read": []}


def written(n, value):
    base = os.path.join(top, "w%d" % n)
    table = pa.table({"a": [1], "k": pa.array([value], pa.string())})
    ds.write_dataset(table, base, format="parquet", partitioning=hive)
    return os.listdir(base)[0]


def read(n, name):
    base = os.path.join(top, "r%d" % n)
    os.makedirs(os.path.join(base, name))
    pq.write_table(pa.table({"a": [1]}), os.path.join(base, name, "x.parquet"))
    return ds.dataset(base, partitioning=hive).to_table()["k"][0].as_py()


for kind, function in (("write", written), ("read", read)):
    for n, text in enumerate(asked[kind]):
        try:
            out[kind].append(function(n, text))
        except Exception:
            out[kind].append("!")
json.dump(out, sys.stdout)
