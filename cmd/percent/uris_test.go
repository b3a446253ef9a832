package main

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/pct-encoded/percent/internal/cli/stream"
	"github.com/pct-encoded/percent/internal/cli/term"
	"github.com/pct-encoded/percent/uri"
)

// normalizeLines does what the command does, line by line.
func normalizeLines(in, sep string) (out string, illegal int) {
	bom := strings.HasPrefix(in, byteOrderMark)
	in = strings.TrimPrefix(in, byteOrderMark)
	var b strings.Builder
	if bom {
		b.WriteString(byteOrderMark)
	}
	for line := range strings.SplitAfterSeq(in, sep) {
		text := strings.TrimSuffix(line, sep)
		if sep == "\n" && text != line {
			text = strings.TrimSuffix(text, "\r")
		}
		if _, err := uri.Parse(text); err != nil {
			illegal++
		}
		b.WriteString(uri.ParseLenient(text).Normalize(uri.AllRungs).String() + line[len(text):])
	}
	return b.String(), illegal
}

// However a stream is cut, the result is that of its lines one by one, and the
// note counts what is not legal and names the first.
func TestNormalizeStream(t *testing.T) {
	long := "HTTP://h/" + strings.Repeat("%7e", 300)
	for _, in := range []string{
		"",
		"\n",
		"HTTP://a",
		"HTTP://a\r\n\r\nb\rc\n/%7e/./x",
		byteOrderMark + "HTTP://a\n" + long + "\n" + strings.Repeat("/a b\nHTTP://A:80\n", 50) + "%",
		strings.Repeat("HTTP://A:80/%7e\r\n", 40) + long + "\n" + strings.Repeat("file:/x\n\n.\n", 60),
		strings.Repeat("/é\n", 99) + "/a\x00/b\x00c\n",
	} {
		for _, sep := range []string{"\n", "\x00"} {
			args := []string{"normalize"}
			if sep == "\x00" {
				args = append(args, "-0")
			}
			want, illegal := normalizeLines(in, sep)
			whole := runIn(t, strings.NewReader(in), stream.ChunkSize, args...)
			if whole.status != 0 || whole.stdout != want {
				t.Errorf("%q: status %d, %q, want %q", in, whole.status, whole.stdout, want)
			}
			count := fmt.Sprintf("percent: note: %d value", illegal)
			if illegal == 0 && whole.stderr != "" || illegal > 0 && !strings.HasPrefix(whole.stderr, count) {
				t.Errorf("%q: %d are not legal, stderr %q", in, illegal, whole.stderr)
			}
			for _, chunk := range []int{17, 19, 33, 64, 100, 255, 1000} {
				if got := runIn(t, strings.NewReader(in), chunk, args...); got != whole {
					t.Errorf("chunk=%d: %q: %+v, want %+v", chunk, in, got, whole)
				}
				fail := append(args, "--on-error", "fail")
				if got, want := runIn(t, strings.NewReader(in), chunk, fail...), runIn(t, strings.NewReader(in), stream.ChunkSize, fail...); got != want {
					t.Errorf("chunk=%d: %q: fail: %+v, want %+v", chunk, in, got, want)
				}
				skip := append(args, "--on-error", "skip")
				if got, want := runIn(t, strings.NewReader(in), chunk, skip...), runIn(t, strings.NewReader(in), stream.ChunkSize, skip...); got != want {
					t.Errorf("chunk=%d: %q: skip: %+v, want %+v", chunk, in, got, want)
				}
			}
		}
	}
}

// A value is held whole, up to the limit.
func TestNormalizeTooLong(t *testing.T) {
	var stdout, stderr bytes.Buffer
	a := stream.New(strings.NewReader("/a\n/"+strings.Repeat("b", 500)), &stdout, &stderr)
	a.Chunk, a.Limit = 64, 400
	if status := run(a, []string{"percent", "normalize"}); status != term.StatusUsage || stdout.String() != "/a\n" {
		t.Errorf("status %d, %q", status, stdout.String())
	}
	if got, want := stderr.String(), "percent: error: stdin:2: value is longer than 0 MiB\npercent: hint: no program accepts a value that long\n"; got != want {
		t.Errorf("stderr %q, want %q", got, want)
	}
}

// On real URLs: the command is its lines one by one, doing it twice changes
// nothing more, parse and build give back every byte, and what is readable leads
// back.
func TestRealURIs(t *testing.T) {
	file, in := corpusFile(t)
	once := runIn(t, nil, stream.ChunkSize, "normalize", "-f", file)
	if want, _ := normalizeLines(in, "\n"); once.status != 0 || once.stdout != want {
		t.Errorf("normalize: status %d, or other text", once.status)
	}
	twice := runIn(t, strings.NewReader(once.stdout), stream.ChunkSize, "normalize")
	if twice.stdout != once.stdout {
		t.Error("normalize: not idempotent")
	}
	small := runIn(t, nil, 1<<12, "normalize", "-f", file)
	if small != once {
		t.Error("normalize: other results in small chunks")
	}

	lines := strings.TrimPrefix(strings.ReplaceAll(in, "\r\n", "\n"), byteOrderMark)
	objects := runIn(t, nil, stream.ChunkSize, "uri", "parse", "--json", "--on-error", "keep", "-f", file)
	built := runIn(t, strings.NewReader(objects.stdout), stream.ChunkSize, "uri", "build")
	if built.status != 0 || strings.TrimSuffix(built.stdout, "\n") != strings.TrimSuffix(lines, "\n") {
		t.Errorf("parse | build: status %d, %s", built.status, built.stderr)
	}

	normal := []string{"normalize", "--case", "--percent-encoding"}
	toURI := []string{"iri", "to-uri", "--on-error", "escape"}
	readable := runIn(t, nil, stream.ChunkSize, "iri", "readable", "-f", file)
	back := runIn(t, strings.NewReader(readable.stdout), stream.ChunkSize, toURI...)
	straight := runIn(t, nil, stream.ChunkSize, append(toURI, "-f", file)...)
	x := runIn(t, strings.NewReader(back.stdout), stream.ChunkSize, normal...).stdout
	y := runIn(t, strings.NewReader(straight.stdout), stream.ChunkSize, normal...).stdout
	if x != y || x == "" {
		a, b := strings.Split(x, "\n"), strings.Split(y, "\n")
		for i := range min(len(a), len(b)) {
			if a[i] != b[i] {
				t.Fatalf("readable: line %d: leads back to %q and not %q", i+1, a[i], b[i])
			}
		}
		t.Error("readable: does not lead back")
	}
}

// TestURISetLimit: a query with more pairs than a form may have is a flaw like any
// other.
func TestURISetLimit(t *testing.T) {
	in := "http://h/?" + strings.Repeat("a&", 70_000) + "\n"
	got := runIn(t, strings.NewReader(in), stream.ChunkSize, "uri", "set", "--json", "--on-error", "keep", "query:q=1")
	const want = `"offset":0,"stream_offset":0,"reason":"form: more than 65536 pairs at byte 131072"}`
	if got.status != 0 || !strings.HasSuffix(got.stdout, want+"\n") {
		t.Errorf("status %d, %.200s", got.status, got.stdout[max(0, len(got.stdout)-200):])
	}
	if got = runIn(t, strings.NewReader(in), stream.ChunkSize, "uri", "set", "query:q=1"); got.status != 3 || got.stdout != "" {
		t.Errorf("status %d, %.200s", got.status, got.stdout)
	}
}
