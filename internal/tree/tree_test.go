package tree

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
)

const (
	root   = "../.."
	module = "github.com/pct-encoded/percent"
)

// file is a Go source file of this module or of one nested in it.
type file struct {
	name   string // with slashes, from the root: "dialect/lookup.go"
	nested bool   // in a module of its own
	ast    *ast.File
	set    *token.FileSet
}

func (f file) dir() string { return path.Dir(f.name) }

// isTest reports whether the file is compiled only into tests.
func (f file) isTest() bool { return strings.HasSuffix(f.name, "_test.go") }

// ignored are the files and folders that git ignores, by their names with
// slashes from the root; none where there is no git to ask.
var ignored = sync.OnceValue(func() map[string]bool {
	names := map[string]bool{".git": true}
	git := exec.Command("git", "ls-files", "--others", "--ignored", "--exclude-standard", "--directory", "-z")
	git.Dir = root
	if out, err := git.Output(); err == nil {
		for name := range strings.SplitSeq(string(out), "\x00") {
			names[strings.TrimSuffix(name, "/")] = true
		}
	}
	return names
})

// walk calls visit with every folder and file of the tree that belongs to the
// project, by its name with slashes from the root.
func walk(t *testing.T, visit func(name string, d fs.DirEntry)) {
	t.Helper()
	err := filepath.WalkDir(root, func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(root, p)
		if err != nil {
			return err
		}
		name := filepath.ToSlash(rel)
		switch {
		case ignored()[name] && d.IsDir():
			return filepath.SkipDir
		case !ignored()[name] && name != ".":
			visit(name, d)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// sources parses every Go file, whatever its build tags say. What the go
// command ignores (testdata) is left out.
func sources(t *testing.T) []file {
	t.Helper()
	var files []file
	nested := map[string]bool{}
	walk(t, func(name string, d fs.DirEntry) {
		if path.Base(name) == "go.mod" && name != "go.mod" {
			nested[path.Dir(name)] = true
		}
		if d.IsDir() || path.Ext(name) != ".go" || slices.Contains(strings.Split(name, "/"), "testdata") {
			return
		}
		f := file{name: name, set: token.NewFileSet()}
		tree, err := parser.ParseFile(f.set, filepath.Join(root, filepath.FromSlash(name)), nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		f.ast = tree
		files = append(files, f)
	})
	for i := range files {
		for dir := files[i].dir(); dir != "."; dir = path.Dir(dir) {
			files[i].nested = files[i].nested || nested[dir]
		}
	}
	if len(files) < 20 {
		t.Fatalf("found only %d Go files", len(files))
	}
	return files
}

// TestNoMachinePaths looks in every file for absolute paths of the machine of
// whoever wrote it.
func TestNoMachinePaths(t *testing.T) {
	homes := []string{"/" + "home/", "/" + "root/", "/" + "work/", "/" + "Users/", "/" + "tmp/bash", `C:\` + "Users"}
	files := 0
	walk(t, func(name string, d fs.DirEntry) {
		if d.IsDir() || !d.Type().IsRegular() {
			return
		}
		info, err := d.Info()
		if err != nil || info.Size() > 4<<20 {
			return
		}
		data, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(name)))
		if err != nil {
			t.Error(err)
			return
		}
		files++
		if strings.IndexByte(string(data[:min(len(data), 8000)]), 0) >= 0 {
			return
		}
		for i, line := range strings.Split(string(data), "\n") {
			if machinePath(line, homes) {
				t.Errorf("%s:%d: absolute path of a machine: %.100s", name, i+1, line)
			}
		}
	})
	if files < 20 {
		t.Errorf("looked at only %d files", files)
	}
	for line, want := range map[string]bool{
		"x " + homes[0] + "somebody/y":         true,
		`"` + homes[2] + `main"`:               true,
		homes[1] + ".cache":                    true,
		"http://example.com" + homes[0]:        false,
		"http://example.com/~smith/home.html":  false,
		"%2F" + strings.Trim(homes[0], "/"):    false,
		"path=" + homes[3] + "someone/percent": true,
	} {
		if machinePath(line, homes) != want {
			t.Errorf("machinePath(%q) is %v", line, !want)
		}
	}
}

// machinePath reports whether one of homes stands in line at the start of a
// path, and not inside a URL or a longer path.
func machinePath(line string, homes []string) bool {
	for _, home := range homes {
		for rest := line; ; {
			i := strings.Index(rest, home)
			if i < 0 {
				break
			}
			after := rest[i+len(home):]
			if (i == 0 || strings.IndexByte(" \t\"'`=([<,:", rest[i-1]) >= 0) && after != "" && isName(after[0]) {
				return true
			}
			rest = after
		}
	}
	return false
}

func isName(c byte) bool {
	return c == '.' || c == '_' || '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z'
}

// TestDependabot: every module is in the list of those that are kept up to date, and
// nothing else is. One that requires nothing has nothing to keep.
func TestDependabot(t *testing.T) {
	config, err := os.ReadFile(filepath.Join(root, ".github", "dependabot.yml"))
	if err != nil {
		t.Fatal(err)
	}
	_, list, _ := strings.Cut(string(config), "package-ecosystem: gomod\n    directories: [")
	list, _, found := strings.Cut(list, "]")
	if !found {
		t.Fatal("no list of folders for gomod")
	}
	listed := map[string]bool{}
	for dir := range strings.SplitSeq(list, ", ") {
		listed[strings.Trim(dir, `"`)] = true
	}
	walk(t, func(name string, d fs.DirEntry) {
		if path.Base(name) != "go.mod" || slices.Contains(strings.Split(name, "/"), "testdata") {
			return
		}
		text, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(name)))
		if err != nil {
			t.Fatal(err)
		}
		dir := path.Join("/", path.Dir(name))
		if wanted := strings.Contains(string(text), "require"); wanted != listed[dir] {
			t.Errorf("%s is in .github/dependabot.yml: %t, want %t", dir, listed[dir], wanted)
		}
		delete(listed, dir)
	})
	for dir := range listed {
		t.Errorf("%s is in .github/dependabot.yml, and is no module", dir)
	}
}
