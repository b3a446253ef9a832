package dialect

import (
	"iter"
	"strings"

	"github.com/pct-encoded/percent/internal/lazy"
	"github.com/pct-encoded/percent/internal/words"
)

//go:generate go run ./internal/prove
//go:generate go run ./internal/prove -docs

// An Implementation is a function of a real program whose results were recorded.
// It either encodes or decodes.
type Implementation struct {
	// ID is program.function, as in "php.rawurlencode". Where versions of a program
	// differ, it includes the version: "jq@1.6.uri".
	ID string
	// Language is the programming language, and Version what the program reports.
	Language, Version string
	// Recorded is the day on which it was recorded, such as 2026-11-21.
	Recorded string
	// Out is a day since which the version is out, and OutURL says so: it is that of the
	// release, or of the first package that Debian made of it. Both are empty if no
	// source says so.
	Out, OutURL string
	// Call is how the function was called.
	Call string
	// Units is the kind of text that the function works on.
	Units Units
	// Encodes is the ID of the first dialect, in catalogue order, that gives the
	// recorded result for every input. It is empty for a function that decodes.
	Encodes string
	// Decodes is the same for a function that decodes, and empty for one that
	// encodes.
	Decodes string

	sibling string
}

// Units is what a function treats as the units of a text.
type Units uint8

// The units.
const (
	UnitsBytes Units = iota // arbitrary bytes
	UnitsText               // characters
	UnitsUTF16              // UTF-16 code units, including lone surrogates
)

// String returns "bytes", "text" or "utf16".
func (u Units) String() string { return words.Of(units, u) }

var units = []string{"bytes", "text", "utf16"}

// Dialect returns the dialect that the implementation follows.
func (m *Implementation) Dialect() *Dialect {
	return byName.Get()[strings.ToLower(m.Encodes+m.Decodes)]
}

// Sibling returns the ID of the encoder that belongs to a decoder of the same
// program, or "" if there is none.
func (m *Implementation) Sibling() string { return m.sibling }

// Implementations iterates over all implementations, grouped by program, encoders
// before decoders.
func Implementations() iter.Seq[*Implementation] {
	return func(yield func(*Implementation) bool) {
		list := implementations.Get()
		for i := range list {
			if !yield(&list[i]) {
				return
			}
		}
	}
}

// Implementations iterates over the implementations that follow the dialect:
// encoders first, then decoders.
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

// implementations holds the lines of implementationTable. A line that begins with '=' gives
// the language and version of the implementations on the lines after it, and their days.
var implementations = lazy.Value[[]Implementation]{Make: func() []Implementation {
	list := make([]Implementation, 0, strings.Count(implementationTable, "\n"))
	program := make([]string, 5)
	for line := range strings.Lines(implementationTable) {
		line = strings.TrimSuffix(line, "\n")
		if rest, ok := strings.CutPrefix(line, "="); ok {
			program = strings.Split(rest, "\t")
			continue
		}
		id, rest, _ := strings.Cut(line, "\t")
		kind, rest, _ := strings.Cut(rest, "\t")
		name, rest, _ := strings.Cut(rest, "\t")
		sibling, call, _ := strings.Cut(rest, "\t")
		m := Implementation{
			ID: id, Language: program[0], Version: program[1], Recorded: program[2], Out: program[3], OutURL: program[4],
			Call: call, sibling: sibling,
		}
		m.Units = Units(strings.IndexByte("btu", kind[1]))
		if kind[0] == 'e' {
			m.Encodes = name
		} else {
			m.Decodes = name
		}
		list = append(list, m)
	}
	return list
}}

var implementationByName = lazy.Value[map[string]*Implementation]{Make: func() map[string]*Implementation {
	list := implementations.Get()
	m := make(map[string]*Implementation, len(list))
	for i := range list {
		m[strings.ToLower(list[i].ID)] = &list[i]
	}
	return m
}}
