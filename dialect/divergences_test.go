package dialect_test

import (
	"bytes"
	"go/format"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/pct-encoded/percent/dialect/internal/docs"
	"github.com/pct-encoded/percent/dialect/internal/proof"
	"github.com/pct-encoded/percent/internal/board"
	"github.com/pct-encoded/percent/internal/recordings"
)

// docs/data/divergences.md is what the board says up to what is written by hand. Every line of
// that, up to those about this project, which internal/tree checks, cites a recording, and
// states its input and its output.
func TestDivergences(t *testing.T) {
	r := proved(t)
	text, err := os.ReadFile("../docs/data/divergences.md")
	if err != nil {
		t.Fatal(err)
	}
	generated, others, ok := strings.Cut(string(text), docs.Others)
	if !ok {
		t.Error("no part that is written by hand")
	}
	if generated != string(docs.Divergences()) {
		t.Error("docs/data/divergences.md is not what go generate ./dialect writes")
	}
	others, _, ok = strings.Cut(others, "\n## This project\n")
	if !ok {
		t.Error("no part about this project")
	}
	recorded := map[string]*recordings.Implementation{}
	for _, m := range r.Implementations {
		recorded[m.ID] = m
	}
	line := regexp.MustCompile("^- `([^`]+)`, `([^`]+)`: `([^`]+)` gave `([^`]+)`, not `([^`]+)`\\.")
	cited := 0
	for s := range strings.Lines(others) {
		if !strings.HasPrefix(s, "- ") {
			continue
		}
		f := line.FindStringSubmatch(s)
		if f == nil {
			t.Errorf("no citation: %s", s)
			continue
		}
		cited++
		m := recorded[f[1]]
		if m == nil {
			t.Errorf("%s is not recorded", f[1])
			continue
		}
		found := false
		for _, c := range m.Cases {
			if c.Name != f[2] {
				continue
			}
			found = true
			input, err := strconv.Unquote(f[3])
			if err != nil || input != string(c.Input) {
				t.Errorf("%s, %s: the input is %q, not %s", f[1], f[2], c.Input, f[3])
			}
			output, err := strconv.Unquote(f[4])
			if c.Failed != (f[4] == "an error") || !c.Failed && (err != nil || output != string(c.Output)) {
				t.Errorf("%s, %s: recorded is %q (error: %t), not %s", f[1], f[2], c.Output, c.Failed, f[4])
			}
			if f[4] == f[5] {
				t.Errorf("%s, %s: no divergence", f[1], f[2])
			}
		}
		if !found {
			t.Errorf("%s has no case %q", f[1], f[2])
		}
	}
	if cited < 6 {
		t.Errorf("only %d divergences", cited)
	}
}

// The board is what the recordings say, and judges whom it should: whatwg-url follows the
// URL Standard in all that was recorded, and PHP's urlencode escapes "*", which it keeps.
func TestBoard(t *testing.T) {
	claims, err := proof.Claims(interop, proved(t))
	if err != nil {
		t.Fatal(err)
	}
	want, err := format.Source(proof.BoardSource(claims))
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile("../internal/board/board_generated.go")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Error("board_generated.go is not what go generate ./dialect writes")
	}
	rows := map[string]board.Row{}
	for _, r := range board.Rows() {
		rows[r.Function] = r
		if strings.HasPrefix(r.Function, "whatwg-url.URL") && r.Failing > 0 {
			t.Errorf("%+v", r)
		}
	}
	if len(rows) < 150 {
		t.Errorf("only %d functions are judged", len(rows))
	}
	for id, want := range map[string][3]string{
		"php.urlencode":             {`"*"`, `"%2A"`, `"*"`},
		"chromium.URL.password.set": {`"'"`, `"%27"`, `"'"`},
		"js.URL.pathname":           {},
	} {
		if r := rows[id]; r.Tried == 0 || [3]string{r.Input, r.Got, r.Want} != want || (r.Failing > 0) != (want[0] != "") {
			t.Errorf("%s: %+v, not %q", id, r, want)
		}
	}
}
