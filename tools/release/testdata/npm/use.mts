// How programs use the types. What must not compile is marked.

import { call, catalogue, compare, decodeToBytes, encode, identify, lint, load, PercentError, type Sample } from "@pct-encoded/percent";

await load();
await load(new URL("file:///percent.wasm"));
const coded: string = encode("a b", { as: "form", space: "plus", on_error: "keep" });
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
encode("a", { on_error: "ignore" });
// @ts-expect-error: no such kind
lint("a", { in: "url" });
// @ts-expect-error: an output is missing
identify([{ input: "a" }]);
// @ts-expect-error: encode gives a string
const wrong: Uint8Array = encode("a");

export { found, ids, output, reason, rule, wrong };
