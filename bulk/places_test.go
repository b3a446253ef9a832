package bulk

import (
	"strings"
	"testing"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/kernel"
)

// TestFindMalformed: of a run that fails, only the rows with malformed escapes are set apart, and
// each once.
func TestFindMalformed(t *testing.T) {
	text := []byte(strings.Repeat("%41 %C3%A9\n", 20) + "%zz\n" + strings.Repeat("%41\n", 20) + "%4\n%%41")
	p := newPlaces(division{delim: 0x2c}, percent.ByteSet{}, kernel.SetOf(), false)
	p.find(text)
	if n := p.findMalformed(text, 0, len(text)-4, true); n != 2 {
		t.Errorf("%d malformed escapes, want 2", n)
	}
	if n := p.findMalformed(text, 0, len(text), true); n != 3 {
		t.Errorf("%d malformed escapes, want 3", n)
	}
	for at := range text {
		_, odd, _ := p.look(at, at+1)
		malformed := text[at] == '%' && strings.HasPrefix(string(text[at:]), "%zz") || string(text[at:]) == "%4\n%%41" || string(text[at:]) == "%%41"
		if odd != 0 != malformed {
			t.Errorf("byte %d: %v", at, odd != 0)
		}
	}
}
