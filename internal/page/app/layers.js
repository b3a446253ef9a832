// Layers: the text after each decoding, and what the next one loses.

import { button, code, h } from "./dom.js";
import { edit } from "./panes.js";
import { own, setOwn, state } from "./state.js";
import { get, line, put, shown } from "./text.js";
import { number, t } from "./words.js";
import { ways } from "./ways.js";

const octet = hex => line(String.fromCharCode(parseInt(hex, 16)));

export const layers = {
  request: () => state.encoded && { op: "layers", request: { ...put({}, "text", state.encoded), plus: own("plus") || "keep" } },
  form: () => {
    const plus = h("select", { onchange: () => setOwn("plus", plus.value) }, ["keep", "first", "every"].map(k => h("option", { value: k }, t("layers.plus." + k))));
    plus.value = own("plus") === "kept" ? "keep" : own("plus") || "keep";
    return h("p", {}, h("label", {}, t("layers.plus"), " ", plus));
  },
  show: reply => {
    const r = reply.result;
    const text = h("pre", { class: "layer", tabindex: 0, role: "region", "aria-label": t("layers.text") }), about = h("div", { "aria-live": "polite" });
    const slider = h("input", { type: "range", min: 0, max: r.depth, "aria-label": t("layers.slider"), class: "slider" });
    const look = () => {
      const i = Number(slider.value), l = r.layers[i], all = get(l, "text");
      slider.setAttribute("aria-valuetext", t("layers.of", { layer: i, depth: r.depth }));
      text.replaceChildren(h("bdi", {}, shown(all)));
      const lost = (l.losses ?? []).map(x => h("li", {}, t("loss." + x.kind, { count: number(x.count), octet: x.octet ? octet(x.octet) : "", offset: number(x.offset) })));
      about.replaceChildren(...[
        h("p", {}, h("strong", {}, t("layers.of", { layer: i, depth: r.depth })), " ", t("layers.counts", { escapes: number(l.escapes), stray: number(l.stray), plus: number(l.plus) }),
          l.not_utf8 !== undefined && h("span", { class: "bad" }, " ", t("layers.not-utf8", { offset: number(l.not_utf8) }))),
        i < r.depth ? h("div", {}, h("h3", {}, t("layers.loses")), lost.length ? h("ul", {}, lost) : h("p", {}, t("layers.nothing"))) : h("p", {}, t("stop." + r.stop)),
        (l.lookalikes ?? []).length > 0 && h("p", {}, t("layers.lookalikes"), " ", l.lookalikes.slice(0, 10).map(x => `${x.kind} (${number(x.offset)}) `)),
        i > 0 && !r.cut && button(t("layers.take"), () => edit("encoded", all)),
      ].filter(Boolean));
    };
    slider.value = Math.min(r.depth, 1);
    slider.addEventListener("input", look);
    look();
    return [
      h("p", { class: "summary" }, t("layers.summary", { depth: r.depth })),
      h("div", { class: "slide" }, h("span", {}, "0"), slider, h("span", {}, String(r.depth))),
      text, about, r.cut && h("p", {}, t("result.cut")),
      h("ol", { start: 0, class: "steps" }, r.layers.map(l => h("li", {}, code(line(get(l, "text").slice(0, 200)))))),
      ways("layers", reply),
    ].filter(Boolean);
  },
  told: reply => t("layers.summary", { depth: reply.result.depth }),
};
