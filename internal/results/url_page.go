package results

import (
	"fmt"
	"unicode/utf8"

	"github.com/pct-encoded/percent/internal/cli/term"
	"github.com/pct-encoded/percent/internal/excerpt"
	"github.com/pct-encoded/percent/uri"
)

// AppendURL appends to dst the components of a URL, each a name and a text, one a line.
// Those that are empty are left out.
func AppendURL(dst []byte, parts [][2]string) []byte {
	for _, p := range parts {
		if p[1] != "" {
			dst = fmt.Appendf(dst, "%-8s  %s\n", p[0], excerpt.Name(p[1]))
		}
	}
	return dst
}

// AppendValidationErrors appends to dst what is wrong with a URL, an error a line.
func AppendValidationErrors(dst []byte, x *ValidationErrors) []byte {
	for _, e := range x.First {
		dst = fmt.Appendf(dst, "! %s\n", e)
	}
	if x.More > 0 {
		dst = fmt.Appendf(dst, "! and %s\n", term.Count(x.More, "more validation error"))
	}
	return dst
}

// AppendURI appends to dst a table of the parts of u: names, what is written, and what
// that is decoded.
func AppendURI(dst []byte, u uri.URI) []byte {
	var rows [][3]string
	width := 0
	for _, p := range uri.Parts() {
		c := u.Get(p)
		if !c.Present || p == uri.User && !u.Get(uri.Password).Present {
			continue
		}
		row := [3]string{p.String(), excerpt.Name(c.Raw)}
		if text := c.Text(); text != c.Raw && p != uri.Authority {
			row[2] = excerpt.Name(text)
			width = max(width, utf8.RuneCountInString(row[1]))
		}
		rows = append(rows, row)
	}
	for _, row := range rows {
		switch {
		case row[2] != "":
			dst = fmt.Appendf(dst, "%-9s  %-*s  %s\n", row[0], width, row[1], row[2])
		case row[1] != "":
			dst = fmt.Appendf(dst, "%-9s  %s\n", row[0], row[1])
		default:
			dst = append(append(dst, row[0]...), '\n')
		}
	}
	return dst
}
