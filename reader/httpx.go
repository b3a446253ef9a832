package reader

import (
	"strings"
	"unicode/utf8"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/pct"
	"github.com/pct-encoded/percent/internal/uts46"
)

// httpxChain is the chain of httpx.URL since 0.24, which no longer calls rfc3986. Source:
// httpx/_urlparse.py and the package idna.
func httpxChain() *chain {
	return generic().with(&chain{
		input: textInput, octets: octetsHTTPX, scheme: schemeHTTPX, userinfo: userinfoHTTPX28, colon: colonHTTPX, port: portHTTPX,
		brackets: bracketsHTTPX, host: hostHTTPX28, names: namesHTTPX28, ipv4: ipv4HTTPX, path: pathHTTPX28, dots: dotsHTTPX28,
		query: queryHTTPX, fragment: fragmentHTTPX, demands: demandsHTTPX28,
	})
}

// maxHTTPX is how many characters a URL of httpx may have.
const maxHTTPX = 1 << 16

var (
	octetsHTTPX = &step{value: "no controls", text: "refuses controls anywhere, and more than 65,536 characters", do: func(s *state, _ string) {
		s.refuseUnless(!hasControls(s.rest) && utf8.RuneCountInString(s.rest) <= maxHTTPX)
	}}
	schemeHTTPX = &step{value: "RFC 3986, or an empty one", text: `reads a letter and then letters, digits, +, - and . as a scheme, and a ":" at the beginning as none`, do: func(s *state, _ string) {
		if i := schemeEnd(s.rest); i > 0 || strings.HasPrefix(s.rest, ":") {
			s.written, s.rest = s.rest[:i], s.rest[i+1:]
			s.Scheme = present(pct.Lower(s.written))
			s.special = isSpecial(s.Scheme.Text)
		}
	}}
	userinfoHTTPX28 = &step{value: "decoded", text: `splits the userinfo at its first ":" and decodes it`, do: func(s *state, _ string) {
		s.User.Text, s.Password.Text = unquote(s.User.Text), unquote(s.Password.Text)
	}}
	colonHTTPX = &step{value: "first, or behind brackets", text: `begins the port at the first ":", or behind the last "]" of a host that begins with "[", with or without a ":"`, do: func(s *state, _ string) {
		i := strings.IndexByte(s.hostPort, ':')
		if end := strings.LastIndexByte(s.hostPort, ']') + 1; end > 0 && s.hostPort[0] == '[' {
			i, s.literal = end, true
		}
		if i >= 0 {
			s.Port, s.hostPort = present(strings.TrimPrefix(s.hostPort[i:], ":")), s.hostPort[:i]
		}
	}}
	portHTTPX = &step{value: "an integer", text: "wants a port that int() reads, with signs, underscores, spaces and the digits of any script, or an empty one, which is none", do: func(s *state, _ string) {
		if s.Port.Text == "" {
			s.Port = Part{}
			return
		}
		n, ok := intTextPython(s.Port.Text)
		s.refuseUnless(ok)
		s.Port.Text = n
	}}
	bracketsHTTPX = &step{value: "IPv6 with a zone", text: "wants an IPv6 address in brackets, which may have a zone, and gives it without them", do: func(s *state, _ string) {
		if s.literal {
			s.hostPort = unbracketed(s.hostPort)
			s.refuseUnless(isIPv6Python(s.hostPort) && isASCII(s.hostPort))
		}
	}}
	hostHTTPX28 = &step{value: "lower case, escaped", text: "writes a host of ASCII in lower case and escapes what no host has", do: func(s *state, _ string) {
		if !s.literal && isASCII(s.Host.Text) {
			s.Host.Text = escape(pct.Lower(s.Host.Text), func(c byte) bool {
				return percent.Unreserved.Contains(c) || percent.SubDelims.Contains(c) || strings.IndexByte("\"`{}%|\\", c) >= 0
			})
		}
	}}
	namesHTTPX28 = &step{value: "IDNA 2008", text: "maps names beyond ASCII by IDNA 2008", do: func(s *state, _ string) {
		switch h := s.Host.Text; {
		case isASCII(h):
		case strings.ContainsFunc(h, isNew):
			s.Verdict = Unknown
		default:
			name, ok := encodeIDNA2008(lowerPython(h))
			s.refuseUnless(ok)
			s.Host.Text = name
		}
	}}
	ipv4HTTPX = &step{value: "text, or an address", text: "takes IPv4 addresses as text, and refuses four decimal numbers that are no address", do: func(s *state, _ string) {
		fields := strings.Split(s.hostPort, ".")
		numbers := len(fields) == 4 && !s.literal
		for _, f := range fields {
			numbers = numbers && f != "" && all(f, isDigit)
		}
		s.refuseUnless(!numbers || isIPv4(s.hostPort))
	}}
	pathHTTPX28 = &step{value: "escaped, rooted", text: `escapes what no path has, and gives "/" for an empty path`, do: func(s *state, _ string) {
		s.Path.Text = escape(s.Path.Text, func(c byte) bool { return isVisible(c) && strings.IndexByte("\"#<>?`{}", c) < 0 })
	}}
	dotsHTTPX28 = &step{value: "removed behind a scheme or host", text: "removes dot segments where there is a scheme or an authority, without the slash before a last one", do: func(s *state, _ string) {
		if s.Scheme.Text != "" || s.hasAuthorityHTTPX() {
			s.Path.Text = dotlessHTTPX(s.Path.Text)
		}
	}}
	queryHTTPX = &step{value: "escaped", text: "escapes what no query has", do: func(s *state, _ string) {
		s.Query.Text = escape(s.Query.Text, func(c byte) bool { return isVisible(c) && strings.IndexByte("\"#<>", c) < 0 })
	}}
	fragmentHTTPX = &step{value: "decoded", text: "decodes the fragment", do: func(s *state, _ string) { s.Fragment.Text = unquote(s.Fragment.Text) }}
	// demandsHTTPX28 compares the scheme as it is written with those that have a default port.
	demandsHTTPX28 = &step{value: "no // or : at the beginning, the default port left out", text: `takes relative references, too, unless an empty authority or a ":" begins them, and omits the default port of a scheme in lower case`, do: func(s *state, _ string) {
		if s.Port.Present && s.Port.Text == defaultHTTPX(s.written) {
			s.Port = Part{}
		}
		if path := s.rest; s.Scheme.Text == "" && !s.hasAuthorityHTTPX() {
			s.refuseUnless(!strings.HasPrefix(path, "//") && !strings.HasPrefix(path, ":"))
		}
		if s.Path.Text == "" {
			s.Path = present("/")
		}
	}}
)

// hasAuthorityHTTPX reports whether there is a userinfo, a host or a port.
func (s *state) hasAuthorityHTTPX() bool {
	return s.User.Text != "" || s.Password.Present || s.Host.Text != "" || s.Port.Present && s.Port.Text != defaultHTTPX(s.written)
}

// isVisible reports whether c is a visible character of ASCII.
func isVisible(c byte) bool { return ' ' < c && c < 0x7F }

// dotlessHTTPX is normalize_path.
func dotlessHTTPX(path string) string {
	var out []string
	for segment := range strings.SplitSeq(path, "/") {
		switch {
		case segment == ".":
		case segment != "..":
			out = append(out, segment)
		case len(out) > 1 || len(out) == 1 && out[0] != "":
			out = out[:len(out)-1]
		}
	}
	return strings.Join(out, "/")
}

// encodeIDNA2008 is idna.encode for a name in lower case that is not ASCII.
func encodeIDNA2008(name string) (string, bool) {
	labels := strings.Split(fullStops.Get().Replace(name), ".")
	dot := ""
	if n := len(labels) - 1; labels[n] == "" {
		labels, dot = labels[:n], "."
	}
	for i, l := range labels {
		var ok bool
		if labels[i], ok = idna2008(l); !ok || l == "" || isASCII(l) && !isLabelIDNA2008(l) {
			return "", false
		}
	}
	name = strings.Join(labels, ".")
	return name + dot, name != "" && len(name) <= 253
}

// isLabelIDNA2008 reports whether idna.encode accepts a label of ASCII in lower case.
func isLabelIDNA2008(label string) bool {
	if digits, ok := strings.CutPrefix(label, "xn--"); ok {
		text, err := uts46.ToUnicode(label, 0)
		_, legal := idna2008(text)
		return err == nil && legal && digits != "" && !strings.HasSuffix(digits, "-") && !isASCII(text) && len(label) <= maxLabel
	}
	return len(label) <= maxLabel && !(len(label) > 3 && label[2:4] == "--") && label[0] != '-' && label[len(label)-1] != '-' &&
		all(label, func(c byte) bool { return isAlnum(c) || c == '-' })
}
