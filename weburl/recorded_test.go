package weburl

import (
	"compress/gzip"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/pct-encoded/percent/internal/growth"
)

// TestRecordedURLs replays what whatwg-url made of mutated URLs, with and without
// a base: all getters and all validation errors.
func TestRecordedURLs(t *testing.T) {
	var recording struct {
		Program string
		Seed    int
		Cases   [][4]json.RawMessage
	}
	if err := json.Unmarshal(unzipped(t, "urls.json.gz"), &recording); err != nil {
		t.Fatal(err)
	}
	g := newMaker(t)
	failures := 0
	for i, row := range recording.Cases {
		var want urlCase
		for j, v := range []any{&want.input, &want.base, &want.values, &want.errors} {
			if err := json.Unmarshal(row[j], v); err != nil {
				t.Fatal(err)
			}
		}
		got := g.inputs(recording.Seed, i)
		got.parse(t)
		if got.flat() != want.flat() {
			t.Errorf("case %d, %q, %s:\n got %q %q\nwant %q %q", i, want.input, row[1], got.values, got.errors, want.values, want.errors)
		}
		if want.values == nil {
			failures++
		}
	}
	if len(recording.Cases) < 1000 || failures == 0 || failures == len(recording.Cases) {
		t.Errorf("%d cases, %d failures", len(recording.Cases), failures)
	}
	t.Logf("%d cases, %d failures, by %s", len(recording.Cases), failures, recording.Program)
}

// TestHashedURLs is the same for a million URLs of which only hashes were
// recorded; "node record.mjs urls 1000 2 N", with N the number of the first, writes
// a block.
func TestHashedURLs(t *testing.T) {
	const seed, block = 2, 1000
	g := newMaker(t)
	hashed(t, "urls.hashes.gz", block, func(w io.Writer, i int) {
		c := g.inputs(seed, i)
		c.parse(t)
		fmt.Fprintln(w, c.flat())
	})
}

// TestHashedCalls replays sequences of calls of the setters of URL and of the
// methods of URLSearchParams.
func TestHashedCalls(t *testing.T) {
	const seed, block = 3, 100
	g := newMaker(t)
	hashed(t, "calls.hashes.gz", block, func(w io.Writer, i int) {
		fmt.Fprintln(w, "("+strings.Join(g.calls(t, seed, i), "\x02")+")")
	})
}

// TestHashedCharsets replays queries in the charsets of documents.
func TestHashedCharsets(t *testing.T) {
	const seed, block = 4, 1000
	g := newMaker(t)
	hashed(t, "charsets.hashes.gz", block, func(w io.Writer, i int) {
		fmt.Fprintln(w, "("+strings.Join(g.inCharset(t, seed, i), "\x02")+")")
	})
}

// hashed compares the hash of each block of what write writes: of all of them in
// the long tests, of the first tenth otherwise.
func hashed(t *testing.T, name string, block int, write func(w io.Writer, i int)) {
	want := strings.Fields(string(unzipped(t, name)))
	if len(want) == 0 {
		t.Fatal("no hashes")
	}
	all := len(want)
	if !growth.Long() {
		want = want[:(all+9)/10]
	}
	for b, want := range want {
		hash := sha256.New()
		for i := b * block; i < (b+1)*block; i++ {
			write(hash, i)
		}
		if got := fmt.Sprintf("%x", hash.Sum(nil))[:8]; got != want {
			t.Errorf("cases %d to %d: %s, want %s", b*block, (b+1)*block-1, got, want)
		}
	}
	t.Logf("%d of %d cases", len(want)*block, all*block)
}

func unzipped(t testing.TB, name string) []byte {
	t.Helper()
	f, err := os.Open("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	data, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// TestEveryValidationError: each name occurs in the recordings.
func TestEveryValidationError(t *testing.T) {
	g := newMaker(t)
	seen := map[string]int{}
	for i := range 200_000 {
		c := g.inputs(2, i)
		c.parse(t)
		for _, name := range c.errors {
			seen[name]++
		}
		if len(seen) == len(validationErrors) {
			break
		}
	}
	for _, name := range validationErrors {
		if seen[string(name)] == 0 {
			t.Errorf("%s does not occur", name)
		}
		delete(seen, string(name))
	}
	for name := range seen {
		t.Errorf("%s is not in the list", name)
	}
	if len(validationErrors) != 31 || len(slices.Compact(slices.Sorted(slices.Values(validationErrors)))) != 31 {
		t.Errorf("%d names, the Standard has 31", len(validationErrors))
	}
}
