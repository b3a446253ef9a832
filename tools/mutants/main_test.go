//go:build unix

package main

import (
	"os"
	"path/filepath"
	"testing"
	"time"
)

const code = `package small

const limit = 3

var table = []int{4, 5}

func Count(s string) int {
	n, calls := 0, [2]int{}
	for i := 0; i < len(s); i++ {
		if s[i] == 'a' || s[i] == 0x7f {
			n += 2
		}
		calls[1]++
	}
	switch {
	case n > limit && calls[1] > 0:
		return table[0]
	default:
		return n
	}
}

func Grow(n int) (made [][]byte) {
	for len(made) < n {
		made = append(made, make([]byte, 64<<20))
		clear(made[len(made)-1])
	}
	return made
}
`

const test = `package small

import "testing"

func TestCount(t *testing.T) {
	for s, want := range map[string]int{"": 0, "xay": 2, "\x7f\x7eb": 2, "aa": 4, "aabb": 4, "aaa": 4} {
		if got := Count(s); got != want {
			t.Errorf("%q: %d", s, got)
		}
	}
}
`

const growth = `
func TestGrow(t *testing.T) {
	if made := Grow(1); len(made) != 1 || len(made[0]) != 64<<20 {
		t.Error(len(made))
	}
}
`

// The fault that appends without end is stopped by the limit of memory. Faults that are
// not noticed: what nothing reads, table's second number, and comparisons that are the
// same where the test looks.
func TestMeasure(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"go.mod": "module small\n\ngo 1.26\n", "a.go": code, "a_test.go": test} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	*count, *patience, *memory = 1000, 2*time.Second, 1024
	weak, err := measure(dir)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "a_test.go"), []byte(test+growth), 0o600); err != nil {
		t.Fatal(err)
	}
	strong, err := measure(dir)
	if err != nil {
		t.Fatal(err)
	}
	if weak < 50 || weak > 80 || strong < 75 || strong > 95 {
		t.Errorf("%.1f %% without the test of Grow, %.1f %% with it", weak, strong)
	}
	if err := os.WriteFile(filepath.Join(dir, "a_test.go"), []byte(test+"func TestNot(t *testing.T) { t.Fail() }"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := measure(dir); err == nil {
		t.Error("a test that fails without a fault is no error")
	}
}

func TestApply(t *testing.T) {
	wrap := func(start, end int, name string) *mutant {
		return &mutant{start: start, end: end, before: func(int) string { return name + "(" }, after: ")"}
	}
	got := apply("x+y z", map[int]*mutant{1: wrap(0, 3, "sum"), 2: wrap(0, 1, "x"), 3: wrap(0, 3, "again"), 4: wrap(2, 3, "y")})
	if want := "sum(again(x(x)+y(y))) z"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
