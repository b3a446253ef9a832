package records

import (
	"bytes"
	"os"
	"strings"
	"unicode/utf8"

	"github.com/pct-encoded/percent/dialect"
	"github.com/pct-encoded/percent/inspect/explain"
	"github.com/pct-encoded/percent/internal/cli/term"
	"github.com/pct-encoded/percent/internal/excerpt"
	"github.com/pct-encoded/percent/internal/pct"
	"github.com/pct-encoded/percent/internal/placeholders"
)

// Surprises get one hint at the end: text that was already encoded, results
// that still are, that are not UTF-8, or that contain line ends although each
// line is a value. Only the first 64 KiB of input and of output are searched,
// so that the time for it is the same for any file.
const lookedAt = 64 << 10

// A watched counts what was seen of a text that arrives in pieces.
type watched int

// take returns the part of the next piece that is within lookedAt.
func (w *watched) take(b []byte) []byte {
	b = b[:min(len(b), lookedAt-int(*w))]
	*w += watched(len(b))
	return b
}

// LineEndHint is the hint for a value that takes several lines of an output
// with one value per line.
const LineEndHint = "a value contains a line end, so it takes several lines; -0 ends values with NUL"

// overlap is longer than anything a Lookout searches for.
const overlap = 16

// A Lookout searches text that arrives in pieces. Without Find it finds nothing.
type Lookout struct {
	// Find returns the match in text, or "". begins reports that text is the
	// start of the stream.
	Find  func(text []byte, begins bool) string
	Found string
	seen  watched
	tail  []byte // the end of what was seen
}

// See looks at the next piece.
func (l *Lookout) See(b []byte) {
	if l.Find == nil || l.Found != "" {
		return
	}
	seen := int(l.seen)
	if b = l.seen.take(b); len(b) == 0 {
		return
	}
	if len(l.tail) > 0 {
		first := seen == len(l.tail)
		l.tail = append(l.tail, b[:min(len(b), overlap)]...)
		l.Found = l.Find(l.tail, first)
	}
	if l.Found == "" {
		l.Found = l.Find(b, seen == 0)
	}
	if len(b) >= overlap {
		l.tail = append(l.tail[:0], b[len(b)-overlap:]...)
	} else if n := len(l.tail); n > overlap {
		l.tail = append(l.tail[:0], l.tail[n-overlap:]...)
	} else if n == 0 {
		l.tail = append(l.tail, b...)
	}
}

// FindEscape finds an escape.
func FindEscape(text []byte, _ bool) string {
	for {
		i := bytes.IndexByte(text, '%')
		if i < 0 || i+3 > len(text) {
			return ""
		}
		if pct.IsHex(text[i+1]) && pct.IsHex(text[i+2]) {
			return string(text[i : i+3])
		}
		text = text[i+1:]
	}
}

// FindLineEnd finds the escape of a line end.
func FindLineEnd(text []byte, _ bool) string {
	for _, escape := range []string{"%0A", "%0a"} {
		if bytes.Contains(text, []byte(escape)) {
			return escape
		}
	}
	return ""
}

// FindURL finds a value that begins with a scheme and "://", and returns that
// beginning.
func FindURL(text []byte, begins bool) string {
	for from := 0; ; {
		i := bytes.Index(text[from:], []byte("://"))
		if i < 0 {
			return ""
		}
		i += from
		start := i
		for start > from && isSchemeByte(text[start-1]) {
			start--
		}
		first := begins && start == 0 || start > 0 && (text[start-1] == '\n' || text[start-1] == 0)
		if first && start < i && 'a' <= text[start]|0x20 && text[start]|0x20 <= 'z' {
			return string(text[start : i+3])
		}
		from = i + 3
	}
}

// HintPlaceholder prepares and runs a job that fixes, with a hint about the first placeholder in its input.
func (j *Job) HintPlaceholder(ui *term.UI, run func() error) error {
	filled := Lookout{Find: findPlaceholder}
	j.Do.OnRead = filled.See
	err := j.Prepare()
	if err == nil {
		err = run()
	}
	if err == nil && filled.Found != "" { // nothing reads any more
		ui.Hint(excerpt.Name(filled.Found) + " looks like a placeholder, which nothing fills in once it is changed; `percent lint --fix` leaves it as it is")
	}
	return err
}

// findPlaceholder finds what a program fills in, and a fix changes.
func findPlaceholder(text []byte, _ bool) string {
	for i := range text {
		if strings.IndexByte("{$[*<%", text[i]) < 0 {
			continue
		}
		before := max(i-1, 0)
		if n := placeholders.Len(string(text[before:min(len(text), i+plusBytes)]), i-before); n > 0 {
			if found := string(text[i : i+n]); strings.ContainsAny(found, "[{|<") || found[n-1] == '%' {
				return found
			}
		}
	}
	return ""
}

// FindDots finds a complete value that is "." or "..".
func FindDots(text []byte, begins bool) string {
	for _, end := range []string{".\n", ".\r\n", ".\x00"} {
		for from := 0; ; {
			i := bytes.Index(text[from:], []byte(end))
			if i < 0 {
				break
			}
			i += from
			start := i
			if start > 0 && text[start-1] == '.' {
				start--
			}
			if start == 0 && begins || start > 0 && (text[start-1] == '\n' || text[start-1] == 0) {
				return string(text[start : i+1])
			}
			from = i + len(end)
		}
	}
	return ""
}

// LeavesDots reports whether encoding a value with '/' in it makes one segment of a
// path but leaves dot segments alone, which are dot segments even when escaped.
func (d *Action) LeavesDots() bool {
	return d.Alters("/") && !d.Alters(".") && !d.Alters("..") && d.encode(" ") != "+"
}

func isSchemeByte(b byte) bool {
	return 'a' <= b|0x20 && b|0x20 <= 'z' || '0' <= b && b <= '9' || b == '+' || b == '-' || b == '.'
}

// A PlusWatch finds out what '+' means in text that arrives in pieces, by asking
// package explain about the first values that contain one.
type PlusWatch struct {
	value  []byte // the beginning of the current value
	behind bool   // a '+' follows after that
	asked  int
	seen   watched
	itself bool                // in at least one value, each '+' is a plus sign
	found  explain.PlusReading // the first other reading
}

// A PlusWatch examines this many bytes of a value and this many values with a '+'.
// That is enough to recognize a list of URLs, and takes about a millisecond.
const (
	plusBytes  = 1 << 10
	plusValues = 1000
)

// See looks at the next piece.
func (w *PlusWatch) See(b []byte) {
	if w.asked >= plusValues || w.found != explain.PlusNone {
		return
	}
	b = w.seen.take(b)
	if bytes.IndexByte(b, '+') < 0 && bytes.IndexByte(w.value, '+') < 0 && !w.behind {
		// Only the last value, which is not complete yet, can still get one.
		if end := bytes.LastIndexAny(b, "\n\x00"); end >= 0 {
			w.value, b = w.value[:0], b[end+1:]
		}
	}
	for len(b) > 0 {
		end := bytes.IndexAny(b, "\n\x00")
		part := b[:max(end, 0)]
		if end < 0 {
			part = b
		}
		room := min(len(part), plusBytes-len(w.value))
		w.value = append(w.value, part[:room]...)
		w.behind = w.behind || bytes.IndexByte(part[room:], '+') >= 0
		if end < 0 {
			return
		}
		w.ask()
		b = b[end+1:]
	}
}

// ask classifies the current value and clears it for the next.
func (w *PlusWatch) ask() {
	if w.found == explain.PlusNone && bytes.IndexByte(w.value, '+') >= 0 {
		w.asked++
		if r := explain.PlusIn(string(w.value)); r == explain.PlusItself {
			w.itself = true
		} else {
			w.found = r
		}
	}
	if w.found == explain.PlusNone && w.behind {
		w.found = explain.PlusUnknown
	}
	w.value, w.behind = w.value[:0], false
}

// Reading returns what '+' means: PlusItself only if all were plus signs, and PlusNone
// if there was none.
func (w *PlusWatch) Reading() explain.PlusReading {
	w.ask()
	if w.found == explain.PlusNone && w.itself {
		return explain.PlusItself
	}
	return w.found
}

// A TextWatch checks whether text that arrives in pieces is UTF-8.
type TextWatch struct {
	broken bool
	seen   watched
	cut    []byte // the beginning of a character
}

// See looks at the next piece.
func (w *TextWatch) See(b []byte) {
	if w.broken {
		return
	}
	b = w.seen.take(b)
	for len(w.cut) > 0 && len(b) > 0 {
		w.cut, b = append(w.cut, b[0]), b[1:]
		if utf8.FullRune(w.cut) {
			w.broken = !utf8.Valid(w.cut)
			w.cut = w.cut[:0]
		}
	}
	end := len(b)
	for i := end - 1; i >= max(0, end-utf8.UTFMax+1); i-- {
		if utf8.RuneStart(b[i]) {
			if !utf8.FullRune(b[i:]) {
				end = i
			}
			break
		}
	}
	w.broken = w.broken || !utf8.Valid(b[:end])
	w.cut = append(w.cut, b[end:]...)
}

// NotUTF8 reports whether the text was not UTF-8, including a truncated
// character at its end.
func (w *TextWatch) NotUTF8() bool { return w.broken || len(w.cut) > 0 && w.seen < lookedAt }

// Alters reports whether the dialect, with the changes made by flags, encodes
// s.
func (d *Action) Alters(s string) bool { return d.encode(s) != s }

// encode returns s as the dialect encodes it, or s itself if the dialect
// refuses it.
func (d *Action) encode(s string) string {
	if e := d.Plan.Encoding; e != nil {
		return e.Encode(s)
	}
	out, err := d.Plan.Dialect.AppendEncode(nil, []byte(s))
	if err != nil {
		return s
	}
	return string(out)
}

// Undoes reports whether decoding by d changes s.
func Undoes(d *dialect.Dialect, s string) bool {
	out, err := d.AppendDecode(nil, []byte(s))
	return err == nil && string(out) != s
}

// OneName gives a hint if names, the one that is to be removed, looks like a pattern or a list.
func OneName(u *term.UI, names []string) {
	if len(names) == 1 && strings.ContainsAny(names[0], "*,") {
		u.Hint(names[0] + " is taken for one name; `percent uri set --trim` takes patterns, and lists of them")
	}
}

// SeeFiles gives a hint for the first argument that names a file. It looks at a
// few only.
func SeeFiles(u *term.UI, values []string) {
	const few, longest = 16, 255
	for _, name := range values[:min(len(values), few)] {
		if !strings.Contains(name, ".") || len(name) > longest {
			continue
		}
		if info, err := os.Stat(name); err == nil && info.Mode().IsRegular() {
			u.Hint(excerpt.Name(name) + " is taken as text; -f " + excerpt.Name(name) + " reads the file of that name")
			return
		}
	}
}

// OctetsStay returns the part of a hint that says what to do about a result
// that is not UTF-8.
func (d *Action) OctetsStay() string {
	switch word := d.Policy.Value; {
	case d.Plan.Encoding == nil:
		return ""
	case d.Plan.Layers > 1:
		return "; decode the last layer on its own, with --charset utf-8 or detect"
	case word != "":
		return "; only with --charset utf-8 does --on-error " + word + " apply to it"
	}
	return "; --charset detect guesses its charset"
}
