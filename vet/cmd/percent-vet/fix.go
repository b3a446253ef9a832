package main

import (
	"bytes"
	"cmp"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strconv"
)

// fix writes the fixes of findings into their files, and returns how many there were
// and the findings that are left. Of two fixes that touch the same text, the second
// is left.
func fix(found []finding) (fixed int, left []finding, err error) {
	byFile := map[string][]edit{}
	for _, f := range found {
		if len(f.edits) == 0 || overlaps(byFile, f.edits) {
			left = append(left, f)
			continue
		}
		for _, e := range f.edits {
			// Two fixes may need the same import.
			if !slices.Contains(byFile[e.file], e) {
				byFile[e.file] = append(byFile[e.file], e)
			}
		}
		fixed++
	}
	for file, edits := range byFile {
		if err := rewrite(file, edits); err != nil {
			return 0, nil, err
		}
	}
	return fixed, left, nil
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

// rewrite makes edits in a file, and takes away imports that are no longer used.
func rewrite(file string, edits []edit) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	slices.SortStableFunc(edits, func(x, y edit) int { return cmp.Compare(x.start, y.start) })
	var out []byte
	at := 0
	for _, e := range edits {
		if e.start < at || e.end > len(text) {
			return fmt.Errorf("%s has changed since it was read", file)
		}
		out = append(append(out, text[at:e.start]...), e.text...)
		at = e.end
	}
	out = append(out, text[at:]...)
	if out, err = withoutUnused(file, text, out); err != nil {
		return err
	}
	return replace(file, out)
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
