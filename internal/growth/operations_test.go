package growth

import (
	"bytes"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// counted are the packages whose statements count as operations: those of the module,
// and what does the work of a loop for them.
var counted = []string{
	"github.com/pct-encoded/percent/...", "strings", "bytes", "slices", "sort", "strconv",
	"regexp", "regexp/syntax", "net/url", "encoding/json", "html",
	"golang.org/x/text/...", "golang.org/x/net/...",
}

// doubling are the packages with tests that call Doubled.
var doubling = []string{"./internal/growth", "./cmd/percent"}

// TestOperations runs the tests that call Doubled once more in a build that counts
// the statements that are executed, in the portable kernels and in package strings
// and bytes without assembly, so that a search for a byte costs what it reads. Of all
// pairs of a function and a shape it takes the day's share, or with PERCENT_LONG=whole
// all.
func TestOperations(t *testing.T) {
	if os.Getenv("PERCENT_OPERATIONS") != "1" || Counting {
		t.Skip("needs PERCENT_OPERATIONS=1, and compiles everything anew")
	}
	seed := Seed(t)
	args := []string{
		"test", "-count=1", "-timeout=60m", "-trimpath", "-tags=growth,purego", "-run=^TestDoubled", "-covermode=count",
		"-coverpkg=" + strings.Join(counted, ","), "-ldflags=-checklinkname=0",
	}
	cmd := exec.Command("go", append(args, doubling...)...)
	cmd.Dir = filepath.Join("..", "..")
	cmd.Env = append(os.Environ(), "PERCENT_SEED="+strconv.FormatUint(seed, 10), "GOROOT="+withoutAssembly(t), "GOFLAGS=")
	if !Whole() {
		cmd.Env = append(cmd.Env, "PERCENT_LONG=")
	}
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Errorf("%s: %v\n%s", strings.Join(cmd.Args, " "), err, out)
	}
}

var assembly = regexp.MustCompile(`\b(bytealg\.(?:(?:Last)?IndexByte(?:String)?|Count(?:String)?|Index(?:String)?)|stringslite\.(?:Index(?:Byte)?|Cut))\(`)

// withoutAssembly returns a copy of GOROOT in which packages strings and bytes search
// and count in Go. What -overlay replaces would not be counted.
func withoutAssembly(t *testing.T) string {
	out, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	root, dir := strings.TrimSpace(string(out)), t.TempDir()
	err = filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		inside := strings.TrimPrefix(name, root)
		to := filepath.Join(dir, inside)
		switch filepath.ToSlash(inside) {
		case "/test", "/api", "/doc", "/misc":
			return fs.SkipDir
		}
		if d.IsDir() {
			return os.MkdirAll(to, 0o700)
		}
		p := filepath.ToSlash(filepath.Dir(inside))
		if p == "/src/strings" || p == "/src/bytes" {
			text, err := os.ReadFile(name)
			if err == nil && !strings.HasSuffix(name, "_test.go") && assembly.Match(text) {
				text = assembly.ReplaceAllFunc(text, func(call []byte) []byte { return bytes.Replace(call, []byte("."), []byte("_"), 1) })
			}
			if err == nil {
				err = os.WriteFile(to, text, 0o600)
			}
			return err
		}
		return os.Symlink(name, to)
	})
	for _, p := range []string{"strings", "bytes"} {
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, "src", p, "in_go.go"), []byte("package "+p+inGo), 0o600)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

const inGo = `

func bytealg_IndexByte(s []byte, c byte) int { return indexByteInGo(s, c) }

func bytealg_IndexByteString(s string, c byte) int { return indexByteInGo(s, c) }

func indexByteInGo[T string | []byte](s T, c byte) int {
	for i := 0; i < len(s); i++ {
		if s[i] == c {
			return i
		}
	}
	return -1
}

func bytealg_LastIndexByte(s []byte, c byte) int { return lastIndexByteInGo(s, c) }

func bytealg_LastIndexByteString(s string, c byte) int { return lastIndexByteInGo(s, c) }

func lastIndexByteInGo[T string | []byte](s T, c byte) int {
	for i := len(s) - 1; i >= 0; i-- {
		if s[i] == c {
			return i
		}
	}
	return -1
}

func bytealg_Count(s []byte, c byte) int { return countInGo(s, c) }

func bytealg_CountString(s string, c byte) int { return countInGo(s, c) }

func countInGo[T string | []byte](s T, c byte) (n int) {
	for i := 0; i < len(s); i++ {
		if s[i] == c {
			n++
		}
	}
	return n
}

func bytealg_Index(s, sep []byte) int {
	for i := 0; i+len(sep) <= len(s); i++ {
		if string(s[i:i+len(sep)]) == string(sep) {
			return i
		}
	}
	return -1
}

func bytealg_IndexString(s, sep string) int {
	for i := 0; i+len(sep) <= len(s); i++ {
		if s[i:i+len(sep)] == sep {
			return i
		}
	}
	return -1
}

func stringslite_Index(s, sep string) int { return bytealg_IndexString(s, sep) }

func stringslite_IndexByte(s string, c byte) int { return indexByteInGo(s, c) }

func stringslite_Cut(s, sep string) (before, after string, found bool) {
	if i := bytealg_IndexString(s, sep); i >= 0 {
		return s[:i], s[i+len(sep):], true
	}
	return s, "", false
}
`
