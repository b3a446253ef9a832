// What every JavaScript engine should do: Deno and Bun run it, too.

import * as percent from "@pct-encoded/percent";
import * as lite from "@pct-encoded/percent/lite";

const same = (a, b) => {
  if (JSON.stringify(a) !== JSON.stringify(b)) throw new Error(`${JSON.stringify(a)}, not ${JSON.stringify(b)}`);
};
await percent.load();
for (const text of ["", "Ladies + Gentlemen", "é€😀", "a".repeat(100), "é".repeat(3 << 20)]) {
  same(percent.encode(text), encodeURIComponent(text).replace(/[!'()*]/g, c => `%${c.charCodeAt(0).toString(16).toUpperCase()}`));
  same(percent.decode(percent.encode(text)), text);
}
same(percent.decode("\ufeffa%EF%BB%BF"), "\ufeffa\ufeff");
same(Array.from(percent.decodeToBytes("%FF")), [255]);
same(percent.compare("a%20b", "a%2520b").mistake, "double-encoding");
same(lite.encode("a b", { as: "form" }), "a+b");
for (const f of [percent, lite]) {
  for (const [text, reason] of [["a%zz", "invalid escape"], ["%FF", "not UTF-8"], ["\ud800", "lone surrogate"]]) {
    try {
      f.decode(text);
    } catch (error) {
      same([error instanceof f.PercentError, error.reason], [true, reason]);
      continue;
    }
    throw new Error(`${text} was decoded`);
  }
}
