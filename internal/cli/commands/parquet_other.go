//go:build !unix

package commands

import (
	"errors"
	"os"
	"os/exec"
	"os/signal"
)

// replaceBy runs another program with the streams of this one, and exits with its
// status. The terminal sends interrupts to both; this one waits for the other to end.
func replaceBy(path string, args []string) error {
	signal.Ignore(os.Interrupt)
	cmd := exec.Command(path)
	cmd.Args, cmd.Stdin, cmd.Stdout, cmd.Stderr = args, os.Stdin, os.Stdout, os.Stderr
	err := cmd.Run()
	var ended *exec.ExitError
	if err != nil && !errors.As(err, &ended) {
		return err
	}
	os.Exit(cmd.ProcessState.ExitCode())
	return nil
}
