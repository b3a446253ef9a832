package runner

import (
	"bytes"
	"regexp"
	"strings"
	"sync"

	"github.com/pct-encoded/percent/internal/lazy"
)

// keptStderr is how many bytes of the end of standard error are kept.
const keptStderr = 4 << 10

// lastWords keeps the end of a program's standard error, and counts its lines.
type lastWords struct {
	mutex sync.Mutex
	kept  []byte
	lines int
	open  bool // the last line has no end yet
}

func (w *lastWords) Write(b []byte) (int, error) {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	w.kept = append(w.kept, b[max(0, len(b)-keptStderr):]...)
	w.kept = append(w.kept[:0], w.kept[max(0, len(w.kept)-keptStderr):]...)
	w.lines += bytes.Count(b, []byte("\n"))
	w.open = len(b) > 0 && b[len(b)-1] != '\n'
	return len(b), nil
}

// fault matches lines that say what went wrong, as runtimes write them before or after
// a stack trace.
var fault = lazy.Value[*regexp.Regexp]{Make: func() *regexp.Regexp { return regexp.MustCompile(`(?i)error\b|exception\b|\bpanic|\bfatal`) }}

// said returns the number of lines, and the most telling one, quoted: the last
// unindented line that mentions an error (stack traces are indented), or else the last
// line.
func (w *lastWords) said() (lines int, line string) {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	lines = w.lines
	if w.open {
		lines++
	}
	last, told := "", ""
	for text := range strings.Lines(string(w.kept)) {
		text = strings.TrimRight(text, " \t\r\n")
		if text == "" {
			continue
		}
		last = text
		if text[0] != ' ' && text[0] != '\t' && fault.Get().MatchString(text) {
			told = text
		}
	}
	if told == "" {
		told = last
	}
	return lines, excerpt(told)
}
