//go:build unix

package verbs

import (
	"os"
	"syscall"
)

// replaceBy makes the process that of another program: it has the same streams, gets the
// signals, and its status is that of the process.
func replaceBy(path string, args []string) error {
	return syscall.Exec(path, args, os.Environ())
}
