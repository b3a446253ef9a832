package operation

import (
	"strings"
	"unicode/utf8"

	"github.com/pct-encoded/percent/internal/results"
	"github.com/pct-encoded/percent/scheme/dataurl"
)

// dataURLs returns the function that writes the shortest data: URL of a value.
func dataURLs(c *Call) (func(...string) (results.Result, error), error) {
	var named *dataurl.MIMEType
	if c.Type != "" {
		t, err := dataurl.ParseMIMEType(c.Type)
		if err != nil {
			return nil, badType(err, "write --type text/html")
		}
		named = &t
	}
	return func(values ...string) (results.Result, error) {
		text := values[0]
		d := dataurl.Data{Body: []byte(text)}
		switch {
		case named != nil:
			d.Type = *named
		case !strings.ContainsFunc(text, func(r rune) bool { return r >= utf8.RuneSelf }):
		case utf8.ValidString(text):
			d.Type = dataurl.MIMEType{Type: "text", Subtype: "plain", Params: []dataurl.Param{{Name: "charset", Value: "utf-8"}}}
		default:
			d.Type = dataurl.MIMEType{Type: "application", Subtype: "octet-stream"}
		}
		u, err := d.Build()
		if err != nil {
			return nil, badType(err, "")
		}
		return results.Value{Text: u}, nil
	}, nil
}

// badType returns the error for a media type that cannot be in a URL.
func badType(err error, hint string) error {
	_, text, _ := strings.Cut(err.Error(), ": ")
	return usage(hint, "--type: %s", text).of("type", UnknownWord).because(err)
}

// dataURLContents returns the function that reads a data: URL.
func dataURLContents(c *Call) (func(...string) (results.Result, error), error) {
	parse := dataurl.Parse
	if c.RFC2397 {
		parse = dataurl.ParseRFC2397
	}
	return func(values ...string) (results.Result, error) {
		d, err := parse(values[0])
		if err != nil {
			return nil, err
		}
		return results.DataURL{Data: d}, nil
	}, nil
}
