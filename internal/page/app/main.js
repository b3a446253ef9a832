// The page: what is chosen, the two texts, and the tabs.

import { Latest, call, inWorker } from "./call.js";
import { $, button, h, place, say, write } from "./dom.js";
import { build, example, focus, open, update } from "./panes.js";
import { change, follow, link, onChange, state, tabs } from "./state.js";
import { preferred, speak, t } from "./words.js";
import { copy } from "./ways.js";
import { answers } from "./answers.js";
import { compare } from "./compare.js";
import { explain } from "./explain.js";
import { charsets, programs } from "./many.js";
import { identify } from "./identify.js";
import { layers } from "./layers.js";
import { sets, table } from "./octets.js";
import { signatures } from "./signatures.js";
import { url } from "./url.js";

// A tab has request, which returns an operation and its request, and show, which
// returns the nodes that the panel shows for a reply. form, if there is one, returns
// controls, which stay while replies come.
const all = { explain, layers, compare, programs, charsets, table, sets, identify, url, signatures, answers };

let introduction;

function chooseTab(tab) {
  change({ tab });
  $("tabs").querySelector(`[data-tab="${tab}"]`).focus();
}

function buildTabs() {
  $("tabs").setAttribute("aria-label", t("tabs"));
  $("tabs").replaceChildren(...tabs.map(tab => h("button", {
    type: "button", role: "tab", id: "tab-" + tab, "data-tab": tab, "aria-controls": "panel",
    onclick: () => chooseTab(tab),
    onkeydown: event => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      const i = event.key === "Home" ? 0 : event.key === "End" ? tabs.length - 1 : step ? (tabs.indexOf(tab) + step + tabs.length) % tabs.length : -1;
      if (i < 0) return;
      event.preventDefault();
      chooseTab(tabs[i]);
    },
  }, t("tab." + tab))));
}

let shownTab, body, head, askedTab;
const working = new Latest();
const busy = is => $("panel").setAttribute("aria-busy", String(is));

// keepFocus makes a change that may replace elements. If that removes the focused one,
// the element in its place gets the focus.
function keepFocus(e, change) {
  const all = () => [...e.querySelectorAll("button, input, select, summary, [tabindex]")];
  const at = e.contains(document.activeElement) ? all().indexOf(document.activeElement) : -1;
  change();
  if (at >= 0 && !e.contains(document.activeElement)) all()[at]?.focus();
}

// showTab makes the call of the tab, and shows the reply.
function showTab() {
  const tab = all[state.tab];
  const another = shownTab !== undefined && shownTab !== state.tab;
  for (const e of $("tabs").children) {
    const chosen = e.dataset.tab === state.tab;
    e.setAttribute("aria-selected", String(chosen));
    e.tabIndex = chosen ? 0 : -1;
    // On a phone the bar is wider than the screen.
    if (chosen && e.offsetLeft + e.offsetWidth > $("tabs").scrollLeft + $("tabs").clientWidth) $("tabs").scrollLeft = e.offsetLeft;
  }
  $("panel").setAttribute("aria-labelledby", "tab-" + state.tab);
  // A tab that has been chosen is seen: at least the beginning of its panel.
  if (another && $("panel").getBoundingClientRect().top > innerHeight * 0.75) $("tabs").scrollIntoView({ block: "start" });
  if (shownTab !== state.tab) {
    shownTab = state.tab;
    askedTab = "";
    head = h("div", {});
    body = h("div", { class: "result" });
    $("panel").replaceChildren(head, body);
    if (tab.form) head.append(tab.form());
  }
  tab.refresh?.(head);
  const asked = tab.request();
  if (!asked) {
    askedTab = "";
    busy(false);
    body.replaceChildren(h("p", { class: "empty" }, t("empty." + state.tab)));
    return;
  }
  // Nothing has changed since the last call.
  const ask = JSON.stringify(asked);
  if (ask === askedTab) return;
  askedTab = ask;
  busy(true);
  const mine = state.tab;
  working.run(asked.op, asked.request, reply => {
    if (mine !== state.tab || ask !== askedTab) return;
    if (reply.error) {
      body.replaceChildren(h("p", { class: "error", role: "alert" }, reply.error.text,
        reply.error.names && h("span", { class: "buttons" }, reply.error.names.map(n => button(n, () => tab.meant?.(n))))));
    } else {
      keepFocus(body, () => place(body, tab.show(reply)));
      if (tab.told) say(tab.told(reply));
    }
    busy(false);
  });
}

// Dialects: one field shows the one that is chosen, lists those to start with, and finds
// all others and the functions of programs.
const named = new Map();

function aboutDialect() {
  const d = named.get(state.as);
  write($("use-for").firstElementChild, state.as);
  write($("use-for").lastElementChild, d ? ` ${d.title}: ${d.use_for}` : "");
  if (document.activeElement !== $("search") || $("found").hidden) $("search").value = state.as;
}

function showFound(items) {
  $("found").replaceChildren(...items);
  $("found").hidden = items.length === 0;
  $("search").setAttribute("aria-expanded", String(items.length > 0));
  $("search").removeAttribute("aria-activedescendant");
}

// closeFound leaves the field with the dialect that is chosen.
function closeFound() {
  showFound([]);
  $("search").value = state.as;
}

function choose(d) {
  named.set(d.id, d);
  change({ as: d.id });
  closeFound();
  say(t("chosen", { name: d.id }));
}

const entry = (d, about) => h("li", {
  role: "option", id: "found-" + d.id.replace(/\W/g, "-"), "aria-selected": "false",
  // The field keeps the focus.
  onmousedown: event => event.preventDefault(),
  onclick: () => choose(d),
}, h("strong", {}, d.id), " ", h("span", { lang: "en" }, about));

const dialectEntry = d => entry(d, `${d.title}: ${d.use_for}`);

const searching = new Latest();

function listStart() {
  showFound((introduction?.dialects ?? []).map(dialectEntry));
}

function search() {
  const text = $("search").value.trim();
  if (!text) return listStart();
  searching.run("find", { text }, reply => {
    if (reply.error) return showFound([]);
    if (document.activeElement !== $("search")) return;
    const { dialects, functions, order, found } = reply.result;
    const entries = new Map(dialects.map(d => [d.id, dialectEntry(d)]));
    for (const f of functions) entries.set(f.id, entry({ id: f.id, title: f.version, use_for: f.call }, `${f.language}: ${f.call}`));
    showFound(order.map(id => entries.get(id)));
    say(t("found", { count: found }));
  });
}

function moveInFound(event) {
  const items = [...$("found").children];
  const now = items.findIndex(e => e.getAttribute("aria-selected") === "true");
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step) {
    event.preventDefault();
    if (items.length === 0) return listStart();
    const next = items[now < 0 && step < 0 ? items.length - 1 : (now + step + items.length) % items.length];
    for (const e of items) e.setAttribute("aria-selected", String(e === next));
    $("search").setAttribute("aria-activedescendant", next.id);
    next.scrollIntoView({ block: "nearest" });
  } else if (event.key === "Enter") (items[now] ?? items[0])?.click();
  else if (event.key === "Escape") closeFound();
}

// share copies the link, and says where it can be opened.
async function share() {
  await copy(new URL(link(state.linksText), document.location.href.split("#")[0]).href);
  $("shared").hidden = false;
  $("shared").textContent = [t(inWorker ? "shared" : "shared.local"), !state.linksText && t("shared.bare")].filter(Boolean).join(" ");
}

// refresh shows the state.
function refresh() {
  aboutDialect();
  $("shared").hidden = true;
  $("space").value = state.space;
  $("charset").value = state.charset;
  $("scope").value = state.lines ? "lines" : "";
  $("malformed").value = state.onError;
  $("charset").querySelector('[value="detect"]').disabled = state.lead === "data";
  write($("chosen"), ["space", "charset", "scope", "malformed"].filter(id => $(id).value !== "").map(id => ` · ${$(id).selectedOptions[0]?.textContent ?? ""}`).join(""));
  update(showTab);
  saveLater();
}

// The address always has the link for the state, so that going back and reloading
// work; settings are stored only on request.
let saving;
function saveLater() {
  clearTimeout(saving);
  saving = setTimeout(() => {
    const fragment = link(state.linksText && state[state.lead].length < 20_000);
    if (document.location.hash !== fragment) history.replaceState(null, "", fragment);
    if ($("remember").checked) localStorage.setItem("percent", JSON.stringify({ language: $("language").value, theme: $("theme").value, as: state.as }));
  }, 300);
}

function setTheme(theme) {
  if (theme) document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
}

async function setLanguage(language) {
  $("language").value = await speak(language);
  $("english").hidden = $("language").value === "en";
  shownTab = undefined;
  build();
  buildTabs();
  refresh();
}

function stored() {
  try {
    return JSON.parse(localStorage.getItem("percent") ?? "null");
  } catch {
    return null;
  }
}

async function start() {
  const settings = stored();
  if (settings) {
    $("remember").checked = true;
    $("theme").value = settings.theme;
    setTheme(settings.theme);
  }
  // One can write before the program is loaded; results follow then.
  const about = call("about", {});
  follow(document.location.hash);
  if (!document.location.hash && settings?.as) change({ as: settings.as });
  if (!state.data && !state.encoded && document.location.hash.length < 2) change({ lead: "data", data: example });
  await setLanguage(settings?.language ?? preferred());
  focus(state.lead);
  onChange(refresh);
  const reply = await about;
  if (reply.error) {
    document.querySelector("main").prepend(h("p", { class: "error", role: "alert" }, t("unreachable"), " ", reply.error.text));
    return;
  }
  introduction = reply.result;
  for (const d of introduction.dialects) named.set(d.id, d);
  $("charset").append(...introduction.charsets.map(c => h("option", { value: c }, c)));
  refresh();
  document.documentElement.dataset.ready = "";
}

for (const [id, set] of Object.entries({
  space: v => change({ space: v }), charset: v => change({ charset: v }), scope: v => change({ lines: v === "lines" }), malformed: v => change({ onError: v }),
  theme: v => { setTheme(v); saveLater(); }, language: v => setLanguage(v),
})) $(id).addEventListener("change", event => set(event.target.value));
$("remember").addEventListener("change", () => {
  if (!$("remember").checked) localStorage.removeItem("percent");
  saveLater();
});
$("search").addEventListener("input", search);
$("search").addEventListener("keydown", moveInFound);
$("search").addEventListener("click", () => {
  if (!$("found").hidden) return;
  $("search").select();
  listStart();
});
$("search").addEventListener("blur", closeFound);
$("share").addEventListener("click", share);
$("skip").addEventListener("click", event => {
  event.preventDefault();
  focus(state.lead);
});
// A file may be dropped anywhere: beside the texts, it goes to the one that leads.
addEventListener("dragover", event => {
  if (event.dataTransfer.types.includes("Files")) event.preventDefault();
});
addEventListener("drop", event => {
  if (event.dataTransfer.files.length === 0) return;
  event.preventDefault();
  open(event.target.closest?.("[data-side]")?.dataset.side ?? state.lead, event.dataTransfer.files);
});
addEventListener("hashchange", () => follow(document.location.hash));
start();

