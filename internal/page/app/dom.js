// Elements. Text is never inserted as HTML.

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

// table makes a table with a caption for screen readers.
export function table(caption, head, rows, properties) {
  return h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": caption },
    h("table", properties ?? {},
      h("caption", { class: "sr" }, caption),
      h("thead", {}, h("tr", {}, head.map(c => h("th", { scope: "col" }, c)))),
      h("tbody", {}, rows.map(cells => h("tr", {}, cells.map((c, i) => i === 0 ? h("th", { scope: "row" }, c) : h("td", {}, c)))))));
}

// write sets the text of an element, if it differs: otherwise nothing is laid out
// again.
export function write(e, text) {
  if (e.textContent !== text) e.textContent = text;
}

// place makes nodes the children of an element, if they are not already.
export function place(e, nodes) {
  if (nodes.length !== e.childNodes.length || nodes.some((n, i) => n !== e.childNodes[i])) e.replaceChildren(...nodes);
}

// patch shows a list of [key, make] in an element that holds nothing else. The key
// determines all that an entry shows, and make returns its element. Entries at the
// beginning and the end that were also in the previous list keep their elements.
const lists = new WeakMap();
export function patch(e, list) {
  const old = lists.get(e) ?? [];
  const most = Math.min(old.length, list.length);
  let head = 0, tail = 0;
  while (head < most && old[head].key === list[head][0]) head++;
  while (tail < most - head && old[old.length - 1 - tail].key === list[list.length - 1 - tail][0]) tail++;
  const made = list.slice(head, list.length - tail).map(([key, make]) => ({ key, node: make() }));
  for (const { node } of old.splice(head, old.length - tail - head, ...made)) node.remove();
  const before = e.childNodes[head] ?? null, fragment = document.createDocumentFragment();
  fragment.append(...made.map(m => m.node));
  e.insertBefore(fragment, before);
  lists.set(e, old);
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

// pick makes a group of buttons, one of which is pressed.
export function pick(label, options, value, choose) {
  return h("div", { class: "buttons", role: "group", "aria-label": label },
    options.map(([key, text]) => button(text, () => choose(key), { "aria-pressed": String(key === value) })));
}

// say announces a text to screen readers. Texts in quick succession are announced
// together, so that none is lost.
let saying, unsaid = [];
export function say(text) {
  unsaid = [...unsaid.filter(u => u !== text), text];
  clearTimeout(saying);
  saying = setTimeout(() => {
    $("status").textContent = unsaid.join(" · ");
    unsaid = [];
  }, 150);
}
