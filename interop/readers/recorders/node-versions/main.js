// URL and url.parse of Node.js of any version.
var protocol = require('../../lib/protocol.js');
var url = require('url');
process.emitWarning = function () {};
var version = process.version.slice(1);
var rows = [['node.legacy', version, 'Node.js url.parse', protocol.legacyCall, function (s) { return protocol.legacyParts(url.parse(s)); }]];
if (typeof URL === 'function') rows.push(['node.url', version, 'Node.js URL', protocol.urlCall, function (s) { return protocol.urlParts(new URL(s)); }]);
protocol.serve(rows, process.argv[2]);
