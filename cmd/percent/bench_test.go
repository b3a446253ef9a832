package main

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/pct-encoded/percent"
)

// BenchmarkDecodeFile compares whole processes: the command against what most
// Go programs do (testdata/baseline), on 500 MB of encoded lines. The results
// must be the same. Run it with
//
//	go test ./cmd/percent -run '^$' -bench DecodeFile -benchtime 5x
func BenchmarkDecodeFile(b *testing.B) {
	dir := b.TempDir()
	build := func(name, pkg string) string {
		program := filepath.Join(dir, name)
		if out, err := exec.Command("go", "build", "-o", program, pkg).CombinedOutput(); err != nil {
			b.Fatalf("%v: %s", err, out)
		}
		return program
	}
	command, baseline := build("percent", "."), build("baseline", "./testdata/baseline")
	in := filepath.Join(dir, "in")
	size := writeEncodedLines(b, in, 500_000_000)

	decode := func(out string, program string, args ...string) time.Duration {
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
		cmd.Stdin, cmd.Stdout, cmd.Stderr = stdin, stdout, os.Stderr
		start := time.Now()
		if err := cmd.Run(); err != nil {
			b.Fatal(err)
		}
		return time.Since(start)
	}
	decode(filepath.Join(dir, "a"), command, "decode")
	decode(filepath.Join(dir, "b"), baseline)
	if out, err := exec.Command("cmp", filepath.Join(dir, "a"), filepath.Join(dir, "b")).CombinedOutput(); err != nil {
		b.Fatalf("the results differ: %s", out)
	}

	b.SetBytes(size)
	var ours, theirs time.Duration
	for b.Loop() {
		ours += decode(os.DevNull, command, "decode")
		b.StopTimer()
		theirs += decode(os.DevNull, baseline)
		b.StartTimer()
	}
	b.ReportMetric(float64(theirs)/float64(ours), "times-as-fast")
	b.ReportMetric(theirs.Seconds()/float64(b.N), "baseline-s/op")
}

// writeEncodedLines writes at least size bytes of URLs, each encoded as a whole.
func writeEncodedLines(b *testing.B, name string, size int64) int64 {
	file, err := os.Create(name)
	if err != nil {
		b.Fatal(err)
	}
	w := bufio.NewWriterSize(file, 1<<20)
	n := int64(0)
	for i := 0; n < size; i++ {
		line := fmt.Sprintf("https://www.example.com/shop/article-%d/details.html?name=Crème brûlée & tea&page=%d#reviews", i, i%100)
		written, err := w.WriteString(percent.RFC3986.Encode(line) + "\n")
		if err != nil {
			b.Fatal(err)
		}
		n += int64(written)
	}
	if err := w.Flush(); err != nil {
		b.Fatal(err)
	}
	if err := file.Close(); err != nil {
		b.Fatal(err)
	}
	return n
}

// BenchmarkStart is what a process costs that has nothing to do.
func BenchmarkStart(b *testing.B) {
	program := filepath.Join(b.TempDir(), "percent")
	if out, err := exec.Command("go", "build", "-o", program, ".").CombinedOutput(); err != nil {
		b.Fatalf("%v: %s", err, out)
	}
	for b.Loop() {
		if err := exec.Command(program, "version").Run(); err != nil {
			b.Fatal(err)
		}
	}
}
