// Fetches URLs with the API that is named.
import http from 'node:http';
import https from 'node:https';
import { createInterface } from 'node:readline';

const api = process.argv[2];
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

const fetchers = {
  fetch: async (s) => { await (await fetch(s)).arrayBuffer(); },
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
