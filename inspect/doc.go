// Package inspect says what encoded text is, and what went wrong with it. It takes
// any text, however broken, and changes none.
//
// Of one text, reach for [Explain] first, and of two for [Compare]:
//
//	e, err := inspect.Explain("https://example.com/a%2Fb?q=1+2")
//	e.Characters[21].Verdict   // "data, because it is escaped"
//	c := inspect.Compare("http://h/?q=a%20b&r=1", "http://h:80/?q=a+b&r=2", inspect.Text)
//	c.Verdict                  // Different, at byte 8: c.Offset
//	c.Differences[1].Rules     // "form": parameter "q" is equivalent by that rule
//
// Explain takes a text apart: what every character is, how it is written, what it
// delimits and whether it must be escaped there, by the grammar of RFC 3986
// (January 2005). What the text is, is a [Kind], which [GuessKind] guesses for all
// functions here.
//
// Compare finds the first byte that differs and, where nobody signs the text,
// the components and parameters that do, and whether a rule of [Equivalences]
// holds two to be the same. It names the single mistakes that make one text of
// the other. Each was tried out: [Mistake.Apply] gives the one text when it is
// given the other. Where no single mistake does that, the list is empty.
//
//	c = inspect.Compare("a=r%20b&c=", "a=r+b&c=", inspect.Text)
//	c.Mistakes[0].ID  // "space-as-plus"
//
// [Layers] decodes until nothing changes and keeps every text on the way:
//
//	l, err := inspect.Layers("100%2525")
//	l.Layers[2].Text  // "100%", and l.Stop is StopStray
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
//
// Offsets and lengths are in bytes of the text that was given. Texts of more than
// [MaxInput] bytes, for Explain of more than [MaxExplained], give a [LimitError];
// Compare alone takes any.
package inspect
