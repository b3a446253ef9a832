package main

import (
	"bytes"
	"os"

	"github.com/pct-encoded/percent/internal/cli/stream"
)

// peaked is set in the environment of a process of the tests that is to run the command
// and then say how much memory it took.
const peaked = "PERCENT_TEST_PEAK"

// runPeaked runs the command, and then prints the line of Linux on the most memory that
// this process has had.
func runPeaked() int {
	a := stream.New(os.Stdin, os.Stdout, os.Stderr)
	a.Memory = enough
	status := run(a, os.Args)
	all, _ := os.ReadFile("/proc/self/status")
	for line := range bytes.Lines(all) {
		if bytes.HasPrefix(line, []byte("VmHWM:")) {
			_, _ = os.Stderr.Write(line)
		}
	}
	return status
}
