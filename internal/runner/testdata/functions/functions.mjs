// Functions of Node.js: functions.mjs ID.
import { createInterface } from 'node:readline';
import querystring from 'node:querystring';
import url from 'node:url';

class Skip extends Error {}
const between = (out, head, tail = '') => {
  if (out.length < head.length + tail.length || !out.startsWith(head) || !out.endsWith(tail)) throw new Skip('what was put around it is lost');
  return out.slice(head.length, out.length - tail.length);
};
const set = (base, property, value) => {
  const u = new URL(base);
  u[property] = value;
  return u[property];
};
const functions = {
  'js.encodeURIComponent': encodeURIComponent,
  'js.encodeURI': encodeURI,
  'js.escape': escape,
  'js.mdn_rfc3986': (s) => encodeURIComponent(s).replace(/[!'()*]/g, (c) => '%' + c.charCodeAt(0).toString(16).toUpperCase()),
  'node.querystring.escape': (s) => querystring.escape(s),
  'node.querystring.stringify': (s) => querystring.stringify({ k: s }).slice(2),
  'js.URLSearchParams': (s) => new URLSearchParams([['k', s]]).toString().slice(2),
  'js.URL.pathname': (s) => {
    const path = set('http://h/', 'pathname', '/x' + s + 'x');
    if (!path.startsWith('/x') || !path.endsWith('x')) throw new Error('dot segments took away what was put around it');
    return path.slice(2, -1);
  },
  'js.URL.search': (s) => between(set('http://h/', 'search', '?x' + s + 'x'), '?x', 'x'),
  'js.URL.search_nonspecial': (s) => between(set('foo://h/', 'search', '?x' + s + 'x'), '?x', 'x'),
  'js.URL.hash': (s) => between(set('http://h/', 'hash', '#x' + s + 'x'), '#x', 'x'),
  'js.URL.username': (s) => set('http://h/', 'username', s),
  'js.URL.password': (s) => set('http://h/', 'password', s),
  'node.url.format_search': (s) => between(url.format({ pathname: '/', search: '?x' + s }), '/?x'),
  'node.url.format_pathname': (s) => between(url.format({ pathname: '/x' + s }), '/x'),
  'js.decodeURIComponent': decodeURIComponent,
  'js.decodeURI': decodeURI,
  'js.unescape': unescape,
  'node.querystring.unescape': (s) => querystring.unescape(s),
  'js.URLSearchParams.parse': (s) => new URLSearchParams('k=' + s).get('k'),
};
const call = functions[process.argv[2]];
for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
  let answer;
  try {
    answer = { output: call(JSON.parse(line).input) };
  } catch (error) {
    answer = error instanceof Skip ? { skip: error.message } : { error: String(error.message) };
  }
  process.stdout.write(JSON.stringify(answer) + '\n');
}
