// Package handler makes the address of a protocol handler for a URL, as
// registerProtocolHandler() of the HTML Standard (2026) does.
//
//	handler.Expand("https://example.com/?u=%s", "mailto:a b@c")
//	// "https://example.com/?u=mailto%3Aa%20b%40c", nil
//
// [Expand] is all there is.
package handler

import (
	"fmt"
	"strings"

	"github.com/pct-encoded/percent"
)

// A MissingPlaceError says that the template of a handler has no %s.
type MissingPlaceError struct {
	Template string // as it was passed
}

// Error returns a text such as
//
//	handler: no %s in "https://example.com/"
func (e *MissingPlaceError) Error() string { return fmt.Sprintf("handler: no %%s in %q", e.Template) }

// Expand replaces the first %s of template by url, UTF-8 percent-encoded with
// the component percent-encode set. The rest of the template, another %s
// included, stays as it is; url has to be serialized already, and octets that
// are not UTF-8 are escaped one by one. Without a %s the error is a
// *MissingPlaceError.
func Expand(template, url string) (string, error) {
	before, after, ok := strings.Cut(template, "%s")
	if !ok {
		return "", &MissingPlaceError{template}
	}
	return before + percent.WHATWGComponent.Encode(url) + after, nil
}
