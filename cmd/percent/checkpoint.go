package main

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
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/pct-encoded/percent/bulk"
	"github.com/pct-encoded/percent/internal/cli/term"
	"github.com/pct-encoded/percent/internal/excerpt"
	"github.com/pct-encoded/percent/internal/filelock"
	"github.com/pct-encoded/percent/internal/operation/flags"
)

// A run that reads files and writes a file can be stopped at any moment and
// continued with --resume. OUT.partial.json, beside OUT.partial, says how far it
// was; both go when the output gets its name. docs/columns.md describes its keys.
const (
	checkpointSuffix = ".json"
	newSuffix        = ".new" // of a checkpoint that is not whole yet
	// checkpointEvery is how many bytes of text lie between two checkpoints: few
	// enough that little is done twice, and so many that it does not matter that
	// each ends a frame of a compressed file.
	checkpointEvery = 64 << 20
	// checkpointPause is the least time between two checkpoints that are put on the
	// disk, since the work waits for that.
	checkpointPause = time.Second
)

// A savedRun is what a checkpoint holds.
type savedRun struct {
	// What must be the same when the run goes on.
	Version string            `json:"version"`
	Flags   map[string]string `json:"flags"` // a hash of what each is set to
	Inputs  []savedInput      `json:"inputs"`

	Output int64            `json:"output"` // bytes of the partial file
	Errors int64            `json:"errors"` // bytes of the file of --errors
	At     bulk.Checkpoint  `json:"at"`
	Told   savedNotes       `json:"told"`
	Counts map[string]int64 `json:"counts,omitempty"` // what the command counts itself
}

// A savedInput identifies a file and the state it was in.
type savedInput struct {
	Name     string    `json:"name"`
	Size     int64     `json:"size"`
	Modified time.Time `json:"modified"`
}

// savedNotes are what a job reports at its end and bulk.Stats does not count.
type savedNotes struct {
	Values     int64  `json:"values"`
	Kept       int64  `json:"kept"`
	Malformed  notice `json:"malformed"`
	References notice `json:"references"`
	Raw        notice `json:"raw"`
}

// saved returns what j would tell of.
func (j *job) saved() savedNotes {
	return savedNotes{Values: j.values, Kept: j.kept, Malformed: j.policy.notice, References: j.references, Raw: j.raw}
}

// restore is the reverse of saved.
func (j *job) restore(s savedNotes) {
	j.values, j.kept, j.policy.notice, j.references, j.raw = s.Values, s.Kept, s.Malformed, s.References, s.Raw
}

// A checkpointer puts checkpoints of a job on the disk.
type checkpointer struct {
	*job
	run   savedRun // the last that was saved, or at first what all have in common
	begun bool     // the run goes on from it
	saved time.Time
}

// countAs adds a counter of a command to the checkpoints.
func (j *job) countAs(name string, n *atomic.Int64) {
	if j.counters == nil {
		j.counters = map[string]*atomic.Int64{}
	}
	j.counters[name] = n
}

// cannotResume says why there can be no checkpoint, or returns "".
func (j *job) cannotResume(from []source, values []string) (reason, hint string) {
	switch {
	case values != nil:
		return "arguments are done at once", "-f names files"
	case j.out.stdout:
		return "output on standard output cannot be resumed", "-o names a file"
	case j.out.file == nil:
		return j.out.name + " is not a regular file", ""
	}
	for _, s := range from {
		if !s.again {
			return s.name + " cannot be read again", "-f names a regular file"
		}
	}
	if c := j.columns; c.errors != "" && inPlace(c.errors) {
		return "--errors " + excerpt.Name(c.errors) + " is not a regular file", ""
	}
	return "", ""
}

// useCheckpoints makes j put checkpoints on the disk where it can, and go on from
// one with --resume.
func (j *job) useCheckpoints(cmd *cobra.Command, from []source, values []string) error {
	if j.columns == nil {
		return nil
	}
	if reason, hint := j.cannotResume(from, values); reason != "" {
		if j.resume {
			return term.UsageError(hint, "--resume: %s", reason)
		}
		return nil
	}
	j.checkpoints = &checkpointer{job: j, saved: time.Now(), run: savedRun{Version: version(), Flags: j.hashes(cmd)}}
	for _, s := range from {
		j.checkpoints.run.Inputs = append(j.checkpoints.run.Inputs, savedInput{s.name, s.stat.Size(), s.stat.ModTime().UTC()})
	}
	if j.resume {
		return j.checkpoints.load()
	}
	return nil
}

// notResumed are the flags that change nothing in what is written, and those that
// name files, which checkpoints hold by name.
var notResumed = []string{"color", "file", "output", "progress", "quiet", "raw", "resume", "verbose"}

// hashes returns a hash of what each flag is set to, and of the arguments.
func (j *job) hashes(cmd *cobra.Command) map[string]string {
	all := map[string]string{}
	add := func(name, value string) {
		sum := sha256.Sum256([]byte(value))
		all[name] = hex.EncodeToString(sum[:8])
	}
	cmd.Flags().Visit(func(f *pflag.Flag) {
		switch list, ok := f.Value.(*flags.List); {
		case slices.Contains(notResumed, f.Name):
		case ok:
			add("--"+f.Name, fmt.Sprintf("%q", *list))
		default:
			add("--"+f.Name, f.Value.String())
		}
	})
	add("the command", cmd.CommandPath())
	add("the arguments", fmt.Sprintf("%q", cmd.Flags().Args()))
	if j.take != nil {
		add("the width of the terminal", strconv.Itoa(j.ui.Columns))
	}
	return all
}

// load reads the checkpoint of an earlier run, and refuses that of another command.
func (k *checkpointer) load() error {
	file, mine := k.out.file, k.run
	if err := file.claim(); err != nil {
		return term.IOError(excerpt.Name(file.name), err)
	}
	name := file.checkpoint()
	shown := excerpt.Name(name)
	text, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		k.ui.Note("there is no checkpoint %s: everything is done from the start", shown)
		return nil
	}
	if err != nil {
		return term.IOError(shown, err)
	}
	const hint = "without --resume, the command starts over"
	in := json.NewDecoder(bytes.NewReader(text))
	in.DisallowUnknownFields()
	run := &savedRun{}
	if err := in.Decode(run); err != nil {
		return term.UsageError(hint, "--resume: %s is not a checkpoint of this program: %v", shown, err)
	}
	info, err := os.Stat(file.partial())
	if err == nil && file.claimed == nil {
		// It was not there a moment ago.
		return term.IOError(excerpt.Name(file.name), filelock.ErrHeld)
	}
	at := run.At.Source
	switch {
	case run.Version != mine.Version:
		return term.UsageError(hint, "--resume: %s is of version %s, and this is %s", shown, run.Version, mine.Version)
	case !slices.EqualFunc(run.Inputs, mine.Inputs, savedInput.equal):
		return term.UsageError(hint, "--resume: %s", changedInput(run.Inputs, mine.Inputs))
	case err != nil:
		return term.UsageError(hint, "--resume: %s", term.FirstLine(err.Error()))
	case info.Size() < run.Output || run.Output < 0 || run.Errors < 0 || at < 0 || at > len(run.Inputs):
		return term.UsageError(hint, "--resume: %s has %d bytes, and %s is about %d", excerpt.Name(file.partial()), info.Size(), shown, run.Output)
	}
	if name := otherFlag(run.Flags, mine.Flags); name != "" {
		return term.UsageError("it takes the same flags to go on; "+hint, "--resume: %s is not what it was", name)
	}
	for name, n := range k.counters {
		n.Store(run.Counts[name])
	}
	k.restore(run.Told)
	if k.columns.bad != nil {
		if err := k.columns.claim(); err != nil {
			return term.IOError(excerpt.Name(k.columns.errors), err)
		}
		if info, err := os.Stat(k.columns.errors); run.Errors > 0 && (err != nil || info.Size() < run.Errors) {
			return term.UsageError(hint, "--resume: %s is not what was written to it", excerpt.Name(k.columns.errors))
		}
		k.columns.written = run.Errors
	}
	k.run, k.begun = *run, true
	file.from = &run.Output
	if at < len(run.Inputs) {
		k.ui.Note("goes on at %s", place{run.Inputs[at].Name, run.At.Record + 1})
	}
	return nil
}

func (s savedInput) equal(t savedInput) bool {
	return s.Name == t.Name && s.Size == t.Size && s.Modified.Equal(t.Modified)
}

// changedInput says how inputs differ.
func changedInput(were, are []savedInput) string {
	if len(were) != len(are) {
		return fmt.Sprintf("it began with %s, and there are %d", term.Count(int64(len(were)), "input"), len(are))
	}
	for i, is := range are {
		switch was := were[i]; {
		case was.Name != is.Name:
			return fmt.Sprintf("the input was %s, and is %s", was.Name, is.Name)
		case !was.equal(is):
			return fmt.Sprintf("the input %s was changed since then", is.Name)
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

// resumeAt returns where an earlier run ended, or nil.
func (k *checkpointer) resumeAt() *bulk.Checkpoint {
	if !k.begun {
		return nil
	}
	return &k.run.At
}

// take takes a checkpoint. Compressed output is cut at each. One in a while is put
// on the disk, after everything that it vouches for.
func (k *checkpointer) take(at bulk.Checkpoint) error {
	if err := k.out.cut(); err != nil {
		return &bulk.WriteError{Err: err}
	}
	if time.Since(k.saved) < k.pause {
		return nil
	}
	size, err := k.out.file.synced()
	if err != nil {
		return &bulk.WriteError{Err: err}
	}
	c := k.columns
	if c.file != nil {
		if err := c.file.Sync(); err != nil {
			return term.IOError(excerpt.Name(c.errors), err)
		}
	}
	k.run.Output, k.run.Errors, k.run.At, k.run.Told = size, c.written, at, k.job.saved()
	if len(k.counters) > 0 {
		k.run.Counts = map[string]int64{}
		for name, n := range k.counters {
			k.run.Counts[name] = n.Load()
		}
	}
	if err := writeCheckpoint(k.out.file.checkpoint(), k.run); err != nil {
		return term.IOError(excerpt.Name(k.out.file.checkpoint()), err)
	}
	k.out.file.resumable = true
	k.saved = time.Now()
	return nil
}

// writeCheckpoint replaces the checkpoint, so that there is a whole one at any time.
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

// cutAt leaves the first size bytes of a file, and goes on behind them.
func cutAt(file *os.File, size int64) error {
	err := file.Truncate(size)
	if err == nil {
		_, err = file.Seek(size, io.SeekStart)
	}
	return err
}
