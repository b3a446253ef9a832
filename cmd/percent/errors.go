package main

import (
	"errors"
	"strings"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/strictjson"
)

// syntaxError returns what a parser, a builder or the reader of JSON says.
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
		return "what is not UTF-8 goes in base64 into a key that ends in _base64"
	case strictjson.NotJSON, strictjson.NotObject, strictjson.EndsTooEarly, strictjson.MoreThanOne:
		return example
	}
	return ""
}
