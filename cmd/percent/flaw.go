package main

import (
	"fmt"
	"strings"

	"github.com/pct-encoded/percent"
)

// A flaw is what is wrong with a value. Offset counts in the value.
type flaw struct {
	percent.SyntaxError
	refused string // why a dialect refuses Bytes; "" where Reason tells
}

// isEscape reports whether f is a malformed escape.
func (f *flaw) isEscape() bool {
	return f.refused == "" && (f.Reason == percent.InvalidEscape || f.Reason == percent.TruncatedEscape)
}

// reason returns what --json calls the flaw.
func (f *flaw) reason() string {
	if f.refused != "" {
		return f.refused
	}
	return f.Reason.String()
}

// text returns the flaw as an error tells of it.
func (f *flaw) text() string {
	switch {
	case f.refused == "":
		return strings.TrimPrefix(f.Error(), "percent: ")
	case f.Bytes == "":
		return f.refused
	}
	return fmt.Sprintf("%s %q at byte %d", f.refused, f.Bytes, f.Offset)
}

// stops returns the failure that f ends the command with.
func (f *flaw) stops(at place) error {
	hint := ""
	switch {
	case f.refused != "":
		hint = "the dialect refuses it, as the program does; --on-error skip drops such values"
	case f.Reason == percent.TruncatedEscape:
		hint = "the value ends inside an escape, so it was probably cut off; a '%' that is meant is written %25"
	case f.Reason == percent.InvalidEscape:
		hint = "a '%' that is meant is written %25; --on-error keep leaves malformed escapes as they are"
	}
	return &failure{status: statusInput, text: at.String() + ": " + f.text(), hint: hint}
}
