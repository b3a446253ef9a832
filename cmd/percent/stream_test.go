package main

import (
	"bytes"
	"errors"
	"io"
	"math/rand/v2"
	"os"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/pct-encoded/percent/internal/cli/stream"
	"github.com/pct-encoded/percent/internal/cli/term"
	"github.com/pct-encoded/percent/internal/growth"
)

// inputs are what can go wrong at the border of two chunks.
func inputs() []string {
	list := []string{
		"", "\n", "\r\n", "\r", "\r\r\n", "\n\n", "\x00", "\x00\x00",
		"a", "a\n", "a b\r\nc d\r\n", "a\rb\nc", "a b", "no end\r",
		"%41%42\n%43", "100%\n", "100%\r\n", "100%\r", "100%", "%4\n", "%4\r\n", "%4\r", "%4", "%4\rx\n",
		"%\n41\n", "%4\n1\n", "%%41\n", "%%%\n", "%zz\n%zz\n", "ok\n%41\n\nbad%zz\nlater%41\n",
		"%C3%A9\n\xC3\xA9\n%C3\n%A9\n%C3\xA9\n", "%E2%98%83%E2%98\n%E2\r\n%F0%9F%98%80", "%FF%zz\n", "\xC3%zz",
		"\xEF\xBB\xBFa\n\xEF\xBB\xBF\n", "\xEF\xBB", "\xEF", "\xEF\r\n",
		"a\x00b c\x00%\x00%4\x00%41", "%0A%0D%00%25\n", "+ + %2B\n+", strings.Repeat("long line ", 20) + "\n" + strings.Repeat("%20", 20),
	}
	random := rand.New(rand.NewPCG(1, 2))
	pieces := []string{"%", "4", "1", "F", "z", "\r", "\n", "\r\n", "\x00", "+", " ", "é", "\xC3", "\xFF", "%C3%A9", "%E2%98", "%41", "abc"}
	for range 30 {
		var b strings.Builder
		for range 1 + random.IntN(25) {
			b.WriteString(pieces[random.IntN(len(pieces))])
		}
		list = append(list, b.String())
	}
	return list
}

const byteOrderMark = "\xEF\xBB\xBF"

// sizes are the chunk sizes at which every stream must say the same.
func sizes() []int {
	if testing.Short() {
		return []int{1, 2, 3, 5, 16, 1 << 16}
	}
	list := []int{64, 1 << 16}
	for n := 1; n <= 16; n++ {
		list = append(list, n)
	}
	return list
}

// A reader that gives a byte at a time makes chunks of any size end anywhere.
func TestSlowInput(t *testing.T) {
	in := strings.Join(inputs(), "\n")
	for _, op := range []string{"encode", "fix"} {
		want := runIn(t, strings.NewReader(in), stream.ChunkSize, op)
		for _, r := range []io.Reader{iotest.OneByteReader(strings.NewReader(in)), iotest.HalfReader(strings.NewReader(in)), iotest.DataErrReader(strings.NewReader(in))} {
			if got := runIn(t, r, 100, op); got != want {
				t.Errorf("%s of a slow input differs", op)
			}
		}
	}
}

// Sources follow each other without running into each other.
func TestSeveralFiles(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		if err := os.WriteFile(dir+"/"+name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return dir + "/" + name
	}
	noEnd, empty, ended := write("a", "a b\nc d"), write("b", ""), write("c", "e f\n")
	for _, size := range sizes() {
		got := runIn(t, nil, size, "encode", "-f", noEnd, "-f", empty, "-f", ended, "-f", noEnd)
		if want := "a%20b\nc%20d\ne%20f\na%20b\nc%20d"; got.stdout != want || got.stderr != "" {
			t.Fatalf("chunks of %d: %+v, want %q", size, got, want)
		}
		got = runIn(t, nil, size, "encode", "--whole", "-f", noEnd, "-f", ended)
		if want := "a%20b%0Ac%20de%20f%0A"; got.stdout != want {
			t.Fatalf("whole, chunks of %d: %+v, want %q", size, got, want)
		}
	}
}

var errBroken = errors.New("broken")

// What was read before the input broke is written, and no goroutine is left.
func TestBrokenInput(t *testing.T) {
	for _, size := range sizes() {
		r := io.MultiReader(strings.NewReader("a b\nc"), iotest.ErrReader(errBroken))
		got := runIn(t, r, size, "encode")
		want := result{"a%20b\nc", "percent: error: stdin: broken\n", term.StatusIO}
		if got != want {
			t.Fatalf("chunks of %d: %+v, want %+v", size, got, want)
		}
	}
}

type brokenWriter struct{ left int }

func (w *brokenWriter) Write(p []byte) (int, error) {
	if len(p) > w.left {
		return w.left, errBroken
	}
	w.left -= len(p)
	return len(p), nil
}

func TestBrokenOutput(t *testing.T) {
	before := runtime.NumGoroutine()
	in := strings.Repeat("a b\n", 10000)
	for _, left := range []int{0, 1, 1000} {
		for _, size := range []int{1, 7, 100, stream.ChunkSize} {
			var stderr bytes.Buffer
			a := stream.New(strings.NewReader(in), &brokenWriter{left}, &stderr)
			a.Chunk = size
			if status := run(a, []string{"percent", "encode"}); status != term.StatusIO {
				t.Fatalf("status %d", status)
			}
			if want := "percent: error: stdout: broken\n"; stderr.String() != want {
				t.Fatalf("stderr %q, want %q", stderr.String(), want)
			}
		}
	}
	waitForGoroutines(t, before)
}

// A malformed value ends the work at once, with all goroutines.
func TestNoGoroutineIsLeft(t *testing.T) {
	before := runtime.NumGoroutine()
	in := strings.Repeat("%41%42\n", 1000) + "%zz\n" + strings.Repeat("%41%42\n", 1000)
	for _, size := range []int{1, 7, 100, 1000, stream.ChunkSize} {
		got := runIn(t, strings.NewReader(in), size, "decode")
		if want := strings.Repeat("AB\n", 1000); got.stdout != want || got.status != term.StatusInput {
			t.Fatalf("chunks of %d: status %d and %d bytes, want %d", size, got.status, len(got.stdout), len(want))
		}
		if !strings.Contains(got.stderr, `stdin:1001: invalid escape "%zz" at byte 0`) {
			t.Fatalf("stderr %q", got.stderr)
		}
	}
	waitForGoroutines(t, before)
}

func waitForGoroutines(t *testing.T, want int) {
	t.Helper()
	for range 100 {
		if runtime.NumGoroutine() <= want {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("%d goroutines, %d before", runtime.NumGoroutine(), want)
}

// A value of 64 MiB is held, one byte more is not.
func TestHeldValue(t *testing.T) {
	for _, over := range []int{0, 1} {
		in := strings.Repeat("x", 1000+over-1) + "\n"
		for _, args := range [][]string{{"decode", "--json"}, {"decode", "--on-error", "skip"}, {"encode", "--json"}} {
			var stdout, stderr bytes.Buffer
			a := stream.New(strings.NewReader("first\n"+in), &stdout, &stderr)
			a.Chunk, a.Limit = 64, 1000
			status := run(a, append([]string{"percent"}, args...))
			if want := over * term.StatusUsage; status != want {
				t.Errorf("%v: status %d, want %d: %s", args, status, want, stderr.String())
			}
			if got := strings.Contains(stderr.String(), "stdin:2: value is longer than"); got != (over > 0) {
				t.Errorf("%v: stderr %q", args, stderr.String())
			}
		}
	}
}

// A line of any length takes no more memory than a short one.
func TestLongLine(t *testing.T) {
	size := int64(48 << 20)
	if growth.Long() {
		size = 200 << 20
	}
	for _, args := range [][]string{{"encode"}, {"fix"}, {"decode"}, {"decode", "--on-error", "keep"}, {"encode", "--whole"}, {"encode", "--charset", "sjis"}, {"fix", "--charset", "latin1"}, {"decode", "--charset", "gbk"}, {"decode", "--charset", "detect"}} {
		runtime.GC()
		got := growth.Allocated(func() {
			var n growth.Counter
			a := stream.New(io.LimitReader(growth.Zeros{}, size), &n, io.Discard)
			if status := run(a, append([]string{"percent"}, args...)); status != 0 || int64(n) != size {
				t.Errorf("%v: status %d, %d bytes", args, status, n)
			}
		})
		if got > 32<<20 {
			t.Errorf("%v: %d MB allocated for a line of %d MB", args, got>>20, size>>20)
		}
	}
}

// What comes in goes out as soon as it can, however long the next takes.
func TestIdleInput(t *testing.T) {
	for _, op := range []string{"encode", "decode", "fix", "encode --charset=sjis", "decode --charset=sjis", "fix --charset=iso-2022-jp", "form sort"} {
		inR, inW := io.Pipe()
		outR, outW := io.Pipe()
		status := make(chan int)
		go func() {
			status <- run(stream.New(inR, outW, io.Discard), append([]string{"percent"}, strings.Fields(op)...))
		}()
		buf := make([]byte, 100)
		for range 3 {
			if _, err := io.WriteString(inW, "abc\n"); err != nil {
				t.Fatal(err)
			}
			n, err := outR.Read(buf)
			if string(buf[:n]) != "abc\n" || err != nil {
				t.Fatalf("%s: read %q, %v", op, buf[:n], err)
			}
		}
		inW.Close()
		if got := <-status; got != 0 {
			t.Errorf("%s: status %d", op, got)
		}
	}
}
