package conform

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// The limits of a program that is tested.
const (
	// DefaultTimeout is how long a program may be silent, and DefaultBatchTimeout how
	// long one that reads everything first.
	DefaultTimeout      = 10 * time.Second
	DefaultBatchTimeout = time.Minute
	// MaxAnswer is the longest answer, in bytes: the longest right one has a tenth.
	MaxAnswer = 1 << 20
	// MaxStarts is how often a program is started that ends too early or answers too
	// little or too much, to find out which input it is that does it.
	MaxStarts = 100
	// surplusAnswers is how many answers too many are read before a program is ended.
	surplusAnswers = 1000
	// keptStderr is how much of standard error is kept, in bytes.
	keptStderr = 4 << 10
)

// A Program is a program that is tested. It is started without a shell.
type Program struct {
	// Args are the program and its arguments.
	Args []string
	Framing
	// PerCall starts the program for every input, which is its last argument. A status
	// other than 0 is a refusal. One line end behind the answer is dropped on the wire
	// Lines, and nothing on NULs.
	PerCall bool
	// Timeout is how long it may be silent; 0 is DefaultTimeout.
	Timeout time.Duration

	path    string
	starts  int
	hung    bool
	stderr  tail
	reading sync.WaitGroup // who reads standard error
	mutex   sync.Mutex
	trouble []string
	late    []string // how it ended after all answers, which is no problem
}

// Find looks the program up, as a shell would. The error is an *exec.Error.
func (p *Program) Find() error {
	if len(p.Args) == 0 {
		return errors.New("conform: no program")
	}
	p.Framing.Alone = p.PerCall
	var err error
	p.path, err = exec.LookPath(p.Args[0])
	if errors.Is(err, exec.ErrDot) {
		err = nil
	}
	return err
}

// Carries says why the program cannot be asked a test, or "".
func (p *Program) Carries(t Test) string {
	if p.PerCall && p.Wire != JSON && strings.Contains(t.Input, "\x00") {
		return "no argument can hold NUL"
	}
	return p.Framing.Carries(t)
}

// problem notes what is wrong besides answers, once.
func (p *Program) problem(format string, args ...any) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	text := fmt.Sprintf(format, args...)
	for _, known := range p.trouble {
		if known == text {
			return
		}
	}
	p.trouble = append(p.trouble, text)
}

// Close returns what was wrong. No program is running any more.
func (p *Program) Close() (problems, notes []string) {
	// Something that has left the group of the program may hold standard error open.
	read := make(chan struct{})
	go func() {
		p.reading.Wait()
		close(read)
	}()
	select {
	case <-read:
	case <-time.After(time.Second):
	}
	if lines, first := p.stderr.said(); lines > 0 {
		notes = append(notes, fmt.Sprintf("it wrote %s to standard error; the first is %q", plural(lines, "line"), first))
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

// Ask starts the program, writes all inputs to it and reads the answers. One that
// ends too early is started again with what is left; where it answers too little or
// too much, the inputs are halved until it is known to which.
func (p *Program) Ask(ctx context.Context, inputs []string) []Answer {
	if p.PerCall {
		return p.askEach(ctx, inputs)
	}
	return p.ask(ctx, inputs)
}

func (p *Program) ask(ctx context.Context, inputs []string) []Answer {
	var answers []Answer
	rest := func(reason string) []Answer {
		for len(answers) < len(inputs) {
			answers = append(answers, Answer{Reason: reason})
		}
		return answers
	}
	for len(answers) < len(inputs) {
		switch {
		case ctx.Err() != nil:
			return rest("interrupted")
		case p.hung:
			return rest("the program was ended, because it hung")
		case p.starts == MaxStarts:
			p.problem("it was started %d times and ended too early or answered too little or too much again and again", MaxStarts)
			return rest("the program was not started again")
		}
		left := inputs[len(answers):]
		run := p.run(ctx, left)
		switch {
		case run.failed != nil:
			p.problem("it cannot be started: %v", run.failed)
			p.hung = true
			return rest("the program cannot be started")
		case run.hung:
			p.hung = true
			answers = append(answers, run.answers...)
			if len(answers) < len(inputs) {
				answers = append(answers, Answer{State: Broken, Reason: run.why})
			}
			p.problem("%s", run.why)
		case len(run.answers) == len(left) && run.surplus == 0:
			if run.why != "" {
				p.late = append(p.late, run.why+" after its last answer")
			}
			return append(answers, run.answers...)
		case run.why != "" && run.surplus == 0 && len(run.answers) > 0:
			p.problem("%s before its input did", run.why)
			answers = append(answers, run.answers...)
		case len(left) > 1:
			// Which of the answers belongs to which input is not known.
			half := len(left) / 2
			answers = append(answers, p.ask(ctx, left[:half])...)
			answers = append(answers, p.ask(ctx, left[half:])...)
		case run.surplus > 0:
			p.problem("it wrote more than one answer to one input")
			answers = append(answers, Answer{State: Broken, Reason: fmt.Sprintf("%s to one input, the second %s", plural(run.surplus+len(run.answers), "answer"), excerpt(run.extra))})
		case run.why != "":
			p.problem("%s before its input did", run.why)
			answers = append(answers, Answer{State: Broken, Reason: run.why})
		default:
			p.problem("it wrote no answer to an input")
			answers = append(answers, Answer{State: Broken, Reason: "it wrote none, and read on"})
		}
	}
	return answers
}

// A run is what came of one start of a program.
type run struct {
	answers []Answer
	surplus int    // answers too many
	extra   string // the first of these
	hung    bool
	why     string // how it ended, if not with status 0
	failed  error  // why it did not start
}

// start starts the program. What it writes is in the files returned.
func (p *Program) start(extra ...string) (cmd *exec.Cmd, stdin io.WriteCloser, stdout *os.File, err error) {
	p.mutex.Lock()
	p.starts++
	p.mutex.Unlock()
	cmd = exec.Command(p.path)
	cmd.Args = append(append([]string{}, p.Args...), extra...)
	alone(cmd)
	if stdin, err = cmd.StdinPipe(); err != nil {
		return nil, nil, nil, err
	}
	// With pipes of our own, Wait waits for the program and for nothing that it has
	// started.
	stdout, written, err := os.Pipe()
	if err != nil {
		return nil, nil, nil, err
	}
	stderr, errWritten, err := os.Pipe()
	if err != nil {
		_, _ = stdout.Close(), written.Close()
		return nil, nil, nil, err
	}
	cmd.Stdout, cmd.Stderr = written, errWritten
	err = cmd.Start()
	_, _ = written.Close(), errWritten.Close()
	if err != nil {
		_, _ = stdout.Close(), stderr.Close()
		return nil, nil, nil, err
	}
	p.reading.Go(func() {
		_, _ = io.Copy(&p.stderr, stderr)
		_ = stderr.Close()
	})
	return cmd, stdin, stdout, nil
}

func (p *Program) run(ctx context.Context, inputs []string) (r run) {
	cmd, stdin, stdout, err := p.start()
	if err != nil {
		return run{failed: err}
	}
	var progress atomic.Int64 // pieces of input that it has read
	go func() {
		w := bufio.NewWriter(stdin)
		for _, input := range inputs {
			_, _ = w.Write(append(p.Question(input), p.end()))
			progress.Add(1)
		}
		_ = w.Flush()
		_ = stdin.Close()
	}()
	answers := make(chan string)
	done := make(chan struct{}) // nobody reads answers any more
	tooLong := false            // to be read when answers is closed
	go func() {
		defer close(answers)
		b := bufio.NewReaderSize(stdout, 64<<10)
		for {
			text, err := readAnswer(b, p.end())
			if errors.Is(err, errTooLong) {
				tooLong = true
				return
			}
			if err == nil || text != "" {
				select {
				case answers <- text:
				case <-done:
					return
				}
			}
			if err != nil {
				return
			}
		}
	}()
	timer := time.NewTimer(p.timeout())
	defer timer.Stop()
	read, ended := int64(0), false
	for open := true; open; {
		select {
		case text, ok := <-answers:
			switch {
			case !ok:
				open, ended = false, true
			case len(r.answers) < len(inputs):
				r.answers = append(r.answers, p.Answer(text))
			default:
				if r.surplus++; r.surplus == 1 {
					r.extra = text
				}
				open = r.surplus < surplusAnswers
			}
			timer.Reset(p.timeout())
		case <-timer.C:
			if now := progress.Load(); now != read {
				read = now
				timer.Reset(p.timeout())
				continue
			}
			r.hung, open = true, false
			r.why = fmt.Sprintf("it was silent for %v after %s", p.timeout(), plural(len(r.answers), "answer"))
			if len(r.answers) == len(inputs) {
				r.why = fmt.Sprintf("it did not end within %v after its input had ended", p.timeout())
			}
		case <-ctx.Done():
			open = false
		}
	}
	close(done)
	long := ended && tooLong
	state, stayed := p.finish(ctx, cmd, r.hung || long || r.surplus >= surplusAnswers || ctx.Err() != nil)
	_ = stdout.Close()
	for range answers { // until it is closed, by the end of stdout
	}
	switch {
	case long:
		r.hung, r.why = true, fmt.Sprintf("it wrote an answer of more than %d bytes", MaxAnswer)
	case !r.hung && r.surplus < surplusAnswers && ctx.Err() == nil:
		// To start it again would take the time again.
		r.hung, r.why = stayed && len(r.answers) < len(inputs), state
	}
	return r
}

// finish waits until a program has ended, and ends it at once if now is true and
// otherwise after the timeout, which it then says in stayed. It returns how it
// ended, "" with status 0.
func (p *Program) finish(ctx context.Context, cmd *exec.Cmd, now bool) (how string, stayed bool) {
	if now {
		kill(cmd)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	var err error
	select {
	case err = <-ended:
	case <-ctx.Done():
		kill(cmd)
		err = <-ended
	case <-time.After(p.timeout()):
		kill(cmd)
		<-ended
		return fmt.Sprintf("it closed its output and did not end within %v", p.timeout()), true
	}
	// What it has started ends with it.
	kill(cmd)
	if err == nil {
		return "", false
	}
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		if code := exit.ExitCode(); code >= 0 {
			return fmt.Sprintf("it ended with status %d", code), false
		}
		return "it was ended by a " + exit.String(), false
	}
	return "it ended: " + err.Error(), false
}

// errTooLong says that an answer is longer than MaxAnswer.
var errTooLong = errors.New("too long")

// readAnswer returns what stands before the next end.
func readAnswer(b *bufio.Reader, end byte) (string, error) {
	var text []byte
	for {
		piece, err := b.ReadSlice(end)
		text = append(text, piece...)
		switch {
		case len(text) > MaxAnswer:
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
func (p *Program) askEach(ctx context.Context, inputs []string) []Answer {
	answers := make([]Answer, len(inputs))
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

func (p *Program) isHung() bool {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	return p.hung
}

// call starts the program for one input.
func (p *Program) call(ctx context.Context, input string) Answer {
	switch {
	case ctx.Err() != nil:
		return Answer{Reason: "interrupted"}
	case p.isHung():
		return Answer{Reason: "the program was not started again"}
	}
	stop := func(why string) Answer {
		p.mutex.Lock()
		p.hung = true
		p.mutex.Unlock()
		p.problem("%s", why)
		return Answer{State: Broken, Reason: why}
	}
	cmd, stdin, stdout, err := p.start(string(p.Question(input)))
	if err != nil {
		return stop("it cannot be started: " + err.Error())
	}
	_ = stdin.Close()
	type output struct {
		text []byte
		err  error
	}
	read := make(chan output, 1)
	go func() {
		text, err := io.ReadAll(io.LimitReader(stdout, MaxAnswer+1))
		read <- output{text, err}
	}()
	var got output
	hung := false
	select {
	case got = <-read:
	case <-time.After(p.timeout()):
		hung = true
	case <-ctx.Done():
	}
	long := len(got.text) > MaxAnswer
	state, stayed := p.finish(ctx, cmd, hung || long || ctx.Err() != nil)
	_ = stdout.Close()
	switch {
	case ctx.Err() != nil:
		return Answer{Reason: "interrupted"}
	case hung:
		return stop(fmt.Sprintf("it did not end within %v", p.timeout()))
	case long:
		return stop(fmt.Sprintf("it wrote an answer of more than %d bytes", MaxAnswer))
	case stayed:
		return stop(state)
	case strings.HasPrefix(state, "it ended with status"):
		return Answer{State: Refused, Reason: strings.TrimPrefix(state, "it ended with ")}
	case state != "":
		p.problem("%s", state)
		return Answer{State: Broken, Reason: state}
	}
	text := got.text
	if p.Wire != NULs {
		text = bytes.TrimSuffix(text, []byte("\n"))
	}
	return p.Answer(string(text))
}

// A tail keeps the beginning of what is written to it, and counts lines.
type tail struct {
	mutex sync.Mutex
	kept  []byte
	lines int
	open  bool // the last line has no end yet
}

func (t *tail) Write(b []byte) (int, error) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	if room := keptStderr - len(t.kept); room > 0 {
		t.kept = append(t.kept, b[:min(room, len(b))]...)
	}
	t.lines += bytes.Count(b, []byte("\n"))
	t.open = len(b) > 0 && b[len(b)-1] != '\n'
	return len(b), nil
}

// said returns how many lines there are, and the first.
func (t *tail) said() (lines int, first string) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	lines = t.lines
	if t.open {
		lines++
	}
	return lines, firstLine(string(t.kept))
}
