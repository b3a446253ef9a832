package hop

import (
	"fmt"
	"slices"
	"strings"

	"github.com/pct-encoded/percent/internal/program"
)

// A Chain is a list of hops in the order in which a request passes them. Only the last
// may be one that forwards nothing.
type Chain []*Hop

// maxChain is the maximum number of hops in a chain: each makes a search slower, and no
// real request passes that many.
const maxChain = 8

// ParseChain parses a chain of hop names separated by ">", as in "nginx:proxy_pass=/ >
// tomcat". White space around names is ignored. The error is an *UnknownError for a
// name that no hop has, or is for a chain that is empty, has more than eight hops, or
// continues after a hop that forwards nothing.
func ParseChain(text string) (Chain, error) { return ParseChainWith(text, Lookup) }

// ParseChainWith is ParseChain with hops found by lookup, such as those of
// configuration files (package config). It returns errors of lookup unchanged.
func ParseChainWith(text string, lookup func(name string) (*Hop, error)) (Chain, error) {
	names := strings.Split(text, ">")
	if len(names) > maxChain {
		return nil, fmt.Errorf("hop: a chain of %d hops, more than %d", len(names), maxChain)
	}
	var c Chain
	for i, name := range names {
		if strings.TrimSpace(name) == "" {
			return nil, fmt.Errorf("hop: no name of a hop at place %d of the chain", i+1)
		}
		h, err := lookup(name)
		if err != nil {
			return nil, err
		}
		if i > 0 && !c[i-1].mayForward() {
			return nil, fmt.Errorf("hop: %s passes nothing on to %s", c[i-1].Name(), h.Name())
		}
		c = append(c, h)
	}
	return c, nil
}

// String returns the names of the hops, separated by " > ".
func (c Chain) String() string {
	names := make([]string, len(c))
	for i, h := range c {
		names[i] = h.Name()
	}
	return strings.Join(names, " > ")
}

// Apply returns the result of each hop for a request target. The first hop gets the
// target, and each of the others what the previous hop forwards. There are fewer
// results than hops if a hop forwards nothing, or its model does not know what it
// forwards.
func (c Chain) Apply(target string) []Result {
	results := make([]Result, 0, len(c))
	for i, h := range c {
		r := Result{Unknown: "no target at all"} // a request line with two spaces in a row
		if i == 0 || target != "" {
			r = h.Apply(target)
		}
		results = append(results, r)
		if !r.Forward.Present {
			break
		}
		target = r.Forward.Text
	}
	return results
}

// Forwards reports whether the hop forwards requests.
func (h *Hop) Forwards() bool { return forwards(h.steps) }

// mayForward is Forwards, and true for a hop of a file where something is not known of it.
func (h *Hop) mayForward() bool {
	return h.Forwards() || h.Provenance() == program.Composed && reaches(h.steps, func(s step) bool {
		_, unknown := s.(*notDescribed)
		return unknown
	})
}

//go:noinline
func forwards(steps []step) bool {
	return reaches(steps, func(s step) bool {
		_, passes := s.(*nginxURL)
		return passes || s == forward
	})
}

// reaches reports whether one of steps, or of those that they may take, is one that is asked
// for.
func reaches(steps []step, asked func(step) bool) bool {
	seen := map[step]bool{}
	var look func(steps []step) bool
	look = func(steps []step) bool {
		return slices.ContainsFunc(steps, func(s step) bool {
			if asked(s) {
				return true
			}
			if lists := within(s); lists != nil {
				if seen[s] {
					return false
				}
				seen[s] = true
				return slices.ContainsFunc(lists, look)
			}
			return false
		})
	}
	return look(steps)
}
