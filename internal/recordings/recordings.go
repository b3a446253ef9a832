// Package recordings reads the folder interop: the inputs given to real programs, and
// their answers.
//
// [Read] and [Replay] are for tests of this module; [ReadInputs], [ReadRecording] and
// [Recording.Render] are for the recorder.
package recordings

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode"
	"unicode/utf8"
)

// A Case is an input and the answer to it. Name is unique within an implementation:
// the name of a string or code point, "single 37" or "escape 37".
type Case struct {
	Name   string
	Input  []byte
	Output []byte
	Failed bool
}

// Read returns the implementations in these files of the folder interop, such as
// "node", or in all files if none is named. Implementations are in the order of the
// files, and Cases in the order in which they were asked, without inputs that could not
// be given. The result is shared: do not change it.
func Read(folder string, names ...string) ([]*Implementation, error) {
	if len(names) == 0 {
		names = []string{"*"}
	}
	var files []string
	for _, name := range names {
		found, err := filepath.Glob(filepath.Join(folder, "recordings", name+".json"))
		if err != nil {
			return nil, err
		}
		files = append(files, found...)
	}
	slices.Sort(files)
	var all []*Implementation
	for _, file := range files {
		list, err := readOnce(folder, file)
		if err != nil {
			return nil, err
		}
		all = append(all, list...)
	}
	return all, nil
}

// read caches recordings by path, since a test replays many functions of one file.
var read sync.Map

// readOnce reads a file of recordings, with cases, the first time.
func readOnce(folder, file string) ([]*Implementation, error) {
	if list, ok := read.Load(file); ok {
		return list.([]*Implementation), nil
	}
	inputs, err := ReadInputs(filepath.Join(folder, "inputs.json"))
	if err != nil {
		return nil, err
	}
	rec, err := ReadRecording(file)
	if err != nil {
		return nil, err
	}
	random, err := readRandom(folder, rec.Recorder)
	if err != nil {
		return nil, err
	}
	for _, m := range rec.Implementations {
		m.File = rec.Recorder
		m.Random = random[m.ID]
		m.addCases(inputs)
	}
	read.Store(file, rec.Implementations)
	return rec.Implementations, nil
}

// label returns the name of q among all sections.
func (q Question) label() string {
	switch q.Section {
	case "single":
		return "single " + q.Name
	case "escapes":
		return "escape " + q.Name
	}
	return q.Name
}

// joined reports whether r is a failure of the recorder, whose own x combined with a
// mark at the beginning of q.
func joined(m *Implementation, q Question, r Result) bool {
	first, _ := utf8.DecodeRune(q.Octets)
	return strings.Contains(r.Message, "did not survive") && m.Units != Bytes && unicode.Is(unicode.M, first)
}

// Folder returns the path of the folder interop of the module that the test is in. It
// skips the test if the module was downloaded without that folder.
func Folder(t testing.TB) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			break
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			t.Fatal("no go.mod above this folder")
		}
		dir = parent
	}
	folder := filepath.Join(dir, "interop")
	if _, err := os.Stat(folder); errors.Is(err, fs.ErrNotExist) {
		t.Skip("SKIPPED: the module was downloaded without its folder interop")
	}
	return folder
}

// Replay calls f with every recorded input of the implementation, as WTF-8, and
// compares the results with the recorded ones. The inputs named in except must differ.
// file is the name of a recording.
func Replay(t *testing.T, file, id string, f func(src []byte) ([]byte, error), except ...string) {
	t.Helper()
	all, err := Read(Folder(t), file)
	if err != nil {
		t.Fatal(err)
	}
	at := slices.IndexFunc(all, func(m *Implementation) bool { return m.ID == id })
	if at < 0 {
		t.Fatalf("%s has no %s", file, id)
	}
	for _, c := range all[at].Cases {
		got, err := f(c.Input)
		differs := c.Failed != (err != nil) || !c.Failed && string(got) != string(c.Output)
		if slices.Contains(except, c.Name) {
			if !differs {
				t.Errorf("%s: %s (%q) is the same now", id, c.Name, c.Input)
			}
			continue
		}
		if differs {
			t.Errorf("%s: %s (%q) gives %q, %v, recorded is %q, failed %v", id, c.Name, c.Input, got, err, c.Output, c.Failed)
		}
	}
	if n := len(all[at].Cases); n < 256 {
		t.Errorf("%s: %d results", id, n)
	}
}
