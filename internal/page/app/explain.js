// Explain: a ribbon of characters, and a table of components that can be edited.

import { call } from "./call.js";
import { button, code, h, patch, say, table } from "./dom.js";
import { select, splice } from "./panes.js";
import { change, own, setOwn, state } from "./state.js";
import { fromOctets, get, line, octets, put, unescaped } from "./text.js";
import { number, t } from "./words.js";
import { ways } from "./ways.js";

const window_ = 200;
let from = 0, textOf = "";

function details(c) {
  const facts = [
    [t("explain.offset"), number(c.offset)], [t("explain.written"), code(line(get(c, "text")))], [t("explain.octets"), c.octets], [t("explain.bits"), c.bits],
    [t("explain.character"), c.code_point ? `${line(c.character ?? "")} ${c.code_point} ${c.name ?? ""}` : c.fault],
    [t("explain.class"), c.class], [t("explain.component"), c.component && t("part." + c.component)], [t("explain.delimits"), c.delimits], [t("explain.next"), c.next], [t("explain.verdict"), t("verdict." + c.verdict)],
  ];
  return h("dl", { class: "facts" }, facts.filter(([, v]) => v).map(([k, v]) => [h("dt", {}, k), h("dd", { dir: "auto" }, v)]));
}

// The ribbon has a cell for each character. Tab reaches one of them, and arrow keys the
// others.
function newRibbon() {
  let characters = [], now = 0;
  const about = h("div", { class: "about-character", "aria-live": "polite" });
  const index = event => [...cells.children].indexOf(event.target.closest(".cell"));
  const choose = i => {
    if (i < 0) return;
    if (cells.children[now]) cells.children[now].tabIndex = -1;
    now = i;
    cells.children[i].tabIndex = 0;
    patch(about, [[JSON.stringify(characters[i]), () => details(characters[i])]]);
  };
  const cells = h("div", {
    class: "ribbon", role: "group", "aria-label": t("explain.ribbon"),
    onfocusin: event => choose(index(event)),
    onclick: event => choose(index(event)),
    ondblclick: event => {
      const c = characters[index(event)];
      if (c) select(c.offset, c.offset + bytes(get(c, "text")));
    },
    onkeydown: event => {
      const last = characters.length - 1, to = { ArrowRight: now + 1, ArrowLeft: now - 1, ArrowDown: now + 10, ArrowUp: now - 10, Home: 0, End: last }[event.key];
      if (to === undefined) return;
      event.preventDefault();
      cells.children[Math.min(Math.max(to, 0), last)].focus();
    },
  });
  const cell = c => h("button", { type: "button", class: "cell v-" + c.verdict, tabindex: -1 },
    h("bdi", { class: "glyph" }, line(c.character ?? get(c, "text"))), h("span", { class: "written" }, line(get(c, "text"))), h("span", { class: "hex" }, c.octets),
    h("span", { class: "sr" }, c.name && h("span", { lang: "en" }, `${c.name}, `), t("verdict." + c.verdict)));
  return {
    nodes: [cells, about],
    show: list => {
      characters = list;
      patch(cells, list.map(c => [[c.verdict, c.octets, get(c, "text"), c.character].join(" "), () => cell(c)]));
      if (list.length > 0) choose(Math.min(now, list.length - 1));
      else patch(about, []);
    },
  };
}

function pager(total) {
  const go = to => {
    from = to;
    change({});
  };
  return h("p", { class: "buttons" },
    button(t("previous"), () => go(Math.max(0, from - window_)), { disabled: from === 0 }),
    t("explain.window", { from: number(from + 1), to: number(Math.min(total, from + window_)), total: number(total) }),
    button(t("next"), () => go(from + window_), { disabled: from + window_ >= total }));
}

// longestPart is how long a part may be, in bytes, to be edited in the table; the
// program cuts those that are much longer.
const longestPart = 2000;

// cell makes an input for a part of the text, as it is written or decoded.
function cell(label, offset, length, text, encode) {
  const input = h("input", { value: line(text), spellcheck: "false", "aria-label": label, dir: "auto", class: "wide" });
  const all = state.encoded;
  // Characters that cannot be shown as they are would be lost.
  if (input.value !== text || length > longestPart) input.readOnly = true;
  input.addEventListener("change", async () => {
    let written = input.value;
    if (encode) {
      const reply = await call("encode", { ...put({}, "text", written), as: state.as });
      if (!reply.result) return say(reply.error.text);
      written = get(reply.result, "output");
    }
    // The offset is only right if the text is still the same.
    if (state.encoded === all) splice(offset, offset + length, written);
  });
  return input;
}

const short = text => line(text.slice(0, 300)) + (text.length > 300 ? "…" : "");

const bytes = s => octets(s).length;

// mostRows is how many rows of the table are shown at first.
const mostRows = 20;
let allRows = false;

function componentTable(list) {
  const rows = [];
  for (const c of list) {
    const raw = get(c, "text"), decoded = get(c, "decoded") ?? raw;
    rows.push(() => [t("part." + c.component), number(c.offset), cell(`${t("part." + c.component)}: ${t("explain.written")}`, c.offset, bytes(raw), raw), code(short(decoded))]);
    const all = octets(raw);
    for (const p of c.pieces ?? []) {
      const from = p.offset - c.offset, piece = fromOctets(all.slice(from, from + p.length));
      // The program has cut a long component.
      if (from + p.length > all.length || p.length === 0 && p.kind !== "value") continue;
      rows.push(() => ["\u2003" + t("piece." + p.kind), number(p.offset), code(short(piece)), cell(`${t("piece." + p.kind)}: ${t("explain.decoded")}`, p.offset, p.length, unescaped(piece), true)]);
    }
  }
  const most = allRows ? rows.length : mostRows;
  return [
    table(t("explain.components"), [t("explain.part"), t("explain.offset"), t("explain.written"), t("explain.decoded")], rows.slice(0, most).map(make => make()), { class: "edit" }),
    rows.length > most && button(t("explain.all", { count: number(rows.length) }), event => {
      const all = event.target.parentElement;
      allRows = true;
      all.replaceChildren(...componentTable(list));
      all.firstElementChild.focus();
    }),
  ].filter(Boolean);
}

// parts are the elements of the tab, which stay while replies come: most of them show
// the same after a keystroke.
let parts;

export const explain = {
  request: () => {
    if (textOf !== state.encoded) from = 0;
    textOf = state.encoded;
    return state.encoded && { op: "explain", request: { ...put({}, "text", state.encoded), from, count: window_, ...(own("kind") && { in: own("kind") }) } };
  },
  form: () => {
    parts = { summary: h("p", { class: "summary" }), notes: h("ul", { lang: "en" }), above: h("div", {}), ribbon: newRibbon(), below: h("div", {}), components: h("div", {}), charsets: h("p", {}) };
    const choice = h("select", { "aria-label": t("explain.kind"), onchange: () => setOwn("kind", choice.value) },
      ["", "uri", "userinfo", "host", "path", "query", "fragment", "form", "value", "text"].map(k => h("option", { value: k }, t("kind." + (k || "auto")))));
    choice.value = own("kind");
    return h("p", {}, h("label", {}, t("explain.kind"), " ", choice));
  },
  show: reply => {
    const r = reply.result, c = r.counts, { summary, notes, above, ribbon, below, components, charsets } = parts;
    // A text that several charsets give is shown once.
    const perhaps = (r.charsets ?? []).flatMap(x => x.candidates ?? []).filter((x, i, all) => all.findIndex(y => get(y, "text") === get(x, "text")) === i).slice(0, 4);
    const pages = JSON.stringify([from, r.total]);
    // Each is made again only if its key changes.
    const fill = (e, key, make) => patch(e, key ? [[key, make]] : []);
    fill(summary, JSON.stringify([c, r.kind, r.legal, r.iri, r.offset, r.reason]), () => h("span", {},
      t("explain.summary", { bytes: number(c.bytes), characters: number(c.characters), escapes: number(c.escapes), kind: t("kind." + r.kind) }),
      r.legal === false && h("strong", { class: "bad" }, " ", t(r.iri ? "explain.iri" : "explain.illegal", { offset: number(r.offset), reason: r.reason }))));
    patch(notes, (r.notes ?? []).map(n => [n.message, () => h("li", {}, line(n.message))]));
    for (const e of [above, below]) fill(e, r.total > window_ && pages, () => pager(r.total));
    ribbon.show(r.characters ?? []);
    fill(components, r.components?.length > 0 && JSON.stringify(r.components), () => h("div", {}, componentTable(r.components)));
    fill(charsets, perhaps.length > 0 && JSON.stringify(perhaps), () => h("span", {}, t("explain.charsets"), perhaps.map((x, i) => [i > 0 ? " · " : " ", code(line(get(x, "text"))), ` ${x.charset}`])));
    return [summary, notes, above, ...ribbon.nodes, below, components, charsets, ways("explain", reply)];
  },
  told: reply => t("explain.told", { count: reply.result.total }),
};
