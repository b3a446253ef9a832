// Prints links that nginx's secure_link accepts or refuses, and bodies of Mailgun:
// node nginx.js COUNT SEED. It starts nginx, which must be installed.
'use strict';
const crypto = require('node:crypto');
const fs = require('node:fs');
const http = require('node:http');
const os = require('node:os');
const path = require('node:path');
const { spawn, spawnSync } = require('node:child_process');
const { generator, write } = require('./random.js');

const [count, seed] = process.argv.slice(2).map(Number);
const { next, pick, word, letters } = generator(seed);
const secret = 'enigma ' + letters(8);
const expressions = ['$secure_link_expires$uri {secret}', '${uri}{secret}$secure_link_expires', '{secret}$secure_link_expires$host$arg_p'];
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'secure-link-'));
const port = 20000 + (process.pid % 20000);
fs.writeFileSync(path.join(folder, 'nginx.conf'), `daemon off; worker_processes 1; error_log stderr crit; pid ${folder}/pid;
events { worker_connections 64; }
http { access_log off; ${['body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((n) => (n === 'body' ? 'client_body' : n) + '_temp_path ' + folder + '/' + n + ';').join(' ')}
${expressions.map((e, i) => `server { listen 127.0.0.1:${port}; server_name h${i}; keepalive_requests 1000000; merge_slashes on;
location / { secure_link $arg_md5,$arg_expires; secure_link_md5 "${e.replace('{secret}', secret)}";
if ($secure_link = "") { return 403; } if ($secure_link = "0") { return 410; } return 204; } }`).join('\n')} }`);
const nginx = spawn('nginx', ['-p', folder, '-c', path.join(folder, 'nginx.conf')], { stdio: ['ignore', 'inherit', 'inherit'] });
const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
const status = (host, target) => new Promise((resolve, reject) => {
  http.request({ agent, port, host: '127.0.0.1', path: target, headers: { Host: host } }, (r) => { r.resume(); r.on('end', () => resolve(r.statusCode)); }).on('error', reject).end();
});
const decode = (text) => { try { return decodeURIComponent(text); } catch { return text; } };

async function link() {
  const i = next(expressions.length), expires = pick([4000000000, 4000000000, 4000000000, 1000000000]), p = next(2) ? encodeURIComponent(word(2)) : '';
  const uri = '/' + Array.from({ length: next(3) }, () => encodeURIComponent(word(3, 1)).replace(/^(\.|%2e)+$/i, 'x')).join('/');
  const signed = { uri: pick([decode(uri), decode(uri), decode(uri), uri]), expires: String(expires) };
  const text = expressions[i].replace('$secure_link_expires', signed.expires).replace(/\$(uri|\{uri\})/, () => signed.uri).replace('$host', 'h' + i).replace('$arg_p', () => p).replace('{secret}', secret);
  let md5 = crypto.createHash('md5').update(text).digest(pick(['base64url', 'base64url', 'base64url', 'base64']));
  if (next(8) === 0) md5 += '==';
  if (next(8) === 0) md5 = md5.slice(0, 21) + pick(['A', 'Q', 'g', 'w', 'x']) + md5.slice(22);
  let target = `${uri}?md5=${md5}&expires=${expires}${p && '&p=' + p}`;
  if (next(6) === 0) {
    const at = 1 + next(target.length - 1);
    target = target.slice(0, at) + pick(['x', '%20', '', '+']) + target.slice(at + 1);
  }
  if (/\/\/|\/\.{1,2}(\/|$)|%00/.test(decode(target.split('?')[0])) || /md5=.*md5=|%(?![0-9A-Fa-f]{2})|^[^?]*$/.test(target)) return null;
  const code = await status('h' + i, target);
  if (code === 400) return null;
  return { scheme: 'secure-link', method: 'GET', url: `http://h${i}${target}`, key: secret, given: { Expression: expressions[i] }, time: 1700000000, not: code !== 204 };
}

function mailgun() {
  const key = letters(20), timestamp = String(1700000000 + next(1000)), token = letters(50);
  const signature = crypto.createHmac('sha256', key).update(timestamp + token).digest('hex');
  const body = next(2) ? JSON.stringify({ signature: { timestamp, token, signature }, 'event-data': { event: 'opened', id: word(3) } }) : new URLSearchParams({ event: 'opened', domain: word(2), timestamp, token, signature }).toString();
  return { scheme: 'mailgun', method: 'POST', url: 'https://h.example/hook', header: [], body, key };
}

(async () => {
  const list = [];
  try {
    for (let n = 0; n < 100; n++) { // until it listens
      try { await status('h0', '/'); break; } catch { await new Promise((r) => setTimeout(r, 50)); }
    }
    while (list.length < count) {
      const r = list.length % 4 === 3 ? mailgun() : await link();
      if (r) list.push(r);
    }
  } finally {
    nginx.kill();
    fs.rmSync(folder, { recursive: true });
  }
  write([{ program: 'nginx', version: spawnSync('nginx', ['-v']).stderr.toString().trim() }, ...list]);
  process.exit(0);
})();
