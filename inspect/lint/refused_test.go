package lint

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/pct-encoded/percent/internal/growth"
	"github.com/pct-encoded/percent/weburl"
)

// TestRefusedHosts checks that no URL of the web or of a file that the URL Standard refuses
// passes without a finding of severity Warning or worse, and that refusals are said only of
// URLs that it refuses.
func TestRefusedHosts(t *testing.T) {
	pieces := strings.Fields(`a B xn-- xn--a xn--bcher-kva - .. . 1 0x 256 %41 % é ß _ ~ ! $ & ' ( ) * + , ; = : :: ^ | { } " @ 日 。 ٣ א ب ０ localhost`)
	pieces = append(pieces, "\u00AD", "\u200D", " ", strings.Repeat("a", 70))
	random := rand.New(rand.NewPCG(1, 2))
	tries := 4000
	if growth.Long() {
		tries = 60_000
	}
	refused := 0
	for range tries {
		s := []string{"https://", "http://", "ftp://", "file://", "//"}[random.IntN(5)]
		for range 1 + random.IntN(4) {
			s += pieces[random.IntN(len(pieces))]
		}
		s += "/x"
		whole := s
		if strings.HasPrefix(s, "//") {
			whole = "https:" + s
		}
		_, err := weburl.Parse(whole)
		findings, _ := Linter{}.Lint(s)
		worst, said := Info, false
		for _, f := range findings {
			worst = max(worst, f.Severity)
			said = said || f.Message == isRefusedName.text
		}
		if err != nil {
			refused++
		}
		if err != nil && worst < Warning || err == nil && said {
			t.Errorf("%q: the URL Standard says %v, lint %v", s, err, findings)
		}
	}
	if refused < tries/10 || refused > tries*9/10 {
		t.Errorf("%d of %d refused: the test does not show much", refused, tries)
	}
}
