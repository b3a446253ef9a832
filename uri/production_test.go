package uri

import (
	"strings"
	"testing"
)

// TestProductionAt: each byte has the name of its rule in the grammar, whose characters
// it is one of in references that follow the grammar.
func TestProductionAt(t *testing.T) {
	letters := map[byte]string{
		's': "scheme", 'u': "userinfo", 'r': "reg-name", 'i': "IP-literal", '4': "IPv4address", 'z': "ZoneID",
		'o': "port", 'p': "path", 'n': "segment-nz-nc", 'q': "query", 'f': "fragment", '-': "",
	}
	for _, tt := range [][2]string{
		{"http://me:x@h.example:80/a/b?c#d", "ssss---uuuu-rrrrrrrrr-oopppp-q-f"},
		{"http://[::1]:8/", "ssss---iiiii-op"},
		{"http://[v7.a:b]", "ssss---iiiiiiii"},
		{"//127.0.0.1/a", "--444444444pp"},
		{"//[fe80::1%25e1]/", "--iiiiiiiiiiizzip"},
		{"mailto:a@b", "ssssss-ppp"},
		{"a@b/c:d?", "nnnpppp-"},
		{"/a:b", "pppp"},
		{"?#", "--"},
	} {
		u := ParseLenient(tt[0])
		for i := range tt[0] {
			name, holds, escapes := u.ProductionAt(i)
			if want := letters[tt[1][i]]; name != want {
				t.Errorf("%q at %d: %q, want %q", tt[0], i, name, want)
			}
			if name != "" && !holds.Contains(tt[0][i]) && tt[0][i] != '%' {
				t.Errorf("%q at %d: %s does not hold it", tt[0], i, name)
			}
			if want := strings.Contains("urpnzqf", tt[1][i:i+1]); escapes != want {
				t.Errorf("%q at %d: escapes %v in %s", tt[0], i, escapes, name)
			}
		}
		for _, i := range []int{-1, len(tt[0])} {
			if name, _, _ := u.ProductionAt(i); name != "" {
				t.Errorf("%q at %d: %q", tt[0], i, name)
			}
		}
	}
}
