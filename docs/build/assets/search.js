// Search in search.json, which has sections of guides, dialects and functions.

// Words that say nothing of what is looked for.
const empty = new Set("a an and as by do does for from how in is it of on or same than that the to use using vs versus what when which why with".split(" "));

// words returns what of a query is looked for.
export function words(query) {
  const all = query.toLowerCase().match(/%[0-9a-f]{2}|%u|[\p{L}\p{N}_]+|[+&~*]/gu) ?? [];
  const said = all.filter(w => !empty.has(w));
  return [...new Set(said.length ? said : all)];
}

// Names for what is written otherwise where it is explained.
const synonyms = { plus: ["+"], space: ["%20"], "+": ["plus"], urlencode: ["url", "encode"], percentage: ["percent"], amazon: ["aws"], golang: ["go"], mismatch: ["match"] };

// search returns the entries that have the words of a query, the best first.
export function search(index, query) {
  const wanted = words(query);
  const name = query.trim().toLowerCase();
  if (!wanted.length) return [];
  const found = [];
  const look = (list, kind, weight) => {
    for (const [path, title, text] of list) {
      const heading = title.toLowerCase();
      const inHeading = new Set(words(title));
      const body = ` ${text.toLowerCase()} `;
      let score = heading === name ? 100 : 0;
      let missing = 0;
      for (const word of wanted) {
        const best = Math.max(...[word, ...(synonyms[word] ?? [])].map((w, i) =>
          (inHeading.has(w) ? 12 : w.length > 2 && heading.includes(w) ? 8 : body.includes(` ${w} `) ? 3 : w.length > 2 && body.includes(w) ? 2 : 0) - (i && 1)));
        if (best > 0) score += best;
        else missing++;
      }
      // What has all words goes before what has some; a short title before a long one.
      if (score > 0) {
        found.push({ missing, path, title, text: kind === "section" ? "" : text, kind, score: score * weight - missing * 10 - title.length / 50 - (path.includes("#") ? 2 : 0) });
      }
    }
  };
  // The search speaks English; what is in other languages comes after it.
  const translated = ([path]) => /^(es|ja)\//.test(path);
  look(index.sections.filter(s => !translated(s)), "section", 1.2);
  look(index.sections.filter(translated), "section", 0.6);
  look(index.dialects, "dialect", 1);
  look(index.functions, "function", 1.05);
  // What has less than two thirds of the words is noise, unless there is nothing better.
  const least = Math.min(...found.map(f => f.missing));
  const enough = found.filter(f => f.missing * 3 < wanted.length || f.missing === least);
  return enough.sort((a, b) => b.score - a.score || (a.title < b.title ? -1 : 1));
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
    note.textContent = kind === "section" ? ["guide", languageOf(path)].filter(Boolean).join(", ") : `${kind}: ${text}`;
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
