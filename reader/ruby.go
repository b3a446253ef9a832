package reader

import (
	"regexp"
	"strings"

	"github.com/pct-encoded/percent/internal/lazy"
	"github.com/pct-encoded/percent/internal/pct"
	"github.com/pct-encoded/percent/uri"
)

// rubyRows returns the row of Ruby's URI. Source: lib/uri/rfc3986_parser.rb, generic.rb and
// those of the schemes.
func rubyRows(strict *chain) []row {
	c := strict.with(&chain{octets: octetsRuby, scheme: schemeRFC, port: portRuby})
	of := func(version string, exact func(url string, r *Reading)) row {
		return row{Program: recorded("ruby.uri", version, "Ruby URI.parse"), chain: c, exact: exact, accessors: "====d==="}
	}
	return []row{of("3.1.7", readRuby), of("3.3.8", readRuby33)}
}

var (
	octetsRuby = &step{value: "RFC 3986, any ASCII in queries", text: "refuses octets that no URI has, and malformed escapes, but for ASCII in queries", do: func(s *state, _ string) {
		before, _, _ := strings.Cut(s.rest, "?")
		s.refuseUnless(all(s.rest, func(c byte) bool { return c < 0x80 }) && wellEscaped(before))
	}}
	portRuby = &step{value: "digits, with the default", text: "wants a port of digits, or an empty one, and gives the default of the scheme where there is none", do: func(s *state, _ string) {
		portDigits.do(s, "")
		if s.Port.Text == "" {
			s.Port = portOfRuby(s.Scheme.Text)
		}
	}}
)

var (
	// connectsRuby: without a host a socket connects to the local machine.
	connectsRuby = &step{value: "a connection, whatever the scheme", text: "connects to addresses, and to names that the Domain Name System has, whatever the scheme is, and to the machine where there is no host", do: func(s *state, _ string) {
		silent := s.Host.Text == ""
		if !s.Host.Present {
			s.Host = present("::1")
		} else if silent {
			s.Host.Text = "127.0.0.1"
		}
		other := s.Scheme.Text != "" && s.Scheme.Text != "http" && s.Scheme.Text != "https"
		if s.connectRuby(); silent || other {
			s.Path, s.Query = Part{}, Part{} // it requests nothing
		}
	}}
	connectsHTTParty = &step{value: "a connection, http, https or no scheme", text: "connects by http and https, and without a scheme by http, to addresses, and to names that the Domain Name System has, by TLS on port 443, and to the machine where there is no host", do: func(s *state, _ string) {
		s.refuseUnless(s.Scheme.Text == "http" || s.Scheme.Text == "https" || !s.Scheme.Present)
		s.refuseUnless(s.Scheme.Present && (s.Path.Text == "" || s.Path.Text[0] == '/') || !s.Scheme.Present && !s.Host.Present)
		if s.Host.Present && s.Host.Text == "" {
			s.Host.Text = "127.0.0.1"
		}
		if connectsRuby.do(s, ""); s.Port.Text == "443" {
			s.Scheme = present("https")
		} else if s.Scheme.Text == "" {
			s.Scheme = present("http")
		}
	}}
	connectsRestClient = &step{value: "a connection, a host", text: "connects by http and https to addresses, and to names that the Domain Name System has", do: func(s *state, _ string) {
		s.refuseUnless(s.Host.Text != "" && (s.Scheme.Text == "http" || s.Scheme.Text == "https"))
		s.connectRuby()
	}}
	schemeRestClient = &step{value: "RFC 3986 before ://, or http", text: `takes http for a URL that does not begin with a scheme and "://", and then reads a letter and then letters, digits, +, - and . as a scheme`, do: func(s *state, _ string) {
		s.rest = withSchemeRestClient(s.rest)
		schemeRFC.do(s, "")
	}}
	connectsOpenURI = &step{value: "a connection, no userinfo", text: "connects by http and https, and by ftp for a file whose name has no line ends and whose type, if there is one, is a, i or d, to addresses, and to names that the Domain Name System has, and refuses a userinfo in http and https", do: func(s *state, _ string) {
		ftp := s.Scheme.Text == "ftp" && s.Path.Text != "" && !strings.ContainsAny(decode(s.Path.Text), "\r\n")
		s.refuseUnless(ftp || !s.User.Present && (s.Scheme.Text == "http" || s.Scheme.Text == "https"))
		if s.Host.Present && s.Host.Text == "" {
			s.Host.Text = "127.0.0.1"
		}
		s.refuseUnless(s.Host.Present)
		s.connectRuby()
	}}
)

// hasTypeOpenURI reports whether open-uri refuses an ftp URL for its file type, which
// follows the first ";type=" of its path.
func hasTypeOpenURI(url string) bool {
	url, _, _ = strings.Cut(url, "#")
	url, _, _ = strings.Cut(url, "?")
	const start = "ftp://"
	if len(url) < len(start) || !strings.EqualFold(url[:len(start)], start) {
		return false
	}
	_, path, _ := strings.Cut(url[len(start):], "/")
	_, kind, ok := strings.Cut(path, ";type=")
	return ok && kind != "a" && kind != "i" && kind != "d"
}

// withSchemeRestClient is normalize_url.
func withSchemeRestClient(url string) string {
	if i := schemeEnd(url); i > 0 && strings.HasPrefix(url[i:], "://") {
		return url
	}
	return "http://" + url
}

// connectRuby connects to a host, and requests nothing if the scheme is not http.
func (s *state) connectRuby() {
	if s.Port.Text == "" {
		s.Port = present("80")
	}
	if !strings.HasPrefix(s.Path.Text, "/") {
		s.Path.Text = "/" + s.Path.Text
	}
	var ok bool
	s.Port.Text, ok = portC(s.Port.Text)
	s.refuseUnless(ok)
	connectBy(&s.Reading, reachedService)
}

// recipientsRuby matches what a mailto URL must have before its "?".
var recipientsRuby = lazy.Value[*regexp.Regexp]{Make: func() *regexp.Regexp {
	return regexp.MustCompile(`^(?:[^@,;]+@[^@,;]+(?:$|[,;]))*$`)
}}

// portOfRuby returns the default port of a scheme that has a class of its own.
func portOfRuby(scheme string) Part {
	switch scheme {
	case "http", "https", "ftp", "ws", "wss":
		return present(uri.DefaultPort(scheme))
	case "ldap":
		return present("389")
	case "ldaps":
		return present("636")
	}
	return Part{}
}

// isMarredRuby reports whether a query has a "%" before two octets that are not
// digits.
func isMarredRuby(query string) bool {
	query = remove(query, tabsAndLines)
	for i := 0; i+2 < len(query); i++ {
		if query[i] == '%' && !pct.IsHex(query[i+1]) && !pct.IsHex(query[i+2]) {
			return true
		}
	}
	return false
}

// readRuby reads a URL as URI.parse does.
func readRuby(url string, r *Reading) {
	r.Verdict = Refused
	if !all(url, func(c byte) bool { return c < 0x80 }) {
		return
	}
	before, fragment, fragmented := strings.Cut(url, "#")
	before, query, queried := strings.Cut(before, "?")
	text := before
	if fragmented {
		text += "#" + fragment
	}
	u, err := uri.Parse(text)
	if err != nil || isMarredRuby(query) && (u.Scheme() == "" || u.Host().Present || strings.HasPrefix(u.Path().Raw, "/") || u.Path().Raw == "") || strings.HasPrefix(u.Host().Raw, "[V") {
		return
	}
	scheme := pct.Lower(u.Scheme())
	*r = Reading{
		Verdict: Read, Scheme: Part{scheme, u.IsAbsolute()}, Host: part(u, uri.Host), Path: part(u, uri.Path),
		Query: Part{query, queried}, Fragment: part(u, uri.Fragment),
	}
	r.Port = part(u, uri.Port)
	r.Scheme.Present = scheme != ""
	if userinfo := part(u, uri.Userinfo); userinfo.Text != "" {
		r.User.Present = true
		r.User.Text, r.Password.Text, r.Password.Present = strings.Cut(userinfo.Text, ":")
	}
	r.Host.Text = unbracketed(r.Host.Text)
	if scheme == "" && r.Host.Text == "" {
		r.Host = Part{}
	}
	if r.Port.Text = trimZeros(r.Port.Text); r.Port.Text == "" {
		r.Port = portOfRuby(scheme)
	}
	opaque := scheme != "" && r.Path.Text != "" && !r.Host.Present && r.Path.Text[0] != '/'
	r.Query.Text = escape(remove(query, tabsAndLines), func(c byte) bool {
		return '!' <= c && c <= '~' && strings.IndexByte("\"#'<>`", c) < 0
	})
	if opaque && queried {
		r.Path.Text += "?" + query
		r.Query = Part{}
	}
	switch scheme {
	case "file":
		r.User, r.Password, r.Port = Part{}, Part{}, Part{}
		r.Host.Present = true
		if r.Host.Text == "localhost" {
			r.Host.Text = ""
		}
	case "ftp":
		if opaque {
			r.Verdict = Refused
		}
		r.Path.Text, _, _ = strings.Cut(r.Path.Text, ";type=")
		r.Path.Text = strings.TrimPrefix(r.Path.Text, "/")
		if rest, ok := strings.CutPrefix(r.Path.Text, "%2F"); ok {
			r.Path.Text = "/" + rest
		}
	case "mailto":
		to, _, _ := strings.Cut(r.Path.Text, "?")
		if !opaque && !queried || opaque && !recipientsRuby.Get().MatchString(to) {
			r.Verdict = Refused
		}
		if !opaque {
			r.Path = present("?" + r.Query.Text)
		}
	case "ldap", "ldaps":
		if fragmented || opaque {
			r.Verdict = Refused
		}
	}
}

// readRuby33 reads a URL as URI.parse does since Ruby 3.3: without a scheme, two slashes may begin a
// path, and a host may be empty behind "@".
func readRuby33(url string, r *Reading) {
	readRuby(url, r)
	path := url[:span(url, func(c byte) bool { return c != '?' && c != '#' })]
	if r.Verdict == Refused && strings.HasPrefix(path, "//") && all(path, func(c byte) bool { return isPathOctet(c) || c == '%' }) && wellEscaped(path) {
		readRuby(url[len(path):], r)
		if r.Verdict == Read {
			r.Path = present(path)
		}
	} else if rest, ok := strings.CutPrefix(path, "//"); ok && r.Verdict == Read && !r.Scheme.Present {
		authority, _, _ := strings.Cut(rest, "/")
		r.Host.Present = r.Host.Present || strings.HasSuffix(authority, "@") || strings.Contains(authority, "@:")
	}
}

//go:noinline
func part(u uri.URI, p uri.Part) Part {
	c := u.Get(p)
	return Part{c.Raw, c.Present}
}
