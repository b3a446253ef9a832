// Records oauth-1.0a: requests on standard input, a recording on standard output.
'use strict';
const crypto = require('crypto');
const fs = require('fs');
const OAuth = require('oauth-1.0a');

const results = JSON.parse(fs.readFileSync(0, 'utf8')).map((q) => {
  const data = {};
  for (const [name, value] of q.params) {
    if (!Object.hasOwn(data, name)) data[name] = value;
    else data[name] = [].concat(data[name], value);
  }
  let base;
  const oauth = new OAuth({
    consumer: { key: q.consumer_key, secret: q.consumer_secret },
    signature_method: 'HMAC-' + q.hash,
    hash_function: (text, key) => {
      base = text;
      return crypto.createHmac(q.hash.toLowerCase(), key).update(text).digest('base64');
    },
  });
  oauth.getNonce = () => q.nonce;
  oauth.getTimeStamp = () => q.timestamp;
  const signed = oauth.authorize({ url: q.uri, method: q.method, data }, { key: q.token, secret: q.token_secret });
  return { base, signature: signed.oauth_signature };
});
const version = JSON.parse(fs.readFileSync(require.resolve('oauth-1.0a/package.json'))).version;
console.log(JSON.stringify({ implementation: 'oauth-1.0a', version: `${version} (Node.js ${process.version})`, results }, null, 0).replaceAll('},{', '},\n{'));
