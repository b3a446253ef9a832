package corpus

import (
	"slices"
	"strings"
	"testing"
)

// TestMade: the same URLs every time, most of them different, and with
// what tests look for in them.
func TestMade(t *testing.T) {
	urls := Made(size)
	if !slices.Equal(urls[:1000], Made(1000)) {
		t.Error("other URLs the second time")
	}
	different := map[string]bool{}
	count := map[string]int{}
	for _, s := range urls {
		different[s] = true
		for _, x := range []string{"%", "?", "#", "%C3", "%c3", "%E", "xn--", "%2F", "%25", "%26", "(", " ", "é", "\\"} {
			if strings.Contains(s, x) {
				count[x]++
			}
		}
	}
	if len(different) < size*8/10 {
		t.Errorf("only %d different URLs", len(different))
	}
	if count["%"] < size/20 || len(count) < 14 {
		t.Errorf("too little of %v", count)
	}
}
