// Runs a statement in DuckDB, which the npm package @duckdb/node-api holds, as its
// command does, and prints the rows as JSON, one a line.
//
//   node duckdb.js NODE_MODULES DATABASE -c STATEMENT
const path = require("path");

const [modules, database, flag, statement] = process.argv.slice(2);
if (flag !== "-c" || statement === undefined) {
  throw new Error("usage: duckdb DATABASE -c STATEMENT");
}
const { DuckDBInstance } = require(path.join(modules, "@duckdb/node-api"));

(async () => {
  const instance = await DuckDBInstance.create(database);
  const connection = await instance.connect();
  const rows = (await connection.runAndReadAll(statement)).getRowsJson();
  for (const row of rows) {
    console.log(JSON.stringify(row));
  }
  connection.closeSync();
  instance.closeSync();
})();
