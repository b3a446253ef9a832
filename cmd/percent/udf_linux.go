package main

import (
	"os"

	"golang.org/x/sys/unix"
)

// enlarge sets the size of a stream that is a pipe to pipeSize, if the system
// allows it.
func enlarge(stream any) {
	if file, ok := stream.(*os.File); ok {
		_, _ = unix.FcntlInt(file.Fd(), unix.F_SETPIPE_SZ, pipeSize)
	}
}
