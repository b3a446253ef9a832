package reader

import (
	"strconv"
	"strings"
)

// hyperlinkRows returns the row of Python's hyperlink. Source: hyperlink/_url.py.
func hyperlinkRows() []row {
	c := generic().with(&chain{
		input: textInput, scheme: schemeHyperlink, at: atFirst, userinfo: userinfoOne, colon: colonHyperlink, port: portHyperlink,
		host: hostHyperlink, path: pathHyperlink, fragment: fragmentHyperlink,
	})
	return []row{{Program: recorded("hyperlink.url", "21.0.0", "Python hyperlink.URL.from_text"), chain: c, accessors: "ee-edeee"}}
}

// portsHyperlink are the default ports of schemes.
const portsHyperlink = " acap:674 afp:548 dict:2628 dns:53 ftp:21 git:9418 gopher:70 http:80 https:443 imap:143 ipp:631 ipps:631 irc:194 ircs:6697 ldap:389 ldaps:636 mms:1755 msrp:2855 mtqp:1038 nfs:111 nntp:119 nntps:563 pop:110 prospero:1525 redis:6379 rsync:873 rtsp:554 rtsps:322 rtspu:5005 sftp:22 smb:445 snmp:161 ssh:22 svn:3690 telnet:23 ventrilo:3784 vnc:5900 wais:210 ws:80 wss:443 "

var (
	schemeHyperlink = &step{value: "scheme characters and commas", text: `refuses what stands before a ":" unless it is of letters, digits, +, -, . and ",", and leaves its case`, do: func(s *state, _ string) {
		if i := strings.IndexAny(s.rest, ":/?#"); i > 0 && s.rest[i] == ':' {
			s.setScheme(s.rest[:i], s.rest[i+1:])
			s.refuseUnless(all(strings.TrimSuffix(s.Scheme.Text, "\n"), func(c byte) bool { return isSchemeRest(c) || c == ',' }))
		}
	}}
	colonHyperlink = &step{value: "first, behind brackets", text: `begins the port at the first ":", or behind the "]" of a host that begins with "[", and refuses brackets elsewhere`, do: func(s *state, _ string) {
		h := s.hostPort
		if strings.HasPrefix(h, "[") {
			in, after, ok := strings.Cut(h[1:], "]")
			s.refuseUnless(ok && !strings.Contains(in, "[") && (after == "" || after == "\n" || after[0] == ':'))
			s.literal, s.hostPort = true, in
			if strings.HasPrefix(after, ":") {
				s.Port = present(after[1:])
			}
			return
		}
		s.hostPort, s.Port.Text, s.Port.Present = strings.Cut(h, ":")
		s.refuseUnless(!strings.ContainsAny(s.hostPort, "[]"))
	}}
	portHyperlink = &step{value: "an integer, with the default", text: "wants a port that int() reads, with signs, underscores, spaces and the digits of any script, and gives the default of the scheme where there is none", do: func(s *state, _ string) {
		if !s.Port.Present {
			if _, rest, ok := strings.Cut(portsHyperlink, " "+s.Scheme.Text+":"); ok {
				port, _, _ := strings.Cut(rest, " ")
				s.Port = present(port)
			}
			return
		}
		s.refuseUnless(!strings.Contains(strings.TrimSuffix(s.Port.Text, "\n"), "\n"))
		n, ok := intTextPython(s.Port.Text)
		s.refuseUnless(ok)
		s.Port.Text = n
	}}
	hostHyperlink = &step{value: `no "@", an IPv6 address where a colon is`, text: `refuses "@" and NUL in a host, and a ":" in a host that is no IPv6 address`, do: func(s *state, _ string) {
		h := s.Host.Text
		s.refuseUnless(!strings.ContainsAny(h, "@\x00") && (!strings.Contains(h, ":") || isIPv6(h)))
	}}
	pathHyperlink = &step{value: "as it is, rooted", text: `gives the path as it is, or "/" behind an authority without one`, do: func(s *state, _ string) {
		if s.Path.Text == "" && s.authority != "" {
			s.Path.Text = "/"
		}
		if n, err := strconv.Atoi(s.Port.Text); s.Path.Text != "" && s.Path.Text[0] != '/' && (s.Host.Text != "" || err == nil && n != 0 && s.hasAuthority) {
			s.Path.Text = "/" + s.Path.Text
		}
	}}
	fragmentHyperlink = &step{value: "in one line", text: "refuses a line end in a fragment, but at its end", do: func(s *state, _ string) {
		s.Fragment.Text = strings.TrimSuffix(s.Fragment.Text, "\n")
		s.refuseUnless(!strings.Contains(s.Fragment.Text, "\n"))
	}}
)
