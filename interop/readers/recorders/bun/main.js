// URL and url.parse of Bun.
var protocol = require('../../lib/protocol.js');
var fs = require('fs');
var url = require('url');
var rows = [
  ['bun.url', Bun.version, 'Bun URL', protocol.urlCall, function (s) { return protocol.urlParts(new URL(s)); }],
  ['bun.legacy', Bun.version, 'Bun url.parse', protocol.legacyCall, function (s) { return protocol.legacyParts(url.parse(s)); }]
];
var text = process.argv[2] === 'list' ? protocol.list(rows) : protocol.answers(rows, fs.readFileSync(process.argv[3], 'utf8'));
var b = Buffer.from(text);
for (var n = 0; n < b.length;) n += fs.writeSync(1, b.subarray(n, n + 4096));
