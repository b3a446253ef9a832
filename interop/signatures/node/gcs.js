// Prints URLs that Google's library of Cloud Storage signed: node gcs.js COUNT SEED.
'use strict';
const crypto = require('node:crypto');
const { Storage } = require('@google-cloud/storage');
const { generator, versionOf, write } = require('./random.js');

const [count, seed] = process.argv.slice(2).map(Number);
const { next, pick, word, some, letters, pair } = generator(seed);
const { privateKey, publicKey } = crypto.generateKeyPairSync('rsa', { modulusLength: 1024, publicKeyEncoding: { type: 'spki', format: 'pem' }, privateKeyEncoding: { type: 'pkcs8', format: 'pem' } });
const storage = new Storage({ projectId: 'p', credentials: { client_email: 'a@p.iam.gserviceaccount.example', private_key: privateKey } });

// The URL class, with which the library writes the URL, resolves dot segments, and reads \ as /.
const name = () => {
  let n;
  do n = word(6, 1).replace(/\\/g, ''); while (n === '' || n.split('/').some((s) => /^(\.|%2e)*$/i.test(s)));
  return n;
};

async function signedURL() {
  const version = next(4) === 0 ? 'v2' : 'v4';
  const method = pick(['read', 'write', 'delete', 'resumable']);
  const extensionHeaders = {}, queryParams = {};
  const ascii = () => word(3, 1).replace(/[^ -~]/g, 'x').replace(/x/g, () => pick(['x', 'x', '  '])).trim() || 'x';
  for (let n = next(3); n > 0; n--) extensionHeaders['x-goog-meta-' + letters(2)] = ascii();
  if (next(3) === 0) Object.assign(extensionHeaders, { 'x-goog-meta-b-c': ascii(), 'x-goog-meta-b': ascii() });
  if (version === 'v4') for (let n = next(3); n > 0; n--) queryParams[word(2, 1)] = word(3);
  const contentType = some(() => ascii().replace(/ +/g, ' ')), contentMd5 = some(() => letters(22) + '==');
  const bucket = letters(6);
  const start = Date.now();
  const [url] = await storage.bucket(bucket).file(name()).getSignedUrl({
    version, action: method, expires: start + 1000 * (1 + next(604000)), virtualHostedStyle: version === 'v4' && next(3) === 0,
    contentType, contentMd5, extensionHeaders, queryParams,
  });
  const header = Object.entries(extensionHeaders);
  if (method === 'resumable') header.push(['x-goog-resumable', 'start']);
  if (contentType) header.push(['Content-Type', contentType]);
  if (contentMd5) header.push(['Content-MD5', contentMd5]);
  return { scheme: version === 'v4' ? 'gcs' : 'gcs-v2', method: { read: 'GET', write: 'PUT', delete: 'DELETE', resumable: 'POST' }[method], url, header, public: publicKey, time: Math.floor(start / 1000) + 1 };
}

(async () => {
  const list = [{ program: '@google-cloud/storage', version: versionOf('@google-cloud/storage') }];
  while (list.length <= count) list.push(await (next(4) === 0 ? pair(signedURL) : signedURL()));
  write(list);
})();
