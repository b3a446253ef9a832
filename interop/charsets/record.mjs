// Records how programs decode and encode every charset:
//
//	node record.mjs [firefox] [chromium] [node]
//
// recordings/NAME.json has what NAME said, by reference to the rows of
// recordings/rows.json.gz, which hold each distinct answer once.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { gunzipSync, gzipSync } from 'node:zlib';
import { browse, versionOf } from '../recorders/browser/launch.mjs';
import { decodeAll } from './tables.mjs';

const here = (name) => new URL(name, import.meta.url);
const rows = existsSync(here('recordings/rows.json.gz')) ? JSON.parse(gunzipSync(readFileSync(here('recordings/rows.json.gz')))) : {};

/**
 * refer keeps a row and returns its name. Where half of it or more is as in the row
 * of Firefox, only what differs is kept.
 */
function refer(value, base) {
  if (base && rows[base]) {
    const at = Object.fromEntries(value.map((v, i) => [i, v]).filter(([i, v]) => v !== rows[base][i]));
    const n = Object.keys(at).length;
    if (n === 0) return base;
    if (n <= 128) value = { base, at };
  }
  const name = createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 12);
  rows[name] = value;
  return name;
}

function newRecording(program) {
  const first = here('recordings/firefox.json');
  const firefox = existsSync(first) && !program.startsWith('Firefox') ? JSON.parse(readFileSync(first, 'utf8')) : { decode: {} };
  const out = { program, labels: {}, decode: {}, fourBytes: {}, sequences: {}, encode: {} };
  const add = ([kind, charset, key, value]) => {
    switch (kind) {
      case 'label': out.labels[charset] = value; return;
      case 'row': (out.decode[charset] ??= {})[key] = refer(value, firefox.decode[charset]?.[key]); return;
      case 'runs': out.fourBytes[charset] = refer(value); return;
      case 'sequences': out.sequences[charset] = refer(value); return;
      case 'encode': out.encode[charset] = refer(value); return;
      default: throw new Error('unknown record ' + kind);
    }
  };
  return { out, add };
}

async function recordNode() {
  const { out, add } = newRecording(`Node.js ${process.version} with ICU ${process.versions.icu}`);
  const labels = readFileSync(here('labels.txt'), 'utf8').trim().split('\n');
  await decodeAll(labels, async (...record) => add(record));
  return out;
}

async function recordBrowser(name) {
  const { out, add } = newRecording(versionOf(name));
  const files = { '/page.js': 'page.js', '/tables.mjs': 'tables.mjs', '/labels.txt': 'labels.txt' };
  let failed;
  await browse(name, '/page?charset=UTF-8', async (req, res, done) => {
    const url = new URL(req.url, 'http://127.0.0.1');
    const send = (type, body) => {
      res.setHeader('Content-Type', type);
      res.setHeader('Cache-Control', 'no-store');
      res.end(body);
    };
    if (files[url.pathname]) {
      send('text/javascript; charset=utf-8', readFileSync(here(files[url.pathname])));
    } else if (url.pathname === '/page') {
      send(`text/html; charset=${url.searchParams.get('charset')}`, '<!DOCTYPE html><title>charsets</title><script type="module" src="/page.js"></script>');
    } else if (url.pathname === '/records') {
      for (const record of JSON.parse(await text(req))) add(record);
      send('text/plain', '');
    } else if (url.pathname === '/done' || url.pathname === '/failed') {
      if (url.pathname === '/failed') failed = await text(req);
      send('text/plain', '');
      done();
    } else {
      res.statusCode = 404;
      res.end();
    }
  });
  if (failed !== undefined) throw new Error(failed);
  return out;
}

const all = process.argv.length > 2 ? process.argv.slice(2) : ['firefox', 'chromium', 'node'];
for (const name of all) {
  const out = name === 'node' ? await recordNode() : await recordBrowser(name);
  writeFileSync(here(`recordings/${name}.json`), JSON.stringify(out, null, 1) + '\n');
  console.log(`${name}: ${out.program}, ${Object.keys(out.decode).length} charsets decoded, ${Object.keys(out.encode).length} encoded`);
}
// Rows that no recording refers to any more are dropped.
const used = new Set();
for (const file of readdirSync(here('recordings')).filter((f) => f.endsWith('.json'))) {
  JSON.parse(readFileSync(here('recordings/' + file), 'utf8'), (_, v) => { if (typeof v === 'string') used.add(v); return v; });
}
for (const name of [...used]) if (rows[name]?.base) used.add(rows[name].base);
const kept = Object.fromEntries(Object.entries(rows).filter(([k]) => used.has(k)));
writeFileSync(here('recordings/rows.json.gz'), gzipSync(JSON.stringify(kept), { level: 9 }));
process.exit(); // the servers of the browsers still listen
