// A program of the lite entry point alone.

import { decode } from "@pct-encoded/percent/lite";

console.log(decode("a%20b"));
