package lint

import "strings"

// maxFixes is how often Fix looks again at what it has written: a replacement can
// uncover what another rule replaces, as "%252F" becomes "%2F". No text is known
// that takes more than three.
const maxFixes = 8

// Fix replaces what findings of l are Mechanical about in the text itself, until
// nothing of that kind is left, and returns the text and the findings that remain
// in it. Where two replacements overlap, the first is made and the other looked
// for again. It fails as Linter.Lint does, and returns s then.
func (l Linter) Fix(s string) (fixed string, left []Finding, err error) {
	fixed = s
	for range maxFixes {
		if left, err = l.Lint(fixed); err != nil {
			return s, nil, err
		}
		var b strings.Builder
		at := 0
		for _, f := range left {
			if !f.Mechanical || f.Layer != 0 || f.Offset < at || fixed[f.Offset:f.Offset+f.Len] == f.Replacement {
				continue
			}
			b.WriteString(fixed[at:f.Offset])
			b.WriteString(f.Replacement)
			at = f.Offset + f.Len
		}
		if at == 0 && b.Len() == 0 {
			return fixed, left, nil
		}
		b.WriteString(fixed[at:])
		fixed = b.String()
	}
	left, err = l.Lint(fixed)
	return fixed, left, err
}
