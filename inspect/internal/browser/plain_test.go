package browser

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/pct-encoded/percent/internal/corpus"
)

// TestDifference: the quick comparison says what Read says.
func TestDifference(t *testing.T) {
	odd := strings.Fields(`@ \ é ： %2F %5C %00 // :// : ? # / .. . %2e %2E%2e . /./ /../ [ ] | ^ ` + "` { } < > \" ' ; = & + a bc %zz % %e3%81 % %c3%a9 日本 \x01 \x7f \xff \ufffd \ufeff \U000e0001 \ue000 \ufdd0")
	odd = append(odd, " ", "\t", "\n", "\r", "\x00", "\u00a0", "\u2028")
	starts := []string{
		"http://a.example/", "HTTPS://Example.COM/a/", "ws://a-b.example", "wss://localhost/", "ftp://h", "http://a", "http://a--b.example/",
		"http://xn--a.example/", "http://0x7f.example/", "http://a.0x1/", "http://a./", "http://-a.example/", "http://a-/", "http://a..b/", "file://h/", "foo://h/", "http:///", "http:/",
	}
	r := rand.New(rand.NewPCG(1, 2))
	texts := corpus.Made(500)
	for range 20_000 {
		s := starts[r.IntN(len(starts))]
		if r.IntN(2) == 0 {
			s = starts[r.IntN(6)] // the plain ones
		}
		for range r.IntN(5) {
			s += odd[r.IntN(len(odd))]
		}
		texts = append(texts, s)
	}
	var found [3]int
	for _, s := range texts {
		want := ""
		if r, ok := Read(s); ok && r.Differs {
			want = r.Of("the URL")
		}
		found[compare(s)]++
		if got := Difference(s, "the URL"); got != want {
			t.Errorf("%q: %q, want %q", s, got, want)
		}
	}
	if found[same] < 3000 || found[other] < 200 {
		t.Errorf("unknown, the same and other: %v", found)
	}
}
