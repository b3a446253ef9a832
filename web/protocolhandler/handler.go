// Package protocolhandler makes the address of a protocol handler for a URL, as
// registerProtocolHandler() of the HTML Standard (2026) does.
//
//	protocolhandler.Expand("https://example.com/?u=%s", "mailto:a b@c")
//	// "https://example.com/?u=mailto%3Aa%20b%40c", nil
//
// [Expand] is all there is.
//
// The API of this package may still change.
package protocolhandler

import (
	"strings"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/pct"
)

// MissingPlace is the reason of the error for a template that has no %s.
const MissingPlace percent.Reason = "no %s in the template"

// Expand replaces the first %s of template by url, UTF-8 percent-encoded with
// the component percent-encode set. The rest of the template stays as it is, even
// another %s. url must be serialized already; octets that are not UTF-8 are escaped
// one by one. Without a %s the error is a *percent.SyntaxError.
func Expand(template, url string) (string, error) {
	before, after, ok := strings.Cut(template, "%s")
	if !ok {
		return "", pct.Format("protocolhandler").At(0, template, MissingPlace)
	}
	return before + percent.WHATWGComponent.Encode(url) + after, nil
}
