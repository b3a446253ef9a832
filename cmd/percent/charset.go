package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/pct-encoded/percent/bulk"
	"github.com/pct-encoded/percent/bulk/recipe"
	"github.com/pct-encoded/percent/charset"
	"github.com/pct-encoded/percent/dialect"
)

// A charsetFlag chooses the charset of text.
type charsetFlag struct {
	label string
}

// detectWord stands for a guess in the place of a charset.
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
	c, err := recipe.Charset(f.label)
	return c, recipeError(err)
}

// suits refuses a charset for a dialect that is more than five choices.
func (f *charsetFlag) suits(j *job) error {
	if f.label == "" || j.enc != nil {
		return nil
	}
	return usageError("leave out --charset", "%s has rules of its own and takes no other charset", j.dialect.ID)
}

// decodeWith makes j decode in the charset that the flag names, or guess it.
func (f *charsetFlag) decodeWith(j *job) error {
	if f.label == detectWord {
		j.detect = true
		return nil
	}
	c, err := f.charset()
	if c != nil {
		j.charset = c
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
	j.parts = charsetParts(j.dialect)
	if c.Output() != c {
		j.ui.note("%s is only for decoding; the text is written in %s, as the Encoding Standard says", c, c.Output())
	}
	j.charset = c.Output()
	return nil
}

// inCharset returns " in " and the charset of the values, or "".
func (j *job) inCharset() string {
	if j.charset == nil {
		return ""
	}
	return " in " + j.charset.Name()
}

// charsetParts returns the parts of a value of that dialect that are in its charset.
func charsetParts(d *dialect.Dialect) bulk.Parts {
	if d.ID == "rfc3986.uri" {
		return bulk.QueryOnly
	}
	return bulk.AllParts
}

// A notice counts something that is told of once, and has the first place of it.
// Checkpoints hold it.
type notice struct {
	Count  int64  `json:"count"`
	Source string `json:"source,omitempty"`
	Number int64  `json:"number,omitempty"`
	Offset int64  `json:"offset,omitempty"` // in the value
	Text   []byte `json:"text,omitempty"`
	Others bool   `json:"others,omitempty"` // of what is malformed: some of it is no escape
}

func (n *notice) add(at place, offset int64, text string) {
	if n.Count == 0 {
		n.Source, n.Number, n.Offset, n.Text = at.source, at.number, offset, []byte(text)
	}
	n.Count++
}

// where returns the place of the first.
func (n *notice) where() string {
	return fmt.Sprintf("%s, byte %d", place{n.Source, n.Number}, n.Offset)
}

// tell tells that what was counted was done with, and where the first was.
func (n *notice) tell(u *ui, what, done string) {
	switch n.Count {
	case 0:
	case 1:
		u.note("1 %s%s, at %s", what, done, n.where())
	default:
		u.note("%s%s, the first at %s", count(n.Count, what), done, n.where())
	}
}

// reportCharset tells what became of text that does not suit its charset.
func (j *job) reportCharset() {
	if j.references.Count > 0 {
		j.references.tell(j.ui, "character", fmt.Sprintf(" that %s cannot write replaced by a numeric reference", j.charset))
	}
	if r := &j.raw; r.Count > 0 {
		j.ui.note("byte %q is not escaped and was read as %s, first at %s", r.Text, j.charset, r.where())
		j.ui.hint("unescaped text is usually UTF-8; check that the result makes sense")
	}
}

// guess chooses the charset of encoded text from a sample of it, and says so.
func (j *job) guess(name string, sample []byte) error {
	found, err := bulk.DetectCharset(sample, j.sep, bulk.Options{Dialect: j.dialect, Encoding: j.enc, Parts: j.parts})
	if err != nil {
		return err
	}
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
	j.charset = found[0].Charset
	return nil
}
