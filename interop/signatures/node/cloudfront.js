// Prints URLs and cookies that AWS's SDK signed for CloudFront: node cloudfront.js COUNT SEED.
'use strict';
const crypto = require('node:crypto');
const { getSignedUrl, getSignedCookies } = require('@aws-sdk/cloudfront-signer');
const { generator, versionOf, write } = require('./random.js');

const [count, seed] = process.argv.slice(2).map(Number);
const { next, pick, word, some, letters } = generator(seed);
const { privateKey, publicKey } = crypto.generateKeyPairSync('rsa', { modulusLength: 1024, publicKeyEncoding: { type: 'spki', format: 'pem' }, privateKeyEncoding: { type: 'pkcs8', format: 'pem' } });

const list = [{ program: '@aws-sdk/cloudfront-signer', version: versionOf('@aws-sdk/cloudfront-signer') }];
const now = Math.floor(Date.now() / 1000);
while (list.length <= count) {
  const query = next(2) ? '?' + Array.from({ length: 1 + next(3) }, () => 'q' + letters(1) + '=' + pick([word(2).replace(/[#&]/g, ''), encodeURIComponent(word(3))])).join('&') : '';
  const url = `https://${letters(6)}.cloudfront.example/${pick([word(3).replace(/[?#]/g, ''), encodeURIComponent(word(3))])}${query}`;
  const custom = next(3) === 0;
  const sign = {
    url, keyPairId: letters(8).toUpperCase(), privateKey, dateLessThan: new Date((now + 1000) * 1000).toISOString(), algorithm: pick([undefined, 'SHA256']),
    dateGreaterThan: custom ? new Date((now - 1000) * 1000).toISOString() : undefined, ipAddress: custom ? some(() => '10.0.0.0/8') : undefined,
  };
  if (next(3) === 0 && !/["\\ ]/.test(url)) { // such a URL is never sent
    const cookie = Object.entries(getSignedCookies(sign)).filter(([, v]) => v !== undefined).map(([k, v]) => k + '=' + v).join('; ');
    list.push({ scheme: 'cloudfront-cookies', method: 'GET', url, header: [['Cookie', 'a=b; ' + cookie]], public: publicKey, time: now });
    continue;
  }
  const signed = getSignedUrl(sign);
  list.push({ scheme: 'cloudfront', method: 'GET', url: signed, public: publicKey, time: now });
}
write(list);
