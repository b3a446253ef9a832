package protocolhandler

import (
	"errors"
	"strings"
	"testing"

	"github.com/pct-encoded/percent"
)

func TestExpand(t *testing.T) {
	for _, tt := range []struct{ template, url, want string }{
		{"https://example.com/?u=%s", "web+x:a b&é%41'()*", "https://example.com/?u=web%2Bx%3Aa%20b%26%C3%A9%2541'()*"},
		{"%s/%s", "x:%s", "x%3A%25s/%s"},
		{"https://e/%25%s", "x:\r\n\x00", "https://e/%25x%3A%0D%0A%00"},
	} {
		if got, err := Expand(tt.template, tt.url); err != nil || got != tt.want {
			t.Errorf("%s: %q, %v", tt.template, got, err)
		}
	}
	_, err := Expand("https://example.com/%S", "x:")
	var e *percent.SyntaxError
	if !errors.As(err, &e) || e.Reason != MissingPlace || err.Error() != `protocolhandler: no %s in the template "https://example.com/%S" at byte 0` {
		t.Error(err)
	}
}

func FuzzExpand(f *testing.F) {
	f.Add("a%\r\n\xFF")
	f.Fuzz(func(t *testing.T, url string) {
		got, err := Expand("x?%s#y", url)
		encoded, ok := strings.CutPrefix(strings.TrimSuffix(got, "#y"), "x?")
		if err != nil || !ok || strings.ContainsAny(encoded, "\r\n\x00#&") {
			t.Fatalf("%q: %q, %v", url, got, err)
		}
		if again, err := percent.RFC3986.Decode(encoded); err != nil || again != url {
			t.Fatalf("%q: %q, %v", url, again, err)
		}
	})
}
