package inspect_test

import (
	"fmt"
	"sync"
	"testing"

	"github.com/pct-encoded/percent/inspect/compare"
	"github.com/pct-encoded/percent/inspect/explain"
	"github.com/pct-encoded/percent/inspect/identify"
	"github.com/pct-encoded/percent/inspect/lint"
)

// TestConcurrentUse calls everything in several goroutines at once. The race
// detector looks on.
func TestConcurrentUse(t *testing.T) {
	const users = 4
	var results [users]string
	var wg sync.WaitGroup
	for i := range users {
		wg.Go(func() {
			e, err := explain.Explain("http://h/%8E%A9%93%AE?a+b%2525")
			if err != nil {
				t.Error(err)
				return
			}
			found, err := lint.Lint("http://h/%252e%252e/%c0%af?\u202E")
			if err != nil {
				t.Error(err)
				return
			}
			id, err := identify.Identify(identify.Pair("a b~*", "a+b%7E%2A"))
			if err != nil {
				t.Error(err)
				return
			}
			c := compare.Compare("caf%C3%A9", "caf%E9", compare.Text)
			results[i] = fmt.Sprint(len(e.Characters), len(found), len(id.Matches), id.Next, c.Mistakes[0].ID)
		})
	}
	wg.Wait()
	for i := range results {
		if results[i] != results[0] || results[i] == "" {
			t.Errorf("%q and %q", results[0], results[i])
		}
	}
}
