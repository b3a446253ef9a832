// Percent percent-encodes, percent-decodes and fixes text, URLs and files in
// every dialect of the catalogue. Called as urlencode or urldecode it is
// percent encode or percent decode.
//
// A command is one file with a function that makes its part of the command tree, from
// which help, completions and the manual page come too. The table in main.go lists them.
package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/pct-encoded/percent/internal/cli/stream"
	"github.com/pct-encoded/percent/internal/cli/term"
)

func main() {
	term.IgnoreBrokenPipe()
	os.Exit(run(stream.New(os.Stdin, os.Stdout, os.Stderr), os.Args))
}

// commands returns all commands.
func commands() []command {
	return append([]command{
		{"encode", groupCode, newEncode},
		{"decode", groupCode, newDecode},
		{"fix", groupCode, newFix},

		{"url", groupURI, newURL},
		{"uri", groupURI, newURI},
		{"iri", groupURI, newIRI},
		{"normalize", groupURI, normalizeVerb.command},
		{"form", groupURI, newForm},
		{"template", groupURI, newURITemplate},
		{"dataurl", groupURI, newDataURL},
		{"fragment", groupURI, newFragment},
		{"mailto", groupURI, protocolOf("mailto")},
		{"fileurl", groupURI, protocolOf("fileurl")},
		{"purl", groupURI, protocolOf("purl")},
		{"dsn", groupURI, protocolOf("dsn")},
		{"did", groupURI, protocolOf("did")},
		{"coap", groupURI, protocolOf("coap")},
		{"cpe", groupURI, protocolOf("cpe")},
		{"did-web", groupURI, functionsOf("did-web")},
		{"xri", groupURI, functionsOf("xri")},
		{"leiri", groupURI, functionsOf("leiri")},

		{"explain", groupKnow, newExplain},
		{"layers", groupKnow, newLayers},
		{"lint", groupKnow, newLint},
		{"compare", groupKnow, newCompare},
		{"identify", groupKnow, newIdentify},
		{"see", groupKnow, newSee},
		{"set", groupKnow, newSet},
		{"table", groupKnow, newTable},
		{"dialects", groupKnow, newDialects},
		{"conform", groupKnow, newConform},
		{"vectors", groupKnow, newVectors},
		{"serve", groupKnow, newServe},
		{"xpath", groupKnow, functionsOf("xpath")},

		{"header", groupProtocol, newHeader},
		{"oauth1", groupProtocol, newOAuth1},
		{"sigv4", groupProtocol, newSigV4},
		{"robots", groupProtocol, functionsOf("robots")},
		{"csp", groupProtocol, functionsOf("csp")},
		{"safebrowsing", groupProtocol, functionsOf("safebrowsing")},
		{"handler", groupProtocol, functionsOf("handler")},
		{"cgi", groupProtocol, functionsOf("cgi")},
		{"formmail", groupProtocol, functionsOf("formmail")},

		{"schema", groupOther, newSchema},
		{"udf", groupOther, newUDF},
		{"version", groupOther, newVersion},
	}, manualCommand()...)
}

// run does what the command line args asks for, args[0] being the name of the
// program, and returns the exit status.
func run(a *stream.Streams, args []string) int {
	args = multiCall(args)
	a.Line = args
	// To make all commands takes a third of the time of a short run. One that is
	// named stands alone; help, completions and suggestions need all of them.
	needed := commands()
	if i := slices.IndexFunc(needed, func(c command) bool { return len(args) > 0 && c.name == args[0] }); i >= 0 {
		needed = needed[i : i+1]
	}
	root := newRoot(a, needed...)
	root.SetArgs(args)
	err := root.Execute()
	if a.Text.Err != nil {
		err = a.Text.Err
	}
	if err == nil {
		return term.StatusDone
	}
	return a.UI.Fail(err)
}

// multiCall returns the arguments after the program's name, with the command
// that the name stands for in front.
func multiCall(args []string) []string {
	if len(args) == 0 {
		return []string{}
	}
	switch name := filepath.Base(args[0]); strings.TrimSuffix(strings.ToLower(name), ".exe") {
	case "urlencode":
		// The urlencode of GridSite, which many have, decodes with -d.
		if len(args) > 1 && args[1] == "-d" {
			return append([]string{"decode", "--as", "gridsite.urlencode.d"}, args[2:]...)
		}
		return append([]string{"encode"}, args[1:]...)
	case "urldecode":
		return append([]string{"decode"}, args[1:]...)
	}
	if slices.Equal(args[1:], []string{"-V"}) {
		return []string{"--version"}
	}
	return args[1:]
}
