// Identify: which dialects can have written this, and the next sample to try.

import { button, code, field, h } from "./dom.js";
import { edit } from "./panes.js";
import { change, own, setOwn, state } from "./state.js";
import { get, line, put } from "./text.js";
import { number, t } from "./words.js";
import { ways } from "./ways.js";

// Samples are lines of the tab's own text: an input, a tab, and an output.
const more = () => own("samples").split("\n").filter(l => l.includes("\t")).map(l => l.split("\t"));

export const identify = {
  request: () => {
    const samples = [];
    if (own("known") === "yes") samples.push({ ...put({}, "input", state.data), ...put({}, "output", state.encoded) });
    else if (state.encoded) samples.push(put({}, "output", state.encoded));
    for (const [input, output] of more()) samples.push({ input, output });
    return samples.length > 0 && { op: "identify", request: { samples } };
  },
  form: () => {
    const known = h("input", { type: "checkbox", checked: own("known") === "yes", onchange: () => setOwn("known", known.checked ? "yes" : "") });
    const samples = h("textarea", { rows: 2, spellcheck: "false", dir: "auto", oninput: () => setOwn("samples", samples.value) });
    samples.value = own("samples");
    return h("div", { class: "form" }, h("p", {}, t("identify.about")), h("label", { class: "check" }, known, " ", t("identify.known")), field(t("identify.samples"), samples));
  },
  show: reply => {
    const r = reply.result;
    const who = list => h("span", { class: "dialects" }, list.slice(0, 12).map(id => button(id, () => change({ as: id }))), list.length > 12 && " …");
    return [
      h("p", { class: "summary" }, t("identify.remaining", { count: number(r.remaining) })),
      h("ul", { class: "groups" }, r.matches.slice(0, 20).map(m => h("li", {}, who(m.dialects), m.encoders?.length > 0 && h("p", { lang: "en", class: "who" }, m.encoders.slice(0, 12).join(", "), m.encoders.length > 12 && " …")))),
      get(r, "next") && h("div", {}, h("p", {}, t("identify.next"), " ", code(line(get(r, "next"))), " ", button(t("identify.try"), () => edit("data", get(r, "next")))),
        h("ul", {}, r.outcomes.slice(0, 20).map(o => h("li", {}, o.reason ? h("span", { class: "bad", lang: "en" }, o.reason) : code(line(get(o, "output") ?? "")), " ", (o.dialects ?? []).slice(0, 8).join(", "), o.dialects?.length > 8 && " …")))),
      r.nearest && h("div", {}, h("h3", {}, t("identify.nearest")), h("ul", {}, r.nearest.map(n => h("li", {}, who(n.dialects), " ", code(line(get(n, "output") ?? "")))))),
      ways("identify", reply),
    ].filter(Boolean);
  },
  told: reply => t("identify.remaining", { count: reply.result.remaining }),
};
