package reader

import (
	"net/netip"
	"strconv"
	"strings"

	"github.com/pct-encoded/percent/internal/pct"
)

// okHTTPRows returns the row of OkHttp. Sources: okhttp3/HttpUrl.java,
// okhttp3/internal/Util.java and java.net.IDN.
func okHTTPRows() []row {
	c := generic().with(&chain{
		input: textInput, trim: trimOkHTTP, scheme: schemeOkHTTP, backslash: backslashSpecial, slashes: slashesOkHTTP, ends: endsRFC, at: atLast,
		userinfo: userinfoOkHTTP, colon: colonOkHTTP, port: portOkHTTP, host: hostOkHTTP, names: namesOkHTTP, path: pathOkHTTP, dots: dotsOkHTTP,
		query: queryOkHTTP, fragment: fragmentOkHTTP,
	})
	return []row{{Program: recorded("okhttp.url", "3.13.1", "OkHttp HttpUrl"), chain: c, accessors: "=ee=d==="}}
}

var (
	trimOkHTTP = &step{value: "white space at the ends", text: "removes spaces, tabs, line ends and form feeds at both ends", do: func(s *state, _ string) {
		s.rest = strings.Trim(s.rest, " \t\n\f\r")
	}}
	schemeOkHTTP = &step{value: "http and https", text: "reads http and https as a scheme, and wants one", do: func(s *state, _ string) {
		schemeRFC.do(s, "")
		s.refuseUnless(s.Scheme.Text == "http" || s.Scheme.Text == "https")
	}}
	schemeOkHTTPGet = &step{value: "http, https, ws and wss", text: "reads http, https, ws and wss as a scheme, and wants one", do: func(s *state, _ string) {
		if len(s.rest) > 3 && strings.EqualFold(s.rest[:3], "ws:") {
			s.rest = "http:" + s.rest[3:]
		} else if len(s.rest) > 4 && strings.EqualFold(s.rest[:4], "wss:") {
			s.rest = "https:" + s.rest[4:]
		}
		schemeOkHTTP.do(s, "")
	}}
	slashesOkHTTP = &step{value: "any number", text: "skips any number of slashes before an authority, none included", do: func(s *state, _ string) {
		s.hasAuthority = true
		s.rest = strings.TrimLeft(s.rest, `/\`)
	}}
	userinfoOkHTTP = &step{value: "escaped", text: `splits the userinfo at its first ":" and escapes what it may not have`, do: func(s *state, _ string) {
		const set = " \"':;<=>@[]^`{}|/\\?#"
		s.User.Text, s.Password.Text = canonicalOkHTTP(s.User.Text, set), canonicalOkHTTP(s.Password.Text, set)
	}}
	colonOkHTTP = &step{value: "first, not in brackets", text: `begins the port at the first ":" that is not in brackets`, do: func(s *state, _ string) {
		h := s.hostPort
		for i := 0; i < len(h); i++ {
			if h[i] == '[' {
				for i++; i < len(h) && h[i] != ']'; i++ {
				}
			} else if h[i] == ':' {
				s.Port, s.hostPort = Part{h[i+1:], i+1 < len(h)}, h[:i]
				return
			}
		}
	}}
	portOkHTTP = &step{value: "1 to 65535, or the default", text: "wants a port from 1 to 65535, perhaps behind a plus sign, and gives the default of the scheme where there is none", do: func(s *state, _ string) {
		if s.Port.Present {
			n, ok := parseIntJava(s.Port.Text)
			s.refuseUnless(isASCII(s.Port.Text) && ok && 1 <= n && n <= 65535)
			s.Port.Text = strconv.Itoa(n)
			return
		}
		s.Port = portOfRuby(s.Scheme.Text)
	}}
	hostOkHTTP = &step{value: "decoded, IPv6 in any place", text: "decodes the escapes of a host, and wants an IPv6 address where it has a colon, which it gives without brackets", do: func(s *state, _ string) {
		h := unquote(s.Host.Text)
		s.Host.Text = h
		if !strings.Contains(h, ":") {
			return
		}
		s.literal = true
		a, err := netip.ParseAddr(unbracketed(h))
		s.refuseUnless(err == nil && a.Is6() && a.Zone() == "")
		if s.Host.Text = a.String(); a.Is4In6() {
			s.Host.Text = a.Unmap().String()
		}
	}}
	namesOkHTTP = &step{value: "lower case, IDNA 2003", text: "maps names by IDNA 2003, writes them in lower case, and refuses delimiters and controls in them", do: func(s *state, _ string) {
		if s.literal {
			return
		}
		name, ok := s.idnaJava(s.Host.Text)
		s.refuseUnless(ok && name != "" && all(name, func(c byte) bool { return c > ' ' && c < 0x7F && strings.IndexByte("#%/:?@[\\]", c) < 0 }))
		s.Host.Text = pct.Lower(name)
	}}
	pathOkHTTP = &step{value: "slashes and escapes", text: `reads "\" as "/" and escapes what no path has`, do: func(s *state, _ string) {
		segments := strings.Split(strings.ReplaceAll(s.Path.Text, `\`, "/"), "/")
		for i, segment := range segments {
			segments[i] = canonicalOkHTTP(segment, " \"<>^`{}|/\\?#")
		}
		s.Path.Text = strings.Join(segments, "/")
	}}
	dotsOkHTTP     = &step{value: "removed", text: "removes dot segments, escaped ones as well", do: func(s *state, _ string) { s.Path.Text = dotlessOkHTTP(s.Path.Text) }}
	queryOkHTTP    = &step{value: "escaped", text: "escapes what no query has", do: func(s *state, _ string) { s.Query.Text = canonicalOkHTTP(s.Query.Text, " \"'<>#") }}
	fragmentOkHTTP = &step{value: "controls escaped", text: "escapes controls in a fragment", do: func(s *state, _ string) {
		s.Fragment.Text = escape(remove(s.Fragment.Text, "\t\n\f\r"), func(c byte) bool { return c >= ' ' && c != 0x7F })
	}}
)

// canonicalOkHTTP is canonicalize for text that may already be escaped.
func canonicalOkHTTP(s, set string) string {
	return escape(remove(s, "\t\n\f\r"), func(c byte) bool { return c >= ' ' && c < 0x7F && strings.IndexByte(set, c) < 0 })
}

// dotlessOkHTTP is push and pop.
func dotlessOkHTTP(path string) string {
	out := []string{""}
	if path == "" {
		return "/"
	}
	segments := strings.Split(path[1:], "/")
	for i, segment := range segments {
		last := i == len(segments)-1
		if last && segment == "" {
			break
		}
		switch dots, ok := isDotSegment(segment); {
		case ok && dots == 1:
		case ok:
			removed := out[len(out)-1]
			out = out[:len(out)-1]
			if removed == "" && len(out) > 0 {
				out[len(out)-1] = ""
			} else {
				out = append(out, "")
			}
		default:
			if out[len(out)-1] == "" {
				out[len(out)-1] = segment
			} else {
				out = append(out, segment)
			}
			if !last {
				out = append(out, "")
			}
		}
	}
	return "/" + strings.Join(out, "/")
}

// idnaJava is IDN.toASCII, which refuses characters that are not in Unicode
// 3.2.
func (s *state) idnaJava(name string) (string, bool) {
	if ageDeno.isNewer(name) {
		s.Verdict = Unknown // the mapping has changed since
		return name, true
	}
	for _, c := range name {
		switch {
		case c == 'ẞ', 0x1F300 <= c && c <= 0x1FAFF:
			return "", false
		case c < 0x80, isOld(c), isProhibited(c), 0x901 <= c && c <= 0x94D && c != 0x904 && c != 0x93A && c != 0x93B, 0x2600 <= c && c <= 0x2613:
		default:
			s.Verdict = Unknown
		}
	}
	if name == "。" || name == "．" || name == "｡" {
		return ".", true
	}
	if isASCII(name) {
		for label := range strings.SplitSeq(strings.TrimSuffix(name, "."), ".") {
			if (label == "" || len(label) > maxLabel) && name != "." {
				return "", false
			}
		}
		return name, name != ""
	}
	return s.idna2003(name)
}
