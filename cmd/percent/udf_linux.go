package main

import (
	"os"

	"golang.org/x/sys/unix"
)

// enlarge makes room for pipeSize bytes in the pipe that stream is, so that what
// is at its other end can go on for longer. Where it is none, or the system does
// not allow it, things stay as they are.
func enlarge(stream any) {
	if file, ok := stream.(*os.File); ok {
		_, _ = unix.FcntlInt(file.Fd(), unix.F_SETPIPE_SZ, pipeSize)
	}
}
