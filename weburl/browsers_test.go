package weburl

import (
	"encoding/json"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"
)

var browserNames = []string{"chromium", "firefox", "webkit"}

// browserDifferences are the lines of testdata/browsers.txt without their class,
// which is a line of its own before them.
type browserDifferences struct {
	classes []string
	class   map[string]string         // of each line
	count   map[string]map[string]int // of each class and browser
}

func readBrowserDifferences(t *testing.T) browserDifferences {
	data, err := os.ReadFile("testdata/browsers.txt")
	if err != nil {
		t.Fatal(err)
	}
	d := browserDifferences{class: map[string]string{}, count: map[string]map[string]int{}}
	class := ""
	for line := range strings.Lines(string(data)) {
		line = strings.TrimSuffix(line, "\n")
		if name, ok := strings.CutPrefix(line, "# "); ok {
			class = name
			if d.count[class] != nil {
				t.Errorf("class %q is there twice", class)
			}
			d.classes = append(d.classes, class)
			d.count[class] = map[string]int{}
			continue
		}
		browser, _, _ := strings.Cut(line, "\t")
		if class == "" || d.class[line] != "" {
			t.Errorf("no class, or there twice: %s", line)
			continue
		}
		d.class[line] = class
		d.count[class][browser]++
	}
	return d
}

type browserRecording struct {
	Program string
	Answers []*[2]string // href and origin; nil where new URL() throws
}

func readBrowserRecording(t *testing.T, browser string) (r browserRecording) {
	if err := json.Unmarshal(unzipped(t, "../../interop/urls/recordings/"+browser+".json.gz"), &r); err != nil {
		t.Fatal(err)
	}
	return r
}

// TestBrowsers replays what new URL() of browsers makes of a corpus: what this
// package does, but for the differences in testdata/browsers.txt, each of which
// must still be one.
func TestBrowsers(t *testing.T) {
	var inputs [][2]*string
	if err := json.Unmarshal(unzipped(t, "../../interop/urls/inputs.json.gz"), &inputs); err != nil {
		t.Fatal(err)
	}
	listed := readBrowserDifferences(t)
	found := map[string]bool{}
	for _, browser := range browserNames {
		r := readBrowserRecording(t, browser)
		if len(r.Answers) != len(inputs) || len(inputs) < 10_000 {
			t.Fatalf("%s: %d answers to %d inputs", browser, len(r.Answers), len(inputs))
		}
		for i, answer := range r.Answers {
			got, want := "failure", standardHref(inputs[i][0], inputs[i][1])
			if answer != nil {
				got = answer[0]
				if origin, ok := standardOrigin(browser, answer[0]); ok && answer[1] != origin {
					got += " of origin " + answer[1]
					want += " of origin " + origin
				}
			}
			if got == want {
				continue
			}
			base := "-"
			if inputs[i][1] != nil {
				base = strconv.QuoteToASCII(*inputs[i][1])
			}
			line := strings.Join([]string{browser, strconv.QuoteToASCII(*inputs[i][0]), base, got, want}, "\t")
			found[line] = true
			if listed.class[line] == "" {
				t.Errorf("not listed:\n%s", line)
			}
		}
	}
	for line := range listed.class {
		if !found[line] {
			t.Errorf("listed, but no difference:\n%s", line)
		}
	}
}

func standardHref(input, base *string) string {
	var p Parser
	if base != nil {
		var err error
		if p.Base, err = Parse(*base); err != nil {
			return "failure"
		}
	}
	u, err := p.Parse(*input)
	if err != nil {
		return "failure"
	}
	return u.Href()
}

// standardOrigin is the origin of what a browser wrote, if that is a URL. The
// Standard leaves that of file URLs to them.
func standardOrigin(browser, href string) (origin string, ok bool) {
	u, err := Parse(href)
	if u.Scheme() == "file" && browser != "firefox" {
		return "file://", err == nil
	}
	return u.Origin(), err == nil
}

// TestBrowserTable: the table of docs/data/url-browsers.md has the versions and counts of
// the recordings.
func TestBrowserTable(t *testing.T) {
	data, err := os.ReadFile("../docs/data/url-browsers.md")
	if err != nil {
		t.Fatal(err)
	}
	listed := readBrowserDifferences(t)
	inputs := 0
	header, all := "| what the browser does", "| all"
	for _, browser := range browserNames {
		r := readBrowserRecording(t, browser)
		inputs = len(r.Answers)
		header += " | " + r.Program
		n := 0
		for _, class := range listed.classes {
			n += listed.count[class][browser]
		}
		all += fmt.Sprintf(" | %d", n)
	}
	want := []string{header + " |", all + " |"}
	for _, class := range listed.classes {
		row := "| " + class
		for _, browser := range browserNames {
			row += fmt.Sprintf(" | %d", listed.count[class][browser])
		}
		want = append(want, row+" |")
	}
	rows := map[string]bool{}
	for line := range strings.Lines(string(data)) {
		if strings.HasPrefix(line, "| ") {
			rows[strings.TrimSpace(line)] = true
		}
	}
	for _, row := range want {
		if !rows[row] {
			t.Errorf("the table has no row\n%s", row)
		}
	}
	if len(rows) != len(want) {
		t.Errorf("the table has %d rows, want %d", len(rows), len(want))
	}
	if s := fmt.Sprintf("%d,%03d difficult texts", inputs/1000, inputs%1000); !strings.Contains(string(data), s) {
		t.Errorf("the page does not say %q", s)
	}
}
