package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	models "github.com/pct-encoded/percent/hop"
	"github.com/pct-encoded/percent/internal/program"
	"github.com/pct-encoded/percent/internal/recordings"
)

// maxSize is how large all recordings may be together, in octets.
const maxSize = 4 << 20

// traces match what another run would have otherwise.
var traces = regexp.MustCompile(`/hops-[0-9]|127\.0\.0\.1:[0-9]{4,}`)

// TestTargets: the file has the generated targets, and then what the first hops of chains
// made of them.
func TestTargets(t *testing.T) {
	generated := Generated()
	more, err := Forwarded(".", generated)
	if err != nil {
		t.Fatal(err)
	}
	targets := slices.Concat(generated, more)
	want, err := recordings.RenderTargets(targets)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := os.ReadFile("targets.txt.gz"); err != nil || !bytes.Equal(got, want) {
		t.Errorf("targets.txt.gz is not made of Generated and Forwarded: record again (%v)", err)
	}
	read := readTargets(t)
	if !slices.EqualFunc(read, targets, bytes.Equal) {
		t.Error("the file does not give the targets back")
	}
	seen := map[string]bool{}
	long := 0
	for i, target := range targets {
		if seen[string(target)] || len(target) == 0 || bytes.Contains(target, []byte("\r\n")) {
			t.Errorf("%q: twice, empty or two lines", target)
		}
		if i < len(generated) && len(target) > 300 {
			if long++; len(target) > 2100 {
				t.Errorf("%.300q is too long", target)
			}
		}
		seen[string(target)] = true
	}
	if len(generated) < 1500 || long > 20 {
		t.Errorf("%d targets, of which %d are long", len(generated), long)
	}
}

func readTargets(t *testing.T) [][]byte {
	t.Helper()
	targets, err := recordings.ReadTargets("targets.txt.gz")
	if err != nil {
		t.Fatal(err)
	}
	return targets
}

// checkHop reports what is wrong with the recording of a hop in a file. whole is the
// recording of the version that it leaves things out for, or nil.
func checkHop(h, whole *recordings.Hop, targets int, sees string, file []byte) error {
	var errs []error
	report := func(format string, args ...any) { errs = append(errs, fmt.Errorf(format, args...)) }
	if again, err := h.Render(whole); err != nil || !bytes.Equal(again, file) {
		report("not in the written form (%v)", err)
	}
	if h.Server == "" || h.Version == "" || h.Config == "" {
		report("server %q, version %q, config %q", h.Server, h.Version, h.Config)
	}
	if strings.Join(h.Sees, " ") != sees {
		report("sees %q, not %q", h.Sees, sees)
	}
	if len(h.Seen) != targets {
		report("%d targets were answered, not %d", len(h.Seen), targets)
	}
	values := map[string]bool{}
	for i, s := range h.Seen {
		for name, f := range map[string][]byte{"rule": s.Rule, "forward": s.Forward, "app": s.App, "status": s.Status} {
			if f == nil {
				continue
			}
			values[name] = true
			if trace := traces.Find(f); trace != nil {
				report("target %d: %s holds %q", i, name, trace)
			}
		}
		if !status.Match(s.Status) {
			report("target %d: status %q", i, s.Status)
		}
	}
	for _, name := range []string{"rule", "forward", "app", "status"} {
		if values[name] != slices.Contains(h.Sees, name) {
			report("%s is seen: %t, although sees is %q", name, values[name], h.Sees)
		}
	}
	return errors.Join(errs...)
}

var status = regexp.MustCompile(`(?s)^(closed|0\.9|[1245]\d\d|3\d\d( .*)?)$`)

// TestRecordings: every hop and every chain has its recording, and nothing else has one.
func TestRecordings(t *testing.T) {
	run, err := parsedChains()
	if err != nil {
		t.Fatal(err)
	}
	if len(run) < 50 {
		t.Errorf("%d chains, fewer than 50", len(run))
	}
	targets := len(readTargets(t))
	var size int64
	for folder, list := range map[string][][]*hop{"recordings": singles(), "chains": run} {
		known := map[string]bool{}
		for _, chain := range list {
			name, last := chainName(chain), chain[len(chain)-1]
			file := filepath.Join(folder, recordings.HopFile(name))
			if known[file] {
				t.Errorf("%s: %s is the file of another one", name, file)
			}
			known[file] = true
			if !strings.HasPrefix(last.name, last.server+":") {
				t.Errorf("%s is not named after its server %s", last.name, last.server)
			}
			// The recordings of other versions stand beside it.
			files, err := filepath.Glob(strings.TrimSuffix(file, ".txt.gz") + "@*.txt.gz")
			if err != nil {
				t.Fatal(err)
			}
			whole, err := recordings.ReadHop(file)
			if err != nil {
				t.Error(err)
				continue
			}
			for _, file := range append(files, file) {
				known[file] = true
				text, err := os.ReadFile(file)
				if err != nil {
					t.Fatal(err)
				}
				size += int64(len(text))
				rec, err := recordings.ReadHop(file)
				if err == nil {
					err = checkHop(rec, whole, targets, last.sees, text)
				}
				if err == nil && (rec.Hop != name || rec.Config != chainConfig(chain)) {
					err = errors.New("name or configuration is not that of the code: record again")
				}
				if err != nil {
					t.Errorf("%s: %v", file, err)
				}
			}
		}
		files, err := filepath.Glob(folder + "/*")
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			if !known[file] {
				t.Errorf("%s is the recording of nothing", file)
			}
		}
	}
	if size > maxSize {
		t.Errorf("%d octets, more than %d", size, maxSize)
	}
}

func chainConfig(chain []*hop) string {
	config := chain[0].config
	for _, h := range chain[1:] {
		config += "\n>\n" + h.config
	}
	return config
}

// TestCheckHopFails breaks a recording in every way checkHop is there for.
func TestCheckHopFails(t *testing.T) {
	whole := func() *recordings.Hop {
		return &recordings.Hop{Hop: "s:c", Server: "s", Version: "1", Config: "c", Sees: []string{"rule", "status"}, Seen: []recordings.Sight{
			{Rule: []byte("/"), Status: []byte("200")}, {Status: []byte("301 /x")},
		}}
	}
	for name, change := range map[string]func(*recordings.Hop){
		"":         func(*recordings.Hop) {},
		"version":  func(h *recordings.Hop) { h.Version = "" },
		"fewer":    func(h *recordings.Hop) { h.Seen = h.Seen[:1] },
		"sees":     func(h *recordings.Hop) { h.Sees = []string{"rule", "app", "status"} },
		"unseen":   func(h *recordings.Hop) { h.Seen[0].Rule = nil },
		"surplus":  func(h *recordings.Hop) { h.Seen[0].App = []byte("/") },
		"port":     func(h *recordings.Hop) { h.Seen[1].Status = []byte("301 http://127.0.0.1:34567/") },
		"folder":   func(h *recordings.Hop) { h.Seen[0].Rule = []byte("/tmp/hops-1234/srv") },
		"status":   func(h *recordings.Hop) { h.Seen[0].Status = []byte("2000") },
		"statusno": func(h *recordings.Hop) { h.Seen[0].Status = nil },
	} {
		h := whole()
		change(h)
		file, err := h.Render(nil)
		if err != nil {
			t.Fatal(err)
		}
		if err := checkHop(h, nil, 2, "rule status", file); (err == nil) != (name == "") {
			t.Errorf("%q: %v", name, err)
		}
		if name == "" && checkHop(h, nil, 2, "rule status", append(file, 'x')) == nil {
			t.Error("other octets were not found")
		}
	}
}

var (
	scheme = regexp.MustCompile(`^[^/?#]*:`)
	host   = regexp.MustCompile(`^(?i:http|https)://[a-z0-9.]+(:[0-9]+)?(/|$)`)
)

// TestChainsCompose: what a chain was seen to do is what its hops do one after the other.
func TestChainsCompose(t *testing.T) {
	run, err := parsedChains()
	if err != nil {
		t.Fatal(err)
	}
	targets := readTargets(t)
	index := map[string]int{}
	for i, target := range targets {
		index[string(target)] = i
	}
	read := map[string]*recordings.Hop{}
	get := func(folder, name string) *recordings.Hop {
		file := filepath.Join(folder, recordings.HopFile(name))
		if read[file] == nil {
			rec, err := recordings.ReadHop(file)
			if err != nil {
				t.Fatal(err)
			}
			read[file] = rec
		}
		return read[file]
	}
	for _, chain := range run {
		name := chainName(chain)
		first, second, both := get("recordings", chain[0].name), get("recordings", chain[1].name), get("chains", name)
		compared, differ := 0, 0
		for i, seen := range both.Seen {
			// A client of HTTP/0.9 gets no status line, whatever is behind. The host of an
			// absolute target becomes the field Host, which the second hop may refuse.
			if string(first.Seen[i].Status) == "0.9" || scheme.Match(targets[i]) && !host.Match(targets[i]) {
				continue
			}
			want := recordings.Sight{Status: first.Seen[i].Status}
			if forward := first.Seen[i].Forward; forward != nil {
				k, ok := index[string(forward)]
				if !ok {
					continue // what was passed on of a target that was itself passed on
				}
				want = second.Seen[k]
			}
			// A proxy answers in place of what closes without an answer.
			if string(want.Status) == "closed" && len(seen.Status) == 3 && seen.Status[0] == '5' {
				want.Status = seen.Status
			}
			compared++
			if a, b := sightText(want), sightText(seen); a != b {
				differ++
				if differ < 6 {
					t.Errorf("%s: %.100q > %.100q: %.300s, composed %.300s", name, targets[i], first.Seen[i].Forward, b, a)
				}
			}
		}
		if differ > 0 || compared < 1500 {
			t.Errorf("%s: %d targets compared, %d differ", name, compared, differ)
		}
	}
}

// TestLeftOut: what is left out has a reason, and is not recorded after all.
func TestLeftOut(t *testing.T) {
	text, err := os.ReadFile("left-out.txt")
	if err != nil {
		t.Fatal(err)
	}
	recorded := map[string]bool{}
	for _, h := range hops {
		recorded[h.name], recorded[h.server] = true, true
	}
	for line := range strings.Lines(string(text)) {
		name, reason, ok := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		if !ok || name == "" || reason == "" || recorded[name] {
			t.Errorf("%q: no name, no reason, or recorded", line)
		}
	}
}

// TestRandomTable: every line of random.tsv is of a recorded hop and its version, of as
// many targets as it says, at least 10,000, and of a model that is that of the server; and
// no recorded hop with a model is missing.
func TestRandomTable(t *testing.T) {
	text, err := os.ReadFile("random.tsv")
	if err != nil {
		t.Fatal(err)
	}
	list, err := parseOutcomes(string(text))
	if err != nil {
		t.Fatal(err)
	}
	again := outcomeHead
	compared := map[string]bool{}
	for _, o := range list {
		compared[o.hop+"@"+o.version] = true
		again += o.line()
		rec, err := recordings.ReadHopVersion("recordings", o.hop, o.version)
		if err != nil {
			t.Error(err)
			continue
		}
		if rec.Version != o.version || o.n < 10_000 || o.agreed+o.unknown+o.differs != o.n || !o.good() {
			t.Errorf("%+v: the recording is of %s", o, rec.Version)
		}
	}
	if again != string(text) || len(list) == 0 {
		t.Error("random.tsv is not in the written form")
	}
	for h := range models.All() {
		if h.Provenance() != program.Recorded {
			continue
		}
		for _, version := range h.Versions() {
			if name := h.Name() + "@" + version; !compared[name] {
				t.Errorf("%s was not compared with its server on random targets", name)
			}
		}
	}
}

// TestConfigs: every file of configs was compared with its server, and nothing differed.
func TestConfigs(t *testing.T) {
	files, err := filepath.Glob("configs/*")
	if err != nil || len(files) < 40 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	text, err := os.ReadFile("configs.tsv")
	if err != nil {
		t.Fatal(err)
	}
	list, err := parseOutcomes(string(text))
	if err != nil {
		t.Fatal(err)
	}
	done := map[string]bool{}
	for _, o := range list {
		done[o.hop] = true
		if o.differs > 0 || o.n < 300 || o.agreed+o.unknown != o.n {
			t.Errorf("%+v", o)
		}
	}
	for _, file := range files {
		if !done[filepath.Base(file)] {
			t.Errorf("%s was not compared", file)
		}
	}
	if len(done) != len(files) {
		t.Errorf("%d lines for %d files", len(done), len(files))
	}
}
