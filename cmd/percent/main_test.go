package main

import (
	"bytes"
	"errors"
	"io"
	"os"
	"os/exec"
	"runtime/debug"
	"strconv"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// The tests run commands by the thousand in one process: most of their time went
// to collecting what the last one left behind.
func TestMain(m *testing.M) {
	debug.SetGCPercent(400)
	testscript.Main(m, map[string]func(){
		"percent":   main,
		"urlencode": main,
		"urldecode": main,
	})
}

// TestScript runs testdata/script. Besides the commands of testscript there are
//
//	ok PROGRAM ARGS…         which must end with status 0 and nothing on stderr
//	status N PROGRAM ARGS…   which must end with status N
func TestScript(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"ok": func(ts *testscript.TestScript, neg bool, args []string) {
				if neg || len(args) == 0 {
					ts.Fatalf("usage: ok PROGRAM ARGS…")
				}
				expectStatus(ts, 0, args)
				if text := ts.ReadFile("stderr"); text != "" {
					ts.Fatalf("stderr is not empty: %q", text)
				}
			},
			"status": func(ts *testscript.TestScript, neg bool, args []string) {
				if neg || len(args) < 2 {
					ts.Fatalf("usage: status N PROGRAM ARGS…")
				}
				want, err := strconv.Atoi(args[0])
				ts.Check(err)
				expectStatus(ts, want, args[1:])
			},
		},
	})
}

func expectStatus(ts *testscript.TestScript, want int, args []string) {
	err := ts.Exec(args[0], args[1:]...)
	got := 0
	var exit *exec.ExitError
	switch {
	case errors.As(err, &exit):
		got = exit.ExitCode()
	case err != nil:
		ts.Fatalf("%v", err)
	}
	if got != want {
		ts.Fatalf("status %d, want %d", got, want)
	}
}

// A result is what a run of the command came to.
type result struct {
	stdout, stderr string
	status         int
}

// runIn runs the command in this process, with chunks of that size. It fails
// if a goroutine is left over.
func runIn(t testing.TB, stdin io.Reader, chunk int, args ...string) result {
	t.Helper()
	var stdout, stderr bytes.Buffer
	a := newApp(stdin, &stdout, &stderr)
	a.chunk = chunk
	status := run(a, append([]string{"percent"}, args...))
	return result{stdout.String(), stderr.String(), status}
}

// dataFile returns the path of a file of ../shared, or skips the test.
func dataFile(t testing.TB, name string) string {
	t.Helper()
	path := "../../../shared/" + name
	if _, err := os.Stat(path); err != nil {
		t.Skipf("SKIPPED: no ../shared/%s", name)
	}
	return path
}
