package main

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/pct-encoded/percent/internal/cli/stream"
	"github.com/pct-encoded/percent/internal/cli/term"
	"github.com/pct-encoded/percent/internal/corpus"
	"github.com/pct-encoded/percent/internal/growth"
)

// The tests run commands by the thousand in one process: most of their time went
// to collecting what the last one left behind. The limit is for tests of growth, which
// hold a gigabyte.
func TestMain(m *testing.M) {
	if every := os.Getenv(hasty); every != "" {
		os.Exit(runHasty(every))
	}
	if os.Getenv(peaked) != "" {
		os.Exit(runPeaked())
	}
	debug.SetGCPercent(400)
	debug.SetMemoryLimit(2 << 30)
	testscript.Main(m, map[string]func(){
		"percent":   main,
		"urlencode": main,
		"urldecode": main,
	})
}

// A result is what a run of the command came to.
type result struct {
	stdout, stderr string
	status         int
}

// runIn runs the command in this process, with chunks of that size. It fails
// if a goroutine is left over.
func runIn(t testing.TB, stdin io.Reader, chunk int, args ...string) result {
	t.Helper()
	var stdout, stderr bytes.Buffer
	a := stream.New(stdin, &stdout, &stderr)
	a.Chunk = chunk
	status := run(a, append([]string{"percent"}, args...))
	return result{stdout.String(), stderr.String(), status}
}

// corpusFile writes URLs of the corpus to a file, every fourth or with PERCENT_LONG
// all of them, with a byte order mark, a few line ends of two bytes and the last line
// without one, and returns its name and what is in it.
func corpusFile(t testing.TB) (name, text string) {
	t.Helper()
	var b strings.Builder
	b.WriteString(byteOrderMark)
	urls := corpus.URLs(t)
	if !growth.Long() {
		some := urls[:0]
		for i := 0; i < len(urls); i += 4 {
			some = append(some, urls[i])
		}
		urls = some
	}
	for i, s := range urls {
		b.WriteString(s)
		switch {
		case i == len(urls)-1:
		case i%1000 == 0:
			b.WriteString("\r\n")
		default:
			b.WriteString("\n")
		}
	}
	name = filepath.Join(t.TempDir(), "urls.txt")
	if err := os.WriteFile(name, []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	return name, b.String()
}

type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) { return 0, errors.New("no space left on device") }

// TestFullDisk: whatever prints, what cannot be written is an error of output.
func TestFullDisk(t *testing.T) {
	for _, args := range []string{"completion bash", "completion zsh", "version", "table", "--help", "help encode", "dialects list", "encode a"} {
		var stderr strings.Builder
		status := run(stream.New(strings.NewReader(""), fullDisk{}, &stderr), append([]string{"percent"}, strings.Fields(args)...))
		if want := "percent: error: stdout: no space left on device\n"; status != term.StatusIO || stderr.String() != want {
			t.Errorf("%s: status %d, %q", args, status, stderr.String())
		}
	}
}
