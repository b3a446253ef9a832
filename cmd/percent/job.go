package main

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/charset"
	"github.com/pct-encoded/percent/dialect"
)

// A job is one run of encode, decode or fix.
//
// There are two ways through it. Streaming works on whole chunks, many values
// at once or a part of one, in constant memory. Value by value is for arguments
// and for what must know the whole of a value first: --json and --on-error
// skip.
type job struct {
	*app
	inputFlags
	dialect *dialect.Dialect
	enc     *percent.Encoding // nil where the dialect is no such encoding
	sep     separator
	bom     bool    // a byte order mark at the start of a source is let pass
	report  bool    // what goes out is about the text: the mark is no part of it
	policy  *policy // for malformed input
	hold    bool    // values must be whole
	out     *output

	charset  *charset.Charset // of the text, or nil where values are octets
	detect   bool             // charset is to be guessed
	parts    bool             // values are URLs, of which the charset rules the query
	decoding *decoding        // nil unless values are decoded
	// What is told of the text of all values.
	references, raw notice

	// newWorker returns what streams one source.
	newWorker func(*job, source) worker
	// byValue, if not nil, returns what streams one source value by value: the
	// splitter, or what can do better now and then.
	byValue func(*splitter) worker
	// take, if not nil, does all that is to be done for one value.
	take func(value) error
	// one codes one value.
	one func(j *job, dst, text []byte, at place) (out []byte, first *flaw)

	coded    []byte // the memory of one's results
	values   int64  // that have been worked on, for --verbose
	dangling bool   // the output ends in a value that had no end
}

// run does the job on the inputs that the flags and args name.
func (j *job) run(cmd *cobra.Command, args []string) error {
	var err error
	if j.sep, err = j.separator(); err != nil {
		return err
	}
	from, values, err := j.sources(j.app, cmd, args)
	if err != nil {
		return err
	}
	if j.out, err = j.outputTo(j.app, from); err != nil {
		return err
	}
	if values != nil {
		if j.detect {
			j.guess("arguments", []byte(strings.Join(values, "\n")))
		}
		err = j.arguments(values)
	} else {
		err = j.files(from)
	}
	err = j.out.close(err)
	j.ui.open = j.out.stdout && j.out.full != nil && j.out.ending != '\n'
	return err
}

func (j *job) arguments(values []string) error {
	for i, text := range values {
		v := value{text: []byte(text), end: []byte(j.sep.text()), place: place{source: fmt.Sprintf("arg %d", i+1)}, wanted: true}
		if err := j.value(v); err != nil {
			return err
		}
	}
	return nil
}

func (j *job) files(from []source) error {
	bar := j.ui.startProgress(from, j.out)
	defer bar.stop()
	for _, s := range from {
		if err := j.file(s, bar); err != nil {
			return err
		}
	}
	return nil
}

func (j *job) file(s source, bar *progress) error {
	r, err := s.open()
	if err != nil {
		return ioError(s.name, err)
	}
	defer r.Close()
	var text io.Reader = r
	if j.detect {
		var sample []byte
		if sample, text, err = j.sample(r, s.name); err != nil {
			return err
		}
		j.guess(s.name, sample)
	}
	if j.json || j.hold || j.policy.word() == "skip" {
		split := &splitter{j: j, source: s.name}
		start := &starter{j: j, worker: split}
		if j.byValue != nil {
			start.worker = j.byValue(split)
		}
		err = j.feed(text, s.name, j.sep, bar, j.out, start)
	} else {
		start := &starter{j: j, worker: j.newWorker(j, s)}
		err = j.feed(text, s.name, j.sep, bar, j.out, start)
		end, separated := j.sep.end()
		j.dangling = separated && start.any && start.lastByte != end
		if j.dangling || !separated {
			j.values++
		}
	}
	if j.dangling {
		// Another source must not go on with the last value of this one.
		j.out.glue = j.sep.text()
	}
	return err
}

// A starter passes a source to its worker and sees to its first and last bytes.
type starter struct {
	worker
	j        *job
	begun    bool
	any      bool
	lastByte byte
}

const byteOrderMark = "\xEF\xBB\xBF"

func (s *starter) work(src []byte, last bool) (n int, err error) {
	if !s.begun && s.j.bom {
		have := min(len(src), len(byteOrderMark))
		if string(src[:have]) == byteOrderMark[:have] {
			if have < len(byteOrderMark) && !last {
				return 0, nil
			}
			if have == len(byteOrderMark) {
				n = have
				if err := s.pass(src[:n]); err != nil {
					return 0, err
				}
			}
		}
	}
	s.begun = true
	if len(src) > n {
		s.any, s.lastByte = true, src[len(src)-1]
	}
	m, err := s.worker.work(src[n:], last)
	return n + m, err
}

func (s *starter) done(src []byte) {
	s.any, s.lastByte = true, src[len(src)-1]
	s.worker.done(src)
}

// pass deals with the byte order mark: it goes out as it is, and is no part of
// the first value. In JSON and in a report it has no place.
func (s *starter) pass(mark []byte) error {
	if w, ok := s.worker.(interface{ skip(n int) }); ok {
		w.skip(len(mark))
	}
	if s.j.json || s.j.report {
		return nil
	}
	return s.j.out.writeBytes(mark)
}

// A value is what lies between two separators, or an argument.
type value struct {
	text   []byte
	end    []byte // the separator as it stood, or what takes its place
	offset int64  // of text in its source
	wanted bool   // end is written behind a value that stops at an error, too
	place
}

// value codes one value and writes the result.
func (j *job) value(v value) error {
	j.values++
	if j.take != nil {
		return j.take(v)
	}
	coded, first := j.one(j, j.coded[:0], v.text, v.place)
	j.coded = coded
	stop := first != nil && (j.policy.word() == "fail" || first.failure != nil && j.policy.word() != "skip")
	switch {
	case first != nil && j.policy.word() == "skip":
	case j.json:
		if err := j.out.writeBytes(codedJSON(j.dialect, j.charset, v, coded, first)); err != nil {
			return err
		}
	default:
		if err := j.out.writeBytes(coded); err != nil {
			return err
		}
		if !stop || v.wanted && len(coded) > 0 {
			if err := j.out.writeBytes(v.end); err != nil {
				return err
			}
		}
		j.dangling = len(v.end) == 0
	}
	if stop {
		return first.stops(v.place)
	}
	return nil
}

// A splitter passes the values of a source one by one. It holds a value that
// does not end in its chunk.
type splitter struct {
	j      *job
	source string
	held   []byte
	number int64 // values so far
	offset int64 // of the next value
}

func (s *splitter) skip(n int) { s.offset += int64(n) }

// alone does nothing: values are taken one by one.
func (s *splitter) alone(_, _ []byte) (int, bool) { return 0, false }

func (s *splitter) within() bool { return false }

func (s *splitter) done([]byte) {}

func (s *splitter) work(src []byte, last bool) (n int, err error) {
	end, separated := s.j.sep.end()
	for n < len(src) {
		i := -1
		if separated {
			i = bytes.IndexByte(src[n:], end)
		}
		if i < 0 {
			break
		}
		text := src[n : n+i+1]
		if len(s.held)+len(text) > s.j.limit {
			return n, s.tooLong()
		}
		if len(s.held) > 0 {
			s.held = append(s.held, text...)
			text = s.held
		}
		if err := s.value(text); err != nil {
			return n, err
		}
		s.held = s.held[:0]
		n += i + 1
	}
	rest := src[n:]
	if len(s.held)+len(rest) > s.j.limit {
		return n, s.tooLong()
	}
	s.held = append(s.held, rest...)
	if last && (len(s.held) > 0 || !separated) {
		err = s.value(s.held)
	}
	return len(src), err
}

// value passes on text, which holds its end where it has one.
func (s *splitter) value(text []byte) error {
	v := value{offset: s.offset, place: s.place()}
	n := len(text)
	if end, ok := s.j.sep.end(); ok && n > 0 && text[n-1] == end {
		n--
		if s.j.sep == lines && n > 0 && text[n-1] == '\r' {
			n--
		}
	}
	v.text, v.end = text[:n], text[n:]
	s.offset += int64(len(text))
	s.number++
	return s.j.value(v)
}

func (s *splitter) place() place {
	if s.j.sep == nothing {
		return place{source: s.source}
	}
	return place{source: s.source, number: s.number + 1}
}

func (s *splitter) tooLong() error {
	hint := "--json and --on-error skip hold a whole value; without them there is no limit"
	if s.j.hold {
		hint = "no program reads one that long"
	}
	return usageError(hint,
		"%s: value is longer than %d MiB", s.place(), s.j.limit>>20)
}
