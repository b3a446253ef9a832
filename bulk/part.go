package bulk

import (
	"errors"
	"io"
	"math"

	"github.com/pct-encoded/percent/internal/peek"
	"github.com/pct-encoded/percent/internal/words"
)

// A Part is a piece of a source that can be processed separately, by another process
// or on another machine: it is data, and can be sent there as JSON. The results of
// all parts of a source, one after the other, are what Run writes for the source.
type Part struct {
	// Source is the name of the source.
	Source string `json:"source"`
	// Index is the number of the part among the Of parts of its source, from 0.
	Index int `json:"index"`
	Of    int `json:"of"`
	// From and To are offsets in the source, in bytes, between records. To is -1 for
	// the end of a source whose size is unknown.
	From int64 `json:"from"`
	To   int64 `json:"to"`
	// Record is the number of records before the part in the source, or -1 if they
	// were not counted. RunPart then counts from the start of the part.
	Record int64 `json:"record"`
	// Header is the header of the table, if it has one.
	Header []byte `json:"header,omitempty"`
}

// Cuts says how sources are cut into parts.
type Cuts struct {
	// Size is the minimum size of a part, in bytes; a part ends at the end of a
	// record. If 0, each source is one part.
	Size int64
	// Scan says whether sources are read in full to cut them.
	Scan Scan
}

// Scan says whether sources are read in full to cut them.
type Scan uint8

const (
	// ScanNone: only the text around the cuts is read. Records are not counted, and
	// CSV is not cut, since its line ends may be inside quotation marks.
	ScanNone Scan = iota
	// ScanAll: every source that can be cut is read once, and its records are counted.
	ScanAll
)

var scanWords = []string{"none", "all"}

// String returns "none" or "all".
func (s Scan) String() string { return words.Of(scanWords, s) }

// Plan cuts sources into parts. It also looks for the columns in each source: for a
// missing one, or a header that differs from that of the first source, it returns the
// error that Run would, before anything is written. A source that can be opened but
// not read becomes one part, which fails when it is run.
//
// Only a source whose Open returns an io.Seeker is cut. A compressed source is one
// part. The cuts depend only on the text of the source and on Cuts.
func (j *Job) Plan(cuts Cuts, sources ...Source) ([]Part, error) {
	if err := j.check(); err != nil {
		return nil, err
	}
	out := &gluedWriter{w: io.Discard}
	var parts []Part
	for _, s := range sources {
		own, err := j.parts(out, cuts, s)
		if err != nil {
			return nil, err
		}
		parts = append(parts, own...)
	}
	return parts, nil
}

// parts cuts one source. out keeps the header of the first.
func (j *Job) parts(out *gluedWriter, cuts Cuts, s Source) ([]Part, error) {
	file, err := s.Open()
	if err != nil {
		return nil, &ReadError{Source: s.Name, Err: err}
	}
	defer file.Close()
	whole := Part{Source: s.Name, Of: 1, To: -1}
	failed := func(err error) error { return &ReadError{Source: s.Name, Err: err} }
	if j.Table != nil {
		var stats Stats
		mark, r := cutMark(file)
		offset := int64(0)
		if mark {
			offset = int64(len(byteOrderMark))
		}
		p, in := j.plan(r, s.Name)
		_, err := p.begin(in, out, j.Operation, &stats, &offset)
		if in.err != nil && !errors.Is(in.err, io.EOF) {
			return []Part{whole}, nil // RunPart will return the error
		}
		if err != nil {
			return nil, err
		}
		whole.Header = p.header
	}
	at, _ := file.(io.ReadSeeker)
	if at != nil {
		if whole.To, err = at.Seek(0, io.SeekEnd); err != nil {
			at, whole.To = nil, -1 // a pipe, which cannot seek
		}
	}
	cutAt := []place{{0, 0}}
	switch quoted := j.Table != nil && j.Table.Format == CSV; {
	case at == nil || cuts.Size <= 0 || j.Table == nil && j.Separator == Whole:
	case quoted && cuts.Scan == ScanAll:
		cutAt, err = j.scan(at, s.Name, cuts.Size, whole.To)
	case !quoted:
		if cutAt, err = j.look(at, cuts.Size, whole.To); err == nil && cuts.Scan == ScanAll {
			err = j.count(at, cutAt)
		}
	}
	if err != nil {
		return nil, failed(err)
	}
	parts := make([]Part, len(cutAt))
	for i, c := range cutAt {
		parts[i] = whole
		parts[i].Index, parts[i].Of, parts[i].From, parts[i].Record = i, len(cutAt), c.offset, c.record
		if i > 0 {
			parts[i-1].To = c.offset
		}
	}
	return parts, nil
}

// A place lies between two records.
type place struct{ offset, record int64 }

// look cuts r, which has end bytes, at the first end of a record after every size
// bytes.
func (j *Job) look(r io.ReadSeeker, size, end int64) ([]place, error) {
	cuts := []place{{0, 0}}
	buf := make([]byte, 64<<10)
	for {
		at := cuts[len(cuts)-1].offset + size
		if at >= end {
			return cuts, nil
		}
		// One byte earlier, in case a record ends exactly there.
		if _, err := r.Seek(at-1, io.SeekStart); err != nil {
			return nil, err
		}
		found := int64(-1)
		for from := at - 1; found < 0; {
			n, err := r.Read(buf)
			if i := j.separator().first(buf[:n]); i > 0 {
				found = from + int64(i)
			}
			if from += int64(n); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				return nil, err
			}
		}
		if found < 0 || found >= end {
			return cuts, nil
		}
		cuts = append(cuts, place{found, -1})
	}
}

// separator returns the separator of records, or of rows in a table without quoted
// line ends.
func (j *Job) separator() Separator {
	if j.Table != nil {
		return Lines
	}
	return j.Separator
}

// count counts the records before each of cuts.
func (j *Job) count(r io.ReadSeeker, cuts []place) error {
	if _, err := r.Seek(0, io.SeekStart); err != nil {
		return err
	}
	buf := make([]byte, defaultTableChunk)
	for i := range cuts[1:] {
		before, cut := cuts[i], &cuts[i+1]
		cut.record = before.record
		for left := cut.offset - before.offset; left > 0; {
			n, err := io.ReadFull(r, buf[:min(int64(len(buf)), left)])
			if err != nil {
				return err
			}
			cut.record += j.separator().count(buf[:n])
			left -= int64(n)
		}
	}
	return nil
}

// scan cuts CSV. It reads all of it, and counts rows.
func (j *Job) scan(r io.ReadSeeker, name string, size, end int64) ([]place, error) {
	if _, err := r.Seek(0, io.SeekStart); err != nil {
		return nil, err
	}
	var at place
	mark, text := cutMark(r)
	if mark {
		at.offset = int64(len(byteOrderMark))
	}
	_, in := j.plan(text, name)
	cuts := []place{{0, 0}}
	for buf := []byte(nil); ; {
		goal := cuts[len(cuts)-1].offset + size - at.offset
		var err error
		buf, err = in.next(buf, defaultTableChunk, int(min(goal, math.MaxInt)), nil)
		var long *LengthError
		if errors.As(err, &long) {
			return cuts, nil // RunPart will return the error
		}
		at.offset += int64(len(buf))
		at.record += in.cutter.records
		switch {
		case in.err != nil && !errors.Is(in.err, io.EOF):
			return nil, in.err
		case at.offset >= end || in.err != nil && len(in.rest) == 0:
			return cuts, nil
		case in.cutter.reached:
			cuts = append(cuts, at)
		}
	}
}

// RunPart is Run for one part of s: it writes the result of the part to w. Only the
// first part of a table has a header. Flaws give the offset in the source and, if
// p.Record is not -1, the record number in the source. Stats count the part only.
func (j *Job) RunPart(w io.Writer, p Part, s Source) (Stats, error) {
	job := *j
	job.found = p.Of > 1 // Plan has looked at more rows than the part may have
	open := s.Open
	s.Open = func() (io.ReadCloser, error) {
		file, err := open()
		if err != nil || p.To < 0 {
			return file, err
		}
		return &pieceOf{ReadCloser: file, left: p.To}, nil
	}
	if p.From > 0 {
		job.Resume = &Checkpoint{Offset: p.From, Record: max(p.Record, 0), Header: p.Header}
	}
	return job.Run(w, s)
}

// A pieceOf is the beginning of a file. It is an error if the file is shorter.
type pieceOf struct {
	io.ReadCloser
	left int64
}

func (f *pieceOf) Read(b []byte) (int, error) {
	if f.left <= 0 {
		return 0, io.EOF
	}
	n, err := f.ReadCloser.Read(b[:min(int64(len(b)), f.left)])
	if f.left -= int64(n); errors.Is(err, io.EOF) && f.left > 0 {
		err = io.ErrUnexpectedEOF // the file has become shorter
	}
	return n, err
}

// Skip skips the next n bytes.
func (f *pieceOf) Skip(n int64) error {
	if n > f.left {
		return io.ErrUnexpectedEOF
	}
	f.left -= n
	return peek.Skip(f.ReadCloser, n)
}
