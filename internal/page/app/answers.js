// Questions: the guides, dialects and functions that answer one.

import { button, code, field, h } from "./dom.js";
import { own, setOwn } from "./state.js";
import { number, t } from "./words.js";
import { outside, ways } from "./ways.js";

const examples = ["plus sign lost", "SignatureDoesNotMatch", "password with @"];

// longest is what the operation takes, in bytes; a character has at most four.
const longest = 250;

export const answers = {
  request: () => own("question").trim() !== "" && { op: "answer", request: { text: own("question").trim() } },
  form: () => {
    const input = h("input", { type: "search", value: own("question"), class: "wide", maxlength: longest, oninput: () => setOwn("question", input.value) });
    const put = text => {
      input.value = text;
      setOwn("question", text);
    };
    return h("div", { class: "form" }, field(t("answers.question"), input), h("p", { class: "buttons" }, t("sets.examples"), examples.map(e => button(e, () => put(e)))));
  },
  show: reply => {
    const list = reply.result.answers;
    return [
      h("p", { class: "summary" }, list.length > 0 ? t("answers.count", { count: number(list.length) }) : t("answers.none")),
      h("ol", { class: "answers" }, list.map(a => h("li", {}, outside(a.url, a.title), a.text !== "" && h("p", {}, a.text),
        a.section && h("details", {}, h("summary", {}, t("answers.section")), h("pre", { tabindex: 0, class: "page" }, a.section)),
        h("p", {}, code(a.command))))),
      ways("answers", reply),
    ];
  },
  told: reply => t("answers.count", { count: reply.result.answers.length }),
};
