// Records what new URL() of browsers makes of the texts of inputs.json.gz:
//
//	node record.mjs NAME...
//
// "go run ./urls" writes those and starts this.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { gunzipSync, gzipSync } from 'node:zlib';
import { browse, versionOf } from '../recorders/browser/launch.mjs';

const here = (name) => new URL(name, import.meta.url);
const inputs = gunzipSync(readFileSync(here('inputs.json.gz')));

async function record(name) {
  let answers, failed;
  await browse(name, '/page', async (req, res, done) => {
    const send = (type, body) => {
      res.setHeader('Content-Type', type + '; charset=utf-8');
      res.end(body);
    };
    switch (req.url) {
      case '/page': send('text/html', '<!DOCTYPE html><title>urls</title><script src="/page.js"></script>'); return;
      case '/page.js': send('text/javascript', readFileSync(here('page.js'))); return;
      case '/inputs': send('application/json', inputs); return;
      case '/answers':
        answers = JSON.parse(await text(req));
        send('text/plain', '');
        done();
        return;
      case '/failed':
        failed = await text(req);
        send('text/plain', '');
        done();
        return;
      default:
        res.statusCode = 404;
        res.end();
    }
  });
  if (failed !== undefined) throw new Error(`${name}: ${failed}`);
  const asked = JSON.parse(inputs).length;
  if (answers.length !== asked) throw new Error(`${name}: ${answers.length} answers to ${asked} inputs`);
  return { program: versionOf(name), inputs: createHash('sha256').update(inputs).digest('hex'), answers };
}

for (const name of process.argv.slice(2)) {
  const out = await record(name);
  writeFileSync(here(`recordings/${name}.json.gz`), gzipSync(JSON.stringify(out) + '\n', { level: 9 }));
  console.log(`${name}: ${out.program}, ${out.answers.length} answers, ${out.answers.filter((a) => a === null).length} failures`);
}
process.exit(); // the servers of the browsers still listen
