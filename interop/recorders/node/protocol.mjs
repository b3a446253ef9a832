// The recorder protocol: `list` and `run` over a table of implementations.
import { createInterface } from 'node:readline';

/** decodeWTF8 returns the string whose WTF-8 the hex digits spell. */
export function decodeWTF8(hex) {
  const b = Buffer.from(hex, 'hex');
  let s = '';
  for (let i = 0; i < b.length;) {
    const n = b[i] < 0x80 ? 1 : b[i] < 0xe0 ? 2 : b[i] < 0xf0 ? 3 : 4;
    let cp = n === 1 ? b[i] : b[i] & (0xff >> (n + 1));
    for (let k = 1; k < n; k++) cp = cp << 6 | b[i + k] & 0x3f;
    s += String.fromCodePoint(cp);
    i += n;
  }
  return s;
}

/** encodeWTF8 returns the octets of a string, a lone surrogate as three. */
export function encodeWTF8(s) {
  const out = [];
  for (const c of s) {
    const cp = c.codePointAt(0);
    if (cp >= 0xd800 && cp <= 0xdfff) out.push(Buffer.from([0xed, 0x80 | cp >> 6 & 0x3f, 0x80 | cp & 0x3f]));
    else out.push(Buffer.from(c));
  }
  return Buffer.concat(out);
}

/** INEXPRESSIBLE is what an implementation returns for an input it cannot be given. */
export const INEXPRESSIBLE = Symbol('inexpressible');

/** between returns what stands between before and after in out, both of which must have survived. */
export function between(out, before, after = '') {
  if (typeof out !== 'string') throw new Error(`the result is ${describe(out)}`);
  if (out.length < before.length + after.length || !out.startsWith(before) || !out.endsWith(after)) {
    throw new Error(`${JSON.stringify(before)} or ${JSON.stringify(after)} around the value did not survive`);
  }
  return out.slice(before.length, out.length - after.length);
}

function describe(v) {
  return v === null || typeof v !== 'object' ? String(v) : JSON.stringify(v);
}

/** wellFormed puts U+FFFD for lone surrogates. */
export const wellFormed = (s) => Buffer.from(s).toString();

/** failure spells an exception as one line of well-formed text. */
export function failure(e) {
  // No instanceof: the error may come from another realm.
  const text = typeof e?.message === 'string' ? `${e.constructor.name}: ${e.message}` : `thrown: ${describe(e)}`;
  return wellFormed(text).replace(/[\x00-\x1f\x7f-\x9f\u2028\u2029]+/g, ' ');
}

/** answer turns what an implementation returned into a line. */
export function answer(v) {
  if (v === INEXPRESSIBLE) return '-';
  if (typeof v === 'string') return encodeWTF8(v).toString('hex');
  if (v instanceof Uint8Array) return Buffer.from(v).toString('hex');
  return wellFormed(`!the result is ${describe(v)}`);
}

/** exit ends the program when everything is written: a pipe takes it later. */
export function exit() {
  process.stdout.write('', () => process.exit(0));
}

/** serve answers `list` or `run` from a list of [kind, id, language, version, units, call, function]. */
export async function serve(table) {
  const [verb] = process.argv.slice(2);
  // Packages print warnings; standard output belongs to the protocol.
  const write = process.stdout.write.bind(process.stdout);
  console.log = console.info = console.warn = console.debug = () => {};
  if (verb === 'list') {
    for (const row of table) write(row.slice(0, 6).join('\t') + '\n');
    return;
  }
  if (verb !== 'run') {
    process.stderr.write('usage: run list|run\n');
    process.exit(2);
  }
  const byID = new Map(table.map((row) => [row[1], row[6]]));
  for await (const line of createInterface({ input: process.stdin })) {
    const [id, hex] = line.split('\t');
    let out;
    try {
      out = answer(await byID.get(id)(decodeWTF8(hex)));
    } catch (e) {
      out = '!' + failure(e);
    }
    write(out + '\n');
  }
}
