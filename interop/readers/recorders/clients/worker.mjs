// Fetches URLs with the API that is named.
import http from 'node:http';
import https from 'node:https';
import { createRequire } from 'node:module';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';

const [api, word] = process.argv.slice(2);
const npm = process.env.NPM && createRequire(path.join(process.env.NPM, 'package.json'));
if (word === 'version') {
  console.log(globalThis.Deno?.version.deno ?? globalThis.Bun?.version ?? npm(`./node_modules/${api}/package.json`).version);
  process.exit();
}
/** installed returns what a package of npm exports. */
const installed = async (name) => {
  const { exports, main } = npm(`./node_modules/${name}/package.json`);
  const entry = [exports?.['.']?.node?.import?.default, exports?.['.']?.import?.default, exports?.['.']?.import, exports?.['.']?.default?.default, exports?.['.']?.default, exports?.default, exports, main].find((e) => typeof e === 'string');
  const module = await import(pathToFileURL(path.join(process.env.NPM, 'node_modules', name, /\.[cm]?js$/.test(entry) ? entry : `${entry}.js`)));
  return module.default ?? module;
};
const library = ['fetch', 'http'].includes(api) ? null : await installed(api);
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

const fetchers = {
  fetch: async (s) => { await (await fetch(s)).arrayBuffer(); },
  axios: (s) => library.get(s, { timeout: 10000, proxy: false }),
  got: (s) => library(s, { retry: { limit: 0 }, timeout: { request: 10000 } }),
  ky: async (s) => { await (await library(s, { retry: 0, timeout: 10000 })).arrayBuffer(); },
  ofetch: (s) => library.ofetch(s, { retry: 0, timeout: 10000, responseType: 'text' }),
  superagent: (s) => library.get(s).timeout(10000).redirects(0),
  needle: (s) => library('get', s, { open_timeout: 10000, read_timeout: 10000 }),
  'node-fetch': async (s) => { await (await library(s)).arrayBuffer(); },
  http: (s) => new Promise((resolve, reject) => {
    (/^https/i.test(s) ? https : http).get(s, { agent: false }, (answer) => answer.resume().on('end', resolve).on('error', reject)).on('error', reject);
  }),
};

process.on('uncaughtException', () => {});
for await (const line of createInterface({ input: process.stdin })) {
  let s;
  try {
    s = decoder.decode(Buffer.from(line, 'hex'));
  } catch {
    process.stdout.write('?\n');
    continue;
  }
  try {
    await fetchers[api](s);
  } catch {
    // what it did before counts
  }
  process.stdout.write('.\n');
}
