// How programs use the types. What must not compile is marked.

import { call, catalogue, compare, decode, decodeToBytes, encode, formParse, formSerialize, identify, lint, load, oauth1Sign, oauth1Verify, PercentError, samlExplain, type Sample, signatureExplain, signatureSign, signatureVerify, sigv4Presign, sigv4Sign, sigv4Verify, urlGet, urlParse, urlSet } from "@pct-encoded/percent";
import * as lite from "@pct-encoded/percent/lite";

await load();
await load({ href: "file:///percent.wasm" });
await load(new Uint8Array(8).buffer);
const coded: string = encode("a b", { as: "form", space: "plus", onError: "keep" });
const old: string = decode("%", { on_error: "keep", layers: 2 });
const octets: Uint8Array = decodeToBytes(new Uint8Array(1));
const rule: string | undefined = lint(coded, { in: "query" }).findings[0]?.rule;
const found: boolean = compare("a", octets).differences.length > 0;
const samples: Sample[] = [{ output: "a" }, { input: "a", output: octets }, { input: "a", refused: true }];
const ids: string[] = identify(samples).dialects.concat(catalogue().functions.map(f => f.id));
const output: string = call<{ output: string }>("encode", { text: "a" }).result.output;
const reason = (error: unknown): string => error instanceof PercentError ? `${error.reason} ${error.offset ?? 0} ${error.index ?? 0}` : "";

// @ts-expect-error: a number is no text
encode(5);
// @ts-expect-error: no such option
encode("a", { sa: "form" });
// @ts-expect-error: no such policy
encode("a", { onError: "ignore" });
// @ts-expect-error: for fields of tables
encode("a", { onError: "null" });
// @ts-expect-error: no such option of encode
encode("a", { layers: "2" });
// @ts-expect-error: lite has no such option
lite.encode("a", { space: "plus" });
// @ts-expect-error: no such kind
lint("a", { in: "url" });
// @ts-expect-error: an output is missing
identify([{ input: "a" }]);
// @ts-expect-error: encode gives a string
const wrong: Uint8Array = encode("a");

const [first] = formParse("a=1");
const query: string = formSerialize(first === undefined ? [] : [first]) + formSerialize({ a: "b", c: undefined }) + formSerialize([["a", new Uint8Array(1)]]);
const host: string = urlSet(urlGet("http://h/", "search.q"), { host: "a", "search.q+": "b" }, { without: ["hash"] }) + (urlParse("http://h/").browser?.host ?? "");
const authorization: string = oauth1Sign({ url: "http://h/" }, { consumerKey: "k", consumerSecret: "s", method: "HMAC-SHA256" }).authorization;
const valid: boolean = oauth1Verify({ url: "http://h/", headers: { authorization } }, { consumerSecret: "s" }).valid;
const aws = { accessKeyId: "a", secretAccessKey: "s", service: "s3", date: new Date(0) };
const sent: [string, string][] = sigv4Sign("GET http://h/", aws).headers;
const presigned: string = sigv4Presign({ url: "http://h/", headers: sent }, { ...aws, expires: 60 }).url;
const link: string | Uint8Array = signatureSign({ url: "http://h/" }, { secret: "k", as: "bunny" }).sent;
const why: string | undefined = signatureVerify({ url: "http://h/" }, { secret: "k", date: new Date() }).mistake;
const names: string[] = signatureExplain({ url: "http://h/" }, { account: "a" }).facts.map(f => f.name);
const xml: string | Uint8Array = samlExplain("GET http://h/ HTTP/1.1").xml;
// @ts-expect-error: a secret is needed
signatureVerify({ url: "http://h/" }, { as: "azure-sas" });
const reasons: string | undefined = sigv4Verify({ url: presigned }, aws).reason;
// @ts-expect-error: a secret is missing
oauth1Sign({ url: "http://h/" }, { consumerKey: "k" });
// @ts-expect-error: an origin cannot be set
urlSet("http://h/", { origin: "http://i/" });

const same: boolean = lite.encode("a b", { as: "form" }) === coded && lite.PercentError === PercentError;
const name: lite.LiteDialect = lite.dialects()[0] ?? "rfc3986";

export { found, host, ids, name, old, query, reasons, valid, output, reason, rule, same, wrong };
