/**
 * Percent-encoding by every dialect in use. `await load()` once; all other functions
 * are synchronous from then on.
 *
 * Data are a string or octets. Offsets count the bytes of the text in UTF-8, as
 * everywhere in percent; {@link indexAt} makes an index into a string of one.
 *
 * @packageDocumentation
 */

import type { Text } from "./lite.js";

export { indexAt, PercentError, type Text } from "./lite.js";

/**
 * Compiles and starts the program. Calls after the first return the same promise.
 *
 * @param program where the program is: the percent.wasm of this package unless it is
 *   given as an address (relative to the page), its bytes, or a compiled module.
 */
export function load(program?: string | { readonly href: string } | ArrayBuffer | Uint8Array | Module): Promise<void>;

/** WebAssembly.Module, where TypeScript knows it. */
export type Module = typeof globalThis extends { WebAssembly: { Module: { prototype: infer M } } } ? M : never;

// Options, from the registry of operations: go generate ./internal/jsonapi writes them.

/** How to encode. */
export interface EncodeOptions {
  /** Escape every byte, even letters, except those of keep. */
  escapeAll?: boolean | undefined;
  /** @deprecated use escapeAll */
  escape_all?: boolean | undefined;
  /** Encode N times, each time encoding the previous result (default 1). */
  times?: number | undefined;
  /** The name of the dialect (its ID or an alias) or of a program that uses it (default rfc3986). */
  as?: string | undefined;
  /** Write these characters as they are, too. */
  keep?: string | undefined;
  /** Escape these characters, too. */
  escape?: string | undefined;
  /** Case of the digits of escapes. */
  hex?: "upper" | "lower" | undefined;
  /** How a space is written. */
  space?: "plus" | "percent" | /** @deprecated leave space out */ "dialect" | undefined;
  /** Convert the text from UTF-8 to this charset before encoding it: any label of the Encoding Standard. */
  charset?: string | undefined;
  /** Malformed input: stop, keep it as it is, write U+FFFD for it or drop the value (default fail). */
  onError?: "fail" | "keep" | "replace" | "skip" | undefined;
  /** @deprecated use onError */
  on_error?: "fail" | "keep" | "replace" | "skip" | undefined;
  /** Each line is a text of its own. */
  lines?: boolean | undefined;
}

/** How to decode. */
export interface DecodeOptions {
  /** The name of the dialect (its ID or an alias) or of a program that uses it (default rfc3986); url for whole URLs. */
  as?: string | undefined;
  /** Read a '+' as a space (plus) or as a plus sign (percent). */
  space?: "plus" | "percent" | /** @deprecated leave space out */ "dialect" | undefined;
  /** The charset of the escapes: any label of the Encoding Standard, or detect; the output is UTF-8. */
  charset?: string | undefined;
  /** Decode N times, or all: repeat as long as there are escapes and all are valid (default 1). */
  layers?: string | number | undefined;
  /** Malformed input: stop, keep it as it is, write U+FFFD for it or drop the value (default fail). */
  onError?: "fail" | "keep" | "replace" | "skip" | undefined;
  /** @deprecated use onError */
  on_error?: "fail" | "keep" | "replace" | "skip" | undefined;
  /** Each line is a text of its own. */
  lines?: boolean | undefined;
}

/** How to fix. */
export interface FixOptions {
  /** The name of the dialect (its ID or an alias) or of a program that uses it (default rfc3986.uri). */
  as?: string | undefined;
  /** Write these characters as they are, too. */
  keep?: string | undefined;
  /** Escape these characters, too. */
  escape?: string | undefined;
  /** Case of the digits of escapes. */
  hex?: "upper" | "lower" | undefined;
  /** How a space is written. */
  space?: "plus" | "percent" | /** @deprecated leave space out */ "dialect" | undefined;
  /** Convert the text from UTF-8 to this charset before encoding it: any label of the Encoding Standard. */
  charset?: string | undefined;
  /** Malformed input: stop, keep it as it is, write U+FFFD for it or drop the value (default fail). */
  onError?: "fail" | "keep" | "replace" | "skip" | undefined;
  /** @deprecated use onError */
  on_error?: "fail" | "keep" | "replace" | "skip" | undefined;
  /** Each line is a text of its own. */
  lines?: boolean | undefined;
}

/** What {@link explain} takes apart, and which characters it returns: count of them (400 at most), from an index. */
export interface ExplainOptions {
  /** The kind of the text: auto, which guesses it, or text, uri, userinfo, host, path, query, fragment, form, value (default auto). */
  in?: "auto" | "text" | "uri" | "userinfo" | "host" | "path" | "query" | "fragment" | "form" | "value" | undefined;
  /** @deprecated use in */
  kind?: Kind | undefined;
  from?: number | undefined;
  count?: number | undefined;
}

/** How {@link layers} reads a text. */
export interface LayersOptions {
  /** Read a '+' as a space nowhere, in the text only, or in every layer (default keep). */
  plus?: "keep" | "first" | "every" | /** @deprecated use "keep" */ "kept" | undefined;
}

/** What {@link lint} looks for. */
export interface LintOptions {
  /** Apply only these rules. */
  only?: readonly string[] | undefined;
  /** Apply all rules except these rules. */
  except?: readonly string[] | undefined;
  /** Report no findings below this severity (default info). */
  severity?: "info" | "warning" | "error" | undefined;
  /** Look at URLs in values of URLs, and in those, N deep (default 3). */
  depth?: number | undefined;
  /** The kind of the text: auto, which guesses it, or text, uri, userinfo, host, path, query, fragment, form, value (default auto). */
  in?: "auto" | "text" | "uri" | "userinfo" | "host" | "path" | "query" | "fragment" | "form" | "value" | undefined;
  /** The dialect that the text is in, by its name: whether a '+' in it is a space. */
  as?: string | undefined;
  /** Take this version of a program instead of all recorded: NAME=VERSION, such as httpx=0.23. */
  versionOf?: readonly string[] | undefined;
  /** Take the versions that were out at the end of this date: a day, month or year, such as 2023-06. */
  asOf?: string | undefined;
  /** @deprecated use in */
  kind?: Kind | undefined;
}

/** How {@link compare} reads texts. */
export interface CompareOptions {
  /** The format of both texts (default text). */
  format?: "text" | "form" | "base-string" | "canonical-request" | "alpn" | undefined;
}

/** How {@link formParse} reads a query or a form body. */
export interface FormParseOptions {
  /** The name of the dialect (its ID or an alias) or of a program that uses it (default form). */
  as?: string | undefined;
  /** A space is '+' (plus), or a space is %20 and a '+' is a plus sign (percent). */
  space?: "plus" | "percent" | undefined;
  /** The charset of names and values: any label of the Encoding Standard. */
  charset?: string | undefined;
  /** Split pairs at ';', too, as in HTML 4. */
  semicolons?: boolean | undefined;
  /** The text is a query or a whole URL; auto decides by its beginning (default auto). */
  in?: "auto" | "query" | "url" | undefined;
  /** Refuse a query with more than N pairs (default 65536). */
  maxPairs?: number | undefined;
  /** Invalid text and malformed escapes: write U+FFFD for invalid text and keep malformed escapes, as URLSearchParams does, keep both, or throw (default replace). */
  onError?: "replace" | "keep" | "fail" | undefined;
}

/** How {@link formSerialize} writes a query or a form body. */
export interface FormSerializeOptions {
  /** The name of the dialect (its ID or an alias) or of a program that uses it (default form). */
  as?: string | undefined;
  /** A space is '+' (plus), or a space is %20 and a '+' is a plus sign (percent). */
  space?: "plus" | "percent" | undefined;
  /** The charset of names and values: any label of the Encoding Standard. */
  charset?: string | undefined;
  /** Case of the digits of escapes. */
  hex?: "upper" | "lower" | undefined;
}

/** How {@link urlParse} and {@link urlGet} read a URL. */
export interface URLOptions {
  /** Take this version of a program instead of all recorded: NAME=VERSION, such as httpx=0.23. */
  versionOf?: readonly string[] | undefined;
  /** Take the versions that were out at the end of this date: a day, month or year, such as 2023-06. */
  asOf?: string | undefined;
  /** Resolve relative URLs against this URL. */
  base?: string | undefined;
  /** The charset of the page, which browsers use for queries: any label of the Encoding Standard. */
  charset?: string | undefined;
}

/** How {@link urlSet} reads a URL, and what it removes. */
export interface URLSetOptions {
  /** Remove this component: username, password, port, search, hash, or search.NAME. */
  without?: readonly string[] | undefined;
  /** Set the parameter only if the URL has it: search.NAME=the text. */
  replace?: readonly string[] | undefined;
  /** Resolve relative URLs against this URL. */
  base?: string | undefined;
  /** The charset of the page, which browsers use for queries: any label of the Encoding Standard. */
  charset?: string | undefined;
}

// End of the options.

/** @deprecated use the type of the function */
export type Options = EncodeOptions | DecodeOptions | FixOptions;

/** Returns data percent-encoded. */
export function encode(data: Text, options?: EncodeOptions): string;
/** Returns the data of an encoded text; throws "not UTF-8" if that is not a string. */
export function decode(text: Text, options?: DecodeOptions): string;
/** Makes a nearly right text legal, and leaves legal octets and escapes as they are. */
export function fix(text: Text, options?: FixOptions): string;
/** {@link encode} for dialects that keep octets beyond ASCII. */
export function encodeToBytes(data: Text, options?: EncodeOptions): Uint8Array;
/** {@link decode} for data that is not text. */
export function decodeToBytes(text: Text, options?: DecodeOptions): Uint8Array;
/** {@link fix} for dialects that keep octets beyond ASCII. */
export function fixToBytes(text: Text, options?: FixOptions): Uint8Array;

/** What a text is, for {@link explain} and {@link lint}. */
export type Kind = NonNullable<ExplainOptions["in"]>;

/** Takes a text apart, character by character; 400 characters at a time. */
export function explain(text: Text, options?: ExplainOptions): Explanation;

export interface Explanation {
  input: Text;
  kind: string;
  /** Whether a URI is legal; if not, offset and reason say where and why. */
  legal?: boolean;
  iri?: boolean;
  offset?: number;
  reason?: string;
  counts: {
    bytes: number;
    characters: number;
    escapes: number;
    stray: number;
    percent_u: number;
    plus: number;
    non_ascii: number;
    not_utf8: number;
  };
  plus?: string;
  notes?: { id: string; offset: number; count: number; message: string }[];
  components?: Component[];
  characters?: Character[];
  ascii?: { character: string; places: string[]; escaped_by: string[] }[];
  /** How often it can be decoded, and why not more often. */
  depth: number;
  stop: string;
  layers?: { text: Text }[];
  charsets?: Charsets[];
  /** The index of the first of characters, and how many there are in all. */
  from: number;
  total: number;
}

export interface Component {
  component: string;
  offset: number;
  text: Text;
  /** If it differs from the text. */
  decoded?: Text;
  pieces?: { kind: string; offset: number; length: number }[];
}

export interface Character {
  offset: number;
  text: Text;
  form: string;
  octets: string;
  bits: string;
  fault?: string;
  character?: string;
  code_point?: string;
  name?: string;
  class: string;
  component?: string;
  delimits?: string;
  plus?: string;
  next?: string;
  verdict: string;
}

export interface Charsets {
  component?: string;
  offset: number;
  length: number;
  utf8: boolean;
  doubled?: string;
  /** Confidence goes from 0 to 1. */
  candidates?: { charset: string; language?: string; confidence: number; text: string }[];
}

/** Says how often a text was encoded, layer by layer. */
export function layers(text: Text, options?: LayersOptions): Layers;

export interface Layers {
  input: Text;
  depth: number;
  stop: string;
  layers: Layer[];
  /** Whether long lists or texts were cut. */
  cut: boolean;
}

export interface Layer {
  text: Text;
  escapes: number;
  stray: number;
  plus: number;
  spaces: number;
  not_utf8?: number;
  changes?: { offset: number; length: number; octet: string; next_offset: number }[];
  nested?: { offset: number; length: number; makes: string; input_offset: number }[];
  losses?: { kind: string; count: number; offset: number; octet?: string }[];
  lookalikes?: { kind: string; offset: number; length: number; means?: string }[];
}

/** Looks for what is dangerous, broken or ambiguous. */
export function lint(text: Text, options?: LintOptions): Findings;

export interface Findings {
  /** The first 200. */
  findings: Finding[];
  /** How many there are in all. */
  found: number;
  /** Remarks: encoded twice, not UTF-8, a "+", … */
  chips: { id: string; count?: number; charset?: string; text?: string }[];
}

export interface Finding {
  rule: string;
  severity: "error" | "warning" | "info" | (string & {});
  offset: number;
  length: number;
  text: Text;
  layer: number;
  message: string;
  /** The readers that read another host, for "host-confusion". */
  readers?: string;
  fix: string;
  /** What to write instead, where that is certain. */
  replacement?: Text;
}

/** Says where two texts differ, and which mistake turns one into the other. */
export function compare(a: Text, b: Text, options?: CompareOptions): Comparison;

export interface Comparison {
  verdict: "identical" | "equivalent" | "different" | (string & {});
  offset?: number;
  mistake?: string;
  rule?: string;
  rules?: string[];
  component?: string;
  pair?: Text;
  part?: string;
  side?: "a" | "b" | (string & {});
  where?: string;
  detail?: Text;
  offset_a?: number;
  offset_b?: number;
  text_a?: Text;
  text_b?: Text;
  reason?: string;
  browser?: { same: boolean; a?: Text; b?: Text; texts: string[] };
  mistakes?: { mistake: string; side: string; where?: string; detail?: Text; text: string; fix: string }[];
  /** Versions of programs of which the older write one text and the newer the other. */
  versions?: { function: string; side: "a" | "b" | (string & {}); older: string; newer: string }[];
  differences: Difference[];
  /** How many of the first mistakes explain the difference only together. */
  together?: number;
  /** The texts without the mistakes, of those that explain the difference alone. */
  repaired: { mistake: string; side: string; text: Text; length?: number }[];
}

export interface Difference {
  kind: string;
  component?: string;
  pair?: Text;
  a?: Text;
  offset_a?: number;
  b?: Text;
  offset_b?: number;
  rules?: string[];
}

/** What an encoder was seen to do: it wrote output, of input if that is known, or refused input. */
export type Sample = { input?: Text; output: Text } | { input: Text; refused: true };

/** Says which dialects can have made all of the samples. */
export function identify(samples: Sample[]): Identification;

export interface Identification {
  /** All that are left, in the order of matches. */
  dialects: string[];
  /** The text to encode next, to tell apart those that are left; "" if there is none. */
  next?: Text;
  /** The first 50 rules, with the first 50 functions that encode by each. */
  matches: { dialects: string[]; encoders: string[]; former?: { function: string; versions: string }[]; inputs: { input?: Text; length?: number }[] }[];
  /** What next becomes: the first 50 outputs, with the first 50 dialects of each. */
  outcomes: { output?: Text; reason?: string; dialects: string[] }[];
  nearest?: {
    sample: number;
    offset: number;
    bytes: Text;
    reason: string;
    written?: Text;
    refused?: Text;
    proved: boolean;
    dialects: string[];
    differing: number;
    output: Text;
  }[];
  /** How many rules are left in all. */
  remaining: number;
}

/** Every dialect and every recorded function of a program, by name. */
export function catalogue(): Catalogue;

export interface Catalogue {
  dialects: DialectName[];
  functions: RecordedFunction[];
}

export interface DialectName {
  id: string;
  aliases?: string[];
  title: string;
  use_for: string;
  /** Whether it encodes, or only decodes. */
  encodes: boolean;
}

export interface RecordedFunction {
  id: string;
  kind: string;
  language: string;
  /** The version of the program that was recorded. */
  version: string;
  /** The day of the recording, as 2006-01-02. */
  recorded?: string;
  /** A day since which that version is out, and the page that says so. */
  out?: string;
  out_url?: string;
  call: string;
  units: string;
  /** The dialect that it encodes or decodes by. */
  encodes?: string;
  decodes?: string;
  sibling?: string;
}

/** All that the catalogue says of a dialect, by its own name or by that of a function. */
export function dialect(name: string): Dialect;

export interface Dialect {
  id: string;
  kind: string;
  aliases: string[];
  title: string;
  use_for: string;
  source: { title: string; section: string; url: string; date: string };
  encodes: boolean;
  /** The octets that are written as they are. */
  kept: string;
  space: string;
  hex: string;
  malformed: string;
  plus: string;
  raw: string;
  invalid_utf8: string;
  preserved: string;
  reversible: boolean | null;
  choices: { name: string; value: string; beyond: boolean }[];
  /** Dialects with the same rule. */
  siblings: string[];
  /** Functions of programs that encode, or only decode, by it; the first 200. */
  encoders: string[];
  decoders: string[];
}

/** A reply: a result, and how to get it without this package. */
export interface Reply<Result = unknown> {
  result: Result;
  /** A command for a shell. */
  command?: string;
  /** Lines of Go. */
  go?: string[];
  sources?: { title: string; url?: string }[];
  guide?: { title: string; url: string; text: string };
}

/**
 * Does an operation by name: those above, and the others that docs/data/operations.md of the
 * project lists, such as "see", "table", "set", "url", "oauth1" and "sigv4". Formats and
 * functions go by the names of the commands: "mailto parse" and "purl build" take a text,
 * "robots match" a text and an argument.
 */
export function call<Result = unknown>(operation: string, request?: object): Reply<Result>;

/** A name and a value. Octets that are not text are a Uint8Array if onError is "keep". */
export type Pair = [name: Text, value: Text];

/** Reads a query, a form body, or the query of a URL, as pairs in order. */
export function formParse(text: Text, options: FormParseOptions & { onError: "keep" }): Pair[];
export function formParse(text: Text, options?: FormParseOptions): [name: string, value: string][];
/** Writes pairs, or the members of an object, as a query or a form body. */
export function formSerialize(pairs: Iterable<readonly [name: Text, value: Text]> | { readonly [name: string]: Text | undefined }, options?: FormSerializeOptions): string;

/** Reads a URL as browsers do, and by RFC 3986. */
export function urlParse(text: Text, options?: URLOptions): ParsedURL;
/** Returns a component by its name in JavaScript, or "search.NAME" for a parameter; "" if there is none. */
export function urlGet(text: string | { readonly href: string }, component: URLComponent | "readable", options?: URLOptions): string;
/** Returns a URL with other components, set one after the other, such as { hostname: "h", "search.q": "a b" }; "search.q+" adds a parameter. */
export function urlSet(
  text: string | { readonly href: string },
  changes: { readonly [component in Exclude<URLComponent, "origin"> | `search.${string}`]?: string | undefined } | Iterable<readonly [component: string, value: string]>,
  options?: URLSetOptions,
): string;

/** The components of a URL. */
export type URLComponent = "href" | "origin" | "protocol" | "username" | "password" | "host" | "hostname" | "port" | "pathname" | "search" | "hash" | `search.${string}`;

export interface ParsedURL {
  /** The members of JavaScript's URL, without params if there are none; missing if refused says why there is no URL. */
  browser?: {
    href: string;
    origin: string;
    protocol: string;
    username: string;
    password: string;
    host: string;
    hostname: string;
    port: string;
    pathname: string;
    search: string;
    hash: string;
    params?: { name: Text; text: Text }[];
  };
  refused?: Failure;
  /** The validation errors of the URL Standard. */
  errors: { name: string; offset: number; text: Text }[];
  /** The components of RFC 3986, without their delimiters; illegal says why the text is no URI. */
  rfc3986?: { name: string; text: Text }[] | null;
  illegal?: Failure;
  /** By RFC 3986, if there is a base. */
  resolved?: Text;
  normalized?: Text;
  /**
   * Programs by the host, port and path that they read in the URL, those that part from the
   * largest group first; not with a base, nor for more than 8,000 bytes. They are found when
   * this is first read, which takes some milliseconds.
   */
  readers?: ReadingGroup[];
  /** Programs of which it is not known what they did in the version, or at the time, asked for. */
  missing_readers?: string[];
}

/** Programs that read the same. They read no host if there is none here, nor a `no_host`. */
export interface ReadingGroup {
  verdict: string;
  host?: Text;
  /** What they read for the host, if it can be none, such as `h:80` in `http://h:80:90/`. */
  no_host?: Text;
  port?: Text;
  path?: Text;
  /** Names with the newest version that was recorded, or with the one that was asked for. */
  readers: string[];
  /**
   * Other versions, where the newest reads something else: from one that was recorded, if there
   * are older ones, to before another one; id is the last of them.
   */
  others?: { id: string; from?: string; before?: string }[];
  /** What the first of them reads differently than the largest group, and by which choice. */
  parting?: {
    part: string;
    /** Of the first octet that they read differently. */
    offset?: number;
    a: string;
    b: string;
    choice?: { name: string; a: string; b: string };
  };
}

export interface Failure {
  reason: string;
  text: string;
  format?: string;
  field?: string;
  offset?: number;
  names?: string[];
  hint?: string;
}

/**
 * An HTTP request, as it is sent: its parts, or text: raw HTTP, a command line of curl,
 * or an HTTP archive. The method is GET by default.
 */
export type HTTPRequest = string | {
  readonly method?: string | undefined;
  readonly url: string | { readonly href: string };
  /** An object, pairs, a Map or the Headers of fetch. */
  readonly headers?: { readonly [name: string]: string } | Iterable<readonly [name: string, value: string]> | undefined;
  readonly body?: Text | undefined;
};

/** Signs a request by OAuth 1.0 (RFC 5849): send authorization in the field of that name. */
export function oauth1Sign(request: HTTPRequest, options: OAuth1SignOptions): { authorization: string; baseString: string };
/** Checks the signature of a request. It does not remember nonces: that the same request comes twice is for the caller to find. */
export function oauth1Verify(request: HTTPRequest, options: OAuth1VerifyOptions): Verification & { consumer?: string; token?: string; method?: string };

export type OAuth1Method = "HMAC-SHA1" | "HMAC-SHA256" | "HMAC-SHA512" | "PLAINTEXT";

export interface OAuth1SignOptions {
  consumerKey: string;
  consumerSecret: string;
  token?: string | undefined;
  tokenSecret?: string | undefined;
  /** The default is HMAC-SHA1. */
  method?: OAuth1Method | undefined;
  realm?: string | undefined;
  /** Other protocol parameters, such as oauth_callback. */
  parameters?: { readonly [name: string]: string } | Iterable<readonly [name: string, value: string]> | undefined;
  /** When to send oauth_body_hash for a body that is no form; the default is never. */
  bodyHash?: "omit" | "body" | "always" | undefined;
  oauthVersion?: "send" | "omit" | undefined;
  /** By default, random. */
  nonce?: string | undefined;
  /** In seconds since 1970; by default, now. */
  timestamp?: number | undefined;
  /** Of raw HTTP, which does not say; the default is https. */
  scheme?: "https" | "http" | undefined;
}

export interface OAuth1VerifyOptions {
  consumerSecret: string;
  tokenSecret?: string | undefined;
  /** The only key and token that are accepted; by default, any that has the secrets. */
  consumerKey?: string | undefined;
  token?: string | undefined;
  /** The only method that is accepted; by default, any with HMAC. */
  method?: OAuth1Method | undefined;
  /** How many seconds the timestamp may be from the clock; the default is 300. Below 0, it is not checked. */
  window?: number | undefined;
  scheme?: "https" | "http" | undefined;
}

/** Whether a signature is right and, if not, why. */
export interface Verification {
  valid: boolean;
  reason?: string;
  /** The parameter or header field that it is about. */
  field?: string;
  text?: string;
  /** What should have been signed, if the signature is wrong. */
  ours?: Text;
}

/** What a signature of AWS covers, and the rule by which it holds. */
export interface SigV4Verification extends Verification {
  accessKeyId?: string;
  region?: string;
  service?: string;
  signedHeaders?: string[];
  payload?: string;
  /** The rule by which the signature holds, such as "--path s3"; of a wrong signature, another rule than AWS's. */
  rule?: string;
  /** The mistake that the other rule shows: "path-sent-raw", with both spellings in mistakeText. */
  mistake?: string;
  mistakeText?: string;
}

/** Signs a request by AWS Signature Version 4: send all of headers with it. */
export function sigv4Sign(request: HTTPRequest, options: SigV4SignOptions): SigV4Steps & { headers: [name: string, value: string][]; authorization: string };
/** Returns a URL that does what the request does, for whoever has it. */
export function sigv4Presign(request: HTTPRequest, options: SigV4SignOptions & { /** In seconds; the default is 900. */ expires?: number | undefined }): SigV4Steps & { url: string };
/** Checks the signature of a request or of a presigned URL. */
export function sigv4Verify(request: HTTPRequest, options: SigV4VerifyOptions): SigV4Verification;

export interface SigV4Steps {
  canonicalRequest: Text;
  stringToSign: string;
  signature: string;
}

export interface SigV4SignOptions {
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken?: string | undefined;
  /** Such as "s3". */
  service: string;
  /** By default that of the host, or us-east-1. */
  region?: string | undefined;
  /** By default, now. */
  date?: Date | string | undefined;
  /** By default that of the body. */
  payloadHash?: string | undefined;
  /** By default, those that are not known to change on the way. */
  signedHeaders?: readonly string[] | undefined;
  scheme?: "https" | "http" | undefined;
}

export interface SigV4VerifyOptions {
  secretAccessKey: string;
  /** The only access key, region and service that are accepted; by default, any. */
  accessKeyId?: string | undefined;
  region?: string | undefined;
  service?: string | undefined;
  sessionToken?: string | undefined;
  /** The time at which it is checked; by default, now. */
  date?: Date | string | undefined;
  /** How many seconds the date may be from that; the default is 900. Below 0, the date of a request signed by header is not checked. */
  window?: number | undefined;
  /** Accepts a body that no signature covers. */
  allowUnsignedPayload?: boolean | undefined;
  scheme?: "https" | "http" | undefined;
}

/** Signs a request as a service wants it: Azure, Alibaba Cloud, webhooks. Those that sign with a pair of keys are refused. */
export function signatureSign(request: HTTPRequest, options: SignatureOptions & { secret: string }): SignatureMade;
/** Checks the signature of a request or of a signed URL, and names the mistake if it is wrong. */
export function signatureVerify(request: HTTPRequest, options: SignatureOptions & { secret: string }): SignatureVerification;
/** Returns what a request says of its signature, and the text that is signed. */
export function signatureExplain(request: HTTPRequest, options?: Omit<SignatureOptions, "date">): SignatureClaim;
/** Returns what a URL of the HTTP-Redirect binding of SAML 2.0 says, and the text that is signed. */
export function samlExplain(request: HTTPRequest): SAMLMessage;

export interface SignatureOptions {
  /** The scheme, such as "azure-sas"; by default the one that the request has marks of. */
  as?: string | undefined;
  /** Of Azure, or the bucket of OSS or version 2 of Google, if the host does not name it. */
  account?: string | undefined;
  /** Of Azure, if the host does not name it: blob, file, queue or table. */
  service?: string | undefined;
  /** Which of several signatures of RFC 9421. */
  label?: string | undefined;
  /** The algorithm of RFC 9421 or its draft, if the signature does not name it. */
  method?: string | undefined;
  /** That of nginx's secure_link_md5, with {secret} for the secret. */
  expression?: string | undefined;
  /** The time at which it must be valid; by default, now. */
  date?: Date | string | undefined;
  scheme?: "https" | "http" | undefined;
}

export interface SignatureMade {
  signedText: Text;
  stringToSign?: Text;
  signature: string;
  /** What is sent for it: a URL, or lines of the header. */
  sent: Text;
}

export interface SignatureVerification extends Verification {
  /** The algorithm, and the name of the scheme. */
  method?: string;
  service?: string;
  /** The mistake that explains a wrong signature, in words as well, and what to do about it. */
  mistake?: string;
  mistakeText?: string;
  fix?: string;
  /** A second mistake, made with the secret or the signature: only both together explain it. */
  with?: string;
}

export interface SignatureClaim {
  scheme: string;
  title: string;
  algorithm: string;
  /** Whether there is a signature, right or wrong. */
  signed: boolean;
  signedText: Text;
  stringToSign?: Text;
  facts: { name: string; value: Text }[];
  from?: string;
  until?: string;
  /** Why the service refuses it, also if the signature is right. */
  flaws?: { reason: string; parameter?: string; text: string }[];
}

export interface SAMLMessage {
  message: "SAMLRequest" | "SAMLResponse";
  xml: Text;
  relayState?: Text;
  sigAlg?: Text;
  algorithm?: string;
  weak?: boolean;
  signed: boolean;
  signedText: Text;
  parameters: { name: string; spelled: Text; offset: number; digits: "upper" | "lower" | "mixed" | "none" }[];
}
