// Command models compares the models of package reader with the programs themselves, on
// random URLs that are not those of the recordings:
//
//	go run ./readers/models [-n 100000] [-seed 7] [-only NAME,…] [-version VERSION,…] [-show 3] [-keep FOLDER] [-parallel 1] RECORDER…
//
// Started in interop, it asks the recorders that are named, one after the other and each in
// all of its versions, and prints of each reader how many URLs it was given, on how many of
// them the model agrees, has no answer (unknown), or is wrong, and the first URLs of the last
// kind. -keep writes what the programs answered to a folder, and takes it from there the next
// time. -parallel is for clients that wait, as those of FTP do. The exit status is 1 when a
// model is wrong on more than one URL of a thousand, unknown ones left out.
package main

import (
	"bufio"
	"encoding/hex"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/pct-encoded/percent/internal/recordings"
	"github.com/pct-encoded/percent/reader"
)

func main() {
	n := flag.Int("n", 100_000, "how many `URLs`")
	seed := flag.Uint64("seed", 7, "the `seed` they are drawn from")
	only := flag.String("only", "", "readers whose name starts with one of these `prefixes` (comma list)")
	version := flag.String("version", "", "of recorders with versions, ask these `versions` (comma list)")
	show := flag.Int("show", 3, "how many `URLs` to print on which a model is wrong")
	folder := flag.String("recorders", "readers/recorders", "the `folder` of the recorders")
	corpus := flag.String("corpus", "", "a `file` of URLs in the form of the corpus, instead of random ones")
	keep := flag.String("keep", "", "a `folder` for the answers of the programs")
	parallel := flag.Int("parallel", 1, "how many `runs` of a recorder to start at once, each for a part of the URLs")
	flag.Parse()
	urls := draw(*n, *seed)
	if *corpus != "" {
		var err error
		if urls, err = recordings.ReadCorpus(*corpus); err != nil {
			fmt.Fprintln(os.Stderr, "models: error:", err)
			os.Exit(2)
		}
	}
	c := comparison{urls: urls, only: split(*only), show: *show, keep: *keep, parallel: max(1, *parallel)}
	status := 0
	for _, name := range flag.Args() {
		versions, err := versionsOf(filepath.Join(*folder, name), split(*version))
		for _, v := range versions {
			ok := false
			if err == nil {
				ok, err = c.compare(filepath.Join(*folder, name), v)
			}
			if !ok {
				status = 1
			}
			if err != nil {
				fmt.Fprintf(os.Stderr, "models: error: %s %s: %v\n", name, v, err)
				err = nil
			}
		}
	}
	os.Exit(status)
}

func split(list string) []string {
	return strings.FieldsFunc(list, func(r rune) bool { return r == ',' })
}

// versionsOf returns the first words of the lines of a recorder's file versions, those of
// wanted if there are any, and an empty version where it has no such file.
func versionsOf(folder string, wanted []string) (list []string, err error) {
	text, err := os.ReadFile(filepath.Join(folder, "versions"))
	if err != nil {
		return []string{""}, nil
	}
	for line := range strings.Lines(string(text)) {
		f := strings.Fields(line)
		if len(f) > 0 && !strings.HasPrefix(f[0], "#") && (len(wanted) == 0 || slices.Contains(wanted, f[0])) {
			list = append(list, f[0])
		}
	}
	return list, nil
}

// A comparison is what is asked, and where the answers are kept.
type comparison struct {
	urls, only []string
	show       int
	keep       string
	parallel   int
}

// compare asks a recorder about all URLs for each of its readers that has a model, and
// reports whether all models are right often enough.
func (c *comparison) compare(folder, version string) (ok bool, err error) {
	list, err := command(folder, "list", version).Output()
	if err != nil {
		return false, err
	}
	ok = true
	for line := range strings.Lines(string(list)) {
		f := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if len(f) != 5 || len(c.only) > 0 && !slices.ContainsFunc(c.only, func(p string) bool { return strings.HasPrefix(f[0], p) }) {
			continue
		}
		r, err := reader.Lookup(f[0] + "@" + f[1])
		if err != nil {
			fmt.Println(f[0] + "@" + f[1] + ": no model")
			continue
		}
		answers, err := c.ask(folder, version, r)
		if err != nil {
			return false, err
		}
		agree, unknown, wrong, impossible := 0, 0, 0, 0
		for i, u := range c.urls {
			got := Line(r, r.Read(u))
			switch {
			case answers[i] == "?":
				impossible++
			case got == "unknown":
				unknown++
			case got == answers[i]:
				agree++
			default:
				if wrong++; wrong <= c.show {
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
		for _, s := range []string{loopback(r, strings.TrimSuffix(x.Host.Text, ".")), x.Port.Text, target} {
			a.Fields = append(a.Fields, recordings.Field{Text: s, Present: true})
		}
		// The listener speaks only HTTP, nothing listens on port 0, and some
		// clients connect and ask for nothing.
		if s := x.Scheme.Text; s != "http" && s != "rtmpt" && s != "rtmpte" || x.Port.Text == "0" || target == "" {
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
// host, the port and the target. It takes them from those that are kept.
func (c *comparison) ask(folder, version string, r reader.Reader) ([]string, error) {
	sum := recordings.CorpusSum(c.urls)
	path := filepath.Join(c.keep, fmt.Sprintf("%s@%s.%.16s.txt", r.Name(), r.Version(), sum))
	if c.keep != "" {
		if b, err := os.ReadFile(path); err == nil {
			return strings.Split(strings.TrimSuffix(string(b), "\n"), "\n"), nil
		}
	}
	answers := make([]string, len(c.urls))
	failed := make([]error, c.parallel)
	var g sync.WaitGroup
	for i := range c.parallel {
		from, to := i*len(c.urls)/c.parallel, (i+1)*len(c.urls)/c.parallel
		g.Go(func() {
			var part []string
			part, failed[i] = run(folder, version, r, c.urls[from:to])
			copy(answers[from:], part)
		})
	}
	g.Wait()
	err := errors.Join(failed...)
	if err != nil || c.keep == "" {
		return answers, err
	}
	return answers, os.WriteFile(path, []byte(strings.Join(answers, "\n")+"\n"), 0o666)
}

// run asks a recorder.
func run(folder, version string, r reader.Reader, urls []string) ([]string, error) {
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
			fmt.Fprintf(w, "%s\t%x\n", r.Name(), u)
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
			return nil, fmt.Errorf("no answer of %s to %q: %w", r, urls[len(answers)], err)
		}
		answers = append(answers, answer(r, strings.TrimSuffix(line, "\n")))
	}
	if _, err := io.Copy(io.Discard, in); err != nil {
		return nil, err
	}
	return answers, cmd.Wait()
}

// answer turns the line of a recorder into that of a recording.
func answer(r reader.Reader, line string) string {
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
		if port.Text == "0" {
			target = recordings.Field{}
		}
		address.Text = loopback(r, strings.ToLower(address.Text))
		a.Fields = []recordings.Field{address, port, target}
	}
	return a.String()
}

// loopback returns an address of localhost, of which curl since 8 takes ::1, and which some clients ask no resolver for.
func loopback(r reader.Reader, host string) string {
	if host == "localhost" || host == "::1" && strings.HasPrefix(r.String(), "curl") && strings.HasSuffix(r.String(), "@8.23.0") {
		return "127.0.0.1"
	}
	return host
}
