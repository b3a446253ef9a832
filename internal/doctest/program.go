package doctest

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"slices"
	"strings"
)

// standard are the packages of the standard library that a Go block may use
// without importing them.
var standard = []string{"bytes", "context", "errors", "fmt", "io", "net/http", "net/url", "os", "strings", "time"}

// module are the packages of this module that it may use.
var module = []string{
	".", "bulk", "charset", "conform", "dialect", "dialect/sets", "form", "form/nested", "header", "inspect/compare", "inspect/explain", "inspect/identify", "inspect/layers", "inspect/lint", "iri", "lang/ecma", "lang/xpath",
	"scheme/coap", "scheme/cpe", "scheme/dataurl", "scheme/did", "scheme/dsn", "scheme/mid", "sign/oauth1", "sign/oauth1/oauth1http", "sign/sigv4", "sign/sigv4/sigv4http",
	"reader/guard", "transformer", "uri", "uri/urihttp", "uritemplate", "weburl", "web/csp", "web/fragment", "web/path", "web/robots",
}

// known maps the names of both to their import paths.
var known = func() map[string]string {
	const root = "github.com/pct-encoded/percent"
	m := map[string]string{}
	for _, name := range standard {
		m[path.Base(name)] = name
	}
	for _, name := range module {
		m[path.Base(path.Join(root, name))] = path.Join(root, name)
	}
	return m
}()

// Program returns a Go program that runs the blocks and fails with file and
// line where an expression does not give the result beside it. The second
// result is the number of results that it compares.
func Program(blocks []Block) (source string, results int, err error) {
	var body strings.Builder
	used := map[string]bool{"fmt": true, "os": true, "strings": true}
	for i, b := range blocks {
		fmt.Fprintf(&body, "func block%d() {\n", i)
		n, err := statements(&body, b)
		if err != nil {
			return "", 0, err
		}
		body.WriteString("}\n\n")
		results += n
	}
	tree, err := parser.ParseFile(token.NewFileSet(), "", "package main\n"+body.String(), 0)
	if err != nil {
		return "", 0, err
	}
	ast.Inspect(tree, func(n ast.Node) bool {
		if sel, ok := n.(*ast.SelectorExpr); ok {
			if id, ok := sel.X.(*ast.Ident); ok && known[id.Name] != "" {
				used[id.Name] = true
			}
		}
		return true
	})
	var head strings.Builder
	head.WriteString("package main\n\nimport (\n")
	names := make([]string, 0, len(used))
	for name := range used {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		fmt.Fprintf(&head, "\t%q\n", known[name])
	}
	head.WriteString(")\n")
	head.WriteString(prelude)
	head.WriteString("func main() {\n")
	for i := range blocks {
		fmt.Fprintf(&head, "\tblock%d()\n", i)
	}
	head.WriteString("\tif failed {\n\t\tos.Exit(1)\n\t}\n}\n")
	return head.String() + body.String(), results, nil
}

const prelude = `
var failed bool

func show(values ...any) string {
	var parts []string
	for _, v := range values {
		switch v := v.(type) {
		case string:
			parts = append(parts, fmt.Sprintf("%q", v))
		case []byte:
			parts = append(parts, fmt.Sprintf("%q", v))
		default:
			parts = append(parts, fmt.Sprint(v))
		}
	}
	return strings.ReplaceAll(strings.Join(parts, ", "), "<nil>", "nil")
}

func mustGive(where, got, want string) {
	if got != want {
		fmt.Fprintf(os.Stderr, "%s: gives %s, the document says %s\n", where, got, want)
		failed = true
	}
}

`

// statements writes the statements that run one block.
func statements(w *strings.Builder, b Block) (results int, err error) {
	if strings.HasPrefix(strings.TrimSpace(strings.Join(b.Body, "\n")), "package ") {
		return 0, fmt.Errorf("%s: a whole program; write statements and results", b.Where())
	}
	for i, line := range b.Body {
		n := b.Line + 1 + i
		code, want, ok := strings.Cut(line, " // ")
		code = strings.TrimSpace(code)
		if !ok || code == "" {
			fmt.Fprintf(w, "//line %s:%d\n%s\n", b.File, n, line)
			continue
		}
		results++
		if expr, err := parser.ParseExpr(code); err == nil {
			if _, call := expr.(*ast.CallExpr); !call {
				return 0, fmt.Errorf("%s:%d: a result beside what is not a call", b.File, n)
			}
			fmt.Fprintf(w, "//line %s:%d\nmustGive(%q, show(%s), %q)\n", b.File, n, fmt.Sprintf("%s:%d", b.File, n), code, strings.TrimSpace(want))
			continue
		}
		names, _, assigned := strings.Cut(strings.Replace(code, ":=", "=", 1), "=")
		names = strings.TrimSpace(names)
		for name := range strings.SplitSeq(names, ",") {
			assigned = assigned && token.IsIdentifier(strings.TrimSpace(name))
		}
		if !assigned {
			return 0, fmt.Errorf("%s:%d: a result beside what is neither a call nor an assignment", b.File, n)
		}
		fmt.Fprintf(w, "//line %s:%d\n%s\nmustGive(%q, show(%s), %q)\n", b.File, n, code, fmt.Sprintf("%s:%d", b.File, n), names, strings.TrimSpace(want))
	}
	if results == 0 {
		return 0, fmt.Errorf("%s: no result to compare in the block", b.Where())
	}
	return results, nil
}
