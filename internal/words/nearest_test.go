package words

import "testing"

func TestNearest(t *testing.T) {
	names := []string{"encode", "decode", "fix", "dialects", "space"}
	for name, want := range map[string]string{
		"encod": "encode", "endoce": "encode", "dcode": "decode", "fxi": "fix", "dia": "dialects",
		"": "", "x": "", "frobnicate": "", "spcae": "space",
	} {
		if got := Nearest(name, names); got != want {
			t.Errorf("Nearest(%q) = %q, want %q", name, got, want)
		}
	}
}
