package bulk

// A Checkpoint is a place between two records, with everything a job needs to
// continue there as if it had never stopped.
//
// The places depend only on the text of the sources and on Job.Every: for each
// multiple of Every, counted over all sources, there is one at the first end of a
// record at or after that byte. So the output does not depend on how often a job is
// stopped and resumed.
type Checkpoint struct {
	// Source is the index of the source to continue with, Offset the number of bytes
	// of it that are done, and Record the number of records.
	Source int   `json:"source"`
	Offset int64 `json:"offset"`
	Record int64 `json:"record"`
	// Before is the total size, in bytes, of the sources before it.
	Before int64 `json:"before"`
	// Glue is written before the next byte, if there is one.
	Glue string `json:"glue,omitempty"`
	// Header is the header of the first table.
	Header []byte `json:"header"`
	// Stats are the counts so far.
	Stats Stats `json:"stats"`
}

// nextGoal returns the earliest position of the next checkpoint after done bytes,
// counted over all sources, or 0 if the job has no checkpoints.
func (j *Job) nextGoal(done int64) int64 {
	if j.Every <= 0 || j.OnCheckpoint == nil {
		return 0
	}
	return (done/j.Every + 1) * j.Every
}

// checkpoint completes c with the state of the job and calls OnCheckpoint.
func (j *Job) checkpoint(out *gluedWriter, c Checkpoint, stats *Stats) error {
	c.Source += out.source
	c.Before, c.Glue, c.Header, c.Stats = out.before, out.glue, out.header, *stats
	return j.OnCheckpoint(c)
}
