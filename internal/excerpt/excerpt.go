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

// Printable reports whether s is text that a terminal can show as it is: neither
// control characters nor what turns its direction nor other octets.
func Printable(s string) bool {
	return utf8.ValidString(s) && !strings.ContainsFunc(s, func(r rune) bool { return !unicode.IsPrint(r) })
}

// Name returns a name as it can be shown on one line.
func Name(s string) string {
	if !Printable(s) {
		return strconv.Quote(s)
	}
	return s
}

// Quoted returns data between quotation marks, or its first most bytes and "…".
func Quoted(data string, most int) string {
	if begin := Beginning(data, most); len(begin) < len(data) {
		return strconv.Quote(begin) + "…"
	}
	return strconv.Quote(data)
}

// Beginning returns at most the first n bytes of s, and no part of a character.
func Beginning(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for end := n; end > max(0, n-utf8.UTFMax); end-- {
		if utf8.RuneStart(s[end]) {
			return s[:end]
		}
	}
	return s[:n]
}
