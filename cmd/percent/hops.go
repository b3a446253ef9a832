package main

import (
	"context"
	"errors"
	"strings"

	"github.com/spf13/cobra"

	"github.com/pct-encoded/percent/hop"
	"github.com/pct-encoded/percent/internal/cli/records"
	"github.com/pct-encoded/percent/internal/cli/stream"
	"github.com/pct-encoded/percent/internal/cli/suggest"
	"github.com/pct-encoded/percent/internal/cli/term"
	"github.com/pct-encoded/percent/internal/results"
	"github.com/pct-encoded/percent/internal/strictjson"
	"github.com/pct-encoded/percent/internal/words"
)

func newHops(a *stream.Streams) *cobra.Command {
	o := &hopsOptions{job: records.NewPagesJob(a, "")}
	cmd := &cobra.Command{
		Use:   "hops [flags] CHAIN [TARGET...]",
		Short: "what servers and proxies make of the path of a request",
		Long: `hops sends each TARGET through models of the servers and proxies of CHAIN and prints, for
each of them, the path that its rules match, the target that it passes on, and the path
that the application gets. CHAIN is one argument: names separated by '>', from "percent
hops list", where nginx alone means the first hop of nginx. TARGET is the second word of
a request line, such as /a%2Fb?c. Without TARGET, hops reads the lines of the files of
-f, or of standard input. For the fields of --column, or the matches of --match in a log, it
writes the path that the last server serves or passes on, or else the status.

With --deny, hops searches for targets that get past a rule of the first server that
denies all paths beginning with PATH, and that the last server serves as PATH or below
it. The shortest come first. It then searches for another setting of one of the servers
that stops all of them. The status is 1 if there is such a target, and 0 if it is proved
that there is none, of any length. It is 5 if neither was found out: hops prints
"undecided" and what stands in the way, such as a directive that is not followed, or the
limit of states. The search covers the models, not everything that the servers do, and
targets that begin with a slash and have no spaces and no control characters.

With --config, the word config in CHAIN is the server that a configuration file of nginx,
Apache, HAProxy, Caddy or Traefik describes, and config:NAME one of several; CHAIN is
optional before TARGET. Without CHAIN and TARGET, hops lists the directives that it
understood, and those that it did not, with the targets whose result is unknown for that.
Requests are taken to be a GET.

No request is sent: the servers were recorded, and hops replays their behaviour.`,
		Example: `  percent hops 'nginx:proxy_pass > go:http.FileServer' /a/..%2fb
  percent hops 'nginx:proxy_pass=/ > node:URL' --deny /b
  percent hops nginx --match '"GET (?P<target>\S+) ' -f access.log
  percent hops --config nginx.conf 'config > tomcat' /a%2Fb`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(o.config.names) > 0 {
				return nil
			}
			if len(args) == 0 {
				return term.UsageError("`percent hops list` lists the names", "%s takes a chain, such as 'nginx:proxy_pass > node:http'", cmd.CommandPath())
			}
			if _, err := hop.ParseChain(args[0]); err != nil && len(args) == 1 && !strings.ContainsAny(args[0], ":>") {
				return suggest.Command(cmd, args[0])
			}
			return nil
		},
		RunE: records.Runs(a, o.run),
	}
	o.job.AddPagesTo(cmd)
	o.job.AddColumns(cmd, "parquet") // percent-parquet has no command hops
	o.config.addTo(cmd)
	cmd.Flags().StringVar(&o.deny, "deny", "", "look for targets that get past a rule that denies this `PATH`")
	cmd.Flags().IntVar(&o.limit, "limit", hop.DefaultLimit, "with --deny, examine at most `N` states")
	cmd.AddCommand(newHopsList(a), newHopsShow(a), newHopsDiff(a))
	return cmd
}

// hopsOptions holds the flags of hops.
type hopsOptions struct {
	job    *records.Job
	deny   string
	limit  int
	config configFiles
}

func (o *hopsOptions) run(ctx context.Context, s *stream.Streams, l records.Line) error {
	if err := o.config.read(s); err != nil {
		return err
	}
	chain := "config"
	switch {
	case len(l.Args) > 0 && (len(o.config.names) == 0 || !isTarget(l.Args[0])):
		chain, l = l.Args[0], l.Behind(1)
	case len(l.Args) == 0 && o.deny == "" && len(o.job.In.Files) == 0 && l.TableFlag() == "":
		return records.Show(s.Text, o.job.Tell.JSON, o.config.understood(), records.Style(s.UI, results.Brief))
	}
	c, err := parseChain(chain, &o.config)
	if err != nil {
		return err
	}
	o.config.note(s)
	if o.deny != "" {
		if len(l.Args) > 0 || len(o.job.In.Files) > 0 || l.TableFlag() != "" {
			return term.UsageError("leave out --deny to follow a target", "--deny takes no targets: it searches for them")
		}
		return o.find(ctx, s, c)
	}
	if l.TableFlag() == "" {
		return records.Pages{Of: func(text string) (results.Result, error) { return results.NewHops(c, text), nil }}.Run(o.job, l)
	}
	o.job.Do.Each = func(dst []byte, v records.Value) ([]byte, error) {
		return results.AppendServed(dst, c, string(v.Text)), nil
	}
	return o.job.Run(l)
}

// hopsMost is how many targets a search shows.
const hopsMost = 3

// find searches for targets that get past a rule, and for settings that stop all of
// them.
func (o *hopsOptions) find(ctx context.Context, s *stream.Streams, c hop.Chain) error {
	if o.limit < 1 {
		return term.UsageError("", "--limit takes a number from 1, not %d", o.limit)
	}
	found, err := c.Find(ctx, o.deny, hopsMost, o.limit)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		return term.UsageError("", "%s", strings.TrimPrefix(err.Error(), "hop: "))
	}
	v := results.HopsFound{
		Chain: c.String(), Deny: o.deny, Verdict: found.Verdict.String(), States: found.States,
		Targets: []results.Hops{}, Closed: []string{},
	}
	for _, target := range found.Targets {
		v.Targets = append(v.Targets, results.NewHops(c, target))
	}
	if len(found.Targets) > 0 {
		if v.Closed, v.Undecided, err = results.Closing(ctx, c, found.Targets, o.deny, o.limit); err != nil {
			return err
		}
	}
	if found.Verdict == hop.Undecided {
		v.Reasons = found.Undecided
	}
	return records.Show(s.Text, o.job.Tell.JSON, v, records.Style(s.UI, results.Brief))
}

// parseChain parses a chain from the command line.
func parseChain(text string, config *configFiles) (hop.Chain, error) {
	c, err := hop.ParseChainWith(text, config.lookup)
	var unknown *hop.UnknownError
	var said *term.Failure
	switch {
	case errors.As(err, &said):
		return nil, err
	case errors.As(err, &unknown):
		name := strings.TrimSpace(unknown.Name)
		return nil, term.UsageError(words.DidYouMean(unknown.Suggestion, "`percent hops list` lists the names"), "no hop is called %q", name)
	case err != nil:
		return nil, term.UsageError("`percent hops list` lists the names", "%s", strings.TrimPrefix(err.Error(), "hop: "))
	}
	return c, nil
}

// completeHops completes up to most names.
func completeHops(most int) func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
		if len(args) >= most {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		var names []string
		for h := range hop.All() {
			names = append(names, h.Name())
		}
		return names, cobra.ShellCompDirectiveNoFileComp
	}
}

func newHopsList(a *stream.Streams) *cobra.Command {
	asJSON := false
	cmd := &cobra.Command{
		Use:   "list [flags] [NAME...]",
		Short: "list the servers and proxies",
		Long: `list prints each hop: a server or a proxy in one configuration, which is named after
the setting that matters. With NAME, which may be the beginning of a name, list prints
only matching hops.`,
		Example: `  percent hops list
  percent hops list nginx go`,
		RunE: records.Runs(a, func(_ context.Context, s *stream.Streams, l records.Line) error {
			v := results.NewHopList(l.Args)
			if len(v) == 0 {
				return term.UsageError("`percent hops list` lists all", "no hop is called %q", strings.Join(l.Args, " "))
			}
			if asJSON {
				return records.PrintJSON(s.Text, v)
			}
			return s.Text.Page(v.Page(records.Style(s.UI, results.Brief)))
		}),
		ValidArgsFunction: completeHops(100),
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "write one JSON array")
	return cmd
}

func newHopsShow(a *stream.Streams) *cobra.Command {
	asJSON := false
	config := configFiles{}
	cmd := &cobra.Command{
		Use:   "show [flags] NAME",
		Short: "show one hop, with its configuration and its steps",
		Long: `show prints the version and the configuration of a hop, and each of its steps on a
request target, in order: what is split off, decoded, resolved, refused and escaped, and
at which step rules, the next server and the application see the result.`,
		Example: `  percent hops show nginx:proxy_pass=/`,
		Args:    exactHops(1, "one name"),
		RunE: records.Runs(a, func(_ context.Context, s *stream.Streams, l records.Line) error {
			if err := config.read(s); err != nil {
				return err
			}
			c, err := parseChain(l.Args[0], &config)
			if err != nil {
				return err
			}
			if len(c) != 1 {
				return term.UsageError("show them one by one", "%s takes one name, not a chain", l.Command)
			}
			return records.Show(s.Text, asJSON, results.NewHopDetail(c[0]), records.Style(s.UI, results.Brief))
		}),
		ValidArgsFunction: completeHops(1),
	}
	config.addTo(cmd)
	cmd.Flags().BoolVar(&asJSON, "json", false, "write one JSON object")
	return cmd
}

// exactHops refuses any number of arguments other than n.
func exactHops(n int, text string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) != n {
			return term.UsageError("`percent hops list` lists the names", "%s takes %s, not %d", cmd.CommandPath(), text, len(args))
		}
		return nil
	}
}

func newHopsDiff(a *stream.Streams) *cobra.Command {
	o := &hopsDiffOptions{job: records.NewPagesJob(a, "")}
	cmd := &cobra.Command{
		Use:   "diff [flags] OLD NEW [TARGET...]",
		Short: "show which targets two chains route, forward or refuse differently",
		Long: `diff sends each TARGET, each line of standard input or of the files of -f, or the
fields of --column or --match, through the chains OLD and NEW, and prints the classes of
differences: targets that are newly refused or no longer refused, redirected differently,
matched differently by rules of the first server, and served or passed on differently by
the last server. A target counts in the first class that applies; each class has its
count and its shortest target. Empty lines are ignored. With --config, config in a chain
is the server of the first configuration file, and config2 that of the second.

The status is 1 if a target differs, and 0 if none does. It is 5, and diff prints
"undecided", if none differs but the models do not describe all of them.`,
		Example: `  percent hops diff nginx:proxy_pass nginx:proxy_pass=/ -f targets.txt
  percent hops diff nginx caddy --match '"GET (?P<target>\S+) ' -f access.log
  percent hops diff --config nginx.conf --config Caddyfile config config2 -f targets.txt`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) >= 2 {
				return nil
			}
			return exactHops(2, "two chains")(cmd, args)
		},
		RunE:              records.Runs(a, o.run),
		ValidArgsFunction: completeHops(2),
	}
	o.job.AddPagesTo(cmd)
	o.job.AddColumns(cmd, "parquet") // as in newHops
	o.config.addTo(cmd)
	return cmd
}

// hopsDiffOptions holds the flags of hops diff.
type hopsDiffOptions struct {
	job    *records.Job
	config configFiles
}

func (o *hopsDiffOptions) run(_ context.Context, s *stream.Streams, l records.Line) error {
	if err := o.config.read(s); err != nil {
		return err
	}
	before, err := parseChain(l.Args[0], &o.config)
	if err != nil {
		return err
	}
	after, err := parseChain(l.Args[1], &o.config)
	if err != nil {
		return err
	}
	o.config.note(s)
	differ := results.NewDiffer(before, after)
	do := &o.job.Do
	do.Totals, do.Describes, do.Framed = true, true, true
	do.Each = func(dst []byte, v records.Value) ([]byte, error) {
		if len(v.Text) > 0 {
			differ.Add(string(v.Text))
		}
		return dst, nil
	}
	do.End = func() []byte {
		v := differ.Diff()
		if o.job.Tell.JSON {
			return strictjson.Line(v)
		}
		return []byte(v.Page(records.Style(s.UI, results.Brief)))
	}
	err = o.job.Run(l.Behind(2))
	if err != nil {
		return err
	}
	switch v := differ.Diff(); {
	case len(v.Classes) > 0:
		return term.ErrFindings
	case v.Unknown > 0:
		return term.ErrUndecided
	}
	return nil
}
