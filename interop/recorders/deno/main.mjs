// Deno of any version.
import { Buffer } from 'node:buffer';
import { createRequire } from 'node:module';
import process from 'node:process';
import querystring from 'node:querystring';
import url from 'node:url';
import { readFileSync, writeSync } from 'node:fs';

const require = createRequire(import.meta.url);
const protocol = require('./protocol.cjs');
const rows = require('./runtime.cjs')('deno', 'deno', querystring, url, protocol.between);
const put = (text) => { for (let b = Buffer.from(text), n = 0; n < b.length;) n += writeSync(1, b.subarray(n)); };
if (process.argv[2] === 'list') put(protocol.list(rows, 'JavaScript', 'Deno ' + Deno.version.deno));
else put(protocol.answers(rows, readFileSync('/dev/stdin', 'utf8')));
