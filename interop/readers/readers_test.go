package main

import (
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/pct-encoded/percent/internal/recordings"
	"github.com/pct-encoded/percent/reader"
)

const (
	// minimum is how many URLs the corpus must have.
	minimum = 2500
	// limit is how many octets the corpus and the recordings may take.
	limit = 4 << 20
)

// TestCorpus: the file holds what Corpus makes, which is distinct, short and enough.
func TestCorpus(t *testing.T) {
	urls := Corpus()
	file, err := recordings.ReadCorpus("corpus.txt.gz")
	if err != nil {
		t.Fatal(err)
	}
	if string(recordings.RenderCorpus(file)) != string(recordings.RenderCorpus(urls)) {
		t.Error("corpus.txt.gz is not Corpus: record again")
	}
	if len(urls) < minimum {
		t.Errorf("%d URLs, fewer than %d", len(urls), minimum)
	}
	seen := map[string]bool{}
	for _, u := range urls {
		if seen[u] || len(u) >= maxLength {
			t.Errorf("%q is there twice or has %d octets", u, len(u))
		}
		seen[u] = true
	}
}

// TestPairs: the corpus has a URL in which each two classes meet.
func TestPairs(t *testing.T) {
	has := map[string]bool{}
	for _, u := range Corpus() {
		has[u] = true
	}
	for i, a := range classes {
		for _, b := range classes[i+1:] {
			met := 0
			for _, context := range contexts {
				for _, v := range a.variants {
					for _, w := range b.variants {
						for _, u := range []string{meet(context, v, w).String(), meet(context, w, v).String()} {
							if has[u] {
								met++
							}
						}
					}
				}
			}
			if met < 2 {
				t.Errorf("%d URLs in which %s and %s meet", met, a.name, b.name)
			}
		}
	}
}

// TestRecordings: each is complete, answers the corpus, is in the form that the command writes, and
// stands under its name; together they are small.
func TestRecordings(t *testing.T) {
	urls := Corpus()
	files, err := filepath.Glob("recordings/*.txt.gz")
	if err != nil || len(files) == 0 {
		t.Fatalf("%d recordings, %v", len(files), err)
	}
	size := 0
	var behind []string // they could not be run again when URLs were added
	byName := map[string][]*recordings.ReaderRecording{}
	for _, file := range append(files, "corpus.txt.gz") {
		b, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		size += len(b)
		if file == "corpus.txt.gz" {
			continue
		}
		r, err := recordings.ReadReader(file)
		if err != nil {
			t.Error(err)
			continue
		}
		if filepath.Base(file) != r.ID()+".txt.gz" {
			t.Errorf("%s holds %s", file, r.ID())
		}
		if !r.AnswersOf(urls) {
			t.Errorf("%s has %d answers to the corpus %s, which is no beginning of the %d URLs", file, len(r.Answers), r.Corpus, len(urls))
		}
		if len(r.Answers) < len(urls) {
			behind = append(behind, r.ID())
		}
		if r.Program == "" || r.Call == "" || r.Kind != recordings.Accessors && r.Kind != recordings.Client {
			t.Errorf("%s: %+v", file, r.ReaderHeader)
		}
		read := 0
		for _, a := range r.Answers {
			if a.Verdict == recordings.URLRead {
				read++
			}
		}
		if read < len(urls)/10 {
			t.Errorf("%s read only %d of %d: is it that program?", file, read, len(urls))
		}
		byName[r.Name] = append(byName[r.Name], r)
		again, err := r.Render()
		if err != nil {
			t.Error(err)
		}
		if text, want := unzip(t, b), unzip(t, again); text != want {
			t.Errorf("%s is not in the form that the command writes", file)
		}
	}
	t.Logf("%d recordings answer only the URLs that were there first: %s", len(behind), strings.Join(behind, ", "))
	if size > limit {
		t.Errorf("the recordings take %d octets, more than %d", size, limit)
	}
	for name, all := range byName {
		was := map[string]string{}
		for _, r := range all {
			was[r.Version] = r.Same
		}
		settle(all)
		for _, r := range all {
			if was[r.Version] != r.Same {
				t.Errorf("%s is said to be the same as %q, and is as %q", name, was[r.Version], r.Same)
			}
		}
	}
}

func unzip(t *testing.T, b []byte) string {
	t.Helper()
	z, err := gzip.NewReader(bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestParse: lines of recorders.
func TestParse(t *testing.T) {
	for line, want := range map[string]string{
		"!":                      "!",
		"?":                      "?",
		"=\t\t-\t2d\t5c0a":       "=\t\t-\t\\x2d\t\\\\\\x0a",
		"=\t-\t-\t-":             "",
		"=\t-\t-\t-\t-\t-":       "",
		"=\tzz\t-\t-\t-":         "",
		"!x":                     "",
		"":                       "",
		"= \t\t\t\t":             "",
		"=\t68\t74\t74\t70":      "=\th\tt\tt\tp",
		"=\tff\tC3A9\t09\tc3":    "=\t\\xff\t\\xc3\\xa9\t\\x09\t\\xc3",
		"=\t2d2d\t7e\t7f\t20":    "=\t--\t~\t\\x7f\t\\x20",
		"=\t68\t74\t74\t70\nfoo": "",
	} {
		a, err := parse(line, 4)
		if got := a.String(); (err == nil) != (want != "") || err == nil && got != want {
			t.Errorf("%q is %q, %v; want %q", line, got, err, want)
		}
	}
}

// TestCompareVersions: versions are in the order of their numbers.
func TestCompareVersions(t *testing.T) {
	ordered := []string{"2.7.18", "3.6", "3.6.15", "3.10.13", "3.11.2", "8.5.0", "2024-06"}
	for i := 1; i < len(ordered); i++ {
		if compareVersions(ordered[i-1], ordered[i]) >= 0 {
			t.Errorf("%s is not before %s", ordered[i-1], ordered[i])
		}
	}
}

// TestLeftOut: every program that could not be recorded has a reason.
func TestLeftOut(t *testing.T) {
	b, err := os.ReadFile("left-out.txt")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for line := range strings.Lines(string(b)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		n++
		if name, reason, _ := strings.Cut(strings.TrimSpace(line), "\t"); name == "" || reason == "" {
			t.Errorf("%q is not a name, a tab and a reason", line)
		}
	}
	if n == 0 {
		t.Error("left-out.txt names nothing")
	}
}

// TestClients: what the file versions of the clients lists has an entry, and each entry a line.
func TestClients(t *testing.T) {
	source, err := os.ReadFile("recorders/clients/clients.go")
	if err != nil {
		t.Fatal(err)
	}
	names, err := versionsOf("recorders/clients/versions")
	if err != nil {
		t.Fatal(err)
	}
	listed := map[string]bool{}
	for _, name := range names {
		name, _, _ = strings.Cut(name, "@") // a version that is not the machine's
		listed[name] = true
		if !strings.Contains(string(source), "\n\t\""+name+"\":") {
			t.Errorf("clients.go has no %s", name)
		}
		if found, err := filepath.Glob("recordings/" + name + "@*.txt.gz"); err != nil || len(found) == 0 {
			t.Errorf("%s has no recording, %v", name, err)
		}
	}
	for _, m := range regexp.MustCompile(`(?m)^\t"([^"]+)":`).FindAllSubmatch(source, -1) {
		if !listed[string(m[1])] {
			t.Errorf("versions has no %s", m[1])
		}
	}
}

// TestRandomTable: every line of random.tsv is of a reader with a model, once, its numbers
// fit each other, there are at least as many URLs as the bar is for, 10,000 for clients
// and 100,000 for others, and no model is wrong on more than one of a thousand.
func TestRandomTable(t *testing.T) {
	text, err := os.ReadFile("random.tsv")
	if err != nil {
		t.Fatal(err)
	}
	clients := map[string]bool{}
	for _, r := range reader.All() {
		clients[r.Name()] = r.Client()
	}
	seen := map[string]bool{}
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		f := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if len(f) < 10 || len(f) > 11 {
			t.Errorf("%q has %d fields", line, len(f))
			continue
		}
		client, ok := clients[f[0]]
		if id := f[0] + "@" + f[1]; !ok || seen[id] {
			t.Errorf("%s: no reader, or there twice", id)
		} else {
			seen[id] = true
		}
		var n [5]int // urls, given, agree, unknown, wrong
		for i := range n {
			if n[i], err = strconv.Atoi(f[4+i]); err != nil {
				t.Error(err)
			}
		}
		least := 100_000
		if client {
			least = 10_000
		}
		urls, given, agree, unknown, wrong := n[0], n[1], n[2], n[3], n[4]
		agreement := strconv.FormatFloat(100*float64(agree)/float64(agree+wrong), 'f', 3, 64)
		if urls < least || given > urls || agree+unknown+wrong != given || f[9] != agreement || wrong*1000 > agree+wrong {
			t.Errorf("%q: %s %%", line, agreement)
		}
	}
	if len(seen) < 60 {
		t.Errorf("%d readers", len(seen))
	}
}
