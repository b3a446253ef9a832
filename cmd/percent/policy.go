package main

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/pct-encoded/percent"
)

// A policy says what becomes of malformed input, and counts how often it had
// to.
type policy struct {
	choice
	count   int64 // malformed places, or with skip the values that hold them
	others  bool  // some of them were no escapes
	first   place
	atFirst int64 // byte in the value
}

func newPolicy() *policy {
	return &policy{choice: choice{words: []string{"fail", "keep", "replace", "skip"}}}
}

func (p *policy) addTo(cmd *cobra.Command) {
	addChoice(cmd, &p.choice, "on-error", "malformed input: stop there, keep it as it is, write U+FFFD for it, or drop the value")
}

func (p *policy) word() string {
	if p.value == "" {
		return "fail"
	}
	return p.value
}

// add counts a malformed place.
func (p *policy) add(at place, f *flaw) {
	if p.count == 0 {
		p.first, p.atFirst = at, f.Offset
	}
	p.count++
	p.others = p.others || !f.isEscape()
}

// meet decides on a malformed place: it counts it and returns what is written
// instead and how many bytes of the input that stands for, or stop.
func (p *policy) meet(at place, f *flaw) (written string, n int, stop bool) {
	switch p.word() {
	case "fail":
		return "", 0, true
	case "skip":
		p.add(at, f)
		return "", 0, true
	}
	p.add(at, f)
	written, n = p.apply(f)
	return written, n, false
}

// apply returns what is written for the malformed text that f tells of, with
// keep or replace, and how many bytes of the input that stands for.
//
// Of an escape that is wrong only the '%' is malformed: what follows it is data
// and may begin the next escape. Of one that the value cuts off, all that is
// there is.
func (p *policy) apply(f *flaw) (written string, n int) {
	text := f.Bytes
	if f.isEscape() && f.Reason == percent.InvalidEscape {
		text = "%"
	}
	if p.word() == "replace" {
		return "\uFFFD", len(text)
	}
	return text, len(text)
}

// report tells what was let pass.
func (p *policy) report(u *ui) {
	if p.count == 0 {
		return
	}
	what := "malformed escape"
	if p.others {
		what = "malformed place"
	}
	done := ""
	switch p.word() {
	case "skip":
		what, done = "value", "skipped"
	case "keep":
		done = "kept"
	case "replace":
		done = "replaced by U+FFFD"
	}
	where := "the first at "
	if p.count == 1 {
		where = "at "
	}
	u.note("%s %s, %s%s, byte %d", count(p.count, what), done, where, p.first, p.atFirst)
}

// clip returns e as it would be if the value ended where it does, when after is
// what follows e.Bytes in a source of many values: the decoder has seen the
// separator as a part of an escape. The second result tells that e is no error
// but a separator.
func (s separator) clip(e *percent.SyntaxError, after []byte) (*percent.SyntaxError, bool) {
	end, ok := s.end()
	if !ok || e.Reason == percent.InvalidUTF8 {
		return e, false
	}
	text := e.Bytes
	ended := len(after) > 0 && after[0] == end
	if i := strings.IndexByte(text, end); i >= 0 {
		text, ended = text[:i], true
	}
	if s == lines && ended {
		text = strings.TrimSuffix(text, "\r")
	}
	switch {
	case text == "":
		return e, true
	case len(text) == len(e.Bytes):
		return e, false
	}
	clipped := *e
	clipped.Bytes = text
	if len(text) == 1 || isHex(text[1]) {
		clipped.Reason = percent.TruncatedEscape
	}
	return &clipped, false
}

func isHex(b byte) bool {
	return '0' <= b && b <= '9' || 'A' <= b && b <= 'F' || 'a' <= b && b <= 'f'
}
