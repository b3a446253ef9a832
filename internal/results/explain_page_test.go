package results

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/pct-encoded/percent/inspect/explain"
	"github.com/pct-encoded/percent/inspect/layers"
	"github.com/pct-encoded/percent/internal/cli/term"
	"github.com/pct-encoded/percent/internal/corpus"
)

// TestPagesAreSafe: whatever the text, a page is UTF-8 without control and
// bidirectional characters.
func TestPagesAreSafe(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		checkPages(t, corpus.HostileText(rnd))
	}
}

func FuzzPages(f *testing.F) {
	for _, s := range corpus.Hostile {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if len(s) <= 1024 {
			checkPages(t, s)
		}
	})
}

func checkPages(t *testing.T, s string) {
	t.Helper()
	var pages []string
	style := Style{Style: term.Style{Columns: term.DefaultColumns}}
	for _, detail := range []Detail{Brief, Full} {
		e, err := explain.Explain(s)
		if err != nil {
			t.Fatal(err)
		}
		pages = append(pages, Explanation{e}.Page(Style{style.Style, detail}))
		for mode := range layers.PlusEvery + 1 {
			l, err := layers.With(s, layers.Options{Plus: mode})
			if err != nil {
				t.Fatal(err)
			}
			pages = append(pages, Layers{l}.Page(Style{style.Style, detail}))
		}
	}
	for _, page := range pages {
		if !utf8.ValidString(page) || !strings.HasSuffix(page, "\n") {
			t.Fatalf("%q: a page that is not UTF-8 or has no end:\n%q", s, page)
		}
		for _, c := range page {
			// U+200E keeps what stands beside text from right to left in its place.
			if c != '\n' && c != 0x200E && (unicode.IsControl(c) || unicode.Is(unicode.Bidi_Control, c)) {
				t.Fatalf("%q: U+%04X in\n%s", s, c, page)
			}
		}
	}
}

// TestExplainWidth: no line of a page is wider than the page.
func TestExplainWidth(t *testing.T) {
	for columns := term.MinColumns; columns <= term.MaxColumns; columns += 7 {
		for _, s := range []string{
			"https://user:pw@example.com:8080/caf%C3%A9/%E6%97%A5%E6%9C%AC?q=a+b&next=https%3A%2F%2Fexample.org%2F%3Fx%3D%2520%26y&long=" + strings.Repeat("a", 60) + "#" + strings.Repeat("日本語", 12),
			"..%c0%af%u002e%", "%E9t%E9 %93%fa%96%7b", "C3%83%C2%A9%C3%83%C2%A9", "a=%E2%80%AE%00%1b+" + strings.Repeat("%20", 40), "mailt%6F:a@b",
		} {
			e, err := explain.Explain(s)
			if err != nil {
				t.Fatal(err)
			}
			for line := range strings.Lines(Explanation{e}.Page(Style{Style: term.Style{Columns: columns}})) {
				if n := term.Width(strings.TrimRight(line, "\n")); n > columns {
					t.Errorf("%d columns of %d: %s", n, columns, line)
				}
			}
		}
	}
}
