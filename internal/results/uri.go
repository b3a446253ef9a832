package results

import (
	"cmp"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/pct-encoded/percent/internal/excerpt"
	"github.com/pct-encoded/percent/internal/protocols"
	"github.com/pct-encoded/percent/uri"
)

// A URI is a URI reference by its components.
type URI struct {
	uri.URI
	Hint string // what is surprising about it, or ""
}

// JSON returns the components as written and decoded, from which the reference can be
// built again.
func (u URI) JSON() any { return protocols.NewURIView(u.URI) }

// Page returns a table of the components: the names, what is written, and what that is
// decoded.
func (u URI) Page(Style) string { return string(u.AppendFramed(nil, Frame{})) }

// AppendFramed appends the page. An empty line stands before all but the first, unless
// something else ends the values.
func (u URI) AppendFramed(dst []byte, f Frame) []byte {
	if f.Nth > 1 && f.End == "\n" {
		dst = append(dst, '\n')
	}
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
	return appendNUL(dst, f)
}

// ValueHint returns the hint.
func (u URI) ValueHint() string { return u.Hint }

// PageHint returns a hint if the decoded form of the path or the query has a delimiter that
// was escaped, and so is data, or "".
func (u URI) PageHint() string {
	if path := strings.ToUpper(u.Path().Raw); strings.Contains(path, "%2F") {
		return "a '/' that was %2F is data and does not split the path; `percent uri segments` splits the path before it decodes"
	}
	if query := strings.ToUpper(u.Query().Raw); strings.Contains(query, "%26") || strings.Contains(query, "%3D") || strings.Contains(query, "%2B") {
		return "a '&', '=' or '+' that was escaped in the query is data; `percent form decode` splits the query before it decodes"
	}
	return ""
}

// Segments are those of the path of a URI, with their escapes if Raw is set.
type Segments struct {
	uri.URI
	Raw bool
}

// JSON returns the segments as written and decoded.
func (s Segments) JSON() any {
	v := &protocols.URIView{Decoded: &protocols.URIView{}}
	v.Segments, v.Decoded.Segments = protocols.Segments(s.URI)
	return v
}

// Page returns a line for each segment.
func (s Segments) Page(Style) string { return string(s.AppendFramed(nil, Frame{})) }

// AppendFramed appends the segments, each with an end of its own.
func (s Segments) AppendFramed(dst []byte, f Frame) []byte {
	path := s.Path().Raw
	if path == "" {
		return dst
	}
	for text := range strings.SplitSeq(strings.TrimPrefix(path, "/"), "/") {
		if !s.Raw {
			text = uri.Segment(text).Text()
		}
		dst = append(append(dst, text...), cmp.Or(f.End, "\n")...)
	}
	return dst
}

// appendNUL appends NUL where that ends the values.
func appendNUL(dst []byte, f Frame) []byte {
	if f.End != "\n" {
		dst = append(dst, f.End...)
	}
	return dst
}
