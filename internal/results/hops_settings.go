//go:build !js

package results

import (
	"context"
	"slices"
	"strings"

	"github.com/pct-encoded/percent/hop"
)

// settings are hops of one server that differ in settings alone: whoever runs the server
// can take one in place of another, and it still serves the same paths. Hops that are not
// here map paths elsewhere, are another handler, or show another variable of the same
// request, in which nothing of the server changes.
var settings = [][]string{
	{"nginx:proxy_pass", "nginx:proxy_pass=/", "nginx:proxy_pass=$uri", "nginx:merge_slashes=off"},
	{"apache:ProxyPass", "apache:nocanon", "apache:AllowEncodedSlashes=On", "apache:AllowEncodedSlashes=NoDecode", "apache:AllowEncodedSlashes=NoDecode,nocanon"},
	{"lighttpd:mod_proxy", "lighttpd:url-normalize=disable", "lighttpd:url-path-2f-decode", "lighttpd:url-path-2f-reject"},
	{"haproxy:path", "haproxy:url_dec", "haproxy:normalize-uri=path-strip-dotdot", "haproxy:normalize-uri=percent-decode-unreserved"},
	{"varnish:req.url", "varnish:std.querysort"},
	{"gorilla:HandleFunc", "gorilla:UseEncodedPath", "gorilla:SkipClean"},
	{"gin:GET", "gin:UseRawPath"},
	{"tomcat:getServletPath", "tomcat:encodedSolidusHandling=decode", "tomcat:encodedSolidusHandling=passthrough", "tomcat:allowBackslash"},
	{"spring:UrlPathHelper", "spring:urlDecode=false", "spring:removeSemicolonContent=false"},
	{"envoy:normalize_path", "envoy:merge_slashes", "envoy:UNESCAPE_AND_FORWARD"},
}

// closing returns the settings of one hop with which no target gets past a rule of the
// first hop that denies all paths beginning with prefix: none of targets, and none that the
// search finds. The searches share limit, a number of states. For settings of which they
// decide nothing, undecided says what stands in the way. The error is that of ctx.
func closing(ctx context.Context, c hop.Chain, targets []string, prefix string, limit int) (closed, undecided []string, err error) {
	type candidate struct {
		chain  hop.Chain
		change string
	}
	closed = []string{}
	var candidates []candidate
	for i, h := range c {
		for _, name := range otherSettings(h) {
			if h.Pinned() {
				name += "@" + h.Version()
			}
			other, err := hop.Lookup(name)
			if err != nil {
				continue // it was not recorded in that version
			}
			changed := slices.Clone(c)
			changed[i] = other
			if !slices.ContainsFunc(targets, func(t string) bool { return changed.Passes(t, prefix) }) {
				candidates = append(candidates, candidate{changed, name + " in place of " + h.Name()})
			}
		}
	}
	for _, n := range candidates {
		f, err := n.chain.Find(ctx, prefix, 1, limit/len(candidates))
		if err != nil {
			return nil, nil, err
		}
		switch f.Verdict {
		case hop.None:
			closed = append(closed, n.change)
		case hop.Undecided:
			undecided = append(undecided, n.change+": "+strings.Join(f.Undecided, "; "))
		}
	}
	return closed, undecided, nil
}

// otherSettings returns the names of the hops that differ from h in settings alone.
func otherSettings(h *hop.Hop) []string {
	for _, group := range settings {
		if slices.Contains(group, h.Name()) {
			return slices.DeleteFunc(slices.Clone(group), func(name string) bool { return name == h.Name() })
		}
	}
	return nil
}
