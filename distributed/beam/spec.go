package percentbeam

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"

	"github.com/pct-encoded/percent/bulk"
	"github.com/pct-encoded/percent/bulk/parquet"
	"github.com/pct-encoded/percent/internal/compress"
	"github.com/pct-encoded/percent/internal/operation"
)

// A Spec describes a pipeline. It is data, and is sent to every worker.
type Spec struct {
	// Request is the operation with what was chosen, as JSON in the keys and words of
	// the command: {"operation":"decode","as":"form","table":{"columns":["url"]}}. Plan
	// refuses keys and words that there are not. Text that is not UTF-8 is an object
	// {"base64":"…"}.
	Request json.RawMessage
	// Output is the folder of the results, or a prefix such as gs://bucket/out.
	Output string
	// Errors is the folder for malformed fields, with a file for each part that has
	// some, or empty.
	Errors string
	// Root is the folder that all inputs share, which the names of results leave out.
	// Plan sets it.
	Root string
	// Run names the run. Plan sets it. What the run has not finished is in a folder of
	// that name in .attempts, in the folder of the results.
	Run string
	// Cuts says how inputs are cut into parts.
	Cuts bulk.Cuts
}

// A UsageError is the error for a request that makes no sense, or for inputs and
// folders that do not fit together. Its Text says what is wrong, its Hint what to do.
type UsageError = operation.UsageError

// ManifestName is the name of the manifest in the folder of the results. It is
// written last.
const ManifestName = "manifest.jsonl"

// attempts is the folder for the unfinished files of all runs, in the folder of the
// results.
const attempts = ".attempts"

// partChunk is how many bytes of a part are read at a time: fewer than
// package bulk does, since several parts are processed at once.
const partChunk = 256 << 10

// slots limits the parts that this process works on at once to the number of
// processors: a runner may send more, and each takes memory.
var slots = make(chan struct{}, runtime.GOMAXPROCS(0))

// An Entry is a line of the manifest, about one part.
type Entry struct {
	// Number is the place of the part in the plan.
	Number int `json:"number"`
	// Input is the name of the source. The part is number Part, from 0, of its Of
	// parts: the bytes of its text from From to To, or to the end if To is -1; for
	// Parquet, the row groups that begin there.
	Input string `json:"input"`
	Part  int    `json:"part"`
	Of    int    `json:"of"`
	From  int64  `json:"from"`
	To    int64  `json:"to"`
	// Row is the number of rows of the source before the part.
	Row int64 `json:"row"`
	// Rows is the number of rows in the part, Header of which are headers, Changed the number of
	// fields that were changed, Rejects the number of malformed fields, and Skipped the
	// number of rows that were dropped because of them.
	Rows    int64 `json:"rows"`
	Header  int64 `json:"header,omitempty"`
	Changed int64 `json:"changed"`
	Rejects int64 `json:"rejects"`
	Skipped int64 `json:"skipped,omitempty"`
	// Output is the file with the result, Bytes its size, and SHA256 its checksum in
	// hexadecimal digits. Errors is the file with the malformed fields, if there is one.
	Output string `json:"output,omitempty"`
	Bytes  int64  `json:"bytes"`
	SHA256 string `json:"sha256,omitempty"`
	Errors string `json:"errors,omitempty"`
	// Findings is the number of findings that lint wrote or, with --fix, that need a
	// decision. Failing is the number of them with at least the severity of --fail-on.
	Findings int64 `json:"findings,omitempty"`
	Failing  int64 `json:"failing,omitempty"`
	// Error says why there is no result.
	Error string `json:"error,omitempty"`

	// Malformed is the number of rows with malformed fields.
	Malformed int64 `json:"malformed_rows"`
}

// Plan finds the inputs that match patterns and cuts them into parts. It writes
// nothing. The error is a *UsageError, one about the JSON of the request, an error of
// bulk.Job.Plan, or one of a file system.
func (s *Spec) Plan(ctx context.Context, patterns ...string) ([]bulk.Part, error) {
	names, err := inputs(ctx, patterns)
	if err != nil {
		return nil, err
	}
	if s.Root, err = commonRoot(names); err != nil {
		return nil, err
	}
	s.Run = time.Now().UTC().Format("20060102T150405Z") + "-" + rand.Text()[:10]
	request, err := s.request()
	if err != nil {
		return nil, err
	}
	job, err := request.Job(names...)
	if err != nil {
		return nil, err
	}
	var parts []bulk.Part
	var sources []bulk.Source
	var files []parquet.File
	for _, name := range names {
		if isParquet(job) {
			files = append(files, parquetFile(ctx, name))
		} else {
			sources = append(sources, source(ctx, name))
		}
	}
	if request.Numbered() {
		s.Cuts.Scan = bulk.ScanAll // to count the rows
	}
	if files != nil {
		parts, err = parquet.Plan(job, s.Cuts, files...)
	} else {
		parts, err = job.Plan(s.Cuts, sources...)
	}
	if err != nil {
		return nil, err
	}
	return parts, s.check(ctx, names, parts)
}

// inputs returns the names that match patterns, sorted within each pattern.
func inputs(ctx context.Context, patterns []string) ([]string, error) {
	var all []string
	for _, pattern := range patterns {
		var names []string
		err := withFiles(ctx, pattern, func(files filesystem.Interface) (err error) {
			names, err = files.List(ctx, pattern)
			return err
		})
		if err != nil {
			return nil, err
		}
		if len(names) == 0 {
			return nil, &fs.PathError{Op: "list", Path: pattern, Err: fs.ErrNotExist}
		}
		slices.Sort(names)
		all = append(all, names...)
	}
	for i, name := range all {
		if slices.Contains(all[:i], name) {
			return nil, &UsageError{Text: name + " is named twice"}
		}
	}
	return all, nil
}

// unused returns an error if the output contains the results of another run.
func (s *Spec) unused(ctx context.Context) error {
	manifest := join(s.Output, ManifestName)
	there, err := exists(ctx, manifest)
	if err == nil && there {
		err = &UsageError{Text: manifest + " belongs to another run, and the results of both would be mixed", Hint: "name another folder, or remove that one"}
	}
	return err
}

// check returns an error if a result would overwrite an input or another result, or if
// the output contains the results of another run.
func (s *Spec) check(ctx context.Context, names []string, parts []bulk.Part) error {
	if err := s.unused(ctx); err != nil {
		return err
	}
	manifest := join(s.Output, ManifestName)
	isInput := map[string]bool{}
	for _, name := range names {
		isInput[resolved(name)] = true
	}
	writer := map[string]string{resolved(manifest): "the manifest"} // of each file
	for _, p := range parts {
		for _, name := range []string{s.outputOf(p), s.errorsOf(p)} {
			if name == "" {
				continue
			}
			file := resolved(name)
			switch other, twice := writer[file]; {
			case isInput[file]:
				return &UsageError{Text: "output " + name + " is an input", Hint: "name another folder"}
			case twice:
				return &UsageError{Text: name + " would be written from " + p.Source + " and from " + other, Hint: "run them one after the other, into two folders"}
			}
			writer[file] = p.Source
		}
	}
	return nil
}

// resolved returns the name of a file without links in it.
func resolved(name string) string {
	if !isLocal(name) {
		return name
	}
	if real, err := filepath.EvalSymlinks(name); err == nil {
		name = real
	} else if folder, err := filepath.EvalSymlinks(filepath.Dir(name)); err == nil {
		name = filepath.Join(folder, filepath.Base(name))
	}
	if absolute, err := filepath.Abs(name); err == nil {
		name = absolute
	}
	return name
}

// request reads the request.
func (s *Spec) request() (*operation.Request, error) {
	r := new(operation.Request)
	if len(s.Request) == 0 || string(s.Request) == "null" { // a Spec that Beam has sent
		return r, nil
	}
	if err := json.Unmarshal(s.Request, r); err != nil {
		return nil, fmt.Errorf("percentbeam: the request: %w", err)
	}
	return r, nil
}

func (s *Spec) outputOf(p bulk.Part) string { return join(s.Output, s.nameOf(p)) }

// nameOf returns the name of the result of a part below the output. Findings are not a
// table, and get another extension.
func (s *Spec) nameOf(p bulk.Part) string {
	name := outputName(p, s.Root)
	request, err := s.request()
	if err != nil || !request.Numbered() { // Plan has refused a wrong request
		return name
	}
	if compress.FormatOf(name) != compress.None {
		name = strings.TrimSuffix(name, path.Ext(name))
	}
	if request.JSON || request.Format == "json" {
		return name + ".findings.jsonl"
	}
	return name + ".findings.txt"
}

func (s *Spec) errorsOf(p bulk.Part) string {
	if s.Errors == "" {
		return ""
	}
	return join(s.Errors, outputName(p, s.Root)+".errors.jsonl")
}

// own returns the folder for the unfinished files of this run.
func (s *Spec) own() string { return join(s.Output, attempts+"/"+cmp.Or(s.Run, "unnamed")) }

// unnumbered returns the name of the file for rejects whose rows are counted from the
// start of the part.
func (s *Spec) unnumbered(number int) string {
	return join(s.own(), fmt.Sprintf("errors-%05d.jsonl", number))
}

// attempt returns a unique name for an unfinished file.
func (s *Spec) attempt(number int) string {
	return join(s.own(), fmt.Sprintf("%05d-%s", number, rand.Text()))
}

// run processes a part. It returns an error only if another attempt may succeed.
func (s *Spec) run(ctx context.Context, t task) (e Entry, err error) {
	slots <- struct{}{}
	defer func() { <-slots }()
	p := t.Part
	e = Entry{Number: t.Number, Input: p.Source, Part: p.Index, Of: p.Of, From: p.From, To: p.To, Row: p.Record}
	out := &result{ctx: ctx, name: s.attempt(t.Number), final: s.outputOf(p)}
	bad := &result{ctx: ctx, name: out.name + "-errors", final: s.errorsOf(p)}
	if p.Record < 0 {
		bad.final = s.unnumbered(t.Number)
	}
	defer func() {
		// Files that were not committed are incomplete.
		err = errors.Join(err, out.drop(), bad.drop())
	}()
	stats, err := s.stream(ctx, p, out, bad, &e)
	var lost *bulk.WriteError
	var read *bulk.ReadError
	var corrupt *compress.Error
	switch {
	case err == nil:
	case errors.As(err, &lost), errors.As(err, &read) && !errors.As(err, &corrupt) && !errors.Is(err, io.ErrUnexpectedEOF), ctx.Err() != nil:
		return e, err
	default:
		e.Error = err.Error()
		return e, nil
	}
	e.Rows, e.Header, e.Changed, e.Skipped, e.Malformed = stats.Records, stats.Table.Header, stats.Table.Changed, stats.Table.Skipped, stats.Table.Rows
	if err := out.commit(); err != nil {
		return e, err
	}
	if s.Errors != "" && e.Rejects > 0 {
		if err := bad.commit(); err != nil {
			return e, err
		}
		e.Errors = s.errorsOf(p)
	}
	e.Output, e.Bytes, e.SHA256 = out.final, out.size, hex.EncodeToString(out.sum.Sum(nil))
	return e, nil
}

// A panicked is a panic while processing a part. Only this part fails.
type panicked struct{ what any }

func (p panicked) Error() string { return fmt.Sprintf("this part shows a bug in percent: %v", p.what) }

// stream streams a part through package bulk or parquet.
func (s *Spec) stream(ctx context.Context, p bulk.Part, out, bad *result, e *Entry) (stats bulk.Stats, err error) {
	defer func() {
		if what := recover(); what != nil {
			err = panicked{what}
		}
	}()
	request, err := s.request()
	if err != nil {
		return stats, err
	}
	job, found, err := request.JobFinding(p.Source)
	if err != nil {
		return stats, err
	}
	defer func() { e.Findings, e.Failing = found.Found() }()
	job.Chunk = partChunk
	if err := out.open(compress.FormatOf(out.final)); err != nil {
		return stats, &bulk.WriteError{Err: err}
	}
	var line []byte
	var failed error
	job.OnFlaw = func(f bulk.Flaw) {
		if f.Kind.Noted() || failed != nil {
			return
		}
		e.Rejects++
		if s.Errors == "" {
			return
		}
		if bad.w == nil {
			if failed = bad.open(compress.None); failed != nil {
				return
			}
		}
		line = operation.AppendBad(line[:0], &f)
		_, failed = bad.Write(line)
	}
	job.Check = func(bulk.Stats) error {
		if failed != nil {
			return &bulk.WriteError{Err: failed}
		}
		return ctx.Err()
	}
	if isParquet(job) {
		return parquet.RunPart(job, out, p, parquetFile(ctx, p.Source))
	}
	return job.RunPart(out, p, source(ctx, p.Source))
}

// isParquet reports whether a job is for package parquet.
func isParquet(j *bulk.Job) bool { return j.Table != nil && j.Table.Format == bulk.Foreign }

// A result is a file that is being written.
type result struct {
	ctx         context.Context
	name, final string

	w      io.WriteCloser // compresses
	buffer *bufio.Writer
	files  filesystem.Interface
	file   io.WriteCloser
	sum    hash.Hash
	size   int64
}

// open makes the file under the name of the attempt.
func (r *result) open(format compress.Format) error {
	var err error
	if r.files, err = filesystem.New(r.ctx, r.name); err != nil {
		return err
	}
	if r.file, err = r.files.OpenWrite(r.ctx, r.name); err != nil {
		return err
	}
	r.sum = sha256.New()
	r.buffer = bufio.NewWriterSize(io.MultiWriter(r.file, r.sum, counter{&r.size}), 64<<10)
	r.w, err = compress.NewWriter(r.buffer, format)
	return err
}

// A counter counts the bytes that are written to it.
type counter struct{ n *int64 }

func (c counter) Write(b []byte) (int, error) {
	*c.n += int64(len(b))
	return len(b), nil
}

func (r *result) Write(b []byte) (int, error) { return r.w.Write(b) }

// commit closes the file and gives it its final name.
func (r *result) commit() error {
	err := errors.Join(r.w.Close(), r.buffer.Flush())
	if file, ok := r.file.(*os.File); ok && err == nil {
		// The data must be on the disk before the file has its final name.
		err = file.Sync()
	}
	err = errors.Join(err, r.file.Close(), r.files.Close())
	r.file = nil
	if err != nil {
		return errors.Join(err, remove(r.ctx, r.name))
	}
	return rename(r.ctx, r.name, r.final)
}

// drop removes the file if it was opened and not committed.
func (r *result) drop() error {
	if r.file == nil {
		return nil
	}
	err := errors.Join(r.file.Close(), r.files.Close())
	r.file = nil
	return errors.Join(err, remove(context.WithoutCancel(r.ctx), r.name))
}

// finish numbers the rows of all rejects, writes the manifest and removes unfinished
// files. It may run again: it then skips what is done.
func (s *Spec) finish(ctx context.Context, entries []Entry) error {
	slices.SortFunc(entries, func(a, b Entry) int { return cmp.Compare(a.Number, b.Number) })
	row := int64(0)
	for i := range entries {
		e := &entries[i]
		if e.Part == 0 {
			row = 0
		}
		if e.Row < 0 {
			e.Row = row
			if e.Errors != "" {
				if err := s.number(ctx, e); err != nil {
					return err
				}
			}
		}
		rows := e.Rows
		if e.Error != "" && e.Part+1 < e.Of && entries[i+1].Row < 0 {
			var err error
			if rows, err = countLines(ctx, e); err != nil {
				return err
			}
		}
		row = e.Row + rows
	}
	var b bytes.Buffer
	for _, e := range entries {
		line, err := json.Marshal(e)
		if err != nil {
			return err
		}
		b.Write(append(line, '\n'))
	}
	if err := s.write(ctx, join(s.Output, ManifestName), b.Bytes()); err != nil {
		return err
	}
	return s.clean(ctx)
}

// number writes the rejects of a part with the row numbers of the source.
func (s *Spec) number(ctx context.Context, e *Entry) error {
	from := s.unnumbered(e.Number)
	switch there, err := exists(ctx, from); {
	case err != nil:
		return err
	case !there:
		return nil // it was done before
	}
	file, err := source(ctx, from).Open()
	if err != nil {
		return err
	}
	defer file.Close()
	out := &result{ctx: ctx, name: s.attempt(e.Number), final: e.Errors}
	if err := out.open(compress.None); err != nil {
		return errors.Join(err, out.drop())
	}
	lines := bufio.NewReader(file)
	var text []byte
	for {
		line, err := lines.ReadBytes('\n')
		if errors.Is(err, io.EOF) {
			break
		}
		if err == nil {
			text, err = operation.Renumber(text[:0], line, e.Row)
		}
		if err == nil {
			_, err = out.Write(text)
		}
		if err != nil {
			return errors.Join(err, out.drop())
		}
	}
	if err := out.commit(); err != nil {
		return err
	}
	return remove(ctx, from)
}

// countLines counts the rows of a part that has failed, so that the parts after it get
// the right numbers. Each line is a row: CSV is never cut without counting.
func countLines(ctx context.Context, e *Entry) (rows int64, err error) {
	file, err := source(ctx, e.Input).Open()
	if err != nil {
		return 0, err
	}
	defer file.Close()
	if at, ok := file.(io.Seeker); ok {
		_, err = at.Seek(e.From, io.SeekStart)
	}
	buf := make([]byte, partChunk)
	for left := e.To - e.From; left > 0 && err == nil; {
		var n int
		n, err = io.ReadFull(file, buf[:min(int64(len(buf)), left)])
		rows += int64(bytes.Count(buf[:n], []byte{'\n'}))
		left -= int64(n)
	}
	return rows, err
}

// write writes a file that is complete once it has its name.
func (s *Spec) write(ctx context.Context, name string, text []byte) error {
	out := &result{ctx: ctx, name: s.attempt(0), final: name}
	return out.write(text)
}

// write writes all of the file.
func (r *result) write(text []byte) error {
	err := r.open(compress.None)
	if err == nil {
		_, err = r.Write(text)
	}
	if err != nil {
		return errors.Join(err, r.drop())
	}
	return r.commit()
}

// clean removes what attempts of this run that were killed have left, and its records:
// the run has ended, and the manifest keeps others out.
func (s *Spec) clean(ctx context.Context) error {
	var err error
	for _, name := range s.folders() {
		f := &folder{name: name, run: path.Base(s.own())}
		err = errors.Join(err, f.clean(ctx))
		if isLocal(name) {
			_ = os.Remove(f.all()) // unless the process that started it still holds it
		}
	}
	return err
}

// makeFolder makes a folder on this machine.
func makeFolder(name string) error { return os.MkdirAll(name, 0o777) }

// Manifest reads the manifest of a run whose Spec.Output is output.
func Manifest(ctx context.Context, output string) ([]Entry, error) {
	file, err := source(ctx, join(output, ManifestName)).Open()
	if err != nil {
		return nil, err
	}
	defer file.Close()
	var entries []Entry
	for decoder := json.NewDecoder(file); ; {
		var e Entry
		err := decoder.Decode(&e)
		if errors.Is(err, io.EOF) {
			return entries, nil
		}
		if err != nil {
			return nil, err
		}
		entries = append(entries, e)
	}
}
