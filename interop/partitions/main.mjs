// DuckDB, ClickHouse and Polars: reads {engine, write, read} as JSON, and answers {version, write, read}.
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';

const require = createRequire(path.join(process.cwd(), 'package.json'));
const { engine, write, read } = JSON.parse(readFileSync(0));
const dir = mkdtempSync(path.join(tmpdir(), 'partitions-'));
const failed = '!';
let n = 0;

async function tryTo(f) {
  try {
    return await f();
  } catch {
    return failed;
  }
}

// A directory is what stands before the name of the file.
if (engine === 'ClickHouse') {
  const { Session } = require('chdb');
  const session = new Session(path.join(dir, 'session'));
  const base = () => path.join(dir, `c${n++}`);
  const out = { version: session.query('select version()', 'TSV').trim(), write: [], read: [] };
  for (const value of write) {
    const to = base();
    mkdirSync(to);
    out.write.push(await tryTo(() => {
      session.query(`insert into function file('${to}/k={_partition_id}/x.csv', 'CSV', 'a Int8, k String') partition by k select 1, unhex('${Buffer.from(value).toString('hex')}')`);
      return path.dirname(readdirSync(to, { recursive: true }).find((name) => name.endsWith('x.csv')));
    }));
  }
  for (const name of read) {
    const from = base();
    out.read.push(await tryTo(() => {
      mkdirSync(path.join(from, name), { recursive: true });
      writeFileSync(path.join(from, name, 'x.csv'), '1\n');
      return JSON.parse(session.query(`select k from file('${from}/**/x.csv', 'CSV', 'a Int8, k String') settings use_hive_partitioning = 1`, 'JSONCompactEachRow'))[0];
    }));
  }
  session.cleanup();
  rmSync(dir, { recursive: true });
  process.stdout.write(JSON.stringify(out));
  process.exit();
}
const { DuckDBInstance } = require('@duckdb/node-api');
const db = await (await DuckDBInstance.create(':memory:')).connect();
const rows = async (sql, values) => (await db.runAndReadAll(sql, values)).getRows();
const file = path.join(dir, 'file.parquet');
await db.run(`copy (select 1 a) to '${file}' (format parquet)`);
const version = engine === 'DuckDB' ? (await rows('select library_version from pragma_version()'))[0][0] : require('nodejs-polars/package.json').version;
const out = { version, write: [], read: [] };
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
