//go:build !unix

package runner

import (
	"io"
	"os"
	"os/exec"
)

// alone does nothing: there are no process groups.
func alone(*exec.Cmd) {}

// kill ends a program.
func kill(cmd *exec.Cmd) { _ = cmd.Process.Kill() }

// readNow is never needed, since pipes have no read deadline here.
func readNow(*os.File, []byte) (int, error) { return 0, io.EOF }
