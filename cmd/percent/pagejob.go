package main

import (
	"github.com/spf13/cobra"

	"github.com/pct-encoded/percent/internal/excerpt"
)

// A pageJob is a run of a command that writes a page, or an object, on each
// value.
type pageJob struct {
	*job
	several bool // a page says which value it is of
}

func newPageJob(a *app) *pageJob {
	return &pageJob{job: &job{app: a, inputFlags: inputFlags{pages: true}, policy: &policy{}}}
}

// take sets what is done for each value.
func (t *pageJob) take(one func(v value) error) { t.job.take = one }

func (t *pageJob) addTo(cmd *cobra.Command) {
	t.addStreams(cmd)
	t.addJSON(cmd)
}

func (t *pageJob) run(cmd *cobra.Command, args []string) error {
	t.several = len(args) != 1 || args[0] == "-" && cmd.ArgsLenAtDash() != 0
	return t.job.run(cmd, args)
}

// page writes a page on a value, after an empty line if it is not the first.
func (t *pageJob) page(v value, text string) error {
	if t.several {
		head := excerpt.Of(string(v.text), pageWidth) + "\n"
		if t.values > 1 {
			head = "\n" + head
		}
		text = head + text
	}
	if t.sep == nuls {
		text += t.sep.String()
	}
	return t.out.writeBytes([]byte(text))
}
