package main

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/pct-encoded/percent/hop"
	"github.com/pct-encoded/percent/internal/cli/commands"
	"github.com/pct-encoded/percent/internal/cli/help"
	"github.com/pct-encoded/percent/internal/cli/term"
	"github.com/pct-encoded/percent/internal/operation"
)

// notParquet are the formats of tables that hops does not read: percent-parquet has no such
// command.
var notParquet = []string{"parquet"}

func hops() commands.Question {
	return commands.Question{
		Row:   "hops",
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
Apache, HAProxy, Caddy or Traefik describes, or an object of Kubernetes (Ingress, HTTPRoute,
VirtualService, IngressRoute) or a file of Envoy, and config:NAME one of several; --host takes the
one that answers for a host, and --as names the server that reads an Ingress. CHAIN is optional
before TARGET. Without CHAIN and TARGET, hops lists the directives that it
understood, and those that it did not, with the targets whose result is unknown for that.
Requests are taken to be a GET.

No request is sent: the servers were recorded, and hops replays their behaviour, that of
the newest version. Below it stand the older versions that make something else of the
target. --version-of and --as-of ask for the past; a configuration file is then read as
that version reads it.`,
		Example: `  percent hops 'nginx:proxy_pass > go:http.FileServer' /a/..%2fb
  percent hops 'nginx:proxy_pass=/ > node:URL' --deny /b
  percent hops nginx --match '"GET (?P<target>\S+) ' -f access.log
  percent hops --config nginx.conf 'config > tomcat' /a%2Fb
  percent hops --version-of haproxy=3.0 'haproxy:url_dec > tomcat' /a%00b`,
		Args: func(cmd *cobra.Command, args []string) error {
			if cmd.Flags().Changed("config") {
				return nil
			}
			if len(args) == 0 {
				return term.UsageError("`percent hops list` lists the names", "%s takes a chain, such as 'nginx:proxy_pass > node:http'", cmd.CommandPath())
			}
			if _, err := hop.ParseChain(args[0]); err != nil && len(args) == 1 && !strings.ContainsAny(args[0], ":>") {
				return help.UnknownCommand(cmd, args[0])
			}
			return nil
		},
		Columns: true, Without: notParquet, Read: withFiles(chainOf),
		Alone: func(r *operation.Request) bool { return r.Deny != "" },
		Below: []commands.Question{
			recordedHops.list(commands.Question{
				Short: "list the servers and proxies",
				Long: `list prints each hop: a server or a proxy in one configuration, which is named after
the setting that matters. With NAME, which may be the beginning of a name, list prints
only matching hops.`,
				Example: `  percent hops list
  percent hops list nginx go`,
			}),
			recordedHops.show(commands.Question{
				Short: "show one hop, with its configuration and its steps",
				Long: `show prints the version and the configuration of a hop, and each of its steps on a
request target, in order: what is split off, decoded, resolved, refused and escaped, and
at which step rules, the next server and the application see the result.`,
				Example: `  percent hops show nginx:proxy_pass=/`,
				Read:    withFiles(oneName),
			}),
			{
				Row:   "hops diff",
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
				Args: recordedHops.takes(2, 0, "two chains").Check, Complete: recordedHops.complete(2),
				Columns: true, Without: notParquet, Together: true, Read: withFiles(twoChains),
			},
		},
	}
}

// recordedHops are the hops.
var recordedHops = recorded{"hops", func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	var names []string
	for h := range hop.All() {
		names = append(names, h.Name())
	}
	return names, cobra.ShellCompDirectiveNoFileComp
}}
