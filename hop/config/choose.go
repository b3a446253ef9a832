package config

import (
	"slices"
	"strings"

	"github.com/pct-encoded/percent/hop/internal/plan"
)

// For returns the site that answers requests for a host, as the server chooses it: "a.example",
// "a.example:8080" or "https://a.example". Without a port, all are taken to be the one that is
// asked, but that of a scheme is 80 or 443 where a site has that. It reports false if the file
// tells of none.
//
// nginx prefers whole names, then the longest wildcard at the start, then the longest at the end,
// then the first expression, and takes the default server of the port for all others. Apache takes
// the first virtual host with the name, or the first. Of the other servers, a name comes before a
// wildcard, and before a site without names.
func (c File) For(host string) (Site, bool) {
	scheme, rest, ok := strings.Cut(strings.ToLower(host), "://")
	if !ok {
		scheme, rest = "", scheme
	}
	name, _, _ := strings.Cut(rest, "/")
	port := map[string]string{"http": "80", "https": "443"}[scheme]
	if i := strings.LastIndexByte(name, ':'); i > strings.LastIndexByte(name, ']') {
		name, port = name[:i], name[i+1:]
	}
	name = strings.TrimSuffix(name, ".")
	on := slices.DeleteFunc(slices.Clone(c.Sites), func(s Site) bool { return s.ports != nil && !amongTexts(s.ports, port) })
	if port == "" || len(on) == 0 && scheme != "" && !strings.Contains(rest, ":") {
		on = c.Sites
	}
	best, by := Site{}, 0
	for _, s := range on {
		names := s.hosts
		if names == nil {
			names = []string{s.named()}
		}
		rank := 0
		if s.hosts == nil && s.named() == "" || amongTexts(s.first, port) || amongTexts(s.first, "*") || port == "" && len(s.first) > 0 {
			rank = 1
		}
		for _, pattern := range names {
			rank = max(rank, hostRank(c.Kind, strings.ToLower(pattern), name))
		}
		if rank > 0 && strings.HasSuffix(s.Name, ":tls") == (scheme == "https") {
			rank++ // of HAProxy
		}
		if rank > by {
			best, by = s, rank
		}
	}
	return best, by > 0
}

// named returns the host in the name of a site, or "" where that is none.
func (s Site) named() string {
	for part := range strings.SplitSeq(s.Name, ":") {
		if strings.Contains(part, ".") || part == "localhost" {
			return part
		}
	}
	return ""
}

// hostRank returns how well a pattern fits a host: more is better, and 0 is not at all.
func hostRank(kind, pattern, host string) int {
	const whole, leading, trailing, expr = 8000, 6000, 4000, 2000
	suffix, wild := strings.CutPrefix(pattern, "*")
	switch {
	case pattern == host:
		return whole
	case kind == "apache" && strings.ContainsAny(pattern, "*?"):
		if globs(pattern, host) {
			return whole
		}
	case strings.HasPrefix(pattern, "~"):
		if c, ok := expression(pcre, pattern[1:], true); kind == "nginx" && ok && holdsFor(c, host) {
			return expr
		}
	case kind == "nginx" && strings.HasPrefix(pattern, "."):
		if pattern[1:] == host {
			return whole
		}
		if strings.HasSuffix(host, pattern) {
			return leading + len(pattern)
		}
	case wild && strings.HasPrefix(suffix, ".") && strings.HasSuffix(host, suffix):
		// Only nginx takes several labels for the asterisk.
		if kind == "nginx" || !strings.Contains(strings.TrimSuffix(host, suffix), ".") {
			return leading + len(suffix)
		}
	case kind == "nginx" && strings.HasSuffix(pattern, ".*") && strings.HasPrefix(host, strings.TrimSuffix(pattern, "*")):
		return trailing + len(pattern)
	}
	return 0
}

// globs reports whether a pattern with * and ? matches a text.
func globs(pattern, text string) bool {
	one, ok := compiled(goRegexp, `^`+strings.NewReplacer(`\*`, ".*", `\?`, ".").Replace(quoted(pattern))+`$`, true)
	return ok && holdsFor(&plan.Condition{Kind: plan.IsMatch, Pattern: one}, text)
}

// answersFor notes for which hosts the site that was added last answers, and on which ports; of
// those in first it gets what no other has a name for.
//
//go:noinline
func (r *configReader) answersFor(hosts, ports, first []string) {
	if n := len(r.config.Sites); n > 0 {
		s := &r.config.Sites[n-1]
		s.hosts, s.ports, s.first = append([]string{}, hosts...), ports, append([]string{}, first...)
	}
}

// portsOf returns the port of an address such as ":80" or "127.0.0.1:80/tcp", or nil.
func portsOf(address string) []string {
	port, _, _ := strings.Cut(address[strings.LastIndexByte(address, ':')+1:], "/")
	if port == "" || strings.Trim(port, "0123456789") != "" || !strings.Contains(address, ":") {
		return nil
	}
	return []string{port}
}
