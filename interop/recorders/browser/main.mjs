// Records a browser: serves page.js on 127.0.0.1, starts the browser on it, and
// hands it the questions. node main.mjs chromium|firefox|webkit list|run
import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { decodeWTF8, encodeWTF8, exit, wellFormed } from '../node/protocol.mjs';
import { browse, versionOf } from './launch.mjs';

// [kind, what page.js calls it, call], in UTF-8 pages.
const plain = [
  ['encoder', 'encodeURIComponent', 'encodeURIComponent(s)'],
  ['encoder', 'encodeURI', 'encodeURI(s)'],
  ['encoder', 'escape', 'escape(s)'],
  ['encoder', 'URL.pathname.set', "u.pathname='/x'+s+'x' (http), between"],
  ['encoder', 'URL.search.set', "u.search='?x'+s+'x' (http), between"],
  ['encoder', 'URL.search_nonspecial.set', "u.search='?x'+s+'x' (foo:), between"],
  ['encoder', 'URL.hash.set', "u.hash='#x'+s+'x', between"],
  ['encoder', 'URL.username.set', 'u.username=s'],
  ['encoder', 'URL.password.set', 'u.password=s'],
  ['encoder', 'URL.path.parse', "new URL('http://h/x'+s+'x').pathname, between"],
  ['encoder', 'URL.path_nonspecial.parse', "new URL('foo://h/x'+s+'x').pathname, between"],
  ['encoder', 'URL.query.parse', "new URL('http://h/?x'+s+'x').search, between"],
  ['encoder', 'URL.fragment.parse', "new URL('http://h/#x'+s+'x').hash, between"],
  ['encoder', 'URL.userinfo.parse', "new URL('http://x'+s+'x@h/').username, between"],
  ['encoder', 'URL.opaque_path.parse', "new URL('foo:x'+s+'x').pathname, between"],
  ['encoder', 'URL.opaque_host.parse', "new URL('foo://x'+s+'x').host, between"],
  ['encoder', 'URLSearchParams', "new URLSearchParams([['k',s]]).toString().slice(2)"],
  ['encoder', 'URL.searchParams.append', "u.searchParams.append('k',s); u.search.slice(3)"],
  ['encoder', 'FormData.multipart_name', 'new Response(FormData{name:s}) Content-Disposition name'],
  ['encoder', 'FormData.multipart_filename', 'new Response(FormData{k:Blob, filename s}) Content-Disposition filename'],
  ['decoder', 'decodeURIComponent', 'decodeURIComponent(s)'],
  ['decoder', 'decodeURI', 'decodeURI(s)'],
  ['decoder', 'unescape', 'unescape(s)'],
  ['decoder', 'URLSearchParams.parse', "new URLSearchParams('k='+s).get('k')"],
  ['decoder', 'URL.host.decode', "new URL('http://x'+s+'x').hostname, between"],
  ['decoder', 'data.body', "body of fetch('data:application/octet-stream,x'+s+'x'), between"],
];
const charsets = ['UTF-8', 'windows-1252', 'ISO-8859-2', 'KOI8-U', 'Shift_JIS', 'EUC-JP', 'ISO-2022-JP', 'EUC-KR', 'Big5', 'GBK', 'gb18030', 'x-user-defined', 'UTF-16LE'];

function tableOf(name) {
  const table = plain.map(([kind, what, call]) => ({ id: `${name}.${what}`, kind, call, charset: 'UTF-8', what }));
  for (const charset of charsets) {
    const add = (what, call) => table.push({ id: `${name}.${what}.${charset.toLowerCase()}`, kind: 'encoder', call, charset, what });
    add('form', `GET form in a ${charset} page, hidden field k of value s: query on the wire after k=`);
    add('link', `a.href='http://h/?x'+s+'x' in a ${charset} page: a.search, between`);
    add('multipart_name', `POST multipart/form-data form in a ${charset} page, hidden field of name 'x'+s: name on the wire, after x`);
    add('multipart_filename', `POST multipart/form-data form in a ${charset} page, file input with the file 'x'+s: filename on the wire, after x`);
  }
  // WebKitGTK cannot read a FormData that holds a Blob.
  return table.filter((m) => m.id !== 'webkit.FormData.multipart_filename');
}

let current = 0; // the job that is asked
let submitted; // the last request to /submit

const [name, verb] = process.argv.slice(2);
const table = tableOf(name);
if (verb === 'list') {
  const version = versionOf(name);
  for (const m of table) process.stdout.write([m.kind, m.id, 'Browser', version, 'utf16', m.call].join('\t') + '\n');
} else {
  await run();
}

async function run() {
  const byID = new Map(table.map((m) => [m.id, m]));
  const jobs = [];
  for (const line of (await text(process.stdin)).split('\n')) {
    if (line === '') continue;
    const [id, hex] = line.split('\t');
    if (jobs.at(-1)?.id !== id) jobs.push({ ...byID.get(id), inputs: [] });
    jobs.at(-1).inputs.push(decodeWTF8(hex));
  }
  await browse(name, '/page?charset=UTF-8', (req, res, done) => serve(req, res, jobs, done));
  exit();
}

async function serve(req, res, jobs, done) {
  const url = new URL(req.url, 'http://127.0.0.1');
  const send = (type, body) => {
    res.setHeader('Content-Type', type);
    res.setHeader('Cache-Control', 'no-store');
    res.end(body);
  };
  switch (url.pathname) {
    case '/page': {
      const charset = url.searchParams.get('charset');
      const html = '<!DOCTYPE html><title>interop</title><body><script src="/page.js" charset="utf-8"></script>';
      send(`text/html; charset=${charset}`, Buffer.from(html, charset === 'UTF-16LE' ? 'utf16le' : 'latin1'));
      return;
    }
    case '/page.js':
      send('text/javascript; charset=utf-8', readFileSync(new URL('page.js', import.meta.url)));
      return;
    case '/job': {
      const job = jobs[current];
      if (!job) {
        send('application/json', '{"done": true}');
        done();
      } else if (url.searchParams.get('charset') !== job.charset) {
        send('application/json', JSON.stringify({ page: '/page?charset=' + job.charset }));
      } else {
        send('application/json', JSON.stringify({ kind: job.what, inputs: job.inputs.map(toUnits) }));
      }
      return;
    }
    case '/submit': {
      const chunks = await req.toArray();
      submitted = { query: req.url.slice('/submit?'.length), body: Buffer.concat(chunks), type: req.headers['content-type'] };
      send('text/html', 'seen');
      return;
    }
    case '/answer': {
      const { answers } = JSON.parse(await text(req));
      const job = jobs[current++];
      const lines = answers ? answers.map(line) : seen(job);
      if (lines.length !== job.inputs.length) throw new Error(`${job.id}: ${lines.length} answers to ${job.inputs.length} inputs`);
      process.stdout.write(lines.map((l) => l + '\n').join(''));
      send('text/plain', '');
      return;
    }
    default:
      res.statusCode = 404;
      res.end();
  }
}

function toUnits(s) {
  return Array.from({ length: s.length }, (_, i) => s.charCodeAt(i).toString(16).padStart(4, '0')).join('');
}

/** line spells one answer of the page. */
function line({ units, octets, message }) {
  if (message !== undefined) return '!' + wellFormed(message).replace(/[\x00-\x1f\x7f-\x9f\u2028\u2029]+/g, ' ');
  if (octets !== undefined) return octets;
  return encodeWTF8((units.match(/.{4}/g) ?? []).map((h) => String.fromCharCode(parseInt(h, 16))).join('')).toString('hex');
}

/** seen takes the values of a submitted form from what came over the wire. */
function seen(job) {
  if (job.what === 'form') {
    return submitted.query.split('&').map((pair) => (pair.startsWith('k=') ? Buffer.from(pair.slice(2), 'latin1').toString('hex') : '!no k='));
  }
  const boundary = /boundary=(.*)$/.exec(submitted.type)[1];
  const parts = submitted.body.toString('latin1').split('--' + boundary).slice(1, -1);
  return parts.map((p) => {
    const m = (job.what === 'multipart_name'
      ? /^\r\nContent-Disposition: form-data; name="x([^]*)"\r\n\r\nv\r\n$/
      : /^\r\nContent-Disposition: form-data; name="k"; filename="x([^]*)"\r\nContent-Type: text\/plain\r\n\r\nv\r\n$/).exec(p);
    return m ? Buffer.from(m[1], 'latin1').toString('hex') : '!the x before the value did not survive';
  });
}
