package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/dialect"
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

// values splits an input by hand into values and what ends them.
func values(in string, sep separator) (texts, ends []string) {
	switch {
	case sep == nothing:
		return []string{in}, []string{""}
	case in == "":
		return nil, nil
	}
	end := sep.text()
	for {
		text, rest, found := strings.Cut(in, end)
		if !found {
			if text != "" {
				texts, ends = append(texts, text), append(ends, "")
			}
			return texts, ends
		}
		this := end
		if sep == lines && strings.HasSuffix(text, "\r") {
			text, this = text[:len(text)-1], "\r\n"
		}
		texts, ends = append(texts, text), append(ends, this)
		in = rest
	}
}

var separatorFlags = map[separator]string{lines: "", nuls: "-0", nothing: "--whole"}

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

func TestEncodeStreams(t *testing.T) {
	for _, op := range []string{"encode", "fix"} {
		for _, as := range []string{"rfc3986", "rfc3986.uri", "form", "whatwg.c0-control"} {
			d, err := dialect.Lookup(as)
			if err != nil {
				t.Fatal(err)
			}
			one := d.Encoding().Encode
			if op == "fix" {
				one = d.Encoding().Fix
			}
			for sep, flag := range separatorFlags {
				t.Run(fmt.Sprintf("op=%s/as=%s/flag=%s", op, as, flag), func(t *testing.T) {
					for _, in := range inputs() {
						var want strings.Builder
						rest := in
						if op == "fix" && strings.HasPrefix(in, byteOrderMark) {
							want.WriteString(byteOrderMark)
							rest = in[len(byteOrderMark):]
						}
						texts, ends := values(rest, sep)
						for i := range texts {
							want.WriteString(one(texts[i]) + ends[i])
						}
						for _, size := range sizes() {
							got := streamIn(strings.NewReader(in), size, op, d.Encoding(), sep, "")
							if got != (result{stdout: want.String()}) {
								t.Fatalf("%q in chunks of %d: %+v, want %q", in, size, got, want.String())
							}
						}
					}
				})
			}
		}
	}
}

// streamIn does what the command does with standard input, without its flags.
func streamIn(in io.Reader, size int, op string, e *percent.Encoding, sep separator, onError string) result {
	var stdout, stderr bytes.Buffer
	a := newApp(in, &stdout, &stderr)
	a.chunk = size
	j, d := newDecodeJob(a)
	switch op {
	case "encode":
		j = newEncodeJob(a)
	case "fix":
		j, e = newFixJob(a), fixing(e)
	}
	j.enc, j.sep, j.policy.value = e, sep, onError
	j.out = newOutput("stdout", 2*size, func() (io.WriteCloser, error) { return keepOpen{&stdout}, nil })
	err := j.out.close(j.files([]source{{name: "stdin", open: func() (io.ReadCloser, error) { return io.NopCloser(in), nil }}}))
	status := 0
	if err != nil {
		status = a.ui.fail(err)
	} else {
		d.report(j, false)
	}
	return result{stdout.String(), stderr.String(), status}
}

// decodeValues decodes value by value, by the letter of the documentation.
func decodeValues(e *percent.Encoding, in string, sep separator, onError string) result {
	var want result
	var passed int64
	var first string
	texts, ends := values(in, sep)
	for i, text := range texts {
		at := fmt.Sprintf("stdin:%d", i+1)
		if sep == nothing {
			at = "stdin"
		}
		var decoded strings.Builder
		bad := false
		for n := 0; ; {
			s, err := e.Decode(text[n:])
			decoded.WriteString(s)
			var syntax *percent.SyntaxError
			if !errors.As(err, &syntax) {
				break
			}
			n += int(syntax.Offset)
			if onError == "fail" {
				syntax.Offset = int64(n)
				want.stdout += decoded.String()
				want.status = statusInput
				want.stderr = "percent: error: " + at + ": " + strings.TrimPrefix(syntax.Error(), "percent: ") + "\n"
				return want
			}
			if passed == 0 {
				first = fmt.Sprintf("%s, byte %d", at, n)
			}
			if !bad || onError != "skip" {
				passed++
			}
			bad = true
			length := 1
			if syntax.Reason != percent.InvalidEscape {
				length = len(syntax.Bytes)
			}
			if onError == "replace" {
				decoded.WriteString("\uFFFD")
			} else {
				decoded.WriteString(text[n : n+length])
			}
			n += length
		}
		if onError == "skip" && bad {
			continue
		}
		want.stdout += decoded.String() + ends[i]
	}
	if passed > 0 {
		want.stderr = fmt.Sprint(passed, first)
	}
	return want
}

func TestDecodeStreams(t *testing.T) {
	for _, as := range []string{"rfc3986", "form", "whatwg.query"} {
		d, err := dialect.Lookup(as)
		if err != nil {
			t.Fatal(err)
		}
		testDecodeStreams(t, as, d.Encoding())
	}
}

// Choices that no dialect of the catalogue makes yet, but that encodings have.
func TestDecodeStreamsOfOtherEncodings(t *testing.T) {
	for name, e := range map[string]*percent.Encoding{
		"refusing-utf8":  percent.RFC3986.WithInvalidUTF8(percent.InvalidUTF8Refused),
		"replacing-utf8": percent.RFC3986.WithInvalidUTF8(percent.InvalidUTF8Replaced),
		"refusing-raw":   percent.RFC3986.WithRaw(percent.URISet),
		"preserving":     percent.RFC3986.WithPreserved(percent.Reserved),
	} {
		testDecodeStreams(t, name, e)
	}
}

func testDecodeStreams(t *testing.T, as string, e *percent.Encoding) {
	for sep, flag := range separatorFlags {
		for _, onError := range []string{"fail", "keep", "replace", "skip"} {
			t.Run(fmt.Sprintf("as=%s/flag=%s/on-error=%s", as, flag, onError), func(t *testing.T) {
				for _, in := range inputs() {
					want := decodeValues(e, in, sep, onError)
					for _, size := range sizes() {
						got := streamIn(strings.NewReader(in), size, "decode", e, sep, onError)
						got.stderr = withoutHint(got.stderr)
						if onError != "fail" {
							got.stderr = noteFacts(got.stderr)
						}
						if got != want {
							t.Fatalf("%q in chunks of %d:\n got %+v\nwant %+v", in, size, got, want)
						}
					}
				}
			})
		}
	}
}

// withoutHint drops the second line of an error.
func withoutHint(s string) string {
	line, rest, _ := strings.Cut(s, "\n")
	if strings.HasPrefix(rest, "percent: hint: ") || rest == "" && line != "" {
		return line + "\n"
	}
	return s
}

// noteFacts returns the count and the first place of a note on malformed input.
func noteFacts(s string) string {
	var n int64
	if _, err := fmt.Sscanf(s, "percent: note: %d ", &n); err != nil {
		return s
	}
	_, where, _ := strings.Cut(strings.TrimSuffix(s, "\n"), "at ")
	return fmt.Sprint(n, where)
}

// A reader that gives a byte at a time makes chunks of any size end anywhere.
func TestSlowInput(t *testing.T) {
	in := strings.Join(inputs(), "\n")
	for _, op := range []string{"encode", "fix"} {
		want := runIn(t, strings.NewReader(in), chunkSize, op)
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
		want := result{"a%20b\nc", "percent: error: stdin: broken\n", statusIO}
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
		for _, size := range []int{1, 7, 100, chunkSize} {
			var stderr bytes.Buffer
			a := newApp(strings.NewReader(in), &brokenWriter{left}, &stderr)
			a.chunk = size
			if status := run(a, []string{"percent", "encode"}); status != statusIO {
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
	for _, size := range []int{1, 7, 100, 1000, chunkSize} {
		got := runIn(t, strings.NewReader(in), size, "decode")
		if want := strings.Repeat("AB\n", 1000); got.stdout != want || got.status != statusInput {
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
			a := newApp(strings.NewReader("first\n"+in), &stdout, &stderr)
			a.chunk, a.limit = 64, 1000
			status := run(a, append([]string{"percent"}, args...))
			if want := over * statusUsage; status != want {
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
	if testing.Short() {
		t.Skip("SKIPPED: a line of 200 MB, with -short")
	}
	const size = 200 << 20
	for _, args := range [][]string{{"encode"}, {"fix"}, {"decode"}, {"decode", "--on-error", "keep"}, {"encode", "--whole"}, {"encode", "--charset", "sjis"}, {"fix", "--charset", "latin1"}, {"decode", "--charset", "gbk"}, {"decode", "--charset", "detect"}} {
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		var n countingWriter
		a := newApp(io.LimitReader(zeros{}, size), &n, io.Discard)
		if status := run(a, append([]string{"percent"}, args...)); status != 0 || n != size {
			t.Errorf("%v: status %d, %d bytes", args, status, n)
		}
		runtime.ReadMemStats(&after)
		if got := after.TotalAlloc - before.TotalAlloc; got > 32<<20 {
			t.Errorf("%v: %d MB allocated for a line of %d MB", args, got>>20, size>>20)
		}
	}
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = '0'
	}
	return len(p), nil
}

type countingWriter int64

func (w *countingWriter) Write(p []byte) (int, error) {
	*w += countingWriter(len(p))
	return len(p), nil
}

// What comes in goes out as soon as it can, however long the next takes.
func TestIdleInput(t *testing.T) {
	for _, op := range []string{"encode", "decode", "fix", "encode --charset=sjis", "decode --charset=sjis", "fix --charset=iso-2022-jp", "form sort"} {
		inR, inW := io.Pipe()
		outR, outW := io.Pipe()
		status := make(chan int)
		go func() {
			status <- run(newApp(inR, outW, io.Discard), append([]string{"percent"}, strings.Fields(op)...))
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
