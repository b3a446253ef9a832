package main

import (
	"context"
	"sync"
	"sync/atomic"
	"unsafe"

	"github.com/spf13/cobra"

	"github.com/pct-encoded/percent/inspect/document"
	"github.com/pct-encoded/percent/internal/cli/records"
	"github.com/pct-encoded/percent/internal/cli/stream"
	"github.com/pct-encoded/percent/internal/operation"
	"github.com/pct-encoded/percent/internal/results"
)

func newExtract(a *stream.Streams) *cobra.Command {
	o := &extractOptions{job: records.NewJob(a, "extract")}
	cmd := &cobra.Command{
		Use:   "extract [flags] [TEXT...]",
		Short: "the URLs in documents: JSON, HTML, logs, mail, code or prose",
		Long: `extract prints the URLs of each TEXT, or of standard input or the files of -f, one a
line, decoded from the escapes of the document: "https:\/\/h\/a\u0026b" of JSON is
https://h/a&b. With --json, each URL is an object with its place in the file.

The name and the first bytes of a file say what it is; --grammar says it instead, and
--verbose reports it. In text for people, a URL ends before white space, quotation
marks, punctuation beyond ASCII, a closing bracket that was not opened, and
punctuation that ends a sentence. In a value of its own, such as a string of JSON or an
attribute of HTML, it is the whole value. Relative references are found where the format
says that they are URLs, as in href, a link of Markdown or a line of an access log.`,
		Example: `  percent extract -f page.html
  percent extract -f page.html | percent url get hostname | sort | uniq -c
  percent extract --json -f openapi.json
  percent extract --grammar log < access.log.1
  percent extract '请看https://example.com/a。'`,
		RunE: records.Runs(a, o.run),
	}
	o.job.In.AddTo(cmd)
	o.job.Tell.AddVerbose(cmd)
	o.as.AddTo(cmd)
	o.job.Do.AddTo(cmd)
	return cmd
}

// extractOptions holds the flags of extract.
type extractOptions struct {
	job   *records.Job
	found atomic.Int64
	as    records.Grammars
}

func (o *extractOptions) run(_ context.Context, s *stream.Streams, l records.Line) error {
	do := &o.job.Do
	if err := do.Row.Check(&do.Request, operation.Command); err != nil {
		return records.BadRequest(err)
	}
	o.job.Tell.JSON, o.job.In.UTF16 = do.Request.JSON, true
	o.as.Use(&do.Request)
	do.Describes, do.Framed, do.LongSkipped = true, true, true
	do.CountAs("found", &o.found)
	do.Each = o.each(nil)
	do.Opened = func(source string, head []byte) (func([]byte, records.Value) ([]byte, error), bool) {
		g := o.as.Of(o.job, source, head)
		return o.each(g), !g.Lines()
	}
	if err := o.job.Run(l); err != nil {
		return err
	}
	return o.as.End(o.job, o.found.Load())
}

// each returns what writes the URLs of a value in a grammar, or, if that is nil, in the one
// that it looks like.
func (o *extractOptions) each(g *document.Grammar) func(dst []byte, v records.Value) ([]byte, error) {
	writers := sync.Pool{New: func() any {
		w := &urlWriter{asJSON: o.job.Tell.JSON}
		w.write = func(u document.URL) bool {
			w.dst = w.about.AppendURL(w.dst, u, w.text, w.asJSON)
			w.n++
			return true
		}
		return w
	}}
	return func(dst []byte, v records.Value) ([]byte, error) {
		w := writers.Get().(*urlWriter)
		if w.asJSON {
			w.about = v.Linted(&o.job.Tell)
		}
		w.dst, w.n = dst, 0
		w.text = unsafe.String(unsafe.SliceData(v.Text), len(v.Text)) // nobody writes to it meanwhile
		its := g
		if its == nil {
			its = o.as.Text(w.text)
		}
		its.URLs(w.text)(w.write)
		o.found.Add(w.n)
		dst, w.dst, w.text = w.dst, nil, ""
		writers.Put(w)
		return dst, nil
	}
}

// A urlWriter writes the URLs of a value.
type urlWriter struct {
	asJSON bool
	about  results.Linted // if that is so
	text   string
	dst    []byte
	n      int64
	write  func(document.URL) bool
}
