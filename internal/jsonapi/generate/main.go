// Generate writes the files of the package for npm that come from the catalogue of
// dialects and the registry of operations.
package main

import (
	_ "embed"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/dialect"
)

func main() {
	if err := generate("../../npm"); err != nil {
		fmt.Fprintln(os.Stderr, "generate:", err)
		os.Exit(1)
	}
}

// generate writes the files into the folder of the package.
func generate(dir string) error {
	made, err := files(dir)
	if err != nil {
		return err
	}
	for name, text := range made {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// files returns the texts of the files that are generated, by name.
func files(dir string) (map[string]string, error) {
	types, err := os.ReadFile(filepath.Join(dir, "index.d.ts"))
	if err != nil {
		return nil, err
	}
	program, names := lite()
	return map[string]string{"lite.js": program, "lite.d.ts": liteDeclared(names), "index.d.ts": withOptions(string(types))}, nil
}

// liteTemplate is the lite entry point, without dialects, and liteTypes are its types.
var (
	//go:embed lite.js
	liteTemplate string
	//go:embed lite.d.ts
	liteTypes string
)

// lite returns the lite entry point: its program without comments and indentation, which
// would be a fifth of it, and with the dialects, whose names it also returns.
func lite() (program string, names []string) {
	rows := map[int64][]string{}
	var order []int64
	for d := range dialect.All() {
		row, ok := keptSet(d)
		if !ok {
			continue
		}
		if rows[row] == nil {
			order = append(order, row)
		}
		rows[row] = append(append(rows[row], d.ID), d.Aliases...)
		names = append(append(names, d.ID), d.Aliases...)
	}
	var table []string
	for _, row := range order {
		table = append(table, strconv.FormatInt(row, 36)+" "+strings.Join(rows[row], " "))
	}
	var b strings.Builder
	for i, line := range strings.SplitAfter(liteTemplate, "\n") {
		line = strings.TrimLeft(line, " ")
		switch {
		case line == "const rows = ``;\n":
			b.WriteString("const rows = `" + strings.Join(table, "\n") + "`;\n")
		case i == 0, line != "\n" && !strings.HasPrefix(line, "//"):
			b.WriteString(line)
		}
	}
	return b.String(), names
}

// liteDeclared returns the types of the lite entry point with the names of dialects.
func liteDeclared(names []string) string {
	for i, name := range names {
		names[i] = quoted(name)
	}
	return strings.Replace(liteTypes, "LiteDialect = string;", "LiteDialect = "+strings.Join(names, " | ")+";", 1)
}

// quoted returns a name as a string of JavaScript.
func quoted(name string) string { return `"` + name + `"` }

// superseded are names of sets that the URL Standard had in earlier years.
var superseded = regexp.MustCompile(`\.20[0-9][0-9]$`)

// keptSet returns the row of a dialect as lite.js describes it. It reports false for a
// dialect that is more than a set of characters, or that no standard has today.
func keptSet(d *dialect.Dialect) (int64, bool) {
	e := d.Encoding()
	if e == nil || !d.Specified() || superseded.MatchString(d.ID) {
		return 0, false
	}
	form, plus := e.Space() == percent.SpacePlus, e.Plus() == percent.PlusIsSpace
	kept := e.Kept()
	if form {
		kept = kept.Remove(" ")
	}
	row, bit := int64(0), int64(1)
	add := func(is bool) {
		if is {
			row |= bit
		}
		bit <<= 1
	}
	set := letters
	for c := byte(' '); c < 0x7F; c++ {
		if letters.Contains(c) {
			continue
		}
		add(kept.Contains(c))
		if kept.Contains(c) {
			set = set.Add(string(rune(c)))
		}
	}
	add(e.Malformed() == percent.MalformedKept)
	add(plus)
	add(form)
	described := percent.New(set).WithMalformed(e.Malformed()).WithSpace(e.Space()).WithPlus(e.Plus())
	return row, e.WithKept(kept).Equal(described) && (plus || !form)
}

// letters are the characters that every set has.
var letters = percent.Unreserved.Remove("-._~")
