package lint

import (
	"slices"
	"testing"
)

// attacks are texts of the kinds that were used to get past a check. Each must be found by
// the rule that stands beside it, which is not of severity Info. The source names an
// advisory and what its programs did, or the technique. The texts are ours: they have the
// form that was misread, with paths, names and hosts that lead nowhere.
var attacks = []struct{ text, rule, source string }{
	// Dot segments.
	{"/a/.%2e/%2e%2e/%2e%2e/b/c", "dot-segment-encoded", "CVE-2021-41773, Apache 2.4.49: a dot escaped behind a plain one was not a dot segment"},
	{"/a/.%2E/%2E%2E/%2E%2E/b/c", "dot-segment-encoded", "CVE-2021-41773, in capitals"},
	{"/b/.%2e/%2e%2e/c/d", "dot-segment-encoded", "CVE-2021-41773, under another path"},
	{"/a/%%32%65%%32%65/%%32%65%%32%65/b/c", "nested-escape", "CVE-2021-42013, Apache 2.4.50: decoded the path again after the check"},
	{"/a/%%32%65%%32%65/%%32%65%%32%65/b/c", "dot-segment-encoded", "CVE-2021-42013"},
	{"/%2e/A-B/c.d", "dot-segment-encoded", "CVE-2021-28164, Jetty: compared the path before the dot was decoded"},
	{"/%u002e/A-B/c.d", "unicode-escape", "CVE-2021-34429, Jetty: removed dot segments before it decoded them"},
	{"/%u002e/A-B/c.d", "dot-segment-encoded", "CVE-2021-34429, Jetty: removed dot segments before it decoded them"},
	{"/.%00/A-B/c.d", "nul", "CVE-2021-34429, Jetty"},
	{"/.%00/A-B/c.d", "dot-segment-encoded", "CVE-2021-34429, Jetty"},
	{"/a/%252e%252e/b/c.d/e/f.g", "dot-segment-encoded", "CVE-2025-0108, PAN-OS: two servers, one of which decodes again"},
	{"/a/%252e%252e/b/c.d/e/f.g", "double-encoding", "CVE-2025-0108, PAN-OS: two servers, one of which decodes again"},
	{"/%61b", "escaped-alphanumeric", "CVE-2026-22031, CVE-2026-22037, Fastify's middie and express: compared a path that was not decoded"},
	{"/a%31/b", "escaped-alphanumeric", "the same with a digit"},
	{"/a%2Fb", "encoded-slash", "CVE-2026-6414, @fastify/static: a slash that is decoded after the route was chosen"},
	{"http://h/....//....//a/b", "dot-segment-encoded", "a filter that removes ../ once"},
	{"http://h/?f=....//....//a/b", "dot-segment-encoded", "a filter that removes ../ once, in a parameter"},
	{"....//", "dot-segment-encoded", "a filter that removes ../ once, in a text"},
	{"http://h/a/..././b", "dot-segment-encoded", "a filter that removes ../ once"},
	{`http://h/?f=....\/`, "dot-segment-encoded", "a filter that removes ../ once, for Windows"},
	{"http://h/?f=%2e%2e%2e%2e%2f%2f", "dot-segment-encoded", "a filter that removes ../ once, after decoding"},
	{"http://h/?f=....%252f%252f", "dot-segment-encoded", "a filter that removes ../ once, after decoding twice"},
	{"%2e%2e%2f", "dot-segment-encoded", "path traversal, escaped"},
	{"%2e%2e/", "dot-segment-encoded", "path traversal, dots escaped"},
	{"..%2f..%2f..%2fa/b", "dot-segment-encoded", "path traversal, slash escaped"},
	{"%2e%2e%5c", "dot-segment-encoded", "path traversal for Windows"},
	{"..%5c..%5c", "dot-segment-encoded", "path traversal for Windows"},
	{`http://h/..\..\a\b.c`, "backslash", "path traversal for Windows"},
	{`http://h/..\..\a\b.c`, "dot-segment-above-root", "path traversal for Windows"},
	{"http://h/../../a/b", "dot-segment-above-root", "path traversal, plain"},
	{"http://h/a/%2e%2e%2f%2e%2e%2fb%2fc", "dot-segment-encoded", "path traversal, all escaped"},
	{"http://h/?f=../../../a/b", "dot-segment-in-value", "path traversal in a parameter"},
	{"http://h/?f=..%2F..%2F..%2Fa%2Fb", "dot-segment-in-value", "path traversal in a parameter"},
	{"http://h/?f=%2e%2e%2f%2e%2e%2fa%2fb", "dot-segment-encoded", "path traversal in a parameter, dots escaped"},

	{"http://a.example/b/ＮＮ/c", "dot-segment-encoded", "code points cut to eight bits, Black Hat 2017"},
	{"http://h/%C4%AE%C4%AE/a", "dot-segment-encoded", "code points cut to eight bits, escaped"},
	{"http://h/..%C4%AFa", "dot-segment-encoded", "a slash of a code point cut to eight bits"},
	{"http://h/a/..%20/b", "dot-segment-encoded", "Windows drops spaces at the end of a name"},
	{"http://h/x#%2e%2e%2f", "dot-segment-encoded", "path traversal in a router of a fragment"},
	{"a/../../b", "dot-segment-above-root", "path traversal behind a name"},
	{"a/../../../b/c?x", "dot-segment-above-root", "path traversal behind a name, in a relative reference"},
	{"http://h/?f=..%5c..%5ca.b", "dot-segment-in-value", "path traversal for Windows in a parameter"},

	// More than one layer.
	{"%252e%252e%252f", "dot-segment-encoded", "double encoding"},
	{"%252e%252e%255c", "dot-segment-encoded", "double encoding"},
	{"..%255c", "dot-segment-encoded", "CVE-2001-0333, IIS: decoded the path again after the check"},
	{"/a/..%255c../b/c.d?e+f", "dot-segment-encoded", "CVE-2001-0333, IIS; Nimda"},
	{"/a/..%255c../b/c.d?e+f", "double-encoding", "CVE-2001-0333, IIS; Nimda"},
	{"/a/..%%35c../b/c.d?e+f", "nested-escape", "Nimda"},
	{"/a/..%%35%63../b/c.d?e+f", "dot-segment-encoded", "Nimda"},
	{"/a/..%25%35%63../b/c.d?e+f", "dot-segment-encoded", "Nimda"},
	{"/a/b/..%252f..%252f..%252fc%252fd", "dot-segment-encoded", "CVE-2020-17519, Apache Flink: decoded a segment again, as the name of a file"},
	{"/a/b:%2f%2f/%252e%252e/%252e%252e/c/d", "dot-segment-encoded", "CVE-2018-3760, Sprockets: decoded a URL in the path again after the check"},
	{"/..%252F..%252F..%252Fa%252Fb%23c/d", "dot-segment-encoded", "CVE-2020-5410, Spring Cloud Config: decoded a segment again, as the name of a file"},
	{"/a/b/c/..%252f..%252f../d/e", "double-encoding", "CVE-2019-3799, Spring Cloud Config: the same"},
	{"/a/%255c%255c..%255c/..%255c/..%255c/b/c.d", "dot-segment-encoded", "CVE-2018-1271, Spring MVC on Windows: decoded a path again, with its backslashes"},
	{"%25252e%25252e%25252f", "dot-segment-encoded", "triple encoding"},
	{"%2%35", "nested-escape", "an escape in a broken one"},
	{"%%34%31", "nested-escape", "a letter, in a broken escape"},

	// Overlong UTF-8.
	{"..%c0%af", "overlong-utf8", "CVE-2000-0884, IIS: read a slash in two octets after the check"},
	{"..%c0%af", "dot-segment-encoded", "CVE-2000-0884, IIS: the same"},
	{"/a/..%c0%af..%c0%af..%c0%af/b/c.d?e+f", "dot-segment-encoded", "CVE-2000-0884, IIS"},
	{"/a/..%c1%1c../b/c.d?e+f", "overlong-utf8", "CVE-2000-0884, IIS; Nimda"},
	{"/a/..%c1%1c../b/c.d?e+f", "dot-segment-encoded", "CVE-2000-0884, IIS; Nimda"},
	{"/a/..%c0%2f../b/c.d?e+f", "dot-segment-encoded", "CVE-2000-0884, IIS; Nimda"},
	{"/a/..%c1%9c../b/c.d?e+f", "dot-segment-encoded", "CVE-2000-0884, IIS; Nimda"},
	{"..%c0%9v..", "overlong-utf8", "lax decoders of UTF-8"},
	{"..%c0%qf..", "overlong-utf8", "lax decoders of UTF-8"},
	{"..%c1%8s..", "overlong-utf8", "lax decoders of UTF-8"},
	{"..%c1%pc..", "malformed-escape", "lax decoders of UTF-8"},
	{"%c0%ae%c0%ae/%c0%ae%c0%ae/a/b", "dot-segment-encoded", "CVE-2008-2938, Tomcat: read a dot in two octets after the check"},
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
	{"/a?%ADb+c%3d1+%ADd+e%3df", "charset-not-utf8", "CVE-2024-4577, PHP on Windows: took a soft hyphen of a code page for a hyphen"},
	{"http://h/%ED%A0%80", "surrogate-utf8", "a surrogate"},
	{"http://h/%ED%A0%BC%ED%BC%80", "surrogate-utf8", "CESU-8"},

	// Path parameters and slashes.
	{"/a/b.c/..;/d/e?f=/g", "dot-segment-parameter", "CVE-2020-5902, F5: a proxy and a servlet container read a path parameter in two ways"},
	{"/a/..;x=y/b", "dot-segment-parameter", "Tomcat behind a proxy"},
	{"/a/..%3b/b", "dot-segment-encoded", "Tomcat behind a proxy, ';' escaped"},
	{"/a/.;/b", "dot-segment-parameter", "Tomcat behind a proxy"},
	{"/a%0a", "crlf-injection", "CVE-2020-5902, F5"},
	{"/a%2F", "encoded-slash", "CVE-2016-9879, Spring Security: compared a path whose parameters the container removes"},
	{"/a;x=%2F/b", "encoded-slash", "CVE-2016-9879, Spring Security"},
	{"/a%5Cb/", "encoded-backslash", "CVE-2007-0450, Tomcat behind a proxy: took an escaped backslash for a slash"},
	{"/%2f%2fevil.example/", "encoded-slash", "open redirect"},
	{`/\evil.example/`, "backslash", "open redirect"},
	{"/%09/evil.example", "control-character", "open redirect"},

	// NUL, CR and LF, controls.
	{"/a.b%00.c", "nul", "poison NUL"},
	{"/a?b=../../c/d%00", "nul", "poison NUL, PHP before 5.3.4"},
	{"/a%2500.b", "nul", "poison NUL, encoded twice"},
	{"/%0d%0aSet-Cookie:%20a=b", "crlf-injection", "response splitting"},
	{"/?next=%0d%0aSet-Cookie:%20a=b", "crlf-injection", "response splitting in a parameter"},
	{"/?next=%0aLocation:%20http://evil.example", "crlf-injection", "response splitting with LF alone"},
	{"/?next=%250d%250aSet-Cookie:a", "crlf-injection", "response splitting, encoded twice"},
	{"/?next=%%0d0aSet-Cookie:a", "malformed-escape", "response splitting in a broken escape"},
	{"http://192.0.2.1%0d%0aX-Name:%20a", "crlf-injection", "CVE-2016-5699, Python: wrote a line end of a host into a request"},
	{"/%E5%98%8A%E5%98%8DSet-Cookie:%20a=b", "crlf-injection", "code points cut to eight bits"},
	{"http://h/\u010d\u010aX-Name: a", "crlf-injection", "CVE-2018-12116, Node.js: code points cut to eight bits"},
	{"http://h/a\r\nX-Name: a", "crlf-injection", "CVE-2022-0391, Python: kept line ends in what it parsed"},
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
	{"http://a.example\uFF03@b.example", "ambiguous-authority", "CVE-2019-9636, Python: split a URL before characters became delimiters"},
	{"https://a.c℀.b.example", "ambiguous-authority", "CVE-2019-9636, Python"},
	{"http://a.example%2F192.0.2.1/", "ambiguous-authority", "CVE-2022-27780, curl: decoded a separator in a host"},
	{"//a%E3%80%82example", "ambiguous-authority", "open redirect with U+3002"},
	{"http://a。example/", "ambiguous-authority", "CVE-2022-43551, curl: compared a host whose full stops were not mapped yet"},
	{"http://good.example%40evil.example/", "ambiguous-authority", "an '@' that one of two parsers decodes"},
	{`http://good.example\@evil.example/`, "ambiguous-authority", "a backslash that ends the host for browsers"},
	{"http://a@b@evil.example/", "ambiguous-authority", "two '@'"},
	{"http://good.example@evil.example/", "misleading-userinfo", "userinfo that looks like a host"},
	{"http://good.example%2F@evil.example/", "misleading-userinfo", "userinfo that looks like a host and a path"},
	{"http:///evil.example/", "ambiguous-authority", "browsers take away slashes"},
	{"http:evil.example", "ambiguous-authority", "browsers add slashes"},
	{"http://%31%39%32.0.2.1/", "escaped-host", "request forgery past a list"},
	{"http://192%2e0%2e2%2e1/", "ambiguous-authority", "request forgery past a list"},
	{"http://192.0.2.1@evil.example/", "misleading-userinfo", "userinfo that looks like an address"},
	{"http://198.51.100.1@evil.example/", "misleading-userinfo", "userinfo that looks like an address"},
	{"http://[2001:db8::1]@evil.example/", "misleading-userinfo", "userinfo that looks like an address"},
	{"http://localhost@evil.example/", "misleading-userinfo", "userinfo that looks like this machine"},
	{"http://good.example;@evil.example/", "misleading-userinfo", "userinfo that looks like a host, with a delimiter"},
	{"http://good.example&@evil.example/", "misleading-userinfo", "userinfo that looks like a host, with a delimiter"},
	{"http://good.example,@evil.example/", "misleading-userinfo", "userinfo that looks like a host, with a delimiter"},
	{"http://www.good.example%3A80@evil.example/", "misleading-userinfo", "userinfo that looks like host and port"},
	{"http://user:www.good.example@evil.example/", "misleading-userinfo", "a password that looks like a host"},
	{"http://a.example:80:80/", "ambiguous-authority", "two ports"},
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
	{"http://0306.063.0144.1/", "ambiguous-authority", "CVE-2021-29921, Python: read octal numbers as decimal ones"},
	{"http://0300.0.2.1/", "ambiguous-authority", "octal numbers"},
	{"http://0xc0.513/", "ambiguous-authority", "hexadecimal, and numbers left out"},
	{"http://3221225985/", "ambiguous-authority", "an address in one number"},
	{"http://www.x-.0x1/", "ambiguous-authority", "a name that ends in a number"},
	{"http://192.0.2.1./", "ambiguous-authority", "an address with a full stop behind it"},
	{"http://①⑨②.⓪.②.①/", "ambiguous-authority", "an address in circled digits"},
	{"http://ｅxample.com/", "confusable-host", "a fullwidth letter"},
	{"http://exampⅼe.com/", "confusable-host", "a Roman numeral"},
	{"http://ｅｘａｍｐｌｅ.com/", "confusable-host", "fullwidth letters"},
	{"http://%EF%BD%85xample.com/", "confusable-host", "a fullwidth letter, escaped"},
	{"http://ⓔxample.com/", "confusable-host", "a circled letter"},
	{"http://aſ.example/", "confusable-host", "long s"},
	{"http://a\u212A.example/", "confusable-host", "the Kelvin sign"},
	{"http://exаmple+.com/", "confusable-host", "what no DNS name has, and browsers allow"},
	{"http://xn--exmple-4nf.example;~.com/", "confusable-host", "the same, in another label"},
	{"http://xn--exmple!-3fg.com/", "confusable-host", "the same, encoded"},
	{"http://exаmple&$*.com/", "confusable-host", "several of them"},
	{"http://хосе.ru.com/", "confusable-host", "homograph below a name with a country in it"},
	{"http://exаmple.ru/", "confusable-host", "two scripts in a label, below a country"},
	{"http://exаmple日.jp/", "confusable-host", "three scripts in a label"},
	{"http://xn--exmple-4nf.com/", "confusable-host", "two scripts in a label, encoded"},
	{"http://xn--e1arjo.com/", "confusable-host", "a label of look-alikes only, encoded"},
	{"http://xn--e1arjo.1-2/", "confusable-host", "the same in front of digits, which are of no script"},
	{"http://exаmple.com/", "confusable-host", "two scripts in a label"},

	// What is shown.
	{"http://h/%E2%80%AEb.a", "bidi-control", "right-to-left override, CVE-2021-42574 for source"},
	{"http://h/%E2%81%A6a%E2%81%A9", "bidi-control", "isolates"},
	{"http://a.example#@b.example/x", "ambiguous-authority", "CVE-2016-8624, curl: the fragment taken for userinfo"},
	{"http://a.example?@b.example/", "ambiguous-authority", "a query taken for userinfo"},
	{"http://a@b#@c/", "ambiguous-authority", "a fragment taken for userinfo"},
	{"http://a.example#@c/", "ambiguous-authority", "a fragment taken for userinfo"},
	{"http://a.example#@name:80", "ambiguous-authority", "a fragment taken for userinfo"},
	{"http://a.example?@name/", "ambiguous-authority", "a query taken for userinfo"},
	{"http://a.example?@name", "ambiguous-authority", "a query taken for userinfo"},
	{"http://a.example#@3221225985/", "ambiguous-authority", "a fragment taken for userinfo"},
	{"http://a.example#@3221225985", "ambiguous-authority", "a fragment taken for userinfo"},
	{"http://a.example#@0xc0.513", "ambiguous-authority", "a fragment taken for userinfo"},
	{"http://a.example#@[2001:db8::1]", "ambiguous-authority", "a fragment taken for userinfo"},
	{"http://a.example#@%31%39%32.513", "ambiguous-authority", "a fragment taken for userinfo"},
	{"http://a.example#@①⑨②.⓪.②.①", "ambiguous-authority", "a fragment taken for userinfo"},
	{`http://a.example:\@b.example/../`, "ambiguous-authority", "CVE-2025-0454, AutoGPT: a check that read one host and a client that read another"},
	{"http://a.[v1.b]/", "ambiguous-authority", "CVE-2025-0938, Python: accepted brackets behind a name"},
	{"http://[a.example]/", "ambiguous-authority", "CVE-2025-47912, Go: accepted a name in brackets"},
	{"http://a.example?x@192.0.2.1:8080", "ambiguous-authority", "a query taken for userinfo"},
	{"http://h/?a=%5Bobject+Object%5D", "placeholder", "an object made text, and encoded as a form"},
	{"http://h/a%E2%80%8Bb", "invisible-character", "zero width space"},
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
