package hop

import (
	"slices"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/lazy"
)

// hops holds all hops.
var hops = lazy.Value[[]*Hop]{Make: func() []*Hop {
	return slices.Concat(nginxHops(), apacheHops(), lighttpdHops(), h2oHops(), nghttpxHops(), squidHops(), trafficServerHops(), caddyHops(), haproxyHops(), varnishHops(), goHops(), goRouterHops(), fasthttpHops(), tomcatHops(), jettyHops(), nodeHops(), nodeFrameworkHops(), nodeProxyHops(), honoHops(), pythonHops(), pythonServerHops(), rubyHops(), phpHops(), citedHops())
}}

// Sets that several servers use.
var (
	controls = percent.ByteSet{}.AddRange(0, 0x1f).Add("\x7f")
	null     = percent.ByteSet{}.Add("\x00")
)

// lineFeed ends the steps at a line feed, which ends the request line: how a server
// handles the rest depends on more than the path.
var lineFeed = unknownAt{octets: percent.ByteSet{}.Add("\n"), class: "a line feed, which ends the request line"}

// unknownAt ends the steps if the target has an octet of the set: the result is not
// described.
type unknownAt struct {
	octets percent.ByteSet
	class  string
}

func (s unknownAt) words() Step { return Step{"unknown", "not described: " + s.class} }

func (s unknownAt) do(r *request) {
	if has(r.target, s.octets) {
		r.unknown(s.class)
	}
}
