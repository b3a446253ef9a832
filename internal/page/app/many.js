// Programs and charsets: one text through all of them.

import { code, h, pick, table } from "./dom.js";
import { own, setOwn, state } from "./state.js";
import { get, line, put } from "./text.js";
import { number, t } from "./words.js";
import { ways } from "./ways.js";

// way returns what is done to which text. At first it is what the page does to the text
// that leads: the data of an encoded text that leads may not be there.
const way = key => own(key) || (state.lead === "encoded" ? "decode" : "encode");
const text = key => way(key) === "decode" ? state.encoded : state.data;

// The switch is there whatever the text is.
const form = () => h("div", { class: "direction" });
const refresh = key => head => {
  const e = head.querySelector(".direction");
  if (e.dataset.way === way(key) && e.childElementCount > 0) return;
  const focused = e.contains(document.activeElement);
  e.dataset.way = way(key);
  e.replaceChildren(pick(t("direction"), [["encode", t("direction.encode")], ["decode", t("direction.decode")]], way(key), v => setOwn(key, v)));
  if (focused) e.querySelector('[aria-pressed="true"]').focus();
};

// Whether the list of languages is open; it stays so when results come.
let listOpen = false;

export const programs = {
  form, refresh: refresh("see"),
  request: () => text("see") !== "" && { op: "see", request: { ...put({}, "text", text("see")), decode: way("see") === "decode", only: own("only") ? own("only").split("|") : [] } },
  show: reply => {
    const r = reply.result, only = own("only") ? own("only").split("|") : [];
    const toggle = name => setOwn("only", (only.includes(name) ? only.filter(x => x !== name) : [...only, name]).join("|"));
    const filter = h("details", { open: listOpen || only.length > 0, ontoggle: () => { listOpen = filter.open; } }, h("summary", {}, t("programs.languages")),
      h("div", { class: "checks" }, r.languages.map(l => h("label", { class: "check" }, h("input", { type: "checkbox", checked: only.includes(l.name), onchange: () => toggle(l.name) }), ` ${l.name} (${l.count})`))));
    return [
      filter,
      h("ol", { class: "groups" }, r.groups.map(g => h("li", { class: g.odd ? "odd" : "" },
        h("div", { class: "group-head" }, h("span", { class: "count", title: t("programs.count") }, number(g.functions.length)),
          g.output ? [code(line(get(g.output, "text"))), g.output.length && ` … ${t("bytes", { count: number(g.output.length) })}`] : h("span", { class: "bad", lang: "en" }, g.reason),
          g.odd && h("span", { class: "badge" }, t("programs.odd"))),
        h("details", { open: g.functions.length <= 6 }, h("summary", {}, t("programs.who")), h("ul", { class: "who", lang: "en" }, g.functions.map(f => h("li", {}, h("strong", {}, f.id), ` ${f.language}: `, h("code", {}, f.call)))))))),
      ways("programs", reply),
    ];
  },
  told: reply => t("programs.told", { count: reply.result.groups.length }),
};

export const charsets = {
  form, refresh: refresh("chart"),
  request: () => text("chart") !== "" && { op: "charsets", request: { ...put({}, "text", text("chart")), decode: way("chart") === "decode" } },
  show: reply => {
    const r = reply.result, decode = way("chart") === "decode";
    const reason = row => row.reason && h("span", { class: "bad", lang: "en" }, `${row.reason}, ${t("at", { offset: number(row.offset ?? 0) })}`);
    return [
      r.text.length && h("p", {}, t("charsets.cut", { text: line(get(r.text, "text")) })),
      decode
        ? table(t("tab.charsets"), [t("charset"), t("charsets.read"), t("wrong")], r.rows.map(row => [row.charset, code(line(get(row, "read") ?? "")), reason(row) ?? ""]))
        : table(t("tab.charsets"), [t("charset"), t("explain.octets"), ...r.sets], r.rows.map(row => [row.charset, row.octets ? h("code", {}, row.octets) : reason(row) ?? "", ...r.sets.map((_, i) => row.cells ? code(line(row.cells[i])) : "")]), { class: "wide" }),
      ways("charsets", reply),
    ].filter(Boolean);
  },
  told: () => t("tab.charsets"),
};
