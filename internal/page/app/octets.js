// Table and sets: all 256 octets.

import { call } from "./call.js";
import { button, field, h } from "./dom.js";
import { own, setOwn, state } from "./state.js";
import { line, octets } from "./text.js";
import { number, t } from "./words.js";
import { ways } from "./ways.js";

const hex = i => i.toString(16).toUpperCase().padStart(2, "0");
const sign = i => i >= 0x21 && i <= 0x7E ? String.fromCharCode(i) : i === 0x20 ? "\u2423" : "";

// grid is a table of the 256 octets: marks has a letter for each, marked a 1 for those
// in the text, and describe returns what to say about one.
function grid(label, marks, marked, describe) {
  const cells = [...marks].map((m, i) => h("td", {
    class: `octet m-${m}${marked?.[i] === "1" ? " marked" : ""}`, tabindex: i === 0x20 ? 0 : -1, title: describe(i),
    "aria-label": describe(i),
    onkeydown: event => {
      const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: 16, ArrowUp: -16 }[event.key];
      const next = cells[i + (step ?? 0)];
      if (!step || !next) return;
      event.preventDefault();
      cells[i].tabIndex = -1;
      next.tabIndex = 0;
      next.focus();
    },
  }, sign(i)));
  const rows = [];
  for (let i = 0; i < 256; i += 16) rows.push(h("tr", { role: "row" }, cells.slice(i, i + 16).map(c => { c.setAttribute("role", "gridcell"); return c; })));
  return h("figure", { class: "grid" }, h("figcaption", {}, label), h("table", { role: "grid", "aria-label": label }, h("tbody", { role: "rowgroup" }, rows)));
}

const meanings = { k: "table.kept", e: "table.escaped", p: "table.plus", r: "table.refused", o: "table.other" };

export const table = {
  request: () => {
    const names = (own("grids") || `${state.as} whatwg.form js.encodeURIComponent oauth1`).split(/[\s,]+/).filter(Boolean);
    // It only matters which octets are in the text.
    const held = new Set(octets(state.data.slice(0, 100_000)));
    const text = { text_base64: btoa([...held].map(c => String.fromCharCode(c)).join("")) };
    return { op: "table", request: { names: [...new Set(names)].slice(0, 8), ...text } };
  },
  form: () => {
    const names = h("input", { value: own("grids"), spellcheck: "false", class: "wide", placeholder: `${state.as} whatwg.form js.encodeURIComponent oauth1`, onchange: () => setOwn("grids", names.value) });
    return h("div", { class: "form" }, field(t("table.names"), names));
  },
  meant: name => setOwn("grids", name),
  show: reply => {
    const r = reply.result;
    return [
      h("p", { class: "legend" }, Object.entries(meanings).map(([m, key]) => [h("span", { class: `octet m-${m}`, "aria-hidden": "true" }), ` ${t(key)} `]), h("span", { class: "octet m-k marked", "aria-hidden": "true" }), ` ${t("table.marked")}`),
      h("div", { class: "grids" }, r.dialects.map(d => grid(d.id, d.marks, r.marked, i => {
        const other = d.others?.find(o => o.octet === i);
        return `${hex(i)} ${sign(i)} ${t(meanings[d.marks[i]])}${other ? `: ${line(other.output ?? "")}` : ""}${r.marked[i] === "1" ? `, ${t("table.marked")}` : ""}`;
      }))),
      ways("table", reply),
    ];
  },
  told: reply => reply.result.dialects.map(d => d.id).join(", "),
};

const examples = ["rfc3986.segment - unreserved | tchar", "escaped(whatwg.path) - escaped(whatwg.query)", "js.encodeURI - js.encodeURIComponent", "!(vchar | sp) & ascii"];

export const sets = {
  request: () => ({ op: "set", request: { expression: own("set") || examples[0] } }),
  form: () => {
    const input = h("input", { value: own("set") || examples[0], spellcheck: "false", class: "wide", oninput: () => setOwn("set", input.value) });
    const known = h("div", { class: "buttons" });
    const put = text => {
      input.value = text;
      setOwn("set", text);
    };
    const list = h("details", {
      ontoggle: async () => {
        if (known.childElementCount > 0) return;
        const reply = await call("classes", {});
        known.append(...(reply.result?.classes ?? []).map(c => button(c.name, () => put(`${input.value.trim()} | ${c.name}`), { title: `${c.title} (${c.source})` })));
      },
    }, h("summary", {}, t("sets.classes")), known);
    return h("div", { class: "form" }, field(t("sets.expression"), input), h("p", { class: "buttons" }, t("sets.examples"), examples.map(e => button(e, () => put(e)))), list);
  },
  meant: name => setOwn("set", name),
  show: reply => {
    const r = reply.result;
    return [
      h("p", { class: "summary" }, t("sets.count", { count: number(r.count) }), " ", h("code", { class: "class" }, r.set)),
      grid(t("sets.grid"), [...r.octets].map(o => o === "1" ? "k" : "n").join(""), undefined, i => `${hex(i)} ${sign(i)} ${t(r.octets[i] === "1" ? "sets.in" : "sets.out")}`),
      ways("sets", reply),
    ];
  },
  told: reply => t("sets.count", { count: reply.result.count }),
};
