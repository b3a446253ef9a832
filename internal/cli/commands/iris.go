package commands

import "github.com/pct-encoded/percent/iri"

// iriFamily is the family of commands.
var iriFamily = Family{
	Name:  "iri",
	Short: "IRIs to URIs and back, and URIs for people to read",
	Long: `iri maps between IRIs, which may hold characters beyond ASCII, and URIs, which may
not (RFC 3987). Hosts are mapped by UTS #46 with the tables of Unicode ` + iri.UnicodeVersion + `.`,
	Below: []Maker{
		Verb{
			Row: "iri to-uri", Use: "[IRI...]",
			Short: "the URI of an IRI",
			Long: `to-uri maps each IRI reference, or each line of standard input or of the
files of -f, to a URI (RFC 3987, section 3.1). Characters beyond ASCII become escapes of
their UTF-8, the host becomes ASCII by IDNA, and everything else stays as it is. A URI
is not changed.`,
			Example: `  percent iri to-uri http://例え.jp/引き出し
  percent iri to-uri --host percent http://bücher.example/
  percent iri to-uri --on-error escape < links.txt`,
			Done: "mapped", Let: "escaped", Columns: true,
		},
		Verb{
			Row: "iri from-uri", Use: "[URI...]",
			Short: "the IRI of a URI",
			Long: `from-uri maps each URI reference, or each line of standard input or of
the files of -f, to an IRI (RFC 3987, section 3.2). Escapes of characters that an IRI
may contain are decoded. Escapes of reserved characters, of invalid UTF-8 and of
bidirectional formatting characters stay. The mapping is exact, but not meant for
people: for display, use readable.`,
			Example: `  percent iri from-uri http://xn--r8jz45g.jp/%E5%BC%95%E3%81%8D%E5%87%BA%E3%81%97`,
			Done:    "mapped", Columns: true,
		},
		Verb{
			Row: "iri readable", Use: "[URI...]",
			Short: "a URI for people to read",
			Long: `readable prints each URI or IRI reference, or each line of standard input
or of the files of -f, in a form that people can read. Escapes are decoded if the result
cannot mislead; reserved characters, spaces, controls, bidirectional and invisible
characters stay encoded. A host is shown in Unicode only if it is not confusable. To
turn the result back into the same URI, normalized, use to-uri --on-error escape.`,
			Example: `  percent iri readable https://xn--bcher-kva.example/%C3%BCber%20uns`,
			Done:    "mapped", Columns: true,
		},
	},
}
