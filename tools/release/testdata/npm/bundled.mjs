// A program that a bundler makes one file of, for browsers.

import { encode, load } from "@pct-encoded/percent";

await load();
console.log(encode("a b"));
