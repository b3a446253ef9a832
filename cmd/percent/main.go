// Percent percent-encodes, percent-decodes and fixes text, URLs and files in
// every dialect of the catalogue. Called as urlencode or urldecode, it is
// percent encode or percent decode.
//
// The commands that work on columns, which percent-parquet has as well, are in package
// internal/cli/commands. Each other command is a file here with a function that makes its
// part of the command tree. The table in main.go lists them.
package main

import (
	"os"
	"slices"

	"github.com/pct-encoded/percent/internal/cli/commands"
	"github.com/pct-encoded/percent/internal/cli/stream"
	"github.com/pct-encoded/percent/internal/cli/term"
	"github.com/pct-encoded/percent/internal/guides"
	"github.com/pct-encoded/percent/internal/operation"
)

// enough is what a job on records may have in memory, in bytes: only values of many
// megabytes need more. A search has memory that lives, and would be collected in vain.
const enough = 64 << 20

func main() {
	term.IgnoreBrokenPipe()
	a := stream.New(os.Stdin, os.Stdout, os.Stderr)
	a.StartParquet = commands.StartParquet
	a.Memory = enough
	os.Exit(run(a, os.Args))
}

// run runs the program with the command line args and returns the exit status.
func run(a *stream.Streams, args []string) int { return program().Run(a, args) }

// program returns the program.
func program() *commands.Program {
	operation.AddFurther()
	return &commands.Program{
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
		Commands: allCommands,
	}
}

// allCommands returns all commands.
func allCommands() []commands.Command {
	return slices.Concat(commands.Commands(), []commands.Command{
		commands.GroupURI.Command("template", newTemplate),
		commands.GroupFormat.Command("dataurl", dataURL.Make),
		commands.GroupFormat.Command("fragment", fragment.Make),
		commands.GroupFormat.Command("mailto", mailto.Make),
		commands.GroupFormat.Command("fileurl", fileurl.Make),
		commands.GroupFormat.Command("purl", purl.Make),
		commands.GroupFormat.Command("dsn", dsn.Make),
		commands.GroupFormat.Command("did", did.Make),
		commands.GroupFormat.Command("coap", coap.Make),
		commands.GroupFormat.Command("cpe", cpe.Make),
		commands.GroupFormat.Command("did-web", didWeb.Make),
		commands.GroupFormat.Command("xri", xri.Make),
		commands.GroupFormat.Command("leiri", leiri.Make),

		commands.GroupKnow.Command("extract", newExtract),
		commands.GroupKnow.Command("explain", explaining().Make),
		commands.GroupKnow.Command("compare", comparing().Make),
		commands.GroupKnow.Command("identify", identifying().Make),
		commands.GroupKnow.Command("see", see().Make),
		commands.GroupKnow.Command("readers", readers().Make),
		commands.GroupKnow.Command("hops", hops().Make),
		commands.GroupOther.Command("set", set().Make),
		commands.GroupKnow.Command("table", table().Make),
		commands.GroupKnow.Command("dialects", dialects().Make),
		commands.GroupKnow.Command("conform", newConform),
		commands.GroupOther.Command("vectors", newVectors),
		commands.GroupKnow.Command("serve", newServe),
		commands.GroupFormat.Command("xpath", newXPath),

		commands.GroupFormat.Command("header", header.Make),
		commands.GroupSign.Command("oauth1", oauth1.Make),
		commands.GroupSign.Command("sigv4", sigv4.Make),
		commands.GroupSign.Command("saml", samlFamily.Make),
		commands.GroupSign.Command("signature", signatureFamily.Make),
		commands.GroupProtocol.Command("robots", robots.Make),
		commands.GroupProtocol.Command("csp", csp.Make),
		commands.GroupProtocol.Command("safebrowsing", safebrowsing.Make),
		commands.GroupProtocol.Command("handler", handler.Make),
		commands.GroupProtocol.Command("cgi", cgi.Make),
		commands.GroupProtocol.Command("formmail", formmail.Make),

		commands.GroupOther.Command("guide", newGuide),
		commands.GroupOther.Command("schema", newSchema),
		commands.GroupOther.Command("udf", udf.Make),
	})
}
