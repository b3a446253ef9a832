//go:build unix

package stream

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/pct-encoded/percent/internal/cli/term"
)

// TestOutputFile: a file gets its name when it is whole, and is told about when it is not.
func TestOutputFile(t *testing.T) {
	bad := term.IOError("in", errors.New("fault"))
	for _, test := range []struct {
		name           string
		err            error
		whole, partial string
		told           string
	}{
		{"done", nil, "text", "(none)", ""},
		{"findings", term.ErrFindings, "text", "(none)", ""},
		{"failed", bad, "(none)", "text", "the output so far is in "},
	} {
		w := newWorld(t, "")
		f := Options{Output: w.path("out")}
		out := w.output(&f, nil)
		if err := out.Claim(); err != nil {
			t.Fatal(err)
		}
		write(t, out, "text")
		if w.read("out") != "(none)" {
			t.Errorf("%s: there is a file of the name before it is whole", test.name)
		}
		err := out.Finish(test.err)
		if !errors.Is(err, test.err) && (test.err != bad || err == nil) {
			t.Errorf("%s: %v", test.name, err)
		}
		out.Release()
		if w.read("out") != test.whole || w.read("out"+PartialSuffix) != test.partial {
			t.Errorf("%s: %q, %q", test.name, w.read("out"), w.read("out"+PartialSuffix))
		}
		if err != nil {
			w.app.UI.Fail(err)
		}
		if told := w.stderr.String(); !strings.Contains(told, test.told) || test.told == "" && told != "" {
			t.Errorf("%s: told %q", test.name, told)
		}
	}
}

// TestOutputReplaces: a file is replaced, with its mode, where a link leads to.
func TestOutputReplaces(t *testing.T) {
	w := newWorld(t, "")
	w.file("old", "old")
	if err := os.Chmod(w.path("old"), 0o640); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("old", w.path("link")); err != nil {
		t.Fatal(err)
	}
	w.file("old"+PartialSuffix, "of an earlier run")
	f := Options{Output: w.path("link")}
	out := w.output(&f, nil)
	write(t, out, "new")
	if err := out.Finish(nil); err != nil || w.read("old") != "new" {
		t.Errorf("%v, %q", err, w.read("old"))
	}
	if info, err := os.Stat(w.path("old")); err != nil || info.Mode().Perm() != 0o640 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
}

// TestOutputStdout: hooks see and change what is written; a terminal shows control
// characters.
func TestOutputStdout(t *testing.T) {
	w := newWorld(t, "")
	w.app.UI.DataTerminal = true
	w.app.UI.SetColour("never")
	var f Options
	out := w.output(&f, nil)
	var seen strings.Builder
	out.See = func(b []byte) { seen.Write(b) }
	out.First = func(b []byte) []byte { return append([]byte("first:"), b...) }
	write(t, out, "")
	write(t, out, "a\x07")
	write(t, out, "b\n")
	if err := out.Finish(nil); err != nil || w.stdout.String() != `first:a\x07b`+"\n" || seen.String() != "a\x07b\n" || !w.app.UI.Masked || !out.Stdout {
		t.Errorf("%v, %q, seen %q", err, w.stdout.String(), seen.String())
	}
	for _, name := range []string{"", "-", "/dev/stdout"} {
		if !(&Options{Output: name}).ToStdout() {
			t.Errorf("%q is not standard output", name)
		}
	}
}

// faulty fails to write, or writes one byte less than it should.
type faulty struct{ err error }

func (f faulty) Write(p []byte) (int, error) { return len(p) - 1, f.err }

func TestOutputFault(t *testing.T) {
	for _, test := range []struct{ err, want error }{{errors.New("fault"), nil}, {nil, io.ErrShortWrite}} {
		app := New(nil, faulty{test.err}, io.Discard)
		out, err := (&Options{}).OutputTo(app, nil)
		if err != nil {
			t.Fatal(err)
		}
		want := test.want
		if want == nil {
			want = test.err
		}
		if n, err := out.Write([]byte("text")); n != 0 || !errors.Is(err, want) {
			t.Errorf("%d, %v, want %v", n, err, want)
		}
	}
}

// TestOutputCompressed: the name asks for compression; each cut begins a member.
func TestOutputCompressed(t *testing.T) {
	w := newWorld(t, "")
	f := Options{Output: w.path("out.gz")}
	out := w.output(&f, nil)
	write(t, out, "one\n")
	if err := out.cut(); err != nil {
		t.Fatal(err)
	}
	write(t, out, "two\n")
	if err := out.Finish(nil); err != nil {
		t.Fatal(err)
	}
	packed := w.read("out.gz")
	r, err := gzip.NewReader(strings.NewReader(packed))
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(r)
	if string(text) != "one\ntwo\n" || err != nil || strings.Count(packed, "\x1f\x8b\x08") != 2 {
		t.Errorf("%q, %v, %q", text, err, packed)
	}
	f = Options{Output: w.path("body.gz"), Bodies: true}
	out = w.output(&f, nil)
	write(t, out, "plain")
	if err := out.Finish(nil); err != nil || w.read("body.gz") != "plain" {
		t.Errorf("%v, %q", err, w.read("body.gz"))
	}
}

// TestOutputRefused: no output is an input, a folder or a file that another output needs.
func TestOutputRefused(t *testing.T) {
	w := newWorld(t, "")
	in := w.file("in", "x")
	var f Options
	from := w.sources(&f, in)
	for _, test := range []struct {
		name   string
		status int
		text   string
		make   func()
	}{
		{"in", term.StatusUsage, "output in is the input in", nil},
		{".", term.StatusIO, ".: is a directory", nil},
		{"out", term.StatusIO, "out.partial: is a directory", func() { _ = os.Mkdir(w.path("out.partial"), 0o700) }},
		{"linked", term.StatusIO, "linked.partial: not a regular file, and output linked needs that name until it is whole", func() { _ = os.Symlink("in2", w.path("linked.partial")) }},
	} {
		if test.make != nil {
			test.make()
		}
		f.Output = w.folder + "/" + test.name
		_, err := f.OutputTo(w.app, from)
		w.refused(test.name, err, test.status, test.text)
	}
	from = w.sources(&f, w.file("x.partial", "x"))
	f.Output = w.path("x")
	_, err := f.OutputTo(w.app, from)
	w.refused("the file of the output", err, term.StatusUsage, "the input x.partial is a file that output x needs until it is whole")
}

// TestOutputInPlace: devices and streams are written in place.
func TestOutputInPlace(t *testing.T) {
	w := newWorld(t, "")
	f := Options{Output: "/dev/stderr"}
	out := w.output(&f, nil)
	write(t, out, "text")
	if err := out.Finish(nil); err != nil || w.stderr.String() != "text" {
		t.Errorf("%v, %q", err, w.stderr.String())
	}
	if !inPlace(os.DevNull) || inPlace(w.path("none")) {
		t.Error("a device is not written in place, or a file is")
	}
	f = Options{Output: os.DevNull}
	out = w.output(&f, nil)
	write(t, out, "text")
	if err := out.Finish(nil); err != nil {
		t.Error(err)
	}
}

// TestOutputHeld: two outputs of one name are not written at once.
func TestOutputHeld(t *testing.T) {
	w := newWorld(t, "")
	f := Options{Output: w.path("out")}
	first, second := w.output(&f, nil), w.output(&f, nil)
	write(t, first, "text")
	w.refused("held", second.Claim(), term.StatusIO, "out: another command is writing to it")
	second.Release()
	if err := first.Finish(nil); err != nil || w.read("out") != "text" {
		t.Errorf("%v, %q", err, w.read("out"))
	}
}

// TestQuarantine: the list of what was malformed is a file of its own.
func TestQuarantine(t *testing.T) {
	w := newWorld(t, "")
	var none *Quarantine
	if none.Claim() != nil || none.Flush() != nil || none.sync() != nil || none.Close(io.EOF) != io.EOF || !none.resumable() {
		t.Error("no list does something")
	}
	none.Release()
	in := w.file("in", "x")
	f := Options{Output: w.path("out")}
	from := w.sources(&f, in)
	to := w.output(&f, from)
	stdout := w.output(&Options{}, nil)
	for _, test := range []struct {
		name, text string
		to         *Output
	}{
		{"-", "--errors does not take -", to},
		{in, "--errors in is the input in", to},
		{w.path("out"), "--errors and -o are the same file", to},
		{w.path("out.partial"), "--errors out.partial is a file that output out needs until it is whole", to},
		{"/dev/stdout", "--errors /dev/stdout is standard output, where the results go", stdout},
	} {
		_, err := NewQuarantine(test.name, w.app, from, test.to)
		w.refused(test.name, err, term.StatusUsage, test.text)
	}
	w.file("errors", "old")
	q, err := NewQuarantine(w.path("errors"), w.app, from, to)
	if err != nil {
		t.Fatal(err)
	}
	if err := q.Claim(); err != nil {
		t.Fatal(err)
	}
	if other, err := NewQuarantine(w.path("errors"), w.app, from, to); err != nil || other.Claim() == nil {
		t.Errorf("another claims it, too: %v", err)
	}
	q.Write([]byte("line\n"))
	if err := errors.Join(q.sync(), q.Flush(), q.Close(nil)); err != nil || w.read("errors") != "line\n" {
		t.Errorf("%v, %q", err, w.read("errors"))
	}
	q.Release()
	// Replaced meanwhile.
	if q, err = NewQuarantine(w.path("errors"), w.app, from, to); err != nil {
		t.Fatal(err)
	}
	q.Write([]byte("line\n"))
	if err := errors.Join(q.Flush(), os.Remove(w.path("errors"))); err != nil {
		t.Fatal(err)
	}
	w.refused("replaced", q.Close(nil), term.StatusIO, "errors: it was replaced or removed while it was written")
	// To a stream whose reader has stopped.
	if q, err = NewQuarantine("/dev/stderr", w.app, from, to); err != nil {
		t.Fatal(err)
	}
	if q.resumable() {
		t.Error("a stream can be resumed")
	}
	q.Write([]byte("told\n"))
	if err := q.Close(nil); err != nil || !bytes.Contains(w.stderr.Bytes(), []byte("told\n")) {
		t.Errorf("%v, %q", err, w.stderr.String())
	}
	w.app.UI.Stderr = faulty{errors.New("fault")}
	if q, err = NewQuarantine("/dev/stderr", w.app, from, to); err != nil {
		t.Fatal(err)
	}
	q.Write([]byte("told\n"))
	q.Write([]byte("told\n"))
	w.refused("fault", q.Flush(), term.StatusIO, "/dev/stderr: fault")
}

// counted counts what is written to it.
type counted struct{ writes, bytes int }

func (c *counted) Write(p []byte) (int, error) {
	c.writes, c.bytes = c.writes+1, c.bytes+len(p)
	return len(p), nil
}

// TestQuarantineWrites: lines are written together.
func TestQuarantineWrites(t *testing.T) {
	w := newWorld(t, "")
	var to counted
	w.app.UI.Stderr = &to
	q, err := NewQuarantine("/dev/stderr", w.app, nil, w.output(&Options{}, nil))
	if err != nil {
		t.Fatal(err)
	}
	const lines = 3 * fullLines / 8
	for range lines {
		q.Write([]byte("a line.\n"))
	}
	if err := q.Flush(); err != nil || to.bytes != 8*lines || to.writes > 8 {
		t.Errorf("%d lines: %+v, %v", lines, to, err)
	}
}

// TestProgressShown: progress in JSON ends with the totals; on a terminal it disappears.
func TestProgressShown(t *testing.T) {
	w := newWorld(t, "")
	var f Options
	from := w.sources(&f, w.file("a", "12"), w.file("b", "345"))
	f.Progress.Value = "json"
	p := f.StartProgress(w.app.UI, "row", from, &Output{})
	p.Add(5)
	p.Tell(2, 1)
	p.Stop()
	if got := w.stderr.String(); !strings.HasPrefix(got, `{"records":2,"bytes":5,"total_bytes":5,"bytes_per_second":`) || !strings.HasSuffix(got, `,"malformed":1}`+"\n") {
		t.Errorf("%q", got)
	}
	w.stderr.Reset()
	f.Progress.Value = ""
	w.app.UI.Terminal = true
	p = f.StartProgress(w.app.UI, "row", append(from, Source{}), &Output{})
	if p.total != -1 {
		t.Errorf("a total of %d bytes with an unknown size", p.total)
	}
	p.Stop()
	if got := w.stderr.String(); got != "" {
		t.Errorf("%q", got)
	}
	var none *Progress
	none.Add(1)
	none.leaveOut(1)
	none.Tell(1, 1)
	none.Stop()
}
