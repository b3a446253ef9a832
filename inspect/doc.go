// Package inspect says what encoded text is and why two encodings of the same
// thing differ.
//
//	e, err := inspect.Explain("https://example.com/a%2Fb?q=1+2")
//	e.Characters[21].Verdict   // "data, because it is escaped"
//	l, err := inspect.Layers("100%2525")
//	l.Layers[2].Text           // "100%", and l.Stop is StopStray
//
// [Explain] takes a text apart: what every character is, how it is written, what
// it delimits and whether it must be escaped there, by the grammar of RFC 3986
// (January 2005). [Layers] decodes until nothing changes and keeps every text on
// the way. Both take any text, and neither undoes what is not percent-encoding.
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
// Of texts that nobody signs it also says whether they are equivalent, and by
// which rules, and in which components and parameters they differ:
//
//	c = inspect.Compare("http://h/?q=a%20b", "http://h:80/?q=a+b", inspect.Text)
//	c.Verdict         // Equivalent
//	c.Rules           // "rfc3986.6.2.3", "form"
//	c.Differences[1]  // parameter "q"
//
// [Identify] goes from samples of an unknown encoder to the dialects that it can
// be, and to the text to encode next:
//
//	id, err := inspect.Identify(inspect.Pair("a b~*", "a+b%7E%2A"))
//	id.Matches[0].Dialects[0].ID  // "php.urlencode"
//	id.Next                       // "-\n"
//
// [Lint] finds what is dangerous, broken or ambiguous in a text, through up to
// MaxLayers layers of encoding, and a [Linter] is a choice of its [Rules]:
//
//	found, err := inspect.Lint("http://example.com/%2e%2e/a")
//	found[0].Rule    // "dot-segment-encoded"
//	found[0].Offset  // 19
package inspect
