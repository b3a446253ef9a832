//go:build unix

package runner

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/pct-encoded/percent"
)

// TestMain lets the test be the program that is tested: CONFORM_PROGRAM says how it
// behaves.
func TestMain(m *testing.M) {
	if how := os.Getenv("CONFORM_PROGRAM"); how != "" {
		behave(how)
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// behave is an encoder by RFC 3986 that reads lines, with something wrong with it.
func behave(how string) {
	encode := percent.RFC3986.Encode
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(nil, 1<<20)
	out := bufio.NewWriter(os.Stdout)
	say := func(format string, args ...any) {
		fmt.Fprintf(out, format, args...)
		_ = out.Flush()
	}
	each := func(f func(n int, line string)) {
		for n := 0; in.Scan(); n++ {
			f(n, in.Text())
		}
	}
	switch how {
	case "good":
		each(func(_ int, line string) { say("%s\n", encode(line)) })
	case "crlf":
		each(func(_ int, line string) { say("%s\r\n", encode(line)) })
	case "batch":
		text, _ := io.ReadAll(os.Stdin)
		for line := range strings.Lines(string(text)) {
			fmt.Fprintln(out, encode(strings.TrimSuffix(line, "\n")))
		}
		_ = out.Flush()
	case "held": // answers each line when the next one is there
		last, first := "", true
		each(func(_ int, line string) {
			if !first {
				say("%s\n", encode(last))
			}
			last, first = line, false
		})
		say("%s\n", encode(last))
	case "late":
		time.Sleep(300 * time.Millisecond)
		each(func(_ int, line string) { say("%s\n", encode(line)) })
	case "noisy":
		fmt.Fprint(os.Stderr, "warning: \x1b[31mred\nsecond\n")
		each(func(_ int, line string) {
			say("%s\n", encode(line))
			fmt.Fprintln(os.Stderr, strings.Repeat("noise", 100))
		})
	case "python", "node": // write all that they answer when they end, as both do to pipes
		each(func(_ int, line string) {
			if line == "~" {
				fmt.Fprint(os.Stderr, map[string]string{
					"python": "Traceback (most recent call last):\n  File \"a.py\", line 5, in <module>\n    boom(\"error\")\n  File \"a.py\", line 2, in boom\n    raise ValueError(\"error\")\nValueError: no \x1b[31mred\n",
					"node":   "file:///a.mjs:1\nthrow new Error('boom');\n      ^\n\nError: boom\n    at file:///a.mjs:1:7\n\nNode.js v20.19.2\n",
				}[how])
				os.Exit(1)
			}
			say("%s\n", encode(line))
		})
	case "greets", "greets at length", "says goodbye", "greets and says goodbye":
		say("%s", map[string]string{"greets at length": "\nencoder 1.0\n\n", "says goodbye": ""}[how])
		if how == "greets" || how == "greets and says goodbye" {
			say("Ready\n")
		}
		each(func(_ int, line string) { say("%s\n", encode(line)) })
		switch how {
		case "says goodbye":
			say("\n")
		case "greets and says goodbye":
			say("Bye\n")
		}
	case "silent":
		time.Sleep(time.Hour) // select {} would be a deadlock to the runtime
	case "sleeps":
		time.Sleep(5 * time.Second)
	case "reads and is silent":
		_, _ = io.Copy(io.Discard, os.Stdin)
		time.Sleep(time.Hour) // select {} would be a deadlock to the runtime
	case "hangs":
		each(func(_ int, line string) {
			if line == "%" {
				time.Sleep(time.Hour) // select {} would be a deadlock to the runtime
			}
			say("%s\n", encode(line))
		})
	case "does not end":
		each(func(_ int, line string) { say("%s\n", encode(line)) })
		time.Sleep(time.Hour) // select {} would be a deadlock to the runtime
	case "crashes":
		each(func(_ int, line string) {
			if strings.Contains(line, "\u00E9") {
				os.Exit(3)
			}
			say("%s\n", encode(line))
		})
	case "crashes and forgets": // what it had not written yet is lost
		each(func(n int, line string) {
			if line == "~" {
				os.Exit(3)
			}
			fmt.Fprintf(out, "%s\n", encode(line))
		})
		_ = out.Flush()
	case "is killed":
		each(func(_ int, line string) {
			if line == "~" {
				_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
				time.Sleep(time.Hour) // select {} would be a deadlock to the runtime
			}
			say("%s\n", encode(line))
		})
	case "kills itself":
		_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
		time.Sleep(time.Hour)
	case "ends at once":
		os.Exit(7)
	case "ends at once with status 0":
		os.Exit(0)
	case "answers one":
		in.Scan()
		say("%s\n", encode(in.Text()))
	case "ends with a status":
		each(func(_ int, line string) { say("%s\n", encode(line)) })
		os.Exit(4)
	case "drops":
		each(func(_ int, line string) {
			if line != "" {
				say("%s\n", encode(line))
			}
		})
	case "doubles":
		each(func(_ int, line string) {
			say("%s\n", encode(line))
			if line == "a b" {
				say("and one more\n")
			}
		})
	case "never stops":
		for {
			if _, err := fmt.Fprintln(os.Stdout, "a"); err != nil {
				os.Exit(0)
			}
		}
	case "long line":
		for {
			if _, err := fmt.Fprint(os.Stdout, strings.Repeat("a", 1<<16)); err != nil {
				os.Exit(0)
			}
		}
	case "three lines":
		each(func(_ int, line string) { say("{\n%s\n}\n", encode(line)) })
	case "UTF-16":
		each(func(_ int, line string) {
			for _, c := range []byte(encode(line) + "\r\n") {
				say("%c\x00", c)
			}
		})
	case "ISO 8859-1 and crashes":
		each(func(_ int, line string) {
			var text []byte
			for _, r := range line {
				if r > 0xFF {
					os.Exit(1)
				}
				text = append(text, byte(r))
			}
			say("%s\n", encode(string(text)))
		})
	case "floods":
		each(func(int, string) { say("%s\n", strings.Repeat("a", 1<<19)) })
	case "leaves a child", "leaves a child of its own":
		signal.Ignore(syscall.SIGHUP)
		child := exec.Command(os.Args[0])
		if how == "leaves a child of its own" { // which is not ended with its parent
			child.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
			child.Env = append(os.Environ(), "CONFORM_PROGRAM=sleeps")
			child.Stdin, child.Stdout, child.Stderr = os.Stdin, os.Stdout, os.Stderr
			if err := child.Start(); err != nil {
				panic(err)
			}
			each(func(_ int, line string) { say("%s\n", encode(line)) })
			return
		}
		child.Env = append(os.Environ(), "CONFORM_PROGRAM=silent")
		child.Stdout, child.Stderr = os.Stdout, os.Stderr
		if err := child.Start(); err != nil {
			panic(err)
		}
		if name := os.Getenv("CONFORM_CHILD"); name != "" {
			_ = os.WriteFile(name, []byte(fmt.Sprint(child.Process.Pid)), 0o600)
		}
		each(func(_ int, line string) { say("%s\n", encode(line)) })
	case "closes its output early":
		say("x\n")
		_ = os.Stdout.Close()
		time.Sleep(time.Hour)
	case "closes its output":
		each(func(_ int, line string) { say("%s\n", encode(line)) })
		_ = os.Stdout.Close()
		time.Sleep(time.Hour) // select {} would be a deadlock to the runtime
	case "not JSON":
		each(func(n int, line string) {
			if n%2 == 0 {
				say("nonsense\n")
			} else {
				say(`{"out":"a"}` + "\n")
			}
		})
	case "argument":
		arg := os.Args[len(os.Args)-1]
		if arg == "~" {
			os.Exit(5)
		}
		say("%s\n", encode(arg))
	case "says no":
		each(func(_ int, line string) {
			text, err := percent.RFC3986.Decode(line)
			if err != nil {
				text = "MALFORMED"
			}
			say("%s\n", text)
		})
	default:
		panic(how)
	}
}
