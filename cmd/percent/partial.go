package main

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
)

// partialSuffix ends the name of an output file that is not whole yet.
const partialSuffix = ".partial"

// A partialFile is an output file on its way. It has its name only when all of
// it is on the disk: until then, and after an error, it is NAME.partial.
type partialFile struct {
	*os.File
	shown string      // the name, without what hides where it is
	name  string      // the file that a link leads to
	mode  fs.FileMode // of the file that it replaces, or 0
	whole bool        // Close gives it its name

	from      *int64 // bytes of an earlier run that it begins with, or nil
	resumable bool   // there is a checkpoint of this run

	signals chan os.Signal // interrupts while it is open, or nil
}

// inPlace reports whether name is written as it is: a device, a pipe or an open
// file has no other file that could take its place.
func inPlace(name string) bool {
	for _, folder := range []string{"/dev/", "/proc/"} {
		if strings.HasPrefix(filepath.ToSlash(filepath.Clean(name)), folder) {
			return true
		}
	}
	info, err := os.Stat(name)
	return err == nil && !info.Mode().IsRegular()
}

// leadsTo returns the name of the file that a link leads to, or the name itself. The
// file need not exist.
func leadsTo(name string) string {
	if target, err := filepath.EvalSymlinks(name); err == nil {
		return target
	}
	// A link that leads to no file yet.
	if target, err := os.Readlink(name); err == nil {
		if !filepath.IsAbs(target) {
			target = filepath.Join(filepath.Dir(name), target)
		}
		return target
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

// needs reports whether name is that of the partial file, or of its checkpoint.
func (p *partialFile) needs(name string) bool {
	suffix, ok := strings.CutPrefix(wholeName(name), wholeName(p.name)+partialSuffix)
	return ok && slices.Contains([]string{"", checkpointSuffix, checkpointSuffix + newSuffix}, suffix)
}

// newPartial returns the file that is to get that name, not open yet. It refuses
// an input that has the name of the partial file.
func newPartial(name string, from []source) (*partialFile, error) {
	p := &partialFile{shown: printable(name), name: leadsTo(name)}
	if info, err := os.Stat(p.partial()); err == nil {
		if s := sameFile(info, from); s != "" {
			return nil, usageError("rename the input first", "the input %s is where output %s would be written until it is whole", s, p.shown)
		}
		if info.IsDir() {
			return nil, ioError(printable(p.partial()), syscall.EISDIR)
		}
	}
	return p, nil
}

func (p *partialFile) partial() string { return p.name + partialSuffix }

// checkpoint returns the name of the file that says how to go on.
func (p *partialFile) checkpoint() string { return p.partial() + checkpointSuffix }

// open creates the partial file, or opens what an earlier run left. If the file it is
// to replace exists, it must be writable, as for a program that overwrites it.
func (p *partialFile) open() error {
	if old, err := os.OpenFile(p.name, os.O_WRONLY, 0); err == nil {
		if info, err := old.Stat(); err == nil {
			p.mode = info.Mode().Perm()
		}
		_ = old.Close()
	} else if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if p.from != nil {
		file, err := reopen(p.partial(), *p.from)
		if err != nil {
			return err
		}
		p.File, p.resumable = file, true
		return lock(file)
	}
	for _, name := range []string{p.checkpoint(), p.partial()} {
		if err := os.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	// Where two runs write to one name, each has a file of its own.
	file, err := os.OpenFile(p.partial(), os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return err
	}
	if p.mode != 0 {
		if err := file.Chmod(p.mode); err != nil {
			_ = file.Close()
			return err
		}
	}
	p.File = file
	return lock(file)
}

// errTwoWriters is of an output that two commands write at a time.
var errTwoWriters = errors.New("another command writes it, too")

// alone returns an error if another command has begun to write a file of the
// name.
func (p *partialFile) alone() error {
	ours, err := p.Stat()
	if err != nil {
		return err
	}
	if there, err := os.Stat(p.partial()); err != nil || !os.SameFile(ours, there) {
		return errTwoWriters
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

// Close closes the file and, if it is whole, gives it its name. It is flushed to the
// disk first, so that not even a crash leaves half a file of that name.
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
	if closed := p.File.Close(); err == nil {
		err = closed
	}
	if err == nil {
		// Before it is renamed: a checkpoint without its file is of no use.
		if err = os.Remove(p.checkpoint()); errors.Is(err, fs.ErrNotExist) {
			err = nil
		}
	}
	if err == nil {
		err = os.Rename(p.partial(), p.name)
	}
	// The reason of a failed renaming holds both names.
	var link *os.LinkError
	if errors.As(err, &link) {
		err = link.Err
	}
	p.whole = err == nil
	return err
}

// left says where a file is that is not whole because of err, and after an I/O error
// whether the command can go on from there. It cannot after malformed input, which
// would be malformed again.
func (p *partialFile) left(err error) string {
	if p == nil || p.File == nil || p.whole {
		return ""
	}
	var known *failure
	return p.leftIn(p.resumable && errors.As(err, &known) && known.status == statusIO)
}

func (p *partialFile) leftIn(resumable bool) string {
	left := "what was written before that is in " + printable(p.partial())
	if resumable {
		left += "; with --resume, the command goes on from its last checkpoint"
	}
	return left
}

// tellInterrupts says what is left of the open file when the user interrupts the
// command, which then ends as it would have without.
func (p *partialFile) tellInterrupts(u *ui) {
	if signal.Ignored(os.Interrupt) {
		return // as in the background of a script
	}
	signals := make(chan os.Signal, 1)
	p.signals = signals
	signal.Notify(signals, os.Interrupt)
	go func() {
		if _, ok := <-signals; !ok {
			return
		}
		_, err := os.Stat(p.checkpoint())
		u.line("31", "error", "interrupted")
		u.note("%s", p.leftIn(err == nil))
		signal.Reset(os.Interrupt)
		if self, err := os.FindProcess(os.Getpid()); err != nil || self.Signal(os.Interrupt) != nil {
			os.Exit(statusIO) // Windows has no such signal
		}
	}()
}

// withNote returns a failure with another note after it, unless the note is "".
func withNote(err error, note string) error {
	var known *failure
	if note == "" || !errors.As(err, &known) {
		return err
	}
	more := *known
	more.notes = append(slices.Clone(known.notes), note)
	return &more
}
