// The texts of the page, a file a language.

const languages = ["en", "es", "ja"];
let texts = {};

export async function speak(language) {
  const file = languages.includes(language) ? language : "en";
  const reply = await fetch(`texts/${file}.json`);
  texts = await reply.json();
  document.documentElement.lang = file;
  for (const e of document.querySelectorAll("[data-t]")) e.textContent = t(e.dataset.t);
  return file;
}

// preferred returns the first of the visitor's languages that the page has.
export const preferred = () => navigator.languages.map(l => l.slice(0, 2)).find(l => languages.includes(l)) ?? "en";

// t returns a text, with values in place of their names in braces.
export function t(key, values) {
  const text = texts[key] ?? key;
  return values ? text.replace(/\{(\w+)\}/g, (all, name) => values[name] ?? all) : text;
}

export const number = n => n.toLocaleString(document.documentElement.lang);
