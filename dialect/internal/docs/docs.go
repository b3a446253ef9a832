// Package docs writes docs/data/dialects.md and docs/data/versions.md from the catalogue.
package docs

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/pct-encoded/percent/dialect"
)

const head = `# Dialects

Generated from the catalogue by ` + "`go generate ./dialect`" + `; a test compares.

Every percent-encoding dialect that the project knows by name. A specification
defines the first %d; the other %d describe what recorded programs do, each named
after its most-used implementation. For %d encoders and %d decoders, recorded in
the folder interop, one of these dialects gives the same result, byte for byte,
for every recorded input. To see one, run
` + "`percent dialects show NAME`" + `. Implementations that no dialect can express are
listed with the reason in interop/unexpressed.txt, and those that wait for
other dialects in interop/pending.txt.

What it costs to import package dialect is in the last section.

## ASCII punctuation by dialect

` + "`1` is kept, `.` is escaped, `+` is a space written as '+', `x` is refused, `~` is\nrewritten or dropped. Letters and digits are kept unless the dialect's paragraph\nsays otherwise. Dialects that decode only have no row.\n"

// Dialects returns docs/data/dialects.md.
func Dialects() []byte {
	var b bytes.Buffer
	specified, programs := 0, 0
	for d := range dialect.All() {
		if d.Specified() {
			specified++
		} else {
			programs++
		}
	}
	encoders, decoders := 0, 0
	for m := range dialect.Implementations() {
		if m.Encodes != "" {
			encoders++
		} else {
			decoders++
		}
	}
	fmt.Fprintf(&b, head, specified, programs, encoders, decoders)
	matrix(&b)
	b.WriteString("\n## Defined by a specification\n")
	for d := range dialect.All() {
		if d.Specified() {
			paragraph(&b, d)
		}
	}
	b.WriteString("\n## What programs do\n")
	for d := range dialect.All() {
		if !d.Specified() {
			paragraph(&b, d)
		}
	}
	b.WriteString(tail)
	return b.Bytes()
}

// matrix writes the table of dialects (rows) by characters (columns).
func matrix(b *bytes.Buffer) {
	const columns = " !\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"
	width := 0
	for d := range dialect.All() {
		width = max(width, len(d.ID))
	}
	fmt.Fprintf(b, "\n```text\n%-*s %s é\n", width, "", "SP"+columns[1:])
	for d := range dialect.All() {
		if !d.Encodes() {
			continue
		}
		t := d.Table()
		fmt.Fprintf(b, "%-*s %c ", width, d.ID, mark(t, ' '))
		for i := 1; i < len(columns); i++ {
			b.WriteByte(mark(t, columns[i]))
		}
		out, err := d.AppendEncode(nil, []byte("é"))
		c := byte('.')
		switch {
		case err != nil:
			c = 'x'
		case string(out) == "é":
			c = '1'
		case !bytes.HasPrefix(out, []byte("%")):
			c = '~'
		}
		fmt.Fprintf(b, " %c\n", c)
	}
	b.WriteString("```\n")
}

func mark(t *dialect.Table, c byte) byte {
	cell := t[c]
	switch {
	case cell.Err != nil:
		return 'x'
	case t.Kept(c):
		return '1'
	case c == ' ' && cell.Output == "+":
		return '+'
	case strings.EqualFold(cell.Output, fmt.Sprintf("%%%02X", c)):
		return '.'
	}
	return '~'
}

// paragraph writes the section about d.
func paragraph(b *bytes.Buffer, d *dialect.Dialect) {
	fmt.Fprintf(b, "\n### %s\n\n", d.ID)
	fmt.Fprintf(b, "%s. For %s.", code(d.Title), code(strings.TrimSuffix(d.UseFor, ".")))
	if d.Spec.URL != "" {
		fmt.Fprintf(b, " Source: [%s](%s).", d.Spec, d.Spec.URL)
	} else {
		fmt.Fprintf(b, " Source: %s.", code(d.Spec.String()))
	}
	if len(d.Aliases) > 0 {
		fmt.Fprintf(b, " Also called %s.", strings.Join(d.Aliases, ", "))
	}
	b.WriteString("\n\n")
	for _, c := range d.Choices() {
		if c.Beyond || shown(c) {
			fmt.Fprintf(b, "- %s: %s\n", code(c.Key.String()), code(c.Value))
		}
	}
	var siblings []string
	for s := range d.Siblings() {
		siblings = append(siblings, s.ID)
	}
	if len(siblings) > 0 {
		fmt.Fprintf(b, "\nThe same rule: %s.\n", strings.Join(siblings, ", "))
	}
	var encode, decode []string
	for m := range d.Implementations() {
		if m.Encodes != "" {
			encode = append(encode, m.ID)
		} else {
			decode = append(decode, m.ID)
		}
	}
	slices.Sort(encode)
	slices.Sort(decode)
	if len(encode) > 0 {
		fmt.Fprintf(b, "\nEncoders: %s.\n", code(strings.Join(encode, ", ")))
	}
	if len(decode) > 0 {
		fmt.Fprintf(b, "\nDecoders: %s.\n", code(strings.Join(decode, ", ")))
	}
}

// shown reports whether one of the five choices is worth a line: the kept set
// always is, the others only if they differ from the usual choice.
func shown(c dialect.Choice) bool {
	switch c.Value {
	case "is written as %20", "are written in upper case", "'%' is data", "is an error", "is itself", "are all accepted", "is kept", "none":
		return false
	}
	return true
}

// code puts text between backticks if it contains Markdown syntax.
func code(s string) string {
	if !strings.ContainsAny(s, "\\`*_[]<>{}|#") {
		return s
	}
	fence := "`"
	for strings.Contains(s, fence) {
		fence += "`"
	}
	pad := ""
	if strings.HasPrefix(s, "`") || strings.HasSuffix(s, "`") {
		pad = " "
	}
	return fence + pad + s + pad + fence
}

const tail = `
## What it costs

Importing package dialect makes a program 0.8 MB larger than package percent
alone does (linux/amd64, Go 1.26: 3,345,431 bytes against 2,519,901), 0.5 MB of
it the catalogue and the tables of normalization and 0.3 MB the charsets. Its
initialization takes about 0.5 ms. The first search for a name reads the
catalogue, which takes under 1 ms; suggestions for an unknown name take under
3 ms.
`
