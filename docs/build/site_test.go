package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"golang.org/x/net/html"
)

var update = flag.Bool("update", false, "add the addresses of new pages to urls.txt")

// made makes the pages once for all tests.
var made = sync.OnceValues(func() (*site, error) {
	s := &site{address: "https://example.org/percent/"}
	return s, s.compose()
})

func siteOf(t *testing.T) *site {
	t.Helper()
	s, err := made()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestURLs: an address that the site once had stays. urls.txt has all of them, and
// moved.tsv says where those lead whose pages are gone.
func TestURLs(t *testing.T) {
	s := siteOf(t)
	now := map[string]bool{}
	for _, p := range s.pages {
		now["/"+p.Path] = true
	}
	moved := map[string]bool{}
	for _, m := range s.moved {
		moved["/"+m[0]] = true
	}
	text, err := os.ReadFile("urls.txt")
	if err != nil {
		t.Fatal(err)
	}
	listed := strings.Fields(string(text))
	for _, address := range listed {
		if !now[address] && !moved[address] {
			t.Errorf("there was a page %s: where is it now? That goes into %s", address, movedText)
		}
		delete(now, address)
		delete(moved, address)
	}
	for address := range moved {
		t.Errorf("%s: there never was a page %s", movedText, address)
	}
	if *update {
		for address := range now {
			listed = append(listed, address)
		}
		slices.Sort(listed)
		if err := os.WriteFile("urls.txt", []byte(strings.Join(listed, "\n")+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	for address := range now {
		t.Errorf("the page %s is new: go -C docs/build test -run URLs -update adds it to urls.txt", address)
	}
}

// TestOldURLs: no line of urls.txt that a release had is gone.
func TestOldURLs(t *testing.T) {
	tag, err := exec.Command("git", "describe", "--tags", "--abbrev=0", "--match", "v[0-9]*").Output()
	if err != nil {
		t.Skip("there is no release to compare with")
	}
	old, err := exec.Command("git", "show", strings.TrimSpace(string(tag))+":docs/build/urls.txt").Output()
	if err != nil {
		t.Skip("the last release had no site")
	}
	text, err := os.ReadFile("urls.txt")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(old)) {
		if !strings.Contains("\n"+string(text), "\n"+line) {
			t.Errorf("urls.txt has lost %s", line)
		}
	}
}

// A parsed is what matters of a page for links.
type parsed struct {
	ids   map[string]bool
	links []string
	text  string
}

func parse(t *testing.T, name string, content []byte) parsed {
	t.Helper()
	root, err := html.Parse(bytes.NewReader(content))
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	p := parsed{ids: map[string]bool{"": true}}
	for n := range root.Descendants() {
		if n.Type == html.TextNode {
			p.text += n.Data
		}
		for _, a := range n.Attr {
			switch a.Key {
			case "id":
				if p.ids[a.Val] {
					t.Errorf("%s: two elements are called %s", name, a.Val)
				}
				p.ids[a.Val] = true
			case "href", "src", "action":
				p.links = append(p.links, a.Val)
			case "style":
				t.Errorf("%s: a style in HTML, which its policy forbids", name)
			}
			if strings.HasPrefix(a.Key, "on") {
				t.Errorf("%s: code in HTML, which its policy forbids: %s", name, a.Key)
			}
		}
	}
	return p
}

// TestLinks: whatever a page links to in the site is there, anchors included, and
// nothing is loaded from elsewhere. No page has more than 100 KB.
func TestLinks(t *testing.T) {
	s := siteOf(t)
	folder := t.TempDir()
	if err := s.write(folder); err != nil {
		t.Fatal(err)
	}
	all := map[string]parsed{}
	largest, size := "", 0
	for name, content := range s.files {
		if path.Ext(name) != ".html" {
			continue
		}
		all[name] = parse(t, name, content)
		if len(content) > size {
			largest, size = name, len(content)
		}
		// The list of every change of a version, which grows with each release, is the largest.
		if len(content) > 120_000 {
			t.Errorf("%s: %d bytes", name, len(content))
		}
	}
	checked := 0
	for name, p := range all {
		for _, link := range p.links {
			u, err := url.Parse(link)
			if err != nil {
				t.Errorf("%s: %v", name, err)
				continue
			}
			if u.Scheme != "" {
				if u.Scheme != "https" && u.Scheme != "http" && u.Scheme != "mailto" {
					t.Errorf("%s: a link to %s", name, link)
				}
				continue
			}
			to := path.Join(path.Dir(name), u.Path)
			if u.Path == "" {
				to = name
			} else if strings.HasSuffix(u.Path, "/") {
				to = path.Join(to, "index.html")
			}
			if strings.HasPrefix(to, "try/") { // made by internal/page/build
				continue
			}
			checked++
			if s.files[to] == nil {
				t.Errorf("%s: a link to %s, which is not there", name, link)
			} else if target, ok := all[to]; ok && !target.ids[u.Fragment] {
				t.Errorf("%s: a link to %s, but there is no such anchor", name, link)
			}
		}
	}
	for name, content := range s.files {
		for _, loaded := range []string{`src="http`, `src="//`, `url(http`, `@import`, `rel="stylesheet" href="http`} {
			if bytes.Contains(content, []byte(loaded)) && name != "404.html" {
				t.Errorf("%s: %q", name, loaded)
			}
		}
	}
	if checked < 10*len(all) {
		t.Errorf("%d links in %d pages", checked, len(all))
	}
	t.Logf("%d pages, %d links; the largest page is %s with %d bytes; the index has %d", len(all), checked, largest, size, len(s.files["search.json"]))
}

// TestTitles: no two pages have the same title, and each says what it is of.
func TestTitles(t *testing.T) {
	seen := map[string]string{}
	for _, p := range siteOf(t).pages {
		if other, ok := seen[p.Title]; ok {
			t.Errorf("%s and %s are both %q", other, p.Path, p.Title)
		}
		seen[p.Title] = p.Path
		if p.Index && (len(p.Description) < 20 || len([]rune(p.Description)) > 255) {
			t.Errorf("%s: the description %q", p.Path, p.Description)
		}
	}
}

// TestPages: the pages say what the catalogue says.
func TestPages(t *testing.T) {
	s := siteOf(t)
	for _, tt := range []struct {
		path  string
		wants []string
	}{
		{"dialects/rfc3986/", []string{"Ladies%20%2B%20Gentlemen", "A–Z", "percent encode --as rfc3986 'Ladies + Gentlemen'", "php.rawurlencode", "section 2.3", "oauth1"}},
		{"functions/js.decodeURI/", []string{"decodeURI(s)", "leaves %2F as it is", "refuses escapes that are not UTF-8"}},
		{"dialects/whatwg.form/", []string{"Ladies+%2B+Gentlemen", "is written as '+'", "oauth2.form"}},
		{"functions/php.urlencode/", []string{"urlencode($s)", "PHP 8.2", "writes a space as +", "does not keep ~", "Ladies+%2B+Gentlemen"}},
		{"functions/js.encodeURIComponent/", []string{"It keeps ! ' ( ) *, which OAuth 1.0 and AWS signatures escape."}},
		{"functions/js.escape/", []string{"writes é as %E9"}},
		{"functions/perl.URI-Escape-XS.decodeURIComponent/", []string{"perl.URI::Escape::XS.decodeURIComponent"}},
		{"functions/php.urldecode/", []string{"reads + as a space", "leaves a malformed escape as it is"}},
		{"functions/php.rawurlencode/", []string{"before 5.3.0", "5.3.0 and later", "before \"%7E\""}},
		{"languages/php/", []string{"php.rawurlencode", "PHP 8.2"}},
		{"languages/cpp/", []string{"poco.URI.decode"}},
	} {
		p := s.page(tt.path)
		if p == nil {
			t.Errorf("no page %s", tt.path)
			continue
		}
		text := parse(t, tt.path, []byte(p.Body)).text
		for _, want := range tt.wants {
			if !strings.Contains(text, want) {
				t.Errorf("%s does not say %q:\n%s", tt.path, want, text)
			}
		}
	}
}

// TestNames: a guide leads to the page of a dialect or a function that it names.
func TestNames(t *testing.T) {
	s := siteOf(t)
	body := string(s.page("guides/field-guide/").Body)
	if want := `<a href="../../dialects/rfc3986.segment/"><code>rfc3986.<wbr>segment</code></a>`; !strings.Contains(body, want) {
		t.Errorf("no %s in the field guide", want)
	}
	for _, tt := range []struct{ id, want string }{
		{"php.rawurlencode", "functions/php.rawurlencode/"}, {"rfc3986.path", "dialects/rfc3986.path/"}, {"rfc3986", ""}, {"no.such", ""},
	} {
		if got := pathOf(tt.id); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.id, got, tt.want)
		}
	}
}

// TestLanguages: every translation leads to its original and back.
func TestLanguages(t *testing.T) {
	s := siteOf(t)
	for _, tt := range []struct{ path, want string }{
		{"", "en: es:es/ ja:ja/"},
		{"guides/field-guide/", "en:guides/field-guide/ es:es/guides/field-guide/ ja:ja/guides/field-guide/"},
		{"ja/guides/oauth/", "en:guides/oauth-percent-encoding/ es:es/guides/oauth/ ja:ja/guides/oauth/"},
	} {
		var got []string
		for _, v := range s.page(tt.path).Versions {
			got = append(got, v.Lang+":"+v.Path)
		}
		if strings.Join(got, " ") != tt.want {
			t.Errorf("%q: %q, want %q", tt.path, got, tt.want)
		}
	}
}

// TestSite builds all of it, validates its HTML, and looks at it in Chromium.
func TestSite(t *testing.T) {
	modules := os.Getenv("PERCENT_NPM")
	if modules == "" {
		t.Skip("PERCENT_NPM does not name a folder in which npm has installed html-validate, playwright-core and axe-core: the step site of .ci/run sets it")
	}
	s := &site{address: "https://example.org/percent/"}
	folder := filepath.Join(t.TempDir(), "dist")
	if err := s.build(folder); err != nil {
		t.Fatal(err)
	}
	t.Run("HTML", func(t *testing.T) {
		settings, err := os.ReadFile(filepath.Join("testdata", "htmlvalidate.json"))
		if err != nil {
			t.Fatal(err)
		}
		// It looks for its settings beside the pages.
		if err := os.WriteFile(filepath.Join(folder, ".htmlvalidate.json"), settings, 0o600); err != nil {
			t.Fatal(err)
		}
		var files []string
		for name := range s.files {
			if path.Ext(name) == ".html" {
				files = append(files, name)
			}
		}
		slices.Sort(files)
		cmd := exec.CommandContext(t.Context(), filepath.Join(modules, "node_modules", ".bin", "html-validate"), append([]string{"--formatter", "text", "--max-warnings", "0"}, files...)...)
		cmd.Dir = folder
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%v\n%.10000s", err, out)
		}
	})
	t.Run("Chromium", func(t *testing.T) { inChromium(t, s, folder, modules) })
}

func inChromium(t *testing.T, s *site, folder, modules string) {
	browser, err := exec.LookPath("chromium")
	if err != nil {
		t.Skip("chromium is not installed")
	}
	// All kinds of pages, but of those made from the catalogue some.
	var pages []string
	for i, p := range s.pages {
		switch firstOf(p.Path) {
		case "dialects", "functions", "languages":
			if i%97 == 0 || p.Path == "dialects/" || p.Path == "functions/" || p.Path == "languages/" || p.Path == "dialects/rfc3986/" || p.Path == "functions/php.rawurlencode/" || p.Path == "languages/php/" || p.Path == "dialects/of-programs/" {
				pages = append(pages, p.Path)
			}
		default:
			pages = append(pages, p.Path)
		}
	}
	script, err := os.ReadFile(filepath.Join("testdata", "browser.mjs"))
	if err != nil {
		t.Fatal(err)
	}
	// Beside the packages, so that they are found.
	file := filepath.Join(modules, "site.mjs")
	if err := os.WriteFile(file, script, 0o600); err != nil {
		t.Fatal(err)
	}
	defer os.Remove(file)
	settings, err := json.Marshal(map[string]any{"browser": browser, "address": serve(t, folder), "pages": pages, "screenshots": os.Getenv("PERCENT_SCREENSHOTS")})
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), "node", file)
	cmd.Stdin = bytes.NewReader(settings)
	out, err := cmd.CombinedOutput()
	t.Logf("%s", out)
	if err != nil {
		t.Error(err)
	}
}

// serve serves a folder as a plain web server does, below a path, with the header
// fields of its file _headers.
func serve(t *testing.T, folder string) string {
	t.Helper()
	fields, err := os.ReadFile(filepath.Join(folder, "_headers"))
	if err != nil {
		t.Fatal(err)
	}
	all, _, ok := strings.Cut(string(fields), "\n/try/percent.wasm\n")
	if !ok || !strings.HasPrefix(all, "/*\n") {
		t.Fatalf("_headers: %s", fields)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	const below = "/some/place"
	files := http.StripPrefix(below, http.FileServerFS(os.DirFS(folder)))
	server := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		for line := range strings.Lines(all) {
			if name, value, ok := strings.Cut(line, ": "); ok {
				w.Header().Set(strings.TrimSpace(name), strings.TrimSpace(value))
			}
		}
		if strings.HasSuffix(r.URL.Path, ".wasm") {
			w.Header().Set("Content-Type", "application/wasm")
		}
		files.ServeHTTP(w, r)
	}), ErrorLog: nil}
	go func() { _ = server.Serve(l) }()
	t.Cleanup(func() { _ = server.Close() })
	return fmt.Sprintf("http://%s%s/", l.Addr(), below)
}

// TestMoved: a page that has moved leads to where it is.
func TestMoved(t *testing.T) {
	s := &site{address: "https://example.org/percent/", files: map[string][]byte{}, moved: [][2]string{{"guides/old/", "guides/forms/"}}}
	folder := t.TempDir()
	if err := s.write(folder); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(folder, "guides", "old", "index.html"))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`content="0; url=../../guides/forms/"`, `<link rel="canonical" href="https://example.org/percent/guides/forms/">`, `It is <a href="../../guides/forms/">here</a> now.`} {
		if !strings.Contains(string(text), want) {
			t.Errorf("no %s in %s", want, text)
		}
	}
}

// TestFullFolder: a folder that holds something is left alone.
func TestFullFolder(t *testing.T) {
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "x"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := (&site{}).build(folder); err == nil || !strings.Contains(err.Error(), "not empty") {
		t.Errorf("%v", err)
	}
	if f, err := os.Open(folder); err == nil {
		defer f.Close()
		if names, err := f.Readdirnames(-1); len(names) != 1 || err != nil && err != io.EOF {
			t.Errorf("%v, %v", names, err)
		}
	}
}

// TestBreakable: code in a cell may break between its words, code elsewhere and short code not.
func TestBreakable(t *testing.T) {
	for html, want := range map[string]string{
		`<td><code>form.Standard.WithCharset(c)</code></td>`:      `<td><code>form.<wbr>Standard.<wbr>With<wbr>Charset(<wbr>c)</code></td>`,
		`<td>a <a href="b"><code>Ladies%20%2B</code></a></td>`:    `<td>a <a href="b"><code>Ladies<wbr>%20<wbr>%2B</code></a></td>`,
		`<td><code>a.b</code></td><p><code>aaaa.bbbb.cccc</code>`: `<td><code>a.b</code></td><p><code>aaaa.bbbb.cccc</code>`,
	} {
		if got := breakable(html); got != want {
			t.Errorf("%s: %s, want %s", html, got, want)
		}
	}
}
