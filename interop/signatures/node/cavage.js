// Prints requests that Oracle's SDK and the package http-signature signed by
// draft-cavage-http-signatures, and what the package says of some that were changed
// afterwards: node cavage.js COUNT SEED.
'use strict';
const crypto = require('node:crypto');
const common = require('oci-common');
const httpSignature = require('http-signature');
const { generator, versionOf, write } = require('./random.js');

const [count, seed] = process.argv.slice(2).map(Number);
const { next, pick, word, letters } = generator(seed);
const pem = (type, options) => crypto.generateKeyPairSync(type, { ...options, publicKeyEncoding: { type: 'spki', format: 'pem' }, privateKeyEncoding: { type: 'pkcs8', format: 'pem' } });
const rsa = pem('rsa', { modulusLength: 2048 });
const ec = pem('ec', { namedCurve: 'P-256' });

const address = (host) => {
  const query = Array.from({ length: next(4) }, () => encodeURIComponent(word(2, 1)) + '=' + encodeURIComponent(word(3)).replace(/%20/g, () => pick(['+', '%20'])));
  const path = Array.from({ length: next(4) }, () => encodeURIComponent(word(3, 1)).replace(/^(\.|%2e)+$/i, 'x')).join('/');
  return new URL(`https://${host}/${path}${query.length ? '?' + query.join('&') : ''}`).href;
};

async function oracle() {
  const url = address(`objectstorage.${pick(['us-phoenix-1', 'eu-frankfurt-1'])}.oraclecloud.com`);
  const signer = new common.DefaultRequestSigner({ getPassphrase: () => '', getPrivateKey: () => rsa.privateKey, getKeyId: async () => `ocid1.tenancy.oc1..a/ocid1.user.oc1..b/${letters(8)}` });
  const method = pick(['GET', 'POST', 'PUT', 'DELETE']), body = /P/.test(method) ? word(5) : '';
  const headers = new Headers();
  await signer.signHttpRequest({ uri: url, method, headers, body: body || undefined });
  return { method, url, header: [...headers.entries()], body, public: rsa.publicKey, time: Math.floor(Date.now() / 1000) };
}

function other() {
  const host = letters(5) + '.example', url = address(host), target = url.slice(url.indexOf('/', 8));
  const algorithm = pick(['rsa-sha256', 'rsa-sha512', 'hmac-sha256', 'hmac-sha512', 'ecdsa-sha256']), secret = letters(20);
  const pair = algorithm.startsWith('ecdsa') ? ec : rsa, keyed = algorithm.startsWith('hmac');
  const method = pick(['GET', 'POST', 'DELETE']), body = method === 'POST' ? word(5) : '';
  const headers = { host, date: new Date().toUTCString(), 'x-own': word(3, 1).replace(/[^ -~]/g, 'x').trim() || 'x', digest: 'SHA-256=' + crypto.createHash('sha256').update(body).digest('base64') };
  const names = ['(request-target)', 'host', 'date', 'x-own', 'digest'].filter((n) => n === 'date' || next(3));
  const field = pick(['authorization', 'signature']);
  const request = { method, path: target, getHeader: (n) => headers[n.toLowerCase()], setHeader: (n, v) => { headers[n.toLowerCase()] = v; } };
  httpSignature.sign(request, { key: keyed ? secret : pair.privateKey, keyId: letters(4), headers: names, algorithm, authorizationHeaderName: field });
  if (field === 'signature') headers.signature = headers.signature.replace(/^Signature /, '');
  let sent = url;
  if (next(4) === 0) {
    const at = url.indexOf('/', 8) + 1 + next(target.length);
    sent = url.slice(0, at) + pick(['x', '%20', '']) + url.slice(at + 1);
    try { if (new URL(sent).href !== sent || sent.endsWith('?')) return null; } catch { return null; }
  }
  let ok = false;
  try {
    const parsed = httpSignature.parseRequest({ method, url: sent.slice(sent.indexOf('/', 8)), headers: field === 'signature' ? { ...headers, authorization: 'Signature ' + headers.signature } : headers, httpVersion: '1.1' });
    ok = keyed ? httpSignature.verifyHMAC(parsed, secret) : httpSignature.verifySignature(parsed, pair.publicKey);
  } catch { ok = false; }
  return { method, url: sent, header: Object.entries(headers), body, key: keyed ? secret : undefined, public: keyed ? undefined : pair.publicKey, time: Math.floor(Date.now() / 1000), not: !ok };
}

(async () => {
  const list = [{ program: `oci-common ${versionOf('oci-common')}, http-signature ${versionOf('http-signature')}`, version: process.version }];
  while (list.length <= count) {
    const r = list.length % 3 === 0 ? await oracle() : other();
    if (r) list.push({ scheme: 'cavage', ...r });
  }
  write(list);
})();
