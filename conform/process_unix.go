//go:build unix

package conform

import (
	"os/exec"
	"syscall"
)

// alone lets a program begin a group of processes, so that those that it starts end
// with it.
func alone(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// kill ends a program and everything that it started.
func kill(cmd *exec.Cmd) {
	if err := syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL); err != nil {
		_ = cmd.Process.Kill()
	}
}
