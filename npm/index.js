// Percent is the program as WebAssembly: calls are synchronous once load has ended.
// index.d.ts says what each function takes and gives.

import { indexAt, PercentError } from "./lite.js";
import runtime from "./runtime.js";

export { indexAt, PercentError };

let loading;
let percentCall; // (operation, JSON) => JSON, while the program runs
let program; // its exports, for the direct path
let machine; // what runs it
let memory = new Uint8Array(0); // its memory, as it was last seen

// ended forgets a program that has ended; the next load starts another.
function ended() {
  percentCall = loading = program = machine = undefined;
}

export function load(source = new URL("./percent.wasm", import.meta.url)) {
  return (loading ??= start(source).catch(error => {
    loading = undefined;
    throw error;
  }));
}

async function start(source) {
  const { Go, global } = runtime();
  const go = new Go();
  const { instance } = await instantiate(source, go.importObject);
  const ready = new Promise(done => { global.percentReady = done; });
  // Only a fault ends it; by then, another may run.
  const end = go.run(instance).finally(() => { if (machine === go) ended(); });
  end.catch(() => {});
  await Promise.race([ready, end.then(() => { throw stopped(); })]);
  percentCall = global.percentCall;
  program = instance.exports;
  machine = go;
  memory = new Uint8Array(0);
  codes.clear();
  numbered.length = 0;
}

async function instantiate(source, imports) {
  if (source instanceof WebAssembly.Module) return { instance: await WebAssembly.instantiate(source, imports) };
  return WebAssembly.instantiate(ArrayBuffer.isView(source) || source instanceof ArrayBuffer ? source : await fetched(source), imports);
}

async function fetched(source) {
  // A bundler may give an address that is relative to the page.
  const url = new URL(source, globalThis.document?.baseURI ?? globalThis.location?.href);
  if (url.protocol === "file:") {
    // Bundlers for browsers would try to resolve a literal name, and fail.
    const files = "node:fs/promises";
    const { readFile } = await import(/* webpackIgnore: true */ /* @vite-ignore */ files);
    return readFile(url).catch(cause => { throw absent(url, cause.code, cause); });
  }
  const response = await fetch(url);
  if (!response.ok) throw absent(url, response.status);
  return response.arrayBuffer();
}

// absent returns the error for a program that is not where it is looked for, as behind a
// bundler that has not copied it.
const absent = (url, why, cause) => Object.assign(new PercentError({
  reason: "not found", text: `percent: ${url}: ${why}: copy percent.wasm from the package there, or pass its address or octets to load()`,
}), cause && { cause });

const stopped = () => new PercentError({ reason: "stopped", text: "percent: the program has ended; load starts it again" });

// fail throws the error for a program that has ended in a call.
function fail(cause) {
  ended();
  throw cause === undefined ? stopped() : Object.assign(stopped(), { cause });
}

// call returns the reply of an operation, and throws its error.
export function call(operation, request = {}) {
  if (percentCall === undefined) {
    throw new PercentError({ reason: "not loaded", text: "percent: not loaded: await load() first" });
  }
  const json = JSON.stringify(coded(named(request), ""));
  let text;
  try {
    text = percentCall(String(operation), json);
  } catch (cause) {
    fail(cause);
  }
  if (text === undefined) fail(); // a program that has ended returns nothing
  const { error, ...reply } = JSON.parse(text, function (key, value) {
    if (value !== null && typeof value === "object" && typeof value.base64 === "string") return octets(value.base64);
    if (!key.endsWith("_base64")) return value;
    this[key.slice(0, -"_base64".length)] = octets(value);
    return undefined;
  });
  if (error === undefined) return reply;
  const { reason, offset, names } = error;
  const field = error.field && camelCase(error.field);
  // What is wrong with a member has no place in a text, and callers do not see the JSON.
  const member = /^(?:json|page): (.*?)(?: at byte \d+)?$/s.exec(error.text);
  if (member !== null) throw new PercentError({ reason, text: `percent: ${camelCase(member[1])}`, field, names });
  throw new PercentError({ reason, text: inOptions(error), field, offset, names });
}

// inOptions returns the text of an error with an option where the command has a flag, and
// with the hint, if that is not about commands.
function inOptions({ text, field, hint }) {
  if (field !== undefined) text = text.replace(new RegExp(`^(flag )?--${field.replaceAll("_", "-")}(?![\\w-])`), camelCase(field));
  const said = hint?.split(/(?<=\?) /).filter(sentence => !/`|--/.test(sentence)).join(" ");
  return said ? `${text}; ${said}` : text;
}

const camelCase = key => key.replace(/_([a-z])/g, (_, letter) => letter.toUpperCase());

// named returns a request with its keys as the program has them: onError is on_error.
// Until the next release, both are taken.
function named(request) {
  const object = {};
  for (const [key, value] of Object.entries(request)) {
    if (value === undefined) continue;
    const name = key.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`);
    if (Object.hasOwn(object, name)) {
      throw new PercentError({ reason: "duplicate key", text: `percent: ${camelCase(name)} is given twice: ${name} is its old name`, field: camelCase(name) });
    }
    object[name] = value;
  }
  return object;
}

// coded returns a request as the program reads it, with octets in base64.
function coded(value, field) {
  if (typeof value === "string") {
    const index = loneSurrogate(value);
    if (index < 0) return value;
    throw new PercentError({
      reason: "lone surrogate", text: `percent: ${field}: half of a character at index ${index}; octets that are not text go into a Uint8Array`,
      field, offset: new TextEncoder().encode(value.slice(0, index)).length, index,
    });
  }
  if (Array.isArray(value)) return value.map(v => (isOctets(v) ? { base64: base64(v) } : coded(v, field)));
  if (value === null || typeof value !== "object") return value;
  const object = {};
  for (const [key, v] of Object.entries(value)) {
    if (v === undefined) continue;
    if (isOctets(v)) object[`${key}_base64`] = base64(v);
    else object[key] = coded(v, key);
  }
  return object;
}

// isOctets also knows a Uint8Array of another realm, such as that of a test runner.
const isOctets = value => Object.prototype.toString.call(value) === "[object Uint8Array]";

// loneSurrogate returns the index of the first half of a character, or -1.
function loneSurrogate(text) {
  if (text.isWellFormed?.()) return -1;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i) & 0xfc00;
    if (unit === 0xdc00) return i;
    if (unit !== 0xd800) continue;
    i++;
    if ((text.charCodeAt(i) & 0xfc00) !== 0xdc00) return i - 1;
  }
  return -1;
}

// chunk is how many octets become characters at once: more may be more arguments
// than a function can have.
const chunk = 0x2000;

function base64(bytes) {
  let binary = "";
  for (let i = 0; i < bytes.length; i += chunk) binary += String.fromCharCode(...bytes.subarray(i, i + chunk));
  return btoa(binary);
}

function octets(text) {
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
  return bytes;
}

// codes has the number by which the program knows an operation with its options, or -1
// if call does all such requests. numbered has the keys of codes by number.
const codes = new Map();
const numbered = [];
const most = 256; // how many there are at a time
let next = 0;

// codeOf returns the number for an operation with options.
function codeOf(operation, options) {
  let key = operation;
  if (options !== undefined && options !== null) {
    for (const name of Object.keys(options)) {
      const value = options[name];
      if (value === undefined || name === "text") continue;
      if (typeof value === "string") key += `,${name}=${value.length}:${value}`;
      else if (typeof value === "boolean" || typeof value === "number") key += `,${name}=${value}`;
      else if (Array.isArray(value) && value.every(v => typeof v === "string")) key += `,${name}=${JSON.stringify(value)}`;
      else return -1;
    }
  }
  return codes.get(key) ?? prepare(key, operation, options);
}

function prepare(key, operation, options) {
  const empty = operation === "form encode" ? { pairs: [] } : { text: "" };
  const request = JSON.stringify(coded(named({ ...options, ...empty }), ""));
  const length = write(operation + request);
  const code = next;
  next = (next + 1) % most;
  codes.delete(numbered[code]);
  numbered[code] = key;
  codes.set(key, program.percentPrepare(code, operation.length, length) === 1 ? code : -1);
  return codes.get(key);
}

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const short = 64; // characters that are faster written one by one
const long = 1 << 20; // characters for which three octets each would be much memory

// write writes text where the program reads it, and returns its length in octets, or -1
// if it is no text.
function write(text) {
  if (typeof text !== "string") {
    if (!isOctets(text)) return -1;
    const at = input(text.length);
    memory.set(text, at);
    return text.length;
  }
  if (text.length > long) {
    return loneSurrogate(text) >= 0 ? -1 : write(encoder.encode(text));
  }
  return writeAt(text, input(3 * text.length));
}

// input returns where there is room for that many octets.
function input(length) {
  const at = program.percentInput(length) >>> 0;
  if (memory.length === 0) memory = new Uint8Array(program.mem.buffer); // it was never seen, or has grown
  return at;
}

// writeAt writes a string there, for which there is room, as write does.
function writeAt(text, at) {
  if (text.length <= short) {
    let i = 0;
    for (; i < text.length; i++) {
      const unit = text.charCodeAt(i);
      if (unit >= 0x80) break;
      memory[at + i] = unit;
    }
    if (i === text.length) return i;
  }
  return loneSurrogate(text) >= 0 ? -1 : encoder.encodeInto(text, memory.subarray(at, at + 3 * text.length)).written;
}

// writePairs writes names and values, each with the octet FF behind it, which is in no
// text.
function writePairs(pairs) {
  let most = 0;
  for (const pair of pairs) {
    if (!Array.isArray(pair) || pair.length !== 2 || typeof pair[0] !== "string" || typeof pair[1] !== "string") return -1;
    most += 3 * (pair[0].length + pair[1].length) + 2;
  }
  if (most > long) return -1;
  const begin = input(most);
  let at = begin;
  for (const pair of pairs) {
    for (const text of pair) {
      const length = writeAt(text, at);
      if (length < 0) return -1;
      memory[at + length] = 0xff;
      at += length + 1;
    }
  }
  return at - begin;
}

// directly returns what an operation makes of a text as a view of the program's memory,
// or undefined if call is to do it.
function directly(operation, text, options, written = write) {
  if (program?.percentDirect === undefined) return undefined;
  try {
    const code = codeOf(operation, options);
    if (code < 0) return undefined;
    const length = written(text);
    if (length < 0) return undefined;
    const made = program.percentDirect(code, length);
    if (machine.exited) fail(); // and made is anything
    if (made < 0) return undefined;
    const at = program.percentOutput() >>> 0;
    if (memory.length === 0) memory = new Uint8Array(program.mem.buffer);
    return memory.subarray(at, at + made);
  } catch (error) {
    if (error instanceof PercentError) throw error;
    return fail(error);
  }
}

// output returns the output of encode, decode or fix: a string, or octets if it is not
// UTF-8.
function output(operation, text, options) {
  const { result } = call(operation, { ...options, text });
  if (result.ended === undefined) return result.output;
  const { reason, offset, text: at } = result.ended;
  const found = typeof at === "string" ? JSON.stringify(at) : "octets that are not UTF-8";
  throw new PercentError({
    reason, text: `percent: ${reason} ${found} at byte ${offset}`, offset, index: typeof text === "string" ? indexAt(text, offset) : undefined, output: result.output,
  });
}

function asString(operation, text, options) {
  const view = directly(operation, text, options);
  let made;
  if (view === undefined) {
    made = output(operation, text, options);
    if (typeof made === "string") return made;
  } else {
    try {
      return decoder.decode(view);
    } catch {
      made = view.slice();
    }
  }
  throw new PercentError({ reason: "not UTF-8", text: `percent: the result is not UTF-8: ${operation}ToBytes returns it, or a charset reads it`, output: made });
}

function asBytes(operation, text, options) {
  const view = directly(operation, text, options);
  if (view !== undefined) return view.slice();
  const made = output(operation, text, options);
  return typeof made === "string" ? encoder.encode(made) : made;
}

export const encode = (data, options) => asString("encode", data, options);
export const decode = (text, options) => asString("decode", text, options);
export const fix = (text, options) => asString("fix", text, options);
export const encodeToBytes = (data, options) => asBytes("encode", data, options);
export const decodeToBytes = (text, options) => asBytes("decode", text, options);
export const fixToBytes = (text, options) => asBytes("fix", text, options);

export const explain = (text, options) => call("explain", { ...options, text }).result;
export const layers = (text, options) => call("layers", { ...options, text }).result;
export const lint = (text, options) => call("lint", { ...options, text }).result;
export const compare = (a, b, options) => call("compare", { ...options, a, b }).result;
export const identify = samples => call("identify", { samples }).result;

export const catalogue = () => call("catalogue").result;
export const dialect = name => call("dialect", { name }).result;

// Forms, URLs and signatures.

export function formParse(text, options) {
  const view = directly("form decode", text, options);
  return view === undefined ? call("form decode", { ...options, text }).result.pairs : JSON.parse(decoder.decode(view));
}

export function formSerialize(pairs, options) {
  const list = pairsOf(pairs) ?? null;
  const view = Array.isArray(list) ? directly("form encode", list, options, writePairs) : undefined;
  return asText(view) ?? call("form encode", { ...options, pairs: list }).result.output;
}

export function urlParse(text, options) {
  const view = directly("url", text, options);
  if (view === undefined) return call("url", { ...options, text }).result;
  const result = JSON.parse(decoder.decode(view));
  // All readers take a hundred times as long as the rest.
  if (!options?.base) later(result, "readers", () => call("url", { ...options, text }).result.readers);
  return result;
}

export function urlGet(text, component, options) {
  text = String(text);
  const all = { ...options, component };
  return asText(directly("url get", text, all)) ?? call("url get", { ...all, text }).result.output;
}

export const urlSet = (text, changes, options) => call("url set", { ...options, text: String(text), changes: pairsOf(changes) ?? null }).result.output;

export const oauth1Sign = (request, options) => signed("oauth1 sign", request, options);
export const oauth1Verify = (request, options) => signed("oauth1 verify", request, options);
export const sigv4Sign = (request, options) => signed("sigv4 sign", request, options);
export const sigv4Presign = (request, options) => signed("sigv4 presign", request, options);
export const sigv4Verify = (request, options) => signed("sigv4 verify", request, options);
export const signatureSign = (request, options) => signed("signature sign", request, options);
export const signatureVerify = (request, options) => signed("signature verify", request, options);
export const signatureExplain = (request, options) => camelCased(signed("signature", request, options).signature);
export const samlExplain = request => camelCased(signed("saml", request).signature);

// asText returns a view as a string, or undefined if there is none or it is no text.
function asText(view) {
  try {
    return view && decoder.decode(view);
  } catch {
    return undefined;
  }
}

// later gives an object a property that is made when it is asked for, once.
function later(object, name, make) {
  const keep = value => Object.defineProperty(object, name, { value, configurable: true, enumerable: true, writable: true });
  Object.defineProperty(object, name, { get: () => keep(make())[name], set: keep, configurable: true, enumerable: true });
}

// pairsOf returns pairs, or an object as pairs.
function pairsOf(pairs) {
  if (pairs === null || typeof pairs !== "object") return pairs;
  return Symbol.iterator in pairs ? Array.from(pairs) : Object.entries(pairs).filter(([, value]) => value !== undefined);
}

// signed does an operation on a request: HTTP in any form as text, or its parts. The
// keys of its result are in camelCase.
function signed(operation, request, { parameters, date, ...options } = {}) {
  if (request !== null && typeof request === "object" && !isOctets(request)) {
    const { method, url, headers, body } = request;
    const parts = { method, url: String(url), headers: headers && pairsOf(headers), body };
    request = JSON.stringify(coded(parts, "request"));
  }
  if (date instanceof Date) date = date.toISOString().replace(/[-:]|\.\d+/g, "");
  const { result } = call(operation, { ...options, request, parameters: pairsOf(parameters), date });
  return camelCased(result);
}

const camelCased = object => Object.fromEntries(Object.entries(object).map(([key, value]) => [camelCase(key), value]));
