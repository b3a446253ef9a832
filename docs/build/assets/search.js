// Search in search.json, which has pages, their sections, dialects and functions.

// Words that say nothing of what is looked for; the index has them.
let empty = new Set();

const tokens = /%25[0-9a-f]{2}|%[0-9a-f]{2}|%u|\b[cf]#|c\+\+|[\p{L}\p{M}\p{N}_]+|[+&~*]/gu;

// Japanese has no spaces: its words are runs of one script. Hiragana is mostly grammar.
const runs = /\p{Script=Han}+|[\p{Script=Katakana}ー]+|[^\p{Script=Han}\p{Script=Katakana}\p{Script=Hiragana}ー]+/gu;

// stem removes the ending of an English word, so that "encode", "encoded" and "encoding"
// are one.
const stem = word => word.replace(/^([a-z_]{4,}?)(?:ings?|ed|ers?|es|e|s)$/, "$1");

// words returns the words of a text, without their endings.
export const words = text => [...new Set((text.toLowerCase().match(tokens) ?? []).flatMap(w => w.match(runs) ?? []).map(stem))];

// Octets beyond ASCII that are percent-encoded: who shows them asks how to decode letters, or for the charset where they are not UTF-8.
const foreign = /(?:%[89a-f][0-9a-f])+/g;
function askedBy(escapes) {
  try {
    decodeURIComponent(escapes);
    return " decode ";
  } catch {
    return ` charset ${escapes}`;
  }
}

// wanted returns what of a query is looked for.
function wanted(query) {
  const all = (query.toLowerCase().replace(foreign, askedBy).match(tokens) ?? []).flatMap(w => w.match(runs) ?? []);
  const said = all.filter(w => !empty.has(w));
  return [...new Set((said.length ? said : all).map(stem))];
}

// Words for what is written otherwise where it is explained: each list of words stands
// for the word. The index has them.
let synonyms = {};
const like = w => /^%25[0-9a-f]{2}$/.test(w) && w !== "%2520" ? [["%2520"]] : synonyms[w];

// prepare returns the entries of the index with their words in sets, and how rare words
// are. It is done once for an index.
const prepared = new WeakMap();
function prepare(index) {
  if (prepared.has(index)) return prepared.get(index);
  empty = new Set(index.empty);
  synonyms = {};
  for (const [word, ...list] of index.synonyms) (synonyms[stem(word)] ??= []).push(list.map(stem));
  const entries = index.pages.map(([path, title, keywords, text]) => ({
    path, title, kind: path.startsWith("languages/") ? "language" : "page", text, translated: /^(es|ja)\//.test(path), name: "",
    inTitle: new Set(words(title)), keys: new Set(words(keywords)), phrases: keywords.split(";").map(wanted), sections: [],
  }));
  for (const [page, anchor, heading, headings, body] of index.sections) {
    entries[page].sections.push({ anchor, heading, headings: new Set(words(`${heading} ${headings}`)), body: new Set(words(body)) });
  }
  const used = new Map(index.used.map((id, i) => [id, i]));
  const programs = new Set(index.functions.map(f => f[1]));
  for (const [list, kind] of [[index.dialects, "dialect"], [index.functions, "function"]]) {
    for (const [path, title, text] of list) {
      entries.push({
        path, title, kind, text, translated: false, name: title.toLowerCase(), defined: !programs.has(title), rank: used.get(title) ?? used.size,
        // "oauth1" is found by "oauth", too.
        inTitle: new Set(words(`${title} ${title.replace(/\d+/g, " ")}`.replaceAll(".", " "))), keys: new Set(), phrases: [], sections: [{ anchor: "", heading: "", headings: new Set(), body: new Set(words(text)) }],
      });
    }
  }
  const counts = new Map(), pages = new Map(), titles = new Map(), english = new Set();
  const add = (map, word) => map.set(word, (map.get(word) ?? 0) + 1);
  for (const e of entries) {
    for (const word of new Set([...e.inTitle, ...e.keys, ...e.sections.flatMap(s => [...s.headings, ...s.body])])) {
      add(counts, word);
      if (!e.translated) english.add(word);
      if (e.name) continue;
      add(pages, word);
      if (e.inTitle.has(word)) add(titles, word);
    }
  }
  // A word says the more, the fewer pages have it; a word that many titles have says little.
  const rare = word => Math.log(1 + index.pages.length / (pages.get(word) ?? 0.5));
  const common = word => (titles.get(word) ?? 0) * 8 > index.pages.length;
  // What a page is called says more of it than where else the word is: many guides name Go, and one is about it.
  const says = (e, word) => e.name || !e.inTitle.has(word) || common(word) ? rare(word) : Math.max(rare(word), (rare(word) + Math.log(1 + index.pages.length / titles.get(word))) / 2);
  const ready = { entries, counts, english, rare, says, common, used: used.size };
  prepared.set(index, ready);
  return ready;
}

// What a word is worth by where it is.
const worth = { title: 3, key: 2.6, heading: 1.8, body: 1, elsewhere: 0.5, part: 0.4, synonym: 0.8 };

// search returns the entries that have the words of a query, the best first.
export function search(index, query) {
  const { entries, counts, english, rare, says, common, used } = prepare(index);
  const name = query.trim().toLowerCase();
  const all = wanted(query);
  if (!all.length) return [];
  // What nothing has says nothing.
  const list = all.filter(w => counts.has(w) || like(w));
  // The beginning of a word that is being typed.
  const typed = all.filter(w => !list.includes(w) && w.length > 2);
  const total = list.reduce((sum, w) => sum + rare(w), 0);
  const found = [];
  for (const e of entries) {
    let best = 0, anchor = "", heading = "", most = -1;
    const value = (s, w) => e.inTitle.has(w) ? (!e.name && common(w) ? worth.body : worth.title) : e.keys.has(w) ? worth.key : s.headings.has(w) ? worth.heading : s.body.has(w) ? worth.body : e.sections.some(x => x.headings.has(w) || x.body.has(w)) ? worth.elsewhere : 0;
    for (const s of e.sections) {
      let score = 0, own = 0;
      for (const w of list) {
        let points = value(s, w);
        for (const other of like(w) ?? []) points = Math.max(points, worth.synonym * Math.min(...other.map(o => value(s, o))));
        score += points * says(e, w);
        own += (s.headings.has(w) ? 2 : s.body.has(w) ? 1 : 0) * rare(w);
      }
      for (const w of typed) {
        if ([...e.inTitle, ...e.keys].some(x => x.startsWith(w))) score += worth.part * 6;
        else if (e.name.includes(w)) score += worth.part * 4;
      }
      best = Math.max(best, score);
      if (own > most && score > 0) [most, anchor, heading] = [own, s.anchor, s.heading];
    }
    if (best === 0) continue;
    // All of a title, or of a keyword, says more than a part of one.
    const said = new Set([...list, ...list.flatMap(w => (like(w) ?? []).filter(other => other.length === 1).flat())]);
    const share = set => [...set].reduce((sum, w) => sum + (said.has(w) ? rare(w) : 0), 0) / Math.max(1, [...set].reduce((sum, w) => sum + rare(w), 0));
    let score = best + share(e.inTitle) * total;
    for (const phrase of e.phrases) {
      if (!phrase.length || !phrase.every(w => said.has(w))) continue;
      if (phrase.length > 1) score += phrase.reduce((sum, w) => sum + rare(w), 0);
      if (phrase.length === all.length && all.every(w => phrase.includes(w))) score += 2 * total;
    }
    if (e.kind === "dialect" || e.kind === "function") {
      // Pages answer questions; functions and dialects are looked for by name.
      score *= 0.62 + (e.rank < used ? 0.14 * (1 - e.rank / used) : 0);
      const has = w => e.inTitle.has(w);
      if (e.name === name) score += e.kind === "function" ? 1001 : 1000;
      else if (e.name.slice(e.name.indexOf(".") + 1) === name) score += total * (e.defined ? 2.2 : 0.4);
      else if (list.length > 1 && list.length === all.length && list.every(w => has(w) || (like(w) ?? []).some(other => other.every(has)))) score += total * (e.kind === "function" ? 1.1 : 1);
    }
    // What only a translation says is looked for in its language.
    if (e.translated) score *= list.some(w => !english.has(w)) ? 1.5 : 0.6;
    found.push({ path: anchor && most > 0 ? `${e.path}#${anchor}` : e.path, title: anchor && most > 0 ? `${e.title}: ${heading}` : e.title, text: e.text, kind: e.kind, score: score - e.title.length / 100 });
  }
  found.sort((a, b) => b.score - a.score || (a.title < b.title ? -1 : 1));
  // What has much less than the best is noise.
  return found.filter(f => f.score > found[0].score / 5);
}

const most = 50;

// languageOf returns the name of a guide's language, "" for English.
const languageOf = path => ({ es: "español", ja: "日本語" })[path.split("/")[0]] ?? "";

// show writes the results of a query into the page.
async function show(query) {
  const said = document.querySelector("#said");
  const list = document.querySelector("#found");
  said.textContent = "…";
  let results;
  try {
    results = search(await load(), query);
  } catch (error) {
    said.textContent = `The index cannot be loaded: ${error.message}`;
    return;
  }
  list.replaceChildren(...results.slice(0, most).map(({ path, title, text, kind }) => {
    const item = document.createElement("li");
    const link = document.createElement("a");
    link.href = `../${path}`;
    link.textContent = title;
    const note = document.createElement("p");
    note.textContent = `${kind === "page" ? ["guide", languageOf(path)].filter(Boolean).join(", ") : kind}: ${text}`;
    if (/^(es|ja)\//.test(path)) link.lang = path.slice(0, 2);
    item.append(link, note);
    return item;
  }));
  said.textContent = results.length > most ? `The first ${most} of ${results.length} results` : results.length === 1 ? "1 result" : `${results.length} results`;
}

let loading;
const load = () => loading ??= fetch("../search.json").then(r => r.ok ? r.json() : Promise.reject(new Error(String(r.status))));

if (typeof document !== "undefined") {
  const field = document.querySelector("#q");
  const query = new URLSearchParams(location.search).get("q") ?? "";
  field.value = query;
  let last = query;
  field.addEventListener("input", () => {
    const now = field.value;
    setTimeout(() => {
      if (now !== field.value || now === last) return;
      last = now;
      history.replaceState(null, "", `?${new URLSearchParams({ q: now })}`);
      show(now);
    }, 100);
  });
  if (query) show(query);
  field.focus();
}
