package main

import (
	"os/exec"
	"syscall"
)

// interruptible makes cmd a group of processes of its own, since Windows sends an
// interrupt to a whole group.
func interruptible(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{CreationFlags: syscall.CREATE_NEW_PROCESS_GROUP}
}

// interrupt sends cmd the Ctrl-Break that Go receives as os.Interrupt.
func interrupt(cmd *exec.Cmd) error {
	send := syscall.NewLazyDLL("kernel32.dll").NewProc("GenerateConsoleCtrlEvent")
	if ok, _, err := send.Call(syscall.CTRL_BREAK_EVENT, uintptr(cmd.Process.Pid)); ok == 0 {
		return err
	}
	return nil
}
