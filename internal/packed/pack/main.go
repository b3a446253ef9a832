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
	prose := flag.Bool("prose", false, "leave out comments of Markdown, what follows a heading \"Rules\" (a list to look things up in), and links to tables")
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
	// table finds links to tables of docs/data, which are not packed, and anchor the places in
	// documents that links lead to: what prints a document names the documents that it links to.
	table  = regexp.MustCompile(`\[([^\[\]]+)\]\((?:\.\./)*data/[^()]*\)`)
	anchor = regexp.MustCompile(`(\]\([^():]*\.md)#[^()]*\)`)
)

// proseOf returns the prose of a document without what only a site needs.
func proseOf(text string) string {
	text, _, _ = strings.Cut(comment.ReplaceAllString(text, ""), "\n## Rules\n")
	return anchor.ReplaceAllString(table.ReplaceAllString(text, "$1"), "$1)")
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
