import sys
import time
from urllib.parse import quote_from_bytes, unquote_to_bytes

op, path, out, ms = sys.argv[1:]
s = open(path, "rb").read()
if op == "encode":
    f = lambda: quote_from_bytes(s, safe="")
    open(out, "w").write(f())
else:
    f = lambda: unquote_to_bytes(s)
    open(out, "wb").write(f())
n, best = 1, float("inf")
end = time.perf_counter_ns() + int(ms) * 1_000_000
while True:
    r = range(n)
    t = time.perf_counter_ns()
    for _ in r:
        f()
    now = time.perf_counter_ns()
    if now - t < 50_000:
        n *= 2
    else:
        best = min(best, (now - t) / n)
        if now > end:
            break
print(best)
