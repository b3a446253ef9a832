// Records @smithy/signature-v4: requests on standard input, a recording on
// standard output.
'use strict';
const fs = require('fs');
const path = require('path');
const { SignatureV4 } = require('@smithy/signature-v4');
const { HttpRequest } = require('@smithy/protocol-http');
const { Sha256 } = require('@aws-crypto/sha256-js');

async function record(q) {
  const query = {};
  for (const [name, value] of q.params) {
    if (!Object.hasOwn(query, name)) query[name] = value;
    else query[name] = [].concat(query[name], value);
  }
  const s3 = q.service === 's3';
  let canonical;
  class Recorded extends SignatureV4 {
    createCanonicalRequest(...args) {
      canonical = super.createCanonicalRequest(...args);
      return canonical;
    }
  }
  const credentials = { accessKeyId: q.access_key, secretAccessKey: q.secret };
  if (q.token) credentials.sessionToken = q.token;
  const signer = new Recorded({ credentials, region: q.region, service: q.service, sha256: Sha256, uriEscapePath: !s3, applyChecksum: s3 });
  const signingDate = new Date(q.date.replace(/^(....)(..)(..T..)(..)/, '$1-$2-$3:$4:'));
  const request = (body) => new HttpRequest({
    method: q.method, protocol: 'https:', hostname: q.host.split(':')[0], path: q.path, query,
    headers: { host: q.host, ...Object.fromEntries(q.header) }, body,
  });
  const signed = await signer.sign(request(q.body), { signingDate });
  const result = { canonical, signature: signed.headers.authorization.split('Signature=')[1] };
  return result;
}

(async () => {
  const results = [];
  for (const q of JSON.parse(fs.readFileSync(0, 'utf8'))) results.push(await record(q));
  const file = path.join(__dirname, 'node_modules/@smithy/signature-v4/package.json');
  const version = JSON.parse(fs.readFileSync(file)).version;
  console.log(JSON.stringify({ implementation: '@smithy/signature-v4', version: `${version} (Node.js ${process.version})`, results }).replaceAll('},{', '},\n{'));
})();
