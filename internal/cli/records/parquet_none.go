//go:build noparquet

package records

import (
	"github.com/pct-encoded/percent/bulk"
	"github.com/pct-encoded/percent/internal/cli/stream"
	"github.com/pct-encoded/percent/internal/cli/term"
)

// checkParquet says that this build cannot read Parquet: the tag noparquet makes a
// command that is a third smaller.
func (j *Job) checkParquet() error {
	return term.UsageError("build it without the tag noparquet", "this build of percent leaves out Parquet")
}

func (j *Job) parquet(*bulk.Job, []stream.Source) (stats bulk.Stats, err error) {
	return stats, j.checkParquet()
}
