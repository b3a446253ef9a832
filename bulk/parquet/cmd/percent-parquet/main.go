//go:build !noparquet

package records

import (
	"os"
	"runtime/debug"
	"runtime/metrics"
	"sync/atomic"

	"github.com/pct-encoded/percent/bulk"
	"github.com/pct-encoded/percent/bulk/parquet"
	"github.com/pct-encoded/percent/internal/cli/stream"
	"github.com/pct-encoded/percent/internal/cli/term"
)

// checkParquet refuses flags that are not for Parquet.
func (j *Job) checkParquet() error {
	switch c := j.columns; {
	case c.table.Header != "":
		return term.UsageError("", "--header is for CSV and TSV: Parquet always has the names of its columns")
	case j.Plan.Detect:
		return term.UsageError("name a charset", "--charset detect is not for Parquet")
	case j.Out.Stdout && j.UI.DataTerminal && !j.Pages:
		return term.UsageError("-o names a file", "Parquet is not for a terminal")
	}
	return nil
}

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

// setMemoryLimit sets the memory limit to what is enough or, for files whose pages
// need more, to a quarter more than is in use. At the limit itself, collecting would
// take all the time.
func setMemoryLimit() {
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(live)
	debug.SetMemoryLimit(max(enough, int64(live[0].Value.Uint64())*5/4))
}

// parquet runs a job on Parquet files.
func (j *Job) parquet(work *bulk.Job, from []stream.Source) (bulk.Stats, error) {
	defer debug.SetGCPercent(debug.SetGCPercent(garbage))
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(enough))
	var read atomic.Int64
	work.OnRead = func(n int) {
		if all := read.Add(int64(n)); all/lookAfter > (all-int64(n))/lookAfter {
			setMemoryLimit()
		}
		if j.bar != nil {
			j.bar.Add(int64(n))
		}
	}
	var files []parquet.File
	for _, s := range from {
		files = append(files, j.parquetFile(s))
	}
	return parquet.Run(work, j.Out, files...)
}

func (j *Job) parquetFile(s stream.Source) parquet.File {
	if s.Path == "" {
		if file, ok := j.Stdin.(*os.File); ok {
			f := parquet.FromFile(file)
			f.Name = s.Name
			return f
		}
	}
	return parquet.File{Name: s.Name, Open: func() (parquet.ReaderAtCloser, int64, error) {
		if s.Path == "" {
			return nil, 0, parquet.ErrNoFile
		}
		file, err := os.Open(s.Path)
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
