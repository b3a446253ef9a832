// Command record asks the implementations on this machine every input of
// inputs.json and writes what they answer to recordings/. Run it in the folder
// interop:
//
//	go run ./record [-only PREFIX,…] [-recorder NAME,…] [-prune]
//	go run ./record -versions [-version VERSION,…] [-recorder NAME,…]
//	go run ./record -random [-only PREFIX,…] [-recorder NAME,…] [-prune] [-keep FOLDER]
//
// With -random it asks the inputs of random/inputs.json and writes random/;
// -keep also writes the answers themselves, a file an implementation.
//
// With -versions it runs the recorders that have a file versions, once for each
// version that the file lists, and writes versions/.
//
// A recorder whose program is not installed is named, and its recording stays
// as it is. So do implementations that a recorder no longer offers, unless
// -prune is given. The exit status is 1 when a recorder failed.
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
	"sort"
	"strings"
	"syscall"
	"time"
	"unicode/utf8"

	"github.com/pct-encoded/percent/internal/recordings"
	"github.com/pct-encoded/percent/interop"
)

const (
	// statusNotInstalled is how `run list` says that a program is missing.
	statusNotInstalled = 77
	// silence is how long a recorder may take for one answer: some compile,
	// start servers or read all their input first.
	silence = 10 * time.Minute
)

var errNotInstalled = errors.New("not installed")

func main() {
	only := flag.String("only", "", "record implementations whose ID starts with one of these `prefixes` (comma list)")
	names := flag.String("recorder", "", "run these `recorders` (comma list)")
	prune := flag.Bool("prune", false, "drop recorded implementations that a recorder no longer offers")
	random := flag.Bool("random", false, "ask the random inputs")
	draw := flag.Bool("draw", false, "write random/inputs.json anew and record nothing")
	versions := flag.Bool("versions", false, "record every version of the recorders that have versions")
	version := flag.String("version", "", "with -versions, record these `versions` (comma list) and leave the others as they are")
	keep := flag.String("keep", "", "with -random, write the answers to files in this `folder`")
	flag.Parse()
	if flag.NArg() > 0 {
		fmt.Fprintf(os.Stderr, "record: error: unexpected argument %q\n", flag.Arg(0))
		os.Exit(2)
	}
	if *draw {
		if err := write(filepath.Join("random", "inputs.json"), interop.Random(interop.Seed).Render()); err != nil {
			fmt.Fprintln(os.Stderr, "record: error:", err)
			os.Exit(2)
		}
		return
	}
	recorder, err := recordFixed(split(*only), *prune)
	switch {
	case *random:
		recorder, err = recordRandom(split(*only), *prune, *keep)
	case *versions:
		recorder, err = recordVersions(split(*version))
	}
	ok := false
	if err == nil {
		ok = run(recorders(split(*names), *versions), recorder)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "record: error:", err)
		os.Exit(2)
	}
	if !ok {
		os.Exit(1)
	}
}

func split(list string) []string {
	return strings.FieldsFunc(list, func(r rune) bool { return r == ',' })
}

// recordFixed returns the function that records the answers to inputs.json.
func recordFixed(only []string, prune bool) (func(name string) (note string, err error), error) {
	in, err := recordings.ReadInputs("inputs.json")
	if err != nil {
		return nil, fmt.Errorf("%w (run it in the folder interop)", err)
	}
	return func(name string) (string, error) { return record(in, name, only, prune) }, nil
}

// recorders returns the names that are given or, if there are none, of all recorders
// that have versions, or that have none.
func recorders(names []string, versions bool) []string {
	if len(names) > 0 {
		return names
	}
	runs, err := filepath.Glob("recorders/*/run")
	if err != nil {
		panic(err) // the pattern is well-formed
	}
	for _, r := range runs {
		if _, err := os.Stat(filepath.Join(filepath.Dir(r), "versions")); (err == nil) == versions {
			names = append(names, filepath.Base(filepath.Dir(r)))
		}
	}
	return names
}

// run records with every recorder and reports whether none failed.
func run(names []string, record func(name string) (note string, err error)) bool {
	ok := true
	for _, name := range names {
		start := time.Now()
		note, err := record(name)
		switch {
		case errors.Is(err, errNotInstalled):
			fmt.Printf("%s: %v; its recording stays as it is\n", name, err)
		case err != nil:
			ok = false
			fmt.Printf("%s: FAILED, its recording stays as it is: %v\n", name, err)
		case note != "":
			fmt.Printf("%s: %s (%.1fs)\n", name, note, time.Since(start).Seconds())
		}
	}
	return ok
}

// record runs one recorder and writes its file. The note is empty when only
// excluded everything it offers.
func record(in *recordings.Inputs, name string, only []string, prune bool) (note string, err error) {
	offered, err := list(name, "")
	if err != nil {
		return "", err
	}
	path := filepath.Join("recordings", name+".json")
	rec := &recordings.Recording{Recorder: name}
	old, err := recordings.ReadRecording(path)
	if errors.Is(err, os.ErrNotExist) {
		old, err = &recordings.Recording{}, nil
	}
	if err != nil {
		return "", err
	}
	listed, todo := choose(offered, only)
	if len(todo) == 0 {
		return "", nil
	}
	questions := func(m *recordings.Implementation) []recordings.Question { return in.Questions(m.Kind, m.Units) }
	if err := ask(name, "", todo, questions, (*recordings.Implementation).Set); err != nil {
		return "", err
	}
	fresh := map[string]bool{}
	for _, m := range todo {
		fresh[m.ID] = true
	}
	rec.Implementations = todo
	var kept []string
	for _, m := range old.Implementations {
		if fresh[m.ID] || prune && !listed[m.ID] {
			continue
		}
		rec.Implementations = append(rec.Implementations, m)
		if !listed[m.ID] {
			kept = append(kept, m.ID)
		}
	}
	if err := recordings.Recorded(".", recordings.NewAnswers(old.Implementations, todo, in), today()); err != nil {
		return "", err
	}
	note = fmt.Sprintf("recorded %d", len(todo))
	if len(kept) > 0 {
		note += "; kept, though not offered here: " + strings.Join(kept, " ")
	}
	return note, write(path, rec.Render(in))
}

// today is the day that programs.txt has for what is recorded now.
func today() string { return time.Now().UTC().Format(time.DateOnly) }

// choose returns the IDs that are offered, and the implementations among them that
// are wanted.
func choose(offered []*recordings.Implementation, only []string) (listed map[string]bool, todo []*recordings.Implementation) {
	listed = map[string]bool{}
	for _, m := range offered {
		listed[m.ID] = true
		if wanted(m.ID, only) {
			todo = append(todo, m)
		}
	}
	return listed, todo
}

func write(path string, b []byte) error {
	if old, err := os.ReadFile(path); err == nil && bytes.Equal(old, b) {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return err
	}
	if err := os.WriteFile(path+".new", b, 0o666); err != nil {
		return err
	}
	return os.Rename(path+".new", path)
}

func wanted(id string, only []string) bool {
	for _, p := range only {
		if strings.HasPrefix(id, p) {
			return true
		}
	}
	return len(only) == 0
}

// command prepares `run VERB`, or `run VERB VERSION`, of a recorder in a group of its own, so that what
// it started ends with it, and in a locale that does not vary.
func command(name, verb, version string) (*exec.Cmd, error) {
	exe, err := filepath.Abs(filepath.Join("recorders", name, "run"))
	if err != nil {
		return nil, err
	}
	cmd := exec.Command(exe, verb)
	if version != "" {
		cmd.Args = append(cmd.Args, version)
	}
	cmd.Dir = filepath.Dir(exe)
	cmd.Env = append(os.Environ(), "LC_ALL=C.UTF-8", "LANG=C.UTF-8", "TZ=UTC")
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.WaitDelay = 10 * time.Second
	return cmd, nil
}

// stop asks the group of cmd to end and insists after a while: a recorder may
// have a server or a browser to end first.
func stop(cmd *exec.Cmd) {
	_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGTERM)
	time.AfterFunc(5*time.Second, func() { kill(cmd) })
}

// kill ends what is left of the group of cmd.
func kill(cmd *exec.Cmd) { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }

// list asks a recorder what it offers.
func list(name, version string) ([]*recordings.Implementation, error) {
	cmd, err := command(name, "list", version)
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
	var out []*recordings.Implementation
	seen := map[string]bool{}
	for line := range strings.Lines(stdout.String()) {
		f := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if len(f) != 6 {
			return nil, fmt.Errorf("list: %q has %d fields, not 6", line, len(f))
		}
		m := &recordings.Implementation{Kind: f[0], ID: f[1], Language: f[2], Version: f[3], Units: f[4], Call: f[5]}
		for _, s := range f {
			if s == "" || !utf8.ValidString(s) {
				return nil, fmt.Errorf("list: %q has an empty field or is not UTF-8", line)
			}
		}
		if m.Kind != recordings.Encoder && m.Kind != recordings.Decoder {
			return nil, fmt.Errorf("list: unknown kind %q of %s", m.Kind, m.ID)
		}
		if m.Units != recordings.Bytes && m.Units != recordings.Text && m.Units != recordings.UTF16 {
			return nil, fmt.Errorf("list: unknown units %q of %s", m.Units, m.ID)
		}
		if seen[m.ID] {
			return nil, fmt.Errorf("list: %s twice", m.ID)
		}
		seen[m.ID] = true
		out = append(out, m)
	}
	if len(out) == 0 {
		return nil, errors.New("list: nothing offered")
	}
	sort.SliceStable(out, func(i, j int) bool { return out[i].ID < out[j].ID })
	return out, nil
}

// tail returns the end of s, which a program wrote before it failed.
func tail(s string) string {
	s = strings.TrimSpace(s)
	return s[max(0, len(s)-600):]
}

// ask gives the recorder the inputs of every implementation and files the
// answers. Questions are written ahead of the answers.
func ask(name, version string, todo []*recordings.Implementation, questions func(*recordings.Implementation) []recordings.Question,
	file func(*recordings.Implementation, recordings.Question, recordings.Result),
) error {
	cmd, err := command(name, "run", version)
	if err != nil {
		return err
	}
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	stdin, err := cmd.StdinPipe()
	if err != nil {
		return err
	}
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	go func() {
		w := bufio.NewWriter(stdin)
		for _, m := range todo {
			for _, q := range questions(m) {
				fmt.Fprintf(w, "%s\t%x\n", m.ID, q.Octets)
			}
		}
		// A recorder that ends early is reported by the reader.
		_ = w.Flush()
		_ = stdin.Close()
	}()
	watchdog := time.AfterFunc(silence, func() { stop(cmd) })
	defer watchdog.Stop()
	err = func() error {
		r := bufio.NewReader(stdout)
		for _, m := range todo {
			for _, q := range questions(m) {
				line, err := r.ReadString('\n')
				if err != nil {
					return fmt.Errorf("no answer of %s to %s %s: %w", m.ID, q.Section, q.Name, err)
				}
				watchdog.Reset(silence)
				res, err := parse(strings.TrimSuffix(line, "\n"))
				if err != nil {
					return fmt.Errorf("answer of %s to %s %s: %w", m.ID, q.Section, q.Name, err)
				}
				file(m, q, res)
			}
		}
		rest, err := io.ReadAll(r)
		if err == nil && len(rest) > 0 {
			err = fmt.Errorf("more answers than inputs: %.60q", rest)
		}
		return err
	}()
	if err != nil {
		stop(cmd)
	}
	if werr := cmd.Wait(); err == nil {
		err = werr
	}
	kill(cmd)
	if err != nil {
		return fmt.Errorf("%w: %s", err, tail(stderr.String()))
	}
	return nil
}

// parse reads one answer line.
func parse(line string) (recordings.Result, error) {
	switch {
	case line == "-":
		return recordings.Result{Inexpressible: true}, nil
	case line == "!":
		return recordings.Result{}, errors.New("a failure without a message")
	case strings.HasPrefix(line, "!"):
		if !utf8.ValidString(line) {
			return recordings.Result{}, fmt.Errorf("the message %.60q is not UTF-8", line)
		}
		return recordings.Result{Message: line[1:]}, nil
	}
	b, err := hex.DecodeString(line)
	if err != nil {
		return recordings.Result{}, fmt.Errorf("%.60q: %w", line, err)
	}
	if b == nil {
		b = []byte{}
	}
	return recordings.Result{Output: b}, nil
}
