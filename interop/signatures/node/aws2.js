// Prints requests that AWS's SDK of version 2 signed by Signature Version 2, to S3 and to
// SimpleDB: node aws2.js COUNT SEED.
'use strict';
const AWS = require('aws-sdk');
const { generator, versionOf, write } = require('./random.js');

const [count, seed] = process.argv.slice(2).map(Number);
const { next, pick, word, some, letters, date } = generator(seed);

// The parser of URLs of Node.js resolves dot segments, and reads \ as /.
const name = () => {
  let n;
  do n = word(6, 1).replace(/\\/g, ''); while (n === '' || n.startsWith('/') || n.split('/').some((s) => /^(\.|%2e)*$/i.test(s)));
  return n;
};
const ascii = () => word(3, 1).replace(/[^ -~]/g, 'x').replace(/x/g, () => pick(['x', 'x', '  '])).trim() || 'x';

function s3(credentials) {
  const client = new AWS.S3({ signatureVersion: 'v2', region: pick(['us-east-1', 'eu-west-1']), credentials, s3ForcePathStyle: next(3) === 0 });
  const get = { Bucket: pick(['', 'a.b-']) + letters(6), Key: name() }, now = Math.floor(Date.now() / 1000);
  const put = { ...get, ContentType: some(ascii), ContentMD5: some(() => letters(22) + '=='), Metadata: Object.fromEntries(Array.from({ length: next(3) }, () => [letters(2), ascii()])) };
  for (const p of ['ResponseContentType', 'ResponseContentDisposition', 'ResponseCacheControl']) if (next(3) === 0) get[p] = word(4, 1);
  if (next(3) === 0) get.VersionId = letters(8);
  const [operation, params, method] = pick([['getObject', get, 'GET'], ['headObject', { Bucket: get.Bucket, Key: get.Key }, 'HEAD'], ['putObject', put, 'PUT'], ['getObjectAcl', { Bucket: get.Bucket, Key: get.Key }, 'GET'], ['uploadPart', { Bucket: get.Bucket, Key: get.Key, PartNumber: 1 + next(9), UploadId: letters(9) }, 'PUT']]);
  if (next(2)) {
    const url = client.getSignedUrl(operation, { ...params, Expires: 60 + next(10000) });
    // The type and the hash are signed, and sent by whoever has the URL; the SDK leaves metadata in the URL.
    const header = Object.entries({ 'Content-Type': params.ContentType, 'Content-MD5': params.ContentMD5 }).filter(([, v]) => v !== undefined);
    return { method, url, header, time: now };
  }
  const request = client[operation](operation === 'putObject' ? { ...params, Body: 'x' } : params).build(), http = request.httpRequest, at = date();
  if (request.response.error) throw request.response.error;
  new AWS.Signers.S3(http).addAuthorization(credentials, at);
  const header = Object.entries(http.headers).filter(([n]) => !/^(user-agent|x-amz-user-agent|content-length|expect)$/i.test(n) || /^x-amz-/i.test(n)).map(([n, v]) => [n, String(v)]);
  return { method: http.method, url: `https://${http.endpoint.host}${http.path}`, header, time: Math.floor(at / 1000) };
}

function simpleDB(credentials) {
  const client = new AWS.SimpleDB({ region: pick(['us-east-1', 'eu-west-1']), credentials });
  const attribute = () => ({ Name: word(2, 1), Value: word(4) });
  const request = pick([
    () => client.select({ SelectExpression: `select * from ${word(5, 1)}`, ConsistentRead: true }),
    () => client.putAttributes({ DomainName: letters(5), ItemName: word(4, 1), Attributes: Array.from({ length: 1 + next(12) }, attribute) }),
    () => client.listDomains({ NextToken: word(4, 1) }),
  ])().build(), http = request.httpRequest, at = date();
  if (request.response.error) throw request.response.error;
  new AWS.Signers.V2(http).addAuthorization(credentials, at);
  return { method: 'POST', url: `https://${http.endpoint.host}${http.path}`, header: [['Content-Type', http.headers['Content-Type']]], body: http.body, time: Math.floor(at / 1000) };
}

const list = [{ program: 'aws-sdk', version: versionOf('aws-sdk') }];
while (list.length <= count) {
  const key = letters(20), credentials = new AWS.Credentials(letters(12).toUpperCase(), key, some(() => letters(20) + '/+='));
  const scheme = list.length % 2 ? 's3-v2' : 'aws-query';
  list.push({ scheme, ...(scheme === 's3-v2' ? s3 : simpleDB)(credentials), key });
}
write(list);
