package reader_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/pct-encoded/percent/internal/program"
	"github.com/pct-encoded/percent/internal/recordings"
	"github.com/pct-encoded/percent/reader"
)

// maxUnknown is the share of the corpus on which a model may not know the answer. A
// seventieth of the corpus are characters that only some versions of Unicode map.
const maxUnknown = 0.02

// minDrawn is how many answers of testdata/drawn.tsv a model gives.
const minDrawn = 40

// minEqual is how many readers have the answer of their program to every URL.
const minEqual = 38

// TestRecordings replays every recording that there is a model of: the model must have
// the answer of the program to each URL, or say that it does not know. The test log has
// the shares, and the readers that equal their recording on every URL.
func TestRecordings(t *testing.T) {
	folder := filepath.Join(recordings.Folder(t), "readers")
	corpus, err := recordings.ReadCorpus(filepath.Join(folder, "corpus.txt.gz"))
	if err != nil {
		t.Fatal(err)
	}
	var mutex sync.Mutex
	given, less := map[string]int{}, map[string]bool{} // by reader; less has those that do not know all
	recorded, replayed := 0, 0
	t.Cleanup(func() {
		var equal []string
		for r, n := range given {
			if !less[r] {
				equal = append(equal, fmt.Sprintf("%s (%d URLs)", r, n))
			}
		}
		slices.Sort(equal)
		t.Logf("%d of %d readers equal their recording on every URL: %s", len(equal), len(given), strings.Join(equal, ", "))
		if replayed == recorded && len(equal) < minEqual {
			t.Errorf("fewer than %d readers equal their recording", minEqual)
		}
	})
	for _, r := range reader.All() {
		if r.Provenance() != program.Recorded {
			continue
		}
		for _, version := range r.Versions() {
			recorded++
			t.Run(r.Name()+"@"+version, func(t *testing.T) {
				t.Parallel()
				recording, err := recordings.ReadReader(filepath.Join(folder, "recordings", r.Name()+"@"+version+".txt.gz"))
				if err != nil {
					t.Fatal(err)
				}
				mutex.Lock()
				replayed++
				mutex.Unlock()
				if same, ok := strings.CutPrefix(recording.Same, r.Name()+"@"); ok {
					if !slices.Contains(r.Versions(), same) {
						t.Errorf("it reads as %s does, which is another reader", same)
					}
					return
				}
				unknown, wrong, asked := 0, 0, 0
				for i, a := range recording.Answers {
					if a.Verdict == recordings.URLNoInput {
						continue
					}
					asked++
					switch got, want := line(r, r.Read(corpus[i])), answer(r, a); {
					case got == "unknown":
						unknown++
					case got != want:
						if wrong++; wrong <= 5 {
							t.Errorf("%s\nmodel   %s\nprogram %s", recordings.EscapeURL(corpus[i]), got, want)
						}
					}
				}
				mutex.Lock()
				given[r.String()] += asked
				less[r.String()] = less[r.String()] || unknown+wrong > 0
				mutex.Unlock()
				t.Logf("%d URLs, %d unknown (%.2f %%), %d wrong", asked, unknown, 100*float64(unknown)/float64(asked), wrong)
				if float64(unknown) > maxUnknown*float64(asked) {
					t.Errorf("%d of %d URLs are unknown", unknown, asked)
				}
			})
		}
	}
}

// line returns a reading in the form of recordings. Of a client it has the name or
// address, the port and the target.
func line(r reader.Reader, x reader.Reading) string {
	switch x.Verdict {
	case reader.Unknown:
		return "unknown"
	case reader.Refused:
		return "!"
	}
	a := recordings.Answer{Verdict: recordings.URLRead}
	if r.Client() {
		target := x.Path.Text
		if x.Query.Present {
			target += "?" + x.Query.Text
		}
		if s := x.Scheme.Text; s != "http" && s != "rtmpt" && s != "rtmpte" || x.Port.Text == "0" {
			target = "" // the listener speaks only HTTP, and nothing listens on port 0
		}
		// A question to the resolver has no full stop at its end.
		return fmt.Sprintf("%q %s %q", loopback(r, strings.TrimSuffix(x.Host.Text, ".")), x.Port.Text, target)
	}
	for _, p := range []reader.Part{x.Scheme, x.User, x.Password, x.Host, x.Port, x.Path, x.Query, x.Fragment} {
		a.Fields = append(a.Fields, recordings.Field(p))
	}
	return a.String()
}

func answer(r reader.Reader, a recordings.Answer) string {
	if !r.Client() || a.Verdict != recordings.URLRead {
		return a.String()
	}
	host := a.Fields[0].Text
	if a.Fields[2].Present {
		host = a.Fields[2].Text
	}
	target := a.Fields[4].Text
	if a.Fields[1].Text == "0" {
		target = ""
	}
	return fmt.Sprintf("%q %s %q", loopback(r, strings.ToLower(host)), a.Fields[1].Text, target)
}

// loopback returns an address of localhost, of which curl since 8 takes ::1, and which some clients ask no resolver for (RFC
// 6761, section 6.3): their models say localhost, and their recordings cannot.
func loopback(r reader.Reader, host string) string {
	if host == "localhost" || host == "::1" && strings.HasPrefix(r.String(), "curl") && strings.HasSuffix(r.String(), "@8.23.0") {
		return "127.0.0.1"
	}
	return host
}

// TestDrawn: what models said wrongly of URLs drawn at random, they say rightly now, or say
// that they do not know it.
func TestDrawn(t *testing.T) {
	b, err := os.ReadFile("testdata/drawn.tsv")
	if err != nil {
		t.Fatal(err)
	}
	known := 0
	for l := range strings.Lines(string(b)) {
		if strings.HasPrefix(l, "#") {
			continue
		}
		name, rest, _ := strings.Cut(strings.TrimSuffix(l, "\n"), "\t")
		escaped, want, _ := strings.Cut(rest, "\t")
		url, err := recordings.UnescapeURL(escaped)
		if err != nil {
			t.Fatal(err)
		}
		r := lookup(t, name)
		got := line(r, r.Read(url))
		if got != "unknown" && got != want {
			t.Errorf("%s, %s\nmodel   %s\nprogram %s", name, escaped, got, want)
		}
		if got == want {
			known++
		}
	}
	if known < minDrawn {
		t.Errorf("%d of the answers are known, want %d", known, minDrawn)
	}
}
