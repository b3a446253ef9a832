// Bun of any version.
var protocol = require('../protocol.js');
var runtime = require('../runtime.js');
var rows = runtime('bun', 'bun', require('querystring'), require('url'), protocol.between);
var verb = process.argv[2];
if (verb === 'list') console.log(protocol.list(rows, 'JavaScript', 'Bun ' + Bun.version).trimEnd());
else {
  var fs = require('fs');
  var b = Buffer.from(protocol.answers(rows, fs.readFileSync(process.argv[3], 'utf8')));
  for (var n = 0; n < b.length;) n += fs.writeSync(1, b.subarray(n, n + 4096));
}
