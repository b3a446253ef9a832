package bulk

import (
	"bytes"
	"slices"
)

// groupsOf finds the groups of the regular expression that are columns.
func (p *plan) groupsOf(source string) error {
	names := p.Match.SubexpNames()
	p.groups = p.groups[:0]
	for _, name := range p.Columns {
		if name == "" || !slices.Contains(names, name) {
			return &ColumnError{Source: source, Column: name, Reason: NoSuchGroup, Names: slices.DeleteFunc(slices.Clone(names), func(s string) bool { return s == "" })}
		}
	}
	for i, name := range names {
		if name != "" && (len(p.Columns) == 0 || slices.Contains(p.Columns, name)) {
			p.groups = append(p.groups, column{name: name, index: i})
		}
	}
	return nil
}

// line processes a line of text.
func (w *rowWorker) line(c *chunk) {
	text := c.text[c.at:]
	next := len(text)
	if i := bytes.IndexByte(text, '\n'); i >= 0 {
		text, next = text[:i], i+1
		if i > 0 && text[i-1] == '\r' {
			text = text[:i-1]
		}
	}
	c.at += next
	w.spans = w.spans[:0]
	if w.Match == nil {
		w.spans = append(w.spans, span{from: w.rowAt, to: w.rowAt + len(text), column: &w.groups[0]})
	} else {
		for _, m := range w.Match.FindAllSubmatchIndex(text, -1) {
			for i := range w.groups {
				g := &w.groups[i]
				if from, to := m[2*g.index], m[2*g.index+1]; from >= 0 {
					w.spans = append(w.spans, span{from: w.rowAt + from, to: w.rowAt + to, column: g})
				}
			}
		}
		if len(w.spans) == 0 {
			c.stats.Missing++
		}
		slices.SortStableFunc(w.spans, func(a, b span) int { return a.from - b.from })
	}
	for i := range w.spans {
		// A group inside another one has been replaced with it.
		if s := &w.spans[i]; s.from >= c.copied && !w.replace(c, s, 2) {
			return
		}
	}
}
