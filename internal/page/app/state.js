// What the page shows, and the link to it. The link holds everything in its
// fragment, which no browser sends to a server.

import { fromOctets, isText, octets } from "./text.js";

export const tabs = ["explain", "layers", "compare", "programs", "charsets", "table", "sets", "identify", "url", "signatures", "answers"];

// lead says which of the two texts was written; the other is made from it. linksText
// says whether links, and the address of the page, contain texts.
export const state = { tab: "explain", lead: "data", data: "", encoded: "", as: "rfc3986", space: "", charset: "", lines: false, onError: "", own: {}, linksText: true };

const listeners = [];
export const onChange = f => listeners.push(f);
export function change(changes) {
  Object.assign(state, changes);
  for (const f of listeners) f(changes);
}

// own returns a value that belongs to a tab, such as its second text.
export const own = key => state.own[key] ?? "";
export function setOwn(key, value) {
  state.own[key] = value;
  change({});
}

const code = s => isText(s) ? s : "\u0000" + Array.from(octets(s), c => c.toString(16).padStart(2, "0")).join("");
const decode = s => s.startsWith("\u0000") ? fromOctets(Uint8Array.from(s.slice(1).match(/../g) ?? [], x => parseInt(x, 16))) : s;

// link returns the fragment for the state, with or without texts.
export function link(withText) {
  const p = new URLSearchParams();
  if (state.as !== "rfc3986") p.set("as", state.as);
  for (const key of ["space", "charset", "onError"]) if (state[key]) p.set(key, state[key]);
  if (state.lines) p.set("lines", "1");
  if (withText) {
    const lead = state[state.lead];
    if (lead) p.set(state.lead, code(lead));
    for (const [key, value] of Object.entries(state.own)) if (value) p.set("own." + key, code(value));
  }
  const query = p.toString();
  return "#" + state.tab + (query ? "?" + query : "");
}

// isEncoded reports whether a text that somebody pastes is likely to be encoded: it has
// an escape, or is a URL.
const isEncoded = s => /%[0-9a-f]{2}|%u[0-9a-f]{4}|^\s*[a-z][a-z0-9+.-]*:\/\//i.test(s);

// follow takes the state from a fragment. In it, text is one that may be either of the
// two.
export function follow(fragment) {
  const [tab, query = ""] = fragment.replace(/^#/, "").split(/\?(.*)/s);
  const p = new URLSearchParams(query);
  const either = p.get("text") ?? "";
  const lead = p.has("encoded") || isEncoded(either) ? "encoded" : "data";
  const mine = {};
  for (const [key, value] of p) if (key.startsWith("own.")) mine[key.slice(4)] = decode(value);
  change({
    tab: tabs.includes(tab) ? tab : "explain", lead, [lead]: decode(p.get(lead) ?? either),
    as: p.get("as") ?? "rfc3986", space: p.get("space") ?? "", charset: p.get("charset") ?? "", onError: p.get("onError") ?? "",
    lines: p.has("lines"), own: mine,
  });
}
