// Programs and charsets: one text through all of them.

import { code, h, pick, table } from "./dom.js";
import { own, setOwn, state } from "./state.js";
import { get, line, put } from "./text.js";
import { number, t } from "./words.js";
import { ways } from "./ways.js";

const direction = key => pick(t("direction"), [["encode", t("direction.encode")], ["decode", t("direction.decode")]], own(key) || "encode", v => setOwn(key, v));

const text = key => own(key) === "decode" ? state.encoded : state.data;

// Whether the list of languages is open; it stays so when results come.
let listOpen = false;

export const programs = {
  request: () => text("see") !== "" && { op: "see", request: { ...put({}, "text", text("see")), decode: own("see") === "decode", only: own("only") ? own("only").split("|") : [] } },
  show: reply => {
    const r = reply.result, only = own("only") ? own("only").split("|") : [];
    const toggle = name => setOwn("only", (only.includes(name) ? only.filter(x => x !== name) : [...only, name]).join("|"));
    const filter = h("details", { open: listOpen || only.length > 0, ontoggle: () => { listOpen = filter.open; } }, h("summary", {}, t("programs.languages")),
      h("div", { class: "checks" }, r.languages.map(l => h("label", { class: "check" }, h("input", { type: "checkbox", checked: only.includes(l.name), onchange: () => toggle(l.name) }), ` ${l.name} (${l.count})`))));
    return [
      direction("see"), filter,
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
  request: () => text("chart") !== "" && { op: "charsets", request: { ...put({}, "text", text("chart")), decode: own("chart") === "decode" } },
  show: reply => {
    const r = reply.result, decode = own("chart") === "decode";
    const reason = row => row.reason && h("span", { class: "bad", lang: "en" }, `${row.reason}, ${t("at", { offset: number(row.offset ?? 0) })}`);
    return [
      direction("chart"),
      r.text.length && h("p", {}, t("charsets.cut", { text: line(get(r.text, "text")) })),
      decode
        ? table(t("tab.charsets"), [t("charset"), t("charsets.read"), ""], r.rows.map(row => [row.charset, code(line(get(row, "read") ?? "")), reason(row) ?? ""]))
        : table(t("tab.charsets"), [t("charset"), t("explain.octets"), ...r.sets], r.rows.map(row => [row.charset, row.octets ? h("code", {}, row.octets) : reason(row) ?? "", ...r.sets.map((_, i) => row.cells ? code(line(row.cells[i])) : "")]), { class: "wide" }),
      ways("charsets", reply),
    ].filter(Boolean);
  },
  told: () => t("tab.charsets"),
};
