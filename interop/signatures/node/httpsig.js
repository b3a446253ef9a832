// Prints requests that the package http-message-signatures signed by RFC 9421, and what it
// says of some that were changed afterwards: node httpsig.js COUNT SEED.
'use strict';
const crypto = require('node:crypto');
const { httpbis, createSigner, createVerifier } = require('http-message-signatures');
const { generator, versionOf, write } = require('./random.js');

const [count, seed] = process.argv.slice(2).map(Number);
const { next, pick, word, some, letters } = generator(seed);

const pair = (type, options) => crypto.generateKeyPairSync(type, { ...options, publicKeyEncoding: { type: 'spki', format: 'pem' }, privateKeyEncoding: { type: 'pkcs8', format: 'pem' } });
const rsa = pair('rsa', { modulusLength: 2048 });
const keys = {
  'rsa-pss-sha512': rsa, 'rsa-v1_5-sha256': rsa, 'ecdsa-p256-sha256': pair('ec', { namedCurve: 'P-256' }), ed25519: pair('ed25519'),
};
// This library leaves out the ? of an empty query in @request-target, writes names of fields as the caller does, and keeps ! ' ( ) ~ of the values of @query-param, which RFC 9421 escapes.
const value = () => word(4).replace(/[!'()~]/g, '');
const ascii = (n) => word(n, 1).replace(/[^ -~]/g, 'x').trim() || 'x';

function request() {
  const names = ['a' + letters(1), 'b', 'c'].slice(0, next(4));
  const query = names.map((n) => n + '=' + encodeURIComponent(value()).replace(/%20/g, () => pick(['+', '%20']))).join('&');
  const path = Array.from({ length: next(3) }, () => encodeURIComponent(word(3, 1)).replace(/^(\.|%2e)+$/i, 'x')).join('/');
  const url = new URL(`${pick(['https', 'http'])}://${letters(5)}.example${pick(['', ':8443', ':443', ':80'])}/${path}${query ? '?' + query : ''}`).href;
  const body = next(2) ? JSON.stringify({ a: word(3) }) : '';
  const headers = { 'Content-Type': 'application/json', Date: 'Tue, 20 Apr 2021 02:07:55 GMT', 'X-Own': ascii(3), 'X-Empty': '', Priority: pick(['u=1, i', 'u=1,i', 'i;a="x",  u=3']), 'Cache-Control': pick(['max-age=60,   no-cache', 'a=("b"  c);d, e=:AA==:']) };
  if (body) headers['Content-Digest'] = pick(['sha-256', 'sha-512']).replace(/.*/, (n) => `${n}=:${crypto.createHash(n.replace('-', '')).update(body).digest('base64')}:`);
  const fields = ['@method', '@target-uri', '@authority', '@scheme', '@request-target', '@path', '@query', 'content-type', 'date', 'x-own', 'x-empty', 'priority', 'priority;sf', 'cache-control;sf', 'x-own;bs', 'priority;key="u"',
    ...names.map((n) => `@query-param;name="${n}"`), ...(body ? ['content-digest', 'content-digest;sf'] : [])].filter(() => next(3) === 0);
  return { url, method: pick(['GET', 'POST', 'PUT', 'DELETE']), headers, body, fields };
}

(async () => {
  const list = [{ program: 'http-message-signatures', version: versionOf('http-message-signatures') }];
  const now = Math.floor(Date.now() / 1000);
  while (list.length <= count) {
    const r = request();
    const alg = pick(['hmac-sha256', 'hmac-sha256', ...Object.keys(keys)]);
    const secret = letters(20);
    const id = letters(4);
    const signer = createSigner(alg === 'hmac-sha256' ? Buffer.from(secret) : keys[alg].privateKey, alg, id);
    // This library signs RSA-PSS with the longest salt, and RFC 9421 wants 64 octets.
    if (alg === 'rsa-pss-sha512') signer.sign = async (data) => crypto.sign('sha512', data, { key: rsa.privateKey, padding: crypto.constants.RSA_PKCS1_PSS_PADDING, saltLength: 64 });
    const signed = await httpbis.signMessage({
      key: signer, name: letters(1).replace(/\d/, 'a') + letters(2), fields: r.fields, params: pick([['created', 'keyid', 'alg'], ['alg', 'expires', 'created', 'keyid', 'nonce'], ['keyid', 'alg', 'created', 'tag']]),
      paramValues: { created: new Date(now * 1000), expires: new Date((now + 300) * 1000), nonce: pick([letters(6), 'a"b\\c']), tag: 'web-bot-auth' },
    }, { method: r.method, url: r.url, headers: r.headers });
    let url = r.url;
    if (next(4) === 0) {
      const at = 8 + next(url.length - 8);
      url = url.slice(0, at) + pick(['x', '%20', '']) + url.slice(at + 1);
      try { if (new URL(url).href !== url || url.endsWith('?')) continue; } catch { continue; }
    }
    const verifier = createVerifier(alg === 'hmac-sha256' ? Buffer.from(secret) : keys[alg].publicKey, alg);
    let ok = false;
    try {
      ok = (await httpbis.verifyMessage({ keyLookup: async () => ({ id, algs: [alg], verify: verifier }), all: true }, { method: r.method, url, headers: signed.headers })) === true;
    } catch { ok = false; }
    list.push({ scheme: 'rfc9421', method: r.method, url, header: Object.entries(signed.headers), body: r.body, key: alg === 'hmac-sha256' ? secret : undefined, public: alg === 'hmac-sha256' ? undefined : keys[alg].publicKey, time: now, not: !ok });
  }
  write(list);
})();
