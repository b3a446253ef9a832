package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/spf13/cobra"

	"github.com/pct-encoded/percent/internal/cli/stream"
)

// bin is a folder with both programs, as a package installs them.
var bin string

func TestMain(m *testing.M) {
	status, err := withPrograms(m)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		status = 1
	}
	os.Exit(status)
}

func withPrograms(m *testing.M) (status int, err error) {
	if bin, err = os.MkdirTemp("", "percent-parquet-"); err != nil {
		return 1, err
	}
	defer os.RemoveAll(bin)
	for _, program := range []string{"github.com/pct-encoded/percent/cmd/percent", "."} {
		if err := build(bin, "", program); err != nil {
			return 1, err
		}
	}
	return m.Run(), nil
}

// build builds a program into a folder, as one of a release if that is not empty.
func build(dir, release, program string) error {
	out, err := exec.Command("go", "build", "-trimpath", "-buildvcs=false", "-o", dir+string(filepath.Separator),
		"-ldflags", "-X github.com/pct-encoded/percent/internal/cli/commands.release="+release, program).CombinedOutput()
	if err != nil {
		return fmt.Errorf("go build %s: %w\n%s", program, err, out)
	}
	return nil
}

// TestScript runs testdata/script with the programs, percent-parquet beside percent. VISITS
// is a file that DuckDB wrote, and
//
//	status N PROGRAM ARGS…
//
// runs a program that must end with status N.
func TestScript(t *testing.T) {
	visits, err := filepath.Abs("../../testdata/visits.parquet")
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		Setup: func(env *testscript.Env) error {
			env.Setenv("VISITS", visits)
			env.Setenv("BIN", bin)
			env.Setenv("PATH", bin+string(filepath.ListSeparator)+env.Getenv("PATH"))
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"status": func(ts *testscript.TestScript, neg bool, args []string) {
				if neg || len(args) < 2 {
					ts.Fatalf("usage: status N PROGRAM ARGS…")
				}
				got := 0
				var exit *exec.ExitError
				if err := ts.Exec(args[1], args[2:]...); errors.As(err, &exit) {
					got = exit.ExitCode()
				} else if err != nil {
					ts.Fatalf("%v", err)
				}
				if fmt.Sprint(got) != args[0] {
					ts.Fatalf("status %d, want %s", got, args[0])
				}
			},
		},
	})
}

// TestCommands: the program has the commands on columns, and version.
func TestCommands(t *testing.T) {
	names := map[string]bool{}
	var walk func(cmd *cobra.Command)
	walk = func(cmd *cobra.Command) {
		_, name, _ := strings.Cut(cmd.CommandPath(), " ")
		switch {
		case strings.HasPrefix(name, "completion"):
		case cmd.HasSubCommands():
			for _, c := range cmd.Commands() {
				walk(c)
			}
		default:
			names[name] = true
			if name != "version" && cmd.Flags().Lookup("parquet") == nil {
				t.Errorf("%s takes no columns", name)
			}
		}
	}
	walk(program().Root(stream.New(nil, io.Discard, io.Discard)))
	for _, name := range []string{"decode", "encode", "fix", "form get", "layers", "lint", "normalize", "uri get", "url canonical", "url get", "version"} {
		if !names[name] {
			t.Errorf("there is no %s", name)
		}
	}
}

// A ran is what a program has written and how it has ended.
type ran struct {
	stdout, stderr string
	state          *os.ProcessState
}

// percent runs the percent of a folder in dir, with that path to look for programs in.
func percent(t *testing.T, from, dir, path string, args ...string) ran {
	t.Helper()
	cmd := exec.Command(filepath.Join(from, "percent"), args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "PATH="+path, "PERCENT_STARTED_BY=")
	var stdout, stderr strings.Builder
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	var exit *exec.ExitError
	if err := cmd.Run(); err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return ran{stdout.String(), stderr.String(), cmd.ProcessState}
}

// link makes links to programs of bin in a new folder.
func link(t *testing.T, programs ...string) (dir string) {
	t.Helper()
	dir = t.TempDir()
	for _, name := range programs {
		text, err := os.ReadFile(filepath.Join(bin, name))
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, name), text, 0o755)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// TestWhere: percent finds percent-parquet beside itself and on the path, and nowhere else,
// least of all in the folder that somebody works in.
func TestWhere(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the programs have other names")
	}
	alone, other := link(t, "percent"), link(t, "percent-parquet")
	sep := string(filepath.ListSeparator)
	const missing = "percent: error: Parquet needs the program percent-parquet, which is neither beside percent nor on the path\n" +
		"percent: hint: `go -C bulk/parquet install ./cmd/percent-parquet` in the clone installs it; packages have it beside percent\n"
	for _, test := range []struct {
		name, from, dir, path string
		found                 bool
	}{
		{"beside", bin, alone, "", true},
		{"on the path", alone, alone, "/nowhere" + sep + other, true},
		{"nowhere", alone, alone, alone, false},
		{"no path", alone, other, "", false},
		{"in the folder, which is on the path", alone, other, "." + sep, false},
		{"in the folder, by an empty entry", alone, other, sep + alone, false},
	} {
		for _, args := range [][]string{{"decode", "--parquet", "--column", "url"}, {"lint", "--column", "url", "-f", "none.parquet"}} {
			got := percent(t, test.from, test.dir, test.path, args...)
			if found := got.stderr != missing; found != test.found || !found && got.state.ExitCode() != 2 || got.stdout != "" {
				t.Errorf("%s: %q: %v, %q", test.name, args, got.state, got.stderr)
			}
		}
	}
}

// TestProcess: percent becomes percent-parquet before it opens anything, with all that was
// typed. Signals and the status need nobody to pass them on.
func TestProcess(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("it starts another process")
	}
	dir := link(t, "percent")
	script := "#!/bin/sh\necho $$ \"$@\"\ncat\necho $PERCENT_STARTED_BY >&2\n[ \"$1\" = encode ] && kill -TERM $$\nexit 42\n"
	if err := os.WriteFile(filepath.Join(dir, "percent-parquet"), []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ args, want string }{
		{"decode --parquet --column url --as nonsense", "exit status 42"},
		{"--quiet encode --column url -f a.parquet -f b.parquet -o c", "exit status 42"},
		{"encode --column a -f in.PARQUET -o out/none", "signal: terminated"},
	} {
		cmd := exec.Command(filepath.Join(dir, "percent"), strings.Fields(test.args)...)
		cmd.Stdin = strings.NewReader("what it reads")
		out, err := cmd.Output()
		if want := fmt.Sprintf("%d %s\nwhat it reads", cmd.Process.Pid, test.args); err == nil || err.Error() != test.want || string(out) != want {
			t.Errorf("%s: %v, %q, want %q", test.args, err, out, want)
		}
	}
	for _, args := range [][]string{{"decode", "--csv", "--column", "1", "-f", "a.parquet"}, {"decode", "--parquet=false", "a"}, {"decode", "-f", "a.parquet"}, {"decode", "--parquet", "--help"}} {
		if got := percent(t, dir, dir, "", args...); got.state.ExitCode() == 42 {
			t.Errorf("%q started it", args)
		}
	}
}

// TestOtherVersion: two programs that were not built from one version say so, once.
func TestOtherVersion(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the programs have other names")
	}
	dir, other := t.TempDir(), t.TempDir()
	for _, p := range []struct{ dir, release, program string }{
		{dir, "v1.2.3", "github.com/pct-encoded/percent/cmd/percent"},
		{dir, "v1.2.3", "."},
		{other, "v1.3.0", "."},
	} {
		if err := build(p.dir, p.release, p.program); err != nil {
			t.Fatal(err)
		}
	}
	const note = "percent: note: percent-parquet was built from v1.3.0, and percent from v1.2.3; install both from one version\n"
	visits, err := filepath.Abs("../../testdata/visits.parquet")
	if err != nil {
		t.Fatal(err)
	}
	ok := []string{"lint", "--only", "raw-space", "--column", "url", "-f", visits}
	if got := percent(t, dir, dir, "", ok...); got.stderr != "" || got.state.ExitCode() != 0 {
		t.Errorf("of one version: %q, %v", got.stderr, got.state)
	}
	if err := os.Remove(filepath.Join(dir, "percent-parquet")); err != nil {
		t.Fatal(err)
	}
	if got := percent(t, dir, dir, other, ok...); got.stderr != note {
		t.Errorf("of two: %q", got.stderr)
	}
	if got := percent(t, dir, dir, other, append([]string{"--quiet"}, ok...)...); got.stderr != "" {
		t.Errorf("of two, quiet: %q", got.stderr)
	}
	out, err := exec.Command(filepath.Join(other, "percent-parquet"), "--version").Output()
	if err != nil || !strings.HasPrefix(string(out), "percent-parquet v1.3.0 go") {
		t.Errorf("%q, %v", out, err)
	}
	// A flag that it does not know.
	cmd := exec.Command(filepath.Join(other, "percent-parquet"), "lint", "--new")
	cmd.Env = append(os.Environ(), "PERCENT_STARTED_BY=v1.2.3")
	if out, _ := cmd.CombinedOutput(); !strings.Contains(string(out), `unknown flag "--new"`) || strings.Count(string(out), note) != 1 {
		t.Errorf("%q", out)
	}
}
