package runner

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/pct-encoded/percent/conform"
	"github.com/pct-encoded/percent/internal/pct"
)

// The limits for a program under test.
const (
	// DefaultTimeout is how long a program may be silent, and DefaultBatchTimeout how
	// long a program that reads all its input first may be.
	DefaultTimeout      = 10 * time.Second
	DefaultBatchTimeout = time.Minute
	// surplusAnswers is how many surplus answers are read before a program is ended.
	surplusAnswers = 1000
	// maxAround is how many lines of other text, such as a greeting, are recognized
	// before and after the answers.
	maxAround = 20
	// maxPipe is how many bytes of output are read after a program has ended. No pipe
	// holds more, and another process may go on writing.
	maxPipe = 1 << 20
	// stderrTime is how long Close waits for the end of standard error.
	stderrTime = time.Second
)

// A Program is a program to test. It is started without a shell.
type Program struct {
	// Args are the program and its arguments.
	Args []string
	Framing
	// PerCall starts the program once per input, which is its last argument. A status
	// other than 0 is a refusal. On the wire Lines, one line end after the answer is
	// dropped; on NULs, nothing is.
	PerCall bool
	// Timeout is how long it may be silent; 0 is DefaultTimeout.
	Timeout time.Duration

	path          string
	front, behind int  // lines of other text before and after the answers of each start
	looked        bool // whether such lines were looked for
	answered      bool // it has ever written anything
	limit         int64
	kept          atomic.Int64 // bytes of answers
	stderr        lastWords
	reading       sync.WaitGroup // who reads standard error

	mutex   sync.Mutex
	starts  int
	hung    bool
	failed  error // why it did not start
	trouble []string
	late    []string // how it ended after all answers, for a note
}

// Find looks the program up as a shell would, in the current folder only if the search
// path includes it. The error is an *exec.Error.
func (p *Program) Find() error {
	if len(p.Args) == 0 {
		return errors.New("conform: no program")
	}
	p.Framing.Alone = p.PerCall
	path, err := exec.LookPath(p.Args[0])
	if errors.Is(err, exec.ErrDot) {
		path, err = filepath.Abs(path)
	}
	p.path = path
	return err
}

// Carries returns why the program cannot be asked a test, or "" if it can.
func (p *Program) Carries(t conform.Test) string {
	if p.PerCall && p.Wire != JSON && strings.Contains(t.Input, "\x00") {
		return "an argument cannot contain NUL"
	}
	return p.Framing.Carries(t)
}

// problem records a problem, once.
func (p *Program) problem(format string, args ...any) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if text := fmt.Sprintf(format, args...); !slices.Contains(p.trouble, text) {
		p.trouble = append(p.trouble, text)
	}
}

// Close returns the problems and notes. The program has ended by then.
func (p *Program) Close() (problems, notes []string) {
	// Where pipes have no read deadline, a child of the program may hold standard error
	// open.
	read := make(chan struct{})
	go func() {
		p.reading.Wait()
		close(read)
	}()
	select {
	case <-read:
	case <-time.After(stderrTime):
	}
	if lines, last := p.stderr.said(); lines > 0 {
		notes = append(notes, fmt.Sprintf("it wrote %s to standard error: %s", pct.Count(lines, "line"), last))
	}
	if len(p.late) > 0 {
		notes = append(notes, p.late[0])
	}
	return p.trouble, notes
}

func (p *Program) timeout() time.Duration {
	if p.Timeout == 0 {
		return DefaultTimeout
	}
	return p.Timeout
}

// Ask starts the program, writes all inputs to it and reads the answers. If the program
// ends too early, it is started again with the remaining inputs. If it gives too few or
// too many answers, Ask halves the inputs until it has found the cause. Lines that the
// program writes before or after its answers at every start are reported as a problem
// and not counted as answers. The error says why the program cannot be started.
func (p *Program) Ask(ctx context.Context, inputs []string) ([]conform.Answer, error) {
	p.limit = limitOfAnswers(inputs)
	p.kept.Store(0)
	ask := p.ask
	if p.PerCall {
		ask = p.askEach
	}
	answers := ask(ctx, inputs)
	return answers, p.failed
}

func (p *Program) ask(ctx context.Context, inputs []string) []conform.Answer {
	var answers []conform.Answer
	rest := func(reason string) []conform.Answer {
		for len(answers) < len(inputs) {
			answers = append(answers, conform.Answer{Reason: reason})
		}
		return answers
	}
	suspect := false // the next input may be the one that makes it crash
	for len(answers) < len(inputs) {
		switch {
		case ctx.Err() != nil:
			return rest("")
		case p.failed != nil:
			return rest("the program cannot be started")
		case p.hung:
			return rest("the program was not started again")
		case p.starts >= maxStarts:
			p.problem("it was started %d times and kept ending early or giving too few or too many answers", maxStarts)
			return rest("the program was not started again")
		}
		left := inputs[len(answers):]
		if suspect {
			left, suspect = left[:1], false
		}
		run := p.run(ctx, left)
		switch {
		case p.failed != nil:
		case run.wide() && p.Wire != NULs:
			p.hung = true
			p.problem("it writes UTF-16 instead of UTF-8")
			answers = append(answers, run.answers...)
		case run.hung:
			p.hung = true
			answers = append(answers, run.answers...)
			if len(answers) < len(inputs) {
				answers = append(answers, conform.Answer{State: conform.Broken, Reason: run.why})
			}
			p.problem("%s", run.why)
		case len(run.answers) == len(left) && run.surplus == 0:
			if run.why != "" {
				p.late = append(p.late, run.why+" after its last answer")
			}
			answers = append(answers, run.answers...)
		case !p.answered && len(left) > 1 && p.mute(ctx, left):
			p.hung = true
			p.problem("%s and wrote no answer at all", run.state())
			answers = append(answers, conform.Answer{State: conform.Broken, Reason: run.state() + " and wrote no answer"})
		case run.surplus > 0 && !p.looked && p.around(ctx, left, &run):
			// It is asked again, now that such lines are recognized.
		case run.why != "" && run.surplus == 0 && len(run.answers) > 0:
			p.problem("%s before its input did", run.why)
			answers = append(answers, run.answers...)
			suspect = true
		case len(left) > 1:
			// It is unclear which answer belongs to which input.
			half := len(left) / 2
			answers = append(answers, p.ask(ctx, left[:half])...)
			answers = append(answers, p.ask(ctx, left[half:])...)
		case run.surplus > 0:
			p.problem("it wrote more than one answer to one input")
			answers = append(answers, conform.Answer{State: conform.Broken, Reason: fmt.Sprintf("%s to one input, the second %s", pct.Count(run.surplus+len(run.answers), "answer"), excerpt(run.extra))})
		case run.why != "":
			p.problem("%s before its input did", run.why)
			answers = append(answers, conform.Answer{State: conform.Broken, Reason: run.why})
		default:
			p.problem("it wrote no answer to an input")
			answers = append(answers, conform.Answer{State: conform.Broken, Reason: run.state() + " and wrote no answer"})
		}
	}
	return answers
}

// mute reports whether a program that wrote nothing also writes nothing for a few
// single inputs.
func (p *Program) mute(ctx context.Context, inputs []string) bool {
	for _, at := range []int{len(inputs) / 2, 0, len(inputs) - 1} {
		if p.starts >= maxStarts || ctx.Err() != nil {
			return false
		}
		p.run(ctx, inputs[at:at+1])
		if p.answered || p.failed != nil {
			return false
		}
	}
	return true
}

// around looks for lines that the program writes before or after its answers at every
// start. It starts the program once more, with a single input. It reports whether such
// lines, or answers of several lines each, account for all surplus answers. In the
// latter case the program is not started again.
func (p *Program) around(ctx context.Context, inputs []string, many *run) bool {
	p.looked = true
	first, last := inputs[0], inputs[len(inputs)-1]
	at := len(inputs) / 2
	for at < len(inputs) && (inputs[at] == "" || inputs[at] == first || inputs[at] == last) {
		at++
	}
	if at == len(inputs) || p.starts >= maxStarts {
		return false
	}
	one := p.run(ctx, inputs[at:at+1])
	if n := 1 + one.surplus; n > 1 && one.surplus < surplusAnswers && (many.surplus == len(inputs)*one.surplus || many.surplus == surplusAnswers) {
		p.hung = true
		p.problem("it writes %d lines for each input: an answer must be one line", n)
		return true
	}
	if one.hung || one.surplus != many.surplus || one.surplus > maxAround {
		return false
	}
	front := 0
	for front < one.surplus && one.first[front] == many.first[front] {
		front++
	}
	behind := 0
	for behind < one.surplus && one.last[len(one.last)-1-behind] == many.last[len(many.last)-1-behind] {
		behind++
	}
	if front+behind != one.surplus {
		return false
	}
	p.front, p.behind = front, behind
	if front > 0 {
		p.problem("it wrote %s before its first answer: write only answers to standard output", lines(one.first[:front]))
	}
	if behind > 0 {
		p.problem("it wrote %s after its last answer: write only answers to standard output", lines(one.last[len(one.last)-behind:]))
	}
	return true
}

// lines describes lines that are not answers.
func lines(list []string) string {
	one := "an empty line"
	if list[0] != "" {
		one = excerpt(list[0])
	}
	if len(list) == 1 {
		return one
	}
	return fmt.Sprintf("%d lines, the first %s,", len(list), one)
}

// A run is the outcome of one start of a program.
type run struct {
	answers     []conform.Answer
	surplus     int      // the number of surplus answers
	extra       string   // the first of them
	first, last []string // the first and the last lines, at most maxAround each
	size, nuls  int      // bytes written, and how many of them are NUL
	hung        bool
	why         string // how it ended, if not with status 0
}

// wide reports whether the output seems to be UTF-16: every other byte of ASCII is NUL
// then, and few right answers contain NUL.
func (r *run) wide() bool { return r.size >= 100 && 3*r.nuls > r.size }

// state returns how the program ended.
func (r *run) state() string {
	if r.why == "" {
		return "it ended with status 0"
	}
	return r.why
}

// A process is a started program.
type process struct {
	cmd    *exec.Cmd
	stdin  io.WriteCloser
	stdout *drain
	ended  chan struct{} // closed when it and its child processes have ended
	err    error         // of Wait, once it has ended
}

// A drain is the output of a program. It ends when the program has ended and everything
// written until then was read, even if another process holds it open.
type drain struct {
	file  *os.File
	ended bool // the deadline of the file has passed, since the program has ended
	read  int  // bytes read since then
}

func (d *drain) Read(b []byte) (int, error) {
	if !d.ended {
		n, err := d.file.Read(b)
		if !errors.Is(err, os.ErrDeadlineExceeded) {
			return n, err
		}
		d.ended = true
		if err := d.file.SetReadDeadline(time.Time{}); err != nil {
			return 0, err
		}
	}
	if d.read >= maxPipe {
		return 0, io.EOF
	}
	n, err := readNow(d.file, b)
	d.read += n
	return n, err
}

// start starts the program. If it fails, it sets p.failed.
func (p *Program) start(extra ...string) (*process, error) {
	s, err := p.process(extra)
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.starts++
	if err != nil {
		p.failed = &exec.Error{Name: p.Args[0], Err: reason(err)}
	}
	return s, err
}

// reason returns the cause in an error of the operating system, without the operation
// and the path.
func reason(err error) error {
	var path *os.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}

func (p *Program) process(extra []string) (*process, error) {
	s := &process{cmd: exec.Command(p.path), ended: make(chan struct{})}
	s.cmd.Args = append(append([]string{}, p.Args...), extra...)
	alone(s.cmd)
	var err error
	if s.stdin, err = s.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	// With pipes of our own, Wait waits for the program only, not for its children.
	stdout, written, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	stderr, errWritten, err := os.Pipe()
	if err != nil {
		_, _ = stdout.Close(), written.Close()
		return nil, err
	}
	s.cmd.Stdout, s.cmd.Stderr = written, errWritten
	err = s.cmd.Start()
	_, _ = written.Close(), errWritten.Close()
	if err != nil {
		_, _ = stdout.Close(), stderr.Close()
		return nil, err
	}
	s.stdout = &drain{file: stdout}
	p.reading.Go(func() {
		_, _ = io.Copy(&p.stderr, &drain{file: stderr})
		_ = stderr.Close()
	})
	go func() {
		s.err = s.cmd.Wait()
		kill(s.cmd) // what it has started
		now := time.Now()
		_, _ = stdout.SetReadDeadline(now), stderr.SetReadDeadline(now)
		close(s.ended)
	}()
	return s, nil
}

// stop ends the program at once, if it has not ended, and waits until it has.
func (s *process) stop() {
	select {
	case <-s.ended:
	default:
		kill(s.cmd)
		<-s.ended
	}
	_ = s.stdout.file.Close()
}

func (p *Program) run(ctx context.Context, inputs []string) (r run) {
	s, err := p.start()
	if err != nil {
		return run{}
	}
	defer s.stop()
	var progress atomic.Int64 // pieces of input that it has read
	go func() {
		w := bufio.NewWriter(s.stdin)
		for _, input := range inputs {
			if _, err := w.Write(append(p.Question(input), p.end())); err != nil {
				break
			}
			progress.Add(1)
		}
		_ = w.Flush()
		_ = s.stdin.Close()
	}()
	type line struct {
		text string
		long bool
	}
	written := make(chan line)
	over := make(chan struct{}) // closed when written is no longer read
	defer close(over)
	go func() {
		defer close(written)
		b := bufio.NewReaderSize(s.stdout, 64<<10)
		for {
			text, err := readAnswer(b, p.end())
			if err != nil && text == "" && !errors.Is(err, errTooLong) {
				return
			}
			select {
			case written <- line{text, errors.Is(err, errTooLong)}:
			case <-over:
				return
			}
			if err != nil {
				return
			}
		}
	}()
	timer := time.NewTimer(p.timeout())
	defer timer.Stop()
	skip, read, gone := p.front, int64(0), s.ended
	for written != nil || gone != nil {
		select {
		case got, ok := <-written:
			switch {
			case !ok:
				written = nil
			case got.long:
				r.hung, r.why = true, fmt.Sprintf("it wrote an answer of more than %d bytes", maxAnswer)
				return r
			case p.kept.Add(int64(len(got.text))) > p.limit:
				r.hung, r.why = true, tooMuch(p.limit)
				return r
			default:
				r.note(got.text)
				p.answered = true
				if skip > 0 {
					skip--
				} else if len(r.answers) < len(inputs) {
					r.answers = append(r.answers, p.Answer(got.text))
				} else if r.surplus++; r.surplus == 1 {
					r.extra = got.text
				} else if r.surplus == surplusAnswers {
					return r
				}
			}
			timer.Reset(p.timeout())
		case <-gone:
			gone = nil
		case <-timer.C:
			switch now := progress.Load(); {
			case gone == nil: // another process holds its output open, and pipes have no deadline here
				written = nil
			case written == nil:
				r.why = fmt.Sprintf("it closed its output and did not end within %v", p.timeout())
				// Starting it again would cost the same time again.
				r.hung = len(r.answers) < len(inputs)
				return r
			case now != read:
				read = now
				timer.Reset(p.timeout())
			case len(r.answers) == len(inputs):
				r.hung, r.why = true, fmt.Sprintf("it did not end within %v after its input had ended", p.timeout())
				return r
			default:
				r.hung, r.why = true, fmt.Sprintf("it was silent for %v after %s", p.timeout(), pct.Count(len(r.answers), "answer"))
				return r
			}
		case <-ctx.Done():
			return r
		}
	}
	if r.surplus >= p.behind {
		r.surplus -= p.behind
	}
	r.why = how(s.err)
	return r
}

// note keeps the first and the last lines, and counts bytes.
func (r *run) note(text string) {
	r.size += len(text)
	r.nuls += strings.Count(text, "\x00")
	if len(r.first) < maxAround {
		r.first = append(r.first, text)
	}
	if len(r.last) == maxAround {
		r.last = append(r.last[:0], r.last[1:]...)
	}
	r.last = append(r.last, text)
}

// how says how a program ended, given the error of Wait. It returns "" for status 0.
func how(err error) string {
	var exit *exec.ExitError
	switch {
	case err == nil:
		return ""
	case errors.As(err, &exit) && exit.ExitCode() >= 0:
		return fmt.Sprintf("it ended with status %d", exit.ExitCode())
	case errors.As(err, &exit):
		return "it was ended by a " + exit.String()
	}
	return "it ended: " + err.Error()
}

// errTooLong says that an answer is longer than maxAnswer.
var errTooLong = errors.New("too long")

// readAnswer returns the text before the next terminator.
func readAnswer(b *bufio.Reader, end byte) (string, error) {
	var text []byte
	for {
		piece, err := b.ReadSlice(end)
		text = append(text, piece...)
		switch {
		case len(text) > maxAnswer:
			return "", errTooLong
		case errors.Is(err, bufio.ErrBufferFull):
		case err != nil:
			return string(text), err
		default:
			return string(text[:len(text)-1]), nil
		}
	}
}

// askEach starts the program for each input, several at a time.
func (p *Program) askEach(ctx context.Context, inputs []string) []conform.Answer {
	answers := make([]conform.Answer, len(inputs))
	var next atomic.Int64
	var group sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(inputs)) {
		group.Go(func() {
			for {
				i := int(next.Add(1)) - 1
				if i >= len(inputs) {
					return
				}
				answers[i] = p.call(ctx, inputs[i])
			}
		})
	}
	group.Wait()
	return answers
}

// stopped reports whether the program must not be started again.
func (p *Program) stopped() bool {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	return p.hung || p.failed != nil
}

// call starts the program for one input.
func (p *Program) call(ctx context.Context, input string) conform.Answer {
	switch {
	case ctx.Err() != nil:
		return conform.Answer{}
	case p.stopped():
		return conform.Answer{Reason: "the program was not started again"}
	}
	stop := func(why string) conform.Answer {
		p.mutex.Lock()
		p.hung = true
		p.mutex.Unlock()
		p.problem("%s", why)
		return conform.Answer{State: conform.Broken, Reason: why}
	}
	s, err := p.start(string(p.Question(input)))
	if err != nil {
		return conform.Answer{Reason: "the program cannot be started"}
	}
	defer s.stop()
	_ = s.stdin.Close()
	read := make(chan []byte, 1)
	go func() {
		text, _ := io.ReadAll(io.LimitReader(s.stdout, maxAnswer+1))
		read <- text
	}()
	timer := time.NewTimer(p.timeout())
	defer timer.Stop()
	var text []byte
	for gone := s.ended; read != nil || gone != nil; {
		select {
		case text = <-read:
			read = nil
			if len(text) > maxAnswer {
				return stop(fmt.Sprintf("it wrote an answer of more than %d bytes", maxAnswer))
			}
		case <-gone:
			gone = nil
		case <-timer.C:
			return stop(fmt.Sprintf("it did not end within %v", p.timeout()))
		case <-ctx.Done():
			return conform.Answer{}
		}
	}
	if p.kept.Add(int64(len(text))) > p.limit {
		return stop(tooMuch(p.limit))
	}
	var exit *exec.ExitError
	switch why := how(s.err); {
	case errors.As(s.err, &exit) && exit.ExitCode() >= 0:
		return conform.Answer{State: conform.Refused, Reason: fmt.Sprintf("status %d", exit.ExitCode())}
	case why != "":
		p.problem("%s", why)
		return conform.Answer{State: conform.Broken, Reason: why}
	}
	if p.Wire != NULs {
		text = bytes.TrimSuffix(text, []byte("\n"))
	}
	return p.Answer(string(text))
}
