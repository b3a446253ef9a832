package main

import (
	"encoding/json"
	"html/template"
	"regexp"
	"slices"
	"strings"

	"github.com/pct-encoded/percent/dialect"
)

// An index is what the search looks through: search.json.
type index struct {
	// Sections are those of guides: path with anchor, title, and the words in it,
	// each once.
	Sections [][3]string `json:"sections"`
	// Dialects have a path, ID, and the text about them.
	Dialects [][3]string `json:"dialects"`
	// Functions have a path, ID, and call with language.
	Functions [][3]string `json:"functions"`
}

// token matches a word for the search. Signs that people search for are words, too.
var token = regexp.MustCompile(`%[0-9a-f]{2}|%u|[\p{L}\p{N}_]+|[+&~*]`)

// wordsOf returns the words of a text, each once, in alphabetical order.
func wordsOf(text string) string {
	words := token.FindAllString(strings.ToLower(text), -1)
	slices.Sort(words)
	return strings.Join(slices.Compact(words), " ")
}

// searchPage makes the page of results, and the index.
func (s *site) searchPage() error {
	var x index
	for _, p := range s.pages {
		for _, part := range p.sections {
			path, title := p.Path, p.sections[0].heading
			if part.anchor != "" {
				path, title = path+"#"+part.anchor, title+": "+part.heading
			}
			x.Sections = append(x.Sections, [3]string{path, title, wordsOf(part.text)})
		}
	}
	for d := range dialect.All() {
		x.Dialects = append(x.Dialects, [3]string{dialectPath(d.ID), d.ID, strings.Join(append([]string{d.Title, d.UseFor}, d.Aliases...), " ")})
	}
	for m := range dialect.Implementations() {
		x.Functions = append(x.Functions, [3]string{functionPath(m.ID), m.ID, m.Call + " " + m.Language})
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
		Body: template.HTML(`<p id="said" role="status">Type into the field above. Without JavaScript, look through the lists of <a href="../guides/">guides</a>, <a href="../dialects/">dialects</a> and <a href="../functions/">functions</a>.</p>
<ol id="found" class="found"></ol>
`),
	})
	return nil
}
