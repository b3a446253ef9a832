// Writes the code points that URL takes in the host http://aXb.test/, in hexadecimal, a line each:
//
//	node ages.js >v26.10.0.txt
//	deno run ages.js >deno.txt
var URL = typeof globalThis === "object" && globalThis.URL || require("url").URL;
var taken = [];
for (var c = 0x80; c <= 0x10FFFF; c++) {
	if (c >= 0xD800 && c <= 0xDFFF) continue;
	try {
		new URL('http://a' + String.fromCodePoint(c) + 'b.test/');
		taken.push(c.toString(16));
	} catch (e) {
		// It refuses the character.
	}
}
console.log(taken.join('\n'));
