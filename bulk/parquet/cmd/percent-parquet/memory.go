package main

import (
	"runtime/debug"
	"runtime/metrics"
	"sync/atomic"

	"github.com/pct-encoded/percent/bulk"
)

// Memory while Parquet is read.
const (
	// garbage is for debug.SetGCPercent. Pages are few and may be large: collecting
	// them is cheap, and keeping them is not.
	garbage = 20
	// enough is the least memory limit, in bytes.
	enough = 70 << 20
	// lookAfter is how many bytes are read before the limit is set again.
	lookAfter = 4 << 20
)

// limitMemory limits the memory that a job takes, until end is called.
func limitMemory(work *bulk.Job) (end func()) {
	percent, limit := debug.SetGCPercent(garbage), debug.SetMemoryLimit(enough)
	var read atomic.Int64
	told := work.OnRead
	work.OnRead = func(n int) {
		if all := read.Add(int64(n)); all/lookAfter > (all-int64(n))/lookAfter {
			setMemoryLimit()
		}
		if told != nil {
			told(n)
		}
	}
	return func() {
		debug.SetGCPercent(percent)
		debug.SetMemoryLimit(limit)
	}
}

// setMemoryLimit sets the memory limit to what is enough or, for files whose pages
// need more, to a quarter more than is in use. At the limit itself, collecting would
// take all the time.
func setMemoryLimit() {
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(live)
	debug.SetMemoryLimit(max(enough, int64(live[0].Value.Uint64())*5/4))
}
