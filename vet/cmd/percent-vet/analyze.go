package main

import (
	"bytes"
	"cmp"
	"fmt"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/pct-encoded/percent/vet"
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/packages"
)

// A finding is what the analyzer reported, with the places in files.
type finding struct {
	rule, message, url string
	at                 token.Position
	edits              []edit // of the fix, if there is one
}

// An edit replaces a range of a file, in bytes.
type edit struct {
	file       string
	start, end int
	text       string
}

// A report is what the analysis of packages gave.
type report struct {
	found   []finding
	broken  []string          // why packages could not be looked at
	sources map[string][]byte // the files as they were read
	left    int               // parameters that are not escaped where most are not
}

// analyze loads the packages and looks at those that compile, in the order of files.
func analyze(o options) (*report, error) {
	l, roots, err := load(o)
	if err != nil {
		return nil, err
	}
	a := &analyzer{loader: l, facts: map[types.Object][]analysis.Fact{}, roots: map[*packages.Package]bool{}, done: map[*packages.Package]bool{}, report: report{sources: l.files}}
	for _, p := range roots {
		a.roots[p] = true
	}
	tally := vet.NewTally()
	tally.Mentions = func(name string) bool {
		return slices.ContainsFunc(roots, func(p *packages.Package) bool {
			return slices.ContainsFunc(p.GoFiles, func(file string) bool {
				text, err := os.ReadFile(filepath.Clean(file))
				return err != nil || bytes.Contains(text, []byte(name))
			})
		})
	}
	vet.Share(tally)
	for _, p := range roots {
		if err := a.analyze(p); err != nil {
			return nil, err
		}
	}
	for _, p := range roots {
		for _, text := range l.checked[p].errs {
			if !slices.Contains(a.broken, text) {
				a.broken = append(a.broken, text)
			}
		}
	}
	a.left = tally.Report()
	// A package is loaded a second time with its tests.
	slices.SortFunc(a.found, func(x, y finding) int {
		return cmp.Or(strings.Compare(x.at.Filename, y.at.Filename), cmp.Compare(x.at.Offset, y.at.Offset), strings.Compare(x.rule, y.rule))
	})
	a.found = slices.CompactFunc(a.found, func(x, y finding) bool { return x.at == y.at && x.rule == y.rule })
	return &a.report, nil
}

type analyzer struct {
	*loader
	facts       map[types.Object][]analysis.Fact
	roots, done map[*packages.Package]bool
	report
}

// analyze looks at a package after those that it imports, whose facts it needs.
func (a *analyzer) analyze(p *packages.Package) error {
	if a.done[p] {
		return nil
	}
	a.done[p] = true
	for _, i := range p.Imports {
		if err := a.analyze(i); err != nil {
			return err
		}
	}
	c := a.check(p, a.roots[p])
	if !a.roots[p] {
		return nil
	}
	if c.ill {
		return nil
	}
	pass := &analysis.Pass{
		Analyzer: vet.Analyzer, Fset: a.set, Files: c.files, Pkg: c.pkg, TypesInfo: c.info, TypesSizes: p.TypesSizes,
		Report:   func(d analysis.Diagnostic) { a.add(a.set, d) },
		ReadFile: os.ReadFile,
		ImportObjectFact: func(o types.Object, f analysis.Fact) bool {
			for _, have := range a.facts[o] {
				if vet.CopyFact(f, have) {
					return true
				}
			}
			return false
		},
		ExportObjectFact:  func(o types.Object, f analysis.Fact) { a.facts[o] = append(a.facts[o], f) },
		ImportPackageFact: func(*types.Package, analysis.Fact) bool { return false },
		ExportPackageFact: func(analysis.Fact) {},
		AllObjectFacts: func() []analysis.ObjectFact {
			var all []analysis.ObjectFact
			for o, facts := range a.facts {
				for _, f := range facts {
					all = append(all, analysis.ObjectFact{Object: o, Fact: f})
				}
			}
			return all
		},
		AllPackageFacts: func() []analysis.PackageFact { return nil },
	}
	if m := p.Module; m != nil {
		pass.Module = &analysis.Module{Path: m.Path, Version: m.Version, GoVersion: m.GoVersion}
	}
	c.files, c.info = nil, nil
	_, err := vet.Analyzer.Run(pass)
	return err
}

func (a *analyzer) add(files *token.FileSet, d analysis.Diagnostic) {
	f := finding{rule: d.Category, message: strings.TrimPrefix(d.Message, d.Category+": "), url: d.URL, at: files.Position(d.Pos)}
	if len(d.SuggestedFixes) > 0 {
		for _, e := range d.SuggestedFixes[0].TextEdits {
			end := e.End
			if !end.IsValid() {
				end = e.Pos
			}
			start, stop := files.PositionFor(e.Pos, false), files.PositionFor(end, false)
			if start.Filename != f.at.Filename {
				f.edits = nil // the compiler reads a file that is made of this one, as with cgo
				break
			}
			f.edits = append(f.edits, edit{start.Filename, start.Offset, stop.Offset, string(e.NewText)})
		}
	}
	a.found = append(a.found, f)
}

// String is the line of a finding, as compilers write theirs.
func (f finding) String() string {
	return fmt.Sprintf("%s:%d:%d: %s: %s", relative(f.at.Filename), f.at.Line, f.at.Column, f.rule, f.message)
}
