package uri

import (
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pct-encoded/percent/internal/corpus"
)

// show writes the parts that are there, so that a table can compare them.
func show(u URI) string {
	var b strings.Builder
	for _, p := range Parts() {
		if c := u.Get(p); c.Present {
			b.WriteString(p.String() + "=" + c.Raw + " ")
		}
	}
	return strings.TrimSpace(b.String())
}

func TestComponents(t *testing.T) {
	for _, tt := range []struct {
		text, want string
		kind       HostKind
	}{
		// RFC 3986 section 1.1.2.
		{"ftp://ftp.is.co.za/rfc/rfc1808.txt", "scheme=ftp authority=ftp.is.co.za host=ftp.is.co.za path=/rfc/rfc1808.txt", RegName},
		{"http://www.ietf.org/rfc/rfc2396.txt", "scheme=http authority=www.ietf.org host=www.ietf.org path=/rfc/rfc2396.txt", RegName},
		{"ldap://[2001:db8::7]/c=GB?objectClass?one", "scheme=ldap authority=[2001:db8::7] host=[2001:db8::7] path=/c=GB query=objectClass?one", IPv6},
		{"mailto:John.Doe@example.com", "scheme=mailto path=John.Doe@example.com", NoHost},
		{"news:comp.infosystems.www.servers.unix", "scheme=news path=comp.infosystems.www.servers.unix", NoHost},
		{"tel:+1-816-555-1212", "scheme=tel path=+1-816-555-1212", NoHost},
		{"telnet://192.0.2.16:80/", "scheme=telnet authority=192.0.2.16:80 host=192.0.2.16 port=80 path=/", IPv4},
		{"urn:oasis:names:specification:docbook:dtd:xml:4.1.2", "scheme=urn path=oasis:names:specification:docbook:dtd:xml:4.1.2", NoHost},
		// Section 3.
		{"foo://example.com:8042/over/there?name=ferret#nose", "scheme=foo authority=example.com:8042 host=example.com port=8042 path=/over/there query=name=ferret fragment=nose", RegName},
		{"urn:example:animal:ferret:nose", "scheme=urn path=example:animal:ferret:nose", NoHost},
		// Presence: empty is not missing.
		{"", "path=", NoHost},
		{"?", "path= query=", NoHost},
		{"#", "path= fragment=", NoHost},
		{"?#", "path= query= fragment=", NoHost},
		{"//", "authority= host= path=", RegName},
		{"//@:", "authority=@: userinfo= user= host= port= path=", RegName},
		{"//:@:/", "authority=:@: userinfo=: user= password= host= port= path=/", RegName},
		{"http:", "scheme=http path=", NoHost},
		{"http://h?", "scheme=http authority=h host=h path= query=", RegName},
		{"http://u:p:q@h:80", "scheme=http authority=u:p:q@h:80 userinfo=u:p:q user=u password=p:q host=h port=80 path=", RegName},
		{"http://h/?a#?b", "scheme=http authority=h host=h path=/ query=a fragment=?b", RegName},
		{"a/b:c", "path=a/b:c", NoHost},
		{"./b:c", "path=./b:c", NoHost},
		{"//a//b", "authority=a host=a path=//b", RegName},
		{"x:/a:b", "scheme=x path=/a:b", NoHost},
		// Hosts.
		{"//[v1F.a:b]:1", "authority=[v1F.a:b]:1 host=[v1F.a:b] port=1 path=", IPvFuture},
		{"//[::ffff:192.0.2.1]", "authority=[::ffff:192.0.2.1] host=[::ffff:192.0.2.1] path=", IPv6},
		{"//192.0.2.256", "authority=192.0.2.256 host=192.0.2.256 path=", RegName},
		{"//192.0.2", "authority=192.0.2 host=192.0.2 path=", RegName},
		{"//192.0.2.01", "authority=192.0.2.01 host=192.0.2.01 path=", RegName},
		{"//1%2E2.3.4", "authority=1%2E2.3.4 host=1%2E2.3.4 path=", RegName},
		{"http://ex%61mple.com", "scheme=http authority=ex%61mple.com host=ex%61mple.com path=", RegName},
	} {
		t.Run("text="+tt.text, func(t *testing.T) {
			u, err := Parse(tt.text)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, show(u)); diff != "" || u.HostKind() != tt.kind || u.String() != tt.text {
				t.Errorf("%v, %v: %s", u, u.HostKind(), diff)
			}
			if ParseLenient(tt.text) != u {
				t.Errorf("ParseLenient gives %s", show(ParseLenient(tt.text)))
			}
		})
	}
}

// The expression of RFC 3986, appendix B.
var appendixB = regexp.MustCompile(`(?s)^(([^:/?#]+):)?(//([^/?#]*))?([^?#]*)(\?([^#]*))?(#(.*))?`)

func checkAppendixB(t *testing.T, s string) {
	u := ParseLenient(s)
	if u.String() != s {
		t.Fatalf("ParseLenient(%q) = %q", s, u)
	}
	m := appendixB.FindStringSubmatch(s)
	if u.Scheme() != m[2] {
		if _, err := (URI{}).WithScheme(m[2]); err == nil || u.IsAbsolute() {
			t.Fatalf("ParseLenient(%q) has scheme %q, want %q", s, u.Scheme(), m[2])
		}
		return // a legal scheme is asked for, which appendix B does not do
	}
	got := []string{u.Authority().Raw, u.Path().Raw, u.Query().Raw, u.Fragment().Raw}
	if diff := cmp.Diff([]string{m[4], m[5], m[7], m[9]}, got); diff != "" {
		t.Fatalf("ParseLenient(%q): %s", s, diff)
	}
	if u.Authority().Present != (m[3] != "") || u.Query().Present != (m[6] != "") || u.Fragment().Present != (m[8] != "") {
		t.Fatalf("ParseLenient(%q): wrong presence in %s", s, show(u))
	}
}

func TestLenient(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"http://h/a b?c d#e f", "scheme=http authority=h host=h path=/a b query=c d fragment=e f"},
		{"http://a@b@c:80", "scheme=http authority=a@b@c:80 userinfo=a@b user=a@b host=c port=80 path="},
		{"http://h:8x/", "scheme=http authority=h:8x host=h:8x path=/"},
		{"http://2001:db8::1/", "scheme=http authority=2001:db8::1 host=2001:db8: port=1 path=/"},
		{"http://[::1/", "scheme=http authority=[::1 host=[: port=1 path=/"},
		{"http://[x]:80/", "scheme=http authority=[x]:80 host=[x] port=80 path=/"},
		{"1a:b", "path=1a:b"},
		{"#a#b", "path= fragment=a#b"},
		{"\xff\x00%", "path=\xff\x00%"},
	} {
		if got := show(ParseLenient(tt.text)); got != tt.want {
			t.Errorf("ParseLenient(%q): %s, want %s", tt.text, got, tt.want)
		}
		checkAppendixB(t, tt.text)
	}
}

func TestZone(t *testing.T) {
	const text = "http://[fe80::1%25en%2D0]:80/"
	if _, err := Parse(text); err == nil {
		t.Error("Parse accepts a zone, which RFC 3986 does not have")
	}
	u, err := ParseZoned(text)
	if err != nil || u.HostKind() != IPv6 || u.Get(Zone).Raw != "en%2D0" || u.Get(Zone).Text() != "en-0" {
		t.Errorf("%v, %v, zone %v", u, err, u.Get(Zone))
	}
	if u != ParseLenient(text) {
		t.Error("ParseLenient reads it differently")
	}
}

func TestDecode(t *testing.T) {
	u := MustParse("http://us%3Aer:p%40ss@ex%61mple.com/path%2Fto/file%3F.txt?name=Tom%26Jerry#%E3%81%82")
	for p, want := range map[Part]string{
		User: "us:er", Password: "p@ss", Host: "example.com", Path: "/path/to/file?.txt", Query: "name=Tom&Jerry", Fragment: "あ",
	} {
		if got, err := u.Get(p).Decode(); got != want || err != nil || u.Get(p).Text() != want {
			t.Errorf("%v decodes to %q, %v, want %q", p, got, err, want)
		}
	}
	_, err := ParseLenient("/a?b%zz").Query().Decode()
	if err == nil || err.Error() != `percent: invalid escape "%zz" at byte 4` {
		t.Errorf("the error of a component does not count from the start of the reference: %v", err)
	}
	// Once, and not twice.
	if got := MustParse("http://%EF%BC%85%EF%BC%94%EF%BC%91/").Host().Text(); got != "％４１" {
		t.Errorf("a host of full-width characters decodes to %q", got)
	}
}

func TestCompose(t *testing.T) {
	for _, s := range []string{"", "?", "#", "//", "//@:", "http://u:p@[::1]:80/a%2f?q#f", "a:b", "http://a b/|?#", "//a@b@c:x", "./a:b", "x:/.//b"} {
		u := ParseLenient(s)
		parts := map[Part]string{}
		for _, p := range []Part{Scheme, Userinfo, Host, Port, Path, Query, Fragment} {
			if c := u.Get(p); c.Present {
				parts[p] = c.Raw
			}
		}
		if v, err := Compose(parts); err != nil || v != u {
			t.Errorf("%q is put together as %q, %v", s, v, err)
		}
	}
	for _, tt := range []struct {
		parts map[Part]string
		want  string // or the error
	}{
		{nil, ""},
		{map[Part]string{Authority: "u@h:1", Path: "/p"}, "//u@h:1/p"},
		{map[Part]string{User: "u", Password: "", Host: "h"}, "//u:@h"},
		{map[Part]string{Port: "1"}, "//:1"},
		{map[Part]string{Host: "[fe80::1]", Zone: "en0"}, "//[fe80::1%25en0]"},
		{map[Part]string{Path: "//a"}, `uri: invalid path-absolute "/" at byte 1`},
		{map[Part]string{Path: "a:b"}, `uri: invalid path-noscheme ":" at byte 1`},
		{map[Part]string{Host: "h", Path: "p"}, `uri: invalid path-abempty "p" at byte 0`},
		{map[Part]string{Host: "h/"}, `uri: invalid reg-name "/" at byte 1`},
		{map[Part]string{Query: "a#b"}, `uri: invalid query "#" at byte 1`},
		{map[Part]string{Scheme: "1"}, `uri: invalid scheme "1" at byte 0`},
		{map[Part]string{Scheme: ""}, `uri: invalid scheme at byte 0`},
		{map[Part]string{Host: "h", Port: "x@"}, `uri: invalid port "x" at byte 0`},
	} {
		u, err := Compose(tt.parts)
		got := u.String()
		if err != nil {
			got = err.Error()
		}
		if got != tt.want {
			t.Errorf("%v: %s, want %s", tt.parts, got, tt.want)
		}
	}
}

func TestText(t *testing.T) {
	var u URI
	if err := u.UnmarshalText([]byte("http://h/")); err != nil || u.Host().Raw != "h" {
		t.Errorf("UnmarshalText: %v, %v", u, err)
	}
	if err := u.UnmarshalText([]byte(" ")); err == nil || u.Host().Raw != "h" {
		t.Errorf("UnmarshalText of a malformed text: %v, %v", u, err)
	}
	if b, err := u.MarshalText(); string(b) != "http://h/" || err != nil {
		t.Errorf("MarshalText: %q, %v", b, err)
	}
	for _, p := range Parts() {
		if got, err := LookupPart(strings.ToUpper(p.String())); got != p || err != nil {
			t.Errorf("LookupPart(%v) = %v", p, got)
		}
	}
	if _, err := LookupPart("url"); err == nil || Part(99).String() != "unknown" || HostKind(99).String() != "unknown" || IPv4.String() != "IPv4address" {
		t.Error("names")
	}
}

var component Component // keeps what is measured from being optimized away

func TestAllocations(t *testing.T) {
	const text = "https://user@www.example.com:8080/a%2Fb/c?q=Tom%26Jerry#top"
	u := MustParse(text)
	buf := make([]byte, 0, 256)
	odd := MustParse("HTTP://EX%61MPLE.com:80/./a")
	for _, tt := range []struct {
		name string
		want float64
		run  func()
	}{
		{"Parse", 0, func() { Parse(text) }},
		{"ParseLenient", 0, func() { ParseLenient(text) }},
		{"Parse of a literal", 0, func() { Parse("http://[2001:db8::1.2.3.4]:80/") }},
		{"Parse error", 1, func() { Parse("http://h/ ") }},
		{"Get", 0, func() { component = u.Get(Password); component = u.Path() }},
		{"Normalize of what is normal", 0, func() { u.Normalize(AllRungs) }},
		{"Normalize", 1, func() { odd.Normalize(AllRungs) }},
		{"AppendNormalize", 0, func() { buf = odd.AppendNormalize(buf[:0], AllRungs) }},
		{"Segments", 1, func() { u.Segments() }},
	} {
		t.Run("case="+tt.name, func(t *testing.T) {
			if got := testing.AllocsPerRun(20, tt.run); got > tt.want {
				t.Errorf("%v allocations, want at most %v", got, tt.want)
			}
		})
	}
}

// The promises about real URLs.
func TestCorpus(t *testing.T) {
	legal := 0
	for i, line := range corpus.URLs(t) {
		u := ParseLenient(line)
		strict, err := Parse(line)
		if err == nil {
			legal++
			if strict != u {
				t.Fatalf("line %d: %+v and %+v", i+1, strict, u)
			}
		}
		checkAppendixB(t, line)
		checkNormalization(t, u)
		var b []byte
		path := u.Path().Raw
		for j, s := range u.Segments() {
			if j > 0 || u.IsRooted() {
				b = append(b, '/')
			}
			b = append(b, s...)
		}
		if string(b) != path {
			t.Fatalf("line %d: segments of %q make %q", i+1, path, b)
		}
	}
	if legal < 40_000 {
		t.Errorf("only %d legal references", legal)
	}
}
