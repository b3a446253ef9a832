package recordings

import (
	"os"
	"path/filepath"
	"reflect"
	"testing"
)

// TestDSN writes a recording and reads it again.
func TestDSN(t *testing.T) {
	text := func(s string) *string { return &s }
	want := &DSN{
		DSNHeader: DSNHeader{Name: "a", Version: "1", Family: "f", Call: "a(uri)", Day: "2026-11-29", Cases: "0"},
		Answers: []DSNAnswer{
			{Refused: true, Error: "no: \t\n\xff"},
			{Parts: [5]*string{text("-"), nil, text(""), text(`\`), text("é\x00")}, Options: [][2]string{{"a=b", "c=d"}, {"", "-"}}},
		},
	}
	file, err := want.Render()
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "a@1.txt.gz")
	if err := os.WriteFile(path, file, 0o644); err != nil {
		t.Fatal(err)
	}
	if got, err := ReadDSN(path); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, %v", got, err)
	}
	for _, line := range []string{"", "=", "!", "=\ta\tb\tc\td", "=\t\\q\t-\t-\t-\t-"} {
		if err := new(DSNAnswer).parse(line); err == nil {
			t.Errorf("%q is an answer", line)
		}
	}
}
