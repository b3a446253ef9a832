package reader

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/pct"
	"github.com/pct-encoded/percent/internal/uts46"
)

// glibRows returns the rows of GLib and libsoup. Sources: glib/guri.c, glib/ghostutils.c and
// libsoup/soup-uri.c.
func glibRows() []row {
	c := generic().with(&chain{
		input: cText, at: atFirst, userinfo: userinfoGLib, colon: colonGLib, port: portGLib, brackets: bracketsGLib, host: hostGLib,
		names: namesGLib, path: pathGLib, dots: dotsGLib, query: queryGLib, fragment: fragmentGLib, demands: demandsScheme,
	})
	http := c.with(&chain{userinfo: userinfoGLibTwo, path: pathGLibHTTP, query: queryGLibHTTP, fragment: fragmentGLibHTTP, demands: demandsGLibHTTP})
	return []row{
		{Program: recorded("glib.http", "2.74.6", "GLib g_uri_parse, as libsoup 3 calls it"), chain: http, accessors: "====d==="},
		{Program: recorded("glib.uri", "2.74.6", "GLib g_uri_parse"), chain: c, accessors: "=====u=="},
	}
}

var (
	userinfoGLib = &step{value: "decoded, in one", text: "decodes the userinfo, which it does not split", do: func(s *state, _ string) {
		s.joinUser()
		s.User.Text = s.decodeGLib(s.User.Text)
	}}
	userinfoGLibTwo = &step{value: "decoded", text: `splits the userinfo at its first ":" and decodes it`, do: func(s *state, _ string) {
		s.User.Text, s.Password.Text = s.decodeGLib(s.User.Text), s.decodeGLib(s.Password.Text)
	}}
	colonGLib = &step{value: "first, behind brackets", text: `begins the port at the first ":", or behind the first "]" of a host that begins with "["`, do: func(s *state, _ string) {
		h := s.hostPort
		i := strings.IndexByte(h, ':')
		if strings.HasPrefix(h, "[") {
			i = strings.IndexByte(h, ']') + 1
			if i == 0 || i == len(h) || h[i] != ':' {
				return
			}
		}
		if i >= 0 {
			s.Port, s.hostPort = Part{h[i+1:], i+1 < len(h)}, h[:i]
		}
	}}
	portGLib = &step{value: "to 65535", text: "wants a port of at most 65535, or an empty one", do: func(s *state, _ string) {
		n, ok := number(s.Port.Text, 65535)
		s.refuseUnless(ok)
		if s.Port.Present {
			s.Port.Text = strconv.Itoa(n)
		}
	}}
	bracketsGLib = &step{value: "IPv6 with a zone behind %25", text: `wants an IPv6 address in brackets, which may have a zone behind "%25", and gives it without them`, do: func(s *state, _ string) {
		h := s.hostPort
		if !strings.HasPrefix(h, "[") {
			return
		}
		s.literal = true
		in, ok := strings.CutSuffix(h[1:], "]")
		addr, zone, zoned := strings.Cut(in, "%")
		s.refuseUnless(ok && (isIPv6(addr) || addr == ":") && (!zoned || len(zone) >= 3 && zone[:2] == "25"))
		if s.Verdict == Read && zoned {
			// A zone that cannot be decoded cannot be printed.
			addr += "%" + s.decodeGLib(zone[2:])
		}
		s.hostPort = addr
	}}
	hostGLib = &step{value: "decoded", text: "decodes the escapes of a host, and refuses an IP address that is escaped", do: func(s *state, _ string) {
		h := s.Host.Text
		if s.literal || !s.hasAuthority || isIPv4(h) {
			return
		}
		s.Host.Text = s.decodeGLib(h)
		s.refuseUnless(!isIPv4(s.Host.Text) && !isIPv6(s.Host.Text) && s.Host.Text != ":")
	}}
	namesGLib = &step{value: "lower case, NFKC, Punycode", text: "writes names beyond ASCII in lower case and NFKC, and then in Punycode", do: func(s *state, _ string) {
		if h := s.Host.Text; !s.literal && !isASCII(h) {
			name, ok := s.toASCIIGLib(h)
			s.refuseUnless(ok)
			s.Host.Text = name
		}
	}}
	pathGLib     = &step{value: "decoded", text: "decodes the path", do: func(s *state, _ string) { s.Path.Text = s.decodeGLib(s.Path.Text) }}
	dotsGLib     = &step{value: "removed", text: "removes dot segments, those that were escaped as well", do: func(s *state, _ string) { s.Path.Text = dedot(s.Path.Text) }}
	queryGLib    = &step{value: "decoded", text: "decodes the query", do: func(s *state, _ string) { s.Query.Text = s.decodeGLib(s.Query.Text) }}
	fragmentGLib = &step{value: "decoded", text: "decodes the fragment", do: func(s *state, _ string) { s.Fragment.Text = s.decodeGLib(s.Fragment.Text) }}
	pathGLibHTTP = &step{value: "escaped anew", text: `decodes the escapes of unreserved characters, escapes what no URI has, and gives "/" for an empty path in http, https, ws and wss`, do: func(s *state, _ string) {
		s.Path.Text = s.normalizeGLib(s.Path.Text)
		switch s.Scheme.Text {
		case "http", "https", "ws", "wss":
			if s.Path.Text == "" {
				s.Path.Text = "/"
			}
		}
	}}
	queryGLibHTTP    = &step{value: "escaped anew", text: "decodes the escapes of unreserved characters in a query, and escapes what no URI has", do: func(s *state, _ string) { s.Query.Text = s.normalizeGLib(s.Query.Text) }}
	fragmentGLibHTTP = &step{value: "escaped anew", text: "decodes the escapes of unreserved characters in a fragment, and escapes what no URI has", do: func(s *state, _ string) { s.Fragment.Text = s.normalizeGLib(s.Fragment.Text) }}
	demandsGLibHTTP  = &step{value: "a scheme, whose port it gives", text: "wants a scheme, and gives the port of http, https, ws, wss and ftp where there is none", do: func(s *state, _ string) {
		s.refuseUnless(s.Scheme.Present)
		if !s.Port.Present {
			if port := defaultHTTPX(s.Scheme.Text); port != "" {
				s.Port = present(port)
			}
		}
	}}
)

// decodeGLib decodes escapes, all of which must be well-formed and give UTF-8 without NUL.
func (s *state) decodeGLib(text string) string {
	d := decode(text)
	s.refuseUnless(wellEscaped(text) && utf8.ValidString(d) && strings.IndexByte(d, 0) < 0)
	return d
}

// normalizeGLib decodes escapes of unreserved characters and escapes non-graphic
// characters.
func (s *state) normalizeGLib(text string) string {
	s.refuseUnless(wellEscaped(text))
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		v, ok := pct.Octet(text[i:])
		if !ok {
			b.WriteString(escape(text[i:i+1], func(c byte) bool { return c > ' ' && c < 0x7F }))
			continue
		}
		if percent.Unreserved.Contains(v) {
			b.WriteByte(v)
		} else {
			b.WriteString(upperEscapes(text[i : i+3]))
		}
		i += 2
	}
	return b.String()
}

// toASCIIGLib is g_hostname_to_ascii.
func (s *state) toASCIIGLib(name string) (string, bool) {
	junk := func(c rune) rune {
		switch {
		case c == 0xAD, c == 0x34F, c == 0x1806, 0x180B <= c && c <= 0x180D, 0x200B <= c && c <= 0x200D, c == 0x2060, 0xFE00 <= c && c <= 0xFE0F, c == 0xFEFF:
			return -1
		}
		return c
	}
	lower := func(name string) string {
		labels := strings.Split(name, ".")
		for i, label := range labels {
			labels[i] = lowerPython(label)
		}
		return strings.Join(labels, ".")
	}
	came := name
	if name = lower(strings.Map(junk, name)); isASCII(name) {
		return name, true
	}
	name = lower(norm.NFKC.String(name))
	if strings.ContainsFunc(name, isProhibitedGLib) {
		return "", false
	}
	if strings.ContainsFunc(came, isNew) || strings.ContainsFunc(came, isTitleWithIota) {
		s.Verdict = Unknown
	}
	labels := strings.Split(fullStops.Get().Replace(name), ".")
	if n := len(labels); n > 1 && labels[n-1] == "" {
		labels = labels[:n-1]
	}
	for i, label := range labels {
		if !isASCII(label) {
			if strings.HasPrefix(label, "xn--") {
				return "", false
			}
			b, err := uts46.Encode(label)
			if err != nil {
				return "", false
			}
			labels[i] = "xn--" + string(b)
		}
		if len(labels[i]) > maxLabel {
			return "", false
		}
	}
	return strings.Join(labels, "."), true
}

// isTitleWithIota reports whether a character is a Greek capital with an iota beside it, of
// which GLib writes some in another lower case than Unicode has.
func isTitleWithIota(c rune) bool { return 0x1F88 <= c && c <= 0x1FFC && unicode.Is(unicode.Lt, c) }

// isProhibitedGLib is idna_is_prohibited.
func isProhibitedGLib(c rune) bool {
	switch {
	case unicode.In(c, unicode.Cc, unicode.Cf, unicode.Co, unicode.Zl, unicode.Zp, unicode.Zs):
		return true
	case c == 0xFFFC, c == 0xFFFD, 0x2FF0 <= c && c <= 0x2FFB, c == 0x340, c == 0x341:
		return true
	}
	return 0xFDD0 <= c && c <= 0xFDEF || c&0xFFFE == 0xFFFE
}
