// Signatures: the text that is signed for a request. There is no field for a secret.

import { code, field, h, pick, table } from "./dom.js";
import { mistakes, verdict } from "./compare.js";
import { own, setOwn } from "./state.js";
import { get, line } from "./text.js";
import { t } from "./words.js";
import { ways } from "./ways.js";

const kinds = ["oauth1", "sigv4", "saml", "signature"];

// kindOf returns the kind of signature that a request has marks of.
const marks = { sigv4: /AWS4-|X-Amz-/i, saml: /[?&]SAML(Request|Response)=/, oauth1: /\boauth_/, signature: /[?&](sig|signature|x-goog-signature)=|SharedKey|Signature-Input/i };
export const kindOf = text => Object.keys(marks).find(k => marks[k].test(text));

// endOf returns when a presigned URL ends, if it says so: AWS and Google write a time and
// how many seconds are added, Azure the end, and others the seconds since 1970.
function endOf(url) {
  const p = new URLSearchParams(url.replace(/#.*/, "").split(/\?(.*)/s)[1]);
  for (const prefix of ["X-Amz-", "X-Goog-"]) {
    const date = (p.get(prefix + "Date") ?? "").replace(/^(\d{4})(\d\d)(\d\dT\d\d)(\d\d)(\d\dZ)$/, "$1-$2-$3:$4:$5");
    if (p.has(prefix + "Expires")) return Date.parse(date) + 1000 * p.get(prefix + "Expires");
  }
  if (p.has("sig") && p.has("se")) return Date.parse(p.get("se"));
  return p.has("Signature") && p.has("Expires") ? 1000 * p.get("Expires") : NaN;
}

function ending(url) {
  const end = new Date(endOf(url)), past = end < Date.now();
  return !isNaN(end) && h("p", { class: past && "bad" }, t(past ? "signatures.ended" : "signatures.ends", { time: end.toISOString().replace(".000", "") }));
}

const kind = () => kinds.includes(own("kind2")) ? own("kind2") : "oauth1"; // a link may say anything
const now = new Date().toISOString().replace(/[-:]|\.\d+/g, "");

export const signatures = {
  request: () => {
    if (!own("request")) return null;
    const request = { request: own("request") };
    if (own("theirs")) request.theirs = own("theirs");
    if (kind() === "sigv4") {
      for (const name of ["service", "region", "date"]) if (own(name)) request[name] = own(name);
      Object.assign(request, { default_service: "execute-api", default_date: now });
    }
    if (kind() === "signature") for (const name of ["as", "account", "expression"]) if (own(name)) request[name] = own(name);
    return { op: kind(), request };
  },
  form: () => {
    const area = (key, rows) => {
      const e = h("textarea", { rows, spellcheck: "false", autocomplete: "off", dir: "auto", oninput: () => setOwn(key, e.value) });
      e.value = own(key);
      e.dataset.own = key;
      return e;
    };
    const input = (key, placeholder) => {
      const e = h("input", { value: own(key), placeholder, spellcheck: "false", autocomplete: "off", oninput: () => setOwn(key, e.value) });
      return e;
    };
    return h("div", { class: "form" },
      h("div", { class: "kind" }), h("p", {}, t("signatures.about")),
      field(t("signatures.request"), area("request", 5)),
      h("div", { class: "aws options" }, field(t("signatures.service"), input("service", "execute-api")), field(t("signatures.region"), input("region", "us-east-1")), field(t("signatures.date"), input("date", now))),
      h("div", { class: "services options" }, field("--as", input("as", "azure-sas")), field("--account", input("account", "")), field("--expression", input("expression", "$secure_link_expires$uri {secret}"))),
      field(t("signatures.theirs"), area("theirs", 3)));
  },
  refresh: head => {
    // A chip may have chosen another request.
    for (const e of head.querySelectorAll("[data-own]")) if (e.value !== own(e.dataset.own)) e.value = own(e.dataset.own);
    head.querySelector(".kind").replaceChildren(pick(t("signatures.kind"), [["oauth1", "OAuth 1.0"], ["sigv4", "AWS Signature Version 4"], ["saml", "SAML 2.0"], ["signature", t("signatures.services")]], kind(), v => setOwn("kind2", v)));
    head.querySelector(".aws").hidden = kind() !== "sigv4";
    head.querySelector(".services").hidden = kind() !== "signature";
  },
  show: reply => {
    const r = reply.result;
    return [
      h("p", { class: "summary" }, h("code", {}, r.method), " ", code(line(r.url))),
      ending(r.url),
      r.parameters?.length > 0 && table(t("signatures.parameters"), [t("signatures.source"), t("piece.name"), t("piece.value")], r.parameters.map(p => [h("span", { lang: "en" }, p.source), code(line(get(p, "name"))), code(line(get(p, "value")))])),
      h("dl", { class: "facts" }, r.steps.map(s => [h("dt", {}, t("step." + s.name)), h("dd", {}, h("pre", { tabindex: 0, role: "region", "aria-label": t("step." + s.name) }, get(s, "text")))])),
      h("h3", {}, t("signatures.text")), h("pre", { class: "layer", tabindex: 0, role: "region", "aria-label": t("signatures.text") }, get(r, "text")),
      r.theirs && h("section", { "aria-label": t("signatures.theirs") }, ...verdict(r.theirs, get(r, "text"), get(r, "theirs_text") ?? own("theirs")), mistakes(r.theirs), r.theirs.verdict !== "identical" && r.theirs.mistakes.length === 0 && h("p", {}, t("compare.none"))),
      ways("signatures", reply),
    ].filter(Boolean);
  },
  told: reply => reply.result.theirs ? t("verdict." + reply.result.theirs.verdict) : t("signatures.text"),
};
