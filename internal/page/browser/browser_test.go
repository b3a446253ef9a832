// Package browser tests the page in a real browser, Chromium, over both of its
// transports.
package browser

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"io/fs"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pct-encoded/percent/internal/jsonapi"
	"github.com/pct-encoded/percent/internal/page"
	"github.com/pct-encoded/percent/internal/page/server"
)

var (
	update = flag.Bool("update", false, "make the screenshots of docs/page.md again")
	times  = flag.Bool("times", false, "measure how long the page takes, and nothing else")
)

// chromium returns the path of the browser.
func chromium() (string, error) {
	for _, name := range []string{"chromium", "chromium-browser"} {
		if path, err := exec.LookPath(name); err == nil {
			return path, nil
		}
	}
	return "", errors.New("chromium is not installed")
}

// need returns the browser and the folder of the npm packages, or skips the test.
func need(t *testing.T) (browser, modules string) {
	t.Helper()
	if testing.Short() {
		t.Skip("a browser takes a minute")
	}
	modules = os.Getenv("PERCENT_NPM")
	if modules == "" {
		t.Skip("PERCENT_NPM does not name a folder in which npm has installed playwright-core and axe-core")
	}
	if _, err := exec.LookPath("node"); err != nil {
		t.Skip("node is not installed")
	}
	browser, err := chromium()
	if err != nil {
		t.Skip(err)
	}
	return browser, modules
}

// serve starts `percent serve` in this process, and returns the address of the
// page.
func serve(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := server.New()
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(ctx, l) }()
	t.Cleanup(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	return "http://" + l.Addr().String() + s.Path()
}

// site builds the static site and serves it as a plain web server does, below a
// path, with the header fields of its file _headers and the program compressed.
func site(t *testing.T) (address, folder string) {
	t.Helper()
	folder = filepath.Join(t.TempDir(), "dist")
	cmd := exec.CommandContext(t.Context(), "go", "run", "../build", "-o", folder)
	// The flags that make the go command of a test talk are not for this one.
	cmd.Env = append(os.Environ(), "GOFLAGS=")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	fields, err := os.ReadFile(filepath.Join(folder, "_headers"))
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"LICENSE.txt": "MIT License", "THIRD_PARTY_LICENSES.txt": "The Go Authors"} {
		if text, err := os.ReadFile(filepath.Join(folder, name)); err != nil || !strings.Contains(string(text), want) {
			t.Errorf("%s does not have %q: %v", name, want, err)
		}
	}
	program := compress(t, filepath.Join(folder, "percent.wasm"))
	files := http.FileServerFS(os.DirFS(folder))
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	const below = "/some/place"
	s := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		path, ok := strings.CutPrefix(r.URL.Path, below)
		if !ok {
			http.NotFound(w, r)
			return
		}
		all, _, _ := strings.Cut(string(fields), "\n/percent.wasm")
		for line := range strings.Lines(all) {
			if name, value, ok := strings.Cut(line, ": "); ok {
				w.Header().Set(strings.TrimSpace(name), strings.TrimSpace(value))
			}
		}
		if path == "/percent.wasm" && strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
			w.Header().Set("Content-Type", "application/wasm")
			w.Header().Set("Content-Encoding", "gzip")
			_, _ = w.Write(program)
			return
		}
		http.StripPrefix(below, files).ServeHTTP(w, r)
	})}
	go func() { _ = s.Serve(l) }()
	t.Cleanup(func() { _ = s.Close() })
	return "http://" + l.Addr().String() + below + "/", folder
}

// An answer is a call with the reply that there must be, over every transport.
type answer struct {
	Op      string `json:"op"`
	Request string `json:"request"`
	Reply   string `json:"reply"`
}

// requests are calls of every operation.
func answers(t *testing.T) []answer {
	t.Helper()
	var list []answer
	for _, text := range []string{"", "Ladies + Gentlemen", "http://h/%2e%2e/a%2520b?q=%E9+c", "%zz", "é\u202e\x00😀", "<img src=x onerror=alert(1)>"} {
		coded, err := json.Marshal(text)
		if err != nil {
			t.Fatal(err)
		}
		for op := range jsonapi.Operations() {
			request := `{"text":` + string(coded) + `}`
			switch op {
			case "about", "catalogue", "classes":
				request = "{}"
			case "compare":
				request = `{"a":` + string(coded) + `,"b":"Ladies%20%2B%20Gentlemen"}`
			case "dialect":
				request = `{"name":"whatwg.form"}`
			case "set":
				request = `{"expression":` + string(coded) + `}`
			case "identify":
				request = `{"samples":[{"output":` + string(coded) + `}]}`
			case "oauth1", "sigv4":
				request = `{"request":"GET /?a=b HTTP/1.1\nHost: h\n\n","service":"s3","date":"20130524T000000Z"}`
			}
			list = append(list, answer{op, request, string(jsonapi.Call(op, []byte(request)))})
		}
	}
	return list
}

// TestPage drives the page through browser.mjs, which says what is wrong.
func TestPage(t *testing.T) {
	browser, modules := need(t)
	static, _ := site(t)
	var languages []string
	files, err := fs.Glob(page.Files, "texts/*.json")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		languages = append(languages, strings.TrimSuffix(filepath.Base(f), ".json"))
	}
	settings, err := json.Marshal(map[string]any{
		"browser": browser, "http": serve(t), "wasm": static, "languages": languages, "times": *times, "answers": answers(t),
		"screenshots": map[bool]string{true: "../../../docs/page"}[*update],
	})
	if err != nil {
		t.Fatal(err)
	}
	script, err := os.ReadFile("browser.mjs")
	if err != nil {
		t.Fatal(err)
	}
	// Beside the packages, so that they are found.
	file := filepath.Join(modules, "browser.mjs")
	if err := os.WriteFile(file, script, 0o600); err != nil {
		t.Fatal(err)
	}
	defer os.Remove(file)
	cmd := exec.CommandContext(t.Context(), "node", file)
	cmd.Stdin = bytes.NewReader(settings)
	out, err := cmd.CombinedOutput()
	t.Logf("%s", out)
	if err != nil {
		t.Error(err)
	}
}

// TestScreenshots: docs/page.md shows what the test has made.
func TestScreenshots(t *testing.T) {
	document, err := os.ReadFile("../../../docs/page.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"light.png", "dark.png", "phone.png"} {
		content, err := os.ReadFile(filepath.Join("../../../docs/page", name))
		if err != nil || !bytes.HasPrefix(content, []byte("\x89PNG")) || !bytes.Contains(document, []byte("(page/"+name+")")) {
			t.Errorf("%s: %v; go test ./internal/page/browser -update makes it", name, err)
		}
	}
}

// compress returns a file as gzip has it, which every web server can.
func compress(t *testing.T, file string) []byte {
	t.Helper()
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	if _, err := w.Write(content); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}
