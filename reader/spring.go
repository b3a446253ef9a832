package reader

import (
	"strconv"
	"strings"
	"unicode"

	"github.com/pct-encoded/percent/internal/pct"
)

// springRows returns the rows of Spring. Source: UriComponentsBuilder.java, whose
// patterns match from the left without backtracking.
func springRows() []row {
	c := generic().with(&chain{
		input: textInput, scheme: schemeSpring, slashes: slashesSpring, ends: endsSpring, at: atFirst, userinfo: userinfoOne, colon: colonSpring,
		port: portSpring, brackets: bracketsSpring, path: pathSpring, query: querySpring, fragment: fragmentSpring,
	})
	web := c.with(&chain{scheme: schemeSpringHTTP, slashes: slashesTwo, query: querySpringHTTP, demands: demandsSpringHTTP})
	return []row{
		{Program: recorded("spring.http", "4.3.30", "Spring UriComponentsBuilder.fromHttpUrl"), chain: web, long: true, accessors: "==-====="},
		{Program: recorded("spring.uri", "4.3.30", "Spring UriComponentsBuilder.fromUriString"), chain: c, long: true, accessors: "==-====="},
	}
}

// terminators are the line ends that "." does not match in Java.
const terminators = "\n\r\u0085\u2028\u2029"

var (
	schemeSpring = &step{value: "any but delimiters", text: `reads any characters but "/", "?" and "#" before the first ":" as a scheme`, do: func(s *state, _ string) {
		if i := strings.IndexAny(s.rest, ":/?#"); i > 0 && s.rest[i] == ':' {
			s.setScheme(s.rest[:i], s.rest[i+1:])
		}
	}}
	slashesSpring = &step{value: "two", text: `wants "//" before an authority; behind a scheme without a slash, all up to "#" is path`, do: func(s *state, _ string) {
		s.opaque = s.Scheme.Present && !strings.HasPrefix(s.rest, "/")
		slashesTwo.do(s, "")
	}}
	// endsSpring ends the authority where its host and port do, in which brackets are only
	// at the beginning.
	endsSpring = &step{value: `/?#, [, and behind a port`, text: `ends an authority at "/", "?" or "#", in front of a "[" within it, and behind the digits of a port`, do: func(s *state, _ string) {
		if !s.hasAuthority {
			return
		}
		i, rest := 0, s.rest
		if k := strings.IndexAny(rest, "@[/?#"); k >= 0 && rest[k] == '@' {
			i = k + 1
		}
		if n := ipv6LengthSpring(rest[i:]); n > 0 {
			i += n
		} else if k := strings.IndexAny(rest[i:], "[/?#:"); k >= 0 {
			i += k
		} else {
			i = len(rest)
		}
		if i < len(rest) && rest[i] == ':' {
			for i++; i < len(rest) && isDigit(rest[i]); i++ {
			}
			if i < len(rest) && rest[i] == '{' {
				if k := strings.IndexAny(rest[i:], "}/"); k > 1 && rest[i+k] == '}' {
					i += k + 1
				}
			}
		}
		s.authority, s.hostPort, s.rest = rest[:i], rest[:i], rest[i:]
	}}
	colonSpring = &step{value: "first, behind brackets", text: `begins the port at the first ":", or behind the "]" of a host that begins with "["`, do: func(s *state, _ string) {
		h := s.hostPort
		from := ipv6LengthSpring(h)
		if i := strings.IndexByte(h[from:], ':'); i >= 0 {
			s.Port, s.hostPort = Part{h[from+i+1:], from+i+1 < len(h)}, h[:from+i]
		}
	}}
	portSpring = &step{value: "to 2147483647", text: "wants a port of digits and at most 2147483647, or an empty one", do: func(s *state, _ string) {
		if s.Port.Present {
			n, ok := parseIntJava(s.Port.Text)
			s.Port.Text = strconv.Itoa(n)
			s.refuseUnless(ok)
		}
	}}
	bracketsSpring = &step{value: "hexadecimal digits, letters and points", text: "takes hexadecimal digits, colons and points in brackets, and then letters, digits and %", do: func(s *state, _ string) {
		s.literal = strings.HasPrefix(s.hostPort, "[")
	}}
	pathSpring = &step{value: "without empty segments", text: "leaves empty segments out, and a path of white space", do: func(s *state, _ string) {
		if s.opaque {
			if s.Query.Present {
				s.Path.Text += "?" + s.Query.Text
			}
			if s.Fragment.Text == "" && s.Fragment.Present {
				s.Path.Text += "#"
			}
			s.Query = Part{}
			return
		}
		if isBlankJava(s.Path.Text) {
			s.Path.Text = ""
		}
		if s.Path.Text = collapsed(s.Path.Text); s.Path.Text == "" {
			s.Path = Part{}
		}
	}}
	querySpring = &step{value: "parameters of one name together", text: "gives parameters of the same name one after the other, and leaves those without a name out", do: func(s *state, _ string) {
		if s.Query.Present {
			s.Query = parametersSpring(s.Query.Text)
		}
	}}
	fragmentSpring = &step{value: "not of white space", text: "refuses a fragment with a line end, and has none of white space", do: func(s *state, _ string) {
		s.refuseUnless(!strings.ContainsAny(s.Fragment.Text, terminators))
		if isBlankJava(s.Fragment.Text) {
			s.Fragment = Part{}
		}
	}}
	schemeSpringHTTP = &step{value: "http and https", text: "reads http and https as a scheme, and wants one", do: func(s *state, _ string) {
		schemeRFC.do(s, "")
		s.refuseUnless(s.Scheme.Text == "http" || s.Scheme.Text == "https")
		// There is no fragment: everything after the first "?" is query.
		if i := strings.IndexAny(s.rest, "?#"); i >= 0 && s.rest[i] == '#' {
			s.refuse()
		}
	}}
	querySpringHTTP = &step{value: "parameters of one name together, with the fragment", text: "gives parameters of the same name one after the other, the fragment with the last, and leaves those without a name out", do: func(s *state, _ string) {
		if s.Query.Present {
			if s.Fragment.Present {
				s.Query.Text += "#" + s.Fragment.Text
				s.Fragment = Part{}
			}
			s.refuseUnless(!strings.ContainsAny(s.Query.Text, terminators))
			s.Query = parametersSpring(s.Query.Text)
		}
	}}
	demandsSpringHTTP = &step{value: "a host, no fragment", text: "wants a host, and refuses a fragment without a query before it", do: func(s *state, _ string) {
		s.refuseUnless(s.Host.Text != "")
	}}
)

// isBlankJava reports whether a text has nothing but white space.
func isBlankJava(s string) bool {
	return strings.TrimFunc(s, func(c rune) bool {
		return c >= 0x1C && c <= 0x1F || unicode.IsSpace(c) && c != 0x85 && c != 0xA0 && c != 0x2007 && c != 0x202F
	}) == ""
}

// collapsed returns a path without empty segments but the last.
func collapsed(path string) string {
	for strings.Contains(path, "//") {
		path = strings.ReplaceAll(path, "//", "/")
	}
	return path
}

// ipv6LengthSpring returns the length of what HOST_IPV6_PATTERN matches, or 0.
func ipv6LengthSpring(s string) int {
	if !strings.HasPrefix(s, "[") {
		return 0
	}
	i := 1
	for i < len(s) && (pct.IsHex(s[i]) || s[i] == ':' || s[i] == '.') {
		i++
	}
	for i < len(s) && (isAlnum(s[i]) || s[i] == '%') {
		i++
	}
	if i < len(s) && s[i] == ']' {
		return i + 1
	}
	return 0
}

// parametersSpring returns a query as a map of parameters gives it.
func parametersSpring(query string) Part {
	var names []string
	values := map[string][]string{}
	for pair := range strings.SplitSeq(query, "&") {
		pair = strings.TrimLeft(pair, "=")
		name, _, _ := strings.Cut(pair, "=")
		if name == "" {
			continue
		}
		if values[name] == nil {
			names = append(names, name)
		}
		values[name] = append(values[name], pair)
	}
	var out []string
	for _, name := range names {
		out = append(out, values[name]...)
	}
	if len(out) == 0 {
		return Part{}
	}
	return present(strings.Join(out, "&"))
}
