// Package program describes programs whose behaviour was recorded and is replayed by
// models: the URL parsers and clients of package reader, and the servers and proxies of
// package hop.
//
// A [Program] is what there is to say about one of them besides its behaviour: its name,
// the versions that behave alike, and what its model was made from and compared with. A
// [List] holds all of a kind and finds them by name and, with a [Past], as they were;
// [Groups] puts together those that give the same answer, and [Mentions] says of which
// versions an answer is. When a version was recorded and since when it is out comes from
// interop/recorded.txt and interop/releases.txt.
package program

import (
	"slices"
	"strings"

	"github.com/pct-encoded/percent/internal/words"
)

// A Provenance is what a model was made from.
type Provenance uint8

// The provenances.
const (
	Recorded Provenance = iota // the program was run, and the model agrees with the recording
	Cited                      // an advisory or a document: the program was not run
	Composed                   // steps of recorded programs, for a configuration file
)

var provenances = []string{"recorded", "cited", "composed"}

// String returns "recorded", "cited" or "composed".
func (p Provenance) String() string { return words.Of(provenances, p) }

// A Program is one function, client or configuration of a program, in the versions that
// behave alike, or in one of them: see [Program.At]. The zero Program is not valid. Its
// methods may be called by several goroutines.
type Program struct {
	name       string
	versions   string // separated by a comma and a space, the oldest first
	subject    string
	source     string // of what is cited
	at         string // the version that it stands for, or ""
	provenance Provenance
}

// Record returns a program that was recorded. Versions are separated by a comma and a
// space, the oldest first. The subject is the function or command that was called, or the
// relevant lines of the configuration.
//
//go:noinline
func Record(name, versions, subject string) Program {
	return Program{name: name, versions: versions, subject: subject}
}

// Cite returns a program that was not run. The source is the address of the advisory or
// document that its model was made from; the others are as for [Record].
//
//go:noinline
func Cite(source, name, versions, subject string) Program {
	return Program{name: name, versions: versions, subject: subject, source: source, provenance: Cited}
}

// Compose returns a program whose model is composed of steps of others.
func Compose(name, versions, subject string) Program {
	return Program{name: name, versions: versions, subject: subject, provenance: Composed}
}

// At returns the program in one of its versions, which Version then returns.
func (p Program) At(version string) Program {
	p.at = version
	return p
}

// Pinned reports whether the program is in one version because somebody chose that.
func (p *Program) Pinned() bool { return p.at != "" }

// Name returns the name, such as "python.urlsplit". Several versions of a program may
// share it.
func (p *Program) Name() string { return p.name }

// Versions returns the versions that behave alike, the oldest first.
//
//go:noinline
func (p *Program) Versions() []string { return strings.Split(p.versions, ", ") }

// Version returns the version that At chose, or else the latest of Versions, such as
// "3.11.2".
//
//go:noinline
func (p *Program) Version() string {
	if p.at != "" {
		return p.at
	}
	versions := p.Versions()
	return versions[len(versions)-1]
}

// Span returns the versions that behave alike in words, such as "3.11.2" or "1.22.1 to
// 1.30.6": the first and the last of those that were run.
func (p *Program) Span() string {
	versions := p.Versions()
	if last := len(versions) - 1; last > 0 {
		return versions[0] + " to " + versions[last]
	}
	return p.versions
}

// String returns the name and the Version, such as "python.urlsplit@3.11.2".
//
//go:noinline
func (p *Program) String() string { return p.name + "@" + p.Version() }

// Subject returns what the model describes: the function or command, such as "Python
// urllib.parse.urlsplit", or the relevant lines of a configuration.
func (p *Program) Subject() string { return p.subject }

// Provenance returns what the model was made from.
func (p *Program) Provenance() Provenance { return p.provenance }

// Source returns the address of the advisory or document that the model of a cited program
// was made from, or "".
func (p *Program) Source() string { return p.source }

// Begins reports whether the name, or the name with "@" and one of the versions, begins
// with word and ends there or goes on with one of the octets of before, or with anything if
// before is "". Case does not matter.
func (p *Program) Begins(word, before string) bool {
	return begins(p.name, word, before) || slices.ContainsFunc(p.Versions(), func(version string) bool { return begins(p.name+"@"+version, word, before) })
}

func begins(id, word, before string) bool {
	return len(id) >= len(word) && strings.EqualFold(id[:len(word)], word) &&
		(len(id) == len(word) || before == "" || strings.IndexByte(before, id[len(word)]) >= 0)
}
