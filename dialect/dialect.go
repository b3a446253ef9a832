// Package dialect is the catalogue of percent-encoding dialects: every rule
// that the project knows by name, with its source and what it is for, and
// every function of a real program that was run and recorded, with the dialect
// that it was proved to speak.
//
//	d, err := dialect.Lookup("php.rawurlencode")
//	out, err := d.Encode("a b")
//
// Reach for [Lookup] to find a dialect by its name or by that of a program's
// function, and for [All] and [Implementations] to go through them. [Diff] says
// where two dialects part. A program that knows at compile time which dialect
// it wants is better served by package percent, which does not link the
// catalogue.
//
// # The model
//
// A dialect is five choices: units, kept set, spelling, existing escapes,
// decoding. Where they say it all, [Dialect.Encoding] is the dialect, and both
// of its operations run at the speed of package percent. Programs do more: they
// rewrite line breaks, normalize, stop at NUL, replace lone surrogates. What
// goes beyond the five choices is one of a closed list of named choices, each
// defined once, applied in a fixed order and told in words by
// [Dialect.Choices]; then Encoding returns nil.
//
// Encoding applies the choices in this order: NUL, byte order mark, removed
// characters, line breaks, normalization, path segments, existing escapes, and
// then, character by character, rewritten ones, refused ones, lone surrogates,
// invalid UTF-8, noncharacters, characters beyond ASCII, kept set, spelling.
// Decoding: removed characters, %uHHHH, digits, malformed, preserved and
// forbidden escapes, '+', unescaped characters, invalid UTF-8, NUL.
//
// # Text
//
// Input and output are octets. Text is UTF-8 in them; a lone surrogate, which
// some programs accept, is the three octets that UTF-8 would have for it, ED A0
// 80 to ED BF BF.
package dialect

import (
	"iter"
	"slices"
	"strings"
	"sync"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/rule"
)

// A Dialect is one rule with its source. It is immutable and safe for
// concurrent use. A dialect codes the content of one component: splitting,
// quoting and joining are left to protocol packages.
type Dialect struct {
	// ID is the name of the dialect, family.name in lower case where the source
	// has no case of its own: "rfc3986.segment". It never changes.
	ID string
	// Aliases are other names that Lookup accepts.
	Aliases []string
	// Title says in a few words what the dialect is.
	Title string
	// UseFor says in one sentence when it is the right one.
	UseFor string
	// Spec is where the rule stands. For a dialect that no specification
	// defines it names the program that was run.
	Spec Citation

	rule    *rule.Rule
	sibling string // of a dialect that decodes only
	fixer   *fixer
}

// plain returns the rule that e is all of.
func plain(e *percent.Encoding) *rule.Rule { return &rule.Rule{Plain: e} }

// A Citation names the text that defines a dialect.
type Citation struct {
	Title   string // such as "RFC 3986"
	Section string // such as "2.3"
	URL     string // empty where a program is the source
	Date    string // of publication, or of the state of a living text: "2005-01"
}

// String returns the citation on one line, such as
// "RFC 3986, section 2.3 (2005-01)".
func (c Citation) String() string {
	var b strings.Builder
	b.WriteString(c.Title)
	if c.Section != "" {
		b.WriteString(", section ")
		b.WriteString(c.Section)
	}
	if c.Date != "" {
		b.WriteString(" (")
		b.WriteString(c.Date)
		b.WriteString(")")
	}
	return b.String()
}

// Encoding returns the encoding that is the dialect, or nil when the dialect
// makes choices beyond the five of package percent, or decodes only. Base
// returns the five choices of any dialect.
func (d *Dialect) Encoding() *percent.Encoding { return d.rule.Encoding() }

// Base returns the five choices of the dialect, which Choices beyond them may
// override. The kept set and spelling of a dialect that decodes only mean
// nothing.
func (d *Dialect) Base() *percent.Encoding { return d.rule.Base() }

// Encodes reports whether the dialect encodes. All of them decode.
func (d *Dialect) Encodes() bool { return d.sibling == "" && d.rule.Encodes() }

// Specified reports whether a specification defines the dialect. The others
// are named for the program whose behaviour they are.
func (d *Dialect) Specified() bool { return d.Spec.URL != "" }

// Family returns what stands before the first full stop of the ID, such as
// "rfc3986".
func (d *Dialect) Family() string {
	family, _, _ := strings.Cut(d.ID, ".")
	return family
}

// Siblings iterates over the other dialects that state the same rule, in
// catalogue order.
func (d *Dialect) Siblings() iter.Seq[*Dialect] {
	return func(yield func(*Dialect) bool) {
		for other := range All() {
			if other != d && other.same(d) && !yield(other) {
				return
			}
		}
	}
}

// same reports whether d and other make the same choices.
func (d *Dialect) same(other *Dialect) bool {
	a, b := d.Encoding(), other.Encoding()
	if a != nil && b != nil {
		return a.Equal(b)
	}
	return a == nil && b == nil && d.Encodes() == other.Encodes() && slices.Equal(d.Choices(), other.Choices())
}

// All iterates over the dialects in catalogue order: those that a
// specification defines, by family, general ones first; then those that are
// the behaviour of a program, the most used ones first.
func All() iter.Seq[*Dialect] {
	return func(yield func(*Dialect) bool) {
		for _, d := range dialects() {
			if !yield(d) {
				return
			}
		}
	}
}

// dialects returns the whole catalogue.
var dialects = sync.OnceValue(func() []*Dialect {
	return slices.Concat(specified(), recorded())
})

// specified returns the dialects of specifications, formats, schemes and fields.
var specified = sync.OnceValue(func() []*Dialect {
	all := slices.Concat(specs, contexts)
	for _, d := range all {
		d.fixer = &fixer{}
	}
	return all
})

// recorded returns the dialects of programs.
func recorded() []*Dialect {
	all := make([]*Dialect, len(programs))
	for i, p := range programs {
		m := implementationByName()[strings.ToLower(p.id)]
		d := &Dialect{
			ID: p.id, Title: p.title, UseFor: p.useFor, Spec: Citation{Title: m.Version + ", " + m.Call},
			rule: &rule.Rule{Encode: p.encode, Decode: p.decode}, fixer: &fixer{},
		}
		if d.Title == "" {
			d.Title = m.title()
		}
		if d.UseFor == "" {
			d.UseFor = m.useFor()
		}
		all[i] = d
	}
	return all
}

// maxTitle is how long a title may be that says how the function was called.
const maxTitle = 76

// title returns the title of the dialect that is what m does.
func (m *Implementation) title() string {
	if title := m.Call + " of " + m.Version; len(title) <= maxTitle {
		return title
	}
	_, function, _ := strings.Cut(m.ID, ".")
	return function + " of " + m.Version
}

// useFor returns what the dialect is for that is what m does.
func (m *Implementation) useFor() string {
	switch {
	case m.Encodes == "":
		return "reading as this program reads; it does not encode"
	case m.Units == UnitsBytes:
		return "data that must come out exactly as this program writes it"
	}
	return "text that must come out exactly as this program writes it"
}

func init() {
	rule.Of = func(id string) *rule.Rule {
		if d := byName()[strings.ToLower(id)]; d != nil {
			return d.rule
		}
		return nil
	}
}
