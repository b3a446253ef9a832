// Percent percent-encodes, percent-decodes and fixes text, URLs and files in
// every dialect of the catalogue. Called as urlencode or urldecode, it is
// percent encode or percent decode.
//
// The commands that work on columns, which percent-parquet has as well, are in package
// internal/cli/verbs. Each other command is a file here with a function that makes its
// part of the command tree. The table in main.go lists them.
package main

import (
	"os"
	"slices"

	"github.com/pct-encoded/percent/internal/cli/stream"
	"github.com/pct-encoded/percent/internal/cli/term"
	"github.com/pct-encoded/percent/internal/cli/verbs"
	"github.com/pct-encoded/percent/internal/guides"
)

// enough is what a job on records may have in memory, in bytes: only values of many
// megabytes need more. A search has memory that lives, and would be collected in vain.
const enough = 64 << 20

func main() {
	term.IgnoreBrokenPipe()
	a := stream.New(os.Stdin, os.Stdout, os.Stderr)
	a.StartParquet = verbs.StartParquet
	a.Memory = enough
	os.Exit(run(a, os.Args))
}

// run runs the program with the command line args and returns the exit status.
func run(a *stream.Streams, args []string) int { return program().Run(a, args) }

// program returns the program.
func program() *verbs.Program {
	return &verbs.Program{
		Name:  "percent",
		Short: "the percent-encoding toolkit",
		Long: `percent encodes, decodes and fixes percent-encoded text, URLs and files, in every
dialect in use. Values are arguments, lines of the files of -f or, without either, lines of
standard input. Standard output contains only data.`,
		Example: `  percent encode 'Ladies + Gentlemen'
  percent decode --as form < query.txt
  percent fix 'http://example.com/100% é'`,
		More: "`percent help formats` describes the formats and protocols. For guides: " +
			"`percent guide`, `percent help oauth`, " + guides.Site,
		Commands: commands,
	}
}

// commands returns all commands.
func commands() []verbs.Command {
	return slices.Concat(verbs.Commands(), []verbs.Command{
		verbs.GroupURI.Command("url parse", newURLParse),
		verbs.GroupURI.Command("url check", newURLCheck),
		verbs.GroupURI.Command("uri parse", newURIParse),
		verbs.GroupURI.Command("uri build", newURIBuild),
		verbs.GroupURI.Command("uri compare", newURICompare),
		verbs.GroupURI.Command("uri segments", newURISegments),
		verbs.GroupURI.Command("template", newURITemplate),
		verbs.GroupFormat.Command("dataurl", newDataURL),
		verbs.GroupFormat.Command("fragment", newFragment),
		verbs.GroupFormat.Command("mailto", protocolOf("mailto")),
		verbs.GroupFormat.Command("fileurl", protocolOf("fileurl")),
		verbs.GroupFormat.Command("purl", protocolOf("purl")),
		verbs.GroupFormat.Command("dsn", protocolOf("dsn")),
		verbs.GroupFormat.Command("did", protocolOf("did")),
		verbs.GroupFormat.Command("coap", protocolOf("coap")),
		verbs.GroupFormat.Command("cpe", protocolOf("cpe")),
		verbs.GroupFormat.Command("did-web", functionsOf("did-web")),
		verbs.GroupFormat.Command("xri", functionsOf("xri")),
		verbs.GroupFormat.Command("leiri", functionsOf("leiri")),

		verbs.GroupKnow.Command("explain", newExplain),
		verbs.GroupKnow.Command("compare", newCompare),
		verbs.GroupKnow.Command("identify", newIdentify),
		verbs.GroupKnow.Command("see", newSee),
		verbs.GroupKnow.Command("readers", newReaders),
		verbs.GroupKnow.Command("hops", newHops),
		verbs.GroupOther.Command("set", newSet),
		verbs.GroupKnow.Command("table", newTable),
		verbs.GroupKnow.Command("dialects", newDialects),
		verbs.GroupKnow.Command("conform", newConform),
		verbs.GroupOther.Command("vectors", newVectors),
		verbs.GroupKnow.Command("serve", newServe),
		verbs.GroupFormat.Command("xpath", functionsOf("xpath")),

		verbs.GroupFormat.Command("header", newHeader),
		verbs.GroupSign.Command("oauth1", newOAuth1),
		verbs.GroupSign.Command("sigv4", newSigV4),
		verbs.GroupProtocol.Command("robots", functionsOf("robots")),
		verbs.GroupProtocol.Command("csp", functionsOf("csp")),
		verbs.GroupProtocol.Command("safebrowsing", functionsOf("safebrowsing")),
		verbs.GroupProtocol.Command("handler", functionsOf("handler")),
		verbs.GroupProtocol.Command("cgi", functionsOf("cgi")),
		verbs.GroupProtocol.Command("formmail", functionsOf("formmail")),

		verbs.GroupOther.Command("guide", newGuide),
		verbs.GroupOther.Command("schema", newSchema),
		verbs.GroupOther.Command("udf", newUDF),
	})
}
