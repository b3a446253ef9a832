package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/charset"
	"github.com/pct-encoded/percent/dialect"
)

// A charsetFlag chooses the charset of text.
type charsetFlag struct {
	label string
}

// detectWord asks for a guess instead of a charset.
const detectWord = "detect"

func (f *charsetFlag) add(cmd *cobra.Command, usage string) {
	cmd.Flags().StringVar(&f.label, "charset", "", usage)
	_ = cmd.RegisterFlagCompletionFunc("charset", func(cmd *cobra.Command, _ []string, _ string) ([]string, cobra.ShellCompDirective) {
		var labels []string
		for _, c := range charset.All() {
			for _, label := range c.Labels() {
				labels = append(labels, label+"\t"+c.Name())
			}
		}
		return append(labels, detectWord+"\tguess"), cobra.ShellCompDirectiveNoFileComp
	})
}

// charset returns what the flag names, or nil where it is not used.
func (f *charsetFlag) charset() (*charset.Charset, error) {
	if f.label == "" {
		return nil, nil
	}
	c, err := charset.Lookup(f.label)
	var unknown *charset.LabelError
	switch {
	case errors.As(err, &unknown):
		hint := "it takes any label of the Encoding Standard, such as utf-8, shift_jis, windows-1252 or gbk"
		if len(unknown.Suggestions) > 0 {
			hint = "did you mean " + strings.Join(unknown.Suggestions, ", ") + "? " + hint
		}
		return nil, usageError(hint, "unknown charset %q", f.label)
	case c == charset.Replacement:
		return nil, usageError("convert the text with another program first",
			"charset %q is one that the Encoding Standard refuses, since it was used in attacks", f.label)
	}
	return c, err
}

// suits refuses a charset for a dialect that is more than five choices.
func (f *charsetFlag) suits(j *job) error {
	if f.label == "" || j.enc != nil {
		return nil
	}
	return usageError("leave out --charset", "%s makes choices of its own, and is not for another charset", j.dialect.ID)
}

// decodeWith makes j decode in the charset that the flag names, or guess it.
func (f *charsetFlag) decodeWith(j *job) error {
	if f.label == detectWord {
		j.detect = true
		return nil
	}
	c, err := f.charset()
	if c != nil {
		j.useCharset(c)
	}
	return err
}

// encodeWith makes j encode in the charset that the flag names.
func (f *charsetFlag) encodeWith(j *job) error {
	if f.label == detectWord {
		return usageError("name the charset that the other side expects", "there is nothing to detect in text to be encoded")
	}
	c, err := f.charset()
	if c == nil || err != nil {
		return err
	}
	if err := f.suits(j); err != nil {
		return err
	}
	j.parts = isWholeURL(j.dialect)
	if c.Output() != c {
		j.ui.note("%s is only read: what is written is %s, as the Encoding Standard has it", c, c.Output())
	}
	j.useCharset(c.Output())
	// An encoder that has a state does not say which.
	j.hold = j.hold || c == charset.ISO2022JP
	return nil
}

// useCharset makes values text in c.
func (j *job) useCharset(c *charset.Charset) {
	j.charset = c
	if j.decoding != nil {
		// The decoder sees to UTF-8 itself.
		policy := percent.InvalidUTF8Kept
		if c == charset.UTF8 {
			policy = percent.InvalidUTF8Refused
		}
		j.enc = j.enc.WithInvalidUTF8(policy)
	}
}

// text reports whether values are text that goes through a textCoder.
func (j *job) text() bool {
	return j.charset != nil && (j.decoding == nil || j.charset != charset.UTF8)
}

// inCharset returns " in" with the charset of the values, or "".
func (j *job) inCharset() string {
	if j.charset == nil {
		return ""
	}
	return " in " + j.charset.Name()
}

// isWholeURL reports whether a value of that dialect is a URL with all its
// parts.
func isWholeURL(d *dialect.Dialect) bool { return d.ID == "rfc3986.uri" }

// A notice is something that is told of once.
type notice struct {
	count  int64
	at     place
	offset int64
	text   string
}

func (n *notice) add(at place, offset int64, text string) {
	if n.count == 0 {
		n.at, n.offset, n.text = at, offset, text
	}
	n.count++
}

// forget drops what was noticed behind the place where the work has stopped.
func (n *notice) forget(at place, offset int64) {
	if n.at == at && n.offset > offset {
		*n = notice{}
	}
}

// reportCharset tells what became of text that does not suit its charset.
func (j *job) reportCharset() {
	if r := &j.references; r.count > 0 {
		where := "the first at"
		if r.count == 1 {
			where = "at"
		}
		j.ui.note("%s that %s cannot write replaced by a numeric reference, %s %s, byte %d", count(r.count, "character"), j.charset, where, r.at, r.offset)
	}
	if r := &j.raw; r.count > 0 {
		j.ui.note("byte %q stands there without an escape and was read as %s, first at %s, byte %d", r.text, j.charset, r.at, r.offset)
		j.ui.hint("what is not escaped is UTF-8 more often than not; check that the result makes sense")
	}
}

// maxSample is how much of an input is looked at to guess its charset.
const maxSample = 4 << 20

// sample reads from r what detect needs: all of it, as long as there is nothing
// but ASCII, and a chunk more, but not more than maxSample. It returns a reader
// of everything.
func (j *job) sample(r io.Reader, name string) ([]byte, io.Reader, error) {
	const enough = 64 << 10
	var read []byte
	telling := -1 // index of the first byte that is not ASCII
	for len(read) < maxSample && (telling < 0 || len(read) < telling+enough) {
		buf := make([]byte, min(j.chunk, maxSample-len(read)))
		n, err := io.ReadFull(r, buf)
		from := max(0, len(read)-len("%4"))
		read = append(read, buf[:n]...)
		if i := indexTelling(read[from:]); i >= 0 && telling < 0 {
			telling = from + i
		}
		if err != nil {
			if !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
				return nil, nil, ioError(name, err)
			}
			break
		}
	}
	return read, io.MultiReader(bytes.NewReader(read), r), nil
}

// indexTelling returns the index of the first byte of encoded text that may be,
// or stand for, something else than a character of ASCII, or -1.
func indexTelling(b []byte) int {
	for i, c := range b {
		if c >= 0x80 || c == 0x1B || c == '%' && i+2 < len(b) &&
			(b[i+1] >= '8' && isHex(b[i+1]) || b[i+1] == '1' && b[i+2]|0x20 == 'b') {
			return i
		}
	}
	return -1
}

// guess chooses the charset of encoded text by a sample of it, and says so.
func (j *job) guess(name string, sample []byte) {
	octets, _ := lenientOctets(j.enc).AppendDecode(nil, j.textOf(sample))
	found := charset.Detect(octets)
	note := fmt.Sprintf("%s: detected %s, confidence %.2f", name, found[0].Charset, found[0].Confidence)
	for i, other := range found[1:min(len(found), 3)] {
		if other.Confidence < 0.005 {
			break // it would show as 0.00
		}
		if i == 0 {
			note += "; then"
		} else {
			note += ","
		}
		note += fmt.Sprintf(" %s %.2f", other.Charset, other.Confidence)
	}
	j.ui.note("%s", note)
	j.useCharset(found[0].Charset)
}

// lenientOctets returns e as it decodes to octets without ever failing.
func lenientOctets(e *percent.Encoding) *percent.Encoding {
	return e.WithMalformed(percent.MalformedKept).WithRaw(percent.AllBytes).WithInvalidUTF8(percent.InvalidUTF8Kept)
}

// textOf returns the parts of the values in sample that the charset rules.
func (j *job) textOf(sample []byte) []byte {
	if !j.parts {
		return sample
	}
	end, ok := j.sep.end()
	if !ok {
		end = '\n'
	}
	var text []byte
	for value := range bytes.SplitSeq(sample, []byte{end}) {
		var parts urlParts
		for len(value) > 0 {
			n, ruled, _ := parts.next(value)
			if ruled {
				text = append(text, value[:n]...)
			}
			value = value[n:]
		}
		text = append(text, '\n')
	}
	return text
}
