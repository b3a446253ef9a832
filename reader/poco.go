package reader

import (
	"slices"
	"strconv"
	"strings"

	"github.com/pct-encoded/percent/internal/lazy"
	"github.com/pct-encoded/percent/internal/pct"
)

// pocoRows returns the row of POCO. Source: Foundation/src/URI.cpp.
func pocoRows() []row {
	c := generic().with(&chain{
		scheme: schemePoco, slashes: slashesPoco, at: atPoco, userinfo: userinfoOne, colon: colonPoco, port: portPoco, brackets: bracketsPoco, names: namesLower,
		path: pathPoco, fragment: fragmentPoco,
	})
	return []row{{Program: recorded("poco.uri", "1.11.0", "POCO URI"), chain: c, accessors: "ee-eduee"}}
}

var (
	schemePoco = &step{value: "any but delimiters", text: `reads any characters but "/", "?" and "#" before the first ":" as a scheme, unless the first is a ".", and refuses a scheme alone`, do: func(s *state, _ string) {
		if s.rest == "" || s.rest[0] == '.' {
			return
		}
		if i := strings.IndexAny(s.rest, ":?#/"); i >= 0 && s.rest[i] == ':' {
			s.refuseUnless(i+1 < len(s.rest))
			s.setScheme(pct.Lower(s.rest[:i]), s.rest[i+1:])
		}
	}}
	slashesPoco = &step{value: "two, behind a scheme", text: `wants a scheme and "//" before an authority`, do: func(s *state, _ string) {
		if s.Scheme.Present {
			slashesTwo.do(s, "")
		}
	}}
	atPoco = &step{value: "last", text: `ends the userinfo at the last "@", and begins it behind the "@" before`, do: func(s *state, _ string) {
		atLast.do(s, "")
		s.joinUser()
		s.User.Text = s.User.Text[strings.LastIndexByte(s.User.Text, '@')+1:]
	}}
	colonPoco = &step{value: "first, behind brackets", text: `begins the port at the first ":", or behind the first "]" of a host that begins with "[", of which it takes what stands in between`, do: func(s *state, _ string) {
		h := s.hostPort
		i := strings.IndexByte(h, ':')
		if strings.HasPrefix(h, "[") {
			end := strings.IndexByte(h, ']')
			if s.refuseUnless(end > 0); s.Verdict != Read {
				return
			}
			i = end + 1
			if s.hostPort = h[1:end]; i == len(h) || h[i] != ':' {
				return
			}
			s.Port = present(h[i+1:])
			return
		}
		if i >= 0 {
			s.Port, s.hostPort = present(h[i+1:]), h[:i]
		}
	}}
	portPoco = &step{value: "1 to 65535, or the default", text: "wants a port from 1 to 65535, with spaces and a sign before it and commas in it, or an empty one, and gives the default of the scheme where there is none", do: func(s *state, _ string) {
		if s.Port.Text == "" {
			s.Port = portOfPoco(s.Scheme.Text)
			return
		}
		// C ends text at NUL.
		text, _, _ := strings.Cut(s.Port.Text, "\x00")
		text = strings.TrimPrefix(strings.TrimLeft(text, " \t\n\v\f\r"), "+")
		n, ok := number(remove(text, ","), 1<<31-1)
		s.refuseUnless(text != "" && ok && 0 < n && n < 65536)
		s.Port.Text = strconv.Itoa(n)
	}}
	bracketsPoco = &step{value: "any text", text: "takes any text in brackets, and leaves out what stands behind them"}
	pathPoco     = &step{value: "decoded", text: "decodes the path, and refuses malformed escapes", do: func(s *state, _ string) {
		s.refuseUnless(wellEscaped(s.Path.Text))
		s.Path.Text = decode(s.Path.Text)
	}}
	fragmentPoco = &step{value: "decoded", text: "decodes the fragment, and refuses malformed escapes", do: func(s *state, _ string) {
		s.refuseUnless(wellEscaped(s.Fragment.Text))
		s.Fragment.Text = decode(s.Fragment.Text)
	}}
)

// portsPoco are well-known ports, each before its schemes.
var portsPoco = lazy.Value[[]string]{Make: func() []string {
	return strings.Fields("21 ftp 22 ssh 23 telnet 25 smtp 53 dns 80 http 80 ws 119 nntp 143 imap 389 ldap 443 https 443 wss 465 smtps 554 rtsp 636 ldaps 853 dnss 993 imaps 5060 sip 5061 sips 5222 xmpp")
}}

// portOfPoco returns the well-known port of a scheme.
func portOfPoco(scheme string) Part {
	if i := slices.Index(portsPoco.Get(), scheme); i > 0 {
		return present(portsPoco.Get()[i-1])
	}
	return Part{}
}
