// Command bench times percent beside other percent-encoders, in and out of Go,
// on the same bytes, and prints the tables of docs/data/performance.md.
//
// Every output is compared byte for byte with that of percent before anything
// is timed. Programs in other languages time themselves, each in a process of
// its own. Programs that are not installed, and inputs that one gets wrong, are
// reported.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/valyala/fasthttp"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/kernel"
)

const unreserved = letters + "-._~"

// A contender is one way to encode and decode.
type contender struct {
	name string
	// kept are the bytes that its encoder keeps; plus says that it writes a
	// space as a plus sign.
	kept string
	plus bool
	// prepare returns the function to time, and its result for src.
	prepare func(op string, src []byte) (run func(), out []byte, err error)
	// time runs a program that times itself, in nanoseconds.
	time func(op string, src []byte, ms int) (ns float64, out []byte, err error)
}

var lenient = percent.RFC3986.WithMalformed(percent.MalformedKept)

func ours(tier kernel.Tier) contender {
	return contender{name: "percent " + tier.String(), kept: unreserved, prepare: func(op string, src []byte) (func(), []byte, error) {
		restore := tier.Use()
		defer restore()
		dst := make([]byte, 0, 3*len(src)+64)
		if op == "encode" {
			return func() { dst = percent.RFC3986.AppendEncode(dst[:0], src) }, percent.RFC3986.AppendEncode(nil, src), nil
		}
		out, err := lenient.AppendDecode(nil, src)
		return func() { dst, _ = lenient.AppendDecode(dst[:0], src) }, out, err
	}}
}

func goContenders() []contender {
	return []contender{
		{name: "memcpy", kept: unreserved, prepare: func(op string, src []byte) (func(), []byte, error) {
			dst := make([]byte, len(src))
			return func() { copy(dst, src) }, nil, nil
		}},
		{name: "string form", kept: unreserved, prepare: func(op string, src []byte) (func(), []byte, error) {
			s := string(src)
			if op == "encode" {
				return func() { sink = percent.RFC3986.Encode(s) }, []byte(percent.RFC3986.Encode(s)), nil
			}
			out, err := lenient.Decode(s)
			return func() { sink, _ = lenient.Decode(s) }, []byte(out), err
		}},
		{name: "Go table loop", kept: unreserved, prepare: func(op string, src []byte) (func(), []byte, error) {
			dst := make([]byte, 0, 3*len(src))
			if op == "encode" {
				return func() { dst = loopEncode(dst[:0], src) }, loopEncode(nil, src), nil
			}
			return func() { dst = loopDecode(dst[:0], src) }, loopDecode(nil, src), nil
		}},
		{name: "net/url", kept: unreserved + "$&+:=@", prepare: func(op string, src []byte) (func(), []byte, error) {
			s := string(src)
			if op == "encode" {
				return func() { sink = url.PathEscape(s) }, []byte(url.PathEscape(s)), nil
			}
			out, err := url.PathUnescape(s)
			return func() { sink, _ = url.PathUnescape(s) }, []byte(out), err
		}},
		{name: "fasthttp", kept: unreserved, plus: true, prepare: func(op string, src []byte) (func(), []byte, error) {
			if op == "encode" {
				dst := make([]byte, 0, 3*len(src))
				return func() { dst = fasthttp.AppendQuotedArg(dst[:0], src) }, fasthttp.AppendQuotedArg(nil, src), nil
			}
			var a fasthttp.Args
			a.ParseBytes(src)
			var out []byte
			for k := range a.All() {
				out = bytes.Clone(k)
			}
			return func() { a.ParseBytes(src) }, out, nil
		}},
	}
}

var sink string

// loopEncode and loopDecode are what one writes first: a table and a loop.
func loopEncode(dst, src []byte) []byte {
	for _, b := range src {
		if loopKept[b] {
			dst = append(dst, b)
		} else {
			dst = append(dst, '%', "0123456789ABCDEF"[b>>4], "0123456789ABCDEF"[b&15])
		}
	}
	return dst
}

func loopDecode(dst, src []byte) []byte {
	for i := 0; i < len(src); i++ {
		if src[i] == '%' && i+2 < len(src) {
			if h, l := loopDigit[src[i+1]], loopDigit[src[i+2]]; h|l < 16 {
				dst = append(dst, h<<4|l)
				i += 2
				continue
			}
		}
		dst = append(dst, src[i])
	}
	return dst
}

var loopKept, loopDigit = func() (kept [256]bool, digit [256]byte) {
	for i := range 256 {
		kept[i] = strings.IndexByte(unreserved, byte(i)) >= 0
		digit[i] = 255
		if v, err := strconv.ParseUint(string(rune(i)), 16, 8); err == nil && i < 128 {
			digit[i] = byte(v)
		}
	}
	return kept, digit
}()

// programs finds the contenders of other languages, and tells which are
// missing.
func programs(dir string) (found []contender, missing []string) {
	peer := func(name, kept string, version []string, command ...string) {
		out, err := exec.Command(version[0], version[1:]...).CombinedOutput()
		if err != nil {
			missing = append(missing, fmt.Sprintf("%s: %s: %v", name, strings.Join(version, " "), err))
			return
		}
		fmt.Printf("- %s: %s\n", name, strings.TrimSpace(strings.SplitN(strings.TrimSpace(string(out)), "\n", 2)[0]))
		found = append(found, contender{name: name, kept: kept, time: func(op string, src []byte, ms int) (float64, []byte, error) {
			in, res := filepath.Join(dir, "in"), filepath.Join(dir, "out")
			if err := os.WriteFile(in, src, 0o666); err != nil {
				return 0, nil, err
			}
			var stderr bytes.Buffer
			cmd := exec.Command(command[0], append(command[1:len(command):len(command)], op, in, res, strconv.Itoa(ms))...)
			cmd.Stderr = &stderr
			text, err := cmd.Output()
			if err != nil {
				return 0, nil, fmt.Errorf("%v: %s", err, strings.TrimSpace(stderr.String()))
			}
			ns, err := strconv.ParseFloat(strings.TrimSpace(string(text)), 64)
			if err != nil {
				return 0, nil, err
			}
			out, err := os.ReadFile(res)
			return ns, out, err
		}})
	}
	peer("PHP", unreserved, []string{"php", "-v"}, "php", "peers/peer.php")
	peer("Python", unreserved, []string{"python3", "-V"}, "python3", "peers/peer.py")
	peer("Node", unreserved+"!'()*", []string{"node", "-v"}, "node", "peers/peer.js")
	peer("Perl XS", unreserved+"!'()*", []string{"perl", "-MURI::Escape::XS", "-e", "print qq(perl $^V, URI::Escape::XS $URI::Escape::XS::VERSION)"}, "perl", "peers/peer.pl")
	crates, _ := filepath.Glob("/usr/share/cargo/registry/percent-encoding-*/src/lib.rs")
	if len(crates) == 0 {
		return found, append(missing, "Rust: Debian package librust-percent-encoding-dev is not installed")
	}
	lib, bin := filepath.Join(dir, "libpercent_encoding.rlib"), filepath.Join(dir, "peer")
	crate := filepath.Base(filepath.Dir(filepath.Dir(crates[0])))
	for _, args := range [][]string{
		{"-Copt-level=3", "--edition=2018", "--crate-type=rlib", "--crate-name=percent_encoding", `--cfg=feature="std"`, `--cfg=feature="alloc"`, crates[0], "-o", lib},
		{"-Copt-level=3", "--edition=2021", "--extern=percent_encoding=" + lib, "peers/peer.rs", "-o", bin},
	} {
		if out, err := exec.Command("rustc", args...).CombinedOutput(); err != nil {
			return found, append(missing, fmt.Sprintf("Rust: rustc: %v %s", err, out))
		}
	}
	fmt.Printf("- Rust: crate %s\n", crate)
	peer("Rust", unreserved, []string{"rustc", "-V"}, bin)
	return found, missing
}

func main() {
	ms := flag.Int("ms", 60, "milliseconds for each program and input")
	only := flag.String("sizes", "", "sizes to time, separated by commas (all)")
	flag.Parse()
	dir, err := os.MkdirTemp("", "percent-bench")
	if err != nil {
		fatal(err)
	}
	defer os.RemoveAll(dir)

	fmt.Printf("- CPU: %s; %s %s/%s; GOMAXPROCS %d; kernel tier %v\n", cpuName(), runtime.Version(), runtime.GOOS, runtime.GOARCH, runtime.GOMAXPROCS(0), kernel.Active())
	others, missing := programs(dir)
	for _, m := range missing {
		fmt.Println("- missing:", m)
	}
	tiers := kernel.Tiers()
	best := kernel.Active()
	var cs []contender
	cs = append(cs, ours(best))
	cs = append(cs, goContenders()...)
	for _, t := range slices.Backward(tiers) {
		if t != best {
			cs = append(cs, ours(t))
		}
	}
	tierOf := func(name string) kernel.Tier {
		for _, t := range tiers {
			if name == "percent "+t.String() {
				return t
			}
		}
		return best
	}
	cs = append(cs, others...)

	for _, op := range []string{"encode", "decode"} {
		fmt.Printf("\n%s, input GB/s and how many times faster percent appends\n\n| class | size |", op)
		for _, c := range cs {
			fmt.Printf(" %s |", c.name)
		}
		fmt.Printf("\n|---|---|%s\n", strings.Repeat("---|", len(cs)))
		var notes []string
		for _, class := range classes {
			if op == "encode" && class == "malformed" {
				continue
			}
			for _, size := range sizes {
				if *only != "" && !slices.Contains(strings.Split(*only, ","), size.name) {
					continue
				}
				src := plain(class, size.n)
				if op == "decode" {
					src = encoded(class, size.n)
				}
				ns := make([]float64, len(cs))
				runs := make([]func(), len(cs))
				for i, c := range cs {
					var out []byte
					var err error
					if c.time != nil {
						ns[i], out, err = c.time(op, src, *ms)
					} else {
						runs[i], out, err = c.prepare(op, src)
					}
					if err == nil && c.name != "memcpy" {
						err = compare(c, op, src, out)
					}
					if err != nil {
						ns[i], runs[i] = 0, nil
						notes = append(notes, fmt.Sprintf("%s %s/%s/%s: %s", c.name, op, class, size.name, firstLine(err)))
					}
				}
				interleave(cs, runs, ns, tierOf, time.Duration(*ms)*time.Millisecond)
				fmt.Printf("| %s | %s |", class, size.name)
				for i := range cs {
					switch {
					case ns[i] == 0:
						fmt.Print(" – |")
					case i == 0:
						fmt.Printf(" %.2f |", float64(len(src))/ns[i])
					default:
						fmt.Printf(" %.2f (%.2f×) |", float64(len(src))/ns[i], ns[i]/ns[0])
					}
				}
				fmt.Println()
			}
		}
		if len(notes) > 0 {
			fmt.Println("\nNot timed:")
			for _, n := range notes {
				fmt.Println("-", n)
			}
		}
	}
}

// compare compares the output of c with that of percent for the same kept set.
func compare(c contender, op string, src, out []byte) error {
	var want []byte
	if op == "encode" {
		e := percent.New(percent.ByteSet{}.Add(c.kept))
		if c.plus {
			e = e.WithSpace(percent.SpacePlus)
		}
		want = e.AppendEncode(nil, src)
	} else {
		want, _ = lenient.AppendDecode(nil, src)
	}
	if bytes.Equal(out, want) {
		return nil
	}
	i := 0
	for i < len(out) && i < len(want) && out[i] == want[i] {
		i++
	}
	return fmt.Errorf("its output differs from byte %d on: %.20q, percent %.20q", i, out[i:], want[i:])
}

// interleave times what runs in this process, by turns, and keeps the best times.
func interleave(cs []contender, runs []func(), ns []float64, tierOf func(string) kernel.Tier, budget time.Duration) {
	batch := make([]int, len(runs))
	for range 200 {
		start := time.Now()
		done := true
		for i, f := range runs {
			if f == nil {
				continue
			}
			restore := tierOf(cs[i].name).Use()
			if batch[i] == 0 {
				batch[i] = 1
				for {
					t := time.Now()
					for range batch[i] {
						f()
					}
					if time.Since(t) > 30*time.Microsecond {
						break
					}
					batch[i] *= 2
				}
			}
			t := time.Now()
			for range batch[i] {
				f()
			}
			d := float64(time.Since(t).Nanoseconds()) / float64(batch[i])
			if ns[i] == 0 || d < ns[i] {
				ns[i] = d
			}
			restore()
			done = false
		}
		if done {
			return
		}
		if budget -= time.Since(start) / time.Duration(max(1, len(runs)/4)); budget < 0 {
			return
		}
	}
}

func cpuName() string {
	b, _ := os.ReadFile("/proc/cpuinfo")
	get := func(key string) string {
		for l := range strings.Lines(string(b)) {
			if k, v, ok := strings.Cut(l, ":"); ok && strings.TrimSpace(k) == key {
				return strings.TrimSpace(v)
			}
		}
		return "?"
	}
	return fmt.Sprintf("%s (family %s, model %s)", get("model name"), get("cpu family"), get("model"))
}

func firstLine(err error) string {
	s, _, _ := strings.Cut(err.Error(), "\n")
	return s
}

func fatal(err error) {
	fmt.Fprintln(os.Stderr, "bench:", err)
	os.Exit(1)
}
