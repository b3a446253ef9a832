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

	"golang.org/x/tools/go/packages"
)

// A loader checks packages from their source, those that are only imported without the
// bodies of their functions. So nothing has to be compiled, which takes most of the time
// where nothing is in the cache.
type loader struct {
	set     *token.FileSet
	checked map[*packages.Package]*checked
	files   map[string][]byte // the source of roots, as it was read
}

// A checked package has its files and information only until it was looked at.
type checked struct {
	pkg   *types.Package
	info  *types.Info
	files []*ast.File
	errs  []string
	ill   bool // it or one that it imports does not compile
}

// load lists the packages of a command line.
func load(o options) (*loader, []*packages.Package, error) {
	roots, err := packages.Load(&packages.Config{
		Mode:  packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles | packages.NeedImports | packages.NeedDeps | packages.NeedModule | packages.NeedTypesSizes,
		Tests: o.tests, BuildFlags: o.buildFlags,
	}, o.patterns...)
	if err != nil {
		return nil, nil, err
	}
	roots = slices.DeleteFunc(roots, func(p *packages.Package) bool { return strings.HasSuffix(p.ID, ".test") }) // the main package of tests
	return &loader{set: token.NewFileSet(), checked: map[*packages.Package]*checked{}, files: map[string][]byte{}}, roots, nil
}

// check returns a package with its types; whole says that the bodies of its
// functions count.
func (l *loader) check(p *packages.Package, whole bool) *checked {
	if c := l.checked[p]; c != nil {
		return c
	}
	c := new(checked)
	l.checked[p] = c
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
	}
	of := l.check(p, false)
	c.ill = c.ill || of.ill
	return of.pkg, nil
}

type importer func(path string) (*types.Package, error)

func (i importer) Import(path string) (*types.Package, error) { return i(path) }
