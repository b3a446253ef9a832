// Uses the package as it is installed beside this file, and writes replies.mts, in
// which replies are values of the types that the package declares for them.

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { runInNewContext } from "node:vm";

const before = Object.getOwnPropertyNames(globalThis).sort();
const percent = await import("@pct-encoded/percent");
const lite = await import("@pct-encoded/percent/lite");
const home = new URL("./node_modules/@pct-encoded/percent/", import.meta.url);
const thrown = f => {
  try {
    f();
  } catch (error) {
    assert.ok(error instanceof percent.PercentError, String(error.stack));
    assert.equal(error.name, "PercentError");
    return { message: error.message, ...error };
  }
  throw new Error("nothing was thrown");
};

test("not loaded", () => {
  assert.equal(thrown(() => percent.encode("a")).reason, "not loaded");
});

test("load", async () => {
  await assert.rejects(percent.load(new Uint8Array(8)), WebAssembly.CompileError);
  await assert.rejects(percent.load(new URL("./none.wasm", home)), { name: "PercentError", reason: "not found", message: /none\.wasm: ENOENT: copy percent\.wasm / });
  // An address that is relative is so to the page.
  globalThis.location = { href: home.href };
  await assert.rejects(percent.load("./none.wasm"), error => error.cause.path === fileURLToPath(new URL("./none.wasm", home)));
  delete globalThis.location;
  const first = percent.load();
  assert.equal(percent.load(), first);
  await first;
  assert.deepEqual(Object.getOwnPropertyNames(globalThis).sort(), before, "nothing is added to globalThis");
});

test("the README", async () => {
  const text = readFileSync(new URL("README.md", home), "utf8");
  let results = 0;
  for (const [, block] of text.matchAll(/^```js\n(.*?)^```$/gms)) {
    const code = block.replace(/^(\S.*?) \/\/ (.+)$/gm, (line, expression, result) => {
      results++;
      return `assert.deepEqual(${expression.replace(/;$/, "")}, ${result}, ${JSON.stringify(line)});`;
    });
    const source = `import assert from "node:assert/strict";\n${code}`.replaceAll('"@pct-encoded/percent"', JSON.stringify(new URL("index.js", home).href))
      .replaceAll('"@pct-encoded/percent/lite"', JSON.stringify(new URL("lite.js", home).href));
    await import(`data:text/javascript,${encodeURIComponent(source)}`);
  }
  assert.equal(results, 29);
});

test("text and octets", () => {
  const octets = new Uint8Array([0, 0x20, 0x7f, 0x80, 0xff]);
  assert.equal(percent.encode(octets), "%00%20%7F%80%FF");
  assert.deepEqual(percent.decodeToBytes("%00%20%7F%80%FF"), octets);
  assert.deepEqual(percent.decodeToBytes("é"), new Uint8Array([0xc3, 0xa9]));
  assert.equal(percent.decode(new Uint8Array([0x25, 0x34, 0x31])), "A");
  assert.equal(percent.encode(new Uint8Array(0)), "");
  // A view of some of a buffer.
  assert.equal(percent.encode(new Uint8Array(octets.buffer, 3, 1)), "%80");
  // One of another realm, as test runners have them.
  const other = runInNewContext("new Uint8Array([0x80, 0xff])");
  assert.equal(percent.encode(other), "%80%FF");
  assert.equal(percent.identify([{ output: other }]).outcomes.length, percent.identify([{ output: new Uint8Array(other) }]).outcomes.length);
  const every = Uint8Array.from({ length: 3 * 256 * 256 }, (_, i) => i & 255);
  assert.deepEqual(percent.decodeToBytes(percent.encode(every)), every);
  const text = "😀".repeat(100_000);
  assert.equal(percent.decode(percent.encode(text)), text);
  assert.equal(percent.encode(text), encodeURIComponent(text));
});

test("octets that are not UTF-8", () => {
  const error = thrown(() => percent.decode("a%E9"));
  assert.equal(error.reason, "not UTF-8");
  assert.deepEqual(error.output, new Uint8Array([0x61, 0xe9]));
  assert.deepEqual(percent.explain(new Uint8Array([0xe9])).characters[0].text, new Uint8Array([0xe9]));
  assert.deepEqual(percent.compare(new Uint8Array([0xe9]), "%E9").differences[0].a, new Uint8Array([0xe9]));
  // A dialect that keeps what is not ASCII.
  const kept = percent.catalogue().dialects.map(d => d.id).find(id => percent.dialect(id).encodes && percent.dialect(id).kept.includes("\\xFF"));
  assert.deepEqual(percent.encodeToBytes(new Uint8Array([0x25, 0xff]), { as: kept }).at(-1), 0xff, kept);
  assert.equal(thrown(() => percent.encode(new Uint8Array([0xff]), { as: kept })).reason, "not UTF-8");
});

for (const [name, text, index, offset] of [
  ["high", "a\ud800", 1, 1], ["low", "é\udc00b", 1, 2], ["two high", "\ud800\ud800\udc00", 0, 0], ["swapped", "😀\udc00\ud83d", 2, 4],
]) {
  test(`half of a character: ${name}`, () => {
    for (const f of [percent.encode, percent.decode, percent.fix, percent.encodeToBytes, percent.explain, percent.lint, percent.layers]) {
      const { reason, field, ...place } = thrown(() => f(text));
      assert.deepEqual([reason, field, place.index, place.offset], ["lone surrogate", "text", index, offset]);
    }
    assert.equal(thrown(() => percent.compare("a", text)).field, "b");
    assert.equal(thrown(() => percent.identify([{ output: text }])).reason, "lone surrogate");
    assert.equal(thrown(() => percent.encode("a", { as: text })).field, "as");
  });
}

test("errors", () => {
  assert.deepEqual(thrown(() => percent.decode("😀é%4")), {
    message: 'percent: truncated escape "%4" at byte 6', name: "PercentError", reason: "truncated escape", offset: 6, index: 3, output: "😀é",
  });
  // Octets have no index.
  assert.equal("index" in thrown(() => percent.decode(new Uint8Array([0x25]))), false);
  const unknown = thrown(() => percent.encode("a", { as: "oauht1" }));
  assert.equal(unknown.reason, "unknown dialect");
  assert.ok(unknown.names.includes("oauth1"));
  assert.equal(thrown(() => percent.encode("a", { as: "js.decodeURIComponent" })).reason, "decodes only");
  // Of JSON, which the caller has not written, there is no offset.
  assert.deepEqual(thrown(() => percent.encode("a", { sa: "form" })).offset, undefined);
  assert.equal(thrown(() => percent.encode("a", { sa: "form" })).reason, "unknown key");
  assert.match(thrown(() => percent.encode("a", { dialect: "form" })).message, /^percent: unknown key "dialect"$/);
  assert.equal(thrown(() => percent.encode(5)).reason, "not a string");
  assert.equal(thrown(() => percent.encode()).reason, "missing key");
  assert.equal(thrown(() => percent.encode(null)).reason, "null");
  assert.equal(thrown(() => percent.call("no such", {})).reason, "unknown operation");
  assert.equal(thrown(() => percent.lint("a", { in: "no such" })).field, "in");
  assert.equal(thrown(() => percent.lint("a", { kind: "no such" })).field, "in"); // as it was called before
});

test("options", () => {
  assert.equal(percent.encode("a b", { space: "plus" }), "a+b");
  assert.equal(percent.encode("é", { charset: "windows-1252" }), "%E9");
  assert.equal(percent.encode("a/é", { keep: "/", hex: "lower", times: 2 }), "a/%25c3%25a9");
  assert.equal(percent.decode("/a+b?c+d", { as: "url" }), "/a+b?c d");
  assert.equal(percent.decode("%2541", { layers: "all" }), "A");
  assert.equal(percent.lint("http://h/%2e/", { except: ["dot-segment-encoded"], severity: "error" }).found, 0);
  assert.equal(percent.encode("a b", { as: undefined, charset: undefined }), "a%20b");
  assert.equal(percent.decode("%41\n%zz\n%42", { lines: true, onError: "skip" }), "A\nB");
  assert.equal(percent.fix("100%", { as: "rfc3986.query" }), "100%25");
  assert.equal(percent.layers("%2520").depth, 2);
  assert.equal(percent.explain("a".repeat(1000), { from: 990 }).characters.length, 10);
  assert.equal(percent.call("see", { text: "a b", only: ["PHP"] }).command, "percent see --only php 'a b'");
});

test("the direct path", () => {
  // The same as the reply, to the byte, for random texts and options.
  let seed = 26;
  const below = n => {
    seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
    return (seed >>> 8) % n;
  };
  const of = list => list[below(list.length)];
  const pieces = ["a", "Z", " ", "+", "%", "%4", "%zz", "%20", "%2B", "%2520", "%e9", "%C3%A9", "%00", "%u00e9", "/", "?", "&", "=", "#", "~", "\0", "\r\n",
    "é", "€", "😀", "\ufeff", "\uffff", "\ud800", "\udc00", "\ude00\ud83d"];
  const { dialects, functions } = percent.catalogue();
  const names = [undefined, "url", "no such", ...dialects.map(d => d.id), ...functions.map(f => f.id)];
  const made = f => {
    try {
      return { output: f() };
    } catch (error) {
      assert.ok(error instanceof percent.PercentError, String(error.stack));
      return { error: { message: error.message, ...error } };
    }
  };
  let outputs = 0;
  const cases = Number(process.env.PERCENT_CASES ?? 10_000);
  for (let i = 0; i < cases; i++) {
    const operation = of(["encode", "decode", "fix"]);
    const options = { as: names[i % names.length] };
    if (!below(4)) options.onError = of(["fail", "keep", "replace", "skip", "null"]);
    if (!below(6)) options.charset = of(["utf-8", "windows-1252", "shift_jis", "detect"]);
    if (!below(6)) options.space = of(["plus", "percent", "no such"]);
    if (!below(6)) options.lines = true;
    if (!below(6) && operation !== "decode") options.keep = of(["/", "é", "+", "\ud800", new Uint8Array([0xff])]);
    let text = "";
    for (let n = below(9); n > 0; n--) text += of(pieces);
    if (!below(50)) text = text.repeat(below(300));
    if (!below(10)) text = new TextEncoder().encode(text).map(octet => below(20) ? octet : below(256));
    const it = JSON.stringify([operation, options, text]);
    const string = made(() => percent[operation](text, options));
    const octets = made(() => percent[`${operation}ToBytes`](text, options));
    const { output: result, error } = made(() => percent.call(operation, { ...options, text }).result);
    if (error !== undefined) {
      assert.deepEqual([string, octets], [{ error }, { error }], it);
    } else if (result.ended !== undefined) {
      const { reason, offset } = result.ended;
      assert.deepEqual([string.error?.reason, string.error?.offset, string.error?.output], [reason, offset, result.output], it);
      assert.deepEqual(octets, string, it);
    } else if (typeof result.output === "string") {
      outputs++;
      assert.equal(string.output, result.output, it);
      assert.ok(Buffer.from(result.output).equals(octets.output), it);
    } else {
      assert.deepEqual([string.error?.reason, string.error?.output, octets.output], ["not UTF-8", result.output, result.output], it);
    }
  }
  assert.ok(outputs > 0.3 * cases, String(outputs));
});

test("the direct path of forms and URLs", () => {
  // The same as the reply, for random texts and options.
  let seed = 43;
  const below = n => {
    seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
    return (seed >>> 8) % n;
  };
  const of = list => list[below(list.length)];
  const pieces = ["a", "Z", " ", "+", "%", "%zz", "%20", "%2B", "%C3%A9", "%ff", "/", "?", "&", "=", ";", "#", "\0", "\n", "é", "日", "\ud800",
    "http:", "HTTPS://", "h.example", ":8080", "[::1]", "u:p@", "..", "\\", "[", "]", "\"", "_base64", "xn--a"];
  const made = f => {
    try {
      return { output: f() };
    } catch (error) {
      assert.ok(error instanceof percent.PercentError, String(error.stack));
      return { error: { message: error.message, ...error } };
    }
  };
  const text = () => {
    let made = "";
    for (let n = below(9); n > 0; n--) made += of(pieces);
    if (!below(100)) made = made.repeat(below(2000));
    return below(20) ? made : new TextEncoder().encode(made).map(octet => below(20) ? octet : below(256));
  };
  const cases = Number(process.env.PERCENT_CASES ?? 1000);
  for (let i = 0; i < cases; i++) {
    const options = of([undefined, {}, { charset: of(["windows-1252", "shift_jis", "no such"]) }]);
    const value = text();
    const rules = { ...options, ...of([{}, { onError: of(["fail", "keep", "replace"]) }, { in: of(["query", "url"]) }, { semicolons: true }, { maxPairs: 2 }, { space: "percent" }]) };
    const it = JSON.stringify([value, options, rules]);
    assert.deepEqual(made(() => percent.formParse(value, rules)), made(() => percent.call("form decode", { ...rules, text: value }).result.pairs), it);
    const pairs = Array.from({ length: below(4) }, () => [text(), text()]);
    assert.deepEqual(made(() => percent.formSerialize(pairs, rules)), made(() => percent.call("form encode", { ...rules, pairs }).result.output), it + JSON.stringify(pairs));
    const url = below(2) ? value : `https://h.example/${value}`, component = of(["hostname", "search.a", "pathname", "href", "no such", "port"]);
    assert.deepEqual(made(() => percent.urlGet(url, component)), made(() => percent.call("url get", { text: String(url), component }).result.output), it);
    if (i % 10) continue; // readers take their time
    const based = of([options, { ...options, base: "https://b.example/x/y" }, { ...options, base: "b" }]);
    assert.deepEqual(made(() => percent.urlParse(url, based)), made(() => percent.call("url", { ...based, text: url }).result), it);
  }
  const parsed = percent.urlParse("https://h.example/");
  assert.ok(Object.keys(parsed).includes("readers"));
  assert.equal(parsed.readers, parsed.readers);
  assert.deepEqual(structuredClone(parsed), percent.call("url", { text: "https://h.example/" }).result);
});

test("many options, and long texts", () => {
  // More than the program has prepared at a time.
  for (let round = 0; round < 2; round++) {
    for (let i = 0; i < 600; i++) {
      const keep = String.fromCharCode(0x21 + i % 90);
      assert.equal(percent.encode(" a~", { keep, escape: i % 2 && keep !== "~" ? "~" : undefined, times: 1 + i % 3 }),
        percent.call("encode", { text: " a~", keep, escape: i % 2 && keep !== "~" ? "~" : undefined, times: 1 + i % 3 }).result.output);
    }
  }
  // The memory of the program grows, and short texts come after long ones.
  for (const length of [1, 63, 64, 65, 1000, (1 << 20) - 1, 1 << 20, (1 << 20) + 1, 5 << 20, 3]) {
    for (const piece of ["a", "é", "%"]) {
      const text = piece.repeat(length);
      assert.equal(percent.encode(text) === encodeURIComponent(text), true, `${piece} ${length}`);
      assert.equal(percent.decode(percent.encodeToBytes(text)) === text, true, `${piece} ${length}`);
    }
  }
  // The result of one call does not change with the next.
  const octets = percent.encodeToBytes("a b");
  percent.encode("xyz");
  assert.deepEqual(octets, new Uint8Array([0x61, 0x25, 0x32, 0x30, 0x62]));
  assert.deepEqual(["a b", "c d"].map(percent.encode), ["a%20b", "c%20d"]);
});

test("lite", t => {
  const program = readFileSync(new URL("lite.js", home));
  t.diagnostic(`${program.length} bytes`);
  assert.ok(program.length <= 6144);
  assert.equal(lite.PercentError, percent.PercentError);
  const names = lite.dialects();
  assert.ok(names.length > 110 && names.includes("form") && names.includes("rfc3986.segment"), String(names.length));
  // All that lite has is a set, and each dialect of a standard that is a set is in it.
  const { dialects } = percent.catalogue();
  const ids = dialects.map(d => d.id);
  for (const name of names) assert.ok(ids.includes(name) || dialects.some(d => d.aliases?.includes(name)), name);
  const result = f => {
    try {
      return f();
    } catch (error) {
      assert.ok(error instanceof percent.PercentError, String(error.stack));
      return { message: error.message, ...error };
    }
  };
  const every = Uint8Array.from({ length: 256 }, (_, i) => i);
  const pieces = ["a", "é", "😀", " ", "+", "%", "%4", "%zz", "%2", "%e9", "%C3%A9", "%2B", "&", "\ud800", "\0", "€", "%é", "%4€", "~"];
  let seed = 6;
  const below = n => {
    seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
    return (seed >>> 8) % n;
  };
  for (const as of [undefined, ...names]) {
    const texts = [every, "", "FORM"];
    for (let i = 0; i < 30; i++) {
      let text = "";
      for (let n = below(7); n > 0; n--) text += pieces[below(pieces.length)];
      texts.push(text, ...(text.isWellFormed() ? [new TextEncoder().encode(text).subarray(below(2))] : []));
    }
    for (let octet = 0; octet < 256; octet++) texts.push(every.subarray(octet, octet + 1));
    for (const text of texts) {
      for (const operation of ["encode", "decode", "decodeToBytes", "fix"]) {
        const ours = result(() => lite[operation](text, { as }));
        if (operation === "fix" && [undefined, "rfc3986.uri", "uri"].includes(as)) {
          assert.equal(ours.reason, "cannot fix");
          continue;
        }
        const theirs = result(() => percent[operation](text, { as }));
        assert.deepEqual(ours, theirs, JSON.stringify([as, operation, text]));
      }
    }
  }
  assert.equal(lite.encode("a b", { as: "FORM" }), "a+b");
  for (const as of ["js.encodeURIComponent", "__proto__", "toString", "", 5, null]) assert.equal(result(() => lite.encode("a", { as })).reason, "unknown dialect");
  assert.equal(result(() => lite.encode("a", { space: "plus" })).field, "space");
  for (const text of [undefined, null, 5, {}, []]) assert.equal(result(() => lite.encode(text)).reason, "not a string");
});

test("speed", t => {
  // Reported and not judged: machines differ, and have other work. "the direct path" tests
  // which calls take it.
  const best = (rounds, times, f) => {
    let least = Infinity;
    for (let round = 0; round < rounds; round++) {
      const start = performance.now();
      for (let i = 0; i < times; i++) f();
      least = Math.min(least, (performance.now() - start) / times);
    }
    return least * 1000;
  };
  const text = "Ladies + Gentlemen";
  const short = best(20, 1000, () => percent.encode(text));
  const reply = best(20, 10, () => percent.call("encode", { text }));
  t.diagnostic(`18 characters: ${short.toFixed(2)} µs, with the reply ${reply.toFixed(2)} µs`);
  const long = text.repeat(5689).slice(0, 102_400);
  const ours = best(200, 1, () => percent.encode(long));
  const theirs = best(200, 1, () => encodeURIComponent(long));
  t.diagnostic(`100 KB: ${ours.toFixed(2)} µs, encodeURIComponent ${theirs.toFixed(2)} µs`);
});

test("old spellings", () => {
  assert.equal(percent.encode("a", { escape_all: true }), "%61");
  assert.equal(percent.encode("a", { escapeAll: true }), "%61");
  assert.equal(percent.decode("%zz", { on_error: "keep" }), "%zz");
  assert.equal(percent.decode("%zz", { onError: "keep" }), "%zz");
  assert.equal(percent.call("decode", { text: "%zz", on_error: "keep" }).result.output, "%zz");
  assert.equal(percent.call("decode", { text: "%zz", onError: "keep" }).result.output, "%zz");
  assert.deepEqual(thrown(() => percent.decode("%zz", { onError: "keep", on_error: "keep" })), {
    name: "PercentError", message: "percent: onError is given twice: on_error is its old name", reason: "duplicate key", field: "onError",
  });
  for (const options of [{ onError: "no" }, { on_error: "no" }]) {
    const error = thrown(() => percent.decode("%zz", options));
    assert.deepEqual([error.reason, error.field], ["unknown word", "onError"]);
    assert.match(error.message, /^onError does not take ".*"; it takes fail, /);
  }
});

test("forms", () => {
  // As URLSearchParams and node:querystring do.
  const texts = ["", "a", "a=", "=b", "a=1&a=2", "q=caf%C3%A9+au+lait", "a=%zz%", "&&a&", "a=b=c", "a=%FF", "é=€😀", "a%3Db=%26", "a=1;b=2", "\ufeffa=1"];
  for (const text of texts) {
    const pairs = percent.formParse(text, { in: "query" });
    assert.deepEqual(pairs, [...new URLSearchParams(text)], text);
    assert.equal(percent.formSerialize(pairs), new URLSearchParams(text).toString(), text);
    assert.equal(percent.formSerialize(new URLSearchParams(text)), new URLSearchParams(text).toString(), text);
  }
  assert.equal(percent.formSerialize({ a: "b c", d: undefined }, { space: "percent" }), "a=b%20c");
  assert.equal(percent.formSerialize([["a", new Uint8Array([0xff])]]), "a=%FF");
  assert.deepEqual(percent.formParse("a=%FF", { onError: "keep" }), [["a", new Uint8Array([0xff])]]);
  assert.deepEqual(percent.formParse("https://h/?a=1;b=2#c", { semicolons: true }), [["a", "1"], ["b", "2"]]);
  const { message, ...error } = thrown(() => percent.formParse("é=1&a=%zz", { onError: "fail" }));
  assert.deepEqual([error.reason, error.offset], ["invalid escape", 7], message);
  assert.equal(thrown(() => percent.formParse("a&b&c", { maxPairs: 2 })).name, "PercentError");
  for (const pairs of [[["a"]], [["a", 5]], { a: 5 }, null, "a=b", undefined]) assert.equal(thrown(() => percent.formSerialize(pairs)).name, "PercentError");
});

test("URLs", () => {
  for (const text of ["https://u:p@EXAMPLE.com:443/a b/../%zz?q=1+2&é=ü#f", "mailto:a@b", "file:///C|/x", "http://é.example/"]) {
    const url = new URL(text);
    const { browser } = percent.urlParse(text);
    for (const name of ["href", "origin", "protocol", "username", "password", "host", "hostname", "port", "pathname", "search", "hash"]) {
      assert.equal(browser[name], url[name], name);
      assert.equal(percent.urlGet(text, name), url[name], name);
      assert.equal(percent.urlGet(url, name), url[name], name);
    }
    url.hash = "é b";
    assert.equal(percent.urlSet(text, { hash: "é b" }), url.href);
  }
  const url = new URL("http://h/?a=1&b=2");
  url.searchParams.set("a", "x=y&z");
  url.searchParams.delete("b");
  assert.equal(percent.urlSet("http://h/?a=1&b=2", { "search.a": "x=y&z" }, { without: ["search.b"] }), url.href);
  assert.equal(percent.urlSet("http://h/", [["search.a+", "1"], ["search.a+", "2"]]), "http://h/?a=1&a=2");
  assert.equal(percent.urlGet("../x", "href", { base: "http://h/a/b/c" }), "http://h/a/x");
  assert.equal(percent.urlGet("http://h/?a=1", "search.b"), "");
  assert.equal(percent.urlParse("nope").refused.reason, "missing-scheme-non-relative-URL");
  assert.equal(thrown(() => percent.urlGet("nope", "host")).reason, "missing-scheme-non-relative-URL");
  assert.equal(thrown(() => percent.urlGet("http://h/", "domain")).name, "PercentError");
  assert.equal(thrown(() => percent.urlSet("http://h/", {})).name, "PercentError");
});

test("signatures", () => {
  // OAuth Core 1.0, appendix A.5.
  const url = "http://photos.example.net/photos?file=vacation.jpg&size=original";
  const keys = { consumerKey: "dpf43f3p2l4k3l03", token: "nnch734d00sl2jdk", consumerSecret: "kd94hf93k423kf44", tokenSecret: "pfkkdhi9sl3r4s00" };
  const { authorization } = percent.oauth1Sign({ url }, { ...keys, nonce: "kllo9940pd9333jh", timestamp: 1191242096 });
  assert.match(authorization, /oauth_signature="tR3%2BTy81lMeYAr%2FFid0kMTYa%2FWM%3D"/);
  for (const headers of [{ Authorization: authorization }, [["Authorization", authorization]], new Headers({ authorization }), new Map([["authorization", authorization]])]) {
    assert.equal(percent.oauth1Verify({ url: new URL(url), headers }, { ...keys, window: -1 }).valid, true);
    assert.equal(percent.oauth1Verify({ url, headers }, keys).reason, "timestamp outside the window");
    assert.equal(percent.oauth1Verify({ url, headers, method: "POST" }, { ...keys, window: -1 }).reason, "wrong signature");
  }
  const headers = { "Content-Type": "application/x-www-form-urlencoded" };
  const body = "status=Ladies+%2B+Gentlemen";
  const post = { method: "POST", url: "https://api.example.com/1.1/statuses/update.json", headers, body };
  const signed = percent.oauth1Sign(post, { ...keys, method: "HMAC-SHA256", parameters: { oauth_callback: "oob" } });
  assert.match(signed.baseString, /^POST&https.*status%3DLadies%2520%252B%2520Gentlemen$/);
  assert.equal(percent.oauth1Verify({ ...post, headers: { ...headers, authorization: signed.authorization } }, keys).valid, true);
  assert.equal(percent.oauth1Verify(`POST /1.1/statuses/update.json HTTP/1.1\r\nHost: api.example.com\r\nContent-Type: ${headers["Content-Type"]}\r\nAuthorization: ${signed.authorization}\r\n\r\n${body}`, keys).valid, true);
  // The examples of the Amazon S3 API Reference.
  const secret = { accessKeyId: "AKIAIOSFODNN7EXAMPLE", secretAccessKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", service: "s3", date: new Date("2013-05-24T00:00:00Z") };
  const object = { url: "https://examplebucket.s3.amazonaws.com/test.txt" };
  const got = percent.sigv4Sign({ ...object, headers: { Range: "bytes=0-9" } }, secret);
  assert.equal(got.signature, "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41");
  assert.equal(percent.sigv4Verify({ ...object, headers: [["Range", "bytes=0-9"], ...got.headers] }, secret).valid, true);
  const presigned = percent.sigv4Presign(object, { ...secret, expires: 86400 });
  assert.equal(presigned.signature, "aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404");
  assert.deepEqual(percent.sigv4Verify({ url: presigned.url }, secret), { valid: true, accessKeyId: secret.accessKeyId, region: "us-east-1", service: "s3", signedHeaders: ["host"], payload: "unsigned", rule: "--path s3" });
  assert.equal(percent.sigv4Verify({ url: presigned.url }, { secretAccessKey: "x", date: secret.date }).reason, "wrong signature");
  const put = percent.sigv4Sign({ method: "PUT", ...object, body: new Uint8Array([0, 0xff]) }, { ...secret, date: undefined });
  assert.equal(percent.sigv4Verify({ method: "PUT", ...object, headers: put.headers, body: new Uint8Array([0, 0xff]) }, { secretAccessKey: secret.secretAccessKey }).valid, true);
  assert.equal(percent.sigv4Verify({ method: "PUT", ...object, headers: put.headers, body: "other" }, { secretAccessKey: secret.secretAccessKey }).valid, false);
  assert.deepEqual(thrown(() => percent.oauth1Sign({ url }, { consumerSecret: "s" })), { name: "PercentError", message: "percent: consumerKey: missing", reason: "missing", field: "consumerKey" });
  assert.equal(thrown(() => percent.sigv4Sign(object, { ...secret, service: undefined })).field, "service");
  assert.equal(thrown(() => percent.sigv4Presign(object, { ...secret, expires: 1e6 })).field, "expires");
  for (const request of [undefined, null, 5, {}, "", "no request"]) assert.equal(thrown(() => percent.sigv4Sign(request, secret)).name, "PercentError");
  // A shared access signature of Azure, right and with two of its mistakes.
  const sas = "https://account.blob.core.windows.net/photos/a%20b.jpg?sv=2022-11-02&sr=b&sp=r&se=2024-01-03T00%3A00%3A00Z&sig=";
  const azure = { secret: "c2VjcmV0IGtleQ==", date: new Date("2024-01-02") };
  const made = percent.signatureSign({ url: sas + "x" }, { secret: azure.secret });
  assert.match(made.signedText, /^r\n\n2024-01-03T00:00:00Z\n\/blob\/account\/photos\/a b.jpg\n/);
  assert.equal(new URL(made.sent).searchParams.get("sig"), made.signature);
  assert.deepEqual(percent.signatureVerify({ url: made.sent }, azure), { valid: true, method: "HMAC-SHA256", service: "azure-sas" });
  assert.equal(percent.signatureVerify({ url: made.sent }, { ...azure, date: new Date("2024-02-02") }).reason, "expired");
  const encoded = percent.signatureVerify({ url: sas + "wml30d4%2FTZkzscfVpn1HIsAqcZOQWRoMOsRQbcrrxT4%3D" }, azure);
  assert.equal(encoded.mistake + ": " + encoded.fix, "resource-encoded: sign the path of the resource decoded");
  assert.equal(percent.signatureExplain({ url: sas }).signedText, made.signedText);
  assert.equal(thrown(() => percent.signatureVerify({ url: "https://h/" }, azure)).field, "as");
  assert.equal(thrown(() => percent.signatureVerify({ url: made.sent }, {})).field, "secret");
  const google = { url: "https://storage.googleapis.com/b/o?GoogleAccessId=a%40b.example&Expires=1767225600&Signature=x" };
  assert.match(thrown(() => percent.signatureVerify(google, azure)).message, /needs a pair of keys/);
  assert.equal(percent.signatureExplain(google).algorithm, "RSA-SHA256");
  const saml = percent.samlExplain({ url: "https://idp.example/slo?SAMLRequest=s%2FHJT88vLQlKLSxNLS5R8HSxVYo3VFIISy0qzszPs1Uy0jNQsrPxS8xN9XSxy0210YcybfRRNNoBAA%3D%3D&RelayState=a%20b&SigAlg=http%3a%2f%2fwww.w3.org%2f2001%2f04%2fxmldsig-more%23rsa-sha256" });
  assert.equal(saml.relayState + " " + saml.algorithm + " " + saml.parameters[2].digits, "a b RSA-SHA256 lower");
});

test("indexAt", () => {
  for (const text of ["", "abc", "é", "a€b", "😀x😀", "\u0800\uffff"]) {
    let offset = 0;
    let index = 0;
    for (const c of text) {
      assert.equal(percent.indexAt(text, offset), index, `${text} ${offset}`);
      offset += new TextEncoder().encode(c).length;
      index += c.length;
    }
    assert.equal(percent.indexAt(text, offset), text.length);
    assert.equal(percent.indexAt(text, offset + 5), text.length);
  }
});

test("the catalogue", () => {
  const { dialects, functions } = percent.catalogue();
  assert.ok(dialects.length > 500 && functions.length > 900, `${dialects.length}, ${functions.length}`);
  assert.equal(new Set([...dialects, ...functions].map(d => d.id)).size >= functions.length, true);
  for (const { id } of [dialects[0], dialects.at(-1), functions[0], functions.at(-1)]) percent.dialect(id);
});

test("types", () => {
  const texts = ["", "Ladies + Gentlemen", "http://u@h/%2e%2e/a%2520b?q=%E9+c&d#%zz", "%zz%u00e9%C3%83%C2%A9", "é\u202e\x00😀", "a%c0%af+%25%32%65%E9t%E9",
    "=?UTF-8?Q?caf=C3=A9?= caf\\u00e9 &amp; http:/x\\y", "http://h/é", "%%341", new Uint8Array([0xe9, 0x25])];
  const values = [];
  for (const text of texts) {
    values.push(["Explanation", percent.explain(text)], ["Layers", percent.layers(text)], ["Findings", percent.lint(text)], ["Reply", percent.call("encode", { text })]);
    for (const other of [...texts, "LADIES%20%2b+Gentlemen", "http://u@h/../a%2520b?q=%e9%20c&e#%zz"]) values.push(["Comparison", percent.compare(text, other)]);
    values.push(["Identification", percent.identify([{ output: text }])]);
    for (const base of [undefined, "http://b/"]) values.push(["ParsedURL", percent.urlParse(text, { base })]);
  }
  values.push(
    ["Findings", percent.lint("http://a.test\\@b.test/")], ["Comparison", percent.compare("a%20b%7E", "a%20b~")],
    ["Comparison", percent.compare("oauth_signature=%2B&a=b%20c", "oauth_signature=%252B&a=b+c", { format: "form" })],
    ["Comparison", percent.compare("GET&http%3A%2F%2Fh%2F&a%3D1", "GET&http%3A%2F%2Fh%2F&a%253D1", { format: "base-string" })],
    ["Identification", percent.identify([{ input: "a b", output: "a!b" }])],
    ["Identification", percent.identify([{ input: "é b~", output: "%E9+b~" }, { input: "\0", refused: true }])],
    ["Identification", percent.identify([{ output: new Uint8Array([0xe9]) }])],
    ["Catalogue", percent.catalogue()], ...["form", "js.escape", "js.unescape", "php.rawurlencode"].map(name => ["Dialect", percent.dialect(name)]),
  );
  const seen = new Set();
  const literal = v => {
    if (v instanceof Uint8Array) return `new Uint8Array([${v}])`;
    if (Array.isArray(v)) return `[${v.map(literal).join(", ")}]`;
    if (v === null || typeof v !== "object") return JSON.stringify(v);
    return `{ ${Object.entries(v).map(([key, value]) => {
      seen.add(key);
      return `${JSON.stringify(key)}: ${literal(value)}`;
    }).join(", ")} }`;
  };
  let source = `import type * as percent from "@pct-encoded/percent";\n`;
  values.forEach(([type, value], i) => { source += `export const v${i}: percent.${type} = ${literal(value)};\n`; });
  writeFileSync(fileURLToPath(new URL("./replies.mts", import.meta.url)), source);
  // And no key is declared that never comes.
  const declared = readFileSync(new URL("index.d.ts", home), "utf8").replace(/\/\*\*.*?\*\//gs, "").split("export interface Explanation")[1].split("export function call<")[0];
  const missing = [...declared.matchAll(/(\w+)\??: /g)].map(m => m[1]).filter(key => !seen.has(key));
  const taken = ["options", "format", "samples", "name", "refused", "as", "in", "kind", "severity", "only", "except"];
  assert.deepEqual([...new Set(missing)].filter(key => !taken.includes(key)), []);
});
