// Command documents compares the URLs that inspect/document finds in files with those in the
// values that a parser of another program finds in them:
//
//	go run ./documents python /usr/lib/python3
//
// The parsers are programs in parsers, which read names of files and write, for each, an object
// with its values. What a URL is in a value is decided here, by a rule of its own. It counts
// those that both have (as many as the one that has fewer), and those that one of them has alone.
package main

import (
	"bufio"
	"encoding/json"
	"flag"
	"fmt"
	"io/fs"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/pct-encoded/percent/inspect/document"
)

// A parser is a program, which is started in the folder of this one, and the files that it takes.
type parser struct {
	command string
	ends    string // of names of files
	grammar string // "" for what the name of a file says
}

var parsers = map[string]parser{
	"python":     {"python3 parsers/python.py python", ".py", ""},
	"ini":        {"python3 parsers/python.py ini", ".ini .cfg .conf .service .timer .socket .mount", "ini"},
	"json":       {"python3 parsers/python.py json", ".json .har .webmanifest .map .ipynb .geojson", ""},
	"html":       {"python3 parsers/python.py html", ".html .htm .xhtml", ""},
	"xml":        {"python3 parsers/python.py xml", ".xml .svg .plist .kml .gpx .rss .atom .opml .xsd .wsdl .rdf", "html"},
	"mail":       {"python3 parsers/python.py mail", ".eml", ""},
	"csv":        {"python3 parsers/python.py csv", ".csv .tsv", ""},
	"toml":       {"python3 parsers/python.py toml", ".toml", ""},
	"yaml":       {"python3 parsers/python.py yaml", ".yaml .yml", ""},
	"markdown":   {"node parsers/prose.mjs markdown", ".md .markdown", ""},
	"text":       {"node parsers/prose.mjs text", ".txt .rst", ""},
	"javascript": {"node parsers/javascript.mjs", ".js .mjs .cjs .ts .mts .jsx .tsx", ""},
	"css":        {"node parsers/css.mjs", ".css", ""},
	"php":        {"php parsers/php.php", ".php", "source"},
	"ruby":       {"ruby parsers/ruby.rb", ".rb", ""},
	"java":       {"java parsers/Java.java", ".java", ""},
	"go":         {"go run ./parsers/go", ".go", ""},
}

func main() {
	log.SetFlags(0)
	show := flag.Int("show", 0, "how many differences to print of each kind")
	most := flag.Int("most", 0, "how many files to take; 0 for all")
	flag.Parse()
	p, ok := parsers[flag.Arg(0)]
	if !ok || flag.NArg() < 2 {
		log.Fatal("usage: documents [-show N] [-most N] PARSER FILE...")
	}
	names := files(strings.Fields(p.ends), flag.Args()[1:])
	if *most > 0 && len(names) > *most {
		step := len(names) / *most
		for i := range *most {
			names[i] = names[i*step]
		}
		names = names[:*most]
	}
	c := counts{show: *show}
	if err := p.answers(names, func(a answer) { c.compare(p, a) }); err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%d files, %d of them not parsed: %d URLs in both, %d only by the parser, %d only by percent; recall %.2f %%, precision %.2f %%\n",
		len(names), c.failed, c.both, c.missed, c.more, 100*share(c.both, c.missed), 100*share(c.both, c.more))
}

func share(a, b int) float64 { return float64(a) / float64(max(a+b, 1)) }

// files returns the files in or below roots whose names end so.
func files(ends, roots []string) (names []string) {
	const most = 32 << 20 // bytes
	for _, root := range roots {
		root, err := filepath.Abs(root) // parsers run in another folder
		if err != nil {
			log.Fatal(err)
		}
		err = filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
			if err != nil || !d.Type().IsRegular() || !slices.Contains(ends, filepath.Ext(name)) {
				return err
			}
			if info, err := d.Info(); err == nil && info.Size() <= most {
				names = append(names, name)
			}
			return nil
		})
		if err != nil {
			log.Print(err)
		}
	}
	return names
}

// An answer is what a parser says of a file.
type answer struct {
	File   string   `json:"file"`
	Values []string `json:"values"`
	Error  string   `json:"error"`
}

func (p parser) answers(names []string, each func(answer)) error {
	words := strings.Fields(p.command)
	cmd := exec.Command(words[0], words[1:]...)
	cmd.Stdin = strings.NewReader(strings.Join(names, "\n") + "\n")
	cmd.Stderr = os.Stderr
	cmd.Dir = "documents"
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	lines := bufio.NewScanner(out)
	lines.Buffer(nil, 256<<20)
	for lines.Scan() {
		var a answer
		if err := json.Unmarshal(lines.Bytes(), &a); err != nil {
			return err
		}
		each(a)
	}
	if err := lines.Err(); err != nil {
		return err
	}
	return cmd.Wait()
}

type counts struct {
	both, missed, more, failed int
	show, missedShown, shown   int
}

func (c *counts) compare(p parser, a answer) {
	octets, err := os.ReadFile(a.File)
	if a.Error != "" || err != nil || !utf8.Valid(octets) {
		c.failed++
		return
	}
	text := string(octets)
	had := map[string]int{}
	for _, v := range a.Values {
		for _, u := range urls(v) {
			had[u]++
		}
	}
	g := document.Detect(a.File, text)
	if p.grammar != "" {
		named, err := document.Lookup(p.grammar)
		if err != nil {
			log.Fatal(err)
		}
		g = named.For(text)
	}
	for number, part := range parts(g, text) {
		for u := range g.URLs(part) {
			list := urls(u.Read(part))
			if len(list) == 0 {
				continue // a relative reference
			}
			url := list[0] // what others are in it are found in the value as well
			if had[url] > 0 {
				had[url]--
				c.both++
				continue
			}
			c.more++
			if c.shown++; c.shown <= c.show {
				fmt.Printf("+ %s:%d %q\n", a.File, 1+number+strings.Count(part[:u.Offset], "\n"), url)
			}
		}
	}
	for url, n := range had {
		c.missed += n
		if n > 0 {
			if c.missedShown++; c.missedShown <= c.show {
				fmt.Printf("- %s %q\n", a.File, url)
			}
		}
	}
}

// parts returns what the command reads at once: a document, or its lines.
func parts(g *document.Grammar, text string) []string {
	if !g.Lines() {
		return []string{text}
	}
	return strings.Split(text, "\n")
}

var beginning = regexp.MustCompile(`[A-Za-z][A-Za-z0-9+.-]*://`)

// urls returns the URLs in a text, as far as there is no doubt where they end: they have neither
// white space nor quotation marks, and no punctuation at the end.
func urls(text string) (list []string) {
	for {
		at := beginning.FindStringIndex(text)
		if at == nil {
			return list
		}
		rest := text[at[1]:]
		end := strings.IndexFunc(rest, func(r rune) bool {
			return r <= ' ' || strings.ContainsRune("\"'<>`\x7F", r) || r >= utf8.RuneSelf && (unicode.IsSpace(r) || unicode.IsPunct(r))
		})
		if end < 0 {
			end = len(rest)
		}
		rest = balanced(rest[:end])
		rest = strings.TrimRight(rest, ".,;:!?*|\\/)]}")
		if strings.Trim(rest, "/") != "" {
			scheme := text[at[0]:at[1]]
			if cut := strings.LastIndexAny(scheme, ".-"); cut >= 0 {
				scheme = scheme[cut+1:]
			}
			list = append(list, scheme+rest)
		}
		text = text[at[1]+end:]
	}
}

// balanced returns s up to a bracket that closes none, or opens what does not end.
func balanced(s string) string {
	var open []int
	for i := range len(s) {
		switch k := strings.IndexByte("([{)]}", s[i]); {
		case k >= 3:
			if len(open) == 0 {
				return s[:i]
			}
			open = open[:len(open)-1]
		case k >= 0:
			open = append(open, i)
		}
	}
	if len(open) > 0 {
		return s[:open[0]]
	}
	return s
}
