// The protocol of recorders of readers, for engines of any age: ECMAScript 3 and what CommonJS gives.
//
// rows are [name, version, program, call, function]. A function returns the eight parts, in which
// null and undefined are absent, or throws, or returns null, when it refuses.

/** decode returns the string whose UTF-8 the hex digits spell, or null. */
function decode(hex) {
  var s = '';
  for (var i = 0; i < hex.length;) {
    var b = parseInt(hex.substr(i, 2), 16);
    var n = b < 0x80 ? 1 : b < 0xc2 ? 0 : b < 0xe0 ? 2 : b < 0xf0 ? 3 : b < 0xf5 ? 4 : 0;
    if (n === 0 || i + 2 * n > hex.length) return null;
    var cp = n === 1 ? b : b & (0xff >> (n + 1));
    for (var k = 1; k < n; k++) {
      var c = parseInt(hex.substr(i + 2 * k, 2), 16);
      if ((c & 0xc0) !== 0x80) return null;
      cp = cp << 6 | c & 0x3f;
    }
    if (n === 3 && (cp < 0x800 || cp >= 0xd800 && cp < 0xe000) || n === 4 && (cp < 0x10000 || cp > 0x10ffff)) return null;
    s += cp < 0x10000 ? String.fromCharCode(cp) : String.fromCharCode(0xd800 + (cp - 0x10000 >> 10), 0xdc00 + (cp & 0x3ff));
    i += 2 * n;
  }
  return s;
}

/** encode returns the hex digits of a string's UTF-8; a lone surrogate is written as any other code point. */
function encode(s) {
  var out = [];
  function put(b) { out.push((b < 16 ? '0' : '') + b.toString(16)); }
  for (var i = 0; i < s.length; i++) {
    var cp = s.charCodeAt(i);
    var next = s.charCodeAt(i + 1);
    if (cp >= 0xd800 && cp < 0xdc00 && next >= 0xdc00 && next < 0xe000) {
      cp = 0x10000 + (cp - 0xd800 << 10) + next - 0xdc00;
      i++;
    }
    if (cp < 0x80) put(cp);
    else if (cp < 0x800) { put(0xc0 | cp >> 6); put(0x80 | cp & 63); }
    else if (cp < 0x10000) { put(0xe0 | cp >> 12); put(0x80 | cp >> 6 & 63); put(0x80 | cp & 63); }
    else { put(0xf0 | cp >> 18); put(0x80 | cp >> 12 & 63); put(0x80 | cp >> 6 & 63); put(0x80 | cp & 63); }
  }
  return out.join('');
}

function answer(f, hex) {
  var s = decode(hex);
  if (s === null) return '?';
  var parts;
  try {
    parts = f(s);
  } catch (e) {
    return '!';
  }
  if (parts === null) return '!';
  var line = '=';
  for (var i = 0; i < parts.length; i++) line += '\t' + (parts[i] === null || parts[i] === undefined ? '-' : encode(String(parts[i])));
  return line;
}

function list(rows) {
  var out = '';
  for (var i = 0; i < rows.length; i++) out += [rows[i][0], rows[i][1], 'accessors', rows[i][2], rows[i][3]].join('\t') + '\n';
  return out;
}

function answers(rows, questions) {
  var byName = {};
  for (var i = 0; i < rows.length; i++) byName['$' + rows[i][0]] = rows[i][4];
  var lines = questions.split('\n');
  var out = [];
  for (var k = 0; k < lines.length; k++) {
    if (lines[k] === '') continue;
    var f = lines[k].split('\t');
    out.push(answer(byName['$' + f[0]], f[1]) + '\n');
  }
  return out.join('');
}

/** urlParts returns the parts of a URL object; delimiters that its getters give are cut off. */
function urlParts(u) {
  function cut(s, c) { return s.charAt(0) === c ? s.slice(1) : s; }
  return [u.protocol.replace(/:$/, ''), u.username, u.password, u.hostname, u.port, u.pathname, cut(u.search, '?'), cut(u.hash, '#')];
}
var urlCall = "new URL(s): protocol without ':', username, password, hostname, port, pathname, search without '?', hash without '#'";

/** legacyParts returns the parts of what Node.js's url.parse returns. */
function legacyParts(u) {
  return [u.protocol && u.protocol.replace(/:$/, ''), u.auth, null, u.hostname, u.port, u.pathname, typeof u.query === 'string' ? u.query : null, u.hash && u.hash.slice(1)];
}
var legacyCall = "url.parse(s): protocol without ':', auth (the user and the password), hostname, port, pathname, query, hash without '#'";

function serve(rows, verb) {
  var fs = require('fs');
  function put(text) {
    var b = Buffer.from && Buffer.from !== Uint8Array.from ? Buffer.from(text) : new Buffer(text);
    for (var n = 0; n < b.length;) {
      try {
        n += fs.writeSync(1, b, n, b.length - n);
      } catch (e) {
        if (e.code !== 'EAGAIN') throw e;
      }
    }
  }
  put(verb === 'list' ? list(rows) : answers(rows, fs.readFileSync('/dev/stdin').toString()));
}

if (typeof module === 'object') {
  module.exports = { list: list, answers: answers, serve: serve, urlParts: urlParts, urlCall: urlCall, legacyParts: legacyParts, legacyCall: legacyCall };
}
