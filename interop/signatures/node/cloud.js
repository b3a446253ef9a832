// Prints requests that SDKs of clouds signed: node cloud.js COUNT SEED.
'use strict';
const crypto = require('node:crypto');
const OSS = require('ali-oss');
const ObsClient = require('esdk-obs-nodejs');
const ObsUtils = require('esdk-obs-nodejs/lib/utils.js');
const COS = require('cos-nodejs-sdk-v5');
const ACS = require('@alicloud/openapi-util').default;
const { Storage } = require('@google-cloud/storage');
const { S3Client } = require('@aws-sdk/client-s3');
const { createPresignedPost } = require('@aws-sdk/s3-presigned-post');
const { SignatureV4a } = require('@smithy/signature-v4a');
const { HttpRequest } = require('@smithy/protocol-http');
const { Sha256 } = require('@aws-crypto/sha256-js');
const { generator, versionOf, write } = require('./random.js');

const [count, seed] = process.argv.slice(2).map(Number);
const { next, pick, word, some, letters, date, pair } = generator(seed);

// Programs that send a URL resolve dot segments, and some read \ as /.
const name = () => {
  let n;
  do n = word(6, 1).replace(/\\/g, '').replace(/^[/?]+/, ''); while (n === '' || n.split('/').some((s) => /^(\.|%2e)*$/i.test(s)));
  return n;
};
const ascii = () => word(3, 1).replace(/[^ -~]/g, 'x').replace(/x/g, () => pick(['x', 'x', '  '])).trim() || 'x'; // spaces within stay
const encode = (text) => encodeURIComponent(text).replace(/[!'()*]/g, (c) => '%' + c.charCodeAt(0).toString(16).toUpperCase());
const pathOf = (n) => '/' + n.split('/').map(encode).join('/');
const queryOf = (list) => {
  const text = Object.entries(list).flatMap(([k, v]) => [v].flat().map((one) => encode(k) + (one === null ? '' : '=' + encode(one)))).join('&');
  return text && '?' + text;
};
const params = (names, least = 0) => {
  const list = {};
  for (let n = next(4); n > 0; n--) list[pick(names)] = word(3, least);
  return list;
};
const responses = ['response-content-type', 'response-content-disposition', 'response-cache-control', 'response-content-language'];
const long = (at) => at.toISOString().replace(/[-:]|\.\d+/g, '');
const sha256 = (text) => crypto.createHash('sha256').update(text).digest('hex');

const kinds = {
  oss: async (key) => {
    const client = new OSS({ accessKeyId: letters(10), accessKeySecret: key, bucket: letters(6), region: 'oss-cn-' + letters(5), secure: true });
    if (next(2)) {
      const object = name(), response = {}, options = { method: pick(['GET', 'PUT', 'HEAD', 'DELETE']) };
      for (const r of responses) if (next(3) === 0) response[r.slice(9)] = word(3, 1);
      const header = [];
      if (next(3) === 0) header.push(['Content-Type', options['Content-Type'] = ascii()]);
      if (next(3) === 0) header.push(['x-oss-meta-a', options['x-oss-meta-a'] = ascii()]);
      options.response = response;
      if (next(3) === 0) options.process = 'image/resize,w_' + next(300) + word(1);
      return { method: options.method, url: client.signatureUrl(object, options), header, time: Math.floor(Date.now() / 1000) };
    }
    const at = date(), object = name(), bucket = client.options.bucket, method = pick(['GET', 'PUT', 'POST', 'DELETE']);
    const header = { 'x-oss-date': at.toUTCString() };
    if (next(2)) header['content-type'] = ascii();
    if (next(3) === 0) header['content-md5'] = letters(22) + '==';
    if (next(3) === 0) header['x-oss-meta-b'] = ascii();
    if (next(3) === 0) header['x-oss-meta-b-c'] = ascii();
    const subres = pick([{}, { acl: '' }, { 'callback-var': letters(5), callback: letters(5) }, { uploadId: letters(9), partNumber: '1' }, params(responses)]);
    const url = `https://${bucket}.${client.options.region}.aliyuncs.com${pathOf(object)}${queryOf(subres)}`;
    const authorization = client.authorization(method, `/${bucket}/${object}`, subres, header);
    return { method, url, header: [...Object.entries(header), ['Authorization', authorization]], time: Math.floor(at / 1000) };
  },
  'oss-v4': async (key) => {
    const client = new OSS({ accessKeyId: letters(10), accessKeySecret: key, bucket: letters(6), region: 'oss-cn-' + letters(5), secure: true, authorizationV4: true });
    const object = name(), method = pick(['GET', 'PUT', 'HEAD', 'DELETE']), headers = {};
    if (next(2)) headers['Content-Type'] = ascii();
    if (next(3) === 0) headers['x-oss-meta-a'] = ascii();
    if (next(3) === 0) headers['x-oss-meta-a-b'] = ascii();
    const additional = next(3) === 0 ? ['host'] : [];
    const bucket = client.options.bucket, host = `${bucket}.${client.options.region}.aliyuncs.com`;
    if (additional.length) headers.host = host;
    const queries = next(2) ? params([...responses, 'q' + letters(2), 'uploadId', 'x-oss-process'], 1) : pick([{}, { acl: null }]); // ali-oss signs = before an empty value, other SDKs do not
    const header = () => Object.entries(headers);
    if (next(2)) {
      const url = await client.signatureUrlV4(method, 60 + next(600000), { headers, queries }, object, additional);
      return { method, url, header: header(), time: Math.floor(Date.now() / 1000) };
    }
    const at = date();
    headers['x-oss-date'] = long(at);
    headers['x-oss-content-sha256'] = 'UNSIGNED-PAYLOAD';
    headers.authorization = client.authorizationV4(method, { headers, queries }, bucket, object, additional);
    return { method, url: `https://${host}${pathOf(object)}${queryOf(queries)}`, header: header(), time: Math.floor(at / 1000) };
  },
  obs: async (key) => {
    const client = new ObsClient({ access_key_id: letters(10), secret_access_key: key, server: 'https://obs.cn-north-4.myhuaweicloud.com', signature: 'obs' });
    await new Promise(setImmediate); // it is made later
    const bucket = letters(6), object = name(), method = pick(['GET', 'PUT', 'HEAD', 'DELETE']);
    if (next(2)) {
      const headers = {};
      if (next(2)) headers['Content-Type'] = ascii();
      if (next(3) === 0) headers['x-obs-meta-a'] = ascii();
      const signed = client.createSignedUrlSync({ Method: method, Bucket: bucket, Key: object, Expires: 60 + next(10000), Headers: headers, QueryParams: params(responses), SpecialParam: next(4) ? undefined : 'acl' });
      return { method, url: signed.SignedUrl, header: Object.entries(headers), time: Math.floor(Date.now() / 1000) };
    }
    const utils = new ObsUtils();
    const at = date(), headers = { Host: `${bucket}.obs.cn-north-4.myhuaweicloud.com` };
    utils.log = { isLevelEnabled: () => false };
    utils.ak = letters(10);
    utils.sk = key;
    if (next(2)) headers.Date = at.toUTCString(); else headers['x-obs-date'] = at.toUTCString();
    if (next(2)) headers['Content-Type'] = ascii();
    if (next(3) === 0) headers['Content-MD5'] = letters(22) + '==';
    if (next(3) === 0) headers['x-obs-meta-a'] = ascii();
    if (next(3) === 0) headers['x-obs-meta-a-b'] = ascii();
    const query = queryOf(params([...responses, 'versionId', 'q' + letters(2)]));
    const path = pathOf(object);
    utils.doAuth({ method, headers, uri: `/${bucket}${path}`, urlPath: query }, 'm', { headerPrefix: 'x-obs-', headerMetaPrefix: 'x-obs-meta-', authPrefix: 'OBS', stsToken: 'x-obs-security-token' });
    return { method, url: `https://${headers.Host}${path}${query}`, header: Object.entries(headers), time: Math.floor(at / 1000) };
  },
  sigv4a: async (key) => {
    const s3 = next(2) === 0, at = date(), accessKeyId = letters(12).toUpperCase();
    const signer = new SignatureV4a({ credentials: { accessKeyId, secretAccessKey: key, sessionToken: some(() => letters(20)) }, region: pick(['*', 'us-east-1,eu-west-1']), service: s3 ? 's3' : 'execute-api', sha256: Sha256, uriEscapePath: !s3, applyChecksum: s3 });
    const hostname = letters(5) + '.example', query = { ...params(['q' + letters(2), word(2, 1), 'versionId']), ...pick([{}, { q: [word(2), word(2), ''] }]) }, body = some(() => word(5, 1)) || '';
    const headers = { host: hostname, 'x-amz-meta-a': ascii() };
    if (body) headers['content-type'] = 'text/plain';
    const path = pathOf(name()), method = body ? 'PUT' : 'GET';
    const signed = await signer.sign(new HttpRequest({ method, protocol: 'https:', hostname, path, query, headers, body }), { signingDate: at });
    return { method, url: `https://${hostname}${path}${queryOf(query)}`, header: Object.entries(signed.headers), body, time: Math.floor(at / 1000) };
  },
  acs3: async (key) => {
    const at = date(), host = letters(5) + '.aliyuncs.example', body = some(() => word(5, 1)) || '', query = params(['Action', 'Version', 'RegionId', 'Key.1', 'Key.10', 'Key']);
    const headers = { host, 'x-acs-date': at.toISOString().replace(/\.\d+/, ''), 'x-acs-signature-nonce': letters(20), 'x-acs-action': ascii(), 'x-acs-content-sha256': sha256(body) };
    if (body) headers['content-type'] = 'application/json';
    const method = body ? 'POST' : 'GET', pathname = pick(['/', '/clusters/' + letters(5)]);
    headers.Authorization = ACS.getAuthorization({ method, pathname, query, headers }, 'ACS3-HMAC-SHA256', headers['x-acs-content-sha256'], letters(10), key);
    return { method, url: `https://${host}${pathname}${queryOf(query)}`, header: Object.entries(headers), body, time: Math.floor(at / 1000) };
  },
  cos: async (key) => {
    const cos = new COS({ SecretId: letters(10), SecretKey: key });
    const bucket = letters(5) + '-1250000000', region = 'ap-' + letters(6), object = name(), method = pick(['GET', 'PUT', 'HEAD', 'DELETE']), host = `${bucket}.cos.${region}.myqcloud.com`;
    const query = params([...responses, 'q' + letters(2), 'versionId', 'Prefix', 'prefix-x']);
    const headers = {};
    if (next(2)) headers['Content-Type'] = ascii();
    if (next(3) === 0) headers['x-cos-meta-a'] = ascii();
    if (next(3) === 0) headers['x-cos-meta-a-b'] = ascii();
    if (next(2)) {
      const url = cos.getObjectUrl({ Bucket: bucket, Region: region, Key: object, Method: method, Sign: true, Expires: 600, Query: query, Headers: headers, Protocol: 'https:' });
      return { method, url, header: Object.entries(headers), time: Math.floor(Date.now() / 1000) };
    }
    const authorization = cos.getAuth({ Bucket: bucket, Region: region, Key: object, Method: method, Expires: 600, Query: query, Headers: headers });
    return { method, url: `https://${host}${pathOf(object)}${queryOf(query)}`, header: [...Object.entries(headers), ['Authorization', authorization]], time: Math.floor(Date.now() / 1000) };
  },
};

const rsa = crypto.generateKeyPairSync('rsa', { modulusLength: 1024, publicKeyEncoding: { type: 'spki', format: 'pem' }, privateKeyEncoding: { type: 'pkcs8', format: 'pem' } });
// posted returns a form as JSON, as the SDKs return it, or as it is sent.
const posted = (url, fields) => {
  const r = { method: 'POST', url, time: Math.floor(Date.now() / 1000), header: [] };
  if (next(2) || Object.values(fields).some((v) => /[\r\n]/.test(v))) return { ...r, body: JSON.stringify(pick([fields, { url, fields }])) };
  const boundary = letters(20);
  r.header.push(['Content-Type', 'multipart/form-data; boundary=' + boundary]);
  const part = (name, value, more = '') => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`;
  r.body = Object.entries(fields).map(([k, v]) => part(k, v)).join('') + part('file', 'content', '; filename="a.txt"') + `--${boundary}--\r\n`;
  return r;
};
const text = () => word(4, 1).replace(/\$/g, 'x');
kinds['s3-post'] = async (key) => {
  const client = new S3Client({ region: 'eu-west-1', credentials: { accessKeyId: letters(16).toUpperCase(), secretAccessKey: key, sessionToken: some(() => letters(30)) } });
  const Fields = {}, Conditions = [];
  if (next(2)) Fields['Content-Type'] = text();
  if (next(2)) Fields['x-amz-meta-a'] = text();
  if (next(2)) Conditions.push(['content-length-range', 0, 1000]);
  const { url, fields } = await createPresignedPost(client, { Bucket: letters(8), Key: text(), Fields, Conditions, Expires: 600 });
  return posted(url, fields);
};
kinds['gcs-post'] = async () => {
  const storage = new Storage({ projectId: 'p', credentials: { client_email: 'a@p.iam.gserviceaccount.example', private_key: rsa.privateKey } });
  const fields = {};
  if (next(2)) fields['x-goog-meta-a'] = text();
  if (next(2)) fields['Content-Type'] = text();
  const [made] = await storage.bucket(letters(8)).file(text()).generateSignedPostPolicyV4({ expires: Date.now() + 600000, fields, conditions: next(2) ? [['content-length-range', 0, 1000]] : [] });
  return { ...posted(made.url, made.fields), public: rsa.publicKey, key: undefined };
};
kinds['oss-post'] = async (key) => {
  const client = new OSS({ accessKeyId: letters(10), accessKeySecret: key, bucket: letters(6), region: 'oss-cn-' + letters(5), secure: true });
  const object = text(), at = new Date(), policy = { expiration: new Date(+at + 600000).toISOString(), conditions: [['eq', '$key', object], { bucket: client.options.bucket }, ['content-length-range', 0, 1000]] };
  const url = `https://${client.options.bucket}.${client.options.region}.aliyuncs.com/`;
  if (next(2)) return posted(url, { key: object, ...client.calculatePostSignature(policy) });
  const fields = { 'x-oss-credential': `${client.options.accessKeyId}/${long(at).slice(0, 8)}/${client.options.region.slice(4)}/oss/aliyun_v4_request`, 'x-oss-date': long(at), 'x-oss-signature-version': 'OSS4-HMAC-SHA256' };
  for (const [k, v] of Object.entries(fields)) policy.conditions.push({ [k]: v });
  return posted(url, { key: object, ...fields, policy: Buffer.from(JSON.stringify(policy)).toString('base64'), 'x-oss-signature': client.signPostObjectPolicyV4(policy, at) });
};
kinds['obs-post'] = async (key) => {
  const id = letters(10), client = new ObsClient({ access_key_id: id, secret_access_key: key, server: 'https://obs.cn-north-4.myhuaweicloud.com', signature: 'obs' });
  await new Promise(setImmediate);
  const bucket = letters(6), object = text().replace(/["\\]/g, 'x'), fields = {};
  if (next(2)) fields['x-obs-meta-a'] = letters(4);
  const made = client.createPostSignatureSync({ Bucket: bucket, Key: object, Expires: 600, FormParams: fields });
  return posted(`https://${bucket}.obs.cn-north-4.myhuaweicloud.com/`, { key: object, ...fields, AccessKeyId: id, policy: made.Policy, signature: made.Signature });
};

(async () => {
  const list = [], names = Object.keys(kinds);
  for (let i = 0; list.length < count; i++) {
    const scheme = names[i % names.length], key = letters(20);
    const make = () => kinds[scheme](key);
    const r = await (scheme !== 'sigv4a' && next(4) === 0 ? pair(make) : make());
    if (r) list.push({ scheme, key, ...r });
  }
  const versions = ['ali-oss', 'esdk-obs-nodejs', 'cos-nodejs-sdk-v5', '@alicloud/openapi-util', '@smithy/signature-v4a', '@aws-sdk/s3-presigned-post', '@google-cloud/storage'].map((n) => n + ' ' + versionOf(n));
  write([{ program: versions.join(', '), version: process.version }, ...list]);
})();
