package reader

import (
	"strconv"
	"strings"

	"github.com/pct-encoded/percent/internal/pct"
)

// werkzeugRows returns the rows of Werkzeug and Twisted. Sources: werkzeug/urls.py,
// twisted/web/client.py and twisted/web/http.py.
func werkzeugRows() []row {
	c := generic().with(&chain{
		input: textInput, scheme: schemeWerkzeug, at: atFirst, userinfo: userinfoWerkzeug, colon: colonWerkzeug, port: portWerkzeug,
		brackets: bracketsPythonPaired, names: namesWerkzeug,
	})
	twisted := urlsplitChain().with(&chain{
		trim: trimTwisted, at: atHost, userinfo: userinfoRaw, colon: colonTwisted, port: portTwisted, brackets: bracketsTwisted, names: namesKept, path: pathTwisted,
	})
	return []row{
		{Program: recorded("twisted.uri", "22.4.0", "Python twisted.web.client.URI"), chain: twisted, accessors: "e--edeee"},
		{Program: recorded("werkzeug.url_parse", "2.2.2", "Python werkzeug.urls.url_parse"), chain: c, accessors: "e====eee"},
	}
}

var (
	trimTwisted = &step{value: "white space at the ends, tabs and line ends", text: "takes ASCII only, and removes white space at both ends, and tabs and line ends anywhere", do: func(s *state, _ string) {
		s.refuseUnless(isASCII(s.rest))
		s.rest = strings.Trim(s.rest, " \t\n\v\f\r")
		trimPython.do(s, "")
	}}
	atHost       = &step{value: "none", text: `reads an "@" as part of the host`}
	colonTwisted = &step{value: "last, before an integer", text: `begins the port at the last ":" if int() reads what follows`, do: func(s *state, _ string) {
		h := s.hostPort
		if i := strings.LastIndexByte(h, ':'); i >= 0 {
			if _, ok := intPython(h[i+1:]); ok && isASCII(h[i+1:]) {
				s.Port, s.hostPort = present(h[i+1:]), h[:i]
			}
		}
	}}
	portTwisted = &step{value: "an integer, or the default", text: "reads a port as int() does, with signs, underscores and spaces, and gives 443 for https and 80 for other schemes where there is none", do: func(s *state, _ string) {
		switch {
		case s.Port.Present:
			s.Port.Text, _ = intTextPython(s.Port.Text)
		case s.Scheme.Text == "https":
			s.Port = present("443")
		default:
			s.Port = present("80")
		}
	}}
	bracketsTwisted = &step{value: "IPv6 with a zone, IPvFuture, alone", text: "wants an IPv6 address, which may have a zone, or an IPvFuture in brackets, with nothing but a port beside them, and gives it without them", do: func(s *state, _ string) {
		bracketsPythonWhole.do(s, "")
		s.hostPort = strings.Trim(s.hostPort, "[]")
	}}
	pathTwisted = &step{value: "without a last ;", text: "leaves a ; out of the path that ends the last segment and is the only one in it", do: func(s *state, _ string) {
		const schemes = "  ftp hdl prospero http https shttp rtsp rtspu sip sips mms sftp tel "
		last := s.Path.Text[strings.LastIndexByte(s.Path.Text, '/')+1:]
		if i := strings.IndexByte(last, ';'); i >= 0 && i == len(last)-1 && strings.Contains(schemes, " "+s.Scheme.Text+" ") {
			s.Path.Text = s.Path.Text[:len(s.Path.Text)-1]
		}
	}}
	schemeWerkzeug = &step{value: "scheme characters and commas, not before digits only", text: "reads letters, digits, +, -, . and , in any order as a scheme, unless only digits follow", do: func(s *state, _ string) {
		i := strings.IndexByte(s.rest, ':')
		if i > 0 && all(strings.TrimSuffix(s.rest[:i], "\n"), func(c byte) bool { return isSchemeRest(c) || c == ',' }) {
			if rest := s.rest[i+1:]; rest == "" || !all(rest, isDigit) {
				s.setScheme(pct.Lower(s.rest[:i]), rest)
			}
		}
	}}
	userinfoWerkzeug = &step{value: "as it is, not empty", text: `splits the userinfo at its first ":", and has none where it is empty`, do: func(s *state, _ string) {
		if s.User.Text == "" && !s.Password.Present {
			s.User = Part{}
		}
	}}
	colonWerkzeug = &step{value: "first, behind brackets", text: `begins the port at the first ":", or behind the first "]" of a host that begins with "[", of which it takes what stands in between`, do: func(s *state, _ string) {
		h := s.hostPort
		i := strings.IndexByte(h, ']')
		switch {
		case !strings.HasPrefix(h, "["):
			s.hostPort, s.Port.Text, s.Port.Present = strings.Cut(h, ":")
			s.noHost = h == ""
		case i >= 0:
			s.hostPort = h[1:i]
			if port, ok := strings.CutPrefix(h[i+1:], ":"); ok {
				s.Port = present(port)
			}
		}
	}}
	portWerkzeug = &step{value: "an integer to 65535, or none", text: "reads a port as int() does, with signs, underscores, spaces and the digits of any script, and has none above 65535", do: func(s *state, _ string) {
		n, ok := intPython(s.Port.Text)
		if s.Port = (Part{strconv.Itoa(n), true}); !ok || n < 0 || n > 65535 {
			s.Port = Part{}
		}
	}}
	namesWerkzeug = &step{value: "IDNA 2003, or without other characters", text: "maps names beyond ASCII by IDNA 2003, and leaves characters beyond ASCII out where it does not hold", do: func(s *state, _ string) {
		h := s.Host.Text
		if isASCII(h) {
			return
		}
		labels := strings.Split(h, ".")
		for i, label := range labels {
			if label == "" {
				continue
			}
			name, ok := s.idna2003(label)
			if !ok {
				s.Host.Text = strings.Map(func(c rune) rune {
					if c >= 0x80 {
						return -1
					}
					return c
				}, h)
				return
			}
			labels[i] = name
		}
		s.Host.Text = strings.Join(labels, ".")
	}}
)
