package weburl

import (
	"testing"

	"github.com/pct-encoded/percent/internal/corpus"
)

func TestAppendHref(t *testing.T) {
	buf := make([]byte, 0, 1<<16)
	n := 0
	for _, s := range append(corpus.URLs(t), "", "foo", "HTTP://H:80", "http://a.b.0x/", "http://h/é", "//h", "data:x y #z") {
		src := []byte(s)
		u, want := Parse(s)
		out, err := AppendHref(append(buf[:0], '>'), src)
		switch {
		case want != nil:
			if err == nil || err.Error() != want.Error() || string(out) != ">" {
				t.Errorf("%q: %q, %v, want %v", s, out, err, want)
			}
			text := err.Error()
			clear(src)
			if err.Error() != text {
				t.Errorf("%q: the error changes with the text", s)
			}
		case err != nil || string(out) != ">"+u.Href():
			t.Errorf("%q: %q, %v, want %q", s, out, err, u.Href())
		default:
			n++
		}
	}
	if n < 10000 {
		t.Errorf("only %d URLs", n)
	}
	src := []byte("https://example.com/a?b#c")
	if n := testing.AllocsPerRun(100, func() { AppendHref(buf[:0], src) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
