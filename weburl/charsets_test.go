package weburl

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/pct-encoded/percent/charset"
)

// TestBrowserCharsets replays in which charset browsers write the query of a link: as this
// package does, but for Chromium, which does for any scheme with a path that is not opaque
// what the Standard does for http, https, ftp and file (section 4.4, query state).
func TestBrowserCharsets(t *testing.T) {
	data, err := os.ReadFile("../interop/charsets/recordings/schemes.json")
	if err != nil {
		t.Fatal(err)
	}
	var recorded map[string]map[string]map[string]string // search by program, charset and link
	if err := json.Unmarshal(data, &recorded); err != nil {
		t.Fatal(err)
	}
	base, err := Parse("http://127.0.0.1/page/0")
	if err != nil {
		t.Fatal(err)
	}
	if len(recorded) != 3 {
		t.Errorf("%d browsers, want 3", len(recorded))
	}
	for program, charsets := range recorded {
		differ, links := 0, 0
		for label, answers := range charsets {
			c, err := charset.Lookup(label)
			if err != nil {
				t.Fatal(err)
			}
			for link, said := range answers {
				links++
				u, err := Parser{Base: base, Charset: c}.Parse(link + "?é日я")
				if err != nil {
					t.Errorf("%q: %v", link, err)
					continue
				}
				got := u.Search()
				if said == got {
					continue
				}
				differ++
				plain := strings.HasPrefix(link, "http") || strings.HasPrefix(link, "f") && !strings.HasPrefix(link, "foo") || link == "" || link[0] == '/'
				asPage, err := Parser{Base: base, Charset: c}.Parse("http://h/?é日я")
				if !strings.HasPrefix(program, "Chromium") || plain || u.OpaquePath() || err != nil || said != asPage.Search() {
					t.Errorf("%s, %s, %q: it said %q, the Standard says %q", program, label, link, said, got)
				}
			}
		}
		if want := map[bool]int{true: 45}[strings.HasPrefix(program, "Chromium")]; differ != want {
			t.Errorf("%s: differs on %d of %d, want %d", program, differ, links, want)
		}
	}
}
