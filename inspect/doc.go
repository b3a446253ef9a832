// Package inspect holds what the questions about encoded text have in common: the
// kinds of text, the parts of a URI, the classes of characters, the units and the
// characters that encoded text consists of, and the limit on its length. The packages
// below it each answer one question: explain shows a text character by character,
// layers counts how often it was encoded, identify names the dialects that can have
// made it, compare shows where two texts differ, and lint lists what is dangerous.
//
// [Units] and [Characters] take any text apart and never fail: "a%C3%A9%" is four
// units after the 'a', but three characters, 'a', 'é' and a stray '%'. [GuessKind]
// guesses what a text is, [PlacesOf] says where in a URI a character may stand.
//
// The classes follow RFC 3986 and, for what no URI may hold, RFC 2396.
//
// The API of this package may still change.
package inspect
