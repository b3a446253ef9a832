// What a program makes of every charset. Runs in a page and in Node.js.

/** The charsets that are decoded, by name; those of the last list take more than one byte. */
const names = `UTF-8 IBM866 ISO-8859-2 ISO-8859-3 ISO-8859-4 ISO-8859-5 ISO-8859-6 ISO-8859-7 ISO-8859-8 ISO-8859-8-I ISO-8859-10
  ISO-8859-13 ISO-8859-14 ISO-8859-15 ISO-8859-16 KOI8-R KOI8-U macintosh windows-874 windows-1250 windows-1251 windows-1252 windows-1253
  windows-1254 windows-1255 windows-1256 windows-1257 windows-1258 x-mac-cyrillic x-user-defined GBK gb18030 Big5 EUC-JP ISO-2022-JP
  Shift_JIS EUC-KR UTF-16BE UTF-16LE`.split(/\s+/);
const wide = ['UTF-8', 'GBK', 'gb18030', 'Big5', 'EUC-JP', 'ISO-2022-JP', 'Shift_JIS', 'EUC-KR', 'UTF-16BE', 'UTF-16LE'];

/** The charsets that a page can be in and that are written as themselves. */
export const encoders = names.filter((name) => !name.startsWith('UTF-'));

// Bytes of every class that a decoder tells apart.
const alphabets = {
  'UTF-8': [0x41, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc1, 0xc3, 0xe0, 0xe3, 0xed, 0xf0, 0xf1, 0xf4, 0xf5, 0xff],
  gb18030: [0x41, 0x30, 0x39, 0x2f, 0x7f, 0x80, 0x81, 0x84, 0x90, 0xa2, 0xab, 0xe3, 0xfe, 0xff],
  GBK: [0x41, 0x30, 0x39, 0x80, 0x81, 0xa1, 0xfe, 0xff],
  Big5: [0x41, 0x3f, 0x62, 0x7f, 0x80, 0x81, 0x87, 0x88, 0xa1, 0xa3, 0xfe, 0xff],
  'EUC-JP': [0x41, 0x5c, 0x80, 0x8e, 0x8f, 0xa0, 0xa1, 0xa2, 0xb0, 0xdf, 0xe0, 0xfe, 0xff],
  Shift_JIS: [0x41, 0x3f, 0x5c, 0x7f, 0x80, 0x81, 0x82, 0x9f, 0xa0, 0xa1, 0xdf, 0xe0, 0xea, 0xf0, 0xfc, 0xfd],
  'EUC-KR': [0x41, 0x40, 0x5b, 0x7f, 0x80, 0x81, 0xa1, 0xb0, 0xc6, 0xfe, 0xff],
  'ISO-2022-JP': [0x1b, 0x24, 0x28, 0x40, 0x42, 0x4a, 0x49, 0x21, 0x0a, 0x0e, 0x5c, 0x7e, 0x80],
  'UTF-16BE': [0x41, 0x00, 0xd8, 0xdb, 0xdc, 0xdf, 0xe0, 0xff],
  'UTF-16LE': [0x41, 0x00, 0xd8, 0xdb, 0xdc, 0xdf, 0xe0, 0xff],
};

const hex = (bytes) => Array.from(bytes, (b) => b.toString(16).padStart(2, '0')).join('');

/**
 * decoderOf returns a function from bytes to text, which begins with "!" where a
 * fatal decoder refuses them and with "=" where it does not. After an error
 * decoders are made anew: in Chromium what stood before it can stay in them.
 */
function decoderOf(name) {
  const make = (fatal) => new TextDecoder(name, { ignoreBOM: true, fatal });
  let [lenient, strict] = [make(false), make(true)];
  return (bytes) => {
    const b = Uint8Array.from(bytes);
    const text = lenient.decode(b);
    let exact;
    try {
      exact = strict.decode(b);
    } catch (e) {
      if (!(e instanceof TypeError)) throw e;
      [lenient, strict] = [make(false), make(true)];
      return '!' + text;
    }
    if (exact !== text) throw new Error(`${name}: ${hex(b)} is ${JSON.stringify(exact)} with fatal and ${JSON.stringify(text)} without`);
    return '=' + text;
  };
}

/** row decodes prefix followed by each of 256 bytes. */
function row(decode, prefix) {
  return Array.from({ length: 256 }, (_, b) => decode([...prefix, b]));
}

function prefixes(name) {
  const list = [[]];
  if (wide.includes(name)) for (let a = 0; a < 256; a++) list.push([a]);
  if (name === 'EUC-JP') for (let a = 0x80; a < 256; a++) list.push([0x8f, a]);
  if (name === 'ISO-2022-JP') {
    for (const escape of ['$B', '$@', '(B', '(I', '(J']) list.push([0x1b, ...new TextEncoder().encode(escape)]);
    for (let a = 0x20; a < 0x80; a++) list.push([0x1b, 0x24, 0x42, a]);
  }
  return list;
}

/** fourBytes decodes every sequence of four bytes in gb18030: runs of consecutive code points as [pointer, first, length]. */
function fourBytes(decode) {
  const runs = [];
  let pointer = 0;
  for (let a = 0x81; a <= 0xfe; a++) {
    for (let b = 0x30; b <= 0x39; b++) {
      for (let c = 0x81; c <= 0xfe; c++) {
        for (let d = 0x30; d <= 0x39; d++, pointer++) {
          const text = decode([a, b, c, d]);
          if (text[0] === '!') continue;
          const cp = text.codePointAt(1);
          if (text.length !== 1 + String.fromCodePoint(cp).length) throw new Error(`pointer ${pointer} is more than a code point`);
          const last = runs.at(-1);
          if (last && last[0] + last[2] === pointer && last[1] + last[2] === cp) last[2]++;
          else runs.push([pointer, cp, 1]);
        }
      }
    }
  }
  return runs;
}

/** sequences decodes 300 sequences of up to 12 bytes, the same every time. */
function sequences(name, decode) {
  const alphabet = alphabets[name];
  let seed = 1;
  const random = (n) => {
    seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
    return (seed >>> 8) % n;
  };
  const list = [];
  for (let i = 0; i < 300; i++) {
    const bytes = Array.from({ length: 2 + random(11) }, () => alphabet[random(alphabet.length)]);
    list.push([hex(bytes), decode(bytes)]);
  }
  return list;
}

/** decodeAll calls give(kind, charset, key, value) with all that is decoded. A charset that the program has not is left out. */
export async function decodeAll(labels, give) {
  for (const label of labels) {
    let name = null;
    try {
      name = new TextDecoder(label).encoding;
    } catch (e) {
      if (!(e instanceof RangeError)) throw e;
    }
    await give('label', label, '', name);
  }
  for (const name of names) {
    let decode;
    try {
      decode = decoderOf(name);
    } catch (e) {
      if (!(e instanceof RangeError)) throw e;
      continue;
    }
    for (const prefix of prefixes(name)) await give('row', name, hex(prefix), row(decode, prefix));
    if (name === 'gb18030') await give('runs', name, '', fourBytes(decode));
    if (wide.includes(name)) await give('sequences', name, '', sequences(name, decode));
  }
}

/**
 * encodeAll returns how the query of a link in this page is written, for code
 * points from U+0080 on: runs of consecutive code points with consecutive bytes as
 * [first, bytes, length]. Bytes are in hexadecimal; four of them are the
 * pointer of gb18030, in decimal behind "p". What the charset has not, and what
 * therefore is written as a reference in decimal, is left out.
 */
export function encodeAll() {
  const a = document.createElement('a');
  const everyPlane = document.characterSet === 'gb18030';
  const runs = [];
  let next; // what the bytes of the next code point would be
  for (let cp = 0x80; cp <= 0x10ffff; cp++) {
    if (cp === 0xd800) cp = 0xe000;
    // No other index goes beyond planes 0 and 2: of the rest some are asked.
    if (!everyPlane && cp >= 0x10000 && cp >> 16 !== 2 && cp % 251 !== 0) continue;
    a.href = 'http://h/?' + String.fromCodePoint(cp);
    const out = a.search;
    if (out === `?%26%23${cp}%3B`) continue;
    const octets = unescape(out.slice(1));
    const bytes = Array.from(octets, (c) => c.charCodeAt(0));
    let value = bytes.reduce((v, b) => v * 256 + b, 0);
    let text = hex(bytes);
    if (bytes.length === 4) {
      value = (((bytes[0] - 0x81) * 10 + bytes[1] - 0x30) * 126 + bytes[2] - 0x81) * 10 + bytes[3] - 0x30;
      text = 'p' + value;
    }
    const last = runs.at(-1);
    if (last && last[0] + last[2] === cp && next === `${bytes.length} ${value}`) last[2]++;
    else runs.push([cp, text, 1]);
    next = `${bytes.length} ${value + 1}`;
  }
  return runs;
}
