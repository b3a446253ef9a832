package httptarget

import (
	"errors"
	"testing"

	"github.com/pct-encoded/percent"
)

func TestResource(t *testing.T) {
	for target, want := range map[string]string{
		"/":                     "/",
		"/a?b":                  "/a?b",
		"//a//b?":               "//a//b?",
		"/a b":                  "/a b",
		"/?u=http://h/":         "/?u=http://h/",
		"http://h":              "",
		"http://h?q":            "?q",
		"HTTP+x://u@h:1/a?b":    "/a?b",
		"http://h/a?u=ftp://i/": "/a?u=ftp://i/",
	} {
		if got, err := Resource(target, "f"); got != want || err != nil {
			t.Errorf("%q: %q, %v, want %q", target, got, err, want)
		}
	}
	for target, offset := range map[string]int64{
		"":                0,
		"*":               0,
		"foo":             0,
		"h:443":           0,
		"@b.example/x":    0,
		"?u=http://h/":    0,
		"x@y://h/":        0,
		"1http://h/":      0,
		"-X":              0,
		"foo/?u=http://h": 0,
		"%68ttp://h/":     0,
		"/a#b":            2,
		"http://h#b":      8,
	} {
		_, err := Resource(target, "f")
		var e *percent.SyntaxError
		if !errors.As(err, &e) || e.Reason != InvalidTarget || e.Field != TargetField || e.Offset != offset || e.Format != "f" {
			t.Errorf("%q: %+v, want offset %d", target, e, offset)
		}
	}
}

func TestCheckHost(t *testing.T) {
	for _, host := range []string{"", "h", "h:", "h:80", "a_b.example", "192.0.2.1:8080", "[::1]", "[::1]:443", "%C3%A9", "a!$&'()*+,;=~"} {
		if err := CheckHost(host, "f"); err != nil {
			t.Errorf("%q: %v", host, err)
		}
	}
	for host, offset := range map[string]int64{
		"a/b": 1, "a?b": 1, "a#b": 1, "u@h": 1, `a\b`: 1, "a b": 1, "a,b c": 3, "h:80:81": 4, "h:http": 2, "[::1": 4, "é": 0, "%zz": 0, "a\n": 1, "[::1]x": 5,
	} {
		err := CheckHost(host, "f")
		var e *percent.SyntaxError
		if !errors.As(err, &e) || e.Reason != InvalidHost || e.Field != HostField || e.Offset != offset {
			t.Errorf("%q: %+v, want offset %d", host, e, offset)
		}
	}
}
