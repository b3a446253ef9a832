package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/inspect"
	"github.com/pct-encoded/percent/internal/cli/term"
	"github.com/pct-encoded/percent/internal/operation"
	"github.com/pct-encoded/percent/internal/strictjson"
	"github.com/pct-encoded/percent/uri"
)

// syntaxError returns the error of a parser, a builder or the reader of JSON.
func syntaxError(err error) *notLegal {
	var syntax *percent.SyntaxError
	if !errors.As(err, &syntax) {
		return &notLegal{text: err.Error()}
	}
	_, text, _ := strings.Cut(err.Error(), ": ")
	return &notLegal{
		text: text, offset: syntax.Offset, reason: string(syntax.Reason), field: syntax.Field,
		ofJSON: syntax.Format == "json",
	}
}

// jsonHint returns the hint for JSON that is refused for that reason. example
// says what it should look like.
func jsonHint(reason, example string) string {
	switch percent.Reason(reason) {
	case percent.InvalidUTF8:
		return "put what is not UTF-8 in base64 into a key that ends in _base64"
	case strictjson.NotJSON, strictjson.NotObject, strictjson.EndsTooEarly, strictjson.MoreThanOne:
		return example
	}
	return ""
}

// A notLegal says what is wrong with a value.
type notLegal struct {
	offset int64
	reason string // such as "invalid port"
	field  string // the one of several that is wrong, such as "To, 2nd address"
	text   string // the reason with the place in the value
	hint   string
	// hopeless: no policy can let the value pass.
	hopeless bool
	ofJSON   bool // the JSON is wrong, and not what it says
}

func (e *notLegal) Error() string { return e.text }

func (e *notLegal) failure(at fmt.Stringer) error {
	return &term.Failure{Status: term.StatusInput, Text: at.String() + ": " + e.text, Hint: e.hint}
}

// named is the place of a value that is not part of a stream.
type named string

func (n named) String() string { return string(n) }

// badValue returns what an operation says of a malformed value with a hint, and any
// other error as it is.
func badValue(err error) error {
	var change *operation.ChangeError
	var syntax *percent.SyntaxError
	switch {
	case errors.As(err, &change):
		return &notLegal{reason: string(change.Reason), text: change.Text}
	case errors.As(err, &syntax) && syntax.Format == "weburl":
		return badURL(err)
	case errors.As(err, &syntax) && syntax.Format == "iri":
		return badIRI(err)
	}
	return badURI(err)
}

const keepHint = "--on-error keep takes it as it stands"

// badURI returns an error of package uri with a hint, and any other as it is.
func badURI(err error) error {
	var e *percent.SyntaxError
	if !errors.As(err, &e) || e.Format != "uri" {
		return err
	}
	bad := syntaxError(e)
	switch e.Reason {
	case percent.InvalidEscape:
		bad.hint = "write a literal '%' as %25"
	case uri.InvalidURI, uri.InvalidAbsoluteURI, uri.InvalidScheme:
	case uri.InvalidPathAbempty, uri.InvalidPathAbsolute, uri.InvalidPathNoscheme, uri.InvalidPathRootless, uri.InvalidQuery, uri.InvalidFragment:
		bad.hint = "`percent fix` escapes what a URI may not contain"
		fallthrough
	default:
		if e.Bytes != "" && e.Bytes[0] >= 0x80 {
			bad.hint = "`percent iri to-uri` makes a URI of it"
		}
	}
	if bad.hint != "" {
		bad.hint += "; "
	}
	bad.hint += keepHint
	return bad
}

// badIRI does the same for package iri.
func badIRI(err error) error {
	var e *percent.SyntaxError
	if !errors.As(err, &e) || e.Format != "iri" {
		return err
	}
	bad := syntaxError(err)
	bad.hint = "--on-error escape escapes what is illegal"
	if e.Reason == percent.InvalidEscape {
		bad.hint = "write a literal '%' as %25"
	}
	return bad
}

// tooLong returns the failure for a text that a package of inspect does not take.
func tooLong(what string, err error) error {
	var limit *inspect.LimitError
	if !errors.As(err, &limit) {
		return err
	}
	return term.UsageError("no server accepts a URL that long", "%s: %s takes at most %d %s, not %d", what, limit.What, limit.Limit, limit.Of, limit.Length)
}
