package charset

import (
	"sync"
	"testing"
)

// TestConcurrentUse uses every charset in several goroutines at once, the first
// use of each included, which unpacks its tables. The race detector looks on.
func TestConcurrentUse(t *testing.T) {
	const users = 4
	var results [users][]string
	var wg sync.WaitGroup
	for i := range users {
		wg.Go(func() {
			for _, c := range All() {
				text, _ := c.Decode("a\x8E\xA9\x93\xAE")
				out, _ := c.Encode("aあéя")
				results[i] = append(results[i], text+"|"+out)
			}
			for _, found := range Detect([]byte("\x8E\xA9\x93\xAE\x82\xF0")) {
				results[i] = append(results[i], found.Charset.Name())
			}
		})
	}
	wg.Wait()
	for i := range results {
		if len(results[i]) < 40 || len(results[i]) != len(results[0]) {
			t.Fatalf("%d results and %d", len(results[i]), len(results[0]))
		}
		for k, want := range results[0] {
			if results[i][k] != want {
				t.Errorf("result %d is %q and %q", k, want, results[i][k])
			}
		}
	}
}
