package records

import (
	"strconv"

	"github.com/pct-encoded/percent/internal/cli/stream"
)

// useCheckpoints makes r save checkpoints where it can, and continue from one
// with --resume.
func (r *run) useCheckpoints(l Line) (err error) {
	j := r.job
	if j.In.columns == nil || j.Do.Totals {
		return nil
	}
	id := stream.Identity{Version: j.app.Version, Told: &j.Tell.Counts, Counts: j.Do.counters, Flags: func() map[string]string {
		flags := l.said()
		if j.Do.paged {
			flags["the width of the terminal"] = strconv.Itoa(j.Tell.UI.Columns)
		}
		return flags
	}}
	r.to.checkpoints, err = stream.NewCheckpointer(j.app, id, r.in.from, r.to.out, r.to.bad)
	return err
}

// notResumed are the flags that do not affect the output, and those that name
// files, whose names checkpoints hold elsewhere.
var notResumed = []string{"color", "file", "output", "progress", "quiet", "raw", "resume", "verbose"}
