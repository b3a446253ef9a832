package hop

import (
	"fmt"
	"slices"
	"strings"
)

// A Chain is hops in the order in which a request passes them. Only the last may be one
// that passes nothing on.
type Chain []*Hop

// maxChain is the most hops in a chain: a search takes time that grows with each, and no
// request passes as many.
const maxChain = 8

// ParseChain returns the chain that names of hops with ">" between them stand for, as in
// "nginx:proxy_pass=/ > tomcat". White space around names does not count. The error is an
// *UnknownError for a name that no hop has, or says that the chain is empty, is longer
// than eight hops, or goes on after a hop that passes nothing on.
func ParseChain(text string) (Chain, error) { return ParseChainWith(text, Lookup) }

// ParseChainWith is ParseChain with hops that lookup finds, such as those of a
// [Config]. The errors of lookup are returned as they are.
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
		if i > 0 && !c[i-1].Forwards() {
			return nil, fmt.Errorf("hop: %s passes nothing on to %s", c[i-1].name, h.name)
		}
		c = append(c, h)
	}
	return c, nil
}

// String returns the names of the hops with " > " between them.
func (c Chain) String() string {
	names := make([]string, len(c))
	for i, h := range c {
		names[i] = h.name
	}
	return strings.Join(names, " > ")
}

// Apply returns what each hop makes of a request target. The first hop is given the
// target and each of the others what the one before it has passed on. There are fewer
// results than hops where a hop passes nothing on or does not know what.
func (c Chain) Apply(target string) []Result {
	results := make([]Result, 0, len(c))
	for _, h := range c {
		r := h.Apply(target)
		results = append(results, r)
		if !r.Forward.Present {
			break
		}
		target = r.Forward.Text
	}
	return results
}

// Forwards reports whether the hop passes requests on.
func (h *Hop) Forwards() bool { return forwards(h.steps) }

func forwards(steps []step) bool {
	for _, s := range steps {
		if s == forward {
			return true
		}
		if c, ok := s.(*choose); ok && (forwards(c.otherwise) || slices.ContainsFunc(c.cases, func(c chosen) bool { return forwards(c.steps) })) {
			return true
		}
	}
	return false
}
