//go:build unix

package runner

import (
	"io"
	"os"
	"os/exec"
	"syscall"
)

// alone starts a program in its own process group, so that its child processes can be
// ended with it.
func alone(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// kill ends a program and its process group.
func kill(cmd *exec.Cmd) {
	if err := syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL); err != nil {
		_ = cmd.Process.Kill()
	}
}

// readNow reads what is in a pipe without waiting, and returns io.EOF if it is empty.
func readNow(file *os.File, b []byte) (n int, err error) {
	raw, err := file.SyscallConn()
	if err != nil {
		return 0, err
	}
	var failed error
	err = raw.Read(func(fd uintptr) bool {
		for {
			if n, failed = syscall.Read(int(fd), b); failed != syscall.EINTR {
				return true // without waiting
			}
		}
	})
	switch {
	case err != nil:
		return 0, err
	case n > 0:
		return n, nil
	case failed == nil || failed == syscall.EAGAIN:
		return 0, io.EOF
	}
	return 0, failed
}
