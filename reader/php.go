package reader

import (
	"strconv"
	"strings"

	"github.com/pct-encoded/percent/internal/pct"
	"github.com/pct-encoded/percent/uri"
)

// phpRows returns the rows of PHP. Source: ext/standard/url.c, php_url_parse_ex2.
func phpRows() []row {
	c := generic().with(&chain{
		scheme: schemePHP, slashes: slashesPHP, userinfo: userinfoPHP, colon: colonPHP, port: portPHP, host: hostPHP,
		path: pathPHP,
	})
	return []row{
		{Program: recorded("php.parse_url", "8.2.36, 8.5.10", "PHP parse_url"), chain: c, accessors: "========"},
	}
}

var (
	schemePHP = &step{value: "scheme characters, not before a port", text: "reads letters, digits, +, - and . in any order as a scheme, unless digits and a slash or the end follow", do: func(s *state, _ string) {
		url := s.rest
		e := strings.IndexByte(url, ':')
		switch {
		case e < 0:
			s.openIfSlashes()
		case e == 0:
			s.portPHP(e)
		case !all(url[:e], isSchemeRest):
			if q := strings.IndexAny(url, "?#"); e+1 < len(url) && (q < 0 || e < q) {
				s.portPHP(e)
			} else {
				s.openIfSlashes()
			}
		case e+1 == len(url):
			s.setScheme(url[:e], "")
			s.noPath = true
		case url[e+1] != '/':
			p := e + 1
			for p < len(url) && isDigit(url[p]) {
				p++
			}
			if (p == len(url) || url[p] == '/') && p-e < 7 {
				s.portPHP(e)
			} else {
				s.setScheme(url[:e], url[e+1:])
			}
		case e+2 < len(url) && url[e+2] == '/':
			s.setScheme(url[:e], url[e+3:])
			if s.rest == "" || s.rest[0] != '/' || pct.Lower(s.Scheme.Text) != "file" {
				s.hasAuthority = true
			} else if len(s.rest) > 2 && s.rest[2] == ':' {
				s.rest = s.rest[1:]
			}
		default:
			s.setScheme(url[:e], url[e+1:])
		}
	}}
	slashesPHP = &step{value: "two, or a port", text: `wants "//" before an authority, or digits that can be a port behind its first ":"`}

	userinfoPHP = &step{value: "controls as _", text: "splits the userinfo at its first colon, and writes controls as _", do: func(s *state, _ string) {
		s.User.Text, s.Password.Text = underscored(s.User.Text), underscored(s.Password.Text)
	}}
	colonPHP = &step{value: "last, not before a bracket at the end", text: `begins the port at the last ":", unless the host is all in brackets`, do: func(s *state, _ string) {
		h := s.hostPort
		i := strings.LastIndexByte(h, ':')
		if i < 0 || h[0] == '[' && h[len(h)-1] == ']' {
			return
		}
		s.hostPort = h[:i]
		if s.early == 0 {
			s.Port = present(h[i+1:])
		}
	}}
	portPHP = &step{value: "five octets that begin with digits", text: "wants a port of at most five octets, of which it reads the digits at the beginning, behind spaces and a sign", do: func(s *state, _ string) {
		if !s.hasAuthority {
			return
		}
		s.refuseUnless(len(s.Port.Text) <= 5)
		if s.Port.Text == "" {
			s.Port = Part{}
			if s.hasEarly {
				s.Port = present(strconv.Itoa(s.early))
			}
		} else {
			n, ok := strtol(s.Port.Text)
			s.refuseUnless(ok && 0 <= n && n <= 65535)
			s.Port.Text = strconv.Itoa(n)
		}
		// Port 0 of a relative reference is ignored if another port follows.
		s.refuseUnless(s.hostPort != "")
	}}
	hostPHP = &step{value: "controls as _", text: "takes any octets in a host, and writes controls as _", do: func(s *state, _ string) {
		s.Host.Text = underscored(s.Host.Text)
	}}
	pathPHP = &step{value: "controls as _", text: "gives path, query and fragment as they are, with controls as _", do: func(s *state, _ string) {
		for _, p := range []*Part{&s.Path, &s.Query, &s.Fragment} {
			p.Text = underscored(p.Text)
		}
		if s.noPath || s.Path.Text == "" && (s.hasAuthority || s.Query.Present || s.Fragment.Present) {
			s.Path = Part{}
		}
	}}
)

// The wrappers and transports of PHP's streams. Sources: main/streams/streams.c,
// php_stream_locate_url_wrapper, and main/streams/xp_socket.c, parse_ip_address.
var (
	inputStreams = &step{value: `"http://", "https://" or "ftp://", without NUL`, text: `takes only text that begins with "http://", "https://", "ftp://" or "ftps://" and has no NUL`, do: func(s *state, _ string) {
		name, _, ok := strings.Cut(s.rest, "://")
		switch pct.Lower(name) {
		case "http", "https", "ftp", "ftps":
			s.refuseUnless(ok && !strings.Contains(s.rest, "\x00"))
		default:
			s.refuse()
		}
	}}
	connectsStreams = &step{value: "a connection, to what stands before the first colon", text: `connects by http, https and ftp to addresses, and to names that the Domain Name System has, joins host and port and ends the host at the first ":" of both, takes port 0 as that of the scheme, and wants a path in ftp`, do: func(s *state, _ string) {
		port, scheme := s.Port.Text, strings.Replace(pct.Lower(s.Scheme.Text), "ftps", "ftp", 1)
		s.refuseUnless(scheme != "ftp" || s.Path.Present)
		if n, _ := strtol(port); n == 0 {
			port = uri.DefaultPort(scheme)
		}
		both := s.Host.Text + ":" + port
		end := strings.IndexByte(both, ':')
		if both[0] == '[' {
			end = strings.IndexByte(both, ']') + 1
			s.refuseUnless(end > 0 && both[end] == ':')
		}
		n, _ := strtol(both[end+1:])
		port, s.Host.Text = strconv.Itoa(n&0xFFFF), both[:end]
		s.Port = present(port)
		connectBy(&s.Reading, reachedC)
	}}
)

// connectsStreams84 compares one letter of the scheme.
var connectsStreams84 = &step{value: connectsStreams.value + ", without TLS by httpS", text: connectsStreams.text + `, and speaks HTTP without TLS where the "S" of https is a capital`, do: func(s *state, _ string) {
	if name := s.Scheme.Text; pct.Lower(name) == "https" && name[4] == 'S' {
		s.Scheme.Text = "http"
	}
	connectsStreams.do(s, "")
}}

func (s *state) setScheme(scheme, rest string) {
	s.Scheme, s.rest = present(scheme), rest
	s.special = isSpecial(pct.Lower(scheme))
}

// openIfSlashes begins an authority behind "//".
func (s *state) openIfSlashes() {
	if strings.HasPrefix(s.rest, "//") {
		s.hasAuthority, s.rest = true, s.rest[2:]
	}
}

// portPHP is what php_url_parse_ex2 does at parse_port, where the ":" is at e.
func (s *state) portPHP(e int) {
	p := e + 1
	for p < len(s.rest) && p-e-1 < 6 && isDigit(s.rest[p]) {
		p++
	}
	digits := s.rest[e+1 : p]
	switch {
	case 0 < len(digits) && len(digits) < 6 && (p == len(s.rest) || s.rest[p] == '/'):
		n, ok := number(digits, 65535)
		if !ok {
			s.refuse()
			return
		}
		s.early, s.hasEarly = n, true
		s.hasAuthority = true
		s.rest = strings.TrimPrefix(s.rest, "//")
	case digits == "" && p == len(s.rest):
		s.refuse()
	default:
		s.openIfSlashes()
	}
}

// underscored returns s with "_" for each control.
func underscored(s string) string {
	if all(s, func(c byte) bool { return c >= ' ' && c != 0x7F }) {
		return s
	}
	b := []byte(s)
	for i, c := range b {
		if c < ' ' || c == 0x7F {
			b[i] = '_'
		}
	}
	return string(b)
}

// strtol is strtol of C in base 10, for texts of a few octets; ok is false if there is no
// number.
func strtol(s string) (n int, ok bool) {
	s = strings.TrimLeft(s, " \t\n\v\f\r")
	negative := strings.HasPrefix(s, "-")
	if negative || strings.HasPrefix(s, "+") {
		s = s[1:]
	}
	i := 0
	for ; i < len(s) && isDigit(s[i]); i++ {
		n = n*10 + int(s[i]-'0')
	}
	if negative {
		n = -n
	}
	return n, i > 0
}
