package uri

import (
	"errors"
	"strings"
	"testing"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/pct"
)

// Every text stands with "»" before the first byte that does not fit, or at its
// end, after the production that fails there.
const malformed = `
scheme »:
scheme »://host
scheme »1http://host
scheme »1:
scheme »-a:b
scheme »+a:b
scheme ».a:b
scheme »%41:b
scheme »_a:b
scheme a»_b:c
scheme a»%62:c
scheme ht»%74p://host
scheme http»%3A://host:
scheme a»~b:c
scheme a»@b:c
scheme a»!:c
scheme a»(b):
scheme a» b:c
scheme » a:b
scheme http» ://host
scheme a»é:b
scheme »é:b
scheme »日本:x
scheme a»<b>:c
scheme a»":
scheme mail»_to:x
scheme ab»[c]:
scheme a»\b:c
scheme C»|:/x
scheme ab»%:c
scheme ab»%4:c
scheme »@:b
scheme »&a:
scheme »%zz:
scheme a»*:x
scheme »[::1]:80
scheme »$:
scheme »1a.b:c
scheme »192.0.2.1:80
scheme host»_name:80
userinfo http://us» er@host/
userinfo http://»[user@host/
userinfo http://user»]@host/
userinfo http://user»<@host/
userinfo http://user»é@host/
userinfo http://user:pass»"word@host/
userinfo http://user»\@host/
userinfo http://us»^er@host/
userinfo http://»|@host/
userinfo http://a:»{b}@host
userinfo //»` + "`" + `@host
userinfo //u»>@
userinfo //a:»[b c@d
reg-name http://user@ho» st/
reg-name http://user@user»@host/
reg-name http://a@»@
reg-name http://ho» st/
reg-name http://h»[::1]/
reg-name http://host»]/
reg-name http://ho»<st/
reg-name http://ho»>st/
reg-name http://ho»"st/
reg-name http://ho»\st/
reg-name http://ho»^st/
reg-name http://ho»|st/
reg-name http://ho»{st/
reg-name http://ho»}st/
reg-name http://»` + "`" + `/
reg-name http://exampl»é.com/
reg-name http://»例え.jp/
reg-name http://a»^%
reg-name //» 
reg-name //»\server\share
reg-name //a»|b
reg-name ftp://a@b»@c:21
reg-name http://192.0.2.1» /
reg-name http://h» :80/
port http://host:»a/
port http://host:8»a/
port http://host:80» /
port http://host:80»-/
port http://host:80»,443/
port http://host:»-1/
port http://host:»+80/
port http://host:»%38%30/
port http://host:8»%30/
port http://host:80»:81/
port http://host:»:80/
port http://a:b@host:»c/
port http://:»:1/x
port http://:»:1/
port http://2001:»db8::1/
port http://host:»８0/
port http://[::1]:»a/
port http://[::1]:8»a
port http://[::1]:80»:90
port http://[v1.a]:»b
port http://host:80»a?q
port http://host:80»a#f
port //host:»x
port //:»x
port http://host:8»_0
port http://user:»pass:
port http://host:0»x50
port http://host:80»%
port http://host:80»[
IPv6address http://[»]/
IPv6address http://[»
IPv6address http://[:»]/
IPv6address http://[:»1]/
IPv6address http://[:»1::]/
IPv6address http://[::»:
IPv6address http://[::»:]/
IPv6address http://[::»:1]/
IPv6address http://[1::2:»:3]/
IPv6address http://[::1:»:2]/
IPv6address http://[1»]/
IPv6address http://[1:»]/
IPv6address http://[1:2»]/
IPv6address http://[1:2:3:4:5:6:7»]/
IPv6address http://[1:2:3:4:5:6:7:»]/
IPv6address http://[1:2:3:4:5:6:7:8»:]/
IPv6address http://[1:2:3:4:5:6:7:8»:9]/
IPv6address http://[1:2:3:4:5:6:7:8»::]/
IPv6address http://[1:2:3:4:5:6:7::»8]/
IPv6address http://[::1:2:3:4:5:6:7»:8]/
IPv6address http://[::1:2:3:4:5:6:7»:]/
IPv6address http://[1::2:3:4:5:6:7»:8]/
IPv6address http://[::1234»5]/
IPv6address http://[0000»0::]/
IPv6address http://[::»g]/
IPv6address http://[::1»g]/
IPv6address http://[»g::]/
IPv6address http://[::1» ]/
IPv6address http://[» ::1]/
IPv6address http://[::1»%en0]/
IPv6address http://[fe80::1»%25en0]/
IPv6address http://[fe80::1»%]/
IPv6address http://[»%3A:1]/
IPv6address http://[::»%31]/
IP-literal http://[::1»/64]/
IPv6address http://[::1.2.3»]/
IPv6address http://[::1.2.3.»]/
IPv6address http://[::1.2»]/
IPv6address http://[::1.2.3.4».5]/
IPv6address http://[::1.2.3.4»:5]/
IPv6address http://[::1.2.3.25»6]/
IPv6address http://[::256».1.1.1]/
IPv6address http://[::01».1.1.1]/
IPv6address http://[::1.0»1.1.1]/
IPv6address http://[::1.»a.1.1]/
IPv6address http://[::a».1.1.1]/
IPv6address http://[::».1.1.1]/
IPv6address http://[1»..2.3.4]/
IPv6address http://[1».2.3.4]/
IPv6address http://[1:2».3.4.5]/
IPv6address http://[1:2:3:4:5:6:7:1».2.3.4]/
IPv6address http://[1:2:3:4:5:6:1.2.3»]/
IPv6address http://[1:2:3:4:5:6:1.2.3.4»:7]/
IPv6address http://[1::3:4:5:6:7:1».2.3.4]/
userinfo http://»[::1@x]/
IPv6address http://[::1»[]/
IPv6address http://[::»-1]/
IPv6address http://[»x]/
IPv6address http://[»host]/
IPv6address http://[192».0.2.1]/
IPv6address http://[::ffff:192.0.2.25»6]/
IPv6address http://user@[»]/
IPv6address http://[1»/
IPv6address http://[1:»?q
IPv6address //[::»é]
IP-literal //[::1»
IPvFuture http://[v»]/
IPvFuture http://[v»
IPvFuture http://[v».a]/
IPvFuture http://[v1»]/
IPvFuture http://[v1.»]/
IPvFuture http://[V1f.»]
IPvFuture http://[v»g.a]/
IPvFuture http://[v1a»,b]
IPvFuture http://[v1» .a]/
IPvFuture http://[v1.a»%41]/
userinfo http://»[v1.a@b]/
IPvFuture http://[v1.a»[b]/
IPvFuture http://[v1.» ]/
IPvFuture http://[v1.»é]/
IP-literal http://[v1.a»/
IPvFuture http://[v1»-2.a]/
IPvFuture http://[v1»:
IP-literal http://[::1»
IP-literal http://[::1»/
IP-literal http://[::»?q
IP-literal http://[::1»#f
IP-literal http://[1:2:3:4:5:6:7:8»
IP-literal http://[::1.2.3.4»/x
IP-literal http://[v1.a»
IP-literal http://[v1.a:80»/path
IP-literal //u@[::»
authority http://[::1]»x/
authority http://[::1]»80/
authority http://[::1]».com/
authority http://[::1]»]/
authority http://[::1]»[::1]/
authority http://[::1]»%41/
authority http://[::1]» 
authority http://[v1.a]»b:80
path-abempty http://host/a» b
path-abempty http://host/»[a]
path-abempty http://host/a»]
path-abempty http://host/»<a>
path-abempty http://host/a»>b
path-abempty http://host/»"a"
path-abempty http://host/a»\b
path-abempty http://host/a»^b
path-abempty http://host/a»|b
path-abempty http://host/»{a}
path-abempty http://host/a»}
path-abempty http://host/»` + "`" + `
path-abempty http://host/caf»é
path-abempty http://host/»日本
path-abempty http://host:80/a» 
path-abempty http://[::1]/»[
path-abempty ///» 
path-absolute /a» b
path-absolute /»[
path-absolute /»|
path-absolute file:/a»\b
path-absolute /»é
path-absolute a:/»^
path-absolute /:/»<
path-rootless mailto:» a
path-rootless mailto:a@b» 
path-rootless urn:a:»[b]
path-rootless a:b»\c
path-rootless data:text/html,»<p>
path-rootless a:»é
path-rootless javascript:alert(»"x")
path-rootless a:»{b}
path-noscheme a» b
path-noscheme »[
path-noscheme »\a
path-noscheme » 
path-noscheme a/b»^
path-noscheme »é
path-noscheme a/»"b"
path-noscheme ./a:b» 
path-noscheme ../»{x}
path-noscheme »|
query ?» 
query ?a=»[1]
query ?a»[]=b
query /p?q» r
query /p?»<
query /p?»"
query http://h?»{a}
query http://h/?a»|b
query a:b?c»\d
query ?»é
query ?a»^
query ?»` + "`" + `
query ??»}
query ?a=b»|c
query ?a» #f
fragment #» 
fragment #a»#b
fragment #»#
fragment ?a#b»#c
fragment #»[
fragment #»é
fragment http://h/#»<
fragment http://h/#a»\
fragment #a»^b
fragment #»{
fragment a:b#»"
fragment #?»#
fragment #main» story
pct-encoded »%
pct-encoded »%4
pct-encoded »%zz
pct-encoded »%4z
pct-encoded »%g1
pct-encoded a»%
pct-encoded /a»%2
pct-encoded /a»%2/b
pct-encoded /100»%
pct-encoded /100»% off
pct-encoded /»%%41
pct-encoded /»%u0041
pct-encoded /»%+f
pct-encoded /»%-1
pct-encoded /»% 1
pct-encoded /»%４１
pct-encoded /%41»%
pct-encoded /%41»%4
pct-encoded http://h»%
pct-encoded http://h»%zz/
pct-encoded http://h»%4/
pct-encoded http://»%e/
pct-encoded http://u»%@h/
pct-encoded http://u»%4@h/
pct-encoded http://u:»%pw@h/
pct-encoded http://h/»%
pct-encoded http://h/»%G0
pct-encoded http://h/?»%
pct-encoded http://h/?a=»%1
pct-encoded ?»%x
pct-encoded #»%
pct-encoded #a»%2
pct-encoded mailto:a»%b
pct-encoded urn:x:»%1g
pct-encoded a:»%
pct-encoded a/»%0
pct-encoded ?a»%?b
pct-encoded #»%é
`

func TestMalformed(t *testing.T) {
	count := map[percent.Reason]int{}
	total := 0
	for line := range strings.Lines(malformed) {
		name, marked, ok := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		if !ok {
			continue
		}
		at := strings.Index(marked, "»")
		if at < 0 {
			t.Errorf("no mark in %q", marked)
			continue
		}
		text := strings.ReplaceAll(marked, "»", "")
		t.Run("text="+text, func(t *testing.T) {
			_, err := Parse(text)
			var e *percent.SyntaxError
			want := reasonOf(name)
			if rest := text[at:]; want == percent.InvalidEscape && (rest == "%" || len(rest) == 2 && pct.IsHex(rest[1])) {
				want = percent.TruncatedEscape
			}
			if !errors.As(err, &e) || e.Reason != want || e.Offset != int64(at) {
				t.Errorf("Parse(%q) fails with %v, want %s at byte %d", text, err, name, at)
			}
		})
		count[reasonOf(name)]++
		total++
	}
	if total < 200 {
		t.Errorf("only %d malformed references", total)
	}
	for _, p := range []percent.Reason{InvalidScheme, InvalidAuthority, InvalidUserinfo, InvalidIPLiteral, InvalidIPv6, InvalidIPvFuture, InvalidRegName, InvalidPort, InvalidPathAbempty, InvalidPathAbsolute, InvalidPathNoscheme, InvalidPathRootless, InvalidQuery, InvalidFragment, percent.InvalidEscape} {
		if count[p] == 0 {
			t.Errorf("no reference whose %s is malformed", p)
		}
	}
	t.Logf("%d malformed references", total)
}

func TestSyntaxErrorText(t *testing.T) {
	for _, tt := range []struct {
		text, want string
		parse      func(string) (URI, error)
	}{
		{"http://host:a", `uri: invalid port "a" at byte 12`, Parse},
		{"http://h/caf\u00e9", `uri: invalid path-abempty "é" at byte 12`, Parse},
		{"http://h/\xff", `uri: invalid path-abempty "\xff" at byte 9`, Parse},
		{"/100%", `uri: truncated escape "%" at byte 4`, Parse},
		{"/100%zzz", `uri: invalid escape "%zz" at byte 4`, Parse},
		{"http://[::1", `uri: invalid IP-literal at byte 11`, Parse},
		{"ht%74p:x", `uri: invalid scheme "%74" at byte 2`, Parse},
		{"/a", `uri: invalid URI "/" at byte 0`, ParseURI},
		{"", `uri: invalid URI at byte 0`, ParseURI},
		{"a:b#c", `uri: invalid absolute-URI "#" at byte 3`, ParseAbsolute},
		{"b", `uri: invalid URI "b" at byte 0`, ParseAbsolute},
		{"//[fe80::1%25]", `uri: invalid ZoneID "]" at byte 13`, ParseZoned},
		{"//[fe80::1%25a!]", `uri: invalid ZoneID "!" at byte 14`, ParseZoned},
		{"//[fe80::1%en]", `uri: invalid IPv6address "%" at byte 10`, ParseZoned},
		{"//[v1.a%25en]", `uri: invalid IPvFuture "%25" at byte 7`, ParseZoned},
	} {
		u, err := tt.parse(tt.text)
		if err == nil || err.Error() != tt.want || u != (URI{}) {
			t.Errorf("%q: %v, %v, want %s", tt.text, u, err, tt.want)
		}
	}
}

// reasonOf returns the reason of the production of that name.
func reasonOf(name string) percent.Reason {
	if name == "pct-encoded" {
		return percent.InvalidEscape
	}
	return percent.Reason("invalid " + name)
}
