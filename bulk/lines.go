package bulk

import (
	"bytes"
	"slices"
)

// lineRows are lines of text, whose fields are the groups of a regular expression, or
// the whole line.
type lineRows struct {
	runWriter
	escaper
}

func (r *lineRows) free() { r.spare, r.spans = nil, nil }

func (r *lineRows) next(c *chunk) {
	text := c.text[c.at:]
	next := len(text)
	if i := bytes.IndexByte(text, '\n'); i >= 0 {
		text, next = text[:i], i+1
		if i > 0 && text[i-1] == '\r' {
			text = text[:i-1]
		}
	}
	c.at += next
	r.spans = r.spans[:0]
	if r.Match == nil {
		r.spans = append(r.spans, span{from: r.rowAt, to: r.rowAt + len(text), column: &r.groups[0]})
	} else {
		matches := r.Match.FindAllSubmatchIndex(text, MaxFound/len(r.groups)+1)
		if len(matches)*len(r.groups) > MaxFound {
			r.span = nil
			r.refuseMany(text)
			return
		}
		for _, m := range matches {
			for i := range r.groups {
				g := &r.groups[i]
				if from, to := m[2*g.index], m[2*g.index+1]; from >= 0 {
					r.spans = append(r.spans, span{from: r.rowAt + from, to: r.rowAt + to, column: g})
				}
			}
		}
		if len(r.spans) == 0 {
			c.stats.Missing++
		}
		slices.SortStableFunc(r.spans, func(a, b span) int { return a.from - b.from })
	}
	for i := range r.spans {
		// A group inside another one was replaced with the outer group.
		if s := &r.spans[i]; s.from >= c.copied && !r.replace(&r.rowWriter, s) {
			return
		}
	}
}
