package main

import (
	"bufio"
	"io"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/pct-encoded/percent/internal/cli/stream"
)

// TestServe: the command prints its address, answers there, and ends with status 0
// when it is told to.
func TestServe(t *testing.T) {
	// The test binary is the command: TestMain sees to that.
	cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestServeProcess$")
	interruptible(cmd)
	cmd.Env = append(os.Environ(), "PERCENT_TEST_SERVE=1")
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer cmd.Process.Kill()
	in := bufio.NewReader(stdout)
	url, err := in.ReadString('\n')
	url = strings.TrimSpace(url)
	//percent:ignore host-prefix the command prints it
	if err != nil || !strings.HasPrefix(url, "http://127.0.0.1:") {
		t.Fatalf("%q, %v", url, err)
	}
	response, err := http.Post(url+"call/encode", "application/json", strings.NewReader(`{"text":"a b"}`))
	if err != nil {
		t.Fatal(err)
	}
	body, _ := io.ReadAll(response.Body)
	response.Body.Close()
	if !strings.Contains(string(body), `"output":"a%20b"`) {
		t.Errorf("%s", body)
	}
	if err := interrupt(cmd); err != nil {
		t.Fatal(err)
	}
	rest, _ := io.ReadAll(in)
	if err := cmd.Wait(); err != nil || len(rest) > 0 {
		t.Errorf("%v, %q", err, rest)
	}
}

// TestServeProcess is the process of TestServe.
func TestServeProcess(*testing.T) {
	if os.Getenv("PERCENT_TEST_SERVE") != "" {
		os.Exit(run(stream.New(os.Stdin, os.Stdout, os.Stderr), []string{"percent", "serve", "--no-open"}))
	}
}
