package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strconv"
)

// rounds is how often fixes are made: what one of them leaves may have a fix as well.
const rounds = 5

// A brokenFix says that packages no longer compile with their fixes. The files are as
// they were before.
type brokenFix struct{ text string }

func (e *brokenFix) Error() string { return "a fix does not compile: " + e.text }

// fixAll writes the fixes of findings into their files, as long as there are some, and
// returns how many there were and what is found then. Files are written only if
// packages that compiled do so afterwards.
func fixAll(o options, r *report) (fixed int, left *report, err error) {
	for range rounds {
		files, n, err := fix(r)
		if err != nil || n == 0 {
			return fixed, r, err
		}
		before, err := replaceAll(files)
		if err != nil {
			return fixed, r, err
		}
		next, err := analyze(o)
		if err == nil && len(next.broken) > len(r.broken) {
			err = &brokenFix{next.broken[len(next.broken)-1]}
		}
		if err != nil {
			if _, failed := replaceAll(before); failed != nil {
				return fixed, r, failed
			}
			return fixed, r, err
		}
		fixed, r = fixed+n, next
	}
	return fixed, r, nil
}

// fix returns the files with the fixes of findings, and how many fixes they are. Of two
// that touch the same text, the second is left out.
func fix(r *report) (files map[string][]byte, fixed int, err error) {
	edits := map[string][]edit{}
	for _, f := range r.found {
		if len(f.edits) == 0 || overlaps(edits, f.edits) {
			continue
		}
		for _, e := range f.edits {
			// Two fixes may need the same import.
			if !slices.Contains(edits[e.file], e) {
				edits[e.file] = append(edits[e.file], e)
			}
		}
		fixed++
	}
	files = map[string][]byte{}
	for file, edits := range edits {
		if files[file], err = rewrite(file, r.sources[file], edits); err != nil {
			return nil, 0, err
		}
	}
	return files, fixed, nil
}

// replaceAll writes files, all or none of them, and returns what they held.
func replaceAll(files map[string][]byte) (before map[string][]byte, err error) {
	before = map[string][]byte{}
	for name, text := range files {
		was, err := os.ReadFile(name)
		if err == nil {
			err = replace(name, text)
		}
		if err != nil {
			for name, text := range before {
				err = errors.Join(err, replace(name, text))
			}
			return nil, err
		}
		before[name] = was
	}
	return before, nil
}

// overlaps says whether an edit touches one that is there and is not the same.
func overlaps(byFile map[string][]edit, edits []edit) bool {
	for _, e := range edits {
		for _, f := range byFile[e.file] {
			if e != f && e.start < f.end && f.start < e.end {
				return true
			}
		}
	}
	return false
}

// rewrite returns a file with edits, and without imports that are no longer used. It
// refuses a file that is not as it was read.
func rewrite(file string, text []byte, edits []edit) ([]byte, error) {
	now, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	if !bytes.Equal(now, text) {
		return nil, fmt.Errorf("%s has changed since it was read", relative(file))
	}
	slices.SortStableFunc(edits, func(x, y edit) int { return cmp.Compare(x.start, y.start) })
	var out []byte
	at := 0
	for _, e := range edits {
		out = append(append(out, text[at:e.start]...), e.text...)
		at = e.end
	}
	return withoutUnused(file, text, append(out, text[at:]...))
}

// withoutUnused takes the imports out of a file that were used before it was fixed.
func withoutUnused(file string, before, after []byte) ([]byte, error) {
	old, err := parser.ParseFile(token.NewFileSet(), file, before, parser.ParseComments)
	if err != nil {
		return nil, err
	}
	set := token.NewFileSet()
	new, err := parser.ParseFile(set, file, after, parser.ParseComments)
	if err != nil {
		return nil, fmt.Errorf("the fixes do not fit together: %w", err)
	}
	was, is := used(old), used(new)
	for _, d := range slices.Backward(new.Decls) {
		d, ok := d.(*ast.GenDecl)
		if !ok || d.Tok != token.IMPORT {
			continue
		}
		for _, s := range slices.Backward(d.Specs) {
			s := s.(*ast.ImportSpec)
			name := importName(s)
			if !was[name] || is[name] {
				continue
			}
			start, end := set.Position(s.Pos()).Offset, set.Position(s.End()).Offset
			if len(d.Specs) == 1 {
				start, end = set.Position(d.Pos()).Offset, set.Position(d.End()).Offset
			}
			// The whole line, with a comment behind the import.
			start = bytes.LastIndexByte(after[:start], '\n') + 1
			if i := bytes.IndexByte(after[end:], '\n'); i >= 0 {
				end += i + 1
			}
			after = append(slices.Clone(after[:start]), after[end:]...)
		}
	}
	return after, nil
}

func importName(s *ast.ImportSpec) string {
	if s.Name != nil {
		return s.Name.Name
	}
	path, _ := strconv.Unquote(s.Path.Value)
	return filepath.Base(path)
}

// used returns the names in front of a dot.
func used(f *ast.File) map[string]bool {
	all := map[string]bool{}
	ast.Inspect(f, func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectorExpr); ok {
			if x, ok := s.X.(*ast.Ident); ok {
				all[x.Name] = true
			}
		}
		return true
	})
	return all
}

// replace writes a file in one step, with the permissions that it had.
func replace(file string, text []byte) error {
	info, err := os.Stat(file)
	if err != nil {
		return err
	}
	temp, err := os.CreateTemp(filepath.Dir(file), ".percent-vet-*")
	if err != nil {
		return err
	}
	defer os.Remove(temp.Name())
	if _, err := temp.Write(text); err != nil {
		_ = temp.Close()
		return err
	}
	if err := temp.Chmod(info.Mode()); err != nil {
		_ = temp.Close()
		return err
	}
	if err := temp.Close(); err != nil {
		return err
	}
	return os.Rename(temp.Name(), file)
}

// relative returns a name as one would type it.
func relative(file string) string {
	dir, err := os.Getwd()
	if err != nil {
		return file
	}
	if r, err := filepath.Rel(dir, file); err == nil && filepath.IsLocal(r) {
		return r
	}
	return file
}
