package lint

import (
	"slices"
	"strings"
	"testing"

	"github.com/pct-encoded/percent/inspect"
	"github.com/pct-encoded/percent/internal/growth"
)

func TestExtract(t *testing.T) {
	for _, tt := range []struct {
		name, in string
		want     []string
	}{
		{"sentence", "see http://h/a, and https://h/b?c=d.", []string{"http://h/a", "https://h/b?c=d"}},
		{"brackets", "(http://h/a_(b)) [http://h/c] <http://h/d>", []string{"http://h/a_(b)", "http://h/c", "http://h/d"}},
		{"escaped brackets", "{http://h/%7Ba} {http://h/%7ba%7d} [http://h/%5Ba]]", []string{"http://h/%7Ba}", "http://h/%7ba%7d", "http://h/%5Ba]"}},
		{"access log", `1.2.3.4 - - [x] "GET /a/%2e%2e/b HTTP/1.1" 200 1 "http://r/?q=a b" "Mozilla/5.0"`, []string{"/a/%2e%2e/b", "http://r/?q=a"}},
		{"target with a space", `"POST /a b HTTP/1.0"`, []string{"/a b"}},
		{"no request line", "GET going, POST haste", nil},
		{"HTML", `<a href="/x?a=1&amp;b=2"><img SRC = '//h/y z'><p title="/no">`, []string{"/x?a=1&amp;b=2", "//h/y z"}},
		{"no slashes", `javascript:alert(1) mailto:a@b data:,x`, []string{"javascript:alert(1)", "mailto:a@b", "data:,x"}},
		{"other colons", "10:30 a:b C://x foo: http:// ://x", []string{"C://x"}},
		{"inside a word", "xhttp://h/ é-http://h/", []string{"xhttp://h/", "http://h/"}},
		{"string literals", `{"a":"f(\"http://h/a\", 'http://h/b\', \"http://h/c\\\\\")","p":"http://h/d\\\\"}`, []string{"http://h/a", "http://h/b", `http://h/c\\\\`, `http://h/d\\\\`}},
		{"HTML in JSON", `{"u":"<a href=\"http://h/a?b\">x</a>"}`, []string{"http://h/a?b"}},
		{"the end", "http://h/%", []string{"http://h/%"}},
		{"unclosed", `href="http://h/`, []string{"http://h/"}},
		{"empty", "", nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var got []string
			last := 0
			for u := range Extract(tt.in) {
				lo, hi := u.Offset, u.Offset+u.Len
				if lo < last || hi <= lo {
					t.Errorf("%d to %d behind %d", lo, hi, last)
				}
				last = hi
				got = append(got, tt.in[lo:hi])
			}
			if !slices.Equal(got, tt.want) {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// TestExtractGrowth has texts that would take hours if each part of them were
// looked at from every place before it.
func TestExtractGrowth(t *testing.T) {
	size := 1 << 20
	if growth.Long() {
		size *= 4
	}
	for _, piece := range []string{"GET ", "a.", "http://", "href='", "href=\"", ")", "http://h/)", "mailto:", "<a ", "<!--", "<a b=\"&quot;", "&lt;", "&#0", "<a href= ", "http://&amp;", "<a>http://h/&#x3e;", "<script>", "</", "x=\"y\"="} {
		text := strings.Repeat(piece, size/len(piece))
		last := 0
		for u := range Extract(text) {
			lo, hi := u.Offset, u.Offset+u.Len
			if lo < last || hi <= lo || hi > len(text) {
				t.Fatalf("%q: %d to %d after %d", piece, lo, hi, last)
			}
			last = hi
		}
	}
}

func FuzzExtract(f *testing.F) {
	f.Add(`"GET /a HTTP/1.1" <a href="b"> http://h/(c).`)
	f.Fuzz(func(t *testing.T, s string) {
		last := 0
		for u := range Extract(s) {
			lo, hi := u.Offset, u.Offset+u.Len
			if lo < last || hi <= lo || hi > len(s) {
				t.Fatalf("%q: %d to %d behind %d", s, lo, hi, last)
			}
			last = hi
		}
	})
}

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
		{"http://h/a，http", "http://h/a，http", true},
		{"« http://h/a»", "http://h/a»", true},
		{"“ http://h/a”", "http://h/a”", true},
		{"http://h/a، و", "http://h/a،", true},
		{"http://h/a🎉 b", "http://h/a🎉", true},
		{"http://h/a|b c", "http://h/a|b", true},
		{`"http://h/é" c`, "http://h/é", false},
		{"<http://h/é> c", "http://h/é", false},
		{"http://h/a%zz b", "http://h/a%zz", false},
		{"see http://h/a%2fb, or", "http://h/a%2fb", false},
		// Formats that go on behind a URL.
		{`"a http://h/b\nc"`, "http://h/b", false},
		{`"a http://h/b\"c"`, "http://h/b", false},
		{`"http:\/\/h"`, "", false},
		{"img-src http://h;style-src 'self'", "http://h", false},
		{"img-src http://h:80,http", "http://h:80", false},
		{"http://u;v:w@h/", "http://u;v:w@h/", false},
		{"a{b:url(http://h/c);d:url(e)}", "http://h/c", false},
		{"(http://h/a_(b)_c) d", "http://h/a_(b)_c", false},
	} {
		var got Extracted
		for u := range Extract(test.text) {
			got = u
			break
		}
		if url := test.text[got.Offset:][:got.Len]; url != test.url || got.unsure != test.unsure {
			t.Errorf("%q: %q, %v", test.text, url, got.unsure)
		}
	}
	s := `{"u":"https://h/a\/b\u0026c=%zz"}`
	for u := range Extract(s) {
		found, _ := Linter{}.For(u).Lint(s[u.Offset:][:u.Len])
		if len(found) != 1 || found[0].Rule != "malformed-escape" || found[0].Mechanical {
			t.Errorf("%+v", found)
		}
	}
}
