package hop

import (
	"strings"

	"github.com/pct-encoded/percent"
)

// haproxyHops returns the hops of HAProxy, which passes targets on as they came.
func haproxyHops() []*Hop {
	return []*Hop{{
		name: "haproxy:path", version: "2.6.12-1+deb12u4", config: "http-request set-var(txn.rule) path",
		steps: []step{
			trimSpaces{},
			refuse{status: 400, octets: haproxyRefused, tail: true},
			form{`answer 400 unless the target begins with * or / or has a scheme, "://" and the host of the field Host; without a path no rule sees any`, haproxyForm},
			split{"?"},
			refuse{status: 400, octets: percent.ByteSet{}.Add("\x7f")},
			rule,
			raw{},
			forward,
		},
	}}
}

// haproxyRefused are the octets that end a request line or may not be in it.
var haproxyRefused = percent.ByteSet{}.AddRange(0, ' ').Add("#").Union(percent.ASCII.Complement())

// recordedHost is what the field Host held when hops were recorded. It decides which
// targets in absolute form are refused.
const recordedHost = "h.test"

func haproxyForm(r *request) {
	if strings.HasPrefix(r.path, "/") {
		return
	}
	noPath := func(target string) {
		r.result.Forward, r.done = Part{target, true}, true
	}
	scheme, rest, ok := strings.Cut(r.path, "://")
	if !ok || scheme == "" || !isLetter(scheme[0]) {
		authority, _, _ := strings.Cut(r.path, "/")
		if strings.HasPrefix(r.path, "*") || strings.EqualFold(authority[strings.IndexByte(authority, '@')+1:], recordedHost) {
			noPath(r.path)
			return
		}
		r.end(400)
		return
	}
	authority, path, hasPath := strings.Cut(rest, "/")
	user, host, hasUser := strings.Cut(authority, "@")
	if !hasUser {
		user, host = "", authority
	}
	bare := strings.TrimSuffix(host, ":")
	if strings.EqualFold(scheme, "http") {
		bare = strings.TrimSuffix(strings.TrimSuffix(host, "80"), ":")
		if bare+":80" != host && bare+":" != host {
			bare = host
		}
	}
	if host != "" && !strings.EqualFold(bare, recordedHost) {
		r.end(400)
		return
	}
	if bare != host && user != "" {
		r.unknown("user information and a port in a target in absolute form")
		return
	}
	target := scheme + "://" + strings.TrimSuffix(authority, host) + bare
	if !hasPath {
		noPath(target)
		return
	}
	r.origin, r.path = target+"/"+path, "/"+path
}
