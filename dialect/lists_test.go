package dialect_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/pct-encoded/percent/dialect/internal/proof"
)

// A line of either list that is not needed, or names nothing, is a problem, and
// so is an implementation that neither names.
func TestListsAreChecked(t *testing.T) {
	proved(t)
	folder := t.TempDir()
	here, err := filepath.Abs(interop)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"inputs.json", "recordings", "programs.txt"} {
		if err := os.Symlink(filepath.Join(here, name), filepath.Join(folder, name)); err != nil {
			t.Skipf("SKIPPED the lists: %v", err)
		}
	}
	if err := os.Mkdir(filepath.Join(folder, "random"), 0o755); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		proof.Differs:     "php.rawurldecode\tdecodes otherwise\n",
		proof.Pending:     "# a comment\nphp.rawurlencode\trfc3986\nno.such\tiri\n",
		proof.Unexpressed: "php.urlencode\tnothing can\n",
	} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	r, err := proof.Run(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"php.rawurlencode: rfc3986 is no longer needed in pending.txt: it is rfc3986",
		"php.urlencode is no longer needed in unexpressed.txt: it is php.urlencode",
		"php.rawurldecode is no longer needed in random/differs.txt",
		"no.such is listed but not recorded",
		"apt.uri_to_filename speaks no dialect, and neither list names it",
	} {
		if !slices.Contains(r.Problems, want) {
			t.Errorf("%q is not among the problems", want)
		}
	}
}
