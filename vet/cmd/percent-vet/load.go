package main

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/gcexportdata"
	"golang.org/x/tools/go/packages"
)

// A loader checks the packages of the module from their source, and reads the others as
// they were compiled. So neither the module nor its tests have to be compiled, which takes
// most of the time where nothing is in the cache.
type loader struct {
	set     *token.FileSet
	checked map[*packages.Package]*checked
	source  map[*packages.Package]bool // also those that import one, such as a plugin of the module
	export  map[string]string          // files with what the compiler exports, by path
	known   map[string]*types.Package  // of those
	files   map[string][]byte          // the source of roots, as it was read
}

// A checked package has its files and information only until it was looked at.
type checked struct {
	pkg   *types.Package
	info  *types.Info
	files []*ast.File
	errs  []string
	ill   bool // it or one that it imports does not compile
}

// load lists the packages of a command line and finds the exports of those that they import.
func load(o options) (*loader, []*packages.Package, error) {
	config := &packages.Config{
		Mode:  packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles | packages.NeedImports | packages.NeedDeps | packages.NeedModule | packages.NeedTypesSizes,
		Tests: o.tests, BuildFlags: o.buildFlags,
	}
	roots, err := packages.Load(config, o.patterns...)
	if err != nil {
		return nil, nil, err
	}
	l := &loader{
		set: token.NewFileSet(), checked: map[*packages.Package]*checked{}, source: map[*packages.Package]bool{},
		export: map[string]string{}, known: map[string]*types.Package{}, files: map[string][]byte{},
	}
	roots = slices.DeleteFunc(roots, func(p *packages.Package) bool { return strings.HasSuffix(p.ID, ".test") }) // the main package of tests
	for _, p := range roots {
		l.source[p] = true
	}
	var compiled []string
	for _, p := range roots {
		l.divide(p, &compiled)
	}
	if len(compiled) == 0 {
		return l, roots, nil
	}
	slices.Sort(compiled)
	all, err := packages.Load(&packages.Config{Mode: packages.NeedName | packages.NeedExportFile, BuildFlags: o.buildFlags}, slices.Compact(compiled)...)
	for _, p := range all {
		l.export[p.PkgPath] = p.ExportFile
	}
	return l, roots, err
}

// divide says whether a package is checked from its source, and adds what packages of
// source import and what is not.
func (l *loader) divide(p *packages.Package, compiled *[]string) bool {
	if is, ok := l.source[p]; ok && (!is || l.checked[p] != nil) {
		return is
	}
	is := l.source[p] || p.Module != nil && p.Module.Main
	l.source[p] = is
	var others []string
	for _, i := range p.Imports {
		if l.divide(i, compiled) {
			is = true
		} else {
			others = append(others, i.PkgPath)
		}
	}
	if l.source[p] = is; is {
		l.checked[p] = new(checked)
		*compiled = append(*compiled, others...)
	}
	return is
}

// check returns a package of source with its types; whole says that the bodies of its
// functions count.
func (l *loader) check(p *packages.Package, whole bool) *checked {
	c := l.checked[p]
	if c.pkg != nil {
		return c
	}
	for _, e := range p.Errors {
		c.errs = append(c.errs, strings.TrimPrefix(e.Error(), "-: "))
	}
	for _, name := range p.CompiledGoFiles {
		c.add(l.parse(name, whole))
	}
	c.info = &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
		Implicits: map[ast.Node]types.Object{}, Selections: map[*ast.SelectorExpr]*types.Selection{},
		Scopes: map[ast.Node]*types.Scope{}, Instances: map[*ast.Ident]types.Instance{}, FileVersions: map[*ast.File]string{},
	}
	config := &types.Config{Sizes: p.TypesSizes, IgnoreFuncBodies: !whole, Importer: importer(func(path string) (*types.Package, error) { return l.imported(p, path, c) }), Error: c.fail}
	if p.Module != nil && p.Module.GoVersion != "" {
		config.GoVersion = "go" + p.Module.GoVersion
	}
	info := c.info
	if !whole {
		info = nil
	}
	c.pkg, _ = config.Check(p.PkgPath, l.set, c.files, info)
	c.ill = c.ill || len(c.errs) > 0
	if !whole {
		c.files, c.info = nil, nil
	}
	return c
}

// parse reads a file.
func (l *loader) parse(name string, whole bool) (*ast.File, error) {
	text, err := os.ReadFile(filepath.Clean(name))
	if err != nil {
		return nil, err
	}
	mode := parser.AllErrors | parser.SkipObjectResolution
	if whole {
		mode |= parser.ParseComments
		l.files[name] = text
	}
	return parser.ParseFile(l.set, name, text, mode)
}

// add adds a file that was parsed, or why it is not whole.
func (c *checked) add(f *ast.File, err error) {
	if f != nil {
		c.files = append(c.files, f)
	}
	var list scanner.ErrorList
	switch {
	case errors.As(err, &list):
		for _, e := range list {
			c.errs = append(c.errs, e.Error())
		}
	case err != nil:
		c.errs = append(c.errs, err.Error())
	}
}

// fail notes what the types say.
func (c *checked) fail(err error) {
	var e types.Error
	if errors.As(err, &e) {
		err = fmt.Errorf("%s: %s", e.Fset.Position(e.Pos), e.Msg)
	}
	c.errs = append(c.errs, err.Error())
}

// imported returns a package that another imports.
func (l *loader) imported(by *packages.Package, path string, c *checked) (*types.Package, error) {
	p := by.Imports[path]
	switch {
	case path == "unsafe":
		return types.Unsafe, nil
	case p == nil:
		return nil, fmt.Errorf("no package %s", path)
	case l.source[p]:
		of := l.check(p, false)
		c.ill = c.ill || of.ill
		return of.pkg, nil
	}
	if known := l.known[p.PkgPath]; known != nil && known.Complete() {
		return known, nil
	}
	f, err := os.Open(l.export[p.PkgPath])
	if err != nil {
		return nil, fmt.Errorf("no export data of %s", path)
	}
	defer f.Close()
	r, err := gcexportdata.NewReader(f)
	if err != nil {
		return nil, err
	}
	return gcexportdata.Read(r, l.set, l.known, p.PkgPath)
}

type importer func(path string) (*types.Package, error)

func (i importer) Import(path string) (*types.Package, error) { return i(path) }
