package reader

import (
	"bytes"
	"strings"

	"github.com/pct-encoded/percent/internal/pct"
	"github.com/pct-encoded/percent/internal/uts46"
)

// wgetRows returns the row of GNU Wget. Source: src/url.c, src/host.c and src/iri.c.
func wgetRows() []row {
	c := generic().with(&chain{
		input: cText, octets: octetsWget, scheme: schemeWget, slashes: slashesTwo, ends: endsWget, at: atWget, colon: colonWget,
		port: portWget, brackets: bracketsWget, host: hostWget, names: namesIDN2, ipv4: ipv4Resolved, dots: dotsWget, demands: connectsFTP,
	})
	of := func(version string, c *chain) row {
		return row{Program: recorded("wget", version, "GNU Wget"), client: true, chain: c, accessors: "========"}
	}
	return []row{of("1.21.3", c), of("1.25.0", c.with(&chain{scheme: schemeWget25, names: namesIDN238}))}
}

var (
	octetsWget = &step{value: "unsafe ones escaped", text: "escapes white space, controls, quotes, <, >, \\, ^, braces, |, octets beyond ASCII and a % that begins no escape", do: func(s *state, _ string) {
		whole := s.rest
		b := make([]byte, 0, len(whole))
		for i := range len(whole) {
			if c := whole[i]; c == '%' && !isEscape(whole[i:]) || c != '%' && isUnsafeWget(c) {
				b = append(b, escape(whole[i:i+1], func(byte) bool { return false })...)
			} else {
				b = append(b, c)
			}
		}
		s.rest = string(b)
	}}
	schemeWget = &step{value: "http, https, ftp, ftps", text: `reads http://, https://, ftp:// and ftps:// as a scheme, and takes http where there is none, or ftp before a ":" that begins no port`, do: func(s *state, _ string) {
		if s.schemeWget() {
			return
		}
		i := strings.IndexAny(s.rest, ":/")
		switch {
		case i == 0, i > 0 && strings.HasPrefix(s.rest[i:], "://"):
			s.refuse()
			return
		case i > 0 && s.rest[i] == ':':
			after := strings.TrimLeft(s.rest[i+1:], "0123456789")
			if after == s.rest[i+1:] || after != "" && after[0] != '/' {
				s.setScheme("ftp", "//"+s.rest[:i]+"/"+s.rest[i+1:])
				return
			}
		}
		s.setScheme("http", "//"+s.rest)
	}}
	// schemeWget25: since 1.25 no URL is short for one of ftp.
	schemeWget25 = &step{value: "http, https, ftp, ftps, or none", text: `reads http://, https://, ftp:// and ftps:// as a scheme, and takes http where there is none and no ":" but one that begins a port, which is not 0`, do: func(s *state, _ string) {
		if s.schemeWget() {
			return
		}
		_, after, split := strings.Cut(s.rest, ":")
		behind := strings.TrimLeft(after, "0123456789")
		port := after[:len(after)-len(behind)]
		s.refuseUnless(!strings.HasPrefix(s.rest, "/") && (!split || strings.Trim(port, "0") != "" && (behind == "" || behind[0] == '/')))
		s.setScheme("http", "//"+s.rest)
	}}
	// endsWget: URLs of ftp have other parts, and a userinfo may have a ";".
	endsWget = &step{value: `/?#, or /;# in ftp`, text: `ends an authority at "/", "?" or "#", in ftp at "/", ";" or "#", behind the userinfo`, do: func(s *state, _ string) {
		set, from := "/?#", 0
		if strings.HasPrefix(s.Scheme.Text, "ftp") {
			set, from = "/;#", userWget(s.rest)+1
		}
		end := strings.IndexAny(s.rest[from:], set)
		if end < 0 {
			end = len(s.rest) - from
		}
		s.authority, s.rest = s.rest[:from+end], s.rest[from+end:]
		s.hostPort = s.authority
	}}
	atWget = &step{value: "first, behind what RFC 2396 allows", text: `ends the userinfo at the first "@", if RFC 2396 allows in a userinfo what stands before it`, do: func(s *state, _ string) {
		i := userWget(s.authority)
		if i < 0 {
			return
		}
		s.cutUser(i)
		s.refuseUnless(s.User.Text != "")
	}}
	colonWget = &step{value: "first, behind brackets", text: `begins the port at the first ":", or behind the "]" of a host that begins with "["`, do: func(s *state, _ string) {
		colonCurl.do(s, "")
		s.refuseUnless(s.hostPort != "")
	}}
	portWget = &step{value: "to 65535", text: "wants a port of digits and at most 65535, or an empty one", do: func(s *state, _ string) {
		_, ok := number(s.Port.Text, 65535)
		s.refuseUnless(ok)
	}}
	bracketsWget = &step{value: "IPv6", text: "wants an IPv6 address in brackets", do: func(s *state, _ string) {
		if h := s.hostPort; strings.HasPrefix(h, "[") {
			s.literal = true
			s.hostPort = unbracketed(h)
			s.refuseUnless(isIPv6(decimalsOnly(s.hostPort)))
		}
	}}
	hostWget = &step{value: "decoded, no controls", text: "decodes the escapes of a host, but not NUL, and refuses controls in it", do: func(s *state, _ string) {
		if h := s.Host.Text; strings.Contains(h, "%") {
			h = strings.ReplaceAll(decode(strings.ReplaceAll(pct.Lower(h), "%00", "%2500")), "%2500", "%00")
			s.Host.Text = h
			s.refuseUnless(all(h, func(c byte) bool { return c >= ' ' && c != 0x7F }))
		}
	}}
	// namesIDN2 leaves names that libidn2 refuses as they are.
	namesIDN2 = &step{value: "UTS #46 and IDNA 2008 where they hold", text: "maps names beyond ASCII by UTS #46 and IDNA 2008 as libidn2 does, and leaves others as they are", do: func(s *state, _ string) {
		if h := s.Host.Text; !s.literal && !isASCII(h) {
			name, ok := s.idn2(h)
			if ok {
				s.Host.Text = name
			}
		}
	}}
	connectsFTP = &step{value: "a connection, also by FTP", text: "connects by http, https and ftp to addresses, and to names that the Domain Name System has", do: func(s *state, _ string) {
		if s.Scheme.Text == "ftps" && s.Port.Text == "" {
			s.Port = present("21") // it speaks TLS after it has connected
		}
		// An address of four decimal numbers, even with leading zeros, is not looked
		// up.
		h := s.Host.Text
		fields := strings.Split(h, ".")
		decimal := len(fields) == 4
		for _, f := range fields {
			_, ok := number(f, 255)
			decimal = decimal && ok && f != ""
		}
		s.refuseUnless(!decimal || ipv4C(h) != h || isIPv4(h))
		connectBy(&s.Reading, reachedC)
	}}
	dotsWget = &step{value: "removed", text: "removes dot segments", do: func(s *state, _ string) {
		if p := s.Path.Text; p != "" {
			s.Path.Text = "/" + simplifyWget(p[1:])
		}
	}}
)

// namesIDN238 is namesIDN2 of libidn2 2.3.8, which maps ẞ to ß.
var namesIDN238 = &step{value: namesIDN2.value, text: namesIDN2.text, do: func(s *state, _ string) {
	s.Host.Text = strings.ReplaceAll(s.Host.Text, "ẞ", "ß")
	namesIDN2.do(s, "")
}}

// schemeWget cuts off a scheme that Wget knows, and reports whether there is one.
func (s *state) schemeWget() bool {
	lower := pct.Lower(s.rest)
	for _, scheme := range []string{"http", "https", "ftp", "ftps"} {
		if strings.HasPrefix(lower, scheme+"://") {
			s.setScheme(scheme, s.rest[len(scheme)+1:])
			return true
		}
	}
	return false
}

// userWget returns where a userinfo ends, or -1: at the first "@" if RFC 2396 allows what
// stands before it.
func userWget(s string) int {
	i := strings.IndexByte(s, '@')
	if i < 0 || !isJava(s[:i], userinfoOctetsJava) {
		return -1
	}
	return i
}

// isUnsafeWget reports whether urlchr_table marks an octet as unsafe and not as
// reserved.
func isUnsafeWget(c byte) bool {
	return c <= ' ' || c >= 0x7F || strings.IndexByte("\"<>\\^`{|}", c) >= 0
}

// decimalsOnly writes the numbers of an IPv4 address at the end of an IPv6 address without
// leading zeros.
func decimalsOnly(addr string) string { return withoutZeros(addr) }

// simplifyWget is path_simplify.
func simplifyWget(path string) string {
	var out []byte
	for path != "" {
		segment, rest, more := strings.Cut(path, "/")
		path = rest
		switch segment {
		case ".":
		case "..":
			if len(out) > 0 {
				out = out[:bytes.LastIndexByte(out[:len(out)-1], '/')+1]
			}
		default:
			out = append(out, segment...)
			if more {
				out = append(out, '/')
			}
		}
	}
	return string(out)
}

// idn2 maps a name as libidn2 does: by UTS #46 and IDNA 2008, or else by transitional
// UTS #46, without IDNA 2008.
func (s *state) idn2(name string) (string, bool) {
	name = strings.ReplaceAll(name, "ẞ", "ss")
	text, _ := uts46.ToUnicode(name, uts46.Unvalidated)
	either := name + text
	if ageNode14.isNewer(either) || strings.ContainsFunc(either, isNew) || strings.ContainsAny(name, "ßς\u200c\u200d") && strings.ContainsFunc(either, isRightToLeft) {
		s.Verdict = Unknown
	}
	if strings.Contains(text, "xn--") {
		s.Verdict = Unknown
	}
	if strings.Contains(text, `\`) {
		s.Verdict = Unknown
	}
	const checks = uts46.CheckHyphens
	if b, err := uts46.ToASCII(nil, name, checks); err == nil && isIDNA2008(text) {
		return string(b), len(b) < maxName+1
	}
	transitional := strings.NewReplacer("ß", "ss", "ς", "σ", "\u200c", "", "\u200d", "").Replace(name)
	b, err := uts46.ToASCII(nil, transitional, checks|uts46.AnyDirections)
	return string(b), err == nil
}

// isIDNA2008 reports whether IDNA 2008 allows the characters beyond ASCII of a
// name.
func isIDNA2008(name string) bool {
	for label := range strings.SplitSeq(name, ".") {
		runes := []rune(label)
		whole := contextOf(runes)
		for i, c := range runes {
			if c >= 0x80 && !isPValid(c) && !isContextual(runes, i, whole) {
				return false
			}
		}
	}
	return true
}
