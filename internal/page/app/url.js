// URL: the URL Standard beside RFC 3986 beside this browser.

import { code, field, h, table } from "./dom.js";
import { select } from "./panes.js";
import { own, setOwn, state } from "./state.js";
import { get, line, put, shown } from "./text.js";
import { number, t } from "./words.js";
import { ways } from "./ways.js";

const members = ["href", "origin", "protocol", "username", "password", "host", "hostname", "port", "pathname", "search", "hash"];
const parts = { protocol: "scheme", username: "userinfo", hostname: "host", port: "port", pathname: "path", search: "query", hash: "fragment" };

// here returns what this browser makes of the text.
function here(text, base) {
  try {
    return base ? new URL(text, base) : new URL(text);
  } catch (error) {
    return { error: String(error.message) };
  }
}

// readers are the rows of a table of who reads which host, those that part first.
const readers = groups => groups.map(g => {
  const host = get(g, "host"), few = 3;
  const what = host !== undefined ? h("span", { class: g.parting ? "bad" : "" }, code(line(host)))
    : g.verdict === "refused" ? t("table.refused") : g.verdict === "read" ? t("url.nohost") : t("url.unknown");
  const spans = (g.others ?? []).map(o => o.id.replace(/@.*/, "") + (o.from ? ` ≥ ${o.from}` : "") + ` < ${o.before}`);
  const all = g.readers.concat(spans);
  const names = all.length <= few ? all.join(", ")
    : h("details", {}, h("summary", {}, `${all.slice(0, few).join(", ")} +${number(all.length - few)}`), all.slice(few).join(", "));
  return [what, ...["port", "path"].map(part => host === undefined ? "" : code(line(get(g, part)))), h("span", { translate: "no" }, names)];
});

// charset is the one of the page that the URL is on, in which queries are written.
const charset = () => state.charset === "detect" ? "" : state.charset;

export const url = {
  request: () => state.encoded && { op: "url", request: { ...put({}, "text", state.encoded), ...(own("base") && { base: own("base") }), ...(charset() && { charset: charset() }) } },
  form: () => {
    const base = h("input", { value: own("base"), spellcheck: "false", class: "wide", type: "text", oninput: () => setOwn("base", base.value) });
    return h("div", { class: "form" }, field(t("url.base"), base));
  },
  show: reply => {
    const r = reply.result, mine = here(state.encoded, own("base")), rfc = Object.fromEntries((r.rfc3986 ?? []).map(p => [p.name, get(p, "text")]));
    const text = x => x === undefined ? "" : code(line(x));
    const rows = members.map(m => {
      const standard = r.browser?.[m], browser = mine.error ? undefined : mine[m];
      const differs = r.browser && !mine.error && !charset() && standard !== browser;
      return [m, text(standard), text(m === "href" ? r.resolved || state.encoded : parts[m] in rfc ? rfc[parts[m]] : undefined), h("span", { class: differs ? "bad" : "" }, text(browser), differs && ` ${t("url.differs")}`)];
    });
    return [
      r.refused && h("p", { class: "bad" }, t("url.refused"), " ", h("span", { lang: "en" }, line(r.refused.text))),
      r.illegal && h("p", { class: "bad" }, t("url.illegal"), " ", h("span", { lang: "en" }, line(r.illegal.text))),
      charset() && h("p", {}, t("url.utf8")),
      mine.error && h("p", { class: "bad" }, t("url.here"), " ", shown(mine.error)),
      table(t("tab.url"), [t("url.part"), t("url.standard"), "RFC 3986", t("url.this")], rows),
      r.readers && table(t("url.readers"), [t("part.host"), t("part.port"), t("part.path"), t("url.readers")], readers(r.readers)),
      r.drivers && h("div", {}, h("h3", {}, t("url.drivers")), h("pre", { lang: "en" }, r.drivers)),
      r.browser?.params && table(t("url.params"), [t("piece.name"), t("piece.value")], r.browser.params.map(p => [code(line(p.name)), code(line(p.text))])),
      r.normalized && h("p", {}, t("url.normalized"), " ", code(line(r.normalized))),
      r.errors.length > 0 && h("div", {}, h("h3", {}, t("url.errors")), h("ul", { class: "findings" }, r.errors.map(e => h("li", { class: "info" },
        h("button", { type: "button", class: "place", onclick: () => select(e.offset, e.offset + 1), "aria-label": t("finding.show", { offset: e.offset }) }, number(e.offset)), " ", h("span", { lang: "en" }, e.name), " ", code(line(get(e, "text") ?? "")))))),
      ways("url", reply),
    ].filter(Boolean);
  },
  told: reply => reply.result.browser?.href ?? t("url.refused"),
};
