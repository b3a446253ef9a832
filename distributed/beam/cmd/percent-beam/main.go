// Percent-beam does what percent does to columns, on Apache Beam: in this process,
// or on Flink, Spark or Dataflow. docs/data/beam.md is the guide.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	beamlog "github.com/apache/beam/sdks/v2/go/pkg/beam/log"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/options/jobopts"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/runners"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	// The file systems, and the runners.
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/gcs"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/local"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/s3"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/runners/dataflow"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/runners/flink"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/runners/prism"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/runners/spark"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/runners/universal"

	"github.com/pct-encoded/percent/bulk"
	percentbeam "github.com/pct-encoded/percent/distributed/beam"
	"github.com/pct-encoded/percent/internal/operation"
	"github.com/pct-encoded/percent/internal/operation/flags"
)

// The exit statuses, which are those of percent.
const (
	statusDone     = 0
	statusFindings = 1 // lint found something that --fail-on counts
	statusUsage    = 2 // the command line does not make sense
	statusInput    = 3 // a part failed, or too many rows are malformed
	statusIO       = 4 // reading or writing failed, or the runner
)

func main() {
	// A runner starts this program as a worker, with flags of the SDK only.
	for _, arg := range os.Args[1:] {
		if name, value, _ := strings.Cut(strings.TrimLeft(arg, "-"), "="); name == "worker" && strings.HasPrefix(arg, "-") && value != "false" {
			flag.Parse()
			beam.Init() // does not return
		}
	}
	os.Exit(run(context.Background(), os.Args[1:], os.Stdout, os.Stderr))
}

// A failure is an error with its exit status.
type failure struct {
	status     int
	text, hint string
}

func (e *failure) Error() string { return e.text }

func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	root := &cobra.Command{
		Use:   "percent-beam",
		Short: "what percent does to columns, on Apache Beam",
		Long: `percent-beam does what percent does to the columns of tables, with the same flags
and the same bytes, in a pipeline of Apache Beam. Its parts are files or, with
--part-size, ranges of files. Every part becomes a file below -o, with the name that
its input has below the folder that all inputs share. manifest.jsonl is written last;
it has a line for each part.

Without --runner, the pipeline runs in this process, on Prism, the local runner of
Beam. flink, spark, dataflow and universal take the flags of Beam, such as --endpoint
and --environment_type. docs/data/beam.md is the guide.`,
		SilenceErrors: true,
		SilenceUsage:  true,
	}
	root.SetArgs(args)
	root.SetOut(stdout)
	root.SetErr(stderr)
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		return &failure{statusUsage, err.Error(), "`" + cmd.CommandPath() + " --help` lists the flags"}
	})
	addBeamFlags(root.PersistentFlags())
	families := map[string]*cobra.Command{}
	for _, name := range operation.Names(operation.Beam) {
		parent, own := root, name
		if family, second, ok := strings.Cut(name, " "); ok {
			own = second
			if parent = families[family]; parent == nil {
				parent = newFamily(family)
				families[family] = parent
				root.AddCommand(parent)
			}
		}
		parent.AddCommand(newCommand(ctx, name, own, stderr))
	}
	err := root.Execute()
	switch {
	case err == nil:
		return statusDone
	case errors.Is(err, errFindings):
		return statusFindings
	}
	var known *failure
	if !errors.As(err, &known) {
		known = classify(err)
	}
	fmt.Fprintf(stderr, "percent-beam: error: %s\n", known.text)
	if known.hint != "" {
		fmt.Fprintf(stderr, "percent-beam: hint: %s\n", known.hint)
	}
	return known.status
}

// classify returns err with its exit status.
func classify(err error) *failure {
	var bad *operation.UsageError
	var column *bulk.ColumnError
	var option *bulk.OptionError
	var path *fs.PathError
	var held *percentbeam.HeldError
	switch {
	case errors.As(err, &held) && held.Running:
		return &failure{statusIO, held.Error(), "wait until it has ended, or name another folder"}
	case errors.As(err, &held):
		return &failure{statusIO, held.Error(), "if that run is dead, --take-over goes on without it; otherwise wait until it has ended, or name another folder"}
	case errors.As(err, &bad):
		return &failure{statusUsage, bad.Text, bad.Hint}
	case errors.As(err, &column):
		hint := ""
		switch {
		case len(column.Names) > 0:
			hint = "they are " + strings.Join(column.Names[:min(len(column.Names), 12)], ", ")
		case column.Reason == bulk.OnlyColumn:
			hint = "--into NAME adds a column for the results, in which an empty field is null; --on-error skip drops such rows, and --errors FOLDER keeps and lists them"
		}
		return &failure{statusUsage, column.Error(), hint}
	case errors.As(err, &option):
		return &failure{statusUsage, option.Option + ": " + option.Reason, ""}
	case errors.As(err, &path):
		return &failure{statusIO, path.Path + ": " + path.Err.Error(), ""}
	case strings.HasPrefix(err.Error(), "unknown command"):
		return &failure{statusUsage, err.Error(), "the commands are " + strings.Join(operation.Names(operation.Beam), ", ")}
	}
	return &failure{statusIO, err.Error(), ""}
}

// newFamily returns a command that only has subcommands.
func newFamily(name string) *cobra.Command {
	return &cobra.Command{
		Use: name, Short: "`percent " + name + "` on columns", DisableFlagParsing: true,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 || args[0] == "-h" || args[0] == "--help" {
				return cmd.Help()
			}
			return fmt.Errorf("unknown command %q for %q", args[0], cmd.CommandPath())
		},
	}
}

// names are the values of --runner.
var names = []string{"prism", "flink", "spark", "dataflow", "universal"}

// A job is one run.
type job struct {
	row       *operation.Operation
	request   *operation.Request
	files     []string
	output    string
	errors    string
	maxErrors string
	partSize  string
	scan      bool
	takeOver  bool
	verbose   bool
	stderr    io.Writer
}

// examples are arguments before values, by what rows call them.
var examples = map[string]string{
	"TEMPLATE": "host", "NAME": "q", "BASE": "https://example.com/", "COMPONENT": "hostname",
	"COMPONENT=DATA...": "scheme=https", "COMPONENT=TEXT...": "protocol=https",
}

func newCommand(ctx context.Context, name, own string, stderr io.Writer) *cobra.Command {
	row, err := operation.Lookup(name)
	if err != nil {
		panic(err) // the name is of the registry
	}
	r := &operation.Request{Operation: name, Table: &operation.Table{}}
	j := &job{row: row, request: r, stderr: stderr}
	argument := row.Argument
	cmd := &cobra.Command{
		Use:   strings.TrimSpace(own + " [flags] " + argument),
		Short: "`percent " + name + "` on columns",
		Example: "  percent-beam " + strings.TrimSpace(name+" "+examples[argument]) +
			" --tsv --column url -f 'in/*.tsv.gz' -o out/",
		RunE: func(cmd *cobra.Command, args []string) error {
			r.Arguments = args
			return j.run(ctx)
		},
	}
	f := cmd.Flags()
	flags.Add(f, row, r, operation.Beam)
	flags.AddTable(f, r.Table)
	f.StringArrayVarP(&j.files, "file", "f", nil, "the inputs: a name or a `PATTERN` such as 'in/*.tsv.gz', local, gs:// or s3://; repeatable")
	f.StringVarP(&j.output, "output", "o", "", "the `FOLDER` of the results, local, gs:// or s3://")
	f.StringVar(&j.errors, "errors", "", "write malformed fields to files in `FOLDER`, one for each part that has some; implies --on-error keep unless --on-error is given")
	f.StringVar(&j.maxErrors, "max-errors", "", "end with status 3 when more than `N` rows, or N% of them, are malformed; implies --on-error keep unless --on-error is given")
	f.StringVar(&j.partSize, "part-size", "", "cut uncompressed files into parts of about `SIZE`, such as 256MiB; CSV only with --scan")
	f.BoolVar(&j.scan, "scan", false, "read the files once before cutting them: needed for CSV, whose line ends may be inside quotation marks")
	f.BoolVar(&j.takeOver, "take-over", false, "write to the folders that another run holds: only when it is certain that the other run is dead")
	f.BoolVar(&j.verbose, "verbose", false, "say what was done, and show the messages of the runner")
	return cmd
}

// run plans, runs the pipeline, and reads the manifest.
func (j *job) run(ctx context.Context) (err error) {
	switch {
	case len(j.files) == 0:
		return &failure{statusUsage, "there is no input", "-f names files"}
	case j.output == "":
		return &failure{statusUsage, "there is nowhere to write to", "-o names a folder"}
	case j.output == "-", j.errors == "-":
		return &failure{statusUsage, "results and malformed fields go to folders, not to standard output", "./- is a folder of that name"}
	}
	limit, rate, err := parseMaxErrors(j.maxErrors)
	if err != nil {
		return err
	}
	if j.errors+j.maxErrors != "" && j.request.OnError == "" && slices.Contains(j.row.Policies(), "keep") {
		j.request.OnError = "keep"
	}
	j.request.Lists = j.request.OnError != "" // the manifest counts what is kept
	if t := j.request.Table; j.errors+j.maxErrors != "" && t.Format == "" && t.Match == "" && len(t.Columns) == 0 && t.Delimiter == "" {
		t.Format = "lines"
	}
	request, err := json.Marshal(j.request)
	if err != nil {
		return err
	}
	spec := percentbeam.Spec{Request: request, Output: j.output, Errors: j.errors}
	if spec.Cuts.Size, err = parseSize(j.partSize); err != nil {
		return err
	}
	if j.scan {
		spec.Cuts.Scan = bulk.ScanAll
	}
	if err := flag.CommandLine.Parse(nil); err != nil { // the values are set already
		return err
	}
	beam.Init()
	if !j.verbose {
		quiet() // after Init, which sets up the loggers
	}
	runner := *runners.Runner
	if runner == "" {
		runner = "prism"
	}
	if !slices.Contains(names, runner) {
		return &failure{statusUsage, fmt.Sprintf("--runner does not take %q", runner), "it takes " + strings.Join(names, ", ")}
	}
	if served := []string{"flink", "spark", "universal"}; slices.Contains(served, runner) && *jobopts.Endpoint == "" {
		return &failure{statusUsage, "--runner=" + runner + " needs a job server", "--endpoint=HOST:PORT names it"}
	}
	parts, err := spec.Plan(ctx, j.files...)
	if err != nil {
		return err
	}
	if self, err := os.Executable(); err == nil && *jobopts.WorkerBinary == "" && runtime.GOOS == "linux" {
		// Workers in containers are sent this program. Otherwise the SDK would build
		// another one from source.
		*jobopts.WorkerBinary = self
	}
	release, err := spec.Hold(ctx, percentbeam.Holding{Remote: runner != "prism", TakeOver: j.takeOver})
	if err != nil {
		return err
	}
	defer func() {
		if failed := release(); err == nil {
			err = failed
		}
	}()
	pipeline, scope := beam.NewPipelineWithRoot()
	percentbeam.Build(scope, spec, parts)
	if _, err := beam.Run(ctx, runner, pipeline); err != nil {
		return &failure{statusIO, "the pipeline has failed: " + j.cause(err), "files under their final names are complete; run it again for the rest"}
	}
	if *jobopts.Async {
		release = func() error { return nil } // the pipeline does it
		return nil
	}
	entries, err := percentbeam.Manifest(ctx, j.output)
	if err != nil {
		return err
	}
	return j.report(entries, limit, rate)
}

// cause returns why a pipeline failed: with --verbose the whole error of Beam, a stack
// of steps with our own error at the end, and otherwise only our own, if there is one.
func (j *job) cause(err error) string {
	text := err.Error()
	if at := strings.LastIndex(text, percentbeam.ErrorPrefix); at >= 0 && !j.verbose {
		text, _, _ = strings.Cut(text[at+len(percentbeam.ErrorPrefix):], "\n")
	}
	return text
}

// report reports the manifest: notes on standard error, and an error if the status is
// not 0.
func (j *job) report(entries []percentbeam.Entry, limit int64, rate float64) error {
	var rows, headers, changed, rejects, malformed, bytes, findings, failing int64
	var failed []percentbeam.Entry
	for _, e := range entries {
		rows, changed, rejects, malformed, bytes = rows+e.Rows, changed+e.Changed, rejects+e.Rejects, malformed+e.Malformed, bytes+e.Bytes
		findings, failing, headers = findings+e.Findings, failing+e.Failing, headers+e.Header
		if e.Error != "" {
			failed = append(failed, e)
		}
	}
	if j.verbose {
		fmt.Fprintf(j.stderr, "percent-beam: note: %d parts, %d rows, %d changed, %d bytes\n", len(entries), rows, changed, bytes)
	}
	if rejects > 0 {
		fmt.Fprintf(j.stderr, "percent-beam: note: %d malformed\n", rejects)
	}
	if findings > 0 {
		fmt.Fprintf(j.stderr, "percent-beam: note: %d findings\n", findings)
	}
	for _, e := range failed {
		fmt.Fprintf(j.stderr, "percent-beam: note: part %d of %d of %s has failed: %s\n", e.Part+1, e.Of, e.Input, e.Error)
	}
	data := rows - headers
	switch {
	case len(failed) > 0:
		return &failure{statusInput, fmt.Sprintf("%d of %d parts failed; the others are written", len(failed), len(entries)), "the manifest lists them all"}
	case limit >= 0 && malformed > limit, rate >= 0 && float64(malformed)*100 > rate*float64(data):
		return &failure{statusInput, fmt.Sprintf("%d malformed rows of %d, more than --max-errors %s", malformed, data, j.maxErrors), "the results are written all the same"}
	case failing > 0:
		return errFindings
	}
	return nil
}

// errFindings ends the program with statusFindings and no message.
var errFindings = errors.New("findings")

// parseMaxErrors returns a number of rows and a rate in per cent; -1 means no limit.
func parseMaxErrors(s string) (n int64, rate float64, err error) {
	n, rate = -1, -1
	if s == "" {
		return n, rate, nil
	}
	if text, ok := strings.CutSuffix(s, "%"); ok {
		if rate, err = strconv.ParseFloat(text, 64); err == nil && rate >= 0 && rate <= 100 {
			return n, rate, nil
		}
	} else if n, err = strconv.ParseInt(s, 10, 64); err == nil && n >= 0 {
		return n, rate, nil
	}
	return n, rate, &failure{statusUsage, fmt.Sprintf("--max-errors does not take %q", s), "such as 100 or 0.5%"}
}

// parseSize returns a number of bytes.
func parseSize(s string) (int64, error) {
	if s == "" {
		return 0, nil
	}
	number, unit := s, int64(1)
	for i, suffix := range []string{"KiB", "MiB", "GiB"} {
		if text, ok := strings.CutSuffix(s, suffix); ok {
			number, unit = text, 1<<(10*(i+1))
		}
	}
	n, err := strconv.ParseInt(number, 10, 64)
	if err != nil || n <= 0 || n > (1<<62)/unit {
		return 0, &failure{statusUsage, fmt.Sprintf("--part-size does not take %q", s), "such as 256MiB, or a number of bytes"}
	}
	return n * unit, nil
}

// shown are the flags of the SDK that help lists, with their help. The others, such
// as --project of Dataflow, are accepted but not listed.
var shown = map[string]string{
	"runner":           "what runs the pipeline: `NAME` is prism, flink, spark, dataflow or universal (default prism, in this process)",
	"endpoint":         "the job server of flink, spark or universal, as `HOST:PORT`",
	"environment_type": "where workers run: `TYPE` is DOCKER, EXTERNAL, or LOOPBACK for this process",
}

// addBeamFlags adds the flags of the SDK, which reads them from flag.CommandLine.
func addBeamFlags(f *pflag.FlagSet) {
	flag.CommandLine.VisitAll(func(one *flag.Flag) {
		if strings.HasPrefix(one.Name, "test.") {
			return
		}
		own := &pflag.Flag{Name: one.Name, Usage: "of Beam: " + one.Usage, Value: beamFlag{one}, DefValue: one.DefValue}
		if usage, ok := shown[one.Name]; ok {
			own.Usage = usage
		}
		if b, ok := one.Value.(interface{ IsBoolFlag() bool }); ok && b.IsBoolFlag() {
			own.NoOptDefVal = "true"
		}
		own.Hidden = shown[one.Name] == ""
		f.AddFlag(own)
	})
}

// A beamFlag sets a flag of flag.CommandLine, so that the SDK sees that it was set.
type beamFlag struct{ of *flag.Flag }

func (b beamFlag) String() string     { return b.of.Value.String() }
func (b beamFlag) Set(s string) error { return flag.CommandLine.Set(b.of.Name, s) }
func (b beamFlag) Type() string       { return "string" }

// quiet keeps the logs of runners off standard error, except errors. beam.Run returns
// the errors of Prism, too.
func quiet() {
	slog.SetDefault(slog.New(slog.DiscardHandler))
	beamlog.SetLogger(onlyErrors{})
}

// onlyErrors is a logger for the SDK that prints only errors.
type onlyErrors struct{}

func (onlyErrors) Log(ctx context.Context, severity beamlog.Severity, depth int, message string) {
	if severity >= beamlog.SevError {
		fmt.Fprintf(os.Stderr, "percent-beam: note: %s\n", strings.TrimSpace(message))
	}
}
