// Hands the questions to a page in a browser.
import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { browse, versionOf } from '../../../recorders/browser/launch.mjs';

const [verb, name] = process.argv.slice(2);
const source = readFileSync(new URL('../../lib/protocol.js', import.meta.url), 'utf8');
if (verb === 'list') {
  const [program, version] = versionOf(name).split(' ');
  const call = (await import('../../lib/protocol.js')).default.urlCall;
  console.log(`${name}.url\t${version}\taccessors\t${program} URL\t${call}`);
  process.exit();
}
const questions = readFileSync(0, 'utf8');
const page = `${source}
var rows = [['${name}.url', '', '', '', function (s) { return urlParts(new URL(s)); }]];
fetch('/questions').then((r) => r.text()).then((text) => fetch('/answers', { method: 'POST', body: answers(rows, text) }));
`;
let answers;
await browse(name, '/page', async (req, res, done) => {
  const send = (type, body) => {
    res.setHeader('Content-Type', type + '; charset=utf-8');
    res.end(body);
  };
  switch (req.url) {
    case '/page': send('text/html', '<!DOCTYPE html><title>readers</title><script src="/page.js"></script>'); return;
    case '/page.js': send('text/javascript', page); return;
    case '/questions': send('text/plain', questions); return;
    case '/answers':
      answers = await text(req);
      send('text/plain', '');
      done();
      return;
    default:
      res.statusCode = 404;
      res.end();
  }
});
process.stdout.write(answers, () => process.exit());
