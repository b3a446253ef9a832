// Package inspect says what encoded text is and why two encodings of the same
// thing differ.
//
//	c := inspect.Compare("a=r%20b&c=", "a=r+b&c=", inspect.Text)
//	c.Offset          // 3
//	c.Mistakes[0].ID  // "space-as-plus"
//
// [Compare] is for what a signature is computed over, the signature base string
// of OAuth 1.0 and the canonical request of AWS, and for any other encoded text:
// it finds the first byte that differs, and the single mistakes that make one
// text of the other. Each was tried out: [Mistake.Apply] gives the one text when
// it is given the other. Where no single mistake does that, the list is empty.
//
// [Identify] goes from samples of an unknown encoder to the dialects that it can
// be, and to the text to encode next:
//
//	id, err := inspect.Identify(inspect.Pair("a b~*", "a+b%7E%2A"))
//	id.Matches[0].Dialects[0].ID  // "php.urlencode"
//	id.Next                       // "-\n"
package inspect
