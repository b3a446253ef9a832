package hop

import (
	"encoding/binary"
	"strings"
)

// haproxyHops returns the hops of HAProxy, which passes targets on as they came.
func haproxyHops() []*Hop {
	return []*Hop{{
		name: "haproxy:path", version: "2.6.12-1+deb12u4", config: "http-request set-var(txn.rule) path",
		steps: []step{
			trimSpaces{},
			haproxyScan{},
			form{`answer 400 unless the target begins with * or / or has a scheme, "://" and the host of the field Host; without a path no rule sees any`, haproxyForm},
			split{"?"},
			rule,
			raw{},
			forward,
		},
	}}
}

// haproxyScan is the loop of h1_headers_to_hdr_list over a target: it compares groups of
// four octets first, as numbers, up to the first that it does not skip.
type haproxyScan struct{}

func (haproxyScan) words() Step {
	return Step{"refuse", "answer 400 to octets but 21 to 7E and to #, except for 7F to A3 in the first groups of four octets"}
}

func (haproxyScan) do(r *request) {
	const after = " HTT"
	text, i := r.path+after, 0
	for i+4 <= len(text) {
		x := binary.LittleEndian.Uint32([]byte(text[i:i+4])) - 0x24242424
		if x&0x80808080 != 0 || (x-0x5b5b5b5b)&0x80808080 == 0 {
			break
		}
		i += 4
	}
	if i < len(r.path) && has(r.path[i:], visible.Remove("#").Complement()) {
		r.end(400)
	}
}

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
