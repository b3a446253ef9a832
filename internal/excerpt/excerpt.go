// Package excerpt shows pieces of data on a page of text.
package excerpt

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Of returns s as a page of text can hold it: as it is where that is
// unmistakable, and otherwise quoted as in Go. It is cut to most characters, with
// "…" at its end.
func Of(s string, most int) string {
	cut := len(s)
	n := 0
	for i := range s {
		if n == most {
			cut = i
			break
		}
		n++
	}
	shown := s[:cut]
	plain := shown != "" && utf8.ValidString(shown) && (shown[0] != '"' || shown == `"`) && shown[0] != ' ' && shown[len(shown)-1] != ' ' &&
		!strings.ContainsFunc(shown, func(r rune) bool { return !unicode.IsPrint(r) })
	if !plain {
		shown = strconv.Quote(shown)
	}
	if cut < len(s) {
		shown += "…"
	}
	return shown
}
