// Package nodejs lets tests ask Node.js, where it is installed, what the real
// functions do with random text.
package nodejs

import (
	"bufio"
	"encoding/hex"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/pct-encoded/percent/internal/wtf8"
)

var count = flag.Int("node", 4000, "how many random inputs tests compare with Node.js")

// A Process is a running Node.js that answers one line with one line.
type Process struct {
	in  *bufio.Writer
	out *bufio.Reader
}

// prelude reads a line as hexadecimal UTF-16 and writes what reply returns.
const prelude = `
const readline = require("readline");
const hex = s => { let out = ""; for (let i = 0; i < s.length; i++) out += s.charCodeAt(i).toString(16).padStart(4, "0"); return out; };
const text = h => { let out = ""; for (let i = 0; i < h.length; i += 4) out += String.fromCharCode(parseInt(h.slice(i, i + 4), 16)); return out; };
const attempt = f => { try { return hex(f()); } catch (e) { return e.name; } };
process.stdout.write(process.version + "\n");
let buffer = "";
process.stdin.setEncoding("latin1");
process.stdin.on("data", chunk => {
  const lines = (buffer + chunk).split("\n");
  buffer = lines.pop();
  process.stdout.write(lines.map(line => reply(text(line)).join(" ") + "\n").join(""));
});
`

// Start runs Node.js with the script, which defines reply(s): the list of
// answers to s, each made by attempt(f), where f returns a string. The test is
// skipped by name if Node.js is not installed.
func Start(t *testing.T, script string) *Process {
	path, err := exec.LookPath("node")
	if err != nil {
		fmt.Fprintf(os.Stderr, "skipped %s: node is not installed\n", t.Name())
		t.Skip("node is not installed")
	}
	cmd := exec.CommandContext(t.Context(), path, "-e", script+prelude)
	cmd.Stderr = os.Stderr
	stdin, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		stdin.Close()
		if err := cmd.Wait(); err != nil && t.Context().Err() == nil {
			t.Error(err)
		}
	})
	p := &Process{bufio.NewWriter(stdin), bufio.NewReaderSize(stdout, 1<<20)}
	version, err := p.out.ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("node %s, %d inputs (-node=N for more)", strings.TrimSpace(version), *count)
	return p
}

// batch is how many inputs are sent before the answers are read. The answers must
// fit into the pipes.
const batch = 200

// Compare asks about every input of seeds and about random text, as many inputs as
// the flag says, and calls check with each input and its answers.
func (p *Process) Compare(t *testing.T, seeds []string, check func(t *testing.T, in []uint16, answers []Answer)) {
	rnd := rand.New(rand.NewPCG(1, uint64(*count)))
	asked := 0
	var inputs [][]uint16
	flush := func() {
		for _, in := range inputs {
			for _, u := range in {
				fmt.Fprintf(p.in, "%04x", u)
			}
			p.in.WriteByte('\n')
		}
		p.in.Flush()
		for _, in := range inputs {
			line, err := p.out.ReadString('\n')
			if err != nil {
				if err == io.EOF {
					err = io.ErrUnexpectedEOF
				}
				t.Fatal(err)
			}
			var answers []Answer
			for _, field := range strings.Split(strings.TrimSuffix(line, "\n"), " ") {
				answers = append(answers, newAnswer(field))
			}
			if check(t, in, answers); t.Failed() {
				t.FailNow()
			}
		}
		asked += len(inputs)
		inputs = inputs[:0]
	}
	for _, s := range seeds {
		inputs = append(inputs, wtf8.AppendUnitsReplaced(nil, s))
		if len(inputs) == batch {
			flush()
		}
	}
	for asked < *count {
		for len(inputs) < batch {
			inputs = append(inputs, random(rnd))
		}
		flush()
	}
	t.Logf("%d inputs compared", asked)
}

// An Answer is what a function returned, or the name of what it threw.
type Answer struct {
	Units []uint16
	Error string
}

// Text returns the answer as WTF-8.
func (a Answer) Text() string { return string(wtf8.AppendText(nil, a.Units)) }

func newAnswer(field string) Answer {
	if strings.HasSuffix(field, "Error") {
		return Answer{Error: field}
	}
	b, err := hex.DecodeString(field)
	if err != nil {
		panic(err)
	}
	var a Answer
	for i := 0; i < len(b); i += 2 {
		a.Units = append(a.Units, uint16(b[i])<<8|uint16(b[i+1]))
	}
	return a
}

// random returns text of up to two dozen pieces: mostly escapes, whole or cut, and
// surrogates and the delimiters of forms and URIs.
func random(rnd *rand.Rand) []uint16 {
	const digits = "0123456789abcdefABCDEF"
	digit := func() uint16 { return uint16(digits[rnd.IntN(len(digits))]) }
	octet := func(b byte) []uint16 {
		const upper, lower = "0123456789ABCDEF", "0123456789abcdef"
		d := upper
		if rnd.IntN(2) == 0 {
			d = lower
		}
		return []uint16{'%', uint16(d[b>>4]), uint16(d[b&15])}
	}
	var s []uint16
	for range rnd.IntN(24) {
		switch rnd.IntN(16) {
		case 0, 1:
			s = append(s, '%', digit(), digit())
		case 2:
			s = append(s, '%')
		case 3:
			s = append(s, '%', digit())
		case 4:
			s = append(s, '%', 'u', digit(), digit(), digit(), digit())
		case 5:
			s = append(s, '%', 'u', 'd', uint16("89abCDEF"[rnd.IntN(8)]), digit(), digit())
		case 6, 7, 8:
			// A character in escapes, sometimes cut or with a wrong octet.
			r := rune(rnd.IntN([]int{0x80, 0x800, 0x10000, 0x110000}[rnd.IntN(4)]))
			b := wtf8.AppendRune(nil, r)
			switch rnd.IntN(8) {
			case 0:
				b = b[:rnd.IntN(len(b)+1)]
			case 1:
				b[rnd.IntN(len(b))] = byte(rnd.IntN(256))
			}
			for _, c := range b {
				s = append(s, octet(c)...)
			}
		case 9:
			s = append(s, 0xD800|uint16(rnd.IntN(0x800)))
		case 10:
			s = append(s, 0xD800|uint16(rnd.IntN(0x400)), 0xDC00|uint16(rnd.IntN(0x400)))
		case 11:
			s = append(s, uint16(rnd.IntN(0x10000)))
		case 12:
			s = append(s, uint16(rnd.IntN(0x180)))
		case 13:
			s = append(s, uint16("&=+;?#/:@&=+$,&=&=[]"[rnd.IntN(20)]))
		case 14:
			const ill = "\x80\xBF\xC0\xC2\xE0\xE3\xED\xEF\xF0\xF4\xF5\xFF"
			s = append(s, octet(ill[rnd.IntN(len(ill))])...)
		default:
			s = append(s, digit())
		}
	}
	return s
}
