package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/pct-encoded/percent/internal/corpus"
)

// BenchmarkNormalizeFile compares whole processes: the command against a loop
// with net/url (testdata/normalize), on the URLs of the corpus,
// repeated to 200 MB. Results may differ where net/url refuses or rewrites what
// is not legal. Run it with
//
//	go test ./cmd/percent -run '^$' -bench NormalizeFile -benchtime 3x
func BenchmarkNormalizeFile(b *testing.B) {
	compareFile(b, 97, "./testdata/normalize", "normalize")
}

// BenchmarkCanonicalFile does so with url canonical and a loop that parses with
// net/url and writes what comes out (testdata/canonical). For the time of one core:
//
//	GOMAXPROCS=1 taskset -c 0 go test ./cmd/percent -run '^$' -bench CanonicalFile -benchtime 5x
func BenchmarkCanonicalFile(b *testing.B) {
	compareFile(b, 85, "./testdata/canonical", "url", "canonical", "--on-error", "keep")
}

// compareFile times the command with args and a loop of which at least so many lines
// in a hundred have to be the same.
func compareFile(b *testing.B, alike int, loop string, args ...string) {
	urls := []byte(strings.Join(corpus.URLs(b), "\n") + "\n")
	dir := b.TempDir()
	build := func(name, pkg string) string {
		program := filepath.Join(dir, name)
		if out, err := exec.Command("go", "build", "-o", program, pkg).CombinedOutput(); err != nil {
			b.Fatalf("%v: %s", err, out)
		}
		return program
	}
	command, baseline := build("percent", "."), build("baseline", loop)
	in := filepath.Join(dir, "in")
	text := bytes.Repeat(urls, 200_000_000/len(urls)+1)
	if err := os.WriteFile(in, text, 0o600); err != nil {
		b.Fatal(err)
	}

	took := func(out, program string, args ...string) (elapsed, cpu time.Duration) {
		stdin, err := os.Open(in)
		if err != nil {
			b.Fatal(err)
		}
		defer stdin.Close()
		stdout, err := os.Create(out)
		if err != nil {
			b.Fatal(err)
		}
		defer stdout.Close()
		cmd := exec.Command(program, args...)
		cmd.Stdin, cmd.Stdout = stdin, stdout
		start := time.Now()
		if err := cmd.Run(); err != nil {
			b.Fatal(err)
		}
		return time.Since(start), cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	}
	ours, theirs := filepath.Join(dir, "a"), filepath.Join(dir, "b")
	took(ours, command, args...)
	took(theirs, baseline)
	lines := func(name string) [][]byte {
		text, err := os.ReadFile(name)
		if err != nil {
			b.Fatal(err)
		}
		return bytes.Split(text, []byte("\n"))
	}
	x, y := lines(ours), lines(theirs)
	if len(x) != len(y) || len(x) != bytes.Count(text, []byte("\n"))+1 {
		b.Fatalf("%d and %d lines of %d", len(x), len(y), bytes.Count(text, []byte("\n"))+1)
	}
	same := 0
	for i := range x {
		if bytes.Equal(x[i], bytes.TrimSuffix(y[i], []byte("\r"))) {
			same++
		}
	}
	if same < len(x)*alike/100 {
		b.Fatalf("only %d of %d lines agree", same, len(x))
	}

	b.SetBytes(int64(len(text)))
	var us, them, usCPU, themCPU time.Duration
	for b.Loop() {
		d, cpu := took(os.DevNull, command, args...)
		us, usCPU = us+d, usCPU+cpu
		b.StopTimer()
		d, cpu = took(os.DevNull, baseline)
		them, themCPU = them+d, themCPU+cpu
		b.StartTimer()
	}
	b.ReportMetric(float64(themCPU)/float64(usCPU), "times-by-CPU")
	b.ReportMetric(float64(them)/float64(us), "times-as-fast")
	b.ReportMetric(them.Seconds()/float64(b.N), "baseline-s/op")
	b.ReportMetric(100*float64(same)/float64(len(x)), "%same")
}
