//go:build unix

package runner

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/pct-encoded/percent/conform"
	"github.com/pct-encoded/percent/dialect"
	"github.com/pct-encoded/percent/internal/growth"
)

// quickSuite returns a small suite.
func quickSuite(t *testing.T, o conform.Operation, id string) *conform.Suite {
	t.Helper()
	d, err := dialect.Lookup(id)
	if err != nil {
		t.Fatal(err)
	}
	s, err := conform.New(o, d, conform.Options{Size: conform.Quick, Units: dialect.UnitsText})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// self returns the test as a program that behaves like that.
func self(t *testing.T, how string) *Program {
	t.Helper()
	t.Setenv("CONFORM_PROGRAM", how)
	p := &Program{Args: []string{os.Args[0]}, Timeout: 30 * time.Second, Framing: Framing{Units: dialect.UnitsText}}
	if err := p.Find(); err != nil {
		t.Fatal(err)
	}
	return p
}

// TestPrograms: whatever a program does, there is a report in words, and no process
// is left.
func TestPrograms(t *testing.T) {
	s := quickSuite(t, conform.Encode, "rfc3986")
	for _, c := range []struct {
		how     string
		ok      bool
		says    string // among problems, notes and reasons
		failed  int    // -1: any
		message string // part of the answer that failed
	}{
		{how: "good", ok: true},
		{how: "crlf", ok: true},
		{how: "batch", ok: true},
		{how: "held", ok: true},
		{how: "late", ok: true},
		{how: "noisy", ok: true, says: "lines to standard error: \"" + strings.Repeat("noise", 24) + "…\""},
		{how: "python", says: "it wrote 12 lines to standard error: \"ValueError: no \\x1b[31mred\"", failed: 1},
		{how: "node", says: "lines to standard error: \"Error: boom\"", failed: 1},
		{how: "greets", ok: false, says: "it wrote \"Ready\" before its first answer"},
		{how: "greets at length", ok: false, says: "it wrote 3 lines, the first an empty line, before its first answer"},
		{how: "says goodbye", ok: false, says: "it wrote an empty line after its last answer"},
		{how: "greets and says goodbye", ok: false, says: "it wrote \"Ready\" before its first answer: write only answers to standard output\nit wrote \"Bye\" after its last answer"},
		{how: "silent", says: "it was silent for 1s after 0 answers", failed: 1},
		{how: "reads and is silent", says: "it was silent for 1s after 0 answers", failed: 1},
		{how: "hangs", says: "it was silent for 1s after", failed: 1},
		{how: "does not end", says: "it did not end within 1s after its input had ended"},
		{how: "crashes", says: "it ended with status 3 before its input did", failed: -1},
		{how: "crashes and forgets", says: "it ended with status 3 before its input did", failed: 1},
		{how: "is killed", says: "ended by a signal: killed", failed: 1},
		{how: "ends at once", says: "it ended with status 7 and wrote no answer at all", failed: 1},
		{how: "ends at once with status 0", says: "it ended with status 0 and wrote no answer at all", failed: 1, message: "it ended with status 0 and wrote no answer"},
		{how: "answers one", says: "started 100 times", failed: -1},
		{how: "ends with a status", ok: true, says: "it ended with status 4 after its last answer"},
		{how: "drops", says: "it wrote no answer to an input", failed: 1, message: "no answer: it ended with status 0 and wrote no answer"},
		{how: "doubles", says: "it wrote more than one answer to one input", failed: 1, message: `2 answers to one input, the second "and one more"`},
		{how: "never stops", says: "started 100 times", failed: -1},
		{how: "long line", says: "an answer of more than 1048576 bytes", failed: 1},
		{how: "three lines", says: "it writes 3 lines for each input: an answer must be one line", failed: 0},
		{how: "UTF-16", says: "it writes UTF-16 instead of UTF-8", failed: -1},
		{how: "floods", says: " MiB of answers", failed: -1},
		{how: "leaves a child", ok: true},
		{how: "leaves a child of its own", ok: true},
		{how: "closes its output early", says: "it closed its output and did not end within 3s", failed: -1},
		{how: "closes its output", says: "it closed its output and did not end within 3s", ok: true},
	} {
		t.Run("program="+c.how, func(t *testing.T) {
			if !growth.Long() && c.how == "never stops" {
				t.Skip("SKIPPED: another program that is started a hundred times: with PERCENT_LONG=1")
			}
			p := self(t, c.how)
			switch {
			case strings.Contains(c.says, "1s"):
				p.Timeout = time.Second
			case strings.Contains(c.says, "3s"): // to start on a busy machine takes one
				p.Timeout = 3 * time.Second
			}
			r, err := s.Run(context.Background(), p)
			if err != nil {
				t.Fatal(err)
			}
			// What was there before what went wrong is judged.
			if strings.HasPrefix(c.how, "greets") || c.how == "says goodbye" {
				if r.Passed == 0 || r.Failed+r.Refused+r.Unanswered > 0 {
					t.Errorf("%d passed, %d failed, %d refused, %d unanswered", r.Passed, r.Failed, r.Refused, r.Unanswered)
				}
			}
			said := strings.Join(append(slices.Clone(r.Problems), r.Notes...), "\n")
			if r.OK() != c.ok || !strings.Contains(said, c.says) {
				t.Errorf("OK %v, said %q; want %v, %q", r.OK(), said, c.ok, c.says)
			}
			if c.failed >= 0 && r.Failed != c.failed {
				t.Errorf("%d failed, want %d: %+v", r.Failed, c.failed, r.First)
			}
			if c.failed > 0 && !strings.Contains(r.First.Said(), c.message) {
				t.Errorf("the first that failed: %s, want %s", r.First.Said(), c.message)
			}
			if p.starts > maxStarts {
				t.Errorf("%d starts", p.starts)
			}
			noneRuns(t)
			var status syscall.WaitStatus
			if pid, err := syscall.Wait4(-1, &status, syscall.WNOHANG, nil); !errors.Is(err, syscall.ECHILD) {
				t.Errorf("a process is left: %d, %v", pid, err)
			}
		})
	}
}

// noneRuns fails if a goroutine of the package is left, but for those of tests.
func noneRuns(t *testing.T) {
	t.Helper()
	stacks := ""
	for range 200 {
		b := make([]byte, 1<<20)
		stacks = ""
		for stack := range strings.SplitSeq(string(b[:runtime.Stack(b, true)]), "\n\n") {
			if strings.Contains(stack, "conform.(*") && !strings.Contains(stack, "testing.tRunner") {
				stacks += stack + "\n\n"
			}
		}
		if stacks == "" {
			return
		}
		time.Sleep(10 * time.Millisecond) // the last ones are about to end
	}
	t.Errorf("goroutines are left:\n%s", stacks)
}

// TestNoChildIsLeft: what a program has started ends with it.
func TestNoChildIsLeft(t *testing.T) {
	name := filepath.Join(t.TempDir(), "pid")
	t.Setenv("CONFORM_CHILD", name)
	p := self(t, "leaves a child")
	if _, err := quickSuite(t, conform.Encode, "rfc3986").Run(context.Background(), p); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	pid, err := strconv.Atoi(string(text))
	if err != nil {
		t.Fatal(err)
	}
	for range 100 {
		// It may take a moment until somebody has waited for it.
		stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
		if err != nil || strings.Contains(string(stat), ") Z ") {
			return
		}
		if errors.Is(syscall.Kill(pid, 0), syscall.ESRCH) {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	t.Errorf("process %d is still there", pid)
}

// TestDrain: when a program has ended, all that it wrote is read, and no more, though
// something else holds the pipe open and may go on writing.
func TestDrain(t *testing.T) {
	for _, goesOn := range []bool{false, true} {
		r, w, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		const n = 60_000 // less than a pipe holds
		if _, err := w.Write(make([]byte, n)); err != nil {
			t.Fatal(err)
		}
		var group sync.WaitGroup
		if goesOn {
			group.Go(func() {
				for err == nil {
					_, err = w.Write(make([]byte, n))
				}
			})
		}
		if err := r.SetReadDeadline(time.Now().Add(-time.Second)); err != nil {
			t.Fatal(err)
		}
		text, readErr := io.ReadAll(&drain{file: r})
		if len(text) < n || !goesOn && len(text) > n || len(text) > maxPipe+1<<20 || readErr != nil {
			t.Errorf("goes on %v: %d bytes of %d, %v", goesOn, len(text), n, readErr)
		}
		_ = r.Close()
		group.Wait()
		_ = w.Close()
	}
}

// TestCrashingMistake: a program that makes a mistake and crashes where it cannot is
// named by it, and not by another mistake that would go on.
func TestCrashingMistake(t *testing.T) {
	p := self(t, "ISO 8859-1 and crashes")
	r, err := quickSuite(t, conform.Encode, "rfc3986").Run(context.Background(), p)
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Mistakes) == 0 || r.Mistakes[0].ID != "wrong-charset" || !strings.HasPrefix(r.Mistakes[0].Detail, "ISO-8859-1") {
		t.Errorf("%+v", r.Mistakes)
	}
}

// TestNoShell: arguments reach the program as they are, and the program is not looked
// for in another way.
func TestNoShell(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	p := self(t, "argument")
	p.Args = append(p.Args, "; touch made", "$(touch made)", "`touch made`", "|| touch made")
	p.PerCall = true
	if err := p.Find(); err != nil {
		t.Fatal(err)
	}
	answers, err := p.Ask(context.Background(), []string{"$(touch made)", "; touch made", "a b", "", "~", "-x"})
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []string{"%24%28touch%20made%29", "%3B%20touch%20made", "a%20b", "", "", "-x"} {
		if answers[i].Output != want || answers[i].State != conform.Answered && i != 4 {
			t.Errorf("answer %d: %+v, want %q", i, answers[i], want)
		}
	}
	if answers[4].State != conform.Refused || answers[4].Reason != "status 5" {
		t.Errorf("a status is %+v", answers[4])
	}
	if _, err := os.Stat("made"); err == nil {
		t.Error("a shell has run")
	}
	// One in the current folder is found where the search path has that.
	if err := os.Symlink(os.Args[0], filepath.Join(dir, "here")); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", ".")
	here := &Program{Args: []string{"here", "x"}, PerCall: true, Timeout: 30 * time.Second}
	if err := here.Find(); err != nil {
		t.Fatal(err)
	}
	if answers, err := here.Ask(context.Background(), []string{"a b"}); err != nil || answers[0].Output != "a%20b" {
		t.Errorf("a program in the current folder: %+v, %v", answers, err)
	}
	missing := &Program{Args: []string{"no-such-program; true"}}
	if err := missing.Find(); !errors.Is(err, exec.ErrNotFound) {
		t.Errorf("a program that is missing: %v", err)
	}
}

// TestPerCall: a program that hangs when it is called is called no more, and one that
// is killed has not refused.
func TestPerCall(t *testing.T) {
	s := quickSuite(t, conform.Encode, "rfc3986")
	for how, want := range map[string]string{"silent": "it did not end within 1s", "long line": "it wrote an answer of more than 1048576 bytes"} {
		p := self(t, how)
		if p.PerCall = true; how == "silent" {
			p.Timeout = time.Second
		}
		if err := p.Find(); err != nil {
			t.Fatal(err)
		}
		r, err := s.Run(context.Background(), p)
		if err != nil {
			t.Fatal(err)
		}
		if r.OK() || r.Passed > 0 || !slices.Contains(r.Problems, want) || r.Unanswered < 100 {
			t.Errorf("%s: %q, %d passed, %d unanswered", how, r.Problems, r.Passed, r.Unanswered)
		}
	}
	p := self(t, "kills itself")
	p.PerCall = true
	if err := p.Find(); err != nil {
		t.Fatal(err)
	}
	answers, err := p.Ask(context.Background(), []string{"a"})
	if err != nil {
		t.Fatal(err)
	}
	if answers[0].State != conform.Broken || !strings.Contains(answers[0].Reason, "signal: killed") {
		t.Errorf("%+v", answers[0])
	}
	var status syscall.WaitStatus
	if pid, err := syscall.Wait4(-1, &status, syscall.WNOHANG, nil); !errors.Is(err, syscall.ECHILD) {
		t.Errorf("a process is left: %d, %v", pid, err)
	}
}

// TestNotStarted: a program that cannot be started is an error, and not a failure.
func TestNotStarted(t *testing.T) {
	name := filepath.Join(t.TempDir(), "program")
	if err := os.WriteFile(name, []byte("no program of any kind"), 0o700); err != nil {
		t.Fatal(err)
	}
	for _, perCall := range []bool{false, true} {
		p := &Program{Args: []string{name}, PerCall: perCall}
		if err := p.Find(); err != nil {
			t.Fatal(err)
		}
		r, err := quickSuite(t, conform.Encode, "rfc3986").Run(context.Background(), p)
		var failed *exec.Error
		if r != nil || !errors.As(err, &failed) || failed.Name != name || !errors.Is(err, syscall.ENOEXEC) {
			t.Errorf("per call %v: %v, %v", perCall, r, err)
		}
		noneRuns(t)
	}
}

// TestInterrupted: a context that ends ends the program, and what was answered until
// then is judged.
func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), 200*time.Millisecond)
	defer cancel()
	p := self(t, "reads and is silent")
	p.Timeout = time.Minute
	r, err := quickSuite(t, conform.Encode, "rfc3986").Run(ctx, p)
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Fatalf("error %v", err)
	}
	if r.OK() || r.Unanswered == 0 || r.Failed > 0 || !slices.Equal(r.Problems, []string{"the time limit for the whole test was reached"}) {
		t.Errorf("%d unanswered, %d failed, %q", r.Unanswered, r.Failed, r.Problems)
	}
	noneRuns(t)
	var status syscall.WaitStatus
	if pid, err := syscall.Wait4(-1, &status, syscall.WNOHANG, nil); !errors.Is(err, syscall.ECHILD) {
		t.Errorf("a process is left: %d, %v", pid, err)
	}
}

// TestRefusals: a word stands for an error on wires that have none. Without one, what must
// be refused is not tested, and nothing is decided.
func TestRefusals(t *testing.T) {
	s := quickSuite(t, conform.Decode, "rfc3986")
	p := self(t, "says no")
	without, err := s.Run(context.Background(), p)
	if err != nil {
		t.Fatal(err)
	}
	p = self(t, "says no")
	p.Refusal = "MALFORMED"
	with, err := s.Run(context.Background(), p)
	if err != nil {
		t.Fatal(err)
	}
	if !with.OK() || without.OK() || !without.Right() || without.Untested == 0 || with.Untested > 0 || with.LeftOut >= without.LeftOut || with.Passed <= without.Passed {
		t.Errorf("with a word: %v, %d passed, %d left out; without: %v, %d, %d", with.OK(), with.Passed, with.LeftOut, without.OK(), without.Passed, without.LeftOut)
	}
}

// TestNotJSON: answers that are no JSON are wrong, and are shown.
func TestNotJSON(t *testing.T) {
	p := self(t, "not JSON")
	p.Wire = JSON
	r, err := quickSuite(t, conform.Encode, "rfc3986").Run(context.Background(), p)
	if err != nil {
		t.Fatal(err)
	}
	if r.Passed > 0 || r.Results[0].Said() != `no answer: not JSON: "nonsense"` || r.Results[1].Said() != `no answer: neither "output" nor "error" in "{\"out\":\"a\"}"` {
		t.Errorf("%d passed; %s; %s", r.Passed, r.Results[0].Said(), r.Results[1].Said())
	}
}
