// Package dialect is the catalogue of percent-encoding dialects: every rule
// that the project knows by name, with its source and what it is for, and
// every function of a real program that was run and recorded, with the dialect
// that it was proved to speak.
//
//	d, err := dialect.Lookup("php.rawurlencode")
//	out, err := d.AppendEncode(nil, []byte("a b"))
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
	"fmt"
	"iter"
	"slices"
	"strings"
	"sync"

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
	// Spec is where the rule stands. For a dialect that no specification
	// defines it names the program that was run.
	Spec Citation

	encoding *percent.Encoding // the whole dialect, or nil
	rule     *rule             // the whole dialect, or nil
	sibling  string            // of a dialect that decodes only
	ready    *ready
}

// ready is what a rule is made into when it is first used.
type ready struct {
	encOnce, decOnce sync.Once
	enc              *encoder
	dec              *decoder
}

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

// A DirectionError says that a dialect decodes only.
type DirectionError struct {
	// Name is that of the dialect or implementation.
	Name string
	// Sibling is an implementation of the same program that encodes, or "".
	Sibling string
}

// Error names the dialect and what to use instead.
func (e *DirectionError) Error() string {
	text := fmt.Sprintf("dialect: %s decodes only", e.Name)
	if e.Sibling != "" {
		text += "; to encode, use " + e.Sibling
	}
	return text
}

// compiled returns the rule made ready, which a dialect that is an Encoding
// does not have.
func (d *Dialect) compiled() (*encoder, *decoder) {
	enc := d.encoder()
	d.ready.decOnce.Do(func() {
		base := percent.RFC3986
		if enc != nil {
			base = enc.base
		}
		decode := d.rule.decode
		if decode == nil {
			decode = &decodeRule{plus: d.rule.encode.plus}
		}
		d.ready.dec = newDecoder(decode, base)
	})
	return enc, d.ready.dec
}

// encoder returns the encoding half of compiled, nil for a rule that only
// decodes.
func (d *Dialect) encoder() *encoder {
	d.ready.encOnce.Do(func() {
		if d.rule.encode != nil {
			d.ready.enc = newEncoder(d.rule.encode)
		}
	})
	return d.ready.enc
}

// Encoding returns the encoding that is the dialect, or nil when the dialect
// makes choices beyond the five of package percent, or decodes only. Base
// returns the five choices of any dialect.
func (d *Dialect) Encoding() *percent.Encoding {
	if d.encoding != nil {
		return d.encoding
	}
	if enc, dec := d.compiled(); enc != nil && enc.simple && dec.simple && d.Encodes() {
		return dec.base
	}
	return nil
}

// Base returns the five choices of the dialect, which Choices beyond them may
// override. The kept set and spelling of a dialect that decodes only mean
// nothing.
func (d *Dialect) Base() *percent.Encoding {
	if d.encoding != nil {
		return d.encoding
	}
	_, dec := d.compiled()
	return dec.base
}

// Encodes reports whether the dialect encodes. All of them decode.
func (d *Dialect) Encodes() bool {
	return d.sibling == "" && (d.rule == nil || d.rule.encode != nil)
}

// Specified reports whether a specification defines the dialect. The others
// are named for the program whose behaviour they are.
func (d *Dialect) Specified() bool { return d.Spec.URL != "" }

// AppendEncode appends src, encoded, to dst and returns the extended buffer,
// which what was encoded before an error is part of. The error is a
// *RefusedError for an input that the dialect refuses, and a *DirectionError
// when it decodes only.
func (d *Dialect) AppendEncode(dst, src []byte) ([]byte, error) {
	if !d.Encodes() {
		return dst, &DirectionError{Name: d.ID, Sibling: d.sibling}
	}
	if d.encoding != nil {
		return d.encoding.AppendEncode(dst, src), nil
	}
	return d.encoder().append(dst, src)
}

// AppendDecode appends src, decoded, to dst and returns the extended buffer.
// What is wrong with src comes as a *percent.SyntaxError, or as a
// *RefusedError when the dialect forbids it, along with what was decoded
// before it.
func (d *Dialect) AppendDecode(dst, src []byte) ([]byte, error) {
	if d.encoding != nil {
		return d.encoding.AppendDecode(dst, src)
	}
	_, dec := d.compiled()
	return dec.append(dst, src)
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
	return a == nil && b == nil && d.Encodes() == other.Encodes() && sameChoices(d.Choices(), other.Choices())
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
	all := make([]*Dialect, 0, len(catalogue)+len(contexts)+len(behaviours))
	for _, d := range slices.Concat(catalogue, contexts) {
		if d.rule != nil {
			d.ready = &ready{}
		}
		all = append(all, d)
	}
	ds, rs := make([]Dialect, len(behaviours)), make([]ready, len(behaviours))
	for i := range behaviours {
		b := &behaviours[i]
		ds[i] = Dialect{
			ID: b.id, Title: b.title, UseFor: b.useFor, Spec: Citation{Title: b.source},
			rule: &b.rule, ready: &rs[i],
		}
		all = append(all, &ds[i])
	}
	return all
})

// A behaviour is a dialect that no specification defines.
type behaviour struct {
	id, title, useFor, source string
	rule
}
