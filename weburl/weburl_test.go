package weburl

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unsafe"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/growth"
)

// TestSurprises is what is easily got wrong; an empty result is a failure.
func TestSurprises(t *testing.T) {
	for _, tt := range []struct{ name, input, base, want string }{
		{"the same special scheme without // is relative", "https:foo", "https://h/a/b", "https://h/a/foo"},
		{"another special scheme has an authority", "https:foo", "http://h/a/b", "https://foo/"},
		{"\\ is / before the query", "http:\\\\\\\\h\\a?\\#\\", "", "http://h/a?\\#\\"},
		{"\\ is itself in other schemes", "foo:\\\\h\\a", "", "foo:\\\\h\\a"},
		{"the third slash begins the path", "///p", "foo://h/x", "foo:///p"},
		{"the last @ counts", "http://a:b@c:d@h/", "", "http://a:b%40c%3Ad@h/"},
		{"empty credentials and a default port go", "http://:@h:80/", "", "http://h/"},
		{"credentials without a host", "foo://u@/x", "", ""},
		{"an empty port goes, an empty query stays", "http://h:/?", "", "http://h/?"},
		{"a space in a port", "http://h:8 0/", "", ""},
		{"leading zeros in a port", "http://h:00000000000000000065535/", "", "http://h:65535/"},
		{"escaped dots", "http://h/a/.%2E/%2e/b/%2E%2e", "", "http://h/"},
		{"other escapes stay", "http://h/..%2f..%5c", "", "http://h/..%2f..%5c"},
		{"a path that begins with //", "foo:/a/..//b", "", "foo:/.//b"},
		{"a drive letter stays", "file:///C:/../..", "", "file:///C:/"},
		{"a drive letter for a host", "file://C|/x", "", "file:///C:/x"},
		{"a drive letter of the base", "/x", "file:///C:/a", "file:///C:/x"},
		{"a drive letter for the path", "C|", "file://h/D:/x", "file://h/C:"},
		{"a drive letter behind a slash", "/C|/x", "file://h/D:/y", "file://h/C:/x"},
		{"a port of a file", "file://%6cocalhost:80/", "", ""},
		{"localhost of a file", "file://LOCALHOST/", "", "file:///"},
		{"the space before ? of an opaque path", "data: x  ?#", "", "data: x %20?#"},
		{"a fragment of an opaque path", "#f", "mailto:a?b#c", "mailto:a?b#f"},
		{"IPv4 in two parts", "http://0x7F.1.", "", "http://127.0.0.1/"},
		{"a last label that is a number", "http://a.0x", "", ""},
		{"a number and two dots", "http://1..", "", "http://1../"},
		{"an escaped number", "http://%30%78.１", "", "http://0.0.0.1/"},
		{"two runs of zeros", "http://[1:0:0:2::1.2.3.4]", "", "http://[1::2:0:0:102:304]/"},
		{":: for nothing", "http://[1::2:3:4:5:6:7:8]", "", ""},
		{"invalid Punycode", "http://xn--a.ex%41mple", "", "http://xn--a.example/"},
		{"invalid Punycode beside another label", "http://xn--a.é", "", ""},
		{"ideographic full stops", "http://a\u00adb。c。", "", "http://ab.c./"},
		{"nothing but a soft hyphen", "http://\u00ad", "", ""},
		{"raw bytes beside an escape", "http://\xe2\x93%97ost.internal/", "", ""},
		{"raw bytes beside an escape, of a number", "http://127.0.0.\xef\xbc%91/", "", ""},
		{"an escape beside raw bytes", "//%e2\x93\x97ost/", "https://h/", ""},
		{"raw bytes beside an escape, of a file", "file://\xe2\x93%97ost/", "", ""},
		{"raw bytes beside an escape in an opaque host", "foo://\xe2\x93%97ost", "", "foo://%EF%BF%BD%97ost"},
		{"what domains may have", "http://a_b!\"$&'()*+,;=`{}~", "", "http://a_b!\"$&'()*+,;=`{}~/"},
		{"an opaque host", "foo://A%7f%zz\"`{}é", "", "foo://A%7f%zz\"`{}%C3%A9"},
		{"sets of a special URL", "http://h/^|`{}'\"?^|`{}'\"#^|`{}'\"", "", "http://h/%5E|%60%7B%7D'%22?^|`{}%27%22#^|%60{}'%22"},
		{"sets of another URL", "foo:/^|`{}'\"?^|`{}'\"#^|`{}'\"", "", "foo:/%5E|%60%7B%7D'%22?^|`{}'%22#^|%60{}'%22"},
		{"the set of an opaque path", "foo:^|`{}'\" <", "", "foo:^|`{}'\" <"},
		{"malformed escapes", "http://h/%?%zz#%", "", "http://h/%?%zz#%"},
		{"spaces, tabs and newlines", " \x00ht\x0atp://h\x09/a\x0d \x1f", "", "http://h/a"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var p Parser
			if tt.base != "" {
				p.Base = must(t, tt.base)
			}
			u, err := p.Parse(tt.input)
			if u.Href() != tt.want || (err == nil) != (tt.want != "") {
				t.Errorf("%q, %q: %q, %v; want %q", tt.input, tt.base, u, err, tt.want)
			}
			checkEntrances(t, p, tt.input, u, err)
		})
	}
}

// TestValidationErrors has each of the Standard's validation errors, with the
// place and the text that it is about. A * is before the one that is fatal.
func TestValidationErrors(t *testing.T) {
	seen := map[percent.Reason]bool{}
	for _, tt := range []struct {
		input, base string
		want        []string
	}{
		{" http://a:b@c@h:80/ %z\\x?^#`", "", []string{`invalid-URL-unit " " at byte 0`, `invalid-credentials "@" at byte 11`, `invalid-credentials "@" at byte 13`, `invalid-URL-unit " " at byte 19`, `invalid-URL-unit "%z" at byte 20`, `invalid-reverse-solidus "\\" at byte 22`, `invalid-URL-unit "^" at byte 25`, "invalid-URL-unit \"`\" at byte 27"}},
		{"https:h", "", []string{"special-scheme-missing-following-solidus at byte 6"}},
		{"https:///h", "", []string{`special-scheme-missing-following-solidus "/" at byte 8`}},
		{"https:\\\\h", "", []string{"special-scheme-missing-following-solidus at byte 6", `special-scheme-missing-following-solidus "\\" at byte 6`, `special-scheme-missing-following-solidus "\\" at byte 7`}},
		{"https:\\\\h", "https://b", []string{"special-scheme-missing-following-solidus at byte 6", `invalid-reverse-solidus "\\" at byte 6`, `invalid-reverse-solidus "\\" at byte 7`}},
		{"\\\\h", "http://b", []string{`invalid-reverse-solidus "\\" at byte 0`, `invalid-reverse-solidus "\\" at byte 1`}},
		{"file:c:\\x", "", []string{"special-scheme-missing-following-solidus at byte 5", `invalid-reverse-solidus "\\" at byte 7`}},
		{"c|/x", "file:///d:/", []string{`file-invalid-Windows-drive-letter "c|" at byte 0`, `invalid-URL-unit "|" at byte 1`}},
		{"file://c|/x", "", []string{`file-invalid-Windows-drive-letter-host "c|" at byte 7`}},
		{"http://_%41", "", []string{`domain-percent-encoded "%41" at byte 8`, `domain-to-ASCII "_%41" at byte 7`}},
		{"http://1.2.0x3.", "", []string{`domain-to-ASCII "1.2.0x3." at byte 7`, `IPv4-empty-part "." at byte 14`, `IPv4-too-few-parts "1.2.0x3." at byte 7`, `IPv4-non-decimal-part "0x3" at byte 11`}},
		{"http://１.2.3.%34", "", []string{`domain-percent-encoded "%34" at byte 15`, `IPv4-non-ASCII-input "１.2.3.%34" at byte 7`}},
		{"http://%EF%BC%91.2.3.4", "", []string{`domain-percent-encoded "%EF" at byte 7`, `IPv4-non-ASCII-input "%EF%BC%91.2.3.4" at byte 7`}},
		{"http://１.example", "", nil},
		{"http://0x100000000", "", []string{`IPv4-too-few-parts "0x100000000" at byte 7`, `IPv4-non-decimal-part "0x100000000" at byte 7`, `IPv4-out-of-range-part "0x100000000" at byte 7`, `* IPv4-out-of-range-part "0x100000000" at byte 7`}},
		{"foo://a%zz{", "", []string{`invalid-URL-unit "{" at byte 10`, `invalid-URL-unit "%" at byte 7`}},
		{"foo://u@", "", []string{`invalid-credentials "@" at byte 7`, "host-missing at byte 8", "* host-missing at byte 8"}},
		{"http://[0001::1.2.3]", "", []string{`IPv6-piece-leading-zero "0001" at byte 8`, "IPv4-in-IPv6-too-few-parts at byte 19", "* IPv4-in-IPv6-too-few-parts at byte 19"}},
		{"data: %z ", "", []string{`invalid-URL-unit " " at byte 8`, `invalid-URL-unit " " at byte 5`, `invalid-URL-unit "%z" at byte 6`}},
		{"\t h\tttp://h\n/%\t4\t1%\tzé\t \r", "", []string{`invalid-URL-unit "\t " at byte 0`, `invalid-URL-unit "\t" at byte 3`, `invalid-URL-unit "%\tz" at byte 18`}},
		{"\tfoo://a\xf0\x9f\n\x98\xff\té%zz\xff", "", []string{`invalid-URL-unit "\t" at byte 0`, `invalid-URL-unit "\n" at byte 10`, `invalid-URL-unit "%" at byte 16`}},
		{"http://a b/", "", []string{`domain-to-ASCII "a b" at byte 7`, `* domain-to-ASCII " " at byte 8`}},
		{"http://a%20b/", "", []string{`domain-percent-encoded "%20" at byte 8`, `domain-to-ASCII "a%20b" at byte 7`, `* domain-to-ASCII "a%20b" at byte 7`}},
		{"http://é\u2028/", "", []string{`domain-to-ASCII "é\u2028" at byte 7`, `* domain-to-ASCII "é\u2028" at byte 7`}},
		{"http://\u00ad/", "", []string{`domain-to-ASCII "\u00ad" at byte 7`, `* domain-to-ASCII "\u00ad" at byte 7`}},
		{"foo://a b/", "", []string{`host-invalid-code-point " " at byte 7`, `* host-invalid-code-point " " at byte 7`}},
		{"http://1.2.3.4.5/", "", []string{`IPv4-too-many-parts "1.2.3.4.5" at byte 7`, `* IPv4-too-many-parts "1.2.3.4.5" at byte 7`}},
		{"http://1.x.08/", "", []string{`IPv4-too-few-parts "1.x.08" at byte 7`, `IPv4-non-numeric-part "x" at byte 9`, `* IPv4-non-numeric-part "x" at byte 9`}},
		{"http://[::1/", "", []string{`IPv6-unclosed "[::1" at byte 7`, `* IPv6-unclosed "[::1" at byte 7`}},
		{"http://[:1]/", "", []string{`IPv6-invalid-compression ":" at byte 8`, `* IPv6-invalid-compression ":" at byte 8`}},
		{"http://[1:2:3:4:5:6:7:8:9]/", "", []string{`IPv6-too-many-pieces "9" at byte 24`, `* IPv6-too-many-pieces "9" at byte 24`}},
		{"http://[1::2::3]/", "", []string{`IPv6-multiple-compression ":" at byte 13`, `* IPv6-multiple-compression ":" at byte 13`}},
		{"http://[1:é::]/", "", []string{`IPv6-invalid-code-point "é" at byte 10`, `* IPv6-invalid-code-point "é" at byte 10`}},
		{"http://[12345::]/", "", []string{`IPv6-invalid-code-point "5" at byte 12`, `* IPv6-invalid-code-point "5" at byte 12`}},
		{"http://[1:2:]/", "", []string{`IPv6-invalid-code-point ":" at byte 11`, `* IPv6-invalid-code-point ":" at byte 11`}},
		{"http://[1:2]/", "", []string{"IPv6-too-few-pieces at byte 11", "* IPv6-too-few-pieces at byte 11"}},
		{"http://[1:2:3:4:5:6:7:1.2.3.4]/", "", []string{`IPv4-in-IPv6-too-many-pieces "1" at byte 22`, `* IPv4-in-IPv6-too-many-pieces "1" at byte 22`}},
		{"http://[::1.2.03.4]/", "", []string{`IPv4-in-IPv6-invalid-code-point "3" at byte 15`, `* IPv4-in-IPv6-invalid-code-point "3" at byte 15`}},
		{"http://[::.1]/", "", []string{`IPv4-in-IPv6-invalid-code-point "." at byte 10`, `* IPv4-in-IPv6-invalid-code-point "." at byte 10`}},
		{"http://[::1.2.x]/", "", []string{`IPv4-in-IPv6-invalid-code-point "x" at byte 14`, `* IPv4-in-IPv6-invalid-code-point "x" at byte 14`}},
		{"http://[::1.2.3.4.]/", "", []string{`IPv4-in-IPv6-invalid-code-point "." at byte 17`, `* IPv4-in-IPv6-invalid-code-point "." at byte 17`}},
		{"http://[::1.256.3.4]/", "", []string{`IPv4-in-IPv6-out-of-range-part "6" at byte 14`, `* IPv4-in-IPv6-out-of-range-part "6" at byte 14`}},
		{"/x", "", []string{"missing-scheme-non-relative-URL at byte 0", "* missing-scheme-non-relative-URL at byte 0"}},
		{"x", "mailto:a", []string{"missing-scheme-non-relative-URL at byte 0", "* missing-scheme-non-relative-URL at byte 0"}},
		{"", "", []string{"missing-scheme-non-relative-URL at byte 0", "* missing-scheme-non-relative-URL at byte 0"}},
		{"http://", "", []string{"host-missing at byte 7", "* host-missing at byte 7"}},
		{"http://u@/", "", []string{`invalid-credentials "@" at byte 8`, "host-missing at byte 9", "* host-missing at byte 9"}},
		{"http://:80/", "", []string{"host-missing at byte 7", "* host-missing at byte 7"}},
		{"http://h:65536/", "", []string{`port-out-of-range "65536" at byte 9`, `* port-out-of-range "65536" at byte 9`}},
		{"http://h:8é/", "", []string{`port-invalid "é" at byte 10`, `* port-invalid "é" at byte 10`}},
		{"http://h:\t8a/", "", []string{`invalid-URL-unit "\t" at byte 9`, `port-invalid "a" at byte 11`, `* port-invalid "a" at byte 11`}},
		{"http://h/\uFDD0\U0001FFFE\u0080", "", []string{`invalid-URL-unit "\ufdd0" at byte 9`, `invalid-URL-unit "\U0001fffe" at byte 12`, `invalid-URL-unit "\u0080" at byte 16`}},
		{"mailto:a b\\<?<#<", "", []string{`invalid-URL-unit " " at byte 8`, `invalid-URL-unit "\\" at byte 10`, `invalid-URL-unit "<" at byte 11`, `invalid-URL-unit "<" at byte 13`, `invalid-URL-unit "<" at byte 15`}},
	} {
		t.Run(tt.input, func(t *testing.T) {
			var p Parser
			if tt.base != "" {
				p.Base = must(t, tt.base)
			}
			var got []string
			last := ValidationError{Offset: -1}
			p.OnError = func(e ValidationError) {
				got, last = append(got, e.String()), e
				seen[e.Name] = true
			}
			_, err := p.Parse(tt.input)
			if err != nil {
				e := err.(*percent.SyntaxError)
				got = append(got, "* "+strings.TrimPrefix(err.Error(), "weburl: "))
				if e.Reason != last.Name && e.Reason != ipv4OutOfRangePart {
					t.Errorf("%v after %v", err, last)
				}
			}
			if !slices.Equal(got, tt.want) {
				t.Errorf("%q, %q:\n%s", tt.input, tt.base, fmt.Sprintf("%#v", got))
			}
		})
	}
	for _, name := range validationErrors {
		if !seen[name] {
			t.Errorf("%s is in no case", name)
		}
	}
}

// TestSetters: what a setter of JavaScript would leave out in silence is an error
// here.
func TestSetters(t *testing.T) {
	for _, tt := range []struct{ before, setter, value, after, err string }{
		{"https://h:80/", "protocol", "http:x", "http://h/", `protocol: ignored text "x" at byte 5`},
		{"https://h/", "protocol", "f\too", "https://h/", `protocol: incompatible scheme "f\too" at byte 0`},
		{"https://h/", "protocol", "http/", "https://h/", `protocol: invalid scheme "http/" at byte 0`},
		{"https://h/", "protocol", "1", "https://h/", `protocol: invalid scheme "1" at byte 0`},
		{"https://h:1/", "protocol", "file", "https://h:1/", `protocol: incompatible scheme "file" at byte 0`},
		{"file:///x", "protocol", "http", "file:///x", `protocol: incompatible scheme "http" at byte 0`},
		{"foo:x", "protocol", "B\tAR", "bar:x", ""},
		{"http://h:8/", "host", "x:99999", "http://x:8/", `host: port-out-of-range "99999" at byte 2`},
		{"http://h:8/", "host", "x:", "http://x:8/", "host: port-invalid at byte 2"},
		{"http://h:8/", "host", "x:y", "http://x:8/", `host: port-invalid "y" at byte 2`},
		{"http://h:8/", "host", "x:9a", "http://x:9/", `host: ignored text "a" at byte 3`},
		{"http://h:8/", "host", "x/y", "http://x:8/", `host: ignored text "/y" at byte 1`},
		{"http://h:8/", "host", "x:0080", "http://x/", ""},
		{"http://h/", "host", "", "http://h/", "host: host-missing at byte 0"},
		{"foo://u@h/", "host", "", "foo://u@h/", "host: host-missing at byte 0"},
		{"foo:/.//a", "host", "x", "foo://x//a", ""},
		{"foo:/.//a", "host", "", "foo:////a", ""},
		{"foo:a", "host", "x", "foo:a", `host: not possible with an opaque path "x" at byte 0`},
		{"http://h:8/", "hostname", "x:9", "http://h:8/", `hostname: port not allowed ":9" at byte 1`},
		{"http://h:8/", "hostname", "a\tb c", "http://h:8/", `hostname: domain-to-ASCII " " at byte 3`},
		{"file:///x", "hostname", "C|", "file:///x", `hostname: domain-to-ASCII "|" at byte 1`},
		{"http://h/", "hostname", "\xe2\x93%97ost", "http://h/", `hostname: domain-to-ASCII "\xe2\x93%97ost" at byte 0`},
		{"http://h/", "host", "%e2\x93\x97ost:8", "http://h/", `host: domain-to-ASCII "%e2\x93\x97ost" at byte 0`},
		{"file:///x", "hostname", "localhost", "file:///x", ""},
		{"http://h/", "port", "90a", "http://h:90/", `port: ignored text "a" at byte 2`},
		{"http://h/", "port", "a", "http://h/", `port: port-invalid "a" at byte 0`},
		{"http://h:1/", "port", "", "http://h/", ""},
		{"http://h:1/", "port", "65536", "http://h:1/", `port: port-out-of-range "65536" at byte 0`},
		{"file:///", "port", "1", "file:///", `port: not possible without a host "1" at byte 0`},
		{"foo:/a", "username", "u", "foo:/a", "username: not possible without a host at byte 0"},
		{"foo:/a", "password", "p", "foo:/a", "password: not possible without a host at byte 0"},
		{"http://h/", "username", "\ta", "http://%09a@h/", ""},
		{"http://u@h/", "password", "p:@", "http://u:p%3A%40@h/", ""},
		{"http://u:p@h/", "username", "", "http://:p@h/", ""},
		{"foo:/a", "pathname", "//b", "foo:/.//b", ""},
		{"foo:/a", "pathname", "", "foo:/", ""},
		{"foo://h/a", "pathname", "", "foo://h", ""},
		{"foo:a", "pathname", "b", "foo:a", `pathname: not possible with an opaque path "b" at byte 0`},
		{"file:///C:/a", "pathname", "x", "file:///x", ""},
		{"http://h/", "pathname", " x?#", "http://h/%20x%3F%23", ""},
		{"data:a b ?x", "search", "", "data:a b%20", ""},
		{"http://h/", "search", "?", "http://h/?", ""},
		{"http://h/", "search", "??#", "http://h/??%23", ""},
		{"http://h/", "hash", "#", "http://h/#", ""},
		{"http://h/#a", "hash", "", "http://h/", ""},
		{"http://h/", "href", "x", "http://h/", `href: missing-scheme-non-relative-URL at byte 0`},
		{"http://h/", "href", "a:b", "a:b", ""},
	} {
		u, err := setters[tt.setter](must(t, tt.before), tt.value)
		got := ""
		if err != nil {
			got = strings.TrimPrefix(err.Error(), "weburl: ")
		}
		if u.Href() != tt.after || got != tt.err {
			t.Errorf("%s, %s = %q: %s, %s; want %s, %s", tt.before, tt.setter, tt.value, u, got, tt.after, tt.err)
		}
		checkGetters(t, u)
	}
}

// TestInvalidUTF8: each maximal subpart of what is not UTF-8 is U+FFFD.
func TestInvalidUTF8(t *testing.T) {
	const bad, fffd = "\xff\xe2\x82\xf0\x9f\x98a\xed\xa0\x80", "%EF%BF%BD"
	want := strings.Repeat(fffd, 3) + "a" + strings.Repeat(fffd, 3)
	for _, tt := range []struct{ in, want string }{
		//percent:ignore unescaped-userinfo the parser has to escape it
		{"http://" + bad + ":" + bad + "@h/" + bad + "?" + bad + "#" + bad, "http://" + want + ":" + want + "@h/" + want + "?" + want + "#" + want},
		{"foo://" + bad + "/", "foo://" + want + "/"},
		{"foo:" + bad, "foo:" + want},
		{"http://" + bad + "/", ""},
		{"http://%ff/", ""},
		{"foo:/\xf4\x80\t\x80\x82\xed\xa0\n\x80\xc3\xa9", "foo:/" + strings.Repeat(fffd, 6) + "%C3%A9"},
	} {
		u, err := Parse(tt.in)
		if u.Href() != tt.want || (err == nil) != (tt.want != "") {
			t.Errorf("%q: %q, %v; want %q", tt.in, u, err, tt.want)
		}
	}
}

// TestGoGetters has what JavaScript has not.
func TestGoGetters(t *testing.T) {
	for _, tt := range []struct {
		href     string
		kind     HostKind
		port     int
		query    string
		fragment string
		segments []string
		redacted string
	}{
		{"https://u:p@h/a//b?#", DomainHost, 443, "-", "-", []string{"a", "", "b"}, "https://u:xxxxx@h/a//b?#"},
		{"ws://:p@1.2.3.4:81/", IPv4Host, 81, "", "", []string{""}, "ws://:xxxxx@1.2.3.4:81/"},
		{"ftp://u@[::1]/x?q", IPv6Host, 21, "-q", "", []string{"x"}, ""},
		{"foo://Host", OpaqueHost, 0, "", "", nil, ""},
		{"foo://h:0#f", OpaqueHost, 0, "", "-f", nil, ""},
		{"file:///x", EmptyHost, 0, "", "", []string{"x"}, ""},
		{"foo:/.//a", NoHost, 0, "", "", []string{"", "a"}, ""},
		{"foo:a/b", NoHost, 0, "", "", nil, ""},
	} {
		u := must(t, tt.href)
		if u.Href() != tt.href || u.HostKind() != tt.kind {
			t.Errorf("%s: %s, %v", tt.href, u, u.HostKind())
		}
		port, ok := u.PortNumber()
		if int(port) != tt.port || ok != (tt.port != 0 || u.Port() == "0") {
			t.Errorf("%s: port %d, %v", tt.href, port, ok)
		}
		present := func(s string, ok bool) string {
			if ok {
				return "-" + s
			}
			return s
		}
		if q, f := present(u.Query()), present(u.Fragment()); q != tt.query || f != tt.fragment {
			t.Errorf("%s: query %q, fragment %q", tt.href, q, f)
		}
		if got := slices.Collect(u.Segments()); !slices.Equal(got, tt.segments) {
			t.Errorf("%s: segments %q", tt.href, got)
		}
		if want := tt.redacted; u.Redacted() != want && (want != "" || u.Redacted() != tt.href) {
			t.Errorf("%s: redacted %s", tt.href, u.Redacted())
		}
		for range u.Segments() {
			break // must not go on
		}
	}
	if DomainHost.String() != "domain" || HostKind(9).String() != "unknown" {
		t.Errorf("%v, %v", DomainHost, HostKind(9))
	}
	for href, want := range map[string]string{
		"https://u:p@h:1/x":             "https://h:1",
		"https://h:1/x":                 "https://h:1",
		"ftp://h/":                      "ftp://h",
		"file:///":                      "null",
		"foo://h":                       "null",
		"blob:https://h:8/x":            "https://h:8",
		"blob:blob:https://h:8/x":       "null",
		"blob:ftp://h/x":                "null",
		"blob:x":                        "null",
		"blob:https://u:p@h/a b":        "https://h",
		"blob:file:///x":                "null",
		"blob:/https://not-opaque.test": "null",
	} {
		if got := must(t, href).Origin(); got != want {
			t.Errorf("%s: origin %s, want %s", href, got, want)
		}
	}
}

func TestReadable(t *testing.T) {
	for in, want := range map[string]string{
		"https://xn--bcher-kva.example/%C3%BCber%20uns?q=%E6%97%A5#%F0%9F%98%80": "https://bücher.example/über%20uns?q=日#😀",
		"https://user:p%40ss@xn--bcher-kva.example:8080/":                        "https://bücher.example:8080/",
		"https://user@example.com/":                                              "https://example.com/",
		"https://www.bank.example@evil.example/":                                 "https://evil.example/",
		"https://xn--80ak6aa92e.com/":                                            "https://xn--80ak6aa92e.com/", // Cyrillic letters that look like apple
		"https://xn--a/":                                                         "https://xn--a/",
		"https://h/%E2%80%AE%E2%80%8B%2F%FF":                                     "https://h/%E2%80%AE%E2%80%8B%2F%FF",
		"foo://u:p@%C3%A9/x":                                                     "foo://%C3%A9/x",
		"mailto:%C3%A9@example.com":                                              "mailto:é@example.com",
		"http://u:p@[::1]:80/":                                                   "http://[::1]/",
	} {
		if got := must(t, in).Readable(); got != want {
			t.Errorf("%s: %s, want %s", in, got, want)
		}
	}
	if got := (URL{}).Readable(); got != "" {
		t.Errorf("the zero URL: %q", got)
	}
}

// TestTooLong: offsets are 32 bits. The memory is never written, and takes none.
func TestTooLong(t *testing.T) {
	if !growth.Long() || strconv.IntSize < 64 {
		t.Skip("4 GiB of addresses: with PERCENT_LONG=1, on 64 bits")
	}
	size := int64(1) << 32 // no constant, for it does not fit an int of 32 bits
	b := make([]byte, size)
	s := unsafe.String(&b[0], len(b))
	var syntax *percent.SyntaxError
	if _, err := Parse(s); !errors.As(err, &syntax) || syntax.Reason != TooLong || CanParse(s) {
		t.Errorf("%v", err)
	}
	if u, err := must(t, "a:b").WithHash(s); !errors.As(err, &syntax) || syntax.Reason != TooLong || u.Href() != "a:b" {
		t.Errorf("%v", err)
	}
}
