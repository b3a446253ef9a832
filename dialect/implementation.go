package dialect

import (
	"iter"
	"strings"
	"sync"
)

//go:generate go run ./internal/prove
//go:generate go run ./internal/prove -docs

// An Implementation is a function of a real program that was run and recorded.
// Each one encodes or decodes.
type Implementation struct {
	// ID is its name, program.function: "php.rawurlencode". Where versions of a
	// program differ, it holds the version: "jq@1.6.uri".
	ID string
	// Language is that of the program, Version what the program says of itself.
	Language, Version string
	// Call is how the function was called.
	Call string
	// Units is what it works on.
	Units Units
	// Encodes is the ID of the first dialect, in catalogue order, that gave the
	// same result for everything recorded; empty for one that decodes.
	Encodes string
	// Decodes is that for one that decodes.
	Decodes string

	sibling string
}

// Units is what a function of a program takes for the units of a text.
type Units uint8

// The units.
const (
	UnitsBytes Units = iota // bytes, whatever they mean
	UnitsText               // characters
	UnitsUTF16              // UTF-16 code units, lone surrogates among them
)

// String returns "bytes", "characters" or "UTF-16 code units".
func (u Units) String() string { return [...]string{"bytes", "characters", "UTF-16 code units"}[u] }

// Dialect returns the dialect that the implementation speaks.
func (m *Implementation) Dialect() *Dialect {
	return byName()[strings.ToLower(m.Encodes+m.Decodes)]
}

// Sibling returns the ID of an implementation of the same program that encodes,
// for one that decodes and where there is one.
func (m *Implementation) Sibling() string { return m.sibling }

// Implementations iterates over the implementations: by program, encoders
// before decoders.
func Implementations() iter.Seq[*Implementation] {
	return func(yield func(*Implementation) bool) {
		list := implementations()
		for i := range list {
			if !yield(&list[i]) {
				return
			}
		}
	}
}

// Implementations iterates over the implementations that speak the dialect:
// those that encode to it, then those that decode it.
func (d *Dialect) Implementations() iter.Seq[*Implementation] {
	return func(yield func(*Implementation) bool) {
		for m := range Implementations() {
			if m.Encodes == d.ID && !yield(m) {
				return
			}
		}
		for m := range Implementations() {
			if m.Decodes == d.ID && !yield(m) {
				return
			}
		}
	}
}

// implementations reads implementationTable: a line of language and version,
// which begins with '=', and a line each for its implementations.
var implementations = sync.OnceValue(func() []Implementation {
	list := make([]Implementation, 0, strings.Count(implementationTable, "\n"))
	var language, version string
	for line := range strings.Lines(implementationTable) {
		line = strings.TrimSuffix(line, "\n")
		if rest, ok := strings.CutPrefix(line, "="); ok {
			language, version, _ = strings.Cut(rest, "\t")
			continue
		}
		id, rest, _ := strings.Cut(line, "\t")
		kind, rest, _ := strings.Cut(rest, "\t")
		name, rest, _ := strings.Cut(rest, "\t")
		sibling, call, _ := strings.Cut(rest, "\t")
		m := Implementation{ID: id, Language: language, Version: version, Call: call, sibling: sibling}
		m.Units = Units(strings.IndexByte("btu", kind[1]))
		if kind[0] == 'e' {
			m.Encodes = name
		} else {
			m.Decodes = name
		}
		list = append(list, m)
	}
	return list
})

var implementationByName = sync.OnceValue(func() map[string]*Implementation {
	list := implementations()
	m := make(map[string]*Implementation, len(list))
	for i := range list {
		m[strings.ToLower(list[i].ID)] = &list[i]
	}
	return m
})
