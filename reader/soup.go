package reader

import (
	"strconv"
	"strings"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/pct"
	"github.com/pct-encoded/percent/uri"
)

// soupRows returns the row of libsoup 2. Source: libsoup/soup-uri.c.
func soupRows() []row {
	c := generic().with(&chain{
		input: cText, trim: trimSoup, slashes: slashesSoup, at: atFirst, userinfo: userinfoSoup, colon: colonSoup, port: portSoup,
		brackets: bracketsSoup, host: hostSoup, path: pathSoup, dots: dotsSoup, query: querySoup, fragment: fragmentSoup, demands: demandsSoup,
	})
	return []row{{Program: recorded("soup.uri", "2.74.3", "libsoup SoupURI"), chain: c, accessors: "====d==="}}
}

var (
	trimSoup = &step{value: "white space at the ends, tabs and line ends", text: "removes white space at both ends, but for two spaces behind a fragment, and tabs and line ends anywhere", do: func(s *state, _ string) {
		text := strings.TrimLeft(remove(strings.TrimLeft(s.rest, " \t\n\f\r"), tabsAndLines), " \f")
		s.rest = strings.TrimRight(text, " \f")
		if strings.Contains(s.rest, "#") {
			// A fragment is copied with two more octets.
			s.rest = text[:min(len(text), len(s.rest)+2)]
		}
	}}
	slashesSoup = &step{value: "two", text: `wants "//" before an authority`, do: func(s *state, _ string) {
		s.refuseUnless(s.Scheme.Present)
		if s.simple = s.rest == ""; !s.simple {
			slashesTwo.do(s, "")
		}
	}}
	userinfoSoup = &step{value: "decoded", text: `splits the userinfo at its first ":" and decodes it`, do: func(s *state, _ string) {
		s.User.Text, s.Password.Text = decodeSoup(s.User.Text), decodeSoup(s.Password.Text)
	}}
	colonSoup = &step{value: "first, behind brackets", text: `begins the port at the first ":", or behind the first "]" of a host that begins with "[", and leaves out what else stands there`, do: func(s *state, _ string) {
		h := s.hostPort
		i := strings.IndexByte(h, ':')
		if strings.HasPrefix(h, "[") {
			i = strings.IndexByte(h, ']') + 1
			if s.refuseUnless(i > 0); s.Verdict != Read {
				return
			}
			if i == len(h) || h[i] != ':' {
				s.hostPort = h[:i]
				return
			}
		}
		if i >= 0 {
			s.Port, s.hostPort = Part{h[i+1:], i+1 < len(h)}, h[:i]
		}
	}}
	portSoup = &step{value: "a number of 32 bits", text: "wants a port that strtoul reads, with a sign and spaces before it, of which it takes the last 32 bits, or an empty one", do: func(s *state, _ string) {
		if s.Port.Present {
			n, ok := strtoul32(s.Port.Text)
			s.refuseUnless(ok)
			s.Port = Part{strconv.FormatUint(uint64(n), 10), n != 0}
		}
	}}
	bracketsSoup = &step{value: "any text", text: "takes any text in brackets, and gives it without them, decoded unless it has a zone", do: func(s *state, _ string) {
		if h := s.hostPort; strings.HasPrefix(h, "[") {
			s.literal = true
			s.hostPort = unbracketed(h)
			if i := strings.IndexByte(s.hostPort, '%'); i < 0 || strings.HasPrefix(s.hostPort[i:], "%25") {
				s.hostPort = decodeSoup(s.hostPort)
			}
		}
	}}
	hostSoup = &step{value: "decoded, any octets", text: "decodes the escapes of a host, to NUL, and takes any octets in it", do: func(s *state, _ string) {
		if !s.literal {
			s.Host.Text = decodeSoup(s.Host.Text)
		}
	}}
	pathSoup = &step{value: "escaped anew", text: "decodes the escapes of unreserved characters, and escapes what no URI has", do: func(s *state, _ string) { s.Path.Text = normalizeSoup(s.Path.Text) }}
	dotsSoup = &step{value: "removed", text: "removes dot segments, those that were escaped as well", do: func(s *state, _ string) {
		if s.Scheme.Text != "data" && s.Path.Text != "" {
			s.Path.Text = dotlessSoup(s.Path.Text)
		}
	}}
	querySoup    = &step{value: "escaped anew", text: "decodes the escapes of unreserved characters in a query, and escapes what no URI has", do: func(s *state, _ string) { s.Query.Text = normalizeSoup(s.Query.Text) }}
	fragmentSoup = &step{value: "escaped anew", text: "decodes the escapes of unreserved characters in a fragment, and escapes what no URI has", do: func(s *state, _ string) { s.Fragment.Text = normalizeSoup(s.Fragment.Text) }}
	demandsSoup  = &step{value: "a host in http, https and ftp", text: "wants a host in http, https and ftp, and gives their port, and that of ws and wss, where there is none", do: func(s *state, _ string) {
		if s.simple && !s.Fragment.Present {
			return
		}
		switch s.Scheme.Text {
		case "http", "https":
			s.refuseUnless(s.Host.Present)
			if s.rest == "" {
				s.Path.Text = "/"
			}
		case "ftp":
			s.refuseUnless(s.Host.Present)
		}
		if port := defaultHTTPX(s.Scheme.Text); !s.Port.Present && port != "" {
			s.Port = present(uri.DefaultPort(s.Scheme.Text))
		}
	}}
)

// decodeSoup decodes escapes up to one of NUL, which ends text in C.
func decodeSoup(s string) string {
	s, _, _ = strings.Cut(decode(s), "\x00")
	return s
}

// normalizeSoup is uri_normalized_copy.
func normalizeSoup(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		v, ok := pct.Octet(s[i:])
		if !ok {
			b.WriteString(escape(s[i:i+1], func(c byte) bool { return c > ' ' && c < 0x7F }))
			continue
		}
		if percent.Unreserved.Contains(v) {
			b.WriteByte(v)
		} else {
			b.WriteString(s[i : i+3])
		}
		i += 2
	}
	return b.String()
}

// strtoul32 is C's strtoul in base 10, with the result truncated to 32 bits for a
// guint; ok is false unless it reads all of s.
func strtoul32(s string) (n uint32, ok bool) {
	s = strings.TrimLeft(s, " \t\n\v\f\r")
	negative := strings.HasPrefix(s, "-")
	if negative || strings.HasPrefix(s, "+") {
		s = s[1:]
	}
	if s == "" || !all(s, isDigit) {
		return 0, false
	}
	v, err := strconv.ParseUint(s, 10, 64)
	if err == nil && negative {
		v = -v
	}
	return uint32(v), true // a number that is too large becomes all ones
}

// dotlessSoup is what soup_uri_new_with_base does to dot segments, in one pass. It begins
// behind the first octet, whatever that is, and an empty segment is one with the next.
func dotlessSoup(path string) string {
	b := []byte(path[:1])
	for i := 1; i < len(path); i++ {
		if b[len(b)-1] == '/' && strings.HasPrefix(path[i:], "./") {
			i++
		} else {
			b = append(b, path[i])
		}
	}
	if n := len(b); n > 2 && b[n-1] == '.' && b[n-2] == '/' {
		b = b[:n-1]
	}
	first, rest := string(b[:1]), string(b[1:])
	out := append(b[:0], first...)
	var starts []int // in out, of the segments that a "../" can still take away
	for rest != "" {
		if strings.HasPrefix(rest, "../") {
			if n := len(starts); n > 0 {
				out, starts = out[:starts[n-1]], starts[:n-1]
			} else {
				out = append(out, "../"...)
			}
			rest = rest[len("../"):]
			continue
		}
		end := strings.IndexByte(rest[1:], '/') + len("/")
		if end == 0 {
			break
		}
		end++
		starts = append(starts, len(out))
		out, rest = append(out, rest[:end]...), rest[end:]
	}
	text := string(append(out, rest...))
	if q := strings.LastIndexByte(text, '/'); q > 0 && text[q:] == "/.." {
		p := max(0, strings.LastIndexByte(text[:q], '/'))
		if !strings.HasPrefix(text[p:], "/../") {
			text = text[:p+1]
		}
	}
	for strings.HasPrefix(text, "/../") {
		text = text[len("/.."):]
	}
	if text == "/.." {
		text = "/"
	}
	return text
}
