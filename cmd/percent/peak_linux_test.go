package main

import (
	"bytes"
	"compress/gzip"
	"hash/crc32"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"github.com/pct-encoded/percent/internal/cli/stream"
	"github.com/pct-encoded/percent/internal/growth"
)

// TestPeakMemory: however long a record is, and however it comes, a command on columns or
// lines takes at most 64 MiB and three times as much as the longest record that it reads
// or writes. A quarter of the cases are those of the day.
func TestPeakMemory(t *testing.T) {
	if !growth.Long() {
		t.Skip("needs PERCENT_LONG=1, and runs the program on rows of 16 MiB")
	}
	dir := t.TempDir()
	today := growth.Share(t, 4)
	const size = 16 << 20
	fill := func(piece string) string { return strings.Repeat(piece, size/len(piece)) }
	for i, tt := range []struct {
		name, args, text string
	}{
		{"csv", "decode --csv --column b", "a,b\n1," + fill("%41") + "\n"},
		{"csv, quoted", "decode --csv --column b", "a,b\n1,\"" + fill(`%41""`) + "\"\n"},
		{"csv, several", "decode --csv --column b", "a,b\n" + strings.Repeat("1,"+fill("%41")+"\n", 4)},
		{"csv, commas", "decode --csv --column b", "a,b\n" + fill(",") + "\n"},
		{"csv, into", "decode --csv --column b --into c", "a,b\n1," + fill("%41") + "\n"},
		{"csv, first row", "decode --csv --header no --column 2", "1," + fill("%41") + "\n"},
		{"csv, encode", "encode --csv --column b", "a,b\n1," + fill("a ") + "\n"},
		{"tsv", "decode --tsv --column b", "a\tb\n1\t" + fill("%41") + "\n"},
		{"jsonl", "decode --jsonl --column b", `{"b":"` + fill("%41") + "\"}\n"},
		{"jsonl, deep", "decode --jsonl --column b", `{"a":` + fill("[") + "\n"},
		{"lines", "decode", fill("%41") + "\n"},
		{"whole", "decode --whole", fill("%41\n")},
		{"encode", "encode", fill("a ") + "\n"},
		{"fix", "fix", fill("a %") + "\n"},
	} {
		if !today(i) {
			continue
		}
		var packed bytes.Buffer
		w := gzip.NewWriter(&packed)
		_, _ = w.Write([]byte(tt.text))
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		plain, zipped := filepath.Join(dir, "in"), filepath.Join(dir, "in.gz")
		for name, data := range map[string][]byte{plain: []byte(tt.text), zipped: packed.Bytes()} {
			if err := os.WriteFile(name, data, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		args := strings.Fields(tt.args)
		holdsPeak(t, tt.name+" from file", size, "", append(args, "-f", plain)...)
		holdsPeak(t, tt.name+" from pipe", size, tt.text, args...)
		holdsPeak(t, tt.name+" from gzip", size, "", append(args, "-f", zipped)...)
	}
}

// TestPeakMemoryOfCommands: so does every command that takes text, in each of its forms.
// A new command is measured by itself: with one value on standard input, or, if it is in
// beside, with arguments as long as Linux takes them. Forms and shapes are those of the day.
func TestPeakMemoryOfCommands(t *testing.T) {
	if !growth.Long() {
		t.Skip("needs PERCENT_LONG=1, and runs the program on values of 8 MiB")
	}
	const size, longest = 8 << 20, 100_000
	today := growth.Share(t, peakDays)
	leaves(program().Root(stream.New(nil, io.Discard, io.Discard)), nil, func(path []string, cmd *cobra.Command) {
		if slices.Contains(untimed, path[0]) {
			return
		}
		forms := [][]string{nil}
		for _, form := range [][]string{{"--json"}, {"--on-error", "skip"}, {"--extract"}, {"--whole"}} {
			if cmd.Flags().Lookup(strings.TrimPrefix(form[0], "--")) != nil {
				forms = append(forms, form)
			}
		}
		t.Run(strings.Join(path, "/"), func(t *testing.T) {
			for _, form := range forms {
				args := slices.Concat([]string{"--quiet"}, path, form)
				name := strings.Join(args[1:], " ")
				if given, ok := beside[strings.Join(path, " ")]; ok {
					if !today(int(crc32.ChecksumIEEE([]byte(name)) >> 1)) {
						continue
					}
					text := "a?" + strings.Repeat("b=%41&", longest/6)
					for _, arg := range given {
						args = append(args, strings.ReplaceAll(arg, "{}", text))
					}
					holdsPeak(t, name, longest, "", args...)
					continue
				}
				for _, shape := range peakShapes {
					if !today(int(crc32.ChecksumIEEE([]byte(name+shape.Name)) >> 1)) {
						continue
					}
					holdsPeak(t, name+", "+shape.Name, size, shape.Of(size)+"\n", args...)
				}
			}
		})
	})
}

// peakDays is how many days it takes until each command has had each of peakShapes.
const peakDays = 20

// peakShapes are values of which results or findings are larger than they are.
var peakShapes = []growth.Shape{
	{Name: "parameters", Before: "http://h/a?", Piece: "b=%41&"},
	{Name: "escapes", Piece: "%zz%25"},
	{Name: "controls", Piece: "\x01é"},
	{Name: "slashes", Before: "http://h", Piece: "/"},
	{Name: "members", Piece: "a=b,"},
	{Name: "quotation marks", Before: "a=\"", Piece: "\\\""},
}

// listed are commands whose JSON lists the segments of a path, each a string of 16 bytes
// beside its octets.
var listed = []string{"uri parse --json", "uri segments --json"}

// holdsPeak runs the command in a process of its own and fails the test if it took more
// than 64 MiB and three times as much as the record of size bytes or the longest line of
// its output.
func holdsPeak(t *testing.T, name string, size int, stdin string, args ...string) {
	t.Helper()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(program, args...)
	cmd.Stdin = strings.NewReader(stdin) // which exec copies into a pipe
	longest, told := &lineMeter{}, &bytes.Buffer{}
	cmd.Stdout, cmd.Stderr = longest, told
	cmd.Env = append(os.Environ(), peaked+"=1")
	_ = cmd.Run() // some is refused
	limit := 64<<20 + 3*max(size, longest.longest)
	if command, _, _ := strings.Cut(name, ","); slices.Contains(listed, command) {
		limit += 16 * strings.Count(stdin, "/")
	}
	before, last, _ := strings.Cut(told.String(), highest)
	peak, err := strconv.Atoi(strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(last), "kB")))
	if err != nil {
		t.Fatalf("%s: %v; %s", name, err, told)
	}
	peak <<= 10
	t.Logf("%s: %d MB, longest line %d; %.100q", name, peak/1e6, longest.longest, before)
	if peak > limit {
		t.Errorf("%s: %d bytes of memory, more than %d", name, peak, limit)
	}
}

// highest is what the kernel calls the most memory that a process has had. That of
// getrusage counts what was there before exec as well.
const highest = "VmHWM:"

// A lineMeter finds the length of the longest line that is written to it.
type lineMeter struct{ line, longest int }

func (m *lineMeter) Write(p []byte) (int, error) {
	for i, part := range bytes.Split(p, []byte("\n")) {
		if i > 0 {
			m.line = 0
		}
		m.line += len(part)
		m.longest = max(m.longest, m.line)
	}
	return len(p), nil
}
