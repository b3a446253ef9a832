package records

import (
	"strconv"
	"sync/atomic"

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

// tally returns the notes of j.
func (j *Job) tally() savedNotes {
	return savedNotes{Values: j.Values, Kept: j.Kept, Malformed: j.Policy.notice, References: j.references, Raw: j.Raw}
}

// restore is the reverse of tally.
func (j *Job) restore(s savedNotes) {
	j.Values, j.Kept, j.Policy.notice, j.references, j.Raw = s.Values, s.Kept, s.Malformed, s.References, s.Raw
}

// CountAs adds a counter of a command to the checkpoints.
func (j *Job) CountAs(name string, n *atomic.Int64) {
	if j.counters == nil {
		j.counters = map[string]*atomic.Int64{}
	}
	j.counters[name] = n
}

// useCheckpoints makes j save checkpoints where it can, and continue from one
// with --resume.
func (j *Job) useCheckpoints(l Line, from []stream.Source) error {
	if j.columns == nil || j.Totals {
		return nil
	}
	told := &savedNotes{}
	id := stream.Identity{Version: j.Version, Told: told, Counts: j.counters, Flags: func() map[string]string {
		flags := l.said()
		if j.paged {
			flags["the width of the terminal"] = strconv.Itoa(j.UI.Columns)
		}
		return flags
	}}
	k, err := stream.NewCheckpointer(j.Streams, id, j.resume, from, j.Out, j.columns.bad)
	if k.ResumeAt() != nil {
		j.restore(*told)
	}
	j.checkpoints, j.saved = k, told
	return err
}

// checkpoint takes a checkpoint.
func (j *Job) checkpoint(at bulk.Checkpoint) error {
	*j.saved = j.tally()
	return j.checkpoints.Take(at)
}

// notResumed are the flags that do not affect the output, and those that name
// files, whose names checkpoints hold elsewhere.
var notResumed = []string{"color", "file", "output", "progress", "quiet", "raw", "resume", "verbose"}
