package operation

import (
	"fmt"
	"testing"

	"github.com/pct-encoded/percent/uri"
)

func TestURIFormat(t *testing.T) {
	u := uri.MustParse("http://us%65r:p%40@h:80/a%2Fb?c%26d#%zz"[:len("http://us%65r:p%40@h:80/a%2Fb?c%26d")] + "#e%66")
	for in, want := range map[string]string{
		"":                                    "",
		"plain":                               "plain",
		"{scheme}|{user}|{password}|{port}":   "http|user|p@|80",
		"{:user}|{:password}|{:path}|{:host}": "us%65r|p%40|/a%2Fb|h",
		"{path} {query} {fragment}":           "/a/b c&d ef",
		"{{{host}}}":                          "{h}",
		"{zone}.{uri}":                        "." + u.String(),
	} {
		f, err := parseURIFormat(in)
		if err != nil || string(f.appendTo(nil, u)) != want {
			t.Errorf("%q: %q, %v, want %q", in, string(f.appendTo(nil, u)), err, want)
		}
	}
	u = uri.MustParse("http://h/?&a=1&q%71=x+%26%2B&qq=2&=e&b")
	for in, want := range map[string]string{
		"{query:a}{query:none}|{query:b}|{query:}": "1||e",
		"{query:qq} {:query:qq}":                   "x &+ x+%26%2B",
	} {
		f, err := parseURIFormat(in)
		if err != nil || string(f.appendTo(nil, u)) != want {
			t.Errorf("%q: %q, %v, want %q", in, string(f.appendTo(nil, u)), err, want)
		}
	}
	for in, want := range map[string]string{
		"a{":     `uri format: unmatched brace "{" at byte 1`,
		"a{host": `uri format: unmatched brace "{host" at byte 1`,
		"}":      `uri format: unmatched brace "}" at byte 0`,
		"{x}":    `uri format: unknown part "{x}" at byte 0`,
		"ab{:}":  `uri format: unknown part "{:}" at byte 2`,
		"{}":     `uri format: unknown part "{}" at byte 0`,
	} {
		if _, err := parseURIFormat(in); fmt.Sprint(err) != want {
			t.Errorf("%q: %v, want %s", in, err, want)
		}
	}
}
