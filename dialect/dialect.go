// Package dialect is the catalogue of percent-encoding dialects. It has every
// named rule, with its source and purpose, and every recorded function of a real
// program, with the dialect that it follows.
//
//	d, err := dialect.Lookup("php.rawurlencode")
//	out, err := d.Encode("a b")
//
// Use [Lookup] to find a dialect by its name or by the name of a function, and
// [All] and [Implementations] to list them. [Diff] shows where two dialects differ.
// A program that knows at compile time which dialect it wants is better served by
// package percent, which does not link the catalogue.
//
// # The model
//
// A dialect is five choices: units, kept set, spelling, existing escapes,
// decoding. If they describe it completely, [Dialect.Encoding] returns the whole
// dialect, which runs at the speed of package percent. Programs do more: they
// rewrite line breaks, normalize, stop at NUL, replace lone surrogates. Such
// behaviour is described by a closed list of further choices, each defined once and
// applied in a fixed order. [Dialect.Choices] puts them in words, and Encoding
// returns nil.
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
// Input and output are octets, and text in them is UTF-8. A lone surrogate, which
// some programs accept, is written as the three octets that UTF-8 would give it,
// ED A0 80 to ED BF BF.
//
// The API of this package may still change.
package dialect

import (
	"iter"
	"slices"
	"strings"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/lazy"
	"github.com/pct-encoded/percent/internal/rule"
)

// A Dialect is one rule with its source. It is immutable and safe for
// concurrent use. A dialect encodes and decodes the content of one component:
// splitting, quoting and joining are left to protocol packages.
type Dialect struct {
	// ID is the name of the dialect, such as "rfc3986.segment". It is in lower case
	// unless the source has a case of its own. It never changes.
	ID string
	// Aliases are other names that Lookup accepts.
	Aliases []string
	// Title says in a few words what the dialect is.
	Title string
	// UseFor says in a few words what the dialect is for.
	UseFor string
	// Spec cites the definition of the rule. For a dialect that no specification
	// defines it names the program that was recorded.
	Spec Citation
	// BareReferences is true if the specification of the dialect leaves the numeric
	// reference that it writes for characters a charset lacks to the kept set: see
	// [charset.BareReferences].
	BareReferences bool

	rule    *rule.Rule
	sibling string // of a dialect that decodes only
}

// plain returns the rule that consists of the encoding in a variable alone.
func plain(e **percent.Encoding) *rule.Rule { return &rule.Rule{Plain: e} }

// A Citation names the text that defines a dialect.
type Citation struct {
	Title   string // such as "RFC 3986"
	Section string // such as "2.3"
	URL     string // empty where a program is the source
	Date    string // when it was published, or when a living standard was read: "2005-01"
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

// Encoding returns the dialect as an encoding of package percent. It is nil if the
// dialect makes choices beyond the five of that package, or only decodes. Base
// returns the five choices of any dialect.
//
//go:noinline
func (d *Dialect) Encoding() *percent.Encoding { return d.rule.Encoding() }

// Base returns the five choices of the dialect, which its further choices may
// override. For a dialect that only decodes, the kept set and spelling are
// meaningless.
func (d *Dialect) Base() *percent.Encoding { return d.rule.Base() }

// Encodes reports whether the dialect encodes. All of them decode.
func (d *Dialect) Encodes() bool { return d.sibling == "" && d.rule.Encodes() }

// Specified reports whether a specification defines the dialect. The others
// describe the behaviour of a program and are named after it.
func (d *Dialect) Specified() bool { return d.Spec.URL != "" }

// Family returns the ID up to its first full stop, such as "rfc3986".
func (d *Dialect) Family() string {
	family, _, _ := strings.Cut(d.ID, ".")
	return family
}

// Siblings iterates over the other dialects with the same rule, in catalogue
// order.
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

// All iterates over the dialects in catalogue order: first those that a
// specification defines, by family, general ones first; then those of programs,
// the most widely used ones first.
func All() iter.Seq[*Dialect] {
	return func(yield func(*Dialect) bool) {
		for _, d := range dialects.Get() {
			if !yield(d) {
				return
			}
		}
	}
}

// dialects is the whole catalogue.
var dialects = lazy.Value[[]*Dialect]{Make: func() []*Dialect {
	return slices.Concat(specified.Get(), recorded())
}}

// specified holds the dialects that a specification defines.
var specified = lazy.Value[[]*Dialect]{Make: func() []*Dialect {
	return slices.Concat(specs, contexts)
}}

// recorded returns the dialects of programs.
func recorded() []*Dialect {
	all := make([]*Dialect, len(programs))
	for i, p := range programs {
		m := implementationByName.Get()[strings.ToLower(p.id)]
		if m == nil {
			m = &Implementation{ID: p.id} // go generate has yet to find its recording
		}
		d := &Dialect{
			ID: p.id, Title: p.title, UseFor: p.useFor, Spec: Citation{Title: m.Version + ", " + m.Call},
			rule: &rule.Rule{Encode: p.encode, Decode: p.decode},
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

// maxTitle is the length, in bytes, up to which a title shows the call.
const maxTitle = 76

// title returns a title for the dialect that m defines.
func (m *Implementation) title() string {
	if title := m.Call + " of " + m.Version; len(title) <= maxTitle {
		return title
	}
	_, function, _ := strings.Cut(m.ID, ".")
	return function + " of " + m.Version
}

// useFor returns the purpose of the dialect that m defines.
func (m *Implementation) useFor() string {
	switch {
	case m.Encodes == "":
		return "decoding as this program does; it does not encode"
	case m.Units == UnitsBytes:
		return "data that must come out exactly as this program writes it"
	}
	return "text that must come out exactly as this program writes it"
}

func init() {
	rule.Of = func(id string) *rule.Rule {
		if d := byName.Get()[strings.ToLower(id)]; d != nil {
			return d.rule
		}
		return nil
	}
}
