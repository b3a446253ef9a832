package commands

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

// startedBy is the environment variable in which percent passes what it was built
// from to percent-parquet.
const startedBy = "PERCENT_STARTED_BY"

// StartParquet continues in percent-parquet with the same command line. It returns only
// if that fails.
func StartParquet(a *stream.Streams) error {
	path, err := findParquet()
	if err != nil {
		return term.UsageError("`go -C bulk/parquet install ./cmd/percent-parquet` in the clone installs it; packages have it beside percent",
			"Parquet needs the program percent-parquet, which is neither beside percent nor on the path")
	}
	if err := os.Setenv(startedBy, build()); err != nil {
		return term.IOError(path, err)
	}
	// With this name its messages and help say percent.
	if err := replaceBy(path, append([]string{"percent"}, a.Line...)); err != nil {
		return term.IOError(path, err)
	}
	return nil
}

// findParquet returns the path of percent-parquet: beside this program or in PATH,
// whose entries for the current directory are ignored.
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

// noteOther notes, once, that this program was started by a percent of another build:
// one of the two was not updated.
func noteOther(a *stream.Streams) {
	by := os.Getenv(startedBy)
	if mine := build(); by != "" && mine != "" && by != mine {
		a.UI.Note("percent-parquet was built from %s, and percent from %s; install both from one version", mine, by)
	}
	_ = os.Unsetenv(startedBy)
}

// build returns what this program was built from: the release, the commit, or "" if
// unknown.
func build() string { return cmp.Or(release, revision()) }
