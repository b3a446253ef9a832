//go:build unix

package stream

import (
	"os"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/pct-encoded/percent/bulk"
	"github.com/pct-encoded/percent/internal/cli/term"
)

// A told is what a run reports.
type told struct {
	Values int `json:"values"`
}

// A stopped is a run that has taken a checkpoint and was killed: its output has "done\n"
// that the checkpoint knows, and more.
type stopped struct {
	*world
	options Options
	counter atomic.Int64
	told    told
	errors  *Quarantine
}

func (s *stopped) identity(flag string) Identity {
	return Identity{
		Version: "v1", Told: &s.told, Counts: map[string]*atomic.Int64{"found": &s.counter},
		Flags: func() map[string]string { return map[string]string{"--as": flag} },
	}
}

// begin begins a run as the options say.
func (s *stopped) begin(flag string) (*Output, *Checkpointer, error) {
	s.Helper()
	from := s.sources(&s.options, s.path("in"))
	out := s.output(&s.options, from)
	var err error
	if s.errors, err = NewQuarantine(s.path("errors"), s.app, from, out); err != nil {
		s.Fatal(err)
	}
	k, err := NewCheckpointer(s.app, s.identity(flag), from, out, s.errors)
	return out, k, err
}

func newStopped(t *testing.T) *stopped {
	t.Helper()
	s := &stopped{world: newWorld(t, "")}
	s.app.Pause = 0
	s.file("in", "text\n")
	s.options.Output = s.path("out")
	out, k, err := s.begin("form")
	if err != nil || k == nil || k.ResumeAt() != nil {
		t.Fatal(k, err)
	}
	write(t, out, "done\n")
	s.errors.Write([]byte("bad\n"))
	s.counter.Store(7)
	s.told.Values = 3
	if err := k.Take(bulk.Checkpoint{Offset: 2, Record: 1}); err != nil {
		t.Fatal(err)
	}
	write(t, out, "more\n")
	s.errors.Write([]byte("more\n"))
	_ = s.errors.Flush()
	// The system closes the files of a killed process.
	_, _ = out.Abandon(), s.errors.out.Abandon()
	s.counter.Store(0)
	s.told.Values = 0
	s.options.Resume = true
	return s
}

// TestResume: a run continues after what the checkpoint knows, as if it had never stopped.
func TestResume(t *testing.T) {
	s := newStopped(t)
	out, k, err := s.begin("form")
	if err != nil {
		t.Fatal(err)
	}
	if at := k.ResumeAt(); at == nil || at.Offset != 2 || at.Record != 1 || s.counter.Load() != 7 || s.told.Values != 3 {
		t.Fatalf("at %+v, counter %d, told %+v", at, s.counter.Load(), s.told)
	}
	if want := "percent: note: continues at " + s.path("in") + ":2\n"; s.stderr.String() != want {
		t.Errorf("told %q, want %q", s.stderr.String(), want)
	}
	write(t, out, "rest\n")
	s.errors.Write([]byte("rest\n"))
	if err := s.errors.Close(out.Finish(nil)); err != nil {
		t.Fatal(err)
	}
	if s.read("out") != "done\nrest\n" || s.read("errors") != "bad\nrest\n" || s.read("out.partial.json") != "(none)" {
		t.Errorf("%q, errors %q, checkpoint %q", s.read("out"), s.read("errors"), s.read("out.partial.json"))
	}
}

// TestNotResumed: a run of another command, or on other files, is not continued.
func TestNotResumed(t *testing.T) {
	const usage = term.StatusUsage
	for _, test := range []struct {
		name, text string
		change     func(s *stopped)
	}{
		{"input", "--resume: the input in has changed since then", func(s *stopped) { s.file("in", "other text\n") }},
		{"no JSON", "--resume: out.partial.json is not a checkpoint of this program: EOF", func(s *stopped) { s.file("out.partial.json", "") }},
		{"version", "--resume: out.partial.json is from version v0, but this is version v1", func(s *stopped) {
			s.file("out.partial.json", strings.Replace(s.read("out.partial.json"), `"v1"`, `"v0"`, 1))
		}},
		{"another name", "--resume: the input was other and is now in", func(s *stopped) {
			s.file("out.partial.json", strings.Replace(s.read("out.partial.json"), `/in"`, `/other"`, 1))
		}},
		{"fewer inputs", "--resume: the earlier run had 0 inputs, this one 1", func(s *stopped) {
			text := s.read("out.partial.json")
			begin := strings.Index(text, `"inputs":[`) + len(`"inputs":[`)
			s.file("out.partial.json", text[:begin]+text[begin+strings.Index(text[begin:], "]"):])
		}},
		{"cut", "--resume: out.partial has 2 bytes, but out.partial.json expects at least 5", func(s *stopped) { s.file("out.partial", "do") }},
		{"list", "--resume: errors has changed since it was written", func(s *stopped) { s.file("errors", "") }},
	} {
		s := newStopped(t)
		test.change(s)
		out, _, err := s.begin("form")
		text := ""
		if err != nil {
			text = strings.ReplaceAll(err.Error(), s.folder+"/", "")
		}
		s.refused(test.name, err, usage, test.text)
		if text == "" {
			t.Errorf("%s: continued", test.name)
		}
		out.Release()
		s.errors.Release()
	}
	s := newStopped(t)
	_, _, err := s.begin("url")
	s.refused("flags", err, usage, "--resume: --as has changed")

	s = newStopped(t)
	if err := os.Remove(s.path("out.partial.json")); err != nil {
		t.Fatal(err)
	}
	if _, k, err := s.begin("form"); err != nil || k.ResumeAt() != nil || !strings.Contains(s.stderr.String(), "starting from the beginning") {
		t.Errorf("without a checkpoint: %v, %q", err, s.stderr.String())
	}
}

// TestCannotResume: what cannot have checkpoints says so with --resume only.
func TestCannotResume(t *testing.T) {
	w := newWorld(t, "")
	in := w.file("in", "x")
	file, stdout, device := Options{Output: w.path("out")}, Options{}, Options{Output: os.DevNull}
	from := w.sources(&Options{}, in)
	stdin := w.sources(&Options{}, "-")
	for _, test := range []struct {
		name    string
		options Options
		from    []Source
		errors  string
		text    string
	}{
		{"arguments", file, nil, "", "--resume: arguments cannot be resumed"},
		{"standard output", stdout, from, "", "--resume: output on standard output cannot be resumed"},
		{"a device", device, from, "", "--resume: " + os.DevNull + " is not a regular file"},
		{"standard input", file, stdin, "", "--resume: stdin cannot be read again"},
		{"a stream", file, from, "/dev/stderr", "--resume: --errors /dev/stderr is not a regular file"},
	} {
		for _, resume := range []bool{false, true} {
			test.options.Resume = resume
			out := w.output(&test.options, test.from)
			var bad *Quarantine
			if test.errors != "" {
				bad, _ = NewQuarantine(test.errors, w.app, test.from, out)
			}
			k, err := NewCheckpointer(w.app, Identity{}, test.from, out, bad)
			if resume {
				w.refused(test.name, err, term.StatusUsage, test.text)
			} else if k != nil || err != nil {
				t.Errorf("%s: %v, %v", test.name, k, err)
			}
		}
	}
}
