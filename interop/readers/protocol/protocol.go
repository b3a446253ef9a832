// Package protocol is what recorders of readers that are written in Go share: the words list and
// run, and the lines that they answer.
package protocol

import (
	"bufio"
	"encoding/hex"
	"fmt"
	"os"
	"strings"
)

// The parts of a URL, in the order of the fields of an answer.
const (
	Scheme = iota
	User
	Password
	Host
	Port
	Path
	Query
	Fragment
	count
)

// Parts are the parts that accessors give. A part that was not set is absent.
type Parts [count]*string

// Set sets a part.
func (p *Parts) Set(part int, text string) { p[part] = &text }

// A Reader is a parser to be recorded. Read returns nil when it refuses.
type Reader struct {
	Name, Version, Program, Call string
	Read                         func(url string) *Parts
}

// Main answers the word that the program was started with.
func Main(readers ...Reader) {
	if len(os.Args) < 2 {
		fail("no word list or run")
	}
	if os.Args[1] == "list" {
		for _, r := range readers {
			fmt.Printf("%s\t%s\taccessors\t%s\t%s\n", r.Name, r.Version, r.Program, r.Call)
		}
		return
	}
	in := bufio.NewScanner(os.Stdin)
	out := bufio.NewWriter(os.Stdout)
	for in.Scan() {
		name, digits, _ := strings.Cut(in.Text(), "\t")
		url, err := hex.DecodeString(digits)
		if err != nil {
			fail(err.Error())
		}
		answered := false
		for _, r := range readers {
			if r.Name == name {
				fmt.Fprintln(out, line(r.Read(string(url))))
				answered = true
			}
		}
		if !answered {
			fail("no reader " + name)
		}
	}
	if err := in.Err(); err != nil {
		fail(err.Error())
	}
	if err := out.Flush(); err != nil {
		fail(err.Error())
	}
}

func fail(message string) {
	fmt.Fprintln(os.Stderr, message)
	os.Exit(1)
}

func line(p *Parts) string {
	if p == nil {
		return "!"
	}
	var b strings.Builder
	b.WriteByte('=')
	for _, text := range p {
		if text == nil {
			b.WriteString("\t-")
			continue
		}
		fmt.Fprintf(&b, "\t%x", *text)
	}
	return b.String()
}
