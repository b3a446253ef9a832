// Node.js of any version.
var protocol = require('../protocol.js');
var runtime = require('../runtime.js');
var rows = runtime('js', 'node', require('querystring'), require('url'), protocol.between);
process.emitWarning = function () {};
protocol.serve(rows, 'JavaScript', 'node ' + process.version, process.argv[2]);
