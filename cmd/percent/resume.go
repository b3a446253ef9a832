package main

import (
	"fmt"
	"slices"
	"strconv"
	"sync/atomic"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/pct-encoded/percent/bulk"
	"github.com/pct-encoded/percent/internal/cli/stream"
	"github.com/pct-encoded/percent/internal/operation/flags"
)

// savedNotes are what a job reports at its end and bulk.Stats does not count.
type savedNotes struct {
	Values     int64  `json:"values"`
	Kept       int64  `json:"kept"`
	Malformed  notice `json:"malformed"`
	References notice `json:"references"`
	Raw        notice `json:"raw"`
}

// saved returns what j would tell of.
func (j *job) saved() savedNotes {
	return savedNotes{Values: j.values, Kept: j.kept, Malformed: j.policy.notice, References: j.references, Raw: j.raw}
}

// restore is the reverse of saved.
func (j *job) restore(s savedNotes) {
	j.values, j.kept, j.policy.notice, j.references, j.raw = s.Values, s.Kept, s.Malformed, s.References, s.Raw
}

// countAs adds a counter of a command to the checkpoints.
func (j *job) countAs(name string, n *atomic.Int64) {
	if j.counters == nil {
		j.counters = map[string]*atomic.Int64{}
	}
	j.counters[name] = n
}

// useCheckpoints makes j put checkpoints on the disk where it can, and go on from
// one with --resume.
func (j *job) useCheckpoints(cmd *cobra.Command, from []stream.Source) error {
	if j.columns == nil {
		return nil
	}
	told := &savedNotes{}
	id := stream.Identity{Version: version(), Flags: j.identity(cmd), Told: told, Counts: j.counters}
	k, err := stream.NewCheckpointer(j.Streams, id, j.resume, from, j.out, j.columns.bad)
	if k.ResumeAt() != nil {
		j.restore(*told)
	}
	j.checkpoints, j.told = k, told
	return err
}

// checkpoint takes a checkpoint.
func (j *job) checkpoint(at bulk.Checkpoint) error {
	*j.told = j.saved()
	return j.checkpoints.Take(at)
}

// notResumed are the flags that change nothing in what is written, and those that
// name files, which checkpoints hold by name.
var notResumed = []string{"color", "file", "output", "progress", "quiet", "raw", "resume", "verbose"}

// identity returns what each flag is set to, and the arguments.
func (j *job) identity(cmd *cobra.Command) map[string]string {
	all := map[string]string{}
	cmd.Flags().Visit(func(f *pflag.Flag) {
		switch list, ok := f.Value.(*flags.List); {
		case slices.Contains(notResumed, f.Name):
		case ok:
			all["--"+f.Name] = fmt.Sprintf("%q", *list)
		default:
			all["--"+f.Name] = f.Value.String()
		}
	})
	all["the command"] = cmd.CommandPath()
	all["the arguments"] = fmt.Sprintf("%q", cmd.Flags().Args())
	if j.take != nil {
		all["the width of the terminal"] = strconv.Itoa(j.UI.Columns)
	}
	return all
}
