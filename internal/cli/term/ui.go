package term

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

	"github.com/pct-encoded/percent/internal/excerpt"
)

// A UI writes messages to standard error by the rules in the package comment.
type UI struct {
	Stderr       io.Writer
	Columns      int    // of a page of text on stdout
	Terminal     bool   // stderr is a terminal
	Colour       bool   // of messages
	DataTerminal bool   // stdout is a terminal, too
	OpenLine     bool   // the last line of data on the terminal has no line end
	Quiet        bool   // no hints, notes or progress
	Masked       bool   // control characters in data were shown as \x1b and the like
	when         string // to colour data: "always", "never", or on a terminal

	mu    sync.Mutex // of stderr
	drawn int        // width of the progress line
}

// NewUI returns the UI for two streams.
func NewUI(stdout, stderr io.Writer) *UI {
	terminal := isTerminal(stderr)
	return &UI{
		Stderr:       stderr,
		Columns:      columnsOf(stdout),
		Terminal:     terminal,
		Colour:       terminal && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb",
		DataTerminal: isTerminal(stdout),
	}
}

// SetColour applies --color; "" and "auto" change nothing.
func (u *UI) SetColour(when string) {
	switch u.when = when; when {
	case "always":
		u.Colour = true
	case "never":
		u.Colour = false
	}
}

// AskSecret asks for a secret without echo if stdin is a terminal, which asked
// reports. The error is an IOError.
func (u *UI) AskSecret(stdin io.Reader, what string) (text string, asked bool, err error) {
	if !isTerminal(stdin) {
		return "", false, nil
	}
	in := int(stdin.(*os.File).Fd())
	_, _ = fmt.Fprintf(u.Stderr, "%s: ", what)
	typed, err := term.ReadPassword(in)
	_, _ = fmt.Fprintln(u.Stderr)
	if err != nil {
		return "", true, IOError("stdin", err)
	}
	return string(typed), true, nil
}

func isTerminal(stream any) bool {
	f, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// dataColour reports whether data may be coloured.
func (u *UI) dataColour() bool {
	return u.when == "always" || u.when != "never" && u.DataTerminal && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
}

// Pen returns the Pen for data.
//
//go:noinline
func (u *UI) Pen() Pen { return Pen(u.dataColour()) }

// MessagePen returns the Pen for messages.
func (u *UI) MessagePen() Pen { return Pen(u.Colour) }

// Style returns how pages are written to stdout.
//
//go:noinline
func (u *UI) Style() Style { return Style{u.Pen(), u.Columns} }

// A Pen colours text if it is true. Sequences lists everything it writes.
type Pen bool

// Paint returns text in the colour of an SGR code.
//
//go:noinline
func (p Pen) Paint(code, text string) string {
	if !p || text == "" {
		return text
	}
	return "\x1b[" + code + "m" + text + "\x1b[m"
}

// Bold returns text in bold.
//
//go:noinline
func (p Pen) Bold(text string) string { return p.Paint("1", text) }

// Warning returns text in the colour of warnings.
//
//go:noinline
func (p Pen) Warning(text string) string { return p.Paint("33", text) }

// Dim returns faint text.
//
//go:noinline
func (p Pen) Dim(text string) string { return p.Paint("2", text) }

// Fail reports err and returns its exit status.
func (u *UI) Fail(err error) int {
	if errors.Is(err, ErrQuiet) {
		return StatusDone
	}
	if errors.Is(err, ErrFindings) {
		return StatusFindings
	}
	if errors.Is(err, ErrUndecided) {
		return StatusUndecided
	}
	var known *Failure
	if !errors.As(err, &known) {
		// An error of cobra about the command line.
		known = &Failure{Status: StatusUsage, Text: FirstLine(err.Error())}
	}
	u.Error(known.Text)
	if known.Hint != "" {
		u.Hint(known.Hint)
	}
	for _, text := range known.notes {
		u.Note("%s", text)
	}
	return known.Status
}

// Error writes an error.
func (u *UI) Error(text string) { u.line("31", "error", text) }

// Hint writes a hint.
//
//go:noinline
func (u *UI) Hint(text string) {
	if !u.Quiet {
		u.line("36", "hint", text)
	}
}

// Note writes a note.
func (u *UI) Note(format string, args ...any) {
	if !u.Quiet {
		u.line("33", "note", fmt.Sprintf(format, args...))
	}
}

// WriteLines writes whole lines, such as those of --progress json. Errors are
// ignored: there is nowhere to report them.
func (u *UI) WriteLines(lines []byte) {
	u.mu.Lock()
	defer u.mu.Unlock()
	_, _ = u.Stderr.Write(append([]byte(u.erased()), lines...))
}

// Beside returns a writer of data to standard error, between the messages.
func (u *UI) Beside() io.Writer { return besideMessages{u} }

type besideMessages struct{ *UI }

func (u besideMessages) Write(p []byte) (int, error) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if _, err := io.WriteString(u.Stderr, u.erased()); err != nil {
		return 0, err
	}
	return u.Stderr.Write(p)
}

// ShowLine shows a line on the terminal in place of the last one, until
// something else is written.
func (u *UI) ShowLine(text string) {
	width := columnsOf(u.Stderr)
	if runes := []rune(text); len(runes) >= width {
		text = string(runes[:width-1])
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	_, _ = io.WriteString(u.Stderr, u.erased()+text)
	u.drawn = utf8.RuneCountInString(text)
}

// erased returns the output that removes the progress line.
func (u *UI) erased() string {
	n := u.drawn
	if u.drawn = 0; n == 0 {
		return ""
	}
	return "\r" + strings.Repeat(" ", n) + "\r"
}

func (u *UI) line(colour, kind, text string) {
	kind, text = Pen(u.Colour).Paint(colour, kind), harmless(shortened(text))
	behind := ""
	if u.Terminal && u.DataTerminal && u.OpenLine {
		behind, u.OpenLine = "\n", false
	}
	u.WriteLines(fmt.Appendf(nil, "%spercent: %s: %s\n", behind, kind, text))
}

// maxMessage is about the maximum length of a message in bytes.
const maxMessage = 4096

// shortened returns a message without its middle if it is too long: it may contain an
// argument, a file name or a column name of megabytes.
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

// FirstLine returns s up to its first line end.
func FirstLine(s string) string {
	line, _, _ := strings.Cut(s, "\n")
	return line
}

// Count returns "1 value", "2 values" and the like.
//
//go:noinline
func Count(n int64, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return strconv.FormatInt(n, 10) + " " + what + "s"
}
