package records

import (
	"sync/atomic"

	"github.com/spf13/cobra"

	"github.com/pct-encoded/percent/bulk"
	"github.com/pct-encoded/percent/internal/cli/stream"
	"github.com/pct-encoded/percent/internal/excerpt"
	"github.com/pct-encoded/percent/internal/operation"
	"github.com/pct-encoded/percent/internal/results"
)

// A PageJob is a run of a command that writes a page, or a JSON object, about
// each value.
type PageJob struct {
	*Job
	// Plain, if not nil, returns the parts of a page before and after the text of a
	// value, or false for a value that needs a page of its own, as does any that is
	// not printable ASCII without spaces and quotation marks.
	Plain   func(text []byte) (before, after string, ok bool)
	several bool         // pages name their value
	begun   atomic.Int64 // 1 once a page was written
}

// NewPageJob returns a job that writes the pages of an operation of the
// registry.
func NewPageJob(a *stream.Streams, name string) *PageJob {
	j := NewJob(a, name)
	j.Pages, j.paged = true, true
	return &PageJob{Job: j}
}

// NewViewJob returns a job for a command that is not an operation of the registry.
func NewViewJob(a *stream.Streams) *PageJob {
	j := &Job{Streams: a, Action: Action{Plan: &operation.Plan{}, Policy: newPolicy(), paged: true}}
	j.Pages = true
	return &PageJob{Job: j}
}

// AddTo gives cmd the flags of the job.
func (t *PageJob) AddTo(cmd *cobra.Command) {
	t.AddStreams(cmd)
	t.AddJSON(cmd)
	if t.Row != nil {
		t.AddRow(cmd)
	}
}

// Run writes a page about each value; page appends it.
func (t *PageJob) Run(l Line, page func(dst []byte, v Value) ([]byte, error)) error {
	t.several = len(l.Args) != 1 || l.Args[0] == "-" && !l.literal()
	if t.several && !t.JSON {
		// An empty line precedes each page, to be cut from the first of the output: a
		// resumed run begins with a later one.
		t.CountAs("begun", &t.begun)
		t.First = func(b []byte) []byte {
			if t.begun.Swap(1) == 1 {
				return b
			}
			return b[1:]
		}
	}
	t.takes(page)
	if t.Plain != nil && !t.JSON {
		t.Operation = bulk.QuickFunc(t.plain, func(dst []byte, r bulk.Record) ([]byte, error) { return page(dst, t.ValueOf(r)) }).Framed()
	}
	return t.Job.Run(l)
}

// plain appends the page about a value if Plain accepts it.
func (t *PageJob) plain(dst, text []byte) ([]byte, bool) {
	before, after, ok := t.Plain(text)
	if !ok {
		return dst, false
	}
	if t.several {
		dst = append(dst, '\n')
		if len(text) > t.UI.Columns {
			dst = append(append(dst, text[:t.UI.Columns]...), "…"...)
		} else {
			dst = append(dst, text...)
		}
		dst = append(dst, '\n')
	}
	dst = append(append(append(dst, before...), text...), after...)
	return t.end(dst), true
}

// end appends the end of a page.
func (t *PageJob) end(dst []byte) []byte {
	if t.Sep == stream.NULs {
		dst = append(dst, t.Sep.String()...)
	}
	return dst
}

// Page appends a page about a value to dst, after an empty line, which is not written
// before the first page.
func (t *PageJob) Page(dst []byte, v Value, text string) []byte {
	if t.several {
		dst = append(append(append(dst, '\n'), excerpt.Of(string(v.Text), t.UI.Columns)...), '\n')
	}
	return t.end(append(dst, text...))
}

// DetailOf returns how much a page shows with or without --all.
func DetailOf(all bool) results.Detail {
	if all {
		return results.Full
	}
	return results.Brief
}
