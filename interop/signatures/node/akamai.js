// Prints URLs with tokens that Akamai's library made: node akamai.js COUNT SEED.
'use strict';
const crypto = require('node:crypto');
const EdgeAuth = require('akamai-edgeauth');
const { generator, versionOf, write } = require('./random.js');

const [count, seed] = process.argv.slice(2).map(Number);
const { next, pick, word, letters } = generator(seed);
const now = 1700000000;

const list = [{ program: 'akamai-edgeauth', version: versionOf('akamai-edgeauth') }];
while (list.length <= count) {
  const key = crypto.createHash('sha256').update(letters(8)).digest('hex'), escapeEarly = next(2) === 0;
  const text = () => (escapeEarly ? word(4, 1) : letters(5)); // what cannot be sent is escaped
  const options = { key, escapeEarly, algorithm: pick(['sha256', 'sha1', 'md5']), tokenName: pick(['hdnts', 'hdnea', '__token__']) };
  if (next(2)) options.startTime = now - next(1000);
  if (next(3) === 0) options.payload = text();
  if (next(3) === 0) options.sessionId = text();
  if (next(3) === 0) options.ip = '10.0.0.' + next(256);
  if (next(2)) options.windowSeconds = 2000; else options.endTime = now + 1000;
  if (!options.startTime) { delete options.windowSeconds; options.endTime = now + 1000; }
  const auth = new EdgeAuth(options);
  let path = '/' + Array.from({ length: 1 + next(3) }, () => word(2, 1).replace(/[%?#&~\\/"<>`]|[^ -~]| /g, 'x')).join('/');
  const byURL = next(4) === 0;
  let token = byURL ? auth.generateURLToken(path) : auth.generateACLToken(pick(['/*', path, [path, '/other/*'], path.slice(0, 3) + '*', '/v/*', path.replace(/.$/, '?')]));
  if (next(5) === 0) token = token.replace(/exp=(\d+)/, (_, t) => 'exp=' + (Number(t) + next(2)));
  if (next(6) === 0) path = path + pick(['x', '', '/', '/../x', '!']);
  const [, fields, hmac] = /^(.*)~hmac=(.*)$/.exec(token);
  // The edge cannot be run here: what it compares is told by its pages.
  const sign = (t) => crypto.createHmac(options.algorithm, Buffer.from(key, 'hex')).update(t).digest('hex') === hmac;
  const escaped = encodeURIComponent(path).replace(/[~'*]/g, (c) => '%' + c.charCodeAt(0).toString(16)).replace(/%../g, (e) => e.toLowerCase());
  const right = byURL ? sign(`${fields}~url=${path}`) || sign(`${fields}~url=${escaped}`) : sign(fields);
  const acl = /~acl=([^~]*)/.exec(fields);
  const allowed = !acl || acl[1].split('!').some((p) => new RegExp('^' + p.replace(/[.+^${}()|[\]\\]/g, '\\$&').replace(/\*/g, '.*').replace(/\?/g, '.') + '$', 's').test(path));
  list.push({ scheme: 'akamai', method: 'GET', url: `https://h.example${path}?a=b&${options.tokenName}=${token}`, header: [], key, time: now, not: !right || !allowed, unknown: byURL && right });
}
write(list);
