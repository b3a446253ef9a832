// Command clients records what clients connect to and send. Started by sandbox.sh, it is the only
// server on the machine: it answers all connections and all names.
package main

import (
	"bufio"
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"
)

const (
	// statusNotInstalled is how the word list says that a program is missing.
	statusNotInstalled = 77
	// patience is how long a client may take for one URL.
	patience = 15 * time.Second
	// slow is how long no refusal of a URL takes, unless the client waits for something.
	slow = time.Second
	// attempts is how often a client is asked that connects to nothing and is slow, as
	// where a busy machine answers a question for a name too late.
	attempts = 3
)

func main() {
	if len(os.Args) > 1 && os.Args[1] == "worker" {
		worker()
		return
	}
	if len(os.Args) != 4 {
		fail("no word, client and cache")
	}
	name, _, _ := strings.Cut(os.Args[2], "@")
	c, ok := clients[name]
	if !ok {
		fail("no client " + name)
	}
	c.name, c.cache, c.stage = name, os.Args[3], os.Getenv("STAGE")
	c.other = strings.Fields(os.Getenv("START"))
	if os.Args[1] == "list" {
		version := c.installed()
		fmt.Printf("%s\t%s\tclient\t%s\t%s\n", c.name, version, c.program, c.call)
		return
	}
	run(c)
}

func fail(message string) {
	fmt.Fprintln(os.Stderr, message)
	os.Exit(1)
}

// A client is a program that fetches URLs.
type client struct {
	program, call string
	// version is a command whose output has the version, which the first group of pattern, or
	// number, finds.
	version []string
	pattern string
	// once is the command for one URL, which is its last argument; serve is a worker, which reads a
	// URL in hexadecimal a line and writes a line when it is done with it: "." or, where it cannot be
	// given such a URL, "?".
	once, serve []string
	// build is a command that is run first, in the folder of this program.
	build []string

	name, cache string
	// other are the words that start a program of another version, which stands for that of the same
	// name on the machine, and stage the folder that it starts in, if its root is another.
	other []string
	stage string
}

const number = `(\d+\.\d+[.\d]*)`

// installed builds what the client needs and returns the version.
func (c *client) installed() string {
	missing := func(err error, out []byte) {
		fmt.Fprintf(os.Stderr, "%s: %v %s\n", c.name, err, bytes.TrimSpace(out))
		os.Exit(statusNotInstalled)
	}
	if c.build != nil {
		build := *c
		if c.stage != "" {
			build.cache, build.stage = c.stage, ""
		}
		if out, err := build.command(c.build).CombinedOutput(); err != nil {
			missing(err, out)
		}
	}
	pattern := c.pattern
	if pattern == "" {
		pattern = number
	}
	out, err := c.command(c.version).CombinedOutput()
	m := regexp.MustCompile(pattern).FindSubmatch(out)
	if err != nil || m == nil {
		missing(err, out)
	}
	return string(m[1])
}

// command prepares a command, in whose words $CACHE is the cache, $NPM the folder of what npm has
// installed for this client, and $SELF this program.
func (c *client) command(argv []string) *exec.Cmd {
	self, err := os.Executable()
	if err != nil {
		fail(err.Error())
	}
	cache, words := c.cache, []string(nil)
	if n := len(c.other); n > 0 && unnumbered(argv[0]) == unnumbered(c.other[n-1]) {
		if argv = slices.Concat(c.other, argv[1:]); c.stage != "" {
			cache = "."
		}
	}
	for _, w := range argv {
		w = strings.NewReplacer("$CACHE", cache, "$NPM", os.Getenv("NPM")).Replace(w)
		words = append(words, strings.ReplaceAll(w, "$SELF", self))
	}
	return exec.Command(words[0], words[1:]...)
}

// unnumbered returns the name of a program without the version in it, as of php8.4.
func unnumbered(path string) string { return strings.TrimRight(filepath.Base(path), "0123456789.") }

// run answers the questions on standard input.
func run(c *client) {
	s := listen()
	folder, err := os.MkdirTemp("", "clients")
	if err != nil {
		fail(err.Error())
	}
	defer os.RemoveAll(folder)
	// A client finds no settings and leaves nothing behind.
	os.Setenv("HOME", folder)
	os.Setenv("TMPDIR", folder)
	os.Setenv("DENO_NO_UPDATE_CHECK", "1")
	os.Setenv("DENO_DIR", folder)
	var w *process
	in := bufio.NewScanner(os.Stdin)
	out := bufio.NewWriter(os.Stdout)
	for in.Scan() {
		_, digits, _ := strings.Cut(in.Text(), "\t")
		url, err := hex.DecodeString(digits)
		if err != nil {
			fail(err.Error())
		}
		line := ""
		for range attempts {
			asked := time.Now()
			possible := true
			if c.serve != nil {
				if w == nil {
					w = c.start()
				}
				if possible, err = w.ask(digits); err != nil {
					// It ended or took too long; what it did before counts.
					w.end()
					w = nil
				}
			} else if possible = bytes.IndexByte(url, 0) < 0; possible {
				c.fetch(string(url))
			}
			if line = s.seen(); !possible {
				line = "?"
			}
			if line != "!" || time.Since(asked) < slow {
				break
			}
		}
		fmt.Fprintln(out, line)
	}
	if w != nil {
		w.end()
	}
	if err := errors.Join(in.Err(), out.Flush()); err != nil {
		fail(err.Error())
	}
}

// fetch runs the client for one URL. A failure is an answer, too.
func (c *client) fetch(url string) {
	cmd := c.command(c.once)
	cmd.Args = append(cmd.Args, url)
	cmd.Dir = os.Getenv("HOME")
	if err := cmd.Start(); err != nil {
		fail(err.Error())
	}
	late := time.AfterFunc(patience, func() { _ = cmd.Process.Kill() })
	_ = cmd.Wait()
	late.Stop()
}

// A process is a worker that is running.
type process struct {
	cmd   *exec.Cmd
	in    io.WriteCloser
	lines chan string
}

func (c *client) start() *process {
	w := &process{cmd: c.command(c.serve), lines: make(chan string, 1)}
	var out io.ReadCloser
	var err error
	if w.in, err = w.cmd.StdinPipe(); err == nil {
		out, err = w.cmd.StdoutPipe()
	}
	w.cmd.Stderr = nil
	if err == nil {
		err = w.cmd.Start()
	}
	if err != nil {
		fail(err.Error())
	}
	go func() {
		lines := bufio.NewScanner(out)
		for lines.Scan() {
			w.lines <- lines.Text()
		}
		close(w.lines)
	}()
	return w
}

// ask gives the worker a URL and waits until it is done with it.
func (w *process) ask(digits string) (possible bool, err error) {
	if _, err := io.WriteString(w.in, digits+"\n"); err != nil {
		return true, err
	}
	select {
	case line, ok := <-w.lines:
		if !ok || line != "." && line != "?" {
			return true, fmt.Errorf("the worker wrote %q", line)
		}
		return line == ".", nil
	case <-time.After(patience):
		return true, errors.New("the worker is silent")
	}
}

func (w *process) end() {
	_ = w.in.Close()
	_ = w.cmd.Process.Kill()
	go func() {
		for range w.lines {
		}
	}()
	_ = w.cmd.Wait()
}
