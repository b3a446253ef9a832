package records

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"github.com/pct-encoded/percent/internal/cli/stream"
	"github.com/pct-encoded/percent/internal/cli/term"
	"github.com/pct-encoded/percent/internal/results"
)

// A tool is a program with a few commands of the kinds that there are.
type tool struct {
	*testing.T
	app            *stream.Streams
	stdout, stderr strings.Builder
	folder         string
	terminal       bool // standard output is one
}

func newTool(t *testing.T) *tool {
	t.Helper()
	w := &tool{T: t, folder: t.TempDir()}
	for name, text := range map[string]string{
		"in.csv":    "id,url\n1,a%20b+c\n2,\"x%2Cy\"\n3,%zz\n4,caf%C3%A9\n5,%FF%2520\n",
		"more.csv":  "id,url\n6,a%20b\n",
		"other.csv": "id,link\n6,a%20b\n",
		"in.txt":    "a%20b\r\nc%zz\n",
		"mark.txt":  "\xef\xbb\xbfhttp://a.example/\n",
		"sjis.txt":  "%8E%A9%93%AE%8E%D4\n%8E%A9%93%AE%8E%D4\n",
	} {
		w.write(name, text)
	}
	return w
}

func (w *tool) write(name, text string) {
	w.Helper()
	if err := os.WriteFile(filepath.Join(w.folder, name), []byte(text), 0o600); err != nil {
		w.Fatal(err)
	}
}

func (w *tool) read(name string) string {
	text, err := os.ReadFile(filepath.Join(w.folder, name))
	if err != nil {
		return "(none)"
	}
	return string(text)
}

// commands returns the commands.
func (w *tool) commands() *cobra.Command {
	a := w.app
	root := &cobra.Command{Use: "percent", SilenceErrors: true, SilenceUsage: true}
	code := func(name string) *cobra.Command {
		j := NewJob(a, name)
		cmd := &cobra.Command{Use: name, RunE: Runs(a, func(_ context.Context, _ *stream.Streams, l Line) error {
			if err := j.Prepare(); err != nil {
				return err
			}
			err := j.Run(l)
			j.Tell.Charset(&j.Do)
			if err == nil {
				j.Tell.Flaws(&j.Do.Policy)
			}
			if err == nil && j.Tell.Verbose {
				a.UI.Note("%d values as %s%s", j.Tell.Values, j.Do.Name(), j.Do.InCharset())
			}
			return err
		})}
		j.AddTo(cmd)
		j.AddColumns(cmd)
		return cmd
	}
	row := func(name string) *cobra.Command {
		j := NewJob(a, name)
		cmd := &cobra.Command{Use: strings.ReplaceAll(name, " ", "-"), RunE: Runs(a, func(_ context.Context, _ *stream.Streams, l Line) error {
			lead := j.Do.Row.Leading(l.Args)
			j.Do.Request.Arguments = l.Args[:lead]
			if err := j.Prepare(); err != nil {
				return err
			}
			seen := 0
			j.ConvertByRow(func(result []byte) { seen += len(result) })
			j.Do.InOrder = true
			err := j.RunValues(l.Behind(lead), "done")
			if j.Tell.Verbose {
				a.UI.Note("%d bytes of results", seen)
			}
			return err
		})}
		j.AddColumns(cmd)
		j.AddTo(cmd)
		return cmd
	}
	// plain is a command that is not in the registry, and refuses what is not a digit.
	plain := newJob(a, "fail", "keep", "skip", "replace")
	plain.Do.Policy.Let = "kept as they were"
	plain.Do.Convert = func(o *Object, dst []byte, v Value) ([]byte, error) {
		if strings.Trim(string(v.Text), "0123456789") == "" {
			if plain.Tell.JSON {
				o.Result = struct {
					Digits int `json:"digits"`
				}{len(v.Text)}
			}
			return append(append(dst, "number "...), v.Text...), nil
		}
		bad := &NotLegal{Offset: 1, Reason: "not a number", Text: "not a number at byte 1", Hint: "write digits"}
		bad.Hopeless = string(v.Text) == "!"
		switch plain.Do.Policy.OnError() {
		case "keep":
			return append(dst, v.Text...), bad
		}
		return dst, bad
	}
	// sum counts and writes the total at the end.
	sum := newJob(a)
	total := 0
	sum.Do.Totals, sum.Do.Describes, sum.Do.Framed = true, true, true
	sum.Do.Each = func(dst []byte, v Value) ([]byte, error) { total += len(v.Text); return dst, nil }
	sum.Do.End = func() []byte { return fmt.Appendf(nil, "%d\n", total) }
	sumCommand := ready(sum, &cobra.Command{Use: "sum"}, "summed")
	sum.AddColumns(sumCommand)
	// show writes a page about each value.
	show := newJob(a)
	show.In.Pages, show.Do.paged = true, true
	showCommand := &cobra.Command{Use: "show", RunE: Runs(a, func(_ context.Context, _ *stream.Streams, l Line) error {
		return Pages{
			Of:    func(text string) (results.Result, error) { return page(text), nil },
			Plain: func(text []byte) (string, string, bool) { return "quick ", ".\n", string(text) != "slow" },
		}.Run(show, l)
	})}
	show.AddPagesTo(showCommand)
	show.AddColumns(showCommand)
	root.AddCommand(code("encode"), code("decode"), code("fix"), row("uri get"), row("iri to-uri"), row("url canonical"), ready(plain, &cobra.Command{Use: "plain"}, "read"), sumCommand, showCommand)
	return root
}

// A page is a result: a text.
type page string

func (p page) JSON() any {
	return struct {
		Text string `json:"text"`
	}{string(p)}
}

func (p page) Page(results.Style) string { return "page " + string(p) + ".\n" }

// call runs a command line, in which {} stands for the folder, and returns the status.
func (w *tool) call(stdin string, args ...string) int {
	w.Helper()
	w.stdout.Reset()
	w.stderr.Reset()
	if w.app == nil {
		w.app = stream.New(strings.NewReader(""), &w.stdout, &w.stderr)
	}
	w.app.Stdin = strings.NewReader(stdin)
	w.app.UI.DataTerminal = w.terminal
	root := w.commands()
	for i, arg := range args {
		args[i] = strings.ReplaceAll(arg, "{}", w.folder)
	}
	w.app.Line = args
	root.SetArgs(args)
	root.SetOut(&w.stdout)
	root.SetErr(&w.stderr)
	if err := root.Execute(); err != nil {
		return w.app.UI.Fail(err)
	}
	return term.StatusDone
}

// told returns what was written to standard error, without the folder.
func (w *tool) told() string { return strings.ReplaceAll(w.stderr.String(), w.folder+"/", "") }

// ready gives cmd the flags of a job with Convert or Each, and makes it run the job.
func ready(j *Job, cmd *cobra.Command, done string) *cobra.Command {
	cmd.RunE = func(cmd *cobra.Command, args []string) error { return j.RunValues(LineOf(cmd, args), done) }
	j.AddTo(cmd)
	return cmd
}
