package reader

import (
	"strings"
	"unicode/utf16"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/lazy"
	"github.com/pct-encoded/percent/internal/pct"
	"github.com/pct-encoded/percent/internal/uts46"
	"github.com/pct-encoded/percent/weburl"
)

// webRows returns the rows of programs that follow the URL Standard, in the order of
// its text, with the deviations of each.
func webRows() []row {
	standard := web()
	checked := standard.with(&chain{names: namesWebChecked})
	webKit := checked.with(&chain{dots: dotsWebKit, brackets: bracketsWebKit, path: pathWebKit})
	caret := checked.with(&chain{path: pathWebCaret})
	crate := caret.with(&chain{trim: trimRust, slashes: slashesRust, names: namesDeno, at: atRust, colon: colonRust, host: hostRust, dots: dotsRust})
	spaced := caret.with(&chain{path: pathWebSpaced, dots: dotsDrive})
	ada := spaced.with(&chain{names: namesAda, dots: dotsAda})
	chromium := standard.with(&chain{trim: trimChromium, slashes: slashesChromium, dots: dotsChromium, userinfo: userinfoChromium, query: queryChromium, colon: colonChromium, brackets: bracketsChromium, host: hostChromium, names: namesChromium, path: pathChromium})
	firefox := checked.with(&chain{
		scheme: schemeFirefox, slashes: slashesFirefox, at: elsewhere(atWeb, atRust), colon: elsewhere(colonWeb, colonRust), port: portFirefox,
		host: hostFirefox, ipv4: ipv4Firefox, path: elsewhere(pathWeb, pathWebCaret), dots: elsewhere(dotsFirefox, dotsRust), query: queryFirefox,
	})
	node16 := spaced.with(&chain{brackets: bracketsUV, names: namesNode16})
	node14 := node16.with(&chain{host: hostNode14, names: namesNode14, ipv4: ipv4WebOld, fragment: fragmentNode14, dots: dotsFile, scheme: schemeNode14, port: portNode14})
	node12 := node14.with(&chain{brackets: bracketsWeb, names: namesNode12})
	node24 := standard.with(&chain{names: namesWeb24})
	newest := standard.with(&chain{names: namesWebNew})
	const getters, options, php = "=eeeeeee", "=ennn===", "========"
	of := func(name, versions, subject, accessors string, c *chain) row {
		return row{Program: recorded(name, versions, subject), chain: c, accessors: accessors}
	}
	return []row{
		of("bun.url", "1.4.5", "Bun URL", getters, webKit),
		of("deno.url", "2.9.6", "Deno URL", getters, crate.with(&chain{dots: dotsDeno})),
		of("node.url", "10.24.1", "Node.js URL", getters, node12.with(&chain{names: namesNode10})),
		of("node.url", "12.22.12", "Node.js URL", getters, node12),
		of("node.url", "14.21.3", "Node.js URL", getters, node14),
		of("node.url", "16.20.2", "Node.js URL", getters, node16),
		of("node.url", "18.20.8, 20.20.2, 22.23.3", "Node.js URL", getters, ada),
		of("node.url", "24.21.0, 26.10.0, 26.12.1", "Node.js URL", getters, node24),
		of("npm.whatwg-url", "17.3.0", "npm whatwg-url", getters, standard),
		{Program: recorded("percent.weburl", "0.1.0", "the URL Standard, package weburl"), chain: standard.with(&chain{input: inputReplaced}), exact: readWeb, accessors: "=eeee==="},
		of("php.whatwg", "8.5.10", `PHP Uri\WhatWg\Url`, php, lexborChain()),
		of("chromium.url", "156.0.8078.79, 156.0.8078.108", "Chromium URL", getters, chromium),
		of("firefox.url", "153.7.0esr, 153.8.0esr", "Firefox URL", getters, firefox),
		of("rust.url", "2.3.1", "Rust url::Url", options, crate.with(&chain{names: namesRust})),
		of("rust.url", "2.5.8", "Rust url::Url", options, crate.with(&chain{names: namesRust25, host: hostWeb})),
		of("webkit.url", "2.50.6", "WebKitGTK URL", getters, webKit.with(&chain{names: namesWebOld})),
		of("workerd.url", "2026-11-17", "workerd URL", getters, newest),
	}
}

// readWeb reads a URL as package weburl does, with invalid UTF-8 as U+FFFD.
func readWeb(url string, r *Reading) {
	u, err := weburl.Parse(url)
	if err != nil {
		r.Verdict = Refused
		return
	}
	r.Verdict = Read
	r.Scheme = present(u.Scheme())
	r.User, r.Password = present(u.Username()), present(u.Password())
	r.Host = Part{u.Hostname(), u.HostKind() != weburl.NoHost}
	r.Port, r.Path = present(u.Port()), present(u.Pathname())
	r.Query.Text, r.Query.Present = u.Query()
	r.Fragment.Text, r.Fragment.Present = u.Fragment()
}

var (
	inputReplaced = &step{value: "octets, replaced", text: "takes octets, and reads those that are not UTF-8 as U+FFFD", do: func(s *state, _ string) {
		s.rest = string([]rune(s.rest))
	}}
	pathWebCaret = &step{value: "slashes and escapes, not of ^", text: `escapes what no path has, but for "^"`, do: func(s *state, _ string) {
		s.pathWeb(func(c byte) bool { return c == '^' || isPathWeb(c) })
	}}
	pathWebSpaced = &step{value: "slashes and escapes, not of ^ and of spaces before ? and #", text: `escapes what no path has, but for "^", and the space at the end of an opaque path`, do: func(s *state, _ string) {
		pathWebCaret.do(s, "")
		s.pathOpaqueOld()
	}}
	// dotsDrive: a file's first segment that only begins with a drive letter stays as well.
	dotsDrive = &step{value: "removed, not behind what begins as a drive letter", text: "removes dot segments, escaped ones as well, but not the first segment of a file that begins as a drive letter", do: func(s *state, _ string) {
		if !s.opaque {
			s.Path.Text = dotlessWebBut(s.Path.Text, s.Scheme.Text == "file", func(segment string) bool {
				return len(segment) >= 2 && isAlpha(segment[0]) && segment[1] == ':'
			})
		}
	}}
	namesWebOld = &step{value: "UTS #46 of Unicode 15, xn-- labels checked", text: `maps names by UTS #46 of Unicode 15 in special schemes, and refuses names with a wrong "xn--" label even if all is ASCII`, do: func(s *state, _ string) {
		s.mapWeb(func(name string) (string, bool) { return s.toASCIIOf(ageNode18, name) })
	}}
	namesNode16 = &step{value: "UTS #46 of Unicode 14, xn-- labels checked", text: `maps names by UTS #46 of Unicode 14 in special schemes, and refuses names with a wrong "xn--" label even if all is ASCII`, do: func(s *state, _ string) {
		s.mapWeb(func(name string) (string, bool) { return s.toASCIIOf(ageNode14, name) })
	}}
	namesDeno = &step{value: "UTS #46 of Unicode 15.1, xn-- labels checked", text: `maps names by UTS #46 of Unicode 15.1 in special schemes, and refuses names with a wrong "xn--" label even if all is ASCII`, do: func(s *state, _ string) {
		s.mapWeb(func(name string) (string, bool) { return s.toASCIIOf(ageDeno, name) })
	}}
	namesAda = &step{value: "UTS #46 of Unicode 15, xn-- labels checked, directions by label", text: `maps names by UTS #46 of Unicode 15 in special schemes, checks writing directions in each label alone, and refuses names with a wrong "xn--" label even if all is ASCII`, do: func(s *state, _ string) {
		s.mapWeb(func(name string) (string, bool) { return s.toASCIIAda(ageNode18, name) })
	}}
	namesRust = &step{value: "UTS #46 of Unicode 15, xn-- labels checked, joiners anywhere", text: `maps names by UTS #46 of Unicode 15 in special schemes, with joiners wherever they stand, and refuses names with a wrong "xn--" label even if all is ASCII`, do: func(s *state, _ string) {
		s.mapWeb(func(name string) (string, bool) {
			if strings.ContainsAny(name, "\u200c\u200d") || strings.Contains(name, "xn--.") || strings.Contains(name, "xn--1ug") {
				s.Verdict = Unknown
			}
			return s.toASCIIOf(ageNode18, name)
		})
	}}
	namesRust25 = &step{value: "UTS #46 of Unicode 15.1, xn-- labels checked", text: `maps names by UTS #46 of Unicode 15.1 in special schemes, without the characters of Corrigendum #4, and refuses names with a wrong "xn--" label even if all is ASCII`, do: func(s *state, _ string) {
		if s.special && strings.ContainsAny(s.Host.Text, corrected) {
			s.refuse()
		}
		namesDeno.do(s, "")
	}}
	schemeFirefox = &step{value: "RFC 3986, some opaque", text: "reads a letter and then letters, digits, +, - and . as a scheme, and all behind javascript:, data:, about: and blob: as path", do: func(s *state, _ string) {
		schemeRFC.do(s, "")
	}}
	slashesFirefox = &step{value: "any number in special schemes, no host in files", text: "skips any number of slashes before an authority in special schemes, none included, and leaves the host of a file out", do: func(s *state, _ string) {
		switch s.Scheme.Text {
		case "javascript", "data", "about", "blob":
			// Behind "//", the first two must be standard URLs as well.
			if strings.HasPrefix(s.rest, "//") && s.Scheme.Text != "about" && s.Scheme.Text != "blob" {
				s.Verdict = Unknown
			}
			s.opaque = true
			return
		case "jar", "view-source", "smb", "smbs", "sftp":
			s.Verdict = Unknown
			return
		}
		slashesWeb.do(s, "")
		if s.Scheme.Text == "file" {
			i := strings.IndexAny(s.rest, `/\?#`)
			if i < 0 {
				i = len(s.rest)
			}
			s.rest = s.rest[i:]
		}
	}}
	// slashesChromium: without Windows, no letter is a drive.
	slashesChromium = &step{value: "any number in special schemes, no drive letters", text: "skips any number of slashes before an authority in special schemes, none included, and has no drive letters", do: func(s *state, _ string) {
		if s.Scheme.Text == "file" && len(s.rest) >= 2 && isSlash(s.rest[0]) && isSlash(s.rest[1]) {
			s.hasAuthority, s.rest = true, s.rest[2:]
			return
		}
		slashesWeb.do(s, "")
	}}
	dotsChromium = &step{value: "removed, drive letters as well", text: "removes dot segments, escaped ones as well, and drive letters before them", do: func(s *state, _ string) {
		if s.opaque {
			return
		}
		if s.Scheme.Text == "file" && s.Host.Text == "localhost" && strings.ContainsAny(s.rest, ":|") || s.hasBackslashedDots() {
			s.Verdict = Unknown
			return
		}
		s.Path.Text = dotlessWeb(s.Path.Text, false)
	}}
	// dotsWebKit: behind a host, a drive letter with "|" may stay as it is.
	dotsWebKit = &step{value: "removed", text: "removes dot segments, escaped ones as well", do: func(s *state, _ string) {
		drive := s.Scheme.Text == "file" && hasDrive(s.rest)
		switch {
		case drive && strings.Contains(s.rest, "|") && (s.authority != "" || strings.Contains(s.rest, `/.`) || strings.Contains(s.rest, `\.`)),
			drive && len(s.rest) == len("/C:") && (s.Query.Present || s.Fragment.Present):
			s.Verdict = Unknown
			return
		case s.hasBackslashedDots():
			s.Verdict = Unknown
			return
		}
		dotsWeb.do(s, "")
		if !s.hasAuthority && strings.HasPrefix(s.Path.Text, "/.") {
			s.Verdict = Unknown
		}
	}}
	dotsFirefox = &step{value: "removed, drive letters as well", text: "removes dot segments, escaped ones as well, and drive letters before them", do: func(s *state, _ string) {
		if s.Scheme.Text == "file" && hasDrive(s.Path.Text) && (strings.Contains(s.Path.Text, "|") || s.Query.Present || s.Fragment.Present) {
			s.Verdict = Unknown
			return
		}
		s.Path.Text = dotlessWebBut(s.Path.Text, s.Scheme.Text == "file", func(string) bool { return false })
	}}
	portFirefox = &step{value: "to 65535, to NUL, without the default", text: "wants a port of at most 65535, which ends at NUL, and omits the default of the scheme", do: func(s *state, _ string) {
		if s.special {
			text, _, _ := strings.Cut(strings.TrimLeft(s.Port.Text, "\x00"), "\x00")
			if text != s.Port.Text && (text == "" || s.Port.Text[0] == 0 || !strings.HasSuffix(s.Port.Text, "\x00")) {
				s.Verdict = Unknown
				return
			}
			s.Port.Text = text
		}
		portWeb.do(s, "")
	}}
	hostFirefox = &step{value: "decoded, no quotes and *", text: "decodes the escapes of a host in special schemes and refuses forbidden characters, quotes and *", do: func(s *state, _ string) {
		if !s.special {
			hostRust.do(s, "")
			return
		}
		hostWeb.do(s, "")
		s.refuseUnless(!strings.ContainsAny(s.Host.Text, `"*`))
	}}
	ipv4Firefox = &step{value: "one to four numbers in three notations, no empty one", text: "reads one to four decimal, octal or hexadecimal numbers as an IPv4 address in special schemes, and refuses 0x without a digit", do: func(s *state, _ string) {
		if s.special && !s.literal && endsInNumber(s.Host.Text) {
			s.refuseUnless(!strings.HasSuffix("."+strings.TrimSuffix(s.Host.Text, "."), ".0x"))
		}
		ipv4Web.do(s, "")
	}}
	// bracketsUV: uv_inet_pton of libuv cuts a zone off, and C ends text at NUL.
	bracketsUV = &step{value: "IPv6, a zone left out", text: "wants an IPv6 address in brackets, and leaves out what begins with a % or NUL in it", do: func(s *state, _ string) {
		if h := s.hostPort; strings.HasPrefix(h, "[") && strings.HasSuffix(h, "]") {
			if i := strings.IndexAny(h, "%\x00"); i >= 0 {
				s.hostPort = h[:i] + "]"
			}
		}
		bracketsWeb.do(s, "")
	}}
	namesNode14 = &step{value: "UTS #46 of Node.js 14, few characters refused", text: "maps names by UTS #46 with the tables of Node.js 14 in special schemes, and refuses delimiters, white space and NUL in them", do: func(s *state, _ string) {
		s.mapNodeICU(ageNode14)
	}}
	namesNode12 = &step{value: "UTS #46 of Node.js 12, few characters refused, empty Punycode", text: `maps names by UTS #46 with the tables of Node.js 12 in special schemes, where "xn--" is an empty label, and refuses delimiters, white space and NUL in them`, do: func(s *state, _ string) {
		s.mapNode10(ageNode12)
	}}
	namesNode10 = &step{value: "UTS #46 of Node.js 10, few characters refused, empty Punycode", text: `maps names by UTS #46 with the tables of Node.js 10 in special schemes, where "xn--" is an empty label, and refuses delimiters, white space and NUL in them`, do: func(s *state, _ string) {
		s.mapNode10(ageNode10)
	}}
	hostNode14 = &step{value: "decoded, few characters refused", text: "decodes the escapes of a host in special schemes, and refuses delimiters, white space and NUL in others", do: func(s *state, _ string) {
		if s.special || s.literal || s.Host.Text == "" {
			hostWeb.do(s, "")
			return
		}
		s.refuseUnless(!strings.ContainsAny(s.Host.Text, "\x00\t\n\r #/:?@[\\]"))
		s.Host.Text = percent.WHATWGC0Control.Encode(s.Host.Text)
	}}
	ipv4WebOld = &step{value: "one to four numbers in three notations, or a name", text: "reads one to four decimal, octal or hexadecimal numbers as an IPv4 address in special schemes, and what is not all numbers as a name", do: func(s *state, _ string) {
		if !s.special || s.literal {
			return
		}
		fields := strings.Split(strings.TrimSuffix(s.Host.Text, "."), ".")
		for _, f := range fields {
			if _, ok := ipv4Number(f); !ok || len(fields) > 4 {
				return
			}
		}
		ipv4Web.do(s, "")
	}}
	queryFirefox = &step{value: "escaped, few characters behind opaque paths", text: "escapes what no query has, but behind javascript:, data:, about: and blob: only controls and what is beyond ASCII", do: func(s *state, _ string) {
		if s.opaque && isSimpleFirefox(s.Scheme.Text) {
			s.Query.Text = percent.WHATWGC0Control.Encode(s.Query.Text)
			return
		}
		queryWeb.do(s, "")
	}}
	fragmentNode14 = &step{value: "escaped, without NUL", text: "escapes what no fragment has and leaves NUL out", do: func(s *state, _ string) {
		s.Fragment.Text = remove(s.Fragment.Text, "\x00")
		fragmentWeb.do(s, "")
	}}
	// trimChromium: what data: holds may have line ends.
	trimChromium = &step{value: "C0 and space at the ends, tabs and line ends but of data:", text: "removes C0 controls and spaces at both ends, and tabs and line ends anywhere but behind data:", do: func(s *state, _ string) {
		came, text := s.rest, strings.Trim(s.rest, c0AndSpace)
		trimWeb.do(s, "")
		if scheme, _, ok := strings.Cut(s.rest, ":"); ok && pct.Lower(scheme) == "data" {
			if s.rest = text; !strings.HasPrefix(pct.Lower(came), "data:") && strings.ContainsAny(text, tabsAndLines) {
				s.Verdict = Unknown
			}
		}
	}}
	colonChromium = &step{value: "last, not in brackets", text: `begins the port at the last ":" that is not in brackets`, do: func(s *state, _ string) {
		if !s.hasAuthority || s.Scheme.Text == "file" {
			return
		}
		h := s.hostPort
		i := strings.LastIndexByte(h, ':')
		if end := strings.LastIndexByte(h, ']'); i > end && (end >= 0 || !strings.HasPrefix(h, "[")) {
			s.hostPort, s.Port = h[:i], present(h[i+1:])
		}
		s.refuseUnless(s.hostPort != "" || !s.special && !s.Port.Present)
	}}
	// bracketsChromium: in special schemes, text in brackets is first processed like
	// any other host.
	bracketsChromium = &step{value: "IPv6, decoded and mapped", text: "wants an IPv6 address in brackets, which it decodes and maps as a name first in special schemes", do: func(s *state, _ string) {
		if !s.special {
			if bracketsWeb.do(s, ""); s.Verdict == Refused && strings.Contains(s.hostPort, ".0") {
				s.Verdict = Unknown
			}
		}
	}}
	namesChromium = &step{value: "UTS #46, some characters escaped", text: "maps names by UTS #46 in special schemes, and escapes spaces and *", do: func(s *state, _ string) {
		if !s.special || s.Host.Text == "" {
			return
		}
		if text, _ := uts46.ToUnicode(s.Host.Text, 0); ageNode24.isNewer(s.Host.Text + text) {
			s.Verdict = Unknown
			return
		}
		h, ok := escapedChromium.Get().Replace(s.Host.Text), true
		if !isASCII(h) {
			h, ok = toASCII(h)
		}
		ok = ok && !strings.Contains(s.Host.Text, "%")
		h = pct.Lower(decode(h))
		if addr, found := strings.CutPrefix(h, "["); found && ok {
			addr, ok = strings.CutSuffix(addr, "]")
			addr = decimalIPv4(addr)
			s.literal = true
			if s.refuseUnless(ok && isIPv6(addr)); s.Verdict == Read {
				s.Host.Text = "[" + ipv6Web(addr) + "]"
			}
			return
		}
		s.refuseUnless(ok && h != "" && !strings.ContainsAny(strings.ReplaceAll(h, " ", ""), forbiddenDomain))
		s.Host.Text = escapedChromium.Get().Replace(h)
	}}
	// hostChromium: in other schemes, only the low octet of the first code unit of a character is looked up.
	hostChromium = &step{value: "decoded, no low octet of a delimiter", text: "decodes the escapes of a host in special schemes and refuses forbidden characters, in other schemes also those whose first code unit has one as its low octet", do: func(s *state, _ string) {
		if !s.special && !isASCII(s.Host.Text) {
			for _, c := range s.Host.Text {
				if c > 0xFFFF {
					c, _ = utf16.EncodeRune(c)
				}
				s.refuseUnless(strings.IndexByte(forbiddenHost, byte(c)) < 0)
			}
		}
		if s.Verdict == Read {
			hostWeb.do(s, "")
		}
	}}
	userinfoChromium = &step{value: "escaped, also apostrophes", text: `splits the userinfo at its first ":" and escapes what it may not have, and apostrophes`, do: func(s *state, _ string) {
		userinfoWeb.do(s, "")
		s.User.Text, s.Password.Text = strings.ReplaceAll(s.User.Text, "'", "%27"), strings.ReplaceAll(s.Password.Text, "'", "%27")
	}}
	queryChromium = &step{value: "escaped, also apostrophes", text: "escapes what no query has, and apostrophes", do: func(s *state, _ string) {
		s.Query.Text = percent.WHATWGSpecialQuery.Encode(s.Query.Text)
	}}
	pathChromium = &step{value: "slashes and escapes, also of |", text: `escapes what no path has, and "|" as well`, do: func(s *state, _ string) {
		if s.Scheme.Text == "file" {
			// A query or fragment needs a path.
			s.refuseUnless(s.rest != "" || !s.Query.Present && !s.Fragment.Present)
		}
		s.pathWeb(func(c byte) bool { return c != '|' && isPathWeb(c) })
		if s.Scheme.Text == "file" && s.authority == "" {
			s.Path.Text = "/" + strings.TrimLeft(s.Path.Text, "/")
		}
		s.pathOpaqueOld()
	}}
	// The rest is for the crate url: Deno and Rust.
	atRust = &step{value: "last", text: `ends the userinfo at the last "@"`, do: func(s *state, _ string) {
		if s.Scheme.Text == "file" {
			return
		}
		atLast.do(s, "")
		if s.User.Present && s.hostPort == "" && s.User.Text == "" && s.Password.Text == "" {
			if rest := strings.TrimLeft(s.rest, "/"); s.Password.Present || s.rest != "" && rest == "" || s.Query.Present || s.Fragment.Present {
				s.Verdict = Unknown
				return
			}
		}
		s.refuseUnless(s.hostPort != "" || s.User.Text == "" && s.Password.Text == "" && (!s.User.Present || s.rest == ""))
	}}
	trimRust = &step{value: trimWeb.value, text: trimWeb.text, do: func(s *state, _ string) {
		raw := s.rest
		if trimWeb.do(s, ""); len(raw) == len(s.rest) || !strings.HasPrefix(pct.Lower(s.rest), "file:") {
			return
		}
		for i := 3; i < len(raw); i++ {
			if strings.IndexByte(tabsAndLines, raw[i]) >= 0 && isDrive(raw[i-2:i]) && strings.IndexByte(`:/\`, raw[i-3]) >= 0 {
				s.Verdict = Unknown // a slash may be put behind the drive letter
			}
		}
	}}
	// slashesRust notes a file of two slashes, whose path begins as it is written unless a host is before it.
	slashesRust = &step{value: slashesWeb.value, text: slashesWeb.text, do: func(s *state, _ string) {
		before := s.rest
		slashesWeb.do(s, "")
		s.simple = s.Scheme.Text == "file" && len(s.rest) == len(before)-len("//")
	}}
	colonRust = &step{value: "first, not in brackets", text: `begins the port at the first ":" that is not in brackets, and ends it at "\"`, do: func(s *state, _ string) {
		if s.hasAuthority && !s.special {
			if host, port, ok := cutPort(s.hostPort); ok {
				if i := strings.IndexByte(port, '\\'); i >= 0 {
					s.hostPort, s.Path.Text = host+":"+port[:i], "/"+port[i:]+s.Path.Text
				}
			}
		}
		colonWeb.do(s, "")
	}}
	hostRust = &step{value: "decoded, a lone control kept", text: "decodes the escapes of a host in special schemes and refuses forbidden characters; in other schemes it escapes controls unless the host is one", do: func(s *state, _ string) {
		host := s.Host.Text
		hostWeb.do(s, "")
		if s.Verdict == Read && !s.special && len(host) == 1 {
			s.Host.Text = host
		}
	}}
	dotsRust = &step{value: "removed, empty segments of files as well", text: "removes dot segments, escaped ones as well, and empty segments at the beginning of the path of a file", do: func(s *state, _ string) {
		if s.opaque {
			s.pathOpaqueOld()
			return
		}
		s.dotlessRust()
	}}
	// dotsDeno: "/." is written before a path that begins with "//", and read again as a port.
	dotsDeno = &step{value: "removed, a port . before //", text: `removes dot segments, escaped ones as well, and empty segments at the beginning of the path of a file, and gives the port "." where a path without a host then begins with "//"`, do: func(s *state, _ string) {
		if dotsRust.do(s, ""); !s.opaque && !s.hasAuthority && strings.HasPrefix(s.Path.Text, "//") {
			s.Port = present(".")
		}
	}}
	// pathWebKit: the path of a scheme that is not special is not empty before a query.
	pathWebKit = &step{value: "slashes and escapes, not empty between userinfo and query", text: "escapes what no path has, and gives an empty path as / between a userinfo and a query or fragment", do: func(s *state, _ string) {
		if s.User.Present && s.Path.Text == "" && (s.Query.Present || s.Fragment.Present) {
			s.Path.Text = "/"
		}
		pathWeb.do(s, "")
		if !s.hasAuthority && strings.HasPrefix(s.Path.Text, "/.") {
			s.Verdict = Unknown
		}
		if strings.ContainsFunc(s.authority, func(c rune) bool { return c > 0xFFFF && c&0xFFFF < 0x80 }) {
			s.Verdict = Unknown // only 16 bits are looked up
		}
	}}
	// bracketsWebKit: the ":" behind a piece may be the last character.
	bracketsWebKit = &step{value: "IPv6, a colon behind it", text: "wants an IPv6 address in brackets, which may end in a colon", do: func(s *state, _ string) {
		if strings.HasPrefix(s.hostPort, "[") && strings.Contains(s.hostPort, ".") && strings.Contains(s.hostPort, "::") && strings.Count(s.hostPort, ":") > 4 {
			s.Verdict = Unknown
		}
		if addr, ok := strings.CutSuffix(s.hostPort, ":]"); ok && !strings.HasSuffix(addr, ":") && strings.Contains(addr, "::") && !strings.Contains(addr, ".") {
			if strings.Count(addr, ":") >= 7 {
				s.Verdict = Unknown
				return
			}
			s.hostPort = addr + "]"
		}
		bracketsWeb.do(s, "")
	}}
	// dotsAda: in a path of ordinary characters, only the first "/." is checked.
	dotsAda = &step{value: "removed, if the first is one", text: `removes dot segments, but none if the first segment that begins with a "." is none and the path needs no escapes, and gives an empty path where a last ".." has nothing to remove`, do: func(s *state, _ string) {
		p := strings.TrimPrefix(s.rest, "/")
		if !s.opaque && p != "" && p[0] != '.' && !strings.ContainsAny(p, `%\`) && s.Path.Text == "/"+p {
			_, after, ok := strings.Cut(p, "/.")
			if ok && after != "" && after[0] != '.' && after[0] != '/' && !(s.Scheme.Text == "file" && isDrive(p[:min(2, len(p))])) {
				return
			}
		}
		// A ".." at the end that has nothing to remove leaves no slash.
		if i := strings.LastIndexByte(s.Path.Text, '/'); !s.opaque && !s.special && i >= 0 {
			if dots, ok := isDotSegment(s.Path.Text[i+1:]); ok && dots == 2 && dotlessWeb(s.Path.Text[:i]+"/a", false) == "/a" {
				s.Path.Text = ""
				return
			}
		}
		dotsDrive.do(s, "")
	}}
	// dotsFile: the Standard removed empty segments at the beginning of the path of a file
	// until 2020.
	dotsFile = &step{value: "removed, empty segments of files as well", text: "removes dot segments, escaped ones as well, and empty segments at the beginning of the path of a file", do: func(s *state, _ string) {
		dotsDrive.do(s, "")
		if s.Scheme.Text == "file" {
			if p := s.Path.Text; len(p) >= 3 && isDrive(p[1:3]) && (len(p) == 3 || p[3] == '/') {
				s.Host.Text = "" // so was the host before a drive letter
			}
			s.Path.Text = "/" + strings.TrimLeft(s.Path.Text, "/")
		}
	}}
	schemeNode14 = &step{value: "RFC 3986, gopher is special", text: "reads a letter and then letters, digits, +, - and . as a scheme, and gopher as browsers read http", do: func(s *state, _ string) {
		schemeRFC.do(s, "")
		s.special = s.special || s.Scheme.Text == "gopher"
	}}
	portNode14 = &step{value: "to 65535, without the default, also of gopher", text: "wants a port of at most 65535 and omits the default of the scheme, that of gopher as well", do: func(s *state, _ string) {
		if portWeb.do(s, ""); s.Scheme.Text == "gopher" && s.Port.Text == "70" {
			s.Port = Part{}
		}
	}}
)

// mapNodeICU maps the host of a special scheme as before the Standard forbade more in
// domains than in hosts.
func (s *state) mapNodeICU(a age) {
	if !s.special || s.literal || s.Host.Text == "" {
		return
	}
	name, ok := s.toASCIIOf(a, s.Host.Text)
	if s.Verdict != Read {
		return
	}
	s.Host.Text = name
	s.refuseUnless(ok && !strings.ContainsAny(name, fewForbidden))
	if name == "localhost" && s.Scheme.Text == "file" {
		s.Host.Text = ""
	}
}

func (s *state) mapNode10(a age) {
	if s.special && hasOddPunycode(s.Host.Text) {
		s.Verdict = Unknown
		return
	}
	s.mapNodeICU(a)
}

// isSimpleFirefox reports whether Firefox reads all behind a scheme as a path.
func isSimpleFirefox(scheme string) bool {
	return scheme == "javascript" || scheme == "data" || scheme == "about" || scheme == "blob"
}

// hasBackslashedDots reports whether a path in which backslashes are no slashes may have dot
// segments that a backslash ends, as it does in some programs.
func (s *state) hasBackslashedDots() bool {
	return !s.special && !s.opaque && strings.Contains(s.rest, `\`) && (strings.Contains(s.rest, "/.") || strings.Contains(pct.Lower(s.rest), "/%2e"))
}

// fewForbidden were the forbidden host code points before 2021, and "%".
const fewForbidden = "\x00\t\n\r #%/:?@[\\]"

// escapedChromium escapes characters that Chromium escapes in a host, although the
// Standard keeps or refuses them.
//
//percent:ignore escaped-by-hand Chromium escapes these two
var escapedChromium = lazy.Value[*strings.Replacer]{Make: func() *strings.Replacer { return strings.NewReplacer(" ", "%20", "*", "%2A") }}

// cutPort cuts a host and a port at the first ":" that is not in brackets.
func cutPort(hostPort string) (host, port string, ok bool) {
	inside := false
	for i := range len(hostPort) {
		switch c := hostPort[i]; {
		case c == '[':
			inside = true
		case c == ']':
			inside = false
		case c == ':' && !inside:
			return hostPort[:i], hostPort[i+1:], true
		}
	}
	return hostPort, "", false
}

// hasDrive reports whether a segment of a path is a Windows drive letter.
func hasDrive(path string) bool {
	for segment := range strings.FieldsFuncSeq(path, func(c rune) bool { return c == '/' || c == '\\' }) {
		if isDrive(segment) {
			return true
		}
	}
	return false
}

// decimalIPv4 writes an IPv4 address of four numbers at the end of an IPv6 address in
// decimal.
func decimalIPv4(addr string) string {
	i := strings.LastIndexByte(addr, ':') + 1
	if strings.Count(addr[i:], ".") != 3 || strings.HasSuffix(addr, ".") {
		return addr
	}
	v4, ok := parseIPv4(addr[i:])
	if !ok {
		return addr
	}
	return addr[:i] + v4
}

// pathOpaqueOld keeps the space at the end of an opaque path, which the Standard has
// escaped since 2025.
func (s *state) pathOpaqueOld() {
	if s.opaque && strings.HasSuffix(s.rest, " ") {
		s.Path.Text = strings.TrimSuffix(s.Path.Text, "%20") + " "
	}
}

// elsewhere returns a step that does a for special schemes and b for others.
func elsewhere(a, b *step) *step {
	return &step{value: a.value + "; in others " + b.value, text: "in special schemes " + a.text + ", in others " + b.text, do: func(s *state, _ string) {
		if s.special {
			a.do(s, "")
		} else {
			b.do(s, "")
		}
	}}
}
