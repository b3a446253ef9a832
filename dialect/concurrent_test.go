package dialect

import (
	"bytes"
	"sync"
	"testing"
)

// TestConcurrentUse uses every dialect in several goroutines at once, the first
// use of each included, which makes it ready. The race detector looks on.
func TestConcurrentUse(t *testing.T) {
	text := []byte("a b~é\u3042%41+\r\n/")
	const users = 4
	var results [users]map[string][2]string
	var wg sync.WaitGroup
	for i := range users {
		wg.Go(func() {
			results[i] = map[string][2]string{}
			for d := range All() {
				out, _ := d.AppendEncode(nil, text)
				back, _ := d.AppendDecode(nil, bytes.ToLower(out))
				results[i][d.ID] = [2]string{string(out), string(back)}
			}
		})
	}
	wg.Wait()
	if len(results[0]) < 400 {
		t.Errorf("%d dialects", len(results[0]))
	}
	for i := range results {
		for id, want := range results[0] {
			if results[i][id] != want {
				t.Errorf("%s gave %q and %q", id, want, results[i][id])
			}
		}
	}
}
