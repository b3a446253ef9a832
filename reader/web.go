package reader

import (
	"fmt"
	"net/netip"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/pct"
	"github.com/pct-encoded/percent/internal/uts46"
	"github.com/pct-encoded/percent/uri"
)

// web is the chain of the URL Standard (https://url.spec.whatwg.org/): its steps do
// what the states of its parser do, but split the text first.
func web() *chain {
	return generic().with(&chain{
		input: textInput, trim: trimWeb, backslash: backslashSpecial, slashes: slashesWeb, at: atWeb, userinfo: userinfoWeb,
		colon: colonWeb, port: portWeb, brackets: bracketsWeb, host: hostWeb, names: namesWeb, ipv4: ipv4Web,
		path: pathWeb, dots: dotsWeb, query: queryWeb, fragment: fragmentWeb, demands: demandsScheme,
	})
}

var (
	trimWeb = &step{value: "C0 and space at the ends, tabs and line ends", text: "removes C0 controls and spaces at both ends, and tabs and line ends anywhere", do: func(s *state, _ string) {
		s.rest = remove(strings.Trim(s.rest, c0AndSpace), tabsAndLines)
	}}
	slashesWeb = &step{value: "any number in special schemes", text: "skips any number of slashes before an authority in special schemes, none included", do: func(s *state, _ string) {
		switch {
		case !s.Scheme.Present:
			s.refuse()
		case s.Scheme.Text == "file":
			s.hasAuthority = true
			if len(s.rest) < 2 || !isSlash(s.rest[0]) || !isSlash(s.rest[1]) {
				if s.rest == "" || !isSlash(s.rest[0]) {
					s.rest = "/" + s.rest
				}
				return
			}
			s.rest = s.rest[2:]
			if n := strings.IndexAny(s.rest, `/\?#`); n == 2 || n < 0 && len(s.rest) == 2 {
				if isDrive(s.rest[:2]) {
					s.rest = "/" + s.rest
				}
			}
		case s.special:
			s.hasAuthority = true
			s.rest = strings.TrimLeft(s.rest, `/\`)
		case strings.HasPrefix(s.rest, "//"):
			s.hasAuthority, s.rest = true, s.rest[2:]
		default:
			s.opaque = !strings.HasPrefix(s.rest, "/")
		}
	}}
	atWeb = &step{value: "last", text: `ends the userinfo at the last "@"`, do: func(s *state, _ string) {
		if s.Scheme.Text == "file" {
			return
		}
		atLast.do(s, "")
		s.refuseUnless(!s.User.Present || s.hostPort != "")
	}}
	userinfoWeb = &step{value: "escaped", text: `splits the userinfo at its first ":" and escapes what it may not have`, do: func(s *state, _ string) {
		s.User.Text, s.Password.Text = percent.WHATWGUserinfo.Encode(s.User.Text), percent.WHATWGUserinfo.Encode(s.Password.Text)
	}}
	colonWeb = &step{value: "first, not in brackets", text: `begins the port at the first ":" that is not in brackets`, do: func(s *state, _ string) {
		if !s.hasAuthority || s.Scheme.Text == "file" {
			return
		}
		s.hostPort, s.Port.Text, s.Port.Present = cutPort(s.hostPort)
		s.refuseUnless(s.hostPort != "" || !s.special && !s.Port.Present)
	}}
	portWeb = &step{value: "to 65535, without the default", text: "wants a port of at most 65535 and omits the default of the scheme", do: func(s *state, _ string) {
		if s.Port.Text == "" {
			s.Port = Part{}
			return
		}
		n, ok := number(s.Port.Text, 65535)
		s.refuseUnless(ok)
		s.Port.Text = strconv.Itoa(n)
		if s.special && s.Port.Text == uri.DefaultPort(s.Scheme.Text) {
			s.Port = Part{}
		}
	}}
	bracketsWeb = &step{value: "IPv6", text: "wants an IPv6 address in brackets", do: func(s *state, _ string) {
		h := s.hostPort
		if !strings.HasPrefix(h, "[") {
			return
		}
		s.literal = true
		addr := strings.TrimSuffix(h[1:], "]")
		s.refuseUnless(len(addr) == len(h)-2 && isIPv6(addr))
		if s.Verdict == Read {
			s.hostPort = "[" + ipv6Web(addr) + "]"
		}
	}}
	hostWeb = &step{value: "decoded", text: "decodes the escapes of a host in special schemes and refuses forbidden characters", do: func(s *state, _ string) {
		switch {
		case !s.hasAuthority || s.literal || s.Host.Text == "":
		case s.special:
			s.Host.Text = decode(s.Host.Text)
		default:
			s.refuseUnless(!strings.ContainsAny(s.Host.Text, forbiddenHost))
			s.Host.Text = percent.WHATWGC0Control.Encode(s.Host.Text)
		}
	}}
	namesWeb = &step{value: "UTS #46", text: "maps names by UTS #46 in special schemes", do: func(s *state, _ string) {
		s.mapWeb(func(name string) (string, bool) {
			if isASCII(name) {
				return pct.Lower(name), true
			}
			return toASCII(name)
		})
	}}
	namesWeb24 = &step{value: "UTS #46 of Unicode 16, directions by label", text: "maps names by UTS #46 of Unicode 16 in special schemes, and checks writing directions in each label alone", do: func(s *state, _ string) {
		s.mapWeb(func(name string) (string, bool) {
			if isASCII(name) {
				return pct.Lower(name), true
			}
			return s.toASCIIAda(ageNode24, name)
		})
	}}
	// namesWebNew: it is not known which version of Unicode the program has.
	namesWebNew = &step{value: "UTS #46", text: "maps names by UTS #46 in special schemes", do: func(s *state, _ string) {
		s.mapWeb(func(name string) (string, bool) {
			if isASCII(name) {
				return pct.Lower(name), true
			}
			text, _ := uts46.ToUnicode(name, 0)
			if ageNode24.isNewer(name + text) {
				s.Verdict = Unknown
			}
			return s.toASCIIAda(ageNode24, name)
		})
	}}
	namesWebChecked = &step{value: "UTS #46, xn-- labels checked", text: `maps names by UTS #46 in special schemes, and refuses names with a wrong "xn--" label even if all is ASCII`, do: func(s *state, _ string) {
		s.mapWeb(s.toASCIIChecked)
	}}
	ipv4Web = &step{value: "one to four numbers in three notations", text: "reads one to four decimal, octal or hexadecimal numbers as an IPv4 address in special schemes", do: func(s *state, _ string) {
		if s.special && !s.literal && endsInNumber(s.Host.Text) {
			var ok bool
			s.Host.Text, ok = parseIPv4(s.Host.Text)
			s.refuseUnless(ok)
		}
	}}
	pathWeb = &step{value: "slashes and escapes", text: "escapes what no path has", do: func(s *state, _ string) { s.pathWeb(isPathWeb) }}
	dotsWeb = &step{value: "removed", text: "removes dot segments, escaped ones as well", do: func(s *state, _ string) {
		if !s.opaque {
			s.Path.Text = dotlessWeb(s.Path.Text, s.Scheme.Text == "file")
		}
	}}
	queryWeb = &step{value: "escaped", text: "escapes what no query has", do: func(s *state, _ string) {
		if s.special {
			s.Query.Text = percent.WHATWGSpecialQuery.Encode(s.Query.Text)
		} else {
			s.Query.Text = percent.WHATWGQuery.Encode(s.Query.Text)
		}
	}}
	fragmentWeb = &step{value: "escaped", text: "escapes what no fragment has", do: func(s *state, _ string) {
		s.Fragment.Text = percent.WHATWGFragment.Encode(s.Fragment.Text)
	}}
)

const (
	// forbiddenHost are the forbidden host code points, and forbiddenDomain those of
	// domains (#forbidden-domain-code-point).
	forbiddenHost   = "\x00\t\n\r #/:<>?@[\\]^|"
	forbiddenDomain = c0AndSpace + "#%/:<>?@[\\]^|\x7f"
)

// mapWeb is the domain parser (#concept-domain-to-ascii), in which toASCII maps names.
func (s *state) mapWeb(toASCII func(string) (string, bool)) {
	if !s.special || s.literal || s.Host.Text == "" {
		return
	}
	name, ok := toASCII(s.Host.Text)
	if s.Verdict != Read {
		return
	}
	s.Host.Text = name
	s.refuseUnless(ok && name != "" && !strings.ContainsAny(name, forbiddenDomain))
	if s.Scheme.Text == "file" && name == "localhost" {
		s.Host.Text = ""
	}
}

// toASCII maps a name by UTS #46.
//
//go:noinline
func toASCII(name string) (string, bool) {
	b, err := uts46.ToASCII(nil, name, 0)
	return string(b), err == nil
}

// toASCIIChecked is toASCII as it was before 2024: names in ASCII stay as they are,
// unless a label begins with "xn--". Such a label could decode to another one. Of
// characters that newer tables have, it is not known whether the program has them.
func (s *state) toASCIIChecked(name string) (string, bool) {
	return s.checked(name, func(text string) {
		if strings.ContainsFunc(text, isNew) || ageNode24.isNewer(text) {
			s.Verdict = Unknown
		}
	})
}

// toASCIIOf is toASCIIChecked with tables of an age.
func (s *state) toASCIIOf(a age, name string) (string, bool) {
	if a < ageDeno {
		name = strings.ReplaceAll(name, "ẞ", "ss")
	}
	return s.checked(name, func(text string) {
		switch {
		case a.isNewer(text):
			s.refuse()
		case strings.ContainsFunc(text, func(c rune) bool { return isRightToLeft(c) && isNew(c) }):
			s.Verdict = Unknown // the file of ages has only what may stand beside Latin letters
		}
	})
}

// checked is toASCIIChecked, where look sees the name as it is and decoded.
func (s *state) checked(name string, look func(text string)) (string, bool) {
	lower := pct.Lower(name)
	if strings.Contains(lower, "xn--xn--") {
		s.Verdict = Unknown
	}
	if isASCII(name) && !strings.Contains(lower, "xn--") {
		return lower, true
	}
	text, _ := uts46.ToUnicode(name, 0)
	look(name + text)
	return toASCII(name)
}

// isNew reports whether a character is not in the tables of this version of Go:
// software with other tables maps it differently.
func isNew(c rune) bool {
	return c > 0x7F && !unicode.In(c, unicode.L, unicode.M, unicode.N, unicode.P, unicode.S, unicode.Z, unicode.Cc, unicode.Cf, unicode.Co)
}

// isRightToLeft reports whether a character is of a block that UAX #9 sets aside for
// right-to-left scripts.
func isRightToLeft(c rune) bool {
	return 0x590 <= c && c <= 0x8FF || 0xFB1D <= c && c <= 0xFDFF || 0xFE70 <= c && c <= 0xFEFE || 0x10800 <= c && c <= 0x10FFF || 0x1E800 <= c && c <= 0x1EFFF
}

//go:noinline
func isASCII(s string) bool { return all(s, func(c byte) bool { return c < utf8.RuneSelf }) }

// isSlash reports whether c is a slash of either kind.
func isSlash(c byte) bool { return c == '/' || c == '\\' }

// isDrive reports whether s is a Windows drive letter (#windows-drive-letter).
func isDrive(s string) bool {
	return len(s) == 2 && isAlpha(s[0]) && (s[1] == ':' || s[1] == '|')
}

// isPathWeb reports whether an octet stands for itself in a path (#path-percent-encode-set).
func isPathWeb(c byte) bool { return !percent.PathPercentEncodeSet.Contains(c) }

// pathWeb writes a path of the URL Standard, in which octets stay unescaped if keeps
// holds for them.
func (s *state) pathWeb(keeps func(byte) bool) {
	switch {
	case s.opaque:
		text := percent.WHATWGC0Control.Encode(s.Path.Text)
		if (s.Query.Present || s.Fragment.Present) && strings.HasSuffix(text, " ") {
			text = text[:len(text)-1] + "%20"
		}
		s.Path.Text = text
		return
	case s.special:
		s.Path.Text = strings.ReplaceAll(s.Path.Text, `\`, "/")
		if !strings.HasPrefix(s.Path.Text, "/") {
			s.Path.Text = "/" + s.Path.Text
		}
	}
	s.Path.Text = escape(s.Path.Text, keeps)
}

// isDotSegment reports whether a segment is "." or "..", escaped or not, and how many dots
// it has.
func isDotSegment(s string) (dots int, ok bool) {
	for s != "" {
		switch {
		case s[0] == '.':
			s = s[1:]
		case len(s) >= 3 && s[:2] == "%2" && s[2]|0x20 == 'e':
			s = s[3:]
		default:
			return 0, false
		}
		dots++
	}
	return dots, dots == 1 || dots == 2
}

// dotlessWeb removes the dot segments of a path as the path state does (#path-state).
func dotlessWeb(path string, file bool) string { return dotlessWebBut(path, file, isDrive) }

// dotlessWebBut is dotlessWeb, where stays says of a first segment of a file whether a ".."
// leaves it.
func dotlessWebBut(path string, file bool, stays func(segment string) bool) string {
	if !file && !strings.Contains(path, "/.") && !strings.Contains(path, "/%2") || path == "" {
		return path
	}
	segments := strings.Split(path[1:], "/")
	out := segments[:0]
	for i, segment := range segments {
		last := i == len(segments)-1
		switch dots, ok := isDotSegment(segment); {
		case ok && dots == 2:
			if len(out) > 0 && !(file && len(out) == 1 && stays(out[0])) {
				out = out[:len(out)-1]
			}
			fallthrough
		case ok:
			if last {
				out = append(out, "")
			}
		default:
			if file && len(out) == 0 && isDrive(segment) {
				segment = segment[:1] + ":"
			}
			out = append(out, segment)
		}
	}
	return "/" + strings.Join(out, "/")
}

// endsInNumber is #ends-in-a-number-checker.
func endsInNumber(host string) bool {
	last := strings.TrimSuffix(host, ".")
	last = last[strings.LastIndexByte(last, '.')+1:]
	_, ok := ipv4Number(last)
	return last != "" && (ok || all(last, isDigit))
}

// ipv4Number is #ipv4-number-parser. A number of more than 32 bits becomes
// 1<<32.
func ipv4Number(s string) (value uint64, ok bool) {
	if s == "" {
		return 0, false
	}
	radix := uint64(10)
	switch {
	case len(s) >= 2 && s[0] == '0' && s[1]|0x20 == 'x':
		s, radix = s[2:], 16
	case len(s) >= 2 && s[0] == '0':
		s, radix = s[1:], 8
	}
	for i := range len(s) {
		digit := uint64(pct.Hex(s[i]))
		if digit >= radix {
			return 0, false
		}
		value = min(value*radix+digit, 1<<32)
	}
	return value, true
}

// parseIPv4 is #concept-ipv4-parser.
func parseIPv4(host string) (string, bool) {
	fields := strings.Split(strings.TrimSuffix(host, "."), ".")
	if len(fields) > 4 {
		return "", false
	}
	var address uint64
	for i, f := range fields {
		bits := 8
		if i == len(fields)-1 {
			bits = 8 * (5 - len(fields))
		}
		n, ok := ipv4Number(f)
		if !ok || n >= 1<<bits {
			return "", false
		}
		address = address<<bits | n
	}
	return fmt.Sprintf("%d.%d.%d.%d", address>>24, address>>16&255, address>>8&255, address&255), true
}

// ipv6Web writes an IPv6 address as the URL Standard does (#concept-ipv6-serializer).
func ipv6Web(addr string) string {
	a, err := netip.ParseAddr(addr)
	if err != nil {
		return addr
	}
	if a.Is4In6() {
		b := a.As16()
		return fmt.Sprintf("::ffff:%x:%x", uint(b[12])<<8|uint(b[13]), uint(b[14])<<8|uint(b[15]))
	}
	return a.String()
}
