package main

import (
	"bytes"
	"io"

	"github.com/spf13/cobra"

	"github.com/pct-encoded/percent"
)

func init() {
	register(newEncode)
	register(newFix)
}

func newEncode(a *app) *cobra.Command {
	j := newEncodeJob(a)
	var flags dialectFlags
	var text charsetFlag
	cmd := &cobra.Command{
		Use:   "encode [flags] [TEXT...]",
		Short: "data to encoded form",
		Long: `encode percent-encodes each TEXT, or each line of standard input or of the
files of -f, and prints one line for each.

What is encoded already is data like anything else, and is encoded again: that
is what makes encoding reversible. To mend a URL that is put together, see fix.`,
		Example: `  percent encode 'Ladies + Gentlemen'
  percent encode --as form 'name=Zoë & Max'
  percent encode --keep / < paths.txt > encoded.txt
  find . -print0 | percent encode -0`,
		GroupID: groupCode,
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			if j.dialect, j.enc, err = flags.encoding("rfc3986"); err != nil {
				return err
			}
			if err := j.encodes(flags.as); err != nil {
				return err
			}
			if err := text.encodeWith(j); err != nil {
				return err
			}
			return j.runAndReport(cmd, args, "encoded")
		},
		ValidArgsFunction: cobra.NoFileCompletions,
	}
	flags.addAs(cmd, "rfc3986")
	flags.addSets(cmd)
	flags.addSpace(cmd, "how a space is written")
	text.add(cmd, "write the text, which is UTF-8, in this charset, by any label of the Encoding Standard")
	j.add(cmd)
	j.policy.addTo(cmd)
	return cmd
}

func newFix(a *app) *cobra.Command {
	j := newFixJob(a)
	var flags dialectFlags
	var text charsetFlag
	cmd := &cobra.Command{
		Use:   "fix [flags] [TEXT...]",
		Short: "make an almost right string legal, touch nothing else",
		Long: `fix makes legal what is put together already: escapes and legal characters stay
byte for byte, anything else is escaped, and a '%' that begins no escape becomes
%25. Fixing twice changes nothing more. A byte order mark at the start of a file
stays.`,
		Example: `  percent fix 'http://example.com/100% é'
  percent fix -f urls.txt -o fixed.txt`,
		GroupID: groupCode,
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			if j.dialect, j.enc, err = flags.encoding("rfc3986.uri"); err != nil {
				return err
			}
			if err := j.fixes(flags.as); err != nil {
				return err
			}
			if err := text.encodeWith(j); err != nil {
				return err
			}
			return j.runAndReport(cmd, args, "fixed")
		},
		ValidArgsFunction: cobra.NoFileCompletions,
	}
	flags.addAs(cmd, "rfc3986.uri")
	flags.addSets(cmd)
	flags.addSpace(cmd, "how a space is written")
	text.add(cmd, "write the text, which is UTF-8, in this charset, by any label of the Encoding Standard")
	j.add(cmd)
	j.policy.addTo(cmd)
	return cmd
}

func newEncodeJob(a *app) *job {
	return &job{app: a, policy: newPolicy(), newWorker: newEncoder, one: encodeOne}
}

func newFixJob(a *app) *job {
	j := newEncodeJob(a)
	j.bom = true
	return j
}

// fixing returns the encoding whose Encode is e's Fix.
func fixing(e *percent.Encoding) *percent.Encoding {
	if e.Space() == percent.SpacePlus {
		// It is legal where it stands: a space.
		e = e.WithKept(e.Kept().Add("+"))
	}
	return e.WithEscapes(percent.TripletsKept)
}

// runAndReport runs a job that meets malformed input only where a dialect
// refuses it or text is to be written in a charset.
func (j *job) runAndReport(cmd *cobra.Command, args []string, done string) error {
	err := j.run(cmd, args)
	j.reportCharset()
	if err != nil {
		return err
	}
	j.policy.report(j.ui)
	if j.verbose {
		j.ui.note("%s %s as %s%s", done, count(j.values, "value"), j.dialect.ID, j.inCharset())
	}
	return nil
}

func encodeOne(j *job, dst, text []byte, at place) ([]byte, *flaw) {
	if j.text() {
		return codeText(j, dst, text, at)
	}
	if j.enc == nil {
		return encodeByDialect(j, dst, text, at)
	}
	return j.enc.AppendEncode(dst, text), nil
}

// An encoder encodes a source chunk by chunk.
type encoder struct {
	j *job
	// enc keeps the separators, so that many values are encoded at once.
	enc *percent.Encoding
	// cr is for a CR that ends no line, where enc would keep it but should not.
	cr *percent.Encoding
}

func newEncoder(j *job, s source) worker {
	if j.text() {
		return newTextWorker(j, s)
	}
	w := &encoder{j: j, enc: j.enc}
	kept := j.enc.Kept()
	switch j.sep {
	case lines:
		w.enc = j.enc.WithKept(kept.Add("\r\n"))
		if !kept.Contains('\r') {
			w.cr = j.enc
		}
	case nuls:
		w.enc = j.enc.WithKept(kept.Add("\x00"))
	}
	return w
}

func (w *encoder) within() bool { return false }

func (w *encoder) alone(dst, src []byte) (int, bool) {
	if w.cr != nil && indexLoneCR(src) >= 0 {
		return 0, false
	}
	nDst, _, err := w.enc.EncodeChunk(dst, src)
	return nDst, err == nil
}

func (w *encoder) done(src []byte) {
	if end, ok := w.j.sep.end(); ok && w.j.verbose {
		w.j.values += int64(bytes.Count(src, []byte{end}))
	}
}

func (w *encoder) work(src []byte, last bool) (n int, err error) {
	w.done(src)
	if w.cr != nil {
		for {
			i := indexLoneCR(src[n:])
			if i < 0 {
				break
			}
			if _, err := w.encode(w.enc, src[n:n+i], true); err != nil {
				return n, err
			}
			n += i
			if _, err := w.encode(w.cr, src[n:n+1], true); err != nil {
				return n, err
			}
			n++
		}
	}
	m, err := w.encode(w.enc, src[n:], last)
	return n + m, err
}

// indexLoneCR returns the index of the first CR in src that no LF follows, or
// -1.
func indexLoneCR(src []byte) int {
	for at := 0; ; {
		i := bytes.IndexByte(src[at:], '\r')
		if i < 0 {
			return -1
		}
		at += i
		if at+1 == len(src) || src[at+1] != '\n' {
			return at
		}
		at++
	}
}

// encode encodes src, all of it if whole.
func (w *encoder) encode(e *percent.Encoding, src []byte, whole bool) (n int, err error) {
	for n < len(src) {
		room, err := w.j.out.room()
		if err != nil {
			return n, err
		}
		nDst, nSrc, stop := e.EncodeChunk(room, src[n:])
		w.j.out.wrote(nDst)
		n += nSrc
		switch stop {
		case nil:
			return n, nil
		case io.ErrUnexpectedEOF:
			if !whole {
				return n, nil
			}
			err = w.j.out.writeBytes(e.AppendEncode(nil, src[n:]))
			return len(src), err
		}
		// The room is used up.
		if err := w.j.out.flush(); err != nil {
			return n, err
		}
	}
	return n, nil
}
