// Records qs and jQuery.param: npm install && node record.mjs < inputs.json
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { JSDOM } from 'jsdom';
import { jQueryFactory } from 'jquery/factory';
import qs from 'qs';

const require = createRequire(import.meta.url);
const version = (name) => JSON.parse(readFileSync(require.resolve('qs/package.json').replace(/qs\/package\.json$/, `${name}/package.json`), 'utf8')).version;
const $ = jQueryFactory(new JSDOM('').window);

const data = (v) => {
  if (v === null || typeof v !== 'object') return v;
  if (v.list) return v.list.map(data);
  return Object.fromEntries(v.map.map(([k, x]) => [k, data(x)]));
};
const value = (v) => {
  if (v === null || typeof v !== 'object') return v;
  if (Array.isArray(v)) return { list: v.map(value) };
  return { map: Object.entries(v).map(([k, x]) => [k, value(x)]) };
};
const input = JSON.parse(readFileSync(0, 'utf8'));
const build = (f) => input.build.map((v) => f(data(v)));
console.log(JSON.stringify({
  version: `Node.js ${process.version}, qs ${version('qs')}, jQuery ${version('jquery')}`,
  build: {
    qs: build((v) => qs.stringify(v)),
    'qs (brackets)': build((v) => qs.stringify(v, { arrayFormat: 'brackets' })),
    'qs (repeat)': build((v) => qs.stringify(v, { arrayFormat: 'repeat' })),
    'qs (RFC 1738)': build((v) => qs.stringify(v, { format: 'RFC1738' })),
    jQuery: build((v) => $.param(v)),
  },
  parse: { qs: input.parse.map((q) => value(qs.parse(q))) },
}, null, 1));
