// DuckDB and Polars: reads {engine, write, read} as JSON, and answers {version, write, read}.
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';

const require = createRequire(path.join(process.cwd(), 'package.json'));
const { engine, write, read } = JSON.parse(readFileSync(0));
const dir = mkdtempSync(path.join(tmpdir(), 'partitions-'));
const { DuckDBInstance } = require('@duckdb/node-api');
const db = await (await DuckDBInstance.create(':memory:')).connect();
const rows = async (sql, values) => (await db.runAndReadAll(sql, values)).getRows();
const file = path.join(dir, 'file.parquet');
await db.run(`copy (select 1 a) to '${file}' (format parquet)`);
const failed = '!';

async function tryTo(f) {
  try {
    return await f();
  } catch {
    return failed;
  }
}

const version = engine === 'DuckDB' ? (await rows('select library_version from pragma_version()'))[0][0] : require('nodejs-polars/package.json').version;
const out = { version, write: [], read: [] };
let n = 0;
for (const value of write) {
  const base = path.join(dir, `w${n++}`);
  out.write.push(await tryTo(async () => {
    await db.run(`copy (select 1 a, $1::varchar k) to '${base}' (format parquet, partition_by k)`, [value]);
    return readdirSync(base)[0];
  }));
}
for (const name of read) {
  const base = path.join(dir, `r${n++}`);
  out.read.push(await tryTo(async () => {
    mkdirSync(path.join(base, name), { recursive: true });
    copyFileSync(file, path.join(base, name, 'x.parquet'));
    if (engine === 'DuckDB') {
      return (await rows(`select k from read_parquet('${base}/**/*.parquet', hive_partitioning = true, hive_types_autocast = false)`))[0][0];
    }
    const pl = require('nodejs-polars');
    const record = pl.scanParquet(`${base}/**/*.parquet`, { hivePartitioning: true }).collectSync().toRecords()[0];
    if (!('k' in record)) return failed;
    return record.k === null ? null : record.k instanceof Date ? record.k.toISOString() : String(record.k);
  }));
}
rmSync(dir, { recursive: true });
process.stdout.write(JSON.stringify(out));
