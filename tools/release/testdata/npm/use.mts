// How programs use the types. What must not compile is marked.

import { call, catalogue, compare, decode, decodeToBytes, encode, identify, lint, load, PercentError, type Sample } from "@pct-encoded/percent";
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

const same: boolean = lite.encode("a b", { as: "form" }) === coded && lite.PercentError === PercentError;
const name: lite.LiteDialect = lite.dialects()[0] ?? "rfc3986";

export { found, ids, name, old, output, reason, rule, same, wrong };
