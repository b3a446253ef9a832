// Command models compares the models of package reader with the programs themselves, on
// random URLs that are not those of the recordings:
//
//	go run ./readers/models [-n 100000] [-seed 7] [-only NAME,…] [-version VERSION] [-show 3] RECORDER…
//
// Started in interop, it asks the recorders that are named, one after the other, and
// prints of each reader how many URLs it was given, on how many of them the model agrees,
// has no answer (unknown), or is wrong, and the first URLs of the last kind. The exit
// status is 1 when a model is wrong on more than one URL of a thousand, unknown ones
// left out.
package main

import (
	"bufio"
	"encoding/hex"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/pct-encoded/percent/internal/recordings"
	"github.com/pct-encoded/percent/reader"
)

func main() {
	n := flag.Int("n", 100_000, "how many `URLs`")
	seed := flag.Uint64("seed", 7, "the `seed` they are drawn from")
	only := flag.String("only", "", "readers whose name starts with one of these `prefixes` (comma list)")
	version := flag.String("version", "", "the `version`, of recorders that have several")
	show := flag.Int("show", 3, "how many `URLs` to print on which a model is wrong")
	folder := flag.String("recorders", "readers/recorders", "the `folder` of the recorders")
	corpus := flag.String("corpus", "", "a `file` of URLs in the form of the corpus, instead of random ones")
	flag.Parse()
	urls := draw(*n, *seed)
	if *corpus != "" {
		var err error
		if urls, err = recordings.ReadCorpus(*corpus); err != nil {
			fmt.Fprintln(os.Stderr, "models: error:", err)
			os.Exit(2)
		}
	}
	status := 0
	for _, name := range flag.Args() {
		ok, err := compare(filepath.Join(*folder, name), *version, strings.FieldsFunc(*only, func(r rune) bool { return r == ',' }), urls, *show)
		if err != nil {
			fmt.Fprintf(os.Stderr, "models: error: %s: %v\n", name, err)
			ok = false
		}
		if !ok {
			status = 1
		}
	}
	os.Exit(status)
}

// compare asks a recorder about all URLs for each of its readers that has a model, and
// reports whether all models are right often enough.
func compare(folder, version string, only, urls []string, show int) (ok bool, err error) {
	list, err := command(folder, "list", version).Output()
	if err != nil {
		return false, err
	}
	ok = true
	for line := range strings.Lines(string(list)) {
		f := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if len(f) != 5 || len(only) > 0 && !slices.ContainsFunc(only, func(p string) bool { return strings.HasPrefix(f[0], p) }) {
			continue
		}
		r, err := reader.Lookup(f[0] + "@" + f[1])
		if err != nil {
			fmt.Println(f[0] + "@" + f[1] + ": no model")
			continue
		}
		answers, err := ask(folder, version, f[0], urls)
		if err != nil {
			return false, err
		}
		agree, unknown, wrong, impossible := 0, 0, 0, 0
		for i, u := range urls {
			got := Line(r, r.Read(u))
			switch {
			case answers[i] == "?":
				impossible++
			case got == "unknown":
				unknown++
			case got == answers[i]:
				agree++
			default:
				if wrong++; wrong <= show {
					fmt.Printf("  %s\n    model   %s\n    program %s\n", recordings.EscapeURL(u), got, answers[i])
				}
			}
		}
		given := agree + unknown + wrong
		fmt.Printf("%s: %d given, %d agree (%.3f %%), %d unknown (%.2f %%), %d wrong, %d could not be given\n", r, given, agree,
			100*float64(agree)/float64(max(1, agree+wrong)), unknown, 100*float64(unknown)/float64(max(1, given)), wrong, impossible)
		if wrong*1000 > agree+wrong {
			ok = false
		}
	}
	return ok, nil
}

// Line returns a reading in the form in which recordings have answers. Of a client it
// has the address or the name, the port and the target.
func Line(r reader.Reader, x reader.Reading) string {
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
		for _, s := range []string{x.Host.Text, x.Port.Text, target} {
			a.Fields = append(a.Fields, recordings.Field{Text: s, Present: true})
		}
		// The listener speaks no TLS.
		if x.Scheme.Text == "https" {
			a.Fields[2] = recordings.Field{}
		}
		return a.String()
	}
	for _, p := range []reader.Part{x.Scheme, x.User, x.Password, x.Host, x.Port, x.Path, x.Query, x.Fragment} {
		a.Fields = append(a.Fields, recordings.Field(p))
	}
	return a.String()
}

func command(folder, verb, version string) *exec.Cmd {
	exe, err := filepath.Abs(filepath.Join(folder, "run"))
	if err != nil {
		exe = filepath.Join(folder, "run")
	}
	cmd := exec.Command(exe, verb)
	if version != "" {
		cmd.Args = append(cmd.Args, version)
	}
	cmd.Dir = folder
	cmd.Env = append(os.Environ(), "LC_ALL=C.UTF-8", "LANG=C.UTF-8", "TZ=UTC", "PYTHONHASHSEED=0", "PYTHONDONTWRITEBYTECODE=1")
	cmd.Stderr = os.Stderr
	return cmd
}

// ask returns the answers of a reader, as recordings have them; of a client only the
// host, the port and the target.
func ask(folder, version, name string, urls []string) ([]string, error) {
	cmd := command(folder, "run", version)
	stdin, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	go func() {
		w := bufio.NewWriter(stdin)
		for _, u := range urls {
			fmt.Fprintf(w, "%s\t%x\n", name, u)
		}
		// A recorder that ends early is reported by the reader.
		_ = w.Flush()
		_ = stdin.Close()
	}()
	var answers []string
	in := bufio.NewReader(stdout)
	for range urls {
		line, err := in.ReadString('\n')
		if err != nil {
			return nil, fmt.Errorf("no answer of %s to %q: %w", name, urls[len(answers)], err)
		}
		answers = append(answers, answer(strings.TrimSuffix(line, "\n")))
	}
	if _, err := io.Copy(io.Discard, in); err != nil {
		return nil, err
	}
	return answers, cmd.Wait()
}

// answer turns the line of a recorder into that of a recording.
func answer(line string) string {
	f := strings.Split(line, "\t")
	if f[0] != "=" {
		return line
	}
	a := recordings.Answer{Verdict: recordings.URLRead}
	for _, digits := range f[1:] {
		b, err := hex.DecodeString(digits)
		a.Fields = append(a.Fields, recordings.Field{Text: string(b), Present: err == nil})
	}
	if len(a.Fields) == len(recordings.ClientFields) {
		address, port, name, target := a.Fields[0], a.Fields[1], a.Fields[2], a.Fields[4]
		if name.Present {
			address = name
		}
		a.Fields = []recordings.Field{address, port, target}
	}
	return a.String()
}

// draw returns n random URLs of at most 400 octets: joined from pieces, or plain ones
// with a few pieces put in, taken out or put in place of an octet.
func draw(n int, seed uint64) []string {
	r := rand.New(rand.NewPCG(seed, 29))
	piece := func() string { return pieces[r.IntN(len(pieces))] }
	urls := make([]string, 0, n)
	for len(urls) < n {
		var u string
		if r.IntN(3) == 0 {
			u = starts[r.IntN(len(starts))]
			for range 2 + r.IntN(9) {
				u += piece()
			}
		} else {
			u = plain[r.IntN(len(plain))]
			for range 1 + r.IntN(3) {
				at := r.IntN(len(u) + 1)
				drop := min(r.IntN(2), len(u)-at)
				u = u[:at] + piece() + u[at+drop:]
			}
		}
		if len(u) < 400 {
			urls = append(urls, u)
		}
	}
	return urls
}

var starts = []string{"http://", "http://", "http://", "https://", "http:", "http:/", "http:///", `http:\\`, "//", "", "ftp://", "foo://", "HTTPS://", "foo:", "file://", "ws://", "mailto:"}

var plain = []string{
	"http://a.test/", "http://a.test/b/c?q=1#f", "http://u:p@a.test:8080/b?q#f", "https://www.example.com/a/./b/../c", "http://127.0.0.1:80/", "http://[::1]:8080/a",
	"http://[::ffff:127.0.0.1]/", "https://bücher.test/é?ü#ö", "foo://u@a.test:1/b?c#d", "//a.test/b", "/a/b?c", "ftp://a.test/a;type=i", "http://0x7f.1/", "http://a.test/%41%2f?%61#%62", "mailto:a@b.test", "https://xn--bcher-kva.test:443/",
}

var pieces = []string{
	"a.test", "b.test", "127.0.0.1", "[::1]", "u", "p", "A", "Z", "g", ":", ":", ":", "@", "@", "@", "/", "/", "/", `\`, `\`, "?", "#", ".", ".", "..", "/../", "/./", "%2e", "%", "%41", "%7e", "%zz", "%00", "%0a", "%20", "%25", "%2f", "%2F", "%40", "%3a", "%5c", "%c3%a9", "%ff",
	"80", "443", "8080", "0", "1", "65536", "99999999999", "0x7f.1", "0177", "0x", "[", "]", "[", "]", "::", "1::2", "%25lo", "v1.a", "é", "É", "ß", "。", "．", "/", "＠", "：", "℀", "ａ", "İ", "\u00ad", "\u200d", "\u00a0", "\u3000", "\ufeff", " ", " ", "\t", "\n", "\r", "\x00", "\x01", "\x1f", "\x7f", "\x80", "\xff", "\xc3",
	";", "&", "=", "+", "-", "_", "~", "!", "$", "'", "(", ")", "*", ",", "\"", "<", ">", "|", "^", "`", "{", "}", "xn--", "//", "http:", "😀",
}
