// workerd: a worker that answers the questions of a request, and the server that runs it.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';

const [program, verb, date] = process.argv.slice(2);
if (verb === 'list') {
  console.log(`workerd.url\t${date}\taccessors\tworkerd URL\t${(await import('../../lib/protocol.js')).default.urlCall}`);
  process.exit();
}
const folder = mkdtempSync(path.join(tmpdir(), 'workerd-'));
const probe = createServer().listen(0, '127.0.0.1');
await new Promise((resolve) => probe.once('listening', resolve));
const { port } = probe.address();
probe.close();
writeFileSync(path.join(folder, 'worker.js'), `${readFileSync(new URL('../../lib/protocol.js', import.meta.url))}
var rows = [['workerd.url', '', '', '', function (s) { return urlParts(new URL(s)); }]];
addEventListener('fetch', (event) => event.respondWith(event.request.text().then((text) => new Response(answers(rows, text)))));
`);
writeFileSync(path.join(folder, 'config.capnp'), `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = (serviceWorkerScript = embed "worker.js", compatibilityDate = "${date}"))],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")]
);
`);
const server = spawn(program, ['serve', path.join(folder, 'config.capnp')], { stdio: ['ignore', 'ignore', 'inherit'] });
const post = (body) => new Promise((resolve, reject) => {
  const r = request({ host: '127.0.0.1', port, method: 'POST' }, (answer) => {
    const chunks = [];
    answer.on('data', (c) => chunks.push(c)).on('end', () => resolve(Buffer.concat(chunks).toString())).on('error', reject);
  });
  r.on('error', reject).end(body);
});
const started = async (body) => {
  for (let i = 0; ; i++) {
    try {
      return await post(body);
    } catch (e) {
      if (e.code !== 'ECONNREFUSED' || i === 100) throw e;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
};
try {
  const out = await started(readFileSync(0, 'utf8'));
  await new Promise((resolve) => process.stdout.write(out, resolve));
} finally {
  server.kill();
  rmSync(folder, { recursive: true });
}
