// Package syntaxtest holds what the tests of parsers ask of a
// [percent.SyntaxError].
package syntaxtest

import (
	"errors"
	"strings"
	"testing"

	"github.com/pct-encoded/percent"
)

// Check fails the test unless err, of parsing in, is a *percent.SyntaxError with
// that offset, those bytes and that reason.
func Check(t *testing.T, in string, err error, offset int64, bytes string, reason percent.Reason) {
	t.Helper()
	var e *percent.SyntaxError
	if !errors.As(err, &e) || e.Offset != offset || e.Bytes != bytes || e.Reason != reason {
		t.Errorf("%q: %v, want %s %q at byte %d", in, err, reason, bytes, offset)
	}
}

// Within ends the test unless err, of parsing in, is a *percent.SyntaxError whose
// bytes stand in the text at its offset.
func Within(t *testing.T, in string, err error) {
	t.Helper()
	var e *percent.SyntaxError
	if !errors.As(err, &e) || e.Offset < 0 || e.Offset > int64(len(in)) || !strings.HasPrefix(in[e.Offset:], e.Bytes) {
		t.Fatalf("%q: %v", in, err)
	}
}
