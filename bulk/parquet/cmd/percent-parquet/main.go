// Percent-parquet is percent for Parquet files: it has the commands that work on
// columns, with the same flags. percent starts it for --parquet and for files that end
// in .parquet.
package main

import (
	"io"
	"os"

	"github.com/pct-encoded/percent/bulk"
	"github.com/pct-encoded/percent/bulk/parquet"
	"github.com/pct-encoded/percent/internal/cli/commands"
	"github.com/pct-encoded/percent/internal/cli/stream"
	"github.com/pct-encoded/percent/internal/cli/term"
)

func main() {
	term.IgnoreBrokenPipe()
	a := stream.New(os.Stdin, os.Stdout, os.Stderr)
	a.Parquet = run
	os.Exit(program().Run(a, os.Args))
}

// program returns the program.
func program() *commands.Program {
	return &commands.Program{
		Name:  "percent-parquet",
		Short: "percent for Parquet files",
		Long: `percent-parquet decodes, encodes and checks columns of Parquet files. It has the
commands of percent that work on columns, with the same flags; percent starts it for
--parquet and for files that end in .parquet, so that there is no need to type its
name.`,
		Example: `  percent decode --column url -f visits.parquet -o decoded.parquet
  percent-parquet decode --column url -f visits.parquet -o decoded.parquet
  percent-parquet lint --column url -f visits.parquet`,
		Commands:    commands.Commands,
		OnlyColumns: true,
	}
}

// run runs a job on Parquet files.
func run(a *stream.Streams, work *bulk.Job, out io.Writer, from []stream.Source) (bulk.Stats, error) {
	defer limitMemory(work)()
	var files []parquet.File
	for _, s := range from {
		files = append(files, fileOf(a, s))
	}
	return parquet.Run(work, out, files...)
}

func fileOf(a *stream.Streams, s stream.Source) parquet.File {
	if s.Path == "" {
		if file, ok := a.Stdin.(*os.File); ok {
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
