package hop

import (
	"slices"
	"strings"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/program"
)

var hops = program.List[*Hop]{
	Kind: "hop",
	Make: func() []*Hop {
		return slices.Concat(nginxHops(), apacheHops(), lighttpdHops(), h2oHops(), nghttpxHops(), squidHops(), trafficServerHops(), caddyHops(), haproxyHops(), varnishHops(), goHops(), goRouterHops(), fasthttpHops(), tomcatHops(), jettyHops(), nodeHops(), nodeFrameworkHops(), nodeProxyHops(), honoHops(), pythonHops(), pythonServerHops(), rubyHops(), phpHops(), citedHops())
	},
	Same: strings.EqualFold,
}

// recorded returns a program of interop/hops, where its recording is.
//
//go:noinline
func recorded(name, version, config string) program.Program {
	return program.Record(name, version, config)
}

// model returns the hop of a recorded program whose steps are those of the lists.
//
//go:noinline
func model(name, version, config string, steps ...[]step) *Hop {
	return &Hop{Program: recorded(name, version, config), steps: slices.Concat(steps...)}
}

// An UnknownError reports a name that no hop has.
type UnknownError = program.UnknownError

// Lookup returns the newest hop with the name, or the one of a version, as in
// "haproxy:path@2.6.12-1+deb12u4"; and for the name of a server its first hop: "nginx" is
// "nginx:proxy_pass". Case does not matter. The error is an *UnknownError.
func Lookup(name string) (*Hop, error) {
	name = strings.TrimSpace(name)
	h, err := hops.Lookup(name)
	if err != nil && !strings.Contains(name, ":") {
		for h := range All() {
			if h.Begins(name, ":") {
				return hops.Lookup(h.Name())
			}
		}
	}
	return h, err
}

// A Past says in which versions programs are asked, as in
// Past{Versions: []string{"nginx=1.22"}, AsOf: "2023-06"}.
type Past = program.Past

// In returns the hop as it was in the past: itself if the past does not ask for its program
// or the hop was looked up with a version, or the hop of another version. If it is not known
// which version was there, all results of the hop are unknown.
func (h *Hop) In(past Past) (*Hop, error) {
	past.Versions = slices.DeleteFunc(slices.Clone(past.Versions), func(text string) bool {
		name, _, ok := strings.Cut(text, "=")
		return ok && name != "" && !h.Begins(name, ":")
	})
	found, missing, err := hops.In(past, []*Hop{h})
	switch {
	case err != nil:
		return nil, err
	case len(missing) > 0:
		return &Hop{
			Program: program.Compose(h.Name(), "not known", h.Subject()),
			steps:   []step{&notDescribed{"which version was out at the end of " + past.AsOf}, forward},
		}, nil
	}
	return found[len(found)-1], nil
}

// At returns the hop in one of its Versions.
func (h *Hop) At(version string) *Hop { return &Hop{h.Program.At(version), h.steps, h.folds} }

// Sets that several servers use.
var (
	controls = percent.ByteSet{}.AddRange(0, 0x1f).Add("\x7f")
	null     = percent.ByteSet{}.Add("\x00")
)

// lineFeed ends the steps at a line feed, which ends the request line: how a server
// handles the rest depends on more than the path.
var lineFeed = &unknownAt{octets: percent.ByteSet{}.Add("\n"), class: "a line feed, which ends the request line"}

// unknownAt ends the steps if the target has an octet of the set: the result is not
// described.
type unknownAt struct {
	octets percent.ByteSet
	class  string
}

func (s *unknownAt) words() Step { return Step{"unknown", "not described: " + s.class} }

func (s *unknownAt) do(r *request) {
	if has(r.target, s.octets) {
		r.unknown(s.class)
	}
}
