package main

import (
	"bytes"
	"errors"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/pct-encoded/percent/internal/cli/stream"
	"github.com/pct-encoded/percent/internal/cli/term"
)

// TestDiskGetsFull: with a disk that gets full, the file of the name stays what it
// was.
func TestDiskGetsFull(t *testing.T) {
	folder := smallDisk(t, 64<<10)
	name := filepath.Join(folder, "out")
	if err := os.WriteFile(name, []byte("before"), 0o600); err != nil {
		t.Fatal(err)
	}
	in := strings.NewReader(strings.Repeat("a b\n", 64<<10))
	r := runIn(t, in, stream.ChunkSize, "encode", "-o", name)
	if r.status != term.StatusIO || !strings.Contains(r.stderr, "no space left") || !strings.Contains(r.stderr, name+".partial") {
		t.Errorf("status %d, %q", r.status, r.stderr)
	}
	if b, err := os.ReadFile(name); err != nil || string(b) != "before" {
		t.Errorf("now holds %q, %v", b, err)
	}
}

// TestInterrupted: whoever presses Ctrl-C is told what is left.
func TestInterrupted(t *testing.T) { testInterrupted(t, interrupt) }

// TestTerminated: so is whoever reads what a supervisor ended.
func TestTerminated(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows has no SIGTERM")
	}
	testInterrupted(t, func(cmd *exec.Cmd) error { return cmd.Process.Signal(syscall.SIGTERM) })
}

func testInterrupted(t *testing.T, interrupt func(*exec.Cmd) error) {
	// Where SIGINT is ignored, as in the background of a shell, a new process would
	// ignore it too; where it is caught, a new process has the default.
	caught := make(chan os.Signal, 1)
	signal.Notify(caught, os.Interrupt)
	defer signal.Stop(caught)
	name := filepath.Join(t.TempDir(), "out")
	cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestInterruptedProcess$")
	interruptible(cmd)
	cmd.Env = append(os.Environ(), "PERCENT_TEST_OUTPUT="+name)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer cmd.Process.Kill()
	if _, err := io.WriteString(in, "a b\n"); err != nil {
		t.Fatal(err)
	}
	for b := []byte(nil); len(b) == 0; b, _ = os.ReadFile(name + stream.PartialSuffix) {
		time.Sleep(time.Millisecond)
	}
	if err := interrupt(cmd); err != nil {
		t.Fatal(err)
	}
	want := -1 // by the signal
	if runtime.GOOS == "windows" {
		want = term.StatusIO
	}
	var exit *exec.ExitError
	if err := cmd.Wait(); !errors.As(err, &exit) || exit.ExitCode() != want {
		t.Errorf("ended with %v", err)
	}
	if want := "percent: error: interrupted\npercent: note: the output so far is in " + name + ".partial\n"; stderr.String() != want {
		t.Errorf("said %q, not %q", stderr.String(), want)
	}
	if b, err := os.ReadFile(name + stream.PartialSuffix); err != nil || string(b) != "a%20b\n" {
		t.Errorf("%q, %v", b, err)
	}
}

// TestInterruptedProcess is the process of TestInterrupted.
func TestInterruptedProcess(*testing.T) {
	if name := os.Getenv("PERCENT_TEST_OUTPUT"); name != "" {
		os.Exit(run(stream.New(os.Stdin, os.Stdout, os.Stderr), []string{"percent", "encode", "-o", name}))
	}
}

// TestResumeOnFullDisk: a table goes on when there is room again, and where the
// disk of --errors is full, that file is named.
func TestResumeOnFullDisk(t *testing.T) {
	const small, large = 64 << 10, 4 << 20
	work := t.TempDir()
	in := filepath.Join(work, "in.csv")
	if err := os.WriteFile(in, []byte("id,url\n"+strings.Repeat("1,\"a%20b\nc%zz\"\n", 20_000)), 0o600); err != nil {
		t.Fatal(err)
	}
	full := smallDisk(t, small)
	for _, name := range []string{"out.csv", "out.csv.zst", "bad.jsonl"} {
		t.Run(name, func(t *testing.T) {
			folder := t.TempDir()
			decode := func(out, errors string, more ...string) result {
				a := stream.New(nil, &bytes.Buffer{}, nil)
				var stderr bytes.Buffer
				a.UI.Stderr, a.Every, a.Pause, a.Chunk = &stderr, 2000, 0, 1024
				status := run(a, append([]string{"percent", "decode", "--column", "url", "-f", in, "-o", out, "--errors", errors}, more...))
				return result{"", stderr.String(), status}
			}
			read := func(name string) string {
				b, err := os.ReadFile(name)
				if err != nil {
					t.Fatal(err)
				}
				return string(b)
			}
			output, bad := filepath.Join(full, name), filepath.Join(folder, "bad.jsonl")
			if name == "bad.jsonl" {
				output, bad = filepath.Join(folder, "out.csv"), output
			}
			wantOut, wantBad := filepath.Join(folder, "want-"+filepath.Base(output)), filepath.Join(folder, "want.jsonl")
			if r := decode(wantOut, wantBad); r.status != 0 {
				t.Fatalf("%+v", r)
			}
			// What fits is left for the file of the test.
			if name == "out.csv.zst" {
				if err := os.WriteFile(filepath.Join(full, "filler"), make([]byte, small-8<<10), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			r := decode(output, bad)
			if r.status != term.StatusIO || !strings.HasPrefix(r.stderr, "percent: error: "+filepath.Join(full, name)) || !strings.Contains(r.stderr, ": no space left on device\n") || !strings.Contains(r.stderr, "with --resume, the command continues from its last checkpoint") {
				t.Errorf("status %d, %s", r.status, r.stderr)
			}
			if _, err := os.Stat(output); err == nil {
				t.Error("half of it has its name")
			}
			resizeDisk(t, full, large)
			if r := decode(output, bad, "--resume"); r.status != 0 || !strings.Contains(r.stderr, "continues at "+in) {
				t.Errorf("%+v", r)
			}
			if read(output) != read(wantOut) || read(bad) != read(wantBad) {
				t.Error("the result differs from that of a run without an interruption")
			}
			for _, name := range []string{output, bad, filepath.Join(full, "filler")} {
				_ = os.Remove(name)
			}
			resizeDisk(t, full, small)
		})
	}
}
