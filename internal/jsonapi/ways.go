package jsonapi

import (
	_ "embed"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/pct-encoded/percent/dialect"
	"github.com/pct-encoded/percent/internal/excerpt"
	"github.com/pct-encoded/percent/internal/lazy"
	"github.com/pct-encoded/percent/internal/operation"
)

// longestValue is the longest text, in bytes, that a command or a line of Go holds. A
// command reads a longer one from a file.
const longestValue = 2000

// fileName is the name that commands use for the file with a long text.
const fileName = "text.txt"

// A commandLine is one for a POSIX shell.
type commandLine struct {
	words  []string
	cannot bool // a word cannot be written
}

func newCommand(words ...string) *commandLine { return &commandLine{words: words} }

// commandOf returns the command for a request.
func commandOf(r *operation.Request) *commandLine {
	c := newCommand()
	for _, word := range r.Words() {
		c.words = append(c.words, c.word(word))
	}
	return c
}

// flag adds a flag with its value, unless that is "".
func (c *commandLine) flag(name, value string) {
	if value != "" {
		c.words = append(c.words, name, c.word(value))
	}
}

// add adds words as they are.
func (c *commandLine) add(words ...string) { c.words = append(c.words, words...) }

// word returns the word of the command whose value is text.
func (c *commandLine) word(text string) string {
	switch {
	case len(text) > longestValue, strings.Contains(text, "\x00"), strings.HasSuffix(text, "\n"):
		// No argument holds a NUL, and a shell drops line breaks at the end of what
		// a command prints.
		c.cannot = true
		return ""
	case excerpt.Printable(text):
		return shellWord(text)
	}
	return `"$(printf ` + printfWord(text) + `)"`
}

// String returns the command, or "" if there is none.
//
//go:noinline
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
	case !excerpt.Printable(text):
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

// texts returns the command with texts as its arguments, or "" if that is not
// possible.
func (c *commandLine) texts(list ...string) string {
	if slices.ContainsFunc(list, func(text string) bool { return strings.HasPrefix(text, "-") }) {
		c.add("--")
	}
	for _, text := range list {
		c.add(c.word(text))
	}
	return c.String()
}

// lines returns the command for a text in which each line is a value.
func (c *commandLine) lines(text string) string {
	if len(text) > longestValue {
		c.add("<", fileName)
		return c.String()
	}
	return c.piped(text)
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

// printfWord returns any octets as a format for printf, quoted.
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

// sourceOf returns the source of a dialect.
func sourceOf(d *dialect.Dialect) source { return source{d.Spec.String(), d.Spec.URL} }

// A guide is a paragraph of the guides in docs.
type guide struct {
	Title string `json:"title"`
	URL   string `json:"url"`
	Text  string `json:"text"`
}

// guides.tsv has a line for each operation that a guide explains: the operation, a
// document with the anchor of a heading, the heading, and a paragraph below it, which
// internal/doctest copies.
//
//go:embed guides.tsv
var guidesTSV string

// docs is the address of the guides.
const docs = "https://github.com/pct-encoded/percent/blob/main/"

var guides = lazy.Value[map[string]*guide]{Make: func() map[string]*guide {
	m := map[string]*guide{}
	for line := range strings.Lines(guidesTSV) {
		if f := strings.Split(strings.TrimSuffix(line, "\n"), "\t"); len(f) == 4 {
			m[f[0]] = &guide{f[2], docs + f[1], f[3]}
		}
	}
	return m
}}

//go:noinline
func guideTo(op string) *guide { return guides.Get()[op] }
