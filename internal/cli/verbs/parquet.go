package verbs

import (
	"cmp"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"

	"github.com/pct-encoded/percent/internal/cli/stream"
	"github.com/pct-encoded/percent/internal/cli/term"
)

// parquetProgram is the program that reads Parquet.
const parquetProgram = "percent-parquet"

// startedBy is the variable of the environment by which percent tells percent-parquet
// what it was built from.
const startedBy = "PERCENT_STARTED_BY"

// StartParquet goes on in percent-parquet, with the same command line. It returns an error,
// or not at all.
func StartParquet(a *stream.Streams) error {
	path, err := findParquet()
	if err != nil {
		return term.UsageError("`go -C bulk/parquet install ./cmd/percent-parquet` in the clone installs it; packages have it beside percent",
			"Parquet needs the program percent-parquet, which is neither beside percent nor on the path")
	}
	if err := os.Setenv(startedBy, build()); err != nil {
		return term.IOError(path, err)
	}
	// By this name it speaks of itself as percent.
	if err := replaceBy(path, append([]string{"percent"}, a.Line...)); err != nil {
		return term.IOError(path, err)
	}
	return nil
}

// findParquet returns the path of percent-parquet: beside this program, or on the path,
// where an entry that stands for the current directory does not count.
func findParquet() (string, error) {
	name := parquetProgram
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	if own, err := os.Executable(); err == nil {
		if path, err := exec.LookPath(filepath.Join(filepath.Dir(own), name)); err == nil {
			return path, nil
		}
	}
	return exec.LookPath(name)
}

// noteOther says once if this program was started by a percent that was built from
// something else: one of the two was not installed again.
func noteOther(a *stream.Streams) {
	by := os.Getenv(startedBy)
	if mine := build(); by != "" && mine != "" && by != mine {
		a.UI.Note("percent-parquet was built from %s, and percent from %s; install both from one version", mine, by)
	}
	_ = os.Unsetenv(startedBy)
}

// build returns what this program was built from: the release or the commit, or "" if that
// is unknown.
func build() string { return cmp.Or(release, revision()) }
