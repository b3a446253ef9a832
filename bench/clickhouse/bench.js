// Times percentDecode beside ClickHouse's own decodeURLComponent, on a million rows
// and in one thread, and prints the fastest of nine queries of each, in turn, and the
// least processor time that ClickHouse itself took for percentDecode: to hand rows
// over and to take results. Before that, both must agree on every row.
//
//   npm install --prefix /tmp/chdb chdb@3.4.0
//   go build -o /tmp/percent ./cmd/percent
//   node bench/clickhouse/bench.js /tmp/chdb/node_modules /tmp/percent [FILE]
//
// FILE holds URLs, one a line, which are taken again and again; URLs are made up
// without.
const fs = require("fs");
const os = require("os");
const path = require("path");
const { execFileSync } = require("child_process");

const [modules, percent, file] = process.argv.slice(2);
const { Session } = require(path.resolve(modules, "chdb"));
const dir = fs.mkdtempSync(path.join(os.tmpdir(), "percent-clickhouse-"));
fs.writeFileSync(path.join(dir, "percent_function.xml"), execFileSync(path.resolve(percent), ["udf", "clickhouse", "--print-config"]));
fs.writeFileSync(path.join(dir, "config.xml"), `<clickhouse><user_defined_executable_functions_config>${dir}/percent_function.xml</user_defined_executable_functions_config></clickhouse>`);
const session = new Session(path.join(dir, "db"), { connectionArgs: [`--config-file=${dir}/config.xml`] });
const query = (sql) => session.query(sql, "TSV");
const milliseconds = (sql) => {
  const begin = process.hrtime.bigint();
  const before = process.cpuUsage();
  query(sql);
  const wall = Number(process.hrtime.bigint() - begin) / 1e6;
  const used = process.cpuUsage(before); // of ClickHouse, which is in this process
  return [wall, (used.user + used.system) / 1e3];
};

query("create database b");
const made = "select concat('https://example.com/a/', lower(hex(number * 2654435761)), '?page=', toString(number % 100)) as url from numbers(1000000)";
const given = file && `select a.line as url from numbers(1000) as b cross join file('${path.resolve(file)}', LineAsString) as a limit 1000000`;
const classes = {
  plain: given || made,
  "two escapes": "select concat('https://example.com/list?', 'q=caf%C3%A9&page=', toString(number), '&sort=name') as url from numbers(1000000)",
  component: "select encodeURLComponent(url) as url from b.plain",
  Japanese: "select encodeURLComponent(concat('https://example.com/', repeat('日本語', 1 + number % 6), '/', toString(number))) as url from numbers(1000000)",
};
console.log("class         bytes  escapes  built in  percentDecode  ratio  ClickHouse's own");
for (const [name, rows] of Object.entries(classes)) {
  const table = name === "plain" ? "b.plain" : "b.other";
  query(`create or replace table ${table} engine = Memory as ${rows}`);
  const [count, bytes, escapes, differ] = query(`select count(), avg(length(url)), avg(countSubstrings(url, '%')), countIf(decodeURLComponent(url) != percentDecodeOrInput(url, 'rfc3986')) from ${table}`).trim().split("\t").map(Number);
  if (count !== 1000000 || differ !== 0) {
    throw new Error(`${name}: ${count} rows, ${differ} of which differ`);
  }
  const best = [Infinity, Infinity], own = [Infinity, Infinity];
  for (let i = 0; i < 9; i++) {
    ["decodeURLComponent(url)", "percentDecodeOrInput(url, 'rfc3986')"].forEach((call, k) => {
      const [wall, used] = milliseconds(`select sum(length(${call})) from ${table} settings max_threads = 1`);
      best[k] = Math.min(best[k], wall);
      own[k] = Math.min(own[k], used);
    });
  }
  console.log(`${name.padEnd(12)}  ${bytes.toFixed(0).padStart(5)}  ${escapes.toFixed(1).padStart(7)}  ${best[0].toFixed(0).padStart(5)} ms  ${best[1].toFixed(0).padStart(10)} ms  ${(best[1] / best[0]).toFixed(1).padStart(5)}  ${own[1].toFixed(0).padStart(13)} ms`);
}
session.cleanup();
fs.rmSync(dir, { recursive: true, force: true });
