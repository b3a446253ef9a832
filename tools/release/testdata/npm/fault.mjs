// A program that ends is an error of the call, and load starts it again. What the
// program prints when it ends is its own affair.

import assert from "node:assert/strict";
import { test } from "node:test";
import { readFileSync } from "node:fs";
import * as percent from "@pct-encoded/percent";

const program = new WebAssembly.Module(readFileSync(new URL("./fault.wasm", import.meta.url)));

for (const operation of ["panic", "exit"]) {
  test(operation, async () => {
    await percent.load(program);
    assert.deepEqual(percent.call("nothing").result, {});
    assert.throws(() => percent.call(operation), { name: "PercentError", reason: "stopped" });
    assert.throws(() => percent.call("nothing"), { reason: "not loaded" });
    await percent.load(program);
    assert.deepEqual(percent.call("nothing").result, {});
    // And on the direct path.
    assert.equal(percent.encode("nothing"), "nothing");
    assert.throws(() => percent.encode(operation), { name: "PercentError", reason: "stopped" });
    assert.throws(() => percent.encode("nothing"), { reason: "not loaded" });
    await percent.load(program);
    assert.equal(percent.encode("nothing"), "nothing");
  });
}
