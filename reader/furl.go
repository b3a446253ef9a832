package reader

import (
	"strconv"
	"strings"
	"unicode"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/pct"
	"github.com/pct-encoded/percent/internal/uts46"
)

// furlRows returns the row of Python's furl. Sources: furl/furl.py, and Lib/encodings/idna.py of Python.
func furlRows() []row {
	c := urlsplitChain().with(&chain{
		trim: trimNothing, scheme: schemeFurl, ends: endsFurl, at: atFirst, userinfo: userinfoFurl, colon: colonFurl, port: portFurl,
		brackets: bracketsFurl, host: hostFurl, names: namesFurl, path: pathFurl, query: queryFurl, fragment: fragmentFurl,
	})
	return []row{{Program: recorded("furl.furl", "2.1.2", "Python furl"), long: true, chain: c, accessors: "===i==ee"}}
}

// portsFurl are the default ports of schemes.
const portsFurl = portsHyperlink + "hdl:2641 sip:5060 sips:5061 snews:563 tftp:69 xmpp:5222 "

func portOfFurl(scheme string) Part {
	if _, rest, ok := strings.Cut(portsFurl, " "+scheme+":"); ok && scheme != "" {
		port, _, _ := strings.Cut(rest, " ")
		return present(port)
	}
	return Part{}
}

var (
	schemeFurl = &step{value: "any that begins with a letter, or none", text: `reads a letter and whatever follows before a ":" as a scheme, and nothing before a ":" at the beginning, and gives no other; removes tabs and line ends behind it`, do: func(s *state, _ string) {
		i := strings.IndexAny(s.rest, ":/?#")
		known := i >= 0 && s.rest[i] == ':' && (i == 0 || isAlpha(s.rest[0]))
		if known {
			s.setScheme(lowerPython(s.rest[:i]), s.rest[i+1:])
		}
		s.noHost = !strings.HasPrefix(s.rest, "//")
		if known {
			s.rest = remove(s.rest, tabsAndLines)
			return
		}
		trimPython.do(s, "")
		schemeRFC.do(s, "")
		s.Scheme = Part{}
	}}
	endsFurl = &step{value: `/?#`, text: `ends an authority at "/", "?" or "#", and leaves it out where tabs or line ends stand between its slashes`, do: func(s *state, _ string) {
		endAt(s, "/?#")
		bracketsPythonWhole.do(s, "")
		userinfoPython.do(s, "")
		if s.noHost {
			s.hasAuthority, s.authority, s.hostPort = false, "", ""
		}
	}}
	userinfoFurl = &step{value: "decoded, without NFKC delimiters", text: "splits the userinfo at its first colon and decodes both, and refuses an authority in which NFKC makes delimiters", do: func(s *state, _ string) {
		s.User.Text, s.Password.Text = unquote(s.User.Text), unquote(s.Password.Text)
	}}
	colonFurl = &step{value: "last, behind brackets", text: `begins the port at the last ":", which directly follows a "]" if there is one`, do: func(s *state, _ string) {
		i, bracket := strings.LastIndexByte(s.hostPort, ':'), strings.LastIndexByte(s.hostPort, ']')
		if i > bracket {
			s.refuseUnless(bracket < 0 || i == bracket+1)
			s.Port, s.hostPort = present(s.hostPort[i+1:]), s.hostPort[:i]
		}
	}}
	portFurl = &step{value: "1 to 65535, with the default", text: "wants a port from 1 to 65535, in the digits of any script, and gives the default of the scheme where there is none", do: func(s *state, _ string) {
		if !s.Port.Present {
			return
		}
		text, ok := intTextPython(s.Port.Text)
		n, small := number(text, 65535)
		s.refuseUnless(ok && small && n > 0 && !strings.ContainsFunc(s.Port.Text, func(c rune) bool { _, ok := digitValue(c); return !ok }))
		s.Port.Text = strconv.Itoa(n)
	}}
	bracketsFurl = &step{value: "kept, IPv6 with a zone, IPvFuture", text: "wants an IPv6 address, which may have a zone, or an IPvFuture in brackets, and gives it with them", do: func(s *state, _ string) {
		if h := s.hostPort; h != "" {
			inner := state{authority: h, Reading: Reading{Verdict: Read}}
			bracketsPythonWhole.do(&inner, "")
			s.refuseUnless(inner.Verdict == Read && !expands(h))
		}
	}}
	hostFurl = &step{value: "few octets refused", text: `refuses empty labels and any of !@#$%^&'"*()+=:;/ in a host that is no address in brackets`, do: func(s *state, _ string) {
		h := s.Host.Text
		if h == "" || h[0] == '[' && strings.Contains(h, ":") && h[len(h)-1] == ']' {
			return
		}
		s.refuseUnless(!strings.ContainsAny(h, `!@#$%^&'"*()+=:;/`))
		for label := range strings.SplitSeq(strings.TrimSuffix(h, "."), ".") {
			s.refuseUnless(label != "")
		}
	}}
	namesFurl = &step{value: "lower case of Unicode, xn-- decoded", text: `writes names in the lower case of Unicode, decodes those that begin with "xn--", and refuses what IDNA 2003 does`, do: func(s *state, _ string) {
		name := lowerPython(s.Host.Text)
		if name != s.Host.Text && ageNode10.isNewer(name) || strings.ContainsFunc(name, isNew) {
			s.Verdict = Unknown
		}
		if strings.HasPrefix(name, "xn--") {
			labels := strings.Split(name, ".")
			for i, label := range labels {
				s.refuseUnless(isASCII(label))
				if text, ok := strings.CutPrefix(label, "xn--"); ok {
					decoded, ok := uts46.Decode(text)
					s.refuseUnless(ok)
					again, ok := s.idna2003(string(decoded))
					s.refuseUnless(ok && again == label)
					labels[i] = string(decoded)
				}
			}
			name = strings.Join(labels, ".")
		}
		s.Host.Text = name
		_, ok := s.idna2003(name)
		s.refuseUnless(ok)
		if !s.Port.Present {
			s.Port = portOfFurl(s.Scheme.Text)
		}
	}}
	pathFurl = &step{value: "decoded and escaped by segment", text: "decodes the escapes of a segment that has no other octets than a path may have, and then escapes what no path has", do: func(s *state, _ string) {
		s.Path.Text = pathOfFurl(s.Path.Text)
	}}
	queryFurl = &step{value: "decoded and escaped as a form", text: `ends a field at "&" or ";", and writes them anew as a form`, do: func(s *state, _ string) { s.Query.Text = queryOfFurl(s.Query.Text) }}

	fragmentFurl = &step{value: "decoded and escaped as path and query", text: `reads a fragment with "=" as a query, or as a path and a query behind "?", and writes them anew`, do: func(s *state, _ string) {
		path, query, both := strings.Cut(s.Fragment.Text, "?")
		switch {
		case both && strings.Contains(query, "="):
		case !both && strings.Contains(path, "="):
			path, query = "", path
		default:
			path, query = s.Fragment.Text, ""
		}
		path, query = pathOfFurl(path), queryOfFurl(query)
		switch {
		case query == "":
			path = strings.ReplaceAll(path, "%3F", "?")
		case path != "":
			path += "?"
		}
		s.Fragment.Text = path + query
	}}
)

// pathOfFurl decodes and encodes the segments of a path.
func pathOfFurl(path string) string {
	segments := strings.Split(path, "/")
	for i, segment := range segments {
		if isEncodedFurl(segment) {
			segment = unquote(segment)
		}
		segments[i] = escape(segment, func(c byte) bool { return percent.Unreserved.Contains(c) || strings.IndexByte(":@!$&'()*+,;=", c) >= 0 })
	}
	return strings.Join(segments, "/")
}

// isEncodedFurl is is_valid_encoded_path_segment.
func isEncodedFurl(segment string) bool {
	escaped := 0
	for i, c := range segment {
		switch {
		case escaped > 0:
			if escaped--; c < 0x80 && !pct.IsHex(byte(c)) || c >= 0x80 && !unicode.IsDigit(c) {
				return false
			}
		case c == '%':
			escaped = 2
		case unicode.IsLetter(c), unicode.IsNumber(c), strings.ContainsRune("_-.~:@!$&'()*+,;=", c):
		default:
			return c == '\n' && i == len(segment)-1
		}
	}
	return escaped == 0
}

// queryOfFurl decodes and encodes the fields of a query.
func queryOfFurl(query string) string {
	if query == "" {
		return ""
	}
	fields := strings.Split(strings.ReplaceAll(query, ";", "&"), "&")
	for i, field := range fields {
		key, value, ok := strings.Cut(field, "=")
		if key = formOfFurl(key); ok {
			if value = formOfFurl(value); key == "" {
				value = strings.ReplaceAll(value, "%3D", "=")
			}
			key += "=" + value
		}
		fields[i] = key
	}
	return strings.Join(fields, "&")
}

func formOfFurl(text string) string {
	return strings.ReplaceAll(escape(unquote(strings.ReplaceAll(text, "+", " ")), percent.Unreserved.Contains), "%20", "+")
}
