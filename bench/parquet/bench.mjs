// Times percent-parquet beside DuckDB's own url_decode, from a file to a file, by processor
// time in one thread, the least of five runs in turn. Before that, both must agree on
// every row.
//
//   npm install --prefix /tmp/duckdb @duckdb/node-api@1.5.6-r.1
//   go -C bulk/parquet build -o /tmp/percent-parquet ./cmd/percent-parquet
//   node bench/parquet/bench.mjs /tmp/duckdb/node_modules /tmp/percent-parquet [FILE]
//
// FILE holds URLs, one a line, which are taken again and again; URLs are made up without.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const [modules, percent, file] = process.argv.slice(2);
const { DuckDBInstance } = createRequire(join(resolve(modules), "x.js"))("@duckdb/node-api");
const dir = mkdtempSync(join(tmpdir(), "percent-parquet-"));
const db = await (await DuckDBInstance.create(":memory:")).connect();
const rows = 1_200_000;
const made = Array.from({ length: 50_000 }, (_, i) => `https://h${i % 997}.example/p/${(i * 2654435761) % 65521}?q=a b ${i}&t=${(i * 40503) % 8191}`);
const urls = file ? readFileSync(file, "utf8").split("\n").filter(Boolean) : made;
await db.run("CREATE TABLE urls (i INT, u VARCHAR)");
for (let at = 0; at < urls.length; at += 1000) {
  const values = urls.slice(at, at + 1000).map((u, i) => `(${at + i}, '${u.replaceAll("'", "''")}')`);
  await db.run(`INSERT INTO urls VALUES ${values.join()}`);
}
await db.run(`CREATE TABLE t AS SELECT r AS id, url_encode(u) || (CASE WHEN r % 2 = 0 THEN '%20' || r ELSE '' END) AS url, u AS referer, random() AS x, r % 1000 AS n
  FROM range(${rows}) g(r) JOIN urls ON i = r % ${urls.length}`);
const more = Array.from({ length: 45 }, (_, i) => (i % 3 ? `hash(r.id, ${i}) % 1000` : `md5((r.id + ${i})::VARCHAR)`) + ` AS c${i}`).join();
const tables = {
  "5 columns, Snappy": ["snappy", "SELECT * FROM t"],
  "5 columns, Zstandard": ["zstd", "SELECT * FROM t"],
  "5 columns, not compressed": ["uncompressed", "SELECT * FROM t"],
  "50 columns, Snappy, a quarter of the rows": ["snappy", `SELECT *, ${more} FROM t r WHERE id % 4 = 0`],
  "5 columns, 1,400 different URLs": ["snappy", "SELECT * REPLACE ('https%3A%2F%2Fh' || (n % 200) || '.example%2Fp%20' || (n % 7) AS url) FROM t"],
  "1 % malformed, kept": ["snappy", "SELECT * REPLACE (CASE WHEN id % 100 = 0 THEN url || '%zz' ELSE url END AS url) FROM t"],
  "1 % malformed, skipped": ["snappy", "SELECT * REPLACE (CASE WHEN id % 100 = 0 THEN url || '%zz' ELSE url END AS url) FROM t", "skip"],
};
await db.run("SET threads = 1");
const used = () => process.cpuUsage().user + process.cpuUsage().system;
console.log("| table | percent | DuckDB | ratio | size of the result, to that of the table |\n|---|---|---|---|---|");
for (const [name, [compression, select, policy = "keep"]] of Object.entries(tables)) {
  const [source, ours, theirs] = ["in", "ours", "theirs"].map(f => join(dir, `${f}.parquet`));
  const options = `(FORMAT parquet, COMPRESSION ${compression})`;
  await db.run(`COPY (${select}) TO '${source}' ${options}`);
  const decoded = `SELECT * REPLACE (url_decode(url) AS url) FROM '${source}'`;
  let [a, b] = [Infinity, Infinity];
  for (let round = 0; round < 5; round++) {
    rmSync(ours, { force: true });
    const script = `TIMEFORMAT='%U %S'; time "$0" decode --quiet --column url --on-error ${policy} -f "$1" -o "$2"`;
    const run = spawnSync("bash", ["-c", script, resolve(percent), source, ours], { env: { ...process.env, GOMAXPROCS: "1" }, encoding: "utf8" });
    if (![0, 1].includes(run.status)) throw new Error(run.stderr);
    a = Math.min(a, run.stderr.trim().split("\n").at(-1).split(" ").reduce((sum, s) => sum + Number(s), 0));
    const before = used();
    await db.run(`COPY (${decoded}) TO '${theirs}' ${options}`);
    b = Math.min(b, (used() - before) / 1e6);
  }
  const differ = policy === "keep" ? `SELECT count(*) FROM (FROM '${ours}' EXCEPT ALL ${decoded})` : `SELECT ${rows} - ${rows / 100} - count(*) FROM '${ours}'`;
  const [[n]] = await (await db.run(differ)).getRows();
  if (Number(n) !== 0) throw new Error(`${name}: ${n} rows differ`);
  console.log(`| ${name} | ${a.toFixed(2)} s | ${b.toFixed(2)} s | ${(a / b).toFixed(2)} | ${(statSync(ours).size / statSync(source).size).toFixed(2)} |`);
}
rmSync(dir, { recursive: true });
