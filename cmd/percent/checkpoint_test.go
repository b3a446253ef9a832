package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/pct-encoded/percent/internal/cli/stream"
	"github.com/pct-encoded/percent/internal/cli/term"
	"github.com/pct-encoded/percent/internal/compress"
	"github.com/pct-encoded/percent/internal/corpus"
	"github.com/pct-encoded/percent/internal/growth"
)

// hasty makes the test program the command, with checkpoints as near to each
// other as the value says.
const hasty = "PERCENT_TEST_EVERY"

// runHasty is what the test program does where hasty is set.
func runHasty(every string) int {
	a := stream.New(os.Stdin, os.Stdout, os.Stderr)
	a.Chunk, a.Pause = 10_000, 0
	if _, err := fmt.Sscan(every, &a.Every); err != nil {
		panic(err)
	}
	return run(a, append([]string{"percent"}, os.Args[1:]...))
}

// startHasty starts the command in a folder.
func startHasty(t *testing.T, folder string, every int, args ...string) (cmd *exec.Cmd, stderr *bytes.Buffer) {
	t.Helper()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd, stderr = exec.Command(program, args...), new(bytes.Buffer)
	cmd.Dir, cmd.Stderr = folder, stderr
	cmd.Env = append(os.Environ(), fmt.Sprintf("%s=%d", hasty, every))
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	return cmd, stderr
}

// interrupted are commands that are killed, with the row of number n that they
// are given. %s stands for URLs and what is malformed.
var interrupted = []struct {
	name, in, out string
	head          string
	row           func(n int, url string) string
	args          []string
	status        int
}{
	{
		"csv", "in.csv", "out.csv", "id,url,note\r\n",
		func(n int, url string) string { return fmt.Sprintf("%d,\"%s\",\"two\nlines, %d\"\r\n", n, url, n) },
		[]string{"decode", "--column", "url", "--into", "text", "--errors", "bad.jsonl"},
		0,
	},
	{
		"tsv.zst", "in.tsv.zst", "out.tsv.zst", "id\turl\n",
		func(n int, url string) string { return fmt.Sprintf("%d\t%s\n", n, url) },
		[]string{"decode", "--column", "url", "--on-error", "skip"},
		0,
	},
	{
		"jsonl", "in.jsonl", "out.jsonl.gz", "",
		func(n int, url string) string { return fmt.Sprintf("{\"n\": %d, \"url\":\"%s\"}\n", n, url) },
		[]string{"uri", "get", "path", "--column", "url", "--into", "path", "--on-error", "keep", "--errors", "bad.jsonl"},
		0,
	},
	{
		"lines", "in.txt", "out.txt", "",
		func(_ int, url string) string { return url + "\n" },
		[]string{"decode", "--on-error", "replace", "--verbose"},
		0,
	},
	{
		// It counts by itself, and the status depends on that.
		"findings", "in.txt", "out.txt", "",
		func(_ int, url string) string { return url + "\n" },
		[]string{"lint", "--verbose"},
		term.StatusFindings,
	},
	{
		// Only the first page of the output has no empty line before it.
		"pages", "in.txt", "out.txt", "",
		func(_ int, url string) string { return url + "\n" },
		[]string{"layers"},
		0,
	},
	{
		"one document", "in.csv", "out.sarif", "url\n",
		func(_ int, url string) string { return "\"" + url + "\"\n" },
		[]string{"lint", "--format", "sarif", "--column", "url"},
		term.StatusFindings,
	},
}

// isWhole reports whether a run wrote name to its end: it has its name, and no
// checkpoint is left.
func isWhole(name string) bool {
	_, missing := os.Stat(name)
	_, done := os.Stat(name + ".partial.json")
	return missing == nil && errors.Is(done, os.ErrNotExist)
}

// TestKilled: a run that is killed again and again, and goes on, writes what one
// that nobody disturbs does, and tells of the same.
func TestKilled(t *testing.T) {
	dead := -1
	if runtime.GOOS == "windows" {
		dead = 1 // as a run with findings ends
	}
	kills, rows := growth.Number(6, 12, 50), growth.Number(2000, 5000, 20_000)
	if testing.Short() {
		kills, rows = 3, 1000
	}
	urls := corpus.Made(rows)
	for _, test := range interrupted {
		t.Run(test.name, func(t *testing.T) {
			folder := t.TempDir()
			var text strings.Builder
			text.WriteString(test.head)
			for n, url := range urls {
				url = strings.Map(func(r rune) rune {
					if r < ' ' || r == '"' || r == '\\' {
						return '_'
					}
					return r
				}, url)
				if n%7 == 0 {
					url += "%zz"
				}
				text.WriteString(test.row(n, url))
			}
			writeCompressed(t, filepath.Join(folder, test.in), text.String())
			every := text.Len() / 100
			args := append(test.args, "-f", test.in, "-o", test.out)
			begun := time.Now()
			cmd, stderr := startHasty(t, folder, every, args...)
			_ = cmd.Wait()
			if got := cmd.ProcessState.ExitCode(); got != test.status {
				t.Fatalf("status %d: %s", got, stderr)
			}
			took := time.Since(begun)
			told := stderr.String()
			want := filesIn(t, folder)
			delete(want, test.in)

			random := rand.New(rand.NewPCG(16, uint64(len(test.name))))
			finished, resumed := 0, 0
			for killed := 0; ; {
				// On a busy machine the first kills may all come before a checkpoint.
				kill := killed < kills || resumed == 0 && killed < 20*kills
				if !kill && finished > 0 {
					break
				}
				cmd, stderr := startHasty(t, folder, every, append(args, "--resume")...)
				ended := make(chan struct{})
				go func() {
					_ = cmd.Wait()
					close(ended)
				}()
				select {
				case <-time.After(time.Duration(random.Int64N(int64(took / 2)))):
					if kill {
						_ = cmd.Process.Kill()
					}
				case <-ended:
				}
				<-ended
				if strings.Contains(stderr.String(), "continues at") {
					resumed++
				}
				switch got := cmd.ProcessState.ExitCode(); {
				case got == dead && (dead != test.status || !isWhole(filepath.Join(folder, test.out))):
					killed++
					continue
				case got != test.status:
					t.Fatalf("status %d: %s", got, stderr)
				}
				finished++
				got := filesIn(t, folder)
				delete(got, test.in)
				for name := range want {
					if got[name] != want[name] {
						t.Fatalf("%s has %d bytes and is not what it is without an interruption, %d bytes", name, len(got[name]), len(want[name]))
					}
					delete(got, name)
				}
				for name := range got {
					t.Errorf("%s was left behind", name)
				}
				// The first line says where it goes on, or that it does not; hints are
				// of what this run has seen.
				_, notes, _ := strings.Cut(stderr.String(), "\n")
				if notes := onlyNotes(notes); notes != onlyNotes(told) {
					t.Errorf("told\n%s, and without an interruption\n%s", notes, told)
				}
				for name := range want {
					_ = os.Remove(filepath.Join(folder, name))
				}
			}
			t.Logf("killed %d times, went on %d times, finished %d times", kills, resumed, finished)
			if resumed == 0 {
				t.Error("it never went on")
			}
		})
	}
}

// onlyNotes returns the notes of what was told.
func onlyNotes(text string) string {
	var notes strings.Builder
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "percent: note: ") && !strings.Contains(line, "'+' kept") {
			notes.WriteString(line)
		}
	}
	return notes.String()
}

// writeCompressed writes a file, compressed as its name says.
func writeCompressed(t *testing.T, name, text string) {
	t.Helper()
	file, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	w, err := compress.NewWriter(file, compress.FormatOf(name))
	if err == nil {
		_, err = io.WriteString(w, text)
	}
	if err == nil {
		err = w.Close()
	}
	if err == nil {
		err = file.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
}

// filesIn returns what is in the files of a folder.
func filesIn(t *testing.T, folder string) map[string]string {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for _, e := range entries {
		b, err := os.ReadFile(filepath.Join(folder, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		files[e.Name()] = string(b)
	}
	return files
}
