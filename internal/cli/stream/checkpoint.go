package stream

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/pct-encoded/percent/bulk"
	"github.com/pct-encoded/percent/internal/cli/term"
	"github.com/pct-encoded/percent/internal/excerpt"
	"github.com/pct-encoded/percent/internal/filelock"
)

// A run that reads files and writes a file can be stopped at any moment and
// continued with --resume. OUT.partial.json, beside OUT.partial, records how far
// it got; both disappear when the output gets its name. docs/columns.md describes
// the keys.
const (
	checkpointSuffix = ".json"
	newSuffix        = ".new" // of a checkpoint that is not complete yet

)

// A savedRun is what a checkpoint holds.
type savedRun struct {
	// These must be the same when the run is resumed.
	Version string            `json:"version"`
	Flags   map[string]string `json:"flags"` // a hash of the value of each flag
	Inputs  []savedInput      `json:"inputs"`

	Output int64            `json:"output"` // bytes of the partial file
	Errors int64            `json:"errors"` // bytes of the file of --errors
	At     bulk.Checkpoint  `json:"at"`
	Told   any              `json:"told"`
	Counts map[string]int64 `json:"counts,omitempty"` // counters of the command
}

// A savedInput identifies a file and the state it was in.
type savedInput struct {
	Name     string    `json:"name"`
	Size     int64     `json:"size"`
	Modified time.Time `json:"modified"`
}

// A Checkpointer saves the checkpoints of a run.
type Checkpointer struct {
	Identity
	app  *Streams
	to   *Output
	bad  *Quarantine
	run  savedRun // the last one saved or, at first, what all have in common
	last time.Time

	begun bool // the run continues an earlier one
}

// An Identity holds what a run must have in common with the run that it continues,
// besides the inputs, and its counters.
type Identity struct {
	Version string
	Flags   func() map[string]string // returns the value of each flag; checkpoints hold a hash
	Told    any                      // points to what is reported at the end
	Counts  map[string]*atomic.Int64 // counters of the command
}

// cannotResume returns why there can be no checkpoint of a run, or "".
func cannotResume(from []Source, to *Output, bad *Quarantine) (reason, hint string) {
	switch {
	case from == nil:
		return "arguments cannot be resumed", "-f names files"
	case to.Stdout:
		return "output on standard output cannot be resumed", "-o names a file"
	case to.file == nil:
		return to.Name + " is not a regular file", ""
	}
	for _, s := range from {
		if !s.Again {
			return s.Name + " cannot be read again", "-f names a regular file"
		}
	}
	if !bad.resumable() {
		return "--errors " + excerpt.Name(bad.name) + " is not a regular file", ""
	}
	return "", ""
}

// NewCheckpointer returns a Checkpointer for a run, or nil if the run cannot have
// checkpoints. With --resume, the run continues where an earlier one ended, and it is an
// error if it cannot.
func NewCheckpointer(a *Streams, id Identity, from []Source, to *Output, bad *Quarantine) (*Checkpointer, error) {
	if reason, hint := cannotResume(from, to, bad); reason != "" {
		if to.options.Resume {
			return nil, term.UsageError(hint, "--resume: %s", reason)
		}
		return nil, nil
	}
	k := &Checkpointer{Identity: id, app: a, to: to, bad: bad, last: time.Now()}
	k.run = savedRun{Version: id.Version, Flags: map[string]string{}, Told: id.Told}
	for name, value := range id.Flags() {
		sum := sha256.Sum256([]byte(value))
		k.run.Flags[name] = hex.EncodeToString(sum[:8])
	}
	for _, s := range from {
		k.run.Inputs = append(k.run.Inputs, savedInput{s.Name, s.stat.Size(), s.stat.ModTime().UTC()})
	}
	if to.options.Resume {
		return k, k.load()
	}
	return k, nil
}

// load reads the checkpoint of an earlier run, and refuses that of another command.
func (k *Checkpointer) load() error {
	file, mine := k.to.file, k.run
	if err := file.claim(); err != nil {
		return term.IOError(excerpt.Name(file.name), err)
	}
	name := file.checkpoint()
	shown := excerpt.Name(name)
	text, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		k.app.UI.Note("there is no checkpoint %s: starting from the beginning", shown)
		return nil
	}
	if err != nil {
		return term.IOError(shown, err)
	}
	const hint = "without --resume, the command starts over"
	in := json.NewDecoder(bytes.NewReader(text))
	in.DisallowUnknownFields()
	run := &savedRun{Told: k.Told}
	if err := in.Decode(run); err != nil {
		return term.UsageError(hint, "--resume: %s is not a checkpoint of this program: %v", shown, err)
	}
	info, err := os.Stat(file.partial())
	if err == nil && file.claimed == nil {
		// Another command has created it since.
		return term.IOError(excerpt.Name(file.name), filelock.ErrHeld)
	}
	at := run.At.Source
	switch {
	case run.Version != mine.Version:
		return term.UsageError(hint, "--resume: %s is from version %s, but this is version %s", shown, run.Version, mine.Version)
	case !slices.EqualFunc(run.Inputs, mine.Inputs, savedInput.equal):
		return term.UsageError(hint, "--resume: %s", changedInput(run.Inputs, mine.Inputs))
	case err != nil:
		return term.UsageError(hint, "--resume: %s", term.FirstLine(err.Error()))
	case info.Size() < run.Output || run.Output < 0 || run.Errors < 0 || at < 0 || at > len(run.Inputs):
		return term.UsageError(hint, "--resume: %s has %d bytes, but %s expects at least %d", excerpt.Name(file.partial()), info.Size(), shown, run.Output)
	}
	if name := otherFlag(run.Flags, mine.Flags); name != "" {
		return term.UsageError("use the same flags as the earlier run; "+hint, "--resume: %s has changed", name)
	}
	for name, n := range k.Counts {
		n.Store(run.Counts[name])
	}
	if k.bad != nil {
		if err := k.bad.Claim(); err != nil {
			return err
		}
		if info, err := os.Stat(k.bad.name); run.Errors > 0 && (err != nil || info.Size() < run.Errors) {
			return term.UsageError(hint, "--resume: %s has changed since it was written", excerpt.Name(k.bad.name))
		}
		k.bad.written = run.Errors
	}
	k.run, k.begun = *run, true
	file.from = &run.Output
	if at < len(run.Inputs) {
		k.app.UI.Note("continues at %s", Place{run.Inputs[at].Name, run.At.Record + 1})
	}
	return nil
}

func (s savedInput) equal(t savedInput) bool {
	return s.Name == t.Name && s.Size == t.Size && s.Modified.Equal(t.Modified)
}

// changedInput describes how inputs differ.
func changedInput(were, are []savedInput) string {
	if len(were) != len(are) {
		return fmt.Sprintf("the earlier run had %s, this one %d", term.Count(int64(len(were)), "input"), len(are))
	}
	for i, is := range are {
		switch was := were[i]; {
		case was.Name != is.Name:
			return fmt.Sprintf("the input was %s and is now %s", was.Name, is.Name)
		case !was.equal(is):
			return fmt.Sprintf("the input %s has changed since then", is.Name)
		}
	}
	return ""
}

// otherFlag returns the first name, in order, whose values in two maps differ, or "".
func otherFlag(a, b map[string]string) string {
	var names []string
	for _, m := range []map[string]string{a, b} {
		for name := range m {
			if a[name] != b[name] {
				names = append(names, name)
			}
		}
	}
	if len(names) == 0 {
		return ""
	}
	return slices.MinFunc(names, strings.Compare)
}

// ResumeAt returns where an earlier run ended, or nil.
func (k *Checkpointer) ResumeAt() *bulk.Checkpoint {
	if k == nil || !k.begun {
		return nil
	}
	return &k.run.At
}

// Take takes a checkpoint of the run with the current notes and counters. Compressed
// output is cut at each. Only some checkpoints are saved, after everything that they
// describe is on the disk.
func (k *Checkpointer) Take(at bulk.Checkpoint) error {
	if err := k.to.cut(); err != nil {
		return &bulk.WriteError{Err: err}
	}
	if time.Since(k.last) < k.app.Pause {
		return nil
	}
	size, err := k.to.file.synced()
	if err != nil {
		return &bulk.WriteError{Err: err}
	}
	if err := k.bad.sync(); err != nil {
		return err
	}
	k.run.Output, k.run.At = size, at
	if k.bad != nil {
		k.run.Errors = k.bad.written
	}
	if len(k.Counts) > 0 {
		k.run.Counts = map[string]int64{}
		for name, n := range k.Counts {
			k.run.Counts[name] = n.Load()
		}
	}
	if err := writeCheckpoint(k.to.file.checkpoint(), k.run); err != nil {
		return term.IOError(excerpt.Name(k.to.file.checkpoint()), err)
	}
	k.to.file.resumable = true
	k.last = time.Now()
	return nil
}

// writeCheckpoint replaces the checkpoint so that a complete one exists at any time.
func writeCheckpoint(name string, run savedRun) error {
	text, err := json.Marshal(run)
	if err != nil {
		return err
	}
	file, err := os.Create(name + newSuffix)
	if err != nil {
		return err
	}
	_, err = file.Write(append(text, '\n'))
	if err == nil {
		err = file.Sync()
	}
	if closed := file.Close(); err == nil {
		err = closed
	}
	if err != nil {
		_ = os.Remove(file.Name())
		return err
	}
	return os.Rename(file.Name(), name)
}

// cutAt truncates a file to size bytes and seeks to its end.
func cutAt(file *os.File, size int64) error {
	err := file.Truncate(size)
	if err == nil {
		_, err = file.Seek(size, io.SeekStart)
	}
	return err
}
