//go:build unix

package commands

import (
	"os"
	"syscall"
)

// replaceBy replaces this process by another program, which keeps the streams, gets the
// signals and determines the status.
func replaceBy(path string, args []string) error {
	return syscall.Exec(path, args, os.Environ())
}
