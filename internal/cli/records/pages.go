package records

import (
	"sync/atomic"

	"github.com/spf13/cobra"

	"github.com/pct-encoded/percent/internal/cli/stream"
	"github.com/pct-encoded/percent/internal/excerpt"
	"github.com/pct-encoded/percent/internal/results"
	"github.com/pct-encoded/percent/internal/strictjson"
)

// Pages are how a command shows what it finds out about each value: as a page or, with
// --json, as an object.
type Pages struct {
	Of    func(text string) (results.Result, error) // what there is to find out
	Style results.Style
	// Judges is set if the error of Run tells the verdict: the first that is not None.
	Judges bool
	// Plain, if not nil, returns the parts of a page before and after the text of a
	// value, or false for a value that needs a page of its own, as does any that is
	// not printable ASCII without spaces and quotation marks.
	Plain func(text []byte) (before, after string, ok bool)
}

// NewPagesJob returns a job that shows pages, of an operation of the registry.
func NewPagesJob(a *stream.Streams, name string) *Job {
	j := NewJob(a, name)
	j.In.Pages, j.Do.paged = true, true
	return j
}

// AddPagesTo gives cmd the flags of a job that shows pages.
func (j *Job) AddPagesTo(cmd *cobra.Command) {
	j.In.AddTo(cmd)
	j.Tell.AddJSON(cmd)
	j.Do.AddTo(cmd)
}

// Run runs j to show a page about each value.
func (p Pages) Run(j *Job, l Line) error {
	s := &sheet{columns: j.Tell.UI.Columns, named: len(l.Args) != 1 || l.hyphen()}
	if j.In.Separator() == stream.NULs {
		s.end = stream.NULs.String()
	}
	if s.named && !j.Tell.JSON {
		j.Do.CountAs("begun", &s.begun)
		j.Do.First = s.first
	}
	j.Do.Framed = true
	var judged, omitted atomic.Pointer[results.Result]
	var shown atomic.Bool
	j.Do.Each = func(dst []byte, v Value) ([]byte, error) {
		found, err := p.Of(string(v.Text))
		lined, _ := found.(results.Omitter)
		none := lined != nil && lined.Omitted()
		if !none {
			shown.Store(true)
		} else if omitted.CompareAndSwap(nil, &found); !j.Tell.JSON {
			return dst, nil
		}
		if p.Judges && err == nil && !none && verdict(found) != nil {
			judged.CompareAndSwap(nil, &found)
		}
		switch {
		case err != nil:
			return dst, TooLong(v.Place.String(), err)
		case j.Tell.JSON:
			if several, ok := found.(results.Several); ok {
				for _, view := range several.Objects() {
					dst = strictjson.AppendLine(dst, v.About(view))
				}
				return dst, nil
			}
			return strictjson.AppendLine(dst, v.About(found.JSON())), nil
		case s.named:
			title := string(v.Text)
			if titled, ok := found.(results.Titled); ok {
				title = titled.Title()
			}
			if lined != nil && !v.Argument {
				title = v.Place.String() + ": " + title
			}
			dst = append(append(append(dst, '\n'), excerpt.Of(title, s.columns)...), '\n')
		}
		return append(append(dst, found.Page(p.Style)...), s.end...), nil
	}
	if p.Plain != nil && !j.Tell.JSON {
		j.Do.Quick = func(dst, text []byte) ([]byte, bool) {
			before, after, ok := p.Plain(text)
			if !ok {
				return dst, false
			}
			return s.plain(dst, text, before, after), true
		}
	}
	j.Do.End = func() []byte {
		nothing := omitted.Load()
		if nothing == nil || shown.Load() {
			return nil
		}
		judged.Store(nothing)
		switch {
		case j.Tell.JSON:
			return nil
		case s.named:
			return []byte("\n" + (*nothing).Page(p.Style))
		}
		return []byte((*nothing).Page(p.Style))
	}
	if err := j.Run(l); err != nil || judged.Load() == nil {
		return err
	}
	return verdict(*judged.Load())
}

// RunRecords runs j to write the record of what there is to find out about each value,
// a [results.Recorded], in a table. Where there is nothing to say, it is that of no text.
func (p Pages) RunRecords(j *Job, l Line) error {
	if p.Plain != nil {
		nothing, err := p.Of("")
		if err != nil {
			return err
		}
		record := nothing.(results.Recorded).AppendRecord(nil)
		j.Do.Quick = func(dst, text []byte) ([]byte, bool) {
			if _, _, ok := p.Plain(text); !ok {
				return dst, false
			}
			return append(dst, record...), true
		}
	}
	j.Do.Each = func(dst []byte, v Value) ([]byte, error) {
		found, err := p.Of(string(v.Text))
		if err != nil {
			return dst, TooLong(v.Place.String(), err)
		}
		return found.(results.Recorded).AppendRecord(dst), nil
	}
	return j.Run(l)
}

// RunTogether runs j to ask about each value, and then shows the result of all. The error
// also tells the verdict.
func (p Pages) RunTogether(j *Job, l Line, all results.Result) error {
	j.Do.Totals, j.Do.Describes, j.Do.Framed = true, true, true
	j.Do.Each = func(dst []byte, v Value) ([]byte, error) {
		_, err := p.Of(string(v.Text))
		return dst, err
	}
	j.Do.End = func() []byte {
		if j.Tell.JSON {
			return strictjson.Line(all.JSON())
		}
		return []byte(all.Page(p.Style))
	}
	if err := j.Run(l); err != nil {
		return err
	}
	return verdict(all)
}

// A sheet is what pages have in common.
type sheet struct {
	columns int          // of the terminal
	named   bool         // an empty line and the value precede each page
	end     string       // of each page
	begun   atomic.Int64 // 1 once a page was written
}

// first cuts the empty line before the first page from the first of the output. A resumed
// run begins with a later one.
func (s *sheet) first(b []byte) []byte {
	if s.begun.Swap(1) == 1 {
		return b
	}
	return b[1:]
}

// plain appends a page about text to dst that consists of it and what stands around it.
func (s *sheet) plain(dst, text []byte, before, after string) []byte {
	if s.named {
		dst = append(dst, '\n')
		if len(text) > s.columns {
			dst = append(append(dst, text[:s.columns]...), "…"...)
		} else {
			dst = append(dst, text...)
		}
		dst = append(dst, '\n')
	}
	return append(append(append(append(dst, before...), text...), after...), s.end...)
}

// DetailOf returns how much a page shows with or without --all.
func DetailOf(all bool) results.Detail {
	if all {
		return results.Full
	}
	return results.Brief
}
