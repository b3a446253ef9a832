// The recorder protocol for engines of any age: ECMAScript 3 and what CommonJS gives.
//
// rows are [kind, id, call, function, units]; units are utf16 unless they are given.
// A function returns a string or octets; undefined where there is no such input.

function escaped(code) { return '\\u' + ('000' + code.toString(16)).slice(-4); }

/** decode returns the string whose WTF-8 the hex digits spell. */
function decode(hex) {
  var s = '';
  for (var i = 0; i < hex.length;) {
    var b = parseInt(hex.substr(i, 2), 16);
    var n = b < 0x80 ? 1 : b < 0xe0 ? 2 : b < 0xf0 ? 3 : 4;
    var cp = n === 1 ? b : b & (0xff >> (n + 1));
    for (var k = 1; k < n; k++) cp = cp << 6 | parseInt(hex.substr(i + 2 * k, 2), 16) & 0x3f;
    s += cp < 0x10000 ? String.fromCharCode(cp) : String.fromCharCode(0xd800 + (cp - 0x10000 >> 10), 0xdc00 + (cp & 0x3ff));
    i += 2 * n;
  }
  return s;
}

/** encode returns the hex digits of a string's WTF-8. */
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

/** octets returns the hex digits of a buffer. */
function octets(b) {
  var out = '';
  for (var i = 0; i < b.length; i++) out += (b[i] < 16 ? '0' : '') + b[i].toString(16);
  return out;
}

/** failure spells an exception as one line of ASCII. */
function failure(e) {
  var text = e && typeof e.message === 'string' ? (e.name || 'Error') + ': ' + e.message.split('\n')[0] : 'thrown: ' + e;
  var out = '';
  for (var i = 0; i < text.length && i < 300; i++) {
    var c = text.charCodeAt(i);
    out += c < 0x20 || c > 0x7e ? escaped(c) : text.charAt(i);
  }
  return '!' + out;
}

function answer(f, hex) {
  try {
    var v = f(decode(hex));
    if (v === undefined) return '-';
    if (typeof v === 'string') return encode(v);
    if (v && typeof v === 'object' && typeof v.length === 'number' && typeof v[0] !== 'string') return octets(v);
    return failure(new Error('the result is ' + (v === null ? v : typeof v)));
  } catch (e) {
    return failure(e);
  }
}

/** between returns what stands between before and after in out, both of which must have survived. */
function between(out, before, after) {
  after = after || '';
  if (typeof out !== 'string') throw new Error('the result is of type ' + typeof out);
  if (out.length < before.length + after.length || out.slice(0, before.length) !== before || out.slice(out.length - after.length) !== after) {
    throw new Error(before + ' or ' + after + ' around the value did not survive');
  }
  return out.slice(before.length, out.length - after.length);
}

/** list returns the lines of `run list`. */
function list(rows, language, version) {
  var lines = [];
  for (var i = 0; i < rows.length; i++) lines.push([rows[i][0], rows[i][1], language, version, rows[i][4] || 'utf16', rows[i][2]].join('\t'));
  return lines.join('\n') + '\n';
}

/** answers returns the lines that answer those of a text. */
function answers(rows, text) {
  var functions = {};
  for (var i = 0; i < rows.length; i++) functions[rows[i][1]] = rows[i][3];
  var lines = text.split('\n');
  var out = [];
  for (var j = 0; j < lines.length; j++) {
    if (lines[j] === '') continue;
    var field = lines[j].split('\t');
    out.push(answer(functions[field[0]], field[1]));
  }
  return out.join('\n') + '\n';
}

/** serve answers the verb over standard input and output. */
function serve(rows, language, version, verb) {
  var stdout = process.stdout;
  if (verb === 'list') return stdout.write(list(rows, language, version));
  var chunks = [];
  process.stdin.setEncoding('utf8');
  process.stdin.on('data', function (c) { chunks.push(c); });
  process.stdin.on('end', function () { stdout.write(answers(rows, chunks.join(''))); });
  process.stdin.resume();
}

if (typeof module !== 'undefined') module.exports = { answers: answers, between: between, list: list, serve: serve };
