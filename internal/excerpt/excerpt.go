// Package excerpt shows pieces of data in text for people.
package excerpt

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Of returns s as it is, if it can be told from the text around it, and otherwise
// quoted as in Go. It is cut after most characters, with "…" at the end.
func Of(s string, most int) string {
	if len(s) <= most && isPlain(s) {
		return s
	}
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
	if shown == "" || !Printable(shown) || shown[0] == '"' && shown != `"` || shown != strings.Trim(shown, " ") {
		shown = strconv.Quote(shown)
	}
	if cut < len(s) {
		shown += "…"
	}
	return shown
}

// isPlain reports whether s has only ASCII characters that show, so that Of need not quote
// it.
func isPlain(s string) bool {
	for i := range len(s) {
		if s[i] <= ' ' || s[i] >= 0x7F {
			return false
		}
	}
	return s != "" && s[0] != '"'
}

// Printable reports whether s is UTF-8 that a terminal can show as it is: without
// control characters, and without characters that change the direction of text.
func Printable(s string) bool {
	return utf8.ValidString(s) && !strings.ContainsFunc(s, func(r rune) bool { return !unicode.IsPrint(r) })
}

// Name returns a name as it is, or quoted if it is not printable.
func Name(s string) string {
	if !Printable(s) {
		return strconv.Quote(s)
	}
	return s
}

// InMessage is how many bytes of the input a message quotes at most: more than the
// longest name of a host (253).
const InMessage = 256

// Quoted returns data quoted as in Go; if it is longer than most bytes, its beginning
// and "…".
//
//go:noinline
func Quoted(data string, most int) string { return string(AppendQuoted(nil, data, most)) }

// AppendQuoted appends what Quoted returns to dst.
func AppendQuoted(dst []byte, data string, most int) []byte {
	begin := Beginning(data, most)
	if dst = AppendQuote(dst, begin); len(begin) < len(data) {
		dst = append(dst, "…"...)
	}
	return dst
}

// AppendQuote is strconv.AppendQuote, quicker where nothing is to be escaped.
func AppendQuote(dst []byte, s string) []byte {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c >= 0x7F || c == '"' || c == '\\' {
			return strconv.AppendQuote(dst, s)
		}
	}
	return append(append(append(dst, '"'), s...), '"')
}

// Beginning returns at most the first n bytes of s, without a part of a character.
//
//go:noinline
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

// FileName returns the name of a file for messages, in which "-" is standard input.
//
//go:noinline
func FileName(name string) string {
	if name == "-" {
		return "stdin"
	}
	return Name(name)
}
