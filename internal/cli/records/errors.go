package records

import (
	"errors"
	"fmt"
	"strings"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/bulk"
	"github.com/pct-encoded/percent/inspect"
	"github.com/pct-encoded/percent/internal/cli/term"
	"github.com/pct-encoded/percent/internal/operation"
	"github.com/pct-encoded/percent/internal/pct"
	"github.com/pct-encoded/percent/internal/results"
	"github.com/pct-encoded/percent/internal/strictjson"
	"github.com/pct-encoded/percent/uri"
	"github.com/pct-encoded/percent/weburl"
)

// SyntaxError converts the error of a parser, a builder or the JSON reader.
func SyntaxError(err error) *NotLegal {
	var syntax *percent.SyntaxError
	if !errors.As(err, &syntax) {
		return &NotLegal{Text: err.Error()}
	}
	_, text, _ := strings.Cut(err.Error(), ": ")
	return &NotLegal{
		Hint: escapeHint(syntax),
		Text: text, Offset: syntax.Offset, Reason: string(syntax.Reason), Field: syntax.Field,
		OfJSON: syntax.Format == "json",
	}
}

// escapeHint returns the hint for a malformed escape, and "" for other errors.
func escapeHint(e *percent.SyntaxError) string {
	const literal = "write a literal '%' as %25"
	switch e.Reason {
	case percent.TruncatedEscape:
		return "the value " + pct.CutOff(e.Bytes) + "; " + literal
	case percent.InvalidEscape:
		return literal
	}
	return ""
}

// JSONHint returns the hint for JSON that is refused for the reason. example
// shows valid input.
func JSONHint(reason, example string) string {
	switch percent.Reason(reason) {
	case percent.InvalidUTF8:
		return "write text that is not UTF-8 in base64, in a key that ends in _base64"
	case strictjson.NotJSON, strictjson.NotObject, strictjson.EndsTooEarly, strictjson.MoreThanOne:
		return example
	}
	return ""
}

// A NotLegal is the error of a value that is not legal.
type NotLegal struct {
	Offset int64
	Reason string // such as "invalid port"
	Field  string // the wrong part, such as "To, 2nd address"
	Text   string // the reason and its place in the value
	Hint   string
	// Hopeless is set if no policy can accept the value.
	Hopeless bool
	OfJSON   bool // the JSON itself is malformed, not the data in it
}

// Error returns what is wrong, with the place in the value.
func (e *NotLegal) Error() string { return e.Text }

// Failure returns e as the failure of the value at a place.
//
//go:noinline
func (e *NotLegal) Failure(at fmt.Stringer) error {
	return &term.Failure{Status: term.StatusInput, Text: at.String() + ": " + e.Text, Hint: e.Hint}
}

// Named is the name of a place, for values that are not part of a stream.
type Named string

// String returns the name.
func (n Named) String() string { return string(n) }

// BadValue returns the error of an operation about a malformed value as a *NotLegal, with a
// hint, and an error about the request as BadRequest does.
func BadValue(err error) error {
	var change *operation.ChangeError
	var usage *operation.UsageError
	var syntax *percent.SyntaxError
	var unfixed *operation.NotFixedError
	switch {
	case errors.As(err, &unfixed):
		bad := SyntaxError(err)
		bad.Hopeless = true
		return bad
	case errors.As(err, &change):
		return &NotLegal{Reason: string(change.Reason), Text: change.Text}
	case errors.As(err, &usage) || !errors.As(err, &syntax):
		return BadRequest(err)
	}
	switch syntax.Format {
	case "weburl":
		return badURL(syntax)
	case "uri":
		return badURI(syntax)
	}
	bad := SyntaxError(err)
	if bad.Hint == "" && syntax.Format == "iri" {
		bad.Hint = "--on-error escape escapes what is illegal"
	}
	return bad
}

const keepHint = "--on-error keep accepts it as it is"

// badURI adds a hint to an error of package uri.
func badURI(e *percent.SyntaxError) error {
	bad := SyntaxError(e)
	switch e.Reason {
	case uri.InvalidURI, uri.InvalidAbsoluteURI, uri.InvalidScheme:
	case uri.InvalidPathAbempty, uri.InvalidPathAbsolute, uri.InvalidPathNoscheme, uri.InvalidPathRootless, uri.InvalidQuery, uri.InvalidFragment:
		bad.Hint = "`percent fix` escapes what a URI may not contain"
		fallthrough
	default:
		if e.Bytes != "" && e.Bytes[0] >= 0x80 {
			bad.Hint = "`percent iri to-uri` converts it to a URI"
		}
	}
	if bad.Hint != "" {
		bad.Hint += "; "
	}
	bad.Hint += keepHint
	return bad
}

// TooLong returns the failure for a text that is too long for a package of
// inspect.
func TooLong(what string, err error) error {
	var limit *inspect.LimitError
	if !errors.As(err, &limit) {
		return err
	}
	return term.UsageError("no server accepts a URL that long", "%s: %s takes at most %d %s, not %d", what, limit.What, limit.Limit, limit.Of, limit.Length)
}

// ReasonOf returns the reason of a flaw in a few words.
func ReasonOf(f *bulk.Flaw) string {
	var bad *NotLegal
	var known *term.Failure
	switch {
	case f.Reason != "":
		return string(f.Reason)
	case errors.As(f.Cause, &bad):
		return bad.Reason
	case errors.As(f.Cause, &known):
		return known.Text
	}
	return ""
}

// badURL converts an error of package weburl.
func badURL(e *percent.SyntaxError) error {
	bad := &NotLegal{Offset: e.Offset, Reason: string(e.Reason), Text: results.RefusalText(*e)}
	switch e.Reason {
	case weburl.PortInvalid, weburl.PortOutOfRange:
		if e.Bytes == "" {
			bad.Hint = "in a password, write '/' as %2F, '?' as %3F and '#' as %23"
		}
	case weburl.MissingSchemeNonRelativeURL:
		bad.Hint = "it has no scheme: write one, such as https://, or give --base for a relative URL"
	case weburl.DomainToASCII:
		bad.Hint = "a domain name cannot contain this"
	}
	return bad
}
