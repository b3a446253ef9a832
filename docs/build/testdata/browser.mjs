// Looks at the site in Chromium. Settings come as JSON on standard input; what is
// wrong goes to standard output, and makes the status 1.

import { readFileSync } from "node:fs";
import { chromium } from "playwright-core";

const settings = JSON.parse(readFileSync(0, "utf8"));
const axe = readFileSync(new URL("./node_modules/axe-core/axe.min.js", import.meta.url), "utf8");

let failures = 0, checks = 0;
function check(name, good, about = "") {
  checks++;
  if (good) return;
  failures++;
  console.log(`FAIL ${name}: ${typeof about === "string" ? about : JSON.stringify(about)}`.slice(0, 1500));
}

const browser = await chromium.launch({
  executablePath: settings.browser,
  args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-component-update", "--host-resolver-rules=MAP * ~NOTFOUND,EXCLUDE 127.0.0.1"],
});

// open makes a page whose requests and errors are noted.
async function open(options) {
  const context = await browser.newContext({ locale: "en-US", ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  const foreign = [], said = [];
  context.on("request", r => { if (!r.url().startsWith(settings.address)) foreign.push(r.url()); });
  page.on("console", m => { if (["error", "warning"].includes(m.type())) said.push(m.text()); });
  page.on("pageerror", e => said.push(e.stack));
  return {
    page,
    async close(name) {
      check(`${name}: no request leaves the site`, foreign.length === 0, foreign);
      check(`${name}: no error on the console`, said.length === 0, said);
      await context.close();
    },
  };
}

const looks = [
  { name: "wide, light", colorScheme: "light", viewport: { width: 1400, height: 900 } },
  { name: "phone, dark", colorScheme: "dark", viewport: { width: 390, height: 844 } },
];

await Promise.all(looks.map(async ({ name, ...options }) => {
  const { page, close } = await open(options);
  for (const path of settings.pages) {
    const response = await page.goto(settings.address + path);
    check(`${name}: /${path}`, response.status() === 200, response.status());
    await page.evaluate(axe);
    const found = await page.evaluate(() => window.axe.run());
    check(`${name}: /${path}: axe`, found.violations.length === 0, found.violations.map(v => [v.id, v.nodes.slice(0, 3).map(n => n.html)]));
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    check(`${name}: /${path}: no wider than the screen`, wide <= 0, `${wide} pixels`);
  }
  await close(name);
}));

// What a page that somebody finds is to answer is on his first screen.
const answers = [
  ["languages/javascript/", "Use encodeURIComponent(s) for a value", "Tom%20%26%20Jerry%2F1"],
  ["guides/space-plus/", "Write %20 for a space and %2B for a plus sign", "a b"],
  ["guides/oauth-percent-encoding/", "keep letters, digits and", "Ladies%20%2B%20Gentlemen"],
  ["guides/signature-does-not-match/", "compare the two", "percent sigv4 canonical -f request.http"],
  ["functions/php.urlencode/", "whatwg.form", "Ladies+%2B+Gentlemen"],
  ["dialects/oauth1/", "OAuth", "Ladies%20%2B%20Gentlemen"],
];
{
  const { page, close } = await open({ viewport: { width: 390, height: 844 } });
  for (const [path, ...texts] of answers) {
    await page.goto(settings.address + path);
    const seen = await page.evaluate(() => {
      const walker = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
      let text = "";
      for (let n = walker.nextNode(); n; n = walker.nextNode()) {
        const range = document.createRange();
        range.selectNodeContents(n);
        const box = range.getBoundingClientRect();
        if (box.bottom > 0 && box.bottom <= innerHeight) text += n.data;
      }
      return text;
    });
    for (const text of texts) check(`/${path}: "${text}" on the first screen of a phone`, seen.includes(text), seen);
  }
  await close("first screens");
}

// The search, as one uses it.
{
  const { page, close } = await open({ viewport: { width: 1280, height: 900 } });
  await page.goto(`${settings.address}guides/forms/`);
  await page.fill("#q", "S3 key plus sign");
  await page.press("#q", "Enter");
  await page.waitForSelector("#found a");
  check("search: the first result", await page.getAttribute("#found a", "href") === "../guides/signature-does-not-match/#a-plus-sign-in-an-s3-key", await page.textContent("#found"));
  await page.fill("#q", "<img src=x onerror=alert(1)>");
  await page.waitForFunction(() => document.querySelector("#said").textContent.endsWith("results"));
  await page.fill("#q", "php.rawurlencode");
  await page.waitForFunction(() => document.querySelector("#found a")?.textContent === "php.rawurlencode");
  check("search: the address", page.url().endsWith("search/?q=php.rawurlencode"), page.url());
  await page.evaluate(axe);
  const found = await page.evaluate(() => window.axe.run());
  check("search: axe", found.violations.length === 0, found.violations.map(v => v.id));
  await page.click("#found a");
  await page.waitForURL("**/functions/php.rawurlencode/");
  await page.click("a.button");
  await page.waitForSelector("html[data-ready]", { timeout: 60_000 });
  await page.waitForFunction(() => [...document.querySelectorAll("textarea")].some(t => t.value === "Ladies%20%2B%20Gentlemen"));
  check("try: the text", (await page.locator("textarea").first().inputValue()) === "Ladies + Gentlemen");
  await close("search");
}

// The home page begins with a box, which opens the page with what is in it.
for (const home of ["", "ja/"]) {
  const { page, close } = await open({ viewport: { width: 390, height: 844 } });
  await page.goto(settings.address + home);
  const box = await page.locator("#text").boundingBox();
  check(`/${home}: the box is on the first screen`, box.y + box.height <= 400, box);
  check(`/${home}: six questions`, await page.locator(".questions a").count() === 6);
  check(`/${home}: the box comes before the heading`, await page.evaluate(() => document.querySelector("#text").compareDocumentPosition(document.querySelector("h1")) === Node.DOCUMENT_POSITION_FOLLOWING));
  await page.fill("#text", "caf%C3%A9 & co");
  await page.press("#text", "Enter");
  await page.waitForSelector("html[data-ready]", { timeout: 60_000 });
  await page.waitForFunction(() => document.querySelectorAll("textarea")[0]?.value === "café & co");
  check(`/${home}: nothing of it is sent`, !page.url().split("#")[0].includes("caf"), page.url());
  await close(`home /${home}`);
}

// Without JavaScript everything but the search is there, and that says so.
{
  const { page, close } = await open({ javaScriptEnabled: false });
  await page.goto(`${settings.address}search/?q=a`);
  check("without JavaScript", (await page.textContent("main")).includes("Without JavaScript"));
  await close("without JavaScript");
}

if (settings.screenshots) {
  for (const [look, options] of looks.map(({ name, ...o }) => [name, o])) {
    const { page } = await open(options);
    for (const path of ["", "guides/", "guides/space-plus/", "guides/command/", "dialects/", "dialects/rfc3986/", "functions/", "functions/php.urlencode/", "languages/php/", "search/?q=oauth", "ja/guides/oauth/", "es/"]) {
      await page.goto(settings.address + path);
      if (path.startsWith("search")) await page.waitForSelector("#found a");
      await page.screenshot({ path: `${settings.screenshots}/${look.replace(", ", "-")}-${path.replace(/[^a-z0-9.]+/g, "_")}.png` });
    }
  }
}

await browser.close();
console.log(`${checks} checks, ${failures} failures`);
process.exitCode = failures ? 1 : 0;
