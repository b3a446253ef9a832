// Percent percent-encodes, percent-decodes and fixes text, URLs and files in
// every dialect of the catalogue. Called as urlencode or urldecode it is
// percent encode or percent decode.
//
// The commands on columns, which percent-parquet has as well, are in package
// internal/cli/verbs. Each other one is a file here with a function that makes its part of
// the command tree. The table in main.go lists them.
package main

import (
	"os"
	"slices"

	"github.com/pct-encoded/percent/internal/cli/stream"
	"github.com/pct-encoded/percent/internal/cli/term"
	"github.com/pct-encoded/percent/internal/cli/verbs"
)

func main() {
	term.IgnoreBrokenPipe()
	os.Exit(run(stream.New(os.Stdin, os.Stdout, os.Stderr), os.Args))
}

// run runs the program with that command line, and returns the exit status.
func run(a *stream.Streams, args []string) int { return program().Run(a, args) }

// program returns the program.
func program() *verbs.Program {
	return &verbs.Program{
		Name:  "percent",
		Short: "the percent-encoding toolkit",
		Long: `percent percent-encodes, percent-decodes and fixes text, URLs and files in every
dialect in use.

Values come as arguments, from files with -f or, without either, from standard
input, one a line. Standard output is data only.`,
		Example: `  percent encode 'Ladies + Gentlemen'
  percent decode Dogs%2C%20Cats%20%26%20Mice
  percent fix 'http://example.com/100% é'
  percent decode --as form < query.txt`,
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
		verbs.GroupURI.Command("dataurl", newDataURL),
		verbs.GroupURI.Command("fragment", newFragment),
		verbs.GroupURI.Command("mailto", protocolOf("mailto")),
		verbs.GroupURI.Command("fileurl", protocolOf("fileurl")),
		verbs.GroupURI.Command("purl", protocolOf("purl")),
		verbs.GroupURI.Command("dsn", protocolOf("dsn")),
		verbs.GroupURI.Command("did", protocolOf("did")),
		verbs.GroupURI.Command("coap", protocolOf("coap")),
		verbs.GroupURI.Command("cpe", protocolOf("cpe")),
		verbs.GroupURI.Command("did-web", functionsOf("did-web")),
		verbs.GroupURI.Command("xri", functionsOf("xri")),
		verbs.GroupURI.Command("leiri", functionsOf("leiri")),

		verbs.GroupKnow.Command("explain", newExplain),
		verbs.GroupKnow.Command("compare", newCompare),
		verbs.GroupKnow.Command("identify", newIdentify),
		verbs.GroupKnow.Command("see", newSee),
		verbs.GroupKnow.Command("set", newSet),
		verbs.GroupKnow.Command("table", newTable),
		verbs.GroupKnow.Command("dialects", newDialects),
		verbs.GroupKnow.Command("conform", newConform),
		verbs.GroupKnow.Command("vectors", newVectors),
		verbs.GroupKnow.Command("serve", newServe),
		verbs.GroupKnow.Command("xpath", functionsOf("xpath")),

		verbs.GroupProtocol.Command("header", newHeader),
		verbs.GroupProtocol.Command("oauth1", newOAuth1),
		verbs.GroupProtocol.Command("sigv4", newSigV4),
		verbs.GroupProtocol.Command("robots", functionsOf("robots")),
		verbs.GroupProtocol.Command("csp", functionsOf("csp")),
		verbs.GroupProtocol.Command("safebrowsing", functionsOf("safebrowsing")),
		verbs.GroupProtocol.Command("handler", functionsOf("handler")),
		verbs.GroupProtocol.Command("cgi", functionsOf("cgi")),
		verbs.GroupProtocol.Command("formmail", functionsOf("formmail")),

		verbs.GroupOther.Command("schema", newSchema),
		verbs.GroupOther.Command("udf", newUDF),
	}, manualCommand())
}
