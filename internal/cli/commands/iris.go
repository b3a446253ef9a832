package commands

import (
	"github.com/spf13/cobra"

	"github.com/pct-encoded/percent/internal/cli/stream"
	"github.com/pct-encoded/percent/iri"
)

func newIRI(a *stream.Streams) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "iri",
		Short: "IRIs to URIs and back, and URIs for people to read",
		Long: `iri maps between IRIs, which may hold characters beyond ASCII, and URIs, which may
not (RFC 3987). Hosts are mapped by UTS #46 with the tables of Unicode ` + iri.UnicodeVersion + `.`,
	}
	addVerbs(a, cmd, iriVerbs)
	return Family(cmd)
}

var iriVerbs = []verb{
	{
		row: "iri to-uri", use: "[IRI...]",
		short: "the URI of an IRI",
		long: `to-uri maps each IRI reference, or each line of standard input or of the
files of -f, to a URI (RFC 3987, section 3.1). Characters beyond ASCII become escapes of
their UTF-8, the host becomes ASCII by IDNA, and everything else stays as it is. A URI
is not changed.`,
		example: `  percent iri to-uri http://例え.jp/引き出し
  percent iri to-uri --host percent http://bücher.example/
  percent iri to-uri --on-error escape < links.txt`,
		done: "mapped", let: "escaped",
	},
	{
		row: "iri from-uri", use: "[URI...]",
		short: "the IRI of a URI",
		long: `from-uri maps each URI reference, or each line of standard input or of
the files of -f, to an IRI (RFC 3987, section 3.2). Escapes of characters that an IRI
may contain are decoded. Escapes of reserved characters, of invalid UTF-8 and of
bidirectional formatting characters stay. The mapping is exact, but not meant for
people: for display, use readable.`,
		example: `  percent iri from-uri http://xn--r8jz45g.jp/%E5%BC%95%E3%81%8D%E5%87%BA%E3%81%97`,
		done:    "mapped",
	},
	{
		row: "iri readable", use: "[URI...]",
		short: "a URI for people to read",
		long: `readable prints each URI or IRI reference, or each line of standard input
or of the files of -f, in a form that people can read. Escapes are decoded if the result
cannot mislead; reserved characters, spaces, controls, bidirectional and invisible
characters stay encoded. A host is shown in Unicode only if it is not confusable. To
turn the result back into the same URI, use to-uri --on-error escape.`,
		example: `  percent iri readable https://xn--bcher-kva.example/%C3%BCber%20uns`,
		done:    "mapped",
	},
}
