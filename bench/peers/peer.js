const fs = require('fs');
const [, , op, path, out, ms] = process.argv;
const raw = fs.readFileSync(path);
const s = raw.toString('utf8');
if (Buffer.compare(Buffer.from(s, 'utf8'), raw) !== 0) {
  console.error('not UTF-8: it takes text only');
  process.exit(3);
}
const f = op === 'encode' ? encodeURIComponent : decodeURIComponent;
try {
  fs.writeFileSync(out, f(s));
} catch (e) {
  console.error(String(e));
  process.exit(3);
}
let n = 1;
let best = Infinity;
let sink = 0;
const end = process.hrtime.bigint() + BigInt(ms) * 1000000n;
for (;;) {
  const t = process.hrtime.bigint();
  for (let i = 0; i < n; i++) sink += f(s).length;
  const now = process.hrtime.bigint();
  const d = Number(now - t);
  if (d < 50000) {
    n *= 2;
  } else {
    best = Math.min(best, d / n);
    if (now > end) break;
  }
}
if (sink < 0) console.log(sink);
console.log(best);
