package dsn

import (
	"net/netip"
	"net/url"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/pct-encoded/percent/form"
	"github.com/pct-encoded/percent/internal/lazy"
	"github.com/pct-encoded/percent/internal/pct"
	"github.com/pct-encoded/percent/reader"
)

// cutAny is strings.Cut at the first of some delimiters, which stays with the rest.
//
//go:noinline
func cutAny(s, delimiters string) (before, rest string) {
	if i := strings.IndexAny(s, delimiters); i >= 0 {
		return s[:i], s[i:]
	}
	return s, ""
}

// cutLast is strings.Cut at the last separator.
//
//go:noinline
func cutLast(s, separator string) (before, after string, found bool) {
	if i := strings.LastIndex(s, separator); i >= 0 {
		return s[:i], s[i+len(separator):], true
	}
	return s, "", false
}

// isDigits reports whether s is digits, and at least one.
//
//go:noinline
func isDigits(s string) bool {
	return s != "" && strings.Trim(s, "0123456789") == ""
}

// libpq takes a URI apart as conninfo_uri_parse_options of libpq does: "@" counts before the
// first slash, hosts and ports are lists that are decoded afterwards. decode decodes a part,
// known refuses a parameter, and others are what is done with a URI of another scheme.
type libpq struct {
	decode func(*state, string) string
	known  func(*state, string)
	others step
}

func (l libpq) split(s *state) {
	rest, ok := afterPrefix(s.uri, "postgresql://")
	if !ok {
		rest, ok = afterPrefix(s.uri, "postgres://")
	}
	if !ok {
		l.others(s)
		return
	}
	if firstIndex(s.uri, 0) >= 0 {
		s.refuse("")
		return
	}
	some := func(text string) reader.Part {
		if text == "" {
			return reader.Part{}
		}
		return present(l.decode(s, text))
	}
	if before, after := cutAny(rest, "@/"); beginsWith(after, "@") {
		user, password, _ := cutText(before, ":")
		s.User, s.Password, rest = some(user), some(password), after[1:]
	}
	var hosts, ports []string
	for {
		var name, port string
		if beginsWith(rest, "[") {
			name, rest, ok = cutText(rest[1:], "]")
			switch {
			case !ok:
				s.refuse(`end of string reached when looking for matching`)
			case name == "":
				s.refuse("IPv6 host address may not be empty in URI")
			case rest != "" && firstIndex(":/?,", rest[0]) < 0:
				s.refuse("unexpected character")
			}
		} else {
			name, rest = cutAny(rest, ":/?,")
		}
		if beginsWith(rest, ":") {
			port, rest = cutAny(rest[1:], "/?,")
		}
		hosts, ports = append(hosts, name), append(ports, port)
		if !beginsWith(rest, ",") || s.Verdict != reader.Read {
			break
		}
		rest = rest[1:]
	}
	s.Host, s.Port = some(joinCommas(hosts)), some(joinCommas(ports))
	s.path, s.query, s.hasQuery = cutText(rest, "?")
	s.Database = some(withoutPrefix(s.path, "/"))
	for s.query != "" && s.Verdict == reader.Read {
		var pair string
		pair, s.query, _ = cutText(s.query, "&")
		name, value, ok := cutText(pair, "=")
		switch {
		case !ok:
			s.refuse("missing key/value separator")
		case holds(value, "="):
			s.refuse("extra key/value separator")
		}
		name, value = l.decode(s, name), l.decode(s, value)
		if name == "ssl" && value == "true" {
			name, value = "sslmode", "require"
		}
		l.known(s, name)
		s.set(name, value)
	}
}

// keywordSplitter takes apart the keywords and values of libpq. space reports what separates, and
// missing is what the driver says if there is no "=". strict refuses a backslash at the end.
type keywordSplitter struct {
	space   func(rune) bool
	missing string
	strict  bool
}

func (k keywordSplitter) split(s *state) {
	rest := s.uri
	blank := func() bool {
		c, _ := utf8.DecodeRuneInString(rest)
		return rest != "" && k.space(c)
	}
	next := func() (character string) {
		_, n := utf8.DecodeRuneInString(rest)
		character, rest = rest[:n], rest[n:]
		return character
	}
	skip := func() {
		for blank() {
			next()
		}
	}
	for {
		if skip(); rest == "" {
			return
		}
		name := rest
		for rest != "" && rest[0] != '=' && !blank() {
			next()
		}
		name = name[:len(name)-len(rest)]
		if skip(); !beginsWith(rest, "=") {
			s.refuse(k.missing)
			return
		}
		rest = rest[1:]
		skip()
		var value []byte
		quoted := beginsWith(rest, "'")
		if quoted {
			rest = rest[1:]
		}
		for {
			if rest == "" {
				if quoted {
					s.refuse("unterminated quoted string")
					return
				}
				break
			}
			end := !quoted && blank()
			c := next()
			if end || quoted && c == "'" {
				break
			}
			if c == `\` {
				if c = next(); c == "" && k.strict {
					s.refuse("missing character after backslash")
				}
			}
			value = append(value, c...)
		}
		s.set(name, string(value))
	}
}

func isSpaceC(c rune) bool { return c == ' ' || '\t' <= c && c <= '\r' }

// splitGo takes a URI apart as package net/url does, and goes on with the rest.
//
//go:noinline
func splitGo(then func(*state, *url.URL)) step {
	return func(s *state) {
		u, err := url.Parse(s.uri)
		if err != nil {
			s.refuseGo(err)
			return
		}
		s.scheme, s.hostPort, s.path, s.query = u.Scheme, u.Host, u.Path, u.RawQuery
		if u.User != nil {
			put(&s.User, u.User.Username())
			s.Password.Text, s.Password.Present = u.User.Password()
		}
		then(s, u)
	}
}

// refuseGo is refuse with the error of package net/url.
func (s *state) refuseGo(err error) {
	if e, ok := err.(*url.Error); ok {
		err = e.Err
	}
	s.refuseQuoting(err)
}

// parametersGo sets the options to those of url.Values, the first of a name, without those
// that are malformed.
func parametersGo(s *state) {
	values, _ := url.ParseQuery(s.query)
	for name, list := range values {
		s.set(name, list[0])
	}
}

// The parsers of Node.js that drivers call.
var (
	nodeURL    = lookedUp("node.url@20.20.2")
	npmURL     = lookedUp("npm.whatwg-url@17.3.0")
	nodeLegacy = lookedUp("node.legacy@20.20.2")
	urlParse   = lookedUp("npm.url-parse@1.5.10")
)

//go:noinline
func lookedUp(name string) *lazy.Value[reader.Reader] {
	return &lazy.Value[reader.Reader]{Make: func() reader.Reader {
		r, err := reader.Lookup(name)
		if err != nil {
			panic(err)
		}
		return r
	}}
}

// splitNode takes a URI apart as new URL of Node.js does. The parts are escaped as it returns
// them, and hosts are in brackets.
//
//go:noinline
func splitNode(s *state) { s.node(s.uri) }

//go:noinline
func (s *state) node(uri string) { s.web(nodeURL, uri) }

func (s *state) web(parser *lazy.Value[reader.Reader], uri string) {
	s.read(parser.Get().Read(uri), "Invalid URL")
	s.User, s.Password = present(s.User.Text), present(s.Password.Text)
}

// read takes a reading over.
func (s *state) read(r reader.Reading, message string) {
	switch r.Verdict {
	case reader.Unknown:
		s.unknown()
	case reader.Refused:
		s.refuse(message)
	}
	s.scheme, s.hostPort, s.path = r.Scheme.Text, r.Host.Text, r.Path.Text
	s.query, s.hasQuery, s.fragment = r.Query.Text, r.Query.Present, r.Fragment.Text
	s.User, s.Password, s.Port = r.User, r.Password, r.Port
	put(&s.Host, withoutSuffix(withoutPrefix(r.Host.Text, "["), "]"))
}

// parametersWeb sets the options to those of URLSearchParams, the last of a name.
func parametersWeb(s *state) {
	pairs, err := form.Parse(s.query)
	if err != nil {
		s.unknown()
	}
	for _, p := range pairs {
		s.set(p.Name, p.Value)
	}
}

// splitPython takes a URI apart as urlsplit of Python 3.11 does: authority is its netloc, and
// the user and the password are as written, the host in lower case and the port a number.
func splitPython(s *state) {
	rest := strings.Map(func(c rune) rune {
		if c == '\t' || c == '\n' || c == '\r' {
			return -1
		}
		return c
	}, strings.TrimLeft(s.uri, c0AndSpace))
	if i := firstIndex(rest, ':'); i > 0 && isScheme(rest[:i]) {
		s.scheme, rest = pct.Lower(rest[:i]), rest[i+1:]
	}
	if beginsWith(rest, "//") {
		s.hasAuthority = true
		s.authority, rest = cutAny(rest[2:], "/?#")
		if holds(s.authority, "[") != holds(s.authority, "]") {
			s.refuse("Invalid IPv6 URL")
		} else if holds(s.authority, "[") {
			s.bracketsPython()
		}
		if expandsPython(s.authority) {
			s.refuse("netloc")
		}
	}
	rest, s.fragment, _ = cutText(rest, "#")
	s.path, s.query, s.hasQuery = cutText(rest, "?")
	info, hostPort, ok := cutLast(s.authority, "@")
	if !ok {
		info, hostPort = "", s.authority
	} else {
		s.User.Present = true
	}
	s.User.Text, s.Password.Text, s.Password.Present = cutText(info, ":")
	s.hostPort = hostPort
	name, bracketed := "", ""
	if before, in, ok := cutText(hostPort, "["); ok {
		_ = before
		name, bracketed, _ = cutText(in, "]")
		_, s.Port.Text, _ = cutText(bracketed, ":")
	} else {
		name, s.Port.Text, _ = cutText(hostPort, ":")
	}
	zone := ""
	if i := firstIndex(name, '%'); i >= 0 {
		name, zone = name[:i], name[i:]
	}
	if pct.InvalidUTF8(name) < 0 && !pct.ASCII(name) && strings.ToLower(name) != name {
		s.unknown()
	}
	s.Host = reader.Part{Text: pct.Lower(name) + zone, Present: name+zone != ""}
	s.Port.Present = s.Port.Text != ""
}

// bracketsPython is _check_bracketed_netloc.
func (s *state) bracketsPython() {
	in := s.authority[lastIndex(s.authority, '@')+1:]
	before, rest, ok := cutText(in, "[")
	if ok {
		name, after, _ := cutText(rest, "]")
		if in = name; before != "" || after != "" && after[0] != ':' {
			s.refuse("Invalid IPv6 URL")
			return
		}
	} else {
		in, _, _ = cutText(in, ":")
	}
	if version, rest, ok := cutText(in, "."); beginsWith(in, "v") {
		if !ok || len(version) < 2 || strings.Trim(pct.Lower(version[1:]), "0123456789abcdef") != "" || rest == "" || holds(rest, "\n") {
			s.refuse("IPvFuture address is invalid")
		}
		return
	}
	addr, err := netip.ParseAddr(in)
	switch {
	case err != nil || holds(addr.Zone(), "%"):
		s.refuse("does not appear to be an IPv4 or IPv6 address")
	case addr.Is4():
		s.refuse("An IPv4 address cannot be in brackets")
	}
}

// portPython reads the port as urlsplit's result does.
func portPython(s *state) {
	if !s.Port.Present {
		return
	}
	if !isDigits(s.Port.Text) {
		s.refuse("Port could not be cast to integer value as")
		return
	}
	s.Port.Text = trimZeros(s.Port.Text)
	if len(s.Port.Text) > 5 || len(s.Port.Text) == 5 && s.Port.Text > "65535" {
		s.refuse("Port out of range 0-65535")
	}
}

//go:noinline
func trimZeros(n string) string {
	for len(n) > 1 && n[0] == '0' {
		n = n[1:]
	}
	return n
}

func isScheme(s string) bool {
	for i := range len(s) {
		c := s[i] | 0x20
		if !('a' <= c && c <= 'z' || i > 0 && ('0' <= s[i] && s[i] <= '9' || firstIndex("+-.", s[i]) >= 0)) {
			return false
		}
	}
	return s != ""
}

// expandsPython is _checknetloc.
func expandsPython(authority string) bool {
	if pct.ASCII(authority) {
		return false
	}
	n := strings.Map(func(c rune) rune {
		if strings.ContainsRune("@:#?", c) {
			return -1
		}
		return c
	}, authority)
	m := norm.NFKC.String(n)
	return m != n && holdsAny(m, "/?#@:")
}

// parametersPython sets the options to those of parse_qs, without empty ones unless blank is
// set, the first or the last of a name. strict refuses what has no "=".
type parametersPython struct{ blank, first, strict bool }

func (p parametersPython) do(s *state) {
	if s.query == "" {
		return
	}
	for _, pair := range splitText(s.query, "&") {
		name, value, ok := cutText(pair, "=")
		if !ok && p.strict {
			s.refuse("bad query field")
			return
		}
		if pair == "" || value == "" && !p.blank {
			continue
		}
		name, value = s.decode(name, formDecoder), s.decode(value, formDecoder)
		if p.first {
			s.setFirst(name, value)
		} else {
			s.set(name, value)
		}
	}
}

// oneOf reports whether s is one of the words of a list, which single spaces separate; one at
// its end stands for the empty word.
func oneOf(s, list string) bool {
	for list != "" || s == "" {
		word, rest, more := cutText(list, " ")
		if word == s {
			return true
		}
		if !more {
			break
		}
		list = rest
	}
	return false
}
