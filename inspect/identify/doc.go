// Package identify tells which dialects an unknown encoder can follow, from samples
// of what it did, and which text to give it next.
//
//	id, err := identify.Identify(identify.Pair("a b~*", "a+b%7E%2A"))
//	id.Matches[0].Dialects[0].ID  // "php.urlencode"
//	id.Next                       // "-\n"
//
// The API of this package may still change.
package identify
