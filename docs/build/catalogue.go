package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"html/template"
	"net/url"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/pct-encoded/percent/dialect"
	"github.com/pct-encoded/percent/internal/jsonapi"
)

// The templates of the pages about the catalogue.
var pages = template.Must(template.New("").Funcs(template.FuncMap{
	"dialectPath": dialectPath, "functionPath": functionPath, "languagePath": languagePath,
	"arguments": func(list ...any) map[string]any {
		m := map[string]any{}
		for i := 0; i < len(list); i += 2 {
			m[list[i].(string)] = list[i+1]
		}
		return m
	},
}).ParseFS(assets, "assets/catalogue.html"))

// A dialectPage is what the page of a dialect shows.
type dialectPage struct {
	*dialect.Dialect
	coding
	Kept      string // as an expression
	Choices   []dialect.Choice
	Programs  []programs // that speak it
	Rules     []*dialect.Dialect
	Specified bool
	Nearest   *nearest
}

// A functionPage is what the page of a function shows.
type functionPage struct {
	*dialect.Implementation
	coding
	Speaks  *dialect.Dialect
	Traps   []trap
	Nearest *nearest
	Sibling *dialect.Implementation
	Same    []*dialect.Implementation // that speak the same dialect, in its language
	Spans   []dialect.Span            // of its versions, if it has changed
}

// A coding is what a dialect does to texts, and the commands and Go that do it.
type coding struct {
	Cells    []cell
	Encoded  []example
	Decoded  []example
	Commands []string
	Go       []string
	Try      string // the address to try it at, from the root of the site
}

// programs are functions of a language.
type programs struct {
	Language  string
	Functions []*dialect.Implementation
}

// A cell is what is written for a character of ASCII.
type cell struct {
	Character, Output, Class string
}

// An example is what becomes of a text.
type example struct{ Input, Output, Error string }

// The texts of the examples: delimiters, marks, and text beyond ASCII.
var (
	plainTexts   = []string{"Ladies + Gentlemen", "100% café", "a/b?c=d&e#f", "~!*'()", "日本語"}
	encodedTexts = []string{"a%20b+c", "caf%C3%A9", "caf%E9", "100%", "a%2Fb%2541", "%u00e9"}
)

// catalogue makes the pages of dialects, functions and languages.
func (s *site) catalogue() error {
	rest := dialectsList{Common: slices.Collect(dialect.Common())}
	byLanguage := map[string]*languagePage{}
	for d := range dialect.All() {
		if err := s.dialect(d); err != nil {
			return fmt.Errorf("%s: %w", d.ID, err)
		}
		rest.add(d)
	}
	for m := range dialect.Implementations() {
		if err := s.function(m); err != nil {
			return fmt.Errorf("%s: %w", m.ID, err)
		}
		l := byLanguage[m.Language]
		if l == nil {
			l = &languagePage{Language: m.Language}
			byLanguage[m.Language] = l
		}
		l.add(m)
	}
	var languages []*languagePage
	for _, l := range byLanguage {
		languages = append(languages, l)
	}
	slices.SortFunc(languages, func(a, b *languagePage) int {
		return strings.Compare(strings.ToLower(a.Language), strings.ToLower(b.Language))
	})
	for _, l := range languages {
		if err := s.fill(&webPage{
			Path: languagePath(l.Language), Title: "Percent-encoding in " + l.Language + " · percent", Heading: "Percent-encoding in " + l.Language,
			Description: shortened(fmt.Sprintf("What %s write: %s. Which characters they keep, and how they write a space.", count(len(l.Encoders)+len(l.Decoders), "recorded function of "+l.Language, "recorded functions of "+l.Language), l.names()), 250),
		}, "language", l); err != nil {
			return err
		}
	}
	if err := s.fill(&webPage{
		Path: "languages/", Title: "URL-encode in your language · percent", Heading: "URL-encode in your language",
		Description: "How to percent-encode and decode in Python, JavaScript, Java, PHP, Go, C#, Ruby, bash, SQL and other languages: the function to take, its traps, and what every other function does.",
	}, "languageIndex", map[string]any{"Guides": s.languageGuides(), "All": languages}); err != nil {
		return err
	}
	if err := s.fill(&webPage{
		Path: "functions/", Title: "What the functions of programs do · percent", Heading: "What programs do",
		Description: "More than a thousand functions that percent-encode or decode, in " + count(len(languages), "language", "languages") + ", each run and recorded: what they keep, how they write a space, and which standard they follow.",
	}, "languages", languages); err != nil {
		return err
	}
	if err := s.fill(&webPage{
		Path: "dialects/", Title: "All percent-encoding dialects · percent", Heading: "Dialects",
		Description: "Every percent-encoding that a specification defines: RFC 3986, the URL Standard, forms, OAuth, AWS, JavaScript and many more, with what each one keeps.",
	}, "dialects", rest); err != nil {
		return err
	}
	return s.fill(&webPage{
		Path: "dialects/of-programs/", Title: "Percent-encodings that no specification defines · percent", Heading: "Dialects of programs",
		Description: "Percent-encodings that no specification defines: what programs were recorded to do, each under the name of its most-used function.",
	}, "ofPrograms", rest)
}

// languageGuides returns the pages of languages that a document says something of.
func (s *site) languageGuides() []*webPage {
	var list []*webPage
	for _, p := range s.pages {
		if firstOf(p.Path) == "languages" && p.Source != "" {
			list = append(list, p)
		}
	}
	slices.SortFunc(list, func(a, b *webPage) int { return strings.Compare(a.Title, b.Title) })
	return list
}

// fill makes a page by a template and adds it.
// What a document says under the same path comes first.
func (s *site) fill(p *webPage, name string, data any) error {
	var b bytes.Buffer
	if err := pages.ExecuteTemplate(&b, name, map[string]any{"Base": p.base(), "Data": data}); err != nil {
		return err
	}
	if written := s.page(p.Path); written != nil {
		written.Body += template.HTML(b.String())
		return nil
	}
	p.Lang, p.Index, p.Body = "en", true, template.HTML(b.String())
	s.pages = append(s.pages, p)
	return nil
}

func dialectPath(id string) string  { return "dialects/" + slug(id) + "/" }
func functionPath(id string) string { return "functions/" + slug(id) + "/" }

// languagePath returns the path of the page of a language. Some names, such as C,
// C++ and C#, differ only in signs.
func languagePath(language string) string {
	name := strings.NewReplacer("+", "p", "#", "-sharp").Replace(strings.ToLower(language))
	return "languages/" + strings.Trim(slug(name), "-") + "/"
}

// dialect makes the page of a dialect.
func (s *site) dialect(d *dialect.Dialect) error {
	p := &webPage{
		Path: dialectPath(d.ID), Heading: d.ID, Title: d.ID + ": " + d.Title + " · percent",
		Description: shortened(capital(d.Title)+". For "+strings.TrimSuffix(d.UseFor, ".")+".", 250),
	}
	data := dialectPage{Dialect: d, Specified: d.Specified(), Choices: d.Choices(), Nearest: nearestTo(d)}
	var err error
	if data.coding, err = codingOf(d, d.ID, d.Encodes(), true); err != nil {
		return err
	}
	if d.Encodes() {
		data.Kept = d.Base().Kept().String()
	}
	for r := range d.Siblings() {
		data.Rules = append(data.Rules, r)
	}
	for m := range d.Implementations() {
		i := slices.IndexFunc(data.Programs, func(p programs) bool { return p.Language == m.Language })
		if i < 0 {
			i = len(data.Programs)
			data.Programs = append(data.Programs, programs{Language: m.Language})
		}
		data.Programs[i].Functions = append(data.Programs[i].Functions, m)
	}
	slices.SortStableFunc(data.Programs, func(a, b programs) int { return strings.Compare(a.Language, b.Language) })
	return s.fill(p, "dialect", data)
}

// function makes the page of a function.
func (s *site) function(m *dialect.Implementation) error {
	d := m.Dialect()
	encodes := m.Encodes != ""
	verb := "decodes"
	if encodes {
		verb = "encodes"
	}
	p := &webPage{
		Path: functionPath(m.ID), Heading: m.ID, Title: fmt.Sprintf("%s: what %s in %s %s · percent", m.ID, m.Call, m.Language, verb),
		Description: shortened(fmt.Sprintf("What %s of %s %s, recorded with %s: its characters, its space, its traps, and the nearest standard.", m.Call, m.Language, verb, m.Version), 250),
	}
	data := functionPage{Implementation: m, Speaks: d, Traps: traps(d, encodes), Nearest: nearestTo(d)}
	var err error
	if data.coding, err = codingOf(d, m.ID, encodes, !encodes); err != nil {
		return err
	}
	if h, err := dialect.LookupHistory(m.ID); err == nil && len(h.Spans) > 1 {
		data.Spans = h.Spans
	}
	for other := range dialect.Implementations() {
		if other.ID == m.Sibling() {
			data.Sibling = other
		}
		if other != m && other.Language == m.Language && other.Encodes == m.Encodes && other.Decodes == m.Decodes {
			data.Same = append(data.Same, other)
		}
	}
	return s.fill(p, "function", data)
}

// A nearest is the dialect of a specification that comes nearest to one of a program.
type nearest struct {
	*dialect.Dialect
	Characters []string // that the two write differently
}

// mostDifferent is in how many characters two dialects may differ to be near.
const mostDifferent = 12

var specified = sync.OnceValue(func() map[*dialect.Dialect]*dialect.Table {
	m := map[*dialect.Dialect]*dialect.Table{}
	for d := range dialect.All() {
		if d.Specified() && d.Encodes() {
			m[d] = d.Table()
		}
	}
	return m
})

// nearestTo returns the dialect that comes nearest to one of a program, by what it
// writes for visible ASCII and for é, or nil.
func nearestTo(d *dialect.Dialect) *nearest {
	if d.Specified() || !d.Encodes() {
		return nil
	}
	table := d.Table()
	wide, _ := d.Encode("é")
	var best *nearest
	for other := range dialect.All() {
		theirs := specified()[other]
		if theirs == nil {
			continue
		}
		found := &nearest{Dialect: other}
		for c := byte(' '); c < 0x7F; c++ {
			if (table[c].Err == nil) != (theirs[c].Err == nil) || table[c].Output != theirs[c].Output {
				found.Characters = append(found.Characters, cellOf(c, table[c]).Character)
			}
		}
		if text, _ := other.Encode("é"); text != wide {
			found.Characters = append(found.Characters, "é")
		}
		if len(found.Characters) <= mostDifferent && (best == nil || len(found.Characters) < len(best.Characters)) {
			best = found
		}
	}
	return best
}

// codingOf shows what a dialect does under a name.
func codingOf(d *dialect.Dialect, name string, encodes, decodes bool) (coding, error) {
	var c coding
	lead := "encoded"
	if encodes {
		lead = "data"
		table := d.Table()
		c.Cells = cellsOf(table)
		c.Encoded = examples(plainTexts, d.AppendEncode)
		if err := c.ways("encode", name, plainTexts[0]); err != nil {
			return c, err
		}
	}
	if decodes {
		c.Decoded = examples(encodedTexts, d.AppendDecode)
		if err := c.ways("decode", name, encodedTexts[0]); err != nil {
			return c, err
		}
	}
	text := map[string]string{"data": plainTexts[0], "encoded": encodedTexts[0]}[lead]
	c.Try = "try/#explain?" + url.Values{"as": {name}, lead: {text}}.Encode()
	return c, nil
}

// ways adds the command and the lines of Go for a text.
func (c *coding) ways(verb, name, text string) error {
	request, err := json.Marshal(map[string]string{"text": text, "as": name})
	if err != nil {
		return err
	}
	var reply struct {
		Result struct {
			Output string `json:"output"`
		} `json:"result"`
		Command string   `json:"command"`
		Go      []string `json:"go"`
		Error   *struct {
			Text string `json:"text"`
		} `json:"error"`
	}
	if err := json.Unmarshal(jsonapi.Call(verb, request), &reply); err != nil {
		return err
	}
	if reply.Error != nil {
		return fmt.Errorf("%s: %s", verb, reply.Error.Text)
	}
	c.Commands = append(c.Commands, reply.Command)
	if c.Go == nil {
		c.Go = reply.Go
	}
	return nil
}

// cellsOf returns the cells of all characters: one for all digits, and for all
// letters, where they are kept.
func cellsOf(table *dialect.Table) []cell {
	var list []cell
	for c := byte(' '); c < 0x7F; c++ {
		last := map[byte]byte{'0': '9', 'A': 'Z', 'a': 'z'}[c]
		all := last != 0
		for i := c; i <= last; i++ {
			all = all && table.Kept(i)
		}
		if all {
			list = append(list, cell{Character: string(rune(c)) + "–" + string(rune(last)), Class: "kept"})
			c = last
			continue
		}
		list = append(list, cellOf(c, table[c]))
	}
	return list
}

// cellOf returns the cell of a character.
func cellOf(c byte, written dialect.Cell) cell {
	x := cell{Character: string(rune(c)), Output: shown([]byte(written.Output))}
	if c == ' ' {
		x.Character = "SP"
	}
	switch {
	case written.Err != nil:
		x.Output, x.Class = "error", "refused"
	case written.Output == string(rune(c)):
		x.Output, x.Class = "", "kept"
	case strings.EqualFold(written.Output, fmt.Sprintf("%%%02X", c)):
		x.Class = "escaped"
	case written.Output == "":
		x.Output, x.Class = "dropped", "other"
	default:
		x.Class = "other"
	}
	return x
}

func examples(texts []string, appendTo func(dst, src []byte) ([]byte, error)) []example {
	var list []example
	for _, text := range texts {
		out, err := appendTo(nil, []byte(text))
		x := example{Input: text, Output: shown(out)}
		if err != nil {
			x.Output, x.Error = "", err.Error()
		}
		list = append(list, x)
	}
	return list
}

// shown returns octets as a page can show them: those that are not visible text as
// \xHH.
func shown(octets []byte) string {
	var b strings.Builder
	for i := 0; i < len(octets); {
		r, n := utf8.DecodeRune(octets[i:])
		if r == utf8.RuneError && n == 1 || r != ' ' && !unicode.IsPrint(r) {
			for _, c := range octets[i : i+n] {
				fmt.Fprintf(&b, `\x%02X`, c)
			}
		} else {
			b.Write(octets[i : i+n])
		}
		i += n
	}
	return b.String()
}

// capital returns s with a capital letter at its beginning.
func capital(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(r)) + s[n:]
}

func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// A languagePage lists the functions of a language.
type languagePage struct {
	Language           string
	Encoders, Decoders []languageRow
	Versions           []string
}

type languageRow struct {
	*dialect.Implementation
	Sample example
}

// What the rows of a language show: marks on which encoders differ, and what
// decoders make of '+', octets that are not UTF-8, and a malformed escape.
const (
	encoderSample = "a b~*'/é"
	decoderSample = "a+b%E9%zz"
)

func (l *languagePage) add(m *dialect.Implementation) {
	if !slices.Contains(l.Versions, m.Version) {
		l.Versions = append(l.Versions, m.Version)
	}
	d := m.Dialect()
	if m.Encodes != "" {
		l.Encoders = append(l.Encoders, languageRow{m, examples([]string{encoderSample}, d.AppendEncode)[0]})
	} else {
		l.Decoders = append(l.Decoders, languageRow{m, examples([]string{decoderSample}, d.AppendDecode)[0]})
	}
}

// names returns the names of the first encoders.
func (l *languagePage) names() string {
	var list []string
	for _, r := range l.Encoders {
		list = append(list, r.ID)
	}
	return strings.Join(list[:min(len(list), 6)], ", ")
}

// Name is the title of the page as lists have it.
func (p *webPage) Name() string { return strings.TrimSuffix(p.Title, " · percent") }

// Summary is the beginning of the description.
func (p *webPage) Summary() string { return shortened(p.Description, 140) }

// Path returns the path of the page, for the template.
func (l *languagePage) Path() string { return languagePath(l.Language) }

// EncoderSample returns what the encoders of the page are shown with.
func (l *languagePage) EncoderSample() string { return encoderSample }

// DecoderSample returns what the decoders of the page are shown with.
func (l *languagePage) DecoderSample() string { return decoderSample }

// dialectsList are all dialects: those to start with, those of specifications by
// family, and those of programs.
type dialectsList struct {
	Common   []*dialect.Dialect
	Families []family
	Programs []*dialect.Dialect
}

type family struct {
	Name     string
	Dialects []*dialect.Dialect
}

func (l *dialectsList) add(d *dialect.Dialect) {
	if !d.Specified() {
		l.Programs = append(l.Programs, d)
		return
	}
	i := slices.IndexFunc(l.Families, func(f family) bool { return f.Name == d.Family() })
	if i < 0 {
		i = len(l.Families)
		l.Families = append(l.Families, family{Name: d.Family()})
	}
	l.Families[i].Dialects = append(l.Families[i].Dialects, d)
}
