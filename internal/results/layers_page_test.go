package results_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/pct-encoded/percent/inspect/layers"
	"github.com/pct-encoded/percent/internal/cli/term"
	"github.com/pct-encoded/percent/internal/corpus"
	"github.com/pct-encoded/percent/internal/results"
)

// TestPlainLayers: the page on a plain layer is what is around it, and the text.
func TestPlainLayers(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	damage := "%+;&=\\\"' \tC3A9xu#é\x00\x7F~!"
	texts := corpus.URLs(t)[:30_000]
	for first := range 256 {
		for _, s := range []string{"a", "&#1", "\\x4", "=C3", "%26"} {
			texts = append(texts, s+string([]byte{byte(first)}), string([]byte{byte(first)})+s, s+string([]byte{byte(first)})+s)
		}
	}
	style := results.Style{Style: term.Style{Columns: term.DefaultColumns}}
	plainLayers := results.PlainLayers(style)
	plain := 0
	for i, s := range texts {
		b := []byte(s)
		for range i % 3 {
			if len(b) > 0 {
				b[r.IntN(len(b))] = damage[r.IntN(len(damage))]
			}
		}
		before, after, ok := plainLayers(b)
		if !ok {
			continue
		}
		plain++
		for _, plus := range []layers.PlusMode{layers.PlusKept, layers.PlusFirst, layers.PlusEvery} {
			l, err := layers.With(string(b), layers.Options{Plus: plus})
			if err != nil {
				t.Fatal(err)
			}
			for _, detail := range []results.Detail{results.Brief, results.Full} {
				if got, want := before+string(b)+after, (results.Layers{Stack: l}).Page(results.Style{Style: style.Style, Detail: detail}); got != want {
					t.Fatalf("%q: %q, want %q", b, got, want)
				}
			}
		}
	}
	if plain < len(texts)/3 {
		t.Errorf("only %d of %d are plain", plain, len(texts))
	}
}

// TestReplacementCharacter: U+FFFD is a character as any other, not three octets that are none.
func TestReplacementCharacter(t *testing.T) {
	l, err := layers.Of("%EF%BF%BD%FF")
	if err != nil {
		t.Fatal(err)
	}
	page := (results.Layers{Stack: l}).Page(results.Style{Style: term.Style{Columns: 200}})
	for _, want := range []string{`%EF%BF%BD at 0 is "�"`, `%FF at 9 is "\xff"`} {
		if !strings.Contains(page, want) {
			t.Errorf("no %s in %s", want, page)
		}
	}
}
