// Elements. Text is only ever put in as text.

export const $ = id => document.getElementById(id);

// h makes an element: properties that begin with "on" are listeners, others are
// attributes; children are elements or text.
export function h(tag, properties, ...children) {
  const e = document.createElement(tag);
  for (const [name, value] of Object.entries(properties ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) e.addEventListener(name.slice(2), value);
    else if (name === "value" || name === "checked" || name === "disabled") e[name] = value;
    else e.setAttribute(name, value === true ? "" : value);
  }
  e.append(...children.flat(3).filter(c => c !== undefined && c !== null && c !== false));
  return e;
}

export const code = (text, properties) => h("bdi", {}, h("code", properties ?? {}, text));

// table makes a table with a caption for those who do not see it.
export function table(caption, head, rows, properties) {
  return h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": caption },
    h("table", properties ?? {},
      h("caption", { class: "sr" }, caption),
      h("thead", {}, h("tr", {}, head.map(c => h("th", { scope: "col" }, c)))),
      h("tbody", {}, rows.map(cells => h("tr", {}, cells.map((c, i) => i === 0 ? h("th", { scope: "row" }, c) : h("td", {}, c)))))));
}

let ids = 0;
export const newId = () => `id${++ids}`;

// field makes a labelled control.
export function field(label, control, properties) {
  const id = newId();
  control.id = id;
  return h("div", { class: "field", ...properties }, h("label", { for: id }, label), control);
}

// button makes a button of text.
export const button = (text, onclick, properties) => h("button", { type: "button", onclick, ...properties }, text);

// pick makes a group of buttons of which one is pressed.
export function pick(label, options, value, choose) {
  return h("div", { class: "buttons", role: "group", "aria-label": label },
    options.map(([key, text]) => button(text, () => choose(key), { "aria-pressed": String(key === value) })));
}

// say tells those who do not look. What is said at nearly the same time is said
// together, so that nothing is lost.
let saying, unsaid = [];
export function say(text) {
  unsaid = [...unsaid.filter(u => u !== text), text];
  clearTimeout(saying);
  saying = setTimeout(() => {
    $("status").textContent = unsaid.join(" · ");
    unsaid = [];
  }, 150);
}
