//go:build !noparquet

package main

import (
	"os"
	"runtime/debug"

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

// garbage is how much of the memory in use may be garbage, in per cent, while
// Parquet is read. Its pages are few and may be large, so that collecting costs
// little and keeping costs much.
const garbage = 20

// parquet runs a job on Parquet files.
func (j *job) parquet(work *bulk.Job, from []source) (bulk.Stats, error) {
	defer debug.SetGCPercent(debug.SetGCPercent(garbage))
	if j.bar != nil {
		work.OnRead = func(n int) { j.bar.add(int64(n)) }
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
