package hop

import (
	"strings"

	"github.com/pct-encoded/percent"
)

// squidHops returns the hop of Squid in front of a server: Http::One::RequestParser
// reads the request line, and AnyP::Uri::parse its target.
func squidHops() []*Hop {
	return []*Hop{{
		Program: recorded("squid:accel", "5.7, 6.13, 7.7", "http_port 127.0.0.1:PORT accel defaultsite=h.test vhost\ncache_peer 127.0.0.1 parent UPSTREAM_PORT 0 no-query originserver name=upstream\n# rule: what urlpath_regex matches, %rp"),
		steps: []step{
			lineFeed,
			trimAround{squidSpace},
			refuse{status: 400, octets: controls.Remove("\t\v\f\r"), tail: true},
			form{`answer 400 unless the target begins with / or with http, https or ftp, "://" and a host; remove what precedes the path`, squidForm},
			cutFrom{"\r"},
			when(only(percent.ByteSet{}.Add(" \t").Complement()), nil, []step{dropOctets(percent.ByteSet{}.Add(" \t\v\f"))}),
			rule, forward,
		},
	}}
}

// squidSpace are the octets that may surround a target.
const squidSpace = " \t\v\f\r"

func squidForm(r *request) {
	if strings.HasPrefix(r.path, "/") {
		return
	}
	scheme, rest, ok := strings.Cut(r.path, ":")
	rest, slashes := strings.CutPrefix(rest, "//")
	switch scheme = strings.ToLower(scheme); scheme {
	case "http", "https", "ftp":
		ok = ok && slashes
	case "cache_object", "coap", "coaps", "gopher", "htcp", "icp", "icy", "urn", "wais", "whois":
		r.unknown("a target with a scheme that is neither http nor https nor ftp")
		return
	default:
		authority, _ := cutAny(rest, "/?#"+squidSpace)
		if ok && slashes && strings.Contains(authority, ":") {
			r.unknown("a port in a target with a scheme that is neither http nor https nor ftp")
			return
		}
		ok = false
	}
	authority, path := cutAny(rest, "/?#"+squidSpace)
	if i := strings.LastIndexByte(authority, '@'); i >= 0 {
		authority = authority[i+1:]
	}
	host, port, hasPort := strings.Cut(authority, ":")
	host = strings.TrimRight(host, ".")
	switch {
	case !ok, authority == "":
		r.end(400)
		return
	case authority == "[::1]":
	case strings.Count(authority, ":") > 1 || strings.Contains(authority, "["):
		r.unknown("an IP literal in a target in absolute form")
		return
	case strings.Contains(host, ".."), strings.HasPrefix(host, "."), hasPort && !plainPort(port):
		r.end(400)
		return
	}
	if !strings.HasPrefix(path, "/") {
		path = "/" + path
	}
	r.origin, r.path = path, path
}

// plainPort reports whether a text begins with the number of a port.
func plainPort(text string) bool {
	n := 0
	for i := 0; i < len(text) && isDigit(text[i]) && n <= 65535; i++ {
		n = 10*n + int(text[i]-'0')
	}
	return 0 < n && n <= 65535
}

// cutFrom cuts the path at the first octet of at.
type cutFrom struct{ at string }

func (s cutFrom) words() Step {
	return Step{"cut", "drop what begins at the first of " + set(percent.ByteSet{}.Add(s.at))}
}

func (s cutFrom) do(r *request) { r.path, _ = cutAny(r.path, s.at) }

// dropOctets drops all octets of a set.
type dropOctets percent.ByteSet

func (s dropOctets) words() Step { return Step{"drop", "drop all of " + set(percent.ByteSet(s))} }

func (s dropOctets) do(r *request) {
	if !has(r.path, percent.ByteSet(s)) {
		return
	}
	b := make([]byte, 0, len(r.path))
	for i := range len(r.path) {
		if !percent.ByteSet(s).Contains(r.path[i]) {
			b = append(b, r.path[i])
		}
	}
	r.path = string(b)
}

// cutterFrom is cutFrom.
type cutterFrom string

func (m cutterFrom) next(s uint32, in symbol, emit func(uint32, ...symbol)) {
	if s == 1 || strings.IndexByte(string(m), byte(in)) >= 0 {
		emit(1)
		return
	}
	emit(0, in)
}

func (cutterFrom) end(_ uint32, emit func(...symbol)) { emit() }

func (m cutterFrom) classes() []percent.ByteSet { return each(string(m)) }

// dropper is dropOctets.
type dropper percent.ByteSet

func (m dropper) next(s uint32, in symbol, emit func(uint32, ...symbol)) {
	if percent.ByteSet(m).Contains(byte(in)) {
		emit(s)
		return
	}
	emit(s, in)
}

func (dropper) end(_ uint32, emit func(...symbol)) { emit() }

func (m dropper) classes() []percent.ByteSet { return []percent.ByteSet{percent.ByteSet(m)} }

func (s cutFrom) follow(v *variant) []*variant    { return v.onPath(cutterFrom(s.at)) }
func (s dropOctets) follow(v *variant) []*variant { return v.onPath(dropper(s)) }
