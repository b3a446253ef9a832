//go:build !noparquet

package main

import (
	"os"
	"runtime/debug"
	"runtime/metrics"
	"sync/atomic"

	"github.com/pct-encoded/percent/bulk"
	"github.com/pct-encoded/percent/bulk/parquet"
)

// checkParquet refuses flags that are not for Parquet.
func (j *job) checkParquet() error {
	switch c := j.columns; {
	case c.header.value != "":
		return usageError("", "--header is for CSV and TSV: Parquet always has the names of its columns")
	case j.detect:
		return usageError("name a charset", "--charset detect is not for Parquet")
	case j.out.stdout && j.ui.data && !j.pages:
		return usageError("-o names a file", "Parquet is not for a terminal")
	}
	return nil
}

// While Parquet is read, garbage is how much of the memory in use may be garbage, in
// per cent: pages are few and may be large, so that collecting costs little and
// keeping costs much. enough is how many bytes the program may have before it gives
// back to the system what it does not use at once. A file whose pages need more
// gets it: collecting without end would take all the time.
const (
	garbage = 20
	enough  = 70 << 20
	// lookAfter is how many bytes are read before it is looked how much is needed.
	lookAfter = 4 << 20
)

// roomFor sets the limit of memory to what is enough, or to a quarter more than is in
// use.
func roomFor() {
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(live)
	debug.SetMemoryLimit(max(enough, int64(live[0].Value.Uint64())*5/4))
}

// parquet runs a job on Parquet files.
func (j *job) parquet(work *bulk.Job, from []source) (bulk.Stats, error) {
	defer debug.SetGCPercent(debug.SetGCPercent(garbage))
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(enough))
	var read atomic.Int64
	work.OnRead = func(n int) {
		if all := read.Add(int64(n)); all/lookAfter > (all-int64(n))/lookAfter {
			roomFor()
		}
		if j.bar != nil {
			j.bar.add(int64(n))
		}
	}
	var files []parquet.File
	for _, s := range from {
		files = append(files, j.parquetFile(s))
	}
	return parquet.Run(work, j.out, files...)
}

func (j *job) parquetFile(s source) parquet.File {
	if s.path == "" {
		if file, ok := j.stdin.(*os.File); ok {
			f := parquet.FromFile(file)
			f.Name = s.name
			return f
		}
	}
	return parquet.File{Name: s.name, Open: func() (parquet.ReaderAtCloser, int64, error) {
		if s.path == "" {
			return nil, 0, parquet.ErrNoFile
		}
		file, err := os.Open(s.path)
		if err != nil {
			return nil, 0, err
		}
		_, size, err := parquet.FromFile(file).Open()
		if err != nil {
			_ = file.Close()
			return nil, 0, err
		}
		return file, size, nil
	}}
}
