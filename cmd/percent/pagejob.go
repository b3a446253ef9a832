package main

import (
	"io"

	"github.com/spf13/cobra"

	"github.com/pct-encoded/percent/internal/cli/stream"
	"github.com/pct-encoded/percent/internal/excerpt"
	"github.com/pct-encoded/percent/internal/pages"
)

// A pageJob is a run of a command that writes a page, or an object, on each
// value.
type pageJob struct {
	*job
	several bool // a page says which value it is of
}

func newPageJob(a *stream.Streams, name string) *pageJob {
	j := newJob(a, name)
	j.Pages = true
	return &pageJob{job: j}
}

func (t *pageJob) addTo(cmd *cobra.Command) {
	t.addStreams(cmd)
	t.addJSON(cmd)
	t.addRow(cmd)
}

func (t *pageJob) run(cmd *cobra.Command, args []string) error {
	t.several = len(args) != 1 || args[0] == "-" && cmd.ArgsLenAtDash() != 0
	t.apart = t.several && !t.json && t.take != nil && t.each == nil
	return t.job.run(cmd, args)
}

// page appends a page on a value to dst, after an empty line, which is not written in
// front of the first.
func (t *pageJob) page(dst []byte, v value, text string) []byte {
	if t.several {
		dst = append(append(append(dst, '\n'), excerpt.Of(string(v.text), t.UI.Columns)...), '\n')
	}
	dst = append(dst, text...)
	if t.sep == stream.NULs {
		dst = append(dst, t.sep.String()...)
	}
	return dst
}

// A cutWriter leaves out the first byte.
type cutWriter struct {
	io.WriteCloser
	cut bool // it has been
}

func (w *cutWriter) Write(p []byte) (int, error) {
	if w.cut || len(p) == 0 {
		return w.WriteCloser.Write(p)
	}
	w.cut = true
	n, err := w.WriteCloser.Write(p[1:])
	return n + 1, err
}

// detailOf returns how much a page shows with or without --all.
func detailOf(all bool) pages.Detail {
	if all {
		return pages.Full
	}
	return pages.Brief
}
