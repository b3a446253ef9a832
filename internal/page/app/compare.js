// Compare: where the encoded text and a second one differ, and by which mistake.

import { button, code, field, h, table } from "./dom.js";
import { edit } from "./panes.js";
import { own, setOwn, state } from "./state.js";
import { fromOctets, get, line, octets, put } from "./text.js";
import { number, t } from "./words.js";
import { ways } from "./ways.js";

// around returns the part of a text around an offset, with the place marked.
function around(text, offset) {
  const all = octets(text);
  const cut = (from, to) => line(fromOctets(all.slice(Math.max(0, from), Math.max(0, to))));
  // An escape is not cut.
  let at = offset;
  for (const back of [1, 2]) if (all[offset - back] === 0x25) at = offset - back;
  const width = all[at] === 0x25 ? 3 : 1;
  return h("code", { class: "around", dir: "ltr" }, at > 40 ? "…" : "", cut(at - 40, at), h("mark", { class: "error" }, cut(at, at + width) || "\u2205"), cut(at + width, at + 60), at + 60 < all.length ? "…" : "");
}

// mistakes lists the mistakes that a comparison names, each with a button to repair the
// text.
export function mistakes(r, repair) {
  const alone = i => r.repaired[i - (r.together ?? 0)];
  return h("div", {}, r.together && h("p", {}, t("compare.together", { count: number(r.together) })), h("ul", { class: "findings" }, (r.mistakes ?? []).map((m, i) => h("li", { class: "warning" },
    h("strong", {}, m.mistake), " ", h("span", { lang: "en" }, `${m.text}${m.where ? ` (${m.where})` : ""}${m.detail ? `: ${line(m.detail)}` : ""}; ${m.fix}.`), " ",
    t("compare.side", { side: m.side.toUpperCase() }), " ",
    repair && alone(i) && !alone(i).length && button(t("compare.repair", { side: m.side.toUpperCase() }), () => repair(m.side, get(alone(i), "text")))))));
}

export function verdict(r, a, b) {
  return [
    h("p", { class: "summary" }, h("strong", { class: r.verdict === "identical" ? "good" : r.verdict === "different" ? "bad" : "" }, t("verdict." + r.verdict)),
      r.rules && ` ${t("compare.rules", { rules: r.rules.join(", ") })}`,
      r.offset !== undefined && ` · ${t("compare.first", { offset: number(r.offset) })}`, r.part && [" · ", h("span", { lang: "en" }, line(r.part))]),
    r.offset !== undefined && h("dl", { class: "pair" }, h("dt", {}, "A"), h("dd", {}, around(a, r.offset)), h("dt", {}, "B"), h("dd", {}, around(b, r.offset))),
  ].filter(Boolean);
}

export const compare = {
  request: () => state.encoded && own("b") && { op: "compare", request: { ...put({}, "a", state.encoded), ...put({}, "b", own("b")), format: own("format") || "text" } },
  form: () => {
    const b = h("textarea", { rows: 3, spellcheck: "false", dir: "auto", oninput: () => setOwn("b", b.value) });
    b.value = own("b");
    const format = h("select", { onchange: () => setOwn("format", format.value) }, ["text", "form", "base-string", "canonical-request", "alpn"].map(f => h("option", { value: f }, t("format." + f))));
    format.value = own("format") || "text";
    return h("div", { class: "form" }, h("p", {}, t("compare.a")), field(t("compare.b"), b), field(t("compare.format"), format));
  },
  refresh: head => {
    const b = head.querySelector("textarea");
    if (document.activeElement !== b) b.value = own("b");
  },
  show: reply => {
    const r = reply.result;
    const text = x => x === undefined ? "" : code(line(x));
    return [
      ...verdict(r, state.encoded, own("b")),
      mistakes(r, (side, text) => side === "b" ? setOwn("b", text) : edit("encoded", text)),
      r.verdict !== "identical" && r.mistakes.length === 0 && h("p", {}, t("compare.none")),
      r.differences?.length > 0 && table(t("compare.differences"), [t("compare.what"), "A", "B", t("compare.why")],
        r.differences.map(d => [`${t("difference." + d.kind)} ${d.component ? t("part." + d.component) : ""} ${line(get(d, "pair") ?? "")}`, text(get(d, "a")), text(get(d, "b")), (d.rules ?? []).join(", ")])),
      ways("compare", reply),
    ].filter(Boolean);
  },
  told: reply => t("verdict." + reply.result.verdict),
};
