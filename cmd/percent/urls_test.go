package main

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/pct-encoded/percent/internal/cli/stream"
	"github.com/pct-encoded/percent/internal/growth"
)

// legal is a URI reference without an IPvFuture, from RFC 3986 appendix A and not from
// the sets of the codec.
var legal = func() *regexp.Regexp {
	const escape = `%[0-9A-Fa-f]{2}`
	const plain = `A-Za-z0-9._~!$&'()*+,;=\-`
	name, userinfo := `(?:\[[0-9A-Fa-f:.]+\]|(?:[`+plain+`]|`+escape+`)*)`, `(?:[`+plain+`:]|`+escape+`)*`
	segment := `(?:[` + plain + `:@]|` + escape + `)*`
	rest := `(?:[` + plain + `:@/?]|` + escape + `)*`
	authority := `//(?:` + userinfo + `@)?` + name + `(?::[0-9]*)?(?:/` + segment + `)*`
	absolute := `/(?:` + segment + `(?:/` + segment + `)*)?`
	rootless := segment + `(?:/` + segment + `)*`
	noScheme := `(?:[` + plain + `@]|` + escape + `)*(?:/` + segment + `)*`
	return regexp.MustCompile(`^(?:[A-Za-z][A-Za-z0-9+.-]*:(?:` + authority + `|` + absolute + `|` + rootless + `)|` + authority + `|` + absolute + `|` + noScheme + `)(?:\?` + rest + `)?(?:#` + rest + `)?$`)
}()

func TestRealURLs(t *testing.T) {
	file, in := corpusFile(t)
	got := runIn(t, nil, stream.ChunkSize, "fix", "-f", file)
	if got.status != 0 || got.stderr != "" {
		t.Fatalf("fix: status %d, %s", got.status, got.stderr)
	}
	before, after := strings.Split(in, "\n"), strings.Split(got.stdout, "\n")
	if len(before) != len(after) {
		t.Fatalf("fix: %d lines became %d", len(before), len(after))
	}
	same := 0
	for i := range before {
		was, is := strings.TrimSuffix(before[i], "\r"), strings.TrimSuffix(after[i], "\r")
		if i == 0 {
			if !strings.HasPrefix(is, byteOrderMark) {
				t.Error("fix: the byte order mark is gone")
			}
			was, is = strings.TrimPrefix(was, byteOrderMark), strings.TrimPrefix(is, byteOrderMark)
		}
		switch {
		case legal.MatchString(was):
			same++
			if is != was {
				t.Errorf("fix: line %d: the legal %q became %q", i+1, was, is)
			}
		case !legal.MatchString(is):
			t.Errorf("fix: line %d: %q became %q, which is not legal", i+1, was, is)
		}
	}
	if same < len(before)/3 || same == len(before) {
		t.Errorf("%d of %d lines are legal: that is not the file this test is for", same, len(before))
	}

	for _, flag := range []string{"", "-0", "--whole"} {
		args := []string{"encode", "--quiet"}
		if flag != "" {
			args = append(args, flag)
		}
		encoded := runIn(t, strings.NewReader(in), stream.ChunkSize, args...)
		args[0] = "decode"
		decoded := runIn(t, strings.NewReader(encoded.stdout), stream.ChunkSize, args...)
		if want := (result{stdout: in}); decoded != want {
			t.Errorf("encode %s | decode: status %d, %q, %d bytes of %d, or others", flag, decoded.status, decoded.stderr, len(decoded.stdout), len(in))
		}
	}
}

// TestManyValidationErrors: --explain shows the first 10,000 of a URL and counts the
// others, so that it takes little more memory than parsing does.
func TestManyValidationErrors(t *testing.T) {
	url := func(n int) string { return "http://h/" + strings.Repeat("^", n) }
	for _, n := range []int{9_999, 10_000, 10_001, 200_000} {
		got := runIn(t, strings.NewReader(url(n)+"\n"), stream.ChunkSize, "url", "parse", "--explain")
		end := fmt.Sprintf("! invalid-URL-unit \"^\" at byte %d\n", 9+min(n, 10_000)-1)
		more, key := "", `]}`
		if n > 10_000 {
			more = fmt.Sprintf("! and %d more validation errors\n", n-10_000)
			key = fmt.Sprintf(`],"more_validation_errors":%d}`, n-10_000)
		}
		if n == 10_001 {
			more = "! and 1 more validation error\n"
		}
		if c := strings.Count(got.stdout, "! invalid"); got.status != 0 || c != min(n, 10_000) || !strings.HasSuffix(got.stdout, end+more) {
			t.Errorf("%d errors: status %d, %d lines, …%s", n, got.status, c, got.stdout[max(0, len(got.stdout)-100):])
		}
		got = runIn(t, strings.NewReader(url(n)+"\n"), stream.ChunkSize, "url", "parse", "--explain", "--json")
		if c := strings.Count(got.stdout, `"invalid-URL-unit"`); got.status != 0 || c != min(n, 10_000) || !strings.HasSuffix(got.stdout, key+"\n") {
			t.Errorf("%d errors in JSON: status %d, %d of them, …%s", n, got.status, c, got.stdout[max(0, len(got.stdout)-100):])
		}
	}
	for _, flag := range []string{"--quiet", "--json"} {
		memory := func(flags ...string) uint64 {
			text := url(1<<20) + "\n"
			return growth.Allocated(func() {
				runIn(t, strings.NewReader(text), stream.ChunkSize, append([]string{"url", "parse", flag}, flags...)...)
			})
		}
		if plain, explained := memory(), memory("--explain"); explained > plain+plain/2 {
			t.Errorf("%s: %d bytes of memory with --explain, %d without", flag, explained, plain)
		}
	}
}

// TestShortMessages: no message quotes a long value whole.
func TestShortMessages(t *testing.T) {
	long := strings.Repeat("a", 100_000)
	for _, args := range [][]string{
		{"url", "canonical", "http://" + long + "\u2028/"},
		{"url", "check", "http://" + long + "\u2028/"},
		{"url", "parse", "http://h:" + strings.Repeat("9", 100_000)},
		{"url", "parse", "--explain", "--on-error", "keep", "http://[" + long},
		{"url", "parse", "--base", "http://" + long + "\u2028/", "x"},
		{"url", "resolve", "http://[" + long, "x"},
		{"url", "set", "host=" + long + "\u2028", "http://h/"},
		{"url", "set", "port=8" + long, "http://h/"},
		{"url", "set", "host=" + long + ":" + long, "http://h/"},
		{"url", "set", "port=" + long, "http://h/"},
		{"url", "set", long + "=x", "http://h/"},
		{"url", "get", long, "http://h/"},
		{"uri", "set", "port=" + long, "http://h/"},
		{"uri", "set", "--iterate", long, "http://h/"},
	} {
		got := runIn(t, nil, stream.ChunkSize, args...)
		if n := len(got.stderr); n > 4500 {
			t.Errorf("%.60q: %d bytes of messages", args, n)
		}
		if args[1] == "check" && len(got.stdout) > 2000 {
			t.Errorf("%.60q: %d bytes of findings", args, len(got.stdout))
		}
	}
}
