// A program that a bundler makes one file of, for browsers and for Node.js.

import { encode, load } from "@pct-encoded/percent";
import { encode as small } from "@pct-encoded/percent/lite";

await load();
if (encode("a b") !== "a%20b" || small("a b") !== "a%20b") throw new Error(encode("a b"));
