// Baseline decodes the lines of standard input as most Go programs do.
// BenchmarkDecodeFile compares the command with it.
package main

import (
	"bufio"
	"log"
	"net/url"
	"os"
)

func main() {
	in := bufio.NewScanner(os.Stdin)
	out := bufio.NewWriter(os.Stdout)
	for in.Scan() {
		s, err := url.PathUnescape(in.Text())
		if err != nil {
			log.Fatal(err)
		}
		out.WriteString(s)
		out.WriteByte('\n')
	}
	if err := in.Err(); err != nil {
		log.Fatal(err)
	}
	if err := out.Flush(); err != nil {
		log.Fatal(err)
	}
}
