package recordings

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// Replay calls f with every input that the implementation was asked, as WTF-8,
// and compares. The inputs named in except must differ. root is the path of the
// repository, file the name of a recording. The test is skipped by name where
// interop is not there.
func Replay(t *testing.T, root, file, id string, f func(src []byte) ([]byte, error), except ...string) {
	t.Helper()
	all, err := Read(filepath.Join(root, "interop"), file)
	if os.IsNotExist(err) || err == nil && len(all) == 0 {
		fmt.Fprintf(os.Stderr, "skipped %s: the recordings of interop are not there\n", t.Name())
		t.Skip("the recordings of interop are not there")
	}
	if err != nil {
		t.Fatal(err)
	}
	at := slices.IndexFunc(all, func(m *Implementation) bool { return m.ID == id })
	if at < 0 {
		t.Fatalf("%s has no %s", file, id)
	}
	for _, c := range all[at].Cases {
		got, err := f(c.Input)
		differs := c.Failed != (err != nil) || !c.Failed && string(got) != string(c.Output)
		if slices.Contains(except, c.Name) {
			if !differs {
				t.Errorf("%s: %s (%q) is the same now", id, c.Name, c.Input)
			}
			continue
		}
		if differs {
			t.Errorf("%s: %s (%q) gives %q, %v, recorded is %q, failed %v", id, c.Name, c.Input, got, err, c.Output, c.Failed)
		}
	}
	if n := len(all[at].Cases); n < 256 {
		t.Errorf("%s: %d results", id, n)
	}
}
