package operation

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/pct-encoded/percent/internal/corpus"
	"github.com/pct-encoded/percent/internal/kernel"
	"github.com/pct-encoded/percent/uri"
)

// TestIsNormal: what isNormal says of URLs is what parsing and normalizing them says, and it
// says so of most URLs that have no escapes.
func TestIsNormal(t *testing.T) {
	pieces := strings.Fields("a A . .. / // ? # : @ % %41 %7e [ ] é \xff - _ ~ ! $ & ' ( ) * + , ; = | \\ 80 :80 /. /./ /../ a.b")
	pieces = append(pieces, " ", "\t", "\n", "\x00", strings.Repeat("a", 60), strings.Repeat("/b", 31))
	r := rand.New(rand.NewPCG(43, 9))
	texts := corpus.Made(5_000)
	for range 60_000 {
		b := []byte(pieces[r.IntN(len(pieces))])
		if r.IntN(10) > 0 {
			starts := []string{"http://", "https://", "https://a.example/", "http://192.0.2.1/x", "https://" + strings.Repeat("h", r.IntN(70)) + "/"}
			b = []byte(starts[r.IntN(len(starts))])
		}
		for range r.IntN(6) {
			b = append(b, pieces[r.IntN(len(pieces))]...)
		}
		texts = append(texts, string(b))
	}
	for _, tier := range kernel.Tiers() {
		restore := tier.Use()
		normal := 0
		for _, s := range texts {
			if !isNormal([]byte(s)) {
				continue
			}
			normal++
			u, err := uri.Parse(s)
			if got := string(u.AppendNormalize(nil, uri.AllRungs)); err != nil || got != s {
				t.Errorf("%v: %q is %q, %v", tier, s, got, err)
			}
		}
		if normal < 10_000 {
			t.Errorf("%v: only %d of %d are normal", tier, normal, len(texts))
		}
		restore()
	}
}
