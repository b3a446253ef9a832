package lint

import "strings"

// maxFixes is how many times Fix looks at its own result: a replacement can uncover
// another finding, as "%252F" becomes "%2F". No text is known that takes more than
// three.
const maxFixes = 8

// Fix makes the replacements of Mechanical findings in the text itself until none is
// left, and returns the text and the findings that remain in it. Where two overlap,
// the first is made and the other looked for again. It fails as Linter.Lint does, and
// then returns s.
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
