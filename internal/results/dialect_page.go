package results

import (
	"slices"
	"strings"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/dialect"
	"github.com/pct-encoded/percent/internal/cli/term"
)

// A page is lines of a name and its value.
type page struct {
	term.Builder
	style Style
}

const pageIndent = 13

// line adds a line, unless text is empty.
func (p *page) line(name, text string) {
	if text != "" {
		p.WriteString(strings.TrimRight(term.Pad(name, pageIndent)+p.style.WrapText(text, pageIndent), " ") + "\n")
	}
}

// names adds a line of names.
func (p *page) names(name string, ids []string) {
	if len(ids) > 0 {
		text, _ := p.style.Wrap(ids, strings.Repeat(" ", pageIndent), 0)
		p.WriteString(term.Pad(name, pageIndent) + strings.TrimLeft(text, " "))
	}
}

// Page returns what there is to know of the function, and of the dialect.
func (v Shown) Page(s Style) string {
	if v.Function == nil {
		return dialectPage(s, v.Dialect)
	}
	return implementationPage(s, v.Function) + "\n" + dialectPage(s, v.Dialect)
}

// implementationPage returns a page on a function of a program.
func implementationPage(s Style, m *dialect.Implementation) string {
	p := page{style: s}
	p.line("id", m.ID)
	p.line("kind", "implementation")
	p.line("language", m.Language)
	p.line("version", m.Version)
	if m.Out != "" {
		p.line("out", "since "+m.Out+", or before: "+m.OutURL)
	}
	p.line("recorded", m.Recorded)
	p.line("call", m.Call)
	p.line("takes", [...]string{"bytes", "characters", "UTF-16 code units"}[m.Units])
	p.line("encodes as", m.Encodes)
	p.line("decodes as", m.Decodes)
	if m.Decodes != "" {
		p.line("to encode", m.Sibling())
	}
	name := "versions"
	for _, text := range historyLines(m.ID) {
		p.line(name, text)
		name = ""
	}
	return p.String()
}

// dialectPage returns a page on a dialect.
func dialectPage(s Style, d *dialect.Dialect) string {
	p := page{style: s}
	p.line("id", d.ID)
	p.line("aliases", strings.Join(d.Aliases, ", "))
	p.line("title", d.Title)
	p.line("use for", d.UseFor)
	p.line("source", d.Spec.String())
	if d.Spec.URL != "" {
		p.WriteString(term.Pad("", pageIndent) + d.Spec.URL + "\n")
	}
	if d.Encodes() {
		p.line("keeps", keptText(d.Base().Kept()))
	}
	name := "choices"
	for _, c := range d.Choices() {
		if !c.Beyond {
			p.line(name, c.String())
			name = ""
		}
	}
	name = "further"
	for _, c := range d.Choices() {
		if c.Beyond {
			p.line(name, c.String())
			name = ""
		}
	}
	if e := d.Encoding(); e != nil {
		p.line("reversible", map[bool]string{true: "yes", false: "no"}[e.Reversible()])
	}
	siblings := slices.Collect(d.Siblings())
	p.names("same rule", IDs(siblings))
	encoders, decoders := implementationsOf(d)
	p.names("encoders", encoders)
	p.names("decoders", decoders)
	// An implementation is listed with the first dialect of its rule.
	for _, s := range siblings {
		encoders, decoders := implementationsOf(s)
		if n := len(encoders) + len(decoders); n > 0 {
			p.line("spoken by", term.Count(int64(n), "function")+" of programs, listed with "+s.ID)
		}
	}
	return p.String()
}

// keptText returns the characters of a kept set for people to read.
func keptText(set percent.ByteSet) string {
	var parts []string
	for _, group := range []struct {
		name  string // of all of them, or "" where each is named
		some  string // before the name, where only some are kept and not named
		chars []byte
	}{
		{"A-Z", "", octetsFrom('A', 'Z')},
		{"a-z", "", octetsFrom('a', 'z')},
		{"0-9", "", octetsFrom('0', '9')},
		{"", "", punctuation()},
		{"space", "", []byte{' '}},
		{"control characters", "some ", append(octetsFrom(0, 0x1F), 0x7F)},
		{"octets from 80 to FF", "some ", octetsFrom(0x80, 0xFF)},
	} {
		var kept []string
		for _, b := range group.chars {
			if set.Contains(b) {
				kept = append(kept, string(rune(b)))
			}
		}
		switch {
		case len(kept) == len(group.chars) && group.name != "":
			parts = append(parts, group.name)
		case len(kept) > 0 && group.some != "":
			parts = append(parts, group.some+group.name)
		default:
			parts = append(parts, kept...)
		}
	}
	if parts == nil {
		return "nothing"
	}
	return strings.Join(parts, " ")
}

// punctuation returns the characters of ASCII that are printed and neither letters
// nor digits nor the space.
func punctuation() []byte {
	return slices.DeleteFunc(octetsFrom('!', '~'), func(b byte) bool { return '0' <= b && b <= '9' || 'a' <= b|0x20 && b|0x20 <= 'z' })
}

// implementationsOf returns the IDs of the functions that follow a dialect.
func implementationsOf(d *dialect.Dialect) (encoders, decoders []string) {
	for m := range d.Implementations() {
		if m.Encodes != "" {
			encoders = append(encoders, m.ID)
		} else {
			decoders = append(decoders, m.ID)
		}
	}
	return encoders, decoders
}
