// Command weburl times package weburl beside other parsers on the same URLs, and
// prints the table of docs/performance.md.
//
// Their results are compared before anything is timed. All take turns, and of each
// thousand URLs the least time of all rounds counts. ada is the one inside
// Node.js: an addon calls it there, so that its figures hold no time of cgo. What a
// call of cgo would add is timed with a function that looks at one byte. What is
// not installed is reported.
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
	rounds := flag.Int("rounds", 30, "how often each contender parses all URLs")
	flag.Parse()
	if err := run(*file, *rounds); err != nil {
		fmt.Fprintln(os.Stderr, "weburl:", err)
		os.Exit(1)
	}
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
	fmt.Printf("%d URLs, %d canonical; %s\n\n", len(urls), canonical, runtime.Version())
	differ := 0
	for _, s := range urls {
		u, _ := weburl.Parse(s)
		if v, err := nlnwa.Parse(s); err != nil || v.Href(false) != u.Href() {
			differ++
		}
	}
	fmt.Printf("nlnwa/whatwg-url makes something else of %d\n", differ)

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
	node, err := newAda(urls)
	if err != nil {
		fmt.Println("skipped: ada:", err)
	} else {
		defer os.RemoveAll(node.dir)
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
	fmt.Println("\n| what | ns a URL |\n|---|---|")
	for _, c := range all {
		fmt.Printf("| %s | %.1f |\n", c.name, c.ns(len(urls)))
	}
	for _, what := range []string{"parse", "c", "can"} {
		if ns, ok := ada[what]; ok {
			fmt.Printf("| %s | %.1f |\n", map[string]string{"parse": "ada::parse", "c": "ada_parse (the C interface)", "can": "ada_can_parse"}[what], ns)
		}
	}
	hosts(rounds)
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
type ada struct{ dir, urls, addon string }

func newAda(urls []string) (_ *ada, err error) {
	dir, err := os.MkdirTemp("", "ada")
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			os.RemoveAll(dir)
		}
	}()
	a := &ada{dir, filepath.Join(dir, "urls"), filepath.Join(dir, "ada.node")}
	source := filepath.Join(dir, "ada.cc")
	if err := os.WriteFile(source, addon, 0o644); err != nil {
		return nil, err
	}
	if err := os.WriteFile(a.urls, []byte(strings.Join(urls, "\n")), 0o644); err != nil {
		return nil, err
	}
	// The headers of Node.js are where it was installed, or where Debian has them.
	program, err := exec.LookPath("node")
	if err != nil {
		return nil, err
	}
	include := filepath.Join(filepath.Dir(program), "..", "include", "node")
	out, err := exec.Command("g++", "-O2", "-std=c++17", "-shared", "-fPIC", "-I", include, "-I/usr/include/node", "-o", a.addon, source).CombinedOutput()
	if err != nil {
		return nil, fmt.Errorf("g++: %w %s", err, out)
	}
	version, err := exec.Command(program, "-p", "process.versions.ada + ', of Node.js ' + process.version").Output()
	if err != nil {
		return nil, err
	}
	fmt.Printf("ada is %s", version)
	return a, nil
}

func (a *ada) run(script string) ([]byte, error) {
	cmd := exec.Command("node", "-e", "const a = require(process.argv[1]), file = process.argv[2]; "+script, a.addon, a.urls)
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
	out, err := a.run(fmt.Sprintf(`const r = {}; for (const w of ["parse", "c", "can"]) r[w] = a.time(file, w, %d); console.log(JSON.stringify(r))`, rounds))
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
