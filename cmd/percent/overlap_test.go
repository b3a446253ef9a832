package main

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/pct-encoded/percent/internal/cli/stream"
	"github.com/pct-encoded/percent/internal/cli/term"
	"github.com/pct-encoded/percent/internal/filelock"
	"github.com/pct-encoded/percent/internal/growth"
)

// held is what a command says of a file that another one writes.
func held(name string) string {
	return "percent: error: " + name + ": another command is writing to it\npercent: hint: wait until it has ended, or name another file\n"
}

// overlapping are commands that run at the same time. Each has a table of its own.
const overlapping = 10

// A slowReader waits now and then.
type slowReader struct{ r io.Reader }

func (s slowReader) Read(p []byte) (int, error) {
	if rand.IntN(4) == 0 {
		time.Sleep(time.Duration(rand.IntN(300)) * time.Microsecond)
	}
	return s.r.Read(p[:min(len(p), 1+rand.IntN(2000))])
}

// overlapTables writes a table for each command to folder, and returns their names, and
// what decoding them writes to -o and to --errors.
func overlapTables(t *testing.T, folder string) (names, results, bad []string) {
	t.Helper()
	for i := range overlapping {
		var b strings.Builder
		b.WriteString("id,url\n")
		for n := range 20 << (i % 9) {
			url := fmt.Sprintf("run%%20%d%%20row%%20%d", i, n)
			if (n+i)%7 == 0 {
				url += "%zz"
			}
			fmt.Fprintf(&b, "%d,%s\n", n, url)
		}
		name := filepath.Join(folder, fmt.Sprintf("in%d.csv", i))
		if err := os.WriteFile(name, []byte(b.String()), 0o600); err != nil {
			t.Fatal(err)
		}
		out, errors := name+".out", name+".errors"
		if r := runIn(t, nil, stream.ChunkSize, "decode", "--column", "url", "-f", name, "-o", out, "--errors", errors); r.status != term.StatusDone {
			t.Fatalf("%+v", r)
		}
		names, results, bad = append(names, name), append(results, text(t, out)), append(bad, text(t, errors))
	}
	return names, results, bad
}

// text returns what is in a file, or "" if it is not there.
func text(t *testing.T, name string) string {
	t.Helper()
	b, err := os.ReadFile(name)
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	return string(b)
}

// together runs commands that start at random moments, and returns what they came to.
func together(args [][]string, in []string) []result {
	results := make([]result, len(args))
	var all sync.WaitGroup
	for i := range args {
		wait := time.Duration(rand.Int64N(int64(10 * time.Millisecond)))
		all.Go(func() {
			time.Sleep(wait)
			var stderr bytes.Buffer
			a := stream.New(nil, &bytes.Buffer{}, nil)
			a.UI.Stderr, a.Every, a.Pause, a.Chunk = &stderr, 2000, 0, 1024
			if in[i] != "" {
				file, err := os.Open(in[i])
				if err != nil {
					panic(err)
				}
				defer file.Close()
				a.Stdin = slowReader{file}
			}
			results[i].status = run(a, append([]string{"percent"}, args[i]...))
			results[i].stderr = stderr.String()
		})
	}
	all.Wait()
	return results
}

// TestOverlap: of ten commands that write to one output or one file of --errors, each
// ends with its own whole result or is refused, and touches nothing of another.
func TestOverlap(t *testing.T) {
	rounds := growth.Number(10, 40, 200)
	names, results, bad := overlapTables(t, t.TempDir())
	// input makes half of the commands read a file, which gives checkpoints, and the
	// others a slow pipe.
	input := func(i int) (flags []string, stdin string) {
		if (i+rand.IntN(2))%2 == 0 {
			return []string{"-f", names[i]}, ""
		}
		return []string{"--csv"}, names[i]
	}
	t.Run("output", func(t *testing.T) {
		done, refused := 0, 0
		for range rounds {
			folder := t.TempDir()
			out := filepath.Join(folder, "out.csv")
			args, in := make([][]string, overlapping), make([]string, overlapping)
			for i := range args {
				var flags []string
				flags, in[i] = input(i)
				args[i] = append([]string{"decode", "--column", "url", "--on-error", "keep", "--quiet", "-o", out}, flags...)
			}
			stop, watched := make(chan struct{}), make(chan string, 1)
			go func() { // what stands under the name is whole at any time
				wrong := ""
				for {
					// On Windows, a file that is being read cannot be replaced.
					if runtime.GOOS != "windows" {
						if b, err := os.ReadFile(out); err == nil && !has(results, string(b)) {
							wrong = string(b)
						}
					}
					select {
					case <-stop:
						watched <- wrong
						return
					default:
						time.Sleep(100 * time.Microsecond)
					}
				}
			}()
			var whole []string
			for i, r := range together(args, in) {
				switch {
				case r.status == term.StatusDone && r.stderr == "":
					whole = append(whole, results[i])
				case r.status == term.StatusIO && r.stderr == strings.SplitAfter(held(out), "\n")[0]:
					refused++
				default:
					t.Errorf("status %d, %s", r.status, r.stderr)
				}
			}
			close(stop)
			if wrong := <-watched; wrong != "" {
				t.Errorf("at some time there was\n%.300s", wrong)
			}
			done += len(whole)
			if got := text(t, out); !has(whole, got) {
				t.Errorf("after %d whole results there is\n%.300s", len(whole), got)
			}
			if left, _ := filepath.Glob(filepath.Join(folder, "*")); len(left) != 1 {
				t.Errorf("left over: %q", left)
			}
		}
		t.Logf("%d whole, %d refused", done, refused)
		if done < rounds || refused == 0 {
			t.Error("they did not overlap")
		}
	})
	t.Run("errors", func(t *testing.T) {
		done, refused := 0, 0
		for range rounds {
			folder := t.TempDir()
			errors := filepath.Join(folder, "bad.jsonl")
			args, in, out := make([][]string, overlapping), make([]string, overlapping), make([]string, overlapping)
			for i := range args {
				var flags []string
				flags, in[i] = input(i)
				out[i] = filepath.Join(folder, fmt.Sprintf("%d.csv", i))
				args[i] = append([]string{"decode", "--column", "url", "--quiet", "-o", out[i], "--errors", errors}, flags...)
			}
			var whole []string
			for i, r := range together(args, in) {
				switch {
				case r.status == term.StatusDone && r.stderr == "":
					want := bad[i]
					if in[i] != "" {
						want = strings.ReplaceAll(want, strings.ReplaceAll(names[i], `\`, `\\`), "stdin")
					}
					whole = append(whole, want)
					if text(t, out[i]) != results[i] {
						t.Errorf("%s is not whole", out[i])
					}
				case r.status == term.StatusIO && r.stderr == strings.SplitAfter(held(errors), "\n")[0]:
					refused++
					if text(t, out[i]) != "" {
						t.Errorf("%s was refused and has its name", out[i])
					}
				default:
					t.Errorf("status %d, %s", r.status, r.stderr)
				}
			}
			done += len(whole)
			if got := text(t, errors); !has(whole, got) {
				t.Errorf("after %d whole results there is\n%.300s", len(whole), got)
			}
		}
		t.Logf("%d whole, %d refused", done, refused)
		if done < rounds || refused == 0 {
			t.Error("they did not overlap")
		}
	})
	// The output of some is the file of --errors of others.
	t.Run("crossed", func(t *testing.T) {
		done, refused := 0, 0
		for range rounds {
			folder := t.TempDir()
			one := filepath.Join(folder, "one")
			args, in := make([][]string, overlapping), make([]string, overlapping)
			for i := range args {
				args[i] = []string{"decode", "--column", "url", "--on-error", "keep", "--quiet", "-f", names[i], "-o", one}
				if i%2 == 0 {
					args[i] = append(args[i][:len(args[i])-1], one+fmt.Sprint(i), "--errors", one)
				}
			}
			var whole []string
			for i, r := range together(args, in) {
				switch {
				case r.status == term.StatusDone && i%2 == 0:
					whole = append(whole, bad[i])
				case r.status == term.StatusDone:
					whole = append(whole, results[i])
				case r.status == term.StatusIO && strings.HasPrefix(r.stderr, "percent: error: "+one+": "):
					refused++
				default:
					t.Errorf("status %d, %s", r.status, r.stderr)
				}
			}
			done += len(whole)
			if got := text(t, one); !has(whole, got) && len(whole) > 0 {
				t.Errorf("after %d whole results there is\n%.300s", len(whole), got)
			}
		}
		t.Logf("%d whole, %d refused", done, refused)
		if done < rounds || refused == 0 {
			t.Error("they did not overlap")
		}
	})
}

func has(all []string, one string) bool {
	for _, s := range all {
		if s == one {
			return true
		}
	}
	return false
}

// TestOverlapKilled: commands that are killed at any moment, beside others, lock nobody
// out and leave nothing that --resume takes for its own.
func TestOverlapKilled(t *testing.T) {
	rounds := growth.Number(3, 12, 60)
	names, results, bad := overlapTables(t, t.TempDir())
	killed, resumed, refused := 0, 0, 0
	alone := time.Duration(0) // what the longest of them takes by itself, so that kills meet it at work
	for i := range overlapping {
		begin := time.Now()
		cmd, stderr := startHasty(t, t.TempDir(), 10_000, "decode", "--column", "url", "-f", names[i], "-o", "out.csv", "--errors", "bad.jsonl")
		if err := cmd.Wait(); err != nil {
			t.Fatalf("%v, %s", err, stderr)
		}
		alone = max(alone, time.Since(begin))
	}
	// Once more where chance let none meet another.
	for n := 0; n < rounds || (killed == 0 || refused == 0) && n < 10*rounds; n++ {
		folder := t.TempDir()
		args := func(i int, more ...string) []string {
			return append([]string{"decode", "--column", "url", "-f", names[i], "-o", "out.csv", "--errors", "bad.jsonl"}, more...)
		}
		var all sync.WaitGroup
		var mu sync.Mutex
		for range overlapping {
			i, more := rand.IntN(2), []string{}
			if rand.IntN(2) == 0 {
				more = append(more, "--resume")
			}
			time.Sleep(time.Duration(rand.Int64N(int64(alone / 2))))
			cmd, stderr := startHasty(t, folder, 10_000, args(i+7, more...)...)
			kill := time.AfterFunc(time.Duration(rand.Int64N(int64(3*alone))), func() { _ = cmd.Process.Kill() })
			all.Go(func() {
				_ = cmd.Wait()
				kill.Stop()
				mu.Lock()
				defer mu.Unlock()
				said := stderr.String()
				switch status := cmd.ProcessState.ExitCode(); {
				case status == term.StatusDone:
				case status < 0 || said == "":
					killed++
				case status == term.StatusIO && (strings.Contains(said, held("out.csv")) || strings.Contains(said, held("bad.jsonl"))):
					refused++
				case status == term.StatusUsage && strings.HasPrefix(said, "percent: error: --resume: "):
					refused++ // it is another's
				default:
					t.Errorf("status %d, %s", status, said)
				}
				if strings.Contains(said, "continues at") {
					resumed++
				}
			})
		}
		all.Wait()
		if got := text(t, filepath.Join(folder, "out.csv")); got != "" && !has(results, got) {
			t.Errorf("there is\n%.300s", got)
		}
		cmd, stderr := startHasty(t, folder, 10_000, args(7)...)
		if err := cmd.Wait(); err != nil {
			t.Fatalf("%v, %s", err, stderr)
		}
		if text(t, filepath.Join(folder, "out.csv")) != results[7] || text(t, filepath.Join(folder, "bad.jsonl")) != bad[7] {
			t.Error("the run after those that were killed gives another result")
		}
		if left, _ := filepath.Glob(filepath.Join(folder, "*")); len(left) != 2 {
			t.Errorf("left over: %q", left)
		}
	}
	t.Logf("%d killed, %d gone on, %d refused", killed, resumed, refused)
	if killed == 0 || refused == 0 {
		t.Error("none was killed beside another")
	}
}

// TestRefusedAtOnce: a command whose output another one writes is refused before it
// reads, and a lock that ends while it is asked for is no reason to write to a file that
// has another name by then.
func TestRefusedAtOnce(t *testing.T) {
	for _, flags := range [][]string{{"-o", "x"}, {"--errors", "x"}, {"--errors", "x.partial"}, {"-o", "link"}, {"-o", "x", "--resume"}} {
		t.Run(strings.Join(flags, "_"), func(t *testing.T) {
			t.Chdir(t.TempDir())
			if err := os.WriteFile("in.csv", []byte("url\na%20b\n%zz\n"), 0o600); err != nil {
				t.Fatal(err)
			}
			name := "x.partial"
			if flags[0] == "--errors" {
				name = flags[1]
			}
			if flags[1] == "link" {
				if err := os.Symlink("x", "link"); err != nil {
					t.Skip("SKIPPED: no links: " + err.Error())
				}
			}
			file, locked, err := filelock.Open(name, os.O_WRONLY|os.O_CREATE, 0o666)
			if err != nil {
				t.Fatal(err)
			}
			defer file.Close()
			if !locked {
				t.Fatal("the file is not locked")
			}
			if _, err := file.WriteString("of another"); err != nil {
				t.Fatal(err)
			}
			r := runIn(t, nil, stream.ChunkSize, append([]string{"decode", "--column", "url", "-f", "in.csv"}, flags...)...)
			if r.status != term.StatusIO || r.stdout != "" || r.stderr != held(flags[1]) && r.stderr != held("x") {
				t.Errorf("%+v", r)
			}
			if text(t, name) != "of another" {
				t.Error("the other's file was touched")
			}
			if err := file.Close(); err != nil {
				t.Fatal(err)
			}
			r = runIn(t, nil, stream.ChunkSize, append([]string{"decode", "--column", "url", "--on-error", "keep", "-f", "in.csv"}, flags...)...)
			if r.status != term.StatusDone {
				t.Errorf("once it is free: %+v", r)
			}
		})
	}
}
