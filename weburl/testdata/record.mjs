// Records what the npm package whatwg-url does, for the tests of package weburl,
// which make the same inputs by the same rules: see generate_test.go.
//
//	npm install --no-save --no-package-lock --prefix . whatwg-url@17.3.0
//	node record.mjs urls 4000 1 | gzip -9n >urls.json.gz
//	node record.mjs urls-hashed 1000000 2 | gzip -9n >urls.hashes.gz
//	node record.mjs calls-hashed 100000 3 | gzip -9n >calls.hashes.gz
//	node record.mjs charsets-hashed 100000 4 | gzip -9n >charsets.hashes.gz
//
// Arguments: what to record, how many, and the seed. The hashes are the first
// eight digits of the SHA-256 of each block of 100 (calls) or 1000 (the others).
// Without "-hashed", the inputs and outputs themselves are written; a fourth
// argument is then the number of the first.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(process.env.NODE_PATH ? process.env.NODE_PATH + '/x.js' : new URL('node_modules/x.js', import.meta.url));
const { URL: URLStandard, URLSearchParams, parseURL, parseURLWithValidationErrors, serializeURL } = require('whatwg-url');
const { version } = require('whatwg-url/package.json');

const lines = (name) => readFileSync(new URL(name, import.meta.url), 'utf8').split('\n').slice(0, -1).map((s) => Array.from(s));
const seeds = lines('seeds.txt');
const pieces = lines('pieces.txt').concat([' ', '\t', '\n', '\r', '\0', '\x1f', '\x7f', '\x80', '\u2028', '\uFFFD'].map((s) => [s]));

// One generator a case, so that each can be made by itself: a multiplicative hash
// of a counter, in 32 bits.
let state;
const start = (seed, i) => { state = Math.imul(seed, 0x9E3779B1) ^ Math.imul(i, 0x85EBCA6B); };
const next = () => {
	state = (state + 0x6D2B79F5) | 0;
	let z = state;
	z = Math.imul(z ^ (z >>> 16), 0x21F0AAAD);
	z = Math.imul(z ^ (z >>> 15), 0x735A2D97);
	return (z ^ (z >>> 15)) >>> 0;
};
const random = (n) => next() % n;

// mutated returns a seed with up to that many changes.
const mutated = (changes) => {
	const s = seeds[random(seeds.length)].slice();
	for (let n = random(changes + 1); n > 0; n--) {
		const at = random(s.length + 1);
		switch (random(6)) {
			case 0: case 1: case 2:
				s.splice(at, 0, ...pieces[random(pieces.length)]);
				break;
			case 3:
				s.splice(at, random(4));
				break;
			case 4:
				s.splice(at, 1, ...pieces[random(pieces.length)]);
				break;
			case 5: {
				const other = seeds[random(seeds.length)];
				s.splice(at, random(s.length + 1), ...other.slice(random(other.length + 1)));
			}
		}
	}
	return s.join('');
};

const getters = ['href', 'origin', 'protocol', 'username', 'password', 'host', 'hostname', 'port', 'pathname', 'search', 'hash'];

// urlCase returns an input, a base or null, and what comes of them: null, or the
// values of the getters; and the names of the validation errors.
const urlCase = (seed, i) => {
	start(seed, i);
	const base = random(2) === 0 ? null : mutated(1);
	const input = mutated(4);
	let parsedBase = null;
	if (base !== null && (parsedBase = parseURL(base)) === null) {
		return [input, base, null, null];
	}
	const errors = parseURLWithValidationErrors(input, { baseURL: parsedBase }).validationErrors;
	const args = base === null ? [input] : [input, base];
	const url = URLStandard.parse(...args);
	if (URLStandard.canParse(...args) !== (url !== null)) {
		throw new Error(`canParse ${input}`);
	}
	return [input, base, url && getters.map((g) => url[g]), errors];
};

const labels = ['utf-8', 'shift_jis', 'iso-2022-jp', 'euc-jp', 'euc-kr', 'big5', 'gbk', 'gb18030', 'windows-1252', 'windows-1251', 'koi8-r', 'ibm866', 'macintosh', 'x-user-defined', 'iso-8859-8-i'];
const letters = Array.from('aAz09%41&\'"<>日本語ア¥‾≡‽€가한丂⼀Жяﾊèéß\x0E\x1B\u0080\u00A5\u203E\u2212\uFF0D\u{20089}\u{2F8DC}\uE5E5\uF780\uFFFD☃😀\u05D0\u20AC\u0152');

// charsetCase returns the charset of a document, an input, and the URL or null.
const charsetCase = (seed, i) => {
	start(seed, i);
	const label = labels[random(labels.length)];
	let input = ['http://h/é?', 'https://h?', 'ftp://h/?', 'file:///?', 'ws://h/?', 'wss://h/?', 'foo://h/?', 'foo:?'][random(8)];
	for (let n = random(8); n >= 0; n--) {
		input += letters[random(letters.length)];
	}
	if (random(4) === 0) {
		input += '#é';
	}
	const url = parseURL(input, { encoding: label });
	return [label, input, url && serializeURL(url)];
};

const value = () => {
	switch (random(4)) {
		case 0:
			return mutated(2);
		case 1:
			return '';
	}
	let s = '';
	for (let n = random(4); n >= 0; n--) {
		s += pieces[random(pieces.length)].join('');
	}
	return s;
};
const names = ['a', 'q', 'b', 'é', '', 'a b', '\u{1F308}', '\uFB03'];
const name = () => names[random(names.length)];
const settable = ['href', 'protocol', 'username', 'password', 'host', 'hostname', 'port', 'pathname', 'search', 'hash'];

// callCase returns a URL and what calls of setters and of methods of its
// searchParams return and leave behind.
const callCase = (seed, i) => {
	start(seed, i);
	let url = null, from;
	while (url === null) {
		from = mutated(1);
		url = URLStandard.parse(from);
	}
	const out = [from, url.href];
	const params = url.searchParams;
	for (let n = 1 + random(6); n > 0; n--) {
		const op = random(settable.length + 12);
		let result = '';
		if (op < settable.length) {
			const v = value();
			try {
				url[settable[op]] = v;
			} catch {
				result = 'TypeError';
			}
			out.push(settable[op], v);
		} else {
			const k = name(), v = random(3) === 0 ? value() : name();
			const call = ['append', 'append', 'set', 'set', 'delete', 'deleteValue', 'get', 'getAll', 'has', 'hasValue', 'sort', 'size'][op - settable.length];
			switch (call) {
				case 'append': params.append(k, v); break;
				case 'set': params.set(k, v); break;
				case 'delete': params.delete(k); break;
				case 'deleteValue': params.delete(k, v); break;
				case 'get': result = params.get(k) ?? 'null'; break;
				case 'getAll': result = params.getAll(k).join('\x01'); break;
				case 'has': result = String(params.has(k)); break;
				case 'hasValue': result = String(params.has(k, v)); break;
				case 'sort': params.sort(); break;
				case 'size': result = String(params.size); break;
			}
			out.push(call, k, v);
		}
		out.push(result, url.href, params.toString());
	}
	return out;
};

const [what, count, seed, first] = [process.argv[2], ...process.argv.slice(3).map(Number)];
const [kind, hashed] = what.split('-');
const make = { urls: urlCase, calls: callCase, charsets: charsetCase }[kind];
// flat is a case as one text: what is null is U+0000.
const flat = (v) => v === null ? '\0' : Array.isArray(v) ? '(' + v.map(flat).join('\x02') + ')' : v;
if (hashed) {
	const size = kind === 'calls' ? 100 : 1000;
	for (let i = 0; i < count; i += size) {
		const hash = createHash('sha256');
		for (let j = i; j < Math.min(i + size, count); j++) {
			hash.update(flat(make(seed, j)) + '\n');
		}
		process.stdout.write(hash.digest('hex').slice(0, 8) + '\n');
	}
} else {
	process.stdout.write(`{"program":"whatwg-url ${version}","seed":${seed},"cases":[\n`);
	for (let i = first || 0, end = i + count; i < end; i++) {
		process.stdout.write(JSON.stringify(make(seed, i)) + (i + 1 < end ? ',\n' : '\n'));
	}
	process.stdout.write(']}\n');
}
