package main

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/pct-encoded/percent/internal/cli/commands"
	"github.com/pct-encoded/percent/internal/cli/help"
	"github.com/pct-encoded/percent/internal/cli/term"
	"github.com/pct-encoded/percent/internal/results"
	"github.com/pct-encoded/percent/reader"
)

func readers() commands.Question {
	return commands.Question{
		Row: "readers", All: "print all names of each group, not only the first lines",
		Use:   "readers [flags] URL",
		Short: "which program reads which host, port and path in a URL",
		Long: `readers prints which host, port and path each URL parser and each client reads in
URL. Programs that read the same form a group. Groups that differ from the largest come
first, marked '!', with the choice that makes the difference. Programs that refuse URL
come last.

If a check reads one host and the client behind it connects to another, requests get past
the check. The status is 1 if two programs read different hosts, ports or paths, and 0 if
all that accept URL agree.

Hosts are compared and printed in lower case and without a full stop at the end, a missing
port as that of the scheme, an empty path as '/', and paths with their escapes of
unreserved characters decoded (%41 is A). The host of a client is the one it connects to;
that of a parser is what its functions return. No connection is made: the programs were
recorded, and readers replays their behaviour.

Each program is asked in its newest recorded version and in the older ones; an older one
is named, with the versions for which it stands, only where it reads something else. The
change came after the recorded version before it, and not later. --version-of and --as-of
ask for the past, and then of each program one version alone. Programs of which it is not
known what they did then are listed as such. "recorded in" and a year behind a name says
that the recording is more than a year old.`,
		Example: `  percent readers 'http://a.example\@b.example/'
  percent readers --only python,go,node 'http://0177.0.0.1/'
  percent readers --version-of curl=7.88 --as-of 2025-06 'http://a.example%2Fb/'`,
		Takes: &commands.Takes{},
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 1 && !strings.ContainsAny(args[0], ":/\\.?#@%") && args[0] != "" {
				// The argument is the name of readers, not a URL.
				if len(results.ReadersNamed(args[0])) > 0 {
					return term.UsageError("did you mean `percent readers list "+args[0]+"`?", "unknown readers command %q", args[0])
				}
				if strings.Contains(args[0], " ") {
					return term.UsageError("a URL is written like https://example.com/", "%q is not a URL", args[0])
				}
				return help.UnknownCommand(cmd, args[0])
			}
			if n := len(args) - 1; n != 0 {
				hint := "put a URL between quotation marks; `percent readers list` lists the readers"
				if n > 0 && !slices.ContainsFunc(args[:n], func(name string) bool { return len(results.ReadersNamed(name)) == 0 }) {
					hint = "did you mean `percent readers --only " + strings.Join(args[:n], ",") + " URL`?"
				}
				return term.UsageError(hint, "%s takes one URL, not %d", cmd.CommandPath(), len(args))
			}
			return nil
		},
		Flags: map[string]cobra.CompletionFunc{"only": recordedReaders.complete(0)},
		Below: []commands.Question{
			recordedReaders.list(commands.Question{
				Short: "list the URL parsers and clients",
				Long: `list prints each reader: a URL parser or a client in one version, or in several
that read the same. With NAME, which may be the beginning of a name, list prints only
matching readers.

Readers were recorded, except those marked as cited, which were made from an advisory
because that version was not available.`,
				Example: `  percent readers list
  percent readers list python go`,
			}),
			recordedReaders.show(commands.Question{
				Short: "show one reader, with the choices it makes",
				Long: `show describes a reader and prints each choice that it makes, in the order in which the
choices take effect: what is removed from a URL, what is a scheme, what ends the
authority, which '@' counts, which numbers are addresses, and so on.

NAME without a version means the latest.`,
				Example: `  percent readers show python.urlsplit
  percent readers show python.urlsplit@2.7.18`,
			}),
			{
				Row:   "readers diff",
				Use:   "diff [flags] A B",
				Short: "show which choices two readers make differently",
				Long: `diff prints the choices that the readers A and B make differently. The status is 1
if there is a difference and 0 if there is none.`,
				Example: `  percent readers diff python.urlsplit percent.weburl
  percent readers diff python.urlsplit@2.7.18 python.urlsplit`,
				Takes: recordedReaders.takes(2, 2, "two names"), Complete: recordedReaders.complete(2),
			},
			{
				Row:   "readers split",
				Use:   "split [flags] A B",
				Short: "find the shortest URLs that two readers read differently",
				Long: `split prints, for each of host, port and path, the shortest URLs that the readers A and
B read differently, with the reading of each. It searches URLs made of the characters that
a choice of A or B gives a meaning to. If it finds none, it prints "undecided" and the
length up to which it tried all of them: a longer one may differ.

The status is 1 if there is such a URL, 5 if none was found, and 0 only if A and B are the
same reader, so that there is none.`,
				Example: `  percent readers split python.urlsplit percent.weburl
  percent readers split python.urlsplit@2.7.18 python.urlsplit`,
				Takes: recordedReaders.takes(2, 2, "two names"), Complete: recordedReaders.complete(2),
			},
		},
	}
}

// recordedReaders are the readers.
var recordedReaders = recorded{"readers", func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	var names []string
	for _, r := range reader.All() {
		names = append(names, r.Name()+"\t"+r.Subject(), r.String()+"\t"+r.Subject())
	}
	slices.Sort(names)
	return slices.Compact(names), cobra.ShellCompDirectiveNoFileComp
}}
