package main

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pct-encoded/percent/internal/recordings"
)

// recorder writes a recorder of one decoder whose `run` is the shell text body.
func recorder(t *testing.T, body string) {
	t.Helper()
	t.Chdir(t.TempDir())
	dir := filepath.Join("recorders", "r")
	if err := os.MkdirAll(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	script := "#!/bin/sh\nif [ \"$1\" = list ]; then printf 'decoder\\tx.d\\tShell\\t1\\tbytes\\tcat\\n'; exit; fi\n" + body + "\n"
	if err := os.WriteFile(filepath.Join(dir, "run"), []byte(script), 0o777); err != nil {
		t.Fatal(err)
	}
}

func inputs(t *testing.T) *recordings.Inputs {
	t.Helper()
	in, err := recordings.ReadInputs("../inputs.json")
	if err != nil {
		t.Fatal(err)
	}
	return in
}

const echo = `while IFS='	' read -r id hex; do printf '%s\n' "$hex"; done`

func TestRecordWritesWhatWasAnswered(t *testing.T) {
	in := inputs(t)
	recorder(t, echo)
	if _, err := record(in, "r", nil, false); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join("recordings", "r.json")
	rec, err := recordings.ReadRecording(path)
	if err != nil {
		t.Fatal(err)
	}
	m := rec.Implementations[0]
	for _, c := range in.Questions(m.Kind, m.Units) {
		r, ok := m.Result(c)
		if !ok || string(r.Output) != string(c.Octets) {
			t.Errorf("%s %s: recorded %+v, %v", c.Section, c.Name, r, ok)
		}
	}
	first, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := record(in, "r", []string{"y.", "x."}, false); err != nil {
		t.Fatal(err)
	}
	if again, err := os.ReadFile(path); err != nil || string(again) != string(first) {
		t.Error("recording twice gives other bytes")
	}
	if note, err := record(in, "r", []string{"y."}, false); err != nil || note != "" {
		t.Errorf("nothing wanted: %q, %v", note, err)
	}
}

func TestRecordKeepsTheFileOfAFailure(t *testing.T) {
	in := inputs(t)
	for name, body := range map[string]string{
		"too few answers":  `echo 41; cat >/dev/null`,
		"too many answers": echo + "\necho 41",
		"not hexadecimal":  `while read -r line; do echo zz; done`,
		"no message":       `while read -r line; do echo '!'; done`,
		"message not text": `while read -r line; do printf '!\377\n'; done`,
		"status":           echo + "\nexit 3",
	} {
		recorder(t, body)
		path := filepath.Join("recordings", "r.json")
		old := (&recordings.Recording{Recorder: "r"}).Render(in)
		if err := os.Mkdir("recordings", 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, old, 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := record(in, "r", nil, false); err == nil {
			t.Errorf("%s: no error", name)
		}
		if b, err := os.ReadFile(path); err != nil || string(b) != string(old) {
			t.Errorf("%s: the recording was changed", name)
		}
		t.Chdir("/")
	}
}

func TestListRefuses(t *testing.T) {
	for name, answer := range map[string]string{
		"nothing":    ``,
		"fields":     `printf 'encoder\tx\n'`,
		"kind":       `printf 'codec\tx\tl\tv\tbytes\tc\n'`,
		"units":      `printf 'encoder\tx\tl\tv\toctets\tc\n'`,
		"no version": `printf 'encoder\tx\tl\t\tbytes\tc\n'`,
		"twice":      `printf 'encoder\tx\tl\tv\tbytes\tc\nencoder\tx\tl\tv\tbytes\tc\n'`,
		"status":     `printf 'encoder\tx\tl\tv\tbytes\tc\n'; exit 1`,
	} {
		recorder(t, "")
		if err := os.WriteFile("recorders/r/run", []byte("#!/bin/sh\n"+answer+"\n"), 0o777); err != nil {
			t.Fatal(err)
		}
		if _, err := list("r", ""); err == nil || errors.Is(err, errNotInstalled) {
			t.Errorf("%s: error %v", name, err)
		}
	}
	if err := os.WriteFile("recorders/r/run", []byte("#!/bin/sh\necho gone >&2; exit 77\n"), 0o777); err != nil {
		t.Fatal(err)
	}
	if _, err := list("r", ""); !errors.Is(err, errNotInstalled) || !strings.Contains(err.Error(), "gone") {
		t.Errorf("status 77: error %v", err)
	}
}

func TestUnofferedImplementationsAreKept(t *testing.T) {
	in := inputs(t)
	recorder(t, echo)
	other := &recordings.Implementation{ID: "x.gone", Kind: "encoder", Language: "l", Version: "v", Call: "c", Units: "bytes"}
	for _, c := range in.Questions(other.Kind, other.Units) {
		other.Set(c, recordings.Result{Output: []byte("o")})
	}
	path := filepath.Join("recordings", "r.json")
	if err := write(path, (&recordings.Recording{Recorder: "r", Implementations: []*recordings.Implementation{other}}).Render(in)); err != nil {
		t.Fatal(err)
	}
	for _, step := range []struct {
		prune bool
		want  int
	}{{false, 2}, {true, 1}} {
		note, err := record(in, "r", nil, step.prune)
		if err != nil {
			t.Fatal(err)
		}
		rec, err := recordings.ReadRecording(path)
		if err != nil {
			t.Fatal(err)
		}
		if len(rec.Implementations) != step.want || strings.Contains(note, "x.gone") == step.prune {
			t.Errorf("prune=%v: %d implementations, note %q", step.prune, len(rec.Implementations), note)
		}
	}
}
