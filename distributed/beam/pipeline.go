// Package percentbeam does what percent does to columns, in a pipeline of Apache
// Beam: on this machine, or on Flink, Spark or Dataflow.
//
//	request := `{"operation":"decode","as":"form","table":{"columns":["url"]}}`
//	spec := percentbeam.Spec{Request: json.RawMessage(request), Output: "out/"}
//	parts, err := spec.Plan(ctx, "in/*.tsv.gz")
//	release, err := spec.Hold(ctx, percentbeam.Holding{}) // keeps other runs out
//	percentbeam.Build(scope, spec, parts)
//
// The elements of the pipeline are parts, not rows: files, or ranges of files. A
// worker streams a part through package bulk, writes the result to a file with a
// temporary name, renames it, and passes on one line for the manifest. So no rows are
// shuffled, a part that runs twice gives the same file, and a file under its final
// name is always complete.
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

// ErrorPrefix begins the errors of a pipeline that this package returns. Beam puts
// its own text before it.
const ErrorPrefix = "percentbeam: "

// A task is a part on its way to a worker.
type task struct {
	// Number is its place in the plan.
	Number int       `json:"number"`
	Part   bulk.Part `json:"part"`
}

// Build adds the pipeline to a scope: it writes a file for each of parts, and then
// the manifest. It returns the lines of the manifest.
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
	// Without a reshuffle, a runner may process all of them on the worker that created
	// them.
	spread := beam.Reshuffle(s, beam.Create(s, tasks...))
	lines := beam.ParDo(s, &work{Spec: spec}, spread)
	return beam.ParDo(s, &finish{Spec: spec}, beam.GroupByKey(s, beam.AddFixedKey(s, lines)))
}

// work processes parts.
type work struct{ Spec Spec }

// ProcessElement processes one part. If the part itself is bad, its entry in the
// manifest says so; an error is returned only if another attempt may succeed.
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

// finish numbers the rejects of all parts and writes the manifest.
type finish struct{ Spec Spec }

// ProcessElement takes the entries of all parts.
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
