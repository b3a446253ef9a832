// Package percentbeam runs what percent does to columns as a pipeline of Apache
// Beam: on the machine itself, or on Flink, Spark or Dataflow.
//
//	spec := percentbeam.Spec{Recipe: *r, Output: "out/"}
//	parts, err := spec.Plan(ctx, "in/*.tsv.gz")
//	percentbeam.Build(scope, spec, parts)
//
// What travels is a part, not a row: a file, or a range of one. A worker streams
// it through package bulk, writes what comes of it to a name of its own, renames
// that, and passes on one line for the manifest. So nothing is shuffled, a part
// that is run twice gives the same file, and under a final name stands a whole
// file or none.
package percentbeam

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"github.com/pct-encoded/percent/bulk"
)

func init() {
	register.DoFn3x1[context.Context, string, func(string), error](&work{})
	register.DoFn4x1[context.Context, int, func(*string) bool, func(string), error](&finish{})
	register.Emitter1[string]()
	register.Iter1[string]()
}

// ErrorPrefix begins the errors of a pipeline that are not those of Beam. What Beam
// adds comes in front.
const ErrorPrefix = "percentbeam: "

// A task is a part on its way to a worker.
type task struct {
	// Number is its place in the plan.
	Number int       `json:"number"`
	Part   bulk.Part `json:"part"`
}

// Build adds the pipeline to a scope: parts in, files out, and the manifest when
// all of them are there. It returns the lines of the manifest.
func Build(s beam.Scope, spec Spec, parts []bulk.Part) beam.PCollection {
	s = s.Scope("percent")
	tasks := make([]any, len(parts))
	for i, p := range parts {
		text, err := json.Marshal(task{i, p})
		if err != nil {
			panic("percentbeam: " + err.Error()) // strings and numbers
		}
		tasks[i] = string(text)
	}
	// Without a reshuffle, a runner may leave all of them to the worker that made
	// them.
	spread := beam.Reshuffle(s, beam.Create(s, tasks...))
	lines := beam.ParDo(s, &work{Spec: spec}, spread)
	return beam.ParDo(s, &finish{Spec: spec}, beam.GroupByKey(s, beam.AddFixedKey(s, lines)))
}

// work works on parts.
type work struct{ Spec Spec }

// ProcessElement works on one part. What is wrong with the part is an entry of the
// manifest; an error is what trying again may mend.
func (w *work) ProcessElement(ctx context.Context, element string, emit func(string)) error {
	var t task
	if err := json.Unmarshal([]byte(element), &t); err != nil {
		return err
	}
	entry, err := w.Spec.run(ctx, t)
	if err != nil {
		return fmt.Errorf(ErrorPrefix+"%s: %w", t.Part.Source, err)
	}
	line, err := json.Marshal(entry)
	if err != nil {
		return err
	}
	emit(string(line))
	return nil
}

// finish puts together what the parts have left.
type finish struct{ Spec Spec }

// ProcessElement gets the entries of all parts.
func (f *finish) ProcessElement(ctx context.Context, _ int, lines func(*string) bool, emit func(string)) error {
	var entries []Entry
	for line := ""; lines(&line); {
		var e Entry
		if err := json.Unmarshal([]byte(line), &e); err != nil {
			return err
		}
		entries = append(entries, e)
	}
	if err := f.Spec.finish(ctx, entries); err != nil {
		return fmt.Errorf(ErrorPrefix+"%w", err)
	}
	for _, e := range entries {
		line, err := json.Marshal(e)
		if err != nil {
			return err
		}
		emit(string(line))
	}
	return nil
}
