// Package dialect is the catalogue of percent-encoding dialects: every rule
// that the project knows by name, with its source and what it is for.
//
//	d, err := dialect.Lookup("encodeURIComponent")
//	out, err := d.AppendEncode(nil, []byte("a b"))
//
// Reach for [Lookup] to find a dialect by name and for [All] to go through
// them. A program that knows at compile time which dialect it wants is better
// served by package percent, which does not link the catalogue.
package dialect

import (
	"iter"
	"slices"
	"strings"

	"github.com/pct-encoded/percent"
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
	// Spec is where the rule stands.
	Spec Citation

	encoding *percent.Encoding
}

// A Citation names the text that defines a dialect.
type Citation struct {
	Title   string // such as "RFC 3986"
	Section string // such as "2.3"
	URL     string
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

// Encoding returns the encoding of the dialect, on which all its operations are
// based.
func (d *Dialect) Encoding() *percent.Encoding { return d.encoding }

// AppendEncode appends src, encoded, to dst and returns the extended buffer.
func (d *Dialect) AppendEncode(dst, src []byte) ([]byte, error) {
	return d.encoding.AppendEncode(dst, src), nil
}

// AppendDecode appends src, decoded, to dst and returns the extended buffer.
// What is wrong with src comes as a *percent.SyntaxError, along with what was
// decoded before it.
func (d *Dialect) AppendDecode(dst, src []byte) ([]byte, error) {
	return d.encoding.AppendDecode(dst, src)
}

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
		for _, other := range catalogue {
			if other != d && other.encoding.Equal(d.encoding) && !yield(other) {
				return
			}
		}
	}
}

// All iterates over the dialects in catalogue order: by family, general ones
// first.
func All() iter.Seq[*Dialect] {
	return slices.Values(catalogue)
}
