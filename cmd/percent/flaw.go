package main

import (
	"fmt"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/charset"
)

// A flaw is what is wrong with a value. Offset counts in the value.
type flaw struct {
	percent.SyntaxError
	refused string           // why a dialect refuses Bytes; "" where Reason tells
	charset *charset.Charset // which Bytes are no text in; nil where Reason tells
	pair    int              // number of the pair of a form, from 1, or 0
	failure *failure         // where the value is refused for something else
}

// newTextFlaw returns the flaw of bytes that are no text in c.
func newTextFlaw(c *charset.Charset, offset int, bytes []byte) *flaw {
	f := &flaw{SyntaxError: percent.SyntaxError{Offset: int64(offset), Bytes: string(bytes), Reason: percent.InvalidUTF8}}
	if c != charset.UTF8 {
		f.charset = c
	}
	return f
}

// isEscape reports whether f is a malformed escape.
func (f *flaw) isEscape() bool {
	return f.refused == "" && f.charset == nil && f.failure == nil && (f.Reason == percent.InvalidEscape || f.Reason == percent.TruncatedEscape)
}

// reason returns what --json calls the flaw.
func (f *flaw) reason() string {
	switch {
	case f.charset != nil:
		return "invalid " + f.charset.Name()
	case f.refused != "":
		return f.refused
	}
	return f.Reason.String()
}

// text returns the flaw as an error tells of it.
func (f *flaw) text() string {
	const prefix = "percent: "
	text := f.SyntaxError.Error()[len(prefix):]
	switch {
	case f.failure != nil:
		return f.failure.text
	case f.refused != "" && f.Bytes == "":
		return f.refused
	case f.refused != "", f.charset != nil:
		text = fmt.Sprintf("%s %q at byte %d", f.reason(), f.Bytes, f.Offset)
	}
	if f.pair > 0 {
		text = pairNumber(f.pair-1) + ": " + text
	}
	return text
}

// stops returns the failure that f ends the command with.
func (f *flaw) stops(at place) error {
	if f.failure != nil {
		return &failure{status: f.failure.status, text: at.String() + ": " + f.failure.text, hint: f.failure.hint}
	}
	hint := ""
	switch {
	case f.refused != "":
		hint = "the dialect refuses it, as the program does; --on-error skip drops such values"
	case f.charset != nil:
		hint = "it may be in another charset: --charset detect guesses; --on-error keep leaves the escapes as they are"
	case f.Reason == percent.TruncatedEscape:
		hint = "the value ends inside an escape, so it was probably cut off; a '%' that is meant is written %25"
	case f.Reason == percent.InvalidEscape:
		hint = "a '%' that is meant is written %25; --on-error keep leaves malformed escapes as they are"
	}
	return &failure{status: statusInput, text: at.String() + ": " + f.text(), hint: hint}
}
