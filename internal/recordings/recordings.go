// Package recordings lets tests compare a function with what implementations in
// other programs were recorded to do, in the folder interop.
package recordings

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"

	"github.com/pct-encoded/percent/internal/wtf8"
)

// A result is a string, {"hex": …}, {"error": …}, or null for an input that the
// implementation cannot be given.
type result struct {
	absent, failed bool
	output         string
}

func (r *result) UnmarshalJSON(b []byte) error {
	if string(b) == "null" {
		r.absent = true
		return nil
	}
	if b[0] == '"' {
		return json.Unmarshal(b, &r.output)
	}
	var object struct{ Hex, Error string }
	if err := json.Unmarshal(b, &object); err != nil {
		return err
	}
	r.failed = object.Error != ""
	octets, err := hex.DecodeString(object.Hex)
	r.output = string(octets)
	return err
}

type implementation struct {
	ID                       string
	Units                    string
	Single, Escapes          []*result
	Points, Strings, Awkward map[string]*result
}

// Replay calls f with every input that the implementation was asked, as WTF-8,
// and compares. The inputs named in except must differ. root is the path of the
// repository. The test is skipped by name where the recording is not there.
func Replay(t *testing.T, root, file, id string, f func(src []byte) ([]byte, error), except ...string) {
	t.Helper()
	dir := filepath.Join(root, "interop")
	var recording struct{ Implementations []implementation }
	type named struct{ Name, Hex string }
	var inputs struct{ Strings, Awkward []named }
	if !read(t, filepath.Join(dir, "recordings", file+".json"), &recording) || !read(t, filepath.Join(dir, "inputs.json"), &inputs) {
		fmt.Fprintf(os.Stderr, "skipped %s: the recordings of interop are not there\n", t.Name())
		t.Skip("the recordings of interop are not there")
	}
	octets := func(list []named) map[string][]byte {
		m := map[string][]byte{}
		for _, in := range list {
			b, err := hex.DecodeString(in.Hex)
			if err != nil {
				t.Fatal(err)
			}
			m[in.Name] = b
		}
		return m
	}
	strings, awkward := octets(inputs.Strings), octets(inputs.Awkward)
	n := 0
	check := func(name string, in []byte, want *result) {
		if want == nil || want.absent {
			return
		}
		n++
		got, err := f(in)
		differs := want.failed != (err != nil) || !want.failed && string(got) != want.output
		if slices.Contains(except, name) {
			if !differs {
				t.Errorf("%s: %s (%q) is the same now", id, name, in)
			}
			return
		}
		if differs {
			t.Errorf("%s: %s (%q) gives %q, %v, recorded is %q, failed %v", id, name, in, got, err, want.output, want.failed)
		}
	}
	for _, m := range recording.Implementations {
		if m.ID != id {
			continue
		}
		for i, want := range m.Single {
			in := []byte{byte(i)}
			if m.Units != "bytes" {
				in = wtf8.AppendRune(nil, rune(i))
			}
			check("single "+strconv.Itoa(i), in, want)
		}
		for i, want := range m.Escapes {
			check("escape "+strconv.Itoa(i), fmt.Appendf(nil, "%%%02X", i), want)
		}
		for name, want := range m.Points {
			cp, err := strconv.ParseUint(name[2:], 16, 32)
			if err != nil {
				t.Fatal(err)
			}
			check(name, wtf8.AppendRune(nil, rune(cp)), want)
		}
		for name, want := range m.Strings {
			check(name, strings[name], want)
		}
		for name, want := range m.Awkward {
			check(name, awkward[name], want)
		}
	}
	if n < 256 {
		t.Errorf("%s: %d results", id, n)
	}
}

func read(t *testing.T, path string, v any) bool {
	t.Helper()
	b, err := os.ReadFile(path)
	if os.IsNotExist(err) {
		return false
	}
	if err == nil {
		err = json.Unmarshal(b, v)
	}
	if err != nil {
		t.Fatal(err)
	}
	return true
}
