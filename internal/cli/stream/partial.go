package stream

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"github.com/pct-encoded/percent/internal/cli/term"
	"github.com/pct-encoded/percent/internal/excerpt"
	"github.com/pct-encoded/percent/internal/filelock"
)

// PartialSuffix ends the name of an output file that is not complete yet.
const PartialSuffix = ".partial"

// A partialFile is an output file being written. It gets its name when all of
// it is on the disk: until then, and after an error, it is NAME.partial.
type partialFile struct {
	*os.File
	shown string      // the name as messages show it
	name  string      // the target if the output is a link
	mode  fs.FileMode // of the file that it replaces, or 0
	whole bool        // it is complete, so Close gives it its name

	claimed   *os.File // the locked, unchanged file of an earlier run, or nil
	resumes   bool     // append to the file of an earlier run
	from      *int64   // bytes to keep of an earlier run, or nil
	resumable bool     // there is a checkpoint of this run
	gone      bool     // no partial file is left: it got its name or was removed

	signals chan os.Signal // interrupts while the file is open, or nil
}

// inPlace reports whether name is written in place: no other file can replace a
// device, a pipe or an open file.
func inPlace(name string) bool {
	for _, folder := range []string{"/dev/", "/proc/"} {
		if strings.HasPrefix(filepath.ToSlash(filepath.Clean(name)), folder) {
			return true
		}
	}
	info, err := os.Stat(name)
	return err == nil && !info.Mode().IsRegular()
}

// leadsTo returns the name of the file that name refers to after following links.
// The file need not exist.
func leadsTo(name string) string {
	// More links than a system follows must be a loop.
	for range 40 {
		if target, err := filepath.EvalSymlinks(name); err == nil {
			return target
		}
		// A link to a file that does not exist yet.
		target, err := os.Readlink(name)
		if err != nil {
			break
		}
		if !filepath.IsAbs(target) {
			target = filepath.Join(filepath.Dir(name), target)
		}
		name = target
	}
	return name
}

// wholeName returns the absolute name of a file, without links. The file need not
// exist.
func wholeName(name string) string {
	name = leadsTo(name)
	if folder, err := filepath.EvalSymlinks(filepath.Dir(name)); err == nil {
		name = filepath.Join(folder, filepath.Base(name))
	}
	if whole, err := filepath.Abs(name); err == nil {
		return whole
	}
	return name
}

// files returns the names of the temporary files of the output.
func (p *partialFile) files() []string {
	return []string{p.partial(), p.checkpoint(), p.checkpoint() + newSuffix}
}

// needs reports whether name is one of the temporary files of the output. info
// describes the file, or is nil if it does not exist.
func (p *partialFile) needs(name string, info fs.FileInfo) bool {
	return slices.ContainsFunc(p.files(), func(own string) bool { return sameName(name, own, info) })
}

// newPartial returns an output file of that name, not open yet. It refuses an
// input that is one of its temporary files.
func newPartial(name string, from []Source) (*partialFile, error) {
	p := &partialFile{shown: excerpt.Name(name), name: leadsTo(name)}
	for _, own := range p.files() {
		info, err := os.Lstat(own)
		if err != nil {
			continue // it does not exist, or open returns the error
		}
		if there, err := os.Stat(own); err == nil {
			if s := sameFile(there, from); s != "" {
				return nil, term.UsageError("rename the input first", "the input %s is a file that output %s needs until it is whole", s, p.shown)
			}
		}
		if info.IsDir() {
			return nil, term.IOError(excerpt.Name(own), syscall.EISDIR)
		}
		if !info.Mode().IsRegular() {
			// The target of a link belongs to somebody else.
			return nil, &term.Failure{Status: term.StatusIO, Text: excerpt.Name(own) + ": not a regular file, and output " + p.shown + " needs that name until it is whole", Hint: "remove it"}
		}
	}
	return p, nil
}

func (p *partialFile) partial() string { return p.name + PartialSuffix }

// checkpoint returns the name of the checkpoint file.
func (p *partialFile) checkpoint() string { return p.partial() + checkpointSuffix }

// Two commands never write to one output at the same time. Whoever holds the lock of
// the partial file may remove or rename it, and the checkpoint beside it; nobody else
// touches either. The lock lasts until the file has its final name or the program
// ends. On file systems without locks, alone detects another command.

// claim locks the partial file of an earlier run, if there is one, without changing
// it.
func (p *partialFile) claim() error {
	if p.claimed != nil {
		return nil
	}
	file, _, err := filelock.Open(p.partial(), os.O_RDWR, 0)
	if errors.Is(err, fs.ErrPermission) && !p.resumes {
		// The file of another user in a shared folder is only removed, never
		// written.
		file, _, err = filelock.Open(p.partial(), os.O_RDONLY, 0)
	}
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	p.claimed = file
	return err
}

// release undoes claim, unless open has taken over the file.
func (p *partialFile) release() {
	if p != nil && p.claimed != nil {
		_ = p.claimed.Close()
		p.claimed = nil
	}
}

// forget removes the checkpoint.
func (p *partialFile) forget() error {
	return errors.Join(removed(p.checkpoint()), removed(p.checkpoint()+newSuffix))
}

// removed removes a file if it exists.
func removed(name string) error {
	if err := os.Remove(name); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// open creates the partial file, or opens that of an earlier run. If the file that it
// will replace exists, that file must be writable, as it must for a program that
// overwrites it.
func (p *partialFile) open() error {
	if old, err := os.OpenFile(p.name, os.O_WRONLY, 0); err == nil {
		if info, err := old.Stat(); err == nil {
			p.mode = info.Mode().Perm()
		}
		_ = old.Close()
	} else if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	// Another command may be writing to it as its --errors file.
	if filelock.Held(p.name) {
		return filelock.ErrHeld
	}
	if p.from != nil {
		if err := cutAt(p.claimed, *p.from); err != nil {
			return err
		}
		p.File, p.claimed, p.resumable = p.claimed, nil, true
		return nil
	}
	var file *os.File
	for file == nil {
		if err := p.claim(); err != nil {
			return err
		}
		if p.claimed != nil {
			// The checkpoint is removed first: it describes this file.
			err := p.forget()
			if err == nil {
				err = os.Remove(p.partial())
			}
			// Until the old file is closed, Windows may not let the name be
			// reused.
			p.release()
			if err != nil {
				return err
			}
		}
		var err error
		file, _, err = filelock.Open(p.partial(), os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o666)
		// If another command was faster, it is running or was killed.
		if err != nil && !errors.Is(err, fs.ErrExist) {
			return err
		}
	}
	err := p.forget()
	if err == nil && p.mode != 0 {
		err = file.Chmod(p.mode)
	}
	if err != nil {
		_ = file.Close()
		return err
	}
	p.File = file
	return nil
}

// alone returns an error if another command has begun to write a file of the same
// name, on file systems without locks.
func (p *partialFile) alone() error {
	ours, err := p.Stat()
	if err != nil {
		return err
	}
	if there, err := os.Stat(p.partial()); err != nil || !os.SameFile(ours, there) {
		p.gone = true
		return filelock.ErrHeld
	}
	return nil
}

// synced flushes what was written to the disk, and returns its size in bytes.
func (p *partialFile) synced() (size int64, err error) {
	if err = p.Sync(); err == nil {
		err = p.alone()
	}
	if err == nil {
		size, err = p.Seek(0, io.SeekCurrent)
	}
	return size, err
}

// Close closes the file and, if it is complete, gives it its name. It flushes the
// file to the disk first, so that not even a crash leaves half a file of that name.
func (p *partialFile) Close() error {
	if p.signals != nil {
		signal.Stop(p.signals)
		close(p.signals)
		p.signals = nil
	}
	if !p.whole {
		return p.File.Close()
	}
	_, err := p.synced()
	if err == nil {
		// Before the renaming: a checkpoint without its file is useless.
		err = p.forget()
	}
	if err == nil && filelock.Held(p.name) {
		err = filelock.ErrHeld
	}
	if err == nil {
		err = os.Rename(p.partial(), p.name)
		p.gone = err == nil
	}
	// Only now, because closing releases the lock.
	if closed := p.File.Close(); err == nil {
		err = closed
	}
	// A LinkError contains both names; the reason is enough.
	var link *os.LinkError
	if errors.As(err, &link) {
		err = link.Err
	}
	return err
}

// left describes where the incomplete file is and, after an I/O error, whether
// --resume can continue from it. After malformed input it cannot: the input would be
// malformed again.
func (p *partialFile) left(err error) string {
	if p == nil || p.File == nil || p.gone {
		return ""
	}
	var known *term.Failure
	return p.leftIn(p.resumable && errors.As(err, &known) && known.Status == term.StatusIO)
}

func (p *partialFile) leftIn(resumable bool) string {
	left := "the output so far is in " + excerpt.Name(p.partial())
	if resumable {
		left += "; with --resume, the command continues from its last checkpoint"
	}
	return left
}

// tellInterrupts reports the state of the open file when the user or a supervisor
// interrupts the command, which then ends as usual.
func (p *partialFile) tellInterrupts(u *term.UI) {
	signals := make(chan os.Signal, 1)
	p.signals = signals
	for _, s := range []os.Signal{os.Interrupt, syscall.SIGTERM} {
		if !signal.Ignored(s) { // background jobs of a script ignore it
			signal.Notify(signals, s)
		}
	}
	go func() {
		s, ok := <-signals
		if !ok {
			return
		}
		_, err := os.Stat(p.checkpoint())
		u.Error("interrupted")
		u.Note("%s", p.leftIn(err == nil))
		signal.Reset(s)
		if self, err := os.FindProcess(os.Getpid()); err != nil || self.Signal(s) != nil {
			os.Exit(term.StatusIO) // Windows has no such signal
		}
	}()
}
