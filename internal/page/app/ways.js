// How to get a result without the page: the command, Go, JSON, a link, and further
// reading.

import { button, h, newId, say, write } from "./dom.js";
import { change, link, state } from "./state.js";
import { line } from "./text.js";
import { t } from "./words.js";

export async function copy(text) {
  await navigator.clipboard.writeText(text);
  say(t("copied"));
}

const made = {};

// ways returns the list of ways for a reply, closed at first. For each key there is one
// element, which stays open or closed while replies come.
export function ways(key, reply) {
  made[key] ??= newWays(key === "panes" ? "as-command" : "ways");
  made[key].update(reply);
  return made[key].details;
}

function newWays(title) {
  let shown;
  const summary = h("summary", {}), body = h("div", {});
  const fill = () => body.replaceChildren(details.open && shown ? list(shown) : "");
  const details = h("details", { ontoggle: fill }, summary, body);
  return {
    details, update: reply => {
      shown = reply?.result && reply;
      details.hidden = !shown;
      write(summary, t(title));
      if (details.open) fill();
    },
  };
}

function list(reply) {
  const row = (name, text, shown) => {
    const id = newId();
    return h("div", { class: "way" }, h("span", { class: "way-name", id }, name),
      h("pre", { tabindex: 0, role: "region", "aria-labelledby": id }, h("code", {}, shown ?? text)), button(t("copy"), () => copy(text), { "aria-label": t("copy.what", { what: name }) }));
  };
  const withText = h("input", { type: "checkbox", checked: state.linksText, onchange: () => change({ linksText: withText.checked }) });
  return h("div", { class: "ways" },
    reply.command && row(t("way.command"), reply.command, line(reply.command)),
    reply.go && row(t("way.go"), reply.go.join("\n")),
    row(t("way.json"), reply.text, line(reply.text.slice(0, 2000)) + (reply.text.length > 2000 ? "…" : "")),
    h("div", { class: "way" }, h("span", { class: "way-name" }, t("way.link")), h("label", { class: "check" }, withText, " ", t("link.text")),
      button(t("link.copy"), () => copy(new URL(link(state.linksText), document.location.href.split("#")[0]).href))),
    reply.sources && h("p", {}, t("way.source"), " ", reply.sources.map((s, i) => [i > 0 ? ", " : "", outside(s.url, s.title)])),
    reply.guide && h("p", {}, t("way.guide"), " ", outside(reply.guide.url, reply.guide.title), ": ", h("span", { lang: "en" }, reply.guide.text)));
}

// outside returns a link that opens beside the page.
export const outside = (url, text) => url ? h("a", { href: url, rel: "noreferrer noopener", target: "_blank" }, text) : text;
