package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pct-encoded/percent/internal/cli/stream"
	"github.com/pct-encoded/percent/internal/cli/term"
)

// TestComparersAgree: uri compare prints the beginning of what compare prints.
func TestComparersAgree(t *testing.T) {
	for _, pair := range [][2]string{
		{"http://h/", "http://h/"},
		{"HTTP://example.com:80", "http://example.com/"},
		{"/%7Euser", "/~user"},
		{"/path?key=value", "/path%3Fkey=value"},
		{"http://h/a|", "http://h/a%7C"},
		{"http://h/?q=a+b", "http://h/?q=a%20b"},
		{"http://h/A?x=1", "http://h/a?x=2#f"},
		{"http://é.com/é", "http://xn--9ca.com/%c3%a9"},
		{"http://É.com/a", "http://xn--9ca.com/b"},
		{"file://c:/x", "file:///x"},
		{"mailto:a@EX", "mailto:a@ex"},
		{"urn:example:a%2Cb", "URN:example:a,b"},
	} {
		for _, format := range []string{"text", "form"} {
			args := []string{"--format", format, "--", pair[0], pair[1]}
			short := runIn(t, strings.NewReader(""), stream.ChunkSize, append([]string{"uri", "compare", "--on-error", "keep"}, args...)...)
			long := runIn(t, strings.NewReader(""), stream.ChunkSize, append([]string{"compare"}, args...)...)
			if short.stdout == "" || short.stderr != "" || short.status != long.status || !strings.HasPrefix(long.stdout, short.stdout) {
				t.Errorf("%q, %s:\n%+v\n%+v", pair, format, short, long)
			}
		}
	}
}

// TestCompareKeepsCR: a CR at the end of a text is part of it, unless an LF follows.
func TestCompareKeepsCR(t *testing.T) {
	dir := t.TempDir()
	for text, want := range map[string]int{"a\r": term.StatusFindings, "a\r\n": term.StatusDone, "a\n": term.StatusDone, "a": term.StatusDone, "a\n\n": term.StatusFindings} {
		name := filepath.Join(dir, "text")
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		if r := runIn(t, nil, 0, "compare", "-f", name, "a"); r.status != want {
			t.Errorf("%q and a: status %d, want %d", text, r.status, want)
		}
	}
}

// TestCompareOneStdin: standard input cannot be both texts.
func TestCompareOneStdin(t *testing.T) {
	for _, args := range [][]string{{"-", "-"}, {"-f", "-", "-"}, {"-f", "-", "-f", "-"}} {
		r := runIn(t, strings.NewReader("a\n"), stream.ChunkSize, append([]string{"compare"}, args...)...)
		if r.status != term.StatusUsage || r.stdout != "" || !strings.Contains(r.stderr, "twice") {
			t.Errorf("compare %q: %+v", args, r)
		}
	}
}
