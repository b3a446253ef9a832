//go:build !unix

package verbs

import (
	"errors"
	"os"
	"os/exec"
	"os/signal"
)

// replaceBy runs another program with the streams of this one, and ends with its status.
// The terminal sends an interrupt to both: this one waits until the other has ended.
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
