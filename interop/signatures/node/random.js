// What the recorders of signed requests share: texts that come out the same for a seed, and
// the line of JSON for each request.
'use strict';
const fs = require('node:fs');
const path = require('node:path');

function generator(seed) {
  let state = seed >>> 0;
  const next = (n) => { // mulberry32
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) % n;
  };
  const pieces = ['a', 'B', '0', '+', '~', '*', "'", '(', ')', '%', '日本', 'é', '.', '..', ' ', '&', '=', '#', '?', '/', '-', '_', '!', ';', ':', '@', ',', '$', '%20', '%2B', '%2b', '"', '<', '>', '[', ']', '|', '^', '`', '\\'];
  const pick = (list) => list[next(list.length)];
  let words = 0, other = -1; // which word is another one in the second request of a pair
  const word = (most, least = 0) => {
    let text = '';
    for (let n = least + next(most - least + 1); n > 0; n--) text += pick(pieces);
    return words++ === other ? [text + 'x', text + '%', text + '  ', text.toUpperCase(), text.slice(1) || 'y', text.replace(/%/g, '%25'), decode(text)][other % 7] : text;
  };
  const decode = (text) => { try { return decodeURIComponent(text); } catch { return text; } };
  const mark = /((?:[?&](?:Signature|x-oss-signature|q-signature|X-Goog-Signature)=)|(?:Signature=|q-signature=|:)(?=[A-Za-z0-9+/=]+$))[^&#]*/;
  const signed = (r) => [r.url, ...r.header.filter(([n]) => /^authorization$/i.test(n)).map(([, v]) => v)].map((text) => mark.exec(text)).find((m) => m);
  // pair makes two requests that differ in one word, and returns the second with the
  // signature of the first; it is not right unless that is the same.
  const pair = async (make) => {
    const start = state;
    const first = await make(), end = state;
    if (!first || !signed(first)) return first;
    state = start; words = 0; other = next(5); state = start;
    const second = await make();
    other = -1; state = end;
    const a = signed(first)[0], b = signed(second)[0];
    const put = (text) => text.replace(b, () => a);
    return { ...second, url: put(second.url), header: second.header.map(([n, v]) => [n, /^authorization$/i.test(n) ? put(v) : v]), not: a !== b };
  };
  const some = (f) => (next(2) === 0 ? f() : undefined);
  const letters = (n) => Array.from({ length: n }, () => 'abcdefghijklmnopqrstuvwxyz0123456789'[next(36)]).join('');
  const secret = (n) => Buffer.from(Array.from({ length: n }, () => next(256)));
  const date = () => new Date(Date.UTC(2024, next(24), 1 + next(28), next(24), next(60), next(60)));
  return { next, pick, word, some, letters, secret, date, pair };
}

// versionOf returns the version of a package, also of one that hides its package.json.
function versionOf(name) {
  for (const folder of require.resolve.paths(name)) {
    const file = path.join(folder, name, 'package.json');
    if (fs.existsSync(file)) return JSON.parse(fs.readFileSync(file, 'utf8')).version;
  }
  return '';
}

function write(list) {
  process.stdout.write(list.map((r) => JSON.stringify(r) + '\n').join(''));
}

module.exports = { generator, versionOf, write };
