package main

import (
	"bytes"
	"cmp"
	"embed"
	"encoding/xml"
	"errors"
	"fmt"
	"html/template"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/pct-encoded/percent/internal/page"
)

// repository has the files that the site does not have.
const repository = "https://github.com/pct-encoded/percent"

// A site is the web site while it is built.
type site struct {
	root    string // the project's folder
	address string // such as https://example.org/percent/
	pages   []*webPage
	files   map[string][]byte // those that are not pages, by path
	moved   [][2]string       // paths of pages that are gone, and those of the pages there instead
}

// A webPage is one page.
type webPage struct {
	// Path is its address in the site, "" or with a slash at the end.
	Path        string
	Lang        string
	Title       string // of the browser's window, and of search engines
	Heading     string // of the page; "" if the body has it
	Description string
	Body        template.HTML
	Home        bool   // it begins with the box for a text, and the six questions
	Source      string // the file of the project that it is made from, if there is one
	Index       bool   // search engines are to list it
	Script      string // a module that it runs
	Versions    []version

	sections []section // for the search
}

// A version is a page in a language.
type version struct{ Lang, Name, Path string }

// A section is a part of a page that the search finds.
type section struct {
	anchor, heading, text string
	headings              string // those within it
}

//go:embed assets
var assets embed.FS

// policy is the Content-Security-Policy of the pages, as far as a meta element can
// have it.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; base-uri 'none'; form-action 'self'"

// compose makes all pages and files.
func (s *site) compose() error {
	if s.root == "" {
		s.root = filepath.Join("..", "..")
	}
	root, err := filepath.Abs(s.root)
	if err != nil {
		return err
	}
	s.root = root
	if !strings.HasSuffix(s.address, "/") {
		s.address += "/"
	}
	s.files = map[string][]byte{}
	for _, step := range []func() error{s.guides, s.home, s.catalogue, s.searchPage, s.style, s.redirects} {
		if err := step(); err != nil {
			return err
		}
	}
	seen := map[string]bool{}
	for _, p := range s.pages {
		// Some file systems ignore case.
		key := strings.ToLower(p.Path)
		if seen[key] {
			return fmt.Errorf("two pages are %q", p.Path)
		}
		seen[key] = true
	}
	s.files["robots.txt"] = []byte("User-agent: *\nAllow: /\nSitemap: " + s.address + "sitemap.xml\n")
	return s.sitemap()
}

// home gives the home pages their beginning.
func (s *site) home() (err error) {
	for _, path := range []string{"", "es/", "ja/"} {
		p := s.page(path)
		if p == nil {
			return fmt.Errorf("there is no home page /%s", path)
		}
		p.Home, p.Script = true, "home.js"
		for _, q := range homeQuestions[p.Lang] {
			if s.page(q.Path) == nil {
				return fmt.Errorf("/%s asks what /%s should answer, which is not there", path, q.Path)
			}
		}
	}
	s.files["home.js"], err = assets.ReadFile("assets/home.js")
	return err
}

// style makes the style sheet: the colours of the page to try encodings on, and the
// site's own rules.
func (s *site) style() error {
	shared, err := page.Files.ReadFile("style.css")
	if err != nil {
		return err
	}
	colours, _, ok := bytes.Cut(shared, []byte("\n*, *::before"))
	if !ok {
		return errors.New("internal/page/style.css does not begin with its colours")
	}
	own, err := assets.ReadFile("assets/style.css")
	if err != nil {
		return err
	}
	s.files["style.css"] = slices.Concat(colours, []byte("\n"), own)
	icon, err := page.Files.ReadFile("icon.svg")
	s.files["icon.svg"] = icon
	return err
}

// movedText has a line for each page that is gone: its path, a tab, and the path of
// the page that is there instead.
const movedText = "docs/build/moved.tsv"

// redirects reads which pages have moved.
func (s *site) redirects() error {
	text, err := os.ReadFile(filepath.Join(s.root, filepath.FromSlash(movedText)))
	if err != nil {
		return err
	}
	for line := range strings.Lines(string(text)) {
		from, to, ok := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		if !ok || s.page(to) == nil || s.page(from) != nil {
			return fmt.Errorf("%s: %q: want a path that no page has, a tab, and the path of a page", movedText, line)
		}
		s.moved = append(s.moved, [2]string{from, to})
	}
	return nil
}

// page returns the page of that path, or nil.
func (s *site) page(path string) *webPage {
	for _, p := range s.pages {
		if p.Path == path {
			return p
		}
	}
	return nil
}

// sitemap makes the list of all pages for search engines.
func (s *site) sitemap() error {
	type location struct {
		Loc string `xml:"loc"`
	}
	set := struct {
		XMLName xml.Name   `xml:"urlset"`
		XMLNS   string     `xml:"xmlns,attr"`
		URLs    []location `xml:"url"`
	}{XMLNS: "http://www.sitemaps.org/schemas/sitemap/0.9"}
	for _, p := range s.pages {
		if p.Index {
			set.URLs = append(set.URLs, location{s.address + p.Path})
		}
	}
	set.URLs = append(set.URLs, location{s.address + "try/"})
	text, err := xml.MarshalIndent(set, "", " ")
	s.files["sitemap.xml"] = append([]byte(xml.Header), append(text, '\n')...)
	return err
}

// write writes pages and files to a folder.
func (s *site) write(folder string) error {
	for _, p := range s.pages {
		text, err := s.render(p, p.base())
		if err != nil {
			return fmt.Errorf("%s: %w", p.Path, err)
		}
		s.files[p.Path+"index.html"] = text
	}
	for _, m := range s.moved {
		text, err := s.render(&webPage{Path: m[0], Lang: "en", Title: "Moved"}, strings.Repeat("../", strings.Count(m[0], "/")))
		if err != nil {
			return err
		}
		s.files[m[0]+"index.html"] = text
	}
	// It is shown at any address, so its links are not relative.
	text, err := s.render(&webPage{
		Lang: "en", Title: "Not found", Heading: "There is no such page",
		Body: `<p>Look for it with the search above, or begin with the <a href="` + template.HTML(template.HTMLEscapeString(s.address)) + `guides/">guides</a>.</p>`,
	}, s.address)
	if err != nil {
		return err
	}
	s.files["404.html"] = text
	for name, content := range s.files {
		file := filepath.Join(folder, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(file, content, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// base is the way from the page to the root of the site.
func (p *webPage) base() string { return strings.Repeat("../", strings.Count(p.Path, "/")) }

// to returns the address of another page, relative to p.
func (p *webPage) to(other string) string {
	if address := p.base() + other; address != "" {
		return address
	}
	return "./"
}

// words are those of the frame around a page.
var words = map[string]map[string]string{
	"en": {"guides": "Guides", "dialects": "Dialects", "functions": "Functions", "try": "Try it", "search": "Search", "skip": "Skip to the content", "paste": "Paste what you have", "look": "Look at it", "long": "This is too long for a link: open the page and drop the file on it.", "private": "It stays on this machine.", "questions": "Or begin with a question", "contents": "On this page", "source": "The text of this page"},
	"es": {"guides": "Guías", "dialects": "Dialectos", "functions": "Funciones", "try": "Probar", "search": "Buscar", "skip": "Ir al contenido", "paste": "Pega lo que tienes", "look": "Analizar", "long": "Es demasiado largo para un enlace: abre la página y suelta el archivo en ella.", "private": "No sale de este equipo.", "questions": "O empieza con una pregunta", "contents": "En esta página", "source": "El texto de esta página"},
	"ja": {"guides": "ガイド", "dialects": "方言", "functions": "関数", "try": "試す", "search": "検索", "skip": "本文へ", "paste": "調べたい文字列を貼り付ける", "look": "調べる", "long": "リンクには長すぎます。ページを開いて、ファイルをドロップしてください。", "private": "このコンピューターの外には送られません。", "questions": "または質問から始める", "contents": "このページの内容", "source": "このページの原文"},
}

// A homeQuestion is one of the six that a home page begins with.
type homeQuestion struct{ Path, Text string }

// homeQuestions are what nearly everybody comes with, by language.
var homeQuestions = map[string][]homeQuestion{
	"en": {
		{"guides/field-guide/", "Which encoder is right here?"},
		{"guides/double-encoding/", "Where does %2520 come from?"},
		{"guides/space-plus/", "Is a space %20 or +?"},
		{"guides/signatures/", "Why does my signature not match?"},
		{"guides/columns/", "How do I decode millions of URLs without losing a row?"},
		{"guides/catalogue/", "What do other programs make of it?"},
	},
	"es": {
		{"es/guides/field-guide/", "¿Qué codificador es el correcto aquí?"},
		{"guides/double-encoding/", "¿De dónde sale %2520?"},
		{"guides/space-plus/", "¿Un espacio es %20 o +?"},
		{"es/guides/oauth/", "¿Por qué no coincide mi firma?"},
		{"guides/columns/", "¿Cómo decodifico millones de URL sin perder una fila?"},
		{"guides/catalogue/", "¿Qué hacen con él otros programas?"},
	},
	"ja": {
		{"ja/guides/field-guide/", "ここではどのエンコーダーが正しい?"},
		{"guides/double-encoding/", "%2520 はどこから来る?"},
		{"guides/space-plus/", "空白は %20 か + か?"},
		{"ja/guides/oauth/", "署名が一致しないのはなぜ?"},
		{"guides/columns/", "何百万の URL を一行も失わずにデコードするには?"},
		{"guides/catalogue/", "ほかのプログラムはどう読む?"},
	},
}

var layout = template.Must(template.New("layout.html").ParseFS(assets, "assets/layout.html"))

// render returns a page as HTML. base is how its links to the site begin.
func (s *site) render(p *webPage, base string) ([]byte, error) {
	var b bytes.Buffer
	target := ""
	for _, m := range s.moved {
		if m[0] == p.Path && p.Body == "" {
			target = m[1]
		}
	}
	err := layout.Execute(&b, map[string]any{
		"Page": p, "Base": base, "Home": cmp.Or(base, "./"), "Words": words[p.Lang], "Policy": policy, "Address": s.address,
		"Repository": repository, "Contents": p.contents(), "Moved": target,
		"Current": firstOf(p.Path), "Questions": homeQuestions[p.Lang],
	})
	return b.Bytes(), err
}

// firstOf returns the first name of a path, which is the part of the site.
func firstOf(path string) string {
	name, _, _ := strings.Cut(path, "/")
	return name
}

// contents are the sections of a long page.
func (p *webPage) contents() []section {
	var list []section
	for _, x := range p.sections {
		if x.anchor != "" {
			list = append(list, x)
		}
	}
	if len(list) < 4 {
		return nil
	}
	return list
}

// Anchor and Heading are what the template asks for.
func (x section) Anchor() string  { return x.anchor }
func (x section) Heading() string { return x.heading }

var unsafeInPath = regexp.MustCompile(`[^A-Za-z0-9._-]+`)

// slug returns a name as a part of a path.
func slug(name string) string { return unsafeInPath.ReplaceAllString(name, "-") }

// clean returns a path of the project without dots.
func clean(from, to string) string { return path.Clean(path.Join(path.Dir(from), to)) }
