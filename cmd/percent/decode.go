package main

import (
	"bytes"
	"errors"
	"io"

	"github.com/spf13/cobra"

	"github.com/pct-encoded/percent"
)

func init() { register(newDecode) }

func newDecode(a *app) *cobra.Command {
	j, d := newDecodeJob(a)
	var flags dialectFlags
	var text charsetFlag
	cmd := &cobra.Command{
		Use:   "decode [flags] [TEXT...]",
		Short: "encoded form to data",
		Long: `decode percent-decodes each TEXT, or each line of standard input or of the files
of -f, and prints one line for each.

A '+' is a '+'. Only forms write a space that way: --as form. A malformed escape
ends the command with status 3, unless --on-error says otherwise; what precedes
it is written.`,
		Example: `  percent decode Dogs%2C%20Cats%20%26%20Mice
  percent decode --as form 'q=caf%C3%A9+au+lait'
  percent decode --on-error keep -f urls.txt -o decoded.txt
  percent decode --json < urls.txt`,
		GroupID: groupCode,
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			if j.dialect, j.enc, err = flags.encoding("rfc3986"); err != nil {
				return err
			}
			if err := text.suits(j); err != nil {
				return err
			}
			if j.enc == nil {
				return d.byDialect(j, cmd, args)
			}
			j.parts = isWholeURL(j.dialect)
			d.prepare(j)
			if err := text.decodeWith(j); err != nil {
				return err
			}
			err = j.run(cmd, args)
			j.reportCharset()
			if err != nil {
				return err
			}
			d.report(j, flags.as == "" && flags.space.value == "")
			return nil
		},
		ValidArgsFunction: cobra.NoFileCompletions,
	}
	flags.addAs(cmd, "rfc3986")
	flags.addSpace(cmd, "a '+' is a space (plus) or itself (percent)")
	text.add(cmd, "the charset of what the escapes stand for, by any label of the Encoding Standard, or detect; the output is UTF-8")
	j.add(cmd)
	j.policy.addTo(cmd)
	return cmd
}

func newDecodeJob(a *app) (*job, *decoding) {
	d := &decoding{}
	return &job{app: a, policy: newPolicy(), newWorker: d.newWorker, one: d.one, decoding: d}, d
}

// A decoding is what the values of one run of decode have in common.
type decoding struct {
	// lenient: malformed escapes are no errors in this dialect, but are looked
	// for, to be counted.
	lenient bool
	kept    int64 // malformed escapes that the dialect keeps, where lenient
	pluses  int64 // '+', or 1 where it is enough to know that there is one
}

// prepare makes the decoder refuse what --verbose is to count.
func (d *decoding) prepare(j *job) {
	if j.verbose && j.enc.Malformed() == percent.MalformedKept {
		d.lenient = true
		j.enc = j.enc.WithMalformed(percent.MalformedRefused)
	}
}

// see counts the '+' of text.
func (d *decoding) see(j *job, text []byte) {
	switch {
	case j.verbose:
		d.pluses += int64(bytes.Count(text, []byte{'+'}))
	case d.pluses == 0 && bytes.IndexByte(text, '+') >= 0:
		d.pluses = 1
	}
}

// report tells what decoding did and what may not have been meant. ordinary
// means that nobody has said what a '+' is.
func (d *decoding) report(j *job, ordinary bool) {
	j.policy.report(j.ui)
	plusIsSpace := j.enc.Plus() == percent.PlusIsSpace
	if j.verbose {
		j.ui.note("decoded %s as %s%s", count(j.values, "value"), j.dialect.ID, j.inCharset())
		if plusIsSpace {
			j.ui.note("%d '+' read as spaces", d.pluses)
		} else {
			j.ui.note("%d '+' kept", d.pluses)
		}
		if d.lenient {
			j.ui.note("%s kept, as %s has it", count(d.kept, "malformed escape"), j.dialect.ID)
		}
	}
	if ordinary && d.pluses > 0 && !plusIsSpace {
		j.ui.hint("a '+' was kept; a form would read it as a space: --as form")
	}
}

// malformed deals with malformed input: it returns what is written instead and
// how many bytes of the input that stands for, or stop.
func (d *decoding) malformed(j *job, f *flaw, at place) (written string, n int, stop bool) {
	if d.lenient && f.isEscape() {
		d.kept++
		return "%", 1, false
	}
	return j.policy.meet(at, f)
}

func (d *decoding) newWorker(j *job, s source) worker {
	if j.text() {
		return newTextWorker(j, s)
	}
	return d.newDecoder(j, s)
}

func (d *decoding) one(j *job, dst, text []byte, at place) (out []byte, first *flaw) {
	if j.text() {
		d.see(j, text)
		return codeText(j, dst, text, at)
	}
	return d.decodeOne(j, dst, text, at)
}

// decodeOne decodes one value, and returns what was first wrong with it, too.
func (d *decoding) decodeOne(j *job, dst, text []byte, at place) (out []byte, first *flaw) {
	d.see(j, text)
	for n := 0; ; {
		var err error
		dst, err = j.enc.AppendDecode(dst, text[n:])
		var e *percent.SyntaxError
		if !errors.As(err, &e) {
			return dst, first
		}
		n += int(e.Offset)
		f := &flaw{SyntaxError: *e}
		f.Offset = int64(n)
		written, skip, stop := d.malformed(j, f, at)
		if first == nil && !d.lenient {
			first = f
		}
		if stop {
			return dst, first
		}
		dst = append(dst, written...)
		n += skip
	}
}

// A decoder decodes a source chunk by chunk.
type decoder struct {
	*decoding
	j      *job
	source string
	enc    *percent.Encoding // takes the separators for what they are

	offset  int64 // of the chunk in the source
	located int   // bytes of the chunk in which separators have been counted
	number  int64 // separators so far
	start   int64 // where the value behind the last one begins, in the source
}

func (d *decoding) newDecoder(j *job, s source) worker {
	w := &decoder{decoding: d, j: j, source: s.name, enc: j.enc}
	if end, ok := j.sep.end(); ok && !j.enc.Raw().Contains(end) {
		w.enc = j.enc.WithRaw(j.enc.Raw().Add(string([]byte{end})))
	}
	return w
}

func (w *decoder) within() bool { return false }

func (w *decoder) alone(dst, src []byte) (int, bool) {
	nDst, _, err := w.enc.DecodeChunk(dst, src)
	return nDst, err == nil
}

func (w *decoder) done(src []byte) {
	w.see(w.j, src)
	w.locate(src, len(src))
	w.offset += int64(len(src))
	w.located = 0
}

// locate counts the separators of src[:i], of which it has counted some
// before: there may be a malformed escape at every other byte.
func (w *decoder) locate(src []byte, i int) {
	end, ok := w.j.sep.end()
	if !ok || i <= w.located {
		return
	}
	part := src[w.located:i]
	if c := bytes.Count(part, []byte{end}); c > 0 {
		w.number += int64(c)
		w.start = w.offset + int64(w.located) + int64(bytes.LastIndexByte(part, end)) + 1
		w.j.values += int64(c)
	}
	w.located = i
}

func (w *decoder) work(src []byte, last bool) (n int, err error) {
	n, err = w.decode(src, last)
	w.done(src[:n])
	return n, err
}

func (w *decoder) decode(src []byte, last bool) (n int, err error) {
	for n < len(src) {
		room, err := w.j.out.room()
		if err != nil {
			return n, err
		}
		nDst, nSrc, stop := w.enc.DecodeChunk(room, src[n:])
		w.j.out.wrote(nDst)
		at := n // what the offset of an error counts from
		n += nSrc
		if stop == io.ErrUnexpectedEOF && last {
			at = n
			var rest []byte
			if rest, stop = w.enc.AppendDecode(nil, src[n:]); stop == nil {
				n = len(src)
			}
			if err := w.j.out.writeBytes(rest); err != nil {
				return n, err
			}
		}
		switch stop {
		case nil:
			continue
		case io.ErrUnexpectedEOF:
			return n, nil
		case io.ErrShortBuffer:
			if err := w.j.out.flush(); err != nil {
				return n, err
			}
			continue
		}
		var e *percent.SyntaxError
		if !errors.As(stop, &e) {
			return n, stop
		}
		n = at + int(e.Offset)
		skip, err := w.refused(src, n, e)
		if err != nil {
			return n, err
		}
		n += skip
	}
	return n, nil
}

// refused deals with what the decoder has refused at src[i:], and returns how
// many bytes it dealt with.
func (w *decoder) refused(src []byte, i int, e *percent.SyntaxError) (n int, err error) {
	e, separator := w.j.sep.clip(e, src[i+len(e.Bytes):])
	if separator {
		// A CR in front of its LF, which the dialect does not accept as data.
		return len(e.Bytes), w.j.out.write(e.Bytes)
	}
	at := place{source: w.source}
	w.locate(src, i)
	if _, ok := w.j.sep.end(); ok {
		at.number = w.number + 1
	}
	inValue := flaw{SyntaxError: *e}
	inValue.Offset = w.offset + int64(i) - w.start
	written, n, stop := w.malformed(w.j, &inValue, at)
	if stop {
		return 0, inValue.stops(at)
	}
	return n, w.j.out.write(written)
}
