package main

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strings"

	"github.com/pct-encoded/percent/dialect"
	"github.com/pct-encoded/percent/internal/uts46"
)

// knownFile lists what is known to have moved on and is no news: what another RFC
// obsoletes or updates, and the day up to which errata were read.
const knownFile = "tools/moved/known.txt"

var (
	rfcPage     = regexp.MustCompile(`^https://www\.rfc-editor\.org/rfc/rfc(\d+)`)
	dayOfPage   = regexp.MustCompile(`<time[^>]*datetime="?(\d{4}-\d\d)`)
	ecmaEdition = regexp.MustCompile(`ECMAScript(?:®|&#xAE;|&reg;)? (20\d\d)`)
	versionLine = regexp.MustCompile(`Version (\d+)\.\d+\.\d+`)
)

// A known is what knownFile says.
type known struct {
	relations map[string]bool // "RFC 1738 obsoleted by RFC4248"
	errata    string          // a day
	head      string          // the comment that it begins with
}

func readKnown() (*known, error) {
	b, err := os.ReadFile(knownFile)
	if err != nil {
		return nil, err
	}
	k := &known{relations: map[string]bool{}}
	for line := range strings.Lines(string(b)) {
		text := strings.TrimSpace(line)
		day, ok := strings.CutPrefix(text, "errata ")
		switch {
		case text == "" || text[0] == '#':
			k.head += line
		case ok:
			k.errata = day
		default:
			k.relations[text] = true
		}
	}
	if k.errata == "" {
		return nil, fmt.Errorf("%s does not say up to which day errata were read", knownFile)
	}
	return k, nil
}

func (k *known) write() error {
	lines := slices.Sorted(maps.Keys(k.relations))
	return os.WriteFile(knownFile, []byte(k.head+"errata "+k.errata+"\n"+strings.Join(lines, "\n")+"\n"), 0o666)
}

// cited returns what the catalogue cites, each page once, with the newest date.
func cited() []dialect.Citation {
	pages := map[string]dialect.Citation{}
	for d := range dialect.All() {
		page, _, _ := strings.Cut(d.Spec.URL, "#")
		if c, ok := pages[page]; page != "" && (!ok || d.Spec.Date > c.Date) {
			c = d.Spec
			c.URL = page
			pages[page] = c
		}
	}
	var list []dialect.Citation
	for _, c := range pages {
		list = append(list, c)
	}
	slices.SortFunc(list, func(a, b dialect.Citation) int { return cmp.Compare(a.URL, b.URL) })
	return list
}

// specifications asks for newer editions of what the catalogue cites, and of Unicode.
func specifications(r *report, s sources) error {
	k, err := readKnown()
	if err != nil {
		return err
	}
	rfcs := map[string]bool{}
	for _, c := range cited() {
		if m := rfcPage.FindStringSubmatch(c.URL); m != nil {
			rfcs[m[1]] = true
			r.page(s, "https://www.rfc-editor.org/rfc/rfc"+m[1]+".json", "RFC "+m[1], func(b []byte) error { return relations(r, k, "RFC "+m[1], b) })
			continue
		}
		if c.Date == "" {
			r.unreached("citations", c.Title, errors.New("they have no date"))
			continue
		}
		r.page(s, c.URL, c.Title, func(b []byte) error { return edition(r, c, b) })
	}
	r.page(s, "https://encoding.spec.whatwg.org/", "Encoding Standard", func(b []byte) error {
		return edition(r, dialect.Citation{Title: "Encoding Standard", URL: "https://encoding.spec.whatwg.org/", Date: encodingRead}, b)
	})
	r.page(s, "https://www.rfc-editor.org/errata.json", "errata", func(b []byte) error { return errata(r, k, rfcs, b) })
	ours, _, _ := strings.Cut(uts46.UnicodeVersion, ".")
	r.page(s, "https://www.unicode.org/Public/UCD/latest/ReadMe.txt", "Unicode", func(b []byte) error {
		m := versionLine.FindSubmatch(b)
		if m == nil {
			return errors.New("no version in it")
		}
		if string(m[1]) != ours {
			r.newer("Unicode %s, host names follow %s (internal/uts46)", m[1], ours)
		}
		return nil
	})
	if r.know {
		return k.write()
	}
	return nil
}

// encodingRead is when package charset was last held against the Encoding Standard.
const encodingRead = "2026-11"

// page asks for a page and gives it to use, whose error is that nothing can be read from
// it.
func (r *report) page(s sources, address, what string, use func([]byte) error) {
	u, err := url.Parse(address)
	if err != nil {
		r.unreached(address, what, err)
		return
	}
	if r.silent(u.Host) {
		r.unreached(u.Host, what, nil)
		return
	}
	b, err := s.get(address)
	if err != nil {
		// Without the address, which stands before it.
		if wrapped := (*url.Error)(nil); errors.As(err, &wrapped) {
			err = wrapped.Err
		}
		r.unreached(u.Host, what, err)
		return
	}
	if err := use(b); err != nil {
		r.unreached(address, what, err)
		return
	}
	r.asked++
}

// relations compares which RFCs obsolete or update one with those that are known.
func relations(r *report, k *known, name string, b []byte) error {
	var rfc struct {
		ObsoletedBy []string `json:"obsoleted_by"`
		UpdatedBy   []string `json:"updated_by"`
	}
	if err := json.Unmarshal(b, &rfc); err != nil {
		return err
	}
	note := func(word string, list []string) {
		for _, by := range list {
			if line := name + word + strings.TrimSpace(by); !k.relations[line] {
				r.newer("%s (%s)", line, knownFile)
				k.relations[line] = true
			}
		}
	}
	note(" obsoleted by ", rfc.ObsoletedBy)
	note(" updated by ", rfc.UpdatedBy)
	return nil
}

// errata lists verified errata that came after the day up to which they were read.
func errata(r *report, k *known, rfcs map[string]bool, b []byte) error {
	var list []struct {
		ID      string `json:"errata_id"`
		Doc     string `json:"doc-id"`
		Status  string `json:"errata_status_code"`
		Updated string `json:"update_date"`
		Day     string `json:"submit_date"`
	}
	if err := json.Unmarshal(b, &list); err != nil {
		return err
	}
	read := k.errata
	for _, e := range list {
		number := strings.TrimLeft(strings.TrimPrefix(e.Doc, "RFC"), "0")
		if day := max(e.Day, e.Updated); rfcs[number] && e.Status == "Verified" && day > read {
			r.newer("RFC %s has erratum %s, verified, of %.10s; errata were read up to %s (%s)", number, e.ID, day, read, knownFile)
			k.errata = max(k.errata, day[:min(len(day), 10)])
		}
	}
	return nil
}

// edition compares the date of a page with that of the citation.
func edition(r *report, c dialect.Citation, b []byte) error {
	if m := ecmaEdition.FindSubmatch(b); m != nil && strings.Contains(c.URL, "ecma262") {
		// The page is the draft of the next edition.
		if edition := string(m[1]); edition > c.Date[:4] && edition != next(c.Date[:4]) {
			r.newer("%s: the draft is of %s, so an edition after %s is out (%s)", c.Title, edition, c.Date, c.URL)
		}
		return nil
	}
	m := dayOfPage.FindSubmatch(b)
	if m == nil {
		return errors.New("no date in it")
	}
	if day := string(m[1]); day > c.Date {
		r.newer("%s of %s, cited of %s (%s)", c.Title, day, c.Date, c.URL)
	}
	return nil
}

// next returns the year after another.
func next(year string) string {
	n := 0
	for _, digit := range year {
		n = n*10 + int(digit-'0')
	}
	return fmt.Sprint(n + 1)
}
