package doctest

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode/utf8"
)

var update = flag.Bool("update", false, "rewrite transcripts and generated sections with what the code gives now")

const root = "../.."

// installed is the folder of an installed percent, if the transcripts are to be run
// with that one and not with one that is built.
var installed = os.Getenv("PERCENT_INSTALLED")

// mustRun are the documents that have to hold a transcript. Those of docs/
// have to as well, except the tables of docs/data and the ones that are named in noTranscript.
var mustRun = []string{"README.md"}

// noTranscript are documents of docs/ without a transcript, and why.
var noTranscript = map[string]string{
	"docs/glossary.md": "a list of words",
}

// documents returns the Markdown files at the root and in docs, with slashes,
// relative to the root.
func documents(t *testing.T) []string {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(root, "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	err = filepath.WalkDir(filepath.Join(root, "docs"), func(path string, d os.DirEntry, err error) error {
		if err == nil && !d.IsDir() && strings.HasSuffix(path, ".md") {
			found = append(found, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, path := range found {
		name, err := filepath.Rel(root, path)
		if err != nil {
			t.Fatal(err)
		}
		names = append(names, filepath.ToSlash(name))
	}
	for _, name := range append(mustRun, "docs/field-guide.md", "docs/myths.md", "docs/glossary.md") {
		if !slices.Contains(names, name) {
			t.Errorf("%s is missing", name)
		}
	}
	return names
}

func read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(name)))
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Contains(text, []byte("\r")) {
		t.Fatalf("%s: carriage return", name)
	}
	if !utf8.Valid(text) {
		t.Fatalf("%s: invalid UTF-8", name)
	}
	return string(text)
}

func blocksOf(t *testing.T, name string) []Block {
	t.Helper()
	blocks, err := Parse(name, read(t, name))
	if err != nil {
		t.Fatal(err)
	}
	return blocks
}

// TestTranscripts runs every transcript of every document.
func TestTranscripts(t *testing.T) {
	needShell(t)
	for _, name := range documents(t) {
		t.Run("doc="+name, func(t *testing.T) {
			commands := 0
			for _, b := range blocksOf(t, name) {
				if b.Lang != "console" || installed != "" && slices.Contains(b.Args, "root") {
					continue // or it builds percent
				}
				parsed, err := Transcript(b)
				if err != nil {
					t.Error(err)
					continue
				}
				commands += len(parsed)
				r := runner{dir: t.TempDir()}
				if slices.Contains(b.Args, "root") {
					r.dir = root
				}
				for i := range parsed {
					if *update {
						parsed[i].Output = r.output(t, b.File, parsed[i])
					} else if err := r.check(t, b.File, parsed[i]); err != nil {
						t.Error(err)
					}
				}
				if *update {
					rewrite(t, b, parsed)
				}
			}
			t.Logf("%d commands", commands)
			reason, exempt := noTranscript[name]
			switch {
			case exempt && commands > 0:
				t.Errorf("%s has transcripts and is in noTranscript (%s)", name, reason)
			case !exempt && commands == 0 && (slices.Contains(mustRun, name) || strings.HasPrefix(name, "docs/") && !strings.HasPrefix(name, "docs/data/")):
				t.Errorf("%s has no transcript", name)
			}
		})
	}
}

// TestNoTranscriptIsNeeded keeps stale entries out of the list.
func TestNoTranscriptIsNeeded(t *testing.T) {
	names := documents(t)
	for name := range noTranscript {
		if !slices.Contains(names, name) {
			t.Errorf("noTranscript names %s, which does not exist", name)
		}
	}
}

// rewrite replaces the lines of a block by the parsed commands. Blocks are
// found by their commands, because earlier ones may have moved them.
func rewrite(t *testing.T, b Block, commands []Command) {
	t.Helper()
	var lines []string
	for _, c := range commands {
		lines = append(lines, c.Source...)
		if c.Output != "" {
			lines = append(lines, strings.Split(strings.TrimSuffix(c.Output, "\n"), "\n")...)
		}
	}
	old := strings.Join(append([]string{"```" + strings.Join(append([]string{b.Lang}, b.Args...), " ")}, b.Body...), "\n") + "\n```\n"
	now := strings.Join(append([]string{"```" + strings.Join(append([]string{b.Lang}, b.Args...), " ")}, lines...), "\n") + "\n```\n"
	text := read(t, b.File)
	if !strings.Contains(text, old) {
		t.Fatalf("%s: block has vanished", b.Where())
	}
	write(t, b.File, strings.Replace(text, old, now, 1))
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(root, filepath.FromSlash(name)), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestReadmeIsShort: whoever comes for the first time reads all of it. What does not
// fit belongs in docs.
func TestReadmeIsShort(t *testing.T) {
	if n := len(strings.Fields(read(t, "README.md"))); n >= 600 {
		t.Errorf("README.md has %d words, with its transcripts; it stays below 600", n)
	}
}

// TestGuidesAreShort: nobody reads more. What people look up does not count: docs/data, most
// of which is generated, and the sections of lint's rules.
func TestGuidesAreShort(t *testing.T) {
	names, err := filepath.Glob(filepath.Join(root, "docs", "*.md"))
	if err != nil || len(names) < 20 {
		t.Fatalf("%d guides, %v", len(names), err)
	}
	n := len(strings.Fields(read(t, "README.md")))
	for _, name := range names {
		text, _, _ := strings.Cut(read(t, "docs/"+filepath.Base(name)), "\n## Rules\n")
		n += len(strings.Fields(text))
	}
	const mostWords, mostGuides = 32_000, 29
	if n > mostWords || len(names) > mostGuides {
		t.Errorf("the %d English guides have %d words; %d in %d guides are the most", len(names), n, mostWords, mostGuides)
	}
}

func needShell(t *testing.T) {
	t.Helper()
	if runtime.GOOS == "windows" || runtime.GOOS == "js" || runtime.GOOS == "wasip1" {
		t.Skipf("transcripts need a POSIX shell, which %s has not", runtime.GOOS)
	}
}

// binaries is the folder with the command built from this tree, under its
// three names.
var binaries = sync.OnceValues(func() (string, error) {
	if installed != "" {
		return installed, nil
	}
	if err := statSources(); err != nil {
		return "", err
	}
	dir, err := os.MkdirTemp("", "doctest")
	if err != nil {
		return "", err
	}
	build := exec.Command("go", "build", "-o", filepath.Join(dir, "percent"), "./cmd/percent")
	build.Dir = root
	build.Env = goEnv()
	if out, err := build.CombinedOutput(); err != nil {
		return dir, errors.New("cannot build the command: " + err.Error() + "\n" + string(out))
	}
	for _, name := range []string{"urlencode", "urldecode"} {
		if err := os.Symlink("percent", filepath.Join(dir, name)); err != nil {
			return dir, err
		}
	}
	return dir, nil
})

// statSources looks at every source file of the module. The go command caches
// the result of a test by the files that the test process has looked at, and
// the build of the command is another process.
func statSources() error {
	return filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
		if err == nil && d.IsDir() && path != root && strings.HasPrefix(d.Name(), ".") {
			return filepath.SkipDir
		}
		if err == nil && !d.IsDir() && slices.Contains([]string{".go", ".s", ".mod", ".sum"}, filepath.Ext(path)) {
			_, err = os.Stat(path)
		}
		return err
	})
}

func TestMain(m *testing.M) {
	flag.Parse()
	code := m.Run()
	if dir, _ := binaries(); dir != installed {
		os.RemoveAll(dir)
	}
	os.Exit(code)
}

// goEnv is the environment for the go command: that of the test, without the
// flags that make it talk.
func goEnv() []string {
	var env []string
	for _, v := range os.Environ() {
		if flags, ok := strings.CutPrefix(v, "GOFLAGS="); ok {
			v = "GOFLAGS=" + strings.Join(slices.DeleteFunc(strings.Fields(flags), func(f string) bool { return f == "-v" }), " ")
		}
		env = append(env, v)
	}
	return env
}

type runner struct{ dir string }

// run runs one command and returns what it wrote, both streams in order, and
// its exit status.
func (r runner) run(c Command) (output string, status int, err error) {
	bin, err := binaries()
	if err != nil {
		return "", 0, err
	}
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	sh := exec.CommandContext(ctx, "sh", "-c", c.Script)
	sh.Dir = r.dir
	sh.WaitDelay = time.Second
	sh.Env = append(goEnv(), "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"), "LC_ALL=C.UTF-8", "TERM=dumb")
	var out bytes.Buffer
	sh.Stdout, sh.Stderr = &out, &out
	err = sh.Run()
	var exit *exec.ExitError
	if errors.As(err, &exit) && ctx.Err() == nil {
		return out.String(), exit.ExitCode(), nil
	}
	return out.String(), 0, err
}

// output is run for a command whose status is right and whose output a
// document can show.
func (r runner) output(t *testing.T, file string, c Command) string {
	t.Helper()
	out, status, err := r.run(c)
	if err != nil {
		t.Fatalf("%s:%d: %v", file, c.Line, err)
	}
	if status != c.Exit {
		t.Errorf("%s:%d: %s: exit status %d, the document says %d\n%s", file, c.Line, c.Script, status, c.Exit, out)
	}
	if out != "" && !strings.HasSuffix(out, "\n") || !utf8.ValidString(out) {
		t.Fatalf("%s:%d: %s: a document cannot show the output %q, which does not end in a line end or is no UTF-8", file, c.Line, c.Script, out)
	}
	return out
}

// check runs a command and returns how it differs from the document.
func (r runner) check(t *testing.T, file string, c Command) error {
	t.Helper()
	if got := r.output(t, file, c); got != c.Output {
		return &driftError{file, c, got}
	}
	return nil
}

type driftError struct {
	file string
	c    Command
	got  string
}

func (e *driftError) Error() string {
	return e.file + ": the transcript has drifted: " + e.c.Script + "\n--- document\n" + e.c.Output + "--- command\n" + e.got
}

// TestDriftIsSeen runs transcripts that are wrong by one thing each.
func TestDriftIsSeen(t *testing.T) {
	needShell(t)
	for _, tt := range []struct{ name, body string }{
		{"output", "$ percent encode é\n%C3%A8"},
		{"missing line", "$ percent encode a b\na"},
		{"extra line", "$ percent encode a\na\nb"},
		{"space at the end", "$ percent encode a\na "},
		{"no output", "$ percent encode a"},
	} {
		t.Run("case="+tt.name, func(t *testing.T) {
			commands, err := Transcript(Block{File: "x.md", Lang: "console", Body: strings.Split(tt.body, "\n")})
			if err != nil {
				t.Fatal(err)
			}
			err = runner{dir: t.TempDir()}.check(t, "x.md", commands[0])
			var drift *driftError
			if !errors.As(err, &drift) {
				t.Errorf("got %v, want a drift", err)
			}
		})
	}
	_, status, err := runner{dir: t.TempDir()}.run(Command{Script: "percent decode %zz"})
	if status != 3 || err != nil {
		t.Errorf("percent decode %%zz: status %d, error %v, want status 3", status, err)
	}
	out, _, err := runner{dir: t.TempDir()}.run(Command{Script: "echo a; echo b >&2; echo c"})
	if out != "a\nb\nc\n" || err != nil {
		t.Errorf("streams out of order: %q, %v", out, err)
	}
}

// TestParse has every block and transcript that must be refused.
func TestParse(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"no end", "a\n```console\n$ true\n", "x.md:2: block without end"},
		{"no language", "```\na\n```\n", "x.md:1: block without a language"},
		{"unknown language", "```bash\na\n```\n", `x.md:1: block in unknown language "bash"`},
		{"tildes", "~~~console\n$ a\n~~~\n", `x.md:1: fence "~~~": use three backticks`},
		{"four backticks", "````console\n$ a\n````\n", "x.md:1: fence \"````\": use three backticks"},
		{"indented", "- a\n\n  ```console\n  $ a\n  ```\n", "x.md:3: indented fence"},
		{"nested", "```text\n```console\n```\n", "x.md:2: fence in the block that starts at line 1"},
		{"prompt in sh", "```sh\n$ percent\n```\n", "x.md:2: a command with its prompt in a sh block"},
		{"prompt in text", "```text\n$ percent\n```\n", "x.md:2: a command with its prompt in a text block"},
		{"prompt outside", "a\n\n    $ percent encode a\n", "x.md:3: a command outside a block"},
		{"output first", "```console\na\n$ b\n```\n", "x.md:2: output before any command"},
		{"empty block", "```console\n```\n", "x.md:1: no command in the block"},
		{"empty command", "```console\n$ # exit 3\n```\n", "x.md:2: empty command"},
		{"exit 0", "```console\n$ true # exit 0\n```\n", "x.md:2: exit status 0"},
		{"exit 256", "```console\n$ true # exit 256\n```\n", "x.md:2: exit status 256"},
		{"word after console", "```console slow\n$ a\n```\n", `x.md:1: unknown word "slow" after console`},
		{"no continuation", "```console\n$ a \\\nb\n```\n", `x.md:2: the command goes on, but no line "> …" follows`},
		{"Go without result", "```go\nx := 1\n```\n", "x.md:1: no result to compare in the block"},
		{"Go program", "```go\npackage main\n```\n", "x.md:1: a whole program; write statements and results"},
		{"Go result of nothing", "```go\nreturn // 1\n```\n", "x.md:2: a result beside what is neither a call nor an assignment"},
	} {
		t.Run("case="+tt.name, func(t *testing.T) {
			blocks, err := Parse("x.md", tt.text)
			for _, b := range blocks {
				if err == nil && b.Lang == "console" {
					_, err = Transcript(b)
				}
				if err == nil && b.Lang == "go" {
					_, _, err = Program(blocks)
				}
			}
			if err == nil || err.Error() != tt.want {
				t.Errorf("got %v, want %s", err, tt.want)
			}
		})
	}
	blocks, err := Parse("x.md", "```console root\n$ a \\\n> b # exit 3\nc\n\n$ d\n```\n")
	if err != nil || len(blocks) != 1 {
		t.Fatal(blocks, err)
	}
	commands, err := Transcript(blocks[0])
	if err != nil || len(commands) != 2 {
		t.Fatal(commands, err)
	}
	if c := commands[0]; c.Script != "a \\\nb # exit 3" || c.Exit != 3 || c.Output != "c\n\n" || c.Line != 2 {
		t.Errorf("got %+v", c)
	}
}

// TestGoBlocks compiles and runs every Go block of every document.
func TestGoBlocks(t *testing.T) {
	var blocks []Block
	for _, name := range documents(t) {
		n := len(blocks)
		for _, b := range blocksOf(t, name) {
			if b.Lang == "go" {
				blocks = append(blocks, b)
			}
		}
		if name == "README.md" && len(blocks) == n {
			t.Error("README.md shows no Go")
		}
	}
	source, results, err := Program(blocks)
	if err != nil {
		t.Fatal(err)
	}
	if out, err := runProgram(t, source); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
	t.Logf("%d results in %d blocks", results, len(blocks))
}

// TestWrongGoIsSeen runs Go whose results are wrong.
func TestWrongGoIsSeen(t *testing.T) {
	source, _, err := Program([]Block{{File: "x.md", Line: 7, Lang: "go", Body: []string{
		`percent.Query.Encode("é") // "%C3%A9"`,
		`percent.Query.Encode("é") // "%C3%A8"`,
		`s, err := percent.Query.Decode("a%zz") // "a", nil`,
	}}})
	if err != nil {
		t.Fatal(err)
	}
	out, err := runProgram(t, source)
	want := `x.md:9: gives "%C3%A9", the document says "%C3%A8"` + "\n" + `x.md:10: gives "a", percent: invalid escape "%zz" at byte 1, the document says "a", nil` + "\n"
	if err == nil || !strings.HasPrefix(out, want) {
		t.Errorf("%v\n%s", err, out)
	}
}

// runProgram runs Go source as if it stood in the module, without writing
// there.
func runProgram(t *testing.T, source string) (string, error) {
	t.Helper()
	dir := t.TempDir()
	file := filepath.Join(dir, "main.go")
	if err := os.WriteFile(file, []byte(source), 0o600); err != nil {
		t.Fatal(err)
	}
	base, err := filepath.Abs(root)
	if err != nil {
		t.Fatal(err)
	}
	overlay, err := json.Marshal(map[string]any{
		"Replace": map[string]string{filepath.Join(base, "internal", "doctest", "snippets", "main.go"): file},
	})
	if err != nil {
		t.Fatal(err)
	}
	overlayFile := filepath.Join(dir, "overlay.json")
	if err := os.WriteFile(overlayFile, overlay, 0o600); err != nil {
		t.Fatal(err)
	}
	run := exec.Command("go", "run", "-overlay", overlayFile, "./internal/doctest/snippets")
	run.Dir = base
	run.Env = goEnv()
	out, err := run.CombinedOutput()
	return string(out), err
}
