// Package guides holds the guides of docs, compressed, for a program that has no files beside
// it, and finds the one that answers a question. It takes 80 KB.
package guides

import (
	"cmp"
	_ "embed" // for the packed guides
	"iter"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/pct-encoded/percent/internal/lazy"
	"github.com/pct-encoded/percent/internal/packed"
)

// Site is where the guides are as pages, with the catalogue and a search.
const Site = "https://pct-encoded.github.io/percent/"

// Left out are documents that say nothing to a user who has only the command: the page,
// the front pages of languages, and the tables of docs/data.
//
//go:generate go run ../packed/pack -below ../../docs -prose -without page,es/README,ja/README guides.gz ../../docs/*.md ../../docs/languages/*.md ../../docs/es/*.md ../../docs/ja/*.md ../../docs/keywords.tsv

//go:embed guides.gz
var guides []byte

// A Guide is a document of docs in Markdown.
type Guide struct {
	Name   string // of the file, without its ending; of a translation with its folder, such as "es/oauth"
	Folder string // below docs: Languages, or the language of a translation, such as "es"
	Text   string
}

// Languages is the folder of the guides on programming languages.
const Languages = "languages"

// Elsewhere says, in a language other than English that has guides, where those are that are
// not translated. It returns "" for other languages.
func Elsewhere(language string) string {
	switch language {
	case "es":
		return "Las demás guías están en inglés; `percent guide all` las muestra."
	case "ja":
		return "ほかのガイドは英語です。`percent guide all` で一覧を表示します。"
	}
	return ""
}

// Translated reports whether the guide is in a language that is not English.
func (g Guide) Translated() bool { return g.Folder != "" && g.Folder != Languages }

// Path returns the address of the guide on the web site, below its root.
func (g Guide) Path() string {
	switch {
	case g.Folder == "":
		return "guides/" + g.Name + "/"
	case g.Folder == Languages:
		return Languages + "/" + g.Name + "/"
	case g.Folder == g.Name: // the front page
		return g.Name + "/"
	}
	return g.Folder + "/guides/" + strings.TrimPrefix(g.Name, g.Folder+"/") + "/"
}

// Sections yields each heading of the second level with the text below it, after what stands
// before the first, whose heading is empty.
func (g Guide) Sections() iter.Seq2[string, string] {
	return func(yield func(heading, text string) bool) {
		first, rest, more := strings.Cut(g.Text, "\n## ")
		if !yield("", first) {
			return
		}
		for more {
			first, rest, more = strings.Cut(rest, "\n## ")
			heading, text, _ := strings.Cut(first, "\n")
			if !yield(heading, text) {
				return
			}
		}
	}
}

// Title returns the first heading.
func (g Guide) Title() string {
	line, _, _ := strings.Cut(g.Text, "\n")
	return strings.ReplaceAll(strings.TrimPrefix(line, "# "), "`", "")
}

// Section returns the part below that heading, in upper or lower case, the heading included,
// or for "" what stands before the first one.
func (g Guide) Section(heading string) (string, bool) {
	for h, text := range g.Sections() {
		switch {
		case h == "" && heading == "":
			return text, true
		case h != "" && strings.EqualFold(h, heading):
			return "# " + h + "\n" + text + "\n", true
		}
	}
	return "", false
}

// Lead returns the first paragraph of the section with that heading or, for "", of the guide, as
// a line without the marks of links, or "" if the section begins with a table, a list or a block.
func (g Guide) Lead(heading string) string {
	for h, text := range g.Sections() {
		if h != heading {
			continue
		}
		if h == "" {
			_, text, _ = strings.Cut(text, "\n")
		}
		paragraph, _, _ := strings.Cut(strings.Trim(text, "\n"), "\n\n")
		if paragraph == "" || strings.IndexByte("|#<-*1", paragraph[0]) >= 0 || strings.HasPrefix(paragraph, "```") {
			return ""
		}
		return links.Get().ReplaceAllString(strings.ReplaceAll(paragraph, "\n", " "), "$1")
	}
	return ""
}

var links = lazy.Value[*regexp.Regexp]{Make: func() *regexp.Regexp { return regexp.MustCompile(`\[([^\]\[]*)\]\([^()\s]*\)`) }}

// All returns the guides, by name.
func All() []Guide { return all.Get() }

var all = lazy.Value[[]Guide]{Make: func() []Guide {
	var list []Guide
	for _, t := range packed.Must(guides) {
		if t.Name == keywords {
			continue
		}
		g := Guide{Name: strings.TrimSuffix(t.Name, "/README"), Text: t.Text}
		g.Folder, _, _ = strings.Cut(t.Name, "/")
		if g.Folder == t.Name {
			g.Folder = ""
		}
		g.Name = strings.TrimPrefix(g.Name, Languages+"/")
		list = append(list, g)
	}
	return list
}}

// keywords is the name of the text that has them.
const keywords = "keywords"

// Keywords returns, by the path of a page on the web site, what people call the subject of
// the page in other words, separated by semicolons.
func Keywords() map[string]string {
	list := map[string]string{}
	for _, t := range packed.Must(guides) {
		if t.Name != keywords {
			continue
		}
		for line := range strings.Lines(t.Text) {
			if path, words, ok := strings.Cut(strings.TrimSuffix(line, "\n"), "\t"); ok && !strings.HasPrefix(line, "#") {
				list[path] = words
			}
		}
	}
	return list
}

// Find returns the guide, or the section of one, with that name or on that topic, in upper
// or lower case.
func Find(words string) (text string, ok bool) {
	words = strings.ToLower(strings.Join(strings.Fields(words), " "))
	name, heading, _ := strings.Cut(cmp.Or(topics.Get()[words], topics.Get()[strings.TrimSuffix(words, "s")], words), "#")
	for _, g := range all.Get() {
		switch {
		case g.Name != name:
		case heading != "":
			return g.Section(heading)
		default:
			return g.Text, true
		}
	}
	return "", false
}

// Names returns the names of guides and topics.
func Names() []string {
	var names []string
	for _, g := range all.Get() {
		names = append(names, g.Name)
	}
	return slices.AppendSeq(names, maps.Keys(topics.Get()))
}
