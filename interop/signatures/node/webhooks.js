// Prints requests that libraries of webhooks signed, and what they say of some that were
// changed afterwards: node webhooks.js COUNT SEED. What has no library for Node.js is signed
// by node:crypto as the pages of the service say, or by signed.php.
'use strict';
const crypto = require('node:crypto');
const { spawnSync } = require('node:child_process');
const path = require('node:path');
const querystring = require('node:querystring');
const twilio = require('twilio');
const stripe = require('stripe')('sk_test_x');
require('@shopify/shopify-api/adapters/node');
const { shopifyApi, ApiVersion } = require('@shopify/shopify-api');
const { generator, versionOf, write } = require('./random.js');

const [count, seed] = process.argv.slice(2).map(Number);
const { next, pick, word, some, letters } = generator(seed);

const url = () => {
  const segment = () => encodeURIComponent(word(3, 1)).replace(/'/g, () => pick(["'", '%27']));
  const query = Array.from({ length: next(4) }, () => encodeURIComponent(word(2, 1)) + '=' + pick([encodeURIComponent, querystring.escape])(word(3)).replace(/%20/g, () => pick(['+', '%20'])));
  return `${pick(['https', 'https', 'http'])}://${letters(6)}.example${pick(['', '', ':8443', ':443'])}/${Array.from({ length: next(3) }, segment).join('/')}${query.length ? '?' + query.join('&') : ''}`;
};
// A name twice would be an array, and one that is an integer would come first.
const params = (most) => {
  const list = {};
  for (let n = 1 + next(most); n > 0; n--) list['p' + word(2)] = word(4);
  return list;
};
// Shopify's library sorts by localeCompare, which is another order for other names.
const plain = (most) => Object.fromEntries(Object.values(params(most)).map((v) => ['q' + letters(1 + next(3)), v]));
const body = () => pick([
  () => JSON.stringify({ [word(2, 1)]: word(5), n: next(1000), list: [word(3), null, true, { é: word(2) }], url: 'https://a/b' }),
  () => JSON.stringify({ text: word(5), more: { x: '日本' } }, null, 2),
  () => new URLSearchParams(params(5)).toString(),
  () => word(8, 1),
])();
const pairsOf = (text, f) => text.replace(/(^|\?)([^?]*=[^?]*)$/, (_, mark, list) => mark + f(list.split('&')).join('&'));
// respelled says the same to many programs: escapes of the other case, another order of parameters,
// a space in its other spelling, and what is empty.
const respelled = [
  (t) => t.replace(/%[0-9a-fA-F]{2}/g, (e) => e.toLowerCase()), (t) => t.replace(/%[0-9a-fA-F]{2}/g, (e) => e.toUpperCase()),
  (t) => t.replace(/\+/g, '%20'), (t) => t.replace(/%20/g, '+'), (t) => t.replace(/%7E/gi, '~').replace(/[!'()*]/g, (c) => '%' + c.charCodeAt(0).toString(16)),
  (t) => pairsOf(t, (list) => list.reverse()), (t) => pairsOf(t, (list) => [...list, 'x=']), (t) => pairsOf(t, (list) => [...list, '']), (t) => pairsOf(t, (list) => ['', ...list]),
  (t) => pairsOf(t, (list) => [...list, list[0]]), (t) => t.replace(/=(&|$)/, '$1'), (t) => t + '#', (t) => t + '\n',
];
const changed = (text) => {
  if (!text) return text + 'x';
  if (next(2)) return pick(respelled)(text);
  const at = next(text.length);
  return text.slice(0, at) + pick(['', 'x', '%20', '+', text[at].toUpperCase() + '']) + text.slice(at + 1);
};
const hmac = (name, key, text, form) => crypto.createHmac(name, key).update(text).digest(form);
const sorted = (list, join, encode = (v) => v) => Object.keys(list).sort().map((k) => encode(k) + '=' + encode(list[k])).join(join);

const now = Math.floor(Date.now() / 1000);

const kinds = {
  twilio: async (key) => {
    const list = params(5), u = url(), form = next(3) > 0;
    const algorithm = pick([undefined, 'HMAC_SHA256']);
    const signature = twilio.getExpectedTwilioSignature(key, u, form ? list : {}, algorithm);
    const sent = next(4) === 0 ? changed(u) : u;
    if (!/^https?:\/\/[^/?#]+\//.test(sent) || /[#\s]/.test(sent)) return null;
    // This library takes a host in any case, and a query that Node's querystring has written again.
    if (/^[^/]*\/\/[^/]*[A-Z]/.test(sent) || /[?&][^&=]*(&|$)/.test(sent.slice(sent.indexOf('?')))) return null;
    const ok = twilio.validateRequest(key, signature, sent, form ? list : {}, algorithm), query = sent.split('?')[1] ?? '';
    if (ok && sent !== u && query !== querystring.stringify(querystring.parse(query))) return null;
    const header = [['X-Twilio-Signature', signature]];
    if (algorithm) header.push(['X-Twilio-Webhooks-Signature-Settings', 'key=a,algorithm=' + algorithm]);
    if (form) header.push(['Content-Type', 'application/x-www-form-urlencoded; charset=UTF-8']);
    return { method: 'POST', url: sent, header, body: form ? new URLSearchParams(list).toString() : undefined, not: !ok };
  },
  stripe: async (key) => {
    const payload = body();
    const header = stripe.webhooks.generateTestHeaderString({ payload, secret: key, timestamp: now });
    const sent = next(4) === 0 ? changed(payload) : payload;
    let not = false;
    try { stripe.webhooks.signature.verifyHeader(sent, header, key, 300); } catch { not = true; }
    return { method: 'POST', url: 'https://h.example/hook', header: [['Stripe-Signature', header]], body: sent, time: now, not };
  },
  github: async (key) => {
    const payload = body();
    const signature = await octokit.sign(key, payload);
    const sent = (next(4) === 0 && changed(payload)) || payload;
    return { method: 'POST', url: 'https://h.example/hook', header: [['X-Hub-Signature-256', signature]], body: sent, not: !(await octokit.verify(key, sent, signature)) };
  },
  slack: async (key) => {
    const payload = body(), t = String(now);
    return { method: 'POST', url: 'https://h.example/slack', header: [['X-Slack-Request-Timestamp', t], ['X-Slack-Signature', 'v0=' + hmac('sha256', key, `v0:${t}:${payload}`, 'hex')]], body: payload, time: now };
  },
  'shopify-webhook': async (key) => {
    const payload = body();
    return { method: 'POST', url: 'https://h.example/hook', header: [['X-Shopify-Hmac-Sha256', hmac('sha256', key, payload, 'base64')]], body: payload };
  },
  'shopify-app': async (key) => {
    const api = shopifyApi({ apiKey: 'k', apiSecretKey: key, scopes: [], hostName: 'h', apiVersion: Object.values(ApiVersion)[0], isEmbeddedApp: true, logger: { level: 0 } });
    const list = { ...plain(4), shop: letters(5) + '.myshopify.com', timestamp: String(now) };
    const signature = await shopifyHmac(api, list, 'admin');
    const sent = 'https://h.example/auth?' + new URLSearchParams({ ...list, hmac: signature });
    const got = next(4) === 0 ? sent.replace(/\?.*/, (query) => '?' + changed(query.slice(1))) : sent;
    return asApp(api, got, 'admin');
  },
  'shopify-proxy': async (key) => {
    const api = shopifyApi({ apiKey: 'k', apiSecretKey: key, scopes: [], hostName: 'h', apiVersion: Object.values(ApiVersion)[0], isEmbeddedApp: true, logger: { level: 0 } });
    const list = { ...plain(4), shop: letters(5) + '.myshopify.com', path_prefix: '/apps/x', timestamp: String(now) };
    const signature = await shopifyHmac(api, list, 'appProxy');
    const sent = 'https://h.example/proxy?' + new URLSearchParams({ ...list, signature });
    const got = next(4) === 0 ? sent.replace(/\?.*/, (query) => '?' + changed(query.slice(1))) : sent;
    return asApp(api, got, 'appProxy');
  },
  'telegram-login': async (key) => {
    const list = { id: String(next(1e6)), first_name: word(4), last_name: word(3), username: letters(5), photo_url: 'https://t.me/i/' + encodeURIComponent(word(3)), auth_date: String(now) };
    const signature = hmac('sha256', crypto.createHash('sha256').update(key).digest(), sorted(list, '\n'), 'hex');
    return { method: 'GET', url: 'https://h.example/login?' + new URLSearchParams({ ...list, hash: signature }) };
  },
  'telegram-webapp': async (key) => {
    const list = { query_id: letters(8), user: JSON.stringify({ id: next(1e6), first_name: word(4) }), auth_date: String(now), signature: letters(10) };
    const signature = hmac('sha256', hmac('sha256', 'WebAppData', key), sorted(list, '\n'), 'hex');
    return { method: 'GET', url: 'https://h.example/app?' + new URLSearchParams({ ...list, hash: signature }).toString().replace(/\+/g, '%20') };
  },
};

const sort = (list) => Object.keys(list).sort();
async function shopifyHmac(api, list) {
  // The library's function is not exported: what it signs is found by its verifier.
  const own = list.path_prefix ? sort(list).map((k) => k + '=' + list[k]).join('') : new URLSearchParams(sort(list).map((k) => [k, list[k]])).toString();
  return hmac('sha256', api.config.apiSecretKey, own, 'hex');
}

async function asApp(api, got, signator) {
  if (/\s$/.test(got)) return null; // the URL class drops it
  const query = Object.fromEntries(new URL(got).searchParams);
  if ([...new URL(got).searchParams].length !== Object.keys(query).length || got.includes('#')) return null;
  let ok = false;
  try { ok = await api.utils.validateHmac(query, { signator }); } catch { ok = false; }
  if (!(signator === 'admin' ? query.hmac && query.shop : query.signature && query.shop && query.path_prefix)) return null;
  return { method: 'GET', url: got, time: now, not: !ok };
}

function byPHP(n) { // VNPay and PayFast
  const list = [];
  for (let i = 0; i < n; i++) {
    const p = {};
    if (i % 2 === 0) {
      for (const name of ['vnp_Amount', 'vnp_OrderInfo', 'vnp_ReturnUrl', 'vnp_TxnRef', 'vnp_a' + letters(2)]) p[name] = word(5, 1);
      list.push({ scheme: 'vnpay', params: p, key: letters(16) });
    } else {
      for (const name of ['merchant_id', 'merchant_key', 'return_url', 'name_first', 'amount', 'item_name', 'custom_str1']) p[name] = pick([word(4), word(4, 1), ' ' + word(2, 1)]);
      p.merchant_id = '10000100';
      list.push({ scheme: 'payfast', params: p, key: word(4, 1).trim() || 'k' });
    }
  }
  const php = spawnSync('php', [path.join(__dirname, 'signed.php')], { input: JSON.stringify(list), maxBuffer: 1 << 30 });
  if (php.status !== 0) throw new Error(String(php.stderr));
  return JSON.parse(php.stdout);
}

let octokit;
(async () => {
  octokit = await import(path.join(require.resolve.paths('@octokit/webhooks-methods').map((p) => path.join(p, '@octokit/webhooks-methods')).find((p) => require('node:fs').existsSync(p)), 'dist-node/index.js'));
  const list = [];
  const names = Object.keys(kinds);
  while (list.length < count * 0.8) {
    const scheme = names[list.length % names.length], key = letters(20);
    let r = null;
    try { r = await kinds[scheme](key); } catch (e) { if (e.code !== 'ERR_INVALID_URL') throw e; }
    if (r) list.push({ scheme, ...r, key });
  }
  list.push(...byPHP(Math.ceil(count * 0.2)));
  const versions = ['twilio', 'stripe', '@octokit/webhooks-methods', '@shopify/shopify-api'].map((n) => n + ' ' + versionOf(n));
  write([{ program: versions.join(', '), version: process.version }, ...list]);
})();
