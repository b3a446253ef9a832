package main

import (
	"bytes"
	"cmp"
	"fmt"
	"html/template"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	east "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"github.com/pct-encoded/percent/dialect"
)

// catalogueFile is the generated list of all dialects, which have pages of their
// own here.
const catalogueFile = "docs/data/dialects.md"

// data is the folder of pages that are tables, which the search leaves out.
const data = "data/"

// groups are the guides in the order in which /guides/ has them. One that is not
// named is in the last group.
var groups = []struct {
	title string
	names []string
}{
	{"One question each", []string{
		"space-plus", "double-encoding", "oauth-percent-encoding", "signature-does-not-match", "connection-strings", "encoded-slashes", "allowed-characters",
	}},
	{"Which dialect?", []string{"field-guide", "myths", "catalogue", "glossary"}},
	{"What is wrong with this text?", []string{"tasks", "explain", "compare", "rules", "extract", "readers", "hops", "page"}},
	{"Is my encoder right?", []string{"conform"}},
	{"By format", []string{"uris", "url-standard", "forms", "signatures", "charsets", "formats"}},
	{"Many values", []string{"columns", "scale"}},
	{"Reference", nil},
}

// A document is a file in Markdown that becomes a page.
type document struct {
	file string // in the project
	page *webPage
}

// guides makes pages of the README and of the files in docs.
func (s *site) guides() error {
	docs, err := s.documents()
	if err != nil {
		return err
	}
	byFile := map[string]*webPage{}
	for _, d := range docs {
		byFile[d.file] = d.page
	}
	original := map[string]string{} // of translations
	for _, d := range docs {
		source, err := os.ReadFile(filepath.Join(s.root, filepath.FromSlash(d.file)))
		if err != nil {
			return err
		}
		if m := translated.FindSubmatch(source); m != nil {
			original[d.file] = string(m[1])
		}
		if err := s.convert(d, source, byFile); err != nil {
			return fmt.Errorf("%s: %w", d.file, err)
		}
		s.pages = append(s.pages, d.page)
	}
	for _, d := range docs {
		list := []version{}
		first := cmp.Or(original[d.file], d.file)
		for _, other := range docs {
			if cmp.Or(original[other.file], other.file) == first {
				list = append(list, version{other.page.Lang, names[other.page.Lang], other.page.Path})
			}
		}
		if len(list) > 1 {
			d.page.Versions = list
		}
	}
	s.pages = append(s.pages, s.guideList())
	return nil
}

var (
	// translated finds the original of a translation.
	translated = regexp.MustCompile(`<!-- translation of ([^ #]+)`)
	names      = map[string]string{"en": "English", "es": "Español", "ja": "日本語"}
)

// documents lists the files that become pages, English first.
func (s *site) documents() ([]document, error) {
	list := []document{{"README.md", &webPage{Lang: "en"}}}
	for _, lang := range []string{"en", "es", "ja"} {
		folder := "docs"
		if lang != "en" {
			folder += "/" + lang
		}
		files, err := filepath.Glob(filepath.Join(s.root, filepath.FromSlash(folder), "*.md"))
		if err != nil {
			return nil, err
		}
		for _, file := range files {
			name := strings.TrimSuffix(filepath.Base(file), ".md")
			d := document{folder + "/" + name + ".md", &webPage{Lang: lang, Path: "guides/" + name + "/"}}
			if lang != "en" {
				d.page.Path = lang + "/" + d.page.Path
			}
			if name == "README" {
				d.page.Path = lang + "/"
			}
			list = append(list, d)
		}
	}
	// Tables that people look things up in.
	tables, err := filepath.Glob(filepath.Join(s.root, "docs", "data", "*.md"))
	if err != nil {
		return nil, err
	}
	for _, file := range tables {
		name := strings.TrimSuffix(filepath.Base(file), ".md")
		if d := (document{"docs/data/" + name + ".md", &webPage{Lang: "en", Path: data + name + "/"}}); d.file != catalogueFile {
			list = append(list, d)
		}
	}
	// What is said of a language goes above the table of its functions, if it has one.
	files, err := filepath.Glob(filepath.Join(s.root, "docs", "languages", "*.md"))
	if err != nil {
		return nil, err
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".md")
		list = append(list, document{"docs/languages/" + name + ".md", &webPage{Lang: "en", Path: "languages/" + name + "/"}})
	}
	for _, d := range list {
		d.page.Source, d.page.Index = d.file, true
	}
	return list, nil
}

// convert makes the page of a document.
func (s *site) convert(d document, source []byte, byFile map[string]*webPage) error {
	p := d.page
	var failed error
	md := goldmark.New(
		goldmark.WithExtensions(extension.Table),
		goldmark.WithParserOptions(parser.WithAutoHeadingID()),
		goldmark.WithRendererOptions(renderer.WithNodeRenderers(util.Prioritized(blocks{}, 100))),
	)
	tree := md.Parser().Parse(text.NewReader(source), parser.WithContext(parser.NewContext(parser.WithIDs(&anchors{}))))
	current := section{}
	var words []string
	var named []ast.Node    // code that is the ID of a dialect or a function
	var versions []ast.Node // paragraphs that link to other languages, as the frame of the page does
	finish := func() {
		current.text = strings.Join(words, " ")
		p.sections = append(p.sections, current)
		words = nil
	}
	err := ast.Walk(tree, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Heading:
			title := plain(n, source)
			if n.Level == 1 {
				p.Title = title
				break
			}
			id, _ := n.AttributeString("id")
			if n.Level == 2 {
				finish()
				current = section{anchor: string(id.([]byte)), heading: title}
			} else {
				words = append(words, title)
				current.headings += title + " "
			}
		case *ast.Paragraph, *ast.TextBlock:
			if isVersions(n, source) {
				versions = append(versions, n)
			} else if p.Description == "" && p.Title != "" {
				p.Description = plain(n, source)
			}
		case *ast.Link:
			n.Destination = []byte(s.link(d, string(n.Destination), byFile, &failed))
		case *ast.CodeSpan:
			if path := pathOf(plain(n, source)); path != "" && !within(n, ast.KindLink, ast.KindHeading) {
				named = append(named, n)
			}
		case *ast.Image:
			n.Destination = []byte(s.image(d, string(n.Destination), &failed))
		case *ast.RawHTML, *ast.HTMLBlock:
			if raw := bytes.TrimSpace(rawOf(n, source)); !bytes.HasPrefix(raw, []byte("<!--")) || !bytes.HasSuffix(raw, []byte("-->")) {
				return ast.WalkStop, fmt.Errorf("%q: no HTML but comments", raw)
			}
		case *ast.Text:
			words = append(words, string(n.Value(source)))
		case *ast.FencedCodeBlock:
			words = append(words, string(n.Lines().Value(source)))
		}
		return ast.WalkContinue, nil
	})
	finish()
	for _, n := range named {
		link := ast.NewLink()
		link.Destination = []byte(p.to(pathOf(plain(n, source))))
		n.Parent().ReplaceChild(n.Parent(), n, link)
		link.AppendChild(link, n)
	}
	for _, n := range versions {
		n.Parent().RemoveChild(n.Parent(), n)
	}
	if err := cmp.Or(err, failed); err != nil {
		return err
	}
	if p.Title == "" || p.Description == "" {
		return fmt.Errorf("it has no title, or no paragraph that describes it")
	}
	p.sections[0].heading = p.Title
	p.Description = shortened(p.Description, 200)
	if p.Path == "" || path.Base(p.Path) == p.Lang {
		p.Title = map[string]string{
			"en": "percent: every percent-encoding dialect, and what went wrong", "es": "percent: todos los dialectos de la codificación porcentual", "ja": "percent: パーセントエンコーディングのすべての方言",
		}[p.Lang]
	} else {
		p.Title += " · percent"
	}
	var b bytes.Buffer
	if err := md.Renderer().Render(&b, source, tree); err != nil {
		return err
	}
	p.Body = template.HTML(breakable(b.String()))
	return nil
}

// Code in a cell, and where it may break: before a capital letter and an escape, and behind
// signs.
var (
	codeInCell = regexp.MustCompile(`<td[^>]*>(?:[^<]|<[^/]|</[^t])*<code>(?:[^<]|<[^/]|</[^t])*`)
	codeSpan   = regexp.MustCompile(`<code>[^<]{12,}`)
	placeTo    = regexp.MustCompile(`([a-z])([A-Z])|([./_=(,-])(\w)|(\w)(%)`)
)

// breakable lets code in tables break on a narrow screen, where a reader would break it.
func breakable(html string) string {
	return codeInCell.ReplaceAllStringFunc(html, func(cell string) string {
		return codeSpan.ReplaceAllStringFunc(cell, func(code string) string {
			return "<code>" + placeTo.ReplaceAllString(code[len("<code>"):], "$1$3$5<wbr>$2$4$6")
		})
	})
}

// rawOf returns the HTML of a node.
func rawOf(n ast.Node, source []byte) []byte {
	if r, ok := n.(*ast.RawHTML); ok {
		return r.Segments.Value(source)
	}
	b := n.(*ast.HTMLBlock)
	raw := b.Lines().Value(source)
	if b.HasClosure() {
		raw = append(raw, b.ClosureLine.Value(source)...)
	}
	return raw
}

// plain returns the text of a node without marks.
func plain(n ast.Node, source []byte) string {
	var b strings.Builder
	_ = ast.Walk(n, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if t, ok := n.(*ast.Text); ok && entering {
			b.Write(t.Value(source))
			if t.SoftLineBreak() {
				b.WriteByte(' ')
			}
		}
		if t, ok := n.(*ast.String); ok && entering {
			b.Write(t.Value)
		}
		return ast.WalkContinue, nil
	})
	return b.String()
}

// pathOf returns the path of the page that an ID has, or "". An ID without a full
// stop may be any word.
func pathOf(id string) string {
	if !strings.Contains(id, ".") {
		return ""
	}
	return idPaths()[id]
}

var idPaths = sync.OnceValue(func() map[string]string {
	m := map[string]string{}
	for d := range dialect.All() {
		m[d.ID] = dialectPath(d.ID)
	}
	// An ID of both is that of the function.
	for f := range dialect.Implementations() {
		m[f.ID] = functionPath(f.ID)
	}
	return m
})

// within reports whether a node is in one of these kinds.
func within(n ast.Node, kinds ...ast.NodeKind) bool {
	for p := n.Parent(); p != nil; p = p.Parent() {
		if slices.Contains(kinds, p.Kind()) {
			return true
		}
	}
	return false
}

// isVersions reports whether a paragraph is nothing but links to other languages.
func isVersions(n ast.Node, source []byte) bool {
	languages := 0
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		switch c := c.(type) {
		case *ast.Link:
			for _, name := range names {
				if plain(c, source) == name {
					languages++
				}
			}
		case *ast.Text:
			if strings.Trim(string(c.Value(source)), " ·") != "" {
				return false
			}
		default:
			return false
		}
	}
	return languages >= 2
}

// shortened cuts a text after a word if it is longer than that many characters.
func shortened(s string, most int) string {
	if len([]rune(s)) <= most {
		return s
	}
	s = string([]rune(s)[:most])
	if i := strings.LastIndexAny(s, " 、。"); i > most/2 {
		s = s[:i]
	}
	return strings.TrimRight(s, " ,;:、。") + " …"
}

// link returns the address of what a document links to.
func (s *site) link(d document, to string, byFile map[string]*webPage, failed *error) string {
	if strings.Contains(to, "://") || strings.HasPrefix(to, "mailto:") || strings.HasPrefix(to, "#") {
		return to
	}
	to, anchor, _ := strings.Cut(to, "#")
	file := clean(d.file, to)
	if anchor != "" {
		anchor = "#" + anchor
	}
	if p, ok := byFile[file]; ok {
		return d.page.to(p.Path) + anchor
	}
	if file == catalogueFile {
		return d.page.to("dialects/")
	}
	info, err := os.Stat(filepath.Join(s.root, filepath.FromSlash(file)))
	if err != nil {
		*failed = cmp.Or(*failed, fmt.Errorf("it links to %s, which does not exist", to))
		return to
	}
	kind := "blob"
	if info.IsDir() {
		kind = "tree"
	}
	return repository + "/" + kind + "/main/" + file + anchor
}

// image adds an image to the site and returns its address.
func (s *site) image(d document, to string, failed *error) string {
	file := clean(d.file, to)
	content, err := os.ReadFile(filepath.Join(s.root, filepath.FromSlash(file)))
	*failed = cmp.Or(*failed, err)
	name := "images/" + strings.ReplaceAll(strings.TrimPrefix(file, "docs/"), "/", "-")
	s.files[name] = content
	return d.page.to(name)
}

// guideList makes the list of guides.
func (s *site) guideList() *webPage {
	p := &webPage{Path: "guides/", Lang: "en", Title: "Guides · percent", Heading: "Guides", Index: true, Description: "Which encoder to use, what is wrong with an encoded text, and what URLs, forms, OAuth and AWS ask for: all guides to percent-encoding."}
	guides := map[string]*webPage{}
	for _, g := range s.pages {
		if g.Lang == "en" && firstOf(g.Path) == "guides" {
			guides[path.Base(g.Path)] = g
		}
	}
	var b strings.Builder
	listed := map[string]bool{}
	for _, group := range groups {
		list := group.names
		if list == nil {
			for name := range guides {
				if !listed[name] {
					list = append(list, name)
				}
			}
			slices.Sort(list)
		}
		fmt.Fprintf(&b, "<h2>%s</h2>\n<dl class=\"list\">\n", template.HTMLEscapeString(group.title))
		for _, name := range list {
			listed[name] = true
			// A guide that is gone is in the list of pages that have moved.
			if g := guides[name]; g != nil {
				fmt.Fprintf(&b, "<dt><a href=\"%s/\">%s</a></dt>\n<dd>%s</dd>\n", name, template.HTMLEscapeString(strings.TrimSuffix(g.Title, " · percent")), template.HTMLEscapeString(shortened(g.Description, 140)))
			}
		}
		b.WriteString("</dl>\n")
	}
	b.WriteString("<h2>Tables</h2>\n<dl class=\"list\">\n")
	for _, g := range s.pages {
		if strings.HasPrefix(g.Path, data) {
			fmt.Fprintf(&b, "<dt><a href=\"../%s\">%s</a></dt>\n<dd>%s</dd>\n", g.Path, template.HTMLEscapeString(strings.TrimSuffix(g.Title, " · percent")), template.HTMLEscapeString(shortened(g.Description, 140)))
		}
	}
	b.WriteString("</dl>\n")
	p.Body = template.HTML(b.String())
	return p
}

// anchors gives headings the names that the forge gives them, which links use.
type anchors struct{ seen map[string]int }

var notInAnchor = regexp.MustCompile(`[^\p{L}\p{M}\p{N} _-]`)

// Generate returns the name of a heading.
func (a *anchors) Generate(value []byte, _ ast.NodeKind) []byte {
	name := strings.ReplaceAll(notInAnchor.ReplaceAllString(strings.ToLower(string(value)), ""), " ", "-")
	name = cmp.Or(name, "section")
	if a.seen == nil {
		a.seen = map[string]int{}
	}
	n := a.seen[name]
	a.seen[name]++
	if n > 0 {
		name = fmt.Sprintf("%s-%d", name, n)
	}
	return []byte(name)
}

// Put is for headings with a name of their own, which no document has.
func (a *anchors) Put([]byte) {}

// blocks renders what Goldmark would render in another way: tables and code can be
// scrolled by keyboard, commands stand out, and comments are left out.
type blocks struct{}

// RegisterFuncs registers the functions below.
func (blocks) RegisterFuncs(r renderer.NodeRendererFuncRegisterer) {
	r.Register(ast.KindFencedCodeBlock, code)
	r.Register(east.KindTable, table)
	r.Register(east.KindTableCell, tableCell)
	nothing := func(util.BufWriter, []byte, ast.Node, bool) (ast.WalkStatus, error) { return ast.WalkSkipChildren, nil }
	r.Register(ast.KindHTMLBlock, nothing)
	r.Register(ast.KindRawHTML, nothing)
}

// exitStatus finds the comment at the end of a command that only tests read.
var exitStatus = regexp.MustCompile(`\s+# exit \d+$`)

func table(w util.BufWriter, _ []byte, _ ast.Node, entering bool) (ast.WalkStatus, error) {
	if entering {
		_, _ = w.WriteString("<div class=\"scroll\" tabindex=\"0\">\n<table>\n")
	} else {
		_, _ = w.WriteString("</table>\n</div>\n")
	}
	return ast.WalkContinue, nil
}

// tableCell writes a class where Goldmark would write a style.
func tableCell(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	cell := n.(*east.TableCell)
	tag, scope, class := "td", "", ""
	// An empty cell is not a header of anything.
	if n.Parent().Kind() == east.KindTableHeader && n.HasChildren() {
		tag, scope = "th", ` scope="col"`
	}
	if cell.Alignment == east.AlignRight {
		class = ` class="right"`
	}
	if entering {
		_, _ = w.WriteString("<" + tag + scope + class + ">")
	} else {
		_, _ = w.WriteString("</" + tag + ">\n")
	}
	return ast.WalkContinue, nil
}

func code(w util.BufWriter, source []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkContinue, nil
	}
	block := n.(*ast.FencedCodeBlock)
	language := string(block.Language(source))
	_, _ = fmt.Fprintf(w, "<pre tabindex=\"0\" class=\"%s\"><code>", template.HTMLEscapeString(language))
	command := false // whether the line before was one that goes on
	for i := range block.Lines().Len() {
		at := block.Lines().At(i)
		line := strings.TrimSuffix(string(at.Value(source)), "\n")
		escaped := template.HTMLEscapeString(line)
		isCommand := language == "console" && (strings.HasPrefix(line, "$ ") || command && strings.HasPrefix(line, "> "))
		if isCommand {
			escaped = exitStatus.ReplaceAllString(escaped, "")
			escaped = "<b>" + escaped + "</b>"
		}
		command = isCommand && strings.HasSuffix(line, `\`)
		_, _ = w.WriteString(escaped + "\n")
	}
	_, _ = w.WriteString("</code></pre>\n")
	return ast.WalkSkipChildren, nil
}
