// Writes testdata/tr46.json: what the npm package tr46 makes of names that are
// put together at random. Arguments: the number of names and the seed.
//
//	npm install --no-save --no-package-lock --prefix . tr46@6.0.0
//	node record.mjs 4000 1 >testdata/tr46.json
import { createRequire } from 'node:module';

const require = createRequire(new URL('node_modules/x.js', import.meta.url));
const { toASCII, toUnicode } = require('tr46');
const { version } = require('tr46/package.json');
const [count, seed] = process.argv.slice(2).map(Number);

// A linear congruential generator (MMIX), of which the upper bits are used.
let state = BigInt(seed);
const random = (n) => {
	state = (state * 6364136223846793005n + 1442695040888963407n) & 0xFFFFFFFFFFFFFFFFn;
	return Number((state >> 33n) % BigInt(n));
};
const pick = (list) => list[random(list.length)];
const between = (a, b) => String.fromCodePoint(a + random(b - a + 1));
const kinds = [
	() => between(0x61, 0x7A), () => between(0x61, 0x7A), () => between(0x30, 0x39), () => between(0x20, 0x7E), () => '-',
	() => between(0xA0, 0x24F), () => between(0x300, 0x36F), () => between(0x370, 0x52F), () => between(0x5D0, 0x5EA),
	() => between(0x620, 0x6FF), () => between(0x900, 0x97F), () => between(0x1100, 0x11FF), () => between(0xAC00, 0xD7A3),
	() => between(0x3040, 0x30FF), () => between(0x4E00, 0x9FFF), () => between(0xFF00, 0xFFEF), () => between(0x1F300, 0x1FAFF),
	() => between(0x1E00, 0x1FFF), () => between(0x2000, 0x2BFF), () => between(0x80, 0x323AF).replace(/[\uD800-\uDFFF]/gu, 'a'),
	() => between(0x10800, 0x11FFF), () => between(0xE0000, 0xE01FF), () => pick(['\u200C', '\u200D', '\u094D', '\u00DF', '\u03C2', '\u1E9E', '\u00AD', '\u0131']),
	() => pick(['\u0627\u200C\u0628', '\u0915\u094D\u200D', '\u0661', '1', '\u05D0', '\u0307', '\u0323', '\u0345', '\u11BD\u0301']),
];
const label = () => {
	const kind = pick(kinds), other = pick(kinds);
	let s = '';
	for (let n = random(6) + 1; n > 0; n--) {
		s += (random(4) === 0 ? other : kind)();
	}
	const all = { checkBidi: false, checkHyphens: false, checkJoiners: false };
	switch (random(8)) {
		case 0: { // a label that is encoded, and sometimes broken
			let e = (toASCII(s, all) ?? 'xn--' + s).split('.')[0];
			if (random(3) === 0) {
				const i = random(e.length + 1);
				e = e.slice(0, i) + pick(['a', '9', '-', 'z', 'Z', '']) + e.slice(i + random(2));
			}
			return e;
		}
		case 1:
			return pick(['XN--', 'xn--', 'xN--']) + s;
	}
	return s;
};
const rows = [];
for (let i = 0; i < count; i++) {
	let s = label();
	for (let n = random(4); n > 0; n--) {
		s += pick(['.', '.', '.', '\u3002', '\uFF0E']) + (random(12) === 0 ? '' : label());
	}
	const o = { checkBidi: true, checkJoiners: true };
	const strict = { ...o, checkHyphens: true, useSTD3ASCIIRules: true, verifyDNSLength: true };
	const { domain, error } = toUnicode(s, o);
	rows.push([s, toASCII(s, o), toASCII(s, strict), error ? null : domain]);
}
console.log(`{"program": "tr46 ${version}", "columns": ["domain", "ToASCII", "ToASCII, strict", "ToUnicode"], "rows": [
${rows.map((row) => JSON.stringify(row)).join(',\n')}
]}`);
