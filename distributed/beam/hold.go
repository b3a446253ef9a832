package percentbeam

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"

	"github.com/pct-encoded/percent/internal/filelock"
)

// A run holds its folders, so that the results of two runs never mix. On this machine,
// the system locks a file in the folder for as long as the process runs. In addition,
// a record names the run. Where there is no such lock (gs://, s3://, some file systems
// of networks), or where the workers outlive the process, the record alone keeps others
// out until it is removed.

// recordSuffix ends the names of records, and newSuffix of those that are not whole yet.
// They are in the folder of all attempts.
const (
	recordSuffix = ".json"
	newSuffix    = ".new"
)

// lockName is the name of the file that the system locks.
const lockName = "lock"

// A Record says who holds a folder.
type Record struct {
	Run   string    `json:"run"`
	Host  string    `json:"host"`
	PID   int       `json:"pid"`
	Began time.Time `json:"began"`
	// Locked: the system locks the folder for as long as the run lasts. If the folder is
	// free, the run is dead.
	Locked bool `json:"locked"`
}

// A HeldError is the error for a folder that another run holds.
type HeldError struct {
	Folder string
	File   string // the record, or the locked file if there is no record
	Record Record // empty if there is none that can be read
	// Running: the other run is alive. If not, that is not known, and only
	// Holding.TakeOver helps if it was killed.
	Running bool
}

// Error names the folder, the file that holds it and, if that is known, the process.
func (e *HeldError) Error() string {
	text := e.Folder + ": another run writes there (" + e.File
	if r := e.Record; r.Run != "" {
		text += fmt.Sprintf(": process %d on %s, since %s", r.PID, r.Host, r.Began.Format(time.RFC3339))
	}
	return text + ")"
}

// Holding says how a run holds its folders.
type Holding struct {
	// Remote: workers are in other processes than this one, and may go on when it is
	// killed. Others are then kept out until the pipeline has ended.
	Remote bool
	// TakeOver ends what dead runs hold. It does not help against a run that is known to
	// be alive.
	TakeOver bool
}

// Hold keeps other runs out of the folders Output and Errors, until release is called
// or the pipeline has written the manifest. Call it after Plan, and release when the
// pipeline has ended, unless it was started asynchronously.
//
// The error is a *HeldError if another run holds one of the folders, a
// *UsageError if another run has ended in the meantime, or one of a file system.
// Nothing of another run is changed then.
func (s *Spec) Hold(ctx context.Context, h Holding) (release func() error, err error) {
	var held []*folder
	release = func() error {
		var err error
		for _, f := range held {
			err = errors.Join(err, f.release(context.WithoutCancel(ctx)))
		}
		held = nil
		return err
	}
	for _, name := range s.folders() {
		f := &folder{name: name, run: s.Run}
		held = append(held, f)
		if err = f.hold(ctx, h); err != nil {
			break
		}
	}
	if err == nil {
		err = s.unused(ctx)
	}
	if err != nil {
		return nil, errors.Join(err, release())
	}
	return release, nil
}

// folders returns the folders that the run writes to.
func (s *Spec) folders() []string {
	if s.Errors == "" || resolved(s.Errors) == resolved(s.Output) {
		return []string{s.Output}
	}
	return []string{s.Output, s.Errors}
}

// A folder is held by a run.
type folder struct {
	name, run string
	lock      *os.File // locked, or nil
	recorded  bool
}

// all returns the name of the folder for the unfinished files of all runs, and their
// records.
func (f *folder) all() string { return join(f.name, attempts) }

func (f *folder) recordOf(run string) string { return join(f.all(), run+recordSuffix) }

// hold takes the folder.
func (f *folder) hold(ctx context.Context, h Holding) error {
	locked := false
	if isLocal(f.name) {
		name := join(f.all(), lockName)
		for f.lock == nil {
			err := makeFolder(f.all())
			if err == nil {
				f.lock, locked, err = filelock.Open(name, os.O_RDWR|os.O_CREATE, 0o666)
			}
			switch {
			case errors.Is(err, filelock.ErrHeld):
				return f.heldBy(ctx, name)
			case err != nil && !errors.Is(err, fs.ErrNotExist): // a run that ends removes the folder
				return err
			}
		}
	}
	// The record is written before others are looked for: of two runs that do so at the
	// same time, at least one sees the other.
	host, _ := os.Hostname()
	text, err := json.Marshal(Record{Run: f.run, Host: host, PID: os.Getpid(), Began: time.Now().UTC().Truncate(time.Second), Locked: locked && !h.Remote})
	if err != nil {
		return err
	}
	f.recorded = true
	unnamed := &result{ctx: ctx, name: join(f.all(), f.run+newSuffix), final: f.recordOf(f.run)}
	if err := unnamed.write(append(text, '\n')); err != nil {
		return err
	}
	names, err := f.records(ctx)
	for _, name := range names {
		if err != nil {
			break
		}
		if name == f.recordOf(f.run) {
			continue
		}
		other, gone := readRecord(ctx, name)
		dead := locked && other.Locked
		switch {
		case gone:
		case other.Run != "" && (dead || h.TakeOver):
			err = (&folder{name: f.name, run: other.Run}).clean(ctx)
		case h.TakeOver:
			err = remove(ctx, name)
		default:
			err = &HeldError{Folder: f.name, File: name, Record: other}
		}
	}
	return err
}

// heldBy returns the error for a folder whose file of that name is locked.
func (f *folder) heldBy(ctx context.Context, lock string) error {
	e := &HeldError{Folder: f.name, File: lock, Running: true}
	names, _ := f.records(ctx) // it may be that there is none yet
	for _, name := range names {
		if r, _ := readRecord(ctx, name); r.Began.After(e.Record.Began) { // those of dead runs are older
			e.File, e.Record = name, r
		}
	}
	return e
}

// records returns the names of all records of the folder.
func (f *folder) records(ctx context.Context) (names []string, err error) {
	err = withFiles(ctx, f.all(), func(files filesystem.Interface) error {
		all, err := files.List(ctx, escaped(f.all())+"/*"+recordSuffix)
		for _, name := range all {
			names = append(names, join(f.all(), name[strings.LastIndexAny(filepath.ToSlash(name), "/")+1:]))
		}
		return err
	})
	return names, err
}

// readRecord reads a record. It is empty if it cannot be read or is not one. gone says
// that there is no such file any more.
func readRecord(ctx context.Context, name string) (r Record, gone bool) {
	file, err := source(ctx, name).Open()
	if err != nil {
		there, err := exists(ctx, name)
		return r, err == nil && !there
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, 1<<16))
	if err != nil || json.Unmarshal(text, &r) != nil || r.Run+recordSuffix != name[strings.LastIndexByte(name, '/')+1:] {
		return Record{}, false
	}
	return r, false
}

// clean removes what a run has not finished, and its record.
func (f *folder) clean(ctx context.Context) error {
	own := join(f.all(), f.run)
	err := withFiles(ctx, own, func(files filesystem.Interface) error {
		names, err := files.List(ctx, escaped(own)+"/*")
		for _, name := range names {
			err = errors.Join(err, remove(ctx, name))
		}
		return err
	})
	if err == nil && isLocal(own) {
		if err = os.Remove(own); errors.Is(err, fs.ErrNotExist) {
			err = nil
		}
	}
	// The record is last: without it, nobody would know what the rest belongs to.
	for _, name := range []string{own + newSuffix, f.recordOf(f.run)} {
		there, failed := exists(ctx, name) // not every file system says why it cannot remove a file
		if failed == nil && there {
			failed = remove(ctx, name)
		}
		err = errors.Join(err, failed)
	}
	return err
}

// release gives the folder back.
func (f *folder) release(ctx context.Context) error {
	var err error
	if f.recorded {
		err = f.clean(ctx)
	}
	if f.lock != nil {
		err = errors.Join(err, os.Remove(f.lock.Name()), f.lock.Close())
		f.lock = nil
	}
	if isLocal(f.name) {
		_ = os.Remove(f.all()) // unless there is something of another run
	}
	return err
}
