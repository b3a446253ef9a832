// Records in which charset browsers write the query of a link, by its scheme:
//
//	node schemes.mjs
//
// It needs chromium, firefox-esr and WebKitGTK's MiniBrowser.
import { writeFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { browse, versionOf } from '../recorders/browser/launch.mjs';

const charsets = ['UTF-8', 'windows-1252', 'windows-1251', 'Shift_JIS', 'EUC-JP', 'EUC-KR', 'Big5', 'GBK', 'gb18030', 'ISO-2022-JP', 'UTF-16LE'];
const links = ['http://h/', 'https://h/', 'ftp://h/', 'file:///h', 'ws://h/', 'wss://h/', '', '/h', 'foo://h/', 'foo:/h', 'foo:h', 'mailto:a@h', 'data:,h', 'javascript:h', 'about:blank', 'blob:h', 'urn:a:h', 'git+ssh://h/'];

// It runs in the page: é is in some of the charsets, 日 and я in others, ‽ in few.
const page = (charset) => `<!DOCTYPE html><meta charset="${charset}"><title>schemes</title><script>
const out = {};
for (const link of ${JSON.stringify(links)}) {
  const a = document.createElement('a');
  a.setAttribute('href', link + '?\\u00e9\\u65e5\\u044f');
  out[link] = a.search || a.href;
}
fetch('/answers?' + document.characterSet, { method: 'POST', body: JSON.stringify(out) });
</script>`;

const recorded = {};
for (const name of ['chromium', 'firefox', 'webkit']) {
  const answers = {};
  await browse(name, '/page/0', async (req, res, done) => {
    const [path, charset] = req.url.split('?');
    const send = (type, body) => { res.setHeader('Content-Type', type); res.setHeader('Cache-Control', 'no-store'); res.end(body); };
    if (path === '/answers') {
      answers[charset] = JSON.parse(await text(req));
      send('text/plain', '');
      if (Object.keys(answers).length === charsets.length) done();
    } else if (path.startsWith('/page/')) {
      const at = Number(path.slice(6));
      const next = at + 1 < charsets.length ? `<meta http-equiv="refresh" content="1;url=/page/${at + 1}">` : '';
      send(`text/html; charset=${charsets[at]}`, Buffer.from(page(charsets[at]).replace('<title>', next + '<title>'), charsets[at] === 'UTF-16LE' ? 'utf16le' : 'latin1'));
    } else {
      res.statusCode = 404;
      res.end();
    }
  });
  recorded[versionOf(name)] = answers;
  console.log(versionOf(name));
}
writeFileSync(new URL('recordings/schemes.json', import.meta.url), JSON.stringify(recorded, null, 1) + '\n');
process.exit(); // the servers of the browsers still listen
