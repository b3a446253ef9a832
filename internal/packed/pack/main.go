// Pack packs files, and those of folders, by their paths. A file may be a pattern.
//
//	go run ./internal/packed/pack [-below FOLDER] [-without NAME,…] OUT FILE…
//
// With -below the name of a file is its path from that folder without its ending. Those that
// -without names are left out.
package main

import (
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/pct-encoded/percent/internal/packed"
)

func main() {
	below := flag.String("below", "", "name files by their path from this `FOLDER`, without ending")
	prose := flag.Bool("prose", false, "leave out comments of Markdown, what follows a heading \"Rules\" and tables of rules (to look things up in), and links that only a site can follow")
	without := flag.String("without", "", "leave these out")
	flag.Parse()
	nameOf := filepath.ToSlash
	if *below != "" {
		nameOf = func(path string) string {
			name := strings.TrimPrefix(filepath.ToSlash(path), filepath.ToSlash(*below)+"/")
			return strings.TrimSuffix(name, filepath.Ext(name))
		}
	}
	if err := pack(flag.Arg(0), flag.Args()[1:], nameOf, strings.Split(*without, ","), *prose); err != nil {
		fmt.Fprintln(os.Stderr, "pack:", err)
		os.Exit(1)
	}
}

var (
	comment = regexp.MustCompile(`(?s)<!--.*?-->\n*`)
	// rules finds a table of rules, as `percent lint --list` prints it.
	rules = regexp.MustCompile(`(?m)^\| rule \| what is found \|\n(?:\|.*\n)+\n`)
	// versions finds the line that links to a document in other languages.
	versions = regexp.MustCompile(`(?m)^\[[^\]]*\]\(README\.md\) · .*\n+`)
	// rulers finds the lines below the headings of tables, which nobody prints.
	rulers = regexp.MustCompile(`(?m)^\|(?:---\|)+\n`)
	// notes finds the comments of a file of keywords.
	notes = regexp.MustCompile(`\A(?:# .*\n)+guides/`)
	link  = regexp.MustCompile(`\[([^\[\]]+)\]\(([^()]*(?:\([^()]*\))?[^()]*)\)`)
)

// proseOf returns the prose of a document. Of its links, those stay that lead to other guides,
// without the place in them. What other links lead to is named by their text; the web site has
// the addresses.
func proseOf(text string) string {
	text = versions.ReplaceAllString(comment.ReplaceAllString(text, ""), "")
	text = rulers.ReplaceAllString(notes.ReplaceAllString(text, "guides/"), "")
	text, _, _ = strings.Cut(rules.ReplaceAllString(text, ""), "\n## Rules\n")
	parts := strings.Split(text, "```")
	for i := 0; i < len(parts); i += 2 { // what is between is code
		parts[i] = link.ReplaceAllStringFunc(parts[i], func(l string) string {
			m := link.FindStringSubmatch(l)
			file, _, _ := strings.Cut(m[2], "#")
			if strings.HasSuffix(file, ".md") && !strings.Contains(file, "data/") && !strings.HasPrefix(file, "http") {
				return "[" + m[1] + "](" + file + ")"
			}
			return m[1]
		})
	}
	return strings.Join(parts, "```")
}

func pack(out string, patterns []string, nameOf func(path string) string, without []string, prose bool) error {
	var list []packed.Text
	for _, pattern := range patterns {
		roots, err := filepath.Glob(pattern)
		if err != nil {
			return err
		}
		if roots == nil {
			return fmt.Errorf("no file %s", pattern)
		}
		for _, root := range roots {
			err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
				if err != nil || d.IsDir() || slices.Contains(without, nameOf(path)) {
					return err
				}
				text, err := os.ReadFile(path)
				t := packed.Text{Name: nameOf(path), Text: string(text)}
				if prose {
					t.Text = proseOf(t.Text)
				}
				list = append(list, t)
				return err
			})
			if err != nil {
				return err
			}
		}
	}
	return packed.Write(out, list)
}
