// Prints webhooks that the libraries of Standard Webhooks and Svix signed, and what they say
// of some that were changed afterwards: node standard.js COUNT SEED.
'use strict';
const standard = require('standardwebhooks');
const { generator, versionOf, write } = require('./random.js');

const [count, seed] = process.argv.slice(2).map(Number);
const { next, pick, word, letters, secret } = generator(seed);

const now = Math.floor(Date.now() / 1000);
const body = () => pick([
  () => JSON.stringify({ [word(2, 1)]: word(5), n: next(1000), list: [word(3), null, true, { é: word(2) }], url: 'https://a/b' }),
  () => JSON.stringify({ text: word(5), more: { x: '日本' } }, null, 2),
  () => new URLSearchParams([['a', word(5)], ['b', word(3)]]).toString(),
  () => word(8),
])();
const changed = (text) => {
  const at = next(text.length + 1);
  return text.slice(0, at) + pick(['', 'x', ' ', '\n', (text[at] ?? '').toUpperCase()]) + text.slice(at + next(2));
};
const respelled = [
  (s) => s.slice(3), (s) => s.replace('v1,', 'v1='), (s) => s.replace('v1', 'V1'), (s) => s.replace('v1', 'v2'), (s) => 'v1,' + Buffer.from(s.slice(3), 'base64').toString('hex'),
  (s) => s.replace(/=+$/, ''), (s) => s.replace(/\+/g, '-').replace(/\//g, '_'), (s) => s + '=', (s) => s + ' ' + 'v1,' + letters(43) + '=', (s) => 'v1,' + letters(43) + '= ' + s,
  (s) => 'v1a,' + letters(86) + '== ' + s, (s) => s + ' v1a,' + letters(86) + '==', (s) => s.replace(' ', ''), (s) => s + ',', (s) => s + ', ' + s, (s) => s + ';' + s, (s) => letters(4) + ' ' + s + ' v1', (s) => s.replace('v1', 'v1a'), (s) => s.toLowerCase(), (s) => changed(s),
];

(async () => {
  const svix = await import('svix');
  const list = [];
  while (list.length < count) {
    const bare = secret(16 + next(40)).toString('base64'), key = pick(['whsec_', 'whsec_', '']) + bare;
    const [Webhook, begin] = pick([[standard.Webhook, 'webhook-'], [svix.Webhook, 'svix-'], [svix.Webhook, 'webhook-']]);
    const hook = new Webhook(key);
    let payload = body(), id = 'msg_' + letters(8) + pick(['', '', '.', '-']) + letters(4), t = String(now - 200 + next(401));
    let signature = hook.sign(id, new Date(t * 1000), payload);
    switch (next(12)) {
      case 0: payload = changed(payload); break;
      case 1: id = changed(id).trim(); break;
      case 2: t = pick([String(Number(t) + next(5) - 2), String(now - 1000 - next(1000)), String(now + 1000 + next(1000)), t + '.0', '0' + t, '', t + '000', new Date(t * 1000).toISOString()]); break;
      case 3: case 4: case 5: signature = pick(respelled)(signature).trim(); break;
      case 6: // signed by the clock of another day
        t = String(now + pick([-1, 1]) * (400 + next(1e6)));
        signature = hook.sign(id, new Date(t * 1000), payload);
    }
    if (/[^\x21-\x7e ]/.test(id + t + signature)) continue;
    const header = [[begin + 'id', id], [begin + 'timestamp', t], [begin + 'signature', signature]];
    let not = false;
    try {
      hook.verify(payload, Object.fromEntries(header), { jsonParse: false });
    } catch {
      not = true;
    }
    // A number that parseInt reads is written again before it is signed, and some libraries
    // read a signature up to a second comma.
    const unknown = String(Number(t)) !== t || /,[^ ]*,/.test(signature);
    list.push({ scheme: 'standard-webhooks', method: 'POST', url: 'https://h.example/hook', header, body: payload, key, time: now, not, ...(unknown && !not && { unknown }) });
  }
  write([{ program: ['standardwebhooks', 'svix'].map((n) => n + ' ' + versionOf(n)).join(', '), version: process.version }, ...list]);
})();
