//go:build !unix

package conform

import "os/exec"

// alone does nothing: there are no groups of processes.
func alone(*exec.Cmd) {}

// kill ends a program.
func kill(cmd *exec.Cmd) { _ = cmd.Process.Kill() }
