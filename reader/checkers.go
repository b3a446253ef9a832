package reader

import (
	"strings"
	"unicode/utf8"

	"github.com/pct-encoded/percent/internal/pct"
)

// checkerRows returns the rows of functions that say of a text whether it is a URL. Sources:
// validator/lib/isURL.js, isFQDN.js and isIP.js, and is-url/index.js.
func checkerRows() []row {
	c := generic().with(&chain{
		input: textInput, trim: trimValidator, scheme: schemeValidator, slashes: slashesNone, ends: endsSlash, at: atFirst, userinfo: userinfoValidator,
		colon: colonValidator, port: portValidator, host: hostValidator,
	})
	v13 := c.with(&chain{scheme: schemeValidator13})
	isURL := generic().with(&chain{input: textInput, scheme: schemeIsURL})
	of := func(name, version, subject string, c *chain) row {
		return row{Program: recorded(name, version, subject), long: true, chain: c, accessors: "---=----"}
	}
	return []row{
		of("npm.validator", "13.15.15", "npm validator isURL", v13), of("npm.validator", "13.15.35", "npm validator isURL", c),
		of("npm.is-url", "1.2.4", "npm is-url", isURL),
	}
}

// maxValidator is how many code units of UTF-16 a URL has.
const maxValidator = 2084

var (
	trimValidator = &step{value: "nothing, query and fragment left out", text: `refuses white space, "<" and ">", more than 2,084 characters, and "mailto:" at the beginning, and leaves out what follows the first "?" or "#"`, do: func(s *state, _ string) {
		s.refuseUnless(!strings.ContainsFunc(s.rest, isSpaceECMA) && !strings.ContainsAny(s.rest, "<>") && utf16Length(s.rest) <= maxValidator && !strings.HasPrefix(s.rest, "mailto:"))
		if i := strings.IndexAny(s.rest, "?#"); i >= 0 {
			s.rest = s.rest[:i]
		}
	}}
	schemeValidator = &step{value: "http, https, ftp or none, with or without slashes", text: `wants http, https or ftp before a ":", with or without "//", and none where digits follow, or letters, digits, -, _, ., % and ":" before an "@" and no escape`, do: func(s *state, _ string) {
		i := schemeEnd(s.rest)
		after := s.rest[min(i+1, len(s.rest)):]
		if i > 0 && !strings.HasPrefix(after, "//") {
			before, _, _ := strings.Cut(after, "/")
			if user, _, ok := strings.Cut(before, "@"); ok {
				if all(user, func(c byte) bool { return isAlnum(c) || strings.IndexByte("-_.%:", c) >= 0 }) && decode(user) == user {
					i = 0
				}
			} else if after != "" && isDigit(after[0]) {
				i = 0
			}
		}
		if i == 0 {
			s.refuseUnless(!strings.HasPrefix(s.rest, "//"))
			return
		}
		s.refuseUnless(isValidator(s.rest[:i]))
		s.rest = strings.TrimPrefix(after, "//")
	}}
	schemeValidator13 = &step{value: "http, https, ftp or none", text: `wants http, https or ftp before "://"`, do: func(s *state, _ string) {
		name, rest, ok := strings.Cut(s.rest, "://")
		if !ok {
			s.refuseUnless(!strings.HasPrefix(s.rest, "//"))
			return
		}
		s.rest = rest
		s.refuseUnless(isValidator(name))
	}}
	slashesNone = &step{value: "none", text: "begins an authority behind the scheme", do: func(s *state, _ string) { s.hasAuthority = true }}
	endsSlash   = &step{value: "/", text: `ends an authority at "/"`, arg: "/", do: endAt}

	userinfoValidator = &step{value: "not empty, one colon", text: `wants a userinfo of more than ":", with one ":" at most`, do: func(s *state, _ string) {
		s.refuseUnless(!s.User.Present || s.User.Text+s.Password.Text != "" && !strings.Contains(s.Password.Text, ":"))
	}}
	colonValidator = &step{value: "first, behind brackets", text: `begins the port at the first ":", or behind the "]" of a host in brackets, and has an empty host for these`, do: func(s *state, _ string) {
		if in, after, ok := strings.Cut(s.hostPort, "]"); ok && strings.HasPrefix(in, "[") && len(in) > 1 {
			if port, colon := strings.CutPrefix(after, ":"); after == "" || colon && port != "" && all(port, isDigit) {
				addr, zone, zoned := strings.Cut(in[1:], "%")
				s.refuseUnless(isIPv6(addr) && (!zoned || zone != "" && all(zone, func(c byte) bool { return isAlnum(c) || c == '.' })))
				s.literal, s.hostPort, s.Port = true, "", Part{port, colon}
				return
			}
		}
		s.hostPort, s.Port.Text, s.Port.Present = strings.Cut(s.hostPort, ":")
	}}
	portValidator = &step{value: "1 to 65535", text: "wants a port from 1 to 65535, or an empty one", do: func(s *state, _ string) {
		n, ok := number(s.Port.Text, 65535)
		s.refuseUnless(ok && (n > 0 || s.Port.Text == ""))
	}}
	hostValidator = &step{value: "a name with a top-level domain, or IPv4", text: "wants an IPv4 address of four decimal numbers, or labels of letters, digits, hyphens and characters beyond ASCII, of which the last has letters", do: func(s *state, _ string) {
		s.refuseUnless(s.literal || isIPv4(s.Host.Text) || isFQDN(s.Host.Text))
	}}
	schemeIsURL = &step{value: "any before //", text: `wants letters, digits, _ and ":", or nothing, before "//", and then no white space, and localhost or a full stop that two characters follow`, do: func(s *state, _ string) {
		name, rest, ok := strings.Cut(s.rest, "//")
		name, colon := strings.CutSuffix(name, ":")
		s.refuseUnless(ok && (name == "" && !colon || colon && name != "" && all(name, func(c byte) bool { return isAlnum(c) || c == '_' })))
		i := strings.IndexByte(rest, '.')
		s.refuseUnless(!strings.ContainsFunc(rest, isSpaceECMA) && (strings.HasPrefix(rest, "localhost") || i > 0 && utf16Length(rest[i+1:]) > 1))
		s.rest = ""
	}}
)

// isValidator reports whether isURL takes a scheme.
func isValidator(scheme string) bool {
	scheme = pct.Lower(scheme)
	return scheme == "http" || scheme == "https" || scheme == "ftp"
}

// isFQDN is isFQDN of validator, as isURL calls it.
func isFQDN(host string) bool {
	labels := strings.Split(host, ".")
	for _, l := range labels {
		if utf16Length(l) > maxLabel || l == "" || l[0] == '-' || l[len(l)-1] == '-' || strings.ContainsFunc(l, func(c rune) bool {
			return c < utf8.RuneSelf && !isAlnum(byte(c)) && c != '-' || 0x80 <= c && c <= 0xA0 || 0xFF01 <= c && c <= 0xFF5E
		}) {
			return false
		}
	}
	last := labels[len(labels)-1]
	isLetter := func(c rune) bool {
		return c < utf8.RuneSelf && isAlpha(byte(c)) || c >= 0xA1 && c != 0xA9 && c < 0xD800 || 0xF900 <= c && c <= 0xFDCF || 0xFDF0 <= c && c <= 0xFFEF
	}
	others := strings.ContainsFunc(last, func(c rune) bool { return !isLetter(c) })
	return len(labels) > 1 && (utf8.RuneCountInString(last) > 1 && !others ||
		len(last) > 3 && strings.EqualFold(last[:2], "xn") && isASCII(last))
}
