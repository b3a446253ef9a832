package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	fnpb "github.com/apache/beam/sdks/v2/go/pkg/beam/model/fnexecution_v1"
	jobpb "github.com/apache/beam/sdks/v2/go/pkg/beam/model/jobmanagement_v1"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/runners/prism"
	"github.com/parquet-go/parquet-go"
	"google.golang.org/grpc"
	"google.golang.org/grpc/metadata"

	percentbeam "github.com/pct-encoded/percent/distributed/beam"
	"github.com/pct-encoded/percent/internal/compress"
	"github.com/pct-encoded/percent/internal/growth"
	"github.com/pct-encoded/percent/internal/operation"
)

// The tests run this program in processes of its own: linking the SDK once takes
// long enough. role is what such a process is to be.
const role = "PERCENT_BEAM_TEST"

func TestMain(m *testing.M) {
	switch os.Getenv(role) {
	case "percent-beam":
		main()
	case "prism":
		serve()
	}
	os.Exit(m.Run())
}

// serve is a job server of Prism, on the port that is the first argument.
func serve() {
	var port int
	if _, err := fmt.Sscan(os.Args[1], &port); err != nil {
		panic(err)
	}
	if _, err := prism.CreateJobServer(context.Background(), prism.Options{Port: port}); err != nil {
		panic(err)
	}
	fmt.Println("ready")
	select {}
}

// start returns a process of this program.
func start(t testing.TB, as string, args ...string) (*exec.Cmd, *bytes.Buffer) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self, args...)
	cmd.Env = append(os.Environ(), role+"="+as)
	var both bytes.Buffer
	cmd.Stdout, cmd.Stderr = &both, &both
	return cmd, &both
}

// beamed runs percent-beam, and returns its status and what it said.
func beamed(t testing.TB, args ...string) (int, string) {
	t.Helper()
	cmd, both := start(t, "percent-beam", args...)
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return cmd.ProcessState.ExitCode(), both.String()
}

// percent builds the command and, beside it, the one for Parquet, and returns the name
// of the first.
func percent(t testing.TB) string {
	t.Helper()
	dir := t.TempDir()
	for module, name := range map[string]string{".": "percent", "bulk/parquet": "percent-parquet"} {
		build := exec.Command("go", "build", "-o", filepath.Join(dir, name), "./cmd/"+name)
		build.Dir = filepath.Join("../../../..", module)
		if out, err := build.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
	}
	return filepath.Join(dir, "percent")
}

// rows returns a table of n rows with a header; of 30 fields one is malformed.
func rows(n int, seed uint64, delimiter string) string {
	r := rand.New(rand.NewPCG(seed, 17))
	odd := []string{"%zz", "100%", "%FF", "a%09b%0Ac", "a+b", ""}
	var b strings.Builder
	b.WriteString(strings.Join([]string{"id", "url", "note"}, delimiter) + "\n")
	for i := range n {
		url := fmt.Sprintf("https://example.com/%x%%2F?q=caf%%C3%%A9%%20%d", r.Uint32(), i)
		if r.IntN(30) == 0 {
			url = odd[r.IntN(len(odd))]
		}
		note := "plain"
		if delimiter == "," && i%5 == 0 {
			note = "\"of two\nlines, with \"\"quotes\"\"\""
		}
		b.WriteString(strings.Join([]string{fmt.Sprint(i), url, note}, delimiter) + "\n")
	}
	return b.String()
}

func write(t testing.TB, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		t.Fatal(err)
	}
	file, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	w, err := compress.NewWriter(file, compress.FormatOf(name))
	if err == nil {
		_, err = w.Write([]byte(text))
	}
	if err = errors.Join(err, w.Close(), file.Close()); err != nil {
		t.Fatal(err)
	}
}

func read(t testing.TB, name string) string {
	t.Helper()
	file, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	text, _, err := compress.NewReader(file, compress.FormatOf(name))
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if _, err := b.ReadFrom(text); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// manifest returns what is in a folder of results, and checks it against the files.
func manifest(t testing.TB, output string) []percentbeam.Entry {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(output, percentbeam.ManifestName))
	if err != nil {
		t.Fatal(err)
	}
	var entries []percentbeam.Entry
	listed := map[string]bool{filepath.Join(output, percentbeam.ManifestName): true}
	for line := range strings.Lines(string(text)) {
		var e percentbeam.Entry
		if err := json.Unmarshal([]byte(line), &e); err != nil {
			t.Fatal(err)
		}
		entries = append(entries, e)
		if e.Number != len(entries)-1 {
			t.Errorf("entry %d is number %d", len(entries)-1, e.Number)
		}
		if e.Error != "" {
			if e.Output != "" || e.Errors != "" {
				t.Errorf("a part has failed and has output: %s", line)
			}
			continue
		}
		data, err := os.ReadFile(e.Output)
		if err != nil {
			t.Fatal(err)
		}
		listed[filepath.Clean(e.Output)] = true
		if sum := sha256.Sum256(data); e.SHA256 != hex.EncodeToString(sum[:]) || e.Bytes != int64(len(data)) {
			t.Errorf("%s is not what the manifest says", e.Output)
		}
		if e.Errors != "" {
			bad, err := os.ReadFile(e.Errors)
			if err != nil || int64(bytes.Count(bad, []byte{'\n'})) != e.Rejects {
				t.Errorf("%s: %d rejects, and %d lines, %v", e.Errors, e.Rejects, bytes.Count(bad, []byte{'\n'}), err)
			}
		}
	}
	// Nothing else is there.
	err = filepath.WalkDir(output, func(name string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && !listed[filepath.Clean(name)] && !strings.HasSuffix(name, ".errors.jsonl") {
			t.Errorf("%s is left over", name)
		}
		if err == nil && d.IsDir() && d.Name() == ".attempts" {
			t.Errorf("%s is left over", name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return entries
}

// TestSameBytes: the parts of an input, one behind the other, are what percent
// writes with the same flags, and so are the rejects.
func TestSameBytes(t *testing.T) {
	command := percent(t)
	visitsFile, err := filepath.Abs("../../../../bulk/parquet/testdata/visits.parquet")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	write(t, "in/a.tsv", rows(3000, 1, "\t"))
	write(t, "in/b.tsv.gz", rows(500, 2, "\t"))
	write(t, "in/deep/c.tsv.zst", rows(10, 3, "\t"))
	write(t, "csv/d.csv", rows(2000, 4, ","))
	write(t, "lines/e.txt", "\xEF\xBB\xBF"+strings.ReplaceAll(rows(1000, 5, " "), "plain", "%41"))
	write(t, "jsonl/f.jsonl", strings.Repeat(`{"id": 1.0, "url": "a%20b%0A"}`+"\n"+`{"url":"%zz"}`+"\n", 800))
	visits, err := os.ReadFile(visitsFile)
	if err == nil {
		err = os.MkdirAll("parquet", 0o777)
	}
	if err = errors.Join(err, os.WriteFile("parquet/visits.parquet", visits, 0o666)); err != nil {
		t.Fatal(err)
	}
	for i, tt := range []struct {
		flags string
		extra string // of percent-beam alone
		files []string
		parts int
	}{
		{"decode --tsv --column url --errors bad", "--part-size 10000", []string{"in/a.tsv", "in/b.tsv.gz", "in/deep/c.tsv.zst"}, 20},
		{"decode --tsv --column url --into plain --newlines space --on-error null", "", []string{"in/b.tsv.gz", "in/a.tsv"}, 2},
		{"decode --column url --as form --on-error skip --errors bad", "--part-size 9000 --scan", []string{"csv/d.csv"}, 13},
		{"decode --column url --on-error replace", "--part-size 9000", []string{"csv/d.csv"}, 1},
		{"encode", "--part-size 20000", []string{"lines/e.txt"}, 3},
		{"fix", "--part-size 20000", []string{"lines/e.txt"}, 3},
		{"decode --errors bad", "--part-size 20000", []string{"lines/e.txt"}, 3},
		{"decode --jsonl --column url --errors bad", "--part-size 5000 --scan", []string{"jsonl/f.jsonl"}, 7},
		{"decode --column url,/request/url --errors bad", "--part-size 100", []string{"parquet/visits.parquet"}, 1},
		{"normalize --tsv --column 2", "--part-size 50000", []string{"in/a.tsv"}, 4},
		{"uri get --tsv --column url --errors bad {host}{:path}", "--part-size 50000", []string{"in/a.tsv"}, 4},
		{"url canonical --tsv --column url --on-error keep", "", []string{"in/a.tsv"}, 1},
		{"form get --tsv --column url --into q q", "--part-size 50000", []string{"in/a.tsv"}, 4},
		{"layers --tsv --column url --into layers", "--part-size 50000", []string{"in/a.tsv"}, 4},
		{"lint --tsv --column url", "--part-size 10000", []string{"in/a.tsv", "in/b.tsv.gz", "in/deep/c.tsv.zst"}, 20},
		{"lint --column url --json --severity warning", "--part-size 9000", []string{"csv/d.csv"}, 13},
		{"lint --extract --only malformed-escape,invalid-utf8", "--part-size 20000", []string{"lines/e.txt"}, 3},
		{"lint --fix --except plus-ambiguity --column url --into fixed", "--part-size 9000", []string{"in/a.tsv"}, 13},
		{"lint --column url --format text", "--part-size 100", []string{"parquet/visits.parquet"}, 1},
	} {
		output := fmt.Sprintf("out%d", i)
		args := strings.Fields(strings.ReplaceAll(tt.flags, "--errors bad", "--errors "+output+"-bad") + " " + tt.extra + " -o " + output)
		for _, name := range tt.files {
			args = append(args, "-f", name)
		}
		status, said := beamed(t, args...)
		finds := strings.HasPrefix(tt.flags, "lint")
		if status != statusDone && (!finds || status != statusFindings) {
			t.Errorf("%s: status %d, %s", tt.flags, status, said)
			continue
		}
		entries := manifest(t, output)
		failing := int64(0)
		for _, e := range entries {
			failing += e.Failing
			if e.Failing > e.Findings || e.Findings > 0 != finds && !finds || strings.HasSuffix(e.Output, ".findings.txt") && int64(strings.Count(read(t, e.Output), "\n")) != e.Findings {
				t.Errorf("%s: %+v", tt.flags, e)
			}
		}
		if (failing > 0) != (status == statusFindings) {
			t.Errorf("%s: status %d, with %d findings that count", tt.flags, status, failing)
		}
		if len(entries) < tt.parts || tt.parts == 1 && len(entries) > 1 {
			t.Errorf("%s: %d parts, want %d or more", tt.flags, len(entries), tt.parts)
		}
		got, bad, of := map[string]string{}, map[string]string{}, map[string]int64{}
		for _, e := range entries {
			got[e.Input] += read(t, e.Output)
			if e.Errors != "" {
				bad[e.Input] += read(t, e.Errors)
			}
			if e.Row != of[e.Input] {
				t.Errorf("%s: part %d of %s begins at row %d, not %d", tt.flags, e.Part, e.Input, e.Row, of[e.Input])
			}
			of[e.Input] += e.Rows
		}
		for _, name := range tt.files {
			_ = os.Remove("bad")
			out, err := exec.Command(command, append(strings.Fields(tt.flags), "-f", name)...).Output()
			// The status is 1 where "form get" misses a name, or lint finds something.
			if err != nil && !strings.HasPrefix(tt.flags, "form get") && !finds {
				t.Fatalf("percent %s -f %s: %v", tt.flags, name, err)
			}
			if got[name] != string(out) {
				t.Errorf("%s: %s: %d bytes, and percent writes %d others", tt.flags, name, len(got[name]), len(out))
			}
			if strings.Contains(tt.flags, "--errors") {
				if want := read(t, "bad"); bad[name] != want || want == "" && name != "in/deep/c.tsv.zst" {
					t.Errorf("%s: %s: errors\n%.400s\nwant\n%.400s", tt.flags, name, bad[name], want)
				}
			}
		}
	}
}

// TestRowGroups: parts of a Parquet file are whole row groups, and their rows, one
// behind the other, are those that percent writes. A part that fails leaves the
// others their numbers.
func TestRowGroups(t *testing.T) {
	command := percent(t)
	t.Chdir(t.TempDir())
	type row struct {
		ID  int64   `parquet:"id"`
		URL *string `parquet:"url,optional"`
	}
	readRows := func(name string) []row {
		rows, err := parquet.ReadFile[row](name)
		if err != nil {
			t.Fatal(err)
		}
		return rows
	}
	var file bytes.Buffer
	w := parquet.NewGenericWriter[row](&file)
	for i := range int64(600) {
		r := row{ID: i, URL: new(string)}
		*r.URL = []string{"a%20b", "%zz", "caf%C3%A9", "plain"}[i%4] + fmt.Sprint(i)
		if i%7 == 0 {
			r.URL = nil
		}
		_, err := w.Write([]row{r})
		if err == nil && i%50 == 49 {
			err = w.Flush()
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(w.Close(), os.Mkdir("in", 0o777), os.WriteFile("in/p.parquet", file.Bytes(), 0o666)); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command(command, "decode", "--column", "url", "--errors", "bad", "-f", "in/p.parquet", "-o", "want.parquet").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if status, said := beamed(t, "decode", "--column", "url", "--errors", "bad2", "--part-size", "1", "-f", "in/p.parquet", "-o", "out"); status != statusDone {
		t.Fatalf("status %d, %s", status, said)
	}
	var got []row
	bad := ""
	for i, e := range manifest(t, "out") {
		if e.Row != int64(50*i) || e.Rows != 50 || e.Of != 12 || e.Output != fmt.Sprintf("out/p-%05d-of-00012.parquet", i) {
			t.Errorf("%+v", e)
		}
		got = append(got, readRows(e.Output)...)
		bad += read(t, e.Errors)
	}
	if want := readRows("want.parquet"); !reflect.DeepEqual(got, want) || len(got) != 600 {
		t.Errorf("%d rows, and others than the %d of percent", len(got), len(want))
	}
	if want := read(t, "bad"); bad != want {
		t.Errorf("errors\n%.400s\nwant\n%.400s", bad, want)
	}
	// All fail, but for those without a malformed field, of which there are none.
	if status, said := beamed(t, "decode", "--column", "url", "--part-size", "1", "-f", "in/p.parquet", "-o", "out2"); status != statusInput || !strings.Contains(said, "12 of 12 parts failed") || !strings.Contains(said, "part 7 of 12 of in/p.parquet has failed: ") {
		t.Errorf("status %d, %s", status, said)
	}
}

// TestTwice: a part that is run twice gives the same file, and leaves one.
func TestTwice(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "in/a.tsv.gz", rows(2000, 1, "\t"))
	var first []percentbeam.Entry
	for i := range 3 {
		if i > 0 {
			if err := os.Remove("out/" + percentbeam.ManifestName); err != nil {
				t.Fatal(err)
			}
		}
		if status, said := beamed(t, "decode", "--tsv", "--column", "url", "--errors", "bad", "-f", "in/*.gz", "-o", "out"); status != statusDone {
			t.Fatalf("status %d, %s", status, said)
		}
		entries := manifest(t, "out")
		if first == nil {
			first = entries
		} else if !slices.Equal(entries, first) {
			t.Errorf("another manifest: %+v, not %+v", entries, first)
		}
	}
	if status, said := beamed(t, "decode", "--tsv", "--column", "url", "-f", "in/*.gz", "-o", "out"); status != statusUsage || !strings.Contains(said, "another run") {
		t.Errorf("into the results of another run: status %d, %s", status, said)
	}
}

// TestPoisoned: a part that cannot be worked on fails alone, with its name.
func TestPoisoned(t *testing.T) {
	t.Chdir(t.TempDir())
	good := "id\turl\n1\ta%20b\n"
	write(t, "in/a.tsv", good)
	write(t, "in/b.tsv", "id\turl\n1\tok\n2\t%zz\n")
	write(t, "in/c.tsv.gz", strings.Repeat(good, 1000))
	data, err := os.ReadFile("in/c.tsv.gz")
	if err == nil {
		err = os.WriteFile("in/c.tsv.gz", data[:len(data)-9], 0o666)
	}
	if err != nil {
		t.Fatal(err)
	}
	write(t, "in/d.tsv", good)
	status, said := beamed(t, "decode", "--tsv", "--column", "url", "-f", "in/*", "-o", "out")
	if status != statusInput {
		t.Errorf("status %d, %s", status, said)
	}
	for _, want := range []string{"2 of 4 parts failed", "in/b.tsv has failed", `invalid escape "%zz" at byte 0`, "in/c.tsv.gz has failed", "cut off"} {
		if !strings.Contains(said, want) {
			t.Errorf("%q is missing in %s", want, said)
		}
	}
	entries := manifest(t, "out")
	if len(entries) != 4 || entries[1].Error == "" || entries[2].Error == "" {
		t.Errorf("%+v", entries)
	}
	for _, name := range []string{"out/a.tsv", "out/d.tsv"} {
		if got := read(t, name); got != "id\turl\n1\ta b\n" {
			t.Errorf("%s: %q", name, got)
		}
	}
	for _, name := range []string{"out/b.tsv", "out/c.tsv.gz"} {
		if _, err := os.Stat(name); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s: %v", name, err)
		}
	}
	// Rows behind a part that has failed have their numbers all the same.
	write(t, "ranges/e.tsv", "id\turl\n"+strings.Repeat("1\tabc%20\n", 100)+"2\t"+strings.Repeat("x", 3000)+"\n"+strings.Repeat("1\tabc%zz\n", 100))
	if status, said := beamed(t, "decode", "--tsv", "--column", "url", "-f", "ranges/e.tsv", "-o", "out2", "--part-size", "500", "--errors", "bad", "--on-error", "keep"); status != statusDone {
		t.Fatalf("status %d, %s", status, said)
	}
	row := int64(103)
	for _, e := range manifest(t, "out2") {
		if e.Errors == "" {
			continue
		}
		for line := range strings.Lines(read(t, e.Errors)) {
			var bad operation.Bad
			if err := json.Unmarshal([]byte(strings.Replace(line, `"input":"`, `"text":"`, 1)), &bad); err != nil || bad.Row != row {
				t.Fatalf("row %d, %v; want %d", bad.Row, err, row)
			}
			row++
		}
	}
	if row != 203 {
		t.Errorf("the last row is %d", row-1)
	}
}

// TestMaxErrors: the limit is for all parts. Headers are no rows.
func TestMaxErrors(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "good/a.tsv", "id\turl\n1\ta%20b\n")
	if status, said := beamed(t, "decode", "--tsv", "--column", "url", "-f", "good/a.tsv", "-o", "out"); status != statusDone || said != "" {
		t.Errorf("success is not silent: status %d, %s", status, said)
	}
	for _, name := range []string{"in/a.tsv", "in/b.tsv"} {
		write(t, name, "id\turl\n1\t%zz\n2\t%zz\n3\tok\n")
	}
	for limit, want := range map[string]int{"3": statusInput, "4": statusDone, "66%": statusInput, "67%": statusDone} {
		output := "out-" + strings.TrimSuffix(limit, "%") + fmt.Sprint(len(limit))
		if status, said := beamed(t, "decode", "--tsv", "--column", "url", "--max-errors", limit, "-f", "in/*", "-o", output); status != want || status == statusInput && !strings.Contains(said, "4 malformed rows of 6, more than --max-errors "+limit) {
			t.Errorf("--max-errors %s: status %d, %s", limit, status, said)
		}
	}
}

// TestKilled: whenever the process is killed, what stands under a final name is
// whole, and another run makes the rest of it.
func TestKilled(t *testing.T) {
	t.Chdir(t.TempDir())
	for i := range 6 {
		write(t, fmt.Sprintf("in/%d.tsv", i), rows(20000, uint64(i), "\t"))
	}
	args := []string{"decode", "--tsv", "--column", "url", "--errors", "bad", "--part-size", "200KiB", "-f", "in/*.tsv"}
	began := time.Now()
	if status, said := beamed(t, append(args, "-o", "want")...); status != statusDone {
		t.Fatalf("status %d, %s", status, said)
	}
	whole := time.Since(began)
	want := map[string]string{}
	for _, e := range manifest(t, "want") {
		want[strings.TrimPrefix(e.Output, "want/")] = read(t, e.Output)
	}
	kills, seen, between := 12, 0, 0
	if testing.Short() {
		kills = 3
	}
	r := rand.New(rand.NewPCG(1, uint64(kills)))
	for i := range kills {
		output := fmt.Sprintf("out%d", i)
		cmd, _ := start(t, "percent-beam", append(args, "-o", output)...)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		// Half of the kills come when there is something, and before all is there.
		if i%2 == 0 {
			time.Sleep(time.Duration(r.Int64N(int64(whole))))
		} else {
			for end := time.Now().Add(4 * whole); time.Now().Before(end); time.Sleep(time.Millisecond) {
				if names, _ := filepath.Glob(output + "/*.tsv"); len(names) > r.IntN(len(want)) {
					break
				}
			}
		}
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		names, err := filepath.Glob(output + "/*.tsv")
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			if read(t, name) != want[strings.TrimPrefix(name, output+"/")] {
				t.Errorf("%s is not whole", name)
			}
		}
		seen += len(names)
		if len(names) > 0 && len(names) < len(want) {
			between++
		}
		if _, err := os.Stat(filepath.Join(output, percentbeam.ManifestName)); err == nil {
			continue // it had been too late
		}
		if i > 1 && i < kills-2 {
			continue
		}
		if status, said := beamed(t, append(args, "-o", output)...); status != statusDone {
			t.Fatalf("run again: status %d, %s", status, said)
		}
		got := map[string]string{}
		for _, e := range manifest(t, output) {
			got[strings.TrimPrefix(e.Output, output+"/")] = read(t, e.Output)
		}
		if !maps.Equal(got, want) {
			t.Error("run again: another result")
		}
	}
	t.Logf("%d kills, %d of them among the results; %d files of %d a run", kills, between, seen, len(want))
	if between == 0 {
		t.Error("no kill came among the results")
	}
}

// TestOverlap: of ten runs into one folder that begin at random moments, and of which
// some are killed, each ends with its own whole result or is refused, and none is locked
// out by one that is dead.
func TestOverlap(t *testing.T) {
	rounds := 2
	if growth.Long() {
		rounds = 36
	}
	const runs = 10
	t.Chdir(t.TempDir())
	args := func(i int, output string, more ...string) []string {
		return append([]string{"decode", "--tsv", "--column", "url", "--part-size", "20KiB", "-f", fmt.Sprintf("in%d/*.tsv", i), "-o", output, "--errors", output + "-bad"}, more...)
	}
	// contents returns what is in the results and the rejects of a run.
	contents := func(output string) map[string]string {
		all := map[string]string{}
		for _, e := range manifest(t, output) {
			all[strings.TrimPrefix(e.Output, output+"/")] = read(t, e.Output)
			if e.Errors != "" {
				all[strings.TrimPrefix(e.Errors, output)] = strings.ReplaceAll(read(t, e.Errors), output, "")
			}
		}
		return all
	}
	want := make([]map[string]string, runs)
	for i := range runs {
		for _, name := range []string{"a", "b", "c"} {
			write(t, fmt.Sprintf("in%d/%s.tsv", i, name), rows(500+100*i, uint64(i), "\t"))
		}
		output := fmt.Sprintf("want%d", i)
		if status, said := beamed(t, args(i, output)...); status != statusDone {
			t.Fatalf("status %d, %s", status, said)
		}
		want[i] = contents(output)
	}
	done, refused, killed, late := 0, 0, 0, 0
	for round := range rounds {
		output := fmt.Sprintf("out%d", round)
		ended := -1
		var mu sync.Mutex
		var all sync.WaitGroup
		for i := range runs {
			if i > runs/2 { // the first half begins at once, so that runs do meet
				time.Sleep(time.Duration(rand.Int64N(int64(100 * time.Millisecond))))
			}
			if round%2 == 1 {
				// What a killed run has finished stays, and only the same job replaces it.
				i = round % runs
			}
			cmd, said := start(t, "percent-beam", args(i, output)...)
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			if round%2 == 1 {
				kill := time.AfterFunc(time.Duration(rand.Int64N(int64(4*time.Second))), func() { _ = cmd.Process.Kill() })
				defer kill.Stop()
			}
			all.Go(func() {
				_ = cmd.Wait()
				mu.Lock()
				defer mu.Unlock()
				switch status := cmd.ProcessState.ExitCode(); {
				case status == statusDone && said.Len() == 0 || status == statusDone && strings.HasSuffix(said.String(), " malformed\n"):
					if done++; ended >= 0 {
						t.Errorf("runs %d and %d have both ended with status 0", ended, i)
					}
					ended = i
				case status < 0 || said.Len() == 0:
					killed++
				case status == statusIO && strings.Contains(said.String(), ": another run writes there (") && strings.Contains(said.String(), "wait until it has ended"):
					refused++
				case status == statusUsage && strings.Contains(said.String(), "belongs to another run"):
					late++
				default:
					t.Errorf("status %d, %s", status, said)
				}
			})
		}
		all.Wait()
		if _, err := os.Stat(output + "/" + percentbeam.ManifestName); ended < 0 && err != nil {
			ended = round % runs
			if status, said := beamed(t, args(ended, output)...); status != statusDone {
				t.Fatalf("after all were killed: status %d, %s", status, said)
			}
		}
		got := contents(output)
		if ended < 0 { // it was killed after its manifest was there
			ended = slices.IndexFunc(want, func(w map[string]string) bool { return maps.Equal(w, got) })
		}
		if ended < 0 || !maps.Equal(got, want[ended]) {
			t.Errorf("the result of run %d is not whole", ended)
		}
	}
	t.Logf("%d whole, %d refused, %d too late, %d killed", done, refused, late, killed)
	if done < rounds/2 || refused == 0 {
		t.Error("they did not overlap")
	}
}

// TestPortable: the same over the portable interface, with a job server of Prism in
// a process of its own.
func TestPortable(t *testing.T) {
	t.Chdir(t.TempDir())
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	port := listener.Addr().(*net.TCPAddr).Port
	if err := listener.Close(); err != nil {
		t.Fatal(err)
	}
	server, said := start(t, "prism", fmt.Sprint(port))
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = server.Process.Kill()
		_ = server.Wait()
		if t.Failed() {
			t.Log(said)
		}
	})
	for end := time.Now().Add(time.Minute); ; time.Sleep(50 * time.Millisecond) {
		conn, err := net.Dial("tcp", fmt.Sprintf("127.0.0.1:%d", port))
		if err == nil {
			_ = conn.Close()
			break
		}
		if time.Now().After(end) {
			t.Fatal(err)
		}
	}
	write(t, "in/a.tsv", rows(5000, 1, "\t"))
	args := []string{"decode", "--tsv", "--column", "url", "--errors", "bad", "--part-size", "50KiB", "-f", "in/a.tsv"}
	if status, said := beamed(t, append(args, "-o", "here")...); status != statusDone {
		t.Fatalf("status %d, %s", status, said)
	}
	if status, said := beamed(t, append(args, "-o", "there", "--runner=universal", fmt.Sprintf("--endpoint=localhost:%d", port), "--environment_type=LOOPBACK")...); status != statusDone {
		t.Fatalf("status %d, %s", status, said)
	}
	here, there := manifest(t, "here"), manifest(t, "there")
	for i := range there {
		if there[i].SHA256 != here[i].SHA256 || there[i].Rejects != here[i].Rejects {
			t.Errorf("%+v, want %+v", there[i], here[i])
		}
	}
	if len(here) < 2 || len(here) != len(there) {
		t.Errorf("%d parts here, %d there", len(here), len(there))
	}
}

// A refusing job server remembers what it was asked.
type refusing struct {
	jobpb.UnimplementedJobServiceServer
	asked chan *jobpb.PrepareJobRequest
}

func (s refusing) Prepare(_ context.Context, r *jobpb.PrepareJobRequest) (*jobpb.PrepareJobResponse, error) {
	s.asked <- r
	return nil, errors.New("refused")
}

// TestFlags: what is said to a runner reaches it, with the environment that workers
// are to run in.
func TestFlags(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "in/a.tsv", "url\na%20b\n")
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	server := grpc.NewServer()
	s := refusing{asked: make(chan *jobpb.PrepareJobRequest, 1)}
	jobpb.RegisterJobServiceServer(server, s)
	go func() { _ = server.Serve(listener) }()
	t.Cleanup(server.Stop)
	for runner, environment := range map[string][2]string{
		"flink":     {"LOOPBACK", "beam:env:external:v1"},
		"spark":     {"DOCKER", "beam:env:docker:v1"},
		"universal": {"LOOPBACK", "beam:env:external:v1"},
	} {
		status, said := beamed(t, "decode", "--tsv", "--column", "url", "-f", "in/a.tsv", "-o", "out", "--runner="+runner,
			"--endpoint", listener.Addr().String(), "--environment_type="+environment[0], "--environment_config=example/image", "--job_name", "job-"+runner, "--parallelism=7", "--experiments", "one,two")
		if status != statusIO || !strings.Contains(said, "refused") {
			t.Errorf("%s: status %d, %s", runner, status, said)
		}
		select {
		case r := <-s.asked:
			if r.JobName != "job-"+runner {
				t.Errorf("%s: job %q", runner, r.JobName)
			}
			options := r.PipelineOptions.String()
			for _, want := range []string{"one", "two", "parallelism", "7"} {
				if !strings.Contains(options, want) {
					t.Errorf("%s: %q is not among the options: %s", runner, want, options)
				}
			}
			found := false
			for _, e := range r.Pipeline.Components.Environments {
				found = found || e.Urn == environment[1]
			}
			if !found {
				t.Errorf("%s: environments %v, want %s", runner, r.Pipeline.Components.Environments, environment[1])
			}
		default:
			t.Errorf("%s was not asked: %s", runner, said)
		}
	}
}

// A control is where a worker asks for work. It has none.
type control struct {
	fnpb.UnimplementedBeamFnControlServer
	workers chan []string
}

func (c control) Control(stream fnpb.BeamFnControl_ControlServer) error {
	of, _ := metadata.FromIncomingContext(stream.Context())
	c.workers <- of.Get("worker_id")
	return nil
}

// TestWorker: with the flags by which the container of the SDK starts it, this
// program is a worker.
func TestWorker(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	server := grpc.NewServer()
	c := control{workers: make(chan []string, 1)}
	fnpb.RegisterBeamFnControlServer(server, c)
	go func() { _ = server.Serve(listener) }()
	t.Cleanup(server.Stop)
	at := listener.Addr().String()
	worker, said := start(t, "percent-beam", "--worker=true", "--id=worker-7", "--logging_endpoint="+at, "--control_endpoint="+at, "--semi_persist_dir="+t.TempDir())
	if err := worker.Start(); err != nil {
		t.Fatal(err)
	}
	var id []string
	select {
	case id = <-c.workers:
	case <-time.After(2 * time.Minute):
	}
	_ = worker.Process.Kill()
	_ = worker.Wait()
	if len(id) != 1 || id[0] != "worker-7" {
		t.Errorf("worker %q; %s", id, said)
	}
}

// TestNoFolder: an error of the file system is one line, without the steps of Beam.
func TestNoFolder(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "a.tsv", "id\turl\n1\ta%20b\n")
	write(t, "file", "")
	if status, said := beamed(t, "decode", "--tsv", "--column", "url", "-f", "a.tsv", "-o", "file/out"); status != statusIO || !strings.HasPrefix(said, "percent-beam: error: file") || !strings.HasSuffix(said, ": not a directory\n") {
		t.Errorf("status %d\n%s", status, said)
	}
	// Where the result is to be, there is a folder.
	write(t, "out/a.tsv/file", "")
	status, said := beamed(t, "decode", "--tsv", "--column", "url", "-f", "a.tsv", "-o", "out")
	lines := strings.Split(strings.TrimSuffix(said, "\n"), "\n")
	if status != statusIO || len(lines) != 2 || !strings.HasPrefix(lines[0], "percent-beam: error: the pipeline has failed: a.tsv: ") ||
		!strings.HasPrefix(lines[1], "percent-beam: hint: ") {
		t.Errorf("status %d\n%s", status, said)
	}
}

func TestUsage(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "in/a.tsv", "id\turl\n1\ta\n")
	write(t, "in/b.csv", "id,url\n1,a\n")
	write(t, "done/manifest.jsonl", `{"url":"a"}`+"\n")
	write(t, "two/a.tsv.gz", "id\turl\n1\ta\n")
	for _, tt := range []struct {
		args   string
		status int
		says   string
	}{
		{"decode -o out", statusUsage, "there is no input"},
		{"decode -f in/a.tsv", statusUsage, "nowhere to write"},
		{"decode -f in/*.zip -o out", statusIO, "in/*.zip"},
		{"decode --column lru -f in/a.tsv -o out", statusUsage, "they are id, url"},
		{"decode --column url -f in/* -o out", statusUsage, "different formats"},
		{"decode --column url -f in/a.tsv -f in/a.tsv -o out", statusUsage, "named twice"},
		{"decode --column url -f in/a.tsv -o in", statusUsage, "is an input"},
		{"decode --column url -f done/manifest.jsonl -o out", statusUsage, "from done/manifest.jsonl and from the manifest"},
		{"lint --column url -f two/a.tsv.gz -f ./two/a.tsv.gz -o out", statusUsage, "out/two/a.tsv.findings.txt"},
		{"decode --column url --part-size 0 -f in/a.tsv -o out", statusUsage, "--part-size"},
		{"decode --column url -f in/a.tsv -o -", statusUsage, "not to standard output"},
		{"decode --column url -f in/a.tsv -o out --errors -", statusUsage, "not to standard output"},
		{"decode --column url --max-errors x -f in/a.tsv -o out", statusUsage, "--max-errors"},
		{"decode --charset detect --column url -f in/a.tsv -o out", statusUsage, "not detected"},
		{"decode text -f in/a.tsv -o out", statusUsage, "takes no argument"},
		{"uri get --column url -f in/a.tsv -o out", statusUsage, "takes TEMPLATE"},
		{"uri set --column url -f in/a.tsv -o out", statusUsage, "nothing to set"},
		{"uri set --column url port=80 in/a.tsv -f in/a.tsv -o out", statusUsage, "takes COMPONENT=DATA..., not"},
		{"uri parse --column url -f in/a.tsv -o out", statusUsage, "unknown command"},
		{"decod -f in/a.tsv -o out", statusUsage, "unknown command"},
		{"decode --colum url -f in/a.tsv -o out", statusUsage, "--colum"},
		{"decode --runner nosuch --column url -f in/a.tsv -o out", statusUsage, "nosuch"},
		{"decode --runner flink --column url -f in/a.tsv -o out", statusUsage, "--endpoint=HOST:PORT"},
		{"lint --only nosuch --column url -f in/a.tsv -o out", statusUsage, "nosuch"},
		{"lint --format sarif --column url -f in/a.tsv -o out", statusUsage, "--format json"},
		{"lint --json --fix --column url -f in/a.tsv -o out", statusUsage, "--fix"},
		{"decode --column url -f nosuch://a/b -o out", statusIO, "nosuch"},
	} {
		if status, said := beamed(t, strings.Fields(tt.args)...); status != tt.status || !strings.Contains(said, tt.says) {
			t.Errorf("%s: status %d, %s", tt.args, status, said)
		}
		if _, err := os.Stat("out"); err == nil {
			t.Fatalf("%s: there is output", tt.args)
		}
	}
	if status, said := beamed(t, "decode", "--help"); status != statusDone || !strings.Contains(said, "--part-size") || !strings.Contains(said, "--runner") {
		t.Errorf("--help: status %d, %s", status, said)
	}
}
