package playground

import (
	_ "embed"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/pct-encoded/percent/dialect"
)

// longestValue is the longest text, in bytes, that a command or a line of Go
// shows; a longer one is read from a file.
const longestValue = 2000

// fileName is what commands call the file that a long text is in.
const fileName = "text.txt"

// A commandLine is one for a POSIX shell.
type commandLine struct {
	words  []string
	cannot bool // a word of it cannot be written
}

func newCommand(words ...string) *commandLine { return &commandLine{words: words} }

// flag adds a flag with its value, unless that is "".
func (c *commandLine) flag(name, value string) {
	if value != "" {
		c.words = append(c.words, name, c.word(value))
	}
}

// add adds words as they are.
func (c *commandLine) add(words ...string) { c.words = append(c.words, words...) }

// word returns text as a word of the command, whose value is text.
func (c *commandLine) word(text string) string {
	switch {
	case len(text) > longestValue, strings.Contains(text, "\x00"), strings.HasSuffix(text, "\n"):
		// No argument holds a NUL, and a shell drops line breaks at the end of what
		// a command prints.
		c.cannot = true
		return ""
	case isTypable(text):
		return shellWord(text)
	}
	return `"$(printf ` + printfWord(text) + `)"`
}

// String returns the command, or "" if there is none.
func (c *commandLine) String() string {
	if c.cannot {
		return ""
	}
	return strings.Join(c.words, " ")
}

// value returns the command for one text, which may hold anything.
func (c *commandLine) value(text string) string {
	switch {
	case len(text) > longestValue:
		c.add("--whole", "-f", fileName)
		return c.String()
	case !isTypable(text):
		c.add("--whole")
		return c.piped(text)
	}
	return c.texts(text)
}

// piped returns the command with text on its standard input.
func (c *commandLine) piped(text string) string {
	if c.cannot {
		return ""
	}
	return "printf " + printfWord(text) + " | " + c.String()
}

// texts returns the command for texts that are its arguments, or "" if they
// cannot be.
func (c *commandLine) texts(list ...string) string {
	if slices.ContainsFunc(list, func(text string) bool { return strings.HasPrefix(text, "-") }) {
		c.add("--")
	}
	for _, text := range list {
		c.add(c.word(text))
	}
	return c.String()
}

// lines returns the command for a text whose lines are values.
func (c *commandLine) lines(text string) string {
	if len(text) > longestValue {
		c.add("<", fileName)
		return c.String()
	}
	return c.piped(text)
}

// isTypable reports whether all of text is visible, so that it can stand between
// quotation marks.
func isTypable(text string) bool {
	return utf8.ValidString(text) && !strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsPrint(r) })
}

// shellWord returns text as a word of a shell.
func shellWord(text string) string {
	plain := text != "" && strings.IndexFunc(text, func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && !strings.ContainsRune("-_./:@%+,", r)
	}) < 0
	if plain {
		return text
	}
	return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
}

// printfWord returns text as the format of printf, whatever octets are in it.
func printfWord(text string) string {
	var b strings.Builder
	b.WriteByte('\'')
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRuneInString(text[i:])
		switch {
		case r == '\n':
			b.WriteString(`\n`)
		case r == '%':
			b.WriteString("%%")
		case r == '\\':
			b.WriteString(`\\`)
		case r == '\'':
			b.WriteString(`'\''`)
		case r == '-' && i == 0, r == utf8.RuneError && n == 1, !unicode.IsPrint(r):
			for _, c := range []byte(text[i : i+n]) {
				b.WriteString(`\` + strconv.FormatInt(0o1000|int64(c), 8)[1:])
			}
		default:
			b.WriteString(text[i : i+n])
		}
		i += n
	}
	b.WriteByte('\'')
	return b.String()
}

// goText returns text as a Go expression.
func goText(text string) string {
	if len(text) > longestValue {
		return "text"
	}
	return strconv.Quote(text)
}

// sourceOf returns where the rule of a dialect stands.
func sourceOf(d *dialect.Dialect) source { return source{d.Spec.String(), d.Spec.URL} }

// A guide is the paragraph of the guides in docs that tells more.
type guide struct {
	Title string `json:"title"`
	URL   string `json:"url"`
	Text  string `json:"text"`
}

// guides.tsv has a line for each operation that a guide tells of: the operation, a
// document with the anchor of a heading, the heading, and the paragraph below it,
// which internal/doctest copies from there.
//
//go:embed guides.tsv
var guidesTSV string

// docs is where the guides are.
const docs = "https://github.com/pct-encoded/percent/blob/main/"

var guides = sync.OnceValue(func() map[string]*guide {
	m := map[string]*guide{}
	for line := range strings.Lines(guidesTSV) {
		if f := strings.Split(strings.TrimSuffix(line, "\n"), "\t"); len(f) == 4 {
			m[f[0]] = &guide{f[2], docs + f[1], f[3]}
		}
	}
	return m
})

func guideTo(op string) *guide { return guides()[op] }
