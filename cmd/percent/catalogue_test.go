package main

import (
	"io"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/pct-encoded/percent/dialect"
	"github.com/pct-encoded/percent/internal/cli/stream"
	"github.com/pct-encoded/percent/internal/cli/term"
	"github.com/pct-encoded/percent/internal/growth"
)

// TestEveryName runs every name that the command accepts through each operation.
func TestEveryName(t *testing.T) {
	const text = "a b+%41%zz/é~."
	for m := range dialect.Implementations() {
		for _, command := range []string{"encode", "decode", "fix"} {
			r := runIn(t, strings.NewReader(""), stream.ChunkSize, command, "--as", m.ID, text)
			d := m.Dialect()
			code, ok := d.AppendEncode, m.Encodes != ""
			if command == "decode" {
				code, ok = d.AppendDecode, true
			}
			switch {
			case !ok:
				if r.status != term.StatusUsage || !strings.Contains(r.stderr, m.ID+" only decodes") {
					t.Errorf("%s --as %s: status %d, %q; want a usage error", command, m.ID, r.status, r.stderr)
				}
			case command == "fix":
				if r.status != term.StatusDone && r.status != term.StatusInput &&
					!strings.Contains(r.stderr, "fix cannot work by ") {
					t.Errorf("fix --as %s: status %d, %q", m.ID, r.status, r.stderr)
				}
			default:
				out, err := code(nil, []byte(text))
				want := term.StatusDone
				if err != nil {
					want = term.StatusInput
				}
				got := r.stdout
				if err == nil {
					got = strings.TrimSuffix(got, "\n")
				} else if len(out) > 0 {
					out = append(out, '\n')
				}
				if r.status != want || got != string(out) {
					t.Errorf("%s --as %s: status %d, %q; want %d, %q", command, m.ID, r.status, r.stdout, want, out)
				}
			}
		}
	}
}

// TestFixTwice fixes by every dialect that can: valid escapes stay, and fixing
// twice changes nothing more.
func TestFixTwice(t *testing.T) {
	const text = "a b%zz%2f%C3%A9é<%"
	tried := 0
	for d := range dialect.All() {
		if !d.Encodes() || d.Encoding() != nil {
			continue
		}
		r := runIn(t, strings.NewReader(""), stream.ChunkSize, "fix", "--as", d.ID, text)
		if r.status != term.StatusDone {
			continue
		}
		tried++
		if !strings.Contains(r.stdout, "%25") || !strings.Contains(r.stdout, "%2f%C3%A9") || !strings.HasSuffix(r.stdout, "%25\n") {
			t.Errorf("%s: %q fixed is %q", d.ID, text, r.stdout)
		}
		again := runIn(t, strings.NewReader(""), stream.ChunkSize, "fix", "--as", d.ID, "--", strings.TrimSuffix(r.stdout, "\n"))
		if again.stdout != r.stdout {
			t.Errorf("%s: fixed twice %q is %q", d.ID, r.stdout, again.stdout)
		}
	}
	if tried < 100 {
		t.Errorf("only %d dialects could be fixed by", tried)
	}
}

// TestPages checks that pages fit a terminal, but for words that do not.
func TestPages(t *testing.T) {
	for _, args := range [][]string{
		{"table"},
		{"see", "a b~é"},
		{"see", "日本語"},
		{"see", "--decode", "a+b%zz"},
		{"see", "--all", "--only", "py", "x y"},
		{"dialects", "show", "java.URLDecoder"},
	} {
		r := runIn(t, strings.NewReader(""), stream.ChunkSize, args...)
		if r.status != term.StatusDone || r.stdout == "" {
			t.Errorf("%q: status %d, %q", args, r.status, r.stderr)
		}
		for line := range strings.Lines(r.stdout) {
			line = strings.TrimSuffix(line, "\n")
			if term.Width(line) > term.DefaultColumns && strings.Contains(strings.TrimSpace(line), " ") {
				t.Errorf("%q: %d columns: %q", args, term.Width(line), line)
			}
			if strings.TrimRight(line, " ") != line {
				t.Errorf("%q: blanks at the end of %q", args, line)
			}
		}
	}
}

func TestColumnsAlignWideCharacters(t *testing.T) {
	got := term.Columns([][]string{{"日本", "1"}, {"abc", "2"}, {"e\u0301", "3"}})
	want := "日本  1\nabc   2\ne\u0301     3\n"
	if got != want {
		t.Errorf("columns: %q, want %q", got, want)
	}
}

// TestEveryPageOfTheCatalogue shows every name and compares neighbours; without
// PERCENT_LONG every eighth name.
func TestEveryPageOfTheCatalogue(t *testing.T) {
	before, n := "rfc3986", 0
	for d := range dialect.All() {
		if n++; n%8 != 0 && !growth.Long() {
			continue
		}
		for _, args := range [][]string{
			{"dialects", "show", d.ID},
			{"dialects", "diff", before, d.ID},
			{"dialects", "diff", "--json", before, d.ID},
		} {
			r := runIn(t, strings.NewReader(""), stream.ChunkSize, args...)
			if r.stderr != "" || r.status != term.StatusDone && (args[1] == "show" || r.status != term.StatusFindings) {
				t.Errorf("%q: status %d, %q", args, r.status, r.stderr)
			}
		}
		before = d.ID
	}
}

// BenchmarkCatalogue is what whole processes cost that ask the catalogue.
//
//	go test ./cmd/percent -run '^$' -bench Catalogue -benchtime 50x
func BenchmarkCatalogue(b *testing.B) {
	program := filepath.Join(b.TempDir(), "percent")
	if out, err := exec.Command("go", "build", "-o", program, ".").CombinedOutput(); err != nil {
		b.Fatalf("%v: %s", err, out)
	}
	for _, args := range [][]string{
		{"version"},
		{"dialects", "list"},
		{"dialects", "list", "--json"},
		{"dialects", "show", "php.rawurlencode"},
		{"dialects", "diff", "java.URLEncoder", "form"},
		{"table"},
		{"see", "a b~é"},
		{"see", "--decode", "a+b%zz%C3%A9"},
	} {
		b.Run(strings.ReplaceAll(strings.Join(args, "_"), "/", "_"), func(b *testing.B) {
			var took []time.Duration
			for b.Loop() {
				cmd := exec.Command(program, args...)
				cmd.Stdout = io.Discard
				start := time.Now()
				err := cmd.Run()
				took = append(took, time.Since(start))
				if err != nil && cmd.ProcessState.ExitCode() != term.StatusFindings {
					b.Fatal(err)
				}
			}
			slices.Sort(took)
			b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "median-ms")
			b.ReportMetric(float64(took[len(took)-1].Microseconds())/1000, "max-ms")
		})
	}
}

// TestHistoryNames: dialects history takes a function as it is named elsewhere, and says
// what was meant by one that is not there.
func TestHistoryNames(t *testing.T) {
	for _, name := range []string{"php.rawurlencode", "PHP.rawurlencode", "rawurlencode", "php@5.2.rawurlencode"} {
		if r := runIn(t, nil, 0, "dialects", "history", name); r.status != term.StatusDone || !strings.Contains(r.stdout, "before 5.3.0: did\n") {
			t.Errorf("%s: %+v", name, r)
		}
	}
	for name, want := range map[string]string{
		"php.rawurlencod": "did you mean php.rawurlencode?",
		"java.URLEncoder": "no versions of java.URLEncoder were recorded",
		"nonsense":        "percent dialects show NAME",
	} {
		if r := runIn(t, nil, 0, "dialects", "history", name); r.status != term.StatusUsage || r.stdout != "" || !strings.Contains(r.stderr, want) {
			t.Errorf("%s: %+v", name, r)
		}
	}
}

// TestVersionDecides: compare and identify name the version of a program that explains a
// text, in words and as JSON.
func TestVersionDecides(t *testing.T) {
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"compare", "a~b", "a%7Eb"}, "PHP before 5.3.0 writes B, PHP 5.3.0 and later A: php.rawurlencode\n"},
		{[]string{"compare", "http://h/a%7Eb", "http://h/a~b"}, "PHP before 5.3.0 writes A, PHP 5.3.0 and later B: php.rawurlencode\n"},
		{[]string{"compare", "--json", "a~b", "a%7Eb"}, `{"function":"php.rawurlencode","side":"b","older":"before 5.3.0","newer":"5.3.0 and later"}`},
		{[]string{"identify", "--of", "a~ b/", "a%7E%20b%2F"}, "before 3.7, php.rawurlencode before 5.3.0,"},
		{[]string{"identify", "--json", "--of", "a~ b/", "a%7E%20b%2F"}, `{"function":"php.rawurlencode","versions":"before 5.3.0"}`},
	} {
		if r := runIn(t, nil, 0, c.args...); r.status != term.StatusDone || !strings.Contains(r.stdout, c.want) {
			t.Errorf("%q: no %q in %+v", c.args, c.want, r)
		}
	}
	if r := runIn(t, nil, 0, "compare", "a%20b", "a+b"); strings.Contains(r.stdout, " writes ") {
		t.Errorf("a version where none decides: %s", r.stdout)
	}
}

// TestRecordedBoard: conform --recorded prints what functions do otherwise than their
// specifications, of all programs or some, and takes no flags that test a program.
func TestRecordedBoard(t *testing.T) {
	r := runIn(t, nil, 0, "conform", "--recorded")
	for _, want := range []string{"chromium.URL.password.set, Chromium ", `"'" gives "%27", not "'"`, "as demanded: ", "https://url.spec.whatwg.org/"} {
		if r.status != term.StatusDone || !strings.Contains(r.stdout, want) {
			t.Errorf("no %q in %+v", want, r)
		}
	}
	if r := runIn(t, nil, 0, "conform", "--recorded", "php"); r.status != term.StatusDone || !strings.Contains(r.stdout, `"*" gives "%2A", not "*"`) || strings.Contains(r.stdout, "chromium") {
		t.Errorf("%+v", r)
	}
	if r := runIn(t, nil, 0, "conform", "--recorded", "--json", "php"); r.status != term.StatusDone || !strings.Contains(r.stdout, `"function":"php.urlencode"`) {
		t.Errorf("%+v", r)
	}
	for _, args := range [][]string{{"--recorded", "nobody"}, {"--recorded", "--quick"}, {"--recorded", "tcl.http"}} {
		if r := runIn(t, nil, 0, append([]string{"conform"}, args...)...); r.status != term.StatusUsage {
			t.Errorf("%q: %+v", args, r)
		}
	}
}
