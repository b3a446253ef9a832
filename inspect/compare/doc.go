// Package compare tells whether two encoded texts are the same, and which mistake
// made one of the other. It takes any text, however long or broken.
//
//	c := compare.Compare("http://h/?q=a%20b&r=1", "http://h:80/?q=a+b&r=2", compare.Text)
//	c.Verdict                  // Different, at byte 8: c.Offset
//	c.Differences[1].Rules     // "form": parameter "q" is equivalent by that rule
//
// [Compare] finds the first byte that differs and, unless the text is signed, the
// components and parameters that do, and whether a rule of [uri.Rules] makes two
// of them equivalent. It names the single mistakes that turn one text into
// the other. Each was tried: [Mistake.Apply] turns the one text into the other.
// Where no single mistake does, the list is empty, and Together has two or three
// that do so one after the other.
//
//	c = compare.Compare("a=r%20b&c=", "a=r+b&c=", compare.Text)
//	c.Mistakes[0].ID  // "space-as-plus"
//
// Offsets and lengths are in bytes.
//
// The API of this package may still change.
package compare
