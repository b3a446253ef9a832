package records

import (
	"strconv"

	"github.com/pct-encoded/percent/bulk"
	"github.com/pct-encoded/percent/internal/cli/stream"
)

// savedNotes hold what a job reports at its end, except for what bulk.Stats
// counts.
type savedNotes struct {
	Values     int64  `json:"values"`
	Kept       int64  `json:"kept"`
	Malformed  notice `json:"malformed"`
	References notice `json:"references"`
	Raw        notice `json:"raw"`
}

// tally returns the notes of t.
func (t *Report) tally() savedNotes {
	return savedNotes{Values: t.Values, Kept: t.Kept, Malformed: t.Malformed, References: t.References, Raw: t.Raw}
}

// restore is the reverse of tally.
func (t *Report) restore(s *savedNotes) {
	t.Values, t.Kept, t.Malformed, t.References, t.Raw = s.Values, s.Kept, s.Malformed, s.References, s.Raw
}

// useCheckpoints makes r save checkpoints where it can, and continue from one
// with --resume.
func (r *run) useCheckpoints(l Line) error {
	j := r.Job
	if j.In.columns == nil || j.Do.Totals {
		return nil
	}
	told := &savedNotes{}
	id := stream.Identity{Version: j.app.Version, Told: told, Counts: j.Do.counters, Flags: func() map[string]string {
		flags := l.said()
		if j.Do.paged {
			flags["the width of the terminal"] = strconv.Itoa(j.Tell.UI.Columns)
		}
		return flags
	}}
	k, err := stream.NewCheckpointer(j.app, id, r.in.from, r.to.out, r.to.bad)
	if k.ResumeAt() != nil {
		j.Tell.restore(told)
	}
	r.to.checkpoints, r.to.saved = k, told
	return err
}

// checkpoint takes a checkpoint.
func (r *run) checkpoint(at bulk.Checkpoint) error {
	*r.to.saved = r.Job.Tell.tally()
	return r.to.checkpoints.Take(at)
}

// notResumed are the flags that do not affect the output, and those that name
// files, whose names checkpoints hold elsewhere.
var notResumed = []string{"color", "file", "output", "progress", "quiet", "raw", "resume", "verbose"}
