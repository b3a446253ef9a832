// Package grammar reads sets of octets in the notation of the specifications, for
// tests that compare exported sets with the text that defines them.
package grammar

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strconv"
	"strings"
)

// A Rule is the set of octets of a grammar rule. It is not a percent.ByteSet, which
// is under test.
type Rule map[byte]bool

// Read reads rules, one a line, in ABNF (RFC 5234) reduced to alternatives of
// literals, ranges and earlier rules, and "-" for "without". A line that begins
// with ';' is a comment. Read panics if the text is malformed.
func Read(text string) map[string]Rule {
	rules := map[string]Rule{}
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == ';' {
			continue
		}
		name, definition, _ := strings.Cut(line, " = ")
		set := Rule{}
		without := false
		for _, item := range strings.Fields(definition) {
			switch {
			case item == "/" && !without:
				continue
			case item == "-":
				without = true
				continue
			}
			members := Rule{}
			switch {
			case item[0] == '"' && len(item) == 3 && item[2] == '"':
				members[item[1]] = true
			case strings.HasPrefix(item, "%x"):
				from, to, ranged := strings.Cut(item[2:], "-")
				if !ranged {
					to = from
				}
				lo, err1 := strconv.ParseUint(from, 16, 8)
				hi, err2 := strconv.ParseUint(to, 16, 8)
				if err1 != nil || err2 != nil {
					panic("grammar: " + item)
				}
				for b := lo; b <= hi; b++ {
					members[byte(b)] = true
				}
			default:
				if rules[item] == nil {
					panic("grammar: no rule " + item)
				}
				members = rules[item]
			}
			for b := range members {
				if without {
					delete(set, b)
				} else {
					set[b] = true
				}
			}
		}
		rules[strings.TrimSpace(name)] = set
	}
	return rules
}

// Exported returns the names of the variables that the package in a folder
// exports.
func Exported(dir string) ([]string, error) {
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		return nil, err
	}
	var names []string
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			return nil, err
		}
		for _, d := range file.Decls {
			g, ok := d.(*ast.GenDecl)
			if !ok || g.Tok != token.VAR {
				continue
			}
			for _, s := range g.Specs {
				for _, id := range s.(*ast.ValueSpec).Names {
					if id.IsExported() {
						names = append(names, id.Name)
					}
				}
			}
		}
	}
	return names, nil
}
