package doctest

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"net/http"
	"net/url"
	"os/exec"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// netURL is the guide for those who come from net/url. Its tables are the source of
// the list in the comment of package percent, which stands in packageComment.
const (
	netURL         = "docs/data/net-url.md"
	packageComment = "percent.go"
)

// A netURLRow is a row of the guide: names of net/url, what to call instead, and the
// Go of the section that the row is in.
type netURLRow struct {
	theirs, ours []string
	code         string
}

var (
	netURLCells = regexp.MustCompile("(?m)^\\| (`.+?) \\| (.+?) \\| .*\\|$")
	quotedCode  = regexp.MustCompile("`([^`]+)`")
	arguments   = regexp.MustCompile(`\([^)]*\)`)
)

func netURLRows(t *testing.T) []netURLRow {
	t.Helper()
	var rows []netURLRow
	for _, section := range strings.Split(read(t, netURL), "\n## ")[1:] {
		blocks, err := Parse(netURL, section)
		if err != nil {
			t.Fatal(err)
		}
		var code strings.Builder
		for _, b := range blocks {
			if b.Lang == "go" {
				code.WriteString(strings.Join(b.Body, "\n") + "\n")
			}
		}
		for _, m := range netURLCells.FindAllStringSubmatch(section, -1) {
			rows = append(rows, netURLRow{codeIn(m[1]), codeIn(m[2]), code.String()})
		}
	}
	return rows
}

func codeIn(cell string) (names []string) {
	for _, m := range quotedCode.FindAllStringSubmatch(cell, -1) {
		names = append(names, m[1])
	}
	return names
}

// TestNetURL: the guide has each exported function, method and type of net/url in one
// row, and an example, which TestGoBlocks runs, for each name on both sides.
func TestNetURL(t *testing.T) {
	var listed []string
	for _, row := range netURLRows(t) {
		listed = append(listed, row.theirs...)
		for _, name := range slices.Concat(row.theirs, row.ours) {
			name = arguments.ReplaceAllString(name, "")
			last := name[strings.LastIndexByte(name, '.')+1:]
			// Nobody writes the type of what uri.Parse returns.
			if name != "uri.URI" && !regexp.MustCompile(`\b`+last+`\b`).MatchString(row.code) {
				t.Errorf("%s has no example of %s", netURL, name)
			}
		}
	}
	slices.Sort(listed)
	if version := goVersion(t); !strings.HasPrefix(runtime.Version(), "go"+version) {
		t.Skipf("the guide is about net/url of Go %s, and this is %s", version, runtime.Version())
	}
	want := exportedOf(t, "net/url")
	for _, name := range want {
		if !slices.Contains(listed, name) {
			t.Errorf("%s lacks %s", netURL, name)
		}
	}
	for i, name := range listed {
		if !slices.Contains(want, name) || i > 0 && listed[i-1] == name {
			t.Errorf("%s has %s, which net/url lacks, or has it twice", netURL, name)
		}
	}
}

// goVersion returns the version in go.mod, without the patch: "1.26".
func goVersion(t *testing.T) string {
	t.Helper()
	m := regexp.MustCompile(`(?m)^go (\d+\.\d+)`).FindStringSubmatch(read(t, "go.mod"))
	if m == nil {
		t.Fatal("go.mod has no version of Go")
	}
	return m[1]
}

// exportedOf returns the exported functions, types and methods of a package of the
// standard library: "Parse", "URL", "URL.String".
func exportedOf(t *testing.T, path string) (names []string) {
	t.Helper()
	out, err := exec.Command("go", "list", "-f", `{{range .GoFiles}}{{$.Dir}}/{{.}}{{"\n"}}{{end}}`, path).Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	for name := range strings.Lines(string(out)) {
		f, err := parser.ParseFile(token.NewFileSet(), strings.TrimSpace(name), nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.FileExports(f)
		for _, decl := range f.Decls {
			switch d := decl.(type) {
			case *ast.FuncDecl:
				receiver := ""
				if d.Recv != nil {
					typ := d.Recv.List[0].Type
					if star, ok := typ.(*ast.StarExpr); ok {
						typ = star.X
					}
					receiver = typ.(*ast.Ident).Name + "."
				}
				names = append(names, receiver+d.Name.Name)
			case *ast.GenDecl:
				for _, spec := range d.Specs {
					if s, ok := spec.(*ast.TypeSpec); ok {
						names = append(names, s.Name.Name)
					}
				}
			}
		}
	}
	if len(names) < 40 {
		t.Fatalf("%s exports only %q", path, names)
	}
	return names
}

// TestPackageComment: the comment of package percent has the rows of the guide. With
// -update it gets them.
func TestPackageComment(t *testing.T) {
	var list strings.Builder
	for _, row := range netURLRows(t) {
		ours := strings.Join(row.ours, ", ")
		if ours == "" {
			ours = "-"
		}
		for _, name := range row.theirs {
			fmt.Fprintf(&list, "//\t%-23s %s\n", name, ours)
		}
	}
	const begin, end = "// # Coming from net/url\n", "package percent\n"
	text := read(t, packageComment)
	before, section, ok := strings.Cut(text, begin)
	head, old, ok2 := strings.Cut(section, "//\n//\t")
	old, after, ok3 := strings.Cut(old, end)
	if !ok || !ok2 || !ok3 {
		t.Fatalf("%s has no list from net/url at its end", packageComment)
	}
	if "//\t"+old == list.String() {
		return
	}
	if *update {
		write(t, packageComment, before+begin+head+"//\n"+list.String()+end+after)
		return
	}
	t.Errorf("the comment of package percent does not have the rows of %s; run go generate ./internal/doctest\n%s", netURL, list.String())
}

var urlError = regexp.MustCompile("(?m)^\\| `([^`]+)` \\| `([^`]+)` \\| .*\\|$")

// TestURLErrors: net/url and net/http answer what the guide on Go says.
func TestURLErrors(t *testing.T) {
	_, text, _ := strings.Cut(read(t, "docs/languages/go.md"), "\n## url.Parse")
	text, _, _ = strings.Cut(text, "\n## ")
	rows := urlError.FindAllStringSubmatch(text, -1)
	if len(rows) < 12 {
		t.Errorf("%d rows", len(rows))
	}
	for _, row := range rows {
		message, example := row[1], strings.ReplaceAll(row[2], `\n`, "\n")
		call := func(s string) error { _, err := url.Parse(s); return err }
		switch {
		case strings.HasPrefix(message, "unsupported"):
			call = func(s string) error { _, err := new(http.Client).Get(s); return err }
		case strings.HasSuffix(message, "for request"):
			call = func(s string) error { _, err := url.ParseRequestURI(s); return err }
		}
		if err := call(example); err == nil || !strings.HasSuffix(err.Error(), ": "+message) {
			t.Errorf("%q: %v, want %s", example, err, message)
		}
	}
}
