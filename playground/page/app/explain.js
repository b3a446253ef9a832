// Explain: a ribbon of characters, and the components as a table in which they can
// be changed.

import { call } from "./call.js";
import { button, code, h, say, table } from "./dom.js";
import { select, splice } from "./panes.js";
import { change, own, setOwn, state } from "./state.js";
import { get, line, put } from "./text.js";
import { number, t } from "./words.js";
import { ways } from "./ways.js";

const window_ = 200;
let from = 0, textOf = "";

function details(c) {
  const facts = [
    [t("explain.offset"), number(c.offset)], [t("explain.written"), code(line(get(c, "text")))], [t("explain.octets"), c.octets], [t("explain.bits"), c.bits],
    [t("explain.character"), c.code_point ? `${line(c.character ?? "")} ${c.code_point} ${c.name ?? ""}` : c.fault],
    [t("explain.class"), c.class], [t("explain.component"), c.component], [t("explain.delimits"), c.delimits], [t("explain.next"), c.next], [t("explain.verdict"), c.verdict],
  ];
  return h("dl", { class: "facts" }, facts.filter(([, v]) => v).map(([k, v]) => [h("dt", {}, k), h("dd", { dir: "auto" }, v)]));
}

function ribbon(characters) {
  const about = h("div", { class: "about-character", "aria-live": "polite" });
  const cells = characters.map((c, i) => h("button", {
    type: "button", class: "cell v-" + c.verdict, tabindex: i === 0 ? 0 : -1,
    onfocus: () => about.replaceChildren(details(c)),
    onclick: () => about.replaceChildren(details(c)),
    ondblclick: () => select(c.offset, c.offset + c.octets.split(" ").length),
    onkeydown: event => {
      const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: 10, ArrowUp: -10, Home: -i, End: cells.length - 1 - i }[event.key];
      if (step === undefined) return;
      event.preventDefault();
      const next = cells[Math.min(Math.max(i + step, 0), cells.length - 1)];
      cells[i].tabIndex = -1;
      next.tabIndex = 0;
      next.focus();
    },
  }, h("bdi", { class: "glyph" }, line(c.character ?? get(c, "text"))), h("span", { class: "written" }, line(get(c, "text"))), h("span", { class: "hex" }, c.octets), h("span", { class: "sr", lang: "en" }, `${c.name ?? ""}, ${c.verdict}`)));
  if (characters.length > 0) about.append(details(characters[0]));
  return [h("div", { class: "ribbon", role: "group", "aria-label": t("explain.ribbon") }, cells), about];
}

function pager(total) {
  if (total <= window_) return null;
  const go = to => {
    from = to;
    change({});
  };
  return h("p", { class: "buttons" },
    button(t("previous"), () => go(Math.max(0, from - window_)), { disabled: from === 0 }),
    t("explain.window", { from: number(from + 1), to: number(Math.min(total, from + window_)), total: number(total) }),
    button(t("next"), () => go(from + window_), { disabled: from + window_ >= total }));
}

// cell is a part of the text that can be changed: as it is written, or decoded.
function cell(label, offset, length, text, encode) {
  const input = h("input", { value: line(text), spellcheck: "false", "aria-label": label, dir: "auto", class: "wide" });
  // What cannot be shown as it is would be lost.
  if (input.value !== text) input.readOnly = true;
  input.addEventListener("change", async () => {
    let written = input.value;
    if (encode) {
      const reply = await call("encode", { ...put({}, "text", written), as: state.as });
      if (!reply.result) return say(reply.error.text);
      written = get(reply.result, "output");
    }
    splice(offset, offset + length, written);
  });
  return input;
}

const bytes = s => new TextEncoder().encode(s).length;

function components(list, text) {
  const rows = [];
  for (const c of list) {
    const raw = get(c, "text"), decoded = get(c, "decoded") ?? raw;
    rows.push([t("part." + c.component), number(c.offset), cell(`${t("part." + c.component)}: ${t("explain.written")}`, c.offset, bytes(raw), raw), code(line(decoded))]);
    for (const p of c.pieces ?? []) {
      const piece = raw.slice(p.offset - c.offset, p.offset - c.offset + p.length);
      if (bytes(raw) !== raw.length || p.length === 0 && p.kind !== "value") continue;
      rows.push(["\u2003" + t("piece." + p.kind), number(p.offset), code(line(piece)), cell(`${t("piece." + p.kind)}: ${t("explain.decoded")}`, p.offset, p.length, decodedOf(piece), true)]);
    }
  }
  return table(t("explain.components"), [t("explain.part"), t("explain.offset"), t("explain.written"), t("explain.decoded")], rows, { class: "edit" });
}

function decodedOf(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export const explain = {
  request: () => {
    if (textOf !== state.encoded) from = 0;
    textOf = state.encoded;
    return state.encoded && { op: "explain", request: { ...put({}, "text", state.encoded), from, count: window_, ...(own("kind") && { kind: own("kind") }) } };
  },
  form: () => {
    const choice = h("select", { "aria-label": t("explain.kind"), onchange: () => setOwn("kind", choice.value) },
      ["", "uri", "userinfo", "host", "path", "query", "fragment", "form", "value", "text"].map(k => h("option", { value: k }, t("kind." + (k || "auto")))));
    choice.value = own("kind");
    return h("p", {}, h("label", {}, t("explain.kind"), " ", choice));
  },
  show: reply => {
    const r = reply.result, c = r.counts;
    return [
      h("p", { class: "summary" }, t("explain.summary", { bytes: number(c.bytes), characters: number(c.characters), escapes: number(c.escapes), kind: t("kind." + r.kind) }),
        r.legal === false && h("strong", { class: "bad" }, " ", t(r.iri ? "explain.iri" : "explain.illegal", { offset: number(r.offset), reason: r.reason }))),
      r.notes && h("ul", { lang: "en" }, r.notes.map(n => h("li", {}, line(n.message)))),
      pager(r.total), ...ribbon(r.characters ?? []), pager(r.total),
      r.components?.length > 0 && components(r.components, state.encoded),
      r.charsets?.some(x => x.candidates) && h("p", {}, t("explain.charsets"), " ", r.charsets.flatMap(x => x.candidates ?? []).slice(0, 4).map(x => [code(line(get(x, "text"))), ` ${x.charset} ${x.confidence} · `])),
      ways("explain", reply),
    ].filter(Boolean);
  },
  told: reply => t("explain.told", { count: reply.result.total }),
};
