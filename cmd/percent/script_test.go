package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/pct-encoded/percent/internal/cli/stream"
	"github.com/pct-encoded/percent/internal/growth"
)

// TestScript runs testdata/script. Besides the commands of testscript there are
//
//	ok PROGRAM ARGS…         which must end with status 0 and nothing on stderr
//	status N PROGRAM ARGS…   which must end with status N
//	feed FILE                what the next of these reads from standard input
//	setenv NAME=VALUE        instead of env, for these and for exec
//	[long]                   with PERCENT_LONG
//
// What these run is percent in this process, since starting it a thousand times takes
// most of a minute, and with PERCENT_LONG a process each. With exec, in the
// background and on a terminal it is a process at all times.
func TestScript(t *testing.T) {
	dir, err := filepath.Abs("testdata/script") // of a command in this process, the folder is another
	if err != nil {
		t.Fatal(err)
	}
	// Commands in this process would not see what these set.
	builtin := regexp.MustCompile(`(?m)^(\[[^]]*\] *)*(env|stdin)\b.*`)
	files, err := filepath.Glob(filepath.Join(dir, "*.txtar"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%d scripts, %v", len(files), err)
	}
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		script, _, _ := strings.Cut(string(text), "\n-- ")
		if line := builtin.FindString(script); line != "" {
			t.Errorf("%s: %q: write setenv for env, feed for stdin", name, line)
		}
	}
	long := growth.Long()
	testscript.Run(t, testscript.Params{
		Dir: dir,
		Setup: func(env *testscript.Env) error {
			env.Values[scriptKey{}] = &script{long: long, vars: splitVars(env.Vars)}
			return nil
		},
		Condition: func(name string) (bool, error) {
			if name != "long" {
				return false, fmt.Errorf("no condition %q", name)
			}
			return long, nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"ok": func(ts *testscript.TestScript, neg bool, args []string) {
				if neg || len(args) == 0 {
					ts.Fatalf("usage: ok PROGRAM ARGS…")
				}
				if text := scriptOf(ts).expect(ts, 0, args); text != "" {
					ts.Fatalf("stderr is not empty: %q", text)
				}
			},
			"status": func(ts *testscript.TestScript, neg bool, args []string) {
				if neg || len(args) < 2 {
					ts.Fatalf("usage: status N PROGRAM ARGS…")
				}
				want, err := strconv.Atoi(args[0])
				ts.Check(err)
				scriptOf(ts).expect(ts, want, args[1:])
			},
			"feed": func(ts *testscript.TestScript, neg bool, args []string) {
				if neg || len(args) != 1 {
					ts.Fatalf("usage: feed FILE")
				}
				scriptOf(ts).stdin = ts.ReadFile(args[0])
			},
			"setenv": func(ts *testscript.TestScript, neg bool, args []string) {
				if neg || len(args) != 1 || !strings.Contains(args[0], "=") {
					ts.Fatalf("usage: setenv NAME=VALUE")
				}
				name, value, _ := strings.Cut(args[0], "=")
				if name == "PATH" {
					ts.Fatalf("setenv PATH: other scripts look for programs meanwhile")
				}
				ts.Setenv(name, value)
				scriptOf(ts).vars[name] = value
			},
		},
	})
}

// A script is what a script has said so far.
type script struct {
	long  bool
	stdin string
	vars  map[string]string
}

type scriptKey struct{}

func scriptOf(ts *testscript.TestScript) *script { return ts.Value(scriptKey{}).(*script) }

// expect runs a command, which must end with that status, and returns its stderr.
func (s *script) expect(ts *testscript.TestScript, want int, args []string) string {
	var stdout, stderr bytes.Buffer
	stdin := s.stdin
	s.stdin = ""
	got := 0
	if s.inProcess(args) {
		got = s.call(ts.MkAbs("."), stdin, &stdout, &stderr, args)
	} else {
		program, err := exec.LookPath(args[0])
		ts.Check(err)
		cmd := exec.Command(program, args[1:]...)
		cmd.Args[0] = args[0]
		cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(stdin), &stdout, &stderr
		cmd.Dir = ts.MkAbs(".")
		cmd.Env = append(s.environment(), "PWD="+cmd.Dir)
		err = cmd.Run()
		var exit *exec.ExitError
		switch {
		case errors.As(err, &exit):
			got = exit.ExitCode()
		case err != nil:
			ts.Fatalf("%v", err)
		}
	}
	_, _ = ts.Stdout().Write(stdout.Bytes())
	_, _ = ts.Stderr().Write(stderr.Bytes())
	if got != want {
		ts.Fatalf("status %d, want %d", got, want)
	}
	return stderr.String()
}

// inProcess reports whether a command is percent and runs in this process: conform that
// waits for a program would keep the others waiting, too.
func (s *script) inProcess(args []string) bool {
	switch args[0] {
	case "percent", "urlencode", "urldecode":
		return !s.long && s.vars[hasty] == "" && (len(args) < 2 || args[1] != "conform" || !slices.Contains(args, "--"))
	}
	return false
}

// alone is held by the one command of this process that runs: a process has one
// folder and one environment.
var alone sync.Mutex

// call runs percent in that folder and with the variables of the script, and puts back
// those of the test. The streams are pipes, as those of a process are.
func (s *script) call(folder, stdin string, stdout, stderr io.Writer, args []string) int {
	in, feed := pipe()
	out, printed := drained(stdout)
	told, noted := drained(stderr)
	go func() {
		_, _ = io.WriteString(feed, stdin) // which percent need not read
		_ = feed.Close()
	}()
	alone.Lock()
	defer alone.Unlock()
	back, err := os.Getwd()
	if err != nil {
		panic(err)
	}
	vars := os.Environ()
	setAll(folder, s.environment())
	defer setAll(back, vars)
	status := run(stream.New(in, out, told), args)
	for _, file := range []*os.File{in, out, told} {
		_ = file.Close()
	}
	<-printed
	<-noted
	return status
}

func pipe() (read, write *os.File) {
	read, write, err := os.Pipe()
	if err != nil {
		panic(err)
	}
	return read, write
}

// drained returns a pipe to w, and what is closed once all that was written has arrived.
func drained(w io.Writer) (write *os.File, done <-chan struct{}) {
	read, write := pipe()
	end := make(chan struct{})
	go func() {
		defer close(end)
		_, _ = io.Copy(w, read)
		_ = read.Close()
	}()
	return write, end
}

// setAll changes folder and variables. What stays the same is not touched for a moment:
// a script that begins meanwhile, and one that starts a process, read PATH.
func setAll(folder string, vars []string) {
	if err := os.Chdir(folder); err != nil {
		panic(err)
	}
	want := splitVars(vars)
	for name, value := range splitVars(os.Environ()) {
		switch now, ok := want[name]; {
		case !ok:
			_ = os.Unsetenv(name)
		case now == value:
			delete(want, name)
		}
	}
	for name, value := range want {
		if err := os.Setenv(name, value); err != nil {
			panic(err)
		}
	}
}

// environment returns the variables of the script as a process is given them.
func (s *script) environment() []string {
	var list []string
	for name, value := range s.vars {
		list = append(list, name+"="+value)
	}
	return list
}

func splitVars(list []string) map[string]string {
	vars := map[string]string{}
	for _, v := range list {
		if name, value, ok := strings.Cut(v, "="); ok && name != "" {
			vars[name] = value
		}
	}
	return vars
}
