// Tests of the page in Chromium. Settings come as JSON on standard input; what is
// wrong goes to standard output, and makes the status 1.

import { readFileSync } from "node:fs";
import { chromium } from "playwright-core";

const settings = JSON.parse(readFileSync(0, "utf8"));
const axe = readFileSync(new URL("./node_modules/axe-core/axe.min.js", import.meta.url), "utf8");
const tabs = ["explain", "layers", "compare", "programs", "charsets", "table", "sets", "identify", "url", "signatures", "answers"];

let failures = 0, checks = 0;
function check(name, good, about = "") {
  checks++;
  if (good) return;
  failures++;
  console.log(`FAIL ${name}: ${typeof about === "string" ? about : JSON.stringify(about)}`.slice(0, 2000));
}

const browser = await chromium.launch({
  executablePath: settings.browser,
  args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-component-update", "--host-resolver-rules=MAP * ~NOTFOUND,EXCLUDE 127.0.0.1"],
});

// open opens the page in a context of its own. What the page asks for, says and
// opens is noted.
async function open(address, { before, ...options } = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, locale: "en-US", ...options });
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  const log = { requests: [], said: [], dialogs: 0 };
  context.on("request", r => log.requests.push(r.url()));
  page.on("console", m => { if (["error", "warning"].includes(m.type())) log.said.push(m.text()); });
  page.on("pageerror", e => log.said.push(e.stack));
  page.on("dialog", d => {
    log.dialogs++;
    d.dismiss();
  });
  page.on("popup", () => log.dialogs++);
  // What was said to those who do not look.
  await page.addInitScript(() => {
    window.said = [];
    addEventListener("DOMContentLoaded", () => new MutationObserver(() => window.said.push(document.getElementById("status").textContent))
      .observe(document.getElementById("status"), { childList: true, characterData: true, subtree: true }));
  });
  await before?.(page);
  await page.goto(address);
  if (!before) await page.waitForSelector("html[data-ready]", { timeout: 60_000 });
  return { context, page, log, address };
}

// close checks that nothing has left the origin and nothing was said.
async function close(name, { context, log, address }) {
  const origin = new URL(address).origin + "/";
  const foreign = log.requests.filter(u => !u.startsWith(origin) && !u.startsWith("data:"));
  check(`${name}: no request leaves the origin`, foreign.length === 0 && log.requests.length > 5, foreign);
  check(`${name}: no error on the console`, log.said.length === 0, log.said);
  check(`${name}: no dialog, no window`, log.dialogs === 0);
  await context.close();
}

const area = (page, side) => page.locator(`[data-side="${side}"] textarea`);
const panel = page => page.locator("#panel");

// write puts a text into a pane as typing or pasting does, whatever it holds.
async function write(page, side, text) {
  await page.evaluate(([side, text]) => {
    const area = document.querySelector(`[data-side="${side}"] textarea`);
    area.focus();
    area.select();
    const data = new DataTransfer();
    data.setData("text/plain", text);
    const paste = new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true });
    if (text === "" || !data.getData("text/plain")) {
      area.value = text;
      area.dispatchEvent(new Event("input", { bubbles: true }));
    } else area.dispatchEvent(paste);
  }, [side, text]);
}

// until waits until a function of the page holds.
async function until(page, name, f, argument, timeout = 20_000) {
  try {
    await page.waitForFunction(f, argument, { timeout });
    check(name, true);
  } catch {
    check(name, false, await page.evaluate(() => [...document.querySelectorAll("textarea")].map(a => a.value.slice(0, 80)).join(" | ") + " | " + document.getElementById("panel").innerText.slice(0, 500)));
  }
}

const shows = (page, name, text) => until(page, name, text => document.getElementById("panel").innerText.includes(text), text);
const has = (page, name, side, text) => until(page, name, ([side, text]) => document.querySelector(`[data-side="${side}"] textarea`).value === text, [side, text]);

// dialect chooses a dialect by its name.
async function dialect(page, name) {
  await page.fill("#search", name);
  await page.waitForFunction(name => document.querySelector("#found strong")?.textContent === name, name);
  await page.keyboard.press("Enter");
}

const settled = page => page.waitForSelector('#panes[aria-busy="false"]');

async function tab(page, name) {
  // What is not there shows as nothing.
  const slips = await page.evaluate(() => {
    const list = [], walker = document.createTreeWalker(document.getElementById("panel"), NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const { data, parentElement } = walker.currentNode;
      if (/^(undefined|false|true|NaN|null|\[object.*)$/.test(data.trim()) && !parentElement.closest("code, pre")) list.push(parentElement.outerHTML.slice(0, 200));
    }
    return list;
  });
  check(`before ${name}`, slips.length === 0, slips);
  await page.click(`#tab-${name}`);
  await page.waitForFunction(name => document.querySelector(`#tab-${name}`).getAttribute("aria-selected") === "true", name);
}

// work: every tab does its job on the examples of the README.
async function work(name, address) {
  const it = await open(address);
  const { page } = it;
  const n = text => `${name}: ${text}`;
  check(n("the text has the focus"), await page.evaluate(() => document.activeElement.closest("[data-side]")?.dataset.side) === "data");
  await page.keyboard.type("a");
  await has(page, n("what is typed takes the place of the example"), "data", "a");
  await page.evaluate(() => document.activeElement.blur());
  await page.keyboard.press("Tab");
  check(n("the first Tab reaches the text"), await page.evaluate(() => document.activeElement.closest("[data-side]")?.dataset.side) === "data");
  await page.click("#options summary");
  await write(page, "data", "Dogs%2C%20Mice");
  await has(page, n("what is pasted with escapes is taken as encoded"), "data", "Dogs, Mice");
  await page.locator("#chips button").first().click();
  await has(page, n("or as data"), "encoded", "Dogs%252C%2520Mice");
  await write(page, "data", "https://h/Mice?q=Dogs");
  await has(page, n("a URL without escapes is taken as data"), "encoded", "https%3A%2F%2Fh%2FMice%3Fq%3DDogs");
  await page.locator(".chip", { hasText: "This is a URL" }).click();
  await has(page, n("or as it is"), "encoded", "https://h/Mice?q=Dogs");
  await write(page, "data", "curl 'https://h/Mice?q=Dogs' -d a=b");
  await page.locator(".chip", { hasText: "The URL in this command" }).click();
  await has(page, n("the URL of a command"), "encoded", "https://h/Mice?q=Dogs");
  await write(page, "data", "Ladies + Gentlemen");
  await has(page, n("encode"), "encoded", "Ladies%20%2B%20Gentlemen");
  await dialect(page, "whatwg.form");
  await has(page, n("dialect"), "encoded", "Ladies+%2B+Gentlemen");
  await dialect(page, "rfc3986");
  await page.selectOption("#space", "plus");
  await has(page, n("space"), "encoded", "Ladies+%2B+Gentlemen");
  await page.selectOption("#space", "");
  await write(page, "encoded", "Dogs%2C%20Cats%20%26%20Mice");
  await has(page, n("decode"), "data", "Dogs, Cats & Mice");
  check(n("encoded leads"), await page.locator('[data-side="encoded"]').evaluate(e => e.classList.contains("leads")));
  await until(page, n("that it leads is said"), () => window.said.some(text => text.includes("Encoded leads")));
  await page.keyboard.press("Control+z");
  await has(page, n("undo"), "data", "Ladies + Gentlemen");
  await page.keyboard.press("Control+Shift+z");
  await has(page, n("redo"), "data", "Dogs, Cats & Mice");
  await write(page, "encoded", "a%zzb");
  await until(page, n("malformed"), () => /invalid escape/.test(document.querySelector('[data-side="data"] .note').textContent));
  await page.selectOption("#malformed", "keep");
  await has(page, n("kept"), "data", "a%zzb");
  await page.selectOption("#malformed", "");
  await write(page, "data", "a b\nc d");
  await page.selectOption("#scope", "lines");
  await has(page, n("lines"), "encoded", "a%20b\nc%20d");
  await page.selectOption("#scope", "");

  await page.fill("#search", "java.URLEncoder");
  await page.waitForSelector("#found li");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await write(page, "data", "a b~");
  await has(page, n("search by keyboard"), "encoded", "a+b%7E");
  await dialect(page, "rfc3986");

  // What people type finds what they mean first.
  for (const [text, want] of Object.entries({ php: "php.rawurlencode", "python quote": "py.quote", go: "go.url.QueryEscape", java: "java.URLEncoder", "query string": "whatwg.form", rawurlencode: "php.rawurlencode" })) {
    await page.fill("#search", text);
    await until(page, n(`search: ${text}`), want => document.querySelector("#found strong")?.textContent === want, want);
  }
  await page.keyboard.press("Escape");
  check(n("Escape closes the list"), await page.locator("#found").isHidden() && await page.inputValue("#search") === "rfc3986");
  await page.click("#search");
  check(n("a click lists those to start with"), await page.locator("#found li").count() === 15);
  await page.click("h1");
  check(n("the list closes"), await page.locator("#found").isHidden());

  // What is wrong, and chips.
  await write(page, "encoded", "http://example.com/a%2520b/%2e%2e/x");
  await page.waitForSelector("#findings li.error");
  await page.waitForSelector(".marks mark.error");
  check(n("finding"), (await page.locator("#findings").innerText()).includes("dot-segment-encoded"));
  check(n("underlined"), await page.locator(".marks mark.error").first().textContent() === "%2e%2e/");
  await page.locator("#findings button", { hasText: "%20" }).first().click();
  await has(page, n("replaced"), "encoded", "http://example.com/a%20b/%2e%2e/x");
  await write(page, "encoded", "caf%E9");
  await page.locator(".chip", { hasText: "café" }).click();
  await has(page, n("chip: charset"), "data", "café");
  await page.selectOption("#charset", "");
  await write(page, "encoded", "100%2525");
  await page.locator(".chip", { hasText: "Encoded 2 times" }).click();
  await shows(page, n("chip: layers"), "Layers: 2");
  await page.locator("input.slider").focus();
  await page.keyboard.press("ArrowRight");
  await until(page, n("slider"), () => document.querySelector(".layer").textContent === "100%");

  await tab(page, "explain");
  await write(page, "encoded", "/a%2fb?q=1+%7E#é");
  await shows(page, n("explain"), "SOLIDUS");
  check(n("ribbon"), await page.locator(".cell.v-must-be-escaped").count() === 1);
  await page.locator("table.edit tbody tr", { hasText: "value" }).locator("input").fill("x y");
  await page.keyboard.press("Tab");
  await has(page, n("a parameter is changed"), "encoded", "/a%2fb?q=x%20y#é");
  await page.locator(".cell", { hasText: "SOLIDUS" }).nth(1).dblclick();
  check(n("all of an escape is selected"), await area(page, "encoded").evaluate(e => e.value.slice(e.selectionStart, e.selectionEnd)) === "%2f");
  await page.locator(".cell").first().focus();
  for (const key of ["End", "ArrowRight", "ArrowLeft"]) await page.keyboard.press(key);
  check(n("ribbon by keyboard"), await page.evaluate(() => document.activeElement.matches(".cell:nth-last-child(2)") && document.querySelectorAll('.cell[tabindex="0"]').length === 1));
  check(n("about the character"), (await page.locator(".about-character").innerText()).includes("U+0023"));
  await write(page, "encoded", "/?q=%E9");
  await until(page, n("octets that are no text are not offered for change"), () => [...document.querySelectorAll("table.edit tbody tr")].at(-1)?.querySelector("input")?.readOnly);

  await tab(page, "compare");
  await write(page, "encoded", "https://example.com/?q=caf%C3%A9");
  await page.fill("#panel textarea", "https://example.com/?q=caf%E9");
  await shows(page, n("compare"), "wrong-charset");
  await page.locator("#panel button", { hasText: "Repair B" }).first().click();
  await shows(page, n("repaired"), "Identical");
  await page.selectOption("#panel select", "alpn");
  await write(page, "encoded", "h2");
  await page.fill("#panel textarea", "h%32");
  await shows(page, n("compare: alpn"), "identifier 1");
  await page.selectOption("#panel select", "text");

  await tab(page, "programs");
  await write(page, "data", "a b~");
  await until(page, n("programs"), () => document.getElementById("panel").textContent.includes("php.rawurlencode"));
  await page.locator("#panel summary", { hasText: "Languages" }).click();
  await page.locator("#panel label", { hasText: /^\s*PHP \(/ }).locator("input").check();
  await until(page, n("filtered"), () => !document.getElementById("panel").textContent.includes("java.URLEncoder") && document.getElementById("panel").textContent.includes("php.urlencode"));
  check(n("the focus stays"), await page.evaluate(() => document.activeElement.matches("#panel input[type=checkbox]")));

  await tab(page, "charsets");
  await write(page, "data", "自動");
  await shows(page, n("charsets"), "8E A9 93 AE");
  await tab(page, "table");
  await until(page, n("table"), () => document.querySelectorAll(".grid").length >= 4 && document.querySelectorAll(".grid td.marked").length >= 4);
  await tab(page, "sets");
  await page.fill("#panel input.wide", "js.encodeURI - js.encodeURIComponent");
  await shows(page, n("sets"), "[#$&+,/:;=?@]");
  await page.fill("#panel input.wide", "tcher");
  await shows(page, n("sets: a mistake"), "unknown name");
  await page.locator("#panel button", { hasText: /^tchar$/ }).first().click();
  await shows(page, n("sets: what was meant"), "Octets: 77");

  await tab(page, "identify");
  await write(page, "data", "a b~*");
  await page.locator("#panel label", { hasText: "made from" }).locator("input").check();
  await dialect(page, "whatwg.form");
  await shows(page, n("identify"), "Rules that remain");
  await dialect(page, "rfc3986");

  await tab(page, "url");
  await write(page, "encoded", "HTTP://ex%41mple.com:80/a\\b?q=é");
  await shows(page, n("url"), "http://example.com/a/b?q=%C3%A9");
  check(n("this browser agrees"), !(await panel(page).innerText()).includes("differs"));
  check(n("validation errors"), (await panel(page).innerText()).includes("invalid-reverse-solidus"));

  await page.selectOption("#charset", "windows-1252");
  await shows(page, n("the charset of the page"), "http://example.com/a/b?q=%E9");
  await page.selectOption("#charset", "");

  // Texts that do not decode: the switch is there, and begins with what can be done.
  for (const text of ["%u65E5%E6%97%A5", "%%31%42", "%zz"]) {
    for (const t of ["programs", "charsets"]) {
      await tab(page, "explain");
      await page.evaluate(([t, text]) => { location.hash = `#${t}?encoded=${encodeURIComponent(text)}`; }, [t, text]);
      await page.waitForFunction(t => document.querySelector(`#tab-${t}`).getAttribute("aria-selected") === "true", t);
      await until(page, n(`${t} of ${text}`), () => document.querySelectorAll("#panel .groups > li, #panel tbody tr").length > 3 && /decode/.test(document.querySelector('#panel [aria-pressed="true"]')?.textContent));
    }
  }
  await page.locator("#panel button", { hasText: "encode the data" }).click();
  await until(page, n("the switch is always there"), () => document.querySelectorAll("#panel [aria-pressed]").length === 2);

  await tab(page, "signatures");
  await page.locator("#panel textarea").first().fill("curl -d 'c2&a3=2+q' 'http://example.com/request?a2=r%20b'");
  await shows(page, n("signatures"), "POST&http%3A%2F%2Fexample.com%2Frequest&a2%3Dr%2520b");
  await page.locator("#panel textarea").last().fill("POST&http%3A%2F%2Fexample.com%2Frequest&a2%3Dr%2Bb%26a3%3D2%2Bq%26c2%3D");
  await shows(page, n("theirs"), "space-as-plus");
  await write(page, "data", "curl 'https://b.s3.us-east-1.amazonaws.com/k?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=a/20200102/us-east-1/s3/aws4_request&X-Amz-Date=20200102T030405Z&X-Amz-Expires=60&X-Amz-SignedHeaders=host&X-Amz-Signature=00'");
  await page.locator(".chip", { hasText: "what is signed" }).click();
  await shows(page, n("a presigned URL ends"), "Ended: 2020-01-02T03:05:05Z");
  await shows(page, n("its canonical request"), "host:b.s3.us-east-1.amazonaws.com");
  check(n("no field for a secret"), await page.locator('input[type="password"]').count() === 0);

  await tab(page, "answers");
  await page.locator("#panel input").fill("plus sign lost");
  await page.locator("#panel summary").first().click();
  await shows(page, n("an answer has all of its section"), "Guides on this:");

  // Files: what is done with one is said, however long it is.
  const file = page.locator('[data-side="data"] input[type="file"]');
  await file.setInputFiles({ name: "short.txt", mimeType: "text/plain", buffer: Buffer.from("a b") });
  await has(page, n("a file"), "encoded", "a%20b");
  await until(page, n("a file: what was done"), () => document.querySelector('[data-side="data"] .note').textContent.includes("short.txt: 3 bytes read"));
  await file.setInputFiles({ name: "long.txt", mimeType: "text/plain", buffer: Buffer.from(`${"a b c ".repeat(20)}\n`.repeat(11_000)) });
  await until(page, n("a long file: what was done"), () => /long\.txt: only the first 1,000,000 of 1,331,000 bytes/.test(document.querySelector('[data-side="data"] .note').textContent), null, 60_000);
  await file.setInputFiles({ name: "lines.txt", mimeType: "text/plain", buffer: Buffer.from("a\n".repeat(12_000)) });
  await until(page, n("a file of many lines: what was done"), () => /lines\.txt: only the first 20,000 of 24,000 bytes/.test(document.querySelector('[data-side="data"] .note').textContent), null, 60_000);
  await page.evaluate(() => {
    const data = new DataTransfer();
    data.items.add(new File(["c%20d"], "dropped.txt"));
    data.items.add(new File(["e"], "other.txt"));
    const drop = new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true });
    document.querySelector('[data-side="encoded"]').dispatchEvent(drop);
  });
  await has(page, n("a file that is dropped"), "data", "c d");
  await until(page, n("a drop: what was done"), () => /dropped\.txt: 5 bytes read The other files \(1\)/.test(document.querySelector('[data-side="encoded"] .note').textContent));

  // The ways, and the link.
  await tab(page, "explain");
  await write(page, "data", "it's & more");
  await settled(page);
  await page.click("#share");
  await until(page, n("shared"), name => document.getElementById("shared").textContent.includes("only on this machine") === (name === "http") && !document.getElementById("shared").hidden, name);
  check(n("the link that is shared"), (await page.evaluate(() => navigator.clipboard.readText())).startsWith(address + "#explain?"));
  await page.locator("#pane-ways summary").click();
  await until(page, n("command"), () => document.getElementById("pane-ways").innerText.includes("percent encode 'it'\\''s & more'"));
  check(n("Go"), (await page.locator("#pane-ways").innerText()).includes('percent.RFC3986.Encode("it\'s & more")'));
  await page.locator("#pane-ways button", { hasText: "Copy the link" }).click();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  check(n("link"), link.startsWith(address + "#explain?") && link.includes("more"), link);
  await page.locator("#pane-ways input").uncheck();
  await page.locator("#pane-ways button", { hasText: "Copy the link" }).click();
  const bare = await page.evaluate(() => navigator.clipboard.readText());
  check(n("link without the text"), bare === address + "#explain", bare);
  await until(page, n("address without the text"), () => document.location.hash === "#explain");
  await write(page, "data", "it's not & more");
  await has(page, n("goes on"), "encoded", "it%27s%20not%20%26%20more");
  check(n("the switch stays"), !await page.locator("#pane-ways input").isChecked());
  check(n("nothing is stored"), await page.evaluate(() => localStorage.length + document.cookie.length) === 0);
  await close(name, it);

  const again = await open(link);
  await has(again.page, n("the link brings it back"), "data", "it's & more");
  await close(`${name}, link`, again);
  for (const [text, side, other, want] of [["caf%C3%A9", "encoded", "data", "café"], ["100% sure", "data", "encoded", "100%25%20sure"], ["https://h/é", "encoded", "data", "https://h/é"]]) {
    const pasted = await open(`${address}#explain?text=${encodeURIComponent(text)}`);
    await has(pasted.page, n(`${text} is pasted elsewhere`), other, want);
    check(n(`${text} leads`), await pasted.page.locator(`[data-side="${side}"]`).evaluate(e => e.classList.contains("leads")));
    await close(`${name}, ${text}`, pasted);
  }
}

// waiting: the texts can be written in before the program is there, and a program
// that never comes is said not to.
async function waiting(address) {
  const program = "**/percent.wasm";
  let release;
  const held = new Promise(done => { release = done; });
  const it = await open(address, { before: page => page.route(program, async route => {
    await held;
    await route.continue();
  }) });
  const { page } = it;
  await area(page, "data").fill("a b");
  check("waiting: it can be written in", await area(page, "data").inputValue() === "a b");
  await until(page, "waiting: that it loads is said", () => document.querySelector('[data-side="encoded"] .note').textContent.includes("is loading"));
  check("waiting: there is no program yet", await page.locator("html[data-ready]").count() === 0 && await area(page, "encoded").inputValue() === "");
  release();
  await has(page, "waiting: the result comes", "encoded", "a%20b");
  await until(page, "waiting: it is said no more", () => document.querySelector('[data-side="encoded"] .note').textContent === "");
  await dialect(page, "whatwg.form");
  await has(page, "waiting: the catalogue comes", "encoded", "a+b");
  await close("waiting", it);

  let tries = 0;
  const without = await open(address, { before: page => page.route(program, route => {
    tries++;
    return route.fulfill({ status: 404 });
  }) });
  await without.page.waitForSelector('main > [role="alert"]');
  await without.page.waitForTimeout(1000);
  check("a program that never comes is not asked for again and again", tries > 0 && tries < 12, tries);
  await without.context.close();
}

// small: a keystroke in 10 KB makes few elements, wherever it is.
async function small(name, address) {
  const it = await open(address);
  const { page } = it;
  const text = "https://example.com/caf%C3%A9/a%20b?q=1+2&r=%7Ex&".repeat(205).slice(0, 10_000);
  for (const side of ["data", "encoded"]) {
    await write(page, side, side === "data" ? text.replaceAll("%", "~") : text);
    await page.waitForSelector('#wrong[aria-busy="false"]');
    await page.waitForSelector('#panel[aria-busy="false"] .cell');
    await page.waitForFunction(() => ["panes", "wrong", "panel"].every(id => document.getElementById(id).getAttribute("aria-busy") !== "true"));
    for (const place of [100, 5_000, 9_999]) {
      const made = await page.evaluate(async ([side, place]) => {
        let count = 0;
        const look = new MutationObserver(list => {
          for (const m of list) for (const n of m.addedNodes) count += 1 + (n.querySelectorAll?.("*").length ?? 0);
        });
        look.observe(document.body, { childList: true, subtree: true });
        const area = document.querySelector(`[data-side="${side}"] textarea`);
        area.setRangeText("~", place, place + 1, "end");
        area.dispatchEvent(new Event("input", { bubbles: true }));
        await new Promise(done => setTimeout(done, 100));
        for (const id of ["panes", "wrong", "panel"]) while (document.getElementById(id).getAttribute("aria-busy") === "true") await new Promise(done => setTimeout(done, 20));
        look.disconnect();
        return count;
      }, [side, place]);
      check(`${name}: a keystroke at ${place} of the ${side} makes few elements`, made > 0 && made < 300, made);
    }
    const shown = await page.evaluate(() => [document.querySelectorAll(".cell").length, document.querySelectorAll("table.edit tr").length, document.querySelectorAll("#findings li").length]);
    check(`${name}: of 10 KB a part is shown`, shown[0] === 200 && shown[1] <= 22 && shown[2] <= 31, shown);
  }
  await page.locator("#panel button", { hasText: "Show all" }).click();
  await until(page, `${name}: all of it on demand`, () => document.querySelectorAll("table.edit tr").length > 100);
  await close(`${name}, small`, it);
}

const hostile = [
  "<img src=x onerror=alert(1)>", "<script>window.pwned = 1</script>", "javascript:alert(1)//", '"><svg onload=alert(1)>', "'-alert(1)-'", "{{7*7}}${7*7}",
  "\u0000a\u0001\u001b[31m", "\u202eevil\u202c \u2066x", "\ud800", "a\udfffb\ud83d", "\r\n\r", "\ufeff\u200b\u00ad", "%00%0D%0A%ff%fe", "%ED%A0%80", "%%%%%", "%u0041%uD800",
  "data:text/html,<script>alert(1)</script>", "http://[::1", "http://user:pass@h:99999/%2e%2e", "__proto__", "constructor", "السلام عليكم %D8%A7", "👩‍👩‍👧 é", " ", "x".repeat(5000), "&amp;&#x3C;",
];

// attack: no text runs, breaks the page or is changed by it.
async function attack(name, address, every) {
  const it = await open(address);
  const { page } = it;
  for (const [i, text] of [...hostile, hostile.join("\n")].entries()) {
    if (i % every !== 0 && i < hostile.length) continue;
    const n = `${name}: hostile ${i}`;
    await tab(page, "explain");
    await write(page, "data", text);
    // Data comes back from its encoded form, octet by octet.
    await settled(page);
    const encoded = await area(page, "encoded").inputValue();
    const before = await area(page, "data").inputValue();
    await write(page, "encoded", encoded);
    await settled(page);
    // A lone surrogate comes back as the octets that it was encoded to.
    const back = await area(page, "data").inputValue();
    check(`${n}: comes back`, text.isWellFormed() ? back === before : /%ED%[AB]/.test(encoded) && back.includes("\uFFFD\uFFFD\uFFFD"), [before, encoded, back]);
    await write(page, "encoded", text);
    // All of them together see every tab, and each alone some.
    for (const t of tabs.filter((_, j) => i === hostile.length || (i + j) % 3 === 0)) {
      await tab(page, t);
      if (t === "compare" || t === "signatures") await page.locator("#panel textarea").first().fill(text.replace(/\p{Surrogate}/gu, ""));
      if (t === "sets") await page.locator("#panel input").first().fill(text.replace(/\p{Surrogate}/gu, ""));
    }
    await page.waitForTimeout(100);
    const state = await page.evaluate(() => ({
      pwned: window.pwned, images: document.querySelectorAll("img").length, scripts: document.querySelectorAll("script").length,
      odd: document.querySelectorAll("svg, iframe, object, embed, [onerror], [onload]").length, links: [...document.querySelectorAll("a")].filter(a => !/^(https:|#)/.test(a.getAttribute("href"))).length,
    }));
    check(`${n}: nothing runs`, !state.pwned && state.images === 1 && state.scripts === 1 && state.odd === 0 && state.links === 0, state);
  }
  // A long text is shown in part, and all of it is copied.
  await tab(page, "explain");
  const long = "a b%é\u0000".repeat(130_000);
  await write(page, "data", long);
  await until(page, `${name}: a megabyte`, () => /bytes are shown/.test(document.querySelector('[data-side="encoded"] .note').textContent), null, 60_000);
  await page.locator('[data-side="encoded"] button', { hasText: "Copy" }).click();
  await page.waitForTimeout(1500);
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  check(`${name}: all of it is copied`, copied === "a%20b%25%C3%A9%00".repeat(130_000), copied.length);
  for (const t of tabs) await tab(page, t);
  await write(page, "data", "still here");
  await has(page, `${name}: it goes on`, "encoded", "still%20here");
  await close(`${name}, hostile`, it);
}

// replies: those of both transports are the ones that there must be.
async function replies(name, address) {
  const it = await open(address);
  for (const { op, request, reply } of settings.answers) {
    const got = await it.page.evaluate(async ([op, request]) => {
      if (document.documentElement.dataset.transport === "http") return (await fetch(`call/${op}`, { method: "POST", body: request })).text();
      window.second ??= new Worker("app/worker.js");
      return new Promise(done => {
        window.second.onmessage = event => done(event.data.reply);
        window.second.postMessage({ id: 1, op, request });
      });
    }, [op, request]);
    check(`${name}: ${op} ${request}`, got === reply, got);
  }
  await close(`${name}, replies`, it);
}

// sights: where things are. On a phone the texts come first, and the result is on the
// first screen; on a desktop the panel of a tab is in sight when the tab is chosen.
async function sights(name, address) {
  const text = "https://example.com/caf%C3%A9/%2e%2e/a%2520b?q=1+2";
  const phone = await open(address, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await write(phone.page, "encoded", text);
  await phone.page.waitForSelector("#findings li");
  const boxes = await phone.page.evaluate(() => [...document.querySelectorAll(".paper textarea")].map(e => ({ top: e.getBoundingClientRect().top + scrollY, bottom: e.getBoundingClientRect().bottom + scrollY })));
  console.log(`SIGHT ${name}: on a phone the texts are at ${boxes.map(b => `${Math.round(b.top)} to ${Math.round(b.bottom)}`).join(" and ")}`);
  check(`${name}: the first text on a phone`, boxes[0].bottom <= 300, boxes);
  check(`${name}: the result on the first screen of a phone`, boxes[1].bottom <= 600, boxes);
  check(`${name}: nothing to use comes before the text`, await phone.page.evaluate(() => document.querySelector("a, button, input, select, textarea, summary").closest("[data-side]") !== null));
  await close(`${name}, phone`, phone);
  for (const height of [720, 900]) {
    const it = await open(address, { viewport: { width: 1280, height } });
    await write(it.page, "encoded", text);
    await it.page.waitForSelector("#findings li:nth-child(3)");
    const wrong = [];
    for (const t of [...tabs].reverse()) {
      await tab(it.page, t);
      const top = await it.page.evaluate(() => document.getElementById("panel").getBoundingClientRect().top);
      if (top < 0 || top > height * 0.8) wrong.push(`${t}: ${top}`);
    }
    check(`${name}: the panel is in sight at ${height} pixels`, wrong.length === 0, wrong);
    await close(`${name}, ${height}`, it);
  }
}

// states are what the page can look like beside its tabs.
const states = {
  empty: async page => {
    await write(page, "encoded", "");
    await settled(page);
  },
  malformed: page => write(page, "encoded", "%zz%u65E5%%30"),
  programs: page => tab(page, "programs"),
  charsets: page => tab(page, "charsets"),
  "the list of dialects": page => page.click("#search"),
  "a search": async page => {
    await page.fill("#search", "go");
    await page.waitForFunction(() => document.querySelector("#found strong")?.textContent === "go.url.QueryEscape");
    await page.keyboard.press("ArrowDown");
  },
  "nothing found": async page => {
    await page.fill("#search", "no such thing");
    await page.waitForFunction(() => document.getElementById("found").hidden);
    await page.keyboard.press("Escape");
  },
  options: async page => {
    await page.click("#options summary");
    await page.selectOption("#space", "plus");
    await page.selectOption("#scope", "lines");
  },
  "as a command": async page => {
    await write(page, "data", "a b\nc");
    await settled(page);
    await page.click("#pane-ways summary");
  },
  shared: page => page.click("#share"),
  "a file": page => page.locator('[data-side="data"] input[type="file"]').setInputFiles({ name: "a.txt", mimeType: "text/plain", buffer: Buffer.from("a\u0000b") }),
  "a long text": async page => {
    await tab(page, "explain");
    await write(page, "encoded", "http://h/?a=%E9&b=c%20d&".repeat(60));
  },
  "an error of a tab": async page => {
    await tab(page, "sets");
    await page.fill("#panel input.wide", "tcher");
  },
  "a signature and theirs": async page => {
    await tab(page, "signatures");
    await page.locator("#panel textarea").first().fill("curl 'http://h/?a=b%20c'");
    await page.locator("#panel textarea").last().fill("GET&http%3A%2F%2Fh%2F&a%3Db%2Bc");
  },
  "AWS": page => page.locator("#panel button", { hasText: "AWS" }).click(),
  "an answer": async page => {
    await tab(page, "answers");
    await page.locator("#panel input").fill("plus sign lost");
    await page.locator("#panel summary").first().click();
  },
  "a comparison": async page => {
    await tab(page, "compare");
    await page.locator("#panel textarea").fill("http://h/?a=%E9&b=c+d");
  },
  "the skip link": page => page.focus("#skip"),
};

// accessible: axe finds nothing on any tab and in any state, in both themes and at both
// widths, in every language; and all of it can be reached by keyboard.
async function accessible(name, address) {
  let looked = 0;
  const look = async (page, kind, what) => {
    await page.waitForTimeout(150);
    const found = await page.evaluate(async source => {
      // As a function of this page: its policy allows no code from text.
      if (!window.axe) (0, eval)(source);
      return (await window.axe.run(document)).violations.map(v => `${v.id}: ${v.nodes.slice(0, 3).map(n => n.html.slice(0, 160)).join(" ")}`);
    }, axe).catch(error => [String(error)]);
    looked++;
    check(`${name}: axe, ${kind}, ${what}`, found.length === 0, found);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
    check(`${name}: ${kind}, ${what} fits the screen`, !wide);
  };
  for (const [kind, options] of [
    ["light", {}], ["dark", { colorScheme: "dark" }],
    ["phone", { viewport: { width: 390, height: 844 } }], ["phone, dark", { viewport: { width: 390, height: 844 }, colorScheme: "dark" }],
  ]) {
    const it = await open(address, options);
    const { page } = it;
    await look(page, kind, "the beginning");
    await write(page, "encoded", "http://example.com/a%2520b/%2e%2e/x?q=caf%E9+1");
    await page.waitForSelector("#findings li");
    for (const t of tabs) {
      await tab(page, t);
      if (t === "compare") await page.locator("#panel textarea").first().fill("http://example.com/a%20b");
      if (t === "signatures") await page.locator("#panel textarea").first().fill("curl 'http://h/?a=b'");
      await look(page, kind, t);
    }
    for (const [what, reach] of Object.entries(states)) {
      await reach(page);
      await look(page, kind, what);
    }
    await close(`${name}, axe, ${kind}`, it);
  }
  console.log(`AXE ${name}: ${looked} states`);
  for (const language of settings.languages) {
    const it = await open(address);
    await it.page.selectOption("#language", language);
    await it.page.waitForFunction(l => document.documentElement.lang === l, language);
    for (const t of tabs) {
      await tab(it.page, t);
      await it.page.waitForTimeout(150);
    }
    check(`${name}: what is in English is said in ${language}`, await it.page.locator("#english").isVisible() === (language !== "en"));
    // A text that is missing shows as its key.
    const keys = await it.page.evaluate(() => document.body.innerText.match(/\b(?:explain|layers|chip|compare|way|tab|kind|loss|empty|severity|verdict|part|table|sets|url|signatures)\.[a-z-]+\b/g));
    check(`${name}: texts in ${language}`, keys === null, keys);
    await close(`${name}, ${language}`, it);
  }
  const it = await open(address);
  const { page } = it;
  await page.locator("#tab-explain").focus();
  for (const t of tabs.slice(1)) {
    await page.keyboard.press("ArrowRight");
    check(`${name}: keyboard to ${t}`, await page.evaluate(() => document.activeElement.id) === `tab-${t}`);
  }
  await page.keyboard.press("Home");
  const reached = new Set();
  await page.click("#options summary");
  await page.evaluate(() => document.activeElement.blur());
  for (let i = 0; i < 90; i++) {
    await page.keyboard.press("Tab");
    reached.add(await page.evaluate(() => document.activeElement.id || document.activeElement.className || document.activeElement.tagName));
  }
  for (const id of ["language", "theme", "search", "space", "charset", "scope", "malformed", "share", "tab-explain", "panel", "skip"]) check(`${name}: Tab reaches ${id}`, reached.has(id), [...reached]);
  await page.focus("#skip");
  await page.keyboard.press("Enter");
  check(`${name}: the skip link leads to the text`, await page.evaluate(() => document.activeElement.closest("[data-side]") !== null));
  await close(`${name}, keyboard`, it);
}

async function screenshots(address, folder) {
  for (const [file, options] of [["light", {}], ["dark", { colorScheme: "dark" }], ["phone", { viewport: { width: 390, height: 844 }, colorScheme: "light" }]]) {
    const it = await open(address, options);
    const { page } = it;
    await write(page, "encoded", "https://example.com/caf%C3%A9/%2e%2e/a%2520b?q=1+2");
    await page.waitForSelector("#findings li");
    await tab(page, file === "dark" ? "layers" : "explain");
    await page.evaluate(() => {
      document.activeElement.blur();
      scrollTo(0, 0);
    });
    await page.waitForTimeout(600);
    await page.screenshot({ path: `${folder}/${file}.png`, fullPage: file !== "phone" });
    await close(`screenshot ${file}`, it);
  }
}

// times measures, in milliseconds: from a keystroke to the result, at 10 KB, and
// the first use of a page that the browser has never seen.
async function times(name, address) {
  const median = list => list.sort((a, b) => a - b)[Math.floor(list.length / 2)].toFixed(1);
  const text = "https://example.com/caf%C3%A9/a%20b?q=1+2&r=%7Ex&".repeat(205).slice(0, 10_000);
  const it = await open(address);
  const { page } = it;
  // Of explain, the characters change that are shown.
  for (const [what, side, t, place, parts] of [
    ["encode", "data", "sets", 5_000, ["panes"]], ["decode and lint", "encoded", "sets", 5_000, ["panes", "wrong"]],
    ["explain", "encoded", "explain", 100, ["panel"]], ["all, from the data", "data", "explain", 100, ["panes", "wrong", "panel"]],
  ]) {
    await tab(page, t);
    await write(page, side, text);
    await page.waitForTimeout(1500);
    const took = await page.evaluate(async ([side, place, parts]) => {
      const area = document.querySelector(`[data-side="${side}"] textarea`);
      const list = {};
      // A part is busy from the keystroke on until it shows the result.
      const until = (start, part) => new Promise(done => {
        const e = document.getElementById(part);
        let begun = e.getAttribute("aria-busy") === "true";
        const look = new MutationObserver(() => {
          if (e.getAttribute("aria-busy") === "true") begun = true;
          else if (begun) {
            look.disconnect();
            done(performance.now() - start);
          }
        });
        look.observe(e, { attributeFilter: ["aria-busy"] });
      });
      for (let i = 0; i < 41; i++) {
        const start = performance.now();
        const all = parts.map(async part => (list[part] ??= []).push(await until(start, part)));
        area.setRangeText(String.fromCharCode(97 + i % 26), place, place + 1, "end");
        area.dispatchEvent(new Event("input", { bubbles: true }));
        await Promise.all(all);
        await new Promise(done => requestAnimationFrame(() => setTimeout(done)));
        (list.painted ??= []).push(performance.now() - start);
        await new Promise(done => setTimeout(done, 60));
      }
      return list;
    }, [side, place, parts]);
    console.log(`TIME ${name}: ${what} at 10 KB: ${Object.entries(took).map(([key, list]) => `${key} ${median(list.slice(1))} ms`).join(", ")} (median of 40)`);
  }
  await it.context.close();
  const first = [];
  for (let i = 0; i < 7; i++) {
    const context = await browser.newContext();
    const page = await context.newPage();
    const start = performance.now();
    await page.goto(address, { waitUntil: "commit" });
    await page.waitForFunction(() => document.querySelectorAll("textarea")[1]?.value.startsWith("Zo%C3%AB"));
    first.push(performance.now() - start);
    await context.close();
  }
  console.log(`TIME ${name}: first use, until the first result is there: ${median(first)} ms (median of 7, nothing cached)`);
}

try {
  if (settings.times) {
    await times("http", settings.http);
    await times("wasm", settings.wasm);
  } else if (settings.screenshots) {
    await screenshots(settings.http, settings.screenshots);
  } else {
    for (const name of ["http", "wasm"]) {
      await work(name, settings[name]);
      // The transport makes no difference to what is shown: some of them will do.
      await attack(name, settings[name], name === "http" ? 1 : 4);
      await replies(name, settings[name]);
    }
    await waiting(settings.wasm);
    await small("http", settings.http);
    await sights("http", settings.http);
    await accessible("http", settings.http);
  }
} catch (error) {
  failures++;
  console.log("FAIL", error.stack);
}
await browser.close();
console.log(`${checks} checks, ${failures} failures`);
process.exit(failures > 0 ? 1 : 0);
