// Canonical parses the URLs of standard input with net/url and writes them again.
// BenchmarkCanonicalFile compares the command with it.
package main

import (
	"bufio"
	"log"
	"net/url"
	"os"
)

func main() {
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(nil, 1<<20)
	out := bufio.NewWriter(os.Stdout)
	for in.Scan() {
		s := in.Text()
		if u, err := url.Parse(s); err == nil {
			s = u.String()
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
