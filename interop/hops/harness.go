package main

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/pct-encoded/percent/internal/recordings"
)

// A hop is a server in one configuration.
type hop struct {
	name   string // server:CONFIGURATION
	server string // what the version is of
	config string // what start makes the whole configuration of
	sees   string // those of rule, forward, app and status that are seen
	// at returns the location or route that a rule path belongs to. Where it is not nil,
	// the server says which one it took, and the recording fails when they differ.
	at func(rule []byte) string
	// version returns the version, or an error that wraps errMissing.
	version func() (string, error)
	// start makes the server listen on e.port, in front of e.upstream.
	start func(e *env, config string) error
}

var errMissing = errors.New("not installed")

// An env is where one hop runs: folder, ports, and what is to be stopped afterwards.
type env struct {
	dir      string
	port     int
	upstream int
	// tag ends the names of the header fields in which the hop answers, so that two hops
	// of a chain do not overwrite each other's.
	tag  string
	stop []func()
}

// limit is how long one request may take. What is slower fails the recording.
const limit = 20 * time.Second

func newEnv(tag string, upstream int) (*env, error) {
	dir, err := os.MkdirTemp("", "hops-")
	if err != nil {
		return nil, err
	}
	e := &env{dir: dir, tag: tag, upstream: upstream}
	e.stop = append(e.stop, func() { os.RemoveAll(dir) })
	// Servers that change their user still have to read it.
	if err := os.Chmod(dir, 0o755); err != nil {
		return nil, err
	}
	e.port, err = freePort()
	return e, err
}

func (e *env) close() {
	for i := len(e.stop) - 1; i >= 0; i-- {
		e.stop[i]()
	}
}

func freePort() (int, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return 0, err
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port, nil
}

// expand puts the ports, the folder and the tag into a configuration: UPSTREAM, PORT,
// /srv and the field names X-Rule, X-App and X-At.
func (e *env) expand(config string) string {
	return strings.NewReplacer(
		"UPSTREAM_PORT", strconv.Itoa(e.upstream),
		"UPSTREAM", fmt.Sprintf("127.0.0.1:%d", e.upstream),
		"PORT", strconv.Itoa(e.port),
		"/srv", e.dir+"/srv",
		"DIR", e.dir,
		"X-Rule", "X-Rule-"+e.tag,
		"X-App", "X-App-"+e.tag,
		"X-At", "X-At-"+e.tag,
	).Replace(config)
}

// write expands text into a file of the folder and returns its path.
func (e *env) write(name, text string) (string, error) {
	path := filepath.Join(e.dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return "", err
	}
	return path, os.WriteFile(path, []byte(e.expand(text)), 0o644)
}

// tree makes the files that servers of files have: admin in /srv, /srv/files and
// /srv/www.
func (e *env) tree() error {
	for _, name := range []string{"srv/admin", "srv/files/admin", "srv/www/admin"} {
		if _, err := e.write(name, "a file\n"); err != nil {
			return err
		}
	}
	return nil
}

// run starts a program that will listen on e.port, and waits until it does.
func (e *env) run(environment []string, name string, args ...string) error {
	ended, log, err := e.start(environment, name, args...)
	if err != nil {
		return err
	}
	for start := time.Now(); time.Since(start) < 60*time.Second; time.Sleep(50 * time.Millisecond) {
		if c, err := net.Dial("tcp", fmt.Sprintf("127.0.0.1:%d", e.port)); err == nil {
			return c.Close()
		}
		select {
		case <-ended:
			text, _ := os.ReadFile(log)
			return fmt.Errorf("%s did not start: %s", name, text)
		default:
		}
	}
	text, _ := os.ReadFile(log)
	return fmt.Errorf("%s does not listen: %s", name, text)
}

// start starts a program that is stopped with the hop. It returns a channel that is closed
// when the program has ended, and the file of what it printed.
func (e *env) start(environment []string, name string, args ...string) (ended chan struct{}, log string, err error) {
	cmd := command(name, args...)
	cmd.Dir = e.dir
	cmd.Env = append(cmd.Environ(), environment...)
	file, err := os.CreateTemp(e.dir, "log-")
	if err != nil {
		return nil, "", err
	}
	defer file.Close()
	cmd.Stdout, cmd.Stderr = file, file
	// A group of its own, so that workers end with it.
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := cmd.Start(); err != nil {
		return nil, "", err
	}
	ended = make(chan struct{})
	go func() {
		cmd.Wait()
		close(ended)
	}()
	e.stop = append(e.stop, func() {
		syscall.Kill(-cmd.Process.Pid, syscall.SIGTERM)
		select {
		case <-ended:
		case <-time.After(2 * time.Second):
		}
		syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
		<-ended
	})
	return ended, file.Name(), nil
}

// root is the folder that packages of another suite were unpacked into, where programs are
// run, or "" for those of this machine.
var root string

// command returns the command for a program that find has found. In a folder of its own it
// sees this machine's files for configurations, the recorder and what is built, and no
// others; the mounts end with it.
func command(path string, args ...string) *exec.Cmd {
	if root == "" {
		return exec.Command(path, args...)
	}
	const enter = `root=$0
for dir in "$TMPDIR_HOPS" "$HERE_HOPS" "$CACHE_HOPS" /proc /dev; do mkdir -p "$root$dir" && mount --rbind "$dir" "$root$dir" || exit; done
exec chroot "$root" "$@"`
	here, _ := os.Getwd()
	caches, _ := cache("")
	cmd := exec.Command("unshare", append([]string{"-m", "sh", "-c", enter, root, path}, args...)...)
	cmd.Env = append(os.Environ(), "TMPDIR_HOPS="+os.TempDir(), "HERE_HOPS="+here, "CACHE_HOPS="+caches)
	return cmd
}

// find returns the path of a program, in root if it is set.
func find(program string) (string, error) {
	for _, dir := range append(filepath.SplitList(os.Getenv("PATH")), "/usr/sbin", "/sbin") {
		path := filepath.Join(dir, program)
		if st, err := os.Stat(root + path); err == nil && st.Mode()&0o111 != 0 && !st.IsDir() {
			return path, nil
		}
	}
	return "", fmt.Errorf("%s: %w", program, errMissing)
}

// versionOf returns a function that runs a program and takes what stands between before
// and the next white space.
func versionOf(before, program string, args ...string) func() (string, error) {
	return func() (string, error) {
		path, err := find(program)
		if err != nil {
			return "", err
		}
		// The status does not count: some print their version and fail.
		out, _ := command(path, args...).CombinedOutput()
		_, rest, ok := strings.Cut(string(out), before)
		fields := strings.FieldsFunc(rest, func(r rune) bool { return strings.ContainsRune(" \t\n\r,;)(", r) })
		if !ok || len(fields) == 0 {
			return "", fmt.Errorf("%s says no version: %s", program, out)
		}
		return fields[0], nil
	}
}

// startUpstream starts the server behind proxies, which answers every request with the
// request target that it got.
func startUpstream() (port int, stop func(), err error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return 0, nil, err
	}
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go answer(c)
		}
	}()
	return l.Addr().(*net.TCPAddr).Port, func() { l.Close() }, nil
}

func answer(c net.Conn) {
	defer c.Close()
	c.SetDeadline(time.Now().Add(limit))
	r := bufio.NewReader(c)
	var request []byte
	for !bytes.Contains(request, []byte("\r\n\r\n")) {
		b, err := r.ReadByte()
		if err != nil {
			return
		}
		request = append(request, b)
	}
	line := request[:bytes.Index(request, []byte("\r\n"))]
	_, target, _ := bytes.Cut(line, []byte(" "))
	if i := bytes.LastIndex(target, []byte(" HTTP/")); i >= 0 {
		target = target[:i]
	}
	field := "X-Forward-B64: " + base64.StdEncoding.EncodeToString(target) + "\r\n"
	// The body has it as well: an answer of HTTP/0.9 is nothing but its body.
	fmt.Fprintf(c, "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nCache-Control: no-store\r\n%sContent-Length: %d\r\nConnection: close\r\n\r\n\r\n%s", field, 2+len(field), field)
}

// ask sends a request and returns all that comes back until the server closes.
func ask(port int, target []byte) ([]byte, error) {
	c, err := net.Dial("tcp", fmt.Sprintf("127.0.0.1:%d", port))
	if err != nil {
		return nil, err
	}
	defer c.Close()
	c.SetDeadline(time.Now().Add(limit))
	request := append(append([]byte("GET "), target...), " HTTP/1.1\r\nHost: h.test\r\nConnection: close\r\n\r\n"...)
	if _, err := c.Write(request); err != nil && !isReset(err) {
		return nil, err
	}
	got, err := io.ReadAll(c)
	if err != nil && !isReset(err) {
		return nil, fmt.Errorf("%w after %d octets: %.200q", err, len(got), got)
	}
	return got, nil
}

// isReset tells whether the server closed with some of the request unread.
func isReset(err error) bool {
	return errors.Is(err, syscall.ECONNRESET) || errors.Is(err, syscall.EPIPE)
}

// sight returns what an answer shows, and the location that was taken, if it says so.
func (e *env) sight(answer []byte) (s recordings.Sight, at string) {
	switch {
	case len(answer) == 0:
		s.Status = []byte("closed")
		return s, ""
	case !bytes.HasPrefix(answer, []byte("HTTP/")) || len(answer) < len("HTTP/1.1 200"):
		s.Status = []byte("0.9")
	default:
		s.Status = bytes.Clone(answer[9:12])
	}
	if location := plainField(answer, "Location"); location != nil && s.Status[0] == '3' {
		s.Status = append(append(s.Status, ' '), location...)
	}
	s.Rule = field(answer, "X-Rule-"+e.tag)
	s.App = field(answer, "X-App-"+e.tag)
	s.Forward = field(answer, "X-Forward")
	return s, string(plainField(answer, "X-At-"+e.tag))
}

// field returns the value of NAME-B64, NAME-Hex or NAME-Query, decoded, or of NAME, which stands
// between < and >, since it may hold any octet. It returns nil where there is none.
func field(answer []byte, name string) []byte {
	if v := plainField(answer, name+"-B64"); v != nil {
		if d, err := base64.StdEncoding.DecodeString(string(v)); err == nil {
			return append([]byte{}, d...)
		}
	}
	if v := plainField(answer, name+"-Hex"); v != nil {
		if d, err := hex.DecodeString(string(v)); err == nil {
			return append([]byte{}, d...)
		}
	}
	if v := plainField(answer, name+"-Query"); v != nil {
		if d, err := url.QueryUnescape(string(v)); err == nil {
			return []byte(d)
		}
	}
	return between(answer, "\r\n"+name+": <", ">\r\n")
}

func plainField(answer []byte, name string) []byte {
	v := between(answer, "\r\n"+name+":", "\r\n")
	if v == nil {
		return nil
	}
	return append([]byte{}, bytes.TrimLeft(v, " ")...)
}

// between returns what stands between the first before, in either case, and the next
// after.
func between(b []byte, before, after string) []byte {
	lower := make([]byte, len(b))
	for i, c := range b {
		if 'A' <= c && c <= 'Z' {
			c += 'a' - 'A'
		}
		lower[i] = c
	}
	i := bytes.Index(lower, []byte(strings.ToLower(before)))
	if i < 0 {
		return nil
	}
	rest := b[i+len(before):]
	if k := bytes.Index(rest, []byte(after)); k >= 0 {
		return append([]byte{}, rest[:k]...)
	}
	return nil
}

// workers is how many requests are under way at once.
const workers = 4

// record starts the hops, each in front of the next, and asks the first for all targets
// twice; the answers must be the same.
func record(chain []*hop, targets [][]byte) (*recordings.Hop, error) {
	r, err := start(chain)
	if err != nil {
		return nil, err
	}
	defer r.close()
	first, err := r.askAll(targets)
	if err != nil {
		return nil, err
	}
	r.rec.Seen, err = r.askAll(targets)
	if err != nil {
		return nil, err
	}
	for i := range first {
		if a, b := fmt.Sprintf("%q", first[i]), fmt.Sprintf("%q", r.rec.Seen[i]); a != b {
			return nil, fmt.Errorf("%.300q: %s, and the second time %s", targets[i], a, b)
		}
	}
	return r.rec, nil
}

// A running is a chain that was started. What is seen is what its last hop shows.
type running struct {
	last *hop
	envs []*env // in the order of the chain
	rec  *recordings.Hop
	stop func() // ends the upstream
}

func (r *running) close() {
	for _, e := range r.envs {
		if e != nil {
			e.close()
		}
	}
	r.stop()
}

// start starts an upstream and the hops before it, and fills rec but for what is seen.
func start(chain []*hop) (_ *running, err error) {
	r := &running{last: chain[len(chain)-1], envs: make([]*env, len(chain)), rec: &recordings.Hop{}}
	port, stop, err := startUpstream()
	if err != nil {
		return nil, err
	}
	r.stop = stop
	defer func() {
		if err != nil {
			r.close()
		}
	}()
	for i, h := range slices.Backward(chain) {
		version, err := h.version()
		if err != nil {
			return nil, err
		}
		if r.envs[i], err = newEnv(strconv.Itoa(i+1), port); err != nil {
			return nil, err
		}
		if err := h.start(r.envs[i], h.config); err != nil {
			return nil, err
		}
		port = r.envs[i].port
		if i == len(chain)-1 {
			*r.rec = recordings.Hop{Hop: h.name, Server: h.server, Version: version, Config: h.config, Sees: strings.Fields(h.sees)}
			continue
		}
		r.rec.Hop, r.rec.Server = h.name+" > "+r.rec.Hop, h.server+" > "+r.rec.Server
		r.rec.Version, r.rec.Config = version+" > "+r.rec.Version, h.config+"\n>\n"+r.rec.Config
	}
	return r, nil
}

func (r *running) askAll(targets [][]byte) ([]recordings.Sight, error) {
	seen := make([]recordings.Sight, len(targets))
	errs := make([]error, len(targets))
	next := make(chan int)
	var group sync.WaitGroup
	for range workers {
		group.Go(func() {
			for i := range next {
				seen[i], errs[i] = r.askOne(targets[i])
			}
		})
	}
	for i := range targets {
		next <- i
	}
	close(next)
	group.Wait()
	for i, err := range errs {
		if err != nil {
			return nil, fmt.Errorf("%.300q: %w", targets[i], err)
		}
	}
	return seen, nil
}

func (r *running) askOne(target []byte) (recordings.Sight, error) {
	got, err := ask(r.envs[0].port, target)
	if err != nil {
		return recordings.Sight{}, err
	}
	h, e := r.last, r.envs[len(r.envs)-1]
	s, at := e.sight(got)
	// Ports differ from run to run.
	if bytes.HasPrefix(s.Status, []byte("3")) {
		for _, e := range r.envs {
			s.Status = bytes.ReplaceAll(s.Status, fmt.Appendf(nil, ":%d", e.port), nil)
		}
	}
	// Folders differ from run to run.
	if root := e.dir + "/srv"; bytes.HasPrefix(s.App, []byte(root)) {
		s.App = append([]byte("/srv"), s.App[len(root):]...)
	}
	for name, f := range map[string]*[]byte{"rule": &s.Rule, "forward": &s.Forward, "app": &s.App, "status": &s.Status} {
		if !strings.Contains(h.sees, name) {
			*f = nil
		}
		for _, trace := range []string{e.dir, fmt.Sprintf(":%d", e.port), fmt.Sprintf(":%d", e.upstream)} {
			if bytes.Contains(*f, []byte(trace)) {
				return s, fmt.Errorf("%s is %q, which differs from run to run", name, *f)
			}
		}
	}
	if h.at != nil && s.Rule != nil && at != "" && at != h.at(s.Rule) {
		return s, fmt.Errorf("the rule path is %q, and the server took %s, not %s", s.Rule, at, h.at(s.Rule))
	}
	return s, nil
}

// longest returns a function for at: the longest of the prefixes that a rule path begins
// with.
func longest(prefixes ...string) func([]byte) string {
	return func(rule []byte) string {
		best := ""
		for _, p := range prefixes {
			if len(p) > len(best) && bytes.HasPrefix(rule, []byte(p)) {
				best = p
			}
		}
		return best
	}
}
