package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/pct-encoded/percent/inspect"
	"github.com/pct-encoded/percent/inspect/lint"
	"github.com/pct-encoded/percent/internal/cli/stream"
	"github.com/pct-encoded/percent/internal/cli/term"
	"github.com/pct-encoded/percent/internal/corpus"
)

// TestSARIFInOrder: results are one document, in the order of their lines, however many
// goroutines look for them.
func TestSARIFInOrder(t *testing.T) {
	const lines = 3000
	in := strings.Repeat("http://h/a\\b\nhttp://h/\n", lines/2)
	for _, size := range []int{64, 1000, stream.ChunkSize} {
		got := runIn(t, strings.NewReader(in), size, "lint", "--format", "sarif", "-f", "-")
		var document struct {
			Runs []struct {
				Results []struct {
					Locations []struct {
						Physical struct {
							Region struct {
								Line int `json:"startLine"`
							} `json:"region"`
						} `json:"physicalLocation"`
					} `json:"locations"`
				} `json:"results"`
			} `json:"runs"`
		}
		if err := json.Unmarshal([]byte(got.stdout), &document); err != nil || got.status != term.StatusFindings {
			t.Fatalf("chunks of %d: status %d, %v", size, got.status, err)
		}
		results := document.Runs[0].Results
		if len(results) != lines/2 {
			t.Fatalf("chunks of %d: %d results", size, len(results))
		}
		for i, r := range results {
			if line := r.Locations[0].Physical.Region.Line; line != 2*i+1 {
				t.Fatalf("chunks of %d: result %d is about line %d", size, i, line)
			}
		}
	}
}

// TestLintChunks: however a source comes, each of its lines is linted alone.
func TestLintChunks(t *testing.T) {
	rows := []string{
		"http://h/a", "http://h/%2e%2e/", "", "http://h/?a=b+c&amp;d", "http://h/100%", "a", "é", strings.Repeat("x", 40), "%", "http://h/a b",
	}
	r := rand.New(rand.NewPCG(1, 2))
	for _, end := range []string{"\n", "\r\n"} {
		var in, want, wantJSON strings.Builder
		for line := 1; line <= 200; line++ {
			row := rows[r.IntN(len(rows))]
			found, err := lint.Lint(row)
			if err != nil {
				t.Fatal(err)
			}
			for _, f := range found {
				fmt.Fprintf(&want, "stdin:%d:%d: %v %s: ", line, utf8.RuneCountInString(row[:f.Offset])+1, f.Severity, f.Rule)
				fmt.Fprintf(&wantJSON, "%d %d %d %s\n", line, f.Offset, in.Len()+f.Offset, f.Rule)
			}
			in.WriteString(row)
			if line < 200 {
				in.WriteString(end)
			}
		}
		for _, size := range []int{1, 2, 7, 64, 100, 1000, stream.ChunkSize} {
			got := runIn(t, strings.NewReader(in.String()), size, "lint")
			if got.status != term.StatusFindings || got.stderr != "" {
				t.Fatalf("chunks of %d: %+v", size, got)
			}
			var heads strings.Builder
			for line := range strings.Lines(got.stdout) {
				parts := strings.SplitAfterN(line, ": ", 3)
				heads.WriteString(parts[0] + parts[1])
			}
			if heads.String() != want.String() {
				t.Errorf("chunks of %d: got %q, want %q", size, heads.String(), want.String())
			}
			got = runIn(t, strings.NewReader(in.String()), size, "lint", "--json")
			var rows strings.Builder
			for line := range strings.Lines(got.stdout) {
				var o struct {
					Rule         string
					Number       int
					Offset       int
					StreamOffset int `json:"stream_offset"`
				}
				if err := json.Unmarshal([]byte(line), &o); err != nil {
					t.Fatal(err)
				}
				fmt.Fprintf(&rows, "%d %d %d %s\n", o.Number, o.Offset, o.StreamOffset, o.Rule)
			}
			if rows.String() != wantJSON.String() {
				t.Errorf("JSON, chunks of %d: got %q, want %q", size, rows.String(), wantJSON.String())
			}
		}
	}
}

type closedPipe struct{}

func (closedPipe) Write([]byte) (int, error) { return 0, syscall.EPIPE }

// TestLintClosedPipe: who reads no further learns by the status that something
// was found, and nothing else.
func TestLintClosedPipe(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("a closed pipe has another error there")
	}
	for _, c := range []struct {
		args []string
		want int
	}{
		{[]string{"lint", "a b"}, term.StatusFindings},
		{[]string{"lint", "--json", "a b", "c d"}, term.StatusFindings},
		{[]string{"lint", "--list"}, term.StatusDone},
		{[]string{"lint"}, term.StatusFindings},
	} {
		var stderr bytes.Buffer
		a := stream.New(strings.NewReader(strings.Repeat("a b\nc\n", 10_000)), closedPipe{}, &stderr)
		if status := run(a, append([]string{"percent"}, c.args...)); status != c.want || stderr.Len() > 0 {
			t.Errorf("%q: status %d, not %d; %s", c.args, status, c.want, stderr.String())
		}
	}
}

// TestLintLongValue: a value beyond the limit is left out, wherever it stands, with its
// number, and the run goes on.
func TestLintLongValue(t *testing.T) {
	long := strings.Repeat("a", inspect.MaxInput+1)
	for _, text := range []string{"a b\n" + long + "\nc d\n", "a b\n" + long, "a b\n" + long + long} {
		r := runIn(t, strings.NewReader(text), 4096, "lint")
		if r.status != term.StatusInput || !strings.HasPrefix(r.stdout, "stdin:1:2: ") || strings.Contains(text, "c d") != strings.Contains(r.stdout, "\nstdin:3:2: ") || !strings.HasPrefix(r.stderr, "percent: note: stdin:2: longer than 1 MiB, skipped\npercent: error: 1 value too long, the first at stdin:2\n") {
			t.Errorf("%d bytes: %.200s; %s; status %d", len(text), r.stdout, r.stderr, r.status)
		}
		r = runIn(t, strings.NewReader(text), 4096, "lint", "--fix")
		if r.status != term.StatusUsage || !strings.Contains(r.stderr, "percent: error: stdin:2: ") {
			t.Errorf("--fix: %s; status %d", r.stderr, r.status)
		}
	}
	r := runIn(t, strings.NewReader(long[1:]+"\n"), stream.ChunkSize, "lint")
	if r.status != term.StatusDone {
		t.Errorf("a value at the limit: %+v", r)
	}
	r = runIn(t, strings.NewReader(""), stream.ChunkSize, "lint", long)
	if r.status != term.StatusUsage || !strings.Contains(r.stderr, "arg 1: lint takes at most 1048576 bytes, not 1048577") {
		t.Errorf("as an argument: %s, status %d", r.stderr, r.status)
	}
}

// BenchmarkLintFile lints the URLs of the corpus, repeated to
// 100 MB, in a process of its own. Run it with
//
//	go test ./cmd/percent -run '^$' -bench LintFile -benchtime 3x
func BenchmarkLintFile(b *testing.B) {
	urls := strings.Join(corpus.URLs(b), "\n")
	dir := b.TempDir()
	program := filepath.Join(dir, "percent")
	if out, err := exec.Command("go", "build", "-o", program, ".").CombinedOutput(); err != nil {
		b.Fatalf("%v: %s", err, out)
	}
	text := strings.Repeat(urls+"\n", 100_000_000/len(urls)+1)
	var clean strings.Builder
	for line := range strings.Lines(text) {
		if found, err := lint.Lint(strings.TrimRight(line, "\r\n")); err == nil && len(found) == 0 {
			clean.WriteString(line)
		}
	}
	for _, class := range []struct{ name, text string }{{"real", text}, {"clean", clean.String()}} {
		in := filepath.Join(dir, class.name)
		if err := os.WriteFile(in, []byte(class.text), 0o600); err != nil {
			b.Fatal(err)
		}
		for _, args := range [][]string{{"lint"}, {"lint", "--severity", "warning"}} {
			b.Run("class="+class.name+"/"+strings.Join(args, " "), func(b *testing.B) {
				b.SetBytes(int64(len(class.text)))
				for range b.N {
					out, err := os.Create(filepath.Join(dir, "out"))
					if err != nil {
						b.Fatal(err)
					}
					cmd := exec.Command(program, append(args, "-f", in)...)
					cmd.Stdout = out
					begin := time.Now()
					err = cmd.Run()
					took := time.Since(begin)
					out.Close()
					if status := cmd.ProcessState.ExitCode(); status != term.StatusDone && status != term.StatusFindings {
						b.Fatal(err)
					}
					b.Logf("%d bytes in %v", len(class.text), took)
				}
			})
		}
	}
}

// TestLintSource: files of source code, as text, JSON and SARIF, and what is refused.
func TestLintSource(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		name = filepath.Join(dir, name)
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return name
	}
	script := write("a.ts", "// é\r\n/* é */ url.searchParams.set('é', encodeURIComponent(q));\r\n")
	page := write("b.php", "<?php echo urldecode($_GET['a']);")
	other := write("c.go", "package c")
	for _, c := range []struct {
		args   []string
		status int
		stdout string // what is in it
		stderr string
	}{
		{[]string{script, page}, term.StatusFindings, script + ":2:35: warning source-encoded-twice: \"encodeURIComponent\": ", ""},
		{[]string{script, page}, term.StatusFindings, "\n" + page + ":1:12: warning source-decoded-twice: \"urldecode\": ", ""},
		{[]string{"--fail-on", "error", page}, term.StatusDone, ":1:12: warning ", ""},
		{[]string{"--json", script}, term.StatusFindings, `"number":2,"offset":36,"length":18,"stream_offset":43,"text":"encodeURIComponent"`, ""},
		{[]string{"--format", "sarif", script, page}, term.StatusFindings, `"startLine":2,"startColumn":35,"endColumn":53,`, ""},
		{[]string{"--list"}, term.StatusDone, "source-plus-pattern", ""},
		{nil, term.StatusUsage, "", "--source needs files"},
		{[]string{other}, term.StatusUsage, "", "for Go, use percent-vet"},
		{[]string{"--fix", script}, term.StatusUsage, "", "--fix cannot be used with --source"},
		{[]string{script + ".js"}, term.StatusIO, "", "no such file"},
	} {
		got := runIn(t, strings.NewReader(""), stream.ChunkSize, append([]string{"lint", "--source"}, c.args...)...)
		if got.status != c.status || !strings.Contains(got.stdout, c.stdout) || !strings.Contains(got.stderr, c.stderr) || c.stderr == "" && got.stderr != "" {
			t.Errorf("%q: %+v", c.args, got)
		}
	}
	got := runIn(t, strings.NewReader(""), stream.ChunkSize, "lint", "--source", "--format", "sarif", script, page)
	var document struct {
		Runs []struct{ Results []struct{ RuleID string } }
	}
	if err := json.Unmarshal([]byte(got.stdout), &document); err != nil || len(document.Runs) != 1 || len(document.Runs[0].Results) != 2 {
		t.Errorf("%v\n%s", err, got.stdout)
	}
	// A program on one line is not repeated with each of its findings.
	statement := "u.searchParams.set('日', encodeURIComponent(q));"
	var sizes [2]int
	for i, n := range []int{200, 3200} {
		long := write("long.js", strings.Repeat(statement, n))
		got := runIn(t, strings.NewReader(""), stream.ChunkSize, "lint", "--source", "--json", long)
		sizes[i] = len(got.stdout)
		last := got.stdout[strings.LastIndexByte(strings.TrimSuffix(got.stdout, "\n"), '\n')+1:]
		var f struct {
			At          int `json:"stream_offset"`
			Text, Input string
		}
		if err := json.Unmarshal([]byte(last), &f); err != nil || f.Text != "encodeURIComponent" || f.At != n*len(statement)-len("encodeURIComponent(q));") || n > 1000 && f.Input != "" {
			t.Errorf("%v: %+v", err, f)
		}
		got = runIn(t, strings.NewReader(""), stream.ChunkSize, "lint", "--source", long)
		if place := fmt.Sprintf(":1:%d: ", (n-1)*(len(statement)-2)+len("u.searchParams.set('日', ")-1); !strings.Contains(got.stdout, place) {
			t.Errorf("%d: no finding at %s", n, place)
		}
	}
	if sizes[1] > 20*sizes[0] {
		t.Errorf("16 times the code: %d and %d bytes", sizes[0], sizes[1])
	}
}
