package main

import (
	"encoding/json"
	"fmt"
	"html/template"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/pct-encoded/percent/dialect"
	"github.com/pct-encoded/percent/internal/answers"
	"github.com/pct-encoded/percent/internal/find"
)

// An index is what the search looks through: search.json.
type index struct {
	// Pages are guides and pages of languages: path, title, keywords separated by
	// semicolons, and a line about the page.
	Pages [][4]string `json:"pages"`
	// Sections are the parts of these pages: the page's place in Pages, the anchor, the
	// heading, the other headings in it, and the words in it, each once.
	Sections [][5]any `json:"sections"`
	// Dialects have a path, ID, and the text about them.
	Dialects [][3]string `json:"dialects"`
	// Functions have a path, ID, and call with language.
	Functions [][3]string `json:"functions"`
	// Empty are words that say nothing; Synonyms have a word and those that stand for it.
	Empty    []string   `json:"empty"`
	Synonyms [][]string `json:"synonyms"`
	// Used are the IDs that people are most likely to look for, the likeliest first.
	Used []string `json:"used"`
}

// wordsOf returns the words of a text, each once, in alphabetical order. search.js takes
// the same for words.
func wordsOf(text string) string {
	return strings.Join(slices.Compact(slices.Sorted(answers.Words(text))), " ")
}

// keywordsText has a line for each page whose subject has other names: its path, a tab,
// and the keywords.
const keywordsText = "docs/keywords.tsv"

// keywords returns the keywords of pages by their path.
func (s *site) keywords() (map[string]string, error) {
	text, err := os.ReadFile(filepath.Join(s.root, filepath.FromSlash(keywordsText)))
	if err != nil {
		return nil, err
	}
	list := map[string]string{}
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		path, words, ok := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		if !ok || words == "" || s.page(path) == nil || list[path] != "" {
			return nil, fmt.Errorf("%s: %q: want the path of a page that has no line yet, a tab, and keywords", keywordsText, line)
		}
		list[path] = words
	}
	return list, nil
}

// searchPage makes the page of results, and the index.
func (s *site) searchPage() error {
	keywords, err := s.keywords()
	if err != nil {
		return err
	}
	x := index{Empty: answers.Empty}
	for _, s := range answers.Synonyms {
		x.Synonyms = append(x.Synonyms, append([]string{s.Word}, s.For...))
	}
	for _, p := range s.pages {
		if len(p.sections) == 0 && firstOf(p.Path) != "languages" || strings.HasPrefix(p.Path, data) {
			continue
		}
		i := len(x.Pages)
		title := strings.TrimSuffix(p.Title, " · percent")
		x.Pages = append(x.Pages, [4]string{p.Path, title, keywords[p.Path], shortened(p.Description, 120)})
		for _, part := range p.sections {
			x.Sections = append(x.Sections, [5]any{i, part.anchor, part.heading, part.headings, wordsOf(part.text)})
		}
		if len(p.sections) == 0 {
			x.Sections = append(x.Sections, [5]any{i, "", title, "", wordsOf(p.Description)})
		}
	}
	ranks := map[int]string{}
	add := func(list *[][3]string, path, id, text string) {
		*list = append(*list, [3]string{path, id, text})
		if rank, ok := find.Rank(id); ok {
			ranks[rank] = id
		}
	}
	for d := range dialect.All() {
		add(&x.Dialects, dialectPath(d.ID), d.ID, strings.Join(append([]string{d.Title, d.UseFor}, d.Aliases...), " "))
	}
	for m := range dialect.Implementations() {
		add(&x.Functions, functionPath(m.ID), m.ID, m.Call+" "+m.Language)
	}
	for rank := range len(ranks) {
		x.Used = append(x.Used, ranks[rank])
	}
	text, err := json.Marshal(x)
	if err != nil {
		return err
	}
	s.files["search.json"] = text
	if s.files["search.js"], err = assets.ReadFile("assets/search.js"); err != nil {
		return err
	}
	s.pages = append(s.pages, &webPage{
		Path: "search/", Lang: "en", Title: "Search · percent", Heading: "Search", Script: "search.js",
		Body: template.HTML(`<p id="said" role="status">Type into the field above. Without JavaScript, look through the lists of <a href="../guides/">guides</a>, <a href="../languages/">languages</a>, <a href="../dialects/">dialects</a> and <a href="../functions/">functions</a>.</p>
<ol id="found" class="found"></ol>
`),
	})
	return nil
}
