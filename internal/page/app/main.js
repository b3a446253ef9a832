// The page: what is chosen, the two texts, and the tabs.

import { Latest, call } from "./call.js";
import { $, button, h, place, say, write } from "./dom.js";
import { build, update } from "./panes.js";
import { change, follow, link, onChange, state, tabs } from "./state.js";
import { preferred, speak, t } from "./words.js";
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
const all = { explain, layers, compare, programs, charsets, table, sets, identify, url, signatures };

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
  for (const e of $("tabs").children) {
    const chosen = e.dataset.tab === state.tab;
    e.setAttribute("aria-selected", String(chosen));
    e.tabIndex = chosen ? 0 : -1;
  }
  $("panel").setAttribute("aria-labelledby", "tab-" + state.tab);
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

// Dialects: those to start with as buttons, all others by search.
const named = new Map();

const aboutDialect = (id = state.as) => {
  const d = named.get(id);
  write($("use-for").firstElementChild, id);
  write($("use-for").lastElementChild, d ? ` ${d.title}: ${d.use_for}` : "");
};

function buildDialects() {
  $("dialects").replaceChildren(...introduction.dialects.map(d => button(d.id, () => choose(d), {
    title: d.use_for,
    onmouseenter: () => aboutDialect(d.id), onfocus: () => aboutDialect(d.id), onmouseleave: () => aboutDialect(), onblur: () => aboutDialect(),
  })));
}

function renderDialect() {
  for (const b of $("dialects").children) b.setAttribute("aria-pressed", String(b.textContent === state.as));
  aboutDialect();
}

function choose(d) {
  named.set(d.id, d);
  change({ as: d.id });
  say(t("chosen", { name: d.id }));
}

const searching = new Latest();

function search() {
  const text = $("search").value.trim();
  const show = items => {
    $("found").replaceChildren(...items);
    $("found").hidden = items.length === 0;
    $("search").setAttribute("aria-expanded", String(items.length > 0));
  };
  if (!text) return show([]);
  searching.run("find", { text }, reply => {
    if (reply.error) return show([]);
    const entry = (id, about, d) => h("li", {
      role: "option", id: "found-" + id.replace(/\W/g, "-"), "aria-selected": "false",
      onclick: () => { choose(d); $("search").value = ""; show([]); },
    }, h("strong", {}, id), " ", h("span", { lang: "en" }, about));
    const { dialects, functions, found } = reply.result;
    show([
      ...dialects.map(d => entry(d.id, `${d.title}: ${d.use_for}`, d)),
      ...functions.map(f => entry(f.id, `${f.language}: ${f.call}`, { id: f.id, title: f.version, use_for: f.call })),
    ]);
    say(t("found", { count: found }));
  });
}

function moveInFound(event) {
  const items = [...$("found").children];
  if (items.length === 0) return;
  const now = items.findIndex(e => e.getAttribute("aria-selected") === "true");
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step) {
    event.preventDefault();
    const next = items[(now + step + items.length) % items.length];
    for (const e of items) e.setAttribute("aria-selected", String(e === next));
    $("search").setAttribute("aria-activedescendant", next.id);
    next.scrollIntoView({ block: "nearest" });
  } else if (event.key === "Enter") (items[now] ?? items[0]).click();
  else if (event.key === "Escape") {
    $("search").value = "";
    search();
  }
}

// refresh shows the state.
function refresh() {
  renderDialect();
  $("space").value = state.space;
  $("charset").value = state.charset;
  $("scope").value = state.lines ? "lines" : "";
  $("malformed").value = state.onError;
  $("charset").querySelector('[value="detect"]').disabled = state.lead === "data";
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
  if (!state.data && !state.encoded && document.location.hash.length < 2) change({ lead: "data", data: "Zoë & Max: 100% café?" });
  await setLanguage(settings?.language ?? preferred());
  onChange(refresh);
  const reply = await about;
  if (reply.error) {
    document.querySelector("main").prepend(h("p", { class: "error", role: "alert" }, t("unreachable"), " ", reply.error.text));
    return;
  }
  introduction = reply.result;
  for (const d of introduction.dialects) named.set(d.id, d);
  buildDialects();
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
$("skip").addEventListener("click", event => {
  event.preventDefault();
  $("tabs").querySelector('[tabindex="0"]').focus();
});
addEventListener("hashchange", () => follow(document.location.hash));
start();

