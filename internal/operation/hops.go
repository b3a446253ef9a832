//go:build !js

package operation

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"sync"

	"github.com/pct-encoded/percent/hop"
	"github.com/pct-encoded/percent/internal/program"
	"github.com/pct-encoded/percent/internal/results"
)

// AddFurther adds the rows of hops, those of AddSignatures, and what drivers of databases read, to the
// registry. A program that does not call it at its start does not link the models of servers, which are
// more than a megabyte, and those of drivers.
func AddFurther() {
	addFurther.Do(func() {
		AddSignatures()
		others := further
		further = func() []row { return slices.Concat(hopRows(), others(), dsnRows()) }
		furtherDSN = func() format {
			return format{build: buildDSN, choices: []Choice{forDrivers("build a string that all of these `DRIVERS` read as it is meant, separated by commas")}}
		}
	})
}

var addFurther sync.Once

func hopRows() []row {
	return []row{
		{"hops", func() *Operation {
			return &Operation{
				Argument: "CHAIN",
				Choices: append(
					past(Command),
					text("deny", "look for targets that get past a rule that denies this `PATH`", func(r *Request) *string { return &r.Deny }).only(Command),
					limit("with --deny, examine at most `N` states", hop.DefaultLimit),
				),
				start: sendThrough,
			}
		}},
		{"hops list", func() *Operation { return &Operation{run: listHops} }},
		{"hops show", func() *Operation { return &Operation{run: showHop} }},
		{"hops diff", func() *Operation { return &Operation{Argument: "OLD NEW", Choices: past(Command), start: diffHops} }},
	}
}

// sendThrough returns the function that sends a target through a chain or, with --deny,
// searches for targets.
func sendThrough(c *Call) (func(...string) (results.Result, error), error) {
	chain, err := c.chain(c.Arguments[0])
	if err != nil {
		return nil, err
	}
	return func(targets ...string) (results.Result, error) {
		if c.Deny == "" {
			return results.Sent{Chain: chain, Target: targets[0]}, nil
		}
		states, err := c.limitOf(hop.DefaultLimit)
		if err != nil {
			return nil, err
		}
		ctx := cmp.Or(c.Context, context.Background())
		found, err := results.NewHopsFound(ctx, chain, c.Deny, states)
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case err != nil:
			hint := ""
			if !strings.HasPrefix(c.Deny, "/") {
				hint = "write --deny /" + c.Deny
			}
			return nil, usage(hint, "--deny: %s", strings.TrimPrefix(err.Error(), "hop: "))
		}
		return found, nil
	}, nil
}

func listHops(c *Call) (results.Result, error) {
	var list results.HopList
	for h := range hop.All() {
		if len(c.Values) == 0 || slices.ContainsFunc(c.Values, func(w string) bool { return h.Begins(w, "") }) {
			list = append(list, results.NewHop(h))
		}
	}
	if len(list) == 0 {
		return nil, usage("`percent hops list` lists all", "no hop is called %q", strings.Join(c.Values, " "))
	}
	return list, nil
}

func showHop(c *Call) (results.Result, error) {
	chain, err := c.chain(c.Values[0])
	c.Notes = nil // what is not followed is not shown
	switch {
	case err != nil:
		return nil, err
	case len(chain) != 1:
		return nil, usage("show them one by one", "percent hops show takes one name, not a chain")
	}
	return results.NewHopDetail(chain[0]), nil
}

// diffHops returns the function that sends a target through both chains. Its results are
// about all targets so far.
func diffHops(c *Call) (func(...string) (results.Result, error), error) {
	var both [2]hop.Chain
	for i, text := range c.Arguments {
		var err error
		if both[i], err = c.chain(text); err != nil {
			return nil, err
		}
	}
	differ := results.NewDiffer(both[0], both[1])
	return func(targets ...string) (results.Result, error) {
		for _, target := range targets {
			if target != "" {
				differ.Add(target)
			}
		}
		return differ, nil
	}, nil
}

// chain parses a chain. There are no notes on one that is refused.
func (c *Call) chain(text string) (hop.Chain, error) {
	var refused error
	chain, err := hop.ParseChainWith(text, func(name string) (*hop.Hop, error) {
		if c.Named != nil {
			found, err := c.Named(name)
			if h, ok := found.(*hop.Hop); ok || err != nil {
				refused = err
				return h, err
			}
		}
		h, err := hop.Lookup(name)
		if err != nil {
			return nil, err
		}
		if h, err = h.In(c.Past()); err != nil {
			err = c.notThen(err)
		}
		return h, err
	})
	if err == nil {
		return chain, c.allNamed(chain)
	}
	c.Notes = nil
	if strings.ContainsAny(text, "|,") && !strings.Contains(text, ">") {
		return nil, usage("write > between the names of a chain, such as 'nginx > tomcat'", "no hop is called %q", text)
	}
	if err = notKnown(err, "names", ""); refused == nil && !errors.As(err, new(*UsageError)) {
		err = usage("`percent hops list` lists the names", "%s", strings.TrimPrefix(err.Error(), "hop: "))
	}
	return nil, err
}

// allNamed returns an error for a version of a program that the chain does not have.
func (c *Call) allNamed(chain hop.Chain) error {
	for _, text := range c.VersionOf {
		name, _, _ := strings.Cut(text, "=")
		if !slices.ContainsFunc(chain, func(h *hop.Hop) bool { return h.Begins(name, ":") || h.Provenance() == program.Composed }) {
			return usage("", "--version-of: %q names no hop of the chain", text).of("version-of", UnknownWord)
		}
	}
	return nil
}
