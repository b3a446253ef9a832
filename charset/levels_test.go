package charset

import "testing"

// TestLevels: the levels of the standards: in GB 2312 the rows 16 to 55 (B0 to D7) and 56
// to 87 (D8 to F7), in Big5 A440 to C67E and C940 to F9D5, begin and end with these
// characters.
func TestLevels(t *testing.T) {
	for _, tt := range []struct {
		level   func(rune) float64
		sure    []rune // of the first level
		less    []rune // of the second
		outside []rune
	}{
		{levelChinese, []rune("啊座一"), []rune("亍齄龠"), []rune("丂é")},
		{levelTraditional, []rune("一籲的"), []rune("乂龘"), []rune("é")},
	} {
		first, second := tt.level(tt.sure[0]), tt.level(tt.less[0])
		if !(first > 10*second && second > 0) {
			t.Errorf("levels %g and %g", first, second)
		}
		for _, r := range tt.sure {
			if got := tt.level(r); got != first {
				t.Errorf("%c: %g, want %g", r, got, first)
			}
		}
		for _, r := range tt.less {
			if got := tt.level(r); got != second {
				t.Errorf("%c: %g, want %g", r, got, second)
			}
		}
		for _, r := range tt.outside {
			if got := tt.level(r); got >= second {
				t.Errorf("%c: %g, want less than %g", r, got, second)
			}
		}
	}
}

// TestSampledPairs: the four byte pairs of Big5 that are two characters each (Encoding
// Standard, Big5 decoder) are sampled as both.
func TestSampledPairs(t *testing.T) {
	for in, want := range map[string]string{"\x88\x62": "Ê̄", "\x88\x64": "Ê̌", "\x88\xA3": "ê̄", "\x88\xA5": "ê̌"} {
		if got := string(sampleRunes(Big5, []byte(in), true)); got != want {
			t.Errorf("%x: %q, want %q", in, got, want)
		}
	}
}
