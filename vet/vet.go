// Package vet finds the wrong percent-encoder in Go programs: a value that is encoded
// or decoded twice, an encoder that is for another part of a URL, a password that goes
// into a URL as it is.
//
//	q.Set("name", url.QueryEscape(name)) // Encode escapes it again
//
// Tests with plain ASCII never see such a mistake. Each report has the shortest value
// that does, which the catalogue of package dialect computes.
//
// [Analyzer] is for drivers of golang.org/x/tools/go/analysis. The command percent-vet
// runs it alone or for go vet -vettool.
//
// The API may still change.
package vet

import (
	"flag"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"
)

// Analyzer reports the mistakes of [Rules]. Its flag rules chooses which, by ID and
// separated by commas: a name alone adds to those that are on by default, one after a
// minus sign takes away, and "all" is all of them.
//
// A line //percent:ignore RULE reason silences a rule on its own line and on the next.
var Analyzer = &analysis.Analyzer{
	Name:      "percent",
	Doc:       "find the wrong percent-encoder: encoded or decoded twice, for another part of a URL, or none at all",
	URL:       "https://github.com/pct-encoded/percent/blob/main/docs/data/vet.md",
	Run:       run,
	FactTypes: []analysis.Fact{new(codes), new(requestsFact)},
	Flags:     flags(),
}

// chosen is what the flag rules says.
var chosen string

func flags() flag.FlagSet {
	var set flag.FlagSet
	set.Func("rules", "rules to add, or after a minus sign to leave out, separated by commas; all is all of them", func(s string) error {
		if _, err := choose(s); err != nil {
			return err
		}
		chosen = s
		return nil
	})
	return set
}

// choose returns the IDs of the rules that are on.
func choose(s string) (map[string]state, error) {
	on := map[string]state{}
	for _, r := range rules {
		on[r.ID] = switched(!r.Default)
		if r.Majority {
			on[r.ID] = majority
		}
	}
	for _, name := range strings.Split(s, ",") {
		name = strings.TrimSpace(name)
		id, off := strings.CutPrefix(name, "-")
		switch _, known := on[id]; {
		case name == "":
		case id == "all":
			for _, r := range rules {
				on[r.ID] = switched(off)
			}
		case !known:
			return nil, fmt.Errorf("unknown rule %q", id)
		default:
			on[id] = switched(off)
		}
	}
	return on, nil
}

// A state is whether a rule is on.
type state uint8

const (
	disabled state = iota
	majority       // where most of a module does it right
	enabled
)

func switched(off bool) state {
	if off {
		return disabled
	}
	return enabled
}

// A pass is the analysis of one package.
type pass struct {
	*analysis.Pass
	on        map[string]state
	tally     *Tally
	functions []*ssa.Function
	globals   map[*ssa.Global][]ssa.Value // what they are set to

	later    []func()           // checks of what is made in another function than its text
	replaced []*term            // calls that replace, which are judged last
	places   map[ssa.Value]spot // where the results of such calls stand

	calls      map[token.Pos]*ast.CallExpr // by the position of the parenthesis
	texts      map[token.Pos]ast.Expr      // calls, and sums by the position of the sign
	ignored    map[string]map[int][]string // file and line: the rules that are silenced there
	seen       map[seen]bool
	stores     map[*ssa.Function]map[string][]*ssa.FieldAddr
	called     map[*ssa.Function]callers
	flowing    map[flowing][]int
	named      map[string]bool // all names in the package
	signs      bool            // whether the package makes signatures of OAuth 1.0 or AWS
	signatures map[any]bool    // functions that have to do with them, their variables, and types
}

type seen struct {
	pos  token.Pos
	rule string
}

// interesting are the packages without which there is nothing to find.
var interesting = []string{"net/url", "net/http", "text/template", "html/template", "github.com/gofiber/fiber/v2", "github.com/gin-gonic/gin"}

// telling is in the source of texts that have something of a URL, where nothing is imported
// that has.
var telling = regexp.MustCompile(`://|%2[0-9A-F]|%3F`)

func run(p *analysis.Pass) (any, error) {
	// Other modules' packages are only dependencies: what their functions do to a
	// string is their own business, and to look at all of them would take long.
	if p.Module != nil && p.Module.Version != "" || standard(p) || !relevant(p) {
		return nil, nil
	}
	on, err := choose(chosen)
	if err != nil {
		return nil, err
	}
	tally := shared
	if tally == nil {
		tally = NewTally()
		defer tally.Report()
	}
	a := &pass{Pass: p, on: on, tally: tally, calls: map[token.Pos]*ast.CallExpr{}, texts: map[token.Pos]ast.Expr{}, ignored: map[string]map[int][]string{}, seen: map[seen]bool{}, stores: map[*ssa.Function]map[string][]*ssa.FieldAddr{}, flowing: map[flowing][]int{}, places: map[ssa.Value]spot{}, named: map[string]bool{}}
	for _, f := range p.Files {
		a.readComments(f)
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CallExpr:
				a.calls[n.Lparen], a.texts[n.Lparen] = n, n
			case *ast.BinaryExpr:
				a.texts[n.OpPos] = n
			case *ast.Ident:
				a.named[n.Name] = true
			case *ast.FuncDecl:
				a.signs = a.signs || oauth.MatchString(n.Name.Name)
			case *ast.BasicLit:
				a.signs = a.signs || n.Kind == token.STRING && signing.MatchString(n.Value)
			}
			return true
		})
	}
	a.functions = build(p)
	for _, f := range a.functions {
		a.export(f)
	}
	for _, f := range a.functions {
		a.check(f)
	}
	for _, check := range a.later {
		check()
	}
	a.checkReplaced()
	return nil, nil
}

// standard says whether the package is of the standard library, which belongs to no
// module: its folder lies beside that of net/url.
func standard(p *analysis.Pass) bool {
	if p.Module != nil && p.Module.Path != "" || len(p.Files) == 0 {
		return false
	}
	dir := filepath.ToSlash(filepath.Dir(p.Fset.Position(p.Files[0].Package).Filename))
	src, ok := strings.CutSuffix(dir, "/src/"+p.Pkg.Path())
	if !ok {
		return false
	}
	_, err := os.Stat(filepath.Join(src, "src", "net", "url", "url.go"))
	return err == nil
}

// relevant says whether a package imports one of those that are interesting, or one of
// its own module that encodes for it.
func relevant(p *analysis.Pass) bool {
	for _, i := range p.Pkg.Imports() {
		if slices.Contains(interesting, i.Path()) {
			return true
		}
	}
	found := len(p.AllObjectFacts()) > 0
	for _, f := range p.Files {
		ast.Inspect(f, func(n ast.Node) bool {
			l, ok := n.(*ast.BasicLit)
			found = found || ok && l.Kind == token.STRING && telling.MatchString(l.Value)
			return !found
		})
	}
	return found
}

// build returns the functions of the package in SSA form, those within others too.
func build(p *analysis.Pass) []*ssa.Function {
	prog := ssa.NewProgram(p.Fset, ssa.InstantiateGenerics)
	created := map[*types.Package]bool{}
	var create func([]*types.Package)
	create = func(all []*types.Package) {
		for _, i := range all {
			if !created[i] {
				created[i] = true
				prog.CreatePackage(i, nil, nil, true)
				create(i.Imports())
			}
		}
	}
	create(p.Pkg.Imports())
	pkg := prog.CreatePackage(p.Pkg, p.Files, p.TypesInfo, false)
	pkg.Build()
	var all []*ssa.Function
	var add func(f *ssa.Function)
	add = func(f *ssa.Function) {
		if f == nil {
			return
		}
		all = append(all, f)
		for _, in := range f.AnonFuncs {
			add(in)
		}
	}
	add(pkg.Func("init"))
	for _, file := range p.Files {
		for _, d := range file.Decls {
			if d, ok := d.(*ast.FuncDecl); ok && d.Name.Name != "_" {
				if o, ok := p.TypesInfo.Defs[d.Name].(*types.Func); ok {
					add(prog.FuncValue(o))
				}
			}
		}
	}
	return all
}

// export says of a function which parameter it returns encoded or decoded, and of
// which it makes a URL.
func (p *pass) export(f *ssa.Function) {
	o := funcOf(f)
	if o == nil || f.Blocks == nil || o.Pkg() != p.Pkg || !o.Exported() {
		return // no other package can call it
	}
	if all := p.flows(f, requested); len(all) > 0 {
		p.ExportObjectFact(o, &requestsFact{all})
	}
	if f.Signature.Results().Len() == 0 {
		return
	}
	e := p.evaluate(f)
	t := e.result()
	if t == nil || (t.kind != encoded && t.kind != decoded) || t.parts[0].kind != param || t.parts[0].param < 0 {
		return
	}
	p.ExportObjectFact(o, &codes{Function: fullName(t.fn), Parameter: t.parts[0].param})
}

// stored says whether a function sets a field of this name, so that what it holds
// later may be anything, unless that is after it was read. That of another struct, which the function has made, does not
// count.
func (p *pass) stored(f *ssa.Function, name string, of, at ssa.Value) bool {
	fields, ok := p.stores[f]
	if !ok {
		fields = map[string][]*ssa.FieldAddr{}
		for i := range instructions(f) {
			if s, ok := i.(*ssa.Store); ok {
				if a, ok := s.Addr.(*ssa.FieldAddr); ok {
					if t := structOf(a.X.Type()); t != nil {
						field := typeName(a.X.Type()) + "." + t.Field(a.Field).Name()
						fields[field] = append(fields[field], a)
					}
				}
			}
		}
		p.stores[f] = fields
	}
	first, _ := at.(ssa.Instruction)
	return slices.ContainsFunc(fields[name], func(a *ssa.FieldAddr) bool {
		if first != nil && first.Parent() == f && !inLoop(first.Block()) && slices.ContainsFunc(*a.Referrers(), func(s ssa.Instruction) bool { return before(first, s) }) {
			return false // it is set after it is read
		}
		return of == nil || a.X == of || !isNew(a.X)
	})
}

// isNew says whether a value is a struct that no other value refers to yet.
func isNew(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.Alloc:
		return true
	case *ssa.Extract:
		name, _ := called(v.Tuple)
		return isParse(name)
	}
	return false
}

const ignore = "//percent:ignore"

// readComments finds the lines on which a rule is silenced.
func (p *pass) readComments(f *ast.File) {
	for _, group := range f.Comments {
		for _, c := range group.List {
			text, ok := strings.CutPrefix(c.Text, ignore)
			if !ok || text != "" && text[0] != ' ' && text[0] != '\t' {
				continue
			}
			words := strings.Fields(text)
			switch {
			case len(words) == 0:
				p.reportComment(c, "name a rule and give a reason: "+ignore+" RULE reason")
			case !slices.ContainsFunc(rules, func(r Rule) bool { return r.ID == words[0] }):
				p.reportComment(c, fmt.Sprintf("no rule is called %q", words[0]))
			case len(words) == 1:
				p.reportComment(c, fmt.Sprintf("give a reason: %s %s reason", ignore, words[0]))
			default:
				at := p.Fset.Position(c.Pos())
				lines := p.ignored[at.Filename]
				if lines == nil {
					lines = map[int][]string{}
					p.ignored[at.Filename] = lines
				}
				for _, line := range []int{at.Line, at.Line + 1} {
					lines[line] = append(lines[line], words[0])
				}
			}
		}
	}
}

// reportComment reports a comment that silences nothing.
func (p *pass) reportComment(c *ast.Comment, message string) {
	p.Report(analysis.Diagnostic{Pos: c.Pos(), Category: "ignore", Message: "ignore: " + message, URL: p.Analyzer.URL})
}

// generated says whether a program made a file, other than cgo from one of people.
func generated(f *ast.File) bool {
	return ast.IsGenerated(f) && !strings.HasPrefix(f.Comments[0].List[0].Text, "// Code generated by cmd/cgo")
}

// report reports a mistake once for each place and rule. That of a call is where the name
// of the function stands.
func (p *pass) report(rule string, pos token.Pos, message string, fixes ...analysis.SuggestedFix) {
	p.reportIn(spot{}, rule, pos, message, fixes...)
}

// reportIn reports a mistake in a place of a URL.
func (p *pass) reportIn(in spot, rule string, pos token.Pos, message string, fixes ...analysis.SuggestedFix) {
	if c := p.calls[pos]; c != nil {
		pos = c.Fun.Pos()
		if s, ok := c.Fun.(*ast.SelectorExpr); ok {
			if _, ok := s.X.(*ast.Ident); !ok {
				pos = s.Sel.Pos()
			}
		}
	}
	at := p.Fset.Position(pos)
	key := seen{pos, rule}
	if f := p.fileOf(pos); f == nil || generated(f) {
		return // whoever makes the file makes it again
	}
	if p.on[rule] == disabled || p.seen[key] || slices.Contains(p.ignored[at.Filename][at.Line], rule) {
		return
	}
	p.seen[key] = true
	d := analysis.Diagnostic{
		Pos: pos, Category: rule, Message: rule + ": " + message, SuggestedFixes: fixes,
		URL: "https://github.com/pct-encoded/percent/blob/main/docs/data/vet.md#" + rule,
	}
	if p.on[rule] == majority {
		p.tally.add(p.Pass, in, pos, &d)
		return
	}
	p.Report(d)
}
