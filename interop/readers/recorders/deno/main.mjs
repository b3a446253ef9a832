// URL of Deno.
import { createRequire } from 'node:module';
import process from 'node:process';
import { readFileSync, writeSync } from 'node:fs';

const protocol = createRequire(import.meta.url)('./protocol.cjs');
const rows = [['deno.url', Deno.version.deno, 'Deno URL', protocol.urlCall, (s) => protocol.urlParts(new URL(s))]];
const text = process.argv[2] === 'list' ? protocol.list(rows) : protocol.answers(rows, readFileSync('/dev/stdin', 'utf8'));
for (let b = new TextEncoder().encode(text), n = 0; n < b.length;) n += writeSync(1, b.subarray(n));
