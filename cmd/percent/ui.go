package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"golang.org/x/term"

	"github.com/pct-encoded/percent/inspect"
	"github.com/pct-encoded/percent/internal/excerpt"
	"github.com/pct-encoded/percent/internal/filelock"
)

// Only the functions of this file write to standard error, and these are their
// rules:
//
//   - Standard output is data only. Everything here goes to standard error; help
//     that was asked for is data.
//   - A line begins with "percent: error: ", "percent: hint: " or
//     "percent: note: ". An error says what is wrong and where; a hint says what
//     to type instead; a note says what was done. One line each.
//   - Lower case, no full stop. What came from the user is quoted, so that no
//     control character reaches a terminal; a file name is quoted where it has
//     any. One that slipped through is made visible here. Of a long text only the
//     beginning is quoted, and no message is longer than about 4 KiB.
//   - Success is silent, except for what was asked for (--verbose), what would
//     surprise (malformed input that was let pass, a '+' that was not a space,
//     text that was encoded already) and progress, which shows only on a
//     terminal unless --progress says otherwise. With --quiet only errors are left.
//   - On a terminal a line of ours begins a line, even where data ends in none.
//   - Colour only on a terminal and without NO_COLOR.

type ui struct {
	stderr   io.Writer
	terminal bool // stderr is one
	colour   bool
	data     bool   // stdout is a terminal, too
	open     bool   // the last line of data there has no end
	quiet    bool   // neither hints nor notes nor progress
	shown    bool   // data on the terminal was made visible
	when     string // data is coloured: "always", "never", or on a terminal

	mu    sync.Mutex // of stderr
	drawn int        // characters of the line that shows the progress
}

func newUI(stdout, stderr io.Writer) *ui {
	terminal := isTerminal(stderr)
	return &ui{
		stderr:   stderr,
		terminal: terminal,
		colour:   terminal && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb",
		data:     isTerminal(stdout),
	}
}

// paint does what --color says; "" and "auto" leave things as they are.
func (u *ui) paint(when string) {
	switch u.when = when; when {
	case "always":
		u.colour = true
	case "never":
		u.colour = false
	}
}

func isTerminal(stream any) bool {
	f, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// dataColour reports whether data may be coloured.
func (u *ui) dataColour() bool {
	return u.when == "always" || u.when != "never" && u.data && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
}

// pen returns what paints data, where it may be coloured.
func (u *ui) pen() pen { return pen(u.dataColour()) }

// A pen paints, where it is true. What it may write is listed in pens.
type pen bool

func (p pen) paint(code, text string) string {
	if !p || text == "" {
		return text
	}
	return "\x1b[" + code + "m" + text + "\x1b[m"
}

func (p pen) bold(text string) string    { return p.paint("1", text) }
func (p pen) warning(text string) string { return p.paint("33", text) }
func (p pen) dim(text string) string     { return p.paint("2", text) }

// fail reports err and returns the exit status that it stands for.
func (u *ui) fail(err error) int {
	if errors.Is(err, errQuiet) {
		return statusDone
	}
	if errors.Is(err, errFindings) {
		return statusFindings
	}
	var known *failure
	if !errors.As(err, &known) {
		// What cobra found wrong with the command line.
		known = &failure{status: statusUsage, text: firstLine(err.Error())}
	}
	u.line("31", "error", known.text)
	if known.hint != "" {
		u.hint(known.hint)
	}
	for _, text := range known.notes {
		u.note("%s", text)
	}
	return known.status
}

// hint says what to type.
func (u *ui) hint(text string) {
	if !u.quiet {
		u.line("36", "hint", text)
	}
}

// note says what was done.
func (u *ui) note(format string, args ...any) {
	if !u.quiet {
		u.line("33", "note", fmt.Sprintf(format, args...))
	}
}

// write writes whole lines, such as those of --progress json. There is nobody to
// tell when standard error cannot be written.
func (u *ui) write(lines []byte) {
	u.mu.Lock()
	defer u.mu.Unlock()
	_, _ = u.stderr.Write(append([]byte(u.erased()), lines...))
}

// besideMessages writes data to standard error.
type besideMessages struct{ *ui }

func (u besideMessages) Write(p []byte) (int, error) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if _, err := io.WriteString(u.stderr, u.erased()); err != nil {
		return 0, err
	}
	return u.stderr.Write(p)
}

// showLine shows a line on the terminal, in the place of the last one that was
// shown, until something else is written.
func (u *ui) showLine(text string) {
	width := pageWidth
	if file, ok := u.stderr.(*os.File); ok {
		width = terminalWidth(file)
	}
	if runes := []rune(text); len(runes) >= width {
		text = string(runes[:width-1])
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	_, _ = io.WriteString(u.stderr, u.erased()+text)
	u.drawn = utf8.RuneCountInString(text)
}

// erased returns what removes the line of the progress.
func (u *ui) erased() string {
	n := u.drawn
	if u.drawn = 0; n == 0 {
		return ""
	}
	return "\r" + strings.Repeat(" ", n) + "\r"
}

func (u *ui) line(colour, kind, text string) {
	kind, text = pen(u.colour).paint(colour, kind), harmless(shortened(text))
	behind := ""
	if u.terminal && u.data && u.open {
		behind, u.open = "\n", false
	}
	u.write(fmt.Appendf(nil, "%spercent: %s: %s\n", behind, kind, text))
}

// maxMessage is about how many bytes a message has at most.
const maxMessage = 4096

// shortened returns a message without its middle where it is too long: an argument in
// it, or a name of a file or a column, can have megabytes.
func shortened(text string) string {
	if len(text) <= maxMessage {
		return text
	}
	tail := text[len(text)-maxMessage/4:]
	for !utf8.RuneStart(tail[0]) {
		tail = tail[1:]
	}
	return excerpt.Beginning(text, maxMessage*3/4) + " … " + tail
}

func firstLine(s string) string {
	line, _, _ := strings.Cut(s, "\n")
	return line
}

// A failure is an error with the exit status that it ends the command with,
// and a hint where there is one.
type failure struct {
	status int
	text   string
	hint   string
	notes  []string
}

func (f *failure) Error() string { return f.text }

// usageError returns a failure for a command line that makes no sense.
func usageError(hint, format string, args ...any) error {
	return &failure{status: statusUsage, text: fmt.Sprintf(format, args...), hint: hint}
}

// tooLong returns the failure for a text that a package of inspect does not take.
func tooLong(what string, err error) error {
	var limit *inspect.LimitError
	if !errors.As(err, &limit) {
		return err
	}
	return usageError("no server accepts a URL that long", "%s: %s takes at most %d %s, not %d", what, limit.What, limit.Limit, limit.Of, limit.Length)
}

// ioError returns a failure for what reading or writing name came to.
func ioError(name string, err error) error {
	if isBrokenPipe(err) {
		return errQuiet
	}
	hint := ""
	if errors.Is(err, filelock.ErrHeld) {
		hint = "wait until it has ended, or name another file"
	}
	var path *os.PathError
	if errors.As(err, &path) {
		err = path.Err
	}
	return &failure{status: statusIO, text: name + ": " + err.Error(), hint: hint}
}

// count returns "1 value", "2 values" and the like.
func count(n int64, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return strconv.FormatInt(n, 10) + " " + what + "s"
}
