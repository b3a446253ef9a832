//go:build unix

package stream

import (
	"bytes"
	"compress/gzip"
	"io"
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"github.com/pct-encoded/percent/internal/cli/term"
	"github.com/pct-encoded/percent/internal/peek"
)

// TestSources: values are arguments, files or standard input, and not two of these.
func TestSources(t *testing.T) {
	w := newWorld(t, "")
	a := w.file("a", "x")
	for _, test := range []struct {
		name    string
		options Options
		args    []string
		want    string // the names of the sources
		text    string // of the failure
		status  int
	}{
		{"standard input", Options{}, nil, "stdin", "", 0},
		{"arguments", Options{}, []string{"x"}, "", "", 0},
		{"files", Options{Files: []string{a, "-", a}}, nil, "a stdin a", "", 0},
		{"both", Options{Files: []string{a}}, []string{"x"}, "", "values come as arguments or from files, not both", term.StatusUsage},
		{"no name", Options{Files: []string{""}}, nil, "", "-f: the name of a file is missing", term.StatusUsage},
		{"no file", Options{Files: []string{w.path("none")}}, nil, "", "none: no such file or directory", term.StatusIO},
		{"a folder", Options{Files: []string{w.folder}}, nil, "", w.folder + ": is a directory", term.StatusIO},
		{"two separators", Options{NUL: true, Whole: true}, nil, "", "-0 and --whole cannot be used together", term.StatusUsage},
	} {
		from, err := test.options.Sources(w.app, test.args)
		if test.text != "" {
			w.refused(test.name, err, test.status, test.text)
			continue
		}
		var names []string
		for _, s := range from {
			names = append(names, strings.TrimPrefix(s.Name, w.folder+"/"))
			if s.Again != (s.Path != "") {
				t.Errorf("%s: %s can be read again: %v", test.name, s.Name, s.Again)
			}
		}
		if got := strings.Join(names, " "); got != test.want || err != nil {
			t.Errorf("%s: %q, %v, want %q", test.name, got, err, test.want)
		}
	}
}

func TestSeparator(t *testing.T) {
	for _, test := range []struct {
		args string
		want Separator
	}{{"", Lines}, {"-0", NULs}, {"--whole", Nothing}} {
		var f Options
		set := pflag.NewFlagSet("", pflag.ContinueOnError)
		f.AddTo(set)
		if err := set.Parse(strings.Fields(test.args)); err != nil || f.Separator() != test.want {
			t.Errorf("%q: %v, %v", test.args, f.Separator(), err)
		}
	}
	set := pflag.NewFlagSet("", pflag.ContinueOnError)
	(&Options{}).AddTo(set)
	if err := set.Parse([]string{"-o", ""}); err == nil {
		t.Error("an output without a name is accepted")
	}
	if err := set.Parse([]string{"-o", "x"}); err != nil || set.Lookup("output").Value.String() != "x" || set.Lookup("output").Value.Type() != "string" {
		t.Errorf("%v, %v", set.Lookup("output").Value, err)
	}
}

func zipped(text string) string {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, _ = io.WriteString(w, text)
	_ = w.Close()
	return b.String()
}

// TestOpen: what is read is decompressed, counted and shown, and its charset is told if no
// result can be what the user meant.
func TestOpen(t *testing.T) {
	for _, test := range []struct {
		name, file string
		options    Options
		want, told string
		read       int64 // bytes of the file
	}{
		{"plain", "text", Options{}, "text", "", 4},
		{"compressed", zipped("text"), Options{}, "text", "", int64(len(zipped("text")))},
		{"as it is", zipped("text"), Options{AsIs: true}, zipped("text"), "", int64(len(zipped("text")))},
		{"a mark", "\xff\xfea\x00", Options{}, "\xff\xfea\x00", "is UTF-16, as PowerShell", 4},
		{"a mark, for who reads it", "\xff\xfea\x00", Options{UTF16: true}, "\xff\xfea\x00", "", 4},
		{"without a mark", "\x00a\x00b", Options{}, "\x00a\x00b", "iconv -f UTF-16BE", 4},
		{"four octets", "a\x00\x00\x00b\x00\x00\x00", Options{}, "a\x00\x00\x00b\x00\x00\x00", "is UTF-32, and is read as bytes; make it UTF-8 first: `iconv -f UTF-32LE", 8},
		{"a mark of four", "\x00\x00\xfe\xff\x00\x00\x00a", Options{}, "\x00\x00\xfe\xff\x00\x00\x00a", "iconv -f UTF-32 ", 8},
		{"values of NUL", "a\x00b\x00", Options{NUL: true}, "a\x00b\x00", "", 4},
		{"short", "a", Options{}, "a", "", 1},
	} {
		w := newWorld(t, "")
		s := w.sources(&test.options, w.file("in", test.file))[0]
		var bar Progress
		var seen strings.Builder
		r, err := test.options.Open(s, w.app.UI, &bar, func(b []byte) { seen.Write(b) })
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(r)
		if closed := r.Close(); err != nil || closed != nil {
			t.Errorf("%s: %v, %v", test.name, err, closed)
		}
		if string(text) != test.want || seen.String() != test.want || bar.read.Load() != test.read {
			t.Errorf("%s: read %q, seen %q, %d bytes", test.name, text, seen.String(), bar.read.Load())
		}
		if told := w.stderr.String(); !strings.Contains(told, test.told) || test.told == "" && told != "" {
			t.Errorf("%s: told %q, want %q", test.name, told, test.told)
		}
	}
	// A damaged file is an error, and closed.
	w := newWorld(t, "")
	var f Options
	if _, err := f.Open(w.sources(&f, w.file("in.gz", "\x1f\x8bno"))[0], w.app.UI, nil, nil); err == nil {
		t.Error("a damaged file is read")
	}
}

// TestSkip: what is skipped is not seen, and counts as done but not as read.
func TestSkip(t *testing.T) {
	w := newWorld(t, "")
	var f Options
	var bar Progress
	var seen strings.Builder
	r, err := f.Open(w.sources(&f, w.file("in", "0123456789"))[0], w.app.UI, &bar, func(b []byte) { seen.Write(b) })
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if err := peek.Skip(r, 4); err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(r)
	if string(text) != "456789" || seen.String() != "456789" || err != nil || bar.left.Load()+bar.read.Load() != 10 {
		t.Errorf("%q, seen %q, %v, %d bytes", text, seen.String(), err, bar.left.Load()+bar.read.Load())
	}
}

// TestOpenAside: to read a file beside those who read it leaves their place alone.
func TestOpenAside(t *testing.T) {
	w := newWorld(t, "")
	var f Options
	s := w.sources(&f, w.file("in", zipped("text")))[0]
	r, err := f.OpenAside(s)
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(r)
	if string(text) != "text" || err != nil || r.Close() != nil {
		t.Errorf("%q, %v", text, err)
	}
	if _, err := f.OpenAside(Source{Path: w.path("none")}); err == nil {
		t.Error("a file that does not exist is opened")
	}
}

// TestReadFile: standard input is read once, and nothing that is too long.
func TestReadFile(t *testing.T) {
	w := newWorld(t, "in")
	w.app.Limit = 3 << 20
	if text, err := w.app.ReadFile(w.file("a", "abc")); string(text) != "abc" || err != nil {
		t.Errorf("%q, %v", text, err)
	}
	if text, err := w.app.ReadFile("-"); string(text) != "in" || err != nil {
		t.Errorf("%q, %v", text, err)
	}
	_, err := w.app.ReadFile("-")
	w.refused("again", err, term.StatusUsage, "standard input cannot be read twice")
	_, err = w.app.ReadFile(w.file("long", strings.Repeat("a", 3<<20+1)))
	w.refused("too long", err, term.StatusUsage, "long: value is longer than 3 MiB")
	_, err = w.app.ReadFile(w.path("none"))
	w.refused("no file", err, term.StatusIO, "none: no such file or directory")
}

func TestPlace(t *testing.T) {
	if got := At("a", 3).String() + " " + At("b", 0).String(); got != "a:3 b" {
		t.Error(got)
	}
}
