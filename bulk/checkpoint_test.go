package bulk_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"reflect"
	"regexp"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/pct-encoded/percent/bulk"
)

// resumables are jobs with sources that have everything in them that a job keeps
// in mind between two records.
var resumables = []struct {
	name    string
	job     bulk.Job
	sources []string
}{
	{"lines", bulk.Job{Policy: bulk.Keep}, []string{"a%20b\r\n%zz\n\n%41%42\nlonger%20than%20every%20other%20line%0A\nno end", "", "%41\n%43", "\xEF\xBB\xBF%44\n"}},
	{"lines, mark copied", bulk.Job{Policy: bulk.Skip, Mark: bulk.MarkCopied}, []string{"\xEF\xBB\xBFa%20b\n%zz\n%41", "%zz\n%zz", "%42"}},
	{"nul", bulk.Job{Separator: bulk.NULs, Policy: bulk.Replace}, []string{"a%20b\x00%zz\x00\n\x00%41", "%41\x00"}},
	{"whole", bulk.Job{Separator: bulk.Whole, Policy: bulk.Keep}, []string{"a%20b\n%41", "", "%zz\n", "%42"}},
	{"csv", bulk.Job{Policy: bulk.Keep, Table: &bulk.Table{Columns: []string{"url"}}}, []string{"\xEF\xBB\xBFid,url\n1,%41%zz\n2,\"a\nb%2C\"\n\n3,%42\nid,url\n4,\"\"\"%22\"", "id,url\r\n5,%43\r\n6,%zz", "id,url\n"}},
	{"csv, into", bulk.Job{Policy: bulk.Skip, Table: &bulk.Table{Columns: []string{"2"}, Into: []string{"plain"}}}, []string{"id,url\n1,%41\n2,%zz\n3,a,b,c\n4\n5,%42\n6,\"open\nand never closed", "id,url\n7,%43"}},
	{"csv, no header", bulk.Job{Policy: bulk.Null, Table: &bulk.Table{Columns: []string{"2"}, Header: bulk.HeaderNo}}, []string{"1,%41\n2,%zz\n3,%42\n", "4,%43\n5,%44"}},
	{"tsv", bulk.Job{Policy: bulk.Keep, Table: &bulk.Table{Format: bulk.TSV, Columns: []string{"url"}}}, []string{"id\turl\n1\t%41%09\n2\t%zz\n3\t\\N\n", "id\turl\n4\t%0A"}},
	{"jsonl", bulk.Job{Policy: bulk.Keep, Table: &bulk.Table{Format: bulk.JSONLines, Columns: []string{"url", "/a/0"}}}, []string{`{"url":"%41%0A","a":["%42"]}` + "\n" + `{"url":"%FF"}` + "\n{}\n" + `{"url":"%zz"}` + "\nbad\n", `{"url":"%43"}`}},
	{"match", bulk.Job{Policy: bulk.Keep, Table: &bulk.Table{Format: bulk.Matches, Match: regexp.MustCompile(`GET (?P<url>\S+)`)}}, []string{"GET %41\nPUT %41\nGET %zz%0A\n", "GET %42"}},
}

// sourcesOf returns sources of texts, which give a byte at a time if slow.
func sourcesOf(texts []string, slow bool) []bulk.Source {
	var list []bulk.Source
	for i, text := range texts {
		list = append(list, bulk.Source{Name: fmt.Sprint("s", i), Open: func() (io.ReadCloser, error) {
			var r io.Reader = strings.NewReader(text)
			if slow {
				r = iotest.OneByteReader(r)
			}
			return io.NopCloser(r), nil
		}})
	}
	return list
}

// A pass is a checkpoint with what was written and told of by then.
type pass struct {
	at             bulk.Checkpoint
	written, flaws int
}

// runTo runs a job with checkpoints.
func runTo(t *testing.T, job bulk.Job, every int64, chunk int, texts []string, from *bulk.Checkpoint) (out []byte, flaws []string, passes []pass, stats bulk.Stats) {
	t.Helper()
	op, err := bulk.Decode(bulk.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	job.Operation, job.Chunk, job.Every, job.Resume = op, chunk, every, from
	job.OnFlaw = func(f bulk.Flaw) {
		flaws = append(flaws, fmt.Sprintf("%s at %d: %q", f.Error(), f.StreamOffset, f.Input))
	}
	job.OnCheckpoint = func(c bulk.Checkpoint) error {
		passes = append(passes, pass{c, b.Len(), len(flaws)})
		return nil
	}
	stats, err = job.Run(&b, sourcesOf(texts, chunk == 1)...)
	if err != nil {
		t.Fatal(err)
	}
	return b.Bytes(), flaws, passes, stats
}

// TestCheckpoints: a job resumed from any of its checkpoints writes, reports and
// counts the same as an uninterrupted one, and the places of checkpoints do not
// depend on the size of reads.
func TestCheckpoints(t *testing.T) {
	for _, test := range resumables {
		t.Run(test.name, func(t *testing.T) {
			for every := int64(1); every < 80; every += 1 + every/9 {
				want, wantFlaws, passes, wantStats := runTo(t, test.job, every, 0, test.sources, nil)
				if len(passes) == 0 && every < 15 {
					t.Fatalf("every %d: no checkpoint", every)
				}
				for _, chunk := range []int{1, 2, 7, 64} {
					out, flaws, other, stats := runTo(t, test.job, every, chunk, test.sources, nil)
					if !bytes.Equal(out, want) || !reflect.DeepEqual(flaws, wantFlaws) || stats != wantStats || !reflect.DeepEqual(passes, other) {
						t.Fatalf("every %d, chunks of %d: %q, %q, %+v with checkpoints\n%+v; want %q, %q, %+v,\n%+v", every, chunk, out, flaws, stats, other, want, wantFlaws, wantStats, passes)
					}
				}
				for i, p := range passes {
					// As it comes out of a file.
					text, err := json.Marshal(p.at)
					if err != nil {
						t.Fatal(err)
					}
					var from bulk.Checkpoint
					if err := json.Unmarshal(text, &from); err != nil {
						t.Fatal(err)
					}
					for _, chunk := range []int{allAtOnce, 1, 5} {
						out, flaws, rest, stats := runTo(t, test.job, every, chunk, test.sources, &from)
						if string(want[:p.written])+string(out) != string(want) || !reflect.DeepEqual(append(wantFlaws[:p.flaws:p.flaws], flaws...), wantFlaws) || stats != wantStats {
							t.Fatalf("every %d, chunks of %d, from %s: %q and %q, want %q; %q, %+v, want %+v", every, chunk, text, want[:p.written], out, want, flaws, stats, wantStats)
						}
						var left []bulk.Checkpoint
						for _, p := range rest {
							left = append(left, p.at)
						}
						var wantLeft []bulk.Checkpoint
						for _, p := range passes[i+1:] {
							wantLeft = append(wantLeft, p.at)
						}
						if !reflect.DeepEqual(left, wantLeft) {
							t.Fatalf("every %d, from %s: checkpoints %+v, want %+v", every, text, left, wantLeft)
						}
					}
				}
			}
		})
	}
}

// TestRandomCheckpoints does so with random tables.
func TestRandomCheckpoints(t *testing.T) {
	n := 400
	if testing.Short() {
		n = 60
	}
	for seed := range n {
		r := rand.New(rand.NewPCG(uint64(seed), 17))
		format, delim := bulk.CSV, ","
		if r.IntN(2) == 0 {
			format, delim = bulk.TSV, "\t"
		}
		texts := []string{madeTable(r, delim, format == bulk.CSV), madeTable(r, delim, format == bulk.CSV)}
		job := bulk.Job{Policy: bulk.Keep, Table: &bulk.Table{Format: format, Columns: []string{fmt.Sprint(1 + r.IntN(3))}, Header: bulk.HeaderNo}}
		every := int64(1 + r.IntN(120))
		want, _, passes, wantStats := runTo(t, job, every, 0, texts, nil)
		for _, p := range passes {
			out, _, _, stats := runTo(t, job, every, 1+r.IntN(50), texts, &p.at)
			if string(want[:p.written])+string(out) != string(want) || stats != wantStats {
				t.Fatalf("seed %d, every %d, from %+v: %q and %q, want %q", seed, every, p.at, want[:p.written], out, want)
			}
		}
	}
}

// A checkpoint waits until all before it is done, so that a function may keep
// count by itself.
func TestCheckpointWaits(t *testing.T) {
	var seen int
	op := bulk.Func(func(dst []byte, r bulk.Record) ([]byte, error) {
		seen++
		return append(dst, r.Text...), nil
	}).InOrder()
	checkpoints := 0
	job := bulk.Job{Operation: op, Every: 10, Chunk: 7, OnCheckpoint: func(c bulk.Checkpoint) error {
		checkpoints++
		if int64(seen) != c.Record || c.Record != c.Stats.Records {
			t.Errorf("%d records were seen at %+v", seen, c)
		}
		return nil
	}}
	if _, err := job.Run(io.Discard, bulk.From("in", strings.NewReader(strings.Repeat("abc\n", 1000)))); err != nil || checkpoints != 400 {
		t.Errorf("%d checkpoints, %v", checkpoints, err)
	}
}

// An error of OnCheckpoint ends the job, and so does a source that is shorter than
// it was.
func TestCheckpointErrors(t *testing.T) {
	stop := errors.New("stop")
	op, err := bulk.Decode(bulk.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, table := range []*bulk.Table{nil, {Format: bulk.TSV, Columns: []string{"1"}, Header: bulk.HeaderNo}} {
		for _, text := range []string{"%41\n%42\n%43\n", "%41\n%42\n"} {
			job := bulk.Job{Operation: op, Table: table, Every: 5, OnCheckpoint: func(bulk.Checkpoint) error { return stop }}
			var out bytes.Buffer
			if _, err := job.Run(&out, bulk.From("in", strings.NewReader(text))); !errors.Is(err, stop) || out.String() != "A\nB\n" {
				t.Errorf("%q, %v", out.String(), err)
			}
		}
		job := bulk.Job{Operation: op, Table: table, Resume: &bulk.Checkpoint{Offset: 100, Record: 25}}
		var bad *bulk.ReadError
		if _, err := job.Run(io.Discard, bulk.From("in", strings.NewReader("%41\n"))); err == nil || !errors.As(err, &bad) {
			t.Errorf("a source that is too short: %v", err)
		}
	}
}
