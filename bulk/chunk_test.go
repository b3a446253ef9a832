package bulk

import (
	"errors"
	"testing"

	"github.com/pct-encoded/percent/internal/kernel"
)

// TestNotTaken: a job whose results are not taken ends, instead of handing over the same ones
// for ever.
func TestNotTaken(t *testing.T) {
	op, err := Decode(Options{})
	if err != nil {
		t.Fatal(err)
	}
	j := &Job{Operation: op}
	for name, work := range map[string]func(*chunk) bool{
		"lines": newWorker(j, op, "in").work,
		"rows":  newRowWorker(j, op, &plan{Table: &Table{Format: WholeLines}, special: new(kernel.Set)}, "in").work,
	} {
		c := &chunk{text: []byte("a\n"), out: make([]byte, fullOut), last: true}
		if !work(c) || !errors.Is(c.stop, errNotTaken) {
			t.Errorf("%s: %v", name, c.stop)
		}
	}
}
