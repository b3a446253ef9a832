// Normalize normalizes the URLs of standard input as well as a Go program can
// with net/url. BenchmarkNormalizeFile compares the command with it.
package main

import (
	"bufio"
	"log"
	"net/url"
	"os"
	"strings"
)

func main() {
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(nil, 1<<20)
	out := bufio.NewWriter(os.Stdout)
	for in.Scan() {
		out.WriteString(normalize(in.Text()))
		out.WriteByte('\n')
	}
	if err := in.Err(); err != nil {
		log.Fatal(err)
	}
	if err := out.Flush(); err != nil {
		log.Fatal(err)
	}
}

var ports = map[string]string{"http": "80", "https": "443", "ws": "80", "wss": "443", "ftp": "21"}

// normalize returns s normalized, or s if net/url refuses it.
func normalize(s string) string {
	u, err := url.Parse(s)
	if err != nil {
		return s
	}
	u.Host = strings.ToLower(u.Host)
	if port := u.Port(); port != "" && port == ports[u.Scheme] || strings.HasSuffix(u.Host, ":") {
		u.Host = strings.TrimSuffix(strings.TrimSuffix(u.Host, port), ":")
	}
	if u.Scheme != "" && u.Opaque == "" {
		u = u.ResolveReference(u) // removes dot segments
	}
	if raw := escapes(u.EscapedPath()); strings.Contains(raw, "%") {
		u.RawPath = raw
		u.Path, _ = url.PathUnescape(raw)
	}
	if u.Host != "" && u.Path == "" {
		u.Path = "/"
	}
	u.RawQuery = escapes(u.RawQuery)
	u.RawFragment = escapes(u.EscapedFragment())
	return u.String()
}

// escapes returns s with the escapes of unreserved characters decoded and the
// digits of the others in upper case.
func escapes(s string) string {
	if !strings.Contains(s, "%") {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '%' || i+2 >= len(s) {
			b.WriteByte(s[i])
			continue
		}
		c, err := url.PathUnescape(s[i : i+3])
		switch {
		case err != nil:
			b.WriteByte('%')
			continue
		case 'a' <= c[0] && c[0] <= 'z', 'A' <= c[0] && c[0] <= 'Z', '0' <= c[0] && c[0] <= '9', strings.Contains("-._~", c):
			b.WriteString(c)
		default:
			b.WriteString(strings.ToUpper(s[i : i+3]))
		}
		i += 2
	}
	return b.String()
}
