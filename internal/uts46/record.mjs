// Writes what the npm package tr46 makes of names that are put together at random.
// Arguments: the number of names, the seed and, for the second file, "hashed": then
// the first eight digits of the SHA-256 of each thousand names are written, of which
// uts46_test.go makes the same ones.
//
//	npm install --no-save --no-package-lock --prefix . tr46@7.0.0
//	node record.mjs 4000 1 >testdata/tr46.json
//	node record.mjs 400000 2 hashed | gzip -9n >testdata/tr46.hashes.gz
import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';

const require = createRequire(new URL('node_modules/x.js', import.meta.url));
const { toASCII, toUnicode } = require('tr46');
const { version } = require('tr46/package.json');
const punycode = createRequire(require.resolve('tr46'))('punycode/');
const [count, seed] = process.argv.slice(2, 4).map(Number);
const hashed = process.argv[4] === 'hashed';

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
	() => between(0x1E00, 0x1FFF), () => between(0x2000, 0x2BFF), () => between(0x80, 0x3FC3F).replace(/[\uD800-\uDFFF]/gu, 'a'),
	() => between(0x10800, 0x11FFF), () => between(0xE0000, 0xE01FF), () => pick(['\u200C', '\u200D', '\u094D', '\u00DF', '\u03C2', '\u1E9E', '\u00AD', '\u0131']),
	() => pick(['\u0627\u200C\u0628', '\u0915\u094D\u200D', '\u0661', '1', '\u05D0', '\u0307', '\u0323', '\u0345', '\u11BD\u0301', '\u0644\u0670\u200C\u06ED\u06EF', '\u0628\u0301\u200C\u0628']),
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
			let e = hashed ? 'xn--' + punycode.encode(s) : (toASCII(s, all) ?? 'xn--' + s).split('.')[0];
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
const name = () => {
	let s = label();
	for (let n = random(4); n > 0; n--) {
		s += pick(['.', '.', '.', '\u3002', '\uFF0E']) + (random(12) === 0 ? '' : label());
	}
	return s;
};
const row = (s) => {
	const o = { checkBidi: true, checkJoiners: true };
	const strict = { ...o, checkHyphens: true, useSTD3ASCIIRules: true, verifyDNSLength: true };
	const { domain, error } = toUnicode(s, o);
	return [s, toASCII(s, o), toASCII(s, strict), error ? null : domain];
};
if (hashed) {
	for (let i = 0; i < count; i += 1000) {
		const hash = createHash('sha256');
		for (let j = 0; j < 1000; j++) {
			hash.update(row(name()).map((v) => v ?? '\0').join('\x02') + '\n');
		}
		console.log(hash.digest('hex').slice(0, 8));
	}
} else {
	const rows = Array.from({ length: count }, () => JSON.stringify(row(name())));
	console.log(`{"program": "tr46 ${version}", "columns": ["domain", "ToASCII", "ToASCII, strict", "ToUnicode"], "rows": [
${rows.join(',\n')}
]}`);
}
