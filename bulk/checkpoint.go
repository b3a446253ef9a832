package bulk

// A Checkpoint is a place between two records, with all that a job needs to go
// on from there as if it had never ended.
//
// Where checkpoints are depends on the text of the sources and on Job.Every
// alone: after each multiple of Every, counted over all sources, at the end of
// the first record that ends there or later. So it makes no difference in what
// is written how often a job ended and went on.
type Checkpoint struct {
	// Source is the index of the source to go on with, Offset how many bytes of it
	// are done, and Record how many records.
	Source int   `json:"source"`
	Offset int64 `json:"offset"`
	Record int64 `json:"record"`
	// Before is how many bytes the sources before it have.
	Before int64 `json:"before"`
	// Glue is written before the next byte, if any comes.
	Glue string `json:"glue,omitempty"`
	// Header is that of the first table.
	Header []byte `json:"header"`
	// Stats are what was counted so far.
	Stats Stats `json:"stats"`
}

// nextGoal returns where, in all that is read, the first checkpoint behind done
// bytes is at the earliest, or 0 if there are none.
func (j *Job) nextGoal(done int64) int64 {
	if j.Every <= 0 || j.OnCheckpoint == nil {
		return 0
	}
	return (done/j.Every + 1) * j.Every
}

// checkpoint tells of a checkpoint, to which it adds what is the same for all sources.
func (j *Job) checkpoint(out *gluedWriter, c Checkpoint, stats *Stats) error {
	c.Source += out.source
	c.Before, c.Glue, c.Header, c.Stats = out.before, out.glue, out.header, *stats
	return j.OnCheckpoint(c)
}
