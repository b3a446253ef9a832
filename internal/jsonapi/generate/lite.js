// Percent-encoding by dialects that are a set of characters. Made by go generate.

export class PercentError extends Error {
  constructor({ reason, text, ...rest }) {
    super(text);
    Object.assign(this, { name: "PercentError", reason });
    for (const key in rest) if (rest[key] !== undefined) this[key] = rest[key];
  }
}

const fail = (reason, text, rest) => {
  throw new PercentError({ reason, text: "percent: " + text, ...rest });
};

// A row begins with bits in base 36: the 33 characters that are neither letters nor
// digits; malformed escapes are kept; "+" is read as a space; and written for one.
const rows = ``;

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
// all has the dialects by name.
const all = Object.create(null);
for (const row of rows.split("\n")) {
  const [set, ...names] = row.split(" ");
  let place = 0;
  const bit = () => Math.floor(parseInt(set, 36) / 2 ** place++) % 2;
  const written = Array.from({ length: 256 }, (_, i) => {
    const c = String.fromCharCode(i);
    return i > 31 && i < 127 && (/[^\W_]/.test(c) || bit()) ? c : (i < 16 ? "%0" : "%") + i.toString(16).toUpperCase();
  });
  const kept = bit(), plus = bit(), form = bit();
  if (form) written[32] = "+";
  for (const name of names) all[name.toLowerCase()] = { name, written, kept, plus, form };
}

export const dialects = () => Object.values(all).map(d => d.name);

function lookup(options, standard) {
  const { as = standard, ...rest } = options ?? {};
  for (const key in rest) if (rest[key] !== undefined) fail("unknown key", `lite has no option ${key}`, { field: key });
  return all[`${as}`.toLowerCase()] ?? fail("unknown dialect", `lite has no dialect ${JSON.stringify(as)}`, { field: "as" });
}

function octets(text) {
  // A Uint8Array may be one of another realm.
  if (({}).toString.call(text) === "[object Uint8Array]") return text;
  const field = "text";
  if (typeof text !== "string") fail("not a string", "text is neither a string nor a Uint8Array", { field });
  const index = text.search(/\p{Cs}/u);
  if (index >= 0) fail("lone surrogate", `text: half of a character at index ${index}; octets that are not text go into a Uint8Array`, { field, index, offset: encoder.encode(text.slice(0, index)).length });
  return encoder.encode(text);
}

const digit = c => c < 58 && c > 47 ? c - 48 : (c |= 32) < 103 && c > 96 ? c - 87 : NaN;

// escaped returns the octet of the escape at i, or NaN.
const escaped = (bytes, i) => digit(bytes[i + 1]) * 16 + digit(bytes[i + 2]);

export function encode(data, options) {
  const { written } = lookup(options, "rfc3986");
  let out = "";
  for (const octet of octets(data)) out += written[octet];
  return out;
}

// malformed throws the error for the n octets of a text at i.
function malformed(reason, text, bytes, i, n, output) {
  const at = string(bytes.slice(i, i + n));
  fail(reason, `${reason} ${typeof at === "string" ? JSON.stringify(at) : "octets that are not UTF-8"} at byte ${i}`,
    { offset: i, index: text === bytes ? undefined : indexAt(text, i), output });
}

// fix leaves whole URIs, whose parts differ, to the whole package.
export function fix(text, options) {
  const { written, form } = lookup(options, "uri");
  if (written === all.uri.written) fail("cannot fix", "lite fixes no whole URIs", { field: "as" });
  let out = "";
  octets(text).forEach((octet, i, bytes) => {
    if (octet === 37 && bytes[i + 1] === 37) malformed("doubled percent sign", text, bytes, i, 2, out);
    out += octet === 37 ? escaped(bytes, i) >= 0 ? "%" : "%25" : octet === 43 && form ? "+" : written[octet];
  });
  return out;
}

// string returns text, or octets that are none.
function string(bytes) {
  try {
    return decoder.decode(bytes);
  } catch {
    return bytes;
  }
}

export function decodeToBytes(text, options) {
  const { kept, plus } = lookup(options, "rfc3986");
  const bytes = octets(text);
  const out = new Uint8Array(bytes.length);
  let n = 0;
  for (let i = 0; i < bytes.length; i++) {
    const made = bytes[i] === 37 ? escaped(bytes, i) : NaN;
    if (made >= 0) {
      out[n++] = made;
      i += 2;
    } else if (bytes[i] === 37 && !kept) {
      const cut = i + 3 > bytes.length && digit(bytes[i + 1] ?? 48) >= 0;
      malformed(`${cut ? "truncated" : "invalid"} escape`, text, bytes, i, 3, string(out.slice(0, n)));
    } else out[n++] = bytes[i] === 43 && plus ? 32 : bytes[i];
  }
  return out.slice(0, n);
}

export function decode(text, options) {
  const output = string(decodeToBytes(text, options));
  return typeof output === "string" ? output : fail("not UTF-8", "the result is not UTF-8: decodeToBytes returns it, or a charset reads it", { output });
}

export function indexAt(text, offset) {
  let i = 0;
  for (let at = 0; i < text.length && at < offset; i++) {
    const c = text.codePointAt(i);
    at += c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
    if (c > 0xffff) i++;
  }
  return i;
}
