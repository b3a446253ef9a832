// The two texts. One leads: the other is made from it at every keystroke.

import { Latest, call } from "./call.js";
import { $, button, code, h, newId, patch, place, say, write } from "./dom.js";
import { kindOf } from "./signatures.js";
import { change, state } from "./state.js";
import { fromOctets, get, line, places, put, shown } from "./text.js";
import { number, t } from "./words.js";
import { copy, ways } from "./ways.js";

// In bytes: longestShown is how much of a text that was made is shown, longestMarked
// how long a text may be in which findings are underlined, longestFile how much of a
// file is read. mostLines is how many of its lines are: browsers take minutes to lay out
// a field with some ten thousand. mostListed is how many findings are listed.
const longestShown = 100_000, longestMarked = 20_000, longestFile = 1_000_000, mostLines = 10_000, mostListed = 30;

// example is what the page begins with.
export const example = "Zoë & Max: 100% café?";

const sides = { data: "encoded", encoded: "data" };
const panes = {};

// results are replies: the one for the text that was made, and that of lint for the
// encoded text.
const results = { coded: null, lint: null };

// request returns the request that makes the other text.
function request(most) {
  const r = put({}, "text", state[state.lead]);
  if (state.as !== "rfc3986") r.as = state.as;
  if (state.space) r.space = state.space;
  if (state.charset && (state.charset !== "detect" || state.lead === "encoded")) r.charset = state.charset;
  if (state.lines) r.lines = true;
  if (state.onError) r.on_error = state.onError;
  if (most) r.most = most;
  return r;
}

const operation = () => state.lead === "data" ? "encode" : "decode";

// Undoing: the states before changes, and those that were undone.
const before = [], behind = [];
let lastEdit = 0, lastSide = "";

const snapshot = () => ({ lead: state.lead, text: state[state.lead] });

// remember keeps the state before an edit of a side. Keystrokes in quick succession
// are one edit.
function remember(side) {
  const now = performance.now();
  if (now - lastEdit > 600 || before.length === 0 || side !== lastSide) {
    before.push(snapshot());
    if (before.length > 200) before.shift();
  }
  lastEdit = now;
  lastSide = side;
  behind.length = 0;
}

function restore(from, to) {
  const s = from.pop();
  if (!s) return;
  to.push(snapshot());
  lastEdit = 0;
  change({ lead: s.lead, [s.lead]: s.text });
  say(t("leads", { pane: t(s.lead) }));
}

const undo = () => restore(before, behind);
const redo = () => restore(behind, before);

// edit makes text the one that leads, and says so if the other one did.
export function edit(side, text) {
  remember(side);
  if (state.lead !== side) say(t("leads", { pane: t(side) }));
  change({ lead: side, [side]: text });
}

// splice replaces a part of the encoded text; from and to are offsets in octets.
export function splice(from, to, text) {
  const at = places(state.encoded);
  edit("encoded", state.encoded.slice(0, at.index(from)) + text + state.encoded.slice(at.index(to)));
}

// select selects a part of the encoded text; from and to are offsets in octets.
export function select(from, to) {
  const area = panes.encoded.area, at = places(state.encoded);
  area.focus();
  area.setSelectionRange(at.index(from), at.index(to));
}

function newPane(side) {
  const id = newId();
  const area = h("textarea", { id, spellcheck: "false", autocapitalize: "off", autocomplete: "off", dir: "auto", rows: 4, "aria-describedby": id + "note" });
  const marks = h("div", { class: "marks", "aria-hidden": "true", dir: "auto" });
  const badge = h("span", { class: "badge" });
  const note = h("p", { class: "note", id: id + "note" });
  const file = h("input", { type: "file", class: "sr", tabindex: -1, "aria-label": t("file"), onchange: () => open(side, file.files) });
  const pane = { area, marks, badge, note };
  area.addEventListener("input", () => {
    // What was typed is the difference from what was shown.
    const old = shown(state[side]), now = area.value;
    let head = 0, tail = 0;
    while (head < old.length && head < now.length && old[head] === now[head]) head++;
    while (tail < old.length - head && tail < now.length - head && old.at(-1 - tail) === now.at(-1 - tail)) tail++;
    insert(side, head, old.length - tail, now.slice(head, now.length - tail));
  });
  area.addEventListener("paste", event => {
    const text = event.clipboardData.getData("text/plain");
    if (!text) return;
    event.preventDefault();
    // Who pastes a text with escapes over all of the data has one that is encoded.
    if (side === "data" && /%[0-9a-f]{2}/i.test(text) && area.selectionStart === 0 && area.selectionEnd === area.value.length) {
      pasted = text;
      panes.encoded.area.focus();
      edit("encoded", text);
    } else insert(side, area.selectionStart, area.selectionEnd, text);
  });
  const take = event => {
    const { selectionStart: from, selectionEnd: to } = area;
    if (from === to) return;
    event.preventDefault();
    event.clipboardData.setData("text/plain", state[side].slice(from, to));
    if (event.type === "cut") insert(side, from, to, "");
  };
  area.addEventListener("copy", take);
  area.addEventListener("cut", take);
  area.addEventListener("scroll", () => { marks.scrollTop = area.scrollTop; });
  area.addEventListener("keydown", event => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
    const key = event.key.toLowerCase();
    if (key === "z" || key === "y") {
      event.preventDefault();
      if (key === "y" || event.shiftKey) redo();
      else undo();
    }
  });
  const whole = h("section", { class: "pane", "data-side": side, "aria-labelledby": id + "label" },
    h("div", { class: "pane-head" }, h("label", { for: id, id: id + "label" }, h("strong", {}, t(side)), " ", h("span", { class: "about" }, t(side + ".about"))), badge),
    // The text comes before its buttons, so that Tab reaches it first.
    h("div", { class: "paper" }, marks, area),
    h("div", { class: "pane-foot" }, note, h("span", { class: "tools" },
      button(t("copy"), () => copyAll(side)), button(t("undo"), undo), button(t("redo"), redo),
      button(t("open"), () => file.click()), file)));
  panes[side] = pane;
  return whole;
}

function insert(side, from, to, text) {
  const old = state[side];
  const cursor = from + text.length;
  edit(side, old.slice(0, from) + text + old.slice(to));
  const { area } = panes[side];
  if (area.selectionStart !== cursor || area.selectionEnd !== cursor) area.setSelectionRange(cursor, cursor);
}

// beginning returns the first lines of a file.
function beginning(octets) {
  let end = 0;
  for (let i = 0; i < mostLines; i++) {
    const at = octets.indexOf(0x0A, end);
    if (at < 0) return octets;
    end = at + 1;
  }
  return octets.slice(0, end);
}

// opened is what was done with a file, and the side and text that it was said of.
let opened = null;

// open makes the first of these files the text of a side, or as much of it as the page
// can work with, and says what it has done.
export async function open(side, files) {
  const [file] = files;
  if (!file) return;
  const name = file.name, count = number(file.size);
  const say = (text, key, values) => {
    opened = { side, text, note: [t(key, { name, count, ...values }), files.length > 1 && t("file.more", { count: number(files.length - 1) })].filter(Boolean).join(" ") };
  };
  let octets;
  try {
    octets = beginning(new Uint8Array(await file.slice(0, longestFile).arrayBuffer()));
  } catch (error) { // it is a folder, or gone
    say(state[side], "file.failed", { reason: error.message });
    return render(side);
  }
  const text = fromOctets(octets);
  if (file.size > octets.length) say(text, "file.cut", { shown: number(octets.length), verb: side === "data" ? "encode" : "decode" });
  else say(text, "file.read");
  edit(side, text);
}

// focus puts the cursor into a text. The example is selected, so that what is typed
// takes its place.
export function focus(side) {
  const { area } = panes[side];
  area.focus({ preventScroll: true });
  if (area.value === example) area.select();
}

// copyAll copies a whole text, even if only its beginning is shown.
async function copyAll(side) {
  let text = state[side];
  if (side !== state.lead && results.coded?.result?.length > longestShown) {
    const reply = await call(operation(), request());
    text = get(reply.result, "output");
  }
  await copy(text);
}

const count = (text, what) => text.match(what)?.length ?? 0;

// render shows a text, if it is not shown already, and the notes on it.
function render(side) {
  const { area, badge, note } = panes[side];
  const text = state[side], now = shown(text);
  const made = side !== state.lead;
  if (area.value !== now) {
    const { selectionStart, selectionEnd } = area;
    area.value = now;
    if (document.activeElement === area) area.setSelectionRange(selectionStart, selectionEnd);
  }
  area.closest(".pane").classList.toggle("leads", !made);
  write(badge, made ? t("made") : t("leading"));
  const notes = opened?.side === side && opened.text === text ? [opened.note] : [];
  const result = made ? results.coded?.result : null;
  if (made && !results.coded) notes.push(t("loading"));
  if (result && result.length > longestShown) notes.push(t("cut", { shown: number(longestShown), all: number(result.length) }));
  area.readOnly = Boolean(result && result.length > longestShown);
  const signs = count(now, /[\u2370\u2400-\u2421]/g), lone = count(text, /\p{Surrogate}/gu);
  if (signs > 0) notes.push(t("signs", { count: number(signs) }));
  if (lone > 0) notes.push(t("not-utf8", { count: number(lone) }));
  if (result?.charset && state.charset === "detect") notes.push(t("detected", { charset: result.charset }));
  if (made && results.coded?.error) notes.push(results.coded.error.text);
  const ended = result?.ended;
  if (ended) notes.push(t("ended", { reason: ended.reason, text: line(get(ended, "text") ?? ""), offset: number(ended.offset) }));
  if (result && !ended && result.flawed > 0) notes.push(t("flawed", { count: number(result.flawed), reason: result.flaws[0].reason, offset: number(result.flaws[0].offset) }));
  write(note, notes.join(" · "));
  note.classList.toggle("bad", Boolean(ended || made && results.coded?.error));
}

// underline marks findings in the encoded text.
function underline() {
  const { area, marks } = panes.encoded, text = state.encoded;
  const found = text.length > longestMarked ? [] : results.lint?.result?.findings ?? [];
  const at = places(text), list = [];
  const add = (part, severity) => list.push([`${severity} ${part}`, () => severity ? h("mark", { class: severity }, part) : h("span", {}, part)]);
  let end = 0;
  for (const f of found) {
    const from = Math.max(at.index(f.offset), end), to = at.index(f.offset + f.length);
    if (to <= from) continue;
    add(shown(text.slice(end, from)), "");
    add(shown(text.slice(from, to)), f.severity);
    end = to;
  }
  if (end > 0) add(shown(text.slice(end)) + "\n", "");
  patch(marks, list);
  if (end > 0) marks.scrollTop = area.scrollTop;
}

// pasted is what was pasted as data and taken for encoded.
let pasted = "";

// Chips are remarks with an action.
const chips = {
  pasted: () => [t("chip.pasted"), () => edit("data", pasted)],
  "as-url": () => [t("chip.as-url"), () => edit("encoded", state.data)],
  request: c => [t("chip.request"), () => change({ tab: "signatures", own: { ...state.own, request: c.text, theirs: "", kind2: kindOf(c.text) ?? "oauth1" } })],
  "its-url": c => [t("chip.its-url"), () => edit("encoded", c.text)],
  encoded: c => [t("chip.encoded", { count: c.count }), () => change({ tab: "layers" })],
  "not-utf8": c => c.charset
    ? [t("chip.charset", { text: line(c.text), charset: c.charset }), () => change({ charset: c.charset, lead: "encoded" })]
    : [t("chip.not-utf8"), () => change({ tab: "charsets" })],
  plus: () => [t("chip.plus"), () => change({ as: "whatwg.form", lead: "encoded" })],
  malformed: c => [t("chip.malformed", { count: c.count }), mend],
  url: () => [t("chip.url"), () => change({ tab: "url" })],
  lookalike: c => [t("chip.lookalike", { kind: c.text }), () => change({ tab: "layers" })],
};

// mend makes the encoded text legal.
async function mend() {
  const reply = await call("fix", put({}, "text", state.encoded));
  if (reply.result) edit("encoded", get(reply.result, "output"));
}

// remarks returns the chips about the text that leads, before it is checked.
function remarks() {
  const text = state[state.lead], url = /^\s*[a-z][a-z0-9+.-]*:\/\/\S/i.test(text);
  const list = pasted !== "" && state.lead === "encoded" && state.encoded === pasted ? [{ id: "pasted" }] : [];
  if (url && state.lead === "data") list.push({ id: "as-url" });
  const command = /^\s*(\$\s+)?curl\s/.test(text), its = command && /https?:\/\/[^\s'"]+/i.exec(text);
  if (command || url && kindOf(text)) list.push({ id: "request", text });
  if (its) list.push({ id: "its-url", text: its[0] });
  return list;
}

// explained says what a finding is. Only the English text has its details.
function explained(f) {
  const key = "rule." + f.rule, english = h("span", { lang: "en" }, `${f.message}; ${f.fix}`);
  return t(key) === key ? english : [h("span", {}, t(key)), h("details", {}, h("summary", { lang: "en" }, "English"), english)];
}

function renderWrong() {
  const reply = results.lint;
  const own = remarks();
  patch($("chips"), own.concat(reply?.result?.chips ?? []).map(c => {
    const [text, action] = chips[c.id](c);
    return [JSON.stringify(c), () => button(text, action, { class: "chip", dir: "auto" })];
  }));
  const found = reply?.result?.findings ?? [];
  const items = found.slice(0, mostListed).map(f => {
    const text = get(f, "text") ?? "", replacement = get(f, "replacement");
    return [JSON.stringify(f), () => h("li", { class: f.severity },
      button(number(f.offset), () => select(f.offset, f.offset + f.length), { class: "place", "aria-label": t("finding.show", { offset: f.offset }) }),
      " ", h("strong", {}, t("severity." + f.severity)), " ", code(line(text)), " ", explained(f), " ",
      h("span", { class: "rule" }, f.rule), " ",
      replacement !== undefined && f.layer === 0 && button(t("replace", { text: line(replacement) }), () => splice(f.offset, f.offset + f.length, replacement), { dir: "auto" }))];
  });
  const rest = reply?.result ? reply.result.found - items.length : 0;
  if (rest > 0) items.push([`more ${rest}`, () => h("li", {}, t("more", { count: number(rest) }))]);
  if (reply?.error) items.push([reply.error.text, () => h("li", { class: "warning" }, reply.error.text)]);
  patch($("findings"), items);
  $("how-many").hidden = items.length < 2;
  $("how-many").textContent = t("finding.count", { count: number(reply?.result?.found ?? 0) });
}

const coding = new Latest(), linting = new Latest();
const busy = (id, is) => $(id).setAttribute("aria-busy", String(is));
let asked = "", linted = "";

// look asks lint about the encoded text.
function look() {
  const request = { ...put({}, "text", state.encoded), as: state.as }, ask = JSON.stringify(request);
  if (ask === linted) return;
  linted = ask;
  busy("wrong", true);
  linting.run("lint", request, reply => {
    results.lint = reply;
    renderWrong();
    underline();
    busy("wrong", false);
  });
}

// update makes the other text, and asks lint; done is called whenever a text has
// changed.
export function update(done) {
  render("data");
  render("encoded");
  const ask = JSON.stringify([operation(), request()]);
  if (ask === asked) return done();
  asked = ask;
  busy("panes", true);
  const all = () => {
    done();
    look();
  };
  coding.run(operation(), request(longestShown), reply => {
    const made = sides[state.lead];
    results.coded = reply;
    state[made] = reply.result ? get(reply.result, "output") : "";
    render(made);
    place($("pane-ways"), [ways("panes", reply)]);
    busy("panes", false);
    all();
  });
  // An encoded text that leads need not wait for the data.
  if (state.lead === "encoded") all();
}

// build makes the panes, at the start and when the language changes.
export function build() {
  asked = linted = "";
  for (const id of ["chips", "findings"]) patch($(id), []);
  $("how-many").hidden = true;
  $("panes").replaceChildren(newPane("data"), newPane("encoded"));
}

