package main

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/pct-encoded/percent/conform"
	"github.com/pct-encoded/percent/dialect"
	"github.com/pct-encoded/percent/internal/board"
	"github.com/pct-encoded/percent/internal/cli/commands"
	"github.com/pct-encoded/percent/internal/cli/records"
	"github.com/pct-encoded/percent/internal/cli/stream"
	"github.com/pct-encoded/percent/internal/cli/term"
	"github.com/pct-encoded/percent/internal/conformreport"
	"github.com/pct-encoded/percent/internal/excerpt"
	"github.com/pct-encoded/percent/internal/operation"
	"github.com/pct-encoded/percent/internal/operation/flags"
	"github.com/pct-encoded/percent/internal/results"
	"github.com/pct-encoded/percent/internal/runner"
	"github.com/pct-encoded/percent/internal/words"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// defaultTotal is how long a whole test may take. Starting a program that takes half a
// second once per input takes twenty minutes on one processor.
const defaultTotal = 30 * time.Minute

// suiteFlags holds the flags that choose the suite.
type suiteFlags struct {
	as     string
	decode bool
	kinds  map[string]*bool
	units  flags.Word
	quick  bool
	random int
	seed   uint64
}

// suiteKinds lists the flags for operations without a dialect, and what they
// test.
var suiteKinds = []struct {
	name, usage    string
	encode, decode conform.Operation
}{
	{"form", "test pairs to application/x-www-form-urlencoded, with --decode its parser", conform.FormEncode, conform.FormDecode},
	{"url", "test a URL parser against the URL Standard", conform.URL, conform.URL},
	{"uri", "test a URI parser against RFC 3986", conform.URI, conform.URI},
	{"template", "test the expansion of URI Templates (RFC 6570)", conform.Template, conform.Template},
	{"oauth1", "test OAuth 1.0 signature base strings", conform.OAuth1, conform.OAuth1},
	{"sigv4", "test canonical requests of AWS Signature Version 4", conform.SigV4, conform.SigV4},
}

func (s *suiteFlags) addTo(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&s.as, "as", "", "the `NAME` of the dialect, or of the function of a program (default rfc3986)")
	_ = cmd.RegisterFlagCompletionFunc("as", records.CompleteDialects)
	f.BoolVarP(&s.decode, "decode", "d", false, "test a decoder")
	s.kinds = map[string]*bool{}
	for _, k := range suiteKinds {
		s.kinds[k.name] = f.Bool(k.name, false, k.usage)
	}
	s.units.Words = []string{"text", "bytes", "utf16"}
	records.AddChoice(cmd, &s.units, "units", "the input that the program accepts: text (UTF-8), bytes (any bytes), or utf16 (text with lone surrogates) (default text)")
	f.BoolVar(&s.quick, "quick", false, "use only a few hundred of the tests")
	f.IntVar(&s.random, "random", 0, "add `N` random inputs")
	f.Uint64Var(&s.seed, "seed", 1, "the `SEED` of the random inputs; each gives other inputs")
}

// operation returns the operation that the flags choose.
func (s *suiteFlags) operation() (conform.Operation, bool, error) {
	given := []string{}
	o, needsDialect := conform.Encode, true
	if s.decode {
		o = conform.Decode
	}
	for _, k := range suiteKinds {
		if !*s.kinds[k.name] {
			continue
		}
		given, needsDialect = append(given, "--"+k.name), false
		o = k.encode
		if s.decode {
			o = k.decode
		}
		if s.decode && k.encode == k.decode {
			return 0, false, term.UsageError("only encoders, decoders and forms have two directions", "--decode cannot be used with --%s", k.name)
		}
	}
	switch {
	case len(given) > 1:
		return 0, false, term.UsageError("test one at a time", "%s cannot be used together", strings.Join(given, " and "))
	case len(given) == 1 && s.as != "":
		return 0, false, term.UsageError("--as is for encoders and decoders", "--as cannot be used with %s", given[0])
	case len(given) == 1 && s.units.Value != "":
		return 0, false, term.UsageError("--units is for encoders and decoders", "--units cannot be used with %s", given[0])
	}
	return o, needsDialect, nil
}

// suite makes the suite.
func (s *suiteFlags) suite(l records.Line, u *term.UI) (*conform.Suite, error) {
	o, needsDialect, err := s.operation()
	switch {
	case err != nil:
		return nil, err
	case s.random < 0 || s.random > conform.MaxRandom:
		return nil, term.UsageError("write, for example, --random 1000", "--random takes a number from 0 to %d, not %d", conform.MaxRandom, s.random)
	case l.Has("seed") && s.random == 0:
		return nil, term.UsageError("write, for example, --random 1000 --seed 2", "--seed needs --random, which sets the number of inputs")
	}
	options := conform.Options{Units: chosen[dialect.Units](s.units), Random: s.random, Seed: s.seed}
	if s.quick {
		options.Size = conform.Quick
	}
	var d *dialect.Dialect
	if needsDialect {
		name := s.as
		if name == "" {
			name = "rfc3986"
		}
		if d, _, err = lookup(u, name); err != nil {
			return nil, err
		}
	}
	suite, err := conform.New(o, d, options)
	var direction *dialect.DirectionError
	switch {
	case errors.As(err, &direction):
		return nil, term.UsageError("--decode tests decoders", "%s only decodes", direction.Name)
	}
	return suite, err
}

// oneOf refuses more than one of the flags.
func oneOf(l records.Line, names ...string) error {
	var given []string
	for _, name := range names {
		if l.Has(name) {
			given = append(given, "--"+name)
		}
	}
	if len(given) > 1 {
		return term.UsageError("use one of them", "%s cannot be used together", strings.Join(given, " and "))
	}
	return nil
}

func newConform(a *stream.Streams) *cobra.Command {
	o := &conformOptions{}
	o.wire.Words = words.All[runner.Wire]()
	cmd := &cobra.Command{
		Use:   "conform [flags] -- PROGRAM [ARG...]",
		Short: "test an encoder, decoder or parser against the specification",
		Long: `conform starts PROGRAM once, writes one text per line to it, and reads one line for
each: the result. It reports how many answers are right, the
first and the shortest input that fails, the mistake and what to do about it, and
which dialect of the catalogue the program really follows. The status is 0 if all
answers are right, 1 if not, and 5 (undecided) if they are but none of the inputs that
must be refused could be tested.

By default PROGRAM is an encoder, and --as names the dialect that it should follow.
--decode tests decoders, and the other flags parsers and signers, which read and
write JSON: "percent vectors" shows their tests.

A line cannot say that an input is refused: --refusal TEXT names a line that means it.
Without it, a decoder is not tested with malformed input, and nothing is concluded.

With --wire json, questions are {"input":"a b"}, or {"input_base64":"/w=="} for bytes
that are not text, and answers {"output":"a%20b"}, {"output_base64":"..."}, or
{"error":"why"} for an input that the program refuses. --per-call starts PROGRAM for
every input, as its last argument; a status other than 0 is a refusal. --http asks a
server on this machine. --answers checks answers that were collected elsewhere.

PROGRAM is run without a shell, and the processes that it started end with it. If it
cannot be started, or no server listens, the status is 4.

--recorded runs nothing: for recorded functions that name a specification, each in its
newest version, it prints where they differ from that specification, with a shortest input
that shows the difference. Its arguments are languages or beginnings of IDs.`,
		Example: `  percent conform --as oauth1 -- ./my-encoder
  percent conform --as form --decode --wire json -- node decoder.js
  percent conform --as rfc3986 --quick --per-call -- php encode.php
  percent conform --url -- python3 parser.py
  percent conform --as oauth1 --answers answers.jsonl
  percent conform --recorded firefox php`,
		Args: cobra.ArbitraryArgs,
		RunE: records.Runs(a, o.run),
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return nil, cobra.ShellCompDirectiveDefault
		},
	}
	f := cmd.Flags()
	f.SetInterspersed(false) // flags after PROGRAM belong to it
	o.addTo(cmd)
	records.AddChoice(cmd, &o.wire, "wire", "write each question and answer as a line, with NUL after it, or as a line of JSON (default lines)")
	f.BoolVar(&o.perCall, "per-call", false, "start PROGRAM for every input, with the input as the last argument")
	f.BoolVar(&o.batch, "batch", false, "wait a minute for the first answer, for a PROGRAM that reads everything before it writes")
	f.StringVar(&o.http, "http", "", "POST the inputs to the server at `URL`, on this machine")
	f.StringVar(&o.refusal, "refusal", "", "the answer `TEXT` means that the input is refused, with --wire lines and nul")
	f.DurationVar(&o.timeout, "timeout", 0, "how long PROGRAM may be silent, such as 30s (default 10s, with --batch 1m)")
	f.DurationVar(&o.total, "total", defaultTotal, "how long the whole test may take")
	f.StringVar(&o.answers, "answers", "", "check the answers in `FILE` (- for standard input), which are JSON lines or a table")
	f.BoolVar(&o.recorded, "recorded", false, "print where recorded functions differ from their specifications")
	f.BoolVar(&o.json, "json", false, "write the report as one JSON object")
	f.BoolVar(&o.tap, "tap", false, "write the report in the Test Anything Protocol")
	f.BoolVar(&o.junit, "junit", false, "write the report as JUnit XML")
	return cmd
}

func (o *conformOptions) run(ctx context.Context, s *stream.Streams, l records.Line) error {
	if o.recorded {
		return o.board(s, l)
	}
	report, err := o.ask(ctx, s, l)
	if err != nil {
		return err
	}
	if err := o.write(s, report); err != nil {
		return err
	}
	switch {
	case !report.Right():
		return term.ErrFindings
	case !report.OK():
		return term.ErrUndecided
	}
	return nil
}

// conformOptions holds the flags of conform.
type conformOptions struct {
	suiteFlags
	wire                   flags.Word
	perCall, batch         bool
	http, refusal, answers string
	timeout, total         time.Duration
	json, tap, junit       bool
	recorded               bool
}

// board prints where the recorded functions of some programs differ from their
// specifications.
func (o *conformOptions) board(s *stream.Streams, l records.Line) error {
	var other error
	l.Flags.Visit(func(f *pflag.Flag) {
		if l.Flags.Changed(f.Name) && f.Name != "recorded" && f.Name != "json" && other == nil {
			other = term.UsageError("--recorded takes only --json, and languages or beginnings of IDs as arguments", "--%s cannot be used with --recorded", f.Name)
		}
	})
	if other != nil {
		return other
	}
	filter, err := operation.NewProgramFilter("--recorded", l.Args)
	if err != nil {
		return records.BadRequest(err)
	}
	var rows []board.Row
	for _, r := range board.Rows() {
		if len(filter) == 0 || filter.Holds(&dialect.Implementation{ID: r.Function, Language: r.Language}) {
			rows = append(rows, r)
		}
	}
	if len(rows) == 0 {
		return term.UsageError("`percent conform --recorded` prints all", "no recorded function of %s names a specification", strings.Join(l.Args, ","))
	}
	return records.Show(s.Text, o.json, results.Board(rows), records.Style(s.UI, results.Brief))
}

// ask tests the program that the flags and arguments name.
func (c *conformOptions) ask(ctx context.Context, s *stream.Streams, l records.Line) (*conform.Report, error) {
	for _, names := range [][]string{{"json", "tap", "junit"}, {"per-call", "batch", "http", "answers"}} {
		if err := oneOf(l, names...); err != nil {
			return nil, err
		}
	}
	elsewhere := c.http != "" || c.answers != ""
	switch {
	case len(l.Args) == 0 && !elsewhere:
		return nil, term.UsageError("such as `percent conform --as oauth1 -- ./my-encoder`; --http and --answers go without one", "%s takes a program", l.Command)
	case len(l.Args) > 0 && elsewhere:
		return nil, term.UsageError("", "--http and --answers take the place of a program, but there is %q", l.Args[0])
	case l.Has("timeout") && c.timeout <= 0:
		return nil, term.UsageError("such as --timeout 30s", "--timeout takes a time above 0, not %v", c.timeout)
	case c.total <= 0:
		return nil, term.UsageError("such as --total 5m", "--total takes a time above 0, not %v", c.total)
	}
	for _, name := range []string{"wire", "refusal", "timeout", "total"} {
		if c.answers != "" && l.Has(name) {
			return nil, term.UsageError("--answers runs no program", "--%s cannot be used with --answers", name)
		}
	}
	suite, err := c.suite(l, s.UI)
	if err != nil {
		return nil, err
	}
	if c.answers != "" {
		return c.judge(s, suite)
	}
	framing, err := c.framing(suite)
	if err != nil {
		return nil, err
	}
	var to conform.Asker
	if c.http != "" {
		server := &runner.Server{URL: c.http, Framing: framing, Timeout: c.timeout}
		if err := server.Prepare(); err != nil {
			_, text, _ := strings.Cut(err.Error(), ": ")
			hint := "such as --http http://localhost:8080/encode"
			switch {
			case errors.Is(err, runner.ErrNoScheme):
				hint = "write --http http://" + excerpt.Name(c.http)
			case errors.Is(err, runner.ErrNotLocal):
				hint = "the tests would look like an attack on another machine; they are sent to localhost, 127.0.0.1 and [::1] only"
			}
			return nil, term.UsageError(hint, "--http: %s", text)
		}
		to = server
	} else {
		program := &runner.Program{Args: l.Args, Framing: framing, PerCall: c.perCall, Timeout: c.timeout}
		if c.batch && c.timeout == 0 {
			program.Timeout = runner.DefaultBatchTimeout
		}
		if err := program.Find(); err != nil {
			return nil, notFound(l.Args[0], err)
		}
		to = program
	}
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	defer stop()
	ctx, cancel := context.WithTimeout(ctx, c.total)
	defer cancel()
	report, err := suite.Run(ctx, to)
	var (
		start       *exec.Error
		unreachable *runner.UnreachableError
	)
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		return report, nil // which reports the interruption
	case errors.Is(err, context.Canceled):
		return nil, &term.Failure{Status: term.StatusIO, Text: "interrupted; the program was ended"}
	case errors.As(err, &unreachable):
		return nil, &term.Failure{Status: term.StatusIO, Text: "no server listens at " + unreachable.Address, Hint: "start your server first; it answers a POST whose body is the input"}
	case errors.As(err, &start):
		hint := "run a script with its interpreter, as in python3 my-encoder.py, or begin the script with #! and the name of the interpreter"
		return nil, &term.Failure{Status: term.StatusIO, Text: excerpt.Name(l.Args[0]) + ": cannot be started: " + start.Err.Error(), Hint: hint}
	}
	return report, err
}

// notFound returns the failure for a program that cannot be found or run.
func notFound(name string, err error) error {
	f := &term.Failure{Status: term.StatusIO, Text: excerpt.Name(name) + ": no such program"}
	file, lookErr := os.Stat(name)
	there := lookErr == nil && !file.IsDir()
	switch {
	case there && filepath.Base(name) == name:
		f.Hint = "for the one in this folder write ./" + excerpt.Name(name)
		if file.Mode()&0o111 == 0 {
			f.Hint = "give it to its interpreter, as in python3 " + excerpt.Name(name)
		}
	case there && errors.Is(err, fs.ErrPermission):
		f.Text = excerpt.Name(name) + ": is not executable"
		f.Hint = "run chmod +x on it, or put its interpreter in front, as in python3 my-encoder.py"
	default:
		f.Hint = "name a file with its folder, as in ./my-encoder; give a script to its interpreter, as in python3 my-encoder.py"
	}
	return f
}

// framing returns the format of questions and answers.
func (c *conformOptions) framing(suite *conform.Suite) (runner.Framing, error) {
	f := runner.Framing{
		Operation: suite.Operation, Units: suite.Options.Units, Refusal: c.refusal,
		Wire: chosen[runner.Wire](c.wire),
	}
	switch {
	case suite.Operation.Values() && c.wire.Value != "" && f.Wire != runner.JSON:
		return f, term.UsageError("leave out --wire", "questions of %s are JSON, which --wire %s does not write", suite.Operation, c.wire.Value)
	case suite.Operation.Values():
		f.Wire = runner.JSON
	case f.Wire != runner.JSON && f.Units == dialect.UnitsUTF16:
		return f, term.UsageError("--wire json has \\ud800 for them", "--wire %s cannot carry lone surrogates", f.Wire)
	}
	if f.Wire == runner.JSON && c.refusal != "" {
		return f, term.UsageError(`{"error":"why"} is a refusal`, "--refusal cannot be used with JSON")
	}
	return f, nil
}

// judge checks the answers in a file.
func (c *conformOptions) judge(s *stream.Streams, suite *conform.Suite) (*conform.Report, error) {
	text, err := s.ReadFile(c.answers)
	if err != nil {
		return nil, err
	}
	answers, err := runner.ReadAnswers(suite.Operation, string(text))
	if err != nil {
		bad := records.SyntaxError(err)
		before := string(text[:bad.Offset])
		line := 1 + strings.Count(before, "\n")
		if at := len(before) - 1 - strings.LastIndexByte(before, '\n'); at > 0 {
			bad.Reason += ", at byte " + strconv.Itoa(at)
		}
		return nil, &term.Failure{
			Status: term.StatusInput, Text: stream.ShownName(c.answers) + ":" + strconv.Itoa(line) + ": " + bad.Reason,
			Hint: `a line is {"id":"char-21","output":"%21"}, with the IDs of percent vectors; or an ID, a tab, and the answer in hexadecimal digits`,
		}
	}
	return suite.Judge(answers), nil
}

// write writes the report.
func (c *conformOptions) write(s *stream.Streams, r *conform.Report) error {
	out := s.Text
	var err error
	switch {
	case c.json:
		return records.PrintJSON(out, conformreport.NewObject(r))
	case c.tap:
		_, err = out.Write(conformreport.TAP(r))
	case c.junit:
		_, err = out.Write(conformreport.JUnit(r))
	default:
		subject := "the program"
		switch {
		case c.http != "":
			subject = "the server"
		case c.answers != "":
			subject = "the answers"
		}
		_, err = io.WriteString(out, conformreport.Text(s.UI.Style(), r, subject))
	}
	return err
}

func newVectors(a *stream.Streams) *cobra.Command {
	o := &vectorsOptions{}
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "vectors [flags]",
		Short: "the tests of conform as data",
		Long: `vectors prints the tests that conform runs, with the right answers. Use
it for a program that conform cannot start: on a microcontroller, in a browser, in a
database. To check the answers of such a program, pass them to conform --answers.

New releases may add tests, but never change or remove a test.`,
		Example: `  percent vectors --as oauth1 > oauth1.json
  percent vectors --as form --decode --tsv
  percent vectors --template --quick`,
		Args: commands.NoArgs,
		RunE: records.Runs(a, o.run),
	}
	o.addTo(cmd)
	f := cmd.Flags()
	f.BoolVar(&asJSON, "json", false, "write one JSON object (default)")
	f.BoolVar(&o.tsv, "tsv", false, "write a table of IDs, and of inputs and answers in hexadecimal digits")
	f.BoolVar(&o.tap, "tap", false, "write the Test Anything Protocol, with every test marked as a TODO")
	return cmd
}

// vectorsOptions holds the flags of vectors.
type vectorsOptions struct {
	suiteFlags
	tsv bool
	tap bool
}

func (o *vectorsOptions) run(_ context.Context, s *stream.Streams, l records.Line) error {
	if err := oneOf(l, "json", "tsv", "tap"); err != nil {
		return err
	}
	suite, err := o.suite(l, s.UI)
	if err != nil {
		return err
	}
	format := runner.AppendJSON
	switch {
	case o.tsv:
		format = runner.AppendTSV
	case o.tap:
		format = runner.AppendTAP
	}
	_, err = s.Text.Write(format(nil, suite))
	return err
}
