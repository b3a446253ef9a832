// Command go writes the strings and comments of Go, by go/parser. It reads names of files
// from standard input: for each, a line of JSON.
package main

import (
	"bufio"
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"strconv"
)

func main() {
	names := bufio.NewScanner(os.Stdin)
	out := json.NewEncoder(os.Stdout)
	for names.Scan() {
		answer := map[string]any{"file": names.Text()}
		if values, err := values(names.Text()); err != nil {
			answer["error"] = "syntax"
		} else {
			answer["values"] = values
		}
		if err := out.Encode(answer); err != nil {
			os.Exit(1)
		}
	}
}

func values(name string) (list []string, err error) {
	f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments)
	if err != nil {
		return nil, err
	}
	for _, group := range f.Comments {
		for _, c := range group.List {
			list = append(list, c.Text)
		}
	}
	joined := map[ast.Node]bool{}
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BinaryExpr:
			if n.Op != token.ADD || joined[n] {
				break
			}
			run, open := "", false
			for _, o := range operands(n, joined) {
				if text, ok := literal(o); ok {
					joined[o] = true
					run, open = run+text, true
				} else if open {
					list = append(list, run)
					run, open = "", false
				}
			}
			if open {
				list = append(list, run)
			}
		case *ast.BasicLit:
			if text, ok := literal(n); ok && !joined[n] {
				list = append(list, text)
			}
		}
		return true
	})
	return list, nil
}

// operands returns what a chain of '+' joins.
func operands(n ast.Expr, joined map[ast.Node]bool) []ast.Expr {
	if b, ok := n.(*ast.BinaryExpr); ok && b.Op == token.ADD {
		joined[b] = true
		return append(operands(b.X, joined), operands(b.Y, joined)...)
	}
	return []ast.Expr{n}
}

func literal(n ast.Expr) (string, bool) {
	l, ok := n.(*ast.BasicLit)
	if !ok || l.Kind != token.STRING {
		return "", false
	}
	text, err := strconv.Unquote(l.Value)
	return text, err == nil
}
