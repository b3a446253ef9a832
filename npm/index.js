// Percent is the program as WebAssembly: calls are synchronous once load has ended.
// index.d.ts says what each function takes and gives.

import runtime from "./runtime.js";

export class PercentError extends Error {
  constructor({ reason, text, field, offset, names }, index) {
    super(text);
    this.name = "PercentError";
    this.reason = reason;
    if (field !== undefined) this.field = field;
    if (offset !== undefined) this.offset = offset;
    if (index !== undefined) this.index = index;
    if (names !== undefined) this.names = names;
  }
}

let loading;
let percentCall; // (operation, JSON) => JSON, while the program runs

export function load(program = new URL("./percent.wasm", import.meta.url)) {
  return (loading ??= start(program).catch(error => {
    loading = undefined;
    throw error;
  }));
}

async function start(program) {
  const { Go, global } = runtime();
  const go = new Go();
  const { instance } = await instantiate(program, go.importObject);
  const ready = new Promise(done => { global.percentReady = done; });
  // Only a fault ends the program; the next load starts another.
  const ended = go.run(instance).finally(() => { percentCall = loading = undefined; });
  ended.catch(() => {});
  await Promise.race([ready, ended.then(() => { throw stopped(); })]);
  percentCall = global.percentCall;
}

async function instantiate(program, imports) {
  if (program instanceof WebAssembly.Module) return { instance: await WebAssembly.instantiate(program, imports) };
  return WebAssembly.instantiate(ArrayBuffer.isView(program) || program instanceof ArrayBuffer ? program : await fetched(program), imports);
}

async function fetched(program) {
  // A bundler may give an address that is relative to the page.
  const url = new URL(program, globalThis.document?.baseURI ?? globalThis.location?.href);
  if (url.protocol === "file:") {
    // Bundlers for browsers would try to resolve a literal name, and fail.
    const files = "node:fs/promises";
    const { readFile } = await import(/* webpackIgnore: true */ /* @vite-ignore */ files);
    return readFile(url);
  }
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return response.arrayBuffer();
}

const stopped = () => new PercentError({ reason: "stopped", text: "percent: the program has ended; load starts it again" });

// call returns the reply of an operation, and throws its error.
export function call(operation, request = {}) {
  if (percentCall === undefined) {
    throw new PercentError({ reason: "not loaded", text: "percent: not loaded: await load() first" });
  }
  const json = JSON.stringify(coded(request, ""));
  let text;
  try {
    text = percentCall(String(operation), json);
  } catch (cause) {
    percentCall = loading = undefined;
    throw Object.assign(stopped(), { cause });
  }
  // A program that has ended returns nothing.
  if (text === undefined) {
    percentCall = loading = undefined;
    throw stopped();
  }
  const { error, ...reply } = JSON.parse(text, function (key, value) {
    if (value !== null && typeof value === "object" && typeof value.base64 === "string") return octets(value.base64);
    if (!key.endsWith("_base64")) return value;
    this[key.slice(0, -"_base64".length)] = octets(value);
    return undefined;
  });
  if (error === undefined) return reply;
  // Callers do not see the JSON that such an offset counts in.
  if (error.format === "json") delete error.offset;
  throw new PercentError(error);
}

// coded returns a request as the program reads it, with octets in base64.
function coded(value, field) {
  if (typeof value === "string") {
    const index = loneSurrogate(value);
    if (index < 0) return value;
    throw new PercentError({
      reason: "lone surrogate", text: `percent: ${field}: half of a character at index ${index}; octets that are not text go into a Uint8Array`,
      field, offset: new TextEncoder().encode(value.slice(0, index)).length,
    }, index);
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

export function indexAt(text, offset) {
  let at = 0;
  let i = 0;
  for (; i < text.length && at < offset; i++) {
    const unit = text.charCodeAt(i);
    if (unit < 0x80) at += 1;
    else if (unit < 0x800) at += 2;
    else if ((unit & 0xfc00) !== 0xd800) at += 3;
    else {
      at += 4;
      i++;
    }
  }
  return i;
}

// output returns the output of encode, decode or fix: a string, or octets if it is not
// UTF-8.
function output(operation, text, options) {
  const { result } = call(operation, { ...options, text });
  if (result.ended === undefined) return result.output;
  const { reason, offset, text: at } = result.ended;
  const found = typeof at === "string" ? JSON.stringify(at) : "octets that are not UTF-8";
  throw Object.assign(new PercentError({ reason, text: `percent: ${reason} ${found} at byte ${offset}`, offset },
    typeof text === "string" ? indexAt(text, offset) : undefined), { output: result.output });
}

function asString(operation, text, options) {
  const made = output(operation, text, options);
  if (typeof made === "string") return made;
  throw Object.assign(new PercentError({ reason: "not UTF-8", text: `percent: the result is not UTF-8: ${operation}ToBytes returns it, or a charset reads it` }), { output: made });
}

function asBytes(operation, text, options) {
  const made = output(operation, text, options);
  return typeof made === "string" ? new TextEncoder().encode(made) : made;
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
