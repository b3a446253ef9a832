package uri

import (
	"strings"

	"github.com/pct-encoded/percent"
)

// With returns u with a part replaced by raw, which must be encoded already and
// match the part's production (RFC 3986 appendix A): other text is refused with a
// *percent.SyntaxError whose Offset counts in raw. A missing part is added with its
// delimiter. Every other byte of u stays as it is, so a change that would make the
// rest mean something else is refused too: a path without '/' after an authority, a
// ':' in the first segment of a relative path. Setting a userinfo, host or port
// where there is no authority adds one. An empty scheme is refused; use Without.
func (u URI) With(p Part, raw string) (URI, error) {
	if err := checkPart(p, raw); err != nil {
		return URI{}, err
	}
	lo, hi, present := u.span(p)
	if present {
		return u.splice(lo, hi, raw, p, lo)
	}
	switch p {
	case Scheme:
		return u.splice(0, 0, raw+":", p, 0)
	case Query:
		return u.splice(u.pathEnd, u.pathEnd, "?"+raw, p, u.pathEnd+1)
	case Fragment:
		return u.splice(len(u.s), len(u.s), "#"+raw, p, len(u.s)+1)
	}
	i := u.hierStart()
	if !u.hasAuthority() {
		before := map[Part]string{Authority: "//", Host: "//", Userinfo: "//", User: "//", Password: "//:", Port: "//:"}
		after := map[Part]string{Userinfo: "@", User: "@", Password: "@"}
		prefix, ok := before[p]
		if !ok {
			return URI{}, syntaxError(InvalidIPv6, "", 0)
		}
		return u.splice(i, i, prefix+raw+after[p], p, i+len(prefix))
	}
	i += 2
	switch p {
	case Userinfo, User:
		return u.splice(i, i, raw+"@", p, i)
	case Password:
		if u.hostStart > i {
			return u.splice(u.hostStart-1, u.hostStart-1, ":"+raw, p, u.hostStart)
		}
		return u.splice(i, i, ":"+raw+"@", p, i+1)
	case Port:
		return u.splice(u.hostEnd, u.hostEnd, ":"+raw, p, u.hostEnd+1)
	}
	// A zone, which only an IPv6 address can have.
	if u.kind != IPv6 {
		return URI{}, syntaxError(InvalidIPv6, u.s[u.hostStart:u.hostEnd], 0)
	}
	return u.splice(u.hostEnd-1, u.hostEnd-1, "%25"+raw, p, u.hostEnd+2)
}

// WithData returns u with a part replaced by data that is not encoded yet: what
// the part cannot hold is percent-encoded, '%' included. In a path '/', in a
// userinfo ':' and in an authority ':', '@' and brackets stay delimiters; use
// WithSegments, and User and Password, for data that holds them. A host is
// encoded as a registered name, unless it is in brackets. Schemes and ports
// cannot be encoded and are refused if they are not legal. The error is that of
// With.
func (u URI) WithData(p Part, data string) (URI, error) {
	switch p {
	case Authority:
		data = authorityEncoding.Encode(data)
	case Userinfo:
		data = percent.Userinfo.Encode(data)
	case User:
		data = userEncoding.Encode(data)
	case Password:
		data = percent.Userinfo.Encode(data)
	case Host:
		if !strings.HasPrefix(data, "[") {
			data = percent.RegName.Encode(data)
		}
	case Zone:
		data = percent.RFC3986.Encode(data)
	case Path:
		data = percent.Path.Encode(data)
	case Query:
		data = percent.Query.Encode(data)
	case Fragment:
		data = percent.Fragment.Encode(data)
	}
	return u.With(p, data)
}

var (
	userEncoding      = percent.New(percent.UserinfoSet.Remove(":"))
	authorityEncoding = percent.New(percent.UserinfoSet.Add("@[]"))
)

// Without returns u without a part and its delimiter. Every other byte stays as it
// is; a change that would make the rest mean something else is refused with a
// *percent.SyntaxError. A path or a host becomes empty.
func (u URI) Without(p Part) (URI, error) {
	lo, hi, present := u.span(p)
	if !present {
		return u, nil
	}
	switch p {
	case Scheme, Userinfo:
		hi++
	case Authority:
		lo -= 2
	case Password, Port, Query, Fragment:
		lo--
	case Zone:
		lo -= 3
	case User:
		if !u.Get(Password).Present {
			hi++
		}
	}
	return u.splice(lo, hi, "", p, lo)
}

// WithScheme is With(Scheme, raw).
func (u URI) WithScheme(raw string) (URI, error) { return u.With(Scheme, raw) }

// WithAuthority is With(Authority, raw).
func (u URI) WithAuthority(raw string) (URI, error) { return u.With(Authority, raw) }

// WithUserinfo is With(Userinfo, raw).
func (u URI) WithUserinfo(raw string) (URI, error) { return u.With(Userinfo, raw) }

// WithHost is With(Host, raw).
func (u URI) WithHost(raw string) (URI, error) { return u.With(Host, raw) }

// WithPort is With(Port, raw).
func (u URI) WithPort(raw string) (URI, error) { return u.With(Port, raw) }

// WithPath is With(Path, raw).
func (u URI) WithPath(raw string) (URI, error) { return u.With(Path, raw) }

// WithQuery is With(Query, raw).
func (u URI) WithQuery(raw string) (URI, error) { return u.With(Query, raw) }

// WithFragment is With(Fragment, raw).
func (u URI) WithFragment(raw string) (URI, error) { return u.With(Fragment, raw) }

// splice replaces u.s[lo:hi] by text. In the result, part p must begin at start
// and all other parts must be what they were.
func (u URI) splice(lo, hi int, text string, p Part, start int) (URI, error) {
	s := u.s[:lo] + text + u.s[hi:]
	v := ParseLenient(s)
	for _, q := range [...]Part{Scheme, Userinfo, Host, Port, Path, Query, Fragment} {
		if q == p || contains(p, q) || contains(q, p) {
			continue
		}
		before, after := u.Get(q), v.Get(q)
		if q == Host && !before.Present && after.Raw == "" {
			continue // an authority came with p
		}
		if before.Raw != after.Raw || before.Present != after.Present {
			return URI{}, u.misplaced(p, s[lo:])
		}
	}
	first, _, _ := strings.Cut(v.Path().Raw, "/")
	switch {
	case v.schemeLen == 0 && !v.hasAuthority() && strings.IndexByte(first, ':') >= 0,
		len(text) > 0 && v.Get(p).Offset != start && p != Path && p != Authority,
		p == Path && (v.pathStart != lo || v.pathEnd != lo+len(text)):
		return URI{}, u.misplaced(p, s[lo:])
	}
	return v, nil
}

// contains reports whether part q lies inside part p.
func contains(p, q Part) bool {
	switch p {
	case Authority:
		return q >= Userinfo && q <= Port
	case Userinfo:
		return q == User || q == Password
	case Host:
		return q == Zone
	}
	return false
}

// misplaced returns the error for a change of p that would move the boundaries
// between components: a path is illegal in its new place. rest is what the result
// holds from the change on.
func (u URI) misplaced(p Part, rest string) error {
	path := u.Path().Raw
	switch {
	case p == Path && u.hasAuthority():
		return syntaxError(InvalidPathAbempty, rest, 0)
	case p == Path:
		return misplacedPath(rest)
	case p == Authority && u.hasAuthority() && strings.HasPrefix(path, "//"):
		return syntaxError(InvalidPathAbsolute, path, 0)
	case p == Scheme, p == Authority && u.hasAuthority():
		return syntaxError(InvalidPathNoscheme, path, 0)
	}
	return syntaxError(InvalidPathAbempty, path, 0)
}

// misplacedPath returns the error for a path that is illegal where it stands.
func misplacedPath(path string) error {
	switch first, _, _ := strings.Cut(path, "/"); {
	case strings.HasPrefix(path, "//"):
		return syntaxError(InvalidPathAbsolute, path, 1)
	case strings.Contains(first, ":"):
		return syntaxError(InvalidPathNoscheme, path, strings.IndexByte(path, ':'))
	}
	return syntaxError(InvalidPathAbempty, path, 0)
}

// checkPart returns an error if raw does not match the production of a part.
func checkPart(p Part, raw string) error {
	var v URI
	switch p {
	case Scheme:
		for i := range len(raw) {
			if !is(raw[i], schemeByte) || i == 0 && !is(raw[i], alphaByte) {
				return syntaxError(InvalidScheme, raw, i)
			}
		}
		if raw == "" {
			return syntaxError(InvalidScheme, raw, 0)
		}
	case Authority:
		if i := strings.IndexAny(raw, "/?#"); i >= 0 {
			if _, failed, at := v.parseAuthority(&scanner{s: raw[:i]}, 0, zones); failed != "" {
				return syntaxError(failed, raw, at)
			}
			return syntaxError(InvalidAuthority, raw, i)
		}
		if _, failed, at := v.parseAuthority(&scanner{s: raw}, 0, zones); failed != "" {
			return syntaxError(failed, raw, at)
		}
	case Userinfo, User, Password:
		i := skip(raw, 0, userinfoByte)
		if p == User {
			if j := strings.IndexByte(raw[:i], ':'); j >= 0 {
				i = j
			}
		}
		if i < len(raw) {
			return syntaxError(bad(InvalidUserinfo, raw, i), raw, i)
		}
	case Host:
		if strings.HasPrefix(raw, "[") {
			i, failed, at := v.parseLiteral(raw, 0, len(raw), zones)
			if failed != "" {
				return syntaxError(failed, raw, at)
			}
			if i < len(raw) {
				return syntaxError(InvalidIPLiteral, raw, i)
			}
			return nil
		}
		if i := skip(raw, 0, regNameByte); i < len(raw) {
			return syntaxError(bad(InvalidRegName, raw, i), raw, i)
		}
	case Zone:
		i := skip(raw, 0, regNameByte)
		if j := strings.IndexAny(raw[:i], "!$&'()*+,;="); j >= 0 {
			i = j
		}
		if i < len(raw) || raw == "" {
			return syntaxError(bad(InvalidZone, raw, i), raw, i)
		}
	case Port:
		for i := range len(raw) {
			if !is(raw[i], digitByte) {
				return syntaxError(InvalidPort, raw, i)
			}
		}
	case Path:
		if i := skip(raw, 0, pathByte); i < len(raw) {
			return syntaxError(bad(InvalidSegment, raw, i), raw, i)
		}
	case Query, Fragment:
		production := InvalidQuery
		if p == Fragment {
			production = InvalidFragment
		}
		if i := skip(raw, 0, queryByte); i < len(raw) {
			return syntaxError(bad(production, raw, i), raw, i)
		}
	}
	return nil
}
