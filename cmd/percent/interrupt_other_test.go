//go:build !windows

package main

import (
	"os"
	"os/exec"
)

// interruptible prepares cmd for interrupt.
func interruptible(*exec.Cmd) {}

// interrupt does what Ctrl-C does.
func interrupt(cmd *exec.Cmd) error { return cmd.Process.Signal(os.Interrupt) }
