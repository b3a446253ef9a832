package main

import (
	"cmp"
	"fmt"
	"go/token"
	"go/types"
	"os"
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

// A loadError says that a package cannot be analyzed.
type loadError struct{ text string }

func (e *loadError) Error() string { return e.text }

// analyze loads the packages and returns what is found in them, in the order of files.
// Other packages come from the build cache: nothing is reported of them.
func analyze(o options) ([]finding, error) {
	loaded, err := packages.Load(&packages.Config{
		Mode:  packages.LoadSyntax | packages.NeedModule,
		Tests: o.tests,
	}, o.patterns...)
	if err != nil {
		return nil, err
	}
	a := &analyzer{
		facts: map[types.Object][]analysis.Fact{},
		done:  map[*packages.Package]bool{},
		roots: map[*packages.Package]bool{},
	}
	for _, p := range loaded {
		for _, e := range p.Errors {
			return nil, &loadError{strings.TrimPrefix(e.Error(), "-: ")}
		}
		a.roots[p] = true
	}
	for _, p := range loaded {
		if err := a.analyze(p); err != nil {
			return nil, err
		}
	}
	// A package is loaded a second time with its tests.
	slices.SortFunc(a.found, func(x, y finding) int {
		return cmp.Or(strings.Compare(x.at.Filename, y.at.Filename), cmp.Compare(x.at.Offset, y.at.Offset), strings.Compare(x.rule, y.rule))
	})
	return slices.CompactFunc(a.found, func(x, y finding) bool { return x.at == y.at && x.rule == y.rule }), nil
}

type analyzer struct {
	facts       map[types.Object][]analysis.Fact
	roots, done map[*packages.Package]bool
	found       []finding
}

// analyze looks at a package after those that it imports, whose facts it needs.
func (a *analyzer) analyze(p *packages.Package) error {
	if a.done[p] || !a.roots[p] {
		return nil
	}
	a.done[p] = true
	for _, i := range p.Imports {
		if err := a.analyze(i); err != nil {
			return err
		}
	}
	pass := &analysis.Pass{
		Analyzer: vet.Analyzer, Fset: p.Fset, Files: p.Syntax, Pkg: p.Types, TypesInfo: p.TypesInfo, TypesSizes: p.TypesSizes,
		Report:   func(d analysis.Diagnostic) { a.report(p.Fset, d) },
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
	_, err := vet.Analyzer.Run(pass)
	return err
}

func (a *analyzer) report(files *token.FileSet, d analysis.Diagnostic) {
	f := finding{rule: d.Category, message: strings.TrimPrefix(d.Message, d.Category+": "), url: d.URL, at: files.Position(d.Pos)}
	if len(d.SuggestedFixes) > 0 {
		for _, e := range d.SuggestedFixes[0].TextEdits {
			end := e.End
			if !end.IsValid() {
				end = e.Pos
			}
			start, stop := files.Position(e.Pos), files.Position(end)
			f.edits = append(f.edits, edit{start.Filename, start.Offset, stop.Offset, string(e.NewText)})
		}
	}
	a.found = append(a.found, f)
}

// String is the line of a finding, as compilers write theirs.
func (f finding) String() string {
	return fmt.Sprintf("%s:%d:%d: %s: %s", relative(f.at.Filename), f.at.Line, f.at.Column, f.rule, f.message)
}
