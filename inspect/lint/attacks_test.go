package lint

import (
	"slices"
	"testing"
)

// attacks are strings that were used, or published, to get past a check. Each
// must be found by the rule that stands beside it, which is not of severity Info.
// The source says where the string or its pattern is from: a CVE, with the
// request its public descriptions and scanner templates show, or the technique.
var attacks = []struct{ text, rule, source string }{
	// Dot segments.
	{"/cgi-bin/.%2e/%2e%2e/%2e%2e/bin/sh", "dot-segment-encoded", "CVE-2021-41773, Apache 2.4.49"},
	{"/cgi-bin/.%2E/%2E%2E/%2E%2E/etc/passwd", "dot-segment-encoded", "CVE-2021-41773, as seen in logs"},
	{"/icons/.%2e/%2e%2e/etc/passwd", "dot-segment-encoded", "CVE-2021-41773"},
	{"/cgi-bin/%%32%65%%32%65/%%32%65%%32%65/etc/passwd", "nested-escape", "CVE-2021-42013, Apache 2.4.50"},
	{"/cgi-bin/%%32%65%%32%65/%%32%65%%32%65/etc/passwd", "dot-segment-encoded", "CVE-2021-42013"},
	{"/%2e/WEB-INF/web.xml", "dot-segment-encoded", "CVE-2021-28164, Jetty"},
	{"/%u002e/WEB-INF/web.xml", "unicode-escape", "CVE-2021-34429, Jetty"},
	{"/%u002e/WEB-INF/web.xml", "dot-segment-encoded", "CVE-2021-34429, Jetty"},
	{"/.%00/WEB-INF/web.xml", "nul", "CVE-2021-34429, Jetty"},
	{"/.%00/WEB-INF/web.xml", "dot-segment-encoded", "CVE-2021-34429, Jetty"},
	{"/unauth/%252e%252e/php/ztp_gate.php/PAN_help/x.css", "dot-segment-encoded", "CVE-2025-0108, PAN-OS"},
	{"/unauth/%252e%252e/php/ztp_gate.php/PAN_help/x.css", "double-encoding", "CVE-2025-0108, PAN-OS"},
	{"/%61dmin", "escaped-alphanumeric", "CVE-2026-22031, CVE-2026-22037: Fastify's middie and express"},
	{"/v%31/admin", "escaped-alphanumeric", "the same with a digit"},
	{"/admin%2Fusers", "encoded-slash", "CVE-2026-6414, @fastify/static"},
	{"http://h/....//....//etc/passwd", "dot-segment-encoded", "a filter that removes ../ once"},
	{"http://h/?f=....//....//etc/passwd", "dot-segment-encoded", "a filter that removes ../ once, in a parameter"},
	{"....//", "dot-segment-encoded", "a filter that removes ../ once, in a text"},
	{"http://h/a/..././b", "dot-segment-encoded", "a filter that removes ../ once"},
	{`http://h/?f=....\/`, "dot-segment-encoded", "a filter that removes ../ once, for Windows"},
	{"http://h/?f=%2e%2e%2e%2e%2f%2f", "dot-segment-encoded", "a filter that removes ../ once, after decoding"},
	{"http://h/?f=....%252f%252f", "dot-segment-encoded", "a filter that removes ../ once, after decoding twice"},
	{"%2e%2e%2f", "dot-segment-encoded", "path traversal, escaped"},
	{"%2e%2e/", "dot-segment-encoded", "path traversal, dots escaped"},
	{"..%2f..%2f..%2fetc/passwd", "dot-segment-encoded", "path traversal, slash escaped"},
	{"%2e%2e%5c", "dot-segment-encoded", "path traversal for Windows"},
	{"..%5c..%5c", "dot-segment-encoded", "path traversal for Windows"},
	{`http://h/..\..\windows\win.ini`, "backslash", "path traversal for Windows"},
	{`http://h/..\..\windows\win.ini`, "dot-segment-above-root", "path traversal for Windows"},
	{"http://h/../../etc/passwd", "dot-segment-above-root", "path traversal, plain"},
	{"http://h/a/%2e%2e%2f%2e%2e%2fetc%2fpasswd", "dot-segment-encoded", "path traversal, all escaped"},
	{"http://h/?file=../../../etc/passwd", "dot-segment-in-value", "path traversal in a parameter"},
	{"http://h/?file=..%2F..%2F..%2Fetc%2Fpasswd", "dot-segment-in-value", "path traversal in a parameter"},
	{"http://h/?file=%2e%2e%2f%2e%2e%2fetc%2fpasswd", "dot-segment-encoded", "path traversal in a parameter, dots escaped"},

	{"http://orange.tw/sandbox/ＮＮ/passwd", "dot-segment-encoded", "code points cut to eight bits, Black Hat 2017"},
	{"http://h/%C4%AE%C4%AE/etc", "dot-segment-encoded", "code points cut to eight bits, escaped"},
	{"http://h/..%C4%AFetc", "dot-segment-encoded", "a slash of a code point cut to eight bits"},
	{"http://h/a/..%20/b", "dot-segment-encoded", "Windows drops spaces at the end of a name"},
	{"http://h/x#%2e%2e%2f", "dot-segment-encoded", "path traversal in a router of a fragment"},
	{"foo/../../etc", "dot-segment-above-root", "path traversal behind a name"},
	{"a/../../../etc/passwd?x", "dot-segment-above-root", "path traversal behind a name, in a relative reference"},
	{"http://h/?f=..%5c..%5cwin.ini", "dot-segment-in-value", "path traversal for Windows in a parameter"},

	// More than one layer.
	{"%252e%252e%252f", "dot-segment-encoded", "double encoding"},
	{"%252e%252e%255c", "dot-segment-encoded", "double encoding"},
	{"..%255c", "dot-segment-encoded", "CVE-2001-0333, IIS"},
	{"/scripts/..%255c../winnt/system32/cmd.exe?/c+dir", "dot-segment-encoded", "CVE-2001-0333, IIS; Nimda"},
	{"/scripts/..%255c../winnt/system32/cmd.exe?/c+dir", "double-encoding", "CVE-2001-0333, IIS; Nimda"},
	{"/scripts/..%%35c../winnt/system32/cmd.exe?/c+dir", "nested-escape", "Nimda"},
	{"/scripts/..%%35%63../winnt/system32/cmd.exe?/c+dir", "dot-segment-encoded", "Nimda"},
	{"/scripts/..%25%35%63../winnt/system32/cmd.exe?/c+dir", "dot-segment-encoded", "Nimda"},
	{"/jobmanager/logs/..%252f..%252f..%252fetc%252fpasswd", "dot-segment-encoded", "CVE-2020-17519, Apache Flink"},
	{"/assets/file:%2f%2f/%252e%252e/%252e%252e/etc/passwd", "dot-segment-encoded", "CVE-2018-3760, Sprockets"},
	{"/..%252F..%252F..%252Fetc%252Fpasswd%23foo/development", "dot-segment-encoded", "CVE-2020-5410, Spring Cloud Config"},
	{"/test/pathtraversal/master/..%252f..%252f../etc/passwd", "double-encoding", "CVE-2019-3799, Spring Cloud Config"},
	{"/static/%255c%255c..%255c/..%255c/..%255c/windows/win.ini", "dot-segment-encoded", "CVE-2018-1271, Spring MVC"},
	{"%25252e%25252e%25252f", "dot-segment-encoded", "triple encoding"},
	{"%2%35", "nested-escape", "an escape in a broken one"},
	{"%%30%30", "nested-escape", "NUL, in a broken escape"},

	// Overlong UTF-8.
	{"..%c0%af", "overlong-utf8", "CVE-2000-0884, IIS"},
	{"..%c0%af", "dot-segment-encoded", "CVE-2000-0884, IIS"},
	{"/scripts/..%c0%af..%c0%af..%c0%af/winnt/system32/cmd.exe?/c+dir+c:", "dot-segment-encoded", "CVE-2000-0884, IIS"},
	{"/scripts/..%c1%1c../winnt/system32/cmd.exe?/c+dir", "overlong-utf8", "CVE-2000-0884, IIS; Nimda"},
	{"/scripts/..%c1%1c../winnt/system32/cmd.exe?/c+dir", "dot-segment-encoded", "CVE-2000-0884, IIS; Nimda"},
	{"/scripts/..%c0%2f../winnt/system32/cmd.exe?/c+dir", "dot-segment-encoded", "CVE-2000-0884, IIS; Nimda"},
	{"/scripts/..%c1%9c../winnt/system32/cmd.exe?/c+dir", "dot-segment-encoded", "CVE-2000-0884, IIS; Nimda"},
	{"..%c0%9v..", "overlong-utf8", "lax decoders of UTF-8"},
	{"..%c0%qf..", "overlong-utf8", "lax decoders of UTF-8"},
	{"..%c1%8s..", "overlong-utf8", "lax decoders of UTF-8"},
	{"..%c1%pc..", "malformed-escape", "lax decoders of UTF-8"},
	{"%c0%ae%c0%ae/%c0%ae%c0%ae/etc/passwd", "dot-segment-encoded", "CVE-2008-2938, Tomcat"},
	{"%c0%ae", "overlong-utf8", "CVE-2008-2938, Tomcat"},
	{"..%e0%80%af", "dot-segment-encoded", "overlong form of three octets"},
	{"..%f0%80%80%af", "dot-segment-encoded", "overlong form of four octets"},
	{"..%f8%80%80%80%af", "dot-segment-encoded", "overlong form of five octets"},
	{"..%fc%80%80%80%80%af", "dot-segment-encoded", "overlong form of six octets"},
	{"..%25c0%25af", "overlong-utf8", "overlong, encoded twice"},
	{"%c0%80", "overlong-utf8", "NUL of modified UTF-8"},

	// %u, look-alikes and charsets.
	{"..%u002f..%u002f", "unicode-escape", "%u of IIS"},
	{"%u002e%u002e/", "dot-segment-encoded", "%u of IIS"},
	{"%uff0e%uff0e%u2215", "dot-segment-encoded", "%u of IIS with look-alikes"},
	{"..%u2216", "dot-segment-encoded", "%u of IIS with best fit"},
	{"%25u002e%25u002e/", "dot-segment-encoded", "%u, encoded twice"},
	{"..%ef%bc%8f", "dot-segment-encoded", "fullwidth slash"},
	{"%ef%bc%8e%ef%bc%8e/", "dot-segment-encoded", "fullwidth full stops"},
	{"http://h/a/‥/b", "dot-segment-encoded", "U+2025, two dots in one character"},
	{"http://h/?q=%EF%BC%9Cscript%EF%BC%9E", "compatibility-delimiter", "fullwidth angle brackets"},
	{"/index.php?%ADd+allow_url_include%3d1+%ADd+auto_prepend_file%3dphp://input", "charset-not-utf8", "CVE-2024-4577, PHP"},
	{"http://h/%ED%A0%80", "surrogate-utf8", "a surrogate"},
	{"http://h/%ED%A0%BC%ED%BC%80", "surrogate-utf8", "CESU-8"},

	// Path parameters and slashes.
	{"/tmui/login.jsp/..;/tmui/locallb/workspace/fileRead.jsp?fileName=/etc/passwd", "dot-segment-parameter", "CVE-2020-5902, F5"},
	{"/a/..;x=y/b", "dot-segment-parameter", "Tomcat behind a proxy"},
	{"/a/..%3b/b", "dot-segment-encoded", "Tomcat behind a proxy, ';' escaped"},
	{"/a/.;/b", "dot-segment-parameter", "Tomcat behind a proxy"},
	{"/hsqldb%0a", "crlf-injection", "CVE-2020-5902, F5"},
	{"/admin%2F", "encoded-slash", "CVE-2016-9879, Spring Security"},
	{"/admin;x=%2F/users", "encoded-slash", "CVE-2016-9879, Spring Security"},
	{"/app%5Cadmin/", "encoded-backslash", "CVE-2007-0450, Tomcat behind a proxy"},
	{"/%2f%2fevil.example/", "encoded-slash", "open redirect"},
	{`/\evil.example/`, "backslash", "open redirect"},
	{"/%09/evil.example", "control-character", "open redirect"},

	// NUL, CR and LF, controls.
	{"/image.php%00.jpg", "nul", "poison NUL"},
	{"/index.php?page=../../etc/passwd%00", "nul", "poison NUL, PHP before 5.3.4"},
	{"/a%2500.jpg", "nul", "poison NUL, encoded twice"},
	{"/%0d%0aSet-Cookie:%20a=b", "crlf-injection", "response splitting"},
	{"/?next=%0d%0aSet-Cookie:%20a=b", "crlf-injection", "response splitting in a parameter"},
	{"/?next=%0aLocation:%20http://evil.example", "crlf-injection", "response splitting with LF alone"},
	{"/?next=%250d%250aSet-Cookie:a", "crlf-injection", "response splitting, encoded twice"},
	{"/?next=%%0d0aSet-Cookie:a", "malformed-escape", "response splitting in a broken escape"},
	{"http://127.0.0.1%0d%0aX-Injected:%20a", "crlf-injection", "CVE-2016-5699, Python"},
	{"/%E5%98%8A%E5%98%8DSet-Cookie:%20a=b", "crlf-injection", "code points cut to eight bits"},
	{"http://h/\u010d\u010aHost: x", "crlf-injection", "CVE-2018-12116, Node.js: code points cut to eight bits"},
	{"http://h/a\r\nHost: x", "crlf-injection", "CVE-2022-0391, Python"},
	{"java\nscript:alert(1)", "hidden-scheme", "CVE-2022-0391: browsers remove line ends"},
	{"javascript%3aalert(1)", "hidden-scheme", "a check before decoding"},
	{"%6aavascript:alert(1)", "hidden-scheme", "a check before decoding"},
	{"\x01javascript:alert(1)", "hidden-scheme", "browsers remove controls in front"},
	{"javascript%253aalert(1)", "hidden-scheme", "a check after decoding once"},

	{"/?a=%0a%0dnext:%20b", "crlf-injection", "response splitting, line ends in the wrong order"},
	{"/?next=%0d%0aAny-Name:%20b", "crlf-injection", "response splitting with a field of any name"},
	{"mailto:a@h?subject=a%0D%0ABcc:%20b@h", "crlf-injection", "a field of mail in a field of mail"},
	{"java&Tab;script:alert(1)", "hidden-scheme", "a check before HTML is read"},
	{"javascript&colon;alert(1)", "hidden-scheme", "a check before HTML is read"},
	{"&#106;avascript:alert(1)", "hidden-scheme", "a check before HTML is read"},
	{"&#0000106avascript:alert(1)", "hidden-scheme", "a check before HTML is read, no semicolon"},
	{"java%26Tab%3Bscript:alert(1)", "hidden-scheme", "a check before HTML is read, encoded"},

	// Hosts.
	{"http://example.com\uFF03@bing.com", "ambiguous-authority", "CVE-2019-9636, Python"},
	{"https://evil.c℀.example.com", "ambiguous-authority", "CVE-2019-9636, Python"},
	{"http://example.com%2F10.0.0.1/", "ambiguous-authority", "CVE-2022-27780, curl"},
	{"//evil%E3%80%82com", "ambiguous-authority", "open redirect with U+3002"},
	{"http://accounts。example/", "ambiguous-authority", "CVE-2022-43551, curl"},
	{"http://good.example%40evil.example/", "ambiguous-authority", "an '@' that one of two parsers decodes"},
	{`http://good.example\@evil.example/`, "ambiguous-authority", "a backslash that ends the host for browsers"},
	{"http://a@b@evil.example/", "ambiguous-authority", "two '@'"},
	{"http://good.example@evil.example/", "misleading-userinfo", "userinfo that looks like a host"},
	{"http://good.example%2F@evil.example/", "misleading-userinfo", "userinfo that looks like a host and a path"},
	{"http:///evil.example/", "ambiguous-authority", "browsers take away slashes"},
	{"http:evil.example", "ambiguous-authority", "browsers add slashes"},
	{"http://%31%32%37.0.0.1/", "escaped-host", "request forgery past a list"},
	{"http://127%2e0%2e0%2e1/", "ambiguous-authority", "request forgery past a list"},
	{"http://127.0.0.1@evil.example/", "misleading-userinfo", "userinfo that looks like an address"},
	{"http://10.0.0.1@evil.example/", "misleading-userinfo", "userinfo that looks like an address"},
	{"http://[::1]@evil.example/", "misleading-userinfo", "userinfo that looks like an address"},
	{"http://localhost@evil.example/", "misleading-userinfo", "userinfo that looks like this machine"},
	{"http://good.com;@evil.example/", "misleading-userinfo", "userinfo that looks like a host, with a delimiter"},
	{"http://good.com&@evil.example/", "misleading-userinfo", "userinfo that looks like a host, with a delimiter"},
	{"http://good.com,@evil.example/", "misleading-userinfo", "userinfo that looks like a host, with a delimiter"},
	{"http://www.good.example%3A80@evil.example/", "misleading-userinfo", "userinfo that looks like host and port"},
	{"http://user:www.bank.com@evil.example/", "misleading-userinfo", "a password that looks like a host"},
	{"http://evil.com:80:80/", "ambiguous-authority", "two ports"},
	{"http://h:a/", "ambiguous-authority", "no number for a port"},
	{"http://h:99999999/", "ambiguous-authority", "a port beyond 65535"},
	{"http://::1/", "ambiguous-authority", "IPv6 without brackets"},
	{"http://[::1/", "ambiguous-authority", "a bracket that is not closed"},
	{"http://[evil]/", "ambiguous-authority", "a name in brackets"},
	{"http://[::1]evil.example/", "ambiguous-authority", "a name behind brackets"},
	{"http://:80/", "ambiguous-authority", "a port without a host"},
	{"http://h|evil/", "ambiguous-authority", "what no host may hold"},
	{"http://h<evil/", "ambiguous-authority", "what no host may hold"},
	{"///evil.example", "ambiguous-authority", "open redirect with three slashes"},
	{"/////evil.example", "ambiguous-authority", "open redirect with more slashes"},
	{"http://010.8.8.8/", "ambiguous-authority", "CVE-2021-29921, Python, octal numbers"},
	{"http://0177.0.0.1/", "ambiguous-authority", "octal numbers"},
	{"http://0x7f.1/", "ambiguous-authority", "hexadecimal, and numbers left out"},
	{"http://2130706433/", "ambiguous-authority", "an address in one number"},
	{"http://www.x-.0x1/", "ambiguous-authority", "a name that ends in a number"},
	{"http://127.0.0.1./", "ambiguous-authority", "an address with a full stop behind it"},
	{"http://①②⑦.⓪.⓪.①/", "ambiguous-authority", "an address in circled digits"},
	{"http://ｅvil.com/", "confusable-host", "a fullwidth letter"},
	{"http://paypaⅼ.com/", "confusable-host", "a Roman numeral"},
	{"http://ｇｏｏｇｌｅ.com/", "confusable-host", "fullwidth letters"},
	{"http://%EF%BD%87oogle.com/", "confusable-host", "a fullwidth letter, escaped"},
	{"http://ⓖoogle.com/", "confusable-host", "a circled letter"},
	{"http://baſ.com/", "confusable-host", "long s"},
	{"http://ban\u212A.com/", "confusable-host", "the Kelvin sign"},
	{"http://аpple+.com/", "confusable-host", "what no DNS name has, and browsers allow"},
	{"http://xn--pple-43d.example;~.com/", "confusable-host", "the same, in another label"},
	{"http://xn--pple!-3ve.com/", "confusable-host", "the same, encoded"},
	{"http://аpple&$*.com/", "confusable-host", "several of them"},
	{"http://аррӏе.ru.com/", "confusable-host", "homograph below a name with a country in it"},
	{"http://аpple.ru/", "confusable-host", "two scripts in a label, below a country"},
	{"http://аpple日.jp/", "confusable-host", "three scripts in a label"},
	{"http://xn--pple-43d.com/", "confusable-host", "homograph of 2017"},
	{"http://xn--80ak6aa92e.com/", "confusable-host", "homograph of 2017"},
	{"http://аpple.com/", "confusable-host", "homograph"},

	// What is shown.
	{"http://h/%E2%80%AEgpj.exe", "bidi-control", "right-to-left override, CVE-2021-42574 for source"},
	{"http://h/%E2%81%A6a%E2%81%A9", "bidi-control", "isolates"},
	{"http://example.com#@evil.com/x", "ambiguous-authority", "CVE-2016-8624, curl: the fragment taken for userinfo"},
	{"http://good.com?@evil.com/", "ambiguous-authority", "a query taken for userinfo"},
	{"http://a@b#@c/", "ambiguous-authority", "a fragment taken for userinfo"},
	{"http://good.com#@c/", "ambiguous-authority", "a fragment taken for userinfo"},
	{"http://good.com#@metadata:80", "ambiguous-authority", "a fragment taken for userinfo"},
	{"http://good.com?@metadata/", "ambiguous-authority", "a query taken for userinfo"},
	{"http://good.com?@metadata", "ambiguous-authority", "a query taken for userinfo"},
	{"http://good.com#@2130706433/", "ambiguous-authority", "a fragment taken for userinfo"},
	{"http://good.com#@2130706433", "ambiguous-authority", "a fragment taken for userinfo"},
	{"http://good.com#@0x7f.1", "ambiguous-authority", "a fragment taken for userinfo"},
	{"http://good.com#@[::1]", "ambiguous-authority", "a fragment taken for userinfo"},
	{"http://good.com#@%31%32%37.1", "ambiguous-authority", "a fragment taken for userinfo"},
	{"http://good.com#@①②⑦.⓪.⓪.①", "ambiguous-authority", "a fragment taken for userinfo"},
	{`http://localhost:\@google.com/../`, "ambiguous-authority", "CVE-2025-0454, AutoGPT"},
	{"http://prefix.[v1.example]/", "ambiguous-authority", "CVE-2025-0938, Python"},
	{"http://[good.example]/", "ambiguous-authority", "CVE-2025-47912, Go"},
	{"http://good.com?x@127.0.0.1:8080", "ambiguous-authority", "a query taken for userinfo"},
	{"http://h/?a=%5Bobject+Object%5D", "placeholder", "an object made text, and encoded as a form"},
	{"http://h/pay%E2%80%8Bpal", "invisible-character", "zero width space"},
	{"http://h/%E2%80%A9", "invisible-character", "paragraph separator after a host"},
	{"http://h/a%E2%A0%80b", "invisible-character", "U+2800, braille without dots"},
	{"http://h/a%F3%A0%84%80b", "invisible-character", "a variation selector behind a letter that has no variants"},
	{"http://h/a%EF%B8%8Fb", "invisible-character", "a variation selector behind a letter that has no variants"},
	{"http://h/a%EF%BF%B9b", "invisible-character", "U+FFF9, interlinear annotation"},
	{"http://h/a%EF%BF%BEb", "invisible-character", "U+FFFE, which is no character"},
	{"http://h/%EF%BB%BF", "invisible-character", "byte order mark"},
}

func TestAttacks(t *testing.T) {
	const least = 60
	texts := map[string]bool{}
	for _, a := range attacks {
		texts[a.text] = true
		t.Run(a.rule+"/"+a.source, func(t *testing.T) {
			found, err := Linter{}.From(Warning).Lint(a.text)
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Contains(ids(found), a.rule) {
				t.Errorf("%q: %s is not found, but %v", a.text, a.rule, ids(found))
			}
			// The rule alone finds it, too.
			alone, err := Linter{}.Only(a.rule)
			if err != nil {
				t.Fatal(err)
			}
			if found, _ := alone.Lint(a.text); !slices.Contains(ids(found), a.rule) {
				t.Errorf("%q: %s does not find it alone", a.text, a.rule)
			}
		})
	}
	if len(texts) < least {
		t.Errorf("%d strings", len(texts))
	}
	t.Logf("%d strings, %d findings", len(texts), len(attacks))
}
