// Runs statements in ClickHouse, which the npm package chdb holds: one JSON object a
// line comes in on standard input, {"sql": …}, and one goes out, {"result": …} or
// {"error": …}.
//
//   node engine.js NODE_MODULES DATABASE CONFIG
const path = require("path");
const readline = require("readline");

const [modules, database, config] = process.argv.slice(2);
const { Session } = require(path.join(modules, "chdb"));
const session = new Session(database, { connectionArgs: ["--config-file=" + config] });

readline.createInterface({ input: process.stdin }).on("line", (line) => {
  const answer = {};
  const begin = process.hrtime.bigint();
  try {
    answer.result = session.query(JSON.parse(line).sql, "JSONCompactEachRow");
  } catch (e) {
    answer.error = String(e.message || e);
  }
  answer.seconds = Number(process.hrtime.bigint() - begin) / 1e9;
  process.stdout.write(JSON.stringify(answer) + "\n");
}).on("close", () => session.cleanup());
