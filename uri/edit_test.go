package uri

import (
	"errors"
	"strings"
	"testing"

	"github.com/pct-encoded/percent"
)

func TestWith(t *testing.T) {
	const base = "HTTP://us%65r:pw@h:80/a%2f/../b?q=%7e#f"
	for _, tt := range []struct {
		in   string
		part Part
		raw  string
		want string // or the text of the error
	}{
		{base, Scheme, "ftp", "ftp://us%65r:pw@h:80/a%2f/../b?q=%7e#f"},
		{base, Authority, "x", "HTTP://x/a%2f/../b?q=%7e#f"},
		{base, Userinfo, "", "HTTP://@h:80/a%2f/../b?q=%7e#f"},
		{base, User, "x", "HTTP://x:pw@h:80/a%2f/../b?q=%7e#f"},
		{base, Password, "x:y", "HTTP://us%65r:x:y@h:80/a%2f/../b?q=%7e#f"},
		{base, Host, "[::1]", "HTTP://us%65r:pw@[::1]:80/a%2f/../b?q=%7e#f"},
		{base, Host, "", "HTTP://us%65r:pw@:80/a%2f/../b?q=%7e#f"},
		{base, Port, "", "HTTP://us%65r:pw@h:/a%2f/../b?q=%7e#f"},
		{base, Path, "/x", "HTTP://us%65r:pw@h:80/x?q=%7e#f"},
		{base, Path, "", "HTTP://us%65r:pw@h:80?q=%7e#f"},
		{base, Query, "?", "HTTP://us%65r:pw@h:80/a%2f/../b??#f"},
		{base, Fragment, "x", "HTTP://us%65r:pw@h:80/a%2f/../b?q=%7e#x"},
		{"", Scheme, "a", "a:"},
		{"", Host, "h", "//h"},
		{"", Userinfo, "u", "//u@"},
		{"", User, "u", "//u@"},
		{"", Password, "p", "//:p@"},
		{"", Port, "1", "//:1"},
		{"", Query, "", "?"},
		{"", Fragment, "", "#"},
		{"?q", Path, "a/b:c", "a/b:c?q"},
		{"a#f", Query, "q", "a?q#f"},
		{"//h/p", Userinfo, "u", "//u@h/p"},
		{"//h/p", Password, "w", "//:w@h/p"},
		{"//u@h/p", Password, "w", "//u:w@h/p"},
		{"//u@h/p", Port, "1", "//u@h:1/p"},
		{"//[::1]/p", Zone, "en0", "//[::1%25en0]/p"},
		{"a:/b", Authority, "", "a:///b"},
		{"/a:b", Path, "./a:b", "./a:b"},
		{"x:", Path, "a:b", "x:a:b"},
		// Refused: the part does not fit.
		{base, Scheme, "", "uri: invalid scheme at byte 0"},
		{base, Scheme, "a:", `uri: invalid scheme ":" at byte 1`},
		{base, Scheme, "1", `uri: invalid scheme "1" at byte 0`},
		{base, Scheme, "a%62", `uri: invalid scheme "%62" at byte 1`},
		{base, Authority, "h/", `uri: invalid authority "/" at byte 1`},
		{base, Authority, "h:x", `uri: invalid port "x" at byte 2`},
		{base, Userinfo, "a@", `uri: invalid userinfo "@" at byte 1`},
		{base, User, "a:", `uri: invalid userinfo ":" at byte 1`},
		{base, Host, "a:1", `uri: invalid reg-name ":" at byte 1`},
		{base, Host, "[::1]x", `uri: invalid IP-literal "x" at byte 5`},
		{base, Host, "[::", `uri: invalid IP-literal at byte 3`},
		{base, Port, "8a", `uri: invalid port "a" at byte 1`},
		{base, Port, "%38", `uri: invalid port "%38" at byte 0`},
		{base, Path, "/a?", `uri: invalid segment "?" at byte 2`},
		{base, Path, "/%zz", `uri: invalid escape "%zz" at byte 1`},
		{base, Query, "a#", `uri: invalid query "#" at byte 1`},
		{base, Fragment, "a#", `uri: invalid fragment "#" at byte 1`},
		{"//[::1]", Zone, "", "uri: invalid ZoneID at byte 0"},
		{"//[::1]", Zone, "a!", `uri: invalid ZoneID "!" at byte 1`},
		{"//h", Zone, "en0", `uri: invalid IPv6address "h" at byte 0`},
		// Refused: what is elsewhere would be read differently.
		{base, Path, "x", `uri: invalid path-abempty "x" at byte 0`},
		{"a:b", Path, "//c", `uri: invalid path-absolute "/" at byte 1`},
		{"b", Path, "//c", `uri: invalid path-absolute "/" at byte 1`},
		{"b", Path, "c:d", `uri: invalid path-noscheme ":" at byte 1`},
		{"b", Path, "1:d", `uri: invalid path-noscheme ":" at byte 1`},
		{"b", Path, ":", `uri: invalid path-noscheme ":" at byte 0`},
		{"a:b", Host, "h", `uri: invalid path-abempty "b" at byte 0`},
		{"b/c", Authority, "h", `uri: invalid path-abempty "b" at byte 0`},
	} {
		u := MustParse(tt.in)
		v, err := u.With(tt.part, tt.raw)
		got := v.String()
		if err != nil {
			got = err.Error()
			var e *percent.SyntaxError
			if !errors.As(err, &e) || v != (URI{}) {
				t.Errorf("%q with %v %q: %#v", tt.in, tt.part, tt.raw, err)
			}
		} else if w, err := ParseZoned(v.String()); err != nil || w != v {
			t.Errorf("%q with %v %q is %q: %v", tt.in, tt.part, tt.raw, v, err)
		}
		if got != tt.want {
			t.Errorf("%q with %v %q: %s, want %s", tt.in, tt.part, tt.raw, got, tt.want)
		}
	}
}

func TestWithout(t *testing.T) {
	const base = "http://u:p@[::1%25z]:80/a?q#f"
	for _, tt := range []struct {
		in   string
		part Part
		want string
	}{
		{base, Scheme, "//u:p@[::1%25z]:80/a?q#f"},
		{base, Authority, "http:/a?q#f"},
		{base, Userinfo, "http://[::1%25z]:80/a?q#f"},
		{base, User, "http://:p@[::1%25z]:80/a?q#f"},
		{base, Password, "http://u@[::1%25z]:80/a?q#f"},
		{base, Host, "http://u:p@:80/a?q#f"},
		{base, Zone, "http://u:p@[::1]:80/a?q#f"},
		{base, Port, "http://u:p@[::1%25z]/a?q#f"},
		{base, Path, "http://u:p@[::1%25z]:80?q#f"},
		{base, Query, "http://u:p@[::1%25z]:80/a#f"},
		{base, Fragment, "http://u:p@[::1%25z]:80/a?q"},
		{"//u@h", User, "//h"},
		{"a", Query, "a"},
		{"a:b:c", Scheme, `uri: invalid path-noscheme "b" at byte 0`},
		{"a:1:c", Scheme, `uri: invalid path-noscheme "1" at byte 0`},
		{"//h//p", Authority, `uri: invalid path-absolute "/" at byte 0`},
	} {
		v, err := ParseLenient(tt.in).Without(tt.part)
		got := v.String()
		if err != nil {
			got = err.Error()
		}
		if got != tt.want {
			t.Errorf("%q without %v: %s, want %s", tt.in, tt.part, got, tt.want)
		}
	}
}

func TestWithData(t *testing.T) {
	data := "a:b/c?d#e@f%41[é] " + string(rune(0))
	for _, p := range []Part{Userinfo, User, Password, Host, Query, Fragment} {
		u, err := MustParse("http://x/").WithData(p, data)
		if err != nil || u.Get(p).Text() != data {
			t.Errorf("%v of %v: %q, %v", p, u, u.Get(p).Text(), err)
		}
		if v, err := Parse(u.String()); err != nil || v != u {
			t.Errorf("%v: %v", u, err)
		}
	}
	for _, tt := range []struct {
		part       Part
		data, want string
	}{
		{Path, "/path/file?.txt", "http://x/path/file%3F.txt"},
		{Host, "[::1]", "http://[::1]/"},
		{Port, "80", "http://x:80/"},
		{Query, "100%", "http://x/?100%25"},
	} {
		if u, err := MustParse("http://x/").WithData(tt.part, tt.data); u.String() != tt.want || err != nil {
			t.Errorf("%v %q: %v, %v", tt.part, tt.data, u, err)
		}
	}
	u := MustParse("http://h/p")
	for i, v := range []func(string) (URI, error){u.WithScheme, u.WithAuthority, u.WithUserinfo, u.WithHost, u.WithPort, u.WithPath, u.WithQuery, u.WithFragment} {
		raw := []string{"x", "x", "x", "x", "8", "/x", "x", "x"}[i]
		part := []Part{Scheme, Authority, Userinfo, Host, Port, Path, Query, Fragment}[i]
		if w, err := v(raw); err != nil || w.Get(part).Raw != raw {
			t.Errorf("%v: %v, %v", part, w, err)
		}
	}
}

func TestSegments(t *testing.T) {
	for _, tt := range []struct{ path, want string }{
		{"", ""},
		{"/", "«»"},
		{"//", "«»«»"},
		{"a", "«a»"},
		{"/a", "«a»"},
		{"/a/", "«a»«»"},
		{"a//b", "«a»«»«b»"},
		{"/path%2Fto%2Ffile", "«path/to/file»"},
		{"/%252F/%2e", "«%2F»«.»"},
		{"./a:b", "«.»«a:b»"},
	} {
		u := ParseLenient("x:")
		u, err := u.With(Path, tt.path)
		if tt.path == "//" {
			u, err = MustParse("x://h//"), nil
		}
		if err != nil {
			t.Fatal(err)
		}
		var b strings.Builder
		for _, s := range u.Segments() {
			data, err := s.Decode()
			if err != nil || s.Text() != data || s.Raw() != string(s) {
				t.Errorf("%q: %q, %v", s, data, err)
			}
			b.WriteString("«" + data + "»")
		}
		if b.String() != tt.want {
			t.Errorf("%q has %s, want %s", tt.path, b.String(), tt.want)
		}
	}
	for s, want := range map[Segment]DotKind{
		".": Dot, "%2E": Dot, "%2e": Dot, "..": DotsDot, "%2e.": DotsDot, ".%2E": DotsDot, "%2E%2e": DotsDot,
		"": NoDots, "...": NoDots, ".a": NoDots, "a.": NoDots, "%2E%2": NoDots, "%252E": NoDots, "%2f": NoDots,
	} {
		if s.Dots() != want {
			t.Errorf("%q.Dots() = %v", s, s.Dots())
		}
	}
}

func TestJoinSegments(t *testing.T) {
	for _, tt := range []struct {
		data             []string
		relative, rooted string
	}{
		{nil, "", "/"},
		{[]string{""}, "./", "/"},
		{[]string{"a"}, "a", "/a"},
		{[]string{"a", "b"}, "a/b", "/a/b"},
		{[]string{"a/b", "c"}, "a%2Fb/c", "/a%2Fb/c"},
		{[]string{"a:b"}, "./a:b", "/a:b"},
		{[]string{"a", "b:c"}, "a/b:c", "/a/b:c"},
		{[]string{"", "a"}, ".//a", "/.//a"},
		{[]string{"a", ""}, "a/", "/a/"},
		{[]string{"100%", "%2E", "é?"}, "100%25/%252E/%C3%A9%3F", "/100%25/%252E/%C3%A9%3F"},
		{[]string{"...", "@;=,+&!"}, ".../@;=,+&!", "/.../@;=,+&!"},
	} {
		relative, err1 := JoinSegments(tt.data...)
		rooted, err2 := JoinRooted(tt.data...)
		if relative != tt.relative || rooted != tt.rooted || err1 != nil || err2 != nil {
			t.Errorf("%q: %q, %q, %v, %v", tt.data, relative, rooted, err1, err2)
		}
		for _, path := range []string{relative, rooted} {
			u, err := Parse(path)
			if err != nil || u.Path().Raw != path {
				t.Errorf("%q is no path: %v", path, err)
			}
			segments := u.Segments()
			if len(segments) > len(tt.data) && segments[0] == "." {
				segments = segments[1:]
			}
			for i, d := range tt.data {
				if segments[i].Text() != d {
					t.Errorf("%q: segment %d is %q, want %q", path, i, segments[i].Text(), d)
				}
			}
		}
		for in, want := range map[string]string{"//h/x?q": "//h" + strings.Replace(tt.rooted, "/.//", "//", 1) + "?q", "/x?q": tt.rooted + "?q", "?q": tt.relative + "?q"} {
			if tt.data == nil {
				want = map[string]string{"//h/x?q": "//h?q", "/x?q": "?q", "?q": "?q"}[in]
			}
			if u, err := MustParse(in).WithSegments(tt.data...); err != nil || u.String() != want {
				t.Errorf("%q with segments %q: %v, %v, want %v", in, tt.data, u, err, want)
			}
		}
	}
	for _, dots := range []string{".", ".."} {
		var e *percent.SyntaxError
		if path, err := JoinSegments("a", dots); path != "" || !errors.As(err, &e) || e.Field != "2nd segment" || e.Bytes != dots || e.Reason != DotSegment {
			t.Errorf("JoinSegments: %q, %v", path, err)
		}
		if _, err := MustParse("/").WithSegments(dots); !errors.As(err, &e) || e.Error() == "" {
			t.Errorf("WithSegments: %v", err)
		}
	}
}

func TestAuthorityOfData(t *testing.T) {
	for data, want := range map[string]string{
		"%2e": "//%252e/", "a b@h:80": "//a%20b@h:80/", "[::1]:8": "//[::1]:8/", "h/x": "//h%2Fx/",
	} {
		if u, err := MustParse("//old/").WithData(Authority, data); err != nil || u.String() != want {
			t.Errorf("%q: %v, %v, want %s", data, u, err, want)
		}
	}
}
