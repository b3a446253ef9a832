// Command readers records what URL parsers and clients make of the URLs of Corpus:
//
//	go run ./readers [-only NAME,…] [-version VERSION,…] [-more] [-list] [-once] [RECORDER…]
//
// Started in interop, it writes readers/corpus.txt.gz and runs the recorders that are named, or all,
// each of their versions, twice. What differs between the two is no recording: it is reported, and
// the file stays as it is. It then writes readers/recordings/NAME@VERSION.txt.gz. With -more, it asks
// only for the URLs that are new since a program of that version was recorded. A recorder whose
// program is missing is named, and its recordings stay as they are; the exit status is 1 when one
// failed.
package main

import (
	"bufio"
	"bytes"
	"encoding/hex"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/pct-encoded/percent/internal/recordings"
)

const (
	// statusNotInstalled is how `run list` says that a program is missing.
	statusNotInstalled = 77
	// silence is how long a recorder may take for one answer: some compile, start servers or read
	// all their input first.
	silence = 10 * time.Minute
)

var errNotInstalled = errors.New("not installed")

func main() {
	only := flag.String("only", "", "record readers whose name starts with one of these `prefixes` (comma list)")
	version := flag.String("version", "", "of recorders with versions, run these `versions` (comma list)")
	list := flag.Bool("list", false, "list what the recorders offer and record nothing")
	more := flag.Bool("more", false, "ask only for URLs that the recording of the same version has no answer to")
	once := flag.Bool("once", false, "print the answers of one run and record nothing")
	flag.Parse()
	d := driver{folder: "readers", only: split(*only), versions: split(*version), more: *more, list: *list, once: *once, out: os.Stdout}
	ok, err := d.run(flag.Args())
	if err != nil {
		fmt.Fprintln(os.Stderr, "readers: error:", err)
		os.Exit(2)
	}
	if !ok {
		os.Exit(1)
	}
}

func split(list string) []string {
	return strings.FieldsFunc(list, func(r rune) bool { return r == ',' })
}

// A driver runs recorders.
type driver struct {
	folder         string
	only, versions []string
	more           bool
	list, once     bool
	out            io.Writer
}

// run reports whether no recorder failed.
func (d *driver) run(names []string) (bool, error) {
	urls := Corpus()
	if err := writeCorpus(filepath.Join(d.folder, "corpus.txt.gz"), urls); err != nil {
		return false, fmt.Errorf("%w (run it in the folder interop)", err)
	}
	if len(names) == 0 {
		runs, err := filepath.Glob(filepath.Join(d.folder, "recorders/*/run"))
		if err != nil {
			return false, err
		}
		for _, r := range runs {
			names = append(names, filepath.Base(filepath.Dir(r)))
		}
	}
	ok := true
	for _, name := range names {
		versions, err := versionsOf(filepath.Join(d.folder, "recorders", name, "versions"))
		if err != nil {
			return false, err
		}
		for _, v := range versions {
			if v != "" && len(d.versions) > 0 && !slices.Contains(d.versions, v) {
				continue
			}
			label := strings.TrimSpace(name + " " + v)
			start := time.Now()
			note, err := d.record(name, v, urls)
			switch {
			case errors.Is(err, errNotInstalled):
				fmt.Fprintf(d.out, "%s: %v; its recordings stay as they are\n", label, err)
			case err != nil:
				ok = false
				fmt.Fprintf(d.out, "%s: FAILED: %v\n", label, err)
			case note != "":
				fmt.Fprintf(d.out, "%s: %s (%.1fs)\n", label, note, time.Since(start).Seconds())
			}
		}
	}
	return ok, nil
}

// writeCorpus writes the file unless it holds the same URLs: another version of Go may compress
// them to other octets.
func writeCorpus(path string, urls []string) error {
	if old, err := recordings.ReadCorpus(path); err == nil && slices.Equal(old, urls) {
		return nil
	}
	b, err := recordings.Zip(recordings.RenderCorpus(urls))
	if err != nil {
		return err
	}
	return os.WriteFile(path, b, 0o666)
}

// versionsOf returns the first words of the lines of a recorder's file versions, or an empty version
// where it has none.
func versionsOf(path string) ([]string, error) {
	b, err := os.ReadFile(path)
	if errors.Is(err, os.ErrNotExist) {
		return []string{""}, nil
	}
	if err != nil {
		return nil, err
	}
	var out []string
	for line := range strings.Lines(string(b)) {
		if f := strings.Fields(line); len(f) > 0 && !strings.HasPrefix(f[0], "#") {
			out = append(out, f[0])
		}
	}
	return out, nil
}

// record asks one version of a recorder everything, twice, and writes the recordings.
func (d *driver) record(name, version string, urls []string) (note string, err error) {
	offered, err := d.offered(name, version)
	if err != nil {
		return "", err
	}
	if d.list {
		for _, h := range offered {
			fmt.Fprintf(d.out, "%s\t%s\t%s\t%s\n", h.ID(), h.Kind, h.Program, h.Call)
		}
		return "", nil
	}
	if len(offered) == 0 {
		return "", nil
	}
	sum := recordings.CorpusSum(urls)
	known := make([][]recordings.Answer, len(offered))
	if d.more {
		if known, urls, err = d.known(offered, urls); err != nil || len(urls) == 0 {
			return "", err
		}
	}
	first, err := d.ask(name, version, offered, urls)
	if err != nil {
		return "", err
	}
	if d.once {
		for i, h := range offered {
			for k, a := range first[i] {
				fmt.Fprintf(d.out, "%s\t%s\t%s\n", h.Name, recordings.EscapeURL(urls[k]), a)
			}
		}
		return "", nil
	}
	second, err := d.ask(name, version, offered, urls)
	if err != nil {
		return "", err
	}
	var same []string
	for i, h := range offered {
		differ := 0
		for k := range urls {
			if first[i][k].String() != second[i][k].String() {
				if differ++; differ <= 3 {
					err = errors.Join(err, fmt.Errorf("%s answered %s with %q and then with %q", h.ID(), recordings.EscapeURL(urls[k]), first[i][k], second[i][k]))
				}
			}
		}
		if differ > 0 {
			err = errors.Join(err, fmt.Errorf("%s: %d answers differ between two runs", h.ID(), differ))
			continue
		}
		h.Corpus = sum
		if werr := d.write(&recordings.ReaderRecording{ReaderHeader: h, Answers: slices.Concat(known[i], first[i])}); werr != nil {
			return "", werr
		}
		same = append(same, h.ID())
	}
	return "recorded " + strings.Join(same, " "), err
}

// known returns the answers that all of the recordings have, and the URLs behind them.
func (d *driver) known(offered []recordings.ReaderHeader, urls []string) (answers [][]recordings.Answer, rest []string, err error) {
	fewest := len(urls)
	for _, h := range offered {
		r, err := recordings.ReadReader(filepath.Join(d.folder, "recordings", h.ID()+".txt.gz"))
		if err == nil && !r.AnswersOf(urls) {
			err = fmt.Errorf("%s answers other URLs", h.ID())
		}
		if err != nil {
			return nil, nil, err
		}
		answers, fewest = append(answers, r.Answers), min(fewest, len(r.Answers))
	}
	for i := range answers {
		answers[i] = answers[i][:fewest]
	}
	return answers, urls[fewest:], nil
}

// write writes a recording, and those of the same name again: which of them stand for others can
// have changed.
func (d *driver) write(r *recordings.ReaderRecording) error {
	folder := filepath.Join(d.folder, "recordings")
	files, err := filepath.Glob(filepath.Join(folder, r.Name+"@*.txt.gz"))
	if err != nil {
		return err
	}
	all := []*recordings.ReaderRecording{r}
	for _, file := range files {
		old, err := recordings.ReadReader(file)
		if err != nil {
			return err
		}
		if old.Version != r.Version {
			all = append(all, old)
		}
	}
	settle(all)
	for _, r := range all {
		b, err := r.Render()
		if err != nil {
			return err
		}
		path := filepath.Join(folder, r.ID()+".txt.gz")
		if old, err := os.ReadFile(path); err == nil && bytes.Equal(old, b) {
			continue
		}
		if err := os.WriteFile(path, b, 0o666); err != nil {
			return err
		}
	}
	return nil
}

// settle sorts recordings of one name by version, and names in each the oldest that has the same
// answers to the same corpus.
func settle(all []*recordings.ReaderRecording) {
	slices.SortFunc(all, func(a, b *recordings.ReaderRecording) int { return compareVersions(a.Version, b.Version) })
	for i, r := range all {
		r.Same = ""
		for _, older := range all[:i] {
			if older.Same == "" && older.Corpus == r.Corpus && sameAnswers(older.Answers, r.Answers) {
				r.Same = older.ID()
				break
			}
		}
	}
}

func sameAnswers(a, b []recordings.Answer) bool {
	return slices.EqualFunc(a, b, func(a, b recordings.Answer) bool {
		return a.Verdict == b.Verdict && slices.Equal(a.Fields, b.Fields)
	})
}

// compareVersions compares the numbers in versions, then the texts.
func compareVersions(a, b string) int {
	numbers := func(s string) []int {
		var out []int
		for _, f := range strings.FieldsFunc(s, func(r rune) bool { return r < '0' || r > '9' }) {
			n, _ := strconv.Atoi(f) // what is too large compares as the largest
			out = append(out, n)
		}
		return out
	}
	if c := slices.Compare(numbers(a), numbers(b)); c != 0 {
		return c
	}
	return strings.Compare(a, b)
}

// command prepares `run VERB [VERSION]` of a recorder in a group of its own, so that what it started
// ends with it, and in a locale that does not vary.
func (d *driver) command(name, verb, version string) (*exec.Cmd, error) {
	exe, err := filepath.Abs(filepath.Join(d.folder, "recorders", name, "run"))
	if err != nil {
		return nil, err
	}
	cmd := exec.Command(exe, verb)
	if version != "" {
		cmd.Args = append(cmd.Args, version)
	}
	cmd.Dir = filepath.Dir(exe)
	cmd.Env = append(os.Environ(), "LC_ALL=C.UTF-8", "LANG=C.UTF-8", "TZ=UTC", "PYTHONHASHSEED=0", "PYTHONDONTWRITEBYTECODE=1")
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.WaitDelay = 10 * time.Second
	return cmd, nil
}

// offered asks a recorder what it offers, of which it returns what is wanted.
func (d *driver) offered(name, version string) ([]recordings.ReaderHeader, error) {
	cmd, err := d.command(name, "list", version)
	if err != nil {
		return nil, err
	}
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil {
		var exit *exec.ExitError
		if errors.As(err, &exit) && exit.ExitCode() == statusNotInstalled {
			return nil, fmt.Errorf("%w: %s", errNotInstalled, tail(stderr.String()))
		}
		return nil, fmt.Errorf("list: %w: %s", err, tail(stderr.String()))
	}
	var out []recordings.ReaderHeader
	for line := range strings.Lines(stdout.String()) {
		f := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if len(f) != 5 || slices.Contains(f, "") {
			return nil, fmt.Errorf("list: %q has not 5 fields", line)
		}
		h := recordings.ReaderHeader{Name: f[0], Version: f[1], Kind: f[2], Program: f[3], Call: f[4]}
		if h.Kind != recordings.Accessors && h.Kind != recordings.Client {
			return nil, fmt.Errorf("list: unknown kind %q of %s", h.Kind, h.Name)
		}
		if strings.ContainsAny(h.ID(), "/ ") || strings.Count(h.ID(), "@") != 1 {
			return nil, fmt.Errorf("list: the name %q", h.ID())
		}
		if len(d.only) == 0 || slices.ContainsFunc(d.only, func(p string) bool { return strings.HasPrefix(h.Name, p) }) {
			out = append(out, h)
		}
	}
	return out, nil
}

// tail returns the end of s, which a program wrote before it failed.
func tail(s string) string {
	s = strings.TrimSpace(s)
	return s[max(0, len(s)-600):]
}

// ask gives the recorder the URLs for each reader and returns the answers. Questions are written
// ahead of the answers.
func (d *driver) ask(name, version string, readers []recordings.ReaderHeader, urls []string) (answers [][]recordings.Answer, err error) {
	cmd, err := d.command(name, "run", version)
	if err != nil {
		return nil, err
	}
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
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
		for _, h := range readers {
			for _, u := range urls {
				fmt.Fprintf(w, "%s\t%x\n", h.Name, u)
			}
		}
		// A recorder that ends early is reported by the reader.
		_ = w.Flush()
		_ = stdin.Close()
	}()
	kill := func(signal syscall.Signal) { _ = syscall.Kill(-cmd.Process.Pid, signal) }
	watchdog := time.AfterFunc(silence, func() { kill(syscall.SIGKILL) })
	defer watchdog.Stop()
	r := bufio.NewReader(stdout)
	err = func() error {
		for _, h := range readers {
			var list []recordings.Answer
			for _, u := range urls {
				line, err := r.ReadString('\n')
				if err != nil {
					return fmt.Errorf("no answer of %s to %s: %w", h.Name, recordings.EscapeURL(u), err)
				}
				watchdog.Reset(silence)
				a, err := parse(strings.TrimSuffix(line, "\n"), len(h.Names()))
				if err != nil {
					return fmt.Errorf("answer of %s to %s: %w", h.Name, recordings.EscapeURL(u), err)
				}
				list = append(list, a)
			}
			answers = append(answers, list)
		}
		rest, err := io.ReadAll(r)
		if err == nil && len(rest) > 0 {
			err = fmt.Errorf("more answers than inputs: %.60q", rest)
		}
		return err
	}()
	if err != nil {
		kill(syscall.SIGTERM)
	}
	if werr := cmd.Wait(); err == nil {
		err = werr
	}
	kill(syscall.SIGKILL)
	if err != nil {
		return nil, fmt.Errorf("%w: %s", err, tail(stderr.String()))
	}
	return answers, nil
}

// parse reads one line of a recorder: fields are in hexadecimal.
func parse(line string, fields int) (recordings.Answer, error) {
	f := strings.Split(line, "\t")
	switch {
	case line == "!" || line == "?":
		return recordings.Answer{Verdict: line[0]}, nil
	case f[0] != "=" || len(f) != fields+1:
		return recordings.Answer{}, fmt.Errorf("%.60q has not %d fields", line, fields)
	}
	a := recordings.Answer{Verdict: recordings.URLRead}
	for _, h := range f[1:] {
		if h == "-" {
			a.Fields = append(a.Fields, recordings.Field{})
			continue
		}
		b, err := hex.DecodeString(h)
		if err != nil {
			return recordings.Answer{}, fmt.Errorf("%.60q: %w", line, err)
		}
		a.Fields = append(a.Fields, recordings.Field{Text: string(b), Present: true})
	}
	return a, nil
}
