// Text that may be any octets. A string stands for octets: its characters for their
// UTF-8, lone surrogates from U+DC80 to U+DCFF for the octets 80 to FF, and other lone
// surrogates for the three octets that UTF-8 would have for them. So every sequence of
// octets has a string, and no edit loses octets.

const encoder = new TextEncoder();

export const isText = s => !/\p{Surrogate}/u.test(s);

export function octets(s) {
  if (isText(s)) return encoder.encode(s);
  const out = [];
  for (const c of s) {
    const u = c.codePointAt(0);
    if (u >= 0xDC80 && u <= 0xDCFF) out.push(u - 0xDC00);
    else if (u >= 0xD800 && u <= 0xDFFF) out.push(0xE0 | u >> 12, 0x80 | u >> 6 & 0x3F, 0x80 | u & 0x3F);
    else out.push(...encoder.encode(c));
  }
  return Uint8Array.from(out);
}

export function fromOctets(bytes) {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    // It is not UTF-8: go octet by octet.
  }
  const parts = [];
  for (let i = 0; i < bytes.length;) {
    const n = lengthAt(bytes, i);
    if (n === 0) parts.push(String.fromCharCode(0xDC00 + bytes[i++]));
    else {
      let u = n === 1 ? bytes[i] : bytes[i] & 0x7F >> n;
      for (let j = 1; j < n; j++) u = u << 6 | bytes[i + j] & 0x3F;
      parts.push(String.fromCodePoint(u));
      i += n;
    }
  }
  return parts.join("");
}

// lengthAt returns how many octets the character at i has, or 0 if none begins there.
function lengthAt(b, i) {
  const c = b[i];
  if (c < 0x80) return 1;
  const n = c >= 0xC2 && c <= 0xDF ? 2 : c >= 0xE0 && c <= 0xEF ? 3 : c >= 0xF0 && c <= 0xF4 ? 4 : 0;
  for (let j = 1; j < n; j++) if (!(b[i + j] >= 0x80 && b[i + j] <= 0xBF)) return 0;
  const second = b[i + 1];
  if (c === 0xE0 && second < 0xA0 || c === 0xED && second > 0x9F || c === 0xF0 && second < 0x90 || c === 0xF4 && second > 0x8F) return 0;
  return n;
}

// unescaped returns s with its escapes decoded.
export function unescaped(s) {
  const b = octets(s), out = [];
  for (let i = 0; i < b.length; i++) {
    const digits = b[i] === 0x25 ? String.fromCharCode(...b.slice(i + 1, i + 3)) : "";
    if (/^[0-9A-Fa-f]{2}$/.test(digits)) {
      out.push(parseInt(digits, 16));
      i += 2;
    } else out.push(b[i]);
  }
  return fromOctets(Uint8Array.from(out));
}

// put sets a member of a request; get returns one of a reply.
export function put(request, key, s) {
  if (isText(s)) request[key] = s;
  else request[key + "_base64"] = btoa(Array.from(octets(s), c => String.fromCharCode(c)).join(""));
  return request;
}

export function get(reply, key) {
  if (reply[key] !== undefined) return reply[key];
  const coded = reply[key + "_base64"];
  return coded === undefined ? undefined : fromOctets(Uint8Array.from(atob(coded), c => c.charCodeAt(0)));
}

// places maps offsets in the octets of s to indices in s.
export function places(s) {
  if (/^[\0-\x7F]*$/.test(s)) return { index: i => Math.min(i, s.length) };
  const starts = [];
  let index = 0;
  for (const c of s) {
    const n = c.length === 2 ? 4 : octetsOf(c.charCodeAt(0));
    for (let j = 0; j < n; j++) starts.push(index);
    index += c.length;
  }
  return { index: i => i >= starts.length ? s.length : starts[i] };
}

const octetsOf = u => u < 0x80 || u >= 0xDC80 && u <= 0xDCFF ? 1 : u < 0x800 ? 2 : 3;

// shown returns s with a symbol for each code unit that is invisible or would affect
// the text around it, so that indices in it are indices in s.
export function shown(s) {
  return s.replace(/[\0-\x08\x0B-\x1F]/g, c => String.fromCharCode(0x2400 + c.charCodeAt(0)))
    .replace(/\x7F/g, "\u2421")
    .replace(/[\x80-\x9F\xAD\u061C\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB]/g, "\u2370")
    .replace(/\p{Surrogate}/gu, "\uFFFD");
}

// line returns s as shown on a single line.
export const line = s => shown(s).replace(/\n/g, "\u240A").replace(/\t/g, "\u2409");
