package lint

import (
	"strings"
	"testing"

	"github.com/pct-encoded/percent/inspect"
	"github.com/pct-encoded/percent/inspect/document"
)

func TestFix(t *testing.T) {
	for _, tt := range []struct{ in, want string }{
		{"http://h/a b", "http://h/a%20b"},
		{"http://h/100%/a b", "http://h/100%25/a%20b"},
		{`http://h/a\b`, "http://h/a%5Cb"},
		{"http://h/a", "http://h/a"},
		{"http://h/caf%C3%A9", "http://h/caf%C3%A9"},
		// An escaped reference may be data, however it is spelt, and one in which
		// something is escaped is none in HTML.
		{"http://h/?x=1&amp;b=2&AMP;c&lt;", "http://h/?x=1&b=2&c%3C"},
		{"http://h/?x=%26lt;%26lt%3B%26%6Ct%3b&%26%23233%3B", "http://h/?x=%26lt;%26lt%3B%26%6Ct%3b&%26%23233%3B"},
		{"http://h/?x=1&%2526%41%63%3B", "http://h/?x=1&%26Ac%3B"},
		{"http://h/?x=%2526amp%253Blt;&%u0026amp;", "http://h/?x=%26amp%3Blt;&%26amp;"},
		{"http://h/?x=1&amp;l%74;&Ac;", "http://h/?x=1&l%74;&Ac;"},
		// A value of a URL in a value is rightly encoded once more, and of one in that twice more.
		{"http://h/?q=a%252526b", "http://h/?q=a%26b"},
		{"http://h/?u=http%3A%2F%2Fi%2F%3Fq%3Da%2526b&v=%252526", "http://h/?u=http%3A%2F%2Fi%2F%3Fq%3Da%2526b&v=%26"},
		{"http://h/?u=http%3A%2F%2Fi%2F%3Fq%3Da%252526b", "http://h/?u=http%3A%2F%2Fi%2F%3Fq%3Da%2526b"},
		{"http://h/?u=%2fi%3Fq%3Da%252526b", "http://h/?u=%2Fi%3Fq%3Da%2526b"},
		{"http://h/?u=http%3A%2F%2Fi%2F%3Fv%3Dhttp%253A%252F%252Fj%252F%253Fq%253Da%252526b", "http://h/?u=http%3A%2F%2Fi%2F%3Fv%3Dhttp%253A%252F%252Fj%252F%253Fq%253Da%252526b"},
		{"http://h/?u=http%3A%2F%2Fi%2F%3Fv%3Dhttp%253A%252F%252Fj%252F%253Fq%253Da%25252526b", "http://h/?u=http%3A%2F%2Fi%2F%3Fv%3Dhttp%253A%252F%252Fj%252F%253Fq%253Da%252526b"},
		{"http://h/?u=http%253A%252F%252Fi", "http://h/?u=http%3A%2F%2Fi"},
		// Half of a character has no octets, and stays.
		{"http://h/%uD800%u0041", "http://h/%uD800A"},
		{"", ""},
	} {
		got, left, err := Linter{}.Fix(tt.in)
		if got != tt.want || err != nil {
			t.Errorf("%q: %q, %v, want %q", tt.in, got, err, tt.want)
		}
		for _, f := range left {
			if f.Mechanical && f.Layer == 0 && got[f.Offset:f.Offset+f.Len] != f.Replacement {
				t.Errorf("%q: %v is left in %q", tt.in, f, got)
			}
		}
		if again, _, _ := (Linter{}).Fix(got); again != got {
			t.Errorf("%q becomes %q and that %q", tt.in, got, again)
		}
	}
	if _, _, err := (Linter{}).Fix(strings.Repeat("a", inspect.MaxInput+1)); err == nil {
		t.Error("no error for a text that is too long")
	}
}

// TestSureEnd: a URL is fixed only where nothing else can be part of it.
func TestSureEnd(t *testing.T) {
	for _, test := range []struct {
		text, url string
		unsure    bool
	}{
		{"ดูที่ http://h/aแล้วไป", "http://h/aแล้วไป", true},
		{"http://h/a，http", "http://h/a", false},
		{"« http://h/a»", "http://h/a", false},
		{"“ http://h/a”", "http://h/a", false},
		{"http://h/a، و", "http://h/a", false},
		{"http://h/a🎉 b", "http://h/a🎉", true},
		{"http://h/a|b c", "http://h/a|b", true},
		{`"http://h/é" c`, "http://h/é", false},
		{"<http://h/é> c", "http://h/é", false},
		{"http://h/a%zz b", "http://h/a%zz", false},
		{"see http://h/a%2fb, or", "http://h/a%2fb", false},
		// Formats that go on behind a URL.
		{`"a http://h/b\nc"`, "http://h/b", false},
		{`"a http://h/b\"c"`, "http://h/b", false},
		{`"http:\/\/h"`, `http:\/\/h`, false},
		{`"http://h/a\u007cb" "c"`, `http://h/a\u007cb`, false},
		{`"http://h/a\u007cb" "http://h/%zz`, `http://h/a\u007cb`, true}, // once fixed, both are prose
		{`C:\a "http://h/a\u007cb" "http://h/%zz`, `http://h/a\u007cb`, false},
		{"img-src http://h;style-src 'self'", "http://h", false},
		{"img-src http://h:80,http", "http://h:80", false},
		{"http://u;v:w@h/", "http://u;v:w@h/", false},
		{"a{b:url(http://h/c);d:url(e)}", "http://h/c", false},
		{"(http://h/a_(b)_c) d", "http://h/a_(b)_c", false},
	} {
		var got document.URL
		for u := range document.Detect("", test.text).URLs(test.text) {
			got = u
			break
		}
		if url := test.text[got.Offset:][:got.Len]; url != test.url || got.Unsure != test.unsure {
			t.Errorf("%q: %q, %v", test.text, url, got.Unsure)
		}
	}
	s := `{"u":"https://h/?a\/b\u0026c=%zz"}`
	for u := range document.Detect("", s).URLs(s) {
		found, _ := Linter{}.For(u).Lint(s[u.Offset:][:u.Len])
		if len(found) != 1 || found[0].Rule != "malformed-escape" || found[0].Replacement != "%25zz" || s[u.Offset+found[0].Offset:][:found[0].Len] != "%zz" {
			t.Errorf("%+v", found)
		}
	}
}
