package main

import (
	"bytes"
	"compress/gzip"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/pct-encoded/percent/internal/growth"
)

// TestPeakMemory: however long a record is, and however it comes, a command on columns or
// lines takes at most 64 MiB and three times as much as the longest record that it reads
// or writes.
func TestPeakMemory(t *testing.T) {
	if !growth.Long() {
		t.Skip("needs PERCENT_LONG=1, and runs the program on rows of 16 MiB")
	}
	dir := t.TempDir()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	const size = 16 << 20
	fill := func(piece string) string { return strings.Repeat(piece, size/len(piece)) }
	for _, tt := range []struct {
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
		for _, from := range []string{"file", "pipe", "gzip"} {
			cmd := exec.Command(program, strings.Fields(tt.args)...)
			switch from {
			case "file":
				cmd.Args = append(cmd.Args, "-f", plain)
			case "pipe":
				cmd.Stdin = strings.NewReader(tt.text) // which exec copies into a pipe
			case "gzip":
				cmd.Args = append(cmd.Args, "-f", zipped)
			}
			longest, told := &lineMeter{}, &bytes.Buffer{}
			cmd.Stdout, cmd.Stderr = longest, told
			cmd.Env = append(os.Environ(), peaked+"=1")
			_ = cmd.Run() // deep JSON is refused
			limit := 64<<20 + 3*max(size, longest.longest)
			_, last, _ := strings.Cut(told.String(), highest)
			peak, err := strconv.Atoi(strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(last), "kB")))
			if err != nil {
				t.Fatalf("%v; %s", err, told)
			}
			peak <<= 10
			t.Logf("%s from %s: %d MB", tt.name, from, peak/1e6)
			if peak > limit {
				t.Errorf("%s from %s: %d bytes of memory, more than %d", tt.name, from, peak, limit)
			}
		}
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
